/** Profit and loss of an account of the sandbox, compared with the balances of the sandbox. */
import { describe, expect, it } from 'vitest';
import {
  add,
  decimalOf,
  formatDecimal,
  formatTrimmed,
  multiply,
  subtract,
} from '../../../src/core/decimal.ts';
import { csv, failure, json } from '../outcomes.ts';
import { openRelayedSandbox, type RelayedSandbox } from '../relayed-sandbox.ts';
import { bourse, fixedClock, NOW, temporaryFolder } from '../world.ts';

type Row = Readonly<Record<string, string | null>>;

const plain = (text: string) => formatTrimmed(decimalOf(text));
const minus = (one: string, other: string) => formatTrimmed(subtract(decimalOf(one), decimalOf(other)));

async function balancesOf({ run }: RelayedSandbox): Promise<Readonly<Record<string, string>>> {
  const { balances } = json<{ balances: { asset: string; free: string; locked: string }[] }>(
    await run('account info -o json'),
  );
  return Object.fromEntries(
    balances.map(({ asset, free, locked }) => [
      asset,
      plain(formatDecimal(add(decimalOf(free), decimalOf(locked)))),
    ]),
  );
}

describe('account pnl of spot', () => {
  it('explains every change of the balances by profit, fees, cost and quantities of unknown cost', async () => {
    const sandbox = await openRelayedSandbox();
    const before = await balancesOf(sandbox);
    for (const order of ['buy BTCUSDT 0.3', 'buy BTCUSDT 0.2', 'sell BTCUSDT 0.4', 'sell ETHUSDT 1.5']) {
      json(await sandbox.run(`trade ${order} --yes -q -o json`));
      sandbox.clock.advance(60_000);
    }
    const after = await balancesOf(sandbox);
    for (const method of ['fifo', 'lifo', 'average']) {
      const rows = json<Row[]>(await sandbox.run(`account pnl BTCUSDT ETHUSDT --method ${method} -o json`));
      const kinds = rows.map(({ symbol, kind, asset }) => [symbol, kind, asset]);
      expect(kinds).toEqual([
        ['BTCUSDT', 'traded', 'USDT'],
        ['ETHUSDT', 'traded', 'USDT'],
        ['ETHUSDT', 'unknown sold', 'USDT'],
        [null, 'unknown held', 'BTC'],
        [null, 'unknown held', 'ETH'],
      ]);
      const [btc, eth, sold, heldBtc] = rows as [Row, Row, Row, Row, Row];
      const change = [btc, eth].reduce(
        (sum, row) => add(sum, subtract(decimalOf(row['net']!), decimalOf(row['cost']!))),
        decimalOf(sold['proceeds']!),
      );
      expect(formatTrimmed(change)).toBe(minus(after['USDT']!, before['USDT']!));
      expect(btc['open']).toBe(minus(after['BTC']!, before['BTC']!));
      expect(heldBtc['unknown']).toBe(before['BTC']);
      expect([sold['unknown'], sold['realized'], eth['realized'], eth['open']]).toEqual([
        '1.5',
        null,
        '0',
        '0',
      ]);
      const worth = multiply(decimalOf(btc['open']!), decimalOf(btc['price']!));
      expect(btc['unrealized']).toBe(formatTrimmed(subtract(worth, decimalOf(btc['cost']!))));
    }
  });

  it('says what it covers, and what the rows of unknown cost mean', async () => {
    const { run } = await openRelayedSandbox();
    const { stderr } = await run('account pnl BTCUSDT --start 2024-03-01 -o json');
    expect(stderr).toContain('Trades of spot since 2024-03-01 00:00:00Z. Cost by fifo;');
    expect(stderr).toContain('Unknown held: what these trades did not buy,');
    expect(stderr).not.toContain('Not held:');
    expect(stderr).toContain('Positions of futures: bourse account pnl --on usdm.');
    expect((await run('account pnl BTCUSDT -o json')).stderr).toContain('since the account was opened.');
  });

  it('converts fees of a third asset at the candle of their minute, and names what could not be read', async () => {
    const { run, relay } = await openRelayedSandbox();
    const time = NOW - 7_200_123;
    const trade = { id: 1, price: '60000', qty: '0.1', quoteQty: '6000', isBuyer: true };
    const fees = [
      { ...trade, time, commission: '0.011', commissionAsset: 'BNB' },
      { ...trade, time: time + 60_000, commission: '0.02', commissionAsset: 'BNB' },
      { ...trade, time: time + 60_000, commission: '5', commissionAsset: 'NOPRICE' },
    ];
    relay.setAction(({ path, query }) => {
      if (path !== '/api/v3/myTrades') return 'pass';
      if (query.includes('symbol=ETHUSDT'))
        return { status: 400, body: '{"code":-1100,"msg":"Illegal characters found"}' };
      return { status: 200, body: JSON.stringify(fees) };
    });
    const outcome = await run('account pnl BTCUSDT ETHUSDT -o json');
    expect(outcome.code).toBe(8);
    expect(outcome.stderr).toContain('Not read: trades of ETHUSDT: ');
    const [btc, otherFee, ...rest] = JSON.parse(outcome.stdout) as [Row, Row, ...Row[]];
    const candles = json<string[][]>(
      await run(`market klines BNBUSDT 1m --start ${time - (time % 60_000)} --limit 2 -o json`),
    );
    const [first, second] = candles.map((candle) => decimalOf(candle[4]!));
    const expected = add(multiply(decimalOf('0.011'), first!), multiply(decimalOf('0.02'), second!));
    expect(btc['fees']).toBe(formatTrimmed(expected));
    expect(otherFee).toMatchObject({ kind: 'other fee', fees: '5', asset: 'NOPRICE' });
    expect(rest.at(-1)).toMatchObject({ kind: 'not read', what: 'trades of ETHUSDT' });
    // Two trades of neighbouring minutes need one request for candles.
    expect(relay.requests.filter(({ path }) => path === '/api/v3/klines')).toHaveLength(2);
  });

  it('finds the symbols of the assets that the account has, and rejects unknown symbols', async () => {
    const { run, relay } = await openRelayedSandbox();
    json(await run('trade buy BTCUSDT 0.01 --yes -q -o json'));
    const outcome = await run('account pnl -o csv');
    const [heading, row] = csv(outcome.stdout);
    expect(heading).toContain('unknown');
    expect(row!.slice(0, 2)).toEqual(['BTCUSDT', 'traded']);
    expect(outcome.stderr).toMatch(/^The trades of \d+ symbols were read: those whose base asset you have/m);
    expect(relay.requests.filter(({ path }) => path === '/api/v3/myTrades').length).toBeGreaterThan(5);
    expect(failure(await run('account pnl BTCUSTD'))).toMatchObject({
      exitCode: 2,
      hint: 'Did you mean BTCUSDT?',
    });
    expect(failure(await run('account pnl --since nonsense')).message).toBe(
      '--since must be a time, was "nonsense".',
    );
  });
});

