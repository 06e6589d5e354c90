//! Engines by their names on the command line: `single:x=5`, `yomi:time=0.1`, `gtp:COMMAND`.

use crate::commands::{name_of, read_text};
use crate::quantity;
use std::path::Path;
use std::time::Duration;
use yomikiri_core::{Context, Engine, Error, Result};
use yomikiri_othello::external::{Command, GtpClient, NboardClient};
use yomikiri_othello::thesis::weights::{Feature, WEIGHTS, Weights};
use yomikiri_othello::thesis::{AsPrinted, Depths, MsaiAsPrinted, Player, Random};
use yomikiri_othello::{Level, Othello, Yomi};

/// What is the same for all engines of a match.
pub(crate) struct Common<'a> {
    /// For engines without a seed of their own.
    pub(crate) seed: u64,
    /// For engines without a number of threads of their own.
    pub(crate) threads: usize,
    /// Where weights are read by.
    pub(crate) context: &'a Context,
}

const EXPECTED: &str = "random, single, multi, as-printed, msai-as-printed or yomi, with settings as \
                        in single:x=5, or nboard:COMMAND or gtp:COMMAND";

/// What sets the depths of paper 003's players.
const DEPTHS: [&str; 5] = ["x", "presearch", "normal", "wld", "perfect"];

