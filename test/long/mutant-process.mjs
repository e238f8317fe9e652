/**
 * Runs tests against one changed source file after another, in a copy of the project. Vitest stays loaded; the modules of the
 * program are loaded again for each run, in a process of its own. Started by mutants.mjs, which sends `{ file, source, runs }`
 * and receives `{ outcome, by, files }`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { bundled } from '../house/bundled.mjs';

const root = process.cwd();
const { compileModule } = await bundled(new URL('../house/compiled-program.ts', import.meta.url));

/** The test files of the run in progress; a file begins in the order of this list. */
let order = [];
const place = ({ moduleId }) => order.indexOf(moduleId.slice(root.length + 1));

class GivenOrder {
  sort(files) {
    return [...files].sort((one, other) => place(one) - place(other));
  }
  shard(files) {
    return files;
  }
}

const vitest = await createVitest('test', {
  config: 'test/house/vitest.config.ts',
  root,
  watch: false,
  bail: 1,
  maxWorkers: 1,
  reporters: [{}],
  sequence: { sequencer: GivenOrder },
});

process.on('message', async ({ file, source, runs }) => {
  const path = join(root, file);
  const before = readFileSync(path, 'utf8');
  await writeModule(file, source ?? before);
  let answer = { outcome: 'passed' };
  for (const files of runs) {
    const failed = await firstFailure(files);
    if (failed === undefined) continue;
    answer = { outcome: 'failed', ...failed };
    break;
  }
  await writeModule(file, before);
  process.send(answer);
});
process.send({ outcome: 'ready' });

async function writeModule(file, source) {
  const path = join(root, file);
  writeFileSync(path, source);
  await compileModule(root, file);
  vitest.invalidateFile(path);
}

/** Returns the first failure of a run of these test files and its test files, or undefined if all of them passed. */
async function firstFailure(files) {
  order = files;
  // What an earlier run found would end this one.
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  vitest.state.errorsSet.clear();
  const all = await vitest.globTestSpecifications(files);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    all.filter((one) => place(one) >= 0),
  );
  const failed = testModules.find((module) => module.state() === 'failed');
  if (failed !== undefined) {
    const [test] = failed.children.allTests('failed');
    return {
      files: [failed.relativeModuleId],
      by: `${failed.relativeModuleId}: ${test?.fullName ?? 'not loaded'}`,
    };
  }
  if (unhandledErrors.length > 0) return { files, by: String(unhandledErrors[0].message) };
  const ended = testModules.filter((module) => ['passed', 'skipped'].includes(module.state()));
  return ended.length === files.length ? undefined : { files, by: 'a test file without a result' };
}
