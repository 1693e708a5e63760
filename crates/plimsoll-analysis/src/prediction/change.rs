//! A network with another mix of requests, and resources of other sizes.

use super::mix::MixChange;
use super::network::{QueueingNetwork, Station};
use super::question::{INFERRED, QuestionProblem, WhatIf};
use super::stations::WatchedStation;

/// What is to be another than it was.
pub(super) struct NetworkChange<'a> {
    pub asked: &'a WhatIf,
    pub watched: &'a [WatchedStation],
    pub mix: MixChange,
}

impl NetworkChange<'_> {
    /// The system is to be what it was.
    pub fn is_none(&self) -> bool {
        self.asked.scale.is_empty() && self.asked.mix.is_empty()
    }

    pub fn check(&self) -> Result<(), QuestionProblem> {
        for (name, _) in &self.asked.scale {
            if name != INFERRED && !self.watched.iter().any(|of| of.is_called(name)) {
                let own = |of: &WatchedStation| {
                    if of.name.is_empty() { of.source.host.clone() } else { of.name.clone() }
                };
                let known = self.watched.iter().map(own).chain([INFERRED.to_owned()]).collect();
                return Err(QuestionProblem::UnknownResource { name: name.clone(), known });
            }
        }
        Ok(())
    }

    /// `place`: which of those that were watched it is.
    pub fn of_station(&self, station: Station, place: Option<usize>) -> Station {
        let own = place.and_then(|place| self.watched.get(place));
        let is_meant = |name: &str| own.map_or(name == INFERRED, |of| of.is_called(name));
        let factor: f64 =
            self.asked.scale.iter().filter(|(name, _)| is_meant(name)).map(|(_, factor)| factor).product();
        let servers = (f64::from(station.servers) * factor).round().max(1.0);
        // What a whole number of servers can't be, their speed is.
        let speed = f64::from(station.servers) * factor / servers;
        Station { servers: servers as u32, demand_s: station.demand_s * self.mix.of_station(own) / speed }
    }

    pub fn of(&self, network: &QueueingNetwork, places: &[Option<usize>]) -> QueueingNetwork {
        let stations = || network.stations.iter().zip(places);
        // More of a resource makes no delay longer.
        let own = |place: &Option<usize>| place.and_then(|place| self.watched.get(place));
        let of_mix = |(station, place): (&Station, &Option<usize>)| Station {
            demand_s: station.demand_s * self.mix.of_station(own(place)),
            ..*station
        };
        let of_mix: Vec<Station> = stations().map(of_mix).collect();
        QueueingNetwork {
            delay_s: self.mix.delay_s(network.delay_s, &network.stations, &of_mix),
            stations: stations().map(|(station, place)| self.of_station(*station, *place)).collect(),
        }
    }
}