/// These settings, and those of the weights.
fn with_weights(settings: &[&'static str]) -> Vec<&'static str> {
    let features = Feature::ALL.map(Feature::name);
    [settings, &["weights"], &features].concat()
}

/// The engine that a text names.
pub(crate) fn parse(text: &str, common: &Common<'_>) -> Result<Box<dyn Engine<Othello>>> {
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    if let "nboard" | "gtp" = name {
        return external(text, name, rest);
    }
    let settings = Settings::parse(text, rest)?;
    match name {
        "random" => {
            settings.only(&["seed"])?;
            let seed = settings.number("seed")?.unwrap_or(common.seed);
            Ok(Box::new(Random::new(seed)))
        }
        "single" => {
            settings.only(&with_weights(&DEPTHS))?;
            Ok(Box::new(settings.weighted(Player::single(settings.depths()?), common)?))
        }
        "multi" => {
            settings.only(&with_weights(&[&DEPTHS[..], &["threads"]].concat()))?;
            let player = Player::multi(settings.depths()?, settings.threads(common)?);
            Ok(Box::new(settings.weighted(player, common)?))
        }
        "as-printed" => {
            settings.only(&DEPTHS)?;
            Ok(Box::new(AsPrinted::new(settings.depths()?)))
        }
        "msai-as-printed" => {
            settings.only(&[])?;
            Ok(Box::new(MsaiAsPrinted::default()))
        }
        "yomi" => {
            settings.only(&["time", "depth", "threads"])?;
            let depth = settings.number("depth")?.map(|depth| depth.min(u32::MAX.into()) as u32);
            if let Some(depth) = depth.filter(|depth| !(1..=60).contains(depth)) {
                return Err(settings.wrong(format!("depth is {depth}"), "1 to 60"));
            }
            let threads = Some(settings.threads(common)?);
            Ok(Box::new(Yomi::new(Level { depth, time: settings.time("time")?, threads })))
        }
        _ => Err(Error::notation("engine", text, "there is no such engine", EXPECTED)),
    }
}

/// The weights in a file.
pub(crate) fn weights_of(path: &Path, context: &Context) -> Result<Weights> {
    let text = read_text(path, context)?;
    Weights::parse(&text).map_err(|error| Error::file(name_of(path), error.to_string()))
}

/// An engine that is another program.
fn external(text: &str, kind: &str, command: &str) -> Result<Box<dyn Engine<Othello>>> {
    if command.trim().is_empty() {
        let expected = format!("{kind}:COMMAND, such as '{kind}:./engine --{kind}'");
        return Err(Error::notation("engine", text, "no command to run", expected));
    }
    let command = Command::parse(command)?;
    Ok(match kind {
        "nboard" => Box::new(NboardClient::new(command)),
        _ => Box::new(GtpClient::new(command)),
    })
}

/// The settings of an engine: `key=value`, separated by commas.
struct Settings<'a> {
    text: &'a str,
    pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> Settings<'a> {
    fn parse(text: &'a str, settings: &'a str) -> Result<Settings<'a>> {
        let mut found = Settings { text, pairs: Vec::new() };
        for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
            let pair = setting.split_once('=').ok_or_else(|| {
                found.wrong(format!("'{setting}' sets nothing"), "settings such as x=5")
            })?;
            if found.get(pair.0).is_some() {
                return Err(found.wrong(format!("{} is set twice", pair.0), "it once"));
            }
            found.pairs.push(pair);
        }
        Ok(found)
    }

    fn wrong(&self, problem: impl Into<String>, expected: impl Into<String>) -> Error {
        Error::notation("engine", self.text, problem, expected)
    }

    fn get(&self, key: &str) -> Option<&'a str> {
        self.pairs.iter().find(|(name, _)| *name == key).map(|(_, value)| *value)
    }

    fn only(&self, known: &[&str]) -> Result<()> {
        match self.pairs.iter().find(|(name, _)| !known.contains(name)) {
            Some((name, _)) => Err(self.wrong(
                format!("it has no setting '{name}'"),
                match known {
                    [] => "none: it has no settings".to_owned(),
                    known => format!("one of {}", known.join(", ")),
                },
            )),
            None => Ok(()),
        }
    }

    fn number(&self, key: &str) -> Result<Option<u64>> {
        self.get(key)
            .map(|value| {
                let wrong = |_| self.wrong(format!("{key} is '{value}'"), "a whole number");
                value.parse().map_err(wrong)
            })
            .transpose()
    }

    fn threads(&self, common: &Common<'_>) -> Result<usize> {
        let threads = self.number("threads")?.map_or(common.threads, |n| n as usize);
        match (1..=1024).contains(&threads) {
            true => Ok(threads),
            false => Err(self.wrong(format!("{threads} threads"), "1 to 1024 threads")),
        }
    }

    fn time(&self, key: &str) -> Result<Option<Duration>> {
        let time = |value| match quantity::time(value) {
            Ok(time) if time > Duration::ZERO => Ok(time),
            _ => Err(self.wrong(format!("{key} is '{value}'"), "a time such as 0.1 or 500ms")),
        };
        self.get(key).map(time).transpose()
    }

    /// The player with the weights that are set, if some are.
    fn weighted(&self, player: Player, common: &Common<'_>) -> Result<Player> {
        let mut weights = match self.get("weights") {
            Some(file) => weights_of(Path::new(file), common.context)?,
            None => WEIGHTS,
        };
        let mut is_changed = self.get("weights").is_some();
        for feature in Feature::ALL {
            if let Some(weight) = self.get(feature.name()) {
                let name = feature.name();
                let wrong = |_| self.wrong(format!("{name} is '{weight}'"), "a whole number");
                weights[feature] = weight.parse().map_err(wrong)?;
                is_changed = true;
            }
        }
        match is_changed {
            true => Ok(player.with_weights(weights.checked()?)),
            false => Ok(player),
        }
    }

    /// Those of series A, and what is set otherwise.
    fn depths(&self) -> Result<Depths> {
        const USUAL: u64 = 5;
        let x = self.number("x")?.unwrap_or(USUAL);
        if !(1..=50).contains(&x) {
            return Err(self.wrong(format!("x is {x}"), "1 to 50; the paper has 1 to 9"));
        }
        let of_x = Depths::series_a(x as u32);
        let depth = |key, usual: u32| -> Result<u32> {
            let depth = self.number(key)?.map(|depth| depth.min(u32::MAX.into()) as u32);
            Ok(depth.unwrap_or(usual))
        };
        let depths = Depths {
            presearch: depth("presearch", of_x.presearch)?,
            normal: depth("normal", of_x.normal)?,
            wld: depth("wld", of_x.wld)?,
            perfect: depth("perfect", of_x.perfect)?,
        };
        depths.checked().map_err(|error| self.wrong(error.to_string(), "depths as in single:x=5"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> String {
        let context = &Context::default();
        match parse(text, &Common { seed: 7, threads: 3, context }) {
            Ok(engine) => engine.name(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn engines_are_named_with_their_settings() {
        assert_eq!(name("random"), "random:seed=7");
        assert_eq!(name("random:seed=3"), "random:seed=3");
        assert_eq!(name("single:x=1"), "single:presearch=5,normal=3,wld=6,perfect=4");
        assert_eq!(name("multi:x=9"), "multi:presearch=5,normal=11,wld=14,perfect=12,threads=3");
        assert_eq!(
            name("single:presearch=7,normal=10,wld=18,perfect=16"),
            "single:presearch=7,normal=10,wld=18,perfect=16"
        );
        assert!(name("as-printed:x=2").starts_with("as-printed:"));
        assert_eq!(name("msai-as-printed"), "msai-as-printed");
        assert!(name("single:openness=0").ends_with("perfect=8,openness=0"));
        assert!(name("multi:threads=2,wing=-1").ends_with("threads=2,wing=-1"));
        assert_eq!(name("gtp:engine -l 3"), "gtp:engine -l 3");
        assert_eq!(name("nboard:depth=8 'my engine'"), "nboard:depth=8 'my engine'");
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (text, words) in [
            ("deep-thought", "there is no such engine"),
            ("single:y=5", "it has no setting 'y'"),
            ("single:x", "'x' sets nothing"),
            ("single:x=a", "x is 'a'"),
            ("single:x=0", "x is 0"),
            ("single:x=1,x=2", "set twice"),
            ("single:normal=0", "normal depth 0"),
            ("single:normal=99", "expected 1 to 60"),
            ("multi:threads=0", "0 threads"),
            ("single:wing=much", "wing is 'much'"),
            ("single:stable=5000", "are too large"),
            ("single:weights=no-such-file", "no-such-file"),
            ("as-printed:wing=3", "no setting 'wing'"),
            ("msai-as-printed:x=3", "it has no settings"),
            ("yomi:time=never", "time is 'never'"),
            ("yomi:time=0", "time is '0'"),
            ("gtp:", "no command to run"),
            ("gtp:'half", "a quote is not closed"),
            ("nboard:depth=8", "no command to run"),
            ("", "there is no such engine"),
        ] {
            let told = name(text);
            assert!(told.contains(words), "{text}: {told}");
        }
    }
}
