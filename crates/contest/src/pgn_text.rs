//! Converts lines of a journal to PGN, so that a lost PGN file can be restored.

use std::fmt::Write;
use std::time::Duration;

use games::{BoardGame, GameId, WithGame};
use gametree::Value;
use notation::{Comment, Game, MatchNote};

use super::journal::{GameLine, Note};
use super::plan::JournalHeader;
use super::when::{pgn_date, timestamp};

/// Writes the games of one match as PGN.
pub struct PgnWriter {
    kind: GameId,
    event: String,
    names: Vec<String>,
    limits: Vec<String>,
}

impl PgnWriter {
    /// Creates the writer of a match.
    #[must_use]
    pub fn new(kind: GameId, header: &JournalHeader) -> Self {
        let limits = header
            .plan
            .players
            .iter()
            .map(|player| player.limit.to_string());
        Self {
            kind,
            event: header.event(),
            names: header.plan.names(),
            limits: limits.collect(),
        }
    }

    /// Returns the value of the tag `Event`, which is unique to this match.
    #[must_use]
    pub fn event(&self) -> &str {
        &self.event
    }

    /// Appends a game and an empty line.
    pub fn write(&self, line: &GameLine, out: &mut String) {
        self.kind.with(WriteGame {
            writer: self,
            line,
            out,
        });
    }

    /// Appends a game with these rules, which need not be in the list of games, and an empty line.
    pub fn write_game<G: BoardGame>(&self, rules: &G, line: &GameLine, out: &mut String) {
        let writer = self;
        WriteGame { writer, line, out }.run(rules);
    }

    fn tags<G: BoardGame>(&self, line: &GameLine, game: &mut Game<G>) {
        let mut set = |name: &str, value: &str| {
            // All names are valid, and none of them is derived from the game.
            _ = game.tags.set(name, value);
        };
        let [first, second] = line.players;
        set("Event", &self.event);
        set("Date", &pgn_date(line.began));
        set("Round", &line.number.to_string());
        set("White", &self.names[first]);
        set("Black", &self.names[second]);
        set(
            "PlyCount",
            &line.moves.split_whitespace().count().to_string(),
        );
        set("GameStartTime", &timestamp(line.began));
        set("GameEndTime", &timestamp(line.began + line.ms));
        set("GameDuration", &duration(line.ms));
        set("Termination", line.reason.termination());
        if self.limits[first] == self.limits[second] {
            set("TimeControl", &self.limits[first]);
        } else {
            set("WhiteTimeControl", &self.limits[first]);
            set("BlackTimeControl", &self.limits[second]);
        }
    }
}

/// Writes the game of one line.
struct WriteGame<'a> {
    writer: &'a PgnWriter,
    line: &'a GameLine,
    out: &'a mut String,
}

impl WithGame for WriteGame<'_> {
    type Output = ();

    fn run<G: BoardGame>(self, rules: &G) {
        let line = self.line;
        let start = line
            .start
            .as_deref()
            .and_then(|text| rules.read_position(text).ok());
        let mut game = Game::of(rules, start.unwrap_or_else(|| rules.start()));
        self.writer.tags(line, &mut game);
        game.result = Some(line.result);
        for (ply, text) in line.moves.split_whitespace().enumerate() {
            let played = rules.read_move(game.position(), text).ok();
            let Some(node) = played.and_then(|mv| game.play(mv).ok()) else {
                // The journal was edited.
                last_comment(&mut game, &format!("the journal continues with {text}"));
                break;
            };
            node.comments.extend(match ply.checked_sub(line.book) {
                // One comment for the whole opening.
                None => (ply + 1 == line.book).then(|| Comment::new("book")),
                Some(index) => line
                    .notes
                    .get(index)
                    .and_then(|note| match_note(note).to_comment()),
            });
        }
        let ending = match &line.detail {
            Some(detail) => format!("{}: {detail}", line.reason.words()),
            None => line.reason.words().to_owned(),
        };
        last_comment(&mut game, &ending);
        // Writing to memory cannot fail.
        _ = writeln!(self.out, "{game}");
    }
}

/// Appends a comment to a game.
fn last_comment<G: BoardGame>(game: &mut Game<G>, text: &str) {
    let line = game.main_line_mut();
    let comment = Comment::new(text);
    match line.nodes_mut().last_mut() {
        Some(node) => node.comments.push(comment),
        None => line.comments.push(comment),
    }
}

/// Formats a duration as `hh:mm:ss`.
fn duration(ms: u64) -> String {
    let seconds = ms / 1_000;
    format!(
        "{:02}:{:02}:{:02}",
        seconds / 3_600,
        seconds / 60 % 60,
        seconds % 60
    )
}

/// Converts a note to the comment format of match tools.
fn match_note(note: &Note) -> MatchNote {
    let value = note
        .cp
        .map(Value::Centipawns)
        .or(note.mate.map(Value::Mate))
        .or(note.value.map(Value::Points));
    MatchNote {
        value,
        depth: note.depth.unwrap_or(0),
        time: Duration::from_millis(note.ms),
        nodes: note.nodes,
        selective_depth: note.seldepth,
        rest: String::new(),
    }
}
