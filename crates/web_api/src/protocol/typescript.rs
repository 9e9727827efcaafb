//! Generates the types of the front end from the message types, and checks that they are up to date.

use std::collections::BTreeMap;

use ts_rs::{Config, TS, TypeVisitor};

use super::{ReplyMessage, RequestMessage};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/protocol.ts");

const HEADER: &str = "\
// The messages between page and server, generated from the Rust types of crates/web_api.
// Do not edit: change the Rust types, then run
//   UPDATE_PROTOCOL=1 cargo test --package web_api typescript
";

/// The declarations of a type and of all types in it, by name.
struct Collector<'a> {
    config: &'a Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Collector<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Types of the standard library have no declaration.
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

fn generated() -> String {
    let config = Config::new().with_large_int("number");
    let mut collector = Collector {
        config: &config,
        found: BTreeMap::new(),
    };
    collector.visit::<RequestMessage>();
    collector.visit::<ReplyMessage>();
    let mut text = HEADER.to_owned();
    for declaration in collector.found.values() {
        text += &format!("\nexport {declaration}\n");
    }
    text
}

#[test]
fn typescript() {
    let generated = generated();
    if std::env::var_os("UPDATE_PROTOCOL").is_some() {
        std::fs::write(FILE, &generated).expect("web/src/protocol.ts can be written");
    }
    let kept = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(
        kept == generated,
        "web/src/protocol.ts is out of date: UPDATE_PROTOCOL=1 cargo test --package web_api typescript"
    );
}
