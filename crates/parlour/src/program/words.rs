//! A command line, split into words as a shell does it.

/// Words are separated by spaces; quotes of either kind and backslashes keep what they hold together.
pub fn split(line: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, letter) if letter.is_whitespace() => words.extend(word.take()),
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(letters.next()),
            (_, letter) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    match (quote, words.is_empty()) {
        (Some(_), _) => Err(format!("a quote in the command \"{line}\" is not closed")),
        (None, true) => Err("the command is empty; write cmd:\"python3 mybot.py\"".to_owned()),
        (None, false) => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn commands_are_split_as_a_shell_does_it() {
        for (line, words) in [
            ("python3 mybot.py", vec!["python3", "mybot.py"]),
            ("  sh -c 'a b  c'  ", vec!["sh", "-c", "a b  c"]),
            (r#"sh -c "say \"hi\"" ''"#, vec!["sh", "-c", "say \"hi\"", ""]),
            (r"my\ bot a'b'c", vec!["my bot", "abc"]),
        ] {
            assert_eq!(split(line).unwrap(), words, "{line}");
        }
        assert!(split("sh -c 'open").unwrap_err().contains("not closed"));
        assert!(split("  ").unwrap_err().contains("empty"));
    }
}
