//! Server settings and their defaults.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// The settings of a card room.
#[derive(Clone, Debug)]
pub struct Config {
    /// How long a bot waits before it moves, so that people can follow.
    pub bot_pause: Duration,
    /// How long an expert may think about a move.
    pub bot_thinks: Duration,
    /// How long a player's client may be gone before others are told.
    pub away_after: Duration,
    /// How long a table waits, after it was set up again, for players whom it has not seen yet.
    pub return_within: Duration,
    /// How long a player's client has to reveal its share before a bot takes the seat.
    pub reveal_within: Duration,
    /// How often processes that share a table tell each other who is there; after three times that, they are not.
    pub beat: Duration,
    /// How long a table without clients is kept warm.
    pub idle: Duration,
    /// How long a client may take to say hello, and to take what is sent.
    pub client_timeout: Duration,
    /// How often a client is asked whether it is still there; after twice that it is not.
    pub heartbeat: Duration,
    /// Updates that may wait for a client before it counts as slow.
    pub outbox: usize,
    /// Bytes that may wait for a client before it counts as slow.
    pub outbox_bytes: usize,
    /// Those who watch a table without a seat; a quarter of them may come from one address.
    pub watchers: usize,
    /// Sockets of one guest, at all tables together.
    pub sockets_per_guest: usize,
    /// Calls that may wait at a table.
    pub mailbox: usize,
    /// Calls per second that a guest may make for long; an address may make ten times as many.
    pub calls_per_second: u32,
    /// Calls that a guest may make at once.
    pub calls_at_once: u32,
    /// Bytes per second that answers to a guest may have for long; those to an address ten times as many.
    pub bytes_per_second: u32,
    /// Bytes of answers at once.
    pub bytes_at_once: u32,
    /// The most bytes of a message.
    pub largest_message: usize,
    /// The most entries of a table's log.
    pub longest_log: u64,
    /// Connections from one address; this machine itself is not counted.
    pub connections_per_address: usize,
    /// Requests per second from one address; this machine itself is not counted.
    pub requests_per_second: u32,
    /// Requests at once from one address.
    pub requests_at_once: u32,
    /// Proxies whose X-Forwarded-For is believed.
    pub trusted_proxies: Vec<Network>,
    /// Connections in all, this machine's own included.
    pub connections: usize,
    /// Tables that are kept warm at the same time.
    pub warm_tables: usize,
    /// How long a request may take to arrive, and a stalled answer to be taken.
    pub request_timeout: Duration,
    /// How long the logs of finished tables are kept; none for ever. Their records stay.
    pub keep_finished: Option<Duration>,
    /// Whether reports of players are written to the log.
    pub log_reports: bool,
    /// Pages of other origins that may use this server.
    pub origins: Vec<String>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            bot_pause: Duration::from_millis(800),
            bot_thinks: Duration::from_secs(1),
            away_after: Duration::from_secs(4),
            return_within: Duration::from_secs(30),
            reveal_within: Duration::from_secs(10),
            beat: Duration::from_secs(2),
            idle: Duration::from_secs(120),
            client_timeout: Duration::from_secs(20),
            heartbeat: Duration::from_secs(25),
            outbox: 64,
            outbox_bytes: 512 * 1024,
            watchers: 200,
            sockets_per_guest: 32,
            mailbox: 128,
            calls_per_second: 20,
            calls_at_once: 60,
            bytes_per_second: 128 * 1024,
            bytes_at_once: 2 * 1024 * 1024,
            largest_message: 8 * 1024,
            longest_log: 20_000,
            connections_per_address: 200,
            requests_per_second: 20,
            requests_at_once: 100,
            trusted_proxies: Vec::new(),
            connections: 20_000,
            warm_tables: 10_000,
            request_timeout: Duration::from_secs(30),
            keep_finished: Some(Duration::from_secs(90 * 24 * 60 * 60)),
            log_reports: false,
            origins: Vec::new(),
        }
    }
}

/// A network in CIDR notation, such as `10.0.0.0/8`, or a single address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: u128,
    mask: u128,
}

/// Why a text is no network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("give an address or a network in CIDR notation, such as 10.0.0.5 or 10.0.0.0/8")]
pub struct BadNetwork;

/// An address as 128 bits; IPv4 addresses are mapped, so that both notations of one are the same.
fn bits(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(four) => four.to_ipv6_mapped().to_bits(),
        IpAddr::V6(six) => six.to_bits(),
    }
}

impl Network {
    /// Whether this address is part of it.
    pub fn contains(&self, address: IpAddr) -> bool {
        bits(address) & self.mask == self.address
    }
}

impl FromStr for Network {
    type Err = BadNetwork;

    fn from_str(text: &str) -> Result<Self, BadNetwork> {
        let (address, length) = text.split_once('/').map_or((text, None), |(one, two)| (one, Some(two)));
        let address: IpAddr = address.trim().parse().map_err(|_| BadNetwork)?;
        let most = if address.is_ipv4() { Ipv4Addr::BITS } else { Ipv6Addr::BITS };
        let length = length.map_or(Ok(most), |length| length.trim().parse()).map_err(|_| BadNetwork)?;
        if length > most {
            return Err(BadNetwork);
        }
        let mask = u128::MAX.checked_shl(most - length).unwrap_or(0);
        Ok(Self { address: bits(address) & mask, mask })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_are_read_and_know_their_addresses() {
        for (network, inside, outside) in [
            ("10.0.0.0/8", "10.200.0.1", "11.0.0.1"),
            ("10.0.0.5", "::ffff:10.0.0.5", "10.0.0.6"),
            ("192.168.7.9/24", "192.168.7.1", "192.168.8.1"),
            ("2001:db8::/32", "2001:db8:1::1", "2001:db9::1"),
            ("127.0.0.0/8", "127.0.0.1", "::1"),
        ] {
            let network: Network = network.parse().unwrap();
            assert!(network.contains(inside.parse().unwrap()), "{network:?} {inside}");
            assert!(!network.contains(outside.parse().unwrap()), "{network:?} {outside}");
        }
        assert!("0.0.0.0/0".parse::<Network>().unwrap().contains("1.2.3.4".parse().unwrap()));
        for text in ["", "10.0.0.0/33", "10.0.0/8", "all", "::/129", "10.0.0.0/-1"] {
            assert!(text.parse::<Network>().is_err(), "{text}");
        }
    }
}
