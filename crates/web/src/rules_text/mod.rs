//! Turns a game's `RULES.md` into a page: headings, lists, tables and the few marks that our rules use. Every
//! clause becomes an anchor, and every mention of a clause leads to it.

mod inline;
#[cfg(test)]
mod tests;

use inline::inline;
pub use inline::is_clause;

/// A rules page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The heading of it all.
    pub title: String,
    /// The chapters: anchor and name.
    pub chapters: Vec<(String, String)>,
    /// The rest as HTML. It is made of our own text, and escaped all the same.
    pub html: String,
}

/// The page of a Markdown text.
pub fn page(markdown: &str) -> Page {
    let mut page = Page::default();
    let lines: Vec<&str> = markdown.lines().collect();
    blocks(&lines, false, &mut page);
    page
}

fn blocks(lines: &[&str], tight: bool, page: &mut Page) {
    let mut rest = lines;
    while let Some((&line, after)) = rest.split_first() {
        if line.trim().is_empty() {
            rest = after;
        } else if let Some((level, text)) = heading(line) {
            head(level, text, page);
            rest = after;
        } else if is_row(line) {
            let end = rest.iter().position(|line| !is_row(line)).unwrap_or(rest.len());
            table(&rest[..end], page);
            rest = &rest[end..];
        } else if let Some((ordered, _)) = marker(line) {
            rest = list(rest, ordered, page);
        } else {
            let ends = |line: &&str| {
                line.trim().is_empty() || is_row(line) || heading(line).is_some() || marker(line).is_some()
            };
            let end = 1 + after.iter().position(ends).unwrap_or(after.len());
            let text = rest[..end].iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
            let text = inline(&text);
            page.html.push_str(&if tight { text } else { format!("<p>{text}</p>") });
            rest = &rest[end..];
        }
    }
}

fn heading(line: &str) -> Option<(usize, &str)> {
    let level = line.bytes().take_while(|&byte| byte == b'#').count();
    let text = line.get(level..)?.strip_prefix(' ')?;
    (1..=4).contains(&level).then(|| (level, text.trim()))
}

fn head(level: usize, text: &str, page: &mut Page) {
    if level == 1 {
        page.title = text.to_owned();
        return;
    }
    let words = text.to_lowercase();
    let id: Vec<&str> =
        words.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let id = id.join("-");
    page.html.push_str(&format!(r#"<h{level} id="{id}">{}</h{level}>"#, inline(text)));
    if level == 2 {
        page.chapters.push((id, text.to_owned()));
    }
}

fn is_row(line: &str) -> bool {
    line.trim_start().starts_with('|')
}

fn cells(row: &str) -> Vec<String> {
    let row = row.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    row.strip_suffix('|').unwrap_or(row).split('|').map(|cell| inline(cell.trim())).collect()
}

/// The second row only divides the head from the rest.
fn table(rows: &[&str], page: &mut Page) {
    let [head, _, body @ ..] = rows else { return };
    let html = &mut page.html;
    html.push_str(
        r#"<div class="rules-table" tabindex="0" role="group" aria-label="Table"><table><thead><tr>"#,
    );
    for cell in cells(head) {
        // A column without a name has no heading.
        html.push_str(&if cell.is_empty() {
            "<td></td>".to_owned()
        } else {
            format!(r#"<th scope="col">{cell}</th>"#)
        });
    }
    html.push_str("</tr></thead><tbody>");
    for row in body {
        html.push_str("<tr>");
        cells(row).iter().for_each(|cell| html.push_str(&format!("<td>{cell}</td>")));
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div>");
}

/// Whether the line begins an item, of an ordered list or not, and how wide its mark is.
fn marker(line: &str) -> Option<(bool, usize)> {
    if line.starts_with("- ") {
        return Some((false, 2));
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0 && line[digits..].starts_with(". ")).then_some((true, digits + 2))
}

/// Writes the list that begins here and returns what comes after it.
fn list<'a>(lines: &'a [&'a str], ordered: bool, page: &mut Page) -> &'a [&'a str] {
    let tag = if ordered { "ol" } else { "ul" };
    page.html.push_str(&format!("<{tag}>"));
    let mut rest = lines;
    while let Some((&line, after)) = rest.split_first() {
        let Some((_, width)) = marker(line).filter(|(kind, _)| *kind == ordered) else { break };
        let belongs = |line: &&str| line.starts_with("  ") || line.trim().is_empty();
        let end = after.iter().position(|line| !belongs(line)).unwrap_or(after.len());
        let mut item = vec![&line[width..]];
        item.extend(after[..end].iter().map(|line| line.get(width.min(indent(line))..).unwrap_or("")));
        page.html.push_str("<li>");
        blocks(&item, true, page);
        page.html.push_str("</li>");
        rest = &after[end..];
    }
    page.html.push_str(&format!("</{tag}>"));
    rest
}

fn indent(line: &str) -> usize {
    line.bytes().take_while(|&byte| byte == b' ').count()
}
