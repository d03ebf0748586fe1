use super::*;
use crate::cards::Back;
use crate::storage::memory::Memory;

fn store(text: Option<&str>) -> Store<Memory> {
    let store = Store { kv: Memory::default() };
    if let Some(text) = text {
        store.kv.set(PREFERENCES, text).unwrap();
    }
    store
}

#[test]
fn usual_preferences_follow_the_system_and_make_no_sound() {
    let likes = store(None).preferences();
    assert_eq!(likes, Preferences::default());
    assert!(!likes.sounds);
    assert!(likes.attributes().iter().all(|(_, value)| value.is_none()));
    assert_eq!(likes.card_style().back, Back::default());
}

#[test]
fn what_was_chosen_comes_back_and_absent_fields_are_usual() {
    let likes = store(Some(r#"{"v":1,"theme":"contrast","four_colour":true,"name":"Ann"}"#)).preferences();
    assert_eq!((likes.theme, likes.four_colour, likes.name.as_str()), (Theme::Contrast, true, "Ann"));
    assert_eq!(likes.pace, Pace::Normal);
    assert!(likes.attributes().contains(&("data-theme", Some("contrast"))));
    assert!(likes.attributes().contains(&("data-colours", Some("four"))));
}

#[test]
fn fields_of_a_newer_version_survive_a_change() {
    let store = store(Some(r#"{"v":1,"dwell_ms":800}"#));
    let likes = store.preferences();
    store.put(PREFERENCES, &Preferences { sounds: true, ..likes }).unwrap();
    assert!(store.kv.get(PREFERENCES).is_some_and(|text| text.contains(r#""dwell_ms":800"#)));
}

#[test]
fn what_can_be_read_of_damaged_preferences_counts_and_the_rest_is_put_aside() {
    let store = store(Some(r#"{"v":1,"theme":"sepia","name":"Ann","pace":"slow","sounds":"loud"}"#));
    let likes = store.preferences();
    assert_eq!((likes.theme, likes.name.as_str(), likes.pace), (Theme::System, "Ann", Pace::Slow));
    assert!(store.damaged()[0].1.text.contains("sepia"));
    assert!(store.notices()[0].starts_with("Your preferences"));
    for torn in ["", "{\"name\":", "7"] {
        let store = self::store(Some(torn));
        assert_eq!(store.preferences(), Preferences::default());
        assert_eq!(store.damaged().len(), 1);
    }
}

#[test]
fn preferences_of_a_newer_version_are_left_untouched() {
    let text = r#"{"v":2,"theme":"dark"}"#;
    let store = store(Some(text));
    let likes = store.preferences();
    assert!(store.put(PREFERENCES, &likes).is_err());
    assert_eq!(store.kv.get(PREFERENCES).as_deref(), Some(text));
}

#[test]
fn every_word_reads_back() {
    for &theme in Theme::ALL {
        assert_eq!(Theme::from_word(theme.word()), Some(theme));
        assert_eq!(serde_json::to_value(theme).unwrap(), theme.word());
    }
    for &pace in Pace::ALL {
        assert_eq!(Pace::from_word(pace.word()), Some(pace));
    }
    assert_eq!(Motion::from_word("wild"), None);
}
