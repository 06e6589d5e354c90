//! Lines of play counted by another program (see scripts/crosscheck_shogi.py), counted again.

use yomikiri_core::Context;
use yomikiri_search::perft;
use yomikiri_shogi::notation::{check_position, parse_sfen};
use yomikiri_shogi::{DeadSquares, Rules, Shogi};

fn rules(name: &str, zone: u8) -> Rules {
    let standard = Rules::standard(zone);
    match name {
        "standard" => standard,
        "nifu" => Rules { nifu: true, ..standard },
        "uchifuzume" => Rules { uchifuzume: true, ..standard },
        "allow-dead" => Rules { dead_squares: DeadSquares::Allow, ..standard },
        "unpromotable" => Rules { dead_squares: DeadSquares::Unpromotable, ..standard },
        "paper" => Rules::paper(zone),
        "dobutsu" => Rules::dobutsu(),
        _ => panic!("no such rules: {name}"),
    }
}

#[test]
fn counts_agree_with_pyffish() {
    let data = include_str!("data/perft.csv");
    let mut rows = 0;
    for row in data.lines().filter(|line| !line.starts_with('#')) {
        let [name, zone, sfen, depth, count] = row.split(',').collect::<Vec<_>>()[..] else {
            panic!("not a row: {row}");
        };
        let rules = rules(name, zone.parse().unwrap());
        let (size, start) = parse_sfen(sfen, rules.variant).unwrap();
        check_position(size, &rules, &start, sfen).unwrap();
        let game = Shogi { size, rules, start };
        let found = perft(&game, &start, depth.parse().unwrap(), &Context::default());
        assert_eq!(found, count.parse().ok(), "{row}");
        rows += 1;
    }
    assert!(rows > 300, "{rows} rows");
}
