//! The shapes of the answers that brokers give, to look through one before it is decoded: the decoder makes room for as
//! many elements as an answer claims to have, whatever its length is.
//!
//! Kafka's protocol guide has the fields (<https://kafka.apache.org/protocol.html#protocol_messages>), of the versions that
//! are asked here.

use kafka_protocol::messages::{
    ApiKey, ApiVersionsRequest, ApiVersionsResponse, ConsumerGroupDescribeRequest,
    ConsumerGroupDescribeResponse, DescribeGroupsRequest, DescribeGroupsResponse, ListGroupsRequest,
    ListGroupsResponse, ListOffsetsRequest, ListOffsetsResponse, MetadataRequest, MetadataResponse,
    OffsetFetchRequest, OffsetFetchResponse, SaslAuthenticateRequest, SaslAuthenticateResponse,
    SaslHandshakeRequest, SaslHandshakeResponse,
};
use kafka_protocol::protocol::{Decodable, Encodable, HeaderVersion};

/// A field of a message, as it is written.
#[derive(Clone, Copy, Debug)]
pub enum WireField {
    /// A number of so many bytes.
    Fixed(usize),
    /// A string: its length in two bytes, -1 for none.
    Text,
    /// Bytes: their length in four bytes, -1 for none.
    Bytes,
    /// Elements: their count in four bytes, -1 for none.
    Array(&'static [WireField]),
    /// A string of the flexible versions: its length and 1 as a varint, 0 for none.
    CompactText,
    /// Elements of the flexible versions: their count and 1 as a varint, 0 for none.
    CompactArray(&'static [WireField]),
    /// Fields that older versions do not know: their count, then a number, a length and bytes of each.
    Tags,
}

use WireField::{Array, Bytes, CompactArray, CompactText, Fixed, Tags, Text};

/// A request whose answer's shape is known. The library's trait of the same purpose wants brokers' halves of all messages
/// compiled, too.
pub trait Shaped: Encodable + HeaderVersion {
    type Answer: Decodable + HeaderVersion;
    const KEY: ApiKey;
    const VERSION: i16;
    const ANSWER: &'static [WireField];
}

impl Shaped for MetadataRequest {
    type Answer = MetadataResponse;
    const KEY: ApiKey = ApiKey::Metadata;
    const VERSION: i16 = 4;
    const ANSWER: &'static [WireField] = &[
        Fixed(4),
        Array(&[Fixed(4), Text, Fixed(4), Text]),
        Text,
        Fixed(4),
        Array(&[
            Fixed(2),
            Text,
            Fixed(1),
            Array(&[Fixed(2 + 4 + 4), Array(&[Fixed(4)]), Array(&[Fixed(4)])]),
        ]),
    ];
}

impl Shaped for ListGroupsRequest {
    type Answer = ListGroupsResponse;
    const KEY: ApiKey = ApiKey::ListGroups;
    const VERSION: i16 = 0;
    const ANSWER: &'static [WireField] = &[Fixed(2), Array(&[Text, Text])];
}

impl Shaped for DescribeGroupsRequest {
    type Answer = DescribeGroupsResponse;
    const KEY: ApiKey = ApiKey::DescribeGroups;
    const VERSION: i16 = 0;
    const ANSWER: &'static [WireField] =
        &[Array(&[Fixed(2), Text, Text, Text, Text, Array(&[Text, Text, Text, Bytes, Bytes])])];
}

impl Shaped for ConsumerGroupDescribeRequest {
    type Answer = ConsumerGroupDescribeResponse;
    const KEY: ApiKey = ApiKey::ConsumerGroupDescribe;
    const VERSION: i16 = 0;
    const ANSWER: &'static [WireField] = &[
        Fixed(4),
        CompactArray(&[
            Fixed(2),
            CompactText,
            CompactText,
            CompactText,
            Fixed(4 + 4),
            CompactText,
            CompactArray(GROUP_MEMBER),
            Fixed(4),
            Tags,
        ]),
        Tags,
    ];
}

const GROUP_MEMBER: &[WireField] = &[
    CompactText,
    CompactText,
    CompactText,
    Fixed(4),
    CompactText,
    CompactText,
    CompactArray(&[CompactText]),
    CompactText,
    // The assignment, and the one that the group is on its way to.
    CompactArray(TOPIC_PARTITIONS),
    Tags,
    CompactArray(TOPIC_PARTITIONS),
    Tags,
    Tags,
];

const TOPIC_PARTITIONS: &[WireField] = &[Fixed(16), CompactText, CompactArray(&[Fixed(4)]), Tags];

