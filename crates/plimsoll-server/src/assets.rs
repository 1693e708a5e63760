//! The pages, inside the program.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use std::sync::LazyLock;

pub struct Asset {
    pub path: &'static str,
    pub media_type: &'static str,
    pub bytes: &'static [u8],
    pub zipped: Vec<u8>,
    pub etag: String,
}

/// What answers every path that is no file: the pages find their way themselves.
pub const INDEX: &str = "/index.html";

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    vec![
        asset(INDEX, "text/html; charset=utf-8", include_bytes!("../../../ui/dist/index.html")),
        asset("/app.js", "text/javascript; charset=utf-8", include_bytes!("../../../ui/dist/app.js")),
        asset("/app.css", "text/css; charset=utf-8", include_bytes!("../../../ui/dist/app.css")),
    ]
});

fn asset(path: &'static str, media_type: &'static str, bytes: &'static [u8]) -> Asset {
    let etag = format!("\"{}\"", &crate::random::hex(&<sha2::Sha256 as sha2::Digest>::digest(bytes))[..16]);
    Asset { path, media_type, bytes, zipped: zipped(bytes), etag }
}

/// In gzip's form.
pub fn zipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::fast());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory takes what is written")
}

pub fn find(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.path == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kilobytes, as they are sent.
    const ALL_KB_MAX: usize = 300;

    #[test]
    fn the_pages_are_light_and_need_nothing_from_elsewhere() {
        let bytes: usize = ASSETS.iter().map(|asset| asset.zipped.len()).sum();
        assert!(bytes < ALL_KB_MAX * 1_000, "{bytes} bytes compressed");
        let index = std::str::from_utf8(find(INDEX).expect("it is there").bytes).expect("it is text");
        for from_elsewhere in ["src=\"http", "href=\"http", "src=\"//", "href=\"//"] {
            assert!(!index.contains(from_elsewhere), "{index}");
        }
    }
}
