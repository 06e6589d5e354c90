//! Drawn boards are read back: ours, those of Japanese records, those of CSA files.

mod common;

use common::game;
use proptest::prelude::*;
use yomikiri_core::{Game, Side};
use yomikiri_shogi::diagram::parse_position;
use yomikiri_shogi::notation::kinds;
use yomikiri_shogi::piece::{Kind, Piece};
use yomikiri_shogi::position::side_index;
use yomikiri_shogi::setup::dobutsu;
use yomikiri_shogi::{Position, Rules, Shogi, Variant};

const NUMERALS: [&str; 19] = [
    "", "", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二", "十三", "十四",
    "十五", "十六", "十七", "十八",
];

fn kanji(piece: Piece, variant: Variant) -> char {
    match (variant, piece.kind, piece.promoted) {
        (Variant::Dobutsu, Kind::King, _) => 'ラ',
        (Variant::Dobutsu, Kind::Pawn, false) => 'ヒ',
        (Variant::Dobutsu, Kind::Pawn, true) => 'ニ',
        (_, Kind::Giraffe, _) => 'キ',
        (_, Kind::Elephant, _) => 'ゾ',
        (_, Kind::King, _) if piece.side == Side::First => '玉',
        (_, Kind::King, _) => '王',
        (_, Kind::Rook, false) => '飛',
        (_, Kind::Rook, true) => '龍',
        (_, Kind::Bishop, false) => '角',
        (_, Kind::Bishop, true) => '馬',
        (_, Kind::Gold, _) => '金',
        (_, Kind::Silver, false) => '銀',
        (_, Kind::Silver, true) => '全',
        (_, Kind::Knight, false) => '桂',
        (_, Kind::Knight, true) => '圭',
        (_, Kind::Lance, false) => '香',
        (_, Kind::Lance, true) => '杏',
        (_, Kind::Pawn, false) => '歩',
        (_, Kind::Pawn, true) => 'と',
    }
}

/// As Kifu for Windows writes a board (BOD).
fn kifu(game: &Shogi, position: &Position) -> String {
    let (size, variant) = (game.size, game.rules.variant);
    let hand = |name: &str, side: Side| {
        let mut text = format!("{name}の持駒：");
        for kind in kinds(variant) {
            let count = usize::from(position.hands[side_index(side)][*kind as usize]);
            if count > 0 {
                let piece = Piece { side, kind: *kind, promoted: false };
                text += &format!("{}{}　", kanji(piece, variant), NUMERALS[count]);
            }
        }
        if text.ends_with('：') { text + "なし" } else { text }
    };
    let wide: Vec<char> = "０１２３４５６７８９".chars().collect();
    let files: String = (1..=size.files()).rev().map(|file| format!(" {}", wide[file])).collect();
    let edge = format!("+{}+", "---".repeat(size.files()));
    let mut lines = vec![
        "# KIF形式棋譜ファイル".to_owned(),
        "手合割：その他".to_owned(),
        hand("後手", Side::Second),
        format!(" {files}"),
        edge.clone(),
    ];
    for (rank, squares) in position.board[..size.squares()].chunks(size.files()).enumerate() {
        let cells = squares.iter().map(|square| match square {
            None => " ・".to_owned(),
            Some(piece) => {
                let mark = if piece.side == Side::Second { 'v' } else { ' ' };
                format!("{mark}{}", kanji(*piece, variant))
            }
        });
        let number = ["一", "二", "三", "四", "五", "六"][rank];
        lines.push(format!("|{}|{number}", cells.collect::<String>()));
    }
    lines.extend([edge, hand("先手", Side::First), "手数＝0    まで".to_owned()]);
    if position.side == Side::Second {
        lines.push("後手番".into());
    }
    lines.join("\r\n") + "\r\n"
}

fn csa(game: &Shogi, position: &Position) -> String {
    let name = |piece: Piece| match (piece.kind, piece.promoted) {
        (Kind::King, _) => "OU",
        (Kind::Rook, false) => "HI",
        (Kind::Rook, true) => "RY",
        (Kind::Bishop, false) => "KA",
        (Kind::Bishop, true) => "UM",
        (Kind::Silver, false) => "GI",
        (Kind::Silver, true) => "NG",
        (Kind::Knight, false) => "KE",
        (Kind::Knight, true) => "NK",
        (Kind::Lance, false) => "KY",
        (Kind::Lance, true) => "NY",
        (Kind::Pawn, false) => "FU",
        (Kind::Pawn, true) => "TO",
        _ => "KI",
    };
    let sign = |side: Side| if side == Side::First { '+' } else { '-' };
    let mut lines = vec!["'a remark".to_owned(), "V2.2".into(), "N+somebody".into()];
    let size = game.size;
    for (rank, squares) in position.board[..size.squares()].chunks(size.files()).enumerate() {
        let cells = squares.iter().map(|square| match square {
            None => " * ".to_owned(),
            Some(piece) => format!("{}{}", sign(piece.side), name(*piece)),
        });
        lines.push(format!("P{}{}", rank + 1, cells.collect::<String>()));
    }
    for side in [Side::First, Side::Second] {
        let mut held = String::new();
        for kind in kinds(Variant::Shogi) {
            let piece = Piece { side, kind: *kind, promoted: false };
            let count = position.hands[side_index(side)][*kind as usize].into();
            held += &format!("00{}", name(piece)).repeat(count);
        }
        if !held.is_empty() {
            lines.push(format!("P{}{held}", sign(side)));
        }
    }
    lines.push(sign(position.side).to_string());
    lines.join("\n")
}

