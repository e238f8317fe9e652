/** Sizes of orders as a part or as an amount of the quote asset, and the flags of everyday orders. */
import { describe, expect, it } from 'vitest';
import { failure, json } from '../outcomes.ts';
import { openRelayedSandbox } from '../relayed-sandbox.ts';

async function openSandbox() {
  const sandbox = await openRelayedSandbox();
  const { origin } = sandbox.relay;
  const run = (line: string) => sandbox.run(`${line} --host=usdm=${origin} --host=coinm=${origin}`);
  const shown = async (line: string) => {
    const outcome = await run(`${line} --dry-run`);
    const { body } = json<{ body: string }>(outcome);
    return { ...Object.fromEntries(new URLSearchParams(body)), note: outcome.stderr };
  };
  return { ...sandbox, run, shown };
}

describe('a size of spot', () => {
  it('is a part of the free quote asset to buy, and of the free base asset to sell', async () => {
    const { shown } = await openSandbox();
    const buy = await shown('trade buy BTCUSDT 0.01%');
    expect(buy).toMatchObject({ type: 'MARKET', quoteOrderQty: '100' });
    expect(buy).not.toHaveProperty('quantity');
    expect(buy.note).toContain('0.01% of 1000000 USDT free: quoteOrderQty 100.');
    const sell = await shown('trade sell BTCUSDT 12.345678%');
    expect(sell).toMatchObject({ quantity: '1.23456' });
    expect(sell.note).toContain('12.345678% of 10 BTC free: quantity 1.23456.');
    expect(await shown('trade sell btcusdt all --at 100000')).toMatchObject({ quantity: '10' });
  });

  it('is computed from the limit price, rounded down', async () => {
    const { shown } = await openSandbox();
    expect(await shown('trade buy BTCUSDT 0.01% --at 60000')).toMatchObject({ quantity: '0.00166' });
    expect(await shown('trade buy BTCUSDT --quote 100 --at 60000')).toMatchObject({ quantity: '0.00166' });
  });

  it('is an amount of the quote asset with --quote, and is filled for it', async () => {
    const { run } = await openSandbox();
    const bought = json<{ cummulativeQuoteQty: string }>(await run('trade buy BTCUSDT --quote 100'));
    expect(bought).toMatchObject({ status: 'FILLED', origQuoteOrderQty: '100.00000000' });
    expect(Number(bought.cummulativeQuoteQty)).toBeLessThanOrEqual(100);
  });
});

describe('a size of futures', () => {
  it('is a part of the available margin times the leverage, at the prices of the book', async () => {
    const { run, shown } = await openSandbox();
    const order = await shown('trade buy BTCUSDT 0.001% --on usdm');
    expect(order.note).toMatch(/0\.001% of \d+ USDT available, at leverage 20: quantity [\d.]+\./);
    const ticker = json<{ price: string }>(await run('market ticker price BTCUSDT --on usdm'));
    const price = Number(ticker.price);
    const quantity = Number((order as { quantity?: string }).quantity);
    expect(quantity).toBeCloseTo(200 / price, 2);
    expect(quantity * price).toBeLessThanOrEqual(200);
  });

  it('is a part of the position with --reduce-only', async () => {
    const { run, shown } = await openSandbox();
    json(await run('trade buy BTCUSDT 0.005 --on usdm'));
    expect(await shown('trade sell BTCUSDT 50% --reduce-only --on usdm')).toMatchObject({
      quantity: '0.002',
      reduceOnly: 'true',
    });
    expect(failure(await run('trade buy BTCUSDT 50% --reduce-only --on usdm')).message).toBe(
      'There is no SHORT position in BTCUSDT that this order would reduce.',
    );
  });

  it('counts contracts of COIN-M', async () => {
    const { shown } = await openSandbox();
    expect(await shown('trade buy BTCUSD_PERP --quote 250 --on coinm')).toMatchObject({ quantity: '2' });
    expect((await shown('trade buy BTCUSD_PERP 0.01% --on coinm')).note).toContain(
      'BTC available, at leverage 20',
    );
  });
});

describe('flags of everyday orders', () => {
  it('make a post-only order as each product has it', async () => {
    const { shown } = await openSandbox();
    const spot = await shown('trade buy BTCUSDT 0.01 --at 50000 --post-only');
    expect(spot).toMatchObject({ type: 'LIMIT_MAKER' });
    expect(spot).not.toHaveProperty('timeInForce');
    expect(await shown('trade buy BTCUSDT 0.01 --at 50000 --post-only --on usdm')).toMatchObject({
      type: 'LIMIT',
      timeInForce: 'GTX',
    });
  });

  it.each([
    ['trade buy BTCUSDT 0.01 --post-only', 'needs a limit price'],
    ['trade buy BTCUSDT 0.01 --at 1 --post-only --time-in-force IOC --on usdm', 'sets timeInForce itself'],
    ['trade sell BTCUSDT 0.01 --reduce-only', 'trade sell on spot has no reduce-only orders.'],
    ['trade buy BTCUSDT 0.01 --quote 5', '--quote is the size of the order'],
    ['trade buy BTCUSDT --quote many', '--quote must be an amount'],
    ['trade buy BTCUSDT 50% --on margin', 'trade buy on margin takes a quantity'],
    ['trade buy BTCUSDT 150%', 'must be a decimal number'],
    ['trade sell BTCUSDT 0.000001%', 'The size is too small'],
  ])('%s is refused: exit 2, nothing sent', async (line, text) => {
    const { run, relay } = await openSandbox();
    const refusal = failure(await run(`${line} --yes`));
    expect(refusal).toMatchObject({ exitCode: 2, execution: 'not_executed' });
    expect(refusal.message).toContain(text);
    expect(relay.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});
