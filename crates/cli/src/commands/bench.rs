use super::{context, end_of};
use crate::End;
use crate::args::BenchArgs;
use crate::output;
use anyhow::Result;
use serde_json::json;
use std::time::{Duration, Instant};
use yomikiri_amazons::forms::FormTables;
use yomikiri_amazons::ground::Grounds;
use yomikiri_amazons::kernel::Reckoning;
use yomikiri_amazons::layers::layers_below;
use yomikiri_amazons::shape::Catalogue;
use yomikiri_amazons::{Amazons, ReadSums};
use yomikiri_core::text::grouped;
use yomikiri_core::{Context, Game, Goal, Side, Solver};
use yomikiri_go::{Board, Go};
use yomikiri_othello::{Othello, ReadOut, Size, Start};
use yomikiri_search::duel::Bounds;
use yomikiri_shogi::notation::parse_size;
use yomikiri_shogi::searches::Search;
use yomikiri_shogi::{ReadTable, Rules, Setup, Shogi};

/// Boards, starts and goals of the fixed set; the last two are left out by `--quick`.
const SET: [(u32, u32, Start, Goal); 8] = [
    (4, 6, Start::Othello, Goal::Score),
    (4, 6, Start::Reversi, Goal::Score),
    (4, 8, Start::Othello, Goal::Score),
    (4, 8, Start::Reversi, Goal::Score),
    (4, 10, Start::Othello, Goal::Score),
    (4, 10, Start::Reversi, Goal::Score),
    (4, 12, Start::Reversi, Goal::Win),
    (6, 6, Start::Othello, Goal::Score),
];

/// Tables of the fixed set, as board, set-up and zone; the last is left out by `--quick`.
const TABLES: [(&str, &str, u8); 3] = [("3x3", "KSP", 2), ("3x3", "RKB", 1), ("3x4", "KPB", 3)];
/// Searches of the fixed set, none of them stopped by the limit on nodes.
const SEARCHES: [(Search, &str, &str, u8); 4] = [
    (Search::AlphaBeta, "3x3", "LKP", 2),
    (Search::AlphaBetaTwice, "3x4", "LKP", 2),
    (Search::Pds, "3x4", "NKP", 1),
    (Search::Dfpn, "3x3", "KSP", 2),
];

/// Boards of Go and their goals, by search and, where endless play decides, by a table too; the
/// last is left out by `--quick`.
const GO: [(usize, usize, Goal); 5] = [
    (3, 4, Goal::Win),
    (3, 5, Goal::Score),
    (4, 4, Goal::Win),
    (3, 6, Goal::Score),
    (4, 5, Goal::Score),
];

/// What is worked out of Amazons; the last two are left out by `--quick`.
const AMAZONS: [AmazonsTask; 6] = [
    AmazonsTask::Values(7),
    AmazonsTask::Forms(6),
    AmazonsTask::Board(4, 4),
    AmazonsTask::Board(5, 4),
    AmazonsTask::Values(8),
    AmazonsTask::Forms(7),
];

#[derive(Clone, Copy)]
enum AmazonsTask {
    /// The values of all subgames up to so many cells.
    Values(usize),
    /// Their canonical forms.
    Forms(usize),
    /// Who wins a whole board.
    Board(usize, usize),
}

/// One line of the bench: what was done, and what it took.
struct Done {
    game: &'static str,
    board: String,
    what: String,
    nodes: u64,
    result: String,
}

type Task = Box<dyn Fn(&Context) -> yomikiri_core::Result<Option<Done>>>;

fn othello((rows, columns, start, goal): (u32, u32, Start, Goal)) -> Task {
    Box::new(move |context| {
        let size = Size::new(rows, columns).expect("the set has playable boards");
        let game = Othello { start, ..Othello::new(size) };
        let answer = ReadOut::default().solve(&game, &game.start(), goal, context)?;
        Ok(answer.stopped.is_none().then(|| Done {
            game: "othello",
            board: game.board(),
            what: game.rules()[0].1.clone(),
            nodes: answer.nodes,
            result: answer.verdict().to_string(),
        }))
    })
}

fn shogi_game(board: &str, setup: &str, zone: u8) -> yomikiri_core::Result<Shogi> {
    let size = parse_size(board)?;
    Ok(Setup::parse(setup, size.files())?.game(size, Rules::standard(zone)))
}

/// A table made from nothing; its nodes are its states.
fn table((board, setup, zone): (&'static str, &'static str, u8)) -> Task {
    Box::new(move |context| {
        let game = shogi_game(board, setup, zone)?;
        let answer = ReadTable::default().solve(&game, &game.start, Goal::Win, context)?;
        Ok(answer.stopped.is_none().then(|| Done {
            game: "shogi",
            board: board.into(),
            what: format!("{setup} z{zone} table"),
            nodes: answer.nodes,
            result: answer.verdict().to_string(),
        }))
    })
}

fn go((rows, columns, goal): (usize, usize, Goal)) -> Task {
    Box::new(move |context| {
        let game = Go::new(Board::new(rows, columns).expect("the set has playable boards"));
        let answer = yomikiri_go::ReadOut::default().solve(&game, &game.start(), goal, context)?;
        Ok(answer.stopped.is_none().then(|| Done {
            game: "go",
            board: game.board(),
            what: if goal == Goal::Win { "win" } else { "score" }.into(),
            nodes: answer.nodes,
            result: answer.verdict().to_string(),
        }))
    })
}

