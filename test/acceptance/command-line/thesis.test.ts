import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { ACTIONS } from '../../../src/thesis/contract.ts';
import { sample, textOf, withValue } from '../../thesis/samples.ts';
import { csv, failure, json, lines } from '../outcomes.ts';
import { bourse, temporaryFolder } from '../world.ts';

interface Verdict {
  readonly source: string;
  readonly valid: boolean;
  readonly errors: readonly { readonly path: string; readonly rule: string; readonly fix: string }[];
}

interface Report {
  readonly valid: boolean;
  readonly documents: readonly Verdict[];
}

/** A required field of each action, as a JSON pointer. */
const BROKEN: Readonly<Record<(typeof ACTIONS)[number], string>> = {
  hold: '/reason',
  noop: '/safety/real_orders',
  close: '/close_intent/close_fraction',
  adjust_exit: '/exit_update/stop_loss_price',
  add: '/paper_intent/paper_leverage',
  reduce: '/paper_intent/agent_authorized',
};

function report(outcome: { stdout: string }): Report {
  return JSON.parse(outcome.stdout) as Report;
}

describe.each(ACTIONS)('a thesis to %s', (action) => {
  it('is valid from a file and from standard input', async () => {
    const file = join(temporaryFolder(), 'thesis.json');
    writeFileSync(file, textOf(sample(action)));
    const fromFile = await bourse(['thesis', 'validate', file]);
    expect(json<Report>(fromFile)).toEqual({
      valid: true,
      documents: [{ source: file, valid: true, errors: [] }],
    });
    const fromInput = await bourse('thesis validate -', { stdin: textOf(sample(action)) });
    expect(json<Report>(fromInput).documents[0]).toEqual({ source: '-', valid: true, errors: [] });
  });

  it('is invalid without a required field of its action: exit 1, and the answer names the position', async () => {
    const stdin = textOf(withValue(sample(action), BROKEN[action], undefined));
    const outcome = await bourse('thesis validate -', { stdin });
    expect({ code: outcome.code, stderr: outcome.stderr }).toEqual({ code: 1, stderr: '' });
    const [verdict] = report(outcome).documents;
    expect(verdict!.valid).toBe(false);
    expect(verdict!.errors.length).toBeGreaterThan(0);
    for (const error of verdict!.errors) expect(error.fix).not.toBe('');
  });

  it('is explained in a sentence that states that it is not a real order', async () => {
    const outcome = await bourse('thesis explain - -o table', { stdin: textOf(sample(action)) });
    expect({ code: outcome.code, stderr: outcome.stderr }).toEqual({ code: 0, stderr: '' });
    expect(outcome.stdout).toContain('No real order.');
    const facts = json<{ action: string; sentence: string }>(
      await bourse('thesis explain -', { stdin: textOf(sample(action)) }),
    );
    expect(facts.action).toBe(action);
    expect(outcome.stdout.split('\n')[0]).toBe(facts.sentence);
  });

  it('written by thesis new is valid, and dated by the clock', async () => {
    const written = await bourse(`thesis new --action ${action}`);
    expect(written.code).toBe(0);
    expect(written.stderr).toContain('This is an example');
    expect(JSON.parse(written.stdout)).toMatchObject({
      action,
      provenance: { generated_at: '2024-03-15T12:34:56.789Z' },
    });
    expect((await bourse('thesis validate -', { stdin: written.stdout })).code).toBe(0);
  });
});

