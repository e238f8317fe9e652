/** A filter that matches nothing looks like "there is nothing" unless it is said. */
import { describe, expect, it } from 'vitest';
import { json } from '../outcomes.ts';
import { bourse, temporaryFolder } from '../world.ts';

type Rows = readonly Readonly<Record<string, string>>[];

describe('positions of a contract of COIN-M', () => {
  const hold = async () => {
    const home = temporaryFolder();
    const buy =
      'trade order place BTCUSD_PERP --on coinm --side BUY --type MARKET --quantity 2 --yes --env sandbox';
    json(await bourse(buy, { home }));
    return { home };
  };

  it('were an empty list while 2 contracts were held, because the contract was sent as the pair', async () => {
    const options = await hold();
    const outcome = await bourse('account positions BTCUSD_PERP --on coinm --env sandbox -o json', options);
    expect(json<Rows>(outcome)).toMatchObject([{ symbol: 'BTCUSD_PERP', positionAmt: '2' }]);
    expect(outcome.stderr).toBe(
      'BTCUSD_PERP is asked for by its pair BTCUSD; rows of other contracts are left out.\n',
    );
    const table = await bourse('account positions btcusd_perp --on coinm --env sandbox -o table', options);
    expect(table.stdout).toContain('BTCUSD_PERP');
  });

  it('are those of all contracts of a pair that is given as a pair', async () => {
    const outcome = await bourse('account positions BTCUSD --on coinm --env sandbox -o json', await hold());
    expect(json<Rows>(outcome).map(({ symbol }) => symbol)).toContain('BTCUSD_PERP');
    expect(json<Rows>(outcome).length).toBeGreaterThan(1);
    expect(outcome.stderr).toBe('');
  });
});

describe('a filter that matches nothing', () => {
  it.each(['json', 'ndjson', 'csv', 'table'])('is named on stderr, also in a pipe: %s', async (format) => {
    const line = `trade open-orders BTCUSDT --env sandbox -o ${format}`;
    const { code, stdout, stderr } = await bourse(line);
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'No rows match symbol BTCUSDT.\n' });
    if (format === 'json') expect(stdout).toBe('[]\n');
  });

  it.each([
    ['account trades BTCUSDT --order-id 28', 'symbol BTCUSDT, orderId 28'],
    ['account income BTCUSDT --on usdm --income-type FUNDING_FEE', 'symbol BTCUSDT, incomeType FUNDING_FEE'],
    ['account income --on coinm --income-type FUNDING_FEE --limit 5', 'incomeType FUNDING_FEE'],
    ['funds deposits BTC --start 2024-01-01', 'coin BTC, startTime 2024-01-01'],
    ['account positions XYZUSD_PERP --on coinm', 'pair XYZUSD_PERP'],
    ['account trades BTCUSDT --from-id 0 --all', 'symbol BTCUSDT, fromId 0'],
    ['margin loans USDT --start -3d', 'asset USDT, startTime -3d'],
  ])('%s', async (line, filters) => {
    const { stderr, code } = await bourse(`${line} --env sandbox -o json`);
    expect(code).toBe(0);
    expect(stderr).toContain(`No rows match ${filters}.\n`);
  });

  it('is not named if there is no filter, or if a row matches', async () => {
    expect(await bourse('trade open-orders --env sandbox -o json')).toEqual({
      code: 0,
      stdout: '[]\n',
      stderr: '',
    });
    expect((await bourse('market ticker price BTCUSDT --env sandbox -o json')).stderr).toBe('');
    expect((await bourse('account commission BTCUSDT --env sandbox -o json')).stderr).toBe('');
  });
});
