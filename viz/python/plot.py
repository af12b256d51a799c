"""Draws one plot of an output folder: what `rackcast plot` starts. Usage: plot.py DIR KIND OUT FORMAT, or without
arguments to learn whether this Python can.

Exit codes: 0 done, 1 the machine refused or a bug, 2 a folder or kind that does not do, 77 this Python lacks what plots need.
"""

import sys

LACKS_PACKAGES = 77

if __name__ == "__main__":
    try:
        if sys.version_info < (3, 9):
            raise ImportError("older than Python 3.9")
        import matplotlib  # noqa: F401
        import pandas  # noqa: F401
    except Exception as problem:  # a broken package may raise anything
        sys.stderr.write("%s: %s\n" % (sys.executable, str(problem).partition("\n")[0]))
        sys.exit(LACKS_PACKAGES)
    if len(sys.argv) == 1:
        sys.exit(0)
    from rackcast_plots.command import main

    sys.exit(main(sys.argv[1:]))
