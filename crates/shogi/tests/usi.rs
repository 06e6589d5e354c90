//! A dialogue with the USI engine.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use yomikiri_core::Limits;
use yomikiri_shogi::usi::Engine;

#[derive(Clone, Default)]
struct Page(Arc<Mutex<Vec<u8>>>);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn dialogue(input: &[u8]) -> String {
    let page = Page::default();
    let limits = Limits { threads: 2, memory: 1 << 30, ..Limits::default() };
    Engine::new(page.clone(), None, &limits).run(input).unwrap();
    let bytes = page.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn it_introduces_itself_plays_best_and_tells_mates() {
    let text = dialogue(
        b"usi\nisready\nusinewgame\nsetoption name Zone value 2\n\
          position sfen pkl/3/LKP b - 1\ngo btime 0 wtime 0 byoyomi 100000\n\
          position sfen pkl/3/LKP b - 1 moves 3c3a+\ngo\n\
          position sfen pkl/3/LKP b - 1\ngo mate infinite\n\
          position sfen pkl/3/LKP b - 1 moves 3c3a+\ngo mate 10000\nquit\n",
    );
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("id name yomikiri"), "{text}");
    assert!(lines.contains(&"usiok") && lines.contains(&"readyok"), "{text}");
    assert!(text.contains("score mate 23 pv 3c3a+"), "{text}");
    assert!(text.contains("bestmove 3c3a+\n"), "{text}");
    assert!(text.contains("score mate -22 pv "), "{text}");
    assert!(text.contains("checkmate 3c3a+ "), "{text}");
    assert!(text.contains("checkmate nomate"), "{text}");
}

#[test]
fn bad_lines_are_explained_and_nothing_is_lost() {
    let text = dialogue(
        b"go\nposition sfen pkl/3/LKP b - 1\nposition sfen nonsense\nposition\nfly\n\
          position sfen pkl/3/LKP b - 1 moves 1a1a\nsetoption\nsetoption name Zone value 7\n\
          setoption name Nothing value 1\ngo mate soon\n\xff\xfe\n\ngo\n",
    );
    let errors = text.lines().filter(|line| line.starts_with("info string error: ")).count();
    assert_eq!(errors, 10, "{text}");
    // The last good position still stands.
    let best: Vec<&str> = text.lines().filter(|line| line.starts_with("bestmove")).collect();
    assert!(best.len() == 1 && best[0] != "bestmove resign", "{text}");
    let long = [vec![b'x'; 200_000], b"\nisready\n".to_vec()].concat();
    let text = dialogue(&long);
    assert!(text.contains("passed over") && text.contains("readyok"), "{text}");
}

#[test]
fn a_mated_side_resigns() {
    let text = dialogue(b"position sfen 1k1/1+P1/1K1 w 2LP 1\ngo\ngo mate\n");
    assert!(text.contains("bestmove resign") && text.contains("checkmate nomate"), "{text}");
}

#[test]
fn without_a_table_it_says_that_its_move_is_not_proved() {
    let text = dialogue(
        b"setoption name USI_Hash value 1\nposition sfen bpk/3/3/KPB b - 1\ngo\ngo mate\n\
          setoption name Zone value 4\nposition sfen psk/3/KSP b - 1\n",
    );
    assert!(text.contains("limit on memory is 1"), "{text}");
    assert!(text.contains("not proved\nbestmove ") && !text.contains("resign"), "{text}");
    assert!(text.contains("checkmate timeout"), "{text}");
    assert!(text.contains("the board has 3 ranks"), "{text}");
}

#[test]
fn several_questions_are_answered_in_turn_and_stop_ends_them_all() {
    let text = dialogue(
        b"setoption name Zone value 2\nposition sfen pkl/3/LKP b - 1\ngo\n\
          position sfen plk/3/KLP b - 1\ngo\nisready\n",
    );
    let best: Vec<&str> = text.lines().filter(|line| line.starts_with("bestmove")).collect();
    assert_eq!(best, ["bestmove 3c3a+", "bestmove 2c2a+"], "{text}");
    let stopped = dialogue(b"setoption name Variant value dobutsu\nposition startpos\ngo\nstop\n");
    assert!(stopped.contains("not proved"), "{stopped}");
}
