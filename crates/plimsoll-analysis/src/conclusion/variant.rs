use super::capacity::RepeatedCapacity;
use super::limiting::RepeatedLimit;
use crate::capacity::OperatingPoint;
use crate::comparison::Group;
use crate::requirements::Judgement;
use crate::run_analysis::RunAnalysis;
use serde::Serialize;

/// One variant over its repeats. Runs are their places in `runs`, from 0.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VariantConclusion {
    pub name: String,
    pub runs: Vec<usize>,
    /// `None`: no run has one.
    pub capacity: Option<RepeatedCapacity>,
    /// Of the run that is to be operated at the lowest rate, for all requirements are shown to hold there in every run;
    /// `None`: a run has none.
    pub recommended: Option<OperatingPoint>,
    /// Requests per second to operate at there: less than was measured where a maximum was found, for the reserve.
    pub operate_at_per_s: Option<f64>,
    /// The run of that point.
    pub recommended_run: Option<usize>,
    /// Runs without a recommended operating point.
    pub not_recommended: Vec<usize>,
    pub limit: RepeatedLimit,
    /// Critical findings of all its runs together.
    pub critical_findings: usize,
    /// Runs that have any.
    pub critical_runs: Vec<usize>,
    pub requirements: Vec<RepeatedRequirement>,
    /// Runs in which every requirement holds; empty without requirements.
    pub holds: Vec<usize>,
}

/// What became of a requirement in the runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RepeatedRequirement {
    pub requirement: String,
    pub holds: Vec<usize>,
    pub fails: Vec<usize>,
    pub undecided: Vec<usize>,
}

impl VariantConclusion {
    pub(super) fn of(group: &Group, analysed: &[RunAnalysis]) -> VariantConclusion {
        let runs: Vec<(usize, &RunAnalysis)> =
            group.runs.iter().map(|place| (*place, &analysed[*place])).collect();
        let such = |is: &dyn Fn(&RunAnalysis) -> bool| -> Vec<usize> {
            runs.iter().filter(|(_, run)| is(run)).map(|(place, _)| *place).collect()
        };
        // As the report of the run: a requirement that fails is said by its verdict.
        let critical = |run: &RunAnalysis| run.findings.iter().filter(|f| f.is_critical_of_system()).count();
        let not_recommended = such(&|run| run.advice.recommended.is_none());
        let points = runs.iter().filter_map(|(place, run)| Some((*place, run.advice.recommended.as_ref()?)));
        let operate_at = |place: usize| analysed[place].advice.operate_at_per_s;
        // By what is left of it: a step that brought more may leave less, for its run's maximum is lower.
        let left = |(place, point): &(usize, &OperatingPoint)| {
            operate_at(*place).unwrap_or(point.throughput_per_s.value)
        };
        let lowest = points.min_by(|a, b| left(a).total_cmp(&left(b))).filter(|_| not_recommended.is_empty());
        VariantConclusion {
            name: group.name.clone(),
            runs: group.runs.clone(),
            capacity: RepeatedCapacity::of(&runs),
            recommended: lowest.map(|(_, point)| point.clone()),
            operate_at_per_s: lowest.and_then(|(place, _)| operate_at(place)),
            recommended_run: lowest.map(|(place, _)| place),
            not_recommended,
            limit: RepeatedLimit::of(&runs),
            critical_findings: runs.iter().map(|(_, run)| critical(run)).sum(),
            critical_runs: such(&|run| critical(run) > 0),
            requirements: requirements(&runs),
            holds: such(&|run| {
                !run.verdicts.is_empty() && run.verdicts.iter().all(|v| v.judgement == Judgement::Pass)
            }),
        }
    }
}

impl VariantConclusion {
    /// Of all requirements in all runs: one that fails outweighs doubt; `None` without requirements.
    pub fn judgement(&self) -> Option<Judgement> {
        let any = |runs: fn(&RepeatedRequirement) -> &Vec<usize>| {
            self.requirements.iter().any(|found| !runs(found).is_empty())
        };
        if self.requirements.is_empty() {
            None
        } else if any(|found| &found.fails) {
            Some(Judgement::Fail)
        } else if any(|found| &found.undecided) {
            Some(Judgement::Inconclusive)
        } else {
            Some(Judgement::Pass)
        }
    }
}

fn requirements(runs: &[(usize, &RunAnalysis)]) -> Vec<RepeatedRequirement> {
    let mut found: Vec<RepeatedRequirement> = Vec::new();
    for (place, run) in runs {
        for verdict in &run.verdicts {
            let at = found.iter().position(|r| r.requirement == verdict.requirement).unwrap_or_else(|| {
                found.push(RepeatedRequirement {
                    requirement: verdict.requirement.clone(),
                    holds: Vec::new(),
                    fails: Vec::new(),
                    undecided: Vec::new(),
                });
                found.len() - 1
            });
            let runs = match verdict.judgement {
                Judgement::Pass => &mut found[at].holds,
                Judgement::Fail => &mut found[at].fails,
                Judgement::Inconclusive => &mut found[at].undecided,
            };
            runs.push(*place);
        }
    }
    found
}
