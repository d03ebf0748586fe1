//! What guests and addresses may use, over all of their sockets: calls, bytes of answers, sockets.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::time::Instant;

use crate::config::Config;
use crate::identity::GuestId;
use crate::socket::Bucket;

/// Holders that are remembered before idle ones are evicted.
const MANY: usize = 10_000;
/// An address may use as much as this number of guests: there may be a whole household behind it.
const HOUSEHOLD: u32 = 10;

/// Who has an allowance.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Holder {
    Guest(String),
    Address(IpAddr),
}

#[derive(Debug)]
struct Allowance {
    calls: Bucket,
    bytes: Bucket,
    sockets: usize,
}

impl Allowance {
    fn new(config: &Config, times: u32) -> Self {
        let now = Instant::now();
        let bucket = |per_second: u32, at_once: u32| {
            Bucket::new(per_second.saturating_mul(times), at_once.saturating_mul(times), now)
        };
        Self {
            calls: bucket(config.calls_per_second, config.calls_at_once),
            bytes: bucket(config.bytes_per_second, config.bytes_at_once),
            sockets: 0,
        }
    }

    fn is_untouched(&self, now: Instant) -> bool {
        self.sockets == 0 && self.calls.is_full(now) && self.bytes.is_full(now)
    }
}

type Shared = Arc<Mutex<Allowance>>;

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// The allowances of everyone who was here lately.
#[derive(Default)]
pub(crate) struct Allowances(Mutex<HashMap<Holder, Shared>>);

impl Allowances {
    fn of(&self, holder: Holder, config: &Config) -> Shared {
        let mut known = locked(&self.0);
        if known.len() >= MANY {
            let now = Instant::now();
            known.retain(|_, one| Arc::strong_count(one) > 1 || !locked(one).is_untouched(now));
        }
        let times = if matches!(holder, Holder::Address(_)) { HOUSEHOLD } else { 1 };
        let fresh = || Arc::new(Mutex::new(Allowance::new(config, times)));
        known.entry(holder).or_insert_with(fresh).clone()
    }

    /// A socket of this guest from this address; `None` if the guest has too many. A client without a key gets an
    /// allowance for this socket alone, and shares that of its address.
    pub fn open(&self, guest: Option<&GuestId>, from: Option<IpAddr>, config: &Config) -> Option<Usage> {
        let guest = match guest {
            Some(guest) => self.of(Holder::Guest(guest.to_hex()), config),
            None => Arc::new(Mutex::new(Allowance::new(config, 1))),
        };
        {
            let mut guest = locked(&guest);
            if guest.sockets >= config.sockets_per_guest {
                return None;
            }
            guest.sockets += 1;
        }
        Some(Usage { guest, address: from.map(|from| self.of(Holder::Address(from), config)), from })
    }
}

/// What one socket uses of the allowances of its guest and its address.
#[derive(Debug)]
pub struct Usage {
    guest: Shared,
    address: Option<Shared>,
    /// Where it comes from; none for this machine.
    pub from: Option<IpAddr>,
}

impl Drop for Usage {
    fn drop(&mut self) {
        let mut guest = locked(&self.guest);
        guest.sockets = guest.sockets.saturating_sub(1);
    }
}

impl Usage {
    fn all(&self) -> impl Iterator<Item = &Shared> {
        std::iter::once(&self.guest).chain(&self.address)
    }

    /// Takes a call out of the allowances; false if that is too much, or earlier answers were.
    pub fn call(&self, cost: u32) -> bool {
        let now = Instant::now();
        self.all().all(|one| {
            let mut one = locked(one);
            one.bytes.take(0, now) && one.calls.take(cost, now)
        })
    }

    /// Notes the bytes of an answer.
    pub fn answered(&self, bytes: usize) {
        let now = Instant::now();
        self.all().for_each(|one| locked(one).bytes.charge(bytes, now));
    }
}
