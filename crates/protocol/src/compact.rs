//! Reads JSON with little code. What serde_json generates for each type holds a parser and the texts of all errors; here
//! the text becomes a [`Value`] first, and what is generated only looks into it. A page that is loaded over a slow network
//! reads with this; the error does not say what is wrong.

use std::fmt;

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error, Expected, IntoDeserializer,
    MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Number, Value, map};

/// What cannot be read: no JSON, or of another shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unread;

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it is damaged or of another shape")
    }
}

impl std::error::Error for Unread {}

/// Every reason is the same, so that no code is needed to tell it.
impl Error for Unread {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self
    }
    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self
    }
    fn invalid_length(_: usize, _: &dyn Expected) -> Self {
        Self
    }
    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        Self
    }
    fn unknown_field(_: &str, _: &'static [&'static str]) -> Self {
        Self
    }
    fn missing_field(_: &'static str) -> Self {
        Self
    }
    fn duplicate_field(_: &'static str) -> Self {
        Self
    }
}

/// The thing in a text.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Unread> {
    read_value(&parse(text)?)
}

/// The thing in a value.
pub fn read_value<T: DeserializeOwned>(value: &Value) -> Result<T, Unread> {
    T::deserialize(Node(value))
}

#[inline(never)]
fn parse(text: &str) -> Result<Value, Unread> {
    serde_json::from_str(text).map_err(|_| Unread)
}

/// A value to read from.
#[derive(Clone, Copy)]
struct Node<'a>(&'a Value);

impl<'a> Node<'a> {
    #[inline(never)]
    fn text(self) -> Result<&'a str, Unread> {
        self.0.as_str().ok_or(Unread)
    }

    #[inline(never)]
    fn fields(self) -> Result<Fields<'a>, Unread> {
        let fields = self.0.as_object().ok_or(Unread)?;
        Ok(Fields { left: fields.iter(), value: &Value::Null })
    }

    #[inline(never)]
    fn items(self) -> Result<Items<'a>, Unread> {
        Ok(Items(self.0.as_array().ok_or(Unread)?))
    }

    /// The variant's name, and what it holds.
    #[inline(never)]
    fn variant(self) -> Result<(&'a str, &'a Value), Unread> {
        match self.0 {
            Value::String(name) => Ok((name, &Value::Null)),
            Value::Object(fields) if fields.len() == 1 => one(fields).ok_or(Unread),
            _ => Err(Unread),
        }
    }
}

fn one(fields: &Map<String, Value>) -> Option<(&str, &Value)> {
    fields.iter().next().map(|(name, value)| (name.as_str(), value))
}

fn number<'de, V: Visitor<'de>>(number: &Number, visitor: V) -> Result<V::Value, Unread> {
    if let Some(number) = number.as_u64() {
        visitor.visit_u64(number)
    } else if let Some(number) = number.as_i64() {
        visitor.visit_i64(number)
    } else {
        visitor.visit_f64(number.as_f64().ok_or(Unread)?)
    }
}

/// Numbers are numbers, and nothing else.
macro_rules! numbers {
    ($($method:ident)+) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
            match self.0 {
                Value::Number(found) => number(found, visitor),
                _ => Err(Unread),
            }
        })+
    };
}

impl<'de> Deserializer<'de> for Node<'de> {
    type Error = Unread;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(is) => visitor.visit_bool(*is),
            Value::Number(found) => number(found, visitor),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(_) => visitor.visit_seq(self.items()?),
            Value::Object(_) => visitor.visit_map(self.fields()?),
        }
    }

    numbers! {
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_f32 deserialize_f64
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        visitor.visit_bool(self.0.as_bool().ok_or(Unread)?)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        visitor.visit_borrowed_str(self.text()?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unread> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        visitor.visit_seq(self.items()?)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Unread> {
        let items = self.items()?;
        if items.0.len() != length {
            return Err(Unread);
        }
        visitor.visit_seq(items)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Unread> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        visitor.visit_map(self.fields()?)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unread> {
        visitor.visit_map(self.fields()?)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unread> {
        let (name, value) = self.variant()?;
        visitor.visit_enum(Variant { name, value })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { bytes byte_buf unit unit_struct }
}

/// The items of a list that are left.
struct Items<'a>(&'a [Value]);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Unread;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Unread> {
        let Some((first, others)) = self.0.split_first() else { return Ok(None) };
        self.0 = others;
        seed.deserialize(Node(first)).map(Some)
    }
}

/// The fields of an object that are left, and the value of the one whose name was read.
struct Fields<'a> {
    left: map::Iter<'a>,
    value: &'a Value,
}

impl<'a> Fields<'a> {
    #[inline(never)]
    fn next(&mut self) -> Option<&'a str> {
        let (name, value) = self.left.next()?;
        self.value = value;
        Some(name)
    }
}

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = Unread;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Unread> {
        match self.next() {
            Some(name) => seed.deserialize(name_of(name)).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Unread> {
        seed.deserialize(Node(self.value))
    }
}

fn name_of(name: &str) -> StrDeserializer<'_, Unread> {
    name.into_deserializer()
}

