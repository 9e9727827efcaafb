"""The training of a small network."""

import espalier as es
import pytest


def test_a_network_learns_the_pieces_and_plays(tmp_path):
    network = es.train(samples=600_000, show_progress=False)
    errors = [error for _, error in network.curve]
    assert network.samples >= 600_000 and network.error == errors[-1] < errors[0] / 2
    v = network.values
    assert v["queen"] > v["rook"] > max(v["bishop"], v["knight"]) and min(v["bishop"], v["knight"]) > v["pawn"] > 0
    assert len(network.squares["knight"]) == 64 and network.squares["pawn"][0] is None
    assert network.evaluate("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1") > 200
    assert network.move("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", depth=2) == "a1a8"
    assert network.move("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1") is None
    file = tmp_path / "small.nnue"
    network.save(file)
    assert file.stat().st_size > 768 * 32 * 2
    assert "queen" in repr(network) and "queen" in network._repr_html_()


def test_the_same_seed_gives_the_same_network(tmp_path):
    files = []
    for name, seed in (("one", 1), ("again", 1), ("other", 2)):
        es.train(samples=4_000, seed=seed, show_progress=False).save(tmp_path / name)
        files.append((tmp_path / name).read_bytes())
    assert files[0] == files[1] != files[2]


def test_errors_are_sentences():
    with pytest.raises(ValueError, match="from 1 on"):
        es.train(samples=0)
    network = es.train(samples=1_000, show_progress=False)
    with pytest.raises(ValueError):
        network.evaluate("nowhere")
