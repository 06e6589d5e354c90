//! The count of all subgames, against the paper's table.

use yomikiri_amazons::census::{MATERIALS, of_size};
use yomikiri_amazons::shape::Catalogue;
use yomikiri_core::{Context, Limits};

#[test]
fn the_counts_are_the_papers() {
    let context = Context::new(Limits { threads: 2, ..Limits::default() });
    let catalogue = Catalogue::new(10, &context).unwrap();
    let published = include_str!("../../papers/src/paper001/subgame-counts.csv");
    let rows: Vec<Vec<u64>> = published
        .lines()
        .skip(1)
        .filter(|row| !row.starts_with("total"))
        // What the paper's scan has lost is marked as a reading, and compared like the rest.
        .map(|row| {
            let numbers = row.split(',').map(|number| number.trim_end_matches('†'));
            numbers.map(|number| number.parse().unwrap()).collect()
        })
        .collect();
    assert_eq!(rows.len(), MATERIALS.len());
    let mut total = 0;
    for size in 1..=10 {
        let counts = of_size(&catalogue, size, &context).unwrap();
        for (row, (black, white)) in rows.iter().zip(MATERIALS) {
            assert_eq!((row[0], row[1]), (black as u64, white as u64));
            assert_eq!(counts[black][white], row[1 + size], "{black}, {white}, {size} cells");
            total += counts[black][white];
        }
    }
    assert_eq!(total, 17_275_854_477);
}
