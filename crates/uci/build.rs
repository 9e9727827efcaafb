//! Passes the version of the compiler to the UCI command `compiler`.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().ok();
    let text = output.and_then(|output| String::from_utf8(output.stdout).ok());
    let version = text.as_deref().and_then(|text| text.lines().next());
    let version = version.unwrap_or("an unknown rustc");
    println!("cargo::rustc-env=ESPALIER_COMPILER={version}");
}
