import { describe, expect, it } from 'vitest';
import { failure, json } from '../outcomes.ts';
import { bourse } from '../world.ts';

const LINE = 'market klines BTCUSDT 1h --limit 2 --env sandbox';
const ESCAPE = '\u001b';

describe('the output format', () => {
  it('is a table on a terminal and JSON in a pipe', async () => {
    const table = await bourse(LINE, { terminal: 120, environment: { NO_COLOR: '1' } });
    expect(table.stdout).toMatch(/^open time +open +high/);
    expect(json(await bourse(LINE))).toHaveLength(2);
  });

  it('is the one given by -o, on a terminal and in a pipe', async () => {
    expect((await bourse(`${LINE} -o table`)).stdout).toMatch(/^open time/);
    const asked = await bourse(`${LINE} -o json`, { terminal: 120 });
    expect(JSON.parse(asked.stdout)).toEqual(json(await bourse(LINE)));
  });

  it('JSON is indented on a terminal, with the same values', async () => {
    const { stdout } = await bourse(`${LINE} -o json`, { terminal: 120 });
    expect(stdout.split('\n').length).toBeGreaterThan(10);
  });

  it('a table in a pipe is not truncated', async () => {
    const { stdout, stderr } = await bourse(`${LINE} -o table`);
    expect(stdout).toContain('quote volume');
    expect(stderr).toBe('');
  });

  it('a narrow terminal hides columns and lists the hidden columns', async () => {
    const { stdout, stderr } = await bourse(LINE, { terminal: 60, environment: { NO_COLOR: '1' } });
    expect(stdout.split('\n')[0]).toMatch(/^open time/);
    expect(stderr.replaceAll('\n', ' ')).toMatch(
      /^Hidden columns: .*trades\. Use a wider terminal, --fields or -o csv to show them\. $/,
    );
  });

  it('an empty answer is reported on stderr, so that a pipe reads no rows', async () => {
    const line = 'market klines BTCUSDT 1h --start 1970-01-01 --end 1970-01-02 --env sandbox';
    const gap = 'Gap: no candles were received, 1970-01-01 00:00:00Z to 1970-01-02 00:00:00Z.\n';
    expect(await bourse(`${line} -o table`)).toEqual({ code: 0, stdout: '', stderr: `No rows.\n${gap}` });
    expect(await bourse(line)).toEqual({ code: 0, stdout: '[]\n', stderr: gap });
    expect(await bourse(`${line} -o ndjson`)).toEqual({ code: 0, stdout: '', stderr: gap });
  });
});

describe('colours', () => {
  const hasColours = async (
    line: string,
    terminal: number | undefined,
    environment: Record<string, string> = {},
  ) =>
    (await bourse(line, { ...(terminal === undefined ? {} : { terminal }), environment })).stdout.includes(
      ESCAPE,
    );

  it('are used on terminals only', async () => {
    expect(await hasColours(LINE, 120)).toBe(true);
    expect(await hasColours(`${LINE} -o table`, undefined)).toBe(false);
  });

  it('are off with NO_COLOR, --color never and a dumb terminal', async () => {
    expect(await hasColours(LINE, 120, { NO_COLOR: '1' })).toBe(false);
    expect(await hasColours(`${LINE} --color never`, 120)).toBe(false);
    expect(await hasColours(LINE, 120, { TERM: 'dumb' })).toBe(false);
    // By the NO_COLOR convention an empty value counts as unset.
    expect(await hasColours(LINE, 120, { NO_COLOR: '' })).toBe(true);
  });

  it('are used in a pipe with --color always, which overrides NO_COLOR', async () => {
    expect(await hasColours(`${LINE} -o table --color always`, undefined, { NO_COLOR: '1' })).toBe(true);
    expect(await hasColours(`${LINE} -o table`, undefined, { FORCE_COLOR: '1' })).toBe(true);
  });

  it('never appear in data formats', async () => {
    for (const format of ['json', 'ndjson', 'csv'])
      expect(await hasColours(`${LINE} -o ${format} --color always`, 120)).toBe(false);
  });

  it('of an error follow the same rules', async () => {
    const error = async (line: string, environment: Record<string, string> = {}) =>
      (await bourse(line, { terminal: 120, environment })).stderr.includes(ESCAPE);
    expect(await error('market klines BTCUSDT 7x')).toBe(true);
    expect(await error('market klines BTCUSDT 7x', { NO_COLOR: '1' })).toBe(false);
    expect(await error('market klines BTCUSDT 7x --color never')).toBe(false);
  });
});

describe('a failure', () => {
  const plain = { terminal: 120, environment: { NO_COLOR: '1' } };

  it('is a sentence and the next step on a terminal', async () => {
    const { code, stdout, stderr } = await bourse('market klines NOPEUSDT 1h --env sandbox', plain);
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toBe(
      'error: The exchange refused spot.klines with -1121 BAD_SYMBOL: Invalid symbol.\nhint: Check the symbol: `bourse market info` lists all symbols.\n',
    );
  });

  it('with several faults is a list on a terminal', async () => {
    const { stderr } = await bourse('market klines BTCUSDT 7x --limit 0', plain);
    const texts = stderr.split('\n');
    expect(texts[0]).toBe('error: 2 problems:');
    expect(texts[1]).toMatch(/^ {2}- <interval> must be 1s, .*, was 7x\./);
    expect(texts[2]).toBe('  - --limit must be 1 to 1000, was 0. Give 1 or more.');
    expect(texts[3]).toBe('hint: Nothing was sent.');
  });

  it.each([
    ['in a pipe', '', {}],
    ['on a terminal where JSON was asked for', ' -o json', plain],
    ['on a terminal where ndjson was asked for', ' --output=ndjson', plain],
    ['on a terminal where only stderr is a pipe', '', { ...plain, talksToTerminal: false }],
  ])('is one line of JSON %s', async (_where, option, options) => {
    const outcome = await bourse(`market klines NOPEUSDT 1h --env sandbox${option}`, options);
    expect(outcome.stderr.trimEnd()).not.toContain('\n');
    expect(Object.keys(failure(outcome))).toEqual([
      'kind',
      'code',
      'name',
      'message',
      'hint',
      'retryable',
      'retryAfterMs',
      'execution',
      'endpoint',
      'httpStatus',
      'clientOrderId',
      'exitCode',
    ]);
  });

  it('of an unreadable command line follows the requested format', async () => {
    const outcome = await bourse('market klins BTCUSDT -o json', plain);
    expect(failure(outcome).kind).toBe('usage');
  });
});

it('shows each filter of one symbol with its fields', async () => {
  const { stdout } = await bourse('market info BTCUSDT --env sandbox', {
    terminal: 60,
    environment: { NO_COLOR: '1' },
  });
  const [, filters] = stdout.split('\n\n');
  expect(filters).toContain('filters\nPRICE_FILTER           minPrice 0.01000000, maxPrice');
  expect(filters).toContain('\n                       1000000.00000000, tickSize 0.01000000\n');
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
});
