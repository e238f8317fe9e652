/** Every example of every command parses and passes the parameter check. */
import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../src/cli/arguments.ts';
import { GROUPS } from '../../src/commands/groups.ts';
import type { UnixMs } from '../../src/core/words.ts';
import { prepareRequest } from '../../src/request/prepare.ts';
import { RUNS_UNTIL_STOPPED, runExamples } from './streaming-examples.ts';

const NOW = 1_710_506_096_789 as UnixMs;

const examples = (
  await Promise.all(
    GROUPS.map(async ({ load }) =>
      (await load()).verbs.flatMap((verb) => verb.examples.map((line) => ({ line, verb }))),
    ),
  )
).flat();

describe('examples', () => {
  it.each(examples)('bourse $line', async ({ line, verb }) => {
    const read = await readCommandLine(wordsOf(line));
    expect(read.verb).toBe(verb);
    const { endpoint } = read;
    if (endpoint === undefined || endpoint.product === 'onchain') return;
    // Lines omit the parameters that a command fixes or fills in.
    if ((verb.fixed ?? verb.defaults) !== undefined) return;
    // On paged endpoints a limit counts rows and may exceed the page size.
    const size = endpoint.pages !== undefined && 'limit' in endpoint.pages ? endpoint.pages.limit : undefined;
    const given = read.given.filter(({ name }) => name !== size);
    // The max span of one call does not limit a run with --all.
    const rules = (endpoint.rules ?? []).filter(
      ({ rule }) => rule !== 'max-span' || read.options['all'] !== true,
    );
    expect(prepareRequest({ ...endpoint, rules }, given, { now: NOW }).request.path).toBe(endpoint.path);
  });
});

describe('examples of streaming commands', () => {
  it('run against the sandbox, exit with 0, and write nothing but JSON', async () => {
    const lines = examples.map(({ line }) => line).filter((line) => RUNS_UNTIL_STOPPED.test(line));
    const ran = await runExamples(lines.map((line) => ({ line, words: wordsOf(line) })));
    expect(ran).toHaveLength(lines.length);
    for (const { line, outcome } of ran) {
      expect([line, outcome.code, outcome.stderr]).toEqual([line, 0, expect.any(String)]);
      for (const text of outcome.stdout.split('\n').filter(Boolean))
        expect(() => JSON.parse(text)).not.toThrow();
      expect([line, outcome.stderr]).not.toEqual([line, expect.stringContaining('Connection lost')]);
    }
    // The connection was opened with the requested streams; a quiet market may send nothing in that time.
    for (const { line, outcome } of ran.filter((one) => one.line.startsWith('stream ')))
      expect([line, outcome.stdout]).toEqual([line, expect.stringContaining('{"bourse":"hello"')]);
    for (const { line, outcome } of ran.filter((one) => one.line.startsWith('ws ')))
      expect([line, outcome.stdout]).not.toEqual([line, '']);
  });
});

/** Splits a line into words as a shell does, without quotes and redirections. */
function wordsOf(line: string): string[] {
  const words = line.replace(/ > .*$/, '').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g);
  return [...words].map(([, single, double, plain]) => single ?? double ?? plain ?? '');
}
