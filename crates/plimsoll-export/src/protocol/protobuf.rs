//! As much of protobuf's encoding as remote write needs (protobuf.dev, "Encoding").

#[derive(Default)]
pub struct ProtobufMessage {
    pub bytes: Vec<u8>,
}

impl ProtobufMessage {
    fn tag(&mut self, field: u32, wire: u32) {
        self.varint(u64::from(field << 3 | wire));
    }

    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    pub fn unsigned(&mut self, field: u32, value: u64) {
        self.tag(field, 0);
        self.varint(value);
    }

    /// `int64`: negative ones take ten bytes.
    pub fn int64(&mut self, field: u32, value: i64) {
        self.unsigned(field, value as u64);
    }

    pub fn zigzag(&mut self, field: u32, value: i64) {
        self.unsigned(field, zigzag(value));
    }

    pub fn double(&mut self, field: u32, value: f64) {
        self.tag(field, 1);
        self.bytes.extend_from_slice(&value.to_bits().to_le_bytes());
    }

    pub fn string(&mut self, field: u32, value: &str) {
        self.tag(field, 2);
        self.varint(value.len() as u64);
        self.bytes.extend_from_slice(value.as_bytes());
    }

    pub fn message(&mut self, field: u32, value: &ProtobufMessage) {
        self.tag(field, 2);
        self.varint(value.bytes.len() as u64);
        self.bytes.extend_from_slice(&value.bytes);
    }

    /// `repeated sint64`, packed.
    pub fn packed_zigzag(&mut self, field: u32, values: impl Iterator<Item = i64>) {
        let mut packed = ProtobufMessage::default();
        values.for_each(|value| packed.varint(zigzag(value)));
        self.message(field, &packed);
    }
}

fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_as_the_specification_has_them() {
        let mut message = ProtobufMessage::default();
        message.unsigned(1, 150);
        message.string(2, "testing");
        message.zigzag(4, -1);
        message.packed_zigzag(6, [0, -1, 1, -64].into_iter());
        let expected =
            [&[0x08, 0x96, 0x01, 0x12, 0x07][..], b"testing", &[0x20, 0x01, 0x32, 0x04, 0, 1, 2, 127]];
        assert_eq!(message.bytes, expected.concat());
    }
}
