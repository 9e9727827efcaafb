#!/usr/bin/env python3
"""Trains networks on records of positions, several in one go, and writes them for the program.

    python3 trainer/train.py train.bin --variant width=128 --variant width=256,buckets=8,wdl=0.2 --out nets

README.md says how to get the records and what comes out. Needs PyTorch and numpy; a GPU if there is much to train.
"""

import argparse
import csv
import dataclasses
import hashlib
import json
import math
import pathlib
import sys
import time

import numpy as np
import torch

import quantise
import records

# Weights beyond this could not be written in the integers of the output: 1.98 * 64 is 127.
CLIP = 1.98

# Positions that are worked on at once where memory, not speed, counts.
CHUNK = 1 << 18

# The steps in which the learning rate climbs.
WARM_UP = 200

# How often it is set after that.
RATE_STEPS = 20


@dataclasses.dataclass
class Variant:
    """A network to be trained: what can differ between those that see the same positions."""

    width: int = 128        # neurons of one perspective
    buckets: int = 1        # output buckets, 1 or 8
    wdl: float = 0.2        # how much the result of the game counts, from 0 (only the score) to 1
    seed: int = 1           # for the first weights
    lr: float = 1e-3        # the highest learning rate
    decay: float = 0.01     # weight decay
    power: float = 2.0      # the exponent of the error
    samples: float = 0.0    # positions to see, if not as many as --samples says
    start: str = ""         # a checkpoint (.pt) to start from instead of random weights
    name: str = ""          # of its files

    @classmethod
    def parse(cls, text):
        """A variant from `width=128,buckets=1,wdl=0.2,seed=1`. What is not named stays as it is."""
        values = {}
        kinds = {field.name: field.type for field in dataclasses.fields(cls)}
        for part in filter(None, text.split(",")):
            key, equals, value = part.partition("=")
            if not equals or key not in kinds:
                raise ValueError(f"'{part}' is none of {', '.join(kinds)} with a value")
            values[key] = kinds[key](value)
        variant = cls(**values)
        if variant.width % quantise.LANES or not quantise.LANES <= variant.width <= quantise.MAX_WIDTH:
            raise ValueError(f"a width of {variant.width} is not supported")
        if variant.buckets not in (1, 8):
            raise ValueError(f"{variant.buckets} output buckets are not supported")
        if not variant.name:
            variant.name = f"{variant.width}x{variant.buckets}-w{variant.wdl:g}-s{variant.seed}"
        return variant


class Net(torch.nn.Module):
    """(768 -> width) x2 -> 1 in floating point. An output of 1 is 400 centipawns."""

    def __init__(self, variant):
        super().__init__()
        random = torch.Generator().manual_seed(variant.seed)

        def uniform(*shape, inputs):
            bound = inputs ** -0.5
            return torch.nn.Parameter((torch.rand(shape, generator=random) * 2 - 1) * bound)

        width, buckets = variant.width, variant.buckets
        self.buckets = buckets
        self.feature_weights = uniform(records.INPUTS, width, inputs=records.INPUTS)
        self.feature_biases = uniform(width, inputs=records.INPUTS)
        self.output_weights = uniform(buckets, 2 * width, inputs=2 * width)
        self.output_biases = torch.nn.Parameter(torch.zeros(buckets))

    def forward(self, inputs, bucket):
        """The outputs for the inputs of n positions: rows of zeros and ones, n of the sides to move, then n of the others."""
        neurons = torch.addmm(self.feature_biases.to(inputs.dtype), inputs, self.feature_weights.to(inputs.dtype))
        active = neurons.clamp(0, 1).square()
        # The output is always in full precision: it is small work, and eight bits of it would be seen.
        both = torch.cat(active.chunk(2), dim=1).float()
        outputs = both @ self.output_weights.t() + self.output_biases
        return outputs.gather(1, bucket).squeeze(1)

    @torch.no_grad()
    def clip(self):
        """Keeps the weights where integers can follow. The biases of the output are wide enough for anything."""
        for weights in (self.feature_weights, self.feature_biases, self.output_weights):
            weights.clamp_(-CLIP, CLIP)

    def quantised(self, manifest):
        """The network in integers."""
        weights = (self.feature_weights, self.feature_biases, self.output_weights, self.output_biases)
        return quantise.quantise(*(values.detach().float().cpu().numpy() for values in weights), manifest)


