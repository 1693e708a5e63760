//! What is asked, and what an answer holds.

use super::mix::MixChange;
use super::network::QueueingNetwork;
use super::stations::WatchedStation;
use crate::statistics::{Bounds, Estimate};
use crate::step::MixDifference;
use serde::Serialize;

/// What is asked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WhatIf {
    /// Each its own point; with rates there are none.
    pub users: Vec<u32>,
    pub rates_per_s: Vec<f64>,
    /// They come evenly; else at random.
    pub evenly: bool,
    /// Seconds between an answer and the next request; `None`: as measured.
    pub think_s: Option<f64>,
    /// Of transactions, by name; only in proportion to each other.
    pub mix: Vec<(String, f64)>,
    /// How many times as many servers a resource gets.
    pub scale: Vec<(String, f64)>,
}

/// Why a question has no sense for these runs.
#[derive(Clone, Debug, PartialEq)]
pub enum QuestionProblem {
    UnknownTransaction { name: String, known: Vec<String> },
    UnknownResource { name: String, known: Vec<String> },
}

/// The station that throughput alone shows is scaled by this name.
pub const INFERRED: &str = "station";

/// Why nothing but bounds can be said.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "problem", rename_all = "kebab-case")]
pub enum PredictionProblem {
    TooFewLoads {
        loads: usize,
        min: usize,
    },
    /// Steps are of different mixes of transactions: more users were other users, and nothing follows for a load.
    MixesDiffer {
        of: MixDifference,
    },
    /// Response times rose while the load stayed the same: steps are of a system that became slower.
    TimesRise,
    /// Throughput grew in proportion to the load, and no resource was watched: where it ends is not known.
    NoStation,
    /// Steps that were left out are predicted with a larger mean error than would be of use.
    DoesNotFit {
        error_percent: f64,
        most_percent: f64,
    },
}

/// A measured step as the others predict it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FittedStep {
    pub step: u32,
    pub users: Option<u32>,
    pub measured_per_s: f64,
    pub measured_response_s: f64,
    pub predicted_per_s: f64,
    pub predicted_response_s: f64,
    /// Of throughput; of response time where a rate is the load.
    pub error_percent: f64,
}

/// What no network of these demands can exceed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThroughputBound {
    /// min(N/(R₀ + Z), 1/D_max).
    pub at_most_per_s: f64,
    /// `None`: no load as low was measured.
    pub response_s_at_least: Option<f64>,
}

impl ThroughputBound {
    /// The demands of the limits are as uncertain as the prediction: it is no narrower than the interval of throughput. The time of the lowest load was
    /// measured: what is predicted is no shorter, or else it is no bound.
    pub(super) fn holding(
        self,
        throughput_per_s: Option<Estimate>,
        response_s: Option<Estimate>,
    ) -> ThroughputBound {
        let high = throughput_per_s.map(|of| of.bounds_95.map_or(of.value, |bounds| bounds.high));
        let value = response_s.map_or(f64::INFINITY, |of| of.value);
        ThroughputBound {
            at_most_per_s: self.at_most_per_s.max(high.unwrap_or(0.0)),
            response_s_at_least: self.response_s_at_least.map(|least| least.min(value)),
        }
    }

    /// A response time, whose interval is no wider than this.
    pub(super) fn within(self, response_s: Estimate) -> Estimate {
        let least = self.response_s_at_least.unwrap_or(0.0);
        let within = |bounds: Bounds| Bounds { low: bounds.low.max(least), high: bounds.high.max(least) };
        Estimate { bounds_95: response_s.bounds_95.map(within), ..response_s }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PredictedPoint {
    pub users: Option<u32>,
    pub rate_per_s: Option<f64>,
    pub bound: ThroughputBound,
    /// `None`: no network, or a rate that it does not carry.
    pub throughput_per_s: Option<Estimate>,
    pub response_s: Option<Estimate>,
    /// Of each station, in their order, percent.
    pub utilisation_percent: Vec<f64>,
    /// How many times the highest load that was measured; up to 1 it is within.
    pub beyond: f64,
    /// Less than the lowest load that was measured: there requests may have waited already, and what one takes alone is not known.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_below: bool,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Prediction {
    pub problem: Option<PredictionProblem>,
    /// With what was asked for: another mix, other sizes.
    pub network: Option<QueueingNetwork>,
    /// Which resource each of its stations is; `None`: inferred from throughput alone.
    pub stations: Vec<Option<WatchedStation>>,
    /// The narrowest resource first, with what was asked for; also those that are no stations of their own.
    pub limits: Vec<(Option<WatchedStation>, f64)>,
    pub think_s: f64,
    /// Each measured step, predicted from the others.
    pub left_out: Vec<FittedStep>,
    pub error_percent_mean: Option<f64>,
    pub error_percent_max: Option<f64>,
    /// What a request of the asked mix needs.
    pub mix: Option<MixChange>,
    /// How many times as long even arrivals wait as random ones, where these were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variability: Option<f64>,
    pub points: Vec<PredictedPoint>,
}
