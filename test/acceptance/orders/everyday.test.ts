/** Everyday commands: trade buy and sell, balances and positions without zero rows, the book as a ladder. */
import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../../src/core/text.ts';
import { failure, json } from '../outcomes.ts';
import { startRelay } from '../relay.ts';
import { openRelayedSandbox } from '../relayed-sandbox.ts';
import { bourse, temporaryFolder } from '../world.ts';

/** Returns the parameters that a command line would send. */
async function dryRunParams(line: string): Promise<Record<string, string>> {
  const outcome = await bourse(`${line} --dry-run --skip-filters --env sandbox`);
  const { body } = json<{ body: string }>(outcome);
  const {
    newClientOrderId: _own,
    clientOrderId: _option,
    ...rest
  } = Object.fromEntries(new URLSearchParams(body));
  return rest;
}

describe('trade stop', () => {
  it('names every missing argument at once, and the needed option in its usage', async () => {
    const { message, hint, exitCode } = failure(await bourse('trade stop BTCUSDT --env sandbox'));
    expect(exitCode).toBe(2);
    expect(message).toMatch(/have 3 faults/);
    for (const name of ['--trigger is required', 'side is required', 'needs quantity'])
      expect(message).toContain(name);
    expect(hint).toContain('bourse trade stop <symbol> [quantity] --side <text> --trigger <price> [options]');
  });

  it('says on which side of the price a refused trigger belongs', async () => {
    const refused = failure(
      await bourse('trade stop BTCUSDT 0.01 --side SELL --trigger 900000 --env sandbox'),
    );
    expect([refused.code, refused.hint]).toEqual([
      -2010,
      'A stop that sells belongs below the latest price, one that buys above it; a take-profit the other way round.',
    ]);
  });
});

describe('trade buy and trade sell', () => {
  it('place a LIMIT order with --at, and a MARKET order without', async () => {
    expect(await dryRunParams('trade buy BTCUSDT 0.001 --at 60000')).toEqual({
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'LIMIT',
      timeInForce: 'GTC',
      quantity: '0.001',
      price: '60000',
      newOrderRespType: 'FULL',
    });
    expect(await dryRunParams('trade sell btcusdt 0.001')).toEqual({
      symbol: 'BTCUSDT',
      side: 'SELL',
      type: 'MARKET',
      quantity: '0.001',
      newOrderRespType: 'FULL',
    });
    expect(await dryRunParams('trade buy BTCUSDT --quote-order-qty 50')).toMatchObject({
      quoteOrderQty: '50',
      type: 'MARKET',
    });
  });

  it('show the fills, and leave out unset times', async () => {
    const { run } = await openRelayedSandbox();
    const spot = json<{ status: string; fills: unknown[] }>(await run('trade buy BTCUSDT 0.01'));
    expect(spot).toMatchObject({ status: 'FILLED', fills: expect.arrayContaining([expect.anything()]) });
    expect(json(await run('trade buy BTCUSDT 0.01 --new-order-resp-type ACK'))).not.toHaveProperty('fills');
    const futures = await bourse('trade buy BTCUSDT 0.01 --on usdm --env sandbox -o table');
    expect(futures.stdout).toMatch(/^status +FILLED$/m);
    expect(futures.stdout).not.toContain('good till');
    expect(futures.stderr).toMatch(/^BUY 0\.01 BTCUSDT filled at [\d.]+ on average, [\d.]+ USDT\.$/m);
    // Fills are printed as rows below the order.
    const { stdout, stderr } = await bourse('trade buy BTCUSDT 0.5 --env sandbox -o table');
    expect(stderr).toMatch(/^BUY 0\.5 BTCUSDT filled at [\d.]+ on average, [\d.]+ USDT, fee [\d.]+ BTC\.$/m);
    expect(stdout).toMatch(/\n\nfills\n +price +quantity +fee +fee in +trade\n *[\d.]+ /);
  });

  it('leave the working time of an untriggered stop order blank, also as a selected field', async () => {
    const { run } = await openRelayedSandbox();
    const stop = 'trade sell BTCUSDT 0.01 --type STOP_LOSS --stop-price 50000';
    const { stdout } = await run(`${stop} -o table`);
    expect(stdout).not.toContain('working since');
    expect(stdout).not.toContain('1969');
    const selected = await run(`${stop} --fields workingTime,status -o csv`);
    expect(selected.stdout).toBe('workingTime,status\n,NEW\n');
    expect(json(await run(`${stop} -o json`))).toMatchObject({ workingTime: -1 });
  });

  it.each(['usdm', 'coinm', 'options', 'margin'])('place orders on %s', async (product) => {
    const order = await dryRunParams(`trade sell XYZ 2 --at 5 --on ${product}`);
    expect(order).toMatchObject({
      side: 'SELL',
      type: 'LIMIT',
      timeInForce: 'GTC',
      quantity: '2',
      price: '5',
    });
  });

  it('accept every order option, and add the parameters that the order type requires', async () => {
    expect(await dryRunParams('trade buy BTCUSDT 1 --at 60000 --time-in-force IOC')).toMatchObject({
      timeInForce: 'IOC',
    });
    expect(
      await dryRunParams('trade sell BTCUSDT 1 --at 60000 --type STOP_LOSS_LIMIT --stop-price 60100'),
    ).toMatchObject({
      type: 'STOP_LOSS_LIMIT',
      stopPrice: '60100',
      timeInForce: 'GTC',
    });
    const maker = await dryRunParams('trade buy BTCUSDT 1 --at 60000 --type LIMIT_MAKER');
    expect(maker).not.toHaveProperty('timeInForce');
    expect(await dryRunParams('trade buy BTCUSDT 1 --on usdm --price-match QUEUE')).toMatchObject({
      type: 'LIMIT',
    });
  });

  it.each([
    ['a second side', 'trade buy BTCUSDT 1 --side SELL'],
    ['two prices', 'trade buy BTCUSDT 1 --at 1 --price 2'],
    ['no quantity', 'trade buy BTCUSDT'],
    ['no symbol', 'trade buy'],
    ['a quantity that is none', 'trade buy BTCUSDT much'],
  ])('are refused with %s: exit 2, nothing sent', async (_what, line) => {
    expect(failure(await bourse(`${line} --env sandbox`))).toMatchObject({
      exitCode: 2,
      execution: 'not_executed',
    });
  });

  it('are handled like every order: client order id, filters, and lookup if unconfirmed', async () => {
    const { relay, run } = await openRelayedSandbox();
    relay.setAction(({ method }) => (method === 'POST' ? 'cut-answer' : 'pass'));
    const outcome = await run('trade buy BTCUSDT 0.01 --at 50000');
    expect(json(outcome)).toMatchObject({ side: 'BUY', type: 'LIMIT', status: 'NEW' });
    expect(outcome.stderr).toContain('was placed once');
    expect(failure(await run('trade buy BTCUSDT 0.01 --at 50000.001')).faults).toMatchObject([
      { filter: 'PRICE_FILTER' },
    ]);
  });

  it('ask for confirmation at the public exchange, with the notional', async () => {
    const asked: string[] = [];
    const relay = await startRelay('http://127.0.0.1:1');
    relay.setAction(() => 'cut');
    await bourse(`trade buy BTCUSDT 2 --at 60000 --env live --proxy ${relay.origin} --skip-filters`, {
      ask: async (question) => {
        asked.push(question);
        return 'no';
      },
      environment: { BOURSE_API_KEY: 'L'.repeat(64), BOURSE_API_SECRET: 'S'.repeat(64) },
    });
    await relay.close();
    expect(asked.join()).toMatch(/^BUY 2 .* at 60000.*, GTC.* to https:\/\/.*\(live\)/s);
  });

  it('do not list fixed parameters in help', async () => {
    const { execFileSync } = await import('node:child_process');
    const help = execFileSync(process.execPath, ['bin/bourse.js', 'trade', 'buy', '--help'], {
      encoding: 'utf8',
    });
    expect(help).toContain('bourse trade buy <symbol> [quantity]');
    expect(help).not.toContain('--side');
    expect(help).not.toContain('(required)');
  });
});

