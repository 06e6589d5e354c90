//! Every word of the interface, in each of its languages.

use yomikiri_core::{Bounds, Cell, Outcome, Repeated, Side, Verdict};
use yomikiri_rooms::reports::Look;

/// A language of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    English,
    Japanese,
}

impl Language {
    pub(crate) fn read(code: &str) -> Option<Language> {
        match code {
            "en" => Some(Language::English),
            "ja" => Some(Language::Japanese),
            _ => None,
        }
    }

    pub(crate) fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Japanese => "ja",
        }
    }

    pub(crate) fn words(self) -> &'static Words {
        match self {
            Language::English => &ENGLISH,
            Language::Japanese => &JAPANESE,
        }
    }
}

/// Words and sentences; `{}` and `{1}` are filled in.
pub(crate) struct Words {
    pub(crate) tagline: &'static str,
    pub(crate) choose: &'static str,
    pub(crate) games: &'static [(&'static str, &'static str, &'static str)],
    pub(crate) board: &'static str,
    pub(crate) start: &'static str,
    pub(crate) paste: &'static str,
    pub(crate) paste_hint: &'static str,
    pub(crate) go_there: &'static str,
    pub(crate) to_move: &'static str,
    pub(crate) game_over: &'static str,
    pub(crate) wins_by: &'static str,
    pub(crate) wins: &'static str,
    pub(crate) wins_in_one: &'static str,
    pub(crate) wins_in: &'static str,
    pub(crate) draw: &'static str,
    pub(crate) between: &'static str,
    pub(crate) cycle: &'static str,
    pub(crate) wins_between: &'static str,
    pub(crate) cycle_wins: &'static str,
    pub(crate) unknown: &'static str,
    pub(crate) unknown_why: &'static str,
    pub(crate) read_out: &'static str,
    pub(crate) cancel: &'static str,
    pub(crate) waiting: &'static str,
    pub(crate) working: &'static str,
    pub(crate) cancelled: &'static str,
    pub(crate) failed: &'static str,
    pub(crate) full: &'static str,
    pub(crate) proved: &'static str,
    pub(crate) positions: &'static str,
    pub(crate) a_second: &'static str,
    pub(crate) of_stage: &'static str,
    pub(crate) left: &'static str,
    pub(crate) moves: &'static str,
    pub(crate) a_move: &'static str,
    pub(crate) value: &'static str,
    pub(crate) best: &'static str,
    pub(crate) main_line: &'static str,
    pub(crate) played: &'static str,
    pub(crate) beginning: &'static str,
    pub(crate) take_back: &'static str,
    pub(crate) play_as: &'static str,
    pub(crate) just_look: &'static str,
    pub(crate) your_turn: &'static str,
    pub(crate) its_turn: &'static str,
    pub(crate) answer: &'static str,
    pub(crate) review: &'static str,
    pub(crate) review_none: &'static str,
    pub(crate) lost_here: &'static str,
    pub(crate) lost_at_least: &'static str,
    pub(crate) only_move: &'static str,
    pub(crate) cost_open: &'static str,
    pub(crate) playing_against: &'static str,
    pub(crate) took: &'static str,
    pub(crate) perfection_unknown: &'static str,
    pub(crate) play_on_against: &'static str,
    pub(crate) time_a_move: &'static str,
    pub(crate) discs: &'static str,
    pub(crate) stones: &'static str,
    pub(crate) counted: &'static str,
    pub(crate) show_settled: &'static str,
    pub(crate) hide_settled: &'static str,
    pub(crate) living: &'static str,
    pub(crate) eyes: &'static str,
    pub(crate) dead_regions: &'static str,
    pub(crate) promised: &'static str,
    pub(crate) dame: &'static str,
    pub(crate) settled_points: &'static str,
    pub(crate) sure_points: &'static str,
    pub(crate) more_than_half: &'static str,
    pub(crate) no_claim: &'static str,
    pub(crate) position: &'static str,
    pub(crate) rules: &'static str,
    pub(crate) in_hand: &'static str,
    pub(crate) nothing: &'static str,
    pub(crate) pass: &'static str,
    pub(crate) promote: &'static str,
    pub(crate) stay: &'static str,
    pub(crate) let_go: &'static str,
    pub(crate) empty: &'static str,
    pub(crate) gone: &'static str,
    pub(crate) wrong: &'static str,
    pub(crate) home: &'static str,
    pub(crate) tour: &'static str,
    pub(crate) reports: &'static str,
    pub(crate) other_language: &'static str,
    pub(crate) skip: &'static str,
    pub(crate) regions: &'static str,
    pub(crate) hint: &'static str,
    pub(crate) set_up: &'static str,
    pub(crate) set_up_hint: &'static str,
    pub(crate) brush: &'static str,
    pub(crate) level: &'static str,
    pub(crate) region: &'static str,
    pub(crate) form: &'static str,
    pub(crate) mean: &'static str,
    pub(crate) temperature: &'static str,
    pub(crate) thermograph: &'static str,
    pub(crate) legend: &'static str,
    pub(crate) busy: &'static str,
    pub(crate) repeated: &'static str,
    pub(crate) undecided: &'static str,
    pub(crate) repeated_draw: &'static str,
    pub(crate) repeated_won: &'static str,
    pub(crate) repeated_worth: &'static str,
    pub(crate) leads_back: &'static str,
    pub(crate) in_game: &'static str,
    pub(crate) look_alone: &'static str,
    pub(crate) no_line: &'static str,
    pub(crate) moves_unknown: &'static str,
    pub(crate) more_rules: &'static str,
    pub(crate) nothing_here: &'static str,
    pub(crate) too_busy: &'static str,
    pub(crate) more_moves: &'static str,
    pub(crate) play: &'static str,
    pub(crate) against: &'static str,
    /// What opponents are called, and what they do.
    opponents: &'static [(&'static str, &'static str, &'static str)],
    pub(crate) instead: &'static str,
    pub(crate) review_unknown: &'static str,
    pub(crate) no_page: &'static str,
    pub(crate) no_report: &'static str,
    pub(crate) no_work: &'static str,
    pub(crate) wrong_way: &'static str,
    pub(crate) no_reports: &'static str,
    /// What the tour tells: of what, the title, and the text.
    pub(crate) tour_text: &'static [(&'static str, &'static str, &'static str)],
    pub(crate) example: &'static str,
    /// What the games call sides, pieces, rules and choices, where it is not what they are called
    /// here.
    names: &'static [(&'static str, &'static str)],
}

