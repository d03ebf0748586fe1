//! Names of people who sit down: none that hides something, and none that can be mistaken for another. What logs hold
//! already is not judged again.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Marks that one letter may have; more of them cover the lines above and below.
const MOST_MARKS: usize = 3;

/// Letters of other scripts that look like Latin ones, beside those that [`tables`] knows.
const LOOKALIKES: [(char, &str); 23] = [
    ('a', "ᎪꓮꭺⲀ"),
    ('b', "ᏴꓐᏏ"),
    ('c', "ᏟꓚⲤ"),
    ('d', "ᎠꓓᏧ"),
    ('e', "ᎬꓰⲈ"),
    ('f', "ꓝք"),
    ('g', "Ꮐꓖց"),
    ('h', "ᎻꓧᏂհⲎ"),
    ('i', "ᎥꓲᏆⲒӀ"),
    ('j', "Ꭻꓙյ"),
    ('k', "ᏦꓗⲔ"),
    ('l', "Ꮮꓡլ"),
    ('m', "ᎷꓟⲘ"),
    ('n', "ꓠոռⲚ"),
    ('o', "ꓳօⲞ"),
    ('p', "ᏢꓑⲢ"),
    ('r', "ᎡᏒꓣ"),
    ('s', "ᏚꓢՏ"),
    ('t', "ᎢꓔⲦ"),
    ('u', "ꓴսՍ"),
    ('v', "Ꮩꓦ"),
    ('w', "ᎳꓪաᏔ"),
    ('y', "ᎩꓬᎽⲨ"),
];

/// Format characters (Cf), which change a line without being seen, and letters that are blank.
fn is_hidden(letter: char) -> bool {
    matches!(letter as u32,
        0x34f | 0x115f | 0x1160 | 0x17b4 | 0x17b5 | 0x2800 | 0x3164 | 0xffa0
        | 0xad | 0x600..=0x605 | 0x61c | 0x6dd | 0x70f | 0x890 | 0x891 | 0x8e2 | 0x180e | 0x200b..=0x200f
        | 0x202a..=0x202e | 0x2060..=0x206f | 0xfeff | 0xfff9..=0xfffb | 0x110bd | 0x110cd | 0x13430..=0x1343f
        | 0x1bca0..=0x1bca3 | 0x1d173..=0x1d17a | 0xe0000..=0xe0fff)
}

/// Dashes and marks beside letters, which a hurried reader does not see.
fn is_faint(letter: char) -> bool {
    matches!(letter as u32, 0x2b0..=0x2ff | 0x2010..=0x2015 | 0x2027 | 0x2043 | 0x2212)
}

fn plain(letter: char) -> char {
    let upper = letter.to_uppercase().next().unwrap_or(letter);
    let alike = |(_, letters): &&(char, &str)| letters.contains(letter) || letters.contains(upper);
    LOOKALIKES.iter().find(alike).map_or(letter, |(plain, _)| *plain)
}

/// The name without other forms of the same letters, as [`tables`] compares it.
fn simple(name: &str) -> String {
    name.nfkd().filter(|letter| !is_faint(*letter)).map(plain).collect()
}

/// Whether a name holds something that nobody sees, or nothing that anybody does.
pub fn hides_something(name: &str) -> bool {
    name.chars().any(is_hidden) || name.chars().all(|letter| is_combining_mark(letter) || letter == ' ')
}

/// Whether marks are piled up on a letter until they cover what others have written.
pub fn piles_up(text: &str) -> bool {
    let mut marks = 0;
    text.chars().any(|letter| {
        marks = if is_combining_mark(letter) { marks + 1 } else { 0 };
        marks > MOST_MARKS
    })
}

/// Whether one name can be mistaken for the other.
pub fn look_alike(one: &str, other: &str) -> bool {
    tables::look_alike(one, other) || tables::look_alike(&simple(one), &simple(other))
}

/// Whether a name is kept from people: a bot's, or what the table itself calls people.
pub fn is_reserved(name: &str) -> bool {
    let simple = simple(name);
    // What a forgotten guest is called, and a guest without a seat who reports someone.
    let begins = simple.split_whitespace().next().unwrap_or_default();
    tables::is_reserved(name)
        || tables::is_reserved(&simple)
        || ["Host", "The host", "The table", "The server"]
            .iter()
            .any(|kept| tables::look_alike(kept, &simple))
        || tables::look_alike("Someone", begins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_like_a_bots_or_the_tables_are_kept() {
        for name in [
            "Ada",
            "Aⅾa",
            "Ꭺda",
            "ꓮꓓꓮ",
            "Ada˙",
            "A‐da",
            "Ki\u{217f}",
            "Greta\u{2c6}",
            "The host",
            "THE H0ST",
            "Hօst",
            "Someone 1a2b3c",
            "Yօս",
            "Bօt",
            "Hսgօ",
        ] {
            assert!(is_reserved(name), "{name}");
        }
        for name in ["Ann", "Zoë", "Adam", "Hosten", "李", "Ольга", "🎲", "Guest 1", "Արմեն", "ᏣᎳᎩ", "Theo"]
        {
            assert!(!is_reserved(name), "{name}");
        }
        for name in ["Zo\u{1d173}e", "Zo\u{1bca0}e", "Zo\u{fff9}e", "Zo\u{ad}e", "Zo\u{e0061}e"] {
            assert!(hides_something(name), "{name:?}");
        }
        for name in ["\u{3164}", "Ann\u{2800}", "\u{ffa0}", "\u{301}\u{302}", "\u{fe0f}"] {
            assert!(hides_something(name), "{name:?}: nobody sees who sits there");
        }
        assert!(!hides_something("Zoë 🎲 ❤\u{fe0f}"));
        assert!(piles_up(&format!("Z{}", "\u{300}".repeat(30))));
        for name in ["Zoe\u{308}", "Nguye\u{302}\u{303}n", "བསྒྲུབས", "שָׁלוֹם", "สวัสดีคุณที่นี่"]
        {
            assert!(!piles_up(name) && !hides_something(name), "{name}");
        }
    }

    #[test]
    fn names_are_told_apart_unless_they_look_the_same() {
        for (one, other) in
            [("Paul", "Pаսl"), ("Ann", "ꓮꓠꓠ"), ("Mia", "\u{217f}ia"), ("Jean-Luc", "Jean‐Luc")]
        {
            assert!(look_alike(one, other), "{one} {other}");
        }
        for (one, other) in [("Anna", "Anne"), ("李", "王"), ("Արմեն", "Արամ"), ("🎲", "🃏")] {
            assert!(!look_alike(one, other), "{one} {other}");
        }
    }
}
