import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import {
  BackgroundWork,
  type WorkSteps,
} from '../../../../src/sandbox/storage/checkpoint/background-work.ts';

it('takes a step in each turn of the event loop, and waits beside it for the disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-steps-'));
  const descriptor = openSync(join(folder, 'file'), 'w');
  const said: string[] = [];
  function* work(): WorkSteps {
    for (const word of ['one', 'two']) {
      said.push(word);
      yield;
    }
    yield descriptor;
    said.push('there');
  }
  new BackgroundWork().start(work());
  expect(said).toEqual(['one']);
  for (let turns = 0; !said.includes('there') && turns < 100_000; turns += 1) await turn();
  expect(said).toEqual(['one', 'two', 'there']);
  closeSync(descriptor);
  rmSync(folder, { recursive: true });
});

it('does what is left at once where it must, and never the same step twice', async () => {
  const said: string[] = [];
  function* work(name: string): WorkSteps {
    for (let step = 0; step < 4; step += 1) {
      said.push(`${name} ${step}`);
      yield;
    }
  }
  const underway = new BackgroundWork();
  underway.start(work('first'));
  await turn();
  underway.start(work('second'));
  expect(said.slice(-2)).toEqual(['first 3', 'second 0']);
  underway.finish();
  for (let turns = 0; turns < 10; turns += 1) await turn();
  expect(said.slice(4)).toEqual(['second 0', 'second 1', 'second 2', 'second 3']);
});

it('throws the error of a failed sync into the work', async () => {
  const received: string[] = [];
  function* work(): WorkSteps {
    try {
      yield 1_000_000;
      received.push('there');
    } catch (error) {
      received.push((error as NodeJS.ErrnoException).code ?? '');
    }
  }
  const underway = new BackgroundWork();
  underway.start(work());
  underway.finish();
  underway.start(work());
  for (let turns = 0; received.length < 2 && turns < 100_000; turns += 1) await turn();
  expect(received).toEqual(['EBADF', 'EBADF']);
});
