//! Work on several threads, with the same results as on one.

use std::panic::resume_unwind;
use std::thread::{self, Builder};

/// Applies the function to every item on at most this number of threads; results are in the order of the items.
pub fn map<T: Sync, R: Send>(items: &[T], threads: usize, each: impl Fn(&T) -> R + Sync) -> Vec<R> {
    // In a browser the standard library has no threads.
    let threads = if cfg!(target_family = "wasm") { 1 } else { threads.min(items.len()) };
    if threads <= 1 {
        return items.iter().map(each).collect();
    }
    let size = items.len().div_ceil(threads);
    let work = |items: &[T]| items.iter().map(&each).collect::<Vec<R>>();
    thread::scope(|scope| {
        let begin = |items| Builder::new().spawn_scoped(scope, move || work(items)).map_err(|_| items);
        let others: Vec<_> = items[size..].chunks(size).map(begin).collect();
        let mut results = work(&items[..size]);
        for other in others {
            results.extend(match other {
                Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
                // The system has no thread to give.
                Err(items) => work(items),
            });
        }
        results
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_are_in_order_for_any_number_of_threads() {
        let items: Vec<u32> = (0..17).collect();
        let squares: Vec<u32> = items.iter().map(|item| item * item).collect();
        for threads in [0, 1, 2, 3, 16, 17, 40] {
            assert_eq!(super::map(&items, threads, |item| item * item), squares, "{threads}");
        }
        assert!(super::map(&[0_u32; 0], 4, |item| *item).is_empty());
    }
}
