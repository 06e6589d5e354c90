use crate::End;
use crate::args::ReproduceArgs;
use anyhow::Result;

pub(crate) fn run(_args: &ReproduceArgs) -> Result<End> {
    Ok(End::No)
}
