/** The connection attempts of all processes of a machine stay below the limit of the exchange per address. */
import { execFile } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/core/clock.ts';
import { attemptGate } from '../../src/stream/attempts.ts';
import { temporaryFolder } from '../acceptance/world.ts';
import { manualClock, runPendingTasks } from './manual-clock.ts';

const random = seededRandom(3);
const neverAborted = new AbortController().signal;
const WINDOW_MS = 300_000;

const exec = promisify(execFile);

/** Requests many permits in several processes at the same time; returns the permits that each process got. */
async function askInProcesses(folder: string, processes: number, asks: number): Promise<readonly number[]> {
  const outfile = join(folder, 'gate-process.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('gate-process.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['@photostructure/sqlite'],
    logLevel: 'error',
  });
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'));
  const ended = Array.from({ length: processes }, () =>
    exec(process.execPath, [outfile, folder, String(asks)]),
  );
  return (await Promise.all(ended)).map(({ stdout }) => Number(stdout));
}

describe('the gate of connection attempts', () => {
  it('grants 270 attempts in all to processes that ask at the same time', async () => {
    const passed = await askInProcesses(temporaryFolder(), 8, 60);
    // The 8 processes asked for 480 attempts.
    expect(passed.reduce((sum, one) => sum + one, 0)).toBe(270);
  });

  it('grants 270 attempts in 5 minutes to all processes, and the next when the first leaves the window', async () => {
    const folder = temporaryFolder();
    const clock = manualClock();
    const waits: number[] = [];
    const onWait = (waitMs: number) => waits.push(waitMs);
    const processes = [1, 2, 3].map(() =>
      attemptGate({ clock, random, folder, scope: 'stream.example', onWait }),
    );
    for (let attempt = 0; attempt < 270; attempt += 1) {
      await processes[attempt % 3]!(neverAborted);
      await clock.advance(100);
    }
    let passed = false;
    const waiting = processes[0]!(neverAborted).then(() => {
      passed = true;
    });
    await runPendingTasks();
    expect(waits).toEqual([WINDOW_MS - 27_000 + 1]);
    await clock.advance(waits[0]! - 1);
    expect(passed).toBe(false);
    await clock.advance(1);
    await waiting;
    expect(passed).toBe(true);
  });

  it('never grants more than 300 attempts in any 5 minutes', async () => {
    const folder = temporaryFolder();
    const clock = manualClock();
    const gate = attemptGate({ clock, random, folder, scope: 'x' });
    const times: number[] = [];
    const all = Array.from({ length: 700 }, () =>
      gate(neverAborted).then(() => times.push(clock.monotonicMs())),
    );
    await runPendingTasks();
    for (let minute = 0; minute < 30; minute += 1) await clock.advance(60_000);
    await Promise.all(all);
    for (const [index, time] of times.entries()) {
      const later = times[index + 300];
      if (later !== undefined) expect(later - time).toBeGreaterThanOrEqual(WINDOW_MS);
    }
  });

  it('counts the attempts of its own process where the folder cannot be written', async () => {
    const folder = join(temporaryFolder(), 'file');
    writeFileSync(folder, '');
    const clock = manualClock();
    const gate = attemptGate({ clock, random, folder, scope: 'x', max: 2 });
    await gate(neverAborted);
    await gate(neverAborted);
    const stop = new AbortController();
    const third = gate(stop.signal);
    stop.abort(new Error('enough'));
    await expect(third).rejects.toThrow('enough');
  });
});
