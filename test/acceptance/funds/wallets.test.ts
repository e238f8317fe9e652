/** Wallets, sub-accounts, earn, convert and the seeded histories, as commands against the sandbox. */

import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/core/time-units.ts';
import { json } from '../outcomes.ts';
import { bourse, fixedClock, temporaryFolder } from '../world.ts';

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';

/** Runs commands of one user on a fixed clock. */
function openWallets() {
  const clock = fixedClock();
  const options = { home: temporaryFolder(), environment: { BOURSE_ENV: 'sandbox' }, clock };
  const run = (line: string) => bourse(line, options);
  // biome-ignore lint/suspicious/noExplicitAny: answers are read field by field.
  const runJson = async (line: string) => json<any>(await run(`${line} -o json`));
  const free = async (asset: string): Promise<string> =>
    (await runJson('account info')).balances.find((one: { asset: string }) => one.asset === asset).free;
  return { clock, options, run, runJson, free };
}

describe('the totals above a table', () => {
  it('are left out where the answer has none, which were headings without values', async () => {
    const { run } = openWallets();
    const all = await run('margin isolated accounts -o table');
    expect(all.stdout).toMatch(/^assets in BTC +\d/);
    const one = await run('margin isolated accounts --symbols BTCUSDT -o table');
    expect(one.stdout).toMatch(/^symbol /);
  });
});

describe('funds', () => {
  it('moves a withdrawal through every state until it is completed', async () => {
    const { clock, runJson, free } = openWallets();
    const { id } = await runJson(
      `funds withdraw USDT 25 ${EVM} --network BSC --withdraw-order-id rent --yes`,
    );
    const state = async () => {
      const [row] = await runJson('funds withdrawals --withdraw-order-id rent');
      return [row.id, row.status, row.confirmNo];
    };
    expect(await state()).toEqual([id, 2, 0]);
    clock.advance(11_000);
    expect((await state())[1]).toBe(4);
    clock.advance(60_000);
    expect(await state()).toEqual([id, 6, 8]);
    expect(await free('USDT')).toBe('999975.00000000');
  });

  it('confirms a deposit on a network block by block', async () => {
    const { clock, runJson } = openWallets();
    await runJson('sandbox fund LINK 3 --network ETH');
    const state = async () => (await runJson('funds deposits LINK'))[0].status;
    expect(await state()).toBe(0);
    clock.advance(80_000);
    expect(await state()).toBe(6);
    clock.advance(800_000);
    expect(await state()).toBe(1);
  });

  it('transfers funds to another wallet and back', async () => {
    const { runJson, free } = openWallets();
    await runJson('funds transfer MAIN_UMFUTURE USDT 100 --yes');
    expect(await free('USDT')).toBe('999900.00000000');
    await runJson('funds transfer UMFUTURE_MAIN USDT 100 --yes');
    expect(await free('USDT')).toBe('1000000.00000000');
    expect((await runJson('funds transfers UMFUTURE_MAIN')).total).toBe(1);
  });
});

it('sub transfers funds to a sub-account, which returns them with its own key', async () => {
  const { runJson, options, free } = openWallets();
  const there = '--to-email desk@example.com --from-account-type SPOT --to-account-type SPOT';
  await runJson(`sub transfer universal USDT 100 ${there} --yes`);
  expect(await free('USDT')).toBe('999900.00000000');
  const { apiKey, apiSecret } = await runJson('sandbox keys add desk --permissions reading,transfers');
  const environment = { ...options.environment, SUB_KEY: apiKey, SUB_SECRET: apiSecret };
  const asSubAccount = (line: string) => bourse(`${line} -o json`, { ...options, environment });
  json(await asSubAccount('profile add sub --env sandbox --api-key env:SUB_KEY --secret env:SUB_SECRET'));
  json(await asSubAccount('sub transfer to-master USDT 100 --yes'));
  const history = json<{ from: string; to: string }[]>(await asSubAccount('sub transfer history'));
  expect(history.map((row) => `${row.from} > ${row.to}`)).toEqual([
    'demo@example.com > desk@example.com',
    'desk@example.com > demo@example.com',
  ]);
});

it('earn pays interest at midnight', async () => {
  const { clock, runJson, free } = openWallets();
  await runJson('earn flexible subscribe USDT001 36500 --auto-subscribe false --yes');
  clock.advance(3 * DAY_MS);
  const { rows } = await runJson('funds dividends USDT');
  expect(rows.map((row: { enInfo: string }) => row.enInfo)).toEqual(['Flexible', 'Flexible']);
  const earned = rows.reduce((sum: number, row: { amount: string }) => sum + Number(row.amount), 0);
  expect(Number(await free('USDT'))).toBeCloseTo(1_000_000 - 36_500 + earned, 6);
});

describe('convert', () => {
  it('converts at the price of a quote', async () => {
    const { clock, runJson, free } = openWallets();
    const { quoteId, toAmount } = await runJson('convert quote USDT BTC --from-amount 100');
    await runJson(`convert accept ${quoteId} --yes`);
    clock.advance(1500);
    expect(Number(await free('BTC'))).toBeCloseTo(10 + Number(toAmount), 8);
    const { list } = await runJson('convert trades --start -1d --end now');
    expect(list[0].orderStatus).toBe('SUCCESS');
  });

  it('refuses a quote that expired', async () => {
    const { clock, run, runJson } = openWallets();
    const { quoteId } = await runJson('convert quote USDT BTC --from-amount 100');
    clock.advance(20_000);
    const outcome = await run(`convert accept ${quoteId} --yes`);
    expect(outcome.code).toBe(4);
    expect(outcome.stderr).toContain('-1130');
  });
});

it.each([
  'mining worker list sha256 my-account',
  'mining payments sha256 my-account',
  'fiat orders 0',
  'fiat payments 1',
  'c2c orders SELL',
])('%s prints the same history twice', async (line) => {
  const { runJson } = openWallets();
  const first = await runJson(line);
  expect(JSON.stringify(first).length).toBeGreaterThan(300);
  expect(await runJson(line)).toEqual(first);
});
