import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/core/time-units.ts';
import { runAdminCommand } from '../../../src/sandbox/exchange/requests.ts';
import { manualClock } from '../manual-clock.ts';
import { createTestExchange, type Params, requestJson, sendSigned } from '../signed-calls.ts';

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';

/** Sets up an exchange with a movable clock and helpers for its calls. */
function setUp() {
  const clock = manualClock();
  const exchange = createTestExchange({ clock });
  const coin = (name: string) =>
    requestJson(exchange, 'GET', '/sapi/v1/capital/config/getall').find(
      (one: { coin: string }) => one.coin === name,
    );
  const withdraw = (params: Params) =>
    sendSigned(exchange, 'POST', '/sapi/v1/capital/withdraw/apply', params);
  const withdrawals = (params: Params = {}) =>
    requestJson(exchange, 'GET', '/sapi/v1/capital/withdraw/history', params);
  const deposits = (params: Params = {}) =>
    requestJson(exchange, 'GET', '/sapi/v1/capital/deposit/hisrec', params);
  return { clock, exchange, coin, withdraw, withdrawals, deposits };
}

const TEN = { coin: 'USDT', network: 'BSC', address: EVM, amount: '10' };

describe('a withdrawal', () => {
  it('awaits approval, is processed on chain and completed at fixed times', () => {
    const { clock, exchange, coin, withdraw, withdrawals } = setUp();
    const { id } = JSON.parse(withdraw({ ...TEN, withdrawOrderId: 'rent' }).body);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(coin('USDT')).toMatchObject({ free: '999990.00000000', withdrawing: '10.00000000' });
    expect(withdrawals()).toEqual([
      {
        id,
        amount: '9.90000000',
        transactionFee: '0.10000000',
        coin: 'USDT',
        status: 2,
        address: EVM,
        txId: '',
        applyTime: '2024-01-31 12:00:00',
        network: 'BSC',
        transferType: 0,
        withdrawOrderId: 'rent',
        info: '',
        confirmNo: 0,
        walletType: 0,
        txKey: '',
      },
    ]);
    clock.move(10_000);
    expect(withdrawals({ withdrawOrderId: 'rent' })[0]).toMatchObject({ status: 4, confirmNo: 0 });
    clock.move(3000);
    expect(withdrawals()[0]).toMatchObject({ status: 4, confirmNo: 1 });
    clock.move(MINUTE_MS);
    expect(withdrawals()[0]).toMatchObject({ status: 6, completeTime: '2024-01-31 12:00:34', confirmNo: 8 });
    expect(withdrawals()[0].txId).toMatch(/^0x[0-9a-f]{64}$/);
    expect(coin('USDT')).toMatchObject({ free: '999990.00000000', withdrawing: '0.00000000' });
    expect(exchange.accounts.fees.balances.get('USDT')!.free).toBe(10_000_000n);
  });

  it.each([
    ['sandbox:cancelled', 0, 1],
    ['sandbox:rejected', 2, 3],
    ['sandbox:failed', 2, 5],
  ])('with the note %s refunds its amount', (name, first, last) => {
    const { clock, coin, withdraw, withdrawals } = setUp();
    withdraw({ ...TEN, name });
    expect(withdrawals()[0].status).toBe(first);
    expect(coin('USDT').free).toBe('999990.00000000');
    clock.move(60 * MINUTE_MS);
    expect(withdrawals()[0].status).toBe(last);
    expect(coin('USDT')).toMatchObject({ free: '1000000.00000000', withdrawing: '0.00000000' });
  });

  it.each([
    [{ coin: 'NOSUCH' }, -4019, 'The asset is not supported.'],
    [{ network: 'BTC' }, -1130, "Data sent for parameter 'network' is not valid."],
    [{ address: 'bc1qnot' }, -1130, "Data sent for parameter 'address' is not valid."],
    [{ addressTag: '7' }, -1130, "Data sent for parameter 'addressTag' is not valid."],
    [{ amount: '0.1' }, -1130, "Data sent for parameter 'amount' is not valid."],
    [{ amount: '10.0000001' }, -1130, "Data sent for parameter 'amount' is not valid."],
    [{ amount: '10.000000001' }, -1111, 'Precision is over the maximum defined for this asset.'],
    [{ amount: '1000001' }, -5002, 'You have insufficient balance'],
    [
      { coin: 'XRP', network: 'XRP', address: `r${'h'.repeat(33)}` },
      -1102,
      "Mandatory parameter 'addressTag' was not sent, was empty/null, or malformed.",
    ],
  ])('with %o is rejected', (changed, code, msg) => {
    const { withdraw, withdrawals } = setUp();
    const { status, body } = withdraw({ ...TEN, ...changed });
    expect([status, JSON.parse(body)]).toEqual([400, { code, msg }]);
    expect(withdrawals()).toEqual([]);
  });

  it('is found by its withdrawOrderId within 7 days', () => {
    const { clock, exchange } = setUp();
    const path = '/sapi/v1/capital/withdraw/history';
    const window = { startTime: clock.now() - 8 * 86_400_000, endTime: clock.now() };
    expect(sendSigned(exchange, 'GET', path, window).status).toBe(200);
    clock.move(MINUTE_MS);
    const { body } = sendSigned(exchange, 'GET', path, { ...window, withdrawOrderId: 'rent' });
    expect(JSON.parse(body)).toEqual({
      code: -1127,
      msg: 'More than 168 hours between startTime and endTime.',
    });
  });

  it('accepts each withdrawOrderId once', () => {
    const { withdraw } = setUp();
    expect(withdraw({ ...TEN, withdrawOrderId: 'rent' }).status).toBe(200);
    expect(JSON.parse(withdraw({ ...TEN, withdrawOrderId: 'rent' }).body).code).toBe(-1130);
  });

  it('to another user is internal and immediate, and on chain when fast withdrawal is disabled', () => {
    const { clock, exchange, withdraw, withdrawals } = setUp();
    const alice = { apiKey: `SandboxKey${'a'.repeat(54)}`, apiSecret: 's'.repeat(64) };
    runAdminCommand(exchange, { do: 'add-user', user: 'alice' });
    runAdminCommand(exchange, {
      do: 'add-key',
      user: 'alice',
      apiKey: alice.apiKey,
      kind: 'HMAC',
      secret: alice.apiSecret,
      permissions: ['reading'],
    });
    const of = (path: string, params: Params = {}) => requestJson(exchange, 'GET', path, params, alice);
    const { address, tag } = of('/sapi/v1/capital/deposit/address', { coin: 'XRP' });
    const given = { coin: 'XRP', address, addressTag: tag, amount: '20' };
    withdraw(given);
    expect(withdrawals()[0]).toMatchObject({ status: 6, transferType: 1, transactionFee: '0.00000000' });
    expect(of('/sapi/v1/capital/deposit/hisrec')[0]).toMatchObject({ status: 1, transferType: 1 });
    requestJson(exchange, 'POST', '/sapi/v1/account/disableFastWithdrawSwitch');
    withdraw(given);
    expect(withdrawals()[1]).toMatchObject({ status: 2, transferType: 0 });
    clock.move(MINUTE_MS);
    expect(withdrawals()[1].status).toBe(6);
    expect(of('/sapi/v1/capital/deposit/hisrec')[1]).toMatchObject({ status: 1, transferType: 0 });
    expect([...exchange.accounts.ledger.totals().values()].every((sum) => sum === 0n)).toBe(true);
  });
});

