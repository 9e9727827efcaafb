//! The lessons in the terminal: listed, shown, written by a teacher, and checked.

use std::fs;

use crate::common::{Folder, run};

#[test]
fn lessons_are_listed_and_shown() {
    let list = run(&["lesson"]).succeeds().stdout;
    assert!(list.starts_with(" 1. trees"), "{list}");
    assert!(list.contains("14. courses"), "{list}");
    let told = run(&["lesson", "alphabeta"]).succeeds().stdout;
    for part in ["Alpha-beta", "MIN\n", "Answer: 7", "#/race?limit=depth4"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let renamed = run(&["lesson", "bets"]).succeeds().stdout;
    assert!(renamed.starts_with("Selective pruning\n"), "{renamed}");
    run(&["lesson", "alphabet"]).fails_saying(&["no lesson is called \"alphabet\"", "alphabeta"]);
}

#[test]
fn every_number_of_a_lesson_of_a_folder_is_computed() {
    let folder = Folder::new("lessons");
    let lesson =
        "# Mine\nAbout it.\n\n## One\nThere are 20 first moves.\ncheck 20 = perft(\"chess\", 1)\n";
    fs::write(folder.file("1-mine.txt"), lesson).expect("a file");
    let place = folder.file("");
    let checked = run(&["lesson", "mine", "--check", "--folder", &place]).succeeds();
    assert_eq!(checked.last_line(), "1 numbers, 0 wrong");
    fs::write(folder.file("1-mine.txt"), lesson.replace("20", "21")).expect("a file");
    let wrong = run(&["lesson", "--check", "--folder", &place]);
    assert_eq!(wrong.status, Some(1));
    assert!(
        wrong
            .stdout
            .contains("states 21, but perft(\"chess\", 1) is 20"),
        "{}",
        wrong.stdout
    );
    fs::write(folder.file("1-mine.txt"), lesson.replace("check", "checks")).expect("a file");
    run(&["lesson", "--folder", &place])
        .fails_saying(&["1-mine.txt", "contains 20 without a line `check 20 = ...`"]);
    run(&["serve", "--lessons", &place]).fails_saying(&["1-mine.txt"]);
}
