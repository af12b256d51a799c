"""No bare number in a physical law: inside functions of models/ a numeric literal is a named constant or one of a few."""

import re

import tree

ALLOWED = {0.0, 0.5, 1.0, 2.0}  # a sign stands before a literal, so −1 is 1
_NUMBER = re.compile(r"(?<![\w.])(?:0[xX][0-9a-fA-F']+|(?:\d[\d']*)?\.?\d[\d']*\.?(?:[eE][+-]?\d+)?)[fFlLuUzZ]*(?![\w.])")
_NAMED = re.compile(r"\b(?:static\s+)?constexpr\b[^;{}()]*=[^;]*;|\bconstexpr\b[^;=()]*\{[^{}]*\}\s*;|\bstatic_assert\b[^;]*;")
_POSITIONS = re.compile(r"\[\s*\d+\s*\]|\b(?:array|get|span|bitset)<[^<>;()]*>")  # an element or an extent, no quantity


def value(literal):
    digits = literal.replace("'", "")
    if digits[:2] in ("0x", "0X"):
        return float(int(digits.rstrip("uUlLzZ"), 16))
    return float(digits.rstrip("fFlLuUzZ"))


def bare_literals(body):
    """(offset, literal) of every number in a function body that is neither named nor one of the few."""
    keep_length = lambda match: re.sub(r"[^\n]", " ", match.group())
    rest = _POSITIONS.sub(keep_length, _NAMED.sub(keep_length, body))
    return [(m.start(), m.group()) for m in _NUMBER.finditer(rest) if value(m.group()) not in ALLOWED]


def check(root):
    problems = []
    for path in tree.cpp_files(root, ("models",)):
        for function in tree.functions(tree.read(root, path)):
            first = function.last_line - function.body.count("\n")
            problems += [f"{path}:{first + function.body.count(chr(10), 0, at)}: {literal} in {function.name} has no name "
                         "(a reader cannot tell what it is or where it comes from) make it a constexpr with its source"
                         for at, literal in bare_literals(function.body)]
    return problems


if __name__ == "__main__":
    tree.main(check)
