//! Metrics for operators, in Prometheus's text format.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// The upper ends of the buckets of the time that an append takes, in microseconds.
const BUCKETS: [u64; 10] = [500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 500_000, 2_000_000];

/// Something that is counted.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Adds this number.
    pub fn add(&self, number: u64) {
        self.0.fetch_add(number, Ordering::Relaxed);
    }

    /// How many so far.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Something that comes and goes.
#[derive(Debug, Default)]
pub struct Gauge(AtomicI64);

impl Gauge {
    /// One more, until the guard is dropped.
    pub fn enter(&self) -> GaugeGuard<'_> {
        self.0.fetch_add(1, Ordering::Relaxed);
        GaugeGuard(self)
    }

    /// How many now.
    pub fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// One that counts while it is there.
#[derive(Debug)]
pub struct GaugeGuard<'a>(&'a Gauge);

impl Drop for GaugeGuard<'_> {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What is counted.
#[derive(Debug, Default)]
pub struct Metrics {
    /// Sockets that are open.
    pub connections: Gauge,
    /// Tables that are warm.
    pub tables: Gauge,
    /// Tables that were opened.
    pub opened: Counter,
    /// Entries that were folded.
    pub entries: Counter,
    /// Appends that someone else was quicker at.
    pub conflicts: Counter,
    /// Times that the ledger failed.
    pub ledger_errors: Counter,
    /// Words to other processes about who is here.
    pub presence_messages: Counter,
    /// Calls of clients.
    pub calls: Counter,
    /// Calls that were refused.
    pub refused: Counter,
    /// Updates that were sent.
    pub updates: Counter,
    /// Clients let go because they were slow.
    pub slow: Counter,
    /// Clients let go because they were too fast.
    pub fast: Counter,
    /// Tables that failed and were set up again.
    pub crashes: Counter,
    /// Visits that there was no room for.
    pub turned_away: Counter,
    /// Entries that were read to set tables up.
    pub loaded: Counter,
    buckets: [Counter; BUCKETS.len()],
    appends: Counter,
    append_micros: Counter,
}

impl Metrics {
    /// Notes how long an append took.
    pub fn appended(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        if let Some(bucket) = BUCKETS.iter().position(|&end| micros <= end) {
            self.buckets[bucket].add(1);
        }
        self.appends.add(1);
        self.append_micros.add(micros);
    }

    /// All of it, for Prometheus.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let mut say = |name: &str, kind: &str, help: &str, value: i128| {
            let _ = write!(out, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n");
        };
        say("parlour_connections", "gauge", "Sockets that are open.", self.connections.get().into());
        say("parlour_tables_warm", "gauge", "Tables held in memory.", self.tables.get().into());
        let counters = [
            ("parlour_tables_opened_total", "Tables that were opened.", &self.opened),
            ("parlour_entries_total", "Entries folded into tables.", &self.entries),
            (
                "parlour_append_conflicts_total",
                "Appends that another process was quicker at.",
                &self.conflicts,
            ),
            ("parlour_ledger_errors_total", "Times that the ledger failed.", &self.ledger_errors),
            (
                "parlour_presence_messages_total",
                "Words to other servers about who is at a table.",
                &self.presence_messages,
            ),
            ("parlour_calls_total", "Calls of clients.", &self.calls),
            ("parlour_calls_refused_total", "Calls that were refused.", &self.refused),
            ("parlour_updates_total", "Updates sent to clients.", &self.updates),
            ("parlour_slow_clients_total", "Clients let go because they did not keep up.", &self.slow),
            ("parlour_fast_clients_total", "Clients let go because they called too often.", &self.fast),
            ("parlour_entries_loaded_total", "Entries read to set tables up.", &self.loaded),
            ("parlour_turned_away_total", "Visits that there was no room for.", &self.turned_away),
            ("parlour_table_crashes_total", "Tables that failed and were set up again.", &self.crashes),
        ];
        for (name, help, counter) in counters {
            say(name, "counter", help, counter.get().into());
        }
        if let Some(bytes) = resident_memory() {
            say("process_resident_memory_bytes", "gauge", "Memory that this process holds.", bytes.into());
        }
        if let Some(seconds) = processor_time() {
            let name = "process_cpu_seconds_total";
            let help = "Time that processors worked for this process.";
            let _ = write!(out, "# HELP {name} {help}\n# TYPE {name} counter\n{name} {seconds}\n");
        }
        let name = "parlour_append_seconds";
        let _ = write!(out, "# HELP {name} Time until an append was durable.\n# TYPE {name} histogram\n");
        let mut sum = 0;
        for (bucket, end) in self.buckets.iter().zip(BUCKETS) {
            sum += bucket.get();
            let _ = writeln!(out, "{name}_bucket{{le=\"{}\"}} {sum}", end as f64 / 1e6);
        }
        let _ = writeln!(out, "{name}_bucket{{le=\"+Inf\"}} {}", self.appends.get());
        let _ = writeln!(out, "{name}_sum {}", self.append_micros.get() as f64 / 1e6);
        let _ = writeln!(out, "{name}_count {}", self.appends.get());
        out
    }
}

/// The seconds that processors worked for this process, in it and for it in the system, where the system tells.
fn processor_time() -> Option<f64> {
    /// Ticks of a second in `/proc`, on every Linux.
    const TICKS: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program may hold anything, but nothing after it holds a bracket.
    let mut times = stat.rsplit_once(')')?.1.split_whitespace().skip(11).map(str::parse::<f64>);
    Some((times.next()?.ok()? + times.next()?.ok()?) / TICKS)
}

/// The bytes of memory that this process holds, where the system tells.
fn resident_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}