def decode(rows):
    """The inputs of rows of 32 bytes, as records.features has them: [n, 2, 32], the side to move first; and the men."""
    device = rows.device
    bits = (rows[:, :8, None] >> torch.arange(8, device=device, dtype=torch.uint8) & 1).flatten(1)
    number = bits.sum(dim=1, dtype=torch.int32)
    # Each occupied square goes to its place among the men; the empty ones go to a place that is cut off.
    place = torch.where(bits > 0, bits.cumsum(dim=1, dtype=torch.int64) - 1, 32)
    squares = torch.zeros(len(rows), 33, dtype=torch.int32, device=device)
    numbers = torch.arange(64, dtype=torch.int32, device=device).expand(len(rows), 64)
    squares = squares.scatter_(1, place, numbers)[:, :32]
    men = rows[:, 8:24]
    codes = torch.stack([men & 15, men >> 4], dim=2).flatten(1).int()
    there = torch.arange(32, device=device) < number[:, None]
    black = rows[:, 27:28].int()
    perspectives = []
    for side in (black, 1 - black):
        king = there & (codes == records.KING + records.BLACK * side)
        king_square = (squares * king).sum(dim=1, keepdim=True, dtype=torch.int32)
        flip = (56 * side) ^ (7 * (king_square % 8 >= 4).int())
        theirs = ((codes >> 3) != side).int()
        inputs = 384 * theirs + 64 * (codes & 7) + (squares ^ flip)
        own_king = 64 * records.KING + (king_square ^ flip)
        perspectives.append(torch.where(there, inputs, own_king))
    return torch.stack(perspectives, dim=1), number


class Positions:
    """Positions on the device: their bytes, and if there is room their inputs as well."""

    def __init__(self, rows, room):
        self.rows = rows
        self.score = rows[:, 24:26].contiguous().view(torch.int16).squeeze(1)
        self.result = rows[:, 26]
        self.inputs = None
        if len(rows) * 128 <= room:
            self.inputs = torch.empty(len(rows), 2, 32, dtype=torch.int16, device=rows.device)
            self.number = torch.empty(len(rows), dtype=torch.uint8, device=rows.device)
            for start in range(0, len(rows), CHUNK):
                inputs, number = decode(rows[start:start + CHUNK])
                self.inputs[start:start + CHUNK] = inputs
                self.number[start:start + CHUNK] = number

    def __len__(self):
        return len(self.rows)

    def batch(self, indices, dtype):
        """The inputs as rows of zeros and ones [2n, 768], the men, the scores and the results of some positions."""
        if self.inputs is None:
            inputs, number = decode(self.rows[indices])
        else:
            inputs, number = self.inputs[indices], self.number[indices]
        count = len(indices)
        inputs = inputs.transpose(0, 1).reshape(2 * count, 32).long()
        hot = torch.zeros(2 * count, records.INPUTS, dtype=dtype, device=self.rows.device)
        # An input that is named twice is set once, so what fills up the 32 places does no harm.
        hot.scatter_(1, inputs, 1.0)
        return hot, number.long(), self.score[indices].float(), self.result[indices].float() / 2


