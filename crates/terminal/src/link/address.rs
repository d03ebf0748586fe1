//! Where a table online is, read from its invitation.

use std::str::FromStr;

/// The address of a table's socket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    secure: bool,
    host: String,
    table: String,
}

impl Address {
    /// The socket.
    pub fn socket(&self) -> String {
        let scheme = if self.secure { "wss" } else { "ws" };
        format!("{scheme}://{}/ws/{}", self.host, self.table)
    }

    /// The table's name, which is its invitation.
    pub fn table(&self) -> &str {
        &self.table
    }

    /// The server, for people.
    pub fn host(&self) -> &str {
        &self.host
    }
}

/// An invitation is a link whose last part is the table: `http://host:8080/t/k3m9t2xw7q5d`, or the socket itself.
impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || {
            format!(
                "\"{text}\" is no invitation; copy the whole link, such as http://127.0.0.1:8080/t/k3m9t2xw7q5d"
            )
        };
        let text = text.trim();
        let (scheme, rest) = text.split_once("://").unwrap_or(("http", text));
        let secure = match scheme {
            "http" | "ws" => false,
            "https" | "wss" => true,
            _ => return Err(bad()),
        };
        let rest = rest.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
        let (host, path) = rest.split_once('/').ok_or_else(bad)?;
        let table = path.rsplit('/').next().unwrap_or_default();
        let is_host =
            !host.is_empty() && host.chars().all(|letter| letter.is_ascii_graphic() && letter != '@');
        let is_table = !table.is_empty()
            && table.len() <= 64
            && table.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
        if !is_host || !is_table {
            return Err(bad());
        }
        Ok(Self { secure, host: host.to_owned(), table: table.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invitations_are_read_as_they_are_copied() {
        let socket = |text: &str| text.parse::<Address>().map(|address| address.socket());
        for (link, expected) in [
            ("http://127.0.0.1:8080/t/k3m9", "ws://127.0.0.1:8080/ws/k3m9"),
            (" https://cards.example/t/k3m9/?from=chat#top ", "wss://cards.example/ws/k3m9"),
            ("ws://[::1]:80/ws/k3m9", "ws://[::1]:80/ws/k3m9"),
            ("localhost:8080/k3m9", "ws://localhost:8080/ws/k3m9"),
        ] {
            assert_eq!(socket(link).as_deref(), Ok(expected), "{link}");
        }
        for link in [
            "",
            "k3m9",
            "http://",
            "http://host",
            "http://host/",
            "ftp://host/k3m9",
            "http://a@b/k",
            "http://h/a b",
        ] {
            assert!(socket(link).is_err_and(|why| why.contains("copy the whole link")), "{link}");
        }
    }
}
