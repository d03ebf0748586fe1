//! Outlines moved to where they belong, so that many become one path: whatever is a single element is laid out and
//! drawn faster than many that are used.

use std::fmt::Write;

/// Appends an outline with its origin at a point, scaled; a negative scale turns it upside down. Outlines are written
/// with the commands of SVG that draw lines, curves and arcs.
pub fn place(path: &mut String, outline: &str, (x, y): (i16, i16), scale: f32) {
    let (mut command, mut nth) = ('M', 0);
    let mut rest = outline;
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_alphabetic() {
            (command, nth, rest) = (first, 0, &rest[1..]);
            path.push(first);
            continue;
        }
        if first == ' ' {
            rest = &rest[1..];
            continue;
        }
        let end = rest[1..].find(|next: char| !(next.is_ascii_digit() || next == '.'));
        let (number, after) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
        rest = after;
        let number = parse(number);
        let (from_x, from_y) = if command.is_ascii_lowercase() { (0, 0) } else { (x, y) };
        let across = |number: f32| number * scale + f32::from(from_x);
        let down = |number: f32| number * scale + f32::from(from_y);
        let moved = match (command.to_ascii_uppercase(), nth) {
            ('A', 0 | 1) => number * scale.abs(),
            ('A', 2..=4) => number,
            ('A', 5) | ('H', _) => across(number),
            ('A', _) | ('V', _) => down(number),
            _ if nth % 2 == 0 => across(number),
            _ => down(number),
        };
        nth = if command.eq_ignore_ascii_case(&'A') && nth == 6 { 0 } else { nth + 1 };
        // A tenth of a unit is less than anyone can see; whole numbers are written faster.
        let tenths = (moved * 10.0).round() as i32;
        let (sign, whole) = (if tenths < 0 { "-" } else { "" }, tenths.unsigned_abs() / 10);
        let _ = match tenths.unsigned_abs() % 10 {
            0 => write!(path, "{sign}{whole} "),
            rest => write!(path, "{sign}{whole}.{rest} "),
        };
    }
}

/// A number as outlines have it: a sign, digits, a point. What can parse any number is more to load than all outlines.
fn parse(text: &str) -> f32 {
    let (mut digits, mut below) = (0_u32, None);
    for byte in text.bytes() {
        match byte {
            b'.' => below = Some(1.0),
            b'0'..=b'9' => {
                digits = digits.saturating_mul(10).saturating_add(u32::from(byte - b'0'));
                below = below.map(|below: f32| below * 10.0);
            }
            _ => {}
        }
    }
    let number = digits as f32 / below.unwrap_or(1.0);
    if text.starts_with('-') { -number } else { number }
}

/// A number with at most two digits after the point, for the same reason.
pub fn decimal(number: f32) -> String {
    let hundredths = (number * 100.0).round() as i32;
    let (sign, size) = (if hundredths < 0 { "-" } else { "" }, hundredths.unsigned_abs());
    let text = format!("{sign}{}.{:02}", size / 100, size % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// An outline together with itself upside down.
pub fn twice(outline: &str) -> String {
    let mut path = String::new();
    place(&mut path, outline, (0, 0), 1.0);
    place(&mut path, outline, (0, 0), -1.0);
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(outline: &str, at: (i16, i16), scale: f32) -> String {
        let mut path = String::new();
        place(&mut path, outline, at, scale);
        path
    }

    #[test]
    fn numbers_are_read_and_written_as_svg_has_them() {
        for (text, number) in [("12", 12.0), ("-7.5", -7.5), (".1", 0.1), ("-.25", -0.25), ("350", 350.0)] {
            assert_eq!(parse(text), number, "{text}");
        }
        for (number, text) in [(1.0, "1"), (-0.46, "-0.46"), (9.9, "9.9"), (13.75, "13.75"), (20.0, "20")] {
            assert_eq!(decimal(number), text);
        }
    }

    #[test]
    fn every_command_is_moved_as_it_should_be() {
        let rows = [
            ("M1-2L3 4", "M12 6 L16 18 "),
            ("M0 0H5V-5Z", "M10 10 H20 V0 Z"),
            ("M-16-82q5-5 10 0z", "M-22 -154 q10 -10 20 0 z"),
            ("M0 0A22 20 0 1 1-9 0A1 1 0 0 0 2 3", "M10 10 A44 40 0 1 1 -8 10 A2 2 0 0 0 14 16 "),
            ("M0 0h.1", "M10 10 h0.2 "),
        ];
        for (outline, moved) in rows {
            assert_eq!(placed(outline, (10, 10), 2.0), moved, "{outline}");
        }
        assert_eq!(placed("M1 2a5 5 0 1 0 10 0", (0, 0), -1.0), "M-1 -2 a5 5 0 1 0 -10 0 ");
    }
}
