//! Results that are remembered, for the command and the explorer alike: answers in a claim store that
//! several processes use at once.

use crate::reports::Look;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use yomikiri_core::checked::checksum_of_text;
use yomikiri_core::{Error, Proved, Result, Verdict};
use yomikiri_storage::ClaimStore;

/// What the store holds, and how it is written.
const PARAMETERS: &str = "remembered results, version 3";
/// Bytes of memory for where the answers stand.
const MEMORY: u64 = 64 << 20;

/// A position, with everything that its value depends on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The game's name.
    pub game: String,
    /// The board.
    pub board: String,
    /// The rules in force.
    pub rules: Map<String, Value>,
    /// The position, as [`Look::identity`] has it.
    pub position: String,
}

impl Question {
    /// The question that a position asks.
    pub fn of(look: &Look) -> Question {
        // How a game begins has no say in what comes of a position.
        let rules = look.rules.iter().filter(|(name, _)| *name != "start" && *name != "setup");
        Question {
            game: look.game.into(),
            board: look.board.clone(),
            rules: rules.map(|(name, choice)| (name.clone(), choice.clone())).collect(),
            position: look.identity.clone(),
        }
    }

    /// A name for it, the same wherever it is asked.
    pub fn name(&self) -> String {
        let text = serde_json::to_string(self).expect("a question is text");
        checksum_of_text(&text)[..32].to_owned()
    }

    fn key(&self) -> u128 {
        u128::from_str_radix(&self.name(), 16).expect("a name is a number")
    }
}

/// What was proved of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Remembered {
    /// Its value for the side to move.
    pub value: Option<Proved>,
    /// Every legal move with its value for the side that makes it; none if only the position was
    /// read out.
    pub moves: Vec<(String, Proved)>,
    /// Of the moves that keep the value, one that leads on to the end, if one was told.
    #[serde(default)]
    pub leading: Option<String>,
    /// A perfect line, as far as it is known.
    pub line: Vec<String>,
    /// What the game tells of the position beside its value.
    #[serde(default)]
    pub remarks: Map<String, Value>,
}

impl Remembered {
    /// Nothing is known.
    pub fn nothing() -> Remembered {
        Remembered {
            value: None,
            moves: Vec::new(),
            leading: None,
            line: Vec::new(),
            remarks: Map::new(),
        }
    }

    /// This and what was known before, where this says nothing of it; a fault, if they contradict
    /// each other.
    fn with(mut self, earlier: Remembered) -> Result<Remembered> {
        let agree = |what: &str, new: Proved, known: Proved| match contradict(new, known) {
            false => Ok(()),
            true => Err(Error::fault(format!(
                "two results contradict each other: {what} was proved to be {known:?}, and now \
                 {new:?}"
            ))),
        };
        if let (Some(new), Some(known)) = (self.value, earlier.value) {
            agree("a position", new, known)?;
        }
        for (name, new) in &self.moves {
            if let Some((_, known)) = earlier.moves.iter().find(|(known, _)| known == name) {
                agree(name, *new, *known)?;
            }
        }
        if self.value.is_none() {
            self.value = earlier.value;
            (self.line, self.remarks) = (earlier.line, earlier.remarks);
        }
        if self.moves.is_empty() {
            (self.moves, self.leading) = (earlier.moves, earlier.leading);
        }
        Ok(self)
    }

    /// What is proved of the position.
    pub fn verdict(&self) -> Verdict {
        self.value.map_or(Verdict::Unknown, |value| value.verdict())
    }
}

/// Whether not both can be true.
fn contradict(one: Proved, other: Proved) -> bool {
    let (one, other) = (one.verdict(), other.verdict());
    match (one.bounds(), other.bounds()) {
        (Some(one), Some(other)) => one.low.max(other.low) > one.high.min(other.high),
        _ => one.outcome().zip(other.outcome()).is_some_and(|(one, other)| one != other),
    }
}

/// What is kept of an answer; with its question, because another one could have the same name.
#[derive(Serialize, Deserialize)]
struct Kept {
    question: Question,
    answer: Remembered,
}

/// A folder of results.
pub struct Results {
    folder: PathBuf,
    claims: ClaimStore,
}

