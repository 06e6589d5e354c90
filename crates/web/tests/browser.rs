//! The pages in a real browser: Debian's chromium, steered through chromedriver.
//!
//! `scripts/test` installs both and runs these, with `--features browser`. Where
//! `YOMIKIRI_PICTURES` names a folder, pictures of the pages are kept there.

use fantoccini::elements::Element;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use yomikiri_core::Limits;
use yomikiri_web::{Explorer, Settings};

/// A server, and a browser that looks at it.
struct Visit {
    base: String,
    client: Client,
    _driver: Child,
    _results: tempfile::TempDir,
}

impl Visit {
    async fn begin() -> Visit {
        let results = tempfile::tempdir().unwrap();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let settings = Settings {
            games: yomikiri_rooms::GAMES,
            tables: None,
            results: Some(results.path().into()),
            reports: None,
            limits: Limits { threads: 1, memory: 512 << 20, time: None, nodes: None },
        };
        let explorer = Explorer::new(settings).unwrap();
        tokio::spawn(explorer.serve(listener, std::future::pending()));
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("chromedriver can be run; scripts/test installs it");
        let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        let port = loop {
            let line = lines.next_line().await.unwrap().expect("chromedriver says its port");
            if let Some(rest) = line.split("successfully on port ").nth(1) {
                break rest.trim_end_matches('.').to_owned();
            }
        };
        let options = json!({ "goog:chromeOptions": { "args": [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--window-size=1200,1000",
        ] } });
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(options.as_object().unwrap().clone())
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .expect("chromium starts");
        Visit { base, client, _driver: driver, _results: results }
    }

    async fn go(&self, address: &str) {
        self.client.goto(&format!("{}{address}", self.base)).await.unwrap();
    }

    async fn find(&self, css: &str) -> Element {
        let begun = Instant::now();
        loop {
            let left = Duration::from_secs(20).saturating_sub(begun.elapsed());
            let wait = self.client.wait().at_most(left);
            match wait.for_element(Locator::Css(css)).await {
                Ok(element) => return element,
                // A page that makes room for the next one while it is looked at is looked at again.
                Err(_) if !left.is_zero() => tokio::time::sleep(Duration::from_millis(20)).await,
                Err(error) => panic!("no {css}: {error}\n{}", self.text().await),
            }
        }
    }

    async fn count(&self, css: &str) -> usize {
        self.client.find_all(Locator::Css(css)).await.unwrap().len()
    }

    async fn text(&self) -> String {
        self.client.find(Locator::Css("body")).await.unwrap().text().await.unwrap()
    }

