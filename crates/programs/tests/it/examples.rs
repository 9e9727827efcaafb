//! Test programs are examples of their package: `cargo test` and `cargo nextest run` build them.

use std::path::Path;

/// Returns the path of an example of this package as it is written in a spec, with every comma twice.
///
/// # Panics
///
/// If the example is not built, as after `cargo test --test it`. `cargo build --examples` builds it.
pub fn example(name: &str) -> String {
    let test = std::env::current_exe().expect("the path of this program");
    let target = test.ancestors().nth(2).unwrap_or(Path::new(""));
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let path = target.join("examples").join(name);
    let path_text = path.display().to_string();
    assert!(
        path.exists(),
        "{path_text} is missing: run cargo build --examples"
    );
    path_text.replace(',', ",,")
}
