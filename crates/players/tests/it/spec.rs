//! Specs: their form, their errors, and what is printed.

use games::Chess;
use players::{Registry, Seat, SettingType, SpecError, builtin};

#[test]
fn what_is_printed_can_be_read_back() {
    for text in [
        "random:seed=7",
        "alphabeta:depth=5,order=mvvlva+killers,quiesce",
    ] {
        let spec = builtin(text).expect(text);
        assert_eq!(spec.to_string(), text);
        assert_eq!(builtin(&spec.to_string()), Ok(spec));
    }
    let spec = builtin(" random : seed = 7 ").expect("a spec");
    assert_eq!(spec.to_string(), "random:seed=7");
}

#[test]
fn half_a_spec_is_an_error() {
    for text in ["", ":", ":seed=1", "  "] {
        assert_eq!(builtin(text), Err(SpecError::NoName), "{text:?}");
    }
    for text in ["random:", "random:seed=1,", "random:=3"] {
        assert_eq!(builtin(text), Err(SpecError::EmptySetting), "{text:?}");
    }
    assert_eq!(builtin("random:a,a"), Err(SpecError::Twice("a".to_owned())));
}

#[test]
fn values_are_checked_by_type() {
    let error = |takes: SettingType, key: &str, text: &str| {
        takes.parse(key, text).expect_err(text).to_string()
    };
    assert!(SettingType::Number(1, 9).parse("depth", "9").is_ok());
    assert_eq!(
        error(SettingType::Number(1, 9), "depth", "-3"),
        "the setting depth takes a number from 1 to 9, not \"-3\""
    );
    assert_eq!(
        error(
            SettingType::List(&["hash", "killers"]),
            "order",
            "hash+kilers"
        ),
        "the setting order takes some of hash, killers, joined by +, not \"kilers\"; did you mean killers?"
    );
    assert_eq!(
        error(SettingType::Choice(&["a", "b"]), "form", ""),
        "the setting form takes one of a, b, and nothing is given"
    );
    assert!(SettingType::Switch.parse("quiesce", "").is_ok());
    assert!(SettingType::Switch.parse("quiesce", "maybe").is_err());
    for text in ["engine:elo=99999", "engine:elo=1", "engine:hash=200000"] {
        let error = builtin(text).expect_err(text).to_string();
        assert!(error.contains("takes a number from "), "{error}");
    }
}

#[test]
fn errors_name_the_nearest_name() {
    let error = |text: &str| builtin(text).expect_err(text).to_string();
    assert!(error("alphabeta:dept=3").contains("did you mean depth?"));
    assert!(error("alfabeta").contains("did you mean alphabeta?"));
}

#[test]
fn every_default_is_a_value_of_its_setting() {
    for entry in Registry::builtin().entries() {
        for setting in &entry.settings {
            if let Some(text) = setting.preset.fixed() {
                let value = setting.takes.parse(setting.name, &text);
                assert!(value.is_ok(), "{}: {}={text}", entry.name, setting.name);
            }
        }
    }
}

#[test]
fn names_and_aliases_are_unique() {
    let registry = Registry::builtin();
    let mut seen = std::collections::HashSet::new();
    for entry in registry.entries() {
        let names = [entry.name.to_string()]
            .into_iter()
            .chain(entry.aliases.clone());
        for name in names {
            assert!(seen.insert(name.clone()), "{name} twice");
        }
    }
}

/// The largest number of each is more than this machine has, or a table for it is not built here.
#[test]
fn tables_and_trees_that_do_not_fit_in_memory_are_rejected() {
    if engine::check_memory(65_536).is_ok() {
        println!("left out: this machine has more than 64 GiB of free memory");
        return;
    }
    for text in [
        "alphabeta:tt=65536",
        "classic:tt=65536",
        "dfpn:mem=65536",
        "uct:mem=65536",
    ] {
        let spec = builtin(text).expect(text);
        let error = Seat::<Chess>::new(&spec).map(drop).expect_err(text);
        let error = error.to_string();
        assert!(
            error.contains("=65536 does not fit in memory: at most "),
            "{error}"
        );
    }
}
