//! What is told of a game while it is played, in words or as data.

use crate::reports::{Distance, MoveValue, interval, key, value};
use serde::Serialize;
use serde_json::{Map, Value, json};
use yomikiri_core::text::time;
use yomikiri_core::{Game, Outcome, Repeated, Repetition, Score, Side, Standing, Stop, Verdict};

const HELP: &str = "Type a move, or: moves (what is legal), values (what each is worth), hint, \
                    undo, board, quit";

/// Something that is told.
#[derive(Serialize)]
#[serde(tag = "type", content = "data", rename_all = "lowercase")]
pub(super) enum Event {
    /// A game begins, or is taken up.
    Game(Begun),
    /// Where it is.
    Position(Place),
    /// What can be played, for whoever asked.
    Moves {
        /// The legal moves.
        moves: Vec<String>,
    },
    /// A move was made.
    Move(Made),
    /// A move for whoever asked for one.
    Hint(Chosen),
    /// What every move is worth, for whoever asked.
    Values(Worth),
    /// What can be typed, or why nothing can be proved.
    Note {
        /// In words.
        note: String,
    },
    /// What was typed is no move and nothing else that is understood, or cannot be done.
    Error {
        /// What was wrong, and what was expected.
        error: String,
    },
    /// Nothing more comes.
    Result(Ended),
}

/// The game, and who plays it.
#[derive(Serialize)]
pub(super) struct Begun {
    pub(super) game: &'static str,
    pub(super) board: String,
    pub(super) rules: Map<String, Value>,
    /// What both sides are called.
    pub(super) sides: [&'static str; 2],
    /// Who plays them.
    pub(super) players: [Seated; 2],
    /// How many moves were played before.
    pub(super) played: usize,
}

/// Whoever plays a side.
#[derive(Serialize)]
pub(super) struct Seated {
    pub(super) kind: Kind,
    pub(super) name: String,
    /// How long a move may take, if there is a limit.
    pub(super) seconds: Option<f64>,
}

/// What whoever plays a side goes by.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    /// Types moves.
    Person,
    /// Plays what it believes.
    Engine,
    /// Plays what is proved, or a guess.
    Perfection,
    /// Plays what is proved, or not at all.
    Proofs,
}

/// A position of the game.
#[derive(Serialize)]
pub(super) struct Place {
    /// How many moves have been played.
    pub(super) number: usize,
    pub(super) position: String,
    pub(super) to_move: Side,
    /// The legal moves.
    pub(super) moves: Vec<String>,
    #[serde(skip)]
    pub(super) drawing: String,
}

/// Why a move was chosen.
#[derive(Clone, Copy)]
pub(super) enum Why {
    /// A person wanted to.
    Typed,
    /// There is no other.
    Only,
    /// It is proved to be as good as any.
    Proved(Verdict),
    /// It is proved that by no other can one be sure of more; endless play decides which is best.
    Sure(Verdict),
    /// An engine likes it, and believes that it is worth so much, or has proved it.
    Liked { worth: Option<yomikiri_core::Worth>, is_best: bool },
    /// Something has to be played, and this is all that is proved of it.
    Guessed(Verdict),
}

/// A move that was chosen.
#[derive(Serialize)]
pub(super) struct Chosen {
    #[serde(rename = "move")]
    name: String,
    /// Whether it is proved to be as good as any; null for whoever types.
    proved: Option<bool>,
    /// Why it was chosen: `typed`, `only`, `best`, `sure`, `engine` or `guess`.
    #[serde(rename = "why")]
    reason: &'static str,
    /// Its exact value, bounds of it, who wins and when: all proved.
    value: Option<Score>,
    bounds: Option<[Score; 2]>,
    outcome: Option<Outcome>,
    #[serde(skip_serializing_if = "Distance::is_none")]
    plies: Distance,
    /// What an engine believes that it is worth.
    estimate: Option<f64>,
    #[serde(skip)]
    why: Why,
}

impl Chosen {
    pub(super) fn new(game: &impl Game, name: String, why: Why) -> Chosen {
        let (reason, known, estimate) = match why {
            Why::Typed => ("typed", Verdict::Unknown, None),
            Why::Only => ("only", Verdict::Unknown, None),
            Why::Proved(verdict) => ("best", verdict, None),
            Why::Sure(verdict) => ("sure", verdict, None),
            Why::Liked { worth, is_best } => {
                let reason = if is_best { "best" } else { "engine" };
                match worth {
                    Some(yomikiri_core::Worth::Proved(score)) => {
                        (reason, Verdict::Score { score }, None)
                    }
                    Some(yomikiri_core::Worth::Guess(value)) => {
                        (reason, Verdict::Unknown, Some(value))
                    }
                    None => (reason, Verdict::Unknown, None),
                }
            }
            Why::Guessed(verdict) => ("guess", verdict, None),
        };
        let proved = match why {
            Why::Typed => None,
            _ => Some(matches!(reason, "only" | "best")),
        };
        Chosen {
            name,
            proved,
            reason,
            value: value(&known),
            bounds: Some(&known)
                .filter(|known| **known != Verdict::Unknown)
                .and_then(|known| interval(game, known)),
            outcome: known.outcome(),
            plies: Distance::of(&known),
            estimate,
            why,
        }
    }

