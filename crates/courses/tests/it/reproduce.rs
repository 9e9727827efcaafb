//! Every printed cell, by the same code as the command line.

use courses::Document;
use courses::reproduce::{self, Source};

#[test]
fn every_figure_is_the_same() {
    let mut steps = Vec::new();
    let sections = reproduce::run(&Document::ALL, &mut |progress| steps.push(progress));
    for section in &sections {
        assert!(section.same(), "{section}");
        assert!(!section.rows.is_empty(), "{section}");
    }
    // One step a section, counted up to the end.
    assert_eq!(steps.len(), sections.len());
    let done: Vec<usize> = steps.iter().map(|step| step.done).collect();
    assert_eq!(done, (1..=sections.len()).collect::<Vec<_>>());
    assert!(steps.iter().all(|step| step.of == sections.len()));

    // The report prints 36 pairs in its tables, 12 more as "the same", and 8 moves.
    let printed = |document| {
        let from = sections.iter().filter(move |s| s.document == document);
        let tables = from.filter(|s| s.source == Source::Printed);
        tables.map(|s| s.rows.len()).sum::<usize>()
    };
    assert_eq!(printed(Document::Report), 36 + 12 + 8);
    for document in Document::ALL {
        assert!(sections.iter().any(|s| s.document == document));
    }
}

#[test]
fn one_document_can_be_computed_alone() {
    let sections = reproduce::run(&[Document::Fascicle3], &mut |_| {});
    assert_eq!(sections.len(), 2);
    let text = sections[0].to_string();
    assert!(text.contains("the 12 is visited") && !text.contains("DIFFERS"));
}
