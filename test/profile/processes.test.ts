/** Many processes write one profile file: every write that was reported stays in the file. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readProfiles } from '../../src/profile/profile-file.ts';
import { profileFolder, SERVICES } from './world.ts';

const PROCESSES = 8;
const WRITES = 100;

// Inside node_modules, so that the native packages are found from there.
const cache = fileURLToPath(
  new URL(`../../node_modules/.cache/profile-writer-${process.pid}`, import.meta.url),
);
const program = join(cache, 'writer.mjs');

beforeAll(async () => {
  mkdirSync(cache, { recursive: true });
  await esbuild.build({
    entryPoints: [fileURLToPath(new URL('writer-process.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    // Native code stays where its package put it, as in the bundle that users run.
    external: ['@photostructure/sqlite'],
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
});
afterAll(() => rmSync(cache, { recursive: true, force: true }));

interface Writer {
  readonly reported: () => string[];
  readonly ended: Promise<unknown>;
  readonly isRunning: () => boolean;
  readonly kill: () => void;
}

function startWriter(folder: string, name: string, count: number): Writer {
  const child = spawn(process.execPath, [program, folder, name, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'] },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    output += part;
  });
  return {
    reported: () => output.split('\n').slice(0, -1),
    ended: once(child, 'close'),
    isRunning: () => child.exitCode === null,
    kill: () => child.kill('SIGKILL'),
  };
}

describe('a profile file that many processes write', () => {
  it(`keeps ${PROCESSES * WRITES} of ${PROCESSES * WRITES} updates of ${PROCESSES} processes`, async () => {
    const folder = profileFolder();
    const writers = Array.from({ length: PROCESSES }, (_, number) =>
      startWriter(folder, `p${number}`, WRITES),
    );
    await Promise.all(writers.map(({ ended }) => ended));
    const reported = writers.flatMap((writer) => writer.reported());
    expect(reported).toHaveLength(PROCESSES * WRITES);
    expect(Object.keys(readProfiles(folder, SERVICES).profiles).sort()).toEqual(reported.sort());
  });

  it('loses nothing that was reported when a writer is killed, and lets the others go on', async () => {
    const folder = profileFolder();
    const [killed, other] = [startWriter(folder, 'killed', 1000), startWriter(folder, 'other', 30)];
    // A writer that ends by itself has reported all its writes; the expectations below show what is missing.
    while (killed!.isRunning() && killed!.reported().length < 10)
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect(killed!.reported().length).toBeGreaterThanOrEqual(10);
    killed!.kill();
    await Promise.all([killed!.ended, other!.ended]);
    const kept = Object.keys(readProfiles(folder, SERVICES).profiles);
    expect(kept).toEqual(expect.arrayContaining([...killed!.reported(), ...other!.reported()]));
    expect(other!.reported()).toHaveLength(30);
    expect(JSON.parse(readFileSync(join(folder, 'profiles.json'), 'utf8')).schemaVersion).toBe(1);
  });
});
