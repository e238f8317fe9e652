/** How tables show orders: the trigger of a stop, and no price where an order has none. */
import { describe, expect, it } from 'vitest';
import { openRelayedSandbox } from '../relayed-sandbox.ts';

describe('a table of open orders', () => {
  it('shows the trigger of a stop that has no limit price, and not a price of 0', async () => {
    const { run } = await openRelayedSandbox();
    const place = 'trade order place BTCUSDT --side SELL --quantity 0.001 --yes';
    await run(`${place} --type STOP_LOSS --stop-price 50000`);
    await run(`${place} --type LIMIT --price 150000 --time-in-force GTC`);
    const { stdout } = await run('trade open-orders -o table --fields type,price,stopPrice,status');
    expect(stdout).toMatch(/^type +price +trigger +status$/m);
    expect(stdout).toMatch(/^STOP_LOSS +50000 +NEW$/m);
    expect(stdout).toMatch(/^LIMIT +150000 +NEW$/m);
  });

  it('has no column of triggers without a stop', async () => {
    const { run } = await openRelayedSandbox();
    await run(
      'trade order place BTCUSDT --side SELL --quantity 0.001 --type LIMIT --price 150000 --time-in-force GTC --yes',
    );
    const { stdout } = await run('trade open-orders -o table');
    expect(stdout).toContain('150000');
    expect(stdout).not.toContain('trigger');
    expect(JSON.parse((await run('trade open-orders -o json')).stdout)).toMatchObject([
      { stopPrice: '0.00000000' },
    ]);
  });

  it('has no rows for a list, an iceberg or a quote quantity that a placed order lacks', async () => {
    const { run } = await openRelayedSandbox();
    const { stdout } = await run('trade buy BTCUSDT 0.01 --yes -o table');
    const names = stdout.split('\n').map((line) => line.split(/ {2}/)[0]!);
    expect(names).toContain('self-trade prevention');
    for (const name of ['list', 'iceberg', 'quote quantity', 'trigger', 'price'])
      expect(names).not.toContain(name);
    expect(stdout).toMatch(/\nfills\n +price +quantity +fee +fee in +trade\n/);
  });

  it('shows from where and at what distance a trailing stop of futures follows', async () => {
    const { run, relay } = await openRelayedSandbox();
    const usdm = `--on usdm --host=usdm=${relay.origin}`;
    await run(
      `trade order place BTCUSDT --side SELL --quantity 0.01 --type TRAILING_STOP_MARKET --activation-price 150000 --callback-rate 1.5 ${usdm} --yes`,
    );
    const { stdout } = await run(`trade open-orders ${usdm} -o table`);
    expect(stdout).toMatch(/activation +callback %/);
    expect(stdout).toMatch(/ 150,?000(\.0)? +1\.5 /);
  });
});
