/** `account positions`: sides, margins, returns and distances to liquidation, computed exactly. */
import { describe, expect, it } from 'vitest';
import { computedFields } from '../../../src/commands/account/positions/position-rows.ts';
import type { JsonObject } from '../../../src/core/words.ts';
import { csv, json } from '../outcomes.ts';
import { openRelayedSandbox } from '../relayed-sandbox.ts';

async function openSandbox() {
  const sandbox = await openRelayedSandbox();
  const { origin } = sandbox.relay;
  const run = (line: string) => sandbox.run(`${line} --host=usdm=${origin} --host=coinm=${origin}`);
  return { ...sandbox, run };
}

describe('account positions', () => {
  it('shows a row a position with its side, and the margins of the account below', async () => {
    const { run } = await openSandbox();
    json(await run('trade buy BTCUSDT 0.05 --on usdm'));
    json(await run('trade sell ETHUSDT 0.5 --on usdm'));
    const { code, stdout, stderr } = await run('account positions -o table');
    expect(code).toBe(0);
    expect(stdout.split('\n')[0]).toMatch(/^symbol +side +size +entry +mark /);
    expect(stdout).toMatch(/^BTCUSDT +LONG +0\.05 /m);
    expect(stdout).toMatch(/^ETHUSDT +SHORT +0\.50 /m);
    expect(stderr).toMatch(/USDT: unrealised PnL -?[\d.]+, margin [\d.]+, margin ratio [\d.]+ %\./);
    expect(stderr).toContain('zero rows hidden');
    expect(stderr).toMatch(
      /^No liquidation price for BTCUSDT: as things are, the margin covers the position at any price\.$/m,
    );
  });

  it('prints json as the exchange sent it, and the computed fields after those with --risk', async () => {
    const { run } = await openSandbox();
    json(await run('trade buy BTCUSDT 0.05 --on usdm'));
    const plain = json<JsonObject[]>(await run('account positions'));
    expect(plain.length).toBeGreaterThan(1);
    expect(plain[0]).not.toHaveProperty('roe');
    const rows = json<JsonObject[]>(await run('account positions --risk'));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ symbol: 'BTCUSDT', positionAmt: '0.050', side: 'LONG', size: '0.05' });
    const [header, row] = csv((await run('account positions --risk -o csv')).stdout);
    expect(Object.fromEntries(header!.map((name, index) => [name, row![index]]))).toMatchObject({
      symbol: 'BTCUSDT',
      margin: rows[0]!['margin'],
    });
  });

  it('shows contracts of COIN-M, and no rows if nothing is open', async () => {
    const { run } = await openSandbox();
    json(await run('trade sell BTCUSD_PERP 20 --on coinm'));
    expect(json(await run('account positions --on coinm --risk'))).toMatchObject([
      { symbol: 'BTCUSD_PERP', side: 'SHORT', size: '20' },
    ]);
    expect(json(await run('account positions --risk'))).toEqual([]);
  });

  it('shows the positions if the margins of the account cannot be read', async () => {
    const { run, relay } = await openSandbox();
    json(await run('trade buy BTCUSDT 0.05 --on usdm'));
    relay.setAction(({ path }) =>
      path.endsWith('/account') ? { status: 400, body: '{"code":-1000,"msg":"none"}' } : 'pass',
    );
    const { stdout, stderr } = await run('account positions -o table');
    expect(stdout).toMatch(/^BTCUSDT +LONG/m);
    expect(stderr).toContain('The margins of the account could not be read');
  });
});

describe('the computed fields of a position', () => {
  const linear = {
    symbol: 'BTCUSDT',
    positionSide: 'BOTH',
    positionAmt: '-0.5',
    entryPrice: '60000',
    markPrice: '50000',
    liquidationPrice: '65000',
    unRealizedProfit: '5000',
    notional: '-25000',
    leverage: '10',
    marginType: 'isolated',
    isolatedMargin: '8000',
  };
  const account = {
    assets: [{ asset: 'USDT', positionInitialMargin: '3', maintMargin: '10', marginBalance: '4000' }],
    positions: [{ symbol: 'BTCUSDT', positionSide: 'BOTH', initialMargin: '2500', maintMargin: '100' }],
  };

  it('are exact for a linear contract, isolated and cross', () => {
    // The margin at the entry price is 0.5 * 60000 / 10 = 3000.
    expect(computedFields(linear, account)).toEqual({
      side: 'SHORT',
      size: '0.5',
      liquidationDistance: '30',
      roe: '166.6667',
      margin: '8000',
      marginRatio: '1.25',
    });
    expect(computedFields({ ...linear, marginType: 'cross' }, account)).toMatchObject({
      margin: '2500',
      marginRatio: '0.25',
    });
  });

  it('value an inverse contract in its base asset', () => {
    const { notional: _linear, ...common } = linear;
    // 100 contracts of 100 USD: 0.2 BTC at 50000, 10000 / 60000 BTC at the entry, a tenth of it as margin.
    const inverse = { ...common, positionAmt: '100', notionalValue: '0.2', unRealizedProfit: '-0.01' };
    expect(computedFields(inverse, account)).toMatchObject({ side: 'LONG', roe: '-60' });
  });

  it('are null where the exchange answers zero or nothing', () => {
    expect(computedFields({ ...linear, liquidationPrice: '0.00', leverage: '0' }, undefined)).toMatchObject({
      liquidationDistance: null,
      roe: null,
      marginRatio: null,
    });
    const several = { ...account, assets: [...account.assets, { ...account.assets[0]!, asset: 'USDC' }] };
    expect(computedFields({ ...linear, marginType: 'cross' }, several)['marginRatio']).toBeNull();
  });
});
