#!/usr/bin/env bash
# Builds a Kubernetes control plane, kubelet and kubectl from the Go module proxy into target/test-tools/kubernetes, where they are not
# there yet: about 15 minutes on one core. Needs go; etcd and what runs pods (containerd, runc, CNI plugins) are the system's packages.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
out=$root/target/test-tools/kubernetes
version=1.34.4
mkdir -p "$out"
missing=()
command -v etcd >/dev/null || missing+=(etcd-server)
for program in containerd runc; do command -v "$program" >/dev/null || missing+=("$program"); done
[ -x /usr/lib/cni/bridge ] || [ -x /opt/cni/bin/bridge ] || missing+=(containernetworking-plugins)
[ ${#missing[@]} = 0 ] || { apt-get update -q && apt-get install -y -q --no-install-recommends "${missing[@]}"; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$root"/tests/kubernetes/go.{mod,sum} "$work"
cd "$work"
flags="-s -w"
for package in k8s.io/component-base/version k8s.io/client-go/pkg/version; do
    flags+=" -X $package.gitVersion=v$version -X $package.gitMajor=1 -X $package.gitMinor=34"
done
for program in kube-apiserver kube-controller-manager kube-scheduler kubelet kubectl; do
    [ -x "$out/$program" ] && continue
    CGO_ENABLED=0 GOFLAGS=-mod=mod go build -trimpath -ldflags "$flags" -o "$out/$program" "k8s.io/kubernetes/cmd/$program"
done
