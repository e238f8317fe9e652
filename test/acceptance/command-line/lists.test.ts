/** Lists at the prompt and in a pipe: rows chosen, sorted and counted. */
import { describe, expect, it } from 'vitest';
import { bourse } from '../world.ts';

describe('lists', () => {
  it('the largest markets by quote volume, with the column they are sorted by at any width', async () => {
    const line = [
      ...'market ticker 24hr --sort quoteVolume --desc --top 5 --env sandbox --where'.split(' '),
      'symbol ~ usdt',
    ];
    const { code, stdout, stderr } = await bourse([...line, '--color', 'never'], { terminal: 60 });
    expect(code).toBe(0);
    const [heading, ...rows] = stdout.trimEnd().split('\n');
    expect(heading).toMatch(/^symbol .*quote volume$/);
    expect(rows).toHaveLength(5);
    const numbers = rows.map((row) => Number(row.split(/ {2,}/).at(-1)));
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
    expect(stderr).toMatch(/\b5 of \d{2,3} rows\.\n$/);
  });

  it('numbers have commas between their thousands where all columns fit', async () => {
    const line = 'market klines BTCUSDT 1d --limit 2 --env sandbox --color never';
    const wide = await bourse(line, { terminal: 200 });
    const cells = wide.stdout.split('\n')[1]!.split(/ {2,}/);
    expect(cells[1]).toMatch(/^\d{2,3},\d{3}\.\d+$/);
    const narrow = await bourse(line, { terminal: 80 });
    expect([narrow.stdout.includes(','), narrow.stderr]).toEqual([
      false,
      expect.stringContaining('Hidden columns'),
    ]);
  });

  it('a pipe gets the rows as the exchange sent them, and plain digits in csv and tables', async () => {
    const all = await bourse('market klines BTCUSDT 1h --limit 24 --env sandbox');
    const candles = JSON.parse(all.stdout) as string[][];
    const rising = candles.filter((candle) => Number(candle[4]) > Number(candle[1]));
    expect(rising.length).toBeGreaterThan(0);
    const chosen = [
      ...'market klines BTCUSDT 1h --limit 24 --env sandbox --where'.split(' '),
      'close > open',
    ];
    expect(JSON.parse((await bourse(chosen)).stdout)).toEqual(rising);
    const csv = await bourse([...chosen, '-o', 'csv', '--fields', 'openTime,close', '--no-header']);
    expect(csv.stdout).toBe(rising.map((candle) => `${candle[0]},${candle[4]}\n`).join(''));
    const table = await bourse([...chosen, '-o', 'table']);
    expect([table.stdout.includes(','), table.stderr]).toEqual([false, '']);
  });

  it.each(['json', 'ndjson', 'csv', 'table'])(
    'that --where leaves empty say so on stderr as %s',
    async (format) => {
      const line = `market klines BTCUSDT 1h --limit 24 --env sandbox -o ${format} --where`.split(' ');
      const { code, stderr } = await bourse([...line, 'close > 10m']);
      expect(code).toBe(0);
      expect(stderr).toMatch(/(^|\n)0 of 24 rows match --where "close > 10m"\.\n$/);
      expect((await bourse([...line, 'close < 10m and close > 1,000'])).stderr).toBe('');
    },
  );

  it('a sorted history is sorted over all its pages', async () => {
    const line =
      'market agg-trades BTCUSDT --start 2024-03-15T12:30Z --end 2024-03-15T12:33Z --all --env sandbox -o ndjson';
    const sizes = (stdout: string) =>
      stdout
        .trimEnd()
        .split('\n')
        .map((text) => Number((JSON.parse(text) as { q: string }).q));
    const all = sizes((await bourse(line)).stdout);
    const top = sizes((await bourse(`${line} --sort q --desc --top 3`)).stdout);
    expect(top).toEqual([...all].sort((a, b) => b - a).slice(0, 3));
  });

  it('the number of rows stands below a long table on a terminal, in no pipe and under no short one', async () => {
    const rows = (count: number) => `market klines BTCUSDT 1h --env sandbox --limit ${count} -o table`;
    expect((await bourse(rows(10), { terminal: 200 })).stderr).toBe('10 rows.\n');
    expect((await bourse(rows(9), { terminal: 200 })).stderr).toBe('');
    expect((await bourse(rows(10))).stderr).toBe('');
  });

  it('options that choose rows that cannot be applied are named', async () => {
    const one = await bourse('market ticker price BTCUSDT --env sandbox --top 3 --sort price');
    expect([one.code, JSON.parse(one.stdout).symbol]).toEqual([0, 'BTCUSDT']);
    expect(one.stderr).toContain(
      '--sort and --top did not apply: bourse market ticker price printed no list of rows.',
    );
    const refused: readonly (readonly [string, string])[] = [
      [
        'trade buy BTCUSDT 0.001 --top 3 --yes',
        'bourse trade buy shows the whole answer: --top does not apply.',
      ],
      ['market ticker price --top 0', '--top must be a whole number of rows from 1, was \\"0\\".'],
      ['market ticker price --top 1.5', '--top must be a whole number of rows from 1, was \\"1.5\\".'],
      ['market ticker price --desc', '--desc sorts nothing without --sort.'],
      ['market ticker price --sort ,', '--sort needs at least one field.'],
      ['market ticker price --sort prize', 'Unknown field \\"prize\\"'],
      ['stream trades BTCUSDT --where a=1', 'Unknown field \\"a\\"'],
    ];
    for (const [line, words] of refused) {
      const { code, stdout, stderr } = await bourse(`${line} --env sandbox`);
      expect([line, code, stdout]).toEqual([line, 2, '']);
      expect(stderr).toContain(words);
    }
  });

  it('a command that has an option of the same name keeps it', async () => {
    const { stderr } = await bourse(
      'wallet holdings 0x8894E0a0c962CB723c1976a4421c95949bE2D4E3 --sort price --chain 56',
    );
    expect(stderr).toContain('--sort must be one of value');
  });
});
