//! A product-form queueing network of one class of requests: stations of one or several servers, and a delay without a queue.
//!
//! Closed: the exact solution by the normalisation constants of its states, G(n) (Gordon & Newell 1967; convolution of
//! load-dependent stations: Buzen 1973); X(n) = G(n − 1)/G(n). It is the same that exact mean value analysis gives in its
//! load-dependent form (Reiser & Lavenberg 1980), without the probabilities of empty stations that this one subtracts, and
//! which lose all their digits at a saturated station of many servers. In logarithms, for G spans hundreds of powers of ten.
//! Open: Erlang's C (Lazowska et al. 1984, chapters 6 and 20), with Allen and Cunneen's factor where arrivals or times of service
//! vary otherwise than at random (Allen 1990, 5.2.2).

use serde::Serialize;

/// Requests wait here for one of so many equal servers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Station {
    pub servers: u32,
    /// Of one request, on one of them.
    pub demand_s: f64,
}

impl Station {
    /// More it can't carry: m/D.
    pub fn most_per_s(&self) -> f64 {
        f64::from(self.servers) / self.demand_s
    }

    /// Of all its servers; above 1 it can't be.
    pub fn utilisation(&self, throughput_per_s: f64) -> f64 {
        throughput_per_s / self.most_per_s()
    }

    /// ln of what each number of requests at it weighs.
    fn ln_weights(&self, users: usize) -> Vec<f64> {
        let mut weights = vec![0.0; users + 1];
        for n in 1..=users {
            let at_work = n.min(self.servers as usize).max(1);
            weights[n] = weights[n - 1] + (self.demand_s / at_work as f64).ln();
        }
        weights
    }

    /// Response time at this rate; `None`: more than it can carry. `variability` is half the sum of the squared coefficients of
    /// variation of the times between arrivals and of the times of service: 1 where both are random.
    fn open_response_s(&self, rate_per_s: f64, variability: f64) -> Option<f64> {
        let servers = f64::from(self.servers);
        let offered = rate_per_s * self.demand_s;
        if offered >= servers {
            return None;
        }
        let blocked =
            (1..=self.servers).fold(1.0, |blocked, k| offered * blocked / (f64::from(k) + offered * blocked));
        let waits = blocked / (1.0 - offered / servers * (1.0 - blocked));
        Some(self.demand_s + variability * waits * self.demand_s / (servers - offered))
    }
}

/// Stations in any order, and the time that a request spends outside of all queues.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QueueingNetwork {
    pub delay_s: f64,
    pub stations: Vec<Station>,
}

impl QueueingNetwork {
    /// Of the narrowest station; infinite without one.
    pub fn most_per_s(&self) -> f64 {
        self.stations.iter().map(Station::most_per_s).fold(f64::INFINITY, f64::min)
    }

    /// Where nobody waits.
    pub fn alone_s(&self) -> f64 {
        self.delay_s + self.stations.iter().map(|station| station.demand_s).sum::<f64>()
    }

    /// Of so many users who think for so long between an answer and the next request.
    pub fn closed_throughput_per_s(&self, users: u32, think_s: f64) -> f64 {
        let (users, outside_s) = (users as usize, self.delay_s + think_s);
        if users == 0 {
            return 0.0;
        }
        let queued = self.ln_constants(users);
        let ln_factorials = ln_factorials(users);
        let constant = |n: usize| {
            if outside_s <= 0.0 {
                return queued[n];
            }
            let terms = (0..=n).map(|k| {
                let outside = n - k;
                queued[k] + outside as f64 * outside_s.ln() - ln_factorials[outside]
            });
            ln_sum(&terms.collect::<Vec<f64>>())
        };
        (constant(users - 1) - constant(users)).exp()
    }

    /// N/X − Z.
    pub fn closed_response_s(&self, users: u32, think_s: f64) -> f64 {
        (f64::from(users) / self.closed_throughput_per_s(users, think_s) - think_s).max(0.0)
    }

    /// Of random arrivals; `None`: more than it can carry.
    pub fn open_response_s(&self, rate_per_s: f64) -> Option<f64> {
        self.response_of_arrivals_s(rate_per_s, 1.0)
    }

    /// The same of arrivals, or times of service, that vary otherwise.
    pub fn response_of_arrivals_s(&self, rate_per_s: f64, variability: f64) -> Option<f64> {
        let at_stations =
            self.stations.iter().map(|station| station.open_response_s(rate_per_s, variability));
        Some(self.delay_s + at_stations.sum::<Option<f64>>()?)
    }

    /// ln G(0) … ln G(users) of the stations alone.
    fn ln_constants(&self, users: usize) -> Vec<f64> {
        let mut all = self.stations.iter().map(|station| station.ln_weights(users));
        let Some(first) = all.next() else {
            return std::iter::once(0.0).chain(std::iter::repeat_n(f64::NEG_INFINITY, users)).collect();
        };
        all.fold(first, |sum, station| {
            let of = |n: usize| ln_sum(&(0..=n).map(|k| sum[k] + station[n - k]).collect::<Vec<f64>>());
            (0..=users).map(of).collect()
        })
    }
}

