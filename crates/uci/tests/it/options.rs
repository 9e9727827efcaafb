//! The options and their values.

use uci::options::{Change, Options};

#[test]
fn announced_defaults_can_be_set() {
    let mut options = Options::default();
    for line in Options::announcement().lines() {
        let line = line.strip_prefix("option name ").expect(line);
        let (name, rest) = line.split_once(" type ").expect(line);
        let default = rest.split_once("default ").map(|(_, rest)| rest);
        let default = default.map(|rest| rest.split(" min ").next().unwrap_or(rest));
        options.set(name, default).expect(line);
    }
    assert_eq!(options, Options::default());
}

#[test]
fn names_ignore_case_and_values_have_a_range() {
    let mut options = Options::default();
    assert_eq!(options.set("hAsH", Some("64")), Ok(Change::Settings));
    assert_eq!(
        options.set("uci_chess960", Some("TRUE")),
        Ok(Change::Nothing)
    );
    assert_eq!((options.settings.hash, options.chess960), (64, true));
    for bad in [
        None,
        Some("0"),
        Some("-1"),
        Some("many"),
        Some("99999999999999999999999"),
    ] {
        assert!(options.set("Hash", bad).is_err(), "{bad:?}");
    }
    assert_eq!(
        options.settings.hash, 64,
        "an invalid value changes nothing"
    );
}

#[test]
fn any_spec_for_chess_is_a_player() {
    let mut options = Options::default();
    assert_eq!(
        options.set("player", Some("alphabeta:depth=3,order=mvvlva+killers")),
        Ok(Change::Player)
    );
    assert_eq!(
        options.player.to_string(),
        "alphabeta:depth=3,order=mvvlva+killers"
    );
    for bad in [
        None,
        Some("nobody"),
        Some("alphabeta:depth=0"),
        Some("minimax:eval=discs"),
    ] {
        assert!(options.set("Player", bad).is_err(), "{bad:?}");
    }
    assert_eq!(
        options.player.to_string(),
        "alphabeta:depth=3,order=mvvlva+killers",
        "an invalid value changes nothing"
    );
}

#[test]
fn errors_name_the_valid_values() {
    let error = |name, value| Options::default().set(name, value).unwrap_err();
    assert_eq!(
        error("Hsah", Some("1")),
        "there is no option \"Hsah\"; did you mean Hash?"
    );
    assert_eq!(
        error("Ponder", Some("on")),
        "the option Ponder takes true or false and not \"on\""
    );
    assert!(
        error("Techniques", Some("tt quick"))
            .starts_with("the option Techniques: no technique is called \"quick\"")
    );
}

#[test]
fn techniques_are_switched_by_name() {
    let mut options = Options::default();
    assert_eq!(
        options.set("Techniques", Some("-lmr -null")),
        Ok(Change::Settings)
    );
    assert_eq!(options.settings.techniques.to_string(), "-null -lmr");
}
