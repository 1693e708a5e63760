//! How far it is from a node to what it is to load.

use std::time::{Duration, Instant};
use tokio::net::TcpStream;

/// The quickest of so many connections counts.
const TRIES: u32 = 5;
const PATIENCE: Duration = Duration::from_secs(3);

/// The time to make a connection to `host:port`: one round trip.
pub async fn round_trip_us(address: &str) -> Result<u64, String> {
    let mut best: Option<Duration> = None;
    let mut places = tokio::net::lookup_host(address).await.map_err(|error| error.to_string())?;
    let place = places.next().ok_or_else(|| "its name has no address".to_owned())?;
    for _ in 0..TRIES {
        let asked = Instant::now();
        match tokio::time::timeout(PATIENCE, TcpStream::connect(place)).await {
            Ok(Ok(_)) => best = Some(best.map_or(asked.elapsed(), |best| best.min(asked.elapsed()))),
            Ok(Err(error)) if best.is_none() => return Err(error.to_string()),
            Err(_) if best.is_none() => return Err(format!("no answer within {} s", PATIENCE.as_secs())),
            _ => {}
        }
    }
    best.map(|best| best.as_micros() as u64).ok_or_else(|| "no connection".to_owned())
}