const ENGLISH: Words = Words {
    tagline: "Small games, read out to the end.",
    choose: "Choose a game",
    games: &[
        ("othello", "Othello", "Turn discs; the most discs win."),
        ("go", "Go", "Surround points on small boards."),
        ("shogi", "Shogi", "Small set-ups, with drops and promotion."),
        ("dobutsu", "Dobutsu shogi", "Animals on 3x4: catch the lion, or bring yours home."),
        ("amazons", "Amazons", "Move, shoot, and be the last to move."),
        ("tictactoe", "Tic-tac-toe", "Three in a row: the smallest room."),
    ],
    board: "Board",
    start: "Begin",
    paste: "Another size, a position or a game",
    paste_hint: "A board size; a position as OBF, SFEN, a drawn board or a region; or a game: its \
                 moves, a transcript such as f5d6c3, GGF or SGF.",
    go_there: "Look at it",
    to_move: "{} to move",
    game_over: "The game is over",
    wins_by: "{} wins by {1}",
    wins: "{} wins",
    wins_in_one: "{} wins in 1 ply",
    wins_in: "{} wins in {1} plies",
    draw: "A draw",
    between: "For {}: between {1} and {2}",
    cycle: "For {}: {1} to {2}, as endless play counts",
    wins_between: "{} wins by {1} to {2}, not settled",
    cycle_wins: "{} wins by {1} to {2}, as endless play counts",
    unknown: "Not known yet",
    unknown_why: "This position is too large for a glance. Nothing is guessed: it can be read out, \
                  which may take seconds or days.",
    read_out: "Read it out",
    cancel: "Cancel",
    waiting: "Waiting for other work to end",
    working: "Reading it out",
    cancelled: "Cancelled; what was proved is shown",
    failed: "Stopped: {}",
    full: "Too much work is waiting; try again later",
    proved: "proved",
    positions: "positions",
    a_second: "{} a second",
    of_stage: "{} % of this step",
    left: "{} left ({1} of {2} parts)",
    moves: "Moves",
    a_move: "Move",
    value: "Value for {}",
    best: "best",
    main_line: "Main line",
    played: "Played",
    beginning: "Beginning",
    take_back: "Take back",
    play_as: "Play as {}",
    just_look: "Stop playing, only look",
    your_turn: "Your move.",
    its_turn: "To move: {}",
    answer: "Let it answer",
    review: "What each move cost",
    review_none: "No move lost anything.",
    lost_here: "{} lost {1} with {2}",
    lost_at_least: "{} lost at least {1} with {2}",
    only_move: "the only move",
    cost_open: "neither proved best nor proved worse than another",
    playing_against: "Against {}: {1}.",
    took: "It took {} s to answer.",
    perfection_unknown: "Perfection cannot answer: too little is proved here, and it never guesses. Read the position out, which may take seconds or days, or play on \
                         against somebody who proves nothing.",
    play_on_against: "Play on against {}",
    time_a_move: "Time a move",
    discs: "Discs: {}",
    stones: "Stones on the board: {}",
    counted: "Counted: {}",
    show_settled: "Show what is settled",
    hide_settled: "Show values instead",
    living: "Living stones: they cannot be taken, whatever is played",
    eyes: "Eyes of living stones",
    dead_regions: "Dead region: nobody else can live in it",
    promised: "Promised: its owner need not play there",
    dame: "Dame: beside what is settled, good for either side",
    settled_points: "Points settled in all",
    sure_points: "Points sure, half of the dame counted",
    more_than_half: "{} has more than half of the board for sure.",
    no_claim: "Nothing is claimed about the result:",
    position: "Position",
    rules: "Rules",
    in_hand: "{} in hand",
    nothing: "nothing",
    pass: "Pass",
    promote: "Promote",
    stay: "Do not promote",
    let_go: "Choose another piece",
    empty: "empty",
    gone: "out of play",
    example: "See an example",
    wrong: "That was not understood",
    home: "Games",
    tour: "Tour",
    reports: "Reports",
    other_language: "日本語",
    skip: "Skip to the board",
    regions: "Regions",
    hint: "Hint: show the values",
    set_up: "Set up a position",
    set_up_hint: "Choose what to put, then touch squares.",
    brush: "Put",
    level: "Level {}",
    region: "Region",
    form: "Value",
    mean: "Mean",
    temperature: "Temperature",
    thermograph: "Thermograph",
    legend: "▲ wins, ● draws, ▼ loses, for the side that moves; ★ marks moves that are proved best.",
    repeated: "This position was here before: play could go on like this for ever.",
    undecided: "Not decided by these rules",
    repeated_draw: "A draw by repetition",
    repeated_won: "{} wins by repetition",
    repeated_worth: "The repetition counts as {1} for {}",
    leads_back: "back to an earlier position",
    in_game: "A move that leads back in this game is worth what the rules make of a repetition; every \
              other move what a game is that begins with it.",
    look_alone: "Look at this position by itself",
    no_line: "The main line was not read out.",
    moves_unknown: "Who wins is proved; what each move is worth takes longer than a glance.",
    more_rules: "More rules",
    nothing_here: "There is nothing here",
    too_busy: "Too busy",
    busy: "Others are being answered; nobody has looked at this position yet. Load the page again, or read it out.",
    more_moves: "{} more are on the board.",
    play: "Play",
    against: "Against",
    opponents: &[
        (
            "perfection",
            "perfection",
            "plays what is proved: what is best or, where endless play decides that, what is sure of most",
        ),
        ("yomi", "yomi", "the strong engine; every level looks two plies further"),
        ("single", "single", "the player of paper 003 with one thread; the level is its X"),
        ("multi", "multi", "the same with several threads"),
        ("random", "random", "plays any legal move"),
    ],
    instead: "{}, where it could have been: {1}",
    review_unknown: "{} moves were made in positions that are not known. Those that were read out are.",
    no_page: "404: there is no such page",
    no_report: "404: there is no such report",
    no_work: "404: there is no such work; it may have ended",
    wrong_way: "405: this address is asked in another way",
    no_reports: "There are none yet. Make one, and say where it is:",
    tour_text: &[
        (
            "seeing",
            "What one sees",
            "The board stands on the left. Above it is what the position is worth if both sides \
             play perfectly. On every square where a move can be made stands what that move is \
             worth to the side that makes it. Nothing on these pages is a guess: what is not \
             proved says so.",
        ),
        (
            "othello",
            "Othello",
            "A value is the difference in discs at the end. +4 means that the side to move ends \
             with four discs more. On 8x8, empty squares go to the winner.",
        ),
        (
            "go",
            "Go",
            "A value is the difference in area. Where a game could go on for ever, both ends are \
             told: what it is worth if endless play counts for the one, and if it counts for the \
             other.",
        ),
        (
            "shogi",
            "Shogi",
            "A value is who wins and in how many plies. Touch a piece on the board or in hand, \
             then where it goes; if it may promote but need not, you are asked.",
        ),
        (
            "amazons",
            "Amazons",
            "Touch an amazon, where it goes, and where its arrow goes. Who cannot move loses. \
             Regions that no amazon can leave are told apart, each with its own value.",
        ),
        (
            "playing",
            "Playing",
            "Take a side, and perfection takes the other; on 8x8 Othello an engine does, because \
             nobody knows what is best there. Moves can be taken back, and a review tells which \
             move is proved to have lost what.",
        ),
    ],
    names: &[
        ("start", "Start"),
        ("ko", "Ko"),
        ("scoring", "Scoring"),
        ("suicide", "Suicide"),
        ("setup", "Set-up"),
        ("zone", "Promotion zone"),
        ("komi", "Komi"),
        ("repetition", "Repetition"),
        ("rules", "Rules"),
        ("allow", "Allow"),
        ("dead-squares", "Dead squares"),
        ("perpetual-check", "Perpetual check"),
        ("black_overflow", "Black's overflow"),
        ("white_overflow", "White's overflow"),
    ],
};

