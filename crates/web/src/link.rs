//! Texts inside links: base64 with the letters that addresses allow (RFC 4648, section 5), without padding.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The text as it stands in a link.
pub fn encode(text: &str) -> String {
    let mut link = String::with_capacity(text.len() * 4 / 3 + 4);
    for bytes in text.as_bytes().chunks(3) {
        let bits =
            bytes.iter().fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - bytes.len()));
        for place in 0..=bytes.len() {
            link.push(char::from(LETTERS[(bits >> (18 - 6 * place)) as usize & 63]));
        }
    }
    link
}

/// The text of a link; none if it is torn or something else.
pub fn decode(link: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(link.len() * 3 / 4);
    for letters in link.trim_end_matches('=').as_bytes().chunks(4) {
        if letters.len() == 1 {
            return None;
        }
        let mut bits = 0_u32;
        for letter in letters {
            let value = LETTERS.iter().position(|known| known == letter)?;
            bits = bits << 6 | value as u32;
        }
        bits <<= 6 * (4 - letters.len());
        bytes.extend_from_slice(&bits.to_be_bytes()[1..letters.len()]);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_from_links() {
        for text in ["", "a", "ab", "abc", "abcd", "{\"v\":1,\"players\":[\"Zoë 🂡\"]}\n"] {
            let link = encode(text);
            assert!(
                link.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter)),
                "{link}"
            );
            assert_eq!(decode(&link).as_deref(), Some(text));
        }
        assert_eq!(encode("f"), "Zg");
        assert_eq!(encode("foobar"), "Zm9vYmFy");
        assert_eq!(encode("\u{7ff}?"), "378_");
    }

    #[test]
    fn torn_links_are_refused() {
        for link in ["A", "Zm9v!", "Zm9vY", "_w", "♠♠"] {
            assert_eq!(decode(link), None, "{link}");
        }
    }
}
