//! Lines of play counted by another program (see scripts/crosscheck_othello.py), counted again.

use yomikiri_core::Context;
use yomikiri_othello::Othello;
use yomikiri_othello::notation::parse_position;
use yomikiri_search::perft;

#[test]
fn counts_agree_with_pyffish() {
    let data = include_str!("data/perft.csv");
    let mut rows = 0;
    for row in data.lines().filter(|line| !line.starts_with('#')) {
        let [text, depth, count] = row.split(',').collect::<Vec<_>>()[..] else {
            panic!("not a row: {row}");
        };
        let (size, position) = parse_position(text).unwrap();
        let found =
            perft(&Othello::new(size), &position, depth.parse().unwrap(), &Context::default());
        assert_eq!(found, count.parse().ok(), "{row}");
        rows += 1;
    }
    assert!(rows > 300, "{rows} rows");
}
