//! Links the extension module as macOS requires: Python has the symbols that are missing.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    pyo3_build_config::add_extension_module_link_args();
}