impl Shaped for OffsetFetchRequest {
    type Answer = OffsetFetchResponse;
    const KEY: ApiKey = ApiKey::OffsetFetch;
    const VERSION: i16 = 2;
    const ANSWER: &'static [WireField] = &[Array(&[Text, Array(&[Fixed(4 + 8), Text, Fixed(2)])]), Fixed(2)];
}

impl Shaped for ListOffsetsRequest {
    type Answer = ListOffsetsResponse;
    const KEY: ApiKey = ApiKey::ListOffsets;
    const VERSION: i16 = 1;
    const ANSWER: &'static [WireField] = &[Array(&[Text, Array(&[Fixed(4 + 2 + 8 + 8)])])];
}

impl Shaped for ApiVersionsRequest {
    type Answer = ApiVersionsResponse;
    const KEY: ApiKey = ApiKey::ApiVersions;
    const VERSION: i16 = 0;
    const ANSWER: &'static [WireField] = &[Fixed(2), Array(&[Fixed(2 + 2 + 2)])];
}

impl Shaped for SaslHandshakeRequest {
    type Answer = SaslHandshakeResponse;
    const KEY: ApiKey = ApiKey::SaslHandshake;
    const VERSION: i16 = 1;
    const ANSWER: &'static [WireField] = &[Fixed(2), Array(&[Text])];
}

impl Shaped for SaslAuthenticateRequest {
    type Answer = SaslAuthenticateResponse;
    const KEY: ApiKey = ApiKey::SaslAuthenticate;
    const VERSION: i16 = 0;
    const ANSWER: &'static [WireField] = &[Fixed(2), Text, Bytes];
}

/// What a member of a group says of its part, after the version (ConsumerProtocolAssignment).
pub const ASSIGNMENT: &[WireField] = &[Array(&[Text, Array(&[Fixed(4)])]), Bytes];

/// Whether bytes begin with these fields, every text and every element in full.
pub fn is_whole(bytes: &[u8], fields: &[WireField]) -> bool {
    after(bytes, fields).is_some()
}

/// What follows the fields.
fn after<'b>(bytes: &'b [u8], fields: &[WireField]) -> Option<&'b [u8]> {
    fields.iter().try_fold(bytes, |bytes, field| match field {
        Fixed(length) => bytes.get(*length..),
        Text => {
            let (length, rest) = bytes.split_first_chunk()?;
            skip(rest, i64::from(i16::from_be_bytes(*length)))
        }
        Bytes => {
            let (length, rest) = bytes.split_first_chunk()?;
            skip(rest, i64::from(i32::from_be_bytes(*length)))
        }
        Array(element) => {
            let (count, rest) = bytes.split_first_chunk()?;
            elements(rest, i64::from(i32::from_be_bytes(*count)), element)
        }
        CompactText => {
            let (length, rest) = varint(bytes)?;
            skip(rest, i64::from(length) - 1)
        }
        CompactArray(element) => {
            let (count, rest) = varint(bytes)?;
            elements(rest, i64::from(count) - 1, element)
        }
        Tags => {
            let (count, rest) = varint(bytes)?;
            (0..count).try_fold(rest, |rest, _| {
                let (length, rest) = varint(varint(rest)?.1)?;
                skip(rest, i64::from(length))
            })
        }
    })
}

/// So many bytes further; -1: there are none.
fn skip(bytes: &[u8], length: i64) -> Option<&[u8]> {
    bytes.get(usize::try_from(length.max(0)).ok().filter(|_| length >= -1)?..)
}

/// Each has a byte at least, so a count beyond the bytes ends here, however large.
fn elements<'b>(bytes: &'b [u8], count: i64, element: &[WireField]) -> Option<&'b [u8]> {
    (0..count).try_fold(bytes, |bytes, _| after(bytes, element)).filter(|_| count >= -1)
}

