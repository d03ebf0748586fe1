//! Where requests come from: the page they belong to, and the address that sends them.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::extract::{ConnectInfo, Request, State as Known};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use protocol::codes;
use tokio::time::{Instant, timeout};

use super::State;
use super::error::Refused;
use super::listener::Peer;
use crate::config::{Config, Network};
use crate::socket::Bucket;

/// Addresses that are remembered before idle ones are evicted.
const MANY: usize = 10_000;
const FORWARDED: &str = "x-forwarded-for";
/// What only a proxy adds to a request.
const SIGNS: [&str; 4] = [FORWARDED, "forwarded", "via", "x-real-ip"];
/// An IPv6 network of a provider's customer may ask as much as this number of households.
const SITE: u32 = 10;

/// What each address may still ask.
pub struct Addresses {
    per_second: u32,
    at_once: u32,
    per_address: usize,
    in_all: usize,
    proxies: Vec<Network>,
    /// All open connections.
    open: AtomicUsize,
    /// Whether it was told that an unknown proxy forwards requests.
    warned: AtomicBool,
    known: Mutex<HashMap<IpAddr, Asker>>,
}

struct Asker {
    bucket: Bucket,
    open: usize,
}

/// A connection that counts until it is dropped.
pub struct ConnectionPermit {
    addresses: Arc<Addresses>,
    /// The address it counts for.
    address: Option<IpAddr>,
    /// Whether it counts among all connections.
    at_the_door: bool,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        if self.at_the_door {
            self.addresses.open.fetch_sub(1, Ordering::Relaxed);
        }
        if let Some(address) = &self.address
            && let Some(known) = self.addresses.lock().get_mut(address)
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
            per_address: config.connections_per_address,
            in_all: config.connections,
            proxies: config.trusted_proxies.clone(),
            open: AtomicUsize::new(0),
            warned: AtomicBool::new(false),
            known: Mutex::default(),
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<IpAddr, Asker>> {
        self.known.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn is_proxy(&self, address: IpAddr) -> bool {
        self.proxies.iter().any(|proxy| proxy.contains(address))
    }

    /// The address that asks; none for a process on this machine that speaks for itself, which is not limited.
    pub fn of(&self, peer: Option<IpAddr>, headers: &HeaderMap) -> Option<IpAddr> {
        let peer = peer?.to_canonical();
        let proxied = SIGNS.into_iter().any(|sign| headers.contains_key(sign));
        if !proxied {
            // What a proxy does not say is not this machine's own.
            return (!peer.is_loopback() || self.is_proxy(peer)).then(|| network(peer));
        }
        if !self.is_proxy(peer) {
            if peer.is_loopback() && !self.warned.swap(true, Ordering::Relaxed) {
                tracing::warn!("a proxy on this machine is not trusted; name it with --trusted-proxy");
            }
            return Some(network(peer));
        }
        // Every proxy adds the address it was asked from at the end; what stands before that, anyone can write.
        let lists = headers.get_all(FORWARDED).iter().rev().map(|list| list.to_str().unwrap_or_default());
        let hops = lists.flat_map(|list| list.rsplit(',')).map(hop);
        let mut from = peer;
        for hop in hops.map_while(|hop| hop) {
            from = hop.to_canonical();
            if !self.is_proxy(from) {
                break;
            }
        }
        Some(network(from))
    }

    /// What is known of an address.
    fn know<T>(&self, address: IpAddr, times: u32, now: Instant, tell: impl FnOnce(&mut Asker) -> T) -> T {
        let mut known = self.lock();
        if known.len() >= MANY {
            known.retain(|_, one| one.open > 0 || !one.bucket.is_full(now));
        }
        let (per_second, at_once) =
            (self.per_second.saturating_mul(times), self.at_once.saturating_mul(times));
        let fresh = || Asker { bucket: Bucket::new(per_second, at_once, now), open: 0 };
        tell(known.entry(address).or_insert_with(fresh))
    }

    fn asks(&self, address: IpAddr, cost: u32) -> bool {
        let now = Instant::now();
        site(address).is_none_or(|site| self.know(site, SITE, now, |one| one.bucket.take(cost, now)))
            && self.know(address, 1, now, |one| one.bucket.take(cost, now))
    }

    /// A connection from this address, unless there are too many.
    fn connect(self: &Arc<Self>, address: Option<IpAddr>) -> Option<ConnectionPermit> {
        if let Some(address) = address {
            let welcome = self.know(address, 1, Instant::now(), |one| {
                let welcome = one.open < self.per_address;
                one.open += usize::from(welcome);
                welcome
            });
            if !welcome {
                return None;
            }
        }
        Some(ConnectionPermit { addresses: self.clone(), address, at_the_door: false })
    }

    /// A connection at the door. All that comes from a proxy comes from one address: it is counted at the table.
    pub fn knock(self: &Arc<Self>, peer: IpAddr) -> Option<ConnectionPermit> {
        if self.open.fetch_add(1, Ordering::Relaxed) >= self.in_all {
            self.open.fetch_sub(1, Ordering::Relaxed);
            return None;
        }
        let address = self.of(Some(peer), &HeaderMap::new()).filter(|_| !self.is_proxy(peer));
        let Some(mut permit) = self.connect(address) else {
            self.open.fetch_sub(1, Ordering::Relaxed);
            return None;
        };
        permit.at_the_door = true;
        Some(permit)
    }

    /// A socket at a table; one that did not come through a proxy was counted at the door.
    pub fn sit(self: &Arc<Self>, peer: Option<IpAddr>, asker: Option<IpAddr>) -> Option<ConnectionPermit> {
        self.connect(asker.filter(|_| peer.is_some_and(|peer| self.is_proxy(peer))))
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

/// The network that a provider gives to a customer, who has many of the above: the first 48 bits. Its last bit tells it
/// from a household.
fn site(address: IpAddr) -> Option<IpAddr> {
    let IpAddr::V6(six) = address else { return None };
    (!six.is_loopback()).then(|| IpAddr::V6(Ipv6Addr::from_bits(six.to_bits() >> 80 << 80 | 1)))
}

/// An address in a list of hops; some proxies add the port.
fn hop(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse().ok().map(|socket: SocketAddr| socket.ip()))
}

/// The address at the other end of the connection.
pub fn peer(request: &Request) -> Option<IpAddr> {
    request.extensions().get::<ConnectInfo<Peer>>().map(|info| info.0.0.ip())
}

/// Who asks.
pub fn asker(state: &State, request: &Request) -> Option<IpAddr> {
    state.addresses.of(peer(request), request.headers())
}

/// What a request costs of what an address may ask: a table is kept for good, and a record is played again.
fn cost(request: &Request) -> u32 {
    match request.uri().path() {
        "/api/tables" if request.method() == Method::POST => 10,
        "/api/guest" | "/api/guest/key" => 20,
        path if path.ends_with("/record") => 4,
        _ => 1,
    }
}

/// Turns away an address that asks too much.
pub async fn limit(Known(state): Known<State>, request: Request, next: Next) -> Response {
    match asker(&state, &request) {
        Some(address) if !state.addresses.asks(address, cost(&request)) => {
            let text = "Too many requests from your address. Wait a few seconds, then try again.";
            Refused::new(StatusCode::TOO_MANY_REQUESTS, codes::TOO_FAST, text).into_response()
        }
        _ => match timeout(state.hub.0.config.request_timeout, next.run(request)).await {
            Ok(response) => response,
            Err(_) => {
                let text = "The request took too long to arrive. Try again.";
                Refused::new(StatusCode::REQUEST_TIMEOUT, codes::BAD_MESSAGE, text).into_response()
            }
        },
    }
}

/// Answers are neither cached nor shared; pages of origins that were allowed may read them, too.
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
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("DELETE, GET, POST"));
        let named = HeaderValue::from_static("authorization, content-type");
        headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, named);
    }
    response
}

