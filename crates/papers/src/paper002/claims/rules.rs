//! Claims about the rules and about what can be known of a position without a search.

use super::super::diagrams::{FIGURE_18, FIGURE_20, known};
use super::super::results::{LIFE, Results};
use super::super::rows::{Checked, Rule, board};
use super::super::tables::is_unsound;
use crate::format::{Sentences, grouped, listed};
use crate::report::{Claim, Status};
use crate::runs::{Finding, Run};
use yomikiri_go::Board;
use yomikiri_go::ladder::Ladder;
use yomikiri_go::validate::LANDFILL;

pub(super) fn all(results: &Results) -> Vec<Claim> {
    vec![
        counting(results),
        landfill(results),
        landfill_as_printed(results),
        static_rules(results),
        six_stones(results),
        equal_on_3x3(results),
        shared_board(results),
        dame_extension(results),
    ]
}

/// The counting at the end of games.
fn counting(results: &Results) -> Claim {
    let claim = "The overflow rules are equivalent to Chinese rules (sections 3.2 and 3.3; judged by \
                 how finished games are counted, which is all that they change).";
    let found = results.overflow.as_ref().map(|run| &run.found).filter(|found| found.settled());
    let Some(found) = found else { return Claim::unseen(claim) };
    Claim::paper(
        claim,
        Status::judged(Some(found.wrong == 0)),
        Sentences::default()
            .say(format!(
                "At {} ends of {} random games on {}, the difference of the overflow stones is not \
                 that of the areas in {} of them.",
                grouped(found.ends),
                grouped(found.games),
                listed(&found.boards).unwrap_or_default(),
                grouped(found.wrong)
            ))
            .maybe(found.example.as_ref().map(|text| format!("Such as {text}.")))
            .say(
                "The reason is the paper's: after equally many turns a side's stones on the board \
                 and its overflow make the same sum as the other's. Not judged: the ko, which table \
                 1 lists as superko for Chinese rules; the searches here have basic ko.",
            ),
    )
}

/// Of the rules that are wanted, boards, claims and wrong claims.
fn checked(
    rows: &[(Board, Run<Checked>)],
    wanted: impl Fn(&Rule) -> bool,
) -> (Vec<String>, u64, u64) {
    let (mut boards, mut claims, mut wrong) = (Vec::new(), 0, 0);
    for (on, run) in rows {
        for rule in run.found.rules.iter().filter(|rule| wanted(rule)) {
            claims += rule.claims;
            wrong += rule.wrong;
            boards.push(on.to_string());
        }
    }
    boards.dedup();
    (boards, claims, wrong)
}

/// The fate of a claim about every state of the boards that are looked at.
fn on_all_boards(results: &Results, boards: &[String], wrong: u64) -> Status {
    match (wrong, boards.len() == results.planned_checks()) {
        (1.., _) => Status::Refuted,
        (0, true) => Status::Confirmed,
        (0, false) => Status::Open,
    }
}

fn landfill(results: &Results) -> Claim {
    let claim = "Landfill keeps the result (section 5.1; judged on every state of some small boards, \
                 under basic ko, and with a rule for passes that the paper does not have).";
    let (boards, claims, wrong) = checked(&results.checked, |rule| rule.name == LANDFILL);
    Claim::paper(
        claim,
        on_all_boards(results, &boards, wrong),
        Sentences::default().list(
            &format!(
                "Filling changes the value of {} of {} states, those of ",
                grouped(wrong),
                grouped(claims)
            ),
            &boards,
            ". The rule that is added: a pass that lifts a ko ban does not count towards the two that \
             end the game. Under superko, where what has been on the board matters, landfill was not \
             tested.",
        ),
    )
}

