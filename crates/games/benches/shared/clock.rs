//! Processor time: what a benchmark measures on a machine that does other things, too.

use std::time::{Duration, Instant};

/// Measures the processor time of the thread that started it; the time on the wall where the system does not tell.
pub struct Clock {
    wall: Instant,
    processor: Option<Duration>,
}

impl Clock {
    pub fn start() -> Self {
        Self { wall: Instant::now(), processor: processor_time() }
    }

    pub fn elapsed(&self) -> Duration {
        match (self.processor, processor_time()) {
            (Some(start), Some(now)) => now.saturating_sub(start),
            _ => self.wall.elapsed(),
        }
    }
}

/// The first number there: nanoseconds on a processor.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
