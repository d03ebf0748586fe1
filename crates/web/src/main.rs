//! The program of the page in the browser.

#![forbid(unsafe_code)]

fn main() {
    if cfg!(target_arch = "wasm32") {
        web::start();
    } else {
        eprintln!("This program runs in a browser. Type: cargo xtask run");
    }
}
