//! What a game lets one choose, declared once.
//!
//! A flag of the command, a field of the explorer's forms, a parameter of an address, a refusal and a
//! help text are all made from one declaration: [`OneOf`] some choices, [`AnyOf`] them, a [`Text`]
//! that is read, or a [`Switch`]. What somebody chose is kept as [`Options`], as it was given;
//! [`Options::check`] refuses what is wrong, and [`Options::get`] gives what was meant, in its type.
//!
//! ```
//! use yomikiri_core::options::{Choice, Effect, OneOf, Options};
//!
//! static KO: OneOf<bool> = OneOf {
//!     name: "ko",
//!     about: "Whether a stone may be taken back at once",
//!     effect: Effect::Rules,
//!     choices: &[
//!         Choice { name: "basic", value: false, about: "It may not" },
//!         Choice { name: "none", value: true, about: "It may" },
//!     ],
//!     refused: &[],
//! };
//! assert!(!Options::default().get(&KO)?);
//! let options = Options::default().with("ko", "none");
//! assert!(options.get(&KO)?);
//! options.check("a game with ko", &[&KO])?;
//! let error = options.check("a game without", &[]).unwrap_err();
//! assert!(error.to_string().contains("has no option ko"));
//! # Ok::<(), yomikiri_core::Error>(())
//! ```

use crate::{Error, Result};

/// What an option changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The rules: positions may be worth something else by it.
    Rules,
    /// How a game begins: it has no say where a position is given.
    Start,
    /// How a value is found, not what it is; by these methods.
    Method(&'static [&'static str]),
    /// Which tables are meant.
    Tables,
}

/// Something that may be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Choice<T> {
    /// What it is called.
    pub name: &'static str,
    /// What it means.
    pub value: T,
    /// The same in words.
    pub about: &'static str,
}

/// What somebody fills in, made by every door in its own way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// One of these, with what each means; the first if none is named.
    One(Vec<(&'static str, &'static str)>),
    /// Any of these.
    Any(Vec<(&'static str, &'static str)>),
    /// A text.
    Text {
        /// What it is, in a word.
        value: &'static str,
        /// What holds if nothing is given, if something does.
        usual: Option<&'static str>,
        /// Some that can be offered.
        examples: &'static [&'static str],
    },
    /// Given, or not.
    Switch,
}

impl Form {
    /// What holds if nothing is given, if that has a name.
    pub fn usual(&self) -> Option<&'static str> {
        match self {
            Form::One(choices) => choices.first().map(|(name, _)| *name),
            Form::Text { usual, .. } => *usual,
            Form::Any(_) | Form::Switch => None,
        }
    }
}

/// An option, its type forgotten.
pub trait Declared: Sync {
    /// What it is called, such as `dead-squares`.
    fn name(&self) -> &'static str;

    /// What it is about.
    fn about(&self) -> &'static str;

    /// What it changes.
    fn effect(&self) -> Effect;

    /// What it may be.
    fn form(&self) -> Form;

    /// Refuses what it may not be.
    fn check(&self, text: &str) -> Result<()>;
}

/// An option that says what was meant.
pub trait Typed: Declared {
    /// What is meant.
    type Value;

    /// What a text means, or that there is none.
    fn read(&self, text: Option<&str>) -> Result<Self::Value>;
}

/// One of some choices; the first if none is named.
#[derive(Debug)]
pub struct OneOf<T: 'static> {
    /// As [`Declared::name`].
    pub name: &'static str,
    /// As [`Declared::about`].
    pub about: &'static str,
    /// As [`Declared::effect`].
    pub effect: Effect,
    /// The choices, the usual one first.
    pub choices: &'static [Choice<T>],
    /// What is refused for a reason, which is told.
    pub refused: &'static [(&'static str, &'static str)],
}

/// Any of some choices, separated by commas.
#[derive(Debug)]
pub struct AnyOf<T: 'static> {
    /// As [`Declared::name`].
    pub name: &'static str,
    /// As [`Declared::about`].
    pub about: &'static str,
    /// As [`Declared::effect`].
    pub effect: Effect,
    /// The choices.
    pub choices: &'static [Choice<T>],
}