describe('a deposit', () => {
  it('is pending, then credited but locked, then completed as blocks follow', () => {
    const { clock, exchange, coin, deposits, withdraw } = setUp();
    runAdminCommand(exchange, { do: 'fund', user: 'demo', asset: 'LINK', amount: '3', network: 'ETH' });
    expect(deposits({ coin: 'LINK' })[0]).toMatchObject({ status: 0, confirmTimes: '0/6', transferType: 0 });
    expect(coin('LINK').free).toBe('0.00000000');
    clock.move(6 * 12_000);
    expect(deposits({ coin: 'LINK' })[0]).toMatchObject({ status: 6, confirmTimes: '6/6' });
    expect(coin('LINK')).toMatchObject({ free: '3.00000000', freeze: '3.00000000' });
    const out = { coin: 'LINK', address: EVM, amount: '2' };
    expect(JSON.parse(withdraw(out).body).code).toBe(-5002);
    clock.move(58 * 12_000);
    expect(deposits({ coin: 'LINK' })[0]).toMatchObject({ status: 1, completeTime: clock.now() });
    expect(withdraw(out).status).toBe(200);
  });

  it('by an admin command is credited at once', () => {
    const { exchange, deposits } = setUp();
    runAdminCommand(exchange, { do: 'fund', user: 'demo', asset: 'BTC', amount: '1' });
    expect(deposits({ coin: 'BTC', status: 1 }).at(-1)).toMatchObject({
      amount: '1.00000000',
      walletType: 0,
    });
  });

  it('arrives in the funding wallet once a week without a command', () => {
    const { clock, deposits } = setUp();
    clock.move(60 * 86_400_000);
    const arrived: { insertTime: number; walletType: number }[] = deposits({ limit: 1000 });
    const weeks = arrived.map((one) =>
      Math.floor((one.insertTime - Date.UTC(2024, 0, 1)) / (7 * 86_400_000)),
    );
    expect(weeks).toEqual(weeks.map((_, index) => index));
    expect(weeks.length).toBeGreaterThan(10);
    for (const one of arrived) expect(one.walletType).toBe(1);
  });

  it('is found by its transaction id, and includes the source address on request', () => {
    const { deposits } = setUp();
    const [{ txId }] = deposits();
    expect(deposits({ txId })).toHaveLength(1);
    expect(deposits({ txId, includeSource: 'true' })[0].sourceAddress).not.toBe('');
    expect(deposits({ txId: 'other' })).toEqual([]);
  });
});
