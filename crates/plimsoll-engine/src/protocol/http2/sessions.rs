//! The sessions of a worker, and who waits to be polled.

use super::alarm::{Alarm, Rung};
use super::head::Http2Request;
use super::session::{Http2Session, same_server};
use crate::protocol::http::HttpTarget;
use std::sync::Arc;
use std::task::Waker;

#[derive(Default)]
pub struct Sessions {
    pub slots: Vec<Option<Box<Http2Session>>>,
    pub free: Vec<u32>,
    pub serial: u32,
    /// Keys of sessions that users share.
    pub shared: Vec<u64>,
    pub rung: Rung,
    /// By user, made when first needed.
    alarms: Vec<Option<(Arc<Alarm>, Waker)>>,
    /// By request, of those that are always the same.
    pub prepared: Vec<Option<Http2Request>>,
    /// Servers that were offered both and chose HTTP/1.1.
    pub http1: Vec<Arc<HttpTarget>>,
}

impl Sessions {
    pub fn get(&mut self, key: u64) -> Option<&mut Http2Session> {
        let session = self.slots.get_mut(Http2Session::slot(key))?.as_deref_mut()?;
        (session.key == key).then_some(session)
    }

    pub fn remove(&mut self, key: u64) -> Option<Box<Http2Session>> {
        self.get(key)?;
        self.shared.retain(|k| *k != key);
        self.free.push(Http2Session::slot(key) as u32);
        self.slots[Http2Session::slot(key)].take()
    }

    pub fn chose_http1(&self, target: &Arc<HttpTarget>) -> bool {
        self.http1.iter().any(|known| same_server(known, target))
    }

    /// The user's waker; its alarm may ring again from now on.
    pub fn waker(&mut self, index: u32) -> Waker {
        let at = index as usize;
        if self.alarms.len() <= at {
            self.alarms.resize_with(at + 1, || None);
        }
        let rung = &self.rung;
        let (alarm, waker) = self.alarms[at].get_or_insert_with(|| {
            let alarm = Alarm::new(u64::from(index), rung);
            let waker = alarm.waker();
            (alarm, waker)
        });
        alarm.reset();
        waker.clone()
    }
}