/// A text that is read.
#[derive(Debug)]
pub struct Text<T> {
    /// As [`Declared::name`].
    pub name: &'static str,
    /// As [`Declared::about`].
    pub about: &'static str,
    /// As [`Declared::effect`].
    pub effect: Effect,
    /// What it is, in a word: `POINTS`.
    pub value: &'static str,
    /// What holds if nothing is given, as it would be given.
    pub usual: Option<&'static str>,
    /// Some that can be offered.
    pub examples: &'static [&'static str],
    /// Reads it.
    pub read: fn(&str) -> Result<T>,
}

/// Given, or not.
#[derive(Debug)]
pub struct Switch {
    /// As [`Declared::name`].
    pub name: &'static str,
    /// As [`Declared::about`].
    pub about: &'static str,
    /// As [`Declared::effect`].
    pub effect: Effect,
}

fn names<T>(choices: &[Choice<T>]) -> Vec<(&'static str, &'static str)> {
    choices.iter().map(|choice| (choice.name, choice.about)).collect()
}

/// The names as people list them.
fn listed(names: &[(&'static str, &'static str)]) -> String {
    let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => "nothing".to_owned(),
    }
}

/// The choice of this name.
fn chosen<'c, T>(
    option: &'static str,
    choices: &'c [Choice<T>],
    refused: &[(&str, &str)],
    text: &str,
) -> Result<&'c Choice<T>> {
    choices.iter().find(|choice| choice.name == text).ok_or_else(|| {
        let why = refused.iter().find(|(name, _)| *name == text);
        let why = why.map_or("there is no such choice", |(_, why)| *why);
        Error::notation(option, text, why, listed(&names(choices)))
    })
}

/// What all options tell in the same way.
macro_rules! told {
    () => {
        fn name(&self) -> &'static str {
            self.name
        }

        fn about(&self) -> &'static str {
            self.about
        }

        fn effect(&self) -> Effect {
            self.effect
        }

        fn check(&self, text: &str) -> Result<()> {
            Typed::read(self, Some(text)).map(drop)
        }
    };
}

impl<T: Copy + Sync> Declared for OneOf<T> {
    told!();

    fn form(&self) -> Form {
        Form::One(names(self.choices))
    }
}

impl<T: Copy + Sync> Typed for OneOf<T> {
    type Value = T;

    fn read(&self, text: Option<&str>) -> Result<T> {
        let usual = || Ok(self.choices.first().expect("an option has choices").value);
        let read = |text| Ok(chosen(self.name, self.choices, self.refused, text)?.value);
        text.map_or_else(usual, read)
    }
}

impl<T: Copy + Sync> Declared for AnyOf<T> {
    told!();

    fn form(&self) -> Form {
        Form::Any(names(self.choices))
    }
}

impl<T: Copy + Sync> Typed for AnyOf<T> {
    type Value = Vec<T>;

    fn read(&self, text: Option<&str>) -> Result<Vec<T>> {
        let read = |name: &str| Ok(chosen(self.name, self.choices, &[], name.trim())?.value);
        text.map_or(Ok(Vec::new()), |text| text.split(',').map(read).collect())
    }
}

impl<T> Declared for Text<T> {
    told!();

    fn form(&self) -> Form {
        Form::Text { value: self.value, usual: self.usual, examples: self.examples }
    }
}

impl<T> Typed for Text<T> {
    type Value = Option<T>;

    /// What is given, or else what is usual; `None` if nothing is.
    fn read(&self, text: Option<&str>) -> Result<Option<T>> {
        text.or(self.usual).map(self.read).transpose()
    }
}

impl Declared for Switch {
    told!();

    fn form(&self) -> Form {
        Form::Switch
    }
}

impl Typed for Switch {
    type Value = bool;

    fn read(&self, text: Option<&str>) -> Result<bool> {
        match text {
            None => Ok(false),
            Some(Options::GIVEN) => Ok(true),
            Some(other) => {
                Err(Error::notation(self.name, other, "it takes no value", Options::GIVEN))
            }
        }
    }
}

/// What somebody chose, as it was given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options(Vec<(String, String)>);

impl Options {
    /// What a switch is given as, where something must be.
    pub const GIVEN: &'static str = "yes";

