//! Completions, the manual page, and the version in the files around the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::run;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the commands that the help lists.
fn commands() -> Vec<String> {
    let help = run(&["--help"]).stdout;
    let (_, list) = help.split_once("Commands:\n").expect("the commands");
    let lines = list.lines().take_while(|line| !line.trim().is_empty());
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    let names: Vec<String> = names.map(str::to_owned).collect();
    assert!(names.len() > 25, "{names:?}");
    names
}

#[test]
fn the_completions_of_each_shell_have_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(&["completions", shell]);
        assert_eq!(script.status, Some(0), "{}", script.stderr);
        for name in commands() {
            assert!(script.stdout.contains(&name), "{shell}: {name}");
        }
        assert!(script.stdout.contains("assignment"), "{shell}");
    }
    let wrong = run(&["completions", "bsh"]);
    assert_eq!(wrong.status, Some(2));
    assert!(wrong.stderr.contains("bash"), "{}", wrong.stderr);
}

#[test]
#[cfg(unix)]
fn bash_accepts_its_completions() {
    let Ok(version) = Command::new("bash")
        .arg("--version")
        .stdout(Stdio::null())
        .status()
    else {
        return;
    };
    assert!(version.success());
    let script = run(&["completions", "bash"]).stdout;
    // The completion function is called as bash does after `espalier gra<Tab>`.
    let asked = format!(
        "{script}\nCOMP_WORDS=(espalier gra) COMP_CWORD=1; _espalier espalier gra espalier; echo \"${{COMPREPLY[@]}}\""
    );
    let output = Command::new("bash")
        .args(["-c", &asked])
        .output()
        .expect("bash runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "grade");
}

#[test]
fn the_manual_page_names_every_command() {
    let page = run(&["man"]).stdout;
    assert!(page.contains(".TH espalier 1"), "{page}");
    for name in commands() {
        let name = name.replace('-', "\\-");
        assert!(page.contains(&format!("espalier\\-{name}(1)")), "{name}");
        assert!(page.contains("Without arguments"));
    }
    let page = run(&["man", "grade"]).stdout;
    assert!(page.contains(".TH espalier-grade 1") || page.contains(".TH espalier\\-grade 1"));
    assert!(page.contains("\\-\\-assignment"));
    let wrong = run(&["man", "grad"]);
    assert_eq!(wrong.status, Some(2));
    let expected =
        "error: no command is called \"grad\"; did you mean grade? (see espalier --help)\n";
    assert_eq!(wrong.stderr, expected);
}

#[test]
fn every_file_has_the_version() {
    let version = env!("CARGO_PKG_VERSION");
    for (file, line) in [
        ("CITATION.cff", format!("\nversion: {version}\n")),
        ("CHANGELOG.md", format!("\n## {version}")),
    ] {
        let text = fs::read_to_string(root().join(file)).expect("a file");
        assert!(text.contains(&line), "{file} has no {line:?}");
    }
}