def bucket_of(number, buckets):
    """As records.bucket, in a column."""
    return torch.clamp((number - 2) // -(-32 // buckets), max=buckets - 1)[:, None]


def loss_of(net, variant, hot, number, score, result):
    """The mean error of the expected score."""
    expected = torch.sigmoid(net(hot, bucket_of(number, variant.buckets)))
    by_score = torch.sigmoid(score / quantise.SCALE)
    # A position that is of no game has no result: there is only its score to learn from.
    wdl = variant.wdl * (result <= 1)
    target = wdl * result + (1 - wdl) * by_score
    error = (expected - target).abs()
    return (error.square() if variant.power == 2 else error.pow(variant.power)).mean()


def read(paths, percent):
    """The records of all files as bytes, those to learn from and those held out; and what the manifest says of the files."""
    learn, held, files = [], [], []
    for path in paths:
        loaded = records.load(path)
        mask = records.held_out(loaded["game"], percent)
        rows = loaded.view(np.uint8).reshape(-1, records.RECORD.itemsize)
        # Masks over all of a large file would copy it twice.
        for start in range(0, len(rows), 1 << 22):
            part, out = rows[start:start + (1 << 22)], mask[start:start + (1 << 22)]
            learn.append(part[~out])
            held.append(part[out])
        files.append({"name": pathlib.Path(path).name, "records": len(rows), "sha256": hashlib.sha256(rows).hexdigest()})
    return np.concatenate(learn), np.concatenate(held), files


@torch.no_grad()
def held_out_losses(nets, positions, dtype, limit=1 << 20):
    """For each network the error against its own target and against the score alone, over the positions held out."""
    sums = [[0.0, 0.0] for _ in nets]
    count = min(len(positions), limit)
    for start in range(0, count, 1 << 16):
        indices = torch.arange(start, min(start + (1 << 16), count), device=positions.rows.device)
        batch = positions.batch(indices, dtype)
        for total, (variant, net) in zip(sums, nets):
            total[0] += loss_of(net, variant, *batch).item() * len(indices)
            total[1] += loss_of(net, dataclasses.replace(variant, wdl=0.0, power=2.0), *batch).item() * len(indices)
    return [[part / max(count, 1) for part in total] for total in sums]


def examine(network, exam):
    """How far a network in integers is from the scores of an exam: the mean square and the mean size of the error of the
    expected score, and the mean size of its values and of the scores in centipawns."""
    values = network.evaluate(exam).astype(np.float64)
    scores = exam["score"].astype(np.float64)
    error = 1 / (1 + np.exp(-values / quantise.SCALE)) - 1 / (1 + np.exp(-scores / quantise.SCALE))
    return {
        "mean_square_error": float((error**2).mean()),
        "mean_error": float(np.abs(error).mean()),
        "mean_value": float(np.abs(values).mean()),
        "mean_score": float(np.abs(scores).mean()),
    }


def learning_rate(variant, progress, step, last):
    """From the highest to `last` along a cosine, with a short climb at the beginning."""
    falling = last + (variant.lr - last) * 0.5 * (1 + math.cos(math.pi * min(progress, 1.0)))
    return falling * min(1.0, (step + 1) / WARM_UP)


def optimiser_of(net, variant, device):
    """On a GPU the learning rate is a number in its memory, so that a recorded step sees it change."""
    if device.type == "cuda":
        rate = torch.tensor(variant.lr, device=device)
        return torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=variant.decay, fused=True, capturable=True)
    return torch.optim.AdamW(net.parameters(), lr=variant.lr, weight_decay=variant.decay)


def set_rate(optimiser, rate):
    """Sets the learning rate where it is."""
    for group in optimiser.param_groups:
        if isinstance(group["lr"], torch.Tensor):
            group["lr"].fill_(rate)
        else:
            group["lr"] = rate


