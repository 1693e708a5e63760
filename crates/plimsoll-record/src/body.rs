//! Bodies on their way through, and the copies that are recorded.

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

/// What was seen of a body.
#[derive(Debug, Default)]
pub struct BodyCopy {
    /// The first of it.
    pub bytes: Vec<u8>,
    /// Of the whole, also of what is not in `bytes`.
    pub total: u64,
}

/// Of each body.
pub const BODY_MAX: usize = 8 << 20;

#[derive(Clone, Debug, Default)]
pub struct SharedCopy(Arc<Mutex<BodyCopy>>);

impl SharedCopy {
    pub fn add(&self, bytes: &[u8], keep: bool) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.total += bytes.len() as u64;
        let room = if keep { BODY_MAX.saturating_sub(seen.bytes.len()) } else { 0 };
        seen.bytes.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    pub fn take(&self) -> BodyCopy {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A body that goes on as it comes. `_end` is dropped with it: when all of it has gone through, or nobody takes more of it.
pub struct Watched<B, E> {
    pub inner: B,
    pub copy: SharedCopy,
    pub keep: bool,
    pub _end: E,
}

impl<B, E> Body for Watched<B, E>
where
    B: Body<Data = Bytes> + Unpin,
    E: Unpin,
{
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        let frame = Pin::new(&mut self.inner).poll_frame(context);
        if let Poll::Ready(Some(Ok(frame))) = &frame
            && let Some(data) = frame.data_ref()
        {
            self.copy.add(data, self.keep);
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}