describe('account pnl of futures', () => {
  it.each([
    ['usdm', 'BTCUSDT', '0.1', '0.04', 'USDT'],
    ['coinm', 'BTCUSD_PERP', '10', '4', 'BTC'],
  ])(
    'adds up the income of %s and the profit of what is open',
    async (product, symbol, bought, sold, asset) => {
      const clock = fixedClock();
      const options = { home: temporaryFolder(), clock, environment: { BOURSE_ENV: 'sandbox' } };
      json(await bourse(`trade buy ${symbol} ${bought} --on ${product} --yes -q -o json`, options));
      clock.advance(9 * 3_600_000);
      json(await bourse(`trade sell ${symbol} ${sold} --on ${product} --yes -q -o json`, options));
      clock.advance(1000);
      const [row, ...others] = json<Row[]>(await bourse(`account pnl --on ${product} -o json`, options));
      expect(others).toEqual([]);
      const income = json<{ incomeType: string; income: string; symbol: string }[]>(
        await bourse(`account income --on ${product} --start -2d -o json`, options),
      );
      const sumOf = (type: string) =>
        income
          .filter(({ incomeType }) => incomeType === type)
          .reduce((sum, one) => add(sum, decimalOf(one.income)), decimalOf('0'));
      const text = (amount: ReturnType<typeof sumOf>) => formatTrimmed(amount);
      const [realized, funding, commission] = ['REALIZED_PNL', 'FUNDING_FEE', 'COMMISSION'].map(sumOf);
      expect(row).toMatchObject({
        symbol,
        asset,
        realized: text(realized!),
        funding: text(funding!),
        fees: text(commission!).slice(1),
        net: text(add(add(realized!, funding!), commission!)),
        open: minus(bought, sold),
      });
      expect(row!['funding']).not.toBe('0');
      const [position] = json<{ unRealizedProfit: string; positionAmt: string }[]>(
        await bourse(`account positions --on ${product} -o json`, options),
      ).filter(({ positionAmt }) => Number(positionAmt) !== 0);
      expect(row!['unrealized']).toBe(plain(position!.unRealizedProfit));
    },
  );
});