/// Whether a page with this scheme, host and port comes from this host and port. A port that is not named is the
/// usual one; whether this server is reached by http or https, only a proxy in front of it knows.
fn is_same(scheme: &str, from: &str, host: &str) -> bool {
    let usual = match scheme {
        "http" => "80",
        "https" => "443",
        _ => return false,
    };
    let split = |text: &str| match text.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => {
            (name.to_ascii_lowercase(), port.to_owned())
        }
        _ => (text.to_ascii_lowercase(), usual.to_owned()),
    };
    !host.is_empty() && split(from) == split(host)
}

/// Only pages from here, or from origins that were allowed, may act for a guest. Clients other than browsers send
/// no Origin header.
pub fn check_origin(config: &Config, headers: &HeaderMap) -> Result<(), Refused> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or_default();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let same = origin.split_once("://").is_some_and(|(scheme, from)| is_same(scheme, from, host));
    if same || config.origins.iter().any(|allowed| allowed == origin) {
        return Ok(());
    }
    let text = "This page comes from elsewhere and may not play here.";
    Err(Refused::new(StatusCode::FORBIDDEN, codes::FOREIGN_ORIGIN, text))
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
        for (host, origin, same) in [
            ("cards.example:443", "https://cards.example", true),
            ("Cards.Example", "https://cards.example:443", true),
            ("cards.example:80", "http://cards.example", true),
            ("[::1]:8080", "http://[::1]:8080", true),
            ("[::1]", "http://[::1]", true),
            ("cards.example:443", "http://cards.example", false),
            ("cards.example:8080", "http://cards.example", false),
            ("cards.example:8080", "http://cards.example:9999", false),
            ("cards.example", "https://cards.example:8443", false),
            ("[::1]", "http://[::1]:1", false),
        ] {
            assert_eq!(allowed(&[("host", host), ("origin", origin)]), same, "{host} {origin}");
        }
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
    }

    fn proxied(config: Config) -> Addresses {
        let trusted_proxies = ["127.0.0.1", "10.0.0.0/8"].map(|text| text.parse().unwrap()).to_vec();
        Addresses::new(&Config { trusted_proxies, ..config })
    }

    #[test]
    fn a_spoofed_header_makes_nobody_someone_else() {
        let address = |text: &str| Some(text.parse::<IpAddr>().unwrap());
        let proxied = proxied(Config::default());
        for (peer, header, client) in [
            // The proxy added the last one; the rest was sent to it.
            ("127.0.0.1", "127.0.0.1, 8.8.8.8, 9.9.9.9", "9.9.9.9"),
            // Two proxies in a row.
            ("127.0.0.1", "8.8.8.8, 9.9.9.9, 10.1.1.1", "9.9.9.9"),
            // Nobody becomes this machine, or a proxy, by saying so.
            ("10.1.1.1", "127.0.0.1", "127.0.0.1"),
            ("10.1.1.1", "::1", "::1"),
            ("10.1.1.1", "garbage", "10.1.1.1"),
            ("10.1.1.1", "", "10.1.1.1"),
            // Some proxies add the port.
            ("127.0.0.1", "9.9.9.9:4711", "9.9.9.9"),
            ("127.0.0.1", "[2001:db8::1]:4711", "2001:db8::"),
            ("127.0.0.1", "[2001:db8::1]", "2001:db8::"),
            ("9.9.9.9", "8.8.8.8", "9.9.9.9"),
            ("9.9.9.9", "127.0.0.1", "9.9.9.9"),
        ] {
            let headers = HeaderMap::from_iter([(FORWARDED.parse().unwrap(), header.parse().unwrap())]);
            assert_eq!(proxied.of(address(peer), &headers), address(client), "{peer}: {header}");
        }
        // A proxy that does not say who asks is limited itself.
        assert_eq!(proxied.of(address("127.0.0.1"), &HeaderMap::new()), address("127.0.0.1"));
        for sign in ["via", "forwarded", "x-real-ip"] {
            let headers = HeaderMap::from_iter([(sign.parse().unwrap(), "9.9.9.9".parse().unwrap())]);
            let open = Addresses::new(&Config::default());
            assert_eq!(open.of(address("127.0.0.1"), &headers), address("127.0.0.1"), "{sign}");
            assert_eq!(proxied.of(address("127.0.0.1"), &headers), address("127.0.0.1"), "{sign}");
        }
        // An unknown proxy on this machine is no reason to limit nobody.
        let open = Addresses::new(&Config::default());
        let forwarded = headers(&[("x-forwarded-for", "9.9.9.9")]);
        assert_eq!(open.of(address("127.0.0.1"), &forwarded), address("127.0.0.1"));
        let lines = headers(&[("x-forwarded-for", "8.8.8.8"), ("x-forwarded-for", "9.9.9.9")]);
        assert_eq!(proxied.of(address("127.0.0.1"), &lines), address("9.9.9.9"));
    }

    #[tokio::test(start_paused = true)]
    async fn a_customer_with_very_many_networks_is_limited() {
        let config = Config { requests_at_once: 3, requests_per_second: 1, ..Config::default() };
        let addresses = Addresses::new(&config);
        let asks = |text: &str| addresses.asks(network(text.parse().unwrap()), 1);
        let asked = (0..100).filter(|number| asks(&format!("2001:db8:1:{number:x}::5"))).count();
        assert_eq!(asked, 30, "as many as ten households");
        assert!(asks("2001:db8:2::5"), "another customer is not");
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
        assert!(addresses.sit(Some(other), Some(other)).is_some(), "counted once");
        let proxied = Arc::new(proxied(Config { connections: 6, ..config }));
        let slots = [(); 5].map(|()| proxied.knock(one));
        assert!(slots.iter().all(Option::is_some), "the proxy itself");
        let far = "9.9.9.9".parse().ok();
        let at_tables = [(); 2].map(|()| proxied.sit(Some(one), far));
        assert!(at_tables.iter().all(Option::is_some) && proxied.sit(Some(one), far).is_none());
        let sixth = proxied.knock(one);
        assert!(sixth.is_some() && proxied.knock(one).is_none(), "there is a limit for all together");
        drop(sixth);
        assert!(proxied.knock(one).is_some());
    }
}
