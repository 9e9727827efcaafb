//! Any bytes are a journal or an error of one line.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut games = 0;
    if let Err(error) = contest::games_in(bytes, "journal", |_| games += 1) {
        assert_eq!(error.to_string().lines().count(), 1, "{error}");
    }
    assert!(games <= bytes.iter().filter(|&&byte| byte == b'\n').count());
});
