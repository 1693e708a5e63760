//! What if: throughput, response times and the next limit for loads, mixes and sizes that were not measured, from a queueing
//! network that is fitted to the steps that were.
//!
//! A network is believed as far as it predicts each measured step from the others. Where it does not, or where no station
//! was seen, only bounds are said: X ≤ min(N/(R₀ + Z), 1/D_max) (Denning & Buzen 1978).

mod answer;
mod change;
mod fit;
mod inputs;
mod mix;
mod model;
mod network;
mod predict;
mod question;
mod stations;

pub use mix::MixChange;
pub use network::{QueueingNetwork, Station};
pub use predict::predict;
pub use question::{
    FittedStep, INFERRED, PredictedPoint, Prediction, PredictionProblem, QuestionProblem, ThroughputBound,
    WhatIf,
};
pub use stations::WatchedStation;
