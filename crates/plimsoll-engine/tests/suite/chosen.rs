//! Options by their weights.

use crate::performing::{perform, plan};
use plimsoll_targets::{Behaviour, Target};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;

#[test]
fn options_are_chosen_in_the_proportions_of_their_weights() {
    const COUNT: u64 = 4000;
    let target = Target::start(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), Behaviour::Echo).expect("a port");
    let option = |weight: u32, label: &str| {
        format!(
            "    - {{weight: {weight}, steps: [{{get: \"http://{}/\", label: {label}}}]}}\n",
            target.address()
        )
    };
    let steps = format!("- choose:\n{}{}{}", option(3, "often"), option(0, "never"), option(1, "rarely"));
    let head = format!("users: 1\niterations: {COUNT}");
    let performed = perform(&plan(Path::new("."), "", &head, &steps), 1);
    assert_eq!(performed.count("often") + performed.count("rarely"), COUNT);
    assert_eq!(performed.count("never"), 0);
    // Five standard deviations of a binomial distribution: one chance in a million.
    let expected = COUNT as f64 * 0.75;
    let deviation = (COUNT as f64 * 0.75 * 0.25).sqrt();
    assert!(
        (performed.count("often") as f64 - expected).abs() < 5.0 * deviation,
        "{}",
        performed.count("often")
    );
}
