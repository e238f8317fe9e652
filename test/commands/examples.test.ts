/** Every example of every command is a command line that reads, checks and could be sent as it stands. */
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
    // What the command says itself stands on no line.
    if (verb.fixed !== undefined) return;
    // On endpoints that page, a limit counts rows and may be larger than a page.
    const size = endpoint.pages !== undefined && 'limit' in endpoint.pages ? endpoint.pages.limit : undefined;
    const given = read.given.filter(({ name }) => name !== size);
    // What one call may span is no limit of a run through all pages.
    const rules = (endpoint.rules ?? []).filter(
      ({ rule }) => rule !== 'max-span' || read.options['all'] !== true,
    );
    expect(prepareRequest({ ...endpoint, rules }, given, { now: NOW }).request.path).toBe(endpoint.path);
  });
});

describe('examples of commands that follow', () => {
  it('run against the sandbox, end well, and write nothing but JSON', async () => {
    const lines = examples.map(({ line }) => line).filter((line) => RUNS_UNTIL_STOPPED.test(line));
    const ran = await runExamples(lines.map((line) => ({ line, words: wordsOf(line) })));
    expect(ran).toHaveLength(lines.length);
    for (const { line, outcome } of ran) {
      expect([line, outcome.code, outcome.stderr]).toEqual([line, 0, expect.any(String)]);
      for (const text of outcome.stdout.split('\n').filter(Boolean))
        expect(() => JSON.parse(text)).not.toThrow();
      expect([line, outcome.stderr]).not.toEqual([line, expect.stringContaining('Connection lost')]);
    }
    // A connection was there, and carried what was asked for; a quiet market may say nothing in that moment.
    for (const { line, outcome } of ran.filter((one) => one.line.startsWith('stream ')))
      expect([line, outcome.stdout]).toEqual([line, expect.stringContaining('{"bourse":"hello"')]);
    for (const { line, outcome } of ran.filter((one) => one.line.startsWith('ws ')))
      expect([line, outcome.stdout]).not.toEqual([line, '']);
  }, 120_000);
});

/** Words as a shell would split them: at spaces, quotes taken off, nothing of where output goes. */
function wordsOf(line: string): string[] {
  const words = line.replace(/ > .*$/, '').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g);
  return [...words].map(([, single, double, plain]) => single ?? double ?? plain ?? '');
}
