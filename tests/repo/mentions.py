"""The tree speaks of itself alone: no path of somebody's machine, no private host or address, no package registry."""

import re

import tree

# Written with brackets so that this file does not find itself.
FOREIGN = {
    "a path of one machine": r"(?<![\w.$}/:-])/(?:[w]ork|[r]oot|[t]mp|[h]ome|[U]sers|[m]nt|[s]rv|[o]pt)/",
    "a drive of one machine": r"\b[A-Z]:\\\\?(?:[U]sers|[h]ome)\b",
    "a folder beside the repository": r"\.\./[s]hared\b",
    "a private address": r"(?<![\d.])(?:[1]0\.\d{1,3}|[1]92\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}(?![\d.])",
    "a private host": r"https?://(?:[l]ocalhost|[\w.-]+\.(?:[l]ocal|[i]nternal|[l]an|[c]orp|[e]xample))\b",
    "a package registry": r"\b(?:[d]eb\.debian\.org|[s]napshot\.debian\.org|[p]ypi\.org|[f]iles\.pythonhosted\.org"
                          r"|[r]egistry\.npmjs\.org|[p]roxy\.golang\.org|[c]rates\.io|[d]ocker\.io|[g]hcr\.io)\b",
}
_PATTERNS = {what: re.compile(pattern) for what, pattern in FOREIGN.items()}


def check(root):
    problems = []
    for path in tree.tracked_files(root):
        data = (root / path).read_bytes()
        if b"\0" in data:
            continue
        for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
            problems += [f"{path}:{number}: {what}: {match.group()} (it means nothing elsewhere) leave it out"
                         for what, pattern in _PATTERNS.items() if (match := pattern.search(line))]
    return problems


if __name__ == "__main__":
    tree.main(check)
