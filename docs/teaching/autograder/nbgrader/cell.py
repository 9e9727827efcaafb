# An autograder cell of nbgrader. The cell of the solution defines `answer(question)`; this one writes it to a file and grades it.
import inspect
import json
import os
import subprocess
import tempfile


def points(function, assignment="alphabeta", seed=1):
    """Returns the points of a function answer(question), and prints its sheet."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "answer.py")
        with open(file, "w") as source:
            source.write(inspect.getsource(function))
        command = ["espalier", "grade", file, "--assignment", assignment, "--seed", str(seed), "--json"]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode > 1:
            raise RuntimeError(run.stderr.strip())
        sheet = json.loads(run.stdout)
        for mark in sheet["marks"]:
            print("passed" if mark["passed"] else "failed", mark["title"], "-", mark["line"])
        return sheet["total"]


# The value of the last expression is the score of the cell (nbgrader: partial credit).
# points(answer)
