"""The console script `espalier`: the command line inside the extension module."""

import signal
import sys

from . import _espalier


def main() -> int:
    """Runs the command line and returns its exit status."""
    # Python only notes Ctrl-C and waits for its own code; the command line ends by it, or stops its work.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _espalier.main(["espalier", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
