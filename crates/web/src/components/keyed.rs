//! Lists that change.

use std::hash::{Hash, Hasher};

use leptos::control_flow;
use leptos::prelude::*;

/// A list that leaves alone what is drawn of an entry while the entry's key stays. All uses share one piece of code; leptos's own
/// `For` has one for each, which is more to load.
#[component]
pub fn For<I, T, K, V>(
    /// The entries.
    each: impl Fn() -> I + Send + 'static,
    /// What tells an entry from the others.
    key: impl Fn(&T) -> K + Send + 'static,
    /// Draws an entry.
    children: impl Fn(T) -> V + Clone + Send + 'static,
) -> impl IntoView
where
    I: IntoIterator<Item = T> + 'static,
    T: Send + 'static,
    K: Hash + 'static,
    V: IntoView + 'static,
{
    let entry = move |item: T| {
        let (key, draw) = (bytes(&key(&item)), children.clone());
        Entry { key, draw: Box::new(move || draw(item).into_any()) }
    };
    list(Box::new(move || each().into_iter().map(&entry).collect()))
}

fn list(entries: Box<dyn Fn() -> Vec<Entry> + Send>) -> AnyView {
    view! { <control_flow::For each=entries key=|entry| entry.key.clone() children=|entry| (entry.draw)() /> }
        .into_any()
}

/// An entry of any list.
struct Entry {
    key: Vec<u8>,
    draw: Box<dyn FnOnce() -> AnyView + Send>,
}

/// All that a key has to be told apart by.
fn bytes(key: &impl Hash) -> Vec<u8> {
    let mut written = Written(Vec::new());
    key.hash(&mut written);
    written.0
}

/// Keeps what is to be hashed.
struct Written(Vec<u8>);

impl Hasher for Written {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn finish(&self) -> u64 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_told_apart_by_all_that_they_hold() {
        assert_eq!(bytes(&("a", 1)), bytes(&("a".to_owned(), 1)));
        let keys = [
            bytes(&("ab", "")),
            bytes(&("a", "b")),
            bytes(&("", "ab")),
            bytes(&Some("ab")),
            bytes(&None::<&str>),
            bytes(&"ab"),
        ];
        for (index, key) in keys.iter().enumerate() {
            assert!(!keys[..index].contains(key), "{index}");
        }
    }
}
