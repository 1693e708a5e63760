//! The plan: scenarios of steps.

mod channel;
mod check;
mod data;
mod embedded;
mod grpc;
mod login;
mod origin;
mod protocol;
mod request;
mod scenario;
mod step;
mod tls;

pub use channel::{Await, ChannelAction, ChannelProtocol, ChannelStep, OpenChannel, Payload};
pub use check::{Check, Comparison, Extractor, Operator, Pattern, SizeCheck, SizePart, Source, TextCheck};
pub use data::{CookieJar, Counter, DataSet, PresetCookie, RandomNumber, Sharing};
pub use embedded::Embedded;
pub use grpc::{GrpcCall, GrpcSchema};
pub use login::{Login, LoginScheme, LoginSet, Proxy};
pub use origin::Origin;
pub use protocol::{HttpVersion, SharedConnections};
pub use request::{Body, Field, FilePart, Header, Redirects, Request};
pub use scenario::{Iterations, OnError, Phase, Plan, Scenario, share_out};
pub use step::{ChoiceOrder, Condition, Count, Pause, Step, Transaction, WeightedOption};
pub use tls::{Identity, TlsSettings, TlsVersion};
