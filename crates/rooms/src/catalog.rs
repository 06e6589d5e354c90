//! What games declare, and the games there are.
//!
//! A game is declared once, by a [`Declaration`]: the flags of the command, the forms and addresses of
//! the explorer, the parameters of the API, refusals and help texts are all made from it.

use crate::games;
use crate::pasted::Pasted;
use crate::printed::Printed;
use crate::results::Results;
use crate::room::Room;
use std::path::PathBuf;
use std::sync::Arc;
use yomikiri_amazons::ReadSums;
use yomikiri_core::options::{Declared, Effect, Options};
use yomikiri_core::text::unmarked;
use yomikiri_core::{Context, Error, Result};
use yomikiri_go as go;
use yomikiri_shogi as shogi;

/// A game as it declares itself.
pub struct Declaration {
    /// The name used on the command line.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// What it is about, in a sentence.
    pub about: &'static str,
    /// What one may choose.
    pub options: &'static [&'static dyn Declared],
    /// The names of its methods, its own first.
    pub methods: &'static [&'static str],
    /// Boards to begin on.
    pub offers: &'static [Offer],
    /// Takes a list of moves apart.
    pub moves: fn(&str) -> Vec<String>,
    /// The game that a record or a list of moves in a form of its own is, the board chosen being
    /// this; `None` if it is none, or if it is moves like those of any game.
    pub record: fn(&str, &Options, &str) -> Result<Option<Pasted>>,
    /// Opens a board by its size, a position, or a variant by its name.
    pub open: fn(&Library, &Options, &str) -> Result<Box<dyn Room>>,
}

/// A game as a page offers it.
pub struct Offer {
    /// What it is called, if it is not the game by itself.
    pub variant: Option<&'static str>,
    /// Boards, the first one being shown.
    pub boards: &'static [&'static str],
    /// The options that it has; `None` for all of the game's.
    pub options: Option<&'static [&'static str]>,
    /// How many of them are seen at once.
    pub shown: usize,
    /// A text that one might paste.
    pub example: &'static str,
}

/// The games that are built in.
pub static GAMES: &[&Declaration] =
    &[&games::OTHELLO, &games::GO, &games::SHOGI, &games::AMAZONS, &games::TIC_TAC_TOE];

impl PartialEq for Declaration {
    fn eq(&self, other: &Declaration) -> bool {
        self.name == other.name
    }
}

impl Eq for Declaration {}

impl std::fmt::Debug for Declaration {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Declaration").field(&self.name).finish()
    }
}

impl Declaration {
    /// What an offer lets one choose: how it begins, and its rules.
    pub fn choices(&self, offer: &Offer) -> Vec<&'static dyn Declared> {
        let is_there = |option: &&&dyn Declared| {
            matches!(option.effect(), Effect::Rules | Effect::Start)
                && offer.options.is_none_or(|own| own.contains(&option.name()))
        };
        self.options.iter().filter(is_there).copied().collect()
    }

    /// Refuses options that a method, or else its own, has no use for.
    pub fn check_method(&self, method: Option<&str>, options: &Options) -> Result<()> {
        let method = method.or(self.methods.first().copied()).unwrap_or_default();
        let useless = self.options.iter().find(|option| {
            let serves = match option.effect() {
                Effect::Method(methods) => methods.contains(&method),
                _ => true,
            };
            !serves && options.given(option.name()).is_some()
        });
        match useless {
            None => Ok(()),
            Some(option) => {
                let name = option.name();
                Err(Error::refused(format!(
                    "the method {method} has no option {name}; leave it out"
                )))
            }
        }
    }

    /// Those of its options that have one of these effects.
    pub fn options_for(&self, effects: &[Effect]) -> Vec<&'static dyn Declared> {
        let options = self.options.iter().filter(|option| effects.contains(&option.effect()));
        options.copied().collect()
    }
}