/// One of several kinds, and what it holds.
struct Variant<'a> {
    name: &'a str,
    value: &'a Value,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Unread;
    type Variant = Node<'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Node<'de>), Unread> {
        Ok((seed.deserialize(name_of(self.name))?, Node(self.value)))
    }
}

impl<'de> VariantAccess<'de> for Node<'de> {
    type Error = Unread;

    fn unit_variant(self) -> Result<(), Unread> {
        if self.0.is_null() { Ok(()) } else { Err(Unread) }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Unread> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Unread> {
        self.deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unread> {
        visitor.visit_map(self.fields()?)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fmt::Debug;

    use serde::{Deserialize, Serialize};

    use super::*;
    use crate::{Ask, Choice, Refusal, Tell};

    #[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
    struct Kept {
        id: String,
        when_ms: f64,
        score: i32,
        #[serde(default)]
        par: Option<u8>,
        pair: (u8, String),
        rules: BTreeMap<String, bool>,
        #[serde(flatten)]
        more: Map<String, Value>,
    }

    /// What serde_json writes is read back.
    fn same<T: Serialize + DeserializeOwned + PartialEq + Debug>(thing: &T) {
        let text = serde_json::to_string(thing).unwrap();
        assert_eq!(read::<T>(&text).as_ref(), Ok(thing), "{text}");
        assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), thing, "{text}");
    }

    #[test]
    fn what_was_written_is_read() {
        same(&Kept::default());
        same(&Kept {
            id: "\"♠\\\n".to_owned(),
            when_ms: 1.5e12,
            score: -3,
            par: Some(45),
            pair: (255, "x".to_owned()),
            rules: BTreeMap::from([("undo".to_owned(), true)]),
            more: Map::from_iter([("later".to_owned(), serde_json::json!([1, {"a": null}, -2.5]))]),
        });
        same(&vec![None, Some(7_u64), Some(u64::MAX)]);
        same(&[Ask::Next, Ask::act(7, "play 4D".to_owned()), Ask::Why { text: String::new() }].to_vec());
        let choice = Choice { act: "pass".to_owned(), label: "Pass".to_owned(), gesture: Default::default() };
        same(&Tell::Several { text: "Which?".to_owned(), choices: vec![choice] });
        let told: Tell = Tell::Refused(Refusal::new("not-now", "Later."));
        same(&told);
    }

    #[test]
    fn what_has_another_shape_is_refused() {
        for text in [
            "",
            "{",
            "7",
            "null",
            "[]",
            "{}",
            r#"{"id":7}"#,
            r#""dance""#,
            r#"{"dance":{}}"#,
            r#"{"next":{},"act":{}}"#,
        ] {
            assert_eq!(read::<Kept>(text), Err(Unread), "{text}");
            assert_eq!(read::<Ask>(text), Err(Unread), "{text}");
        }
        for (text, good) in [("255", true), ("256", false), ("-1", false), ("1.5", false), ("\"1\"", false)] {
            assert_eq!(read::<u8>(text).is_ok(), good, "{text}");
        }
        assert_eq!(read::<(u8, u8)>("[1]"), Err(Unread));
        assert_eq!(read::<(u8, u8)>("[1,2,3]"), Err(Unread));
    }
}
