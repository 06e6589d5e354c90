//! The games that the command knows: one line each.

use crate::bounds;
use crate::choices::{
    AllowArg, DeadSquaresArg, KoArg, OrderingArg, PerpetualCheckArg, RuleArgs, RulesArg,
    ScoringArg, StartArg, SuicideArg,
};
use crate::opponents::{Opponent, Registered, Strength};
use crate::regions::remarks;
use crate::reports::{Known, Look};
use crate::results::Results;
use crate::room::{Room, Seat};
use std::path::PathBuf;
use std::sync::Arc;
use yomikiri_amazons::{Amazons, ByBounds, ReadSums};
use yomikiri_core::text::unmarked;
use yomikiri_core::tictactoe::TicTacToe;
use yomikiri_core::{Context, Error, Game, Result};
use yomikiri_go::ladder::{Ladder, Program, Weights};
use yomikiri_go::{self as go, Go};
use yomikiri_othello as othello_room;
use yomikiri_othello::notation::{parse_position, parse_size, split_moves};
use yomikiri_othello::thesis;
use yomikiri_othello::{Ordering, Othello, PaperMethod, ReadOut, Scoring, Size, Start};
use yomikiri_search::AlphaBeta;
use yomikiri_shogi::searches::{Search, SearchMethod};
use yomikiri_shogi::setup::dobutsu;
use yomikiri_shogi::{
    self as shogi, DeadSquares, PerpetualCheck, Position, ReadTable, Repetition, Rules, Setup,
    Shogi, Tables, Variant,
};

type Open = fn(&Library, &RuleArgs, &str) -> Result<Box<dyn Room>>;

/// Every game by name.
const GAMES: &[(&str, Open)] = &[
    ("othello", othello),
    ("amazons", amazons),
    ("go", go),
    ("shogi", shogi),
    ("tictactoe", tictactoe),
];

/// The names of all games.
pub fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|(name, _)| *name)
}

/// The tables of all games, which are kept from one question to the next.
pub struct Library {
    shogi: Arc<Tables>,
    go: Arc<go::Tables>,
    amazons: ReadSums,
    results: Option<Arc<Results>>,
}

impl Library {
    /// With the tables of a folder, as far as it has any.
    pub fn new(folder: Option<PathBuf>) -> Library {
        Library {
            shogi: Arc::new(Tables::new(folder.clone())),
            go: Arc::new(go::Tables::new(folder.clone())),
            amazons: ReadSums::new(folder),
            results: None,
        }
    }

    /// The same for many who ask at once: a few tables are kept in memory.
    pub fn for_many(folder: Option<PathBuf>) -> Library {
        const KEPT: usize = 4;
        Library {
            shogi: Arc::new(Tables::with_room(folder.clone(), KEPT)),
            go: Arc::new(go::Tables::with_room(folder.clone(), KEPT)),
            amazons: ReadSums::new(folder),
            results: None,
        }
    }

    /// The same tables for another thread, whose work keeps nobody waiting.
    pub fn for_another_thread(&self) -> Library {
        Library {
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

    /// The thermograph of an Amazons region as a picture, if its value is in reach.
    pub fn thermograph(&self, region: &str, context: &Context) -> Result<Option<String>> {
        let position = yomikiri_amazons::notation::parse_position(region)?;
        self.amazons.ask(|known| crate::regions::thermograph(known, &position, context))
    }

    /// Opens the game and position that the arguments name; `position` is their text.
    pub fn open(&self, game: &str, position: &str, rules: &RuleArgs) -> Result<Box<dyn Room>> {
        let Some((_, open)) = GAMES.iter().find(|(name, _)| *name == game) else {
            let expected = format!("one of {}", names().collect::<Vec<_>>().join(", "));
            return Err(Error::notation("game", game, "there is no such game", expected));
        };
        let rules = RuleArgs { moves: unmarked(&rules.moves).to_owned(), ..rules.clone() };
        let position = unmarked(position);
        let mut room = match open(self, &rules, position) {
            Ok(room) => room,
            Err(error) => {
                let alone = RuleArgs { moves: String::new(), ..rules.clone() };
                let is_printed = |printed: &Printed<'_>| {
                    let room = open(self, &alone, printed.board);
                    room.is_ok_and(|room| printed.is_of(&room.look()))
                };
                match Printed::of(game, position).filter(is_printed) {
                    Some(printed) => open(self, &rules, printed.board)?,
                    None => return Err(error),
                }
            }
        };
        if let Some(results) = &self.results {
            room.remember_in(results.clone());
        }
        Ok(room)
    }
}

/// What `show` and `solve` print of a position: perhaps a line that names the game and its rules, then
/// the drawn board, then perhaps more.
struct Printed<'a> {
    /// The first line, if it names a game.
    heading: Option<&'a str>,
    /// The drawn board.
    board: &'a str,
    /// The line below it, which is empty or has the same position once more.
    below: &'a str,
}

