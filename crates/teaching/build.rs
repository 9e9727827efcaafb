//! Lists the lessons, so that they can be built into the program.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lessons");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(&folder).expect("the folder lessons");
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .collect();
    files.sort();
    let mut list = String::from(
        "/// The files that are built in: name and text.\nstatic LESSONS: &[(&str, &str)] = &[\n",
    );
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let path = file.display().to_string();
        // Writing to a string cannot fail.
        _ = writeln!(list, "    ({name:?}, include_str!({path:?})),");
    }
    list.push_str("];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(out.join("lessons.rs"), list).expect("OUT_DIR can be written");
}
