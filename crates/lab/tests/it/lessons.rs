//! The lessons that are built in: all can be read, and every number in them is computed and right.

use lab::lesson::{lessons, lessons_in, measure};

#[test]
fn every_number_of_every_lesson_is_computed() {
    let lessons = lessons().expect("lessons that can be read");
    assert_eq!(lessons.len(), 14);
    let mut wrong = Vec::new();
    let mut count = 0;
    for lesson in &lessons {
        assert!((4..=8).contains(&lesson.steps.len()), "{}", lesson.name);
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
fn a_folder_of_a_teacher_is_read_and_what_is_wrong_in_it_is_told() {
    let folder = std::env::temp_dir().join(format!("espalier-lessons-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let error = lessons_in(&folder).expect_err("no lesson yet");
    assert!(error.contains("ends with .txt"), "{error}");
    std::fs::write(
        folder.join("1-mine.txt"),
        "# Mine\nAbout it.\n## One\nWords.\n",
    )
    .expect("a file");
    assert_eq!(lessons_in(&folder).expect("a lesson")[0].name, "mine");
    std::fs::write(
        folder.join("2-bad.txt"),
        "# Mine\nAbout it.\n## One\nThere are 7.\n",
    )
    .expect("a file");
    let error = lessons_in(&folder).expect_err("a number without a check");
    assert!(error.starts_with("2-bad.txt: "), "{error}");
    _ = std::fs::remove_dir_all(&folder);
}
