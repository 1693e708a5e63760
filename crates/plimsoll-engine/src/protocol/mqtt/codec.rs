//! Control packets of MQTT 3.1.1 from and to bytes (sections 2 and 3 of the standard), without any input or output.

use plimsoll_plan::plan::QualityOfService;

/// Longest packet that is taken.
const PACKET_MAX: usize = 16 << 20;
/// Longest text and payload of a will: they have two bytes of length (1.5.3).
const TEXT_MAX: usize = u16::MAX as usize;

/// What a broker sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Packet {
    ConnAck { code: u8 },
    Publish { topic: String, qos: QualityOfService, retain: bool, id: u16, payload: Vec<u8> },
    PubAck(u16),
    PubRec(u16),
    PubRel(u16),
    PubComp(u16),
    SubAck { id: u16, code: u8 },
    PingResp,
}

/// What is told to a broker when a connection begins (3.1).
#[derive(Debug, Default)]
pub struct Connect<'a> {
    pub client_id: &'a str,
    pub user: Option<&'a str>,
    pub password: Option<&'a str>,
    pub clean_session: bool,
    pub keep_alive_s: u16,
    pub will: Option<Published<'a>>,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Published<'a> {
    pub topic: &'a str,
    pub payload: &'a [u8],
    pub qos: QualityOfService,
    pub retain: bool,
}

/// The first whole packet of the bytes, and its length; `None`: more have to come.
pub fn read(input: &[u8]) -> Result<Option<(Packet, usize)>, String> {
    let Some((length, start)) = remaining_length(input)? else { return Ok(None) };
    if length > PACKET_MAX {
        return Err(format!("a packet is longer than {} MiB", PACKET_MAX >> 20));
    }
    let Some(body) = input.get(start..start + length) else { return Ok(None) };
    let packet =
        parse(input[0], body).ok_or_else(|| format!("a packet of type {} is damaged", input[0] >> 4))?;
    Ok(Some((packet, start + length)))
}

/// Length of what follows the fixed header, and where it begins (2.2.3).
fn remaining_length(input: &[u8]) -> Result<Option<(usize, usize)>, String> {
    let mut length = 0;
    for at in 0..4 {
        let Some(byte) = input.get(1 + at) else { return Ok(None) };
        length |= usize::from(byte & 0x7f) << (7 * at);
        if byte & 0x80 == 0 {
            return Ok(Some((length, 2 + at)));
        }
    }
    Err("a packet has more than four bytes of length".to_owned())
}

fn parse(first: u8, body: &[u8]) -> Option<Packet> {
    let id = || Some(u16::from_be_bytes([*body.first()?, *body.get(1)?])).filter(|id| *id > 0);
    Some(match (first >> 4, first & 0x0f) {
        (2, 0) if body.len() == 2 => Packet::ConnAck { code: body[1] },
        (3, flags) => publish(flags, body)?,
        (4, 0) if body.len() == 2 => Packet::PubAck(id()?),
        (5, 0) if body.len() == 2 => Packet::PubRec(id()?),
        (6, 2) if body.len() == 2 => Packet::PubRel(id()?),
        (7, 0) if body.len() == 2 => Packet::PubComp(id()?),
        (9, 0) if body.len() == 3 => Packet::SubAck { id: id()?, code: body[2] },
        (13, 0) if body.is_empty() => Packet::PingResp,
        _ => return None,
    })
}

fn publish(flags: u8, body: &[u8]) -> Option<Packet> {
    let qos = match flags >> 1 & 3 {
        0 => QualityOfService::AtMostOnce,
        1 => QualityOfService::AtLeastOnce,
        2 => QualityOfService::ExactlyOnce,
        _ => return None,
    };
    let length = usize::from(u16::from_be_bytes([*body.first()?, *body.get(1)?]));
    let topic = String::from_utf8(body.get(2..2 + length)?.to_vec()).ok()?;
    let rest = &body[2 + length..];
    let (id, payload) = match qos {
        QualityOfService::AtMostOnce => (0, rest),
        _ => (u16::from_be_bytes([*rest.first()?, *rest.get(1)?]), &rest[2..]),
    };
    Some(Packet::Publish { topic, qos, retain: flags & 1 != 0, id, payload: payload.to_vec() })
}

/// An error: a text is too long for the protocol.
pub fn connect(connect: &Connect<'_>, out: &mut Vec<u8>) -> Result<(), String> {
    let mut body = Vec::new();
    push_bytes(b"MQTT", &mut body)?;
    let will = connect.will.unwrap_or_default();
    let flag = |set: bool, bit: u8| u8::from(set) << bit;
    body.push(4);
    body.push(
        flag(connect.clean_session, 1)
            | flag(connect.will.is_some(), 2)
            | (will.qos as u8) << 3
            | flag(will.retain, 5)
            | flag(connect.password.is_some(), 6)
            | flag(connect.user.is_some(), 7),
    );
    body.extend(connect.keep_alive_s.to_be_bytes());
    push_bytes(connect.client_id.as_bytes(), &mut body)?;
    if connect.will.is_some() {
        push_bytes(will.topic.as_bytes(), &mut body)?;
        push_bytes(will.payload, &mut body)?;
    }
    for text in [connect.user, connect.password].into_iter().flatten() {
        push_bytes(text.as_bytes(), &mut body)?;
    }
    push_packet(1 << 4, &body, &[], out);
    Ok(())
}

