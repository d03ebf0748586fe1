//! Names at a table: those of bots, those that nobody takes, and which of them look the same.

use engine::Name;
use engine::seating::BadName;

/// Names for those who fill the other seats.
const BOTS: [&str; 11] =
    ["Ada", "Bela", "Cleo", "Dario", "Edith", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Kim"];

/// Letters that are easily taken for another: with accents, of other scripts, digits. Only what is used in names; what
/// is missing here makes two names different that a careful reader could tell apart.
const LOOKALIKES: [(char, &str); 26] = [
    ('a', "àáâãäåāăąǎȁȃȧạảấầẩẫậắằẳẵặаαάἀἁɑ@4ᴀ"),
    ('b', "ḃḅƀвьъб8βƅʙ"),
    ('c', "çćĉċčсϲƈᴄ¢"),
    ('d', "ďđḋḍðԁɗᴅ"),
    ('e', "èéêëēĕėęěȅȇẹẻẽếềểễệеёєэ3εέҽᴇ€"),
    ('f', "ḟƒϝғ"),
    ('g', "ĝğġģǧǵɡԍ9ɢ"),
    ('h', "ĥħḣḥһнʜ"),
    ('i', "ìíîïĩīĭįıǐȉȋịỉіїιίϊ1lł|!ĺļľŀӏɪʟ"),
    ('j', "ĵǰјϳ"),
    ('k', "ķĸǩḱкκќᴋ"),
    ('l', ""),
    ('m', "ṁṃмᴍ"),
    ('n', "ñńņňŉŋǹṅṇпиѝйηήɴ"),
    ('o', "òóôõöøōŏőơǒȍȏọỏốồổỗộớờởỡợоοόσө0ᴏ"),
    ('p', "ṗрρþᴘ"),
    ('q', "ԛգ"),
    ('r', "ŕŗřȑȓгяʀ"),
    ('s', "śŝşšșṡṣѕ5$ꜱ"),
    ('t', "ţťŧțṫṭтτ7ᴛ"),
    ('u', "ùúûüũūŭůűųưǔȕȗụủứừửữựцυύμᴜ"),
    ('v', "ṽṿνѵᴠ"),
    ('w', "ŵẁẃẅωшщѡᴡ"),
    ('x', "хχ×ж"),
    ('y', "ýÿŷỳỵỷỹуўγчʏ"),
    ('z', "źżžẑẓᴢ2з"),
];

/// What a letter looks like, in small letters.
fn plain(letter: char) -> char {
    let code = letter as u32;
    let nth = |first: char, number: u32| char::from_u32(first as u32 + number).unwrap_or(letter);
    // Other forms of the Latin letters: fullwidth, circled, and those for formulas.
    let letter = match code {
        0xff01..=0xff5e => nth('!', code - 0xff01),
        0x24b6..=0x24e9 => nth('a', (code - 0x24b6) % 26),
        0x1d400..=0x1d6a3 => nth('a', (code - 0x1d400) % 26),
        0x1d7ce..=0x1d7ff => nth('0', (code - 0x1d7ce) % 10),
        _ => letter,
    };
    let letter = letter.to_lowercase().next().unwrap_or(letter);
    let alike = |(_, letters): &&(char, &str)| letters.contains(letter);
    LOOKALIKES.iter().find(alike).map_or(letter, |(plain, _)| *plain)
}

/// Marks that are set upon other letters, and characters that nobody sees.
fn is_unseen(letter: char) -> bool {
    let is_mark = matches!(letter as u32,
        0x300..=0x36f | 0x1ab0..=0x1aff | 0x1dc0..=0x1dff | 0x20d0..=0x20ff | 0xfe00..=0xfe0f | 0xfe20..=0xfe2f
        | 0xad | 0x61c | 0x115f | 0x1160 | 0x17b4 | 0x17b5 | 0x180b..=0x180e | 0x2800 | 0x3164 | 0xffa0
        | 0xe0000..=0xe0fff);
    is_mark
        || letter.is_whitespace()
        || matches!(letter, '.' | ',' | '-' | '_' | '\'' | '’' | '‘' | '`' | '´' | '·')
}

/// A name as a hurried reader sees it: two that are the same here can be mistaken for each other.
pub fn skeleton(name: &str) -> String {
    let plain: String = name.chars().filter(|letter| !is_unseen(*letter)).map(plain).collect();
    plain.replace("rn", "m").replace("vv", "w")
}

/// Whether one name can be mistaken for the other.
pub fn look_alike(one: &str, other: &str) -> bool {
    skeleton(one) == skeleton(other)
}

/// Whether a name is kept from people: a bot's, or "You", which every player is called on their own screen.
pub fn is_reserved(name: &str) -> bool {
    let looks = skeleton(name);
    // "Bot 12" without its number; digits may look like letters.
    let numbered =
        |rest: &str| name.chars().any(|letter| letter.is_ascii_digit()) && rest.chars().count() < 4;
    looks.is_empty()
        || ["You", "Bot"].into_iter().chain(BOTS).any(|kept| skeleton(kept) == looks)
        || looks.strip_prefix(&skeleton("Bot")).is_some_and(numbered)
}

/// Names for the seats after the first.
pub fn bot_names(first: &Name, players: usize) -> Result<Vec<Name>, BadName> {
    let bot = |number: usize| {
        let name = BOTS.get(number - 1).map_or_else(|| format!("Bot {number}"), |name| (*name).to_owned());
        let taken = look_alike(&name, first.as_str());
        Name::new(&if taken { format!("{name} II") } else { name })
    };
    (1..players).map(bot).collect()
}

/// A name for a bot among those who have these.
pub fn bot_name<'a>(taken: impl IntoIterator<Item = &'a str> + Clone) -> String {
    let is_free = |name: &str| !taken.clone().into_iter().any(|other| look_alike(other, name));
    let known = BOTS.iter().map(|name| (*name).to_owned());
    let more = (1..).map(|number| format!("Bot {number}"));
    known.chain(more).find(|name| is_free(name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_takes_a_bots_name_or_one_that_looks_the_same() {
        for name in [
            "Ada",
            "ADA",
            "Аda",
            "Аԁа",
            "A d a",
            "Adá",
            "A\u{301}da",
            "Ａｄａ",
            "𝐀𝐝𝐚",
            "Ⓐⓓⓐ",
            "Ad@",
            "A.d.a",
            "Hug0",
            "lnes",
            "1nes",
            "Κim",
            "Klm",
            "Bot",
            "Bot 3",
            "B0t 12",
            "You",
            "yоu",
            "Y0u",
            "...",
            "\u{3164}",
        ] {
            assert!(is_reserved(name), "{name}");
        }
        for name in [
            "Ann",
            "Adam",
            "Ada K",
            "Zoë",
            "Kimi",
            "Botond",
            "Youssef",
            "Ідa-Мarie",
            "李",
            "Ольга",
            "Guest 1",
        ] {
            assert!(!is_reserved(name), "{name}");
        }
    }

    #[test]
    fn names_are_told_apart_unless_they_look_the_same() {
        for (one, other) in
            [("Anna", "Аnna"), ("Bill", "BiII"), ("Moritz", "Rnoritz"), ("Zoë", "zoe"), ("Max", "М а х")]
        {
            assert!(look_alike(one, other), "{one} {other}");
        }
        for (one, other) in
            [("Anna", "Anne"), ("Guest 6", "Guest 8"), ("Ольга", "Олег"), ("李", "王"), ("Ben", "Ken")]
        {
            assert!(!look_alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn a_bot_makes_way_for_a_name_that_looks_like_its_own() {
        assert_eq!(bot_name(["Аda", "BELA"]), "Cleo");
        let names = bot_names(&Name::new("аda").unwrap(), 3).unwrap();
        assert_eq!(names.iter().map(Name::as_str).collect::<Vec<_>>(), ["Ada II", "Bela"]);
    }
}
