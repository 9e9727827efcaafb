"""`python -m espalier` is the command `espalier`."""

import sys

from ._command import main

sys.exit(main())
