//! The web client's bundle is part of the executable: a new bundle makes a new executable.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../../dist");
}
