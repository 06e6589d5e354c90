//! Which pieces are in play: the same from the start of a game to its end.

use crate::notation::{kind_of, kinds, letter};
use crate::piece::Kind;
use crate::position::Position;
use crate::rules::Variant;
use arrayvec::ArrayVec;

/// The most kinds besides the king.
pub(crate) const SLOTS: usize = 7;

/// The pieces in play besides the two kings: kinds with their numbers, none of them zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    kinds: ArrayVec<(Kind, u8), SLOTS>,
    variant: Variant,
}

impl Material {
    /// The pieces of a position.
    pub fn of(position: &Position, variant: Variant) -> Material {
        let counted = kinds(variant).iter().filter(|kind| **kind != Kind::King);
        let counted = counted.map(|kind| (*kind, position.count(*kind) as u8));
        Material { kinds: counted.filter(|(_, count)| *count > 0).collect(), variant }
    }

    /// Reads what [`Material::name`] writes.
    pub fn parse(name: &str, variant: Variant) -> Option<Material> {
        let mut material = Material { kinds: ArrayVec::new(), variant };
        let mut rest = name;
        while let Some(capital) = rest.chars().next() {
            let kind = kind_of(capital, variant)?;
            let digits =
                rest[1..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |n| n + 1);
            if kind != Kind::King {
                material.kinds.try_push((kind, rest[1..digits].parse().ok()?)).ok()?;
            }
            rest = &rest[digits..];
        }
        (material.name() == name).then_some(material)
    }

    /// The kinds with their numbers.
    pub fn kinds(&self) -> &[(Kind, u8)] {
        &self.kinds
    }

    /// The variant.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// A short name, such as `B2P2`; `K` for bare kings.
    pub fn name(&self) -> String {
        let name = |(kind, count): &(Kind, u8)| format!("{}{count}", letter(*kind, self.variant));
        match self.kinds.is_empty() {
            true => letter(Kind::King, self.variant).to_string(),
            false => self.kinds.iter().map(name).collect(),
        }
    }
}