    /// The same and this; what was chosen before of that name is forgotten.
    pub fn with(mut self, name: &str, text: &str) -> Options {
        self.remove(name);
        self.0.push((name.to_owned(), text.to_owned()));
        self
    }

    /// Adds one; `false` if there is one of that name.
    #[must_use]
    pub fn add(&mut self, name: &str, text: &str) -> bool {
        let is_new = self.given(name).is_none();
        if is_new {
            self.0.push((name.to_owned(), text.to_owned()));
        }
        is_new
    }

    /// Forgets one.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|(other, _)| other != name);
    }

    /// What was given of this name.
    pub fn given(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, text)| text.as_str())
    }

    /// All that was given: names and texts.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// What was meant by this option.
    pub fn get<O: Typed>(&self, option: &O) -> Result<O::Value> {
        option.read(self.given(option.name()))
    }

    /// Refuses what `whose` has no option for, and what an option may not be.
    pub fn check(&self, whose: &str, declared: &[&dyn Declared]) -> Result<()> {
        for (name, text) in self.iter() {
            let Some(option) = declared.iter().find(|option| option.name() == name) else {
                let names: Vec<&str> = declared.iter().map(|option| option.name()).collect();
                let has = match &names[..] {
                    [] => "has none".to_owned(),
                    names => format!("has {}", names.join(", ")),
                };
                let problem = format!("{whose} has no option {name}, it {has}; leave it out");
                return Err(Error::refused(problem));
            };
            option.check(text)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static SIDE: OneOf<u8> = OneOf {
        name: "side",
        about: "Which side",
        effect: Effect::Rules,
        choices: &[
            Choice { name: "left", value: 1, about: "This one" },
            Choice { name: "right", value: 2, about: "That one" },
        ],
        refused: &[("top", "nobody sits there")],
    };
    static ALLOW: AnyOf<u8> = AnyOf {
        name: "allow",
        about: "What to allow",
        effect: Effect::Rules,
        choices: SIDE.choices,
    };
    static KOMI: Text<i32> = Text {
        name: "komi",
        about: "Points",
        effect: Effect::Method(&["search"]),
        value: "POINTS",
        usual: Some("0"),
        examples: &[],
        read: |text| text.parse().map_err(|_| Error::notation("komi", text, "no number", "one")),
    };
    static FORMS: Switch = Switch { name: "forms", about: "Forms", effect: Effect::Tables };

    #[test]
    fn what_is_not_given_is_as_usual() {
        let none = Options::default();
        assert_eq!(none.get(&SIDE).unwrap(), 1);
        assert_eq!(none.get(&ALLOW).unwrap(), [0; 0]);
        assert_eq!(none.get(&KOMI).unwrap(), Some(0));
        assert!(!none.get(&FORMS).unwrap());
        assert_eq!((SIDE.form().usual(), KOMI.form().usual()), (Some("left"), Some("0")));
    }

    #[test]
    fn what_is_given_is_read_in_its_type_or_refused() {
        let given = Options::default().with("side", "right").with("komi", "-7");
        let given = given.with("allow", "right, left").with("forms", Options::GIVEN);
        given.check("it", &[&SIDE, &ALLOW, &KOMI, &FORMS]).unwrap();
        assert_eq!(given.get(&SIDE).unwrap(), 2);
        assert_eq!(given.get(&ALLOW).unwrap(), [2, 1]);
        assert_eq!(given.get(&KOMI).unwrap(), Some(-7));
        assert!(given.get(&FORMS).unwrap());
        for (name, text, words) in [
            ("side", "up", "left or right"),
            ("side", "top", "nobody sits there"),
            ("allow", "left,", "left or right"),
            ("komi", "many", "no number"),
            ("forms", "no", "takes no value"),
            ("zone", "1", "no option zone, it has side, allow, komi, forms"),
        ] {
            let given = Options::default().with(name, text);
            let error = given.check("it", &[&SIDE, &ALLOW, &KOMI, &FORMS]).unwrap_err().to_string();
            assert!(error.contains(words), "{name}={text}: {error}");
        }
    }

    #[test]
    fn an_option_is_given_once() {
        let mut given = Options::default();
        assert!(given.add("side", "left") && !given.add("side", "right"));
        assert_eq!(given.given("side"), Some("left"));
        given.remove("side");
        assert_eq!(given, Options::default());
    }
}
