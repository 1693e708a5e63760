//! The load of a scenario as YAML.

use super::emit::{list, map, text};
use super::entries::{Entries, duration};
use super::names::{AT_END, OVERLOADS, SPACINGS};
use plimsoll_plan::{ArrivalProfile, AtEnd, Load, LoadProfile, Overload, RateStage, Spacing, Stage, Wave};
use std::time::Duration;

pub fn push(entries: &mut Entries, load: &Load) {
    match load {
        Load::Users(profile) => push_users(entries, profile),
        Load::Waves(waves) => {
            entries.push(("waves", list(waves.iter().map(|w| map(wave_entries(w))).collect())))
        }
        Load::Arrivals(profile) => {
            push_time(entries, "delay", profile.delay);
            entries.push(("arrivals", map(arrival_entries(profile))));
        }
    }
}

fn arrival_entries(profile: &ArrivalProfile) -> Entries {
    let mut entries = match profile.stages.as_slice() {
        [stage] if stage.spacing.is_none() && !(stage.ramp + stage.hold).is_zero() => rate_entries(stage),
        stages => vec![("stages", list(stages.iter().map(|s| map(rate_entries(s))).collect()))],
    };
    if profile.spacing != Spacing::Even {
        entries.push(("spacing", text(SPACINGS.write(&profile.spacing).unwrap_or_default())));
    }
    entries.extend(profile.tick.map(|tick| ("tick", duration(tick))));
    if profile.users != ArrivalProfile::users_for(profile.rate_per_s_max()) {
        entries.push(("users", text(profile.users.to_string())));
    }
    if profile.overload != Overload::Queue {
        entries.push(("overload", text(OVERLOADS.write(&profile.overload).unwrap_or_default())));
    }
    if profile.at_end != AtEnd::Finish {
        entries.push(("at_end", text(AT_END.write(&profile.at_end).unwrap_or_default())));
    }
    entries
}

fn rate_entries(stage: &RateStage) -> Entries {
    let mut entries = vec![("rate", text(format!("{}/s", stage.per_s)))];
    push_time(&mut entries, "ramp", stage.ramp);
    push_time(&mut entries, "hold", stage.hold);
    let spacing = stage.spacing.and_then(|spacing| SPACINGS.write(&spacing));
    entries.extend(spacing.map(|spacing| ("spacing", text(spacing))));
    entries
}

fn wave_entries(wave: &Wave) -> Entries {
    let mut entries = vec![("users", text(wave.users.to_string()))];
    let times =
        [("delay", wave.delay), ("ramp", wave.ramp), ("hold", wave.hold), ("ramp_down", wave.ramp_down)];
    times.into_iter().for_each(|(key, time)| push_time(&mut entries, key, time));
    entries
}

fn push_users(entries: &mut Entries, load: &LoadProfile) {
    push_time(entries, "delay", load.delay);
    // A single stage with a hold ends with it, unless stages are listed.
    let end = match load.stages.as_slice() {
        [stage] if stage.hold.is_none() || load.end == stage.hold.map(|h| stage.ramp + h) => {
            entries.extend(stage_entries(stage));
            load.end.filter(|_| stage.hold.is_none())
        }
        stages => {
            entries.push(("stages", list(stages.iter().map(|s| map(stage_entries(s))).collect())));
            load.end
        }
    };
    entries.extend(end.map(|end| ("duration", duration(end))));
}

fn stage_entries(stage: &Stage) -> Entries {
    let mut entries = vec![("users", text(stage.users.to_string()))];
    push_time(&mut entries, "ramp", stage.ramp);
    entries.extend(stage.hold.map(|hold| ("hold", duration(hold))));
    entries
}

fn push_time(entries: &mut Entries, key: &'static str, time: Duration) {
    entries.extend((!time.is_zero()).then(|| (key, duration(time))));
}