impl Results {
    /// The results in a folder, which is made if need be.
    pub fn open(folder: &Path) -> Result<Results> {
        let claims = ClaimStore::share(folder, PARAMETERS, MEMORY)?;
        Ok(Results { folder: folder.into(), claims })
    }

    /// What is wrong with results that are used nevertheless: what is damaged is not known.
    pub fn damage(&self) -> Option<String> {
        let problem = self.claims.damage()?;
        Some(format!("{}: {problem}", self.folder.display()))
    }

    /// What is remembered of a position. What is damaged or of another question is an error, never
    /// an answer.
    pub fn get(&self, question: &Question) -> Result<Option<Remembered>> {
        let text = self.claims.answer(question.key())?;
        text.map(|text| self.read(question, &text)).transpose()
    }

    fn read(&self, question: &Question, text: &str) -> Result<Remembered> {
        let kept: Kept = serde_json::from_str(text).map_err(|error| {
            Error::file(&self.folder, format!("holds what is no result of ours ({error})"))
        })?;
        match kept.question == *question {
            true => Ok(kept.answer),
            false => Err(Error::file(&self.folder, "holds a result of another question")),
        }
    }

    /// Remembers what was proved of a position, beside what already was.
    pub fn put(&self, question: &Question, answer: Remembered) -> Result<()> {
        self.claims.keep_answer(question.key(), |earlier| {
            // What is no result makes room for one.
            let earlier = earlier.and_then(|text| self.read(question, &text).ok());
            let answer = match earlier {
                Some(earlier) => answer.with(earlier)?,
                None => answer,
            };
            let kept = Kept { question: question.clone(), answer };
            Ok(serde_json::to_string(&kept).expect("a result is text"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::{Basis, Score};

    #[test]
    fn what_is_remembered_is_what_was_proved_or_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let results = Results::open(folder.path()).unwrap();
        let room = crate::open("tictactoe", "3x3", &Default::default()).unwrap();
        let question = Question::of(&room.look());
        assert_eq!(results.get(&question).unwrap(), None);
        let value = Proved::new(Verdict::Score { score: Score(0) }, Basis::Search).unwrap();
        let moves = vec![("b2".into(), value)];
        let value = Some(value);
        let answer = Remembered { value, moves, ..Remembered::nothing() };
        results.put(&question, answer.clone()).unwrap();
        assert_eq!(results.get(&question).unwrap(), Some(answer.clone()));
        // What is proved later stands beside it.
        let line = vec!["b2".into()];
        let solved = Remembered { value, line, ..Remembered::nothing() };
        results.put(&question, solved.clone()).unwrap();
        let both = Remembered { moves: answer.moves, ..solved.clone() };
        assert_eq!(results.get(&question).unwrap(), Some(both.clone()));
        let other = Question::of(&room.after("b2").unwrap().look());
        assert_eq!(results.get(&other).unwrap(), None);
        // What is under its name and not about it is not believed, and makes room.
        let text = results.claims.answer(question.key()).unwrap().unwrap();
        for (wrong, problem) in [(&text[..], "another question"), ("{}", "no result of ours")] {
            results.claims.keep_answer(other.key(), |_| Ok(wrong.into())).unwrap();
            assert!(results.get(&other).unwrap_err().to_string().contains(problem));
        }
        results.put(&other, solved.clone()).unwrap();
        assert_eq!(results.get(&other).unwrap(), Some(solved.clone()));
        assert_eq!(results.damage(), None);
        // What contradicts it is a fault of ours, and not kept.
        let score = |score| Proved::new(Verdict::Score { score: Score(score) }, Basis::Search);
        let contrary = Remembered { value: score(1), ..Remembered::nothing() };
        let of_move = vec![("b2".into(), score(-1).unwrap())];
        let contrary_move = Remembered { moves: of_move, ..Remembered::nothing() };
        for wrong in [contrary, contrary_move] {
            let error = results.put(&question, wrong).unwrap_err();
            assert!(matches!(error, Error::Fault(_)), "{error}");
        }
        assert_eq!(results.get(&question).unwrap(), Some(both));
    }
}
