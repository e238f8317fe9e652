/** Several processes write one profile file: no reported write is lost. */
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

// Inside node_modules, from where the native packages can be resolved.
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
    // Native code is not bundled, as in the released program.
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

describe('a profile file that many processes write', { tags: ['real-time'] }, () => {
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

  it('loses no reported write if a writer is killed, and the other writers continue', async () => {
    const folder = profileFolder();
    const [killed, other] = [startWriter(folder, 'killed', 1000), startWriter(folder, 'other', 30)];
    // A writer that was not killed has reported all its writes.
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
