//! Runs whose load is a rate: arrivals at even gaps, a pool of users, and a server with so many places. The users
//! and the places are queues (first come, first served), so what is recorded is what such a system would do.

use super::{STARTED_UNIX_US, Spec, header, normal, request};
use plimsoll_run::record::Second;
use plimsoll_run::{
    ArrivalInterval, Design, End, EndReason, GeneratorInterval, Interval, Latencies, LoadStep,
    MachineInterval, Run, RunHeader, SECOND_US, WorkerInterval,
};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

pub struct OpenSpec {
    pub design: Design,
    pub end: Option<EndReason>,
    /// Arrivals per second of each step.
    pub rates: Vec<f64>,
    /// The most that may be at work.
    pub users: u32,
    /// An arrival that finds no user is dropped; else it waits.
    pub drop: bool,
    /// Requests that the server works on at the same time.
    pub places: u32,
    /// Median time in a place.
    pub service_ms: f64,
    /// Standard deviation of the logarithm of that time.
    pub spread: f64,
    pub ramp_s: u32,
    pub measured_s: u32,
    pub requirements: Vec<&'static str>,
    pub seed: u64,
}

impl Default for OpenSpec {
    /// 8 places of 18.3 ms on average carry about 437 requests per second.
    fn default() -> Self {
        OpenSpec {
            design: Design::Fixed,
            end: Some(EndReason::Completed),
            rates: vec![100.0, 200.0, 400.0],
            users: 100,
            drop: false,
            places: 8,
            service_ms: 18.0,
            spread: 0.2,
            ramp_s: 2,
            measured_s: 20,
            requirements: Vec::new(),
            seed: 1,
        }
    }
}

/// One arrival, in microseconds from the start of its step; `None`: dropped.
struct Arrival {
    intended_us: u64,
    served: Option<(u64, u64)>,
}

pub fn open(spec: &OpenSpec) -> Run {
    let mut random = fastrand::Rng::with_seed(spec.seed);
    let (mut steps, mut seconds, mut at) = (Vec::new(), Vec::new(), 0_u32);
    let us = |second: u32| u64::from(second) * SECOND_US;
    for (number, rate) in (1..).zip(&spec.rates) {
        let (from, to) = (at + spec.ramp_s, at + spec.ramp_s + spec.measured_s);
        steps.push(LoadStep {
            number,
            threads: spec.users,
            nodes: 1,
            rate_per_s: Some(*rate),
            started_us: us(at),
            measured_from_us: us(from),
            measured_to_us: Some(us(to)),
            ended_us: Some(us(to)),
            ..LoadStep::default()
        });
        let arrivals = served(spec, &mut random, *rate, us(to - at));
        seconds.extend((at..to).map(|second| self::second(&arrivals, number, second, us(second - at))));
        at = to + 1;
    }
    let end = spec.end.clone().map(|reason| End { at_us: us(at), reason });
    let described = RunHeader {
        name: "Synthetic".to_owned(),
        design: spec.design.clone(),
        repeat: 1,
        started_unix_us: STARTED_UNIX_US,
        time_zone: "Europe/Copenhagen".to_owned(),
        version: "0.1.0".to_owned(),
        requirements: spec.requirements.iter().map(|r| (*r).to_owned()).collect(),
        ..header(&Spec::default())
    };
    Run { header: described, steps, seconds, notes: Vec::new(), end, ..Run::default() }
}

fn served(spec: &OpenSpec, random: &mut fastrand::Rng, rate: f64, length_us: u64) -> Vec<Arrival> {
    let free = |count: u32| (0..count).map(|_| Reverse(0_u64)).collect::<BinaryHeap<_>>();
    let (mut users, mut places) = (free(spec.users), free(spec.places));
    let count = (rate * length_us as f64 / 1e6).floor() as u64;
    let one = |i: u64| {
        let intended_us = (i as f64 * 1e6 / rate) as u64;
        let user_free_us = users.peek().map_or(0, |user| user.0);
        if spec.drop && user_free_us > intended_us {
            return Arrival { intended_us, served: None };
        }
        users.pop();
        let start_us = intended_us.max(user_free_us);
        let place_free_us = places.pop().map_or(0, |place| place.0);
        let work_us = spec.service_ms * 1e3 * (spec.spread * normal(random)).exp();
        let end_us = start_us.max(place_free_us) + work_us as u64;
        users.push(Reverse(end_us));
        places.push(Reverse(end_us));
        Arrival { intended_us, served: Some((start_us, end_us)) }
    };
    (0..count).map(one).collect()
}

/// What one second of the step saw; `from_us` is from the start of the step.
fn second(arrivals: &[Arrival], step: u32, second: u32, from_us: u64) -> Second {
    let to_us = from_us + SECOND_US;
    let inside = |us: u64| (from_us..to_us).contains(&us);
    let (mut lookup, mut service) = (Interval::default(), Latencies::default());
    let mut counted = ArrivalInterval::default();
    let mut busy_us = 0;
    for Arrival { intended_us, served } in arrivals.iter().filter(|arrival| arrival.intended_us < to_us) {
        counted.due += u64::from(inside(*intended_us));
        let Some((start_us, end_us)) = *served else {
            counted.dropped += u64::from(inside(*intended_us));
            continue;
        };
        counted.waiting += u64::from(start_us >= to_us);
        counted.busy += u32::from(start_us < to_us && end_us >= to_us);
        if inside(start_us) {
            counted.started += 1;
            counted.waited += u64::from(start_us > *intended_us);
            counted.delay.record_us(start_us - intended_us);
        }
        if inside(end_us) {
            lookup.requests += 1;
            lookup.response.record_us(end_us - intended_us);
            service.record_us(end_us - start_us);
            lookup.first_byte.record_us((end_us - start_us) * 9 / 10);
            lookup.bytes_received += 2_450;
            lookup.bytes_sent += 830;
            busy_us += end_us - start_us;
        }
    }
    lookup.service = Some(service);
    let worker = WorkerInterval {
        cpu_us: 20_000 + 45 * lookup.requests,
        wall_us: SECOND_US,
        users: counted.busy,
        busy_us,
        connections: counted.busy.max(20),
        connects: 2,
        turns: 900,
        events: lookup.requests,
        events_max: 6,
        turn_us_max: 240,
        ..WorkerInterval::default()
    };
    let mut generator = GeneratorInterval {
        workers: BTreeMap::from([(0, worker)]),
        arrivals: BTreeMap::from([("Lookup".to_owned(), counted)]),
        machine: MachineInterval {
            descriptors_max: 65_536,
            ports_max: 28_232,
            sockets_used: 180,
            sockets_time_wait: 40,
        },
        ..GeneratorInterval::default()
    };
    (0..20).for_each(|i| generator.lateness.record_us(60 + 4 * i));
    (0..2).for_each(|i| generator.connect.record_us(350 + 60 * i));
    let transactions = BTreeMap::from([(request("GET /lookup"), lookup)]);
    super::as_read(Second { step, second, transactions, generator })
}
