"""Sizes: 95 % of files under 300 lines and none over 400; functions under 8 lines at the median and none over 50."""

import tree

USUAL_FILE_LINES = 300
LARGEST_FILE_LINES = 400
USUAL_FILE_SHARE = 0.95
MEDIAN_FUNCTION_LINES = 8
LARGEST_FUNCTION_LINES = 50


def check(root):
    return file_problems(root) + function_problems(root)


def file_problems(root):
    sizes = {path: tree.line_count(tree.read(root, path)) for path in tree.tracked_files(root)
             if path.suffix in (".cpp", ".hpp", ".py", ".ts", ".cmake")}
    problems = [f"{path}: {lines} lines (none may have more than {LARGEST_FILE_LINES}) split it where a second idea begins"
                for path, lines in sizes.items() if lines > LARGEST_FILE_LINES]
    long = [path for path, lines in sizes.items() if lines >= USUAL_FILE_LINES]
    if len(long) > (1 - USUAL_FILE_SHARE) * len(sizes):
        problems.append(f"{len(long)} of {len(sizes)} files have {USUAL_FILE_LINES} lines or more (at most one in twenty "
                        f"may): {' '.join(map(str, long))}")
    return problems


def function_problems(root):
    problems, lengths = [], []
    for path in tree.cpp_files(root, (*tree.SOURCE_FOLDERS, "tests")):
        for function in tree.functions(tree.read(root, path)):
            if path.parts[0] != "tests":
                lengths.append(function.lines)
            if function.lines > LARGEST_FUNCTION_LINES:
                problems.append(f"{path}:{function.first_line}: {function.name} has {function.lines} lines "
                                f"(none may have more than {LARGEST_FUNCTION_LINES}) name its parts")
    if tree.median(lengths) >= MEDIAN_FUNCTION_LINES:
        problems.append(f"half of {len(lengths)} functions have {tree.median(lengths):g} lines or more "
                        f"(the median must stay under {MEDIAN_FUNCTION_LINES})")
    return problems


if __name__ == "__main__":
    tree.main(check)
