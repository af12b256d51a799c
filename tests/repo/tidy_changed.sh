#!/usr/bin/env bash
# clang-tidy over the sources that differ from a revision (default: the upstream branch, or else the commit before).
# Usage: tests/repo/tidy_changed.sh [REVISION [BUILD_FOLDER]]     the build folder must be configured (any preset)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
revision=${1:-$(git rev-parse --quiet --verify '@{upstream}' || git rev-parse --quiet --verify 'HEAD~1' || echo HEAD)}
build=${2:-build}
command -v clang-tidy >/dev/null || { echo "clang-tidy is not installed (Debian package clang-tidy)" >&2; exit 1; }
[ -e "$build/compile_commands.json" ] || { echo "$build is not configured; run cmake --preset test first" >&2; exit 1; }

changed_sources() {  # .cpp files that changed, and those beside a header that did
  git diff --name-only --diff-filter=d "$revision" -- '*.cpp' '*.hpp' |
    sed 's/\.hpp$/.cpp/' | sort -u | while read -r file; do [ ! -e "$file" ] || printf '%s\n' "$file"; done
}

mapfile -t sources < <(changed_sources)
[ ${#sources[@]} -gt 0 ] || { echo "no source differs from $revision"; exit 0; }
echo "clang-tidy over ${#sources[@]} sources that differ from $revision"
printf '%s\0' "${sources[@]}" | xargs -0 -n 1 -P "$(nproc)" clang-tidy --quiet --warnings-as-errors='*' -p "$build" 2>/dev/null
