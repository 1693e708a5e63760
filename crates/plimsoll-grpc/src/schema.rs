//! Services and messages as a `.proto` file or a server describes them.

use crate::imports;
use prost_reflect::prost::Message;
use prost_reflect::prost_types::FileDescriptorProto;
use prost_reflect::{
    DescriptorPool, DeserializeOptions, DynamicMessage, MessageDescriptor, MethodDescriptor, SerializeOptions,
};
use std::path::{Path, PathBuf};

/// Everything that a service's messages need.
#[derive(Clone, Debug)]
pub struct Schema {
    pool: DescriptorPool,
}

#[derive(Debug, thiserror::Error)]
pub enum SchemaError {
    /// With file, line and column, as the compiler says it.
    #[error("{0}")]
    Compile(String),
    #[error("the schema can't be used: {0}")]
    Damaged(String),
    #[error("there is no service `{service}`{}", listed(.known))]
    NoService { service: String, known: Vec<String> },
    #[error("the service `{service}` has no method `{method}`{}", listed(.known))]
    NoMethod { service: String, method: String, known: Vec<String> },
    #[error("`{0}` does not name a method; write `/package.Service/Method`")]
    NoPath(String),
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!("; known here: {}", names.join(", ")) }
}

/// A text or bytes that are no message of the wanted type.
#[derive(Debug, thiserror::Error)]
#[error("not a message of type {message}: {problem}")]
pub struct MessageError {
    pub message: String,
    pub problem: String,
}

impl Schema {
    /// Compiles a `.proto` file. What it imports is looked for in its own folder and in `includes`; Google's
    /// well-known types are built in.
    pub fn compile(proto: &Path, includes: &[PathBuf]) -> Result<Schema, SchemaError> {
        let folder = proto.parent().map(Path::to_owned).unwrap_or_default();
        let folders = std::iter::once(&folder).chain(includes);
        let error = |error: protox::Error| SchemaError::Compile(located(&error));
        let mut compiler = protox::Compiler::new(folders).map_err(error)?;
        compiler.open_file(proto).map_err(error)?;
        Ok(Schema { pool: compiler.descriptor_pool() })
    }

    /// Of files that a server describes itself with, each a serialized `FileDescriptorProto`.
    pub fn of_files(files: &[Vec<u8>]) -> Result<Schema, SchemaError> {
        let mut protos = Vec::with_capacity(files.len());
        for file in files {
            let proto = FileDescriptorProto::decode(file.as_slice());
            protos.push(proto.map_err(|e| SchemaError::Damaged(e.to_string()))?);
        }
        imports::complete(&mut protos);
        let mut pool = DescriptorPool::new();
        pool.add_file_descriptor_protos(protos).map_err(|e| SchemaError::Damaged(e.to_string()))?;
        Ok(Schema { pool })
    }

    /// The method of a path `/package.Service/Method`.
    pub fn method(&self, path: &str) -> Result<Method, SchemaError> {
        let (service, method) = split(path)?;
        let Some(found) = self.pool.get_service_by_name(service) else {
            let known = self.pool.services().map(|s| s.full_name().to_owned()).collect();
            return Err(SchemaError::NoService { service: service.to_owned(), known });
        };
        let Some(found) = found.methods().find(|m| m.name() == method) else {
            let known = found.methods().map(|m| m.name().to_owned()).collect();
            return Err(SchemaError::NoMethod {
                service: service.to_owned(),
                method: method.to_owned(),
                known,
            });
        };
        Ok(Method { method: found })
    }
}

/// The service and the method that a path names.
pub(crate) fn split(path: &str) -> Result<(&str, &str), SchemaError> {
    let parts = path.strip_prefix('/').and_then(|path| path.split_once('/'));
    let parts = parts.filter(|(service, method)| {
        !service.is_empty() && !method.is_empty() && !method.contains(['/', '?'])
    });
    parts.ok_or_else(|| SchemaError::NoPath(path.to_owned()))
}

/// What a compiler error says, with the place.
fn located(error: &protox::Error) -> String {
    // Its alternate Debug form is the one line with file, line and column.
    let text = format!("{error:?}");
    let text = if text.contains('\n') { error.to_string() } else { text };
    match error.file() {
        Some(file) if !text.contains(file) => format!("{file}: {text}"),
        _ => text,
    }
}

/// What is sent and what is answered.
#[derive(Clone, Debug)]
pub struct Method {
    method: MethodDescriptor,
}

impl Method {
    pub fn sends_stream(&self) -> bool {
        self.method.is_client_streaming()
    }

    pub fn answers_stream(&self) -> bool {
        self.method.is_server_streaming()
    }

