//! Images from scratch of programs of this machine, made without anything of containers.

use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::process::Command;

/// As `docker save` writes it: the program with the libraries that it needs, at their own paths.
pub fn image(folder: &Path, name: &str, program: &Path, entry: &[&str]) {
    let layer = folder.join(format!("{name}.layer"));
    let libraries = libraries(program);
    // Pods have a user without any rights.
    let mut tar = Command::new("tar");
    tar.args(["--dereference", "--absolute-names", "--mode=a+rX", "--transform=s,^/,,", "-cf"]).arg(&layer);
    tar.arg(format!(
        "--transform=s,^{},usr/bin/{name},",
        program.display().to_string().trim_start_matches('/')
    ));
    assert!(tar.arg(program).args(libraries).status().expect("tar runs").success(), "a layer of {name}");
    let content = std::fs::read(&layer).expect("it was written");
    let config = serde_json::json!({
        "architecture": if cfg!(target_arch = "aarch64") { "arm64" } else { "amd64" },
        "os": "linux",
        "config": {"Entrypoint": entry, "Env": ["PATH=/usr/bin"]},
        "rootfs": {"type": "layers", "diff_ids": [format!("sha256:{}", digest(&content))]},
    })
    .to_string();
    let config_name = format!("{}.json", digest(config.as_bytes()));
    let manifest = serde_json::json!([{
        "Config": config_name,
        "RepoTags": [format!("docker.io/library/{name}:test")],
        "Layers": [format!("{name}.layer")],
    }]);
    std::fs::write(folder.join(&config_name), config).expect("written");
    std::fs::write(folder.join("manifest.json"), manifest.to_string()).expect("written");
    let parts = ["manifest.json", &config_name, &format!("{name}.layer")];
    let mut tar = Command::new("tar");
    tar.arg("-C").arg(folder).arg("-cf").arg(folder.join(format!("{name}.tar"))).args(parts);
    assert!(tar.status().expect("tar runs").success(), "an image of {name}");
    parts.iter().for_each(|part| std::fs::remove_file(folder.join(part)).expect("it was there"));
}

fn digest(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// `libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x…)`, and `/lib64/ld-linux-x86-64.so.2 (0x…)`.
fn libraries(program: &Path) -> Vec<PathBuf> {
    let listed = Command::new("ldd").arg(program).output().expect("ldd runs");
    let text = String::from_utf8_lossy(&listed.stdout).into_owned();
    let paths = text.lines().filter_map(|line| line.split_whitespace().find(|word| word.starts_with('/')));
    paths.map(PathBuf::from).collect()
}
