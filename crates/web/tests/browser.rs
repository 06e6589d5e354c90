//! The pages in a real browser: Debian's chromium, steered through chromedriver.
//!
//! `scripts/test --slow` installs both and runs these, with `--features browser`.

use fantoccini::elements::Element;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use yomikiri_core::Limits;
use yomikiri_web::{Settings, serve};

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
            tables: None,
            results: Some(results.path().into()),
            reports: None,
            limits: Limits { threads: 1, memory: 512 << 20, time: None, nodes: None },
        };
        tokio::spawn(serve(listener, settings, std::future::pending()));
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("chromedriver can be run; scripts/test --slow installs it");
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
        let wait = self.client.wait().at_most(Duration::from_secs(20));
        match wait.for_element(Locator::Css(css)).await {
            Ok(element) => element,
            Err(error) => panic!("no {css}: {error}\n{}", self.text().await),
        }
    }

    async fn count(&self, css: &str) -> usize {
        self.client.find_all(Locator::Css(css)).await.unwrap().len()
    }

    async fn text(&self) -> String {
        self.client.find(Locator::Css("body")).await.unwrap().text().await.unwrap()
    }

    async fn headline(&self) -> String {
        self.find("h1").await.text().await.unwrap()
    }

    /// Touches a cell of the board.
    async fn touch(&self, cell: &str) {
        self.find(&format!("svg a[data-cell='{cell}']")).await.click().await.unwrap();
    }

    async fn press(&self, words: &str) {
        let path = format!("//*[self::a or self::button][contains(., '{words}')]");
        let wait = self.client.wait().at_most(Duration::from_secs(20));
        wait.for_element(Locator::XPath(&path)).await.unwrap().click().await.unwrap();
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
async fn othello_from_the_first_page_to_the_end_of_a_game() {
    let visit = Visit::begin().await;
    visit.go("/").await;
    visit.picture("home").await;
    visit.find("form[action='/board/othello'] button.main").await.click().await.unwrap();
    assert_eq!(visit.headline().await, "White wins by 8 · Black to move");
    assert_eq!(visit.count("svg a[data-move]").await, 4);
    assert_eq!(visit.count("svg .verdict.loss.best").await, 4);
    visit.picture("othello").await;
    visit.touch("b1").await;
    assert!(visit.headline().await.contains("White to move"));
    visit.client.back().await.unwrap();
    assert!(visit.headline().await.contains("Black to move"));
    // A whole game against perfection, which wins by what it promised.
    visit.press("Play as Black").await;
    assert_eq!(visit.count("svg .verdict").await, 0, "values are not shown to who plays");
    for _ in 0..12 {
        if visit.headline().await.contains("The game is over") {
            break;
        }
        visit.find("svg a[data-move], .said a[data-move]").await.click().await.unwrap();
    }
    assert!(visit.headline().await.contains("White wins by"), "{}", visit.headline().await);
    visit.press("What each move cost").await;
    assert!(visit.count("table tr").await >= 8);
    visit.picture("review").await;
    visit.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn go_shogi_and_amazons_are_played_by_touching() {
    let visit = Visit::begin().await;
    visit.go("/board/go?position=3x3").await;
    assert_eq!(visit.headline().await, "Black wins by 9 · Black to move");
    visit.touch("B2").await;
    assert_eq!(visit.headline().await, "Black wins by 9 · White to move");
    visit.press("Pass").await;
    visit.press("Pass").await;
    assert!(visit.headline().await.contains("The game is over: Black wins by 9"));
    visit.picture("go").await;

    visit.go("/board/shogi?position=3x3&setup=KSP").await;
    if visit.headline().await.contains("Not known") {
        visit.press("Read it out").await;
        visit.find("svg .verdict").await;
    }
    visit.picture("shogi").await;
    let before = visit.headline().await;
    visit.touch("2c").await;
    assert!(visit.find("svg .cell.chosen").await.is_displayed().await.unwrap());
    visit.touch("2b").await;
    assert!(visit.address().await.contains("moves=2c2b"));
    assert_ne!(visit.headline().await, before);

    // Amazons: an amazon, where it goes, where it shoots.
    visit.go("/board/amazons?position=4x4").await;
    visit.picture("amazons").await;
    for _ in 0..3 {
        visit.find("svg a[data-cell]").await.click().await.unwrap();
    }
    assert!(visit.address().await.contains("moves="), "{}", visit.address().await);
    visit.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn positions_are_pasted_and_set_up() {
    let visit = Visit::begin().await;
    visit.go("/board/othello?position=4x4%3A+----+-O?-").await;
    let told = visit.find(".wrong").await.text().await.unwrap();
    assert!(told.contains("position"), "{told}");
    let field = visit.find("textarea").await;
    field.clear().await.unwrap();
    field.send_keys("4x4: ---- -OX- -XO- ---- O").await.unwrap();
    visit.press("Look at it").await;
    assert!(visit.headline().await.contains("White to move"));
    visit.go("/setup/go?position=3x3").await;
    visit.touch("B2").await;
    visit.touch("A1").await;
    visit.touch("A1").await;
    visit.find("a[data-side=second]").await.click().await.unwrap();
    visit.press("Look at it").await;
    assert_eq!(visit.headline().await, "Black wins by 9 · White to move");
    assert!(visit.text().await.contains("Moves"));
    visit.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn long_work_is_followed_survives_a_reload_and_can_be_cancelled() {
    let visit = Visit::begin().await;
    visit.go("/board/othello?position=8x8").await;
    assert!(visit.headline().await.starts_with("Not known yet"));
    visit.press("Read it out").await;
    visit.find("progress").await;
    let status = visit.find("#work p.faint").await;
    let first = status.text().await.unwrap();
    // What is told changes without anybody's doing.
    let mut changed = false;
    for _ in 0..50 {
        tokio::time::sleep(Duration::from_millis(200)).await;
        changed |= visit.find("#work p.faint").await.text().await.unwrap_or_default() != first;
    }
    assert!(changed, "{first}");
    visit.picture("work").await;
    visit.client.refresh().await.unwrap();
    visit.find("progress").await;
    visit.press("Cancel").await;
    assert!(visit.find("#work").await.text().await.unwrap().contains("Cancelled"));
    visit.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_speaks_japanese_and_fits_a_phone() {
    let visit = Visit::begin().await;
    visit.client.set_window_size(390, 800).await.unwrap();
    visit.go("/board/othello?position=6x6&moves=c2&lang=ja").await;
    assert!(visit.text().await.contains("白"), "{}", visit.text().await);
    let script = "return document.documentElement.scrollWidth <= window.innerWidth";
    let fits = visit.client.execute(script, Vec::new()).await.unwrap();
    assert_eq!(fits, json!(true), "nothing is cut off at the side");
    visit.picture("phone").await;
    visit.end().await;
}
