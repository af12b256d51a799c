"""Who may include whom: the folders' order, the libraries each may use, and no cycle between units."""

import re

import tree

# folder → folders of the project it may include, and libraries beyond the standard one (by their include's beginning)
ALLOWED = {
    "sim": ((), ("Eigen/", "Random123/", "fmt/")),
    "models": (("sim",), ("boost/graph/",)),
    "scenarios": (("models", "sim"), ("toml++/", "nlohmann/", "omp.h", "fmt/")),
    "viz": (("sim",), ("nlohmann/", "fmt/", "netcdf.h", "H5public.h")),
    "program": (("scenarios", "viz", "models", "sim"), ("CLI/", "fmt/")),
}
# System headers that stand beside the standard library.
SYSTEM = ("unistd.h", "sys/", "fcntl.h", "signal.h", "spawn.h")

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)
_STANDARD = re.compile(r"^[a-z_0-9]+$")  # <vector>, <cmath>: no dot, no slash


def includes(root, path):
    """(line, target) for each include of a file."""
    text = tree.read(root, path)
    return [(text.count("\n", 0, m.start()) + 1, m.group(2)) for m in _INCLUDE.finditer(text)]


def may_include(folder, target):
    folders, libraries = ALLOWED[folder]
    if target.split("/")[0] in ALLOWED:
        return target.split("/")[0] in (folder, *folders)
    return bool(_STANDARD.match(target)) or target.startswith(libraries) or target.startswith(SYSTEM)


def unit(path):
    """x.hpp and x.cpp are one unit."""
    return re.sub(r"\.[ch]pp$", "", str(path))


def cycles(edges):
    """Sets of units that include each other, directly or through others (Tarjan's strongly connected components)."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for following in sorted(edges.get(node, ())):
            if following not in index:
                visit(following)
                low[node] = min(low[node], low[following])
            elif following in stack:
                low[node] = min(low[node], index[following])
        if low[node] == index[node]:
            component = stack[stack.index(node):]
            del stack[stack.index(node):]
            if len(component) > 1:
                found.append(sorted(component))

    for node in sorted(edges):
        if node not in index:
            visit(node)
    return found


def check(root):
    problems, edges = [], {}
    for path in tree.cpp_files(root):
        for line, target in includes(root, path):
            if not may_include(path.parts[0], target):
                problems.append(f"{path}:{line}: {target} may not be included here ({path.parts[0]} stands below it, "
                                "or does not use this library) see the layering in docs/contributing.md")
            if target.split("/")[0] in ALLOWED and unit(target) != unit(path):
                edges.setdefault(unit(path), set()).add(unit(target))
    problems += [f"{' '.join(c)}: these units include each other (a cycle) let one of them own what they share"
                 for c in cycles(edges)]
    return problems


if __name__ == "__main__":
    tree.main(check)
