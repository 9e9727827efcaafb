//! Any text is a class file or an error of one line. The names of students are single lines.
#![no_main]

use libfuzzer_sys::fuzz_target;
use teaching::class::Class;

fuzz_target!(|text: &str| {
    match Class::read(text) {
        Ok(class) => {
            assert!(!class.students.is_empty());
            for student in &class.students {
                assert_eq!(student.name.lines().count(), 1, "{:?}", student.name);
                assert!(!student.name.contains(char::is_control), "{:?}", student.name);
            }
            if let Some(tournament) = &class.tournament {
                tournament.baselines();
            }
        }
        Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error}"),
    }
});
