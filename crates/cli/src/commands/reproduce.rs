use super::{context, end_of};
use crate::End;
use crate::args::ReproduceArgs;
use crate::output;
use anyhow::Result;
use serde_json::json;
use std::path::PathBuf;
use yomikiri_papers::{Reproduced, Wanted};

pub(crate) fn run(args: &ReproduceArgs) -> Result<End> {
    let papers = yomikiri_papers::named(&args.paper)?;
    let (context, bar) = context(&args.limits, &args.output)?;
    let wanted = Wanted::beginning_with(args.rows.clone());
    let mut end = End::Done;
    for paper in &papers {
        // Several papers into one folder get a folder each.
        let out = match &args.out {
            Some(out) if papers.len() == 1 && args.paper != "all" => out.clone(),
            Some(out) => out.join(paper.id),
            None => PathBuf::from(format!("report-{}", paper.id)),
        };
        let reproduced = yomikiri_papers::reproduce(paper, args.quick, &wanted, &out, &context);
        bar.clear();
        let Reproduced { page, agrees, missing } = reproduced?;
        if missing > 0 && !args.output.quiet {
            output::complain(&format!(
                "{missing} rows of paper {} are missing; finished ones are kept in {}, and the next run \
                 goes on from there",
                paper.id,
                out.display()
            ));
        }
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
                &json!({ "paper": paper.id, "page": page, "agrees": agrees, "missing": missing }),
            )?,
            false => output::line(&page.display().to_string())?,
        }
        if missing > 0 {
            return Ok(end_of(&context));
        }
    }
    Ok(end)
}
