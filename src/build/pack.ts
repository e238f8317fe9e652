/**
 * Packs the chunks of the bundle into one file of functions, and keeps the code that V8 compiles for them on
 * the most usual commands: reading and compiling a dozen files was half of the time of a short command.
 */
import { spawnSync } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Chunks larger than this stay files of their own: few commands need them, and all would pay for them. */
const PACKED_BYTES_MAX = 60_000;

/** Packs `dist`; the chunks' files are gone afterwards but for the large ones. */
export async function packProgram(dist: string): Promise<void> {
  const chunks = (await readdir(join(dist, 'chunks'))).map((name) => join('chunks', name));
  const files = (await readdir(dist)).filter((name) => name.endsWith('.js') && name !== 'quick.js');
  let pack = '';
  for (const file of [...files, ...chunks]) {
    const source = await readFile(join(dist, file), 'utf8');
    const factory = `function(exports,require,module){${source}\n}`;
    await rm(join(dist, file));
    if (source.length > PACKED_BYTES_MAX && basename(file) !== 'main.js') {
      await writeFile(join(dist, basename(file)), `(function(){return ${factory}})`);
    } else pack += `${JSON.stringify(basename(file))}:${factory},\n`;
  }
  await rm(join(dist, 'chunks'), { recursive: true });
  await writeFile(join(dist, 'program.js'), `(function(){return{\n${pack}}})`);
}

/** Runs the warm-up in a process of its own; a failure costs speed and is told, not more. */
export function warmProgram(dist: string, warmUp: string): void {
  const { NODE_OPTIONS: _options, NODE_V8_COVERAGE: _coverage, ...environment } = process.env;
  const done = spawnSync(process.execPath, [warmUp, dist], {
    env: environment,
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (done.status !== 0) process.stderr.write(`bourse: no code cache was made: ${done.stderr}\n`);
}
