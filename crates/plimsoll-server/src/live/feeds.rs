//! The runs that somebody looks at.

use super::feed::Feed;
use crate::api::ApiError;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// How often a file is asked whether it has changed; a run writes it each second.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// A run that nobody has looked at for so long is followed no more.
const UNSEEN_MAX: Duration = Duration::from_secs(60);

/// Finished runs whose pictures are held.
const FINISHED_MAX: usize = 4;

pub struct Feeds {
    by_id: Mutex<HashMap<String, Arc<Feed>>>,
    /// Hears when a run has ended.
    look: Arc<Notify>,
}

impl Feeds {
    pub fn new(look: Arc<Notify>) -> Feeds {
        Feeds { by_id: Mutex::default(), look }
    }

    /// Of a run that somebody looks at; followed from now on, if it goes on.
    pub fn of(self: &Arc<Self>, id: &str, path: &Path) -> Result<Arc<Feed>, ApiError> {
        if let Some(feed) = self.lock().get(id) {
            return Ok(Arc::clone(feed));
        }
        let feed = Arc::new(Feed::open(id, path)?);
        let mut known = self.lock();
        if let Some(other) = known.get(id) {
            return Ok(Arc::clone(other));
        }
        let finished: Vec<String> = known
            .iter()
            .filter(|(_, feed)| feed.has_ended() && !feed.has_viewers())
            .map(|(id, _)| id.clone())
            .collect();
        finished.iter().skip(FINISHED_MAX - 1).for_each(|id| drop(known.remove(id)));
        known.insert(id.to_owned(), Arc::clone(&feed));
        drop(known);
        if !feed.has_ended() {
            let (feeds, feed) = (Arc::clone(self), Arc::clone(&feed));
            std::thread::Builder::new().name("live".to_owned()).spawn(move || follow(&feeds, &feed))?;
        }
        Ok(feed)
    }

    /// Somebody looks at a run.
    pub fn have_viewers(&self) -> bool {
        self.lock().values().any(|feed| feed.has_viewers())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Feed>>> {
        self.by_id.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Until it ends, or nobody looks any more.
fn follow(feeds: &Feeds, feed: &Feed) {
    let mut seen = Instant::now();
    loop {
        std::thread::sleep(LOOK_EVERY);
        if feed.has_viewers() {
            seen = Instant::now();
        }
        // A file that can't be read any more is opened again by whoever looks next.
        let goes_on = matches!(feed.look(), Ok(false));
        if goes_on && feed.has_viewers() {
            feed.renew_so_far();
        }
        if !goes_on || seen.elapsed() > UNSEEN_MAX {
            feeds.lock().remove(&feed.id);
            feeds.look.notify_one();
            return;
        }
    }
}
