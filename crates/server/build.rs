//! Lists the files of the web bundle, so that they can be built into the program. Without a bundle the list is empty.
//!
//! A debug build reads the files at run time instead, so that a change of the pages needs no build of the program, and both can
//! be built at the same time.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let bundle = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    println!("cargo::rerun-if-changed=build.rs");
    let mut files = Vec::new();
    if env::var_os("PROFILE").is_some_and(|profile| profile == "debug") {
        println!("cargo::rustc-env=ESPALIER_PAGES={}", bundle.display());
    } else {
        println!("cargo::rerun-if-changed={}", bundle.display());
        collect(&bundle, &mut files);
    }
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        let Ok(name) = file.strip_prefix(&bundle) else {
            continue;
        };
        let name = name.to_string_lossy().replace('\\', "/");
        if name.starts_with('.') {
            continue;
        }
        // Writing to a string cannot fail.
        _ = writeln!(
            list,
            "    ({name:?}, include_bytes!({:?})),",
            file.display().to_string()
        );
    }
    list.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(out.join("bundle.rs"), list).expect("OUT_DIR can be written");
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
