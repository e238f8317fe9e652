import { describe, expect, it } from 'vitest';
import { runAdminCommand } from '../../../src/sandbox/exchange/requests.ts';
import {
  type Credentials,
  createTestExchange,
  type Params,
  requestJson,
  sendSigned,
} from '../signed-calls.ts';

const SUB = '/sapi/v1/sub-account';
const SUB_EMAIL = 'desk@example.com';
const OTHER_EMAIL = 'research@example.com';

function setUp() {
  const exchange = createTestExchange();
  const keysOf = (user: string): Credentials => {
    const letter = user[0]!;
    const keys = { apiKey: `SandboxKey${letter.repeat(54)}`, apiSecret: letter.repeat(64) };
    runAdminCommand(exchange, {
      do: 'add-key',
      user,
      apiKey: keys.apiKey,
      kind: 'HMAC',
      secret: keys.apiSecret,
      permissions: ['reading', 'transfers'],
    });
    return keys;
  };
  const subAccount = keysOf('desk');
  const spot = (keys?: Credentials) =>
    requestJson(exchange, 'GET', '/api/v3/account', {}, keys).balances.find(
      (one: { asset: string }) => one.asset === 'USDT',
    ).free;
  const post = (path: string, params: Params, keys?: Credentials) =>
    sendSigned(exchange, 'POST', `${SUB}/${path}`, { asset: 'USDT', amount: '100', ...params }, keys);
  const universal = (fromAccountType: string, toAccountType: string, params: Params) =>
    post('universalTransfer', { fromAccountType, toAccountType, ...params });
  return { exchange, keysOf, subAccount, spot, post, universal };
}

const refusal = ({ body }: { body: string }) => JSON.parse(body).code;

describe('sub-accounts', () => {
  it('are listed page by page, by e-mail and by status', () => {
    const { exchange } = setUp();
    const list = (params: Params) =>
      requestJson(exchange, 'GET', `${SUB}/list`, params).subAccounts.map(
        (one: { email: string }) => one.email,
      );
    expect(list({})).toEqual([SUB_EMAIL]);
    expect(list({ page: 2 })).toEqual([OTHER_EMAIL]);
    expect(list({ limit: 200 })).toEqual([SUB_EMAIL, OTHER_EMAIL]);
    expect(list({ email: OTHER_EMAIL })).toEqual([OTHER_EMAIL]);
    expect(list({ isFreeze: 'true', limit: 200 })).toEqual([]);
  });

  it('are added by an admin command below a master account, which is not a sub-account', () => {
    const { exchange } = setUp();
    runAdminCommand(exchange, { do: 'add-user', user: 'night', master: 'demo' });
    expect(requestJson(exchange, 'GET', `${SUB}/status`).map((one: { email: string }) => one.email)).toEqual([
      SUB_EMAIL,
      OTHER_EMAIL,
      'night@example.com',
    ]);
    expect(() => runAdminCommand(exchange, { do: 'add-user', user: 'deep', master: 'night' })).toThrow(
      "A sub-account can't have sub-accounts",
    );
  });

  it('of other master accounts are not visible', () => {
    const { exchange, keysOf } = setUp();
    runAdminCommand(exchange, { do: 'add-user', user: 'alice' });
    const alice = keysOf('alice');
    expect(requestJson(exchange, 'GET', `${SUB}/list`, {}, alice).subAccounts).toEqual([]);
    expect(refusal(sendSigned(exchange, 'GET', `${SUB}/status`, { email: SUB_EMAIL }, alice))).toBe(-1130);
  });

  it('cannot manage sub-accounts', () => {
    const { exchange, subAccount } = setUp();
    const { status, body } = sendSigned(exchange, 'GET', `${SUB}/list`, {}, subAccount);
    expect([status, JSON.parse(body).code]).toEqual([401, -1002]);
  });

  it('can use futures and margin once they are enabled', () => {
    const { exchange, universal } = setUp();
    const params = { toEmail: OTHER_EMAIL };
    expect(refusal(universal('SPOT', 'USDT_FUTURE', params))).toBe(-1002);
    expect(requestJson(exchange, 'POST', `${SUB}/futures/enable`, { email: OTHER_EMAIL })).toEqual({
      email: OTHER_EMAIL,
      isFuturesEnabled: true,
    });
    expect(universal('SPOT', 'USDT_FUTURE', params).status).toBe(200);
    expect(refusal(universal('SPOT', 'MARGIN', params))).toBe(-1002);
    requestJson(exchange, 'POST', `${SUB}/margin/enable`, { email: OTHER_EMAIL });
    expect(universal('SPOT', 'MARGIN', params).status).toBe(200);
  });
});

