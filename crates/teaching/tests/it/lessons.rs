//! The built-in lessons are valid, and every number in them is right.

use teaching::lesson::{lessons, lessons_in, measure};

#[test]
fn every_number_of_every_lesson_is_computed() {
    let lessons = lessons().expect("lessons that can be read");
    assert_eq!(lessons.len(), 15);
    let mut wrong = Vec::new();
    let mut count = 0;
    for lesson in &lessons {
        assert!((4..=8).contains(&lesson.steps.len()), "{}", lesson.name);
        // As long as a reader really takes.
        assert!(
            (2..=4).contains(&lesson.minutes()),
            "{}: {}",
            lesson.name,
            lesson.minutes()
        );
        // The terminal has neither buttons nor arrows.
        let steps = lesson.steps.iter();
        for text in steps.flat_map(|step| step.text.iter().chain(&step.reveal)) {
            for word in ["button", "arrow", "click", "press", "page", "column"] {
                let has = text
                    .split(|it: char| !it.is_alphabetic())
                    .any(|it| it == word);
                assert!(
                    !has || word == "page" && text.contains("fits on a page"),
                    "{}: {text}",
                    lesson.name
                );
            }
        }
        let asked = lesson.steps.iter().filter(|step| step.ask.is_some());
        assert!(asked.count() >= 3, "{} asks too little", lesson.name);
        for check in lesson.steps.iter().flat_map(|step| &step.checks) {
            count += 1;
            match measure(&check.formula) {
                Ok(found) if found.is(&check.said) => {}
                Ok(found) => wrong.push(format!(
                    "{}: says {}, {} is {}",
                    lesson.name,
                    check.said,
                    check.formula,
                    found.text()
                )),
                Err(reason) => wrong.push(format!("{}: {}: {reason}", lesson.name, check.formula)),
            }
        }
    }
    assert!(count >= 80, "{count} numbers");
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn a_folder_of_lessons_is_read_and_errors_name_the_mistake() {
    let temporary = tempfile::tempdir().expect("a folder");
    let folder = temporary.path();
    let error = lessons_in(folder).expect_err("no lesson yet");
    assert!(error.contains("ends with .txt"), "{error}");
    std::fs::write(
        folder.join("1-mine.txt"),
        "# Mine\nAbout it.\n## One\nWords.\n",
    )
    .expect("a file");
    assert_eq!(lessons_in(folder).expect("a lesson")[0].name, "mine");
    std::fs::write(
        folder.join("2-bad.txt"),
        "# Mine\nAbout it.\n## One\nThere are 7.\n",
    )
    .expect("a file");
    let error = lessons_in(folder).expect_err("a number without a check");
    assert!(error.starts_with("2-bad.txt: "), "{error}");
}
