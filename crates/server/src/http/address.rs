//! Where requests come from: the page they belong to, and the address that sends them.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex};

use axum::extract::{ConnectInfo, Request, State as Known};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::Instant;

use super::State;
use super::error::Refused;
use super::listener::Peer;
use crate::config::Config;
use crate::socket::Bucket;

/// So many addresses are remembered before those are forgotten that have been quiet.
const MANY: usize = 10_000;

/// What each address may still ask.
pub struct Addresses {
    per_second: u32,
    at_once: u32,
    connections: usize,
    behind_proxy: bool,
    known: Mutex<HashMap<IpAddr, Asker>>,
}

struct Asker {
    bucket: Bucket,
    open: usize,
}

/// A connection that counts until it is dropped.
pub struct Slot(Option<(Arc<Addresses>, IpAddr)>);

impl Drop for Slot {
    fn drop(&mut self) {
        if let Some((addresses, address)) = &self.0
            && let Some(known) = addresses.lock().get_mut(address)
        {
            known.open = known.open.saturating_sub(1);
        }
    }
}

impl Addresses {
    pub fn new(config: &Config) -> Self {
        Self {
            per_second: config.requests_per_second,
            at_once: config.requests_at_once,
            connections: config.connections_per_address,
            behind_proxy: config.behind_proxy,
            known: Mutex::default(),
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<IpAddr, Asker>> {
        self.known.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Who asks; none for this machine itself, which is trusted with as much as it likes.
    pub fn of(&self, peer: Option<IpAddr>, headers: &HeaderMap) -> Option<IpAddr> {
        let forwarded = || {
            let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
            last.rsplit(',').next()?.trim().parse().ok()
        };
        let address = if self.behind_proxy { forwarded().or(peer) } else { peer };
        address.map(network).filter(|address| !address.is_loopback())
    }

    /// What is known of an address.
    fn know<T>(&self, address: IpAddr, now: Instant, tell: impl FnOnce(&mut Asker) -> T) -> T {
        let mut known = self.lock();
        if known.len() >= MANY {
            known.retain(|_, one| one.open > 0 || !one.bucket.is_full(now));
        }
        let fresh = || Asker { bucket: Bucket::new(self.per_second, self.at_once, now), open: 0 };
        tell(known.entry(address).or_insert_with(fresh))
    }

    fn asks(&self, address: IpAddr, cost: u32) -> bool {
        let now = Instant::now();
        self.know(address, now, |one| one.bucket.take(cost, now))
    }

    /// A connection from this address, unless there are too many.
    fn connect(self: &Arc<Self>, address: Option<IpAddr>) -> Option<Slot> {
        let Some(address) = address else { return Some(Slot(None)) };
        let welcome = self.know(address, Instant::now(), |one| {
            let welcome = one.open < self.connections;
            one.open += usize::from(welcome);
            welcome
        });
        welcome.then(|| Slot(Some((self.clone(), address))))
    }

    /// A connection at the door. All that comes from a proxy comes from one address: it is counted at the table.
    pub fn knock(self: &Arc<Self>, peer: IpAddr) -> Option<Slot> {
        self.connect(self.of(Some(peer), &HeaderMap::new()).filter(|_| !self.behind_proxy))
    }

    /// A socket at a table; without a proxy it was counted at the door.
    pub fn sit(self: &Arc<Self>, asker: Option<IpAddr>) -> Option<Slot> {
        self.connect(asker.filter(|_| self.behind_proxy))
    }
}

/// One household: an IPv4 address, or the first half of an IPv6 address.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) if !six.is_loopback() => {
            IpAddr::V6(Ipv6Addr::from_bits(six.to_bits() & !u128::from(u64::MAX)))
        }
        other => other,
    }
}

/// Who asks.
pub fn asker(state: &State, request: &Request) -> Option<IpAddr> {
    let peer = request.extensions().get::<ConnectInfo<Peer>>().map(|info| info.0.0.ip());
    state.addresses.of(peer, request.headers())
}

/// What a request costs of what an address may ask: a table is kept for good, and a record is played anew.
fn cost(request: &Request) -> u32 {
    match request.uri().path() {
        "/api/tables" if request.method() == Method::POST => 10,
        path if path.ends_with("/record") => 4,
        _ => 1,
    }
}

/// Turns away an address that asks too much.
pub async fn limit(Known(state): Known<State>, request: Request, next: Next) -> Response {
    match asker(&state, &request) {
        Some(address) if !state.addresses.asks(address, cost(&request)) => {
            let text = "Too many requests from your address. Wait a few seconds, then try again.";
            Refused::new(StatusCode::TOO_MANY_REQUESTS, text).into_response()
        }
        _ => next.run(request).await,
    }
}

