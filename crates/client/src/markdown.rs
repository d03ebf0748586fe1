//! Reads the Markdown in which rules are written, for every client to draw: headings, paragraphs, lists and tables.

/// A block. Marks within its lines (`**`, `*`, `` ` ``) are left to the client.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Block {
    /// A heading of level 1 to 4.
    Heading { level: usize, text: String },
    /// A paragraph in one line.
    Paragraph(String),
    /// A list, numbered or not.
    List { ordered: bool, items: Vec<Vec<Block>> },
    /// A table.
    Table { head: Vec<String>, rows: Vec<Vec<String>> },
}

/// The blocks of a text.
pub fn blocks(markdown: &str) -> Vec<Block> {
    read(&markdown.lines().collect::<Vec<_>>())
}

fn read(lines: &[&str]) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut rest = lines;
    while let Some((&line, after)) = rest.split_first() {
        if line.trim().is_empty() {
            rest = after;
        } else if let Some((level, text)) = heading(line) {
            blocks.push(Block::Heading { level, text: text.to_owned() });
            rest = after;
        } else if is_row(line) {
            let end = rest.iter().position(|line| !is_row(line)).unwrap_or(rest.len());
            blocks.extend(table(&rest[..end]));
            rest = &rest[end..];
        } else if let Some((ordered, _)) = marker(line) {
            let (list, after) = list(rest, ordered);
            blocks.push(list);
            rest = after;
        } else {
            let ends = |line: &&str| {
                line.trim().is_empty() || is_row(line) || heading(line).is_some() || marker(line).is_some()
            };
            let end = 1 + after.iter().position(ends).unwrap_or(after.len());
            let text = rest[..end].iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
            blocks.push(Block::Paragraph(text));
            rest = &rest[end..];
        }
    }
    blocks
}

fn heading(line: &str) -> Option<(usize, &str)> {
    let level = line.bytes().take_while(|&byte| byte == b'#').count();
    let text = line.get(level..)?.strip_prefix(' ')?;
    (1..=4).contains(&level).then(|| (level, text.trim()))
}

fn is_row(line: &str) -> bool {
    line.trim_start().starts_with('|')
}

/// The second row only divides the head from the rest.
fn table(rows: &[&str]) -> Option<Block> {
    let [head, _, body @ ..] = rows else { return None };
    Some(Block::Table { head: cells(head), rows: body.iter().map(|row| cells(row)).collect() })
}

fn cells(row: &str) -> Vec<String> {
    let row = row.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    row.strip_suffix('|').unwrap_or(row).split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// Whether the line begins an item, of an ordered list or not, and how wide its mark is.
fn marker(line: &str) -> Option<(bool, usize)> {
    if line.starts_with("- ") {
        return Some((false, 2));
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0 && line[digits..].starts_with(". ")).then_some((true, digits + 2))
}

/// The list that begins here, and what comes after it.
fn list<'a>(lines: &'a [&'a str], ordered: bool) -> (Block, &'a [&'a str]) {
    let mut items = Vec::new();
    let mut rest = lines;
    while let Some((&line, after)) = rest.split_first() {
        let Some((_, width)) = marker(line).filter(|(kind, _)| *kind == ordered) else { break };
        let belongs = |line: &&str| line.starts_with("  ") || line.trim().is_empty();
        let end = after.iter().position(|line| !belongs(line)).unwrap_or(after.len());
        let mut item = vec![&line[width..]];
        item.extend(after[..end].iter().map(|line| line.get(width.min(indent(line))..).unwrap_or("")));
        items.push(read(&item));
        rest = &after[end..];
    }
    (Block::List { ordered, items }, rest)
}

fn indent(line: &str) -> usize {
    line.bytes().take_while(|&byte| byte == b' ').count()
}
