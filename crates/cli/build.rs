//! Passes the commit that the program is built from to manifests.

use std::fs;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!(
        "cargo::rustc-env=ESPALIER_COMMIT={}",
        commit().unwrap_or_default()
    );
}

/// Returns the commit, with `-dirty` after changes, or `None` outside a repository.
fn commit() -> Option<String> {
    // Every commit and checkout changes the log. A changed source makes the program `-dirty`.
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