/// Answers are for now and for whoever asked; pages of origins that were allowed may read them, too.
pub async fn share(Known(state): Known<State>, request: Request, next: Next) -> Response {
    let origins = &state.hub.0.config.origins;
    let asked = request.headers().get(header::ORIGIN).cloned();
    let allowed =
        asked.filter(|origin| origins.iter().any(|allowed| allowed.as_bytes() == origin.as_bytes()));
    let mut response = if allowed.is_some() && request.method() == Method::OPTIONS {
        StatusCode::NO_CONTENT.into_response()
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::VARY, HeaderValue::from_static("origin"));
    if let Some(origin) = allowed {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST"));
        let named = HeaderValue::from_static("authorization, content-type");
        headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, named);
    }
    response
}

/// Only pages from here, or from origins that were allowed, may act for a guest. What is no page says no origin.
pub fn check_origin(config: &Config, headers: &HeaderMap) -> Result<(), Refused> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or_default();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let same = origin.split_once("://").is_some_and(|(scheme, from)| {
        matches!(scheme, "http" | "https") && !host.is_empty() && from.eq_ignore_ascii_case(host)
    });
    if same || config.origins.iter().any(|allowed| allowed == origin) {
        return Ok(());
    }
    Err(Refused::new(StatusCode::FORBIDDEN, "This page comes from elsewhere and may not play here."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|&(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn only_pages_of_this_server_may_act() {
        let config = Config { origins: vec!["https://friends.example".to_owned()], ..Config::default() };
        let allowed = |pairs: &[_]| check_origin(&config, &headers(pairs)).is_ok();
        assert!(allowed(&[("host", "cards.example:7000")]));
        assert!(allowed(&[("host", "cards.example:7000"), ("origin", "http://cards.example:7000")]));
        assert!(allowed(&[("host", "cards.example"), ("origin", "https://friends.example")]));
        for origin in ["http://evil.example", "null", "http://cards.example:7001", "file://cards.example", ""]
        {
            assert!(!allowed(&[("host", "cards.example"), ("origin", origin)]), "{origin}");
        }
        assert!(!allowed(&[("origin", "http://")]));
    }

    #[test]
    fn addresses_are_counted_by_household_and_this_machine_is_not() {
        let peer = |text: &str| Some(text.parse().unwrap());
        let open = Addresses::new(&Config::default());
        assert_eq!(open.of(peer("127.0.0.1"), &HeaderMap::new()), None);
        assert_eq!(open.of(peer("::ffff:10.0.0.7"), &HeaderMap::new()), peer("10.0.0.7"));
        assert_eq!(open.of(peer("2001:db8::1:2:3:4"), &HeaderMap::new()), peer("2001:db8::"));
        let forwarded = headers(&[("x-forwarded-for", "1.1.1.1, 9.9.9.9")]);
        assert_eq!(open.of(peer("10.0.0.7"), &forwarded), peer("10.0.0.7"), "anyone can write a header");
        let proxied = Addresses::new(&Config { behind_proxy: true, ..Config::default() });
        assert_eq!(proxied.of(peer("127.0.0.1"), &forwarded), peer("9.9.9.9"));
    }

    #[tokio::test(start_paused = true)]
    async fn an_address_that_asks_too_much_waits() {
        let config = Config {
            requests_at_once: 3,
            requests_per_second: 1,
            connections_per_address: 2,
            ..Config::default()
        };
        let addresses = Arc::new(Addresses::new(&config));
        let (one, other) = ("10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap());
        assert_eq!([(); 4].map(|()| addresses.asks(one, 1)), [true, true, true, false]);
        assert!(addresses.asks(other, 3) && !addresses.asks(other, 1));
        tokio::time::advance(std::time::Duration::from_secs(1)).await;
        assert!(addresses.asks(one, 1));
        let first = addresses.connect(Some(one));
        let second = addresses.connect(Some(one));
        assert!(first.is_some() && second.is_some() && addresses.connect(Some(one)).is_none());
        drop(first);
        assert!(addresses.connect(Some(one)).is_some());
        let at_the_door = [(); 2].map(|()| addresses.knock(other));
        assert!(at_the_door.iter().all(Option::is_some) && addresses.knock(other).is_none());
        assert!(addresses.sit(Some(other)).is_some(), "counted once");
        let proxied = Arc::new(Addresses::new(&Config { behind_proxy: true, ..config }));
        let slots = [(); 5].map(|()| proxied.knock(one));
        assert!(slots.iter().all(Option::is_some), "the proxy itself");
        let at_tables = [(); 2].map(|()| proxied.sit(Some(other)));
        assert!(at_tables.iter().all(Option::is_some) && proxied.sit(Some(other)).is_none());
    }
}
