/** `trade close`: positions of futures and balances of spot, in part, with a bound on slippage, and all at once. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/words.ts';
import { failure, json } from '../outcomes.ts';
import { openRelayedSandbox } from '../relayed-sandbox.ts';
import type { WorldOptions } from '../world.ts';

/** Opens a sandbox; `orders` are the orders that were sent. */
async function openSandbox() {
  const sandbox = await openRelayedSandbox();
  const { origin } = sandbox.relay;
  const run = (line: string, options: WorldOptions = {}) =>
    sandbox.run(`${line} --host=usdm=${origin} --host=coinm=${origin}`, options);
  const orders = () =>
    sandbox.relay.requests
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/order'))
      .map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
  const amountOf = async (symbol: string, on = 'usdm') => {
    const rows = json<JsonObject[]>(await run(`account positions --on ${on}`));
    return rows.filter((row) => row['symbol'] === symbol).map((row) => row['positionAmt']);
  };
  return { ...sandbox, run, orders, amountOf };
}

describe('trade close of futures', () => {
  it('closes a long and a short position by reduce-only orders', async () => {
    const { run, orders, amountOf } = await openSandbox();
    json(await run('trade buy BTCUSDT 0.05 --on usdm'));
    const closed = await run('trade close btcusdt --on usdm');
    expect(json(closed)).toMatchObject({ side: 'SELL', status: 'FILLED', executedQty: '0.050' });
    expect(closed.stderr).toMatch(
      /Closing the LONG position in BTCUSDT: SELL 0\.05 BTCUSDT, expected at [\d.]+ on average, [\d.]+ % worse/,
    );
    expect(orders().at(-1)).toMatchObject({ type: 'MARKET', quantity: '0.05', reduceOnly: 'true' });
    json(await run('trade sell BTCUSDT 0.02 --on usdm'));
    expect(json(await run('trade close BTCUSDT --on usdm'))).toMatchObject({ side: 'BUY', status: 'FILLED' });
    expect(await amountOf('BTCUSDT')).toEqual(['0.000']);
  });

  it('closes a part, rounded down to the step', async () => {
    const { run, amountOf } = await openSandbox();
    json(await run('trade buy BTCUSDT 0.005 --on usdm'));
    expect(json(await run('trade close BTCUSDT --on usdm --fraction 50%'))).toMatchObject({
      origQty: '0.002',
    });
    expect(await amountOf('BTCUSDT')).toEqual(['0.003']);
    const dust = failure(await run('trade close BTCUSDT --on usdm --fraction 0.1'));
    expect(dust).toMatchObject({ exitCode: 2, execution: 'not_executed' });
    expect(dust.message).toContain(
      'is too small to close: 0.003 in part, and the exchange trades at least 0.001',
    );
  });

  it('closes one side of hedge mode, and asks which if both are open', async () => {
    const { run, orders } = await openSandbox();
    json(await run('trade position-mode true --on usdm --yes'));
    json(await run('trade buy BTCUSDT 0.03 --on usdm --position-side LONG'));
    json(await run('trade sell BTCUSDT 0.02 --on usdm --position-side SHORT'));
    expect(failure(await run('trade close BTCUSDT --on usdm'))).toMatchObject({
      exitCode: 2,
      message: 'BTCUSDT has a LONG and a SHORT position.',
    });
    json(await run('trade close BTCUSDT --on usdm --position-side short'));
    expect(orders().at(-1)).toMatchObject({ side: 'BUY', positionSide: 'SHORT', quantity: '0.02' });
    expect(orders().at(-1)).not.toHaveProperty('reduceOnly');
    json(await run('trade close BTCUSDT --on usdm'));
    expect(orders().at(-1)).toMatchObject({ side: 'SELL', positionSide: 'LONG', quantity: '0.03' });
  });

  it('sends nothing if the expected slippage is above --max-slippage', async () => {
    const { run, orders } = await openSandbox();
    json(await run('trade buy BTCUSDT 0.05 --on usdm'));
    const sent = orders().length;
    const refused = failure(await run('trade close BTCUSDT --on usdm --max-slippage 0'));
    expect(refused).toMatchObject({ kind: 'refused', exitCode: 9, execution: 'not_executed' });
    expect(refused.message).toMatch(/^The expected slippage is [\d.]+ %; --max-slippage allows 0 %\.$/);
    expect(orders()).toHaveLength(sent);
    json(await run('trade close BTCUSDT --on usdm --max-slippage 5%'));
  });

  it('closes all positions with --all, a row and an order each', async () => {
    const { run, orders } = await openSandbox();
    json(await run('trade buy BTCUSDT 0.05 --on usdm'));
    json(await run('trade sell ETHUSDT 0.5 --on usdm'));
    const sent = orders().length;
    expect(json(await run('trade close --all --on usdm --dry-run'))).toMatchObject([
      { sent: false },
      { sent: false },
    ]);
    expect(orders()).toHaveLength(sent);
    expect(json(await run('trade close --all --on usdm'))).toMatchObject([
      { id: 'BTCUSDT', result: 'CLOSED', side: 'SELL' },
      { id: 'ETHUSDT', result: 'CLOSED', side: 'BUY' },
    ]);
    const none = await run('trade close --all --on usdm');
    expect(json(none)).toEqual([]);
    expect(none.stderr).toContain('No position is open.');
  });

  it('goes on with the other positions after one that cannot be closed: exit code 8', async () => {
    const { run, relay } = await openSandbox();
    json(await run('trade buy BTCUSDT 0.05 --on usdm'));
    json(await run('trade sell ETHUSDT 0.5 --on usdm'));
    relay.setAction(({ path, query }) =>
      path.endsWith('/depth') && query.includes('BTCUSDT')
        ? { status: 400, body: '{"code":-1121,"msg":"Invalid symbol."}' }
        : 'pass',
    );
    const outcome = await run('trade close --all --on usdm');
    expect(outcome.code).toBe(8);
    expect(JSON.parse(outcome.stdout)).toMatchObject([
      { id: 'BTCUSDT', result: 'NOT_CLOSED' },
      { id: 'ETHUSDT', result: 'CLOSED' },
    ]);
    expect(outcome.stderr).toContain('1 of 2 positions closed. Not closed:');
  });

  it('closes contracts of COIN-M', async () => {
    const { run } = await openSandbox();
    json(await run('trade buy BTCUSD_PERP 7 --on coinm'));
    expect(json(await run('trade close BTCUSD_PERP --on coinm --fraction 0.5'))).toMatchObject({
      origQty: '3',
    });
  });
});