impl Offer {
    /// A game's only offer.
    pub const fn of(boards: &'static [&'static str], shown: usize, example: &'static str) -> Offer {
        Offer { variant: None, boards, options: None, shown, example }
    }
}

/// The game of this name.
pub fn find<'g>(games: &[&'g Declaration], name: &str) -> Result<&'g Declaration> {
    games.iter().find(|game| game.name == name).copied().ok_or_else(|| {
        let names: Vec<&str> = games.iter().map(|game| game.name).collect();
        let expected = format!("one of {}", names.join(", "));
        Error::notation("game", name, "there is no such game", expected)
    })
}

/// No record in a form of the game's own.
pub fn no_record(_board: &str, _options: &Options, _text: &str) -> Result<Option<Pasted>> {
    Ok(None)
}

/// Moves with spaces between them.
pub fn by_spaces(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Games, and the tables of all of them, which are kept from one question to the next.
pub struct Library {
    games: &'static [&'static Declaration],
    pub(crate) shogi: Arc<shogi::Tables>,
    pub(crate) go: Arc<go::Tables>,
    pub(crate) amazons: ReadSums,
    results: Option<Arc<Results>>,
}

impl Library {
    /// The games that are built in, with the tables of a folder, as far as it has any.
    pub fn new(folder: Option<PathBuf>) -> Library {
        Library {
            games: GAMES,
            shogi: Arc::new(shogi::Tables::new(folder.clone())),
            go: Arc::new(go::Tables::new(folder.clone())),
            amazons: ReadSums::new(folder),
            results: None,
        }
    }

    /// The same for many who ask at once: a few tables are kept in memory.
    pub fn for_many(folder: Option<PathBuf>) -> Library {
        const KEPT: usize = 4;
        Library {
            shogi: Arc::new(shogi::Tables::with_room(folder.clone(), KEPT)),
            go: Arc::new(go::Tables::with_room(folder.clone(), KEPT)),
            ..Library::new(folder)
        }
    }

    /// With these games.
    pub fn with_games(self, games: &'static [&'static Declaration]) -> Library {
        Library { games, ..self }
    }

    /// The same tables for another thread, whose work keeps nobody waiting.
    pub fn for_another_thread(&self) -> Library {
        Library {
            games: self.games,
            shogi: self.shogi.clone(),
            go: self.go.clone(),
            amazons: self.amazons.for_another_thread(),
            results: self.results.clone(),
        }
    }

    /// Remembers in a folder what is proved, and does not prove again what it has.
    pub fn remembering(mut self, results: Arc<Results>) -> Library {
        self.results = Some(results);
        self
    }

    /// The games there are.
    pub fn games(&self) -> &'static [&'static Declaration] {
        self.games
    }

    /// The game of this name.
    pub fn game(&self, name: &str) -> Result<&'static Declaration> {
        find(self.games, name)
    }

    /// The thermograph of an Amazons region as a picture, if its value is in reach.
    pub fn thermograph(&self, region: &str, context: &Context) -> Result<Option<String>> {
        let position = yomikiri_amazons::notation::parse_position(region)?;
        self.amazons.ask(|known| crate::regions::thermograph(known, &position, context))
    }

    /// Opens a game at a position, which is its text, as far as these moves lead from there.
    pub fn open(
        &self,
        game: &str,
        position: &str,
        options: &Options,
        moves: &str,
    ) -> Result<Box<dyn Room>> {
        let game = self.game(game)?;
        for option in game.options_for(&[Effect::Tables]) {
            if options.given(option.name()).is_some() {
                let name = option.name();
                let problem = format!("{name} goes with tables, not with a position; leave it out");
                return Err(Error::refused(problem));
            }
        }
        let own = game.options.iter().filter(|option| option.effect() != Effect::Tables);
        options.check(game.name, &own.copied().collect::<Vec<_>>())?;
        let open = |text: &str| (game.open)(self, options, text);
        let position = unmarked(position);
        let mut room = match open(position) {
            Ok(room) => room,
            Err(error) => {
                let is_printed = |printed: &Printed<'_>| {
                    open(printed.board).is_ok_and(|room| printed.is_of(&room.look()))
                };
                match Printed::of(game.name, position).filter(is_printed) {
                    Some(printed) => open(printed.board)?,
                    None => return Err(error),
                }
            }
        };
        for mv in (game.moves)(unmarked(moves)) {
            room = room.after(&mv)?;
        }
        if let Some(results) = &self.results {
            room.remember_in(results.clone());
        }
        Ok(room)
    }
}

