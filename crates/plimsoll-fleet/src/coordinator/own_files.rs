//! What the nodes wrote themselves, brought here after the run: it proves the sum.

use super::{Fleet, Member};
use crate::connection::request;
use crate::message::{NodeAnswer, NodeOrder, to_json};
use plimsoll_run::private::create_private;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a piece may take, and how often it is asked for.
const PIECE: Duration = Duration::from_secs(10);
const TRIES: u32 = 3;

/// The run file that a node wrote itself.
#[derive(Clone, Debug)]
pub struct NodeFile {
    /// The node's.
    pub number: u32,
    pub name: String,
    /// Where it is now, or why it is not.
    pub fetched: Result<PathBuf, String>,
    /// What the node could not write into it.
    pub unwritten: Option<String>,
}

impl Fleet {
    /// For each node its run file in `folder`, or why there is none. No load goes on any more.
    pub fn fetch_own_files(&self, folder: &Path) -> Vec<NodeFile> {
        let fetched = self.nodes.iter().map(|node| async move {
            let path = folder.join(format!("{}.run", file_name(node)));
            let mut unwritten = None;
            let fetched = self.fetch(node, &path, &mut unwritten).await.map(|()| path);
            NodeFile { number: node.number, name: node.record.name.clone(), fetched, unwritten }
        });
        self.handle.block_on(futures_util::future::join_all(fetched))
    }

    async fn fetch(&self, node: &Member, path: &Path, unwritten: &mut Option<String>) -> Result<(), String> {
        let part = path.with_extension("part");
        let cannot = |error: std::io::Error| format!("failed to write {}: {error}", path.display());
        let mut file = create_private(&part).map_err(cannot)?;
        let mut offset = 0;
        let fetched = loop {
            match self.piece(node, offset).await {
                Ok((bytes, lacks, piece)) => {
                    *unwritten = lacks;
                    if let Err(error) = file.write_all(&piece) {
                        break Err(cannot(error));
                    }
                    offset += piece.len() as u64;
                    if offset >= bytes {
                        break Ok(());
                    }
                    if piece.is_empty() {
                        break Err("it became shorter while it was sent".to_owned());
                    }
                }
                Err(why) => break Err(why),
            }
        };
        let placed = fetched.and_then(|()| std::fs::rename(&part, path).map_err(cannot));
        if placed.is_err() {
            let _ = std::fs::remove_file(&part);
        }
        placed
    }

    async fn piece(&self, node: &Member, offset: u64) -> Result<(u64, Option<String>, Vec<u8>), String> {
        let order = to_json(&NodeOrder::OwnFile { session: self.session.clone(), offset });
        let mut why = String::new();
        for _ in 0..TRIES {
            let subject = self.shared.subjects.node(&node.id);
            let payload = match request(&self.shared.client, subject, order.clone(), PIECE).await {
                Ok(answer) => answer.payload,
                Err(error) => {
                    why = error;
                    continue;
                }
            };
            let mut parts = payload.splitn(2, |byte| *byte == b'\n');
            let (head, piece) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            return match serde_json::from_slice(head) {
                Ok(NodeAnswer::Piece { bytes, unwritten }) => Ok((bytes, unwritten, piece.to_vec())),
                Ok(NodeAnswer::Refused { why }) => Err(why),
                _ => Err("its answer is not understood".to_owned()),
            };
        }
        Err(why)
    }
}

/// Names of nodes are what their machines are called.
fn file_name(node: &Member) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '_' };
    format!("{}-{}", node.number, node.record.name.chars().map(plain).collect::<String>())
}