impl Printed<'_> {
    /// What that seems to be of a text; `None` if it is no drawn board with more above or below it.
    fn of<'a>(game: &str, text: &'a str) -> Option<Printed<'a>> {
        let text = text.trim_end();
        let named =
            text.split_once('\n').filter(|(first, _)| first.split(' ').next() == Some(game));
        let (heading, text) = named.map_or((None, text), |(first, rest)| (Some(first), rest));
        // The board's last line says who is to move.
        let said = text.find(" to move")?;
        let end = text[said..].find('\n').map_or(text.len(), |end| said + end);
        let below = text[end..].lines().nth(1).unwrap_or_default();
        Some(Printed { heading, board: &text[..end], below: below.trim_end() })
    }

    /// Whether that is what is printed of a position.
    fn is_of(&self, look: &Look) -> bool {
        let name = format!("{} {}", look.game, look.board);
        let names = |heading: &str| {
            let rules = heading.trim_end().strip_prefix(&name);
            rules.is_some_and(|rules| rules.is_empty() || rules.starts_with(" ("))
        };
        self.heading.is_none_or(names)
            && self.board.lines().map(str::trim_end).eq(look.drawing.lines())
            && (self.below.is_empty() || self.below == look.position)
    }
}

/// Opens the game and position that the arguments name, with the tables that they name.
pub fn open(game: &str, position: &str, rules: &RuleArgs) -> Result<Box<dyn Room>> {
    Library::new(tables_folder(&rules.tables)).open(game, position, rules)
}

/// Refuses options that are another game's.
pub fn only(args: &RuleArgs, game: &str, own: &[&str]) -> Result<()> {
    let given = [
        ("cells", args.cells.is_some()),
        ("forms", args.forms),
        ("ko", args.ko.is_some()),
        ("suicide", args.suicide.is_some()),
        ("komi", args.komi.is_some()),
        ("weights", args.weights.is_some()),
        ("start", args.start.is_some()),
        ("ordering", args.ordering.is_some()),
        ("scoring", args.scoring.is_some()),
        ("setup", args.setup.is_some()),
        ("zone", args.zone.is_some()),
        ("rules", args.rules.is_some()),
        ("allow", !args.allow.is_empty()),
        ("dead-squares", args.dead_squares.is_some()),
        ("repetition", args.repetition.is_some()),
        ("perpetual-check", args.perpetual_check.is_some()),
    ];
    match given.iter().find(|(name, given)| *given && !own.contains(name)) {
        Some((name, _)) => Err(Error::refused(format!("{game} has no --{name}; leave it out"))),
        None => Ok(()),
    }
}

/// Refuses a scoring that is another game's.
fn no_scoring(scoring: ScoringArg, own: &str) -> Error {
    let name = format!("{scoring:?}").to_lowercase();
    Error::notation("scoring", &name, "another game's", own)
}

/// Whether a text is meant as a board size: a single word that begins like one.
fn looks_like_size(text: &str) -> bool {
    !text.trim().contains(char::is_whitespace)
        && text.trim().starts_with(|c: char| c.is_ascii_digit())
        && !text.contains(['/', ':'])
}

fn othello(_: &Library, args: &RuleArgs, text: &str) -> Result<Box<dyn Room>> {
    only(args, "othello", &["start", "scoring", "ordering"])?;
    let start = match args.start {
        None | Some(StartArg::Othello) => Start::Othello,
        Some(StartArg::Reversi) => Start::Reversi,
    };
    let (seat, scoring) = match looks_like_size(text) {
        true => {
            let size = parse_size(text.trim())?;
            let game = Othello { size, start, scoring: othello_scoring(args.scoring, size)? };
            (Seat::new(game, game.start()), game.scoring)
        }
        false => {
            let (size, position) = parse_position(text)?;
            let game = Othello { size, start, scoring: othello_scoring(args.scoring, size)? };
            (Seat::new(game, position).without_rule("start"), game.scoring)
        }
    };
    let ordering = match args.ordering {
        None | Some(OrderingArg::Trained) => Ordering::Trained,
        Some(OrderingArg::Plain) => Ordering::Plain,
    };
    let read_out = ReadOut { ordering, ..ReadOut::default() };
    let seat = seat
        .with_solver(AlphaBeta)
        .with_solver(PaperMethod::MINIMAX)
        .with_solver(PaperMethod::default())
        .with_solver(read_out);
    let seat = match seat.board().as_str() {
        "8x8" => othello_engines(seat, scoring == Scoring::Tournament),
        _ => seat,
    };
    Ok(Box::new(seat.with_moves(&split_moves(&args.moves))?))
}

