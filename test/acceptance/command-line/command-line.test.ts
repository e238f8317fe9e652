import { describe, expect, it } from 'vitest';
import { GROUPS } from '../../../src/commands/groups.ts';
import { failure, json } from '../outcomes.ts';
import { bourse } from '../world.ts';

/** Runs a line that must be refused before anything is sent; there is no exchange to send to. */
async function refusalOf(line: string | readonly string[]) {
  const outcome = await bourse(line, { environment: { BOURSE_ENV: 'sandbox' } });
  const error = failure(outcome);
  expect(error).toMatchObject({ kind: 'usage', exitCode: 2, execution: 'not_executed' });
  return error;
}

describe('a mistyped word', () => {
  it.each([
    ['markt klines BTCUSDT 1h', 'Unknown command "markt" for "bourse".', 'Did you mean market?'],
    ['market klins BTCUSDT 1h', 'Unknown command "klins" for "bourse market".', 'Did you mean klines?'],
    ['market ticker 24h BTCUSDT', 'Unknown command "24h" for "bourse market ticker".', 'Did you mean 24hr?'],
    [
      'market klines BTCUSDT 1h --limt 3',
      'Unknown option --limt for "bourse market klines".',
      'Did you mean --limit?',
    ],
    [
      'market klines BTCUSDT 1h -o jsn',
      '--output must be one of table, json, ndjson, csv, was "jsn".',
      'Did you mean json?',
    ],
    [
      'market ping --env sandbx',
      '--env must be one of live, testnet, demo, sandbox, was "sandbx".',
      'Did you mean sandbox?',
    ],
    [
      'thesis new --action hol',
      '--action must be one of hold, noop, close, adjust_exit, add, reduce, was "hol".',
      'Did you mean hold?',
    ],
    ['completion zs', 'Completion scripts exist for bash, zsh and fish, not for "zs".', 'Did you mean zsh?'],
    ['api list --product spt', '--product must be one of spot,', 'Did you mean spot?'],
  ])('is reported with the nearest word: %s', async (line, message, hint) => {
    const error = await refusalOf(line);
    expect(error.message).toContain(message);
    expect(error.hint).toContain(hint);
  });

  it('that resembles no word is answered with the list of words', async () => {
    const groups = GROUPS.map((group) => group.word).join(', ');
    expect(groups).toContain('market, trade, account');
    expect((await refusalOf('xyzzy')).message).toContain(groups);
    expect((await refusalOf('market xyzzy')).message).toContain('ping, time, info, depth');
  });

  it('that resembles a command is not read as a symbol', async () => {
    expect((await refusalOf('market ticker pirce')).hint).toContain('Did you mean price?');
  });

  it('that is missing is answered with the list of words', async () => {
    expect((await refusalOf('market')).message).toContain('missing; expected one of ping, time');
    expect((await refusalOf('market long-short')).message).toContain('top-accounts, top-positions, accounts');
    expect((await refusalOf('')).message).toContain('market, trade, account');
  });
});

describe('options', () => {
  const rows = async (line: string | readonly string[]) => json<unknown[]>(await bourse(line));

  it('are accepted before the group, between words and after them', async () => {
    const wanted = await rows('market klines BTCUSDT 1h --limit 2 --env sandbox');
    expect(await rows('--env sandbox market klines BTCUSDT 1h --limit 2')).toEqual(wanted);
    expect(await rows('--env=sandbox market -o json klines --limit 2 BTCUSDT 1h')).toEqual(wanted);
    expect(await rows('-ojson market klines BTCUSDT --env sandbox 1h --limit=2')).toEqual(wanted);
  });

  it('accept the parameter name of the exchange, the kebab-case name, and the short form', async () => {
    const wanted = await rows('market klines BTCUSDT 1d --start-time 2024-03-01 --limit 2 --env sandbox');
    for (const name of ['startTime', 'start', 'start-time'])
      expect(await rows(`market klines BTCUSDT 1d --${name} 2024-03-01 --limit 2 --env sandbox`)).toEqual(
        wanted,
      );
  });

  it('can replace positionals, all of them or some', async () => {
    const wanted = await rows('market klines ETHUSDT 1h --limit 2 --env sandbox');
    const flags = 'market klines --interval 1h --symbol ETHUSDT --limit 2 --env sandbox';
    expect(await rows(flags)).toEqual(wanted);
    expect(await rows('market klines ETHUSDT --interval 1h --limit 2 --env sandbox')).toEqual(wanted);
    const book = await rows('market ticker book --symbols BTCUSDT,ETHUSDT --env sandbox');
    expect(book).toEqual(await rows('market ticker book BTCUSDT ETHUSDT --env sandbox'));
  });

  it('conflict with a positional of the same name', async () => {
    const error = await refusalOf('market klines BTCUSDT 1h --symbol ETHUSDT');
    expect(error.message).toContain('symbol must be given once, was BTCUSDT and ETHUSDT');
    const several = await refusalOf('market ticker price BTCUSDT --symbols ETHUSDT');
    expect(several.message).toContain('at most one of symbol and symbols');
  });

  it('given twice, without a value, or with an empty value are refused', async () => {
    expect((await refusalOf('market klines BTCUSDT 1h --limit 2 --limit 3')).message).toContain('given once');
    expect((await refusalOf('market klines BTCUSDT 1h -o json -o csv')).message).toContain('given 2 times');
    expect((await refusalOf('market klines BTCUSDT 1h --limit')).message).toBe('--limit needs a value.');
    await refusalOf(['market', 'klines', 'BTCUSDT', '1h', '--limit', '']);
  });

  it('such as --env override BOURSE_ENV', async () => {
    const environment = { BOURSE_ENV: 'sandbox' };
    expect((await bourse('market ping', { environment })).code).toBe(0);
    expect((await bourse('market ping --env sandbox', { environment: { BOURSE_ENV: 'live' } })).code).toBe(0);
    const wrong = failure(await bourse('market ping', { environment: { BOURSE_ENV: 'sandbux' } }));
    expect(wrong.message).toContain('BOURSE_ENV must be one of live, testnet, demo, sandbox');
    expect(wrong.hint).toBe('Did you mean sandbox?');
  });

  it('with invalid durations are refused', async () => {
    expect((await refusalOf('market ping --timeout soon')).message).toContain('such as 10s, 2m or 500ms');
    expect((await refusalOf('market ping --max-wait -1s')).exitCode).toBe(2);
  });
});

