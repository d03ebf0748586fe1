//! Marks within a line.

/// Whether this is the name of a clause: `AU-R3`.
pub fn is_clause(text: &str) -> bool {
    let Some((game, rest)) = text.split_once('-') else { return false };
    let Some(kind) = rest.chars().next() else { return false };
    (2..=4).contains(&game.len())
        && game.bytes().all(|byte| byte.is_ascii_uppercase())
        && "RJVU".contains(kind)
        && rest.len() > 1
        && rest[1..].bytes().all(|byte| byte.is_ascii_digit())
}

/// A line with its marks as HTML.
pub(super) fn inline(text: &str) -> String {
    let mut html = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let marked = between(rest, "**").map(|(inside, after)| (bold(inside), after));
        let marked = marked.or_else(|| {
            between(rest, "`").map(|(inside, after)| (format!("<code>{}</code>", escape(inside)), after))
        });
        let marked = marked.or_else(|| {
            between(rest, "*").map(|(inside, after)| (format!("<em>{}</em>", inline(inside)), after))
        });
        if let Some((marked, after)) = marked {
            html.push_str(&marked);
            rest = after;
            continue;
        }
        // A mark without its other half is just a character.
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let end = rest[first..].find(['*', '`']).map_or(rest.len(), |end| end + first);
        html.push_str(&mentions(&rest[..end]));
        rest = &rest[end..];
    }
    html
}

/// What stands between this mark, if the text begins with it, and the same mark again.
fn between<'a>(text: &'a str, mark: &str) -> Option<(&'a str, &'a str)> {
    let (inside, after) = text.strip_prefix(mark)?.split_once(mark)?;
    (!inside.is_empty() && !inside.starts_with(' ')).then_some((inside, after))
}

fn bold(inside: &str) -> String {
    if is_clause(inside) {
        format!(r##"<a class="clause" id="{inside}" href="#{inside}">{inside}</a>"##)
    } else {
        format!("<strong>{}</strong>", inline(inside))
    }
}

/// Plain text in which every clause that is mentioned leads to where it stands.
fn mentions(text: &str) -> String {
    let mut html = String::new();
    for part in text.split_inclusive(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-') {
        let word = part.trim_end_matches(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
        if is_clause(word) {
            html.push_str(&format!(r##"<a href="#{word}">{word}</a>{}"##, escape(&part[word.len()..])));
        } else {
            html.push_str(&escape(part));
        }
    }
    html
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