describe('a transfer between accounts', () => {
  it('moves from master to sub-account and back, and is in the history of both', () => {
    const { exchange, subAccount, spot, post, universal } = setUp();
    universal('SPOT', 'SPOT', { toEmail: SUB_EMAIL });
    expect([spot(), spot(subAccount)]).toEqual(['999900.00000000', '50100.00000000']);
    post('transfer/subToMaster', {}, subAccount);
    post('transfer/subToSub', { toEmail: OTHER_EMAIL }, subAccount);
    expect([spot(), spot(subAccount)]).toEqual(['1000000.00000000', '49900.00000000']);
    const history = (params: Params, keys?: Credentials) =>
      requestJson(exchange, 'GET', `${SUB}/sub/transfer/history`, params, keys).map(
        (one: { from: string; to: string }) => `${one.from} ${one.to}`,
      );
    const all = [
      `demo@example.com ${SUB_EMAIL}`,
      `${SUB_EMAIL} demo@example.com`,
      `${SUB_EMAIL} ${OTHER_EMAIL}`,
    ];
    expect(history({})).toEqual(all);
    expect(history({}, subAccount)).toEqual(all);
    expect(history({ fromEmail: SUB_EMAIL })).toEqual(all.slice(1));
    expect(history({ toEmail: OTHER_EMAIL })).toEqual(all.slice(2));
    expect(history({ page: 2, limit: 2 })).toEqual(all.slice(2));
  });

  it.each([
    [1, 'MAIN', 'UMFUTURE'],
    [2, 'UMFUTURE', 'MAIN'],
    [3, 'MAIN', 'CMFUTURE'],
    [4, 'CMFUTURE', 'MAIN'],
  ] as const)('of type %d within a sub-account goes from %s to %s', (type, from, to) => {
    const { exchange, post } = setUp();
    const user = exchange.accounts.findUser('desk')!;
    const held = (wallet: typeof from) =>
      (wallet === 'MAIN' ? user.account : exchange.accounts.walletOf(user, wallet)).balances.get('BTC')
        ?.free ?? 0n;
    const order = { asset: 'BTC', amount: '0.1', email: SUB_EMAIL };
    if (type === 2) post('futures/transfer', { ...order, type: 1 });
    const before = [held(from), held(to)];
    const { txnId } = JSON.parse(post('futures/transfer', { ...order, type }).body);
    expect(txnId).toMatch(/^\d+$/);
    expect([held(from), held(to)]).toEqual([before[0]! - 10_000_000n, before[1]! + 10_000_000n]);
  });

  it.each([
    ['SPOT', 'SPOT', {}],
    ['USDT_FUTURE', 'USDT_FUTURE', { toEmail: SUB_EMAIL }],
    ['USDT_FUTURE', 'COIN_FUTURE', { toEmail: SUB_EMAIL }],
    ['MARGIN', 'SPOT', { toEmail: SUB_EMAIL }],
    ['SPOT', 'MARGIN', { fromEmail: SUB_EMAIL, toEmail: SUB_EMAIL }],
  ])('from %s to %s with %o is rejected', (from, to, params: Params) => {
    expect(refusal(setUp().universal(from, to, params))).toBe(-1128);
  });

  it('is accepted once per client id', () => {
    const { spot, universal } = setUp();
    const params = { toEmail: SUB_EMAIL, clientTranId: 'once' };
    expect(JSON.parse(universal('SPOT', 'SPOT', params).body).clientTranId).toBe('once');
    expect(refusal(universal('SPOT', 'SPOT', params))).toBe(-1130);
    expect(spot()).toBe('999900.00000000');
  });

  it('above the balance is rejected and changes nothing', () => {
    const { spot, subAccount, post } = setUp();
    expect(refusal(post('transfer/subToMaster', { amount: '50000.00000001' }, subAccount))).toBe(-5002);
    expect(spot(subAccount)).toBe('50000.00000000');
  });

  it('is allowed only among sub-accounts of one master account', () => {
    const { exchange, subAccount, post } = setUp();
    runAdminCommand(exchange, { do: 'add-user', user: 'alice' });
    expect(refusal(post('transfer/subToSub', { toEmail: 'alice@example.com' }, subAccount))).toBe(-1130);
    expect(refusal(post('transfer/subToSub', { toEmail: OTHER_EMAIL }))).toBe(-1002);
  });
});

