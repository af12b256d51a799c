#!/usr/bin/env bash
# Types, unit tests and browser tests of the viewer, in the folder where the build bundled it. Usage: run.sh FOLDER BINARY
# Exit 77, which CTest calls skipped, where the viewer could not be built here.
set -euo pipefail
cd "$1"
export RACKCAST_BINARY=$2
if [ ! -s viewer.js ]; then
  echo "skipped: the viewer was not built here (it needs Node.js, npm and, the first time, a network)"
  exit 77
fi
npm run --silent check
npm run --silent test