    /// What is said of it; a guess has its mark.
    fn said(&self) -> String {
        match self.why {
            Why::Typed | Why::Liked { worth: None, .. } => String::new(),
            Why::Only => " (the only move)".into(),
            Why::Proved(verdict) => format!(" ({verdict})"),
            Why::Sure(verdict) => format!(
                " ({verdict}: no other move is sure of more; which is best depends on what endless \
                 play counts)"
            ),
            Why::Liked { worth: Some(worth), .. } => match worth {
                yomikiri_core::Worth::Proved(_) => format!(" ({worth})"),
                yomikiri_core::Worth::Guess(_) => format!(" {worth}"),
            },
            Why::Guessed(Verdict::Unknown) => " ≈ (a guess: nothing is proved of any move)".into(),
            Why::Guessed(verdict) => format!(" ≈ (a guess; {verdict} is proved)"),
        }
    }
}

/// A move that was made.
#[derive(Serialize)]
pub(super) struct Made {
    /// Which of the game, from 1.
    pub(super) number: usize,
    pub(super) side: Side,
    /// Who made it.
    pub(super) by: String,
    #[serde(flatten)]
    pub(super) chosen: Chosen,
    /// How long it took to choose it; null for whoever types.
    pub(super) seconds: Option<f64>,
    #[serde(skip)]
    pub(super) side_name: &'static str,
}

/// What is proved of every move.
#[derive(Serialize)]
pub(super) struct Worth {
    /// The moves, best first.
    pub(super) moves: Vec<MoveValue>,
    /// Why not everything is known, if that is so.
    pub(super) stopped: Option<&'static str>,
    /// How long was looked at most.
    #[serde(skip)]
    pub(super) limit: f64,
    #[serde(skip)]
    pub(super) most: Score,
}

impl Worth {
    fn text(&self) -> String {
        let nothing = |verdict: &Verdict| match verdict {
            Verdict::Bounds(bounds) => bounds.low == -self.most && bounds.high == self.most,
            verdict => *verdict == Verdict::Unknown,
        };
        let mut lines: Vec<String> = Vec::new();
        for mv in &self.moves {
            let best = match nothing(&mv.finding.verdict()) {
                // Best it may be, as the only move.
                true => "",
                false if mv.standing == Standing::Best => "  best",
                false => "",
            };
            let said = match nothing(&mv.finding.verdict()) {
                true => "not known".into(),
                false => mv.finding.verdict().to_string(),
            };
            let repeats = if mv.repeats.is_some() { "  repeats" } else { "" };
            lines.push(format!("{:<6} {said}{best}{repeats}", mv.name));
        }
        if self.stopped.is_some() {
            let limit = time(self.limit);
            lines.push(format!("Stopped after {limit}: what is not told is not known."));
        }
        lines.join("\n")
    }
}

/// How a game ended, or that it did not.
#[derive(Serialize)]
pub(super) struct Ended {
    /// Whether it is over by its rules.
    over: bool,
    /// Why not: a limit, `interrupted`, or `quit`.
    stopped: Option<&'static str>,
    /// `first`, `second` or `draw`; null if the game is not over, or its rules do not say.
    winner: Option<&'static str>,
    /// The score for the side that moves first in a game; 1, 0 or -1 where games are won.
    score: Option<Score>,
    /// What becomes of the game because it came back, if that ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    repeated: Option<Repetition>,
    /// Final counts, such as discs.
    #[serde(rename = "final")]
    tally: Map<String, Value>,
    /// What else there is to tell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ending: Vec<String>,
    #[serde(skip)]
    text: String,
}

impl Ended {
    /// The end of a game with these positions, if it has come to one.
    pub(super) fn of<G: Game>(game: &G, played: &[G::Position]) -> Option<Ended> {
        let last = played.last().expect("a game has a position");
        let winner = |score: Score| match Outcome::from(score) {
            Outcome::Win => "first",
            Outcome::Draw => "draw",
            Outcome::Loss => "second",
        };
        if let Some(score) = game.final_score(last) {
            let score = if game.to_move(last) == Side::First { score } else { -score };
            let tally = game.tally(last);
            // What else is counted comes after both sides' points.
            let counts: Vec<u32> = tally.iter().map(|(_, count)| *count).take(2).collect();
            return Some(Ended {
                over: true,
                winner: Some(winner(score)),
                score: Some(score),
                tally: tally.into_iter().map(|(k, count)| (key(k), count.into())).collect(),
                ending: game.ending(last),
                text: format!("The game is over: {}.", result(game, score, &counts)),
                ..Ended::early(None, String::new())
            });
        }
        let repeated = Repetition::of(game, played)?;
        let score = match repeated.rule {
            Repeated::Undecided => None,
            Repeated::Draw => Some(Score(0)),
            Repeated::Won { winner: Side::First } => Some(Score(1)),
            Repeated::Won { winner: Side::Second } => Some(Score(-1)),
            Repeated::Worth { score } => Some(score),
        };
        let what = repeated.rule.said([Side::First, Side::Second].map(|side| game.side_name(side)));
        let endless = match repeated.rule {
            Repeated::Undecided => "play could go on like this for ever, and ",
            _ => "",
        };
        Some(Ended {
            over: true,
            winner: score.map(winner),
            score,
            repeated: Some(repeated),
            ..Ended::early(None, format!("A position repeats: {endless}{what}."))
        })
    }

