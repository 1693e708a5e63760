//! A server on a thread of its own.

use crate::body::AnswerBody;
use crate::events::{EventFields, EventSink};
use crate::queue::{Delay, DelayQueue};
use crate::reference::DistributionError;
use crate::routes::{Routed, request_json, route, text, typed};
use crate::shop::Shop;
use http_body_util::{BodyExt, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::CONTENT_TYPE;
use hyper::http::request::Parts;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::oneshot;

/// How a target answers every path that is none of the fixed [`routes`](crate::routes).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Behaviour {
    /// 200 and the text `OK`.
    Ok,
    /// 200 with the request's body and its content type. A request without a body is answered with its
    /// method, path, query and headers as JSON. A body above 64 MiB gets 413.
    Echo,
    /// As [`Behaviour::Ok`], after the time of a server with a known capacity.
    Delay(Delay),
    /// A web shop with a pool of so many connections to its database, see [`shop`](crate::shop).
    Shop { connections: u32 },
    /// Takes events, see [`events`](crate::events); everything else as [`Behaviour::Ok`].
    Events(EventFields),
}

/// A running server; it stops when dropped, and then closes all connections.
#[derive(Debug)]
pub struct Target {
    address: SocketAddr,
    served: Arc<AtomicU64>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, thiserror::Error)]
pub enum TargetError {
    #[error("listen on {address}: the address is in use")]
    AddressInUse { address: SocketAddr },
    #[error("listen on {address}: it is no address of this machine")]
    NotThisMachine { address: SocketAddr },
    #[error("listen on {address}: permission denied")]
    NotPermitted { address: SocketAddr },
    #[error("listen on {address}")]
    Listen { address: SocketAddr, source: io::Error },
    #[error("start a server without workers")]
    NoWorkers,
    #[error(transparent)]
    Delays(#[from] DistributionError),
    #[error("start the thread of the server")]
    Start(#[source] io::Error),
}

impl TargetError {
    /// What the user can do about it.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            TargetError::AddressInUse { .. } => {
                Some("stop the other program, or choose another port; port 0 takes a free one")
            }
            TargetError::NotThisMachine { .. } => {
                Some("127.0.0.1 is this machine alone, 0.0.0.0 all its IPv4 addresses")
            }
            TargetError::NotPermitted { .. } => Some("ports below 1024 need privileges; choose a higher one"),
            TargetError::NoWorkers => Some("give at least one worker, or leave them out for no limit"),
            TargetError::Delays(_) => {
                Some("write for example '5 ms' or '95% 2 ms, 5% 40 ms', a stall as '1 s/10 s'")
            }
            TargetError::Listen { .. } | TargetError::Start(_) => None,
        }
    }
}

/// Connections that wait to be accepted; the system may lower it (`net.core.somaxconn`).
pub(crate) const BACKLOG: u32 = 16_384;
const ECHO_BYTES_MAX: usize = 64 << 20;
/// Pause when no connection can be accepted, e.g. for want of file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(10);

impl Target {
    /// Listens, and returns when connections are accepted. Port 0 takes a free one, see [`Target::address`].
    pub fn start(address: SocketAddr, behaviour: Behaviour) -> Result<Target, TargetError> {
        if matches!(behaviour, Behaviour::Delay(Delay { workers: Some(0), .. })) {
            return Err(TargetError::NoWorkers);
        }
        let served = Arc::new(AtomicU64::new(0));
        let service = Arc::new(Service::new(behaviour, served.clone()));
        let (started, has_started) = mpsc::channel();
        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::Builder::new()
            .name("target".to_owned())
            .spawn(move || run(address, service, started, stopped))
            .map_err(TargetError::Start)?;
        let address = has_started.recv().map_err(|_| TargetError::Start(io::ErrorKind::Other.into()))??;
        Ok(Target { address, served, stop: Some(stop), thread: Some(thread) })
    }

    /// Where it listens, with the real port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Requests answered so far, fixed routes included.
    pub fn requests(&self) -> u64 {
        self.served.load(Ordering::Relaxed)
    }

    /// Closes the listener and all connections, in the middle of answers too.
    pub fn stop(self) {}
}

impl Drop for Target {
    fn drop(&mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take() {
            // A panic of the server has been reported by its own thread.
            let _ = thread.join();
        }
    }
}

/// The server's thread: until the other end of `stopped` is dropped.
fn run(
    address: SocketAddr,
    service: Arc<Service>,
    started: mpsc::Sender<Result<SocketAddr, TargetError>>,
    stopped: oneshot::Receiver<()>,
) {
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            let _ = started.send(Err(TargetError::Start(error)));
            return;
        }
    };
    runtime.block_on(async {
        let listening = listen(address).and_then(|l| Ok((l.local_addr()?, l)));
        let listener = match listening {
            Ok((bound, listener)) => {
                let _ = started.send(Ok(bound));
                listener
            }
            Err(source) => {
                let _ = started.send(Err(listen_error(address, source)));
                return;
            }
        };
        tokio::select! {
            () = accept(listener, service) => {}
            _ = stopped => {}
        }
    });
}

fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // A target that is started again must not wait for the old connections' TIME_WAIT.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

pub(crate) fn listen_error(address: SocketAddr, source: io::Error) -> TargetError {
    match source.kind() {
        io::ErrorKind::AddrInUse => TargetError::AddressInUse { address },
        io::ErrorKind::AddrNotAvailable => TargetError::NotThisMachine { address },
        io::ErrorKind::PermissionDenied => TargetError::NotPermitted { address },
        _ => TargetError::Listen { address, source },
    }
}

async fn accept(listener: TcpListener, service: Arc<Service>) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                tokio::spawn(serve(stream, service.clone()));
            }
            Err(_) => tokio::time::sleep(ACCEPT_PAUSE).await,
        }
    }
}

async fn serve(stream: TcpStream, service: Arc<Service>) {
    let _ = stream.set_nodelay(true);
    let answer = service_fn(|request| {
        let service = service.clone();
        async move { Ok::<_, Infallible>(service.answer(request).await) }
    });
    let mut http = http1::Builder::new();
    // A user may think for minutes between two requests.
    http.header_read_timeout(None);
    // A client that breaks off is the client's matter.
    let _ = http.serve_connection(TokioIo::new(stream), answer).await;
}

/// What the connections share.
#[derive(Debug)]
struct Service {
    behaviour: Behaviour,
    queue: Option<Mutex<DelayQueue>>,
    sink: Option<EventSink>,
    shop: Option<Shop>,
    served: Arc<AtomicU64>,
}

impl Service {
    fn new(behaviour: Behaviour, served: Arc<AtomicU64>) -> Self {
        let queue = match &behaviour {
            Behaviour::Delay(delay) => Some(Mutex::new(DelayQueue::new(*delay))),
            Behaviour::Ok | Behaviour::Echo | Behaviour::Events(_) | Behaviour::Shop { .. } => None,
        };
        let sink = match &behaviour {
            Behaviour::Events(fields) => Some(EventSink::new(fields.clone())),
            Behaviour::Ok | Behaviour::Echo | Behaviour::Delay(_) | Behaviour::Shop { .. } => None,
        };
        let shop = match behaviour {
            Behaviour::Shop { connections } => Some(Shop::new(connections)),
            _ => None,
        };
        Service { behaviour, queue, sink, shop, served }
    }

    async fn answer(&self, request: Request<Incoming>) -> Response<AnswerBody> {
        let (request, body) = request.into_parts();
        let answer = match route(&request, self.served.load(Ordering::Relaxed)) {
            Some(Routed { delay, answer }) => {
                drain(body).await;
                if !delay.is_zero() {
                    tokio::time::sleep(delay).await;
                }
                answer
            }
            None => self.behave(&request, body).await,
        };
        self.served.fetch_add(1, Ordering::Relaxed);
        answer
    }

    async fn behave(&self, request: &Parts, body: Incoming) -> Response<AnswerBody> {
        if self.behaviour == Behaviour::Echo {
            return echo(request, body).await;
        }
        if let Some(sink) = &self.sink {
            return take_event(sink, request, body).await;
        }
        drain(body).await;
        if let Some(shop) = &self.shop {
            return shop.answer(request).await;
        }
        if let Some(queue) = &self.queue {
            let done = queue.lock().unwrap_or_else(PoisonError::into_inner).admit(Instant::now());
            tokio::time::sleep_until(done.into()).await;
        }
        text("OK")
    }
}

/// Reads the body to its end, so that the connection can be used again.
async fn drain(mut body: Incoming) {
    while let Some(Ok(_)) = body.frame().await {}
}

async fn take_event(sink: &EventSink, request: &Parts, body: Incoming) -> Response<AnswerBody> {
    let Ok(whole) = Limited::new(body, ECHO_BYTES_MAX).collect().await else {
        let mut refused = text("the body is too large or broken\n");
        *refused.status_mut() = StatusCode::PAYLOAD_TOO_LARGE;
        return refused;
    };
    // It has arrived when it is here, whenever the answer goes back.
    let answer = sink.answer(request, &whole.to_bytes());
    let delay = sink.delay(request);
    if !delay.is_zero() {
        tokio::time::sleep(delay).await;
    }
    answer.unwrap_or_else(|| text("OK"))
}

async fn echo(request: &Parts, body: Incoming) -> Response<AnswerBody> {
    let body: Bytes = match Limited::new(body, ECHO_BYTES_MAX).collect().await {
        Ok(whole) => whole.to_bytes(),
        Err(_) => {
            let mut refused = text("the body is too large or broken\n");
            *refused.status_mut() = StatusCode::PAYLOAD_TOO_LARGE;
            return refused;
        }
    };
    if body.is_empty() {
        return typed("application/json", request_json(request));
    }
    let mut answer = Response::new(AnswerBody::of(body));
    if let Some(content_type) = request.headers.get(CONTENT_TYPE) {
        answer.headers_mut().insert(CONTENT_TYPE, content_type.clone());
    }
    answer
}