/// Opens a board or a position of a built-in game, without tables on disk.
pub fn open(game: &str, position: &str, options: &Options) -> Result<Box<dyn Room>> {
    Library::new(None).open(game, position, options, "")
}

/// Whether a text is meant as a board size: a single word that begins like one.
pub(crate) fn looks_like_size(text: &str) -> bool {
    !text.trim().contains(char::is_whitespace)
        && text.trim().starts_with(|c: char| c.is_ascii_digit())
        && !text.contains(['/', ':'])
}

/// A folder of ours in the user's data folder.
fn data_folder(name: &str) -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share")));
    data.map(|data| data.join("yomikiri").join(name))
}

/// The folder with tables: the one given, or the one in the user's data folder.
pub fn tables_folder(given: &Option<PathBuf>) -> Option<PathBuf> {
    given.clone().or_else(|| data_folder("tables"))
}

/// The folder with results: the one given, or the one in the user's data folder.
pub fn results_folder(given: &Option<PathBuf>) -> Option<PathBuf> {
    let named = std::env::var_os("YOMIKIRI_RESULTS").filter(|named| !named.is_empty());
    let named = || named.map(PathBuf::from);
    given.clone().or_else(named).or_else(|| data_folder("results"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_that_is_offered_can_be_opened_with_every_choice() {
        for game in GAMES {
            assert!(!game.offers.is_empty() && !game.methods.is_empty(), "{}", game.name);
            for offer in game.offers {
                let choices = game.choices(offer);
                // What must be given, such as a set-up.
                let mut base = Options::default();
                for option in &choices {
                    if let yomikiri_core::options::Form::Text { usual: None, examples, .. } =
                        option.form()
                        && option.effect() == Effect::Start
                    {
                        base = base.with(option.name(), examples[0]);
                    }
                }
                for board in offer.boards {
                    open(game.name, board, &base)
                        .unwrap_or_else(|error| panic!("{} {board}: {error}", game.name));
                }
                for option in &choices {
                    let texts: Vec<&str> = match option.form() {
                        yomikiri_core::options::Form::One(names)
                        | yomikiri_core::options::Form::Any(names) => {
                            names.iter().map(|(name, _)| *name).collect()
                        }
                        yomikiri_core::options::Form::Text { examples, .. } => examples.to_vec(),
                        yomikiri_core::options::Form::Switch => vec![Options::GIVEN],
                    };
                    for text in texts {
                        let options = base.clone().with(option.name(), text);
                        open(game.name, offer.boards[0], &options).unwrap_or_else(|error| {
                            panic!("{} {}={text}: {error}", game.name, option.name())
                        });
                    }
                }
            }
        }
    }

    #[test]
    fn the_first_method_declared_is_the_one_that_is_used() {
        let context = Context::new(yomikiri_core::Limits { nodes: Some(1), ..Default::default() });
        for game in GAMES {
            let offer = &game.offers[0];
            let setup = Options::default().with("setup", "KSP");
            let options = if game.name == "shogi" { setup } else { Options::default() };
            let board = if game.name == "othello" { "4x4" } else { offer.boards[0] };
            let room = open(game.name, board, &options).unwrap();
            assert_eq!(room.methods(), game.methods, "{}", game.name);
            let solved = room.solve(None, yomikiri_core::Goal::Win, &context).unwrap();
            assert_eq!(solved.about.method, game.methods[0], "{}", game.name);
        }
    }
}