/// Everything about subgames up to some size, from nothing; its nodes are the positions.
fn amazons(task: AmazonsTask) -> Task {
    Box::new(move |context| {
        let grounds = |cells| Some(Grounds::new(Catalogue::new(cells, context)?));
        let done = |board, what: &str, nodes, result| Done {
            game: "amazons",
            board,
            what: what.into(),
            nodes,
            result,
        };
        Ok(match task {
            AmazonsTask::Values(cells) => {
                // One more than the largest, of which the layers below are kept.
                let Some(grounds) = grounds(cells + 1) else { return Ok(None) };
                layers_below(cells + 1, Reckoning::InTurn, &grounds, context).map(|layers| {
                    let positions: usize = layers.iter().map(Vec::len).sum();
                    done(format!("<={cells}"), "values", positions as u64, "done".into())
                })
            }
            AmazonsTask::Forms(cells) => {
                let Some(grounds) = grounds(cells) else { return Ok(None) };
                FormTables::new(&grounds, cells, context).map(|tables| {
                    let of = |size| grounds.catalogue().of(size).len() * tables.slots(size).len();
                    let positions: usize = (0..=cells).map(of).sum();
                    let result = format!("{} forms", grouped(tables.forms().len() as u64));
                    done(format!("<={cells}"), "canonical forms", positions as u64, result)
                })
            }
            AmazonsTask::Board(columns, rows) => {
                let board = yomikiri_amazons::Board::new(columns, rows).expect("a playable board");
                let game = Amazons::new(board)?;
                let answer = ReadSums::new(None).solve(&game, &game.start, Goal::Win, context)?;
                let result = answer.verdict().to_string();
                answer.stopped.is_none().then(|| done(game.board(), "win", answer.nodes, result))
            }
        })
    })
}

fn search((search, board, setup, zone): (Search, &'static str, &'static str, u8)) -> Task {
    Box::new(move |context| {
        let game = shogi_game(board, setup, zone)?;
        let bounds = Bounds { time: Duration::MAX, ..Bounds::PAPER };
        let found = search.run(&game, &game.start, false, bounds, context)?;
        Ok(found.winner.ok().map(|winner| Done {
            game: "shogi",
            board: board.into(),
            what: format!("{setup} z{zone} {}", search.name()),
            nodes: found.nodes,
            result: winner
                .map_or("draw", |side| match side {
                    Side::First => "first wins",
                    Side::Second => "second wins",
                })
                .into(),
        }))
    })
}

pub(crate) fn run(args: &BenchArgs) -> Result<End> {
    let (mut context, bar) = context(&args.limits, &args.output)?;
    // One thread unless asked otherwise: only then the signature is fixed.
    context.limits.threads = args.limits.threads.unwrap_or(1);
    context.limits.memory = args.limits.memory.unwrap_or(1 << 30);
    let (boards, tables, small, regions) = match args.quick {
        true => (&SET[..6], &TABLES[..2], &GO[..4], &AMAZONS[..4]),
        false => (&SET[..], &TABLES[..], &GO[..], &AMAZONS[..]),
    };
    let tasks = boards.iter().copied().map(othello);
    let tasks = tasks.chain(tables.iter().copied().map(table));
    let tasks = tasks.chain(small.iter().copied().map(go));
    let tasks = tasks.chain(SEARCHES.into_iter().map(search));
    let tasks = tasks.chain(regions.iter().copied().map(amazons));
    let (mut nodes, mut seconds) = (0, 0.0);
    for task in tasks {
        let begun = Instant::now();
        let done = task(&context)?;
        let time = begun.elapsed().as_secs_f64();
        let Some(done) = done else { break };
        nodes += done.nodes;
        seconds += time;
        let speed = done.nodes as f64 / time;
        match args.output.json {
            true => output::json(
                "bench",
                &json!({ "game": done.game, "board": done.board, "what": done.what,
                         "nodes": done.nodes, "seconds": time, "nodes_per_second": speed.round() }),
            )?,
            false => output::line(&format!(
                "{:<8} {:<5} {:<22} {:>14} nodes  {:>8.3} s  {:>6.1} M/s  {}",
                done.game,
                done.board,
                done.what,
                grouped(done.nodes),
                time,
                speed / 1e6,
                done.result
            ))?,
        }
    }
    bar.clear();
    if context.stopped().is_none() {
        let kernel = ReadOut::default().kernel_name()?;
        let threads = context.limits.threads;
        let speed = nodes as f64 / seconds;
        match args.output.json {
            true => output::json(
                "summary",
                &json!({ "signature": nodes, "nodes": nodes, "seconds": seconds,
                         "nodes_per_second": speed.round(), "threads": threads, "kernel": kernel }),
            )?,
            false => output::line(&format!(
                "signature {nodes}\n{seconds:.2} s, {:.1} M nodes/s, {threads} thread{}, {kernel} kernel",
                speed / 1e6,
                if threads == 1 { "" } else { "s (the signature is fixed for one thread only)" },
            ))?,
        }
    }
    if context.stopped().is_some() {
        context.progress.warn("stopped before the set was done; there is no signature");
    }
    Ok(end_of(&context))
}
