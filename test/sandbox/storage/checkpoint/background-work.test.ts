import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import {
  BackgroundWork,
  type WorkSteps,
} from '../../../../src/sandbox/storage/checkpoint/background-work.ts';

it('background work performs a step in each turn of the event loop, and waits for the disk without blocking', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-steps-'));
  const descriptor = openSync(join(folder, 'file'), 'w');
  const done: string[] = [];
  function* steps(): WorkSteps {
    for (const word of ['one', 'two']) {
      done.push(word);
      yield;
    }
    yield descriptor;
    done.push('there');
  }
  new BackgroundWork().start(steps());
  expect(done).toEqual(['one']);
  for (let turns = 0; !done.includes('there') && turns < 100_000; turns += 1) await turn();
  expect(done).toEqual(['one', 'two', 'there']);
  closeSync(descriptor);
  rmSync(folder, { recursive: true });
});

it('background work can be completed at once, and performs each step once', async () => {
  const done: string[] = [];
  function* steps(name: string): WorkSteps {
    for (let step = 0; step < 4; step += 1) {
      done.push(`${name} ${step}`);
      yield;
    }
  }
  const background = new BackgroundWork();
  background.start(steps('first'));
  await turn();
  background.start(steps('second'));
  expect(done.slice(-2)).toEqual(['first 3', 'second 0']);
  background.finish();
  for (let turns = 0; turns < 10; turns += 1) await turn();
  expect(done.slice(4)).toEqual(['second 0', 'second 1', 'second 2', 'second 3']);
});

it('background work receives the error of a failed sync', async () => {
  const received: string[] = [];
  function* steps(): WorkSteps {
    try {
      yield 1_000_000;
      received.push('there');
    } catch (error) {
      received.push((error as NodeJS.ErrnoException).code ?? '');
    }
  }
  const background = new BackgroundWork();
  background.start(steps());
  background.finish();
  background.start(steps());
  for (let turns = 0; received.length < 2 && turns < 100_000; turns += 1) await turn();
  expect(received).toEqual(['EBADF', 'EBADF']);
});
