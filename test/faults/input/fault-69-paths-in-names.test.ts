/**
 * Fault 69: A symbol, a profile, a snapshot or a ledger has a name such as ../../x, CON, 300 characters, %2e%2e or with NUL.
 *
 * A name never becomes a path outside the folder that it belongs to: it is refused (exit code 2) or written as a safe file name.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failure } from '../../acceptance/outcomes.ts';
import { bourse, temporaryFolder } from '../../acceptance/world.ts';

const NAMES = [
  '../../x',
  '..',
  '/etc/x',
  'a/../../b',
  '%2e%2e',
  'x\u0000y',
  'x'.repeat(300),
  'CON.',
  'CON',
  'a\\..\\b',
];

it.each(NAMES)('%j is no name of a profile, a snapshot or a ledger: exit 2', async (name) => {
  const home = join(temporaryFolder(), 'one', 'home');
  const lines = [
    ['profile', 'add', name, '--env', 'live', '--api-key', 'env:A', '--secret', 'env:B'],
    ['sandbox', 'snapshot', 'save', name],
    ['sandbox', 'snapshot', 'restore', name],
    ['paper', 'open', name],
    ['paper', 'use', name],
    ['paper', 'balance', '--ledger', name],
  ];
  for (const line of lines) expect(failure(await bourse(line, { home })).exitCode, line[0]).toBe(2);
  expect(strayFiles(home)).toEqual([]);
});

it.each(NAMES)('%j as a symbol writes no file outside the home folder', async (name) => {
  const home = join(temporaryFolder(), 'one', 'home');
  const { code } = await bourse(['market', 'ticker', 'price', name, '--env', 'sandbox'], { home });
  expect([2, 4]).toContain(code);
  expect(strayFiles(home)).toEqual([]);
});

it.each(['con', 'nul', 'com1', 'lpt9'])(
  'the device name %s of Windows is no name of a snapshot or a ledger: exit 2',
  async (name) => {
    const home = temporaryFolder();
    for (const line of [`sandbox snapshot save ${name}`, `paper open ${name}`]) {
      const error = failure(await bourse(line, { home }));
      expect([error.exitCode, error.message], line).toEqual([2, expect.stringContaining(name)]);
    }
    expect(readdirSync(home, { recursive: true }).filter((file) => String(file).includes(name))).toEqual([]);
  },
);

/** Returns the files beside the home folder `one/home`. */
function strayFiles(home: string): string[] {
  const outside = join(home, '..', '..');
  mkdirSync(home, { recursive: true });
  return readdirSync(outside, { recursive: true, encoding: 'utf8' }).filter(
    (file) => !/^one(\/home|$)/.test(file),
  );
}
