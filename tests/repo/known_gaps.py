"""scenarios/validation/known_gaps.toml: every failure that is accepted names its row and says why."""

import csv
import tomllib

import tree

FILE = "scenarios/validation/known_gaps.toml"
KEYS = {"table", "row", "reason"}
SHORTEST_REASON = 30


def rows(root, table):
    """First column of a validation table, or None if there is no such table."""
    path = root / "scenarios/validation" / f"{table}.csv"
    if not path.is_file():
        return None
    with path.open(encoding="utf-8", newline="") as file:
        return {line[0] for line in csv.reader(file) if line and not line[0].startswith("#")}


def gap_problems(root, gap):
    if not isinstance(gap, dict):
        return ["an entry is no table"]
    problems = [f"unknown key {key}" for key in sorted(gap.keys() - KEYS)]
    problems += [f"{key} is missing or no text" for key in sorted(KEYS) if not isinstance(gap.get(key), str)]
    if problems:
        return problems
    if len(gap["reason"].strip()) < SHORTEST_REASON:
        problems.append(f"the reason says too little: '{gap['reason']}'")
    known = rows(root, gap["table"])
    if known is None:
        problems.append(f"there is no table scenarios/validation/{gap['table']}.csv")
    elif gap["row"] not in known:
        problems.append(f"table {gap['table']} has no row {gap['row']}")
    return problems


def check(root):
    try:
        data = tomllib.loads(tree.read(root, FILE))
    except (OSError, tomllib.TOMLDecodeError) as error:
        return [f"{FILE}: cannot be read ({error})"]
    gaps = data.get("gap", [])
    problems = [f"unknown key {key}" for key in sorted(data.keys() - {"gap"})]
    if not isinstance(gaps, list):
        return [f"{FILE}: gap is no array of tables; write [[gap]]"]
    for number, gap in enumerate(gaps, 1):
        problems += [f"[[gap]] number {number}: {problem}" for problem in gap_problems(root, gap)]
    named = [(gap.get("table"), gap.get("row")) for gap in gaps if isinstance(gap, dict)]
    problems += [f"{table} {row} is listed {named.count((table, row))} times"
                 for table, row in sorted(set(map(lambda n: tuple(map(str, n)), named))) if named.count((table, row)) > 1]
    return [f"{FILE}: {problem}" for problem in problems]


if __name__ == "__main__":
    tree.main(check)
