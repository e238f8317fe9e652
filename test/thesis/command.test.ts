/** Tests the commands on real files, with services that throw if anything but the clock and stdin is used. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '../../src/app/services.ts';
import * as writing from '../../src/commands/thesis/new.ts';
import * as judging from '../../src/commands/thesis/review.ts';
import { thesis } from '../../src/commands/thesis/verbs.ts';
import type { CommandCall, Output, OutputFormat, Run } from '../../src/commands/types.ts';
import { unixMs } from '../../src/core/words.ts';
import { ACTIONS } from '../../src/thesis/contract.ts';
import { validateText } from '../../src/thesis/validate.ts';
import { sample, textOf, withValue } from './samples.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bourse-thesis-'));
  writeFileSync(join(folder, 'good.json'), textOf(sample('add')));
  writeFileSync(join(folder, 'bad.json'), textOf(withValue(sample('add'), '/paper_intent/side', undefined)));
  writeFileSync(join(folder, 'odd.json'), textOf({ ...sample('hold'), error_code: 'E' }));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns an object that throws if any property but the given ones is read. */
function restrictTo<T extends object>(name: string, parts: Partial<T>): T {
  return new Proxy(parts as T, {
    get(target, key) {
      if (key in target) return target[key as keyof T];
      throw new Error(`${name}.${String(key)} was read`);
    },
  });
}

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly values: readonly unknown[];
  readonly notes: readonly string[];
}

async function runCommand(
  run: Run,
  format: OutputFormat,
  files: readonly string[],
  options: CommandCall['options'] = {},
  input = '',
): Promise<Ran> {
  let out = '';
  const values: unknown[] = [];
  const notes: string[] = [];
  const same = (text: string) => text;
  const write = async (text: string) => {
    out += text;
  };
  const output: Partial<Output> = {
    format,
    paint: { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same },
    write,
    text: (text) => write(text.endsWith('\n') ? text : `${text}\n`),
    value: async (value) => void values.push(value),
    chunks: async (chunks) => {
      for await (const chunk of chunks) values.push(...(chunk.value as unknown[]));
    },
    note: (text) => void notes.push(text),
  };
  async function* read() {
    yield Buffer.from(input);
  }
  const world = restrictTo<Services['world']>('world', {
    clock: { now: () => unixMs(1_735_689_600_000), monotonicMs: () => 0, sleep: async () => {} },
    stdin: { isTerminal: false, read, follow: read },
  });
  const paths = files.map((file) => (file === '-' ? file : join(folder, file)));
  const code = await run(
    restrictTo<CommandCall>('call', {
      positionals: { file: paths.length === 1 ? paths[0] : paths },
      options,
      services: restrictTo<Services>('services', { world }),
      output: restrictTo<Output>('output', output),
    }),
  );
  return { code: code ?? 0, out: out.replaceAll(`${folder}/`, ''), values, notes };
}

describe('thesis validate', () => {
  it('writes the report and exits with 0, 1 or 2', async () => {
    const good = await runCommand(judging.validate, 'json', ['good.json']);
    expect([good.code, good.out]).toEqual([
      0,
      '{"valid":true,"documents":[{"source":"good.json","valid":true,"errors":[]}]}\n',
    ]);
    const bad = await runCommand(judging.validate, 'json', ['good.json', 'bad.json']);
    expect(bad.code).toBe(1);
    expect(JSON.parse(bad.out)).toMatchObject({
      valid: false,
      documents: [
        { source: 'good.json', valid: true },
        { source: 'bad.json', errors: [{ path: '/paper_intent', rule: 'required', line: 1 }] },
      ],
    });
    const gone = await runCommand(judging.validate, 'json', ['gone.json', 'bad.json']);
    expect(gone.code).toBe(2);
    expect(JSON.parse(gone.out)).toMatchObject({
      documents: [{ errors: [{ rule: 'unreadable' }] }, { valid: false }],
    });
  });

  it('validates a folder, and a stream from standard input', async () => {
    const whole = await runCommand(judging.validate, 'ndjson', ['.']);
    expect(
      whole.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).valid),
    ).toEqual([false, true, true]);
    const stream = `${textOf(sample('hold'))}\n{}\n`;
    const { code, out } = await runCommand(judging.validate, 'ndjson', ['-'], { ndjson: true }, stream);
    expect(code).toBe(1);
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).source),
    ).toEqual(['-:1', '-:2']);
  });

  it('prints a mark, and the position, path, message and fix of each fault on a terminal', async () => {
    const { out } = await runCommand(judging.validate, 'table', ['good.json', 'bad.json', 'gone.json']);
    expect(out.split('\n')).toEqual([
      '✓ good.json',
      '✗ bad.json',
      expect.stringMatching(/^ {2}1:\d+ \/paper_intent action add needs paper_intent\.side$/),
      '      Add "side" to paper_intent: "LONG" or "SHORT".',
      '✗ gone.json',
      expect.stringMatching(/^ {2}cannot read .*: no such file$/),
      '      Check the name.',
      '3 documents: 1 valid, 1 invalid, 1 not read',
      '',
    ]);
  });

  it('lists at most twenty valid documents on a terminal', async () => {
    const stream = `${textOf(sample('hold'))}\n`.repeat(500);
    const { out } = await runCommand(judging.validate, 'table', ['-'], { ndjson: true }, stream);
    expect(out.split('\n').filter((line) => line.startsWith('✓'))).toHaveLength(20);
    expect(out).toContain('500 documents: 500 valid\n');
  });

  it('writes a row for each fault in row formats', async () => {
    const { values, code } = await runCommand(judging.validate, 'csv', ['good.json', 'bad.json']);
    expect(code).toBe(1);
    expect(values).toMatchObject([
      { valid: true, rule: null },
      { valid: false, rule: 'required', path: '/paper_intent' },
    ]);
  });
});