def recorded(work):
    """The same work, recorded on the GPU and played back. A step is a hundred small pieces of work, and to ask for each of
    them from Python would take longer than to do it."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        # The libraries choose and allocate in the first steps, which cannot be recorded.
        for _ in range(3):
            work()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        work()
    return graph.replay


class Learner:
    """A network in training."""

    def __init__(self, variant, net, part, steps, record):
        self.variant, self.net, self.steps = variant, net, steps
        device = next(net.parameters()).device
        self.optimiser = optimiser_of(net, variant, device)
        self.loss = torch.zeros((), device=device)

        def learn():
            self.optimiser.zero_grad(set_to_none=True)
            loss = loss_of(net, variant, *part)
            loss.backward()
            self.optimiser.step()
            net.clip()
            self.loss += loss.detach()

        if record:
            # What is done before and while it is recorded must teach nothing.
            set_rate(self.optimiser, 0.0)
            learn = recorded(learn)
            self.loss.zero_()
        self.learn = learn

    def step(self, progress, step, last_lr):
        """Learns from the batch. The learning rate is not set in every step: that is work as well."""
        if step % RATE_STEPS == 0 or step < 2 * WARM_UP:
            set_rate(self.optimiser, learning_rate(self.variant, progress, step, last_lr))
        self.learn()


def train(options, nets, learn, held, dtype, curves):
    """Trains all networks on the same batches. Returns for each how many positions it saw, and the time in seconds."""
    device = learn.rows.device
    record = device.type == "cuda" and not options.eager
    torch.manual_seed(options.seed)
    batch = min(options.batch, len(learn))
    begin = time.monotonic()
    chosen = torch.arange(batch, device=device)
    part = []

    def gather():
        part[:] = learn.batch(chosen, dtype)

    if record:
        gather = recorded(gather)
    gather()
    learners = []
    for variant, net in nets:
        steps = max(1, math.ceil((variant.samples or options.samples) / batch))
        learners.append(Learner(variant, net, part, steps, record))
    most = max(learner.steps for learner in learners)
    reported = time.monotonic()
    order, at = None, 0
    since, step = 0, 0
    while step < most:
        elapsed = (time.monotonic() - begin) / options.max_seconds
        if elapsed >= 1:
            break
        # A new order of all positions for each time they are seen. What does not fill a batch waits for the next.
        if order is None or at + batch > len(order):
            order, at = torch.randperm(len(learn), device=device), 0
        chosen.copy_(order[at:at + batch])
        at += batch
        gather()
        active = [learner for learner in learners if step < learner.steps]
        for learner in active:
            learner.step(max(step / learner.steps, elapsed), step, options.last_lr)
        step += 1
        since += 1
        if step % 100 == 0 and device.type == "cuda":
            # Else it would run far behind, and the clock would tell nothing of the work that is done.
            torch.cuda.synchronize()
        ends = any(step == learner.steps for learner in active)
        if step % options.report == 0 or ends:
            losses = [(learner.loss / since).item() for learner in active]
            now = time.monotonic()
            speed = since * batch / max(now - reported, 1e-9)
            against = held_out_losses([(learner.variant, learner.net) for learner in active], held, dtype)
            print(f"step {step:,} of {most:,}, {step * batch:,} positions, {speed:,.0f} a second")
            for learner, own, (on_held, on_score) in zip(active, losses, against):
                name = learner.variant.name
                progress = max(step / learner.steps, elapsed)
                rate = learning_rate(learner.variant, progress, step, options.last_lr)
                print(f"  {name}: {progress:.0%}, {own:.6f}, held out {on_held:.6f}, score alone {on_score:.6f}", flush=True)
                row = [name, step, step * batch, now - begin, rate, own, on_held, on_score]
                curves.writerow([f"{cell:.7g}" if isinstance(cell, float) else cell for cell in row])
                learner.loss.zero_()
            since, reported = 0, time.monotonic()
    return [min(step, learner.steps) * batch for learner in learners], time.monotonic() - begin


@torch.no_grad()
def exact_values(net, variant, positions, device):
    """The values of records in floating point, in centipawns."""
    rows = torch.from_numpy(np.ascontiguousarray(positions).view(np.uint8).reshape(-1, 32)).to(device)
    hot, number, _, _ = Positions(rows, 0).batch(torch.arange(len(rows), device=device), torch.float32)
    return net(hot, bucket_of(number, variant.buckets)).cpu().numpy() * quantise.SCALE


def export(options, variant, net, held, held_records, exam, facts, dtype):
    """Writes a network: the checkpoint, the manifest, the file for the program, and what it must find."""
    base = options.out / variant.name
    [(on_held, on_score)] = held_out_losses([(variant, net)], held, dtype)
    manifest = json.dumps(
        {"variant": dataclasses.asdict(variant), "held_out_loss": on_held, "held_out_score_loss": on_score, **facts}, indent=2
    )
    base.with_name(base.name + ".json").write_text(manifest + "\n")
    torch.save({"variant": dataclasses.asdict(variant), "net": net.state_dict()}, base.with_name(base.name + ".pt"))
    # One half of a sample says how to round best, the other how much is lost all the same.
    sample = held_records[:8_192]
    exact = exact_values(net, variant, sample, held.rows.device)
    half = (len(sample) + 1) // 2
    network = net.quantised(hashlib.sha256((manifest + "\n").encode()).digest())
    network = quantise.centre(network, sample[:half], exact[:half])
    base.with_name(base.name + ".nnue").write_bytes(network.to_bytes())
    base.with_name(base.name + ".vectors").write_bytes(quantise.vectors(network, held_records[:2_000]))
    result = {
        "name": variant.name,
        "held_out_loss": on_held,
        "held_out_score_loss": on_score,
        "lost_by_integers": float(np.abs(network.evaluate(sample[half:]) - exact[half:]).mean()),
    }
    if exam is not None:
        result["exam"] = examine(network, exam)
    return result


def draw(path):
    """A picture of the curves beside their CSV, if matplotlib is there."""
    try:
        import matplotlib
        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        return
    curves = {}
    with open(path) as lines:
        for row in csv.DictReader(lines):
            curves.setdefault(row["variant"], []).append((float(row["positions"]), float(row["held_out_score_loss"])))
    figure, axes = pyplot.subplots(figsize=(9, 5))
    for name, points in curves.items():
        axes.plot(*zip(*points), label=name)
    axes.set_xlabel("positions seen")
    axes.set_ylabel("error against the score, held out")
    axes.set_yscale("log")
    axes.legend()
    figure.savefig(path.with_suffix(".png"), dpi=120)


def arguments(words=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+", help="records, as `espalier pack unpack` writes them")
    parser.add_argument("--variant", action="append", default=[],
                        help="such as width=128,buckets=1,wdl=0.2,seed=1; can be repeated")
    parser.add_argument("--variants", help="a file with a variant in each line; # begins a remark")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("nets"), help="the folder for what comes out")
    parser.add_argument("--samples", type=float, default=1e9, help="positions to see, each as often as it takes")
    parser.add_argument("--max-seconds", type=float, default=math.inf,
                        help="end the training so long after the program began, with the rate at its end; writing takes more")
    parser.add_argument("--batch", type=int, default=16_384)
    parser.add_argument("--last-lr", type=float, default=1e-5, help="the learning rate at the end")
    parser.add_argument("--held-out", type=int, default=1, help="percent of the games that are not learned from")
    parser.add_argument("--precision", choices=["bf16", "tf32", "fp32"],
                        help="of the products, bf16 on a GPU; weights are always fp32")
    parser.add_argument("--exam", help="lines of FEN|score|best move, plain or xz")
    parser.add_argument("--report", type=int, default=2_000, help="steps between two lines of progress")
    parser.add_argument("--seed", type=int, default=1, help="of the order of the positions")
    parser.add_argument("--eager", action="store_true", help="on a GPU, ask for each piece of work instead of recording a step")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    options = parser.parse_args(words)
    options.precision = options.precision or ("bf16" if options.device.startswith("cuda") else "fp32")
    lines = list(options.variant)
    if options.variants:
        text = pathlib.Path(options.variants).read_text()
        lines += [line for line in (line.partition("#")[0].strip() for line in text.splitlines()) if line]
    try:
        options.variant = [Variant.parse(line.replace(" ", "")) for line in lines or [""]]
    except ValueError as error:
        parser.error(str(error))
    names = [variant.name for variant in options.variant]
    if len(set(names)) != len(names):
        parser.error("two variants have the same name; give one a name=...")
    return options


def main(words=None):
    started = time.monotonic()
    options = arguments(words)
    options.out.mkdir(parents=True, exist_ok=True)
    device = torch.device(options.device)
    if options.precision != "fp32":
        # With bf16 this is for the output alone: 11 bits of its weights are more than the integers have.
        torch.backends.cuda.matmul.allow_tf32 = True
    dtype = torch.bfloat16 if options.precision == "bf16" else torch.float32

    exam = records.exam(options.exam) if options.exam else None
    learn_rows, held_rows, files = read(options.files, options.held_out)
    if not len(learn_rows) or not len(held_rows):
        sys.exit("there are too few games to learn from some and hold out others")
    # The first ones held out would be of a few games only.
    held_rows = held_rows[np.random.default_rng(options.seed).permutation(len(held_rows))]
    room = 0.5 * torch.cuda.mem_get_info(device)[0] if device.type == "cuda" else 8e9
    learn = Positions(torch.from_numpy(learn_rows).to(device), room)
    held = Positions(torch.from_numpy(held_rows).to(device), room)
    print(f"{len(learn):,} positions to learn from, {len(held):,} held out, on {device}", flush=True)

    nets = []
    for variant in options.variant:
        net = Net(variant)
        if variant.start:
            net.load_state_dict(torch.load(variant.start, map_location="cpu", weights_only=True)["net"])
        nets.append((variant, net.to(device)))

    options.max_seconds = max(options.max_seconds - (time.monotonic() - started), 1.0)
    curves_path = options.out / "curves.csv"
    with open(curves_path, "w", newline="") as file:
        curves = csv.writer(file)
        curves.writerow(
            ["variant", "step", "positions", "seconds", "learning_rate", "loss", "held_out_loss", "held_out_score_loss"]
        )
        seen, seconds = train(options, nets, learn, held, dtype, curves)
    draw(curves_path)
    print(f"{sum(seen):,} positions in {seconds:.1f} s for {len(nets)} networks")

    facts = {
        "files": files,
        "held_out_percent": options.held_out,
        "batch": options.batch,
        "last_lr": options.last_lr,
        "precision": options.precision,
        "order_seed": options.seed,
        "torch": torch.__version__,
    }
    held_records = held_rows.reshape(-1).view(records.RECORD)
    results = [
        export(options, variant, net, held, held_records, exam, {**facts, "positions_seen": count}, dtype)
        for (variant, net), count in zip(nets, seen)
    ]
    (options.out / "results.json").write_text(json.dumps(results, indent=2) + "\n")
    for result in results:
        line = f"{result['name']}: held out {result['held_out_loss']:.6f}, score alone {result['held_out_score_loss']:.6f}"
        line += f", integers lose {result['lost_by_integers']:.2f} cp"
        if exam is not None:
            text = ", exam {mean_square_error:.6f} (mean value {mean_value:.0f}, mean score {mean_score:.0f})"
            line += text.format(**result["exam"])
        print(line)


if __name__ == "__main__":
    main()