describe('a transfer between the futures wallets of two accounts', () => {
  const toMaster = { fromEmail: SUB_EMAIL, toEmail: 'demo@example.com', futuresType: 1 };

  it('moves the amount, and stands in the history of futures transfers alone', () => {
    const { exchange, spot, post } = setUp();
    const get = (path: string, params: Params) => requestJson(exchange, 'GET', `/sapi/${path}`, params);
    const wallet = () =>
      get('v2/sub-account/futures/account', { email: SUB_EMAIL, futuresType: 1 }).futureAccountResp
        .totalWalletBalance;
    expect(wallet()).toBe('20000.00000000');
    const answer = JSON.parse(post('futures/internalTransfer', toMaster).body);
    expect(answer).toEqual({ success: true, txnId: expect.any(String) });
    expect(wallet()).toBe('19900.00000000');
    expect(spot()).toBe('1000000.00000000');
    const history = { email: SUB_EMAIL, futuresType: 1 };
    expect(get('v1/sub-account/futures/internalTransfer', history).transfers).toMatchObject([
      { from: SUB_EMAIL, to: 'demo@example.com', qty: '100.00000000', tranId: Number(answer.txnId) },
    ]);
    expect(get('v1/sub-account/futures/internalTransfer', { ...history, futuresType: 2 }).transfers).toEqual(
      [],
    );
    expect(get('v1/sub-account/sub/transfer/history', {})).toEqual([]);
    expect(get('v1/sub-account/universalTransfer', { fromEmail: SUB_EMAIL }).totalCount).toBe(0);
  });

  it('is rejected to itself, without futures, and above the balance', () => {
    const { post } = setUp();
    const move = (params: Params) => refusal(post('futures/internalTransfer', { ...toMaster, ...params }));
    expect(move({ toEmail: SUB_EMAIL })).toBe(-1130);
    expect(move({ toEmail: OTHER_EMAIL })).toBe(-1002);
    expect(move({ amount: '20001' })).not.toBeUndefined();
  });
});

it('a universal transfer stands in the history of its source and of its target', () => {
  const { exchange, subAccount, universal } = setUp();
  universal('SPOT', 'USDT_FUTURE', { toEmail: SUB_EMAIL, clientTranId: 'mine' });
  const rows = (params: Params) =>
    requestJson(exchange, 'GET', `${SUB}/universalTransfer`, params).result as readonly object[];
  const sent = { clientTranId: 'mine', fromAccountType: 'SPOT', toAccountType: 'USDT_FUTURE' };
  expect(rows({})).toMatchObject([sent]);
  expect(rows({ toEmail: SUB_EMAIL, clientTranId: 'mine' })).toMatchObject([sent]);
  expect(rows({ fromEmail: SUB_EMAIL })).toEqual([]);
  const own = (params: Params) =>
    requestJson(exchange, 'GET', `${SUB}/transfer/subUserHistory`, params, subAccount);
  expect(own({ type: 1 })).toMatchObject([{ counterParty: 'master', qty: '100.00000000' }]);
  expect(own({})).toEqual([]);
});
