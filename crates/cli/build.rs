//! Notes which compiler builds the program, for the UCI command `compiler`, and from which commit, for
//! manifests.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

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
    // The log grows with every commit and checkout, and a changed source makes the program `-dirty`.
    let log = Path::new("../../.git/logs/HEAD");
    let sources = fs::read_dir("..").into_iter().flatten().flatten();
    let sources = sources.map(|member| member.path().join("src"));
    for path in sources.chain([log.to_owned()]).filter(|path| path.exists()) {
        println!("cargo::rerun-if-changed={}", path.display());
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
