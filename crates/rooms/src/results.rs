//! Results that are remembered: one small file a position, for the command and the explorer alike.

use crate::reports::Look;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use yomikiri_core::checked::{TextKind, checksum_of_text};
use yomikiri_core::files::prepare_folder;
use yomikiri_core::{Error, Proved, Result, Verdict};

/// What the files begin with.
const KIND: &str = "yomikiri result 2";
/// One line of JSON, and its checksum.
const FORMAT: TextKind = TextKind::LastLine;
/// A larger file is none of ours.
const MOST_BYTES: u64 = 1 << 22;

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

    /// This and what was known before, where this says nothing of it.
    fn with(mut self, earlier: Remembered) -> Remembered {
        if self.value.is_none() {
            self.value = earlier.value;
            (self.line, self.remarks) = (earlier.line, earlier.remarks);
        }
        if self.moves.is_empty() {
            (self.moves, self.leading) = (earlier.moves, earlier.leading);
        }
        self
    }

    /// What is proved of the position.
    pub fn verdict(&self) -> Verdict {
        self.value.map_or(Verdict::Unknown, |value| value.verdict())
    }
}

/// A file's text, below which stands its digest.
#[derive(Serialize, Deserialize)]
struct Kept {
    kind: String,
    /// The version that proved it.
    program: String,
    question: Question,
    answer: Remembered,
}

/// What every version's files say first.
#[derive(Deserialize)]
struct Kind {
    kind: String,
}

/// A folder of results.
pub struct Results {
    folder: PathBuf,
    /// One writer at a time.
    writing: Mutex<()>,
}

impl Results {
    /// The results in a folder, which is made if need be.
    pub fn open(folder: &Path) -> Result<Results> {
        prepare_folder(folder, "remembering results")?;
        Ok(Results { folder: folder.into(), writing: Mutex::new(()) })
    }

    fn path(&self, question: &Question) -> PathBuf {
        let name = question.name();
        self.folder.join(&name[..2]).join(name + ".json")
    }

    /// What is remembered of a position. A damaged or foreign file is an error, never an answer.
    pub fn get(&self, question: &Question) -> Result<Option<Remembered>> {
        let path = self.path(question);
        let damaged = |problem: &str| Error::file(&path, format!("{problem}; delete it"));
        let body = FORMAT.read(&path, MOST_BYTES).map_err(|error| match error {
            Error::File { problem, .. } => damaged(&problem),
            other => other,
        })?;
        let Some(body) = body else { return Ok(None) };
        let kind = serde_json::from_str::<Kind>(&body).map(|kept| kept.kind).unwrap_or_default();
        if kind != KIND {
            return Err(damaged(&format!("is '{kind}', and this program reads '{KIND}'")));
        }
        let kept: Kept = serde_json::from_str(&body)
            .map_err(|error| damaged(&format!("is no result of ours ({error})")))?;
        if kept.question != *question {
            return Err(damaged("is about another question"));
        }
        Ok(Some(kept.answer))
    }

    /// Remembers what was proved of a position, beside what already was.
    pub fn put(&self, question: &Question, answer: Remembered) -> Result<()> {
        let path = self.path(question);
        let _alone = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = match self.get(question) {
            Ok(Some(earlier)) => answer.with(earlier),
            // A damaged file makes room for a good one.
            _ => answer,
        };
        let program = format!("yomikiri {}", env!("CARGO_PKG_VERSION"));
        let kept = Kept { kind: KIND.into(), program, question: question.clone(), answer };
        let body = serde_json::to_string(&kept).expect("a result is text");
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| Error::io(folder, error))?;
        }
        FORMAT.write(&path, &body)
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
        let both = Remembered { moves: answer.moves, ..solved };
        assert_eq!(results.get(&question).unwrap(), Some(both));
        let other = Question::of(&room.after("b2").unwrap().look());
        assert_eq!(results.get(&other).unwrap(), None);
        // Neither a changed file nor one under another's name is believed.
        let path = results.path(&question);
        fs::create_dir_all(results.path(&other).parent().unwrap()).unwrap();
        fs::copy(&path, results.path(&other)).unwrap();
        assert!(results.get(&other).unwrap_err().to_string().contains("another question"));
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("b2", "a1")).unwrap();
        assert!(results.get(&question).unwrap_err().to_string().contains("damaged"));
        fs::write(&path, "").unwrap();
        assert!(results.get(&question).unwrap_err().to_string().contains("cut short"));
    }
}
