//! The trace as JSON, for the web app and for anything else that reads.
//!
//! One object: `format`, `version`, `game`, `position`, `search`, `truncated` and
//! `events`, a list of objects whose `e` says what happened. Absent values are left out.

use super::{Event, Trace, VERSION};
use crate::mark::{Mark, Unit};
use crate::observer::{How, View};
use crate::ordering::Source;
use crate::result::Bound;
use std::fmt::Write;

impl Trace {
    /// The whole trace as one JSON object.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = String::new();
        let mut head = Object::new(&mut out);
        head.text("format", "espalier-trace");
        head.number("version", i64::from(VERSION));
        head.text("game", &self.game);
        head.text("position", &self.position);
        head.text("search", &self.search);
        head.raw("truncated", if self.truncated { "true" } else { "false" });
        head.key("events");
        out.push('[');
        for (index, event) in self.events.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            out.push('\n');
            self.event_json(event, &mut out);
        }
        out.push_str("\n]}\n");
        out
    }

    fn name(&self, mv: u32) -> &str {
        self.moves.get(mv as usize).map_or("?", String::as_str)
    }

    fn event_json(&self, event: &Event<u32>, out: &mut String) {
        let mut o = Object::new(out);
        match event {
            Event::Enter {
                id,
                parent,
                mv,
                why,
                ply,
                depth,
                alpha,
                beta,
                view,
            } => {
                o.text("e", "enter");
                o.number("id", i64::from(*id));
                if let Some(parent) = parent {
                    o.number("parent", i64::from(*parent));
                }
                if let Some(mv) = mv {
                    o.text("move", self.name(*mv));
                }
                if let Some(why) = why {
                    o.text("why", why.name());
                }
                o.number("ply", i64::from(*ply));
                o.number("depth", i64::from(*depth));
                o.number("alpha", i64::from(*alpha));
                o.number("beta", i64::from(*beta));
                o.text("view", view_name(*view));
            }
            Event::Miss => {
                o.text("e", "tt");
                o.raw("hit", "false");
            }
            Event::Hit {
                depth,
                score,
                bound,
                deep_enough,
            } => {
                o.text("e", "tt");
                o.raw("hit", "true");
                o.number("depth", i64::from(*depth));
                o.number("score", i64::from(*score));
                o.text("bound", bound_name(*bound));
                o.raw("deep_enough", if *deep_enough { "true" } else { "false" });
            }
            Event::Order(moves) => {
                o.text("e", "order");
                o.key("moves");
                o.out.push('[');
                for (index, (mv, score, source)) in moves.iter().enumerate() {
                    if index > 0 {
                        o.out.push(',');
                    }
                    let mut entry = Object::new(o.out);
                    entry.text("move", self.name(*mv));
                    entry.number("score", i64::from(*score));
                    entry.text("source", source_name(*source));
                    entry.close();
                }
                o.out.push(']');
            }
            Event::Cut { reason, skipped } => {
                o.text("e", "cut");
                o.text("reason", reason.name());
                self.list(&mut o, "skipped", skipped);
            }
            Event::Marks { child, marks } => {
                o.text("e", "marks");
                if let Some(child) = child {
                    o.text("move", self.name(*child));
                }
                for (mark, number) in marks {
                    match (mark.unit(), *number) {
                        (Unit::Count, Mark::NEVER) => o.text(mark.name(), "never"),
                        (Unit::Thousandths, number) => {
                            let part = f64::from(number) / 1_000.0;
                            o.raw(mark.name(), &part.to_string());
                        }
                        (_, number) => o.number(mark.name(), i64::from(number)),
                    }
                }
            }
            Event::Leave {
                id,
                score,
                bound,
                best,
                how,
                nodes,
            } => {
                o.text("e", "leave");
                o.number("id", i64::from(*id));
                o.number("score", i64::from(*score));
                o.text("bound", bound_name(*bound));
                if let Some(best) = best {
                    o.text("best", self.name(*best));
                }
                o.text("how", how_name(*how));
                o.number("nodes", *nodes as i64);
            }
            Event::Iteration {
                depth,
                score,
                bound,
                pv,
                nodes,
            } => {
                o.text("e", "iteration");
                o.number("depth", i64::from(*depth));
                o.number("score", i64::from(*score));
                o.text("bound", bound_name(*bound));
                self.list(&mut o, "pv", pv);
                o.number("nodes", *nodes as i64);
            }
            Event::Stopped => o.text("e", "stopped"),
        }
        o.close();
    }

    fn list(&self, o: &mut Object<'_>, key: &str, moves: &[u32]) {
        o.key(key);
        o.out.push('[');
        for (index, &mv) in moves.iter().enumerate() {
            if index > 0 {
                o.out.push(',');
            }
            quote(o.out, self.name(mv));
        }
        o.out.push(']');
    }
}

/// Writes one JSON object, key by key.
struct Object<'a> {
    out: &'a mut String,
    first: bool,
}

impl<'a> Object<'a> {
    fn new(out: &'a mut String) -> Self {
        out.push('{');
        Self { out, first: true }
    }
    fn key(&mut self, key: &str) {
        if !self.first {
            self.out.push(',');
        }
        self.first = false;
        quote(self.out, key);
        self.out.push(':');
    }
    fn text(&mut self, key: &str, value: &str) {
        self.key(key);
        quote(self.out, value);
    }
    fn raw(&mut self, key: &str, value: &str) {
        self.key(key);
        self.out.push_str(value);
    }
    fn number(&mut self, key: &str, value: i64) {
        self.key(key);
        let _ = write!(self.out, "{value}");
    }
    fn close(self) {
        self.out.push('}');
    }
}

fn quote(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if u32::from(c) < 0x20 => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

const fn view_name(view: View) -> &'static str {
    match view {
        View::Mover => "mover",
        View::Max => "max",
        View::Min => "min",
        View::Quiescence => "quiescence",
    }
}

const fn how_name(how: How) -> &'static str {
    match how {
        How::Terminal => "terminal",
        How::Horizon => "horizon",
        How::Table => "tt",
        How::Searched => "searched",
    }
}

const fn bound_name(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

const fn source_name(source: Source) -> &'static str {
    match source {
        Source::Generator => "generator",
        Source::Hash => "hash",
        Source::Pv => "pv",
        Source::Capture => "capture",
        Source::Killer => "killer",
        Source::Countermove => "countermove",
        Source::History => "history",
        Source::Static => "static",
        Source::Replies => "replies",
        Source::Random => "random",
    }
}
