#!/usr/bin/env bash
# Runs the Slurm recipe of docs/explore-on-many-machines.md on a cluster of one node, this machine.
#
#     [MINIGO=target/release/minigo] tests/cluster/slurm.sh
#
# Checks the status of the merge and the results of all shards: of a program without a failure, after some shards are
# lost and explored again, and of one with a failure, whose schedule is replayed. Needs root and a Debian machine;
# installs slurm-wlm and munge if they are missing, and leaves them. munged, slurmctld and slurmd are started by hand,
# with files and ports of their own, so no systemd is needed and a cluster that is configured here is not touched. Half a
# minute; two with the installation.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=$PWD/tests/cluster
minigo=$(realpath "${MINIGO:-target/release/minigo}")
[ -x "$minigo" ] || { echo "slurm.sh: no $minigo: cargo build --release, or set MINIGO" >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo "slurm.sh: munged and slurmd have to run as root here" >&2; exit 2; }

if ! (command -v slurmctld && command -v slurmd && command -v sbatch && command -v munged) >/dev/null; then
    apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends slurm-wlm munge
fi

# munged takes only a directory that others may enter, and no directory above it may be writable to them without the
# sticky bit.
work=$(mktemp -d /tmp/minigo-slurm-XXXXXX)
chmod 711 "$work"
node=$(hostname -s)
daemons=()

cleanup() {
    status=$?
    trap - EXIT
    # slurmd leaves no slurmstepd behind if no job runs any more. If not all three daemons run, there are no jobs.
    if [ ${#daemons[@]} = 3 ] && scancel --user=root; then wait_for_jobs 30 || true; fi
    for ((i = ${#daemons[@]} - 1; i >= 0; i--)); do kill "${daemons[i]}" 2>/dev/null || true; done
    wait
    if [ "$status" = 0 ]; then rm -rf "$work"; else echo "slurm.sh: failed; the daemons' logs are in $work" >&2; fi
    exit "$status"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

# Waits until the queue is empty: wait_for_jobs SECONDS
wait_for_jobs() {
    for ((i = 0; i < $1; i++)); do
        if [ -z "$(squeue --noheader)" ]; then return; fi
        sleep 1
    done
    squeue >&2
    return 1
}

# Waits until a command succeeds: wait_until WHAT COMMAND…. The daemons take one or two seconds; twenty are for a busy
# machine.
wait_until() {
    local what=$1
    shift
    for ((i = 0; i < 100; i++)); do
        if "$@" >/dev/null 2>&1; then return; fi
        kill -0 "${daemons[-1]}" 2>/dev/null || break
        sleep 0.2
    done
    tail -n 20 "$work"/*.log >&2
    echo "slurm.sh: $what" >&2
    return 1
}

fail() { echo "slurm.sh: $*" >&2; exit 1; }

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

# 8 CPUs, whatever the machine has (config_overrides): two tasks of the recipe at a time. The intervals are the
# shortest, since a merge job would wait up to a minute for the scheduler to see that the array has ended. NoInAddrAny
# and NoCtldInAddrAny: the daemons listen at the loopback address only.
cat >"$work/slurm.conf" <<END
ClusterName=minigo
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
CredType=cred/munge
SlurmUser=root
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=1
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
NodeName=$node NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=main Nodes=$node Default=YES MaxTime=INFINITE State=UP
END
# slurmd shall use no cgroups, which a container may not let it change. Slurm 22.05 (Debian 12) cannot disable them, but
# its plugin for version 1 leaves the hierarchy alone unless a plugin above asks for it.
release=$(slurmd -V | grep -o '[0-9]*' | head -1)
echo "CgroupPlugin=$([ "$release" -gt 22 ] && echo disabled || echo cgroup/v1)" >"$work/cgroup.conf"
export SLURM_CONF=$work/slurm.conf
mkdir "$work/state" "$work/spool" "$work/bin" "$work/job"

dd if=/dev/urandom of="$work/munge.key" bs=1024 count=1 status=none
chmod 400 "$work/munge.key"
munged --foreground --key-file="$work/munge.key" --socket="$work/munge.socket" --pid-file="$work/munged.pid" \
    --seed-file="$work/munged.seed" >"$work/munged.log" 2>&1 &
daemons+=($!)
wait_until "munged does not answer" munge -n --socket="$work/munge.socket"
slurmctld -D >"$work/slurmctld.log" 2>&1 &
daemons+=($!)
wait_until "slurmctld does not answer" scontrol ping
slurmd -D -N "$node" >"$work/slurmd.log" 2>&1 &
daemons+=($!)
wait_until "the node is not idle" sh -c 'sinfo --noheader --format=%t | grep -qx idle'

"$here/recipe.py" "$work/job" explore.sbatch merge.sbatch submit.sh rerun.sh
ln -s "$minigo" "$work/bin/minigo"
export PATH=$work/bin:$PATH
shards=$(sed -n 's/^#SBATCH --array=1-//p' "$work/job/explore.sbatch")

# Submits a program and checks the status and the results: submit PROGRAM STATUS. Sets results.
submit() {
    local status=0
    cp "tests/explore/$1" "$work/job/bank.go"
    # The recipe limits a shard to ten minutes; no shard here takes that long.
    (cd "$work/job" && rm -rf results-* && timeout 600 ./submit.sh bank.go) >"$work/report" || status=$?
    cat "$work/report"
    [ "$status" = "$2" ] || fail "$1: the merge has status $status, not $2"
    results=$(echo "$work"/job/results-*)
    for ((i = 1; i <= shards; i++)); do
        [ -s "$results/shard-$i-of-$shards.json" ] ||
            fail "$1: shard $i of $shards has no result: $(cat "$results/shard-$i.log")"
    done
}

complete='every interleaving was seen'

echo "== a program without a failure: $shards shards"
submit ok_readers.go 0
grep -q "$complete" "$work/report" || fail "not complete with all shards"

echo "== two shards are lost, and explored again"
rm "$results/shard-3-of-$shards.json" "$results/shard-7-of-$shards.json"
status=0
minigo explore merge "$results" >"$work/report" || status=$?
[ "$status" = 2 ] || fail "merge of incomplete results: status $status, not 2"
if grep -q "$complete" "$work/report"; then cat "$work/report"; fail "complete without two shards"; fi
(cd "$work/job" && ./rerun.sh "$results" "3 7" bank.go)
wait_for_jobs 120 || fail "the shards that were submitted again have not ended"
minigo explore merge "$results" >"$work/report"
grep -q "$complete" "$work/report" || { cat "$work/report"; fail "not complete after the shards were explored again"; }

echo "== a program with a failure"
submit bad_wakeup.go 1
(cd "$work/job" && minigo run --replay "$results/failing.schedule" bank.go) >"$work/replay" 2>&1 || true
failure=$(sed -n 's,^// WANT ,,p' tests/explore/bad_wakeup.go)
grep -qF "$failure" "$work/replay" || { cat "$work/replay"; fail "the schedule does not repeat the failure"; }
echo "slurm.sh: $shards shards explored and merged, with and without a failure; missing shards were reported"