/// Seven bits in each byte, the lowest first, at most 32 of them.
fn varint(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let mut value = 0;
    for (at, byte) in bytes.iter().take(5).enumerate() {
        value |= u32::from(byte & 0x7f).checked_shl(7 * at as u32)?;
        if byte & 0x80 == 0 {
            return Some((value, &bytes[at + 1..]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytes::BytesMut;
    use kafka_protocol::messages::consumer_group_describe_response as described;
    use kafka_protocol::messages::describe_groups_response::{DescribedGroup, DescribedGroupMember};
    use kafka_protocol::messages::*;
    use kafka_protocol::protocol::StrBytes;

    /// An answer that the library writes is whole, shorter ones are not, and it has no byte more than the shape.
    fn check<R: Shaped>(answer: &R::Answer)
    where
        R::Answer: Encodable,
    {
        let mut bytes = BytesMut::new();
        answer.encode(&mut bytes, R::VERSION).expect("it is written");
        assert_eq!(after(&bytes, R::ANSWER).map(<[u8]>::len), Some(0), "answer {}", R::KEY as i16);
        for length in 0..bytes.len() {
            assert!(!is_whole(&bytes[..length], R::ANSWER), "{length} bytes of answer {}", R::KEY as i16);
        }
    }

    fn text(text: &'static str) -> StrBytes {
        StrBytes::from_static_str(text)
    }

    #[test]
    fn shapes_are_those_of_the_messages() {
        use metadata_response::{MetadataResponseBroker, MetadataResponsePartition, MetadataResponseTopic};
        let partition = MetadataResponsePartition::default()
            .with_replica_nodes(vec![BrokerId(1), BrokerId(2)])
            .with_isr_nodes(vec![BrokerId(1)]);
        let topic = MetadataResponseTopic::default().with_name(Some(TopicName(text("orders"))));
        let broker = MetadataResponseBroker::default().with_host(text("kafka1")).with_rack(Some(text("r")));
        let answer = MetadataResponse::default().with_cluster_id(Some(text("c"))).with_brokers(vec![broker]);
        check::<MetadataRequest>(&answer.with_topics(vec![topic.with_partitions(vec![partition])]));

        let group = list_groups_response::ListedGroup::default().with_protocol_type(text("consumer"));
        check::<ListGroupsRequest>(&ListGroupsResponse::default().with_groups(vec![group.clone(), group]));

        let member = DescribedGroupMember::default().with_member_assignment(b"abc".as_slice().into());
        let group = DescribedGroup::default().with_members(vec![member]).with_group_state(text("Stable"));
        check::<DescribeGroupsRequest>(&DescribeGroupsResponse::default().with_groups(vec![group]));

        let partition = offset_fetch_response::OffsetFetchResponsePartition::default();
        let topic = offset_fetch_response::OffsetFetchResponseTopic::default();
        let topic = topic.with_partitions(vec![partition.with_metadata(Some(text("m")))]);
        check::<OffsetFetchRequest>(&OffsetFetchResponse::default().with_topics(vec![topic]));

        let partition = list_offsets_response::ListOffsetsPartitionResponse::default();
        let topic = list_offsets_response::ListOffsetsTopicResponse::default();
        let topic = topic.with_partitions(vec![partition]);
        check::<ListOffsetsRequest>(&ListOffsetsResponse::default().with_topics(vec![topic]));

        let api = api_versions_response::ApiVersion::default();
        check::<ApiVersionsRequest>(&ApiVersionsResponse::default().with_api_keys(vec![api]));
        let handshake = SaslHandshakeResponse::default().with_mechanisms(vec![text("PLAIN"), text("SCRAM")]);
        check::<SaslHandshakeRequest>(&handshake);
        let login = SaslAuthenticateResponse::default().with_error_message(Some(text("no")));
        check::<SaslAuthenticateRequest>(&login.with_auth_bytes(b"x".as_slice().into()));
    }

    #[test]
    fn the_shape_of_a_newer_group_is_its_messages() {
        let topic = described::TopicPartitions::default();
        let topic = topic.with_topic_name(TopicName(text("orders"))).with_partitions(vec![0, 1, 300]);
        let assignment = described::Assignment::default().with_topic_partitions(vec![topic]);
        let member = described::Member::default()
            .with_client_id(text("c"))
            .with_subscribed_topic_names(vec![TopicName(text("orders"))])
            .with_assignment(assignment.clone())
            .with_target_assignment(assignment);
        let group = described::DescribedGroup::default().with_members(vec![member]);
        let answer = ConsumerGroupDescribeResponse::default().with_groups(vec![group]);
        check::<ConsumerGroupDescribeRequest>(&answer);
    }

    #[test]
    fn counts_and_lengths_beyond_the_bytes_are_seen() {
        for count in [i32::MAX, 3, -2, i32::MIN] {
            let claimed = [&count.to_be_bytes()[..], &[0; 12]].concat();
            assert!(!is_whole(&claimed, ListOffsetsRequest::ANSWER), "{count}");
            assert!(!is_whole(&claimed, ASSIGNMENT), "{count}");
        }
        let bytes = [&[0, 0, 0, 1, b'e'][..], &i32::MAX.to_be_bytes(), &[0; 12]].concat();
        assert!(!is_whole(&bytes, SaslAuthenticateRequest::ANSWER));
        let nested = [&1_i32.to_be_bytes()[..], &[0, 1, b't'], &i32::MAX.to_be_bytes(), &[0; 100]].concat();
        assert!(!is_whole(&nested, ASSIGNMENT));
        let flexible = [&[0; 4][..], &[0xff, 0xff, 0xff, 0xff, 0x0f], &[0; 100]].concat();
        assert!(!is_whole(&flexible, ConsumerGroupDescribeRequest::ANSWER));
    }
}