    /// A message to send, from its JSON form (protobuf.dev/programming-guides/json).
    pub fn encode(&self, json: &str) -> Result<Vec<u8>, MessageError> {
        Ok(message(self.method.input(), json)?.encode_to_vec())
    }

    /// The JSON form of an answer. Fields that are not set are there with their defaults.
    pub fn decode(&self, bytes: &[u8]) -> Result<serde_json::Value, MessageError> {
        let output = self.method.output();
        let failed = |problem: String| MessageError { message: output.full_name().to_owned(), problem };
        let message = DynamicMessage::decode(output.clone(), bytes).map_err(|e| failed(e.to_string()))?;
        let options = SerializeOptions::new().skip_default_fields(false);
        message
            .serialize_with_options(serde_json::value::Serializer, &options)
            .map_err(|e| failed(e.to_string()))
    }

    /// An answer as its fields.
    pub(crate) fn decode_fields(&self, bytes: &[u8]) -> Result<DynamicMessage, MessageError> {
        let output = self.method.output();
        let name = output.full_name().to_owned();
        DynamicMessage::decode(output, bytes)
            .map_err(|e| MessageError { message: name, problem: e.to_string() })
    }
}

fn message(descriptor: MessageDescriptor, json: &str) -> Result<DynamicMessage, MessageError> {
    let name = descriptor.full_name().to_owned();
    let failed = |e: serde_json::Error| MessageError { message: name.clone(), problem: e.to_string() };
    let json = if json.trim().is_empty() { "{}" } else { json };
    let mut source = serde_json::Deserializer::from_str(json);
    let options = DeserializeOptions::new().deny_unknown_fields(true);
    let message =
        DynamicMessage::deserialize_with_options(descriptor, &mut source, &options).map_err(failed)?;
    source.end().map_err(failed)?;
    Ok(message)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROTO: &str = "syntax = \"proto3\";\npackage shop;\nimport \"google/protobuf/timestamp.proto\";\n\
        message Order { int64 id = 1; repeated string items = 2; google.protobuf.Timestamp at = 3; }\n\
        message Receipt { string text = 1; int32 sum = 2; }\n\
        service Shop { rpc Buy(Order) returns (Receipt); rpc Watch(Order) returns (stream Receipt); }\n";

    fn compiled(text: &str) -> Result<Schema, SchemaError> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("shop.proto");
        std::fs::write(&path, text).expect("written");
        Schema::compile(&path, &[])
    }

    #[test]
    fn messages_go_from_json_and_back() {
        let schema = compiled(PROTO).expect("it compiles");
        let buy = schema.method("/shop.Shop/Buy").expect("a method");
        assert!(
            !buy.answers_stream() && schema.method("/shop.Shop/Watch").expect("a method").answers_stream()
        );
        let bytes =
            buy.encode(r#"{"id": "7", "items": ["a"], "at": "1970-01-01T00:00:01Z"}"#).expect("a message");
        assert_eq!(bytes, [8, 7, 18, 1, b'a', 26, 2, 8, 1]);
        assert!(buy.encode("").expect("nothing set").is_empty());
        // text = "ok"
        let json = buy.decode(&[10, 2, b'o', b'k']).expect("a message");
        assert_eq!(json.to_string(), r#"{"text":"ok","sum":0}"#);
        assert!(buy.decode(&[10, 200]).is_err());
    }

    fn check(path: &str, json: &str, expected: &str) {
        let schema = compiled(PROTO).expect("it compiles");
        let problem = match schema.method(path) {
            Err(error) => error.to_string(),
            Ok(method) => method.encode(json).expect_err("no message").to_string(),
        };
        assert_eq!(problem, expected);
    }

    #[test]
    fn what_is_wrong_is_named_with_what_there_is() {
        check("/shop.Shop/Sell", "", "the service `shop.Shop` has no method `Sell`; known here: Buy, Watch");
        check("/shop.Store/Buy", "", "there is no service `shop.Store`; known here: shop.Shop");
        check("/Buy", "", "`/Buy` does not name a method; write `/package.Service/Method`");
        check(
            "/shop.Shop/Buy",
            r#"{"idd": 1}"#,
            "not a message of type shop.Order: unrecognized field name 'idd' at line 1 column 6",
        );
        check(
            "/shop.Shop/Buy",
            r#"{"id": "x"}"#,
            "not a message of type shop.Order: invalid digit found in string at line 1 column 10",
        );
    }

    #[test]
    fn a_file_that_does_not_compile_is_located() {
        let error = compiled("syntax = \"proto3\";\nmessage A { int3 x = 1; }\n").expect_err("no type int3");
        assert_eq!(error.to_string(), "shop.proto:2:13: name 'int3' is not defined");
    }
}