    /// The end of a game that nobody has won.
    pub(super) fn early(stopped: Option<&'static str>, text: String) -> Ended {
        Ended {
            over: false,
            stopped,
            winner: None,
            score: None,
            repeated: None,
            tally: Map::new(),
            ending: Vec::new(),
            text,
        }
    }

    /// The end of a game in which a side that was to move did not.
    pub(super) fn given_up(why: Stop) -> Ended {
        let text = format!("The game is stopped here ({}); nobody has won.", why.name());
        Ended::early(Some(why.name()), text)
    }

    /// The end of a game that had no more time.
    pub(super) fn out_of_time(why: Stop) -> Ended {
        Ended::early(Some(why.name()), format!("Stopped ({}).", why.name()))
    }

    /// The end of a game that somebody left.
    pub(super) fn left() -> Ended {
        Ended::early(Some("quit"), String::new())
    }
}

/// A result in words: the score for the side that moves first in a game, and what was counted.
fn result<G: Game>(game: &G, score: Score, counts: &[u32]) -> String {
    let (winner, margin) = match Outcome::from(score) {
        Outcome::Draw => (None, 0),
        Outcome::Win => (Some(Side::First), score.0),
        Outcome::Loss => (Some(Side::Second), -score.0),
    };
    let Some(winner) = winner else {
        return match counts {
            [a, b] => format!("a draw ({a} - {b})"),
            _ => "a draw".into(),
        };
    };
    let name = game.side_name(winner);
    let counted = match (counts, winner) {
        ([a, b], Side::First) | ([b, a], Side::Second) => Some((*a, *b)),
        _ => None,
    };
    match counted {
        _ if game.max_score() == Score(1) => format!("{name} has won"),
        None => format!("{name} wins by {margin}"),
        Some((own, other)) if i64::from(own) - i64::from(other) == i64::from(margin) => {
            format!("{name} wins by {margin} ({own} - {other})")
        }
        // Empty squares, komi, and the like.
        Some((own, other)) => {
            format!("{name} wins by {margin}, as the rules count {own} - {other}")
        }
    }
}

impl Event {
    pub(super) fn help() -> Event {
        Event::Note { note: HELP.into() }
    }

    pub(super) fn json(&self) -> String {
        json!(self).to_string()
    }

    /// The same for people; nothing where that says nothing.
    pub(super) fn text(&self) -> String {
        match self {
            Event::Game(begun) => begun.text(),
            Event::Position(place) => format!("\n{}", place.drawing),
            Event::Moves { moves } => moves.join(" "),
            Event::Move(Made { seconds: None, .. }) => String::new(),
            Event::Move(made) => {
                let Made { side_name, by, chosen, .. } = made;
                let taken = time(made.seconds.unwrap_or_default());
                format!("{side_name} ({by}) plays {}{}  [{taken}]", chosen.name, chosen.said())
            }
            Event::Hint(chosen) => format!("{}{}", chosen.name, chosen.said()),
            Event::Values(worth) => worth.text(),
            Event::Note { note } => note.clone(),
            Event::Error { error } => error.clone(),
            Event::Result(ended) => {
                let lines = std::iter::once(&ended.text).chain(&ended.ending);
                lines.map(String::as_str).collect::<Vec<_>>().join("\n")
            }
        }
    }
}

impl Begun {
    /// Who plays, and how far that can be relied on.
    fn text(&self) -> String {
        let mut lines = Vec::new();
        for (side, seated) in self.sides.iter().zip(&self.players) {
            let limit = time(seated.seconds.unwrap_or_default());
            let who = match seated.kind {
                Kind::Person => "you".into(),
                Kind::Engine => {
                    format!("{}, up to {limit} a move; what it believes is marked ≈", seated.name)
                }
                Kind::Proofs => "perfection: what is proved best or, where endless play decides \
                                 that, sure of most; else the game is stopped"
                    .into(),
                Kind::Perfection => {
                    format!("perfection; where nothing is proved within {limit}, a guess, marked ≈")
                }
            };
            lines.push(format!("{side}: {who}"));
        }
        if self.players.iter().any(|seated| seated.kind == Kind::Person) {
            lines.push(HELP.into());
        }
        lines.join("\n")
    }
}
