/** The explanations that the build writes, so that `explain` need not load the catalogue and all commands. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  EXPLANATIONS_FILE,
  explanationFiles,
  preparedExplanations,
  SUBJECTS_FILE,
} from '../../src/cli/prepared-explanations.ts';
import { commandsByEndpoint, findCommand, listCommands } from '../../src/commands/command-index.ts';
import { run } from '../../src/commands/explain/explain.ts';
import { findExplanations, listAllSubjects } from '../../src/commands/explain/lookup.ts';
import type { CommandCall } from '../../src/commands/types.ts';
import { temporaryFolder } from '../acceptance/world.ts';

type Explained = Parameters<typeof explanationFiles>[0];

/** Returns a folder with the files of these explanations. */
function built(explained: Explained): string {
  const folder = temporaryFolder();
  const { subjects, explanations } = explanationFiles(explained);
  mkdirSync(join(folder, 'help'));
  writeFileSync(join(folder, 'help', SUBJECTS_FILE), subjects);
  writeFileSync(join(folder, 'help', EXPLANATIONS_FILE), explanations);
  return folder;
}

it('say of a subject exactly what the catalogue says', async () => {
  const commands = await commandsByEndpoint();
  const all = [...new Set([...listAllSubjects(commands), ...(await listCommands())])];
  const subjects = all.filter((_, index) => index % 20 === 0);
  const explained = new Map<string, Awaited<ReturnType<typeof findExplanations>>>();
  for (const subject of subjects)
    explained.set(subject, await findExplanations(subject, commands, findCommand));
  const folder = built(explained);
  expect(subjects.length).toBeGreaterThan(100);
  for (const [subject, found] of explained)
    expect(preparedExplanations(folder, subject)).toBe(JSON.stringify(found));
});

it('are found after letters of several bytes, and shared by subjects with the same text', () => {
  const shared = { subject: 'a', title: '5 € — “fee”' };
  const other = { subject: 'b', title: 'next' };
  const explained: Explained = new Map([
    ['a', [shared]],
    ['b', [{ ...shared, subject: 'b' }, other]],
  ]);
  expect(preparedExplanations(built(explained), 'b')).toBe(
    JSON.stringify([{ ...shared, subject: 'b' }, other]),
  );
  expect(explanationFiles(explained).explanations.match(/fee/g)).toHaveLength(1);
});

it('are missing for an unknown subject, for one that spans two lines of the file, and without a build', () => {
  const explained: Explained = new Map(['a', 'b'].map((subject) => [subject, [{ subject }]]));
  const folder = built(explained);
  const line = explanationFiles(explained).subjects.split('\n')[1]!;
  for (const subject of ['c', '', 'a\t', `${line}\nb`])
    expect(preparedExplanations(folder, subject), JSON.stringify(subject)).toBeUndefined();
  expect(preparedExplanations(temporaryFolder(), 'a')).toBeUndefined();
});

it('are printed without loading the catalogue and all commands', async () => {
  const printed: unknown[] = [];
  const refused = () => Promise.reject(new Error('loaded'));
  await run({
    positionals: { subject: ['BAD_SYMBOL'] },
    output: { format: 'json', value: async (value: unknown) => printed.push(value) },
    preparedExplanations: async (subject: string) => `[{"subject":"${subject}"}]`,
    commands: refused,
    findCommand: refused,
  } as unknown as CommandCall);
  expect(printed).toEqual([[{ subject: 'BAD_SYMBOL' }]]);
});

it('are printed as JSON before the program is loaded, and the program prints the same', () => {
  const node = (...words: string[]) =>
    spawnSync(process.execPath, words, { env: { BOURSE_HOME: temporaryFolder() }, encoding: 'utf8' });
  const answer = (...argv: string[]) =>
    node('-e', `process.exitCode = require('./dist/quick.cjs').answer(${JSON.stringify(argv)}) ? 0 : 9`);
  const { status, stdout } = answer('explain', 'market', 'klines', '-o', 'json');
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject([{ subject: 'market klines' }]);
  expect(node('bin/bourse.js', 'explain', 'market', 'klines', '--json').stdout).toBe(stdout);
  // Found only in the catalogue, as another spelling of the same subject.
  const other = node('bin/bourse.js', 'explain', 'bourse', 'market', 'klines', '-o', 'json').stdout;
  expect(other).toBe(stdout.replaceAll('"market klines"', '"bourse market klines"'));
  for (const argv of [
    ['explain', 'funding'],
    ['explain', '-o', 'json'],
    ['explain', '--quiet', '-o', 'json'],
  ])
    expect(answer(...argv).status, argv.join(' ')).toBe(9);
});
