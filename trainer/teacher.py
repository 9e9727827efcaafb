#!/usr/bin/env python3
"""Trains a teacher, a network too large to play with, and lets it value positions that nobody searched.

    espalier pack unpack games.pack -o train.bin
    espalier pack unpack games.pack -o terms.bin --terms
    espalier pack unpack games.pack -o near.bin --neighbours 16
    python3 trainer/teacher.py train.bin --terms terms.bin --label near.bin --out taught.bin --max-seconds 120

The teacher learns from the scores of games what the evaluation by terms does not know: its value is that of the terms and what
a residual network adds on looking at the board. So it knows from the beginning what a queen is worth, in positions that no game
has seen as well. `taught.bin` has the positions of `near.bin` with its values, for a network that is quick enough to play with.
"""

import argparse
import json
import math
import pathlib
import sys
import time

import numpy as np
import torch

import quantise
import records
import train

# Kinds of men, each of one side or the other: the boards that the network sees.
PLANES = 12

# The value of a position is at most this: beyond it everything is won.
HIGHEST = 3_000

# Positions that are valued at once, and read at once.
VALUED = 1 << 14
READ = 1 << 22


class Block(torch.nn.Module):
    """Two convolutions beside a shortcut. What they find is weighed by what is on the whole board (squeeze and excitation)."""

    def __init__(self, channels):
        super().__init__()
        self.first = convolution(channels, channels)
        self.second = convolution(channels, channels)
        self.first_norm = torch.nn.BatchNorm2d(channels)
        self.second_norm = torch.nn.BatchNorm2d(channels)
        self.squeeze = torch.nn.Linear(channels, channels // 4)
        self.excite = torch.nn.Linear(channels // 4, channels)

    def forward(self, board):
        found = torch.relu(self.first_norm(self.first(board)))
        found = self.second_norm(self.second(found))
        weight = torch.sigmoid(self.excite(torch.relu(self.squeeze(found.mean(dim=(2, 3))))))
        return torch.relu(board + found * weight[:, :, None, None])


def convolution(channels, out, size=3):
    return torch.nn.Conv2d(channels, out, size, padding=size // 2, bias=False)


class Teacher(torch.nn.Module):
    """A residual network on the board as the side to move sees it, mirrored as the network that learns from it. An output of 1
    is 400 centipawns."""

    def __init__(self, channels, blocks, seed=1):
        super().__init__()
        torch.manual_seed(seed)
        self.shape = {"channels": channels, "blocks": blocks}
        self.begin = torch.nn.Sequential(convolution(PLANES, channels), torch.nn.BatchNorm2d(channels), torch.nn.ReLU())
        self.blocks = torch.nn.Sequential(*(Block(channels) for _ in range(blocks)))
        self.end = torch.nn.Sequential(
            convolution(channels, 32, 1), torch.nn.BatchNorm2d(32), torch.nn.ReLU(), torch.nn.Flatten(),
            torch.nn.Linear(32 * 64, 256), torch.nn.ReLU(),
        )
        self.adds = torch.nn.Linear(256, 1)
        # At first it adds nothing: it begins as the terms.
        torch.nn.init.zeros_(self.adds.weight)
        torch.nn.init.zeros_(self.adds.bias)
        self.trust = torch.nn.Parameter(torch.ones(()))

    def forward(self, boards, terms):
        """The outputs for boards [n, 12, 8, 8] and the values of the terms in centipawns."""
        seen = self.end(self.blocks(self.begin(boards)))
        # The sum is in full precision: eight bits of a value would be seen.
        with torch.autocast(boards.device.type, enabled=False):
            return self.trust * terms / quantise.SCALE + self.adds(seen.float()).squeeze(1)


def boards_of(positions, indices, dtype):
    """What the network looks at, and the scores and results of some positions."""
    hot, _, score, result = positions.batch(indices, dtype)
    boards = hot[: len(indices)].view(-1, PLANES, 8, 8)
    return boards.contiguous(memory_format=torch.channels_last), score, result


def outputs_of(teacher, boards, terms, dtype):
    """The outputs, with the products in another precision if that is quicker."""
    with torch.autocast(boards.device.type, dtype=dtype, enabled=dtype != torch.float32):
        return teacher(boards, terms)


def read_terms(files, percent):
    """The values of the terms, split as the records of the games are."""
    learn, held, _ = train.read(files, percent)
    return learn, held


def same_positions(rows, others):
    """Whether two sets of records are of the same positions in the same order, whatever their scores."""
    if len(rows) != len(others):
        return False
    some = np.unique(np.linspace(0, max(len(rows) - 1, 0), num=min(len(rows), 10_000), dtype=np.int64))
    return (rows[some, :24] == others[some, :24]).all() and (rows[some, 27:] == others[some, 27:]).all()


def score_of(rows):
    """The scores of records as bytes."""
    return np.ascontiguousarray(rows[:, 24:26]).view("<i2").reshape(-1)


@torch.no_grad()
def outputs(teacher, positions, terms, dtype):
    """The outputs for all of some positions."""
    teacher.eval()
    found = []
    for start in range(0, len(positions), VALUED):
        indices = torch.arange(start, min(start + VALUED, len(positions)), device=positions.rows.device)
        boards, _, _ = boards_of(positions, indices, dtype)
        found.append(outputs_of(teacher, boards, terms[indices], dtype))
    teacher.train()
    return torch.cat(found)


def error(found, score):
    """The mean square of the difference between expected scores."""
    return (torch.sigmoid(found) - torch.sigmoid(score.float() / quantise.SCALE)).square().mean().item()


def learn(options, teacher, positions, terms, held, held_terms, dtype):
    """Trains the teacher. The learning rate falls along a cosine that ends with the samples or the time, whichever is first."""
    device = positions.rows.device
    optimiser = torch.optim.AdamW(teacher.parameters(), lr=options.lr, weight_decay=options.decay, fused=device.type == "cuda")
    batch = min(options.batch, len(positions))
    steps = max(1, math.ceil(options.samples / batch))
    torch.manual_seed(options.seed)
    begin = time.monotonic()
    order, at, step, since = None, 0, 0, 0
    total = torch.zeros((), device=device)
    while step < steps:
        elapsed = (time.monotonic() - begin) / options.max_seconds
        if elapsed >= 1:
            break
        if order is None or at + batch > len(order):
            order, at = torch.randperm(len(positions), device=device), 0
        chosen = order[at:at + batch]
        at += batch
        progress = max(step / steps, elapsed)
        rate = options.lr * 0.5 * (1 + math.cos(math.pi * progress)) * min(1.0, (step + 1) / train.WARM_UP)
        train.set_rate(optimiser, rate)
        boards, score, result = boards_of(positions, chosen, dtype)
        by_score = torch.sigmoid(score / quantise.SCALE)
        wdl = options.wdl * (result <= 1)
        target = wdl * result + (1 - wdl) * by_score
        optimiser.zero_grad(set_to_none=True)
        loss = (torch.sigmoid(outputs_of(teacher, boards, terms[chosen], dtype)) - target).square().mean()
        loss.backward()
        optimiser.step()
        total += loss.detach()
        step += 1
        since += 1
        if step % 20 == 0 and device.type == "cuda":
            # Else it would run far behind, and the clock would tell nothing of the work that is done.
            torch.cuda.synchronize()
        if step % options.report == 0 or step == steps:
            on_held = error(outputs(teacher, held, held_terms, dtype), held.score)
            speed = step * batch / (time.monotonic() - begin)
            line = f"teacher, step {step:,}, {step * batch:,} positions, {speed:,.0f} a second: {total.item() / since:.6f}"
            print(f"{line}, score alone, held out {on_held:.6f}, rate {rate:.1e}", flush=True)
            total.zero_()
            since = 0
    return step * batch, time.monotonic() - begin


def label(options, teacher, dtype):
    """Writes the positions to be valued with the teacher's values. Returns how many there was time for."""
    begin = time.monotonic()
    device = torch.device(options.device)
    done = 0
    with open(options.out, "wb") as out:
        for path in options.label:
            rows = records.load(path).view(np.uint8).reshape(-1, records.RECORD.itemsize)
            for start in range(0, len(rows), READ):
                part = np.array(rows[start:start + READ])
                there = torch.from_numpy(part).to(device)
                values = torch.empty(len(part), dtype=torch.int16, device=device)
                for low in range(0, len(part), VALUED):
                    some = train.Positions(there[low:low + VALUED], 0)
                    terms = some.score.float()
                    found = outputs(teacher, some, terms, dtype) * quantise.SCALE
                    values[low:low + VALUED] = found.clamp(-HIGHEST, HIGHEST).round().short()
                part[:, 24:26] = values.cpu().numpy().astype("<i2").view(np.uint8).reshape(-1, 2)
                out.write(part.tobytes())
                done += len(part)
                if time.monotonic() - begin > options.label_seconds:
                    return done, time.monotonic() - begin
    return done, time.monotonic() - begin


def examine(teacher, path, device, dtype):
    """The error of the terms and of the teacher in an exam whose lines have the value of the terms as a fourth field."""
    positions = records.exam(path)
    with records.opened(path) as lines:
        terms = [int(line.split("|")[3]) for line in lines if line.strip()]
    rows = torch.from_numpy(positions.view(np.uint8).reshape(-1, 32).copy()).to(device)
    exam = train.Positions(rows, 0)
    terms = torch.tensor(terms, dtype=torch.float32, device=device)
    return error(terms / quantise.SCALE, exam.score), error(outputs(teacher, exam, terms, dtype), exam.score)


def arguments(words=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+", help="records of games, as `espalier pack unpack` writes them")
    parser.add_argument("--terms", nargs="+", required=True, help="the same, written with --terms")
    parser.add_argument("--label", nargs="+", default=[], help="records with the values of the terms, to be valued")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("taught.bin"), help="those records with its values")
    parser.add_argument("--checkpoint", type=pathlib.Path, help="where the teacher is written, or read from with --samples 0")
    parser.add_argument("--start", type=pathlib.Path, help="a teacher to go on with")
    parser.add_argument("--channels", type=int, default=128)
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--samples", type=float, default=6e7, help="positions to see, each as often as it takes")
    parser.add_argument("--max-seconds", type=float, default=math.inf, help="end the training so long after it began")
    parser.add_argument("--label-seconds", type=float, default=math.inf, help="value no more positions after that time")
    parser.add_argument("--batch", type=int, default=2_048)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--decay", type=float, default=0.02)
    parser.add_argument("--wdl", type=float, default=0.05, help="how much the result of the game counts")
    parser.add_argument("--held-out", type=int, default=1, help="percent of the games that are not learned from")
    parser.add_argument("--exam", help="an exam with the values of the terms: `--example exam` of the crate engine writes one")
    parser.add_argument("--report", type=int, default=2_000, help="steps between two lines of progress")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser.parse_args(words)


def main(words=None):
    options = arguments(words)
    device = torch.device(options.device)
    torch.backends.cudnn.benchmark = True
    dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
    rows, held_rows, _ = train.read(options.files, options.held_out)
    terms_rows, held_terms_rows = read_terms(options.terms, options.held_out)
    if not same_positions(rows, terms_rows) or not same_positions(held_rows, held_terms_rows):
        sys.exit("the records with the values of the terms are not of the same positions")
    if not len(rows) or not len(held_rows):
        sys.exit("there are too few games to learn from some and hold out others")
    room = 0.5 * torch.cuda.mem_get_info(device)[0] if device.type == "cuda" else 8e9
    positions, held = (train.Positions(torch.from_numpy(part).to(device), room) for part in (rows, held_rows))
    terms, held_terms = (torch.from_numpy(score_of(part)).to(device).float() for part in (terms_rows, held_terms_rows))

    teacher = Teacher(options.channels, options.blocks, options.seed)
    weights = sum(values.numel() for values in teacher.parameters())
    print(f"a teacher of {weights:,} weights, {len(positions):,} positions to learn from, {len(held):,} held out, on {device}")
    teacher = teacher.to(device, memory_format=torch.channels_last)
    start = options.checkpoint if options.samples == 0 else options.start
    if start:
        teacher.load_state_dict(torch.load(start, map_location=device, weights_only=True)["teacher"])
    result = {"weights": weights, **teacher.shape, "held_out_terms": error(held_terms / quantise.SCALE, held.score)}
    seen, seconds = learn(options, teacher, positions, terms, held, held_terms, dtype) if options.samples else (0, 0.0)
    result |= {"positions_seen": seen, "training_seconds": round(seconds, 1)}
    if options.checkpoint and options.samples:
        torch.save({"shape": teacher.shape, "teacher": teacher.state_dict()}, options.checkpoint)
    result["held_out_teacher"] = error(outputs(teacher, held, held_terms, dtype), held.score)
    if options.exam:
        result["exam_terms"], result["exam_teacher"] = examine(teacher, options.exam, device, dtype)
    print(json.dumps(result), flush=True)
    if options.label:
        done, seconds = label(options, teacher, dtype)
        result |= {"labelled": done, "label_seconds": round(seconds, 1)}
        print(f"{done:,} positions valued in {seconds:.1f} s, {done / max(seconds, 1e-9):,.0f} a second", flush=True)
    return result


if __name__ == "__main__":
    main()
