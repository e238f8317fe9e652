/** Finds the test files that load a source file, by the imports of every module. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A path that a module imports or starts as a process: one that begins with a dot and ends with `.ts` or `.mjs`. */
const PATH = /['"](\.{1,2}\/[^'"\n]+\.(?:ts|mjs|js))['"]/g;

/** Returns a function from a source file to the tests that load it: those of its own name first, then those with fewest imports between. */
export function readTestsByFile(root) {
  const importers = new Map();
  for (const folder of ['src', 'test'])
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
      if (/\.(ts|mjs)$/.test(name)) addImports(root, `${folder}/${name}`, importers);
  return (file) => testsOf(file, importers);
}

function addImports(root, module, importers) {
  for (const [, path] of readFileSync(join(root, module), 'utf8').matchAll(PATH)) {
    const imported = join(dirname(module), path);
    importers.set(imported, [...(importers.get(imported) ?? []), module]);
  }
}

function testsOf(file, importers) {
  const distances = new Map([[file, 0]]);
  for (const [module, distance] of distances)
    for (const importer of importers.get(module) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  const isNamesake = (test) => basename(test, '.test.ts') === basename(file, '.ts');
  return [...distances]
    .filter(([module]) => module.endsWith('.test.ts'))
    .map(([test, distance]) => ({ test, distance: isNamesake(test) ? 0 : distance }))
    .sort((one, other) => one.distance - other.distance || (one.test < other.test ? -1 : 1));
}
