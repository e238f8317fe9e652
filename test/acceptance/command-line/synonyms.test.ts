/** Words of other programs: those that read are run, all others are named with the words that were typed. */
import { describe, expect, it } from 'vitest';
import { bourse } from '../world.ts';

describe('a synonym that reads', () => {
  it.each([
    ['market candles BTCUSDT 1h --limit 2', 'market klines BTCUSDT 1h --limit 2'],
    ['ohlc BTCUSDT 1h --limit 2', 'market klines BTCUSDT 1h --limit 2'],
    ['price BTCUSDT', 'market ticker price BTCUSDT'],
    ['market book BTCUSDT --limit 5', 'market depth BTCUSDT --limit 5'],
    ['--env sandbox orderbook BTCUSDT -n 5', 'market depth BTCUSDT --limit 5'],
    ['market klines BTCUSDT 1h -n2', 'market klines BTCUSDT 1h --limit 2'],
    [
      'market klines BTCUSDT 1h --since 12h --until 11h --csv',
      'market klines BTCUSDT 1h --start 12h --end 11h -o csv',
    ],
    ['price BTCUSDT --json', 'market ticker price BTCUSDT -o json'],
    ['price BTCUSDT --format=csv', 'market ticker price BTCUSDT -o csv'],
    ['tickers -n 3 --csv', 'market ticker 24hr --top 3 -o csv'],
    ['candles BTCUSDT 1h --from 12h --to 11h', 'market klines BTCUSDT 1h --start 12h --end 11h'],
  ])('%s runs %s', async (typed, meant) => {
    const isSandbox = typed.includes('--env sandbox');
    const first = await bourse(isSandbox ? typed : `${typed} --env sandbox`);
    const second = await bourse(`${meant} --env sandbox`);
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toBe(second.stdout);
  });
});

describe('a synonym that may do more than read', () => {
  it.each([
    ['cancel BTCUSDT 5', 'Did you mean bourse trade cancel BTCUSDT 5?'],
    ['trade long BTCUSDT 0.1', 'Did you mean bourse trade buy BTCUSDT 0.1?'],
    ['login main', 'Did you mean bourse profile add main?'],
    ['klines BTCUSDT 1h', 'Did you mean bourse market klines BTCUSDT 1h'],
  ])('%s is named with the words typed, exit code 2', async (typed, hint) => {
    const { code, stdout, stderr } = await bourse(typed);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(hint)]);
  });

  it('repeats no key that was typed', async () => {
    const key = 'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A';
    const { code, stderr } = await bourse(['login', 'main', '--api-secret', key, `--key=${key}`]);
    expect(code).toBe(2);
    expect(stderr).not.toContain(key);
  });
});

describe('an option synonym', () => {
  it('does not stand for an option that the command lacks', async () => {
    const { code, stderr } = await bourse('market time --since 7d --env sandbox');
    expect([code, stderr]).toEqual([2, expect.stringContaining('Unknown option --since')]);
  });

  it('makes errors JSON at a terminal, as its option does', async () => {
    const { stderr } = await bourse('market klines --json --env sandbox', { terminal: 80 });
    expect(JSON.parse(stderr)).toHaveProperty('error.exitCode', 2);
  });
});
