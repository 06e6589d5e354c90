//! A game of a known type at a position: what makes everything work for any `Game`.

use crate::matches::{self, Named, Plan, Style, Told};
use crate::opponents::{
    self, OnlyProved, Opponent, PERFECTION, Perfection, Player, RANDOM, Registered, Session,
    Strength,
};
use crate::past::Past;
use crate::play::{Dialogue, Mover, Seats, Terms, Who};
use crate::reports::{
    About, Distance, Ends, Known, Look, MoveValue, Possible, Shown, Solved, SolvedText, Valued,
    interval, key, value,
};
use crate::results::{Question, Remembered, Results};
use crate::room::Room;
use serde_json::{Map, Value};
use std::io::{BufRead, Write};
use std::sync::Arc;
use std::time::Instant;
use yomikiri_core::{
    Answer, Answers, Cell, Context, Diagram, Engine, Error, Finding, Game, Goal, Limits, Outcome,
    Picture, Proved, Random, Repeated, Repetition, Result, Score, Side, Solver, Stop,
};
use yomikiri_search::perft;

/// A game of a known type, at a position.
pub struct Seat<G: Game> {
    game: G,
    position: G::Position,
    /// The positions that led to it, as far as they are known.
    past: Past<G::Position>,
    solvers: Vec<Arc<dyn Solver<G>>>,
    hidden_rule: Option<&'static str>,
    extra_rule: Option<(&'static str, String)>,
    remarks: Option<Arc<Remarks<G>>>,
    engines: Vec<Arc<Registered<G>>>,
    results: Option<Arc<Results>>,
    knowledge: Option<fn(&G, &G::Position) -> Known>,
}

/// How something was found that was already known.
const REMEMBERED: &str = "remembered";

/// Why something could not be remembered, if that is so; what contradicts what was remembered may
/// not be told.
fn why_not(put: Result<()>) -> Result<Option<String>> {
    match put {
        Err(error) if !matches!(error, Error::Fault(_)) => Ok(Some(error.to_string())),
        other => other.map(|()| None),
    }
}

/// Tells of a position beside its value by the method of this name: for people, and as data.
type Remarks<G> = dyn Fn(
        &'static str,
        &<G as Game>::Position,
        &Context,
    ) -> Result<(String, Vec<(&'static str, Value)>)>
    + Send
    + Sync;

impl<G: Game> Seat<G> {
    /// A seat with no method yet.
    pub fn new(game: G, position: G::Position) -> Seat<G> {
        Seat {
            game,
            position,
            past: Past::none(),
            solvers: Vec::new(),
            hidden_rule: None,
            extra_rule: None,
            remarks: None,
            engines: Vec::new(),
            results: None,
            knowledge: None,
        }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The board as people write it.
    pub fn board(&self) -> String {
        self.game.board()
    }

    /// Adds a method of the game's own; the last one added is the default.
    pub fn with_solver(mut self, solver: impl Solver<G> + 'static) -> Seat<G> {
        self.solvers.insert(0, Arc::new(solver));
        self
    }

    /// Leaves a rule out of reports, because it has no say in this position.
    pub fn without_rule(mut self, name: &'static str) -> Seat<G> {
        self.hidden_rule = Some(name);
        self
    }

    /// Names one more choice in reports.
    pub fn with_rule(mut self, name: &'static str, choice: String) -> Seat<G> {
        self.extra_rule = Some((name, choice));
        self
    }

    /// Tells more of a position when it is solved, by the method whose name it is given.
    pub fn with_remarks(
        mut self,
        remarks: impl Fn(
            &'static str,
            &G::Position,
            &Context,
        ) -> Result<(String, Vec<(&'static str, Value)>)>
        + Send
        + Sync
        + 'static,
    ) -> Seat<G> {
        self.remarks = Some(Arc::new(remarks));
        self
    }

    /// Tells what is known of a position without a search.
    pub fn with_knowledge(mut self, knowledge: fn(&G, &G::Position) -> Known) -> Seat<G> {
        self.knowledge = Some(knowledge);
        self
    }

    /// Adds an engine of the game's own to play against; the one added first is the usual one.
    pub fn with_engine(mut self, engine: Registered<G>) -> Seat<G> {
        self.engines.push(Arc::new(engine));
        self
    }

    fn solver(&self, name: Option<&str>, context: &Context) -> Result<&dyn Solver<G>> {
        let solver = self.named_solver(name)?;
        if context.checkpoint.is_some() && !solver.keeps_checkpoints() {
            return Err(Error::refused(format!(
                "the method {} keeps no checkpoint; leave out --checkpoint, or use another method",
                solver.name()
            )));
        }
        Ok(solver)
    }

    fn named_solver(&self, name: Option<&str>) -> Result<&dyn Solver<G>> {
        let Some(name) = name else { return Ok(&*self.solvers[0]) };
        self.solvers.iter().find(|solver| solver.name() == name).map(|solver| &**solver).ok_or_else(
            || {
                let names: Vec<_> = self.solvers.iter().map(|solver| solver.name()).collect();
                Error::notation(
                    "method",
                    name,
                    format!("{} has no such method", self.game.name()),
                    format!("one of {}", names.join(", ")),
                )
            },
        )
    }

    /// What both sides are called.
    fn sides(&self) -> [&'static str; 2] {
        [Side::First, Side::Second].map(|side| self.game.side_name(side))
    }

    fn rules(&self) -> Map<String, Value> {
        let rules = self.game.rules().into_iter().filter(|rule| Some(rule.0) != self.hidden_rule);
        let rules = self.extra_rule.clone().into_iter().chain(rules);
        rules.map(|(k, v)| (k.to_owned(), v.into())).collect()
    }

    fn about(&self, solver: &dyn Solver<G>, remembered: bool, context: &Context) -> About {
        let mut rules = self.rules();
        for (name, choice) in solver.asked().rules {
            rules.insert(name.into(), choice.into());
        }
        About {
            game: self.game.name(),
            board: self.game.board(),
            position: self.game.print_position(&self.position),
            to_move: self.game.to_move(&self.position),
            rules,
            method: if remembered { REMEMBERED } else { solver.name() },
            threads: solver.threads(context),
        }
    }
}

impl<G: Game + Clone + 'static> Seat<G> {
    /// The same seat at another position.
    fn at(&self, position: G::Position, past: Past<G::Position>) -> Seat<G> {
        Seat {
            game: self.game.clone(),
            position,
            past,
            solvers: self.solvers.clone(),
            hidden_rule: self.hidden_rule,
            extra_rule: self.extra_rule.clone(),
            remarks: self.remarks.clone(),
            engines: self.engines.clone(),
            results: self.results.clone(),
            knowledge: self.knowledge,
        }
    }

    /// An engine by its name.
    fn engine(
        &self,
        name: &str,
        wanted: Option<u32>,
        context: &Context,
        seed: u64,
    ) -> Result<Box<dyn Engine<G>>> {
        let opponents = self.opponents();
        let Some(opponent) = opponents.iter().find(|opponent| opponent.name == name) else {
            let names: Vec<_> = opponents.iter().map(|opponent| opponent.name).collect();
            let board = format!("{} {}", self.game.name(), self.game.board());
            let expected = format!("one of {}", names.join(", "));
            return Err(Error::notation(
                "opponent",
                name,
                format!("{board} has no such opponent"),
                expected,
            ));
        };
        let level = opponents::level(opponent, wanted)?;
        let strength = Strength { level, threads: context.limits.threads };
        Ok(match self.engines.iter().find(|engine| engine.opponent == *opponent) {
            Some(engine) => engine.make(strength),
            None if *opponent == RANDOM => Box::new(Random::new(seed)),
            None => Box::new(Perfection { solver: self.solvers[0].clone() }),
        })
    }

    /// Where the answer may be remembered, and what is: only a whole answer by the usual method
    /// is worth it.
    fn memory(&self, method: Option<&str>, goal: Goal) -> Option<(&Results, Question, Remembered)> {
        let results = self.results.as_ref().filter(|_| method.is_none() && goal == Goal::Score)?;
        let question = Question::of(&self.look());
        // A damaged file is as good as none; a good one will take its place.
        let known = results.get(&question).ok().flatten().unwrap_or_else(Remembered::nothing);
        Some((results, question, known))
    }

    /// The answer that is remembered; `None` if it is not one to this position after all.
    fn recall(&self, known: &Remembered) -> Option<Answer<G::Move>> {
        let mut position = self.position.clone();
        let mut line = Vec::new();
        for text in &known.line {
            let mv = self.game.parse_move(&position, text).ok()?;
            position = self.game.play(&position, mv);
            line.push(mv);
        }
        let whole = known.value.filter(Proved::is_whole)?;
        Some(Answer::new(Finding::Proved(whole), 0).with_line(line))
    }

    /// The same for the moves.
    fn recall_moves(&self, known: &Remembered) -> Option<Answers<G::Move>> {
        let mut legal = Vec::new();
        self.game.moves(&self.position, &mut legal);
        let moves: Option<Vec<_>> = legal
            .into_iter()
            .map(|mv| {
                let name = self.game.print_move(&self.position, mv);
                let (_, proved) = known.moves.iter().find(|(known, _)| *known == name)?;
                proved.is_whole().then_some((mv, Finding::Proved(*proved)))
            })
            .collect();
        let moves = moves.filter(|moves| !moves.is_empty())?;
        let leading = known.leading.as_ref();
        let leading =
            leading.and_then(|leading| self.game.parse_move(&self.position, leading).ok());
        Some(Answers { moves, leading, ..Answers::none() })
    }

    fn valued(
        &self,
        method: Option<&str>,
        goal: Goal,
        to_play: bool,
        context: &Context,
    ) -> Result<Valued> {
        let solver = self.solver(method, context)?;
        let begun = Instant::now();
        let played = self.past.up_to(&self.position);
        let repeated = Repetition::of(&self.game, &played);
        // A game that has come back is over, or nobody knows what is to be asked.
        let memory = self.memory(method, goal).filter(|_| repeated.is_none());
        let recalled = memory.as_ref().and_then(|(_, _, known)| self.recall_moves(known));
        let remembered = recalled.is_some();
        let mut alone = match recalled {
            Some(answers) => answers,
            None if repeated.is_some() => Answers::none(),
            None => solver.values(&self.game, &self.position, goal, context)?,
        };
        let led = alone.leading.is_some();
        let mut answers = alone.clone().in_game(&self.game, &played);
        if to_play && answers.leading.is_none() && repeated.is_none() {
            answers.leading = solver.lead_in_game(&self.game, &self.position, &answers, context)?;
            // What is remembered knows of no game before.
            alone.leading = answers.leading.filter(|_| answers.repeating.is_empty());
        }
        let mut not_remembered = None;
        if let Some((results, question, _)) =
            memory.filter(|_| !remembered || alone.leading.is_some() != led)
        {
            not_remembered = self.remember_moves(results, &question, &alone)?;
        }
        let asked = solver.asked();
        let (moves, choice) = MoveValue::all(&self.game, &played, &answers, &asked, goal);
        let name = |mv| self.game.print_move(&self.position, mv);
        Ok(Valued {
            about: self.about(solver, remembered, context),
            repeated,
            moves,
            choice: choice.map(|chosen| name(chosen.mv)),
            choice_is: choice.map(|chosen| chosen.merit),
            leading: answers.leading.map(name),
            nodes: answers.nodes,
            seconds: begun.elapsed().as_secs_f64(),
            stopped: answers.stopped.map(Stop::name),
            not_remembered,
            board: self.game.draw(&self.position),
            sides: self.sides(),
        })
    }

    /// Remembers what was proved of the moves, if that is everything; why it could not be, if that
    /// is so.
    fn remember_moves(
        &self,
        results: &Results,
        question: &Question,
        answers: &Answers<G::Move>,
    ) -> Result<Option<String>> {
        let name = |mv: G::Move| self.game.print_move(&self.position, mv);
        let whole = |(mv, found): &(G::Move, Finding)| {
            let proved = found.as_proved().filter(|proved| proved.is_whole())?;
            Some((name(*mv), *proved))
        };
        let moves = answers.moves.iter().map(whole).collect::<Option<Vec<_>>>();
        let Some(moves) = moves.filter(|_| answers.stopped.is_none()) else { return Ok(None) };
        let leading = answers.leading.map(name);
        let answer = Remembered { moves, leading, ..Remembered::nothing() };
        why_not(results.put(question, answer))
    }
}

impl<G: Game + Clone + 'static> Room for Seat<G> {
    fn look(&self) -> Look {
        let (game, position) = (&self.game, &self.position);
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let played = self.past.up_to(position);
        let possible = |mv: &G::Move| Possible {
            name: game.print_move(position, *mv),
            record: game.record_move(position, *mv),
            spots: game.spots(position, *mv),
            repeats: Repetition::after(game, &played, *mv),
        };
        let final_score = game.final_score(position);
        let tally = final_score.map_or(Vec::new(), |_| game.tally(position));
        Look {
            game: game.name(),
            board: game.board(),
            position: game.print_position(position),
            identity: game.identity(position),
            to_move: game.to_move(position),
            sides: self.sides(),
            rules: self.rules(),
            repeated: Repetition::of(game, &played),
            moves: moves.iter().map(possible).collect(),
            picture: game.picture(position),
            drawing: game.draw(position),
            final_score,
            tally: tally.into_iter().map(|(k, v)| (key(k), v.into())).collect(),
            ending: final_score.map_or(Vec::new(), |_| game.ending(position)),
            max_score: game.max_score(),
            has_engine: !self.engines.is_empty(),
            won_not_scored: game.max_score() == Score(1),
            need_not_end: game.need_not_end(),
        }
    }

    fn identity(&self) -> String {
        self.game.identity(&self.position)
    }

    fn show(&self, knowledge: bool) -> Result<Shown> {
        let look = self.look();
        let known = match (knowledge, self.knowledge) {
            (false, _) => None,
            (true, Some(knowledge)) => Some(knowledge(&self.game, &self.position)),
            (true, None) => {
                let problem = format!("{} has no --knowledge; leave it out", self.game.name());
                return Err(Error::refused(problem));
            }
        };
        let diagrams = match (&known, &look.picture) {
            (Some(known), _) => known.diagrams.clone(),
            (None, Some(picture)) => {
                let mover = self.game.side_name(self.game.to_move(&self.position));
                let caption = format!("{} {}, {mover} to move", look.game, look.board);
                vec![Diagram::new(caption, picture.clone())]
            }
            (None, None) => Vec::new(),
        };
        let (knowledge, said) = known.map_or((None, Vec::new()), |k| (Some(k.data), k.said));
        Ok(Shown { look, knowledge, diagrams, said })
    }

    fn methods(&self) -> Vec<&'static str> {
        self.solvers.iter().map(|solver| solver.name()).collect()
    }

    fn opponents(&self) -> Vec<Opponent> {
        let own = self.engines.iter().map(|engine| engine.opponent);
        own.chain([PERFECTION, RANDOM]).collect()
    }

    fn player(
        &self,
        name: &str,
        level: Option<u32>,
        threads: usize,
        seed: u64,
    ) -> Result<Box<dyn Player>> {
        let context = Context::new(Limits { threads, ..Limits::default() });
        let engine = self.engine(name, level, &context, seed)?;
        Ok(Box::new(Session::new(self.game.clone(), self.position.clone(), engine)))
    }

    fn pieces(&self) -> Vec<Cell> {
        self.game.pieces()
    }

    fn write_picture(&self, picture: &Picture, to_move: Side) -> String {
        self.game.write_picture(picture, to_move)
    }

    fn after(&self, mv: &str) -> Result<Box<dyn Room>> {
        let mv = self.game.parse_move(&self.position, mv)?;
        let past = self.past.then(self.position.clone());
        Ok(Box::new(self.at(self.game.play(&self.position, mv), past)))
    }

    fn alone(&self) -> Box<dyn Room> {
        Box::new(self.at(self.position.clone(), Past::none()))
    }

    fn comes_back(&self, moves: &[String]) -> Result<bool> {
        let played = self.past.up_to(&self.position);
        let (here, earlier) = played.split_last().expect("a game has a position");
        let mut position = here.clone();
        for text in moves {
            position = self.game.play(&position, self.game.parse_move(&position, text)?);
            if earlier.iter().any(|before| self.game.is_same(before, &position)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn remember_in(&mut self, results: Arc<Results>) {
        self.results = Some(results);
    }

    fn solve(&self, method: Option<&str>, goal: Goal, context: &Context) -> Result<Solved> {
        let solver = self.solver(method, context)?;
        let begun = Instant::now();
        let memory = self.memory(method, goal);
        let recalled = memory.as_ref().and_then(|(_, _, known)| self.recall(known));
        let remembered = recalled.is_some();
        let answer = match recalled {
            Some(answer) => answer,
            None => solver.solve(&self.game, &self.position, goal, context)?,
        };
        let (remarked, remarks) = match &self.remarks {
            Some(remarks) if goal == Goal::Score => {
                remarks(solver.name(), &self.position, context)?
            }
            _ => (String::new(), Vec::new()),
        };
        let seconds = begun.elapsed().as_secs_f64();
        let mover = self.game.to_move(&self.position);
        let asked = solver.asked();
        let said = answer.finding.said();
        let winner = asked.outcome(&said, mover).map(|outcome| match outcome {
            Outcome::Win => Some(mover),
            Outcome::Loss => Some(!mover),
            Outcome::Draw => None,
        });
        let mut position = self.position.clone();
        let (mut line, mut record, mut boards) = (Vec::new(), Vec::new(), Vec::new());
        for mv in &answer.line {
            line.push(self.game.print_move(&position, *mv));
            record.extend(self.game.record_move(&position, *mv));
            position = self.game.play(&position, *mv);
            boards.push(self.game.draw(&position));
        }
        let remarks: Map<String, Value> =
            remarks.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let mut not_remembered = None;
        if let Some((results, question, _)) = memory.filter(|_| !remembered)
            && let Some(proved) = answer.finding.as_proved().filter(|proved| proved.is_whole())
            && context.stopped().is_none()
        {
            let answer = Remembered {
                value: Some(*proved),
                line: line.clone(),
                remarks: remarks.clone(),
                ..Remembered::nothing()
            };
            not_remembered = why_not(results.put(&question, answer))?;
        }
        let finished = self.game.final_score(&position).is_some();
        let (tally, ending) = match finished {
            true => (self.game.tally(&position), self.game.ending(&position)),
            false => (Vec::new(), Vec::new()),
        };
        let proved = &answer.finding.verdict();
        Ok(Solved {
            about: self.about(solver, remembered, context),
            value: value(proved),
            finding: answer.finding,
            basis: answer.finding.as_proved().map(Proved::basis),
            doubt: answer.finding.doubt(),
            winner: winner.map(|side| match side {
                Some(Side::First) => "first",
                Some(Side::Second) => "second",
                None => "draw",
            }),
            exact: value(proved).is_some(),
            bounds: interval(&self.game, proved),
            bracket: Ends::of(&self.game, answer.finding.bracket()),
            plies: Distance::of(&said),
            line,
            record,
            tally: tally.into_iter().map(|(k, v)| (key(k), v.into())).collect(),
            ending,
            nodes: answer.nodes,
            total_nodes: answer.total_nodes,
            seconds,
            nodes_per_second: (answer.nodes as f64 / seconds.max(1e-9)).round(),
            counts: answer.counts.into_iter().map(|(k, v)| (k.to_owned(), v.into())).collect(),
            stopped: answer.stopped.map(Stop::name),
            remarks,
            not_remembered,
            text: SolvedText {
                remarks: remarked,
                first_board: self.game.draw(&self.position),
                last_board: (finished || answer.stopped.is_none())
                    .then(|| self.game.draw(&position)),
                boards,
                mover: self.game.side_name(mover),
                draw: asked
                    .draw
                    .filter(|side| winner == Some(Some(*side)))
                    .map(|side| self.game.side_name(side)),
                winner: winner.map(|side| side.map_or("nobody", |s| self.game.side_name(s))),
            },
        })
    }

    fn values(&self, method: Option<&str>, goal: Goal, context: &Context) -> Result<Valued> {
        self.valued(method, goal, true, context)
    }

    fn only_values(&self, method: Option<&str>, goal: Goal, context: &Context) -> Result<Valued> {
        self.valued(method, goal, false, context)
    }

    fn play(
        &self,
        seats: &Seats,
        context: &Context,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> anyhow::Result<Option<Stop>> {
        let helper = self.engines.first().map(|engine| engine.opponent);
        let make = |who: &Who| {
            Ok::<_, Error>(match who {
                Who::Person => Mover::Person,
                Who::Usual => match helper {
                    None => Mover::Solver { proves: false },
                    Some(usual) => Mover::Engine(self.engine(usual.name, None, context, 0)?),
                },
                Who::Opponent { name, level, .. } if *name == PERFECTION.name => {
                    opponents::level(&PERFECTION, *level)?;
                    Mover::Solver { proves: true }
                }
                Who::Opponent { name, level, seed } => {
                    Mover::Engine(self.engine(name, *level, context, *seed)?)
                }
            })
        };
        let movers = [make(&seats.players[0])?, make(&seats.players[1])?];
        let helper = helper.map(|usual| self.engine(usual.name, None, context, 0)).transpose()?;
        let solver = self.solver(None, context)?;
        let (time, json) = (seats.move_time, seats.json);
        let terms = Terms { solver, helper, time, context, rules: self.rules(), json };
        let played = self.past.up_to(&self.position);
        Dialogue::new(&self.game, played, movers, terms, input, output).run()
    }

    fn play_match(
        &self,
        players: [&str; 2],
        plan: &Plan,
        context: &Context,
        tell: &mut dyn FnMut(Told) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        // Two random movers are not to roll the same dice.
        let seeds = [plan.seed, plan.seed.wrapping_add(1)];
        let engine = |seat: usize| {
            let Named { name, level, seed } = Named::read(players[seat])?;
            let engine = self.engine(name, level, context, seed.unwrap_or(seeds[seat]))?;
            // Perfection guesses no more here than anywhere.
            Ok::<_, Error>(match name == PERFECTION.name {
                true => Box::new(OnlyProved(engine)),
                false => engine,
            })
        };
        if self.game.need_not_end()
            && self.game.repetition(std::slice::from_ref(&self.position)) == Repeated::Undecided
        {
            return Err(Error::refused(
                "these rules do not say what a game is worth that repeats itself, so a match under \
                 them could not be counted; choose that, as --repetition tie=0 in Go",
            )
            .into());
        }
        let (mut a, mut b) = (engine(0)?, engine(1)?);
        let openings = matches::openings(&self.game, &self.position, plan, context)?;
        // A game that need not end is a draw after this.
        const LONGEST: usize = 400;
        let longest = plan.longest.or(self.game.need_not_end().then_some(LONGEST));
        let plan = Plan { longest, ..plan.clone() };
        let style = Style::of(&self.game);
        let game = &self.game;
        matches::play(game, [a.as_mut(), b.as_mut()], &openings, &plan, style, context, tell)
    }

    fn perft(&self, depth: u32, context: &Context) -> Option<u64> {
        perft(&self.game, &self.position, depth, context)
    }
}
