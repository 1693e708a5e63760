//! Scenarios and their load.

use super::request::REQUEST_DEFAULTS;
use super::texts::{KNOWN_COUNT, KNOWN_RATE, KNOWN_TIME, STEPS};
use crate::yaml::names::{AT_END, ON_ERROR, OVERLOADS, PHASES, SPACINGS};
use plimsoll_plan::document::{Key, Kind, MappingShape, key};

pub static SCENARIO: MappingShape = MappingShape::new(
    "scenario",
    "Users that do the same steps.",
    &[
        key("name", Kind::Text, "The scenario's name; the plan's by default.").example("customers"),
        key("phase", Kind::Words(|| PHASES.words()), "Before, during or after the load; `main` by default."),
        key("delay", KNOWN_TIME, "Before the first user starts."),
        key(
            "waves",
            Kind::OneOrMore(&Kind::Mapping(&WAVE)),
            "Users that come and go, instead of users, ramp and hold.",
        ),
        key(
            "arrivals",
            Kind::Mapping(&ARRIVALS),
            "A rate of iterations instead of a number of users (open model).",
        )
        .example("{rate: 50/s, ramp: 10 s, hold: 1 min}"),
        key("duration", KNOWN_TIME, "The end, counted from the start, ramp included."),
        key("stages", Kind::OneOrMore(&Kind::Mapping(&STAGE)), "Numbers of users one after another."),
        key(
            "iterations",
            Kind::Either(&[KNOWN_COUNT, Kind::Word("forever")]),
            "How often each user does the steps.",
        ),
        key(
            "on_error",
            Kind::Words(|| ON_ERROR.words()),
            "What a user does after a request that failed; `continue` by default.",
        ),
        key(
            "new_user_each_iteration",
            Kind::Flag,
            "An iteration begins with new connections and, where a jar says so, without cookies.",
        ),
        key(
            "defaults",
            Kind::Mapping(&REQUEST_DEFAULTS),
            "What the requests of the scenario have in common.",
        ),
        key("steps", STEPS, "What each user does, in order.").required(),
    ],
)
.with(&[&STAGE]);

const RAMP: Key = key("ramp", KNOWN_TIME, "Time in which the users start, evenly.").example("10 s");

pub static STAGE: MappingShape = MappingShape::new(
    "stage",
    "A number of users and how long.",
    &[
        key("users", KNOWN_COUNT, "Virtual users; 1 by default.").example("10"),
        RAMP,
        key("hold", KNOWN_TIME, "Time at full load, after the ramp.").example("1 min"),
    ],
);

pub static WAVE: MappingShape = MappingShape::new(
    "wave",
    "Users that come and go; waves that overlap add up.",
    &[
        key("users", KNOWN_COUNT, "Users of this wave.").required().example("100"),
        key("delay", KNOWN_TIME, "Before its first user starts."),
        RAMP,
        key("hold", KNOWN_TIME, "Time at full load, after the ramp.").example("1 min"),
        key("ramp_down", KNOWN_TIME, "Time in which the users end, evenly."),
    ],
);

const SPACING: Key =
    key("spacing", Kind::Words(|| SPACINGS.words()), "How arrivals are spread over time; `even` by default.");

pub static ARRIVALS: MappingShape = MappingShape::new(
    "arrivals",
    "Iterations that begin at their time, whatever the server does.",
    &[
        key("stages", Kind::OneOrMore(&Kind::Mapping(&RATE_STAGE)), "Rates one after another."),
        key("tick", KNOWN_TIME, "All arrivals of a tick go out together at its beginning."),
        key("users", KNOWN_COUNT, "The most users that may be at work at the same time."),
        key(
            "overload",
            Kind::Words(|| OVERLOADS.words()),
            "What becomes of an arrival when no user is free; `queue` by default.",
        ),
        key(
            "at_end",
            Kind::Words(|| AT_END.words()),
            "What becomes of requests in flight when the time is over; `finish` by default.",
        ),
    ],
)
.with(&[&RATE_STAGE]);

pub static RATE_STAGE: MappingShape = MappingShape::new(
    "stage",
    "A rate and how long.",
    &[
        key("rate", KNOWN_RATE, "Arrivals per time at the end of the ramp.").example("50/s"),
        key("ramp", KNOWN_TIME, "Time in which the rate is reached, evenly."),
        key("hold", KNOWN_TIME, "Time at the rate, after the ramp.").example("1 min"),
        SPACING,
    ],
);
