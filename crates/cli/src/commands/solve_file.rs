//! `solve-file`: the problems of an OBF file, one after the other.

use super::{context, name_of, read_text};
use crate::End;
use crate::args::SolveFileArgs;
use crate::output;
use anyhow::Result;
use serde::Serialize;
use std::time::{Duration, Instant};
use yomikiri_core::options::Typed;
use yomikiri_core::text::{grouped, time};
use yomikiri_core::{Context, Error, Game, Limits, Progress, Score, Side, Stop, Whole};
use yomikiri_othello::notation::obf::{self, Problem};
use yomikiri_othello::notation::tournament_game;
use yomikiri_othello::{Othello, ReadOut};
use yomikiri_rooms::games::othello::SCORING;

pub(crate) fn run(args: &SolveFileArgs) -> Result<End> {
    let (mut context, _bar) = context(&args.limits, &args.output)?;
    // The limits on time and nodes are those of each problem.
    let each = context.limits.clone();
    context.limits = Limits { time: None, nodes: None, ..each.clone() };
    let (name, text) = (name_of(&args.file), read_text(&args.file, &context)?);
    let bad_file = |problem: String| Error::file(&name, problem);
    let (mut problems, mut unreadable, mut there_are) = (Vec::new(), Vec::new(), 0);
    for (number, problem) in obf::lines(&text) {
        there_are = number;
        if args.problems.as_ref().is_none_or(|wanted| wanted.contains(number)) {
            match problem {
                Ok(problem) => problems.push(problem),
                Err(error) => unreadable.push(bad_file(error.to_string())),
            }
        }
    }
    if problems.is_empty() {
        let asked = if there_are == 0 { "it has no problem" } else { "it has no such problem" };
        let none = || bad_file(format!("{asked}; there are {there_are}"));
        return Err(unreadable.into_iter().next().unwrap_or_else(none).into());
    }
    for error in unreadable.iter().take(MOST_COMPLAINTS) {
        output::complain(&error.to_string());
    }
    let game = tournament_game();
    let game =
        Othello { scoring: SCORING.read(args.scoring.as_deref())?.unwrap_or(game.scoring), ..game };
    let mut total = Total { unreadable: unreadable.len(), ..Total::default() };
    let (begun, cpu) = (Instant::now(), cpu_time());
    if !args.output.json {
        output::line(HEAD)?;
    }
    let empties = problems.iter().map(|problem| empties(&game, problem));
    let (fewest, most) = (empties.clone().min(), empties.max());
    for (done, problem) in problems.iter().enumerate() {
        let whole = Whole {
            done: done as u64,
            of: problems.len() as u64,
            unit: "problems",
            // The more squares are empty, the longer it takes.
            alike: fewest == most,
        };
        let (number, earlier) = (problem.number, total.nodes);
        let told = context.retold(move |told| Progress {
            stage: format!("problem {number}: {}", told.stage),
            whole: Some(whole),
            nodes: earlier + told.nodes,
            elapsed: begun.elapsed(),
            ..told.clone()
        });
        told.progress.report(&Progress { stage: "begun".into(), ..Progress::default() });
        let limited = context.part(each.clone()).with_progress(told.progress);
        let solved = solve(&game, problem, &limited)?;
        total.add(&solved);
        match args.output.json {
            true => output::json("problem", &solved)?,
            false => output::line(&solved.text())?,
        }
        if context.stopped().is_some() {
            break;
        }
    }
    total.leave(problems.len() - total.problems);
    total.seconds = begun.elapsed().as_secs_f64();
    total.nodes_per_second = speed(total.nodes, total.seconds);
    total.cpu_seconds = cpu.and_then(|cpu| Some((cpu_time()?.saturating_sub(cpu)).as_secs_f64()));
    total.stopped = context.stopped().map(Stop::name);
    match args.output.json {
        true => output::json("summary", &total)?,
        false => output::line(&total.text())?,
    }
    if total.unreadable > 0 && context.stopped().is_none() {
        // What could be read was solved; that some could not is still an error.
        let there_are = problems.len() + total.unreadable;
        let problem = format!("{} of {there_are} problems could not be read", total.unreadable);
        return Err(bad_file(problem).into());
    }
    Ok(match context.stopped() {
        _ if total.disagreeing > 0 => End::No,
        Some(Stop::Cancelled) => End::Interrupted,
        None if total.unsolved == 0 => End::Done,
        _ => End::Limit,
    })
}

/// So many lines that cannot be read are told one by one.
const MOST_COMPLAINTS: usize = 10;

/// What is told of a problem.
#[derive(Serialize)]
struct Solved {
    number: usize,
    line: usize,
    empties: u32,
    to_move: Side,
    value: Option<Score>,
    bounds: [Score; 2],
    #[serde(rename = "move")]
    mv: Option<String>,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    agrees: Option<bool>,
    /// The highest score in the file, and the moves that have it.
    expected: Option<i32>,
    expected_moves: Vec<String>,
    stopped: Option<&'static str>,
}

