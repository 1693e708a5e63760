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
mod protocol;
mod request;
mod scenario;
mod stage;
mod step;
mod tcp;
mod timer;
mod tls;

pub use assignments::Assignments;
pub use channel::{Await, ChannelAction, ChannelProtocol, ChannelStep, OpenChannel, Payload};
pub use check::{
    Check, DocumentKind, Extractor, ExtractorKind, JsonExpectation, ResponseField, SampleScope, SizeCheck,
    SizeOperator, SizePart, TextCheck, TextComparison, XPath,
};
pub use data::{AnswerCache, CookieJar, Counter, DataSet, PresetCookie, RandomNumber, Sharing};
pub use database::{Database, Isolation, PreparedStatement, SqlStatement, SqlStep};
pub use embedded::Embedded;
pub use grpc::{GrpcCall, GrpcSchema};
pub use local::{LocalAction, LocalSample, LocalSleep};
pub use login::{Login, LoginScheme, LoginSet, Proxy};
pub use origin::Origin;
pub use protocol::{HttpVersion, SharedConnections};
pub use request::{Body, Field, FilePart, Header, Redirects, Request};
pub use scenario::{Iterations, KeptNames, OnError, Phase, Plan, Scenario, share_out};
pub use stage::{AsWritten, AtLine, LabelKind, TextForm, TextMap, TextVisitor, VariableUse};
pub use step::{
    AssignByUser, ChoiceOrder, Condition, Count, ExecutionShare, ForEach, Leave, NamedOption, Pause,
    ShareAmount, Step, Transaction, WeightedOption,
};
pub use tcp::{Framing, TcpStep};
pub use timer::{Among, Gathering, PERIOD_REQUESTS_MAX, RandomThroughput, ShapeStage, Timer};
pub use tls::{Identity, TlsSettings, TlsVersion};
