use std::time::Instant;
use yomikiri_core::{Context, Limits};
use yomikiri_search::retrograde::{solve, StateSpace};
use yomikiri_shogi::notation::parse_size;
use yomikiri_shogi::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let threads = args[4].parse().unwrap();
    let game = if args[1] == "dobutsu" { setup::dobutsu() } else {
        let size = parse_size(&args[1]).unwrap();
        Setup::parse(&args[2], 3).unwrap().game(size, Rules::standard(args[3].parse().unwrap()))
    };
    let t = Instant::now();
    let index = Index::new(game.size, game.rules, &Material::of(&game.start, game.rules.variant)).unwrap();
    let t1 = t.elapsed();
    let ctx = Context::new(Limits { threads, memory: 4 << 30, ..Limits::default() });
    let values = solve(&index, &ctx).unwrap().unwrap();
    let v = values.get(index.index_of(&game.start).unwrap());
    println!("{} states, {:?} build, {:?} total, {:?} {:?}", StateSpace::len(&index), t1, t.elapsed(), v, values.counts());
}
