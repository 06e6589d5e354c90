//! What is known of a position, and what follows from it for the position and for every move.

use crate::work::State;
use serde_json::{Map, Value};
use std::collections::HashMap;
use yomikiri_core::{Answers, Chosen, Finding, Goal, Merit, MoveValue, Proved, Standing, Verdict};
use yomikiri_rooms::reports::Look;
use yomikiri_rooms::results::Remembered;

/// What is known of a position when something is told of it.
pub(crate) enum Known {
    /// Everything.
    All(Remembered),
    /// What work on it has shown so far, or had shown when it ended.
    Some(String, State),
    /// Nobody had the time to look at it; its value may have been remembered.
    Nothing(Option<Proved>),
}

/// The legal moves by their names, each with what is known of it.
#[derive(Default)]
pub(crate) struct Values(HashMap<String, MoveValue>);

impl Values {
    /// What is known of a move.
    pub(crate) fn of(&self, name: &str) -> MoveValue {
        self.0.get(name).copied().unwrap_or(MoveValue::UNKNOWN)
    }
}

impl Known {
    fn answer(&self) -> Option<&Remembered> {
        match self {
            Known::All(answer) => Some(answer),
            Known::Some(_, state) => Some(&state.known),
            Known::Nothing(_) => None,
        }
    }

    /// A perfect line: none where the position's value is not settled, because then nobody knows
    /// whether it is one.
    pub(crate) fn line(&self) -> &[String] {
        let settled = |answer: &&Remembered| answer.value.is_some_and(|value| value.is_whole());
        self.answer().filter(settled).map_or(&[], |answer| &answer.line)
    }

    /// The same as far as it is one in the game that led to the position: not where a move that
    /// leads back is better, or may be.
    pub(crate) fn line_in_game(&self, look: &Look) -> &[String] {
        let leads_back = look.moves.iter().any(|mv| mv.repeats.is_some());
        let holds = |first: &String| !leads_back || self.values(look).of(first).is_best();
        match self.line().first() {
            Some(first) if look.repeated.is_none() && holds(first) => self.line(),
            _ => &[],
        }
    }

    /// Forgets the line.
    pub(crate) fn without_line(mut self) -> Known {
        match &mut self {
            Known::All(answer) => answer.line.clear(),
            Known::Some(_, state) => state.known.line.clear(),
            Known::Nothing(_) => {}
        }
        self
    }

    /// What the game tells of the position beside its value.
    pub(crate) fn remarks(&self) -> Option<&Map<String, Value>> {
        self.answer().map(|answer| &answer.remarks)
    }

    /// What is proved of every legal move in the game that led to the position, the moves by their
    /// place among them.
    fn answers(&self, look: &Look) -> Answers<usize> {
        let answer = self.answer();
        // Where points count, a line that keeps a win may give points away.
        let only_won = matches!(
            answer.map(Remembered::verdict),
            Some(Verdict::Outcome { .. }) if !look.won_not_scored
        );
        let line = self.line().first().filter(|_| !only_won);
        // A move of the line keeps what the position is worth.
        let by_line = line.and_then(|mv| Some((mv.as_str(), answer?.value?)));
        let told = answer.into_iter().flat_map(|answer| &answer.moves);
        let told = told.map(|(name, proved)| (name.as_str(), *proved));
        let known: HashMap<&str, Proved> = by_line.into_iter().chain(told).collect();
        let of =
            |name: &str| known.get(name).map_or(Finding::Nothing, |known| Finding::Proved(*known));
        let moves = look.moves.iter().map(|mv| of(&mv.name)).enumerate().collect();
        let place = |leading: &String| look.moves.iter().position(|mv| mv.name == *leading);
        let named = answer.and_then(|answer| answer.leading.as_ref());
        let answers = Answers { moves, ..Answers::none() };
        let in_game = |leading: Option<usize>| {
            let answers = Answers { leading, ..answers.clone() };
            answers.with_repetitions(look.max_score, |at| look.moves[at].repeats)
        };
        // The first of them that still leads on in this game.
        let leading = named.into_iter().chain(line).filter_map(place).map(|at| in_game(Some(at)));
        let mut leading = leading.filter(|answers| answers.leading.is_some());
        leading.next().unwrap_or_else(|| in_game(None))
    }

    /// What is known of the position and its moves, each beside the others and beside the position's
    /// own value. Where the game has come back there is no more to it.
    fn told(&self, look: &Look) -> (Verdict, Vec<MoveValue>) {
        if let Some(repeated) = look.repeated {
            return (repeated.verdict, vec![MoveValue::UNKNOWN; look.moves.len()]);
        }
        let own = match self {
            Known::Nothing(value) => *value,
            other => other.answer().and_then(|answer| answer.value),
        };
        let own = own.map_or(Verdict::Unknown, |value| value.verdict());
        self.answers(look).together(own, look.max_score)
    }

