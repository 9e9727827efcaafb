//! Any text is a player or an error of one line; what is printed reads back as the same spec, with presets and without.
#![no_main]

use games::Chess;
use libfuzzer_sys::fuzz_target;
use players::program::Program;
use players::registry;

fuzz_target!(|text: &str| {
    if let Some(program) = Program::parse(text) {
        match program {
            Ok(program) => {
                let again = Program::parse(&program.to_string());
                assert_eq!(again, Some(Ok(program)));
            }
            Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error}"),
        }
        return;
    }
    match registry::parse(text) {
        Ok(spec) => {
            assert_eq!(registry::parse(&spec.to_string()).as_ref(), Ok(&spec));
            let whole = registry::written_out::<Chess>(&spec).expect("a player of the registry");
            let again = registry::parse(&whole.to_string()).expect("presets can be written");
            assert_eq!(registry::written_out::<Chess>(&again).as_ref(), Ok(&whole));
        }
        Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error}"),
    }
});