/// The strong engine, and the players of paper 003, who play the paper's game only.
fn othello_engines(seat: Seat<Othello>, tournament: bool) -> Seat<Othello> {
    let yomi = Opponent {
        name: "yomi",
        levels: 10,
        usual: 5,
        about: "the strong engine: a learnt evaluation, two plies further with every level",
    };
    let seat = seat.with_engine(Registered::new(yomi, |Strength { level, threads }| {
        othello_room::Yomi::new(othello_room::Level {
            depth: Some(2 * level),
            time: None,
            threads: Some(threads),
        })
    }));
    if !tournament {
        return seat;
    }
    let single = Opponent {
        name: "single",
        levels: 9,
        usual: 5,
        about: "paper 003's player with one thread; the level is its X",
    };
    let multi = Opponent {
        name: "multi",
        about: "paper 003's player with several threads; the level is its X",
        ..single
    };
    seat.with_engine(Registered::new(single, |Strength { level, .. }| {
        thesis::Player::single(thesis::Depths::series_a(level))
    }))
    .with_engine(Registered::new(multi, |Strength { level, threads }| {
        thesis::Player::multi(thesis::Depths::series_a(level), threads)
    }))
}

/// How a game of Othello is counted: as is usual on its board, unless the arguments choose.
pub fn othello_scoring(scoring: Option<ScoringArg>, size: Size) -> Result<Scoring> {
    match scoring {
        None => Ok(Scoring::usual(size)),
        Some(ScoringArg::Paper) => Ok(Scoring::Paper),
        Some(ScoringArg::Tournament) => Ok(Scoring::Tournament),
        Some(other) => Err(no_scoring(other, "paper or tournament")),
    }
}

/// The rules of shogi that the arguments choose.
pub fn shogi_rules(args: &RuleArgs, ranks: usize) -> Result<Rules> {
    let zone = args.zone.unwrap_or(1);
    if usize::from(zone) > ranks {
        let expected = format!("0 to {ranks} ranks");
        return Err(Error::notation("zone", &zone.to_string(), "no such zone", expected));
    }
    let mut rules = match args.rules {
        None | Some(RulesArg::Standard) => Rules::standard(zone),
        Some(RulesArg::Paper) => Rules::paper(zone),
    };
    rules.nifu |= args.allow.contains(&AllowArg::Nifu);
    rules.uchifuzume |= args.allow.contains(&AllowArg::Uchifuzume);
    match args.dead_squares {
        None => {}
        Some(DeadSquaresArg::Forbid) => rules.dead_squares = DeadSquares::Forbid,
        Some(DeadSquaresArg::Unpromotable) => rules.dead_squares = DeadSquares::Unpromotable,
        Some(DeadSquaresArg::Allow) => rules.dead_squares = DeadSquares::Allow,
    }
    rules.repetition = repetition(args)?;
    if args.perpetual_check == Some(PerpetualCheckArg::Loses) {
        rules.perpetual_check = PerpetualCheck::Loses;
    }
    Ok(rules)
}

fn repetition(args: &RuleArgs) -> Result<Repetition> {
    match args.repetition.as_deref() {
        None | Some("draw") => Ok(Repetition::Draw),
        Some("first") => Ok(Repetition::First),
        Some("second") => Ok(Repetition::Second),
        Some(other) => {
            let expected = "draw, first or second (tie=POINTS is for go)";
            Err(Error::notation("repetition", other, "no such rule in shogi", expected))
        }
    }
}

