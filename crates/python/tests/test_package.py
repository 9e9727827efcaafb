"""The package as a whole: examples, documents, notebooks, types, files."""

import ast
import doctest
import importlib
import os
import pathlib
import pkgutil
import re
import subprocess
import sys

import espalier as es
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
NOTEBOOKS = sorted((ROOT / "docs/notebooks").glob("*.ipynb"))


def test_every_example_of_a_docstring():
    tested = 0
    for module in pkgutil.iter_modules(es.__path__):
        if module.name not in ("__main__", "_espalier"):
            results = doctest.testmod(importlib.import_module(f"espalier.{module.name}"))
            assert results.failed == 0
            tested += results.attempted
    assert doctest.testmod(es).failed == 0
    assert tested >= 20


def test_everything_public_has_a_docstring():
    for name in es.__all__:
        thing = getattr(es, name)
        # A number, and the types of questions and number trees.
        if name in ("__version__", "Numbers", "Question"):
            continue
        assert thing.__doc__, name
        for member, value in vars(thing).items() if isinstance(thing, type) else ():
            if callable(value) and not member.startswith("_"):
                assert value.__doc__, f"{name}.{member}"


def test_every_example_of_the_document(tmp_path, monkeypatch):
    pytest.importorskip("chess")
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs/python.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) >= 10
    variables = {}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), variables)


def texts(cell):
    """Returns the outputs of a cell as text, without times."""
    for output in cell.outputs:
        text = output.get("text") or output.get("data", {}).get("text/plain", "")
        assert output.output_type != "error", text
        if text:
            yield text


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_notebook_runs_and_has_the_outputs_that_it_shows(path):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    traitlets = pytest.importorskip("traitlets.config")
    shown = nbformat.read(path, as_version=4)
    ran = nbformat.read(path, as_version=4)
    # Sockets in a folder: another program can take the free ports that were chosen for the kernel.
    sockets = traitlets.Config({"KernelManager": {"transport": "ipc"}})
    nbclient.NotebookClient(ran, timeout=300, kernel_name="python3", config=sockets).execute()
    drawings = 0
    for old, new in zip(shown.cells, ran.cells):
        if old.cell_type == "code":
            bars = [output for output in new.outputs if output.get("name") == "stderr"]
            assert not any("Warning" in bar.text for bar in bars), old.source
            new.outputs = [output for output in new.outputs if output not in bars]
            assert list(texts(old)) == list(texts(new)), old.source
            drawings += sum("text/html" in output.get("data", {}) for output in new.outputs)
    assert drawings >= (1 if path.stem == "grade-your-own" else 2)


def test_there_are_four_notebooks():
    assert len(NOTEBOOKS) == 4


def mypy(*arguments):
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", *arguments]
    checked = subprocess.run(command, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_types_of_the_package():
    mypy("-p", "espalier")


def test_types_of_the_notebooks(tmp_path):
    nbformat = pytest.importorskip("nbformat")
    files = []
    for path in NOTEBOOKS:
        cells = nbformat.read(path, as_version=4).cells
        code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
        file = tmp_path / (path.stem.replace("-", "_") + ".py")
        file.write_text(code)
        files.append(str(file))
    mypy(*files)


def test_every_file_is_python_3_9():
    for path in pathlib.Path(es.__file__).parent.glob("*.py"):
        ast.parse(path.read_text(), feature_version=(3, 9))


def test_the_stub_has_every_name_of_the_extension_module():
    from espalier import _espalier

    stub = pathlib.Path(es.__file__).with_name("_espalier.pyi")
    tree = ast.parse(stub.read_text())
    named = {node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    there = {name for name in dir(_espalier) if not name.startswith("__")}
    assert named == there
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name != "SpecError":
            methods = {part.name for part in node.body if isinstance(part, ast.FunctionDef)} - {"__init__"}
            assert methods == {name for name in dir(getattr(_espalier, node.name)) if not name.startswith("__")}
    assert pathlib.Path(es.__file__).with_name("py.typed").exists()


def test_the_command_is_in_the_package():
    ran = subprocess.run([sys.executable, "-m", "espalier", "--version"], capture_output=True, text=True)
    assert ran.stdout.strip() == f"espalier {es.__version__}"
    script = pathlib.Path(sys.executable).with_name("espalier" + (".exe" if os.name == "nt" else ""))
    if script.exists():
        perft = subprocess.run([script, "perft", "3"], capture_output=True, text=True)
        assert perft.returncode == 0 and "8902" in perft.stdout.replace(",", "")
