//! Servers whose JSON log is known by its names, with the units that their manuals say: Caddy, Traefik, Kong, Envoy and
//! Istio, Google's load balancer, pino.
//!
//! Names of objects in objects are joined with a point: `request.uri`.

use super::field::AccessField::{
    self, BytesOfAnswer, BytesOfRequest, Instance, Method, Status, Target, Time,
};
use super::field::DurationUnit::{Milliseconds, Nanoseconds, Seconds};
use super::field::Moment::{End, Start};

/// One server's names.
pub(super) struct Producer {
    /// An object that has all of these is its.
    needs: &'static [&'static str],
    fields: &'static [(&'static str, AccessField)],
}

impl Producer {
    pub(super) fn field(&self, name: &str) -> AccessField {
        self.fields.iter().find(|(known, _)| *known == name).map_or(AccessField::Other, |(_, field)| *field)
    }
}

const PRODUCERS: &[Producer] = &[
    // Caddy (modules/caddyhttp/logging.go): `duration` is a float of seconds, unless its encoder is told to write a text
    // with a unit. `ts` is when the line was logged.
    Producer {
        needs: &["request.uri", "request.method", "status", "duration"],
        fields: &[
            ("ts", Time(End)),
            ("request.method", Method),
            ("request.uri", Target),
            ("request.host", Instance),
            ("status", Status),
            ("duration", AccessField::Duration(Seconds)),
            ("size", BytesOfAnswer),
            ("bytes_read", BytesOfRequest),
        ],
    },
    // Traefik: durations are Go's, whole nanoseconds.
    Producer {
        needs: &["DownstreamStatus", "Duration", "RequestPath"],
        fields: &[
            ("StartUTC", Time(Start)),
            ("time", Time(End)),
            ("RequestMethod", Method),
            ("RequestPath", Target),
            ("RequestHost", Instance),
            ("DownstreamStatus", Status),
            ("Duration", AccessField::Duration(Nanoseconds)),
            ("OriginDuration", AccessField::Upstream(Nanoseconds)),
            ("DownstreamContentSize", BytesOfAnswer),
            ("RequestContentSize", BytesOfRequest),
        ],
    },
    // Kong's file-log, http-log and the like: milliseconds.
    Producer {
        needs: &["latencies.request", "response.status", "started_at"],
        fields: &[
            ("started_at", Time(Start)),
            ("latencies.request", AccessField::Duration(Milliseconds)),
            ("latencies.proxy", AccessField::Upstream(Milliseconds)),
            ("request.method", Method),
            ("request.uri", Target),
            ("request.size", BytesOfRequest),
            ("response.status", Status),
            ("response.size", BytesOfAnswer),
        ],
    },
    // Envoy and Istio.
    Producer {
        needs: &["start_time", "response_code", "duration"],
        fields: &[
            ("start_time", Time(Start)),
            ("duration", AccessField::Duration(Milliseconds)),
            ("upstream_service_time", AccessField::Upstream(Milliseconds)),
            ("method", Method),
            ("path", Target),
            ("authority", Instance),
            ("response_code", Status),
            ("bytes_sent", BytesOfAnswer),
            ("bytes_received", BytesOfRequest),
        ],
    },
    // Google's load balancer: a text with a unit.
    Producer {
        needs: &["httpRequest.latency", "httpRequest.status"],
        fields: &[
            ("timestamp", Time(End)),
            ("httpRequest.latency", AccessField::Duration(Seconds)),
            ("httpRequest.requestMethod", Method),
            ("httpRequest.requestUrl", Target),
            ("httpRequest.status", Status),
            ("httpRequest.responseSize", BytesOfAnswer),
            ("httpRequest.requestSize", BytesOfRequest),
        ],
    },
    // pino-http, Fastify.
    Producer {
        needs: &["req.url", "res.statusCode", "responseTime"],
        fields: &[
            ("time", Time(End)),
            ("responseTime", AccessField::Duration(Milliseconds)),
            ("req.method", Method),
            ("req.url", Target),
            ("res.statusCode", Status),
        ],
    },
];

/// Whose an object with these names is.
pub(super) fn of(has: impl Fn(&str) -> bool) -> Option<&'static Producer> {
    PRODUCERS.iter().find(|producer| producer.needs.iter().all(|name| has(name)))
}
