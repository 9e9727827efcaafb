//! Plots of the documents' figures, as printed and as computed by this program.

use super::a4::game;
use super::profile::FIGURE_5;
use super::report::answer;
use crate::a4::{GameRecord, Method as A4Method, TableRules as A4Table};
use crate::presets::Document;
use crate::report::table::TableRules;
use crate::report::{InnerOrder, Method, RootWindow, Settings};
use chess::Color;
use gametree::Signal;

/// A plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The title.
    pub title: String,
    /// The label of the x axis.
    pub x: &'static str,
    /// The label of the y axis.
    pub y: &'static str,
    /// The curves: names and points.
    pub curves: Vec<(String, Vec<(f64, f64)>)>,
}

/// Computes the plots of a document. Incomplete if `signal` stops it.
#[must_use]
pub fn plots(document: Document, signal: &Signal) -> Vec<Plot> {
    match document {
        Document::Report => report(signal),
        Document::A4 => a4(signal),
        // These print no series of numbers.
        Document::I2p3 | Document::Fascicle3 | Document::A8 => Vec::new(),
    }
}

/// Calls at depth 0 to 3 on each board with printed counts.
fn report(signal: &Signal) -> Vec<Plot> {
    let alphabeta = Settings::faithful(Method::AlphaBeta);
    let searches = [
        ("minimax", Settings::faithful(Method::Minimax)),
        ("alpha-beta", alphabeta),
        (
            "alpha-beta with the table",
            Settings::faithful(Method::Table(TableRules::FAITHFUL)),
        ),
        (
            "alpha-beta, inner nodes reordered too",
            Settings {
                inner_order: InnerOrder::ByGain,
                ..alphabeta
            },
        ),
        (
            "the same, root window carried",
            Settings {
                inner_order: InnerOrder::ByGain,
                root_window: RootWindow::Carried,
                ..alphabeta
            },
        ),
    ];
    [1, 3, 4]
        .map(|number| Plot {
            title: format!("Function calls by depth, board {number}"),
            x: "depth, as the report counts",
            y: "calls",
            curves: searches
                .iter()
                .map(|(name, settings)| {
                    let points = (0..4_u32).map(|depth| {
                        let calls = answer(settings, number, depth, signal).calls;
                        (f64::from(depth), calls as f64)
                    });
                    ((*name).to_owned(), points.collect())
                })
                .collect(),
        })
        .into()
}

/// Figure 5, and the same game in nodes.
fn a4(signal: &Signal) -> Vec<Plot> {
    let by_move = |values: Vec<f64>| (1..).map(f64::from).zip(values).collect();
    let printed =
        |index: usize| by_move(FIGURE_5.iter().map(|row| f64::from(row[index])).collect());
    let nodes = |game: &GameRecord| {
        let white = game.profile.moves.iter();
        let white = white.filter(|cost| cost.color == Color::White && cost.best.is_some());
        by_move(white.map(|cost| cost.nodes as f64).collect())
    };
    // The fixed table plays minimax's game, so all three curves have the same moves.
    let table = A4Method::Table(A4Table::FIXED);
    let games = [
        ("Minimax", A4Method::Minimax),
        ("ABP", A4Method::AlphaBeta),
        ("ABP with the fixed table", table),
    ];
    vec![
        Plot {
            title: "Figure 5: milliseconds by move, as printed".to_owned(),
            x: "move",
            y: "ms",
            curves: vec![
                ("Minimax".to_owned(), printed(2)),
                ("ABP".to_owned(), printed(1)),
                ("ABP_Trans".to_owned(), printed(0)),
            ],
        },
        Plot {
            title: "The same game here: White's nodes by move".to_owned(),
            x: "move",
            y: "nodes",
            curves: games
                .into_iter()
                .map(|(name, method)| {
                    let game = game(method, A4Method::AlphaBeta, signal);
                    (name.to_owned(), nodes(&game))
                })
                .collect(),
        },
    ]
}
