//! Any text is an assignment or an error of one line. The criteria of an assignment can be selected by their names.
#![no_main]

use libfuzzer_sys::fuzz_target;
use teaching::grade::Assignment;

fuzz_target!(|text: &str| {
    match Assignment::read(text) {
        Ok(assignment) => {
            assignment.games();
            for criterion in &assignment.criteria {
                assert!(criterion.maximum() >= 0.0, "{}", criterion.maximum());
                let slug = criterion.slug();
                let only = assignment.clone().only(&slug).expect(&slug);
                assert!(only.criteria.iter().any(|it| it.slug() == slug));
            }
        }
        Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error}"),
    }
});