proptest! {
    #[test]
    fn what_is_drawn_is_read(
        which in 0_usize..5,
        zone in 0_u8..4,
        choices in proptest::collection::vec(any::<u16>(), 0..40),
    ) {
        let game = match which {
            0 => game("3x3", "KSP", Rules::standard(zone)),
            1 => game("3x4", "LKN", Rules::standard(zone)),
            2 => game("5x6", "RBKLP", Rules::paper(zone)),
            3 => game("3x3", "KG-+PPP", Rules::standard(zone)),
            _ => dobutsu(),
        };
        let variant = game.rules.variant;
        let mut position = game.start;
        for choice in choices {
            let drawings = [Some(game.draw(&position)), Some(kifu(&game, &position)),
                            (variant == Variant::Shogi).then(|| csa(&game, &position))];
            for drawing in drawings.into_iter().flatten() {
                for asked in [None, Some(variant)] {
                    let read = parse_position(&drawing, asked).unwrap();
                    prop_assert_eq!(read, (game.size, variant, position), "{}", drawing);
                }
                if !game.lion_is_home(&position) {
                    prop_assert_eq!(game.parse_position(&drawing).unwrap(), position);
                }
            }
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            position = game.play(&position, moves[usize::from(choice) % moves.len()]);
        }
    }

    #[test]
    fn nonsense_never_panics(
        text in "([|+ P1-3v・玉銀歩成・十KkSp.a-c先手の持駒：番OUFU*0\n]{0,8}\n){0,6}",
        damage in (0_usize..200, "\\PC{0,2}"),
        which in 0_usize..3,
    ) {
        for variant in [None, Some(Variant::Shogi), Some(Variant::Dobutsu)] {
            let _ = parse_position(&text, variant);
        }
        // A good board with something else put in somewhere.
        let game = game("3x4", "KSP+R", Rules::standard(1));
        let good = match which {
            0 => game.draw(&game.start),
            1 => kifu(&game, &game.start),
            _ => csa(&game, &game.start),
        };
        let mut letters: Vec<char> = good.chars().collect();
        let at = damage.0 % letters.len();
        letters.splice(at..=at, damage.1.chars());
        let _ = parse_position(&letters.into_iter().collect::<String>(), None);
    }
}

#[test]
fn boards_that_are_not_understood_are_explained() {
    for (text, problem) in [
        ("Gote has in hand: nothing\n p s k a\n . . . b\n K S P c", "who is to move"),
        ("p s k a\n. . . c\nK S P c\nSente to move", "no rank b"),
        ("p s k a\n. . . b\nK S Q c\nSente to move", "'Q' is no piece"),
        ("p s k a\n. . b\nK S P c\nSente to move", "rank 2 has 2 squares"),
        ("p s k a\n. . . b\nK S P c\nSente to move\nGote to move", "said twice"),
        ("Sente has in hand: p\np s k a\n. . . b\nK S P c\nSente to move", "small letters"),
        ("1 2 3\np s k a\n. . . b\nK S P c\nSente to move", "no file numbers"),
        ("shogi 3x3\np s k a\n. . . b\nK S P c\nSente to move", "no rank a"),
        ("|v歩v銀v玉|一\n| ・ ・ ・|三\n| 玉 銀 歩|三", "where rank 二 should stand"),
        ("|v歩v銀v犬|一\n| ・ ・ ・|二\n| 玉 銀 歩|三", "'犬' is no piece"),
        ("|v歩v銀v玉\n| ・ ・ ・|二\n| 玉 銀 歩|三", "no | at the end"),
        ("|v歩v銀v玉|一\n| ・ ・ ・|二\n| 玉 銀 歩|三\n1 ２二銀(23)", "moves are not read"),
        ("|v歩v銀v玉|一\n| ・ ・ ・|二\n| 玉 銀 歩|三\n先手の持駒：玉", "cannot be in hand"),
        ("|v歩v銀v玉|一\n| ・ ・ ・|二\n| 玉 銀 歩|三\n先手の持駒：と", "'と' is no piece in hand"),
        ("|v歩v銀v玉|一\n| ・ ・ ・|二\n| 玉 銀 歩|三\n先手の持駒：飛九", "of which there are 2"),
        (
            "|v歩v銀v玉|一\n| ・ ・ ・|二\n| 玉 銀 歩|三\n先手の持駒：歩二十",
            "of which there are 18",
        ),
        ("P1-FU-GI-OU\nP2 *  * \nP3+OU+GI+FU\n+", "rank 2 has 2 squares"),
        ("P1-FU-GI-OU\nP3 *  *  * \n+", "where P2 should stand"),
        ("P1-FU-GI-OX\nP2 *  *  * \nP3+OU+GI+FU\n+", "'-OX' is no square"),
        ("P1-FU-GI-OU\nP2 *  *  * \nP3+OU+GI+FU", "who is to move"),
        ("P1-FU-GI-OU\nP2 *  *  * \nP3+OU+GI+FU\nP+00AL\n+", "'AL' is no piece in hand"),
        ("P1-FU-GI-OU\nP2 *  *  * \nP3+OU+GI+FU\n+\n+2322GI", "moves are not read"),
        ("P1-FU-GI-OU\nP2 *  *  * \n+", "3 files and 2 ranks"),
    ] {
        let error = parse_position(text, None).unwrap_err().to_string();
        assert!(error.contains(problem), "{text}: {error}");
    }
    let drawn = dobutsu().draw(&dobutsu().start);
    let error = parse_position(&drawn, Some(Variant::Shogi)).unwrap_err().to_string();
    assert!(error.contains("is no piece"), "{error}");
}
