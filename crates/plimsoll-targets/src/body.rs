//! The bodies that answers have.

use hyper::body::{Body, Bytes, Frame, SizeHint};
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

/// The body of an answer.
#[derive(Debug)]
pub enum AnswerBody {
    /// All of it, with a `Content-Length`; `None` when sent.
    Whole(Option<Bytes>),
    /// As many bytes `x` as are left, with a `Content-Length`.
    Filler { left: u64 },
    /// In pieces of unknown number: chunked.
    Pieces(std::vec::IntoIter<Bytes>),
    /// A piece, and then the end of the connection although more was announced.
    CutOff(CutOff),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutOff {
    ToSend,
    /// Sent into hyper's buffer, which is written out only when the body has nothing more to give.
    ToFlush,
    Done,
}

/// What is sent of a [`AnswerBody::CutOff`].
pub const CUT_OFF_PIECE: &[u8] = b"0123456789";

static FILLER: [u8; 64 * 1024] = [b'x'; 64 * 1024];

impl AnswerBody {
    pub fn of(bytes: impl Into<Bytes>) -> Self {
        AnswerBody::Whole(Some(bytes.into()))
    }

    pub fn empty() -> Self {
        AnswerBody::Whole(None)
    }

    /// The next piece at once; `None` at the end; `Err(Wait)` to be asked again after a flush.
    fn next(&mut self) -> Result<Option<Bytes>, Wait> {
        match self {
            AnswerBody::Whole(bytes) => Ok(bytes.take()),
            AnswerBody::Filler { left: 0 } => Ok(None),
            AnswerBody::Filler { left } => {
                let size = (*left).min(FILLER.len() as u64);
                *left -= size;
                Ok(Some(Bytes::from_static(&FILLER[..size as usize])))
            }
            AnswerBody::Pieces(pieces) => Ok(pieces.next()),
            AnswerBody::CutOff(state) => match *state {
                CutOff::ToSend => {
                    *state = CutOff::ToFlush;
                    Ok(Some(Bytes::from_static(CUT_OFF_PIECE)))
                }
                CutOff::ToFlush => {
                    *state = CutOff::Done;
                    Err(Wait)
                }
                CutOff::Done => Ok(None),
            },
        }
    }
}

struct Wait;

impl Body for AnswerBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match self.get_mut().next() {
            Ok(piece) => Poll::Ready(piece.map(|bytes| Ok(Frame::data(bytes)))),
            Err(Wait) => {
                context.waker().wake_by_ref();
                Poll::Pending
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, AnswerBody::Whole(None) | AnswerBody::Filler { left: 0 })
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            AnswerBody::Whole(bytes) => SizeHint::with_exact(bytes.as_ref().map_or(0, |b| b.len() as u64)),
            AnswerBody::Filler { left } => SizeHint::with_exact(*left),
            AnswerBody::Pieces(_) | AnswerBody::CutOff(_) => SizeHint::default(),
        }
    }
}
