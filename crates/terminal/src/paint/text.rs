//! Texts: wrapped to a width, with card signs in their colours.

use engine::Card;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::Theme;

/// How many cells a text takes.
pub fn width(text: &str) -> u16 {
    u16::try_from(Span::raw(text).width()).unwrap_or(u16::MAX)
}

/// A text cut to a number of cells, with a sign that it was cut.
pub fn clipped(text: &str, most: u16) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let mut cut = String::new();
    for letter in text.chars() {
        let mut longer = cut.clone();
        longer.push(letter);
        if width(&longer) + 1 > most {
            break;
        }
        cut = longer;
    }
    if most == 0 { String::new() } else { cut + "…" }
}

/// A text in lines of at most this number of cells, broken between words; `indent` is put before all lines but the first.
pub fn wrapped(text: &str, most: u16, indent: &str) -> Vec<String> {
    let most = most.max(8);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            let joint = if line.is_empty() || line == indent { "" } else { " " };
            if width(&line) + width(joint) + width(word) <= most {
                line += joint;
                line += word;
                continue;
            }
            if !line.trim().is_empty() {
                lines.push(std::mem::replace(&mut line, indent.to_owned()));
            }
            // A word longer than a line is broken anywhere.
            for letter in word.chars() {
                let mut longer = line.clone();
                longer.push(letter);
                if width(&longer) > most {
                    lines.push(std::mem::replace(&mut line, indent.to_owned()));
                }
                line.push(letter);
            }
        }
        lines.push(line);
    }
    lines
}

/// A text in which card signs have their colours.
pub fn coloured(text: &str, style: Style, theme: Theme) -> Line<'static> {
    let mut spans: Vec<Span<'static>> = Vec::new();
    let mut plain = String::new();
    for word in text.split_inclusive(' ') {
        let core = word.trim_end_matches([' ', ',', '.', ':', ';', '!', ')']).trim_start_matches('(');
        match Card::from_short(core) {
            Some(card) => {
                let start = word.find(core).unwrap_or(0);
                plain += &word[..start];
                spans.push(Span::styled(std::mem::take(&mut plain), style));
                spans.push(Span::styled(core.to_owned(), style.patch(theme.card(card))));
                plain += &word[start + core.len()..];
            }
            None => plain += word,
        }
    }
    spans.push(Span::styled(plain, style));
    spans.retain(|span| !span.content.is_empty());
    Line::from(spans)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_broken_between_words_and_cut_with_a_sign() {
        assert_eq!(wrapped("You look at your card", 10, "  "), ["You look", "  at your", "  card"]);
        assert_eq!(wrapped("a\n\nb", 10, ""), ["a", "", "b"]);
        assert_eq!(wrapped("Propreantepenultimate", 10, ""), ["Propreante", "penultimat", "e"]);
        assert_eq!(
            (clipped("column", 4), clipped("five", 4), clipped("x", 0)),
            ("col…".into(), "five".into(), "".into())
        );
    }

    #[test]
    fn cards_in_a_text_have_their_colour() {
        let line = coloured("Discard 5♥, now (K♣).", Style::new(), Theme::default());
        let texts: Vec<&str> = line.spans.iter().map(|span| span.content.as_ref()).collect();
        assert_eq!(texts, ["Discard ", "5♥", ", now (", "K♣", ")."]);
        assert_ne!(line.spans[1].style, line.spans[3].style);
    }
}
