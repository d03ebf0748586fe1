//! The program that the browser runs, on the page and in the worker.

#![forbid(unsafe_code)]

fn main() {
    if cfg!(target_arch = "wasm32") {
        web::start();
    } else {
        eprintln!("This program runs in a browser. Type: cargo xtask run");
    }
}