describe('arguments', () => {
  it('beyond the expected ones are reported', async () => {
    const error = await refusalOf('market klines BTCUSDT 1h 5m ETHUSDT');
    expect(error.message).toBe('market klines takes 2 arguments, but was also given "5m", "ETHUSDT".');
    expect((await refusalOf('market ping now')).message).toBe(
      'market ping takes no arguments, but was also given "now".',
    );
  });

  it('that are probably the value of an option name it', async () => {
    expect((await refusalOf('trade buy BTCUSDT 0.001 100000')).message).toBe(
      'trade buy takes 2 arguments, but was also given "100000"; is --at 100000 meant?',
    );
    expect((await refusalOf('trade buy BTCUSDT 0.001 now')).message).toBe(
      'trade buy takes 2 arguments, but was also given "now".',
    );
  });

  it('that are invalid are reported all at once, in one envelope', async () => {
    const error = await refusalOf(['market', 'klines', 'BTC USDT', '7x', '--limit', '0']);
    expect(error.faults?.map((fault) => [fault.param, fault.rule])).toEqual([
      ['symbol', 'format'],
      ['interval', 'values'],
      ['limit', 'minimum'],
    ]);
    for (const fault of error.faults!) expect(error.message).toContain(fault.message);
  });

  it('that are missing are reported all at once', async () => {
    const error = await refusalOf('market klines');
    expect(error.faults?.map((fault) => [fault.param, fault.rule])).toEqual([
      ['symbol', 'missing'],
      ['interval', 'missing'],
    ]);
  });

  it('with an invalid interval list the valid intervals', async () => {
    const error = await refusalOf('market klines BTCUSDT 7x');
    expect(error.message).toContain(
      '1s, 1m, 3m, 5m, 15m, 30m, 1h, 2h, 4h, 6h, 8h, 12h, 1d, 3d, 1w or 1M, was 7x',
    );
  });

  it('keep 1m and 1M apart', async () => {
    const times = async (interval: string) =>
      json<number[][]>(await bourse(`market klines BTCUSDT ${interval} --limit 2 --env sandbox`)).map(
        (row) => row[0]!,
      );
    expect(await times('1M')).toEqual([Date.UTC(2024, 1, 1), Date.UTC(2024, 2, 1)]);
    const [first, second] = await times('1m');
    expect(second! - first!).toBe(60_000);
  });

  it('that only the exchange can check return its refusal', async () => {
    const outcome = await bourse('market klines NOPEUSDT 1h --env sandbox');
    expect(failure(outcome)).toMatchObject({
      kind: 'rejected',
      code: -1121,
      name: 'BAD_SYMBOL',
      httpStatus: 400,
      exitCode: 4,
      endpoint: 'spot.klines',
    });
  });

  it('above the max depth are clamped, as documented, with a note', async () => {
    const { code, stdout, stderr } = await bourse('market depth BTCUSDT --limit 6000 --env sandbox');
    expect(code).toBe(0);
    expect(stderr).toBe('limit 6000 is above 5000; the exchange answers with 5000, so 5000 is sent.\n');
    expect((JSON.parse(stdout) as { bids: unknown[] }).bids.length).toBeLessThanOrEqual(5000);
  });
});

describe('a change that the exchange only acknowledges', () => {
  it('is stated in words after its code and message', async () => {
    const outcome = await bourse('trade margin-type BTCUSDT ISOLATED --on usdm --yes --env sandbox');
    expect(json(outcome)).toEqual({ code: 200, msg: 'success' });
    expect(outcome.stderr).toBe('Done: Set the margin mode of BTCUSDT to ISOLATED.\n');
  });
});
