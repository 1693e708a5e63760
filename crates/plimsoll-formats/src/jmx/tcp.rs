//! TCP samplers and their defaults.

use super::context::{ElementResult, Lowering};
use super::element::{Element, ElementProperties, Property};
use super::http;
use super::scope::Scope;
use plimsoll_plan::plan::{Framing, TcpStep};

/// TCP Sampler Config.
pub fn is_defaults(element: &Element) -> bool {
    element.gui.starts_with("TCPConfig")
        || element.properties.iter().any(|p| p.name.starts_with("TCPSampler."))
}

pub fn sampler(lowering: &mut Lowering, element: &Element, scope: &Scope) -> ElementResult<TcpStep> {
    let properties = http::with_defaults(element, &scope.tcp_defaults());
    let framing = framing(lowering, &properties)?;
    if !known(lowering, "tcp.status.prefix", "${__P(tcp.status.prefix,)}")?.is_empty() {
        return Err("response codes in the answer (tcp.status.prefix) are not read".to_owned());
    }
    let linger = known(lowering, "soLinger", properties.text("TCPSampler.soLinger"))?;
    let linger_s = match linger.as_str() {
        "" => None,
        text => Some(text.parse().map_err(|_| format!("soLinger: `{text}` is not a number of seconds"))?),
    };
    let part = |name: &str| Lowering::template(name, properties.text(name).trim());
    Ok(TcpStep {
        label: Lowering::template("testname", &element.name)?,
        host: part("TCPSampler.server")?,
        port: part("TCPSampler.port")?,
        framing,
        send: Lowering::template("TCPSampler.request", properties.text("TCPSampler.request"))?,
        reuse_connection: properties.flag("TCPSampler.reUseConnection", true),
        close_connection: properties.flag("TCPSampler.closeConnection", false),
        no_delay: properties.flag("TCPSampler.nodelay", false),
        linger_s,
        connect_timeout: http::timeout(lowering, &properties, "TCPSampler.ctimeout")?,
        response_timeout: http::timeout(lowering, &properties, "TCPSampler.timeout")?,
        think: scope.timers(),
        extractors: scope.extractors(),
        checks: scope.checks(),
    })
}

/// By the class that JMeter would use, its properties and the sampler's end byte.
fn framing(lowering: &mut Lowering, properties: &[Property]) -> ElementResult<Framing> {
    let written = match properties.text("TCPSampler.classname").trim() {
        "" => "${__P(tcp.handler,TCPClientImpl)}",
        class => class,
    };
    let class = known(lowering, "classname", written)?;
    let own = known(lowering, "EolByte", properties.text("TCPSampler.EolByte"))?;
    let mut end_byte = |property: &str| -> ElementResult<Option<u8>> {
        let text = match own.as_str() {
            "" => known(lowering, property, &format!("${{__P({property},1000)}}"))?,
            own => own.to_owned(),
        };
        let number: i64 = text.parse().map_err(|_| format!("{property}: `{text}` is not a byte"))?;
        // Java's bytes have signs; what is no byte means none.
        Ok(i8::try_from(number).ok().map(|byte| byte as u8))
    };
    match class.rsplit('.').next().unwrap_or_default() {
        "TCPClientImpl" => Ok(Framing::Text { end_byte: end_byte("tcp.eolByte")? }),
        "BinaryTCPClientImpl" => Ok(Framing::Binary { end_byte: end_byte("tcp.BinaryTCPClient.eomByte")? }),
        "LengthPrefixedBinaryTCPClientImpl" => {
            let text = known(lowering, "prefix", "${__P(tcp.binarylength.prefix.length,2)}")?;
            match text.parse() {
                Ok(prefix_bytes @ (2 | 4)) => Ok(Framing::LengthPrefixed { prefix_bytes }),
                _ => Err(format!("tcp.binarylength.prefix.length: `{text}` is neither 2 nor 4")),
            }
        }
        _ => Err(format!("the class {class} is not known; `--generator jmeter` runs the plan with it")),
    }
}

fn known(lowering: &mut Lowering, name: &str, text: &str) -> ElementResult<String> {
    let text = lowering.evaluation.known_text(text.trim());
    text.map(|text| text.trim().to_owned()).map_err(|reason| format!("{name}: {reason}"))
}
