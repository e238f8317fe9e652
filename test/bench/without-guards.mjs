/**
 * Builds bourse without the journal of writes, permits and the shared request budget, for the benchmark that measures what
 * they cost. Nothing else may use such a program: it forgets orders that it sent.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkThat } from './measure.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** By file: a text that occurs once in it, what takes its place, and what is added at the end. */
const REPLACED = {
  // Nothing is recorded before a send, and so nothing afterwards.
  'src/app/journal/write-journal.ts': [
    '    const { intent } = request;\n    if (intent === undefined) return;\n    try {',
    '    if (request !== undefined) return;\n    const { intent } = request as PreparedRequest;\n    if (intent === undefined) return;\n    try {',
  ],
  'src/request/permit.ts': [
    '    if (this.#isUsed) throw',
    '    if (!this.#isUsed) return;\n    if (this.#isUsed) throw',
  ],
  'src/app/budgets.ts': [
    '    let budget = this.#byScope.get(scope);\n',
    '    if (!this.#byScope.has("counted")) return NO_BUDGET;\n    let budget = this.#byScope.get(scope);\n',
    `
const NO_BUDGET = {
  take: () => ({ isTaken: true, held: [], sentMs: 0 }),
  complete: () => {},
  release: () => {},
  announce: () => {},
  pause: () => {},
} as unknown as Budget;
`,
  ],
};

/** The files of the journal, of permits and of the budget. */
export const GUARDS = Object.keys(REPLACED);

/** Throws where the program has changed so that a part could not be left out. */
export function checkReplaced() {
  for (const file of GUARDS) withoutGuard(file);
}

/** Returns the text of a file without what it guards. */
function withoutGuard(file) {
  const [from, to, added = ''] = REPLACED[file];
  const pieces = readFileSync(join(ROOT, file), 'utf8').split(from);
  checkThat(pieces.length === 2, `${file} has the replaced text ${pieces.length - 1} times`);
  return pieces.join(to) + added;
}

/** Builds in a folder the program without some guards, and returns the path of its executable. */
export function buildWithout(folder, files) {
  for (const name of ['src', 'bin', 'schemas', 'package.json', 'package-lock.json', 'tsconfig.json'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const file of files) writeFileSync(join(folder, file), withoutGuard(file));
  const done = spawnSync(process.execPath, [join(folder, 'src/build/prepare.mjs')], { encoding: 'utf8' });
  checkThat(done.status === 0, `the build without guards: ${done.stderr}`);
  return join(folder, 'bin/bourse.js');
}
