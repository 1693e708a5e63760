//! Plans of every format: what they become, and what is said of those that are wrong.

mod bad_input;
mod corpora;
mod correlation;
mod impossible_values;
mod jmeter_plan;
mod jmeter_rules;
mod lowering;
mod protocols;
mod robustness;
mod steps_of_other_protocols;
