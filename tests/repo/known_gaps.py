"""scenarios/validation/known_gaps.toml: every bar that a table is accepted to miss is named once, with the reason.

A table is one of scenarios/validation/data, or a case: "case 038" is scenarios/cases/038-*.expect.toml.

That each is missed, and nothing else, is held by tests/scenarios/validate_test.cpp and cases_test.cpp.
"""

import tomllib

import tree

FILE = "scenarios/validation/known_gaps.toml"
KEYS = {"table", "bar", "reason"}
SHORTEST_REASON = 30
CASE = "case "


def gap_problems(root, gap):
    if not isinstance(gap, dict):
        return ["an entry is no table"]
    problems = [f"unknown key {key}" for key in sorted(gap.keys() - KEYS)]
    problems += [f"{key} is missing or no text" for key in sorted(KEYS) if not isinstance(gap.get(key), str)]
    if problems:
        return problems
    if len(gap["reason"].strip()) < SHORTEST_REASON:
        problems.append(f"the reason says too little: '{gap['reason']}'")
    if gap["table"].startswith(CASE):
        if not list(root.glob(f"scenarios/cases/{gap['table'].removeprefix(CASE)}-*.expect.toml")):
            problems.append(f"there is no {gap['table']} in scenarios/cases")
    elif not (root / f"scenarios/validation/data/{gap['table']}.csv").is_file():
        problems.append(f"there is no table scenarios/validation/data/{gap['table']}.csv")
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
    named = [(gap.get("table"), gap.get("bar")) for gap in gaps if isinstance(gap, dict)]
    problems += [f"{table} '{bar}' is listed {named.count((table, bar))} times"
                 for table, bar in sorted(set(map(lambda n: tuple(map(str, n)), named))) if named.count((table, bar)) > 1]
    return [f"{FILE}: {problem}" for problem in problems]


if __name__ == "__main__":
    tree.main(check)