fn empties(game: &Othello, problem: &Problem) -> u32 {
    game.size.squares() - (problem.position.black | problem.position.white).count_ones()
}

fn solve(game: &Othello, problem: &Problem, context: &Context) -> Result<Solved> {
    let position = &problem.position;
    let begun = Instant::now();
    let (bounds, mv, nodes) = match game.final_score(position) {
        Some(score) => ([score, score], None, 0),
        None => {
            let answer = ReadOut::default().best(game, position, context)?;
            let bounds = answer.verdict().bounds();
            let bounds = bounds.map_or([-game.max_score(), game.max_score()], |b| [b.low, b.high]);
            (bounds, answer.line.first().copied(), answer.nodes)
        }
    };
    let seconds = begun.elapsed().as_secs_f64();
    let over = game.final_score(position).is_some();
    // A score without a move that is proved to keep it is not all that was asked for.
    let value = Some(bounds[0]).filter(|_| bounds[0] == bounds[1] && (over || mv.is_some()));
    let expected = problem.best_score();
    let best = problem.scores.iter().filter(|(_, score)| Some(*score) == expected);
    Ok(Solved {
        number: problem.number,
        line: problem.line,
        empties: empties(game, problem),
        to_move: position.side,
        value,
        bounds,
        mv: mv.map(|mv| game.print_move(position, mv)),
        nodes,
        seconds,
        nodes_per_second: speed(nodes, seconds),
        agrees: value.and_then(|value| problem.agrees(value.0, mv)),
        expected,
        expected_moves: best.map(|(mv, _)| game.print_move(position, *mv)).collect(),
        stopped: context.stopped().filter(|_| value.is_none()).map(Stop::name),
    })
}

const HEAD: &str = "  no  empties  value  move            nodes        time      speed  agrees";

impl Solved {
    fn text(&self) -> String {
        let value = match self.value {
            Some(value) => value.to_string(),
            None => "?".into(),
        };
        let agrees = match (self.agrees, self.value) {
            (Some(true), _) => "yes".to_owned(),
            (Some(false), _) => format!(
                "NO: the file has {} by {}",
                Score(self.expected.unwrap_or_default()),
                self.expected_moves.join(" ")
            ),
            (None, Some(_)) => "-".into(),
            (None, None) => {
                let [low, high] = self.bounds;
                format!("not settled: from {low} to {high} is proved")
            }
        };
        format!(
            "{:>4}  {:>7}  {value:>5}  {:<4}  {:>15}  {:>10}  {:>5.1} M/s  {agrees}",
            self.number,
            self.empties,
            self.mv.as_deref().unwrap_or("-"),
            grouped(self.nodes),
            time(self.seconds),
            self.nodes_per_second / 1e6,
        )
    }
}

/// What is told at the end.
#[derive(Default, Serialize)]
struct Total {
    problems: usize,
    agreeing: usize,
    disagreeing: usize,
    /// Problems that were solved and that the file has no scores of.
    without_answer: usize,
    /// Problems that a limit ended, or that were not begun.
    unsolved: usize,
    /// Lines that are no problem.
    unreadable: usize,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    cpu_seconds: Option<f64>,
    stopped: Option<&'static str>,
}

impl Total {
    fn add(&mut self, solved: &Solved) {
        self.problems += 1;
        self.nodes += solved.nodes;
        match (solved.agrees, solved.value) {
            (Some(true), _) => self.agreeing += 1,
            (Some(false), _) => self.disagreeing += 1,
            (None, Some(_)) => self.without_answer += 1,
            (None, None) => self.unsolved += 1,
        }
    }

    /// So many problems were not begun.
    fn leave(&mut self, problems: usize) {
        self.problems += problems;
        self.unsolved += problems;
    }

    fn text(&self) -> String {
        let mut counts = vec![format!("{} agree", self.agreeing)];
        for (count, words) in [
            (self.disagreeing, "do NOT agree"),
            (self.without_answer, "have no answer in the file"),
            (self.unsolved, "were not settled"),
            (self.unreadable, "could not be read"),
        ] {
            if count > 0 {
                counts.push(format!("{count} {words}"));
            }
        }
        let cpu = self.cpu_seconds.map(|cpu| format!(", {} of processor time", time(cpu)));
        format!(
            "{} problem{}: {}; {} nodes in {}, {:.1} M/s{}{}",
            self.problems,
            if self.problems == 1 { "" } else { "s" },
            counts.join(", "),
            grouped(self.nodes),
            time(self.seconds),
            self.nodes_per_second / 1e6,
            cpu.unwrap_or_default(),
            if self.stopped.is_some() { "; interrupted" } else { "" },
        )
    }
}

fn speed(nodes: u64, seconds: f64) -> f64 {
    (nodes as f64 / seconds.max(1e-9)).round()
}

/// Time that all threads of the process have worked, where the system tells.
fn cpu_time() -> Option<Duration> {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
    }
    #[cfg(not(unix))]
    None
}
