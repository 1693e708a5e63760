#!/bin/sh
# A machine of a cluster: containerd and a kubelet, in the network namespace in which this runs. It is the first process of namespaces
# of its own for mounts and processes: when it ends, all of it is gone. Folders of the machine that both write to are covered.
#   node.sh FOLDER NAME ADDRESS PODS CGROUP KUBELET PLUGINS
# FOLDER has node.kubeconfig, the folder images beside it what is imported; PODS is the network of its pods, CGROUP the folder of its own in each
# hierarchy, PLUGINS where the programs of CNI are.
set -eu
folder=$1 name=$2 address=$3 pods=$4 cgroup=$5 kubelet=$6 plugins=$7
cd "$folder"
for covered in /run /var/lib /var/log; do mount -t tmpfs -o mode=755 node "$covered"; done
mount --make-rshared /
# A kubelet sets these for the whole machine.
set_aside() {
    [ -e "/proc/sys/$1" ] || return 0
    echo "$2" > "sysctl.${1##*/}"
    mount --bind "sysctl.${1##*/}" "/proc/sys/$1"
}
set_aside vm/overcommit_memory 1
set_aside vm/panic_on_oom 0
set_aside kernel/panic 10
set_aside kernel/panic_on_oops 1
set_aside kernel/keys/root_maxkeys 1000000
set_aside kernel/keys/root_maxbytes 25000000

mkdir -p cni logs pki kubelet
cat > cni/10-bridge.conflist <<END
{"cniVersion": "0.4.0", "name": "pods", "plugins": [
  {"type": "bridge", "bridge": "cni0", "isGateway": true, "hairpinMode": true,
   "ipam": {"type": "host-local", "dataDir": "$folder/addresses", "ranges": [[{"subnet": "$pods"}]], "routes": [{"dst": "0.0.0.0/0"}]}}
]}
END
cat > containerd.toml <<END
version = 2
root = "$folder/root"
state = "$folder/state"
[grpc]
  address = "$folder/c.sock"
[ttrpc]
  address = "$folder/t.sock"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "docker.io/library/pause:test"
  restrict_oom_score_adj = true
  disable_apparmor = true
  stream_server_address = "127.0.0.1"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "$plugins"
    conf_dir = "$folder/cni"
[plugins."io.containerd.internal.v1.opt"]
  path = "$folder/opt"
END
cat > kubelet.yaml <<END
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
authentication: {anonymous: {enabled: true}, webhook: {enabled: false}}
authorization: {mode: AlwaysAllow}
address: $address
healthzPort: 0
cgroupDriver: cgroupfs
cgroupRoot: /$cgroup
containerRuntimeEndpoint: unix://$folder/c.sock
evictionHard: {nodefs.available: "1%", imagefs.available: "1%", memory.available: 50Mi}
imageGCHighThresholdPercent: 100
failSwapOn: false
localStorageCapacityIsolation: false
maxPods: 20
oomScoreAdj: 0
podLogsDir: $folder/logs
resolvConf: ""
nodeStatusUpdateFrequency: 4s
END

containerd --config containerd.toml > containerd.log 2>&1 &
for _ in $(seq 300); do
    ctr --address c.sock version > /dev/null 2>&1 && break
    sleep 0.1
done
for image in ../images/*.tar; do
    ctr --address c.sock --namespace k8s.io images import "$image" >> containerd.log 2>&1
done
"$kubelet" --config kubelet.yaml --kubeconfig node.kubeconfig --root-dir "$folder/kubelet" --cert-dir pki --hostname-override "$name" \
    --node-ip "$address" > kubelet.log 2>&1 &
wait
