//! What the two devices of section 3.9 save: the same readings with and without them, timed beside
//! each other.

use crate::evidence::{Estimate, ratio};
use crate::runs::Finding;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::time::Instant;
use yomikiri_core::{Context, Error, Game, Goal, Result};
use yomikiri_othello::{Device, PaperMethod};

use super::cases::Case;

/// The devices of section 3.9.
pub(super) const DEVICES: [Device; 2] = [Device::List, Device::Counts];

/// How often every reading is timed.
const SAMPLES: usize = 9;

/// Seconds of each reading.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Devices {
    /// With both devices, without the list, without the kept counts; sample by sample.
    pub(super) seconds: [Vec<f64>; 3],
    /// Positions that each of them entered.
    pub(super) nodes: u64,
}

impl Finding for Devices {
    fn settled(&self) -> bool {
        self.nodes > 0
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl Devices {
    pub(super) fn asked(case: &Case) -> Json {
        let mut asked = case.asked("devices");
        asked["samples"] = SAMPLES.into();
        asked
    }

    /// Times them in turn, so that whatever else the machine does meets all of them alike.
    pub(super) fn find(case: &Case, context: &Context) -> Result<Devices> {
        let (game, start) = (&case.game, Game::start(&case.game));
        let ways = [None, Some(Device::List), Some(Device::Counts)];
        let mut found = Devices::default();
        let mut first = None;
        for sample in 0..SAMPLES {
            for turn in 0..ways.len() {
                let way = (sample + turn) % ways.len();
                let begun = Instant::now();
                let method = PaperMethod::default();
                let reading = method.read((game, &start, Goal::Score), ways[way], context);
                found.seconds[way].push(begun.elapsed().as_secs_f64());
                if context.check(reading.nodes) {
                    return Ok(Devices::default());
                }
                if *first.get_or_insert(reading) != reading {
                    return Err(Error::refused(
                        "a device of section 3.9 changes what is searched; this is a fault of the \
                         program",
                    ));
                }
                found.nodes = reading.nodes;
            }
        }
        Ok(found)
    }

    /// How many times as long it takes without a device, with the error within this run.
    pub(super) fn saved(&self, device: Device) -> Option<Estimate> {
        let [whole, list, counts] = &self.seconds;
        let without = match device {
            Device::List => list,
            Device::Counts => counts,
        };
        ratio(without.iter().copied().zip(whole.iter().copied()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_othello::Start;

    #[test]
    fn every_reading_is_timed_as_often() {
        let case = Case::on(4, 4, Start::Othello);
        let found = Devices::find(&case, &Context::default()).unwrap();
        assert!(found.settled());
        assert!(found.seconds.iter().all(|seconds| seconds.len() == SAMPLES));
        assert!(DEVICES.iter().all(|device| found.saved(*device).is_some()));
        let stopped = Context::default();
        stopped.stop(yomikiri_core::Stop::Cancelled);
        assert!(!Devices::find(&case, &stopped).unwrap().settled());
    }
}