const JAPANESE: Words = Words {
    tagline: "小さなゲームを、最後まで読み切る。",
    choose: "ゲームを選ぶ",
    games: &[
        ("othello", "オセロ", "石を返し、多い方が勝ち。"),
        ("go", "囲碁", "小さな盤で地を囲う。"),
        ("shogi", "将棋", "小さな盤の将棋。持ち駒と成りあり。"),
        ("dobutsu", "どうぶつしょうぎ", "ライオンを捕まえるか、向こう岸へ。"),
        ("amazons", "アマゾン", "動いて射る。動けなくなったら負け。"),
        ("tictactoe", "三目並べ", "いちばん小さな部屋。"),
    ],
    board: "盤",
    start: "始める",
    paste: "ほかの大きさ、局面や棋譜の貼り付け",
    paste_hint: "盤の大きさ、局面（OBF、SFEN、図、領域）、棋譜（f5d6c3のような手順、GGF、SGF）。",
    go_there: "見る",
    to_move: "{}の手番",
    game_over: "終局",
    wins_by: "{}の{1}勝ち",
    wins: "{}の勝ち",
    wins_in_one: "{}の1手勝ち",
    wins_in: "{}の{1}手勝ち",
    draw: "引き分け",
    between: "{}にとって{1}から{2}の間",
    cycle: "{}にとって{1}から{2}（循環の扱いによる）",
    wins_between: "{}の{1}から{2}勝ち（未確定）",
    cycle_wins: "{}の{1}から{2}勝ち（循環の扱いによる）",
    unknown: "まだ分からない",
    unknown_why: "この局面は一目では読めません。推測はしません。読み切りには数秒から数日かかることがあります。",
    read_out: "読み切る",
    cancel: "中止",
    waiting: "順番を待っています",
    working: "読んでいます",
    cancelled: "中止しました。証明済みの分を表示しています",
    failed: "停止：{}",
    full: "仕事が多すぎます。後でもう一度",
    proved: "証明済み",
    positions: "局面",
    a_second: "毎秒{}",
    of_stage: "この段階の{}%",
    left: "残り{}（{2}のうち{1}）",
    moves: "指し手",
    a_move: "手",
    value: "{}にとっての値",
    best: "最善",
    main_line: "最善手順",
    played: "棋譜",
    beginning: "初期局面",
    take_back: "待った",
    play_as: "{}を持って指す",
    just_look: "対局をやめて眺める",
    your_turn: "あなたの番です。",
    its_turn: "{}の番です。",
    answer: "応手を見る",
    review: "各手の損",
    review_none: "損な手はありませんでした。",
    lost_here: "{}は{2}で{1}損した",
    lost_at_least: "{}は{2}で少なくとも{1}損した",
    only_move: "唯一の手",
    cost_open: "最善とも、より良い手があるとも証明されていない",
    playing_against: "相手：{}（{1}）。",
    took: "応手に{}秒。",
    perfection_unknown: "完全読みは応手できません。証明がまだ足りず、推測では指しません。\
                         局面を読み切る（数秒から数日）か、証明しない相手と続けてください。",
    play_on_against: "{}と続ける",
    time_a_move: "1手の時間",
    discs: "石：{}",
    stones: "盤上の石：{}",
    counted: "計算：{}",
    show_settled: "決まったところを見る",
    hide_settled: "値を見る",
    living: "生きた石：どう打たれても取られない",
    eyes: "生きた石の眼",
    dead_regions: "死んだ領域：相手はそこで生きられない",
    promised: "約束点：打たなくても持ち主のもの",
    dame: "ダメ：決まったところの隣",
    settled_points: "決まった点の合計",
    sure_points: "確実な点（ダメは半分）",
    more_than_half: "{}は盤の半分より多くを確実に持っている。",
    no_claim: "結果については何も主張しない：",
    position: "局面",
    rules: "ルール",
    in_hand: "{}の持ち駒",
    nothing: "なし",
    pass: "パス",
    promote: "成る",
    stay: "成らない",
    let_go: "選び直す",
    empty: "空き",
    gone: "使えない",
    example: "例を見る",
    wrong: "読み取れませんでした",
    home: "ゲーム",
    tour: "案内",
    reports: "報告",
    other_language: "English",
    skip: "盤へ",
    regions: "領域",
    hint: "ヒント：値を見る",
    set_up: "局面を作る",
    set_up_hint: "置くものを選び、升に触れてください。",
    brush: "置く",
    level: "レベル{}",
    region: "領域",
    form: "値",
    mean: "平均値",
    temperature: "温度",
    thermograph: "温度グラフ",
    legend: "▲勝ち、●引き分け、▼負け（手番側から）。★は最善と証明された手。",
    repeated: "同一局面です。このまま無限に続き得ます。",
    undecided: "このルールでは決まらない",
    repeated_draw: "同一局面で引き分け",
    repeated_won: "同一局面で{}の勝ち",
    repeated_worth: "同一局面は{}にとって{1}と数える",
    leads_back: "前の局面に戻る",
    in_game: "この対局の前の局面に戻る手は同一局面の規則による値、ほかの手はそこから始まる対局の値です。",
    look_alone: "この局面だけを見る",
    no_line: "最善手順はまだ読んでいません。",
    moves_unknown: "勝敗は証明済みです。各手の値は一目では読めません。",
    more_rules: "ほかのルール",
    nothing_here: "ここには何もありません",
    too_busy: "混み合っています",
    busy: "混み合っていて、この局面はまだ見られていません。再読み込みするか、読み切ってください。",
    more_moves: "ほかに{}手（盤上で選べます）",
    play: "対局",
    against: "相手",
    opponents: &[
        (
            "perfection",
            "完全読み",
            "証明された手だけを指す。最善の手、循環の扱いで最善が変わるときは最も確実な手",
        ),
        ("yomi", "yomi", "強いエンジン。レベルごとに2手深く読む"),
        ("single", "single", "論文003の1スレッドのプレイヤー。レベルはX"),
        ("multi", "multi", "同じく複数スレッド"),
        ("random", "でたらめ", "合法手を無作為に指す"),
    ],
    instead: "{}（最善なら：{1}）",
    review_unknown: "{}手は値の分からない局面で指されました。読み切った局面は分かります。",
    no_page: "404：そのページはありません",
    no_report: "404：その報告はありません",
    no_work: "404：その仕事はありません。終わったのかもしれません",
    wrong_way: "405：この番地はその方法では開けません",
    no_reports: "まだありません。作って場所を指定してください：",
    tour_text: &[
        (
            "seeing",
            "見方",
            "盤の上に、双方が最善を尽くしたときの値があります。打てる升には、その手の値が手番側から見て\
             書かれています。推測は一切なく、証明されていないものはそう書かれています。",
        ),
        ("othello", "オセロ", "値は終局時の石差です。8x8では空き升は勝者のものです。"),
        ("go", "囲碁", "値は地と石の差です。終わらない対局があり得るときは両端を示します。"),
        ("shogi", "将棋", "値は勝敗と手数です。駒に触れ、行き先に触れます。成れるときは尋ねます。"),
        ("amazons", "アマゾン", "駒、行き先、矢の順に触れます。動けない側の負けです。"),
        (
            "playing",
            "対局",
            "片方を持てば、もう片方は完全読みが指します（8x8のオセロではエンジン）。待ったができ、損したと\
             証明された手が分かります。",
        ),
    ],
    names: &[
        ("Black", "黒"),
        ("White", "白"),
        ("Sente", "先手"),
        ("Gote", "後手"),
        ("Cross", "✕"),
        ("Nought", "◯"),
        ("cross", "✕"),
        ("nought", "◯"),
        ("disc", "石"),
        ("stone", "石"),
        ("amazon", "アマゾン"),
        ("lion", "ライオン"),
        ("chick", "ひよこ"),
        ("hen", "にわとり"),
        ("giraffe", "きりん"),
        ("elephant", "ぞう"),
        ("king", "玉"),
        ("rook", "飛"),
        ("promoted rook", "龍"),
        ("bishop", "角"),
        ("promoted bishop", "馬"),
        ("gold", "金"),
        ("silver", "銀"),
        ("promoted silver", "成銀"),
        ("knight", "桂"),
        ("promoted knight", "成桂"),
        ("lance", "香"),
        ("promoted lance", "成香"),
        ("pawn", "歩"),
        ("promoted pawn", "と"),
        ("start", "初期配置"),
        ("othello", "オセロ"),
        ("reversi", "リバーシ"),
        ("ko", "コウ"),
        ("basic", "通常"),
        ("positional", "スーパーコウ（局面）"),
        ("situational", "スーパーコウ（手番も）"),
        ("scoring", "計算"),
        ("area", "地と石"),
        ("afure", "あふれ"),
        ("stones", "石だけ"),
        ("suicide", "自殺手"),
        ("forbidden", "禁止"),
        ("allowed", "可"),
        ("setup", "配置"),
        ("zone", "敵陣"),
        ("komi", "コミ"),
        ("repetition", "同一局面"),
        ("rules", "ルール"),
        ("allow", "許す反則"),
        ("dead-squares", "行き所のない駒"),
        ("perpetual-check", "連続王手"),
        ("usual", "通常"),
        ("nothing", "なし"),
        ("paper", "論文"),
        ("tournament", "大会"),
        ("open", "未定"),
        ("tie=0", "引き分け"),
        ("draw", "引き分け"),
        ("first", "先手の勝ち"),
        ("second", "後手の勝ち"),
        ("standard", "標準"),
        ("nifu", "二歩"),
        ("uchifuzume", "打ち歩詰め"),
        ("forbid", "禁止"),
        ("unpromotable", "成れない"),
        ("loses", "負け"),
        ("black_overflow", "黒のあふれ"),
        ("white_overflow", "白のあふれ"),
    ],
};

