"""Files of a source tree, and just enough C++ to look at them: code without comments and literals, and functions."""

import pathlib
import re
import statistics
import subprocess
import sys
from dataclasses import dataclass

SOURCE_FOLDERS = ("sim", "models", "scenarios", "viz", "program")
GENERATED = ("build", "out", ".git", "__pycache__")


def tracked_files(root):
    """Paths relative to `root`: what git tracks there or would, or every file of a tree that is no repository."""
    command = ["git", "-c", "safe.directory=*", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    is_top = (root / ".git").exists()
    listed = subprocess.run(command, capture_output=True, text=True, check=False) if is_top else None
    if listed and listed.returncode == 0:
        names = filter(None, listed.stdout.split("\0"))
    else:
        names = (str(p.relative_to(root)) for p in root.rglob("*"))
    paths = (pathlib.PurePosixPath(name) for name in names)
    return sorted(p for p in paths if p.parts[0] not in GENERATED and (root / p).is_file())


def cpp_files(root, folders=SOURCE_FOLDERS):
    return [p for p in tracked_files(root) if p.suffix in (".cpp", ".hpp") and p.parts[0] in folders]


def read(root, path):
    return (root / path).read_text(encoding="utf-8", errors="replace")


_TOKENS = re.compile(
    r'//[^\n]*|/\*.*?\*/'
    r'|\bR"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'"
    r"|^[ \t]*#(?:\\\n|[^\n])*",
    re.DOTALL | re.MULTILINE,
)


def code_only(text):
    """`text` with comments, literals of text and preprocessor lines blanked; every line keeps its number."""

    def blank(match):
        token = match.group(0)
        newlines = "\n" * token.count("\n")
        return '""' + newlines if token[0] in "\"R" else "''" if token[0] == "'" else newlines or " "

    return _TOKENS.sub(blank, text)


@dataclass
class Function:
    first_line: int
    last_line: int
    name: str
    body: str  # from the opening brace to the closing one

    @property
    def lines(self):
        return self.last_line - self.first_line + 1


_CONTROL = re.compile(r"^(?:if|for|while|switch|catch|do|else|try|return)\b")
_SCOPE = re.compile(r"(?:^|[\s\]>])(?:namespace|struct|class|union|enum|extern)\b(?!.*\))", re.DOTALL)
_NAME = re.compile(r"(~?\w+|operator\s*\S+?|operator\s*\(\s*\))\s*\(")


def _without_parentheses(text):
    """`text` with what stands in parentheses and template headers removed, so that `=` and `:` in them do not count."""
    before = None
    while before != text:
        before = text
        text = re.sub(r"\([^()]*\)", "\x01", text)
    return re.sub(r"\btemplate\s*<[^{};]*?>\s*(?=[\w\[~])", " ", text)


def _opens(header):
    """What an opening brace after `header` begins: 'scope', 'function', 'member' (of an initialiser list) or 'value'."""
    flat = _without_parentheses(header).strip()
    if _SCOPE.search(flat) and "\x01" not in flat:
        return "scope"
    if "\x01" not in flat or _CONTROL.match(flat):
        return "value" if flat else "scope"
    signature, _, initialisers = re.sub(r"::", "\x02", flat).partition(":")
    if re.search(r"(?<![=!<>])=(?!=)", signature) and "operator" not in signature:
        return "value"
    if initialisers and re.search(r"[\w>]\s*$", initialisers):
        return "member"
    return "function"


def _closing(code, opening):
    depth = 0
    for match in re.compile(r"[{}]").finditer(code, opening):
        depth += 1 if match.group() == "{" else -1
        if depth == 0:
            return match.start()
    return len(code) - 1


def functions(text):
    """Every function defined in C++ `text`, free, member or test case. A lambda belongs to the function around it."""
    code = code_only(text)
    found, header, position = [], 0, 0
    stops = re.compile(r"[{};]|(?:public|private|protected)\s*:")
    while match := stops.search(code, position):
        position = match.end()
        if match.group() != "{":
            if _depth(code[header:match.start()]) == 0:
                header = position
            continue
        kind = "value" if _depth(code[header:match.start()]) else _opens(code[header:match.start()])
        if kind == "scope":
            header = position
            continue
        end = _closing(code, match.start())
        position = end + 1
        if kind == "function":
            found.append(_function(code, header, match.start(), end))
            header = position
    return found


def _depth(text):
    return text.count("(") - text.count(")")


def _function(code, header, opening, end):
    start = header + len(code[header:opening]) - len(code[header:opening].lstrip())
    name = _NAME.search(code[header:opening])
    line = code.count("\n", 0, start) + 1
    return Function(line, code.count("\n", 0, end) + 1, name.group(1) if name else "?", code[opening:end + 1])


def line_count(text):
    return text.count("\n")


def median(values):
    return statistics.median(values) if values else 0


def main(check):
    """Runs `check(root)`, which returns problems as text, over the tree named on the command line."""
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    problems = check(root)
    print("\n".join(problems) if problems else "nothing found")
    sys.exit(1 if problems else 0)
