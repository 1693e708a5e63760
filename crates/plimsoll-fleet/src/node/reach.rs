//! How far it is from a node to what it is to load.

use std::time::{Duration, Instant};
use tokio::net::TcpStream;

/// The quickest of so many connections counts.
const TRIES: u32 = 5;
const PATIENCE: Duration = Duration::from_secs(3);

/// The time to make a connection to `host:port`, one round trip; to the first of its addresses that takes one.
pub async fn round_trip_us(address: &str) -> Result<u64, String> {
    let mut why = "its name has no address".to_owned();
    for place in tokio::net::lookup_host(address).await.map_err(|error| error.to_string())? {
        let mut best: Option<Duration> = None;
        for _ in 0..TRIES {
            let asked = Instant::now();
            match tokio::time::timeout(PATIENCE, TcpStream::connect(place)).await {
                Ok(Ok(_)) => best = Some(best.map_or(asked.elapsed(), |best| best.min(asked.elapsed()))),
                Ok(Err(error)) => why = error.to_string(),
                Err(_) => why = format!("no answer within {} s", PATIENCE.as_secs()),
            }
            if best.is_none() {
                break;
            }
        }
        if let Some(best) = best {
            return Ok(best.as_micros() as u64);
        }
    }
    Err(why)
}