fn ln_factorials(users: usize) -> Vec<f64> {
    let mut all = vec![0.0; users + 1];
    (1..=users).for_each(|n| all[n] = all[n - 1] + (n as f64).ln());
    all
}

/// ln Σ exp.
fn ln_sum(terms: &[f64]) -> f64 {
    let highest = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if highest == f64::NEG_INFINITY {
        return highest;
    }
    highest + terms.iter().map(|term| (term - highest).exp()).sum::<f64>().ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(delay_s: f64, stations: &[(u32, f64)]) -> QueueingNetwork {
        let of = |(servers, demand_s): &(u32, f64)| Station { servers: *servers, demand_s: *demand_s };
        QueueingNetwork { delay_s, stations: stations.iter().map(of).collect() }
    }

    /// Mean value analysis of single servers (Reiser & Lavenberg 1980): R = D (1 + Q(n − 1)).
    fn by_mean_values(demands_s: &[f64], users: u32, think_s: f64) -> f64 {
        let mut queues = vec![0.0; demands_s.len()];
        let mut throughput = 0.0;
        for n in 1..=users {
            let times: Vec<f64> = demands_s.iter().zip(&queues).map(|(d, q)| d * (1.0 + q)).collect();
            throughput = f64::from(n) / (think_s + times.iter().sum::<f64>());
            queues = times.iter().map(|time| throughput * time).collect();
        }
        throughput
    }

    #[track_caller]
    fn check_near(got: f64, wanted: f64) {
        assert!((got / wanted - 1.0).abs() < 1e-9, "{got} for {wanted}");
    }

    #[test]
    fn single_servers_agree_with_mean_value_analysis() {
        for (users, think_s) in [(1, 0.0), (7, 0.0), (20, 1.5), (300, 4.0)] {
            let demands = [0.05, 0.08, 0.02];
            let own = network(0.0, &demands.map(|demand_s| (1, demand_s)));
            check_near(own.closed_throughput_per_s(users, think_s), by_mean_values(&demands, users, think_s));
        }
    }

    /// Machine repairmen M/M/m//N: births (N − n)/Z, deaths min(n, m)/D; X = Σ p(n) min(n, m)/D.
    #[test]
    fn several_servers_agree_with_the_chain_of_births_and_deaths() {
        for (users, servers, demand_s, think_s) in
            [(3, 4, 0.02, 0.1), (30, 4, 0.02, 0.1), (200, 16, 0.05, 0.5)]
        {
            let rate = |n: u32| f64::from(n.min(servers)) / demand_s;
            let mut weights = vec![1.0];
            for n in 1..=users {
                let before = *weights.last().expect("the first");
                weights.push(before * f64::from(users - n + 1) / think_s / rate(n));
            }
            let carried: f64 = (0..).zip(&weights).map(|(n, weight)| weight * rate(n)).sum();
            let own = network(0.0, &[(servers, demand_s)]);
            check_near(own.closed_throughput_per_s(users, think_s), carried / weights.iter().sum::<f64>());
        }
    }

    #[test]
    fn many_users_of_many_servers_get_what_these_carry() {
        let own = network(0.001, &[(64, 0.02)]);
        check_near(own.closed_throughput_per_s(2_000, 0.0), 3_200.0);
        let few = own.closed_throughput_per_s(10, 0.0);
        check_near(few, 10.0 / 0.021);
    }

    /// M/M/1: R = D/(1 − U). M/M/2: R = D/(1 − U²).
    #[test]
    fn random_arrivals_wait_as_erlang_says() {
        check_near(network(0.0, &[(1, 0.1)]).open_response_s(8.0).expect("it is carried"), 0.5);
        let two = network(0.3, &[(2, 0.1)]).open_response_s(16.0).expect("it is carried");
        check_near(two, 0.3 + 0.1 / (1.0 - 0.64));
        assert_eq!(network(0.0, &[(1, 0.1)]).open_response_s(10.0), None);
    }

    /// D/D/1: nobody waits. M/D/1: half of M/M/1 (Pollaczek & Khinchine).
    #[test]
    fn what_varies_less_waits_less() {
        let one = network(0.0, &[(1, 0.1)]);
        check_near(one.response_of_arrivals_s(8.0, 0.0).expect("it is carried"), 0.1);
        check_near(one.response_of_arrivals_s(8.0, 0.5).expect("it is carried"), 0.1 + 0.4 / 2.0);
        assert_eq!(one.response_of_arrivals_s(10.0, 0.0), None);
    }

    #[test]
    fn without_stations_nobody_waits() {
        check_near(network(0.25, &[]).closed_throughput_per_s(50, 0.25), 100.0);
        assert_eq!(network(0.25, &[]).open_response_s(1e6), Some(0.25));
    }
}
