//! Any bytes are a trace or an error of one line; a trace that was read survives being written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use trace::Trace;

fuzz_target!(|bytes: &[u8]| {
    match Trace::from_bytes(bytes) {
        Ok(trace) => {
            let again = Trace::from_bytes(&trace.to_bytes()).expect("our own bytes");
            assert_eq!(again, trace);
            trace.to_json();
        }
        Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error}"),
    }
});