    /// The position's value as far as it is known: what was proved of it, and what its moves say.
    pub(crate) fn verdict(&self, look: &Look) -> Verdict {
        self.told(look).0
    }

    /// What is known of the moves.
    pub(crate) fn values(&self, look: &Look) -> Values {
        let names = look.moves.iter().map(|mv| mv.name.clone());
        Values(names.zip(self.told(look).1).collect())
    }

    /// The same as the game would say it: who wins, where that is all that counts; and what says
    /// nothing is not known.
    pub(crate) fn said_of(mut self, look: &Look) -> Known {
        let told = |proved: Proved| proved.told(look.max_score);
        let known = match &mut self {
            Known::All(answer) => answer,
            Known::Some(_, state) => &mut state.known,
            Known::Nothing(value) => {
                *value = value.and_then(told);
                return self;
            }
        };
        known.value = known.value.and_then(told);
        let moves = std::mem::take(&mut known.moves).into_iter();
        known.moves = moves.filter_map(|(name, proved)| Some((name, told(proved)?))).collect();
        self
    }

    /// Whether it is known which move leads on to the end of the game, or need not be.
    pub(crate) fn knows_what_leads_on(&self, look: &Look) -> bool {
        match self {
            Known::All(answer) if look.repeated.is_none() => match answer.leading.as_deref() {
                None => !look.need_not_end,
                named => self.leading(look) == named,
            },
            _ => true,
        }
    }

    /// The same with a move that leads on, in this game at least.
    pub(crate) fn with_leading(mut self, leading: Option<String>) -> Known {
        if let (Known::All(answer), Some(leading)) = (&mut self, leading) {
            answer.leading = Some(leading);
        }
        self
    }