describe('trade close of spot', () => {
  it('sells the free balance, rounded down to the step', async () => {
    const { run, orders } = await openSandbox();
    const shown = json<{ body: string }>(
      await run('trade close BTCUSDT --on spot --fraction 0.123456789 --dry-run'),
    );
    expect(shown.body).toContain('side=SELL&type=MARKET&quantity=1.23456&');
    expect(orders()).toEqual([]);
    expect(json(await run('trade close BTCUSDT --on spot --fraction 1%'))).toMatchObject({
      side: 'SELL',
      executedQty: '0.10000000',
    });
  });

  it('takes the part as a second word, but not twice', async () => {
    const { run } = await openSandbox();
    const shown = json<{ body: string }>(await run('trade close BTCUSDT 50% --on spot --dry-run'));
    expect(shown.body).toContain('quantity=5&');
    const twice = failure(await run('trade close BTCUSDT 50% --on spot --fraction 20%'));
    expect([twice.exitCode, twice.message]).toEqual([
      2,
      'trade close needs the part once, found 50% and --fraction.',
    ]);
  });

  it('refuses what is too small, what is not held and what it sets itself', async () => {
    const { run } = await openSandbox();
    expect(failure(await run('trade close BTCUSDT --on spot --fraction 0.0000001')).message).toContain(
      'too small to close',
    );
    expect(failure(await run('trade close BTCUSDT --on spot --quantity 1')).message).toContain(
      'sets quantity itself',
    );
    expect(failure(await run('trade close BTCUSDT --on spot --fraction 2')).message).toContain(
      'The part to close must be',
    );
    expect(failure(await run('trade close --all --on spot')).message).toContain(
      'closes positions of futures',
    );
    expect(failure(await run('trade close --on spot')).message).toContain('needs the symbol, or --all');
    expect(failure(await run('trade close BTCUSDT --on usdm')).message).toBe(
      'There is no position in BTCUSDT to close.',
    );
  });
});

describe('trade close without a product', () => {
  it('is refused with a line for each product, because selling a balance is not closing a position', async () => {
    const { run, orders } = await openSandbox();
    const { exitCode, message, hint } = failure(await run('trade close BTCUSDT --fraction 50%'));
    expect(exitCode).toBe(2);
    expect(message).toBe('bourse trade close needs --on, because it does not guess the product.');
    for (const [product, effect] of [
      ['usdm', 'closes the position;'],
      ['coinm', 'closes the position;'],
      ['spot', 'sells the free balance of the base asset.'],
    ])
      expect(hint).toMatch(
        new RegExp(`bourse trade close BTCUSDT --fraction 50% .*--on ${product} ${effect}`),
      );
    expect(failure(await run('trade close --all')).exitCode).toBe(2);
    expect(orders()).toEqual([]);
  });

  it.each([
    ['usdm', 'There is no position in BTCUSDT to close.'],
    ['options', 'bourse trade close needs --on, because it does not guess the product.'],
  ])('takes that of the settings, if it can be closed there: %s', async (product, message) => {
    const { run } = await openSandbox();
    const settings = { environment: { BOURSE_PRODUCT: product } };
    expect(failure(await run('trade close BTCUSDT', settings)).message).toBe(message);
  });
});
