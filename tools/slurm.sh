#!/bin/bash
# Tries the job array of docs/scale.md on a Slurm of one node: four shards, one of which is killed and requeued, then the merge, then a
# comparison with a run in one piece. Needs root and Debian's packages slurm-wlm and munge; leaves nothing running.
#   tools/slurm.sh PROGRAM [GAMES]
set -eu
program=$(realpath "$1") games=${2:-48}
for tool in munged slurmctld slurmd sbatch; do
    command -v $tool >/dev/null || { echo "tools/slurm.sh needs $tool: apt-get install slurm-wlm munge" >&2; exit 2; }
done
scale=$(cd "$(dirname "$0")/.." && pwd)/docs/scale.md
folder=$(mktemp -d)
host=$(hostname -s)
export SLURM_CONF=$folder/slurm.conf
mkdir "$folder/state" "$folder/spool" "$folder/work"

dd if=/dev/urandom of="$folder/key" bs=128 count=1 2>/dev/null
chmod 400 "$folder/key"
munged --force --key-file="$folder/key" --socket="$folder/munge" --pid-file="$folder/munged.pid" \
    --log-file="$folder/munged.log" --seed-file="$folder/seed"
cat >"$SLURM_CONF" <<END
ClusterName=one
SlurmctldHost=$host
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
SlurmctldPort=26917
SlurmdPort=26918
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
finish() {
    for name in slurmd slurmctld munged; do
        pid=$(cat "$folder/$name.pid" 2>/dev/null) || continue
        kill "$pid" 2>/dev/null || continue
        while [ -e "/proc/$pid/exe" ]; do sleep 0.1; done
    done
    rm -rf "$folder"
}
trap finish EXIT
slurmctld
slurmd
until sinfo -h -o %T | grep -q idle; do sleep 0.2; done

# The script of the document, with fewer games and as many threads as the machine has.
cd "$folder/work"
sed -n '/^#!\/bin\/sh$/,/^```$/p' "$scale" | sed '/^```$/,$d' >match.sh
grep -q -- --array=0-15 match.sh
sed -i "s|--array=0-15|--array=0-3|; s|--cpus-per-task=4|--cpus-per-task=1|; s|--games 100000|--games $games|; s|exec espalier|exec $program|" match.sh
array=$(sbatch --parsable match.sh)
sbatch --dependency="afterok:$array" --wrap="$program merge match-[0-9].jsonl -o match.jsonl" >/dev/null
# Kill one task in the middle of its games; Slurm starts it again.
until [ "$(grep -c '^{"game"' match-1.jsonl 2>/dev/null)" -ge 2 ] 2>/dev/null; do sleep 0.1; done
scontrol requeue "${array}_1"
echo "task 1 is requeued after $(grep -c '^{"game"' match-1.jsonl) games"
until [ -z "$(squeue -h)" ]; do
    scontrol update job "${array}_1" StartTime=now 2>/dev/null || true
    sleep 0.5
done
sed "s|exec .*espalier|$program|; s|--resume .*|--resume whole.jsonl|; s|\$SLURM_CPUS_PER_TASK|2|" match.sh | sh >/dev/null
for file in match whole; do
    grep '^{"game"' $file.jsonl | sed -E 's/"(began|ms)":[0-9]+,?//g' | sort >$file.games
done
cmp match.games whole.games
echo "$(wc -l <match.games) games of four shards equal the match in one piece"
