/** The summary of an account of the sandbox. */
import { describe, expect, it } from 'vitest';
import { add, type Decimal, decimalOf, formatTrimmed, multiply, sumOf } from '../../../src/core/decimal.ts';
import { failure, json } from '../outcomes.ts';
import { openRelayedSandbox } from '../relayed-sandbox.ts';

type Row = Readonly<Record<string, string | number | null>>;
type Summary = Readonly<Record<string, unknown>> & { readonly rows: readonly Row[] };
type Balances = readonly { readonly asset: string; readonly free: string; readonly locked: string }[];

/** The spot calls go to the relay; those of the other products to a sandbox of their own. */
const SANDBOX = { environment: { BOURSE_ENV: 'sandbox' } };

const text = (amount: Decimal) => formatTrimmed(amount);

describe('account summary', () => {
  it('adds up what each wallet is worth, what is open and what was gained', async () => {
    const { run: runLine, relay, clock } = await openRelayedSandbox();
    const run = async <T>(line: string) => json<T>(await runLine(`${line} -o json`, SANDBOX));
    const prices = await run<{ symbol: string; price: string }[]>('market ticker price');
    relay.setAction(({ path }) =>
      path.startsWith('/api/v3/ticker/price') ? { status: 200, body: JSON.stringify(prices) } : 'pass',
    );
    for (const order of ['buy BTCUSDT 0.3', 'sell BTCUSDT 0.1', 'buy BTCUSDT 0.01 --at 50000'])
      await run(`trade ${order} --yes -q`);
    await run('trade buy BTCUSDT 0.1 --on usdm --yes -q');
    clock.advance(1000);
    const summary = await run<Summary>('account summary BTCUSDT');
    const [spot, fees, income, coinm] = [
      await run<{ balances: Balances }>('account balance'),
      await run<Row[]>('account fees BTCUSDT'),
      await run<{ income: string }[]>('account income --on usdm --start today'),
      await run<{ assets: { asset: string; marginBalance: string }[] }>('account balance --on coinm'),
    ];
    const priceOf = (asset: string) => {
      const of = (symbol: string) => prices.find((row) => row.symbol === symbol)?.price;
      return decimalOf(asset === 'USDT' ? '1' : of(`${asset}USDT`)!);
    };
    const row = (wallet: string) => summary.rows.find((one) => one['wallet'] === wallet);
    const assets = spot.balances
      .map(({ asset, free, locked }) => ({ asset, amount: add(decimalOf(free), decimalOf(locked)) }))
      .filter(({ amount }) => amount.value !== 0n);
    expect(row('spot')).toMatchObject({
      kind: 'wallet',
      worth: text(sumOf(assets.map(({ asset, amount }) => multiply(amount, priceOf(asset))))),
      openOrders: 1,
      fees: text(sumOf(fees.map((one) => decimalOf(String(one['value']))))),
    });
    expect(row('usdm')).toMatchObject({
      positions: 1,
      net: text(sumOf(income.map((one) => decimalOf(one.income)))),
    });
    const coins = coinm.assets.map(({ asset, marginBalance }) =>
      marginBalance === '0.00000000' ? decimalOf('0') : multiply(decimalOf(marginBalance), priceOf(asset)),
    );
    expect(row('coinm')).toMatchObject({ positions: 0, worth: text(sumOf(coins)) });
    const worths = summary.rows.map((one) => decimalOf(String(one['worth'])));
    expect(summary).toMatchObject({
      in: 'USDT',
      worth: text(sumOf(worths)),
      positions: 1,
      openOrders: 1,
      unresolved: 0,
      halted: false,
    });
    const table = await runLine('account summary BTCUSDT -o table --color never', {
      ...SANDBOX,
      terminal: 60,
    });
    expect(table.stdout).toMatch(/^worth in USDT +\d/);
    expect(table.stderr).toContain('The positions one by one: bourse account positions.');
    expect(Math.max(...table.stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(failure(await runLine('account summary --in NOTHING -o json', SANDBOX))).toMatchObject({
      exitCode: 2,
      hint: 'Example: --in USDT',
    });
  });

  it('shows what has no price and what could not be read as rows of their own, never as zero', async () => {
    const { run, relay } = await openRelayedSandbox();
    relay.setAction(({ path }) => {
      if (path.startsWith('/api/v3/ticker/price'))
        return { status: 200, body: '[{"symbol":"BTCUSDT","price":"60000.00"}]' };
      return path.startsWith('/sapi/v1/margin/account')
        ? { status: 401, body: '{"code":-2015,"msg":"Invalid API-key, IP, or permissions for action."}' }
        : 'pass';
    });
    json(await run('policy halt -o json'));
    const outcome = await run('account summary BTCUSDT -o ndjson', SANDBOX);
    expect(outcome.code).toBe(8);
    const rows = outcome.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);
    const find = (wallet: string | null, kind: string) =>
      rows.find((row) => row['wallet'] === wallet && row['kind'] === kind);
    expect(find('spot', 'wallet')).toMatchObject({ worth: '1600000' });
    expect(
      rows.filter((row) => row['wallet'] === 'spot' && row['kind'] === 'no price').length,
    ).toBeGreaterThan(3);
    expect(find('spot', 'no price')).toMatchObject({ worth: null, amount: '200', asset: 'ETH' });
    expect(find('margin', 'wallet')).toMatchObject({ worth: null });
    expect(find('margin', 'not read')).toMatchObject({ what: 'balances of margin' });
    expect(find(null, 'halted')!['what']).toContain('by bourse policy halt');
  });

  it('plans its weight without sending anything', async () => {
    const { run, relay } = await openRelayedSandbox();
    const rows = json<Row[]>(await run('account summary --plan -o json'));
    expect(rows).toContainEqual({
      what: 'spot: trades',
      weight: 20,
      each: 'symbol',
      endpoint: 'spot.my-trades',
      error: null,
    });
    expect(relay.requests).toEqual([]);
  });
});
