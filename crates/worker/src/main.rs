//! The program that the browser's worker runs.

#![forbid(unsafe_code)]

fn main() {
    if cfg!(target_arch = "wasm32") {
        worker::work();
    } else {
        eprintln!("This program runs in a browser. Type: cargo xtask run");
    }
}
