#!/usr/bin/env python3
"""Tests of the trainer: `python3 trainer/test_trainer.py`. Those that need PyTorch are left out where it is not."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import chances
import history
import quantise
import records
import tiny

try:
    import torch
    import make_net
    import teacher
    import train

    # What is trained here is too small for several threads: they would only wait for each other.
    torch.set_num_threads(1)
except ImportError:
    torch = None

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
FENS = [
    START,
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
]


def recorded(*fens):
    return np.array([records.from_fen(fen) for fen in fens], dtype=records.RECORD)


def flipped(fen):
    """The same position with colours exchanged."""
    board, side, *rest = fen.split()
    board = "/".join(row.swapcase() for row in reversed(board.split("/")))
    return " ".join([board, "b" if side == "w" else "w", *rest])


def mirrored(fen):
    """The same position with wings exchanged."""
    board, *rest = fen.split()
    return " ".join(["/".join(row[::-1] for row in board.split("/")), *rest])


def many():
    return tiny.DATA.joinpath("positions.fen").read_text().splitlines()


class Records(unittest.TestCase):
    def test_a_record_is_what_the_program_writes(self):
        record = records.from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", score=-300, result=2, game=0x01020304)
        occupied = 1 << 4 | 1 << 12 | 1 << 60
        men = bytes([5 | 0 << 4, 13]).ljust(16, b"\0")
        tail = (-300).to_bytes(2, "little", signed=True) + bytes([2, 1, 4, 3, 2, 1])
        self.assertEqual(record.tobytes(), occupied.to_bytes(8, "little") + men + tail)

    def test_inputs(self):
        ours, theirs, number = records.features(recorded("3k4/8/8/8/8/8/4P3/4K3 w - - 0 1"))
        # The white king stands on e1, so White's board is mirrored: pawn d2, kings d1 and e8.
        self.assertEqual(number[0], 3)
        self.assertEqual(set(ours[0]), {0 + 11, 5 * 64 + 3, 384 + 5 * 64 + 60})
        # Black's is turned, not mirrored: own king d1, the other's pawn e7, its king e8.
        self.assertEqual(set(theirs[0]), {5 * 64 + 3, 384 + 52, 384 + 5 * 64 + 60})

    def test_every_man_has_an_input(self):
        positions = recorded(*many())
        ours, theirs, number = records.features(positions)
        for one, other, count in zip(ours, theirs, number):
            self.assertEqual(len(set(one)), count)
            self.assertEqual(len(set(other)), count)

    def test_symmetries(self):
        fens = many()
        expected = records.features(recorded(*fens))
        for change in (flipped, mirrored):
            found = records.features(recorded(*map(change, fens)))
            for one, other in zip(expected, found):
                one, other = (np.sort(part.reshape(len(fens), -1), axis=1) for part in (one, other))
                self.assertTrue((one == other).all())

    def test_buckets(self):
        self.assertEqual(records.bucket(np.array([2, 5, 6, 29, 30, 32]), 8).tolist(), [0, 0, 1, 6, 7, 7])
        self.assertEqual(records.bucket(np.array([2, 32]), 1).tolist(), [0, 0])

    def test_whole_games_are_held_out(self):
        games = np.repeat(np.arange(20_000, dtype=np.uint32), 3)
        out = records.held_out(games, 1)
        self.assertTrue((out.reshape(-1, 3).all(axis=1) == out.reshape(-1, 3).any(axis=1)).all())
        self.assertTrue(0.005 < out.mean() < 0.015, out.mean())
        self.assertFalse(records.held_out(games, 0).any())

    def test_wrong_fens(self):
        for fen in ("", "8/8 w - -", START.replace("w", "x"), START.replace("/8/", "/9/", 1), START.replace("/8/", "/7/", 1)):
            with self.assertRaises(ValueError):
                records.from_fen(fen)

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "some.bin"
            positions = recorded(*FENS)
            path.write_bytes(positions.tobytes())
            self.assertTrue((records.load(path) == positions).all())
            path.write_bytes(positions.tobytes()[:-1])
            with self.assertRaises(ValueError):
                records.load(path)
            exam = pathlib.Path(folder) / "exam.txt"
            exam.write_text(f"{START}|25|e2e4\n{FENS[2]}|-180|e8d7\n")
            self.assertEqual(records.exam(exam)["score"].tolist(), [25, -180])


class Chances(unittest.TestCase):
    def test_what_was_put_in_comes_out(self):
        random = np.random.default_rng(3)
        rows = np.zeros(60_000, dtype=records.RECORD)
        rows["score"] = random.integers(-700, 700, len(rows))
        lost, drawn, _ = chances.chances(rows["score"].astype(float), 140.0, 90.0).T
        lot = random.random(len(rows))
        rows["result"] = np.where(lot < lost, 0, np.where(lot < lost + drawn, 1, 2))
        # Positions of no game have no result, and say nothing.
        rows["result"][:100] = 3
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "some.bin"
            path.write_bytes(rows.tobytes())
            even, spread = chances.main([str(path), "--against", "100", "50"])
        self.assertLess(abs(even - 140), 4)
        self.assertLess(abs(spread - 90), 4)


class History(unittest.TestCase):
    def test_curves_are_thinned_and_keep_their_end(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            head = "variant,step,positions,seconds,learning_rate,loss,held_out_loss,held_out_score_loss\n"
            rows = [f"one,{step},{step * 16384},1,0.001,{1 / step},0.5,{2 / step}\n" for step in range(1, 201)]
            (folder / "curves.csv").write_text(head + "".join(rows))
            (folder / "history.json").write_text('{"nets": [1], "curves": []}')
            history.main([f"a, b={folder / 'curves.csv'}"], folder / "history.json")
            told = json.loads((folder / "history.json").read_text())
        self.assertEqual(told["nets"], [1])
        [one] = told["curves"]
        self.assertEqual(one["name"], "a, b")
        self.assertLessEqual(len(one["points"]), history.MOST + 1)
        self.assertEqual(one["points"][-1], {"millions": 3.28, "learned": 1 / 200, "heldOut": 2 / 200})


class Quantise(unittest.TestCase):
    def random(self, width=64, buckets=8, seed=1):
        random = np.random.default_rng(seed)
        return quantise.quantise(
            random.uniform(-0.5, 0.5, (records.INPUTS, width)),
            random.uniform(-0.5, 0.5, width),
            random.uniform(-1.98, 1.98, (buckets, 2 * width)),
            random.uniform(-1, 1, buckets),
            bytes(range(32)),
        )

    def test_round_trip(self):
        for width, buckets in ((32, 1), (64, 8)):
            network = self.random(width, buckets)
            data = network.to_bytes()
            self.assertEqual(len(data), 128 + 2 * width * (769 + 2 * buckets) + 4 * buckets + 4)
            read = quantise.Network.from_bytes(data)
            self.assertEqual(read.to_bytes(), data)
            positions = recorded(*FENS)
            self.assertTrue((read.evaluate(positions) == network.evaluate(positions)).all())

    def test_values_by_the_book(self):
        network = self.random(32, 8)
        for fen in FENS:
            position = recorded(fen)
            ours, theirs, number = records.features(position)
            total = 0
            for half, inputs in enumerate((set(ours[0].tolist()), set(theirs[0].tolist()))):
                for neuron in range(32):
                    value = int(network.feature_biases[neuron]) + sum(int(network.feature_weights[i, neuron]) for i in inputs)
                    value = min(max(value, 0), 255)
                    total += value * value * int(network.output_weights[(int(number[0]) - 2) // 4, 32 * half + neuron])
            output = int(total / 255) + int(network.output_biases[(int(number[0]) - 2) // 4])
            self.assertEqual(network.evaluate(position)[0], int(output * 400 / (255 * 64)))

    def test_rounding_is_towards_zero(self):
        numbers = np.array([-511, -510, -254, 0, 254, 255, 509])
        self.assertEqual(quantise.towards_zero(numbers, 255).tolist(), [-2, -2, 0, 0, 0, 1, 1])

    def test_a_constant_error_is_taken_away(self):
        network = self.random()
        positions = recorded(*many())
        exact = network.evaluate(positions) + np.where(records.men(positions)[2] < 20, 17.0, -30.0)
        centred = quantise.centre(network, positions, exact, least=1)
        error = centred.evaluate(positions) - exact
        self.assertLess(np.abs(error[records.men(positions)[2] < 18]).max(), 2)
        self.assertLess(np.abs(error[records.men(positions)[2] >= 22]).max(), 2)
        self.assertGreater(np.abs(network.evaluate(positions) - exact).min(), 16)

    def test_symmetries(self):
        network = self.random()
        fens = many()
        expected = network.evaluate(recorded(*fens))
        for change in (flipped, mirrored):
            self.assertTrue((network.evaluate(recorded(*map(change, fens))) == expected).all())

    def test_what_the_program_would_not_load(self):
        network = self.random()
        network.output_weights[0, 0] = 129
        with self.assertRaises(ValueError):
            network.to_bytes()
        with self.assertRaises(ValueError):
            quantise.quantise(np.full((768, 32), 4.0), np.zeros(32), np.zeros((1, 64)), np.zeros(1))

    def test_the_tiny_network_is_up_to_date(self):
        network = tiny.network()
        self.assertEqual(tiny.DATA.joinpath("tiny.nnue").read_bytes(), network.to_bytes())
        self.assertEqual(tiny.DATA.joinpath("tiny.vectors").read_bytes(), quantise.vectors(network, recorded(*many())))


@unittest.skipIf(torch is None, "PyTorch is not installed")
class Train(unittest.TestCase):
    def test_inputs_are_those_of_numpy(self):
        positions = recorded(*many())
        rows = torch.from_numpy(positions.view(np.uint8).reshape(-1, 32).copy())
        inputs, number = train.decode(rows)
        ours, theirs, count = records.features(positions)
        self.assertTrue((inputs[:, 0].numpy() == ours).all())
        self.assertTrue((inputs[:, 1].numpy() == theirs).all())
        self.assertTrue((number.numpy() == count).all())
        # Kept or made anew, a batch is the same.
        indices = torch.tensor([3, 1, 399])
        kept = train.Positions(rows, 1e9).batch(indices, torch.float32)
        anew = train.Positions(rows, 0).batch(indices, torch.float32)
        for one, other in zip(kept, anew):
            self.assertTrue(torch.equal(one, other))
        self.assertEqual(kept[0].sum().item(), 2 * count[[3, 1, 399]].sum())

    def test_integers_follow_the_floating_point(self):
        variant = train.Variant.parse("width=64,buckets=8")
        net = train.Net(variant)
        positions = recorded(*many())
        rows = torch.from_numpy(positions.view(np.uint8).reshape(-1, 32).copy())
        hot, number, _, _ = train.Positions(rows, 0).batch(torch.arange(len(rows)), torch.float32)
        with torch.no_grad():
            exact = net(hot, train.bucket_of(number, 8)).numpy() * quantise.SCALE
        error = np.abs(net.quantised(bytes(32)).evaluate(positions) - exact)
        self.assertLess(error.mean(), 4)

    def test_a_position_of_no_game_has_only_its_score(self):
        variant = train.Variant.parse("width=32,wdl=0.5")
        net = train.Net(variant)
        for score in (-300, 200):
            losses = []
            for wdl, result in ((0.5, 3), (0.0, 0)):
                variant.wdl = wdl
                rows = recorded(START)
                rows["score"], rows["result"] = score, result
                part = train.Positions(torch.from_numpy(rows.view(np.uint8).reshape(-1, 32).copy()), 0)
                losses.append(train.loss_of(net, variant, *part.batch(torch.tensor([0]), torch.float32)).item())
            self.assertEqual(*losses)

    def test_a_training(self):
        # The queen decides: the scores say so, and the network has to find out.
        fens = many()
        positions = recorded(*fens)
        for index, fen in enumerate(fens):
            board, side = fen.split()[:2]
            score = 300 * (board.count("Q") - board.count("q"))
            positions["score"][index] = score if side == "w" else -score
            positions["game"][index] = index
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "some.bin").write_bytes(positions.tobytes())
            (folder / "exam.txt").write_text("".join(f"{fen}|{score}|0000\n" for fen, score in zip(fens, positions["score"])))
            common = [str(folder / "some.bin"), "--held-out", "10", "--batch", "64", "--report", "100", "--device", "cpu"]
            train.main([
                *common, "--out", str(folder / "nets"), "--exam", str(folder / "exam.txt"), "--samples", "25600",
                "--variant", "width=32,wdl=0,lr=0.005,name=one",
                "--variant", "width=64,buckets=8,wdl=0,lr=0.005,name=two",
            ])
            names = sorted(path.name for path in (folder / "nets").iterdir())
            for name in ("one", "two"):
                for end in ("json", "nnue", "pt", "vectors"):
                    self.assertIn(f"{name}.{end}", names)
                network = quantise.Network.from_bytes((folder / "nets" / f"{name}.nnue").read_bytes())
                result = train.examine(network, positions)
                untrained = train.Net(train.Variant.parse("width=32")).quantised(bytes(32))
                self.assertLess(result["mean_square_error"], 0.3 * train.examine(untrained, positions)["mean_square_error"])
            # A checkpoint can be gone on from, and time ends a training that still writes everything.
            train.main([
                *common, "--out", str(folder / "more"), "--samples", "1e9", "--max-seconds", "1",
                "--variant", f"width=32,name=three,start={folder / 'nets' / 'one.pt'}",
            ])
            self.assertTrue((folder / "more" / "three.nnue").exists())

    def test_a_teacher(self):
        # The terms know the queens; that a rook is worth something has to be learned from the scores.
        fens = many()
        games, terms = recorded(*fens), recorded(*fens)
        for index, fen in enumerate(fens):
            board, side = fen.split()[:2]
            queens, rooks = (board.count(man) - board.count(man.lower()) for man in "QR")
            sign = 1 if side == "w" else -1
            terms["score"][index] = 300 * queens * sign
            games["score"][index] = (300 * queens + 200 * rooks) * sign
            games["game"][index] = terms["game"][index] = index
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            for name, rows in (("games", games), ("terms", terms), ("fewer", terms[1:])):
                (folder / f"{name}.bin").write_bytes(rows.tobytes())
            lines = zip(fens, games["score"], terms["score"])
            (folder / "exam.txt").write_text("".join(f"{fen}|{score}|0000|{by_terms}\n" for fen, score, by_terms in lines))
            common = [
                str(folder / "games.bin"), "--held-out", "10", "--batch", "64", "--device", "cpu", "--channels", "16",
                "--blocks", "1", "--label", str(folder / "terms.bin"), "--exam", str(folder / "exam.txt"),
                "--checkpoint", str(folder / "teacher.pt"), "--out", str(folder / "taught.bin"),
            ]
            with_terms = ["--terms", str(folder / "terms.bin")]
            result = teacher.main([*common, *with_terms, "--samples", "9600", "--lr", "0.005"])
            self.assertLess(result["exam_teacher"], 0.6 * result["exam_terms"])
            # What it values are the same positions, and it values them as it did in the exam.
            taught = records.load(folder / "taught.bin")
            for field in ("occupied", "men", "black", "game", "result"):
                self.assertTrue((taught[field] == terms[field]).all())
            scores = torch.from_numpy(games["score"].astype(np.float32))
            error = teacher.error(torch.from_numpy(taught["score"] / 400.0), scores)
            self.assertAlmostEqual(error, result["exam_teacher"], places=4)
            # It can be read again, and says the same.
            again = teacher.main([*common, *with_terms, "--samples", "0"])
            self.assertAlmostEqual(again["exam_teacher"], result["exam_teacher"], places=6)
            with self.assertRaises(SystemExit):
                teacher.main([*common, "--terms", str(folder / "fewer.bin"), "--samples", "64"])
        # Before it has learned anything, it says what the terms say.
        rows = torch.from_numpy(terms.view(np.uint8).reshape(-1, 32).copy())
        values = torch.from_numpy(terms["score"].astype(np.float32))
        found = teacher.outputs(teacher.Teacher(16, 1), train.Positions(rows, 0), values, torch.float32)
        self.assertTrue(torch.allclose(found, values / 400))

    @unittest.skipIf("ESPALIER" not in os.environ, "ESPALIER does not name the program")
    def test_the_next_network(self):
        # The three commands of docs/networks.md in small: games, a network, a match.
        program = os.environ["ESPALIER"]
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)

            def espalier(*words):
                return subprocess.run([program, *words], cwd=folder, check=True, capture_output=True, text=True).stdout

            espalier("datagen", "games.pack", "--games", "30", "--nodes", "40")
            make_net.main([str(folder / "games.pack"), "--out", str(folder / "nets"), "--espalier", program, "--small"])
            network = quantise.Network.from_bytes((folder / "nets/next.nnue").read_bytes())
            self.assertEqual((network.width, network.buckets), (32, 8))
            said = espalier("match", f"uci:{program},option.EvalFile=nets/next.nnue", "engine", "--nodes", "50", "--games", "2")
            self.assertIn("2 of 2", said)
            with self.assertRaises(SystemExit):
                make_net.main([str(folder / "games.pack"), "--out", str(folder / "nets"), "--espalier", "no-such-program"])

    def test_variants(self):
        variant = train.Variant.parse("width=256,buckets=8,wdl=0.3,seed=7")
        self.assertEqual(variant.name, "256x8-w0.3-s7")
        for text in ("width=33", "width=2048", "buckets=4", "depth=3", "width"):
            with self.assertRaises(ValueError):
                train.Variant.parse(text)


if __name__ == "__main__":
    unittest.main()