/// The same by the paper's own rule for passes.
fn landfill_as_printed(results: &Results) -> Claim {
    let claim = "Landfill keeps the result with every pass counted, as the paper prints the end of the \
                 game (sections 3.3 and 5.1; judged on every state of some small boards, under basic \
                 ko).";
    let rows = &results.every_pass;
    let mut told = Vec::new();
    let mut example = None;
    for (on, run) in rows {
        let Some(rule) = run.found.rules.iter().find(|rule| rule.name == LANDFILL) else {
            continue;
        };
        told.push(format!("{} of {} on {on}", grouped(rule.wrong), grouped(rule.claims)));
        example = example.or(rule.example.as_ref());
    }
    let (_, _, wrong) = checked(rows, |rule| rule.name == LANDFILL);
    let not_tried = results.checked.iter().filter(|(on, _)| rows.iter().all(|(at, _)| at != on));
    let not_tried: Vec<String> = not_tried.map(|(on, _)| on.to_string()).collect();
    let (_, others, broken) =
        checked(rows, |rule| rule.name != LANDFILL && !is_unsound(&rule.name));
    Claim::paper(
        claim,
        // Boards on which nothing is changed prove nothing of others.
        if wrong > 0 { Status::Refuted } else { Status::Open },
        Sentences::default()
            .list("States whose value filling changes: ", &told, ".")
            .maybe(example.map(|text| format!("Such as {text}.")))
            .list(
                "Not looked at in this way: ",
                if told.is_empty() { &[] } else { &not_tried },
                ".",
            )
            .maybe((others > 0).then(|| {
                format!(
                    "The other static rules do not need ours for passes: of their {} claims with \
                     every pass counted {} are wrong.",
                    grouped(others),
                    grouped(broken)
                )
            })),
    )
}

fn static_rules(results: &Results) -> Claim {
    let sound = |rule: &Rule| rule.name != LANDFILL && !is_unsound(&rule.name);
    let (boards, claims, wrong) = checked(&results.checked, sound);
    let (_, _, unsound) = checked(&results.checked, |rule| is_unsound(&rule.name));
    Claim::paper(
        "Living groups, dead regions and dame extension never promise too much (sections 2 and 5.2; \
         judged on every state of some small boards, with the same rule for passes).",
        on_all_boards(results, &boards, wrong),
        Sentences::default().list(
            &format!(
                "Of {} claims about states, {} are wrong, for dead regions both by the paper's eight \
                 neighbours (our reading) and by a stronger rule. If only empty points were counted \
                 as possible eyes, {} would be. Every state of ",
                grouped(claims),
                grouped(wrong),
                grouped(unsound)
            ),
            &boards,
            " was looked at.",
        ),
    )
}

fn equal_on_3x3(results: &Results) -> Claim {
    let on = board((3, 3));
    let counts: Option<Vec<u64>> = [Ladder::Base, Ladder::Promise, Ladder::All]
        .map(|program| Some(results.climbed(program, on)?.nodes))
        .into_iter()
        .collect();
    let claim = "On 3×3 no dead region ever occurs, and a living group always has more than half of \
                 the board; so Base, Promise and All are the same.";
    let Some((counts, life)) = counts.zip(results.life((3, 3))) else {
        return Claim::unseen(claim);
    };
    let equal = counts.iter().all(|count| *count == counts[0]);
    let counts: Vec<String> = counts.into_iter().map(grouped).collect();
    Claim::paper(
        claim,
        Status::judged(Some(equal && life.undecided == 0 && life.regions == 0)),
        Sentences::default()
            .say(format!(
                "Every one of the {} legal boards was looked at: {} have living stones of Black's, \
                 {} of these a dead region that is not an eye, and on {} the living stones and what \
                 they enclose are not more than half of the board.",
                grouped(life.boards),
                grouped(life.living),
                grouped(life.regions),
                grouped(life.undecided),
            ))
            .list("Nodes of Base, Promise and All: ", &counts, "."),
    )
}

