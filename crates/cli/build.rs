//! Notes which compiler builds the program, for the UCI command `compiler`, and from which commit, for the manifests of
//! matches.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc)
        .arg("--version")
        .output()
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .unwrap_or_default();
    let version = version.lines().next().unwrap_or("an unknown rustc");
    println!("cargo::rustc-env=ESPALIER_COMPILER={version}");
    println!(
        "cargo::rustc-env=ESPALIER_COMMIT={}",
        commit().unwrap_or_default()
    );
}

/// The commit, with `-dirty` if something was changed since; `None` outside a repository.
fn commit() -> Option<String> {
    // Grows with every commit and checkout.
    let log = Path::new("../../.git/logs/HEAD");
    if log.exists() {
        println!("cargo::rerun-if-changed={}", log.display());
    }
    let describe = [
        "describe",
        "--always",
        "--dirty",
        "--abbrev=12",
        "--exclude=*",
    ];
    let output = Command::new("git").args(describe).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
