//! The web client's bundle is part of a released executable: a new bundle makes a new executable. While developing,
//! the bundle is read from its folder, and nothing need be built anew.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo:rerun-if-changed=../../dist");
    }
}