/// The rules of Go that the arguments choose.
pub fn go_rules(args: &RuleArgs) -> Result<go::Rules> {
    only(args, "go", &["ko", "suicide", "komi", "scoring", "repetition", "weights"])?;
    let ko = match args.ko {
        None | Some(KoArg::Basic) => go::Ko::Basic,
        Some(KoArg::Positional) => go::Ko::Positional,
        Some(KoArg::Situational) => go::Ko::Situational,
    };
    let scoring = match args.scoring {
        None | Some(ScoringArg::Area) => go::Scoring::Area,
        Some(ScoringArg::Afure) => go::Scoring::Afure,
        Some(ScoringArg::Stones) => go::Scoring::Stones,
        Some(ScoringArg::Japanese) => {
            return Err(Error::notation(
                "scoring",
                "japanese",
                "under Japanese rules the players agree, after play has stopped, which stones are \
                 dead and what is territory; the rules of play do not settle it, and stones taken in \
                 a cycle make the counts endless, so there is no value to be proved",
                "area, afure or stones",
            ));
        }
        Some(other) => return Err(no_scoring(other, "area, afure or stones")),
    };
    let points = |what: &'static str, text: &str| {
        let most = go::board::MOST_POINTS as i32;
        let number = text.parse::<i32>().ok().filter(|points| (-most..=most).contains(points));
        number.ok_or_else(|| {
            let problem = match text.parse::<f64>() {
                Ok(points) if points.fract() != 0.0 => {
                    "points are whole; half a point more or less decides draws only"
                }
                Ok(_) => "too many points",
                Err(_) => "no number of points",
            };
            Error::notation(what, text, problem, format!("a whole number from -{most} to {most}"))
        })
    };
    let repetition = match args.repetition.as_deref() {
        None | Some("open") => go::Repetition::Open,
        Some(_) if ko != go::Ko::Basic => {
            return Err(Error::refused("under superko nothing repeats; leave out --repetition"));
        }
        Some(text) => match text.strip_prefix("tie=") {
            Some(tie) => go::Repetition::Tie(points("repetition", tie)?),
            None => {
                let expected = "open, or tie=POINTS for Black, such as tie=0";
                let problem = "no such rule in Go";
                return Err(Error::notation("repetition", text, problem, expected));
            }
        },
    };
    let komi = args.komi.as_deref().map_or(Ok(0), |komi| points("komi", komi))?;
    let suicide = args.suicide == Some(SuicideArg::Allowed);
    Ok(go::Rules { ko, suicide, scoring, repetition, komi })
}

/// A game of Go and a position in it.
pub fn go_game(args: &RuleArgs, text: &str) -> Result<(Go, go::Position)> {
    let (rules, text) = (go_rules(args)?, unmarked(text));
    let (go, mut position) = match looks_like_size(text) {
        true => {
            let go = Go { board: go::notation::parse_size(text.trim())?, rules };
            (go, go.start())
        }
        false => {
            let (board, position) = go::notation::parse_position(text, rules)?;
            (Go { board, rules }, position)
        }
    };
    for text in go::notation::split_moves(&args.moves) {
        let mv = go.parse_move(&position, &text)?;
        position = go.play(&position, mv);
    }
    Ok((go, position))
}

fn go(library: &Library, args: &RuleArgs, text: &str) -> Result<Box<dyn Room>> {
    let before = RuleArgs { moves: String::new(), ..args.clone() };
    let (game, position) = go_game(&before, text)?;
    let moves = go::notation::split_moves(&args.moves);
    let mut seat = Seat::new(game, position).with_moves(&moves)?;
    let weights = args.weights.as_deref().map_or(Ok(Weights::default()), str::parse)?;
    for ladder in Ladder::ALL {
        seat = seat.with_solver(Program { weights, ..ladder.program() });
    }
    let seat = seat.with_knowledge(|game, position| {
        let known = go::knowledge(game, position);
        Known {
            diagrams: known.diagrams(game),
            said: known.said(game),
            data: serde_json::to_value(&known).unwrap_or_default(),
        }
    });
    Ok(Box::new(seat.with_solver(go::ReadOut { tables: library.go.clone() })))
}