describe('thesis lint and explain', () => {
  it('warn without failing, unless --strict', async () => {
    expect((await runCommand(judging.lint, 'json', ['odd.json'])).code).toBe(0);
    const strict = await runCommand(judging.lint, 'json', ['odd.json'], { strict: true });
    expect(strict.code).toBe(1);
    expect(strict.values).toMatchObject([
      { valid: true, documents: [{ warnings: [{ rule: 'ok-with-error' }] }] },
    ]);
    expect((await runCommand(judging.lint, 'json', ['bad.json'])).code).toBe(1);
    expect((await runCommand(judging.lint, 'json', ['gone.json'])).code).toBe(2);
    expect((await runCommand(judging.lint, 'table', ['odd.json'])).out).toContain('! odd.json\n  1:');
  });

  it('explain what a thesis would do, or report its faults', async () => {
    const good = await runCommand(judging.explain, 'json', ['good.json']);
    expect(good.values).toMatchObject([
      { action: 'add', side: 'LONG', marginUsdt: '100', notionalUsdt: '300' },
    ]);
    expect((await runCommand(judging.explain, 'table', ['good.json'])).out).toMatch(
      /^In the paper ledger: add to a LONG/,
    );
    const bad = await runCommand(judging.explain, 'json', ['bad.json']);
    expect([bad.code, bad.values]).toMatchObject([1, [{ valid: false }]]);
    await expect(runCommand(judging.explain, 'json', ['gone.json'])).rejects.toMatchObject({ kind: 'usage' });
  });
});

describe('thesis new and schema', () => {
  it('write a valid thesis for each action, marked as an example', async () => {
    for (const action of ACTIONS) {
      const { out, notes } = await runCommand(writing.write, 'json', [], { action });
      expect(validateText(out).valid).toBe(true);
      expect(JSON.parse(out)).toMatchObject({
        action,
        provenance: { generated_at: '2025-01-01T00:00:00.000Z' },
      });
      expect(notes).toHaveLength(1);
    }
    const line = await runCommand(writing.write, 'ndjson', [], { action: 'add' });
    expect(line.out.trim().split('\n')).toHaveLength(1);
    expect(validateText(line.out).valid).toBe(true);
  });

  it('use the typed options, and refuse incomplete ones', async () => {
    const typed = {
      action: 'add',
      symbol: 'btcusdt',
      side: 'long',
      margin: '10',
      leverage: '2',
      reason: 'r  "x"',
    };
    const { out, notes } = await runCommand(writing.write, 'ndjson', [], typed);
    expect(JSON.parse(out)).toMatchObject({
      symbol: 'BTCUSDT',
      reason: 'r  "x"',
      paper_intent: { side: 'LONG' },
    });
    expect(notes).toEqual([]);
    await expect(
      runCommand(writing.write, 'json', [], { action: 'add', side: 'LONG' }),
    ).rejects.toMatchObject({
      kind: 'usage',
    });
    await expect(runCommand(writing.write, 'json', [])).rejects.toMatchObject({ kind: 'usage' });
  });

  it('declare list fields as options that may be repeated', () => {
    const { options } = thesis.verbs.find(({ words }) => words[0] === 'new')!;
    const repeatable = options!.filter((option) => option.isRepeatable).map((option) => option.name);
    expect(repeatable).toEqual(['risk-note', 'limitation']);
  });

  it('print the published schema', async () => {
    const { out } = await runCommand(writing.schema, 'json', []);
    expect(JSON.parse(out)).toMatchObject({ title: 'Position-management thesis, version 1', type: 'object' });
  });
});

describe('the thesis commands', () => {
  it('all have a handler and an example', async () => {
    for (const verb of thesis.verbs) {
      expect(typeof (await verb.handler?.())?.run).toBe('function');
      expect(verb.examples.length).toBeGreaterThan(1);
    }
  });
});
