//! A file as an answer, whatever its size.

use axum::body::Bytes;
use hyper::body::Frame;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, ReadBuf};

/// A file, part by part.
pub struct FileBody {
    file: tokio::fs::File,
    left: u64,
}

const PART: usize = 64 << 10;

impl FileBody {
    pub fn new(file: tokio::fs::File, length: u64) -> FileBody {
        FileBody { file, left: length }
    }
}

impl hyper::body::Body for FileBody {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<std::io::Result<Frame<Bytes>>>> {
        if self.left == 0 {
            return Poll::Ready(None);
        }
        let mut buffer = vec![0; PART.min(usize::try_from(self.left).unwrap_or(PART))];
        let mut part = ReadBuf::new(&mut buffer);
        match Pin::new(&mut self.file).poll_read(context, &mut part) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(Err(error)) => Poll::Ready(Some(Err(error))),
            Poll::Ready(Ok(())) => {
                let read = part.filled().len();
                if read == 0 {
                    // The file became shorter: the answer is not whole, and says so by its length.
                    return Poll::Ready(Some(Err(std::io::ErrorKind::UnexpectedEof.into())));
                }
                buffer.truncate(read);
                self.left -= read as u64;
                Poll::Ready(Some(Ok(Frame::data(buffer.into()))))
            }
        }
    }
}
