//! What can be set about a card room, with what is usual.

use std::time::Duration;

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
    /// Calls that may wait at a table.
    pub mailbox: usize,
    /// Calls per second that a client may make for long.
    pub calls_per_second: u32,
    /// Calls that a client may make at once.
    pub calls_at_once: u32,
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
    /// Whether the address of a client is the last one that a proxy names in X-Forwarded-For.
    pub behind_proxy: bool,
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
            beat: Duration::from_secs(2),
            idle: Duration::from_secs(120),
            client_timeout: Duration::from_secs(20),
            heartbeat: Duration::from_secs(25),
            outbox: 64,
            mailbox: 128,
            calls_per_second: 20,
            calls_at_once: 60,
            largest_message: 8 * 1024,
            longest_log: 20_000,
            connections_per_address: 200,
            requests_per_second: 20,
            requests_at_once: 100,
            behind_proxy: false,
            origins: Vec::new(),
        }
    }
}
