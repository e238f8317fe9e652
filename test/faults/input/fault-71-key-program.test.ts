/**
 * Fault 71: The program that a reference to a key names gets shell characters, fails, hangs, or prints without end.
 *
 * It is run without a shell, and its output and its time are limited; exit code 3.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failure } from '../../acceptance/outcomes.ts';
import { CANARY_KEYS } from '../../acceptance/scripted-exchange.ts';
import { bourse, temporaryFolder } from '../../acceptance/world.ts';
import { expectNoCanary, withFastTimers } from '../fault-exchange.ts';

const addWith = (home: string, program: readonly string[]) =>
  bourse(
    [
      ...['profile', 'add', 'one', '--env', 'live', '--api-key', 'env:BOURSE_API_KEY'],
      '--secret',
      `cmd:${JSON.stringify(program)}`,
    ],
    { home, environment: CANARY_KEYS },
  );

it('shell characters are arguments', async () => {
  const home = temporaryFolder();
  const file = join(home, 'executed');
  const secret = CANARY_KEYS.BOURSE_API_SECRET;
  const outcome = await addWith(home, ['/bin/echo', `${secret};touch ${file}`, `$(touch ${file})`]);
  expect(existsSync(file)).toBe(false);
  expectNoCanary(outcome);
});

it.each([
  ['prints without end', ['/bin/sh', '-c', 'while :; do echo CanaryOutput; done']],
  ['fails and prints the key on stderr', ['/bin/sh', '-c', 'echo CanaryOutput >&2; exit 1']],
  ['does not exist', ['/does/not/exist']],
  ['prints nothing', ['/bin/true']],
])('a program that %s gives no key: exit 3', async (_, program) => {
  const outcome = await addWith(temporaryFolder(), program);
  expect(failure(outcome)).toMatchObject({ kind: 'credentials', exitCode: 3 });
  expect(outcome.stderr).not.toContain('CanaryOutput\n');
  expectNoCanary(outcome);
});

it('a program that hangs is ended after 5 s and gives no key: exit 3', async () => {
  const file = join(temporaryFolder(), 'pid');
  const program = ['/bin/sh', '-c', `echo $$ > ${file}; exec sleep 600`];
  const isStarted = () => existsSync(file) && readFileSync(file, 'utf8') !== '';
  const outcome = await withFastTimers(isStarted, () => addWith(temporaryFolder(), program));
  expect(failure(outcome)).toMatchObject({ kind: 'credentials', exitCode: 3 });
  expect(failure(outcome).message).toContain('gave no answer within 5 s');
  const pid = Number(readFileSync(file, 'utf8'));
  await expect.poll(() => isRunning(pid)).toBe(false);
});

it('a program that prints a key of 64 KiB and one byte gives no key: exit 3', async () => {
  const print = (bytes: number) => ['/bin/sh', '-c', `head -c ${bytes} /dev/zero | tr '\\0' k`];
  const [most, over] = [
    await addWith(temporaryFolder(), print(65_536)),
    await addWith(temporaryFolder(), print(65_537)),
  ];
  expect(failure(over).message).toContain('printed more than 65536 bytes');
  expect(most.stderr).not.toContain('printed more than');
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