/// `id` goes with it but for QoS 0.
pub fn publish_to(message: &Published<'_>, id: u16, out: &mut Vec<u8>) -> Result<(), String> {
    let mut head = Vec::with_capacity(message.topic.len() + 4);
    push_bytes(message.topic.as_bytes(), &mut head)?;
    if message.qos != QualityOfService::AtMostOnce {
        head.extend(id.to_be_bytes());
    }
    if head.len() + message.payload.len() > PACKET_MAX {
        return Err(format!("the message is longer than {} MiB", PACKET_MAX >> 20));
    }
    push_packet(3 << 4 | (message.qos as u8) << 1 | u8::from(message.retain), &head, message.payload, out);
    Ok(())
}

pub fn subscribe(filter: &str, qos: QualityOfService, id: u16, out: &mut Vec<u8>) -> Result<(), String> {
    let mut body = id.to_be_bytes().to_vec();
    push_bytes(filter.as_bytes(), &mut body)?;
    body.push(qos as u8);
    push_packet(8 << 4 | 2, &body, &[], out);
    Ok(())
}

/// PUBACK, PUBREC, PUBREL and PUBCOMP.
pub fn acknowledge(packet: &Packet, out: &mut Vec<u8>) {
    let (first, id) = match packet {
        Packet::PubAck(id) => (4 << 4, id),
        Packet::PubRec(id) => (5 << 4, id),
        Packet::PubRel(id) => (6 << 4 | 2, id),
        Packet::PubComp(id) => (7 << 4, id),
        _ => return,
    };
    push_packet(first, &id.to_be_bytes(), &[], out);
}

pub fn ping(out: &mut Vec<u8>) {
    push_packet(12 << 4, &[], &[], out);
}

pub fn disconnect(out: &mut Vec<u8>) {
    push_packet(14 << 4, &[], &[], out);
}

fn push_packet(first: u8, head: &[u8], payload: &[u8], out: &mut Vec<u8>) {
    out.push(first);
    let mut length = head.len() + payload.len();
    loop {
        let byte = (length & 0x7f) as u8;
        length >>= 7;
        out.push(if length > 0 { byte | 0x80 } else { byte });
        if length == 0 {
            break;
        }
    }
    out.extend_from_slice(head);
    out.extend_from_slice(payload);
}

fn push_bytes(bytes: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
    if bytes.len() > TEXT_MAX {
        return Err(format!("a text is longer than the {TEXT_MAX} bytes that MQTT allows"));
    }
    out.extend((bytes.len() as u16).to_be_bytes());
    out.extend_from_slice(bytes);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_are_as_the_standard_shows_them() {
        let mut out = Vec::new();
        let will = Published { topic: "w", payload: b"x", qos: QualityOfService::AtLeastOnce, retain: true };
        let all = Connect {
            client_id: "c",
            user: Some("u"),
            password: Some("p"),
            clean_session: true,
            keep_alive_s: 10,
            will: Some(will),
        };
        connect(&all, &mut out).expect("short texts");
        assert_eq!(out, b"\x10\x19\0\x04MQTT\x04\xee\0\x0a\0\x01c\0\x01w\0\x01x\0\x01u\0\x01p");
        out.clear();
        subscribe("a/b", QualityOfService::ExactlyOnce, 10, &mut out).expect("a short text");
        assert_eq!(out, b"\x82\x08\0\x0a\0\x03a/b\x02");
    }

    #[test]
    fn a_message_is_read_as_it_was_written_however_it_arrives() {
        for (qos, length) in [
            (QualityOfService::AtMostOnce, 3),
            (QualityOfService::AtLeastOnce, 200),
            (QualityOfService::ExactlyOnce, 70_000),
        ] {
            let payload = vec![b'x'; length];
            let message = Published { topic: "a/b", payload: &payload, qos, retain: true };
            let mut bytes = Vec::new();
            publish_to(&message, 7, &mut bytes).expect("a short topic");
            for cut in [0, 1, 2, 5, bytes.len() - 1] {
                assert_eq!(read(&bytes[..cut]), Ok(None), "{qos:?} {cut}");
            }
            let id = if qos == QualityOfService::AtMostOnce { 0 } else { 7 };
            let whole = Packet::Publish { topic: "a/b".to_owned(), qos, retain: true, id, payload };
            assert_eq!(read(&bytes), Ok(Some((whole, bytes.len()))), "{qos:?}");
        }
    }

    #[test]
    fn what_no_broker_sends_is_an_error() {
        for bytes in
            [&b"\x20\x03\0\0\0"[..], b"\x30\xff\xff\xff\xff", b"\x36\x03\0\x01a", b"\x40\x02\0\0", b"\xf0\0"]
        {
            assert!(read(bytes).is_err(), "{bytes:?}");
        }
    }
}