    async fn headline(&self) -> String {
        // Asked of the page in one go, because it may be changing.
        let text = self.script("return document.querySelector('h1')?.innerText ?? ''").await;
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Clicks what there is, again if a page that follows work has just been given another.
    async fn click(&self, css: &str) {
        for _ in 0..20 {
            match self.find(css).await.click().await {
                Ok(()) => return,
                Err(error) if format!("{error:?}").contains("StaleElement") => {}
                Err(error) => panic!("{css}: {error}"),
            }
        }
        panic!("{css} does not stay long enough to be clicked");
    }

    /// Touches a cell of the board.
    async fn touch(&self, cell: &str) {
        self.click(&format!("svg a[data-cell='{cell}']")).await;
    }

    async fn press(&self, words: &str) {
        let path = format!("//*[self::a or self::button][contains(., '{words}')]");
        let wait = self.client.wait().at_most(Duration::from_secs(20));
        match wait.for_element(Locator::XPath(&path)).await {
            Ok(element) => element.click().await.unwrap(),
            Err(error) => panic!("no '{words}': {error}\n{}", self.text().await),
        }
    }

    /// Waits until the headline is as it should be.
    async fn headline_with(&self, words: &str) -> String {
        for _ in 0..400 {
            let headline = self.headline().await;
            if headline.contains(words) {
                return headline;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("no '{words}' in the headline of {}:\n{}", self.address().await, self.text().await);
    }

    /// What the list says of the moves.
    async fn values(&self) -> String {
        self.find("#moves table").await.text().await.unwrap()
    }

    /// Passes, or touches the first thing that can be touched, until the game is over, and looks at
    /// the review.
    async fn play_to_the_end(&self, side: &str) -> String {
        self.press(&format!("Play as {side}")).await;
        let mut before = String::new();
        for _ in 0..60 {
            // An answer takes as long as it takes.
            for _ in 0..200 {
                let now = self.address().await;
                if now.contains("as=") && now != before {
                    before = now;
                    break;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            if self.headline().await.contains("The game is over") {
                let headline = self.headline().await;
                self.press("What each move cost").await;
                assert!(self.count("main table tr").await >= 1);
                return headline;
            }
            assert_eq!(self.count("svg .verdict").await, 0, "values are not shown to who plays");
            let can_pass = self.count(".said a[data-move]").await > 0;
            let what = if can_pass { ".said a[data-move]" } else { "svg a[data-cell]" };
            self.click(what).await;
        }
        panic!("the game at {} does not end", self.address().await);
    }

    /// Pastes something that is not understood, and then something that is.
    async fn paste(&self, game: &str, bad: &str, told: &str, good: &str) {
        self.go("/").await;
        let card = format!("form[action='/board/{game}'] textarea");
        let open = "arguments[0].closest('details').open = true";
        let field = self.find(&card).await;
        self.client.execute(open, vec![json!(field)]).await.unwrap();
        field.send_keys(bad).await.unwrap();
        let press = "arguments[0].closest('details').querySelector('button').click()";
        self.client.execute(press, vec![json!(field)]).await.unwrap();
        let said = self.find(".wrong").await.text().await.unwrap();
        assert!(said.contains(told), "{said}");
        let field = self.find("textarea").await;
        assert_eq!(field.prop("value").await.unwrap().unwrap(), bad, "nothing typed is lost");
        field.clear().await.unwrap();
        field.send_keys(good).await.unwrap();
        self.press("Look at it").await;
        self.find("svg.board").await;
    }

    /// Reads a large position out: follows it, loads the page again meanwhile, and cancels.
    async fn read_out_and_cancel(&self, address: &str) {
        self.go(address).await;
        self.press("Read it out").await;
        self.find("progress").await;
        let text = async || match self.client.find(Locator::Css("#work p.faint")).await {
            Ok(status) => status.text().await.unwrap_or_default(),
            Err(_) => String::new(),
        };
        let first = text().await;
        let mut changed = false;
        for _ in 0..200 {
            changed |= !text().await.is_empty() && text().await != first;
            if changed {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        assert!(changed, "what is told changes without anybody's doing: {first}");
        self.client.refresh().await.unwrap();
        self.find("progress").await;
        self.press("Cancel").await;
        for _ in 0..200 {
            let said = self.find("#work").await.text().await.unwrap_or_default();
            if said.contains("Cancelled") {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("not cancelled: {}", self.text().await);
    }

    async fn script(&self, script: &str) -> serde_json::Value {
        self.client.execute(script, Vec::new()).await.unwrap()
    }

    async fn address(&self) -> String {
        self.client.current_url().await.unwrap().to_string()
    }

    /// Keeps a picture of the page, if somebody wants to look at it.
    async fn picture(&self, name: &str) {
        if let Some(folder) = std::env::var_os("YOMIKIRI_PICTURES") {
            let png = self.client.screenshot().await.unwrap();
            std::fs::write(PathBuf::from(folder).join(format!("{name}.png")), png).unwrap();
        }
    }

    async fn end(self) {
        self.client.close().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn othello() {
    let visit = Visit::begin().await;
    visit.go("/").await;
    visit.picture("home").await;
    visit.find("form[action='/board/othello'] button.main").await.click().await.unwrap();
    assert_eq!(visit.headline_with("wins").await, "White wins by 8 · Black to move");
    assert_eq!(visit.count("svg a[data-move]").await, 4);
    assert_eq!(visit.count("svg .verdict.loss.best").await, 4);
    visit.picture("othello").await;
    let before = visit.values().await;
    visit.touch("b1").await;
    visit.headline_with("White to move").await;
    assert_ne!(visit.values().await, before);
    visit.client.back().await.unwrap();
    visit.headline_with("Black to move").await;
    // The main line leads through the game.
    visit.find("#line li:last-child a").await.click().await.unwrap();
    visit.headline_with("The game is over: White wins by 8").await;

    visit.go("/board/othello?position=4x4").await;
    assert!(visit.play_to_the_end("Black").await.contains("White wins by"));
    visit.picture("review").await;

    visit.paste("othello", "4x4: ---- -O?- ----", "expected", "4x4: ---- -OX- -XO- ---- O").await;
    visit.headline_with("White to move").await;
    visit.press("Set up a position").await;
    visit.find("svg.board").await;
    visit.touch("a1").await;
    visit.press("Look at it").await;
    visit.headline_with("wins").await;
    assert!(visit.address().await.contains("position=4x4%3A+X"), "{}", visit.address().await);
    visit.paste("othello", "f5d6c3a1", "move 4", "f5d6c3d3").await;
    assert_eq!(visit.headline_with("Black to move").await, "Not known yet · Black to move");
    assert!(visit.find("a[aria-current=step]").await.text().await.unwrap().contains("d3"));
    visit.read_out_and_cancel("/board/othello?position=8x8").await;
    visit.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_plays_othello_on_the_large_board() {
    let visit = Visit::begin().await;
    visit.go("/board/othello?position=8x8").await;
    // Perfection would not know what to play, so somebody else is offered first.
    let chosen = "return document.getElementById('against').value";
    assert_eq!(visit.script(chosen).await, json!("yomi:5"));
    visit.find("#against option[value='single:2']").await.click().await.unwrap();
    visit.find("#time option[value='1']").await.click().await.unwrap();
    visit.press("Play as White").await;
    let headline = visit.headline_with("White to move").await;
    assert!(visit.address().await.contains("against=single%3A2&time=1"), "{headline}");
    assert_eq!(visit.find("#counts").await.text().await.unwrap(), "Discs: Black 4 · White 1");
    visit.click("svg a[data-move]").await;
    visit.headline_with("White to move").await;
    let moves = |address: String| address.matches(['+', '=']).count();
    let before = moves(visit.address().await);
    visit.press("Take back").await;
    visit.headline_with("White to move").await;
    assert!(moves(visit.address().await) < before);
    visit.picture("engine").await;
    // Against perfection one is not left waiting for ever.
    visit.go("/answer/othello?position=8x8&as=second").await;
    visit.press("Play on against yomi").await;
    visit.headline_with("White to move").await;
    assert!(visit.address().await.contains("against=yomi%3A5"), "{}", visit.address().await);
    visit.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn go() {
    let visit = Visit::begin().await;
    visit.go("/board/go?position=3x3").await;
    assert_eq!(visit.headline_with("wins").await, "Black wins by 9 · Black to move");
    visit.picture("go").await;
    let before = visit.values().await;
    visit.touch("B2").await;
    assert_eq!(visit.headline_with("White to move").await, "Black wins by 9 · White to move");
    assert_ne!(visit.values().await, before);
    visit.press("Pass").await;
    visit.press("Pass").await;
    visit.headline_with("The game is over: Black wins by 9").await;
    // Endless play counts for the one or for the other: both ends are told.
    visit.go("/board/go?position=3x4").await;
    visit.headline_with("Black wins by 4 to 12").await;
    visit.picture("go-cycle").await;

    visit.go("/board/go?position=2x3").await;
    visit.headline_with("Black to move").await;
    visit.play_to_the_end("White").await;
    visit.paste("go", "3x4: .... .XQ. .... X", "expected", "3x3: ... .X. ... O").await;
    assert_eq!(visit.headline_with("wins").await, "Black wins by 9 · White to move");
    // What is settled takes the place of the values on the board, and gives it back.
    visit.go("/board/go?position=5x5%3A+X.X.X+XXXXX+.....+OOOOO+.O.O.+O").await;
    visit.headline_with("White wins by 1").await;
    let values = visit.count("svg.board .verdict").await;
    assert!(values > 0);
    visit.press("Show what is settled").await;
    visit.find("svg.board .living").await;
    let drawn = (visit.count("svg.board .living").await, visit.count("svg.board .verdict").await);
    assert_eq!(drawn, (15, 0));
    visit.picture("go-settled").await;
    visit.press("Show values instead").await;
    visit.find("svg.board .verdict").await;
    assert_eq!(visit.count("svg.board .settled").await, 0);
    visit.go("/setup/go?position=3x3").await;
    visit.touch("B2").await;
    visit.touch("A1").await;
    visit.touch("A1").await;
    visit.find("a[data-side=second]").await.click().await.unwrap();
    visit.press("Look at it").await;
    assert_eq!(visit.headline_with("wins").await, "Black wins by 9 · White to move");
    visit.read_out_and_cancel("/board/go?position=6x6").await;
    visit.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn shogi() {
    let visit = Visit::begin().await;
    visit.go("/board/shogi?position=3x3&setup=KSP").await;
    assert_eq!(visit.headline_with("wins").await, "Sente wins in 3 plies · Sente to move");
    visit.picture("shogi").await;
    let before = visit.values().await;
    visit.touch("2c").await;
    assert!(visit.find("svg .cell.chosen").await.is_displayed().await.unwrap());
    visit.touch("2b").await;
    assert!(visit.address().await.contains("moves=2c2b"));
    visit.headline_with("Gote to move").await;
    assert_ne!(visit.values().await, before);
    // A pawn that may promote is asked about; one in hand is dropped.
    visit.go("/board/shogi?position=k2%2F2P%2F2K+b+P+1").await;
    visit.headline_with("Sente to move").await;
    visit.touch("1b").await;
    visit.touch("1a").await;
    visit.headline_with("Gote to move").await;
    assert!(visit.address().await.ends_with("moves=1b1a%2B"), "{}", visit.address().await);
    visit.go("/board/shogi?position=k2%2F2S%2F2K+b+P+1").await;
    visit.touch("1b").await;
    visit.touch("1a").await;
    visit.press("Do not promote").await;
    visit.headline_with("Gote to move").await;
    visit.client.back().await.unwrap();
    visit.press("Choose another piece").await;
    visit.click(".hand a.button").await;
    visit.touch("2b").await;
    visit.headline_with("Gote to move").await;
    assert!(visit.address().await.contains("P*2b") || visit.address().await.contains("P%2A2b"));

    visit.go("/board/shogi?position=3x3&setup=KSP").await;
    visit.headline_with("wins").await;
    assert!(visit.play_to_the_end("Gote").await.contains("Sente wins"));
    visit.paste("shogi", "psk/3/KSZ b - 1", "expected", "psk/3/KSP w - 1").await;
    visit.headline_with("Gote to move").await;
    visit.go("/setup/shogi?position=3x3&setup=KSP").await;
    visit.touch("2b").await;
    let told = visit.find(".wrong").await.text().await.unwrap();
    assert!(told.contains("2 kings"), "{told}");
    visit.touch("2b").await;
    visit.press("Sente gold").await;
    visit.touch("2c").await;
    visit.picture("setup").await;
    visit.press("Look at it").await;
    visit.headline_with("wins").await;
    assert!(visit.address().await.contains("/board/shogi"), "{}", visit.address().await);
    visit.read_out_and_cancel("/board/shogi?position=dobutsu").await;
    visit.picture("dobutsu").await;
    visit.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn amazons() {
    let visit = Visit::begin().await;
    // An amazon, where it goes, where it shoots.
    visit.go("/board/amazons?position=4x4").await;
    for _ in 0..3 {
        visit.click("svg a[data-cell]").await;
    }
    assert!(visit.address().await.contains("moves="), "{}", visit.address().await);
    // Regions are outlined, each with its value.
    visit.go("/board/amazons?position=X..%23|.%23%23%23|.%23.O|%23%23..").await;
    visit.headline_with("wins").await;
    assert_eq!(visit.count("svg path.outline").await, 2);
    // What is out of play looks so, on light squares and on dark ones.
    let fills = "return new Set([...document.querySelectorAll('svg rect.gone')]\
                 .map(cell => getComputedStyle(cell).fill)).size";
    assert_eq!(visit.script(fills).await, json!(1));
    visit.find("#regions summary").await.click().await.unwrap();
    let drawn =
        "const i = document.querySelector('#regions img'); return i.complete && i.naturalWidth > 0";
    let mut shown = false;
    for _ in 0..100 {
        shown |= visit.script(drawn).await == json!(true);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(shown, "the thermograph is there");
    visit.picture("amazons").await;
    let before = visit.values().await;
    for _ in 0..3 {
        visit.click("svg a[data-cell]").await;
    }
    visit.headline_with("White to move").await;
    assert_ne!(visit.values().await, before);

    visit.go("/board/amazons?position=X..|.%23.|..O").await;
    visit.headline_with("wins").await;
    visit.play_to_the_end("White").await;
    visit.paste("amazons", "X..|.Q.|..O", "expected", "X..|.#.|..O").await;
    visit.headline_with("wins").await;
    visit.go("/setup/amazons?position=4x4").await;
    visit.press("out of play").await;
    visit.touch("b2").await;
    visit.press("Look at it").await;
    assert_eq!(visit.count("svg rect.gone").await, 1);
    visit.read_out_and_cancel("/board/amazons?position=6x6").await;
    visit.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_told_one_by_one_as_they_become_known() {
    let visit = Visit::begin().await;
    visit.go("/board/othello?position=6x6&moves=c2+b4+c5+d2+e4+e3+d1").await;
    let partly = "const known = document.querySelectorAll('svg .verdict').length; \
                  return document.querySelector('progress') ? known : -1";
    let mut seen = Vec::new();
    for _ in 0..1200 {
        let known = visit.script(partly).await;
        seen.push(known.clone());
        if known.as_i64() > Some(0) {
            break;
        }
        // On a busy machine a glance is too short for anything.
        let begin = "document.querySelector('form[action^=\"/work/\"] button')?.click()";
        if known == json!(-1) {
            visit.script(begin).await;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(seen.iter().any(|known| known.as_i64() > Some(0)), "{seen:?}");
    visit.picture("work").await;
    visit.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_keyboard_is_enough() {
    let visit = Visit::begin().await;
    visit.go("/board/othello?position=4x4").await;
    visit.headline_with("wins").await;
    let focused = "return document.activeElement.getAttribute('data-cell')";
    visit.script("document.querySelector('svg a').focus()").await;
    assert_eq!(visit.script(focused).await, json!("b1"));
    let press = async |keys: &str| {
        visit.client.active_element().await.unwrap().send_keys(keys).await.unwrap();
    };
    press("\u{e014}").await;
    assert_eq!(visit.script(focused).await, json!("d3"));
    press("\u{e007}").await;
    visit.headline_with("White to move").await;
    // Whatever can be used says what it is.
    let nameless = "return [...document.querySelectorAll('a, button, input:not([type=hidden]), \
                    select, textarea, img, progress')].filter(e => !(e.getAttribute('aria-label') \
                    || e.textContent.trim() || e.getAttribute('alt') \
                    || (e.labels && e.labels.length))).map(e => e.outerHTML)";
    for address in
        ["/", "/tour", "/reports", "/board/go?position=3x4", "/setup/shogi?position=3x3&setup=KSP"]
    {
        visit.go(address).await;
        assert_eq!(visit.script(nameless).await, json!([]), "{address}");
        assert_eq!(visit.count("h1").await, 1, "{address}");
        assert_eq!(visit.count("html[lang]").await, 1, "{address}");
    }
    visit.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_speaks_japanese_and_fits_a_phone() {
    let visit = Visit::begin().await;
    visit.client.set_window_size(390, 800).await.unwrap();
    for (name, address) in [
        ("phone-home", "/?lang=ja"),
        ("phone-othello", "/board/othello?position=6x6&moves=c2&lang=ja"),
        ("phone-shogi", "/board/shogi?position=3x3&setup=KSP&lang=ja"),
        ("phone-setup", "/setup/shogi?position=3x3&setup=KSP&lang=ja"),
        ("phone-tour", "/tour?lang=ja"),
        ("phone-settled", "/board/go?position=3x4&settled=1&lang=ja"),
        ("phone-play", "/board/othello?position=8x8&lang=ja"),
    ] {
        visit.go(address).await;
        let text = visit.text().await;
        assert!(!text.contains(" to move") && text.contains('。') || text.contains('番'), "{text}");
        let fits = "return document.documentElement.scrollWidth <= window.innerWidth";
        assert_eq!(visit.script(fits).await, json!(true), "{address}: nothing is cut off");
        visit.picture(name).await;
    }
    visit.end().await;
}
