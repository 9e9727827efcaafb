//! Exercises in the terminal and on paper.

use std::fmt::Write;
use std::fs;
use std::process::Command;

use crate::common::{Folder, run, run_with, skipped};

const TREE: &str = "[[3,12,8],[2,4,6],[14,5,2]]";

#[test]
fn an_exercise_is_asked_with_two_tries_and_a_score() {
    let arguments = ["practice", "--tree", TREE, "--seed", "1"];
    let right = "3\nc2 c3\n-inf inf\n3 inf\n3 inf\n1 2 3\n";
    let run = run_with(&arguments, right.as_bytes()).succeeds();
    assert!(
        run.stdout.contains("\n10 of 10 points.\n"),
        "{}",
        run.stdout
    );
    assert_eq!(run.stdout.matches("> Right.").count(), 6, "{}", run.stdout);
    assert!(
        run.last_line()
            .ends_with("#/practice?tree=[[3,12,8],[2,4,6],[14,5,2]]&seed=1")
    );
    // Enter alone and text of another form cost no try; the second try counts.
    let tries = "\nthree\n14\n2\nc2\nc2, c3\n0 0\n(-inf, inf)\n3 ∞\n3 ∞\n2 3 1\nC D B\n";
    let run = run_with(&arguments, tries.as_bytes()).succeeds();
    for part in [
        "> Answer with a number, such as 7.\n",
        "> \"three\" is not a number",
        "Not quite: 0 of 2.\n  2 is the value of C, but MAX moves to B",
        "  1. B\n  2. C\n  3. D\n",
        "  With C, D and B alpha-beta visits 9 of 9 leaves, but another order visits only 7.",
        "\n6 of 10 points.\n",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    // The input ends early.
    let run = run_with(&arguments, b"3\n").succeeds();
    assert!(run.stdout.contains("\n2 of 10 points.\n"), "{}", run.stdout);
}

#[test]
fn a_seed_repeats_its_exercise_and_the_printed_command_asks_the_same() {
    let one = run(&["practice", "--shape", "ragged", "--seed", "3"]).succeeds();
    assert_eq!(
        one.stdout,
        run(&["practice", "--shape", "ragged", "--seed", "3"]).stdout
    );
    let command = one.stdout.lines().rev().nth(1).expect("a command");
    let tree = command.split('\'').nth(1).expect("a tree");
    let again = run(&["practice", "--tree", tree, "--seed", "3"]).succeeds();
    assert_eq!(again.stdout, one.stdout);
    run(&["practice", "--shape", "9x9"]).fails_saying(&["such as 3x3x3"]);
    run(&["practice", "--tree", "[3,4]"]).fails_saying(&["two plies or more"]);
    run(&["practice", "--class", "names.txt"]).fails_saying(&["--sheet"]);
}

/// Every exercise is two pages of A4 and of Letter, upright or on the long side.
#[test]
fn a_sheet_fits_the_paper() {
    let folder = Folder::new("practice-sheet");
    let names = folder.file("names.txt");
    let students = (1..=8).fold(String::new(), |mut text, number| {
        _ = writeln!(text, "Student {number}");
        text
    });
    fs::write(&names, students).expect("a file");
    for shape in ["3x3", "4x4", "3x3x3", "6x6", "2x2x2x2x2", "ragged"] {
        let sheet = folder.file("sheet.html");
        let run = run(&[
            "practice", "--shape", shape, "--seed", "7", "--sheet", &sheet, "--class", &names,
        ])
        .succeeds();
        assert!(
            run.stdout.starts_with("8 sheets in ") && run.stdout.contains("seed 7"),
            "{}",
            run.stdout
        );
        let page = fs::read_to_string(&sheet).expect("a page");
        assert_eq!(page.matches("<section").count(), 16, "{shape}");
        for paper in ["A4", "Letter"] {
            let sized = page
                .replace("@page{", &format!("@page{{size:{paper};"))
                .replace("size:landscape", &format!("size:{paper} landscape"));
            assert_ne!(sized, page);
            fs::write(&sheet, sized).expect("a file");
            let Some(count) = printed_pages(&folder, &sheet) else {
                return skipped("the pages of a printed sheet: there is no Chromium");
            };
            assert_eq!(count, 16, "{shape} on {paper}");
        }
    }
}

/// Prints a page with headless Chromium and returns the number of pages, or `None` without Chromium.
fn printed_pages(folder: &Folder, page: &str) -> Option<usize> {
    let pdf = folder.file("sheet.pdf");
    let browsers = ["chromium-headless-shell", "chromium", "google-chrome"];
    let printed = browsers.into_iter().find_map(|browser| {
        let mut command = Command::new(browser);
        command.args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-pdf-header-footer",
        ]);
        command.arg(format!("--user-data-dir={}", folder.file("browser")));
        command.arg(format!("--print-to-pdf={pdf}"));
        command.arg(format!("file://{page}")).output().ok()
    })?;
    assert!(
        printed.status.success(),
        "{}",
        String::from_utf8_lossy(&printed.stderr)
    );
    let bytes = fs::read(&pdf).expect("a document");
    let text = String::from_utf8_lossy(&bytes);
    Some(text.matches("/Type /Page\n").count())
}