describe('margin account', () => {
  it('shows the margin level and totals above the balances, in a table only', async () => {
    const home = temporaryFolder();
    const run = (line: string, more = {}) =>
      bourse(`margin account ${line} --env sandbox`, { home, ...more });
    const { marginLevel, totalNetAssetOfBtc } = json<Record<string, string>>(await run(''));
    const drawn = (await run('', { terminal: 60, environment: { NO_COLOR: '1' } })).stdout;
    expect(drawn).toMatch(new RegExp(`^level +${Number(marginLevel)}$`, 'm'));
    expect(drawn).toMatch(new RegExp(`^net in BTC +${Number(totalNetAssetOfBtc)}$`, 'm'));
    expect(drawn).toMatch(/^trading +yes$/m);
    expect(drawn.indexOf('trading')).toBeLessThan(drawn.indexOf('\nasset '));
    expect((await run('-o csv')).stdout).toMatch(/^asset,free,/);
    expect((await run('--fields asset,free -o table')).stdout).not.toContain('level');
  });
});

describe('account balance', () => {
  it('hides zero rows on a terminal unless --zeros is given; JSON is the unchanged answer', async () => {
    const home = temporaryFolder();
    const run = (line: string, terminal?: number) =>
      bourse(`${line} --env sandbox`, {
        home,
        ...(terminal === undefined ? {} : { terminal, environment: { NO_COLOR: '1' } }),
      });
    const all = json<{ balances: { asset: string; free: string }[] }>(await run('account balance')).balances;
    const empty = all.filter(({ free }) => Number(free) === 0).map(({ asset }) => asset);
    expect(empty.length).toBeGreaterThan(0);
    const drawn = await run('account balance', 60);
    expect(drawn.stdout).toMatch(/USDT +1,000,000\b/);
    for (const asset of empty) expect(drawn.stdout).not.toMatch(new RegExp(`^${asset} `, 'm'));
    expect(drawn.stderr).toContain(`${empty.length} zero rows hidden`);
    const whole = await run('account balance --zeros', 60);
    for (const asset of empty) expect(whole.stdout).toMatch(new RegExp(`^${asset} `, 'm'));
  });

  it.each([
    [
      'usdm',
      '/fapi/v2/balance',
      [
        { asset: 'USDT', balance: '5' },
        { asset: 'BNB', balance: '0.00' },
      ],
      'BNB',
    ],
    [
      'coinm',
      '/dapi/v1/account',
      {
        assets: [
          { asset: 'BTC', walletBalance: '1' },
          { asset: 'ETH', walletBalance: '0' },
        ],
      },
      'ETH',
    ],
    [
      'margin',
      '/sapi/v1/margin/account',
      {
        userAssets: [
          { asset: 'BTC', free: '0', borrowed: '1' },
          { asset: 'XRP', free: '0', borrowed: '0' },
        ],
      },
      'XRP',
    ],
    ['options', '/eapi/v1/account', { totalWalletBalance: '7' }, 'nothing'],
  ])('is readable on %s', async (product, path, answer, leftOut) => {
    const relay = await startRelay('http://127.0.0.1:1');
    relay.setAction((request) =>
      request.path === path ? { status: 200, body: JSON.stringify(answer) } : { status: 404, body: '' },
    );
    const host = product === 'margin' ? 'spot' : product;
    const outcome = await bourse(`account balance --on ${product} --host ${host}=${relay.origin}`, {
      terminal: 60,
      environment: { NO_COLOR: '1', BOURSE_API_KEY: 'K'.repeat(64), BOURSE_API_SECRET: 'S'.repeat(64) },
    });
    await relay.close();
    expect(outcome.code).toBe(0);
    expect(outcome.stdout).toMatch(/[157]/);
    expect(outcome.stdout).not.toMatch(new RegExp(`^${leftOut}`, 'm'));
  });
});