/// Refuses another game, and options that shogi does not have.
pub fn only_shogi(game: &str, args: &RuleArgs) -> Result<()> {
    if game != "shogi" {
        return Err(Error::notation("game", game, "there are no set-ups of it", "shogi"));
    }
    let own = ["setup", "zone", "rules", "allow", "dead-squares", "repetition", "perpetual-check"];
    only(args, "shogi", &own)
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

/// A game of shogi, a position in it, and the name of its set-up if it was given by one.
pub fn shogi_game(args: &RuleArgs, text: &str) -> Result<(Shogi, Position, Option<String>)> {
    only_shogi("shogi", args)?;
    let untrimmed = unmarked(text);
    let text = untrimmed.trim();
    let dobutsu_game = || {
        only(args, "dobutsu shogi", &["repetition"])?;
        let mut game = dobutsu();
        game.rules.repetition = repetition(args)?;
        Ok(game)
    };
    let (game, position, setup) = if let Some(position) = text.strip_prefix("dobutsu") {
        let game = dobutsu_game()?;
        match position.trim() {
            "" => (game, game.start, None),
            position => (game, game.parse_position(position)?, None),
        }
    } else if !text.contains('/') && !text.contains(char::is_whitespace) {
        // Nine-square shogi is 3x3 with set-ups of its own, pieces in hand among them.
        if text == "9masu" && args.zone.is_some_and(|zone| zone != 1) {
            return Err(Error::refused("9masu shogi has promotion zone 1; leave out --zone"));
        }
        let size = shogi::notation::parse_size(if text == "9masu" { "3x3" } else { text })?;
        let Some(name) = &args.setup else {
            return Err(Error::refused(format!(
                "shogi on {size} needs a set-up, such as --setup {}, or a position as SFEN",
                &"KSPGB"[..size.files()]
            )));
        };
        let setup = Setup::parse(name, size.files())?;
        let game = setup.game(size, shogi_rules(args, size.ranks())?);
        shogi::notation::possible(size, &game.rules, &game.start).map_err(|problem| {
            Error::refused(format!("the set-up {name} on {size} cannot be played: {problem}"))
        })?;
        (game, game.start, Some(setup.name()))
    } else {
        if args.setup.is_some() {
            return Err(Error::refused("--setup goes with a board size, not with a position"));
        }
        let (size, variant, position) = shogi::diagram::parse_position(untrimmed, None)?;
        if variant == Variant::Dobutsu {
            let game = dobutsu_game()?;
            return shogi_moves(args, game, game.parse_position(untrimmed)?, None);
        }
        let rules = shogi_rules(args, size.ranks())?;
        shogi::notation::check_position(size, &rules, &position, text)?;
        (Shogi { size, rules, start: position }, position, None)
    };
    shogi_moves(args, game, position, setup)
}

/// The same after the moves that the arguments have.
fn shogi_moves(
    args: &RuleArgs,
    game: Shogi,
    mut position: Position,
    setup: Option<String>,
) -> Result<(Shogi, Position, Option<String>)> {
    for text in args.moves.split_whitespace() {
        let mv = game.parse_move(&position, text)?;
        position = game.play(&position, mv);
    }
    Ok((game, position, setup))
}

fn shogi(library: &Library, args: &RuleArgs, text: &str) -> Result<Box<dyn Room>> {
    let before = RuleArgs { moves: String::new(), ..args.clone() };
    let (game, position, setup) = shogi_game(&before, text)?;
    let moves: Vec<String> = args.moves.split_whitespace().map(str::to_owned).collect();
    let mut seat = Seat::new(game, position).with_moves(&moves)?;
    if let Some(setup) = setup {
        seat = seat.with_rule("setup", setup);
    }
    for search in Search::ALL {
        seat = seat.with_solver(SearchMethod(search));
    }
    Ok(Box::new(seat.with_solver(ReadTable { tables: library.shogi.clone() })))
}

fn amazons(library: &Library, args: &RuleArgs, text: &str) -> Result<Box<dyn Room>> {
    if args.cells.is_some() || args.forms {
        return Err(Error::refused("--cells and --forms go with 'table', not with a position"));
    }
    only(args, "amazons", &[])?;
    let game = match looks_like_size(text) {
        true => Amazons::new(yomikiri_amazons::notation::parse_size(text.trim())?)?,
        false => Amazons::at(yomikiri_amazons::notation::parse_position(text)?),
    };
    let sums = library.amazons.clone();
    let seat = Seat::new(game, game.start)
        .with_solver(AlphaBeta)
        .with_solver(ByBounds(sums.clone()))
        .with_solver(sums.clone())
        .with_remarks(move |method, position, context| {
            sums.ask(|known| match method {
                "bounds" => bounds::remarks(known, position, context),
                _ => remarks(known, position, context),
            })
        });
    let moves: Vec<String> = args.moves.split_whitespace().map(str::to_owned).collect();
    Ok(Box::new(seat.with_moves(&moves)?))
}

fn tictactoe(_: &Library, args: &RuleArgs, text: &str) -> Result<Box<dyn Room>> {
    only(args, "tictactoe", &[])?;
    let position = match text {
        "3x3" => TicTacToe.start(),
        text => TicTacToe.parse_position(text)?,
    };
    let seat = Seat::new(TicTacToe, position).with_solver(AlphaBeta);
    Ok(Box::new(seat.with_moves(&split_moves(&args.moves))?))
}
