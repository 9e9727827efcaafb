#!/usr/bin/env python3
"""Makes the next network from packs of games, by the recipe of the one in the program.

    espalier datagen games.pack --games 1000000 --nodes 1000 --seconds 3600 --resume
    python3 trainer/make_net.py games.pack --out nets/next
    espalier match "uci:espalier,option.EvalFile=nets/next/next.nnue" engine --nodes 8000 --games 500

It unpacks the positions of the games and of their neighbours, begins a network with what the terms say of the neighbours, and
goes on with the scores of the games. With `--start` it begins with a network that is there, such as nets/espalier.pt.
`make net` does all three.
"""

import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys

import train


def arguments(words=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("packs", nargs="+", type=pathlib.Path, help="games, as `espalier datagen` writes them")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("nets/next"), help="the folder for what comes out")
    parser.add_argument("--espalier", default=os.environ.get("ESPALIER", "espalier"), help="the program")
    parser.add_argument("--start", type=pathlib.Path, help="a checkpoint (.pt) to begin with instead of the neighbours")
    parser.add_argument("--width", type=int, default=512)
    parser.add_argument("--neighbours", type=int, default=16, help="tries for each position of the games")
    parser.add_argument("--first", type=float, default=1.2e9, help="neighbours to see, each as often as it takes")
    parser.add_argument("--samples", type=float, default=4e8, help="positions of games to see")
    parser.add_argument("--lr", type=float, default=3e-4, help="the highest learning rate with the games")
    parser.add_argument("--wdl", type=float, default=0.05, help="how much the result of a game counts")
    parser.add_argument("--exam", help="lines of FEN|score|best move, plain or xz, that no game has")
    parser.add_argument("--small", action="store_true", help="a tiny network in a minute on a CPU, to see that everything works")
    return parser.parse_args(words)


def unpack(options, ending, *words):
    """The records of every pack, several packs at a time."""
    def one(pack):
        to = options.out / f"{pack.stem}{ending}"
        command = [options.espalier, "pack", "unpack", str(pack), "-o", str(to), *words]
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        except FileNotFoundError:
            sys.exit(f"there is no program \"{options.espalier}\": name it with --espalier")
        if done.returncode:
            sys.exit(done.stdout.strip())
        print(done.stdout.strip(), flush=True)
        return str(to)

    names = {pack.stem for pack in options.packs}
    if len(names) != len(options.packs):
        sys.exit("two packs have the same name, and would write the same file")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as several:
        return list(several.map(one, options.packs))


def main(words=None):
    options = arguments(words)
    options.out.mkdir(parents=True, exist_ok=True)
    common = []
    if options.small:
        options.width, options.neighbours, options.first, options.samples, options.lr = 32, 2, 1e5, 1e5, 1e-3
        common = ["--batch", "256", "--report", "200", "--held-out", "10"]
    if options.exam:
        common += ["--exam", options.exam]
    shape = f"width={options.width},buckets=8"
    start = options.start
    if start is None:
        near = unpack(options, ".near", "--neighbours", str(options.neighbours))
        train.main([*near, "--out", str(options.out), *common, "--variant", f"{shape},wdl=0,samples={options.first},name=first"])
        (options.out / "curves.csv").replace(options.out / "first-curves.csv")
        start = options.out / "first.pt"
    games = unpack(options, ".bin")
    recipe = f"wdl={options.wdl},lr={options.lr},samples={options.samples},start={start},name=next"
    train.main([*games, "--out", str(options.out), *common, "--variant", f"{shape},{recipe}"])
    print(f"{options.out / 'next.nnue'} is the network; {options.out / 'next.json'} says how it was made")


if __name__ == "__main__":
    main()
