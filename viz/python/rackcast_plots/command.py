"""The command behind `rackcast plot`: every failure becomes one sentence and an exit code, never a trace-back."""

from __future__ import annotations

import logging
import sys
import warnings


def main(words: list[str]) -> int:
    """Draws words = DIR KIND OUT FORMAT; an empty OUT stands for DIR/KIND.FORMAT. Returns the exit code."""
    logging.getLogger("matplotlib").setLevel(logging.CRITICAL)  # a font cache being built is no news
    warnings.simplefilter("ignore")  # a character that the font lacks is drawn as a box
    from . import FolderError, draw, load, save

    try:
        folder, kind, out, format = words
        run = load(folder)
        print(save(draw(run, kind), out or run.path / f"{kind}.{format}", format))
        return 0
    except FolderError as problem:
        return _tell(str(problem), 2)
    except OSError as problem:
        return _tell(f"cannot write or read '{problem.filename or words[2] or words[0]}' ({problem.strerror or problem})", 1)
    except MemoryError:
        return _tell("there is not enough memory to draw this folder", 1)
    except KeyboardInterrupt:
        return 130
    except Exception as problem:  # noqa: BLE001
        what = str(problem).partition("\n")[0]
        return _tell(f"internal error: {type(problem).__name__}: {what} (this is a bug, or the folder was changed by hand)", 1)


def _tell(text: str, code: int) -> int:
    sys.stderr.write(f"rackcast: {' '.join(text.split(chr(10)))}\n".encode("utf-8", "replace").decode("utf-8"))
    return code