describe('thesis validate', () => {
  function folder() {
    const home = temporaryFolder();
    mkdirSync(join(home, 'deep'));
    writeFileSync(join(home, 'a.json'), textOf(sample('hold')));
    writeFileSync(join(home, 'deep', 'b.json'), textOf(withValue(sample('add'), '/symbol', undefined)));
    writeFileSync(join(home, 'c.ndjson'), `${textOf(sample('noop'))}\n${textOf(sample('close'))}\n`);
    writeFileSync(join(home, 'notes.txt'), 'not a thesis');
    return home;
  }

  it('validates all theses of a folder, and ignores other files', async () => {
    const home = folder();
    const outcome = await bourse(['thesis', 'validate', home]);
    expect(outcome.code).toBe(1);
    const { valid, documents } = report(outcome);
    expect(valid).toBe(false);
    expect(documents.map((one) => one.valid).sort()).toEqual([false, true, true, true]);
    expect(documents.find((one) => !one.valid)!.source).toContain('b.json');
    expect(outcome.stdout).not.toContain('notes.txt');
  });

  it('validates several files in the given order', async () => {
    const home = folder();
    const files = [join(home, 'deep', 'b.json'), join(home, 'a.json')];
    const { documents } = report(await bourse(['thesis', 'validate', ...files]));
    expect(documents.map((one) => one.source)).toEqual(files);
  });

  it('validates a stream with one thesis per line and reports the line', async () => {
    const stdin = `${textOf(sample('hold'))}\n{"broken\n${textOf(sample('reduce'))}\n`;
    const outcome = await bourse('thesis validate - --ndjson -o ndjson', { stdin });
    expect(outcome.code).toBe(1);
    const verdicts = lines<Verdict>(outcome.stdout);
    expect(verdicts.map((one) => one.valid)).toEqual([true, false, true]);
    expect(verdicts[1]!.source).toContain('2');
  });

  it('exits with 2 if a file does not exist', async () => {
    const outcome = await bourse('thesis validate nowhere.json');
    expect(outcome.code).toBe(2);
    expect(outcome.stdout).toContain('no such file');
    expect(failure(await bourse('thesis validate')).message).toContain('needs <file>');
  });

  it('shows each fault with its position, and a mark for each document, on a terminal', async () => {
    const home = folder();
    const outcome = await bourse(['thesis', 'validate', home], {
      terminal: 100,
      environment: { NO_COLOR: '1' },
    });
    expect(outcome.stdout).toMatch(/✗ .*b\.json\n {2}1:1 .*symbol/);
    expect(outcome.stdout).toMatch(/✓ .*a\.json/);
    expect(outcome.stdout).toContain('4 documents: 3 valid, 1 invalid');
  });

  it('gives csv with a row for each fault', async () => {
    const [head, ...rows] = csv((await bourse(['thesis', 'validate', folder(), '-o', 'csv'])).stdout);
    expect(head).toEqual(['source', 'valid', 'line', 'column', 'path', 'rule', 'message', 'fix']);
    expect(rows.filter((row) => row[1] === 'false').length).toBeGreaterThan(0);
  });

  it('escapes hostile documents on a terminal', async () => {
    const stdin = textOf(withValue(sample('hold'), '/mode', '\u001b]0;x\u0007\u202e\u009b'));
    for (const format of ['table', 'json', 'ndjson']) {
      const { stdout } = await bourse(`thesis validate - -o ${format}`, {
        stdin,
        terminal: 100,
        environment: { NO_COLOR: '1' },
      });
      expect(stdout).not.toMatch(/[\u0007\u001b\u0080-\u009f\u202e]/);
    }
  });

  it('reads no key, no profile and no variable of an exchange', async () => {
    const environment = new Proxy({ NO_COLOR: '1' } as Record<string, string>, {
      get(target, name) {
        if (/^BOURSE_(API|PROFILE|HOST)/.test(String(name))) throw new Error(`read ${String(name)}`);
        return Reflect.get(target, name);
      },
    });
    expect((await bourse('thesis validate -', { stdin: textOf(sample('add')), environment })).code).toBe(0);
  });
});

describe('thesis lint', () => {
  const doubtful = textOf(withValue(sample('add'), '/paper_intent/leverage', 500));

  it('warns about valid but unlikely values, and fails only with --strict', async () => {
    const calm = await bourse('thesis lint -', { stdin: doubtful });
    expect(calm.code).toBe(0);
    expect(
      json<{ documents: { warnings: unknown[] }[] }>(calm).documents[0]!.warnings.length,
    ).toBeGreaterThan(0);
    expect((await bourse('thesis lint - --strict', { stdin: doubtful })).code).toBe(1);
  });

  it('fails if the thesis is invalid', async () => {
    const stdin = textOf(withValue(sample('add'), '/symbol', undefined));
    expect((await bourse('thesis lint -', { stdin })).code).toBe(1);
  });
});

describe('thesis new', () => {
  it('writes the options, with numbers as they were typed', async () => {
    const line =
      'thesis new --action add --symbol btcusdt --side long --margin 100.10 --leverage 3 --reason up --confidence 0.70';
    const { code, stdout, stderr } = await bourse(line);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('"requested_margin_usdt": 100.10');
    expect(JSON.parse(stdout)).toMatchObject({
      symbol: 'BTCUSDT',
      confidence: 0.7,
      paper_intent: { side: 'LONG', agent_authorized: true, real_order: false },
    });
    expect((await bourse('thesis validate -', { stdin: stdout })).code).toBe(0);
  });

  it('names all missing options at once', async () => {
    const error = failure(await bourse('thesis new --action add --symbol BTCUSDT'));
    expect(error.exitCode).toBe(2);
    for (const option of ['--reason', '--side', '--margin or --notional', '--leverage'])
      expect(error.message).toContain(option);
  });

  it('requires an action', async () => {
    expect(failure(await bourse('thesis new')).message).toContain('--action is required');
  });
});

describe('thesis schema', () => {
  it('is a JSON Schema that accepts and refuses what validate does', async () => {
    const { code, stdout } = await bourse('thesis schema');
    expect(code).toBe(0);
    const schema = JSON.parse(stdout) as Record<string, unknown>;
    const { default: Ajv2020 } = await import('ajv/dist/2020.js');
    const Checker = String(schema['$schema']).includes('2020') ? Ajv2020.default : Ajv;
    const accepts = new Checker({ strict: false }).compile(schema);
    for (const action of ACTIONS) {
      expect(accepts(sample(action))).toBe(true);
      expect(accepts(withValue(sample(action), BROKEN[action], undefined))).toBe(false);
    }
  });
});
