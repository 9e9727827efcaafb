//! Any text parses to a player or an error of one line. The printed spec parses to the same spec, with defaults and without.
#![no_main]

use std::sync::LazyLock;

use games::Chess;
use libfuzzer_sys::fuzz_target;
use players::Registry;
use programs::Program;

static REGISTRY: LazyLock<Registry> = LazyLock::new(programs::registry);

fuzz_target!(|text: &str| {
    if let Some(program) = Program::parse(text) {
        match program {
            Ok(program) => assert_eq!(Program::parse(&program.to_string()), Some(Ok(program))),
            Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error}"),
        }
    }
    match REGISTRY.parse(text) {
        Ok(spec) => {
            assert_eq!(REGISTRY.parse(&spec.to_string()).as_ref(), Ok(&spec));
            if Program::of(&spec).is_none() {
                let whole = spec.written_out::<Chess>();
                let again = REGISTRY.parse(&whole.to_string()).expect("defaults can be written");
                assert_eq!(again.written_out::<Chess>(), whole);
            }
        }
        Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error}"),
    }
});