/// Fills `{}`, `{1}` and `{2}` in.
pub(crate) fn fill(text: &str, parts: &[&str]) -> String {
    let names = ["{}", "{1}", "{2}"];
    names.iter().zip(parts).fold(text.to_owned(), |text, (name, part)| text.replacen(name, part, 1))
}

impl Words {
    /// What a verdict says, `mover` being the side to move.
    pub(crate) fn verdict(&self, verdict: &Verdict, mover: Side, sides: [&str; 2]) -> String {
        let name = |side: Side| sides[side.index()];
        let (own, other) = (name(mover), name(!mover));
        match *verdict {
            Verdict::Score { score } => match score.0 {
                0 => self.draw.into(),
                points if points > 0 => fill(self.wins_by, &[own, &points.to_string()]),
                points => fill(self.wins_by, &[other, &(-points).to_string()]),
            },
            Verdict::Outcome { outcome, plies } => {
                let winner = match outcome {
                    Outcome::Win => own,
                    Outcome::Loss => other,
                    Outcome::Draw => return self.draw.into(),
                };
                match plies {
                    Some(1) => fill(self.wins_in_one, &[winner]),
                    Some(plies) if plies > 0 => fill(self.wins_in, &[winner, &plies.to_string()]),
                    _ => fill(self.wins, &[winner]),
                }
            }
            Verdict::Bounds(bounds) | Verdict::Cycle(bounds) => {
                let endless = matches!(verdict, Verdict::Cycle(_));
                let wins = if endless { self.cycle_wins } else { self.wins_between };
                let Bounds { low, high } = bounds;
                match bounds.outcome() {
                    Some(Outcome::Win) => {
                        fill(wins, &[own, &low.0.to_string(), &high.0.to_string()])
                    }
                    Some(Outcome::Loss) => {
                        fill(wins, &[other, &(-high.0).to_string(), &(-low.0).to_string()])
                    }
                    _ => {
                        let open = if endless { self.cycle } else { self.between };
                        fill(open, &[own, &low.to_string(), &high.to_string()])
                    }
                }
            }
            Verdict::Unknown => self.unknown.into(),
        }
    }

