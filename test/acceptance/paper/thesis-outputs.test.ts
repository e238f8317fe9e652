/** What the commands of theses print as JSON satisfies the schemas that the document of the ledger names. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorLine } from '../../../src/cli/output/error-text.ts';
import { thesis as group } from '../../../src/commands/thesis/verbs.ts';
import { EXIT_CODES, ToolError } from '../../../src/core/errors.ts';
import { runScenario } from '../../../src/paper/engine/moments.ts';
import { cutTimes, findLookAhead } from '../../../src/paper/look-ahead.ts';
import { type Scenario, ScenarioReader } from '../../../src/paper/scenario/reader.ts';
import { WARNINGS } from '../../../src/thesis/lint.ts';
import { RULES } from '../../../src/thesis/verdict.ts';
import {
  add,
  adjust,
  at,
  book,
  candles,
  close,
  funding,
  hold,
  type Members,
  reduce,
  START,
  settings,
  symbol,
  thesis,
  WATCH,
} from '../../paper/scenarios.ts';
import { lines } from '../outcomes.ts';
import { bourse, fixedClock, temporaryFolder } from '../world.ts';
import { commandsOf, expectValid, rowsOf, satisfies, schemaOf, unusedDefinitions } from './output-schemas.ts';

const SCHEMA = 'thesis-output.v1';
const ROWS = rowsOf('thesis');
const FORMATS = ['json', 'ndjson'] as const;

type Format = (typeof FORMATS)[number];

/** Returns a home, and functions that write a file and run commands and check what they print. */
function openHome() {
  const home = temporaryFolder();
  const clock = fixedClock();
  const seen = new Set<string>();
  const write = (name: string, records: readonly unknown[]) => {
    const texts = records.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`);
    const path = join(home, name);
    writeFileSync(path, texts.join(''));
    return path;
  };
  const checked = (command: string, format: Format, outcome: { code: number; stdout: string }) => {
    const row = ROWS.find((one) => one.command === command)!;
    const values = format === 'ndjson' ? lines(outcome.stdout) : [JSON.parse(outcome.stdout)];
    for (const value of values) expectValid(command, SCHEMA, format === 'json' ? row.whole : row.line, value);
    if (values.flat().length > 0) seen.add(`${command} ${format} ${outcome.code === 0 ? 'good' : 'bad'}`);
    return values;
  };
  /** Runs a command in both formats, and returns the values that it prints. */
  const run = async (command: string, words: string, code = 0) => {
    const printed: Record<Format, unknown[]> = { json: [], ndjson: [] };
    for (const format of FORMATS) {
      const outcome = await bourse(`${command} ${words} -o ${format}`, { home, clock });
      expect([`${command} ${words}`, outcome.code]).toEqual([`${command} ${words}`, code]);
      printed[format] = checked(command, format, outcome);
    }
    return printed;
  };
  /** Runs a command that fails in both formats: nothing on stdout, and the error object on stderr. */
  const fail = async (command: string, words: string, code = 2) => {
    for (const format of FORMATS) {
      const {
        code: found,
        stdout,
        stderr,
      } = await bourse(`${command} ${words} -o ${format}`, { home, clock });
      expect([`${command} ${words}`, found, stdout]).toEqual([`${command} ${words}`, code, '']);
      const [error] = lines(stderr.split('\n').at(-2)!);
      expectValid(`${command} ${words}`, 'error.v1', 'error.v1.schema.json', error);
      seen.add(`${command} ${format} error`);
    }
  };
  return { home, clock, seen, write, run, fail };
}

const ADD = { requested_margin_usdt: 100, paper_leverage: 5 };
const HEDGED = { ...ADD, requested_notional_usdt: 1e-7, leverage: 3 };

/** Theses of every action, with values that are spelled in several ways. */
const GOOD: readonly Members[] = [
  add(ADD, { confidence: 0.5 }),
  add(HEDGED, WATCH),
  adjust({ stop_loss_price: 49_000.5, take_profit_price: 6e4, max_holding_minutes: 30 }),
  reduce({ side: 'LONG', reduce_fraction: 0.25, reduce_notional_usdt: 10, reduce_quantity: 0.001 }),
  close(0.5, { mark_price: 50_000, mark_price_source: 'here' }),
  hold({ ok: false, error_code: 'stale' }),
  { ...hold(), action: 'noop' },
];

const BAD: readonly unknown[] = [
  '{"schema":',
  '[]',
  '{}',
  '{"ok":1,"ok":2}',
  add({ ...ADD, side: 'UP' }),
  { ...hold(), confidence: 2, limitations: [] },
  adjust({ stop_loss_price: -1 }),
  '{"a":1e999}',
];

/** Candles in which a stop and a target, a liquidation, a funding and an order book decide, and one is missing. */
const MARKET = [
  symbol(),
  ...candles(60, {
    5: ['50000', '61000', '48000', '50000'],
    40: ['50000', '50000', '39000', '39500'],
    42: null,
  }),
  funding(at(3), '0.0001', null),
  book(at(1, 59), [['49990', '1']], [['50010', '1']]),
];
const ARRIVALS = [
  ...GOOD.map((one, index) => thesis(at(2 + (index === 0 ? 0 : 1)), one)),
  thesis(at(2), GOOD[0]!),
  thesis(at(4), adjust({ stop_loss_price: 49_500 }, WATCH)),
  thesis(at(10), add({ ...ADD, requested_margin_usdt: 1 }, { provenance: { source: 'test' } })),
  thesis(at(30), add({ ...ADD, paper_leverage: 10 })),
  thesis(at(41), { ok: 'no' }),
  thesis(at(60), hold()),
  thesis(at(60), { ok: 'no' }),
];

describe('the JSON output of the commands of theses', () => {
  it('satisfies the schema of each command that reads theses, for good and for bad ones', async () => {
    const { write, run, fail, seen } = openHome();
    const goods = GOOD.map((one, index) => write(`good-${index}.json`, [one]));
    const bads = BAD.map((one, index) => write(`bad-${index}.json`, [one]));
    const stream = write('stream.ndjson', [...GOOD, ...BAD]);
    for (const command of ['thesis validate', 'thesis lint']) {
      await run(command, goods.join(' '));
      await run(command, [...goods, ...bads].join(' '), 1);
      await run(command, `${goods[0]} missing.json`, 2);
      await fail(command, '');
    }
    const { ndjson } = await run('thesis validate', stream, 1);
    expect(ndjson).toHaveLength(GOOD.length + BAD.length);
    // A report of more than 64 KiB is written in parts.
    await run('thesis validate', write('long.ndjson', Array(300).fill('{}')), 1);
    for (const file of goods) await run('thesis explain', file);
    for (const file of bads) await run('thesis explain', file, 1);
    await fail('thesis explain', 'missing.json');
    for (const action of ['hold', 'noop', 'close', 'adjust_exit', 'add', 'reduce']) {
      await run('thesis new', `--action ${action}`);
    }
    await run(
      'thesis new',
      '--action add --symbol btcusdt --side long --margin 1e2 --leverage 3 --reason why',
    );
    await fail('thesis new', '--action add --margin x');
    await run('thesis schema', '');
    await fail('thesis schema', 'more');
    expect([...seen].sort()).toEqual(
      ['validate', 'lint', 'explain']
        .flatMap((verb) => outcomesOf(`thesis ${verb}`, ['bad', 'error', 'good']))
        .concat(['new', 'schema'].flatMap((verb) => outcomesOf(`thesis ${verb}`, ['error', 'good'])))
        .sort(),
    );
  });

  it('satisfies the schema of each command that carries theses out', async () => {
    const { write, run, fail, seen, clock, home } = openHome();
    const scenario = write('scenario.ndjson', [
      settings(60, { equity_every_ms: 600_000 }),
      ...MARKET,
      ...ARRIVALS,
    ]);
    const { json } = await run('thesis replay', `--scenario ${scenario}`);
    const [{ entries, positions, pending }] = json as [Record<string, Members[]>];
    const kinds = new Set(entries!.map(({ kind, status }) => `${kind} ${status}`));
    expect([...kinds].sort()).toEqual([
      'copy null',
      'exit null',
      'funding null',
      'open null',
      'thesis applied',
      'thesis duplicate',
      'thesis recorded',
      'thesis refused',
    ]);
    const exits = entries!.flatMap(({ kind, executions }) =>
      kind === 'exit' ? (executions as Members[]) : [],
    );
    expect(new Set(exits.map(({ trigger }) => trigger))).toEqual(new Set(['stop_loss', 'liquidation']));
    expect(exits.filter(({ assumed }) => assumed === 'adverse_first')).not.toEqual([]);
    expect(pending).toMatchObject([{ thesis: expect.stringMatching(/^[0-9a-f]{64}$/) }, { thesis: null }]);
    expect(new Set(positions!.map(({ book: name }) => name))).toEqual(new Set(['paper', 'watch']));
    await run('thesis replay --check-look-ahead', `--scenario ${scenario}`);
    for (const command of ['thesis score', 'thesis score --by agent', 'thesis score --by run'])
      await run(command, `--scenario ${scenario}`);
    const wrong = write('wrong.ndjson', [settings(4), { kind: 'candle' }]);
    for (const { command } of ROWS.filter((row) => /replay|score/.test(row.command))) {
      await fail(command, `--scenario ${wrong}`);
    }

    expect((await bourse(`paper open --set start=${START}`, { home, clock })).code).toBe(0);
    const market = write('market.ndjson', [symbol(), ...candles(3)]);
    const good = write('good.ndjson', [add(ADD), hold()]);
    await run('thesis apply', `${good} --candles ${market} --dry-run`);
    await run('thesis apply', `${good} --candles ${market}`);
    const refused = write('refused.ndjson', [
      close(1, {}, { position_ref: { position_id: 'pos-9' } }),
      ...BAD,
    ]);
    await run('thesis apply', `${refused} --candles ${market}`, 1);
    await fail('thesis apply', 'missing.json');
    await fail('thesis apply', `${good} --candles ${market} --ledger none`);
    expect([...seen].sort()).toEqual(
      ROWS.filter(({ command }) => /replay|score/.test(command))
        .flatMap(({ command }) => outcomesOf(command, ['error', 'good']))
        .concat(outcomesOf('thesis apply', ['bad', 'error', 'good']))
        .sort(),
    );
  });

  it('satisfies the schema of SARIF 2.1.0, whose required members are present', async () => {
    const { write, home } = openHome();
    const files = [
      write('a b%.json', [GOOD[0]]),
      ...BAD.map((one, index) => write(`bad ${index}.json`, [one])),
    ];
    const { code, stdout } = await bourse(
      ['thesis', 'validate', ...files, 'missing.json', '--format', 'sarif'],
      {
        home,
      },
    );
    expect(code).toBe(2);
    const log = JSON.parse(stdout);
    expectValid('sarif', SCHEMA, 'sarifLog', log);
    // What the standard requires: sections 3.13 (log), 3.14 (run), 3.18 (tool), 3.19 (component), 3.20 (invocation),
    // 3.27 (result), 3.49 (rule).
    expect([log.version, log.runs.length, log.runs[0].tool.driver.name]).toEqual([
      '2.1.0',
      1,
      'bourse thesis validate',
    ]);
    const [{ results, tool, invocations }] = log.runs;
    expect(results.length).toBeGreaterThan(BAD.length);
    for (const { message, ruleId, ruleIndex } of results) {
      expect(message.text).not.toBe('');
      expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
    }
    expect(invocations).toEqual([{ executionSuccessful: false }]);
    const empty = await bourse(['thesis', 'validate', files[0]!, '--format', 'sarif'], { home });
    const calm = JSON.parse(empty.stdout);
    expectValid('sarif without results', SCHEMA, 'sarifLog', calm);
    // A run without faults has an empty list of results: without a list it would say that nothing was checked.
    expect(calm.runs[0].results).toEqual([]);
  });

  it('has a schema for each command of thesis, and none besides', () => {
    const named = ROWS.map(({ command }) => command.split(' --')[0]!);
    expect([...new Set(named)].sort()).toEqual([...commandsOf([group])].sort());
    expect(unusedDefinitions(SCHEMA, ROWS).filter((name) => name !== 'sarifLog')).toEqual([]);
  });

  it('is refused with a member more, a member less, a float, or faults of a valid document', () => {
    const accepts = (definition: string, value: unknown) => satisfies(SCHEMA, definition, value);
    const fault = {
      path: '',
      line: 1,
      column: 1,
      rule: 'type',
      expected: 'a',
      found: 'b',
      message: 'c',
      fix: 'd',
    };
    const verdict = { source: '-', valid: false, errors: [fault] };
    const sample = { time: START, equity: '1.5' };
    const { fix: _, ...less } = fault;
    expect([
      accepts('verdict', verdict),
      accepts('verdict', { ...verdict, more: 1 }),
      accepts('verdict', { ...verdict, errors: [less] }),
      accepts('verdict', { ...verdict, valid: true }),
      accepts('verdict', { ...verdict, errors: [] }),
      accepts('equitySample', sample),
      accepts('equitySample', { ...sample, equity: 1.5 }),
      accepts('equitySample', { ...sample, equity: '1e5' }),
    ]).toEqual([true, false, false, false, false, true, false, false]);
  });

  it('has a definition of the first entry that looks ahead', () => {
    const reader = new ScenarioReader('the scenario');
    for (const one of [settings(10), symbol(), ...candles(10), thesis(at(2), add(ADD))])
      reader.addLine(JSON.stringify(one));
    const scenario = reader.finish();
    const { entries } = runScenario(scenario).ledger.journal;
    const withFuture = (one: Scenario) => (one.theses.length > 0 ? entries : entries.slice(0, 1));
    const withoutFuture = (one: Scenario) => (one.theses.length > 0 ? entries.slice(0, 1) : entries);
    const earlier = { ...scenario, theses: scenario.theses.map((one) => ({ ...one, time: at(8) })) };
    for (const engine of [withFuture, withoutFuture]) {
      const { difference } = findLookAhead(earlier, cutTimes(scenario.settings), undefined, engine);
      expectValid('a difference', SCHEMA, 'lookAheadDifference', difference);
    }
  });

  it('has the rules, kinds and exit codes of the program', () => {
    const { faultRule, warningRule } = schemaOf(SCHEMA).$defs as Record<string, { enum: string[] }>;
    expect(faultRule!.enum).toEqual(Object.keys(RULES));
    expect(warningRule!.enum).toEqual(Object.keys(WARNINGS));
    const { error } = schemaOf('error.v1').$defs as Record<
      string,
      { properties: Record<string, { enum: unknown[] }> }
    >;
    const { done: _, ...failures } = EXIT_CODES;
    expect(error!.properties['kind']!.enum).toEqual(Object.keys(failures));
    expect(error!.properties['exitCode']!.enum).toEqual(Object.values(failures));
  });

  it('describes an error of every kind, bare and with all that an error can say', () => {
    const fault = {
      rule: 'maximum',
      expected: 'at most 1',
      found: '2',
      message: 'price must be at most 1, was 2.',
    };
    const all = {
      hint: 'Give less.',
      code: -1013,
      name: 'INVALID_MESSAGE',
      retryable: true,
      retryAfterMs: 1500,
      execution: 'unknown',
      endpoint: 'spot.order.new',
      httpStatus: 400,
      clientOrderId: 'a-1',
      faults: [fault, { ...fault, param: 'price', filter: 'PRICE_FILTER', nearest: { down: '1', up: null } }],
      resume: 'bourse market klines BTCUSDT 1h --start 0',
    } as const;
    const { done: _, ...failures } = EXIT_CODES;
    for (const kind of Object.keys(failures) as (keyof typeof failures)[]) {
      for (const facts of [{}, all, { code: '000400' }]) {
        const line = errorLine(new ToolError({ kind, message: 'It failed.', ...facts }));
        expectValid(kind, 'error.v1', 'error.v1.schema.json', JSON.parse(line));
      }
    }
    expect(satisfies('error.v1', 'error.v1.schema.json', { error: { kind: 'usage' } })).toBe(false);
  });

  it.each(['thesis-output.v1', 'error.v1'] as const)(
    '%s describes every definition and member in sentences',
    (name) => {
      const schema = schemaOf(name);
      expect(schema).toMatchObject({ $id: `${name}.schema.json`, title: expect.any(String) });
      const missing: string[] = [];
      const check = (one: Members, path: string) => {
        const { $ref, description, properties, items } = one as Record<string, Members & string>;
        if ($ref === undefined && !/^[A-Z].+\.$/s.test(description ?? '')) missing.push(path);
        for (const [member, value] of Object.entries(properties ?? {}))
          check(value as Members, `${path}/${member}`);
        if (items?.['properties'] !== undefined) check(items!, `${path}/items`);
      };
      expect(schema).toHaveProperty('description');
      for (const [definition, one] of Object.entries(schema.$defs)) check(one as Members, definition);
      expect(missing).toEqual([]);
    },
  );
});

function outcomesOf(command: string, outcomes: readonly string[]): readonly string[] {
  return FORMATS.flatMap((format) => outcomes.map((outcome) => `${command} ${format} ${outcome}`));
}
