// Bundles the viewer into one script and one style sheet, or (--tests) the tests into built/ for `node --test`.
// Usage: node build.mjs [--out FOLDER] [--tests]
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const argument = (name, otherwise) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : process.argv[at + 1];
};

const viewer = {
  absWorkingDir: here,
  entryPoints: { viewer: "src/main.ts" },
  bundle: true,
  minify: true,
  charset: "ascii",
  legalComments: "none",
  format: "iife",
  target: "es2021",
};

const tests = {
  absWorkingDir: here,
  entryPoints: readdirSync(join(here, "tests")).filter((name) => name.endsWith(".test.ts")).map((name) => `tests/${name}`),
  outdir: "built",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node18",
};

await build(process.argv.includes("--tests") ? tests : { ...viewer, outdir: argument("--out", join(here, "built")) });
