use super::{context, end_of};
use crate::End;
use crate::args::ReproduceArgs;
use crate::output;
use anyhow::Result;
use serde_json::json;
use std::path::PathBuf;
use yomikiri_papers::Reproduced;

pub(crate) fn run(args: &ReproduceArgs) -> Result<End> {
    let papers = yomikiri_papers::named(&args.paper)?;
    let (context, bar) = context(&args.limits, &args.output)?;
    let mut end = End::Done;
    for paper in &papers {
        // Several papers into one folder get a folder each.
        let out = match &args.out {
            Some(out) if papers.len() == 1 && args.paper != "all" => out.clone(),
            Some(out) => out.join(paper.id),
            None => PathBuf::from(format!("report-{}", paper.id)),
        };
        let reproduced = yomikiri_papers::reproduce(paper, args.quick, &out, &context);
        bar.clear();
        let Some(Reproduced { page, agrees }) = reproduced? else {
            if !args.output.quiet {
                output::complain(&format!(
                    "stopped; finished rows are kept in {}, the same command goes on from there",
                    out.display()
                ));
            }
            return Ok(end_of(&context));
        };
        if !agrees {
            output::complain(&format!(
                "a published result of paper {} came out otherwise",
                paper.id
            ));
            end = End::No;
        }
        match args.output.json {
            true => output::json(
                "report",
                &json!({ "paper": paper.id, "page": page, "agrees": agrees }),
            )?,
            false => output::line(&page.display().to_string())?,
        }
    }
    Ok(end)
}