    /// What the rules in force make of a game that repeats itself.
    pub(crate) fn repetition(&self, repeated: Repeated, sides: [&str; 2]) -> String {
        match repeated {
            Repeated::Undecided => self.undecided.into(),
            Repeated::Draw => self.repeated_draw.into(),
            Repeated::Won { winner } => fill(self.repeated_won, &[sides[winner.index()]]),
            Repeated::Worth { score } => fill(self.repeated_worth, &[sides[0], &score.to_string()]),
        }
    }

    /// What an opponent is called.
    pub(crate) fn opponent<'a>(&self, name: &'a str) -> &'a str
    where
        Self: 'a,
    {
        self.opponents.iter().find(|(id, _, _)| *id == name).map_or(name, |(_, title, _)| title)
    }

    /// What an opponent does, if there is something to say.
    pub(crate) fn about_opponent(&self, name: &str) -> Option<&'static str> {
        self.opponents.iter().find(|(id, _, _)| *id == name).map(|(_, _, about)| *about)
    }

    /// What a count is called.
    pub(crate) fn count(&self, key: &str) -> String {
        let named = self.names.iter().find(|(game, _)| *game == key);
        named.map_or_else(|| key.replace('_', " "), |(_, here)| (*here).to_owned())
    }

    /// What a side, a piece or a rule is called.
    pub(crate) fn name(&self, name: &'static str) -> &'static str {
        self.names.iter().find(|(game, _)| *game == name).map_or(name, |(_, here)| here)
    }

    /// Calls sides and pieces what they are called here.
    pub(crate) fn rename(&self, mut look: Look) -> Look {
        look.sides = look.sides.map(|side| self.name(side));
        if let Some(picture) = &mut look.picture {
            for cell in &mut picture.cells {
                if let Cell::Piece(piece) = cell {
                    piece.name = self.name(piece.name);
                }
            }
            for held in picture.hands.iter_mut().flatten() {
                held.piece.name = self.name(held.piece.name);
            }
        }
        look
    }

    /// What a game of ours is called, and what it is about.
    pub(crate) fn game(&self, name: &str) -> Option<(&'static str, &'static str)> {
        let game = self.games.iter().find(|(id, _, _)| *id == name);
        game.map(|(_, title, about)| (*title, *about))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::Score;

    #[test]
    fn verdicts_are_said_of_the_players() {
        let say = |verdict| ENGLISH.verdict(&verdict, Side::Second, ["Black", "White"]);
        assert_eq!(say(Verdict::Score { score: Score(4) }), "White wins by 4");
        assert_eq!(say(Verdict::Score { score: Score(-4) }), "Black wins by 4");
        assert_eq!(say(Verdict::Score { score: Score(0) }), "A draw");
        let loss = Verdict::Outcome { outcome: Outcome::Loss, plies: Some(6) };
        assert_eq!(say(loss), "Black wins in 6 plies");
        assert_eq!(say(Verdict::Bounds(Bounds::new(-2, 8))), "For White: between -2 and +8");
        assert_eq!(say(Verdict::Bounds(Bounds::new(2, 8))), "White wins by 2 to 8, not settled");
        let cycle = Verdict::Cycle(Bounds::new(-12, -3));
        assert_eq!(say(cycle), "Black wins by 3 to 12, as endless play counts");
    }

    #[test]
    fn both_languages_name_every_game() {
        for words in [&ENGLISH, &JAPANESE] {
            for game in yomikiri_rooms::GAMES {
                for offer in game.offers {
                    let name = offer.variant.unwrap_or(game.name);
                    assert!(words.game(name).is_some(), "{name}");
                }
            }
        }
    }
}
