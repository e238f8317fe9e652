/** Commission rates and paid fees of an account of the sandbox. */
import { describe, expect, it } from 'vitest';
import { add, decimalOf, formatTrimmed, multiply, type trimZeros } from '../../../src/core/decimal.ts';
import { failure, json } from '../outcomes.ts';
import { openRelayedSandbox } from '../relayed-sandbox.ts';
import { bourse, fixedClock, NOW, temporaryFolder } from '../world.ts';

type Row = Readonly<Record<string, string | null>>;

const text = (amount: Parameters<typeof trimZeros>[0]) => formatTrimmed(amount);

describe('account fees', () => {
  it('shows the rates of spot, and what was paid in each asset with its value', async () => {
    const { run, relay, clock } = await openRelayedSandbox();
    for (const order of ['buy BTCUSDT 0.3', 'sell BTCUSDT 0.1'])
      json(await run(`trade ${order} --yes -q -o json`));
    clock.advance(1000);
    const trades = json<{ commission: string; commissionAsset: string; price: string }[]>(
      await run('account trades BTCUSDT -o json'),
    );
    const paidIn = (asset: string, inQuote: boolean) =>
      trades
        .filter(({ commissionAsset }) => commissionAsset === asset)
        .map(({ commission, price }) =>
          inQuote ? multiply(decimalOf(commission), decimalOf(price)) : decimalOf(commission),
        )
        .reduce(add);
    const rows = json<Row[]>(await run('account fees BTCUSDT ETHUSDT -o json'));
    const btc = { symbol: 'BTCUSDT', product: 'spot', maker: '0.001', taker: '0.001', asset: 'USDT' };
    expect(rows).toMatchObject([
      { ...btc, paid: text(paidIn('BTC', false)), feeAsset: 'BTC', value: text(paidIn('BTC', true)) },
      { ...btc, paid: text(paidIn('USDT', false)), feeAsset: 'USDT', value: text(paidIn('USDT', false)) },
      { ...btc, symbol: 'ETHUSDT', paid: '0', feeAsset: 'USDT', value: '0' },
    ]);
    relay.setAction(({ path }) =>
      path === '/api/v3/account/commission' ? { status: 400, body: '{"code":-1100,"msg":"No"}' } : 'pass',
    );
    const partial = await run('account fees BTCUSDT -o json');
    expect([partial.code, (JSON.parse(partial.stdout) as Row[])[0]!['maker']]).toEqual([8, null]);
    expect(partial.stderr).toContain('Not read: rates of BTCUSDT: ');
  });

  it.each([
    ['usdm', 'BTCUSDT', '0.1', 'USDT'],
    ['coinm', 'BTCUSD_PERP', '10', 'BTC'],
  ])('shows the rates and fees of %s', async (product, symbol, quantity, asset) => {
    const clock = fixedClock();
    const options = { home: temporaryFolder(), clock, environment: { BOURSE_ENV: 'sandbox' } };
    json(await bourse(`trade buy ${symbol} ${quantity} --on ${product} --yes -q -o json`, options));
    clock.advance(1000);
    const income = json<{ income: string }[]>(
      await bourse(`account income --on ${product} --income-type COMMISSION -o json`, options),
    );
    const paid = text(income.map((row) => decimalOf(row.income)).reduce(add)).slice(1);
    const rates = { maker: '0.0002', taker: '0.0005' };
    expect(json(await bourse(`account fees --on ${product} -o json`, options))).toMatchObject([
      { symbol, product, ...rates, paid, feeAsset: asset, value: paid, asset },
    ]);
    const later = new Date(NOW + 500).toISOString();
    expect(
      json(await bourse(`account fees ${symbol} --on ${product} --since ${later} -o json`, options)),
    ).toMatchObject([{ symbol, paid: '0', feeAsset: asset }]);
  });

  it('names two options that mean the same', async () => {
    const outcome = await bourse('account fees --start 2d --since 3d --env sandbox -o json');
    expect(failure(outcome)).toMatchObject({ exitCode: 2, hint: 'Omit --since.' });
  });
});
