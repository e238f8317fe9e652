/** The export of an account, whose sums are compared with the balances of the sandbox. */
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { add, decimalOf, formatTrimmed, negate, subtract, ZERO } from '../../../src/core/decimal.ts';
import { csv, envelope, failure, json } from '../outcomes.ts';
import { openRelayedSandbox } from '../relayed-sandbox.ts';
import { bourse, fixedClock, temporaryFolder } from '../world.ts';

type Sums = Map<string, typeof ZERO>;

function addTo(sums: Sums, asset: string, amount: string, sign: 1 | -1 = 1): void {
  const number = decimalOf(amount);
  sums.set(asset, add(sums.get(asset) ?? ZERO, sign === 1 ? number : negate(number)));
}

/** Returns the changes that are not zero as text. */
function plain(sums: Sums): Record<string, string> {
  const all = [...sums].map(([asset, sum]) => [asset, formatTrimmed(sum)] as const);
  return Object.fromEntries(all.filter(([, text]) => text !== '0').sort());
}

/** Returns the sum of the rows of an export for each asset. */
function sumsOf(text: string): Record<string, string> {
  const [heading, ...rows] = csv(text);
  const sums: Sums = new Map();
  for (const row of rows) {
    const { asset, amount, quoteAsset, quoteAmount, fee, feeAsset } = Object.fromEntries(
      heading!.map((name, at) => [name, row[at]!]),
    ) as Record<'asset' | 'amount' | 'quoteAsset' | 'quoteAmount' | 'fee' | 'feeAsset', string>;
    addTo(sums, asset, amount);
    if (quoteAmount !== '') addTo(sums, quoteAsset, quoteAmount);
    if (fee !== '') addTo(sums, feeAsset, fee, -1);
  }
  return plain(sums);
}