    /// The [move to play](Answers::choice), and why; `None` where nothing is proved that says it.
    pub(crate) fn choice<'a>(&self, look: &'a Look) -> Option<(&'a str, Merit)> {
        let (answers, (_, values)) = (self.answers(look), self.told(look));
        let standings: Vec<Standing> = values.iter().map(|value| value.standing).collect();
        let chosen = answers.choice_by(&standings, Goal::Score, look.max_score);
        let Chosen { mv, merit, .. } = chosen.filter(|_| look.repeated.is_none())?;
        Some((look.moves[mv].name.as_str(), merit))
    }

    /// Of the moves that keep what is proved, one that is known to lead on to the end.
    pub(crate) fn leading<'a>(&self, look: &'a Look) -> Option<&'a str> {
        self.answers(look).leading.map(|at| look.moves[at].name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::options::Options;
    use yomikiri_core::{Basis, Bounds, Outcome, Score, Side};
    use yomikiri_rooms::Library;

    fn score(score: i32) -> Verdict {
        Verdict::Score { score: Score(score) }
    }

    fn within(low: i32, high: i32) -> Verdict {
        Verdict::Bounds(Bounds::new(low, high))
    }

    fn proved(verdict: Verdict) -> Proved {
        Proved::new(verdict, Basis::Search).expect("something is proved")
    }

    fn known(verdict: Verdict, moves: &[(&str, Verdict)]) -> Known {
        let proved = |verdict| Proved::new(verdict, Basis::Search);
        let move_value =
            |(name, verdict): &(&str, Verdict)| Some(((*name).to_owned(), proved(*verdict)?));
        let moves = moves.iter().filter_map(move_value).collect();
        Known::All(Remembered { value: proved(verdict), moves, ..Remembered::nothing() })
    }

    fn look(board: &str) -> Look {
        yomikiri_rooms::open("othello", board, &Default::default()).unwrap().look()
    }

    #[test]
    fn a_star_needs_a_proof() {
        let look = look("4x4");
        let names: Vec<&str> = look.moves.iter().map(|mv| mv.name.as_str()).collect();
        let stars = |known: &Known| {
            let values = known.values(&look);
            names.iter().filter(|name| values.of(name).is_best()).count()
        };
        let lost = known(
            Verdict::Outcome { outcome: Outcome::Win, plies: None },
            &[(names[0], score(-16)), (names[1], score(-16))],
        );
        assert_eq!(stars(&lost), 0, "the position is won by another move");
        assert_eq!(lost.values(&look).of(names[0]).standing, Standing::Worse);
        assert_eq!(lost.values(&look).of(names[2]).standing, Standing::Possible);
        assert_eq!(lost.choice(&look), None);
        let open: Vec<_> = names.iter().map(|name| (*name, within(-16, 16))).collect();
        let open = known(Verdict::Unknown, &open).said_of(&look);
        assert_eq!(stars(&open), 0);
        assert_eq!((open.verdict(&look), open.choice(&look)), (Verdict::Unknown, None));
        // A move that is worth as much as the position is best, whatever the others are.
        let one = known(score(4), &[(names[2], score(4))]);
        assert_eq!(stars(&one), 1);
        assert_eq!(one.choice(&look), Some((names[2], Merit::Best)));
        let at_most = known(within(-2, 4), &[(names[2], score(4))]);
        assert_eq!((stars(&at_most), at_most.verdict(&look)), (1, score(4)));
    }

    #[test]
    fn perfection_plays_on_to_the_end_or_nothing() {
        let look = look("4x4");
        let name = |at: usize| look.moves[at].name.clone();
        let choice = |answer: Remembered| {
            Known::All(answer).choice(&look).map(|(mv, merit)| (mv.to_owned(), merit))
        };
        let all: Vec<_> = look.moves.iter().map(|mv| (mv.name.clone(), proved(score(4)))).collect();
        let answer =
            Remembered { value: Some(proved(score(4))), moves: all, ..Remembered::nothing() };
        assert_eq!(choice(answer.clone()), Some((name(0), Merit::Best)));
        let line = Remembered { line: vec![name(1)], ..answer };
        assert_eq!(choice(line.clone()), Some((name(1), Merit::Best)));
        let unsettled =
            Remembered { value: Some(proved(within(2, 6))), moves: Vec::new(), ..line.clone() };
        assert_eq!(choice(unsettled), None);
        // What the line begins with keeps the value, though nobody looked at the moves one by one.
        let by_line = Remembered { moves: Vec::new(), ..line.clone() };
        assert_eq!(choice(by_line), Some((name(1), Merit::Best)));
        let leading = Remembered { leading: Some(name(2)), ..line };
        assert_eq!(choice(leading), Some((name(2), Merit::Best)));
    }

    /// A look at the end of a game.
    fn game(game: &str, position: &str, repetition: &str, moves: &str) -> Look {
        let options = Options::default().with("repetition", repetition);
        Library::new(None).open(game, position, &options, moves).unwrap().look()
    }

    #[test]
    fn a_move_that_leads_back_is_worth_what_the_rules_say() {
        // Both kings went forth, and sente's back; gote is to move, and by itself every move wins.
        let win = |plies| Verdict::Outcome { outcome: Outcome::Win, plies: Some(plies) };
        let told = |repetition: &str, plies: [u32; 2]| {
            let look = game("shogi", "2k/3/K2 b G 1", repetition, "3c3b 1a1b 3b3c");
            assert_eq!((look.to_move, look.repeated), (Side::Second, None));
            let back = look.moves.iter().position(|mv| mv.repeats.is_some()).unwrap();
            assert_eq!(look.moves[back].name, "1b1a");
            let moves = look.moves.iter().enumerate();
            let moves = moves
                .map(|(at, mv)| (mv.name.clone(), proved(win(plies[usize::from(at == back)]))));
            let known = Remembered {
                value: Some(proved(win(3))),
                moves: moves.collect(),
                leading: Some("1b1a".into()),
                ..Remembered::nothing()
            };
            let known = Known::All(known);
            let value = known.values(&look).of("1b1a");
            let choice = known.choice(&look).map(|(mv, merit)| (mv.to_owned(), merit));
            (known.verdict(&look), value, choice)
        };
        // The way back would have been the fastest: it is a draw.
        let (verdict, back, choice) = told("draw", [5, 3]);
        assert_eq!((verdict, back.verdict.outcome()), (win(5), Some(Outcome::Draw)));
        assert!(back.standing == Standing::Worse && choice.is_some_and(|(mv, _)| mv != "1b1a"));
        let (verdict, back, choice) = told("first", [5, 3]);
        assert_eq!((verdict, back.verdict.outcome()), (win(5), Some(Outcome::Loss)));
        assert!(choice.is_some_and(|(mv, _)| mv != "1b1a"));
        let (verdict, back, choice) = told("second", [5, 3]);
        let back_best = Some(("1b1a".to_owned(), Merit::Best));
        assert_eq!((verdict, back.is_best(), choice), (win(1), true, back_best));
    }

    #[test]
    fn what_the_rules_leave_open_is_no_plain_value() {
        let round = "A1 B1 pass pass A1 pass pass";
        for (repetition, verdict) in [
            ("open", Verdict::Cycle(Bounds::new(-2, 2))),
            ("tie=-1", score(1)),
            ("tie=2", score(-2)),
        ] {
            let look = game("go", "1x2", repetition, round);
            let moves = look.moves.iter().map(|mv| (mv.name.clone(), proved(score(-2)))).collect();
            let known =
                Remembered { value: Some(proved(score(-2))), moves, ..Remembered::nothing() };
            let known = Known::All(known);
            assert_eq!(known.values(&look).of("B1").verdict, verdict, "{repetition}");
            assert_eq!(known.verdict(&look), verdict, "{repetition}");
            let over = game("go", "1x2", repetition, &format!("{round} B1"));
            let values = known.values(&over);
            assert!(over.moves.iter().all(|mv| !values.of(&mv.name).is_known()), "{repetition}");
            assert_eq!(
                (known.choice(&over), known.verdict(&over)),
                (None, -verdict),
                "{repetition}"
            );
        }
    }
}
