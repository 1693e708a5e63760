//! Steps that hold steps, set variables or choose.

use super::texts::{STEPS, TEXTS};
use crate::yaml::names::ORDERS;
use plimsoll_plan::document::{Key, Kind, MappingShape, key};

static STEPS_KEY: Key = key("steps", STEPS, "The steps.").required();

pub static MIX: MappingShape = MappingShape::new(
    "mix",
    "Each pass performs every block exactly as often as the mix says, in a new random order.",
    &[
        key("of", Kind::Text, "The name of one of the plan's `mixes`.").example("morning"),
        key("weights", Kind::Named(&Kind::Count), "Instead of `of`: how often each block comes in a pass."),
        key("passes", Kind::Text, "Passes of each iteration; 1 by default."),
        key("blocks", Kind::Named(&STEPS), "The steps of each block.").required(),
    ],
);

/// The condition of `if` and `while`: exactly one of them.
static CONDITION: MappingShape = MappingShape::new(
    "condition",
    "",
    &[
        key("is_true", Kind::Text, "This text is `true`.").example("'${found}'"),
        key("is_not_false", Kind::Text, "This text is not `false`."),
        key("equal", TEXTS, "Two texts that are the same.").example("['${status}', open]"),
        key("not_equal", TEXTS, "Two texts that differ."),
        key("last_succeeded", Kind::Flag, "The user's last request did not fail."),
    ],
);

const INDEX: Key = key("index", Kind::Text, "The variable that holds the number of passes done.");

pub static LOOP: MappingShape = MappingShape::new(
    "loop",
    "Steps several times.",
    &[
        key("times", Kind::Either(&[Kind::Count, Kind::Text]), "How often; or `forever`.")
            .required()
            .example("3"),
        INDEX,
        key("only_once", Kind::Flag, "A user that has come to its end never enters it again."),
        STEPS_KEY,
    ],
);
pub static IF: MappingShape = MappingShape::new(
    "if",
    "Steps under a condition.",
    &[
        key(
            "each_step",
            Kind::Flag,
            "The condition is worked out again before each request and pause inside.",
        ),
        STEPS_KEY,
    ],
)
.with(&[&CONDITION]);
pub static WHILE: MappingShape = MappingShape::new(
    "while",
    "Steps as long as a condition holds.",
    &[key("enters_always", Kind::Flag, "The first pass is made whatever the condition."), INDEX, STEPS_KEY],
)
.with(&[&CONDITION]);
pub static FOR_EACH: MappingShape = MappingShape::new(
    "for_each",
    "Steps for each of a row of variables.",
    &[
        key("prefix", Kind::Text, "What the names begin with.").required().example("id_"),
        key("variable", Kind::Text, "The variable that has the value in each pass.").required().example("id"),
        key("after", Kind::Text, "The number after which it begins."),
        key("to", Kind::Text, "The last number."),
        INDEX,
        STEPS_KEY,
    ],
);
pub static FOR: MappingShape = MappingShape::new(
    "for",
    "Steps until a time is over.",
    &[key("seconds", Kind::Text, "Whole seconds.").required().example("10"), STEPS_KEY],
);
pub static SHARE: MappingShape = MappingShape::new(
    "share",
    "Steps in a part of the passes: by `percent` or by `times`.",
    &[
        key("times", Kind::Text, "In the first passes, so many."),
        key("percent", Kind::Text, "In so many percent of the passes, evenly spread.").example("20"),
        key("per_user", Kind::Flag, "Each user counts for itself."),
        STEPS_KEY,
    ],
);
pub static LOCK: MappingShape = MappingShape::new(
    "lock",
    "Steps that one user does at a time.",
    &[key("name", Kind::Text, "The name of the lock.").required(), STEPS_KEY],
);
pub static TRANSACTION: MappingShape = MappingShape::new(
    "transaction",
    "Steps that are measured as one.",
    &[
        key("name", Kind::Text, "The transaction's name.").required().example("order"),
        key("include_pauses", Kind::Flag, "Pauses inside count; true by default."),
        key("replaces_requests", Kind::Flag, "The requests inside are not counted by themselves."),
        STEPS_KEY,
    ],
);
pub static SWITCH: MappingShape = MappingShape::new(
    "switch",
    "One of several options.",
    &[
        key("value", Kind::Text, "The number of the option, from 0, or its name.").required(),
        key("options", Kind::OneOrMore(&Kind::Mapping(&SWITCH_OPTION)), "The options.").required(),
    ],
);
pub static SWITCH_OPTION: MappingShape = MappingShape::new(
    "options",
    "An option.",
    &[key("name", Kind::Text, "Its name; `default` for all others."), STEPS_KEY],
);
pub static CHOICE: MappingShape = MappingShape::new(
    "choice",
    "One option each time.",
    &[
        key("order", Kind::Words(|| ORDERS.words()), "`random` by default."),
        key("one_request", Kind::Flag, "A turn ends with a request."),
        key("by_user", Kind::Flag, "User n begins with option n."),
        key("options", Kind::OneOrMore(&STEPS), "A list of lists of steps.").required(),
    ],
);
pub static WEIGHTED_OPTION: MappingShape = MappingShape::new(
    "choose",
    "An option.",
    &[key("weight", Kind::Count, "How often, beside the other options; 1 by default."), STEPS_KEY],
);
pub static COUNTER: MappingShape = MappingShape::new(
    "counter",
    "A number that grows.",
    &[
        key("variable", Kind::Text, "The variable that gets the number.").required(),
        key("start", Kind::Text, "The first number; 1 by default."),
        key("increment", Kind::Text, "What is added each time; 1 by default."),
        key("end", Kind::Text, "The last number; then the first one comes again."),
        key("format", Kind::Text, "As Java's DecimalFormat writes it.").example("'000'"),
        key("per_user", Kind::Flag, "Each user counts for itself."),
        key(
            "reset_each_iteration",
            Kind::Flag,
            "Each iteration begins with the first number; with `per_user`.",
        ),
    ],
);
pub static RANDOM: MappingShape = MappingShape::new(
    "random",
    "A random whole number.",
    &[
        key("variable", Kind::Text, "The variable that gets the number.").required(),
        key("minimum", Kind::Text, "The smallest number.").required(),
        key("maximum", Kind::Text, "The largest number.").required(),
        key("format", Kind::Text, "As Java's DecimalFormat writes it.").example("'000'"),
        key("per_user", Kind::Flag, "Each user has a row of random numbers of its own."),
    ],
);
pub static SET_BY_USER: MappingShape = MappingShape::new(
    "set_by_user",
    "Values that each user has of its own: user n takes the nth list.",
    &[
        key("variables", TEXTS, "The variables.").required().example("[user, password]"),
        key("values", Kind::List(&TEXTS), "Lists of values.").required().example("[[anna, a1], [bob, b2]]"),
    ],
);
