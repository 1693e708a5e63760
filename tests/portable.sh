#!/usr/bin/env bash
# What needs no Linux (reading plans, importing, analysing, reporting, the lab's server) compiles for macOS and Windows, as far as
# `cargo check` can tell on Linux: no C is compiled and nothing is linked, for that takes their own compilers.
#   ./tests/portable.sh [TARGET…]     both without an argument
set -euo pipefail
cd "$(dirname "$0")/.."
crates=(run plan formats telemetry analysis report import export server)
targets=("$@")
[ $# -gt 0 ] || targets=(x86_64-apple-darwin x86_64-pc-windows-gnu)
command -v rustup > /dev/null || { echo "skipped: portable: other systems' standard libraries come by rustup"; exit 0; }
rustup target add "${targets[@]}" > /dev/null 2>&1 || { echo "skipped: portable: ${targets[*]} can't be had"; exit 0; }
without_c=()
for target in "${targets[@]}"; do
    without_c+=("CC_${target//-/_}=true" "AR_${target//-/_}=true")
done
env "${without_c[@]}" "${CARGO:-cargo}" check --locked "${targets[@]/#/--target=}" "${crates[@]/#/-pplimsoll-}"
