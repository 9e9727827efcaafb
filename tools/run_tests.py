#!/usr/bin/env python3
"""Runs the test programs that cargo has built, three at a time, and says of each how it went.

cargo runs one test program after the other, and many of them wait for time to pass. What a program printed is shown only if
one of its tests failed. The arguments go to `cargo test`.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

# These take longest: they begin, so that nobody has to wait for them at the end.
FIRST = ["cli", "classroom", "the examples in the documentation", "engine", "server", "contest", "chess", "lab"]
AT_ONCE = 3
# Seconds that a program may take. On a busy machine some of the tests wait for others to answer.
LONGEST = 400
# So many tests of a program at a time. Those of the program itself spend most of their time waiting for it.
THREADS = {"cli": 6}


def programs(arguments):
    """(folder of the crate, name, program) of every test program; what does not build ends the run."""
    command = ["cargo", "test", "--quiet", "--no-run", "--message-format=json-render-diagnostics", *arguments]
    made = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if made.returncode != 0:
        sys.exit(made.returncode)
    for line in made.stdout.splitlines():
        artifact = json.loads(line)
        if artifact.get("reason") == "compiler-artifact" and artifact["profile"]["test"] and artifact["executable"]:
            yield Path(artifact["manifest_path"]).parent, artifact["target"]["name"], artifact["executable"]


def run(command, folder):
    """How a program ended, what it printed, and how long it took. One that does not end is ended."""
    began = time.monotonic()
    environment = {**os.environ, "CARGO_MANIFEST_DIR": str(folder)}
    done = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True
    )
    try:
        output, _ = done.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        os.killpg(done.pid, signal.SIGKILL)
        output = f"not over after {LONGEST} s\n"
        done.wait()
    return done.returncode, output, time.monotonic() - began


def those_that_failed(output):
    """The names of the tests that a program lists at its end as failed."""
    _, found, listed = output.rpartition("\nfailures:\n")
    return re.findall(r"^    (\S+)$", listed, re.MULTILINE) if found else []


def main():
    # A shell that starts us in the background lets us ignore Ctrl-C, and the tests send it to the programs that they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    arguments = sys.argv[1:]
    jobs = [
        (f"{folder.name}: {name}", [program, f"--test-threads={THREADS.get(folder.name, 1)}"], folder)
        for folder, name, program in programs(arguments)
    ]
    jobs.append(("the examples in the documentation", ["cargo", "test", "--workspace", "--doc"], Path.cwd()))
    rank = {name: place for place, name in enumerate(FIRST)}
    jobs.sort(key=lambda job: rank.get(job[0].split(":")[0], len(FIRST)))
    passed, bad = 0, []

    def tell(name, code, output, took):
        counts = re.findall(r"^test result: \w+\. (\d+) passed; (\d+) failed", output, re.MULTILINE)
        good, wrong = (sum(int(count[side]) for count in counts) for side in (0, 1))
        if code != 0:
            print(output, flush=True)
        if good or wrong or code:
            print(f"{'ok    ' if code == 0 else 'FAILED'} {name}, {good} tests, {took:.1f} s", flush=True)
        return good

    with ThreadPoolExecutor(AT_ONCE) as pool:
        running = {pool.submit(run, command, folder): (name, command, folder) for name, command, folder in jobs}
        for one in as_completed(running):
            code, output, took = one.result()
            good = tell(running[one][0], code, output, took)
            name, command, folder = running[one]
            tests = those_that_failed(output) if command[0] != "cargo" else []
            if code == 0:
                passed += good
            elif tests:
                passed += good
                bad.append((name, [command[0], "--exact", "--test-threads=1", *tests], folder))
            else:
                # A program that was ended, or that broke, is asked all of it again.
                bad.append((name, command, folder))
    # Beside the others and a browser a test may wait in vain. What is wrong fails alone, too.
    failed = []
    for name, command, folder in bad:
        code, output, took = run(command, folder)
        passed += tell(f"{name}, again and alone", code, output, took)
        if code != 0:
            failed.append(name)
    for name in failed:
        print(f"FAILED {name}")
    print(f"{passed} passed, {len(failed)} programs failed, {len(bad)} were asked twice")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
