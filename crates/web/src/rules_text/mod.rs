//! Turns a game's `RULES.md` into a page: headings, lists, tables and the few marks that our rules use. Every
//! clause becomes an anchor, and every mention of a clause leads to it.

mod inline;
#[cfg(test)]
mod tests;

use client::markdown::{Block, blocks};
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
    write(&blocks(markdown), false, &mut page);
    page
}

fn write(blocks: &[Block], tight: bool, page: &mut Page) {
    for block in blocks {
        match block {
            Block::Heading { level, text } => head(*level, text, page),
            Block::Paragraph(text) if tight => page.html.push_str(&inline(text)),
            Block::Paragraph(text) => page.html.push_str(&format!("<p>{}</p>", inline(text))),
            Block::List { ordered, items } => {
                let tag = if *ordered { "ol" } else { "ul" };
                page.html.push_str(&format!("<{tag}>"));
                for item in items {
                    page.html.push_str("<li>");
                    write(item, true, page);
                    page.html.push_str("</li>");
                }
                page.html.push_str(&format!("</{tag}>"));
            }
            Block::Table { head, rows } => table(head, rows, page),
        }
    }
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

fn table(head: &[String], rows: &[Vec<String>], page: &mut Page) {
    let html = &mut page.html;
    html.push_str(
        r#"<div class="rules-table" tabindex="0" role="group" aria-label="Table"><table><thead><tr>"#,
    );
    for cell in head {
        // A column without a name has no heading.
        html.push_str(&if cell.is_empty() {
            "<td></td>".to_owned()
        } else {
            format!(r#"<th scope="col">{}</th>"#, inline(cell))
        });
    }
    html.push_str("</tr></thead><tbody>");
    for row in rows {
        html.push_str("<tr>");
        row.iter().for_each(|cell| html.push_str(&format!("<td>{}</td>", inline(cell))));
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div>");
}
