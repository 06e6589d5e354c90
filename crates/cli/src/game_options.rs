//! The options of all games as flags, made from what the games declare.

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use std::ffi::OsStr;
use std::sync::OnceLock;
use yomikiri_core::options::{Declared, Form, Options};
use yomikiri_rooms::{Declaration, GAMES};

static PLAYED: OnceLock<&'static [&'static Declaration]> = OnceLock::new();

/// Says once, before the command line is read, which games there are.
pub(crate) fn play(games: &'static [&'static Declaration]) {
    let first = PLAYED.get_or_init(|| games);
    debug_assert!(std::ptr::eq(*first, games), "the games are named once");
}

/// The games that the command knows.
pub(crate) fn games() -> &'static [&'static Declaration] {
    PLAYED.get_or_init(|| GAMES)
}

/// What was chosen of the games' options; each game refuses what is not its own.
#[derive(Clone, Debug, Default)]
pub(crate) struct GameOptions(pub(crate) Options);

/// The options of one name, which several games may have.
struct Flag {
    name: &'static str,
    by: Vec<(&'static Declaration, &'static dyn Declared)>,
}

fn flags() -> Vec<Flag> {
    let mut flags: Vec<Flag> = Vec::new();
    for game in games() {
        for option in game.options {
            let name = option.name();
            match flags.iter_mut().find(|flag| flag.name == name) {
                Some(flag) => flag.by.push((game, *option)),
                None => flags.push(Flag { name, by: vec![(game, *option)] }),
            }
        }
    }
    flags
}

/// The names of an option's choices, if it has such.
fn choices(form: Form) -> Option<Vec<(&'static str, &'static str)>> {
    match form {
        Form::One(choices) | Form::Any(choices) => Some(choices),
        Form::Text { .. } | Form::Switch => None,
    }
}

/// Reads one of the names that an option declares.
pub(crate) fn one_of(option: &dyn Declared) -> PossibleValuesParser {
    named(choices(option.form()).unwrap_or_default())
}

fn named(names: Vec<(&'static str, &'static str)>) -> PossibleValuesParser {
    PossibleValuesParser::new(
        names.into_iter().map(|(name, about)| PossibleValue::new(name).help(about)),
    )
}

/// Tells all choices, in help and completions, and takes any text: each game refuses what is
/// another's, and says why there is no such choice.
#[derive(Clone)]
struct AnyGames(Vec<(&'static str, &'static str)>);

impl TypedValueParser for AnyGames {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(|(name, about)| PossibleValue::new(*name).help(*about))))
    }
}

impl Flag {
    /// What it is about, told for each game that says something else.
    fn about(&self) -> String {
        // Where not all games have choices, they are told with what it is about.
        let tells_choices = self.choices().is_none();
        let told = |option: &dyn Declared| {
            let mut text = option.about().to_owned();
            if let Some(choices) = choices(option.form()).filter(|_| tells_choices) {
                let names = choices.iter().map(|(name, about)| format!("{name} ({about})"));
                text += &format!(": {}", names.collect::<Vec<_>>().join(", "));
            }
            if let Some(usual) = option.form().usual() {
                text += &format!(" [default: {usual}]");
            }
            text
        };
        let mut texts: Vec<(Vec<&str>, String)> = Vec::new();
        for (game, option) in &self.by {
            let text = told(*option);
            match texts.iter_mut().find(|(_, other)| *other == text) {
                Some((games, _)) => games.push(game.title),
                None => texts.push((vec![game.title], text)),
            }
        }
        match &texts[..] {
            [(_, text)] => text.clone(),
            several => {
                let each =
                    several.iter().map(|(games, text)| format!("{}: {text}", games.join(", ")));
                each.collect::<Vec<_>>().join(". ")
            }
        }
    }

    fn heading(&self) -> String {
        let titles: Vec<&str> = self.by.iter().map(|(game, _)| game.title).collect();
        titles.join(" and ")
    }

    /// All choices, if all games have choices, and what a game refuses, so that it can say why.
    fn choices(&self) -> Option<Vec<(&'static str, &'static str)>> {
        let mut all: Vec<(&'static str, &'static str)> = Vec::new();
        for (_, option) in &self.by {
            for choice in choices(option.form())? {
                if !all.iter().any(|(name, _)| *name == choice.0) {
                    all.push(choice);
                }
            }
        }
        Some(all)
    }

    fn arg(&self) -> Arg {
        let (_, first) = &self.by[0];
        let arg = Arg::new(self.name)
            .long(self.name)
            .help(self.about())
            .help_heading(self.heading())
            .value_name(self.name.to_uppercase());
        let arg = match first.form() {
            Form::Switch => return arg.action(ArgAction::SetTrue),
            Form::Any(_) => arg.action(ArgAction::Append).value_delimiter(','),
            Form::Text { value, .. } => arg.value_name(value).allow_hyphen_values(true),
            Form::One(_) => arg,
        };
        match self.choices() {
            Some(choices) => arg.value_parser(AnyGames(choices)),
            None => arg,
        }
    }
}

impl Args for GameOptions {
    fn augment_args(command: Command) -> Command {
        flags().iter().fold(command, |command, flag| command.arg(flag.arg()))
    }

    fn augment_args_for_update(command: Command) -> Command {
        GameOptions::augment_args(command)
    }
}

impl FromArgMatches for GameOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<GameOptions, clap::Error> {
        let mut options = Options::default();
        for Flag { name, by } in flags() {
            if matches.value_source(name) != Some(ValueSource::CommandLine) {
                continue;
            }
            let text = match by[0].1.form() {
                Form::Switch => Options::GIVEN.to_owned(),
                _ => {
                    let given = matches.get_many::<String>(name).into_iter().flatten();
                    given.map(String::as_str).collect::<Vec<_>>().join(",")
                }
            };
            options = options.with(name, &text);
        }
        Ok(GameOptions(options))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = GameOptions::from_arg_matches(matches)?;
        Ok(())
    }
}