it('account positions hides zero positions', async () => {
  const relay = await startRelay('http://127.0.0.1:1');
  const rows = [
    { symbol: 'BTCUSDT', positionAmt: '-0.5', entryPrice: '60000' },
    { symbol: 'ETHUSDT', positionAmt: '0.000', entryPrice: '0' },
  ];
  relay.setAction(() => ({ status: 200, body: JSON.stringify(rows) }));
  const environment = { NO_COLOR: '1', BOURSE_API_KEY: 'K'.repeat(64), BOURSE_API_SECRET: 'S'.repeat(64) };
  const drawn = await bourse(`account positions --host usdm=${relay.origin}`, { terminal: 80, environment });
  const asJson = await bourse(`account positions --host usdm=${relay.origin}`, { environment });
  await relay.close();
  expect(drawn.stdout).toContain('BTCUSDT');
  expect(drawn.stdout).not.toContain('ETHUSDT');
  expect(json(asJson)).toEqual(rows);
});

describe('market depth on a terminal', () => {
  const depth = (terminal: number, more = '') =>
    bourse(`market depth BTCUSDT --limit 5 --env sandbox${more}`, {
      terminal,
      environment: { NO_COLOR: '1' },
    });

  it.each([80, 60, 30])(
    'is a ladder that fits into %i columns: asks above, bids below, the spread between',
    async (width) => {
      const lines = (await depth(width)).stdout.trimEnd().split('\n');
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
      expect(lines[0]).toMatch(/price +size/);
      const spread = lines.findIndex((line) => line.startsWith('spread '));
      expect([lines.slice(1, spread).length, lines.slice(spread + 1).length]).toEqual([5, 5]);
      const prices = lines.filter((line) => /^ *\d/.test(line)).map((line) => Number.parseFloat(line));
      expect(prices).toEqual([...prices].sort((one, other) => other - one));
      if (width > 30) expect(lines.some((line) => line.includes('█'))).toBe(true);
    },
  );

  it('is plain rows in a pipe, in csv and with --fields', async () => {
    const piped = await bourse('market depth BTCUSDT --limit 5 --env sandbox -o table');
    expect(piped.stdout).toMatch(/^side +price +qty/);
    expect((await depth(80, ' -o csv')).stdout).toMatch(/^side,price,qty/);
    expect((await depth(80, ' --fields price,qty')).stdout).not.toContain('spread');
  });
});

describe('several symbols on an endpoint that accepts one', () => {
  const runInSandbox = async (line: string) => bourse(`${line} --env sandbox`, { home: temporaryFolder() });

  it.each([
    ['usdm', 'BTCUSDT ETHUSDT'],
    ['usdm', 'BTCUSDT,ETHUSDT'],
    ['coinm', 'ETHUSD_PERP BTCUSD_PERP'],
  ])('are fetched one by one on %s: %s', async (on, symbols) => {
    const rows = json<{ symbol: string }[]>(
      await runInSandbox(`market ticker ${symbols} --on ${on} -o json`),
    );
    expect(rows.map(({ symbol }) => symbol)).toEqual(symbols.split(/[ ,]/));
  });

  it('print nothing if one of them is rejected', async () => {
    const outcome = await runInSandbox('market ticker price BTCUSDT NOPEUSDT --on usdm');
    expect(outcome).toMatchObject({ code: 4, stdout: '' });
    expect(outcome.stderr).toContain('-1121');
  });
});