fn six_stones(results: &Results) -> Claim {
    let mut told = Vec::new();
    let mut least: Option<u32> = None;
    for on in LIFE {
        let Some(life) = results.life(on) else { continue };
        told.push(format!(
            "{} on {}, {} if White has no stone",
            life.fewest,
            board(on),
            life.fewest_alone
        ));
        least = Some(least.unwrap_or(u32::MAX).min(life.fewest));
    }
    let open = [(5, 5), (6, 6)].map(|on| {
        let fewest = super::super::life::fewest_alone(board(on)).unwrap_or(0);
        format!("{fewest} on {}", board(on))
    });
    let claim = "A living group needs at least six stones.";
    let Some(open) = listed(&open).filter(|_| !told.is_empty()) else {
        return Claim::unseen(claim);
    };
    Claim::paper(
        claim,
        match least.map(|least| least >= 6) {
            Some(false) => Status::Refuted,
            Some(true) if told.len() == LIFE.len() => Status::Confirmed,
            _ => Status::Open,
        },
        format!(
            "The fewest, over all legal boards: {}. Two stones around a corner live by Benson's \
             definition where White has filled all but the one point that both touch. Without \
             white stones a line across a narrow board lives, or two eyes along its short side. \
             Where there is room the paper is right: alone on the board it takes {open}.",
            told.join("; "),
        ),
    )
}

/// Section 5.1: 24 positions, 8 by symmetry and colours, 1 after landfill.
fn shared_board(results: &Results) -> Claim {
    let claim = "Of positions after seven moves each, with living groups that share the board alike, \
                 there are 24; 8 by symmetry and colours; 1 by landfill.";
    let mut evidence = Sentences::default();
    let mut fits = false;
    for (on, run) in &results.shared {
        let classes = &run.found.classes;
        let Some(largest) = classes.first() else { continue };
        fits |= classes.iter().any(|class| (class.positions, class.classes) == (24, 8));
        evidence = evidence.say(format!(
            "{on}: {} positions with seven living stones each, {} up to symmetry and colours, {} \
             once filled; the most that become one are {} ({} up to symmetry), {}.",
            grouped(classes.iter().map(|class| class.positions).sum()),
            grouped(classes.iter().map(|class| class.classes).sum()),
            classes.len(),
            grouped(largest.positions),
            grouped(largest.classes),
            largest.filled
        ));
    }
    if evidence.is_empty() {
        return Claim::unseen(claim);
    }
    Claim::paper(
        claim,
        if fits { Status::Confirmed } else { Status::Open },
        evidence
            .say(match fits {
                true => "One of these has the paper's 24 and 8.",
                false => "No line of them has the paper's 24 and 8.",
            })
            .say(
                "Its figures 11 and 12 are lost, and with them the board and what was counted. That \
                 filling makes one of them is so of every line of the table, by what a line is.",
            ),
    )
}

/// Section 5.2: the numbers of figures 18 to 20.
fn dame_extension(results: &Results) -> Claim {
    let [_, white] = known(FIGURE_18).1.sides;
    let [black, _] = known(FIGURE_20).1.sides;
    let found = results.extension.as_ref().map(|run| &run.found).filter(|found| found.settled());
    let numbers =
        (white.settled_points, white.dame, white.sure_points, black.dame) == (10, 5, 13, 9);
    let holds = found.map(|found| found.white_wins && found.nodes.last() == Some(&1) && numbers);
    let nodes: Vec<String> = found.map_or(Vec::new(), |found| {
        let both = Ladder::ALL.iter().zip(&found.nodes);
        both.map(|(program, nodes)| format!("{} {}", program.label(), grouped(*nodes))).collect()
    });
    Claim::paper(
        "White, to move, wins the position of figure 18 without a search: 7 stones, 3 eyes and half \
         of 5 dame are 12.5, rounded up 13, more than 12.5. All 5! = 120 orders need not be searched. \
         Dame shared by two groups count once: 9/2, not 7/2 + 7/2.",
        Status::judged(holds),
        Sentences::default()
            .say(format!(
                "Settled {} (stones and eyes) + {} dame / 2 = {}, to move: sure of {}. Figure 20: {} \
                 dame, half of them {}.",
                white.settled_points,
                white.dame,
                f64::from(white.settled_points) + f64::from(white.dame) / 2.0,
                white.sure_points,
                black.dame,
                f64::from(black.dame) / 2.0
            ))
            .list(
                "Nodes until White's win is proved: ",
                &nodes,
                " (the others meet the same positions by many of the 120 orders).",
            ),
    )
}
