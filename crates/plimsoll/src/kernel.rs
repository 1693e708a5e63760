//! Whether this kernel can do what the load engine asks of it.

use crate::exit::Failure;

/// `epoll_pwait2`, by which workers wait to the microsecond (epoll_wait(2)).
const NEEDED: (u32, u32) = (5, 11);

/// What is needed, where the kernel is older; a kernel that does not say its version is tried.
pub fn too_old() -> Option<String> {
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").ok()?;
    (version(&release)? < NEEDED).then(|| format!("{}.{}", NEEDED.0, NEEDED.1))
}

/// Before a load of the engine.
pub fn check() -> Result<(), Failure> {
    let Some(needed) = too_old() else { return Ok(()) };
    Err(Failure::input(format!("the load engine needs Linux {needed} or newer; this kernel is older"))
        .with_hint("report, compare, import, check and convert work here; --generator lets another tool make the load"))
}

/// `5.10.0-28-amd64` → (5, 10)
fn version(release: &str) -> Option<(u32, u32)> {
    let mut numbers = release.trim().split(|c: char| !c.is_ascii_digit()).map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_of_kernels_are_read() {
        for (release, expected) in [
            ("5.10.0-28-amd64\n", Some((5, 10))),
            ("6.18.2", Some((6, 18))),
            ("4.18.0-553.el8_10.x86_64", Some((4, 18))),
            ("unknown", None),
        ] {
            assert_eq!(version(release), expected, "{release}");
        }
    }

    #[test]
    fn the_comparison_is_by_numbers() {
        assert!(version("5.9").expect("read") < NEEDED && version("5.11").expect("read") >= NEEDED);
    }
}
