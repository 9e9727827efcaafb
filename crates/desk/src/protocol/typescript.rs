//! The types of the front end are made from the types of the messages, and checked to be up to date.

use std::collections::BTreeMap;

use ts_rs::{Config, TS, TypeVisitor};

use super::{Asked, Said};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/protocol.ts");

const HEADER: &str = "\
// The messages between page and desk, made from crates/desk/src/protocol.
// Do not edit: change the Rust types, then run
//   UPDATE_PROTOCOL=1 cargo test --package desk typescript
";

/// Everything that a type is made of, by name.
struct Collector<'a> {
    config: &'a Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Collector<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Only our own types have a file of their own.
        if T::output_path().is_none() {
            return;
        }
        let name = T::name(self.config);
        if !self.found.contains_key(&name) {
            self.found.insert(name, T::decl(self.config));
            T::visit_dependencies(self);
        }
    }
}

fn made() -> String {
    let config = Config::new().with_large_int("number");
    let mut collector = Collector {
        config: &config,
        found: BTreeMap::new(),
    };
    collector.visit::<Asked>();
    collector.visit::<Said>();
    let mut text = HEADER.to_owned();
    for declaration in collector.found.values() {
        text += &format!("\nexport {declaration}\n");
    }
    text
}

#[test]
fn typescript() {
    let made = made();
    if std::env::var_os("UPDATE_PROTOCOL").is_some() {
        std::fs::write(FILE, &made).expect("web/src/protocol.ts can be written");
    }
    let kept = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(
        kept == made,
        "web/src/protocol.ts is out of date: UPDATE_PROTOCOL=1 cargo test --package desk typescript"
    );
}
