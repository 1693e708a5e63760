//! The plan: scenarios of steps.

mod assignments;
mod channel;
mod check;
mod data;
mod database;
mod embedded;
mod grpc;
mod local;
mod login;
mod origin;
mod pause;
mod protocol;
mod request;
mod scenario;
mod stage;
mod step;
mod timer;
mod tls;
mod tracing;

pub use assignments::Assignments;
pub use channel::{Await, ChannelAction, ChannelProtocol, ChannelStep, OpenChannel, Payload};
pub use check::{
    Check, DocumentKind, Extractor, ExtractorKind, JsonExpectation, ResponseField, SampleScope, SizeCheck,
    SizeOperator, SizePart, TextCheck, TextComparison, XPath,
};
pub use data::{AnswerCache, CookieJar, CookiePolicy, Counter, DataSet, PresetCookie, RandomNumber, Sharing};
pub use database::{Database, Isolation, PreparedStatement, SqlStatement, SqlStep};
pub use embedded::Embedded;
pub use grpc::{GrpcCall, GrpcSchema};
pub use local::{LocalAction, LocalSample, LocalSleep};
pub use login::{Login, LoginScheme, LoginSet, Proxy};
pub use origin::Origin;
pub use pause::Pause;
pub use protocol::{Dialect, HttpVersion, SharedConnections};
pub use request::{Body, Field, FilePart, Header, Redirects, Request};
pub use scenario::{Iterations, NameCaching, Phase, Plan, Scenario, share_out};
pub use stage::{AsWritten, AtLine, LabelKind, TextForm, TextMap, TextVisitor, VariableUse};
pub use step::*;
pub use timer::{Among, PERIOD_REQUESTS_MAX, RandomThroughput, Rendezvous, ShapeStage, Timer};
pub use tls::{Identity, TlsSettings, TlsVersion};