describe('account export', () => {
  it('adds up to the change of the balances of spot, funding and futures', async () => {
    const clock = fixedClock();
    const options = { home: temporaryFolder(), clock, environment: { BOURSE_ENV: 'sandbox' } };
    const run = async (line: string) => json<unknown>(await bourse(`${line} -q -o json`, options));
    const balances = async () => {
      const sums: Sums = new Map();
      const spot = (await run('account info')) as { balances: Record<string, string>[] };
      for (const { asset, free, locked } of spot.balances) {
        addTo(sums, asset!, free!);
        addTo(sums, asset!, locked!);
      }
      for (const row of (await run('funds funding')) as Record<string, string>[])
        for (const part of ['free', 'locked', 'freeze', 'withdrawing'])
          addTo(sums, row['asset']!, row[part]!);
      for (const product of ['usdm', 'coinm']) {
        const command = product === 'usdm' ? 'account balance' : 'account margin-assets';
        for (const { asset, balance } of (await run(`${command} --on ${product}`)) as Record<
          string,
          string
        >[])
          addTo(sums, asset!, balance!);
      }
      return sums;
    };
    const before = await balances();
    const started = new Date(clock.now()).toISOString();
    clock.advance(1000);
    for (const line of [
      'trade buy BTCUSDT 0.3 --yes',
      'trade sell ETHBTC 2 --yes',
      'trade sell BTCUSDT 0.1 --yes',
      'trade buy BTCUSDT 0.1 --on usdm --yes',
      'trade buy BTCUSD_PERP 10 --on coinm --yes',
      'funds transfer MAIN_UMFUTURE USDT 500 --yes',
      'convert quote BTC USDT --from-amount 0.01 --accept --yes',
      'sandbox fund USDT 250 --network BSC',
      'funds withdraw ETH 1.5 0x5a0b54d5dc17e0aadc383d2db43b0a0d3e029c4c --network ETH --yes',
    ]) {
      await run(line);
      clock.advance(60_000);
    }
    clock.advance(20 * 3_600_000);
    await run('trade sell BTCUSDT 0.1 --on usdm --yes');
    await run('trade sell BTCUSD_PERP 10 --on coinm --yes');
    clock.advance(60_000);
    const change: Sums = new Map();
    for (const [asset, amount] of await balances())
      change.set(asset, subtract(amount, before.get(asset) ?? ZERO));
    const outcome = await bourse(`account export --all-symbols --start ${started} -o csv`, options);
    expect(outcome).toMatchObject({ code: 0 });
    expect(outcome.stderr).toMatch(
      /^Trades are read of .* --every-symbol reads all \d+, .*\nReading trades of \d+ symbols \(weight \d+ or more\), deposits \(weight 1 /,
    );
    const kinds = new Set(csv(outcome.stdout).map(([, kind]) => kind));
    expect([...kinds].sort()).toEqual([
      'commission',
      'conversion',
      'deposit',
      'funding fee',
      'kind',
      'realized pnl',
      'trade',
      'withdrawal',
    ]);
    const times = csv(outcome.stdout)
      .slice(1)
      .map(([time]) => time);
    expect(times).toEqual(times.toSorted());
    expect(sumsOf(outcome.stdout)).toEqual(plain(change));
    expect(csv(outcome.stdout)[1]![0]).toMatch(/^2024-03-15T12:3\d:\d\d\.\d{3}Z$/);
  });

  it('continues the file of an interrupted run without writing a row twice', async () => {
    const { run, relay, clock, home } = await openRelayedSandbox();
    for (const order of ['buy ADAUSDT 100', 'buy BTCUSDT 0.2', 'buy ETHUSDT 1', 'sell ETHUSDT 0.5']) {
      json(await run(`trade ${order} --yes -q -o json`));
      clock.advance(60_000);
    }
    const words = '--symbols ADAUSDT,BTCUSDT,ETHUSDT --kinds trades --start 2024-03-15';
    const whole = join(home, 'whole.csv');
    const { added } = json<{ added: number }>(await run(`account export ${words} --to ${whole}`));
    const expected = readFileSync(whole, 'utf8');
    expect(csv(expected)).toHaveLength(added + 1);
    expect(added).toBeGreaterThan(3);

    const path = join(home, 'tax.csv');
    relay.setAction(({ query }) => (query.includes('symbol=ETHUSDT') ? 'cut' : 'pass'));
    const failed = await run(`account export ${words} --to ${path}`);
    expect(failed.code).toBe(8);
    relay.setAction(() => 'pass');
    // The interrupted run has also left half a line.
    const left = csv(readFileSync(path, 'utf8'));
    expect(left).toEqual(csv(expected).filter((row) => row[3] !== 'ETHUSDT'));
    writeFileSync(path, `${readFileSync(path, 'utf8')}${expected.split('\n').at(-2)!.slice(0, 20)}`);
    expect(await run(`account export ${words} --to ${path}`)).toMatchObject({ code: 0 });
    expect(readFileSync(path, 'utf8')).toBe(expected);
    expect(json(await run(`account export ${words} --to ${path}`))).toEqual({ file: path, added: 0 });
    expect(readFileSync(path, 'utf8')).toBe(expected);
    truncateSync(path, 0);
    expect(existsSync(path)).toBe(true);
    expect(await run(`account export ${words} --to ${path}`)).toMatchObject({ code: 0 });
    expect(readFileSync(path, 'utf8')).toBe(expected);
  });

  it('reads all kinds of a year without a wait for a limit', async () => {
    const clock = fixedClock();
    const options = { home: temporaryFolder(), clock, environment: { BOURSE_ENV: 'sandbox' } };
    const outcome = await bourse('account export --max-wait 0s -o csv', options);
    expect([outcome.code, outcome.stderr.split('\n').filter((one) => /wait/i.test(one))]).toEqual([0, []]);
  });

  it('is one table at a terminal, with the columns of all kinds', async () => {
    const clock = fixedClock();
    const options = { home: temporaryFolder(), clock, environment: { BOURSE_ENV: 'sandbox' } };
    json(await bourse('trade buy BTCUSDT 0.1 --yes -q -o json', options));
    clock.advance(60_000);
    const { stdout } = await bourse('account export --during 30d -o table', options);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.filter((line) => line.startsWith('time ')).length).toBe(1);
    expect(lines[0]).toMatch(/^time +kind .* fee in$/);
    expect(lines.at(-1)).toMatch(/ trade .* BTCUSDT .* BTC$/);
    expect(lines.some((line) => / deposit /.test(line))).toBe(true);
  });

  it('reads windows longer than one call may span', async () => {
    const options = { home: temporaryFolder(), environment: { BOURSE_ENV: 'sandbox' } };
    const line = 'account export --kinds deposits,conversions,income --start 2023-12-28 -o csv';
    const outcome = await bourse(line, options);
    expect([outcome.code, outcome.stderr.split('\n').filter((one) => one.startsWith('Not read'))]).toEqual([
      0,
      [],
    ]);
    expect(outcome.stderr).toContain(
      'Reading deposits (weight 1 or more), conversions (weight 3001 or more) and income (weight ',
    );
    expect(csv(outcome.stdout)[0]).toContain('quoteAmount');
    const deposits = await bourse('account export --kinds deposits --start 2023-06-01 -o csv', options);
    expect(deposits).toMatchObject({ code: 0 });
  });

  it('prints the command that goes on when a run is interrupted', async () => {
    const { run, relay, home } = await openRelayedSandbox();
    const interrupt = new AbortController();
    relay.setAction(({ path }) => {
      if (path === '/api/v3/myTrades') interrupt.abort();
      return 'pass';
    });
    const path = join(home, 'tax.csv');
    const outcome = await run(`account export --symbols BTCUSDT --kinds trades --to ${path}`, {
      interrupt: interrupt.signal,
    });
    expect(envelope(outcome)).toMatchObject({ exitCode: 130 });
    expect(outcome.stderr).toContain(`bourse account export --symbols=BTCUSDT --kinds=trades --to=${path}`);
  });

  it('names what cannot be exported', async () => {
    const { run, home } = await openRelayedSandbox();
    const usage = async (line: string) => failure(await run(`account export ${line}`));
    expect(await usage('--kinds trades,loans')).toMatchObject({ exitCode: 2 });
    expect(await usage('--symbols BTCUSD --kinds trades')).toMatchObject({ exitCode: 2 });
    expect((await usage('--symbols BTCUSDT --every-symbol')).message).toBe(
      '--symbols and --every-symbol exclude each other.',
    );
    expect(await usage('--to x.csv -o json')).toMatchObject({ exitCode: 2, message: '--to writes csv.' });
    const other = join(home, 'other.csv');
    writeFileSync(other, 'a,b\n1,2\n');
    expect((await usage(`--kinds trades --symbols BTCUSDT --to ${other}`)).message).toContain(
      'its first line has other columns',
    );
    expect(readFileSync(other, 'utf8')).toBe('a,b\n1,2\n');
  });
});
