import { describe, expect, it } from 'vitest';
import { UNIVERSAL_TRANSFER_TYPES } from '../../../src/catalogue/enums/wallets.ts';
import type { ProductEngine } from '../../../src/sandbox/engine/exchange.ts';
import { demoKeys } from '../../../src/sandbox/engine/ledger/demo-keys.ts';
import { freeBalance } from '../../../src/sandbox/engine/ledger/postings.ts';
import { answerRequest } from '../../../src/sandbox/exchange/requests.ts';
import { createSigner } from '../../../src/signing/signer.ts';
import { signText } from '../../signing/permitted.ts';
import { manualClock } from '../manual-clock.ts';
import { createTestExchange, type Params, requestJson, sendSigned, signedRequest } from '../signed-calls.ts';

const PATH = '/sapi/v1/asset/transfer';

function setUp() {
  const clock = manualClock();
  const exchange = createTestExchange({ clock });
  const user = exchange.accounts.findUser('demo')!;
  const usdt = (wallet: Parameters<typeof exchange.accounts.walletOf>[1] | 'MAIN') =>
    freeBalance(wallet === 'MAIN' ? user.account : exchange.accounts.walletOf(user, wallet), 'USDT') /
    10n ** 8n;
  const transfer = (type: string, params: Params = {}) =>
    sendSigned(exchange, 'POST', PATH, { type, asset: 'USDT', amount: '10', ...params });
  return { clock, exchange, usdt, transfer };
}

describe('a universal transfer', () => {
  it.each(UNIVERSAL_TRANSFER_TYPES)('of type %s is executed and listed in its history', (type) => {
    const { exchange, transfer } = setUp();
    if (type.startsWith('MINING')) transfer('MAIN_MINING', { amount: '50' });
    if (type.startsWith('CMFUTURE')) transfer('MAIN_CMFUTURE', { amount: '50' });
    const symbols = { fromSymbol: 'BTCUSDT', toSymbol: 'ETHUSDT' };
    const { status, body } = transfer(type, symbols);
    expect([status, body]).toEqual([200, body]);
    const { tranId } = JSON.parse(body);
    const { rows, total } = requestJson(exchange, 'GET', PATH, { type, ...symbols });
    expect(total).toBe(1);
    expect(rows).toEqual([
      {
        asset: 'USDT',
        amount: '10.00000000',
        type,
        status: 'CONFIRMED',
        tranId,
        timestamp: exchange.clock.now(),
      },
    ]);
    expect([...exchange.accounts.ledger.totals().values()].every((sum) => sum === 0n)).toBe(true);
  });

  it('moves an amount there and back', () => {
    const { transfer, usdt } = setUp();
    transfer('MAIN_C2C');
    const funding = usdt('FUNDING');
    expect(usdt('MAIN')).toBe(999_990n);
    transfer('C2C_MAIN');
    expect([usdt('MAIN'), usdt('FUNDING')]).toEqual([1_000_000n, funding - 10n]);
  });

  it.each([
    ['MAIN_UMFUTURE', { amount: '1000001' }, -5002, 'You have insufficient balance'],
    ['MARGIN_MAIN', { amount: '100001' }, -3041, 'Balance is not enough'],
    ['MAIN_UMFUTURE', { asset: 'NOSUCH' }, -4019, 'The asset is not supported.'],
    [
      'MAIN_UMFUTURE',
      { amount: '0.000000001' },
      -1111,
      'Precision is over the maximum defined for this asset.',
    ],
    [
      'ISOLATEDMARGIN_MARGIN',
      {},
      -1102,
      "Mandatory parameter 'fromSymbol' was not sent, was empty/null, or malformed.",
    ],
    ['ISOLATEDMARGIN_MARGIN', { fromSymbol: 'NOSUCH' }, -1121, 'Invalid symbol.'],
    ['ISOLATEDMARGIN_MARGIN', { fromSymbol: 'BTCBUSD' }, -1121, 'Invalid symbol.'],
    ['MAIN_NOWHERE', {}, -1130, "Data sent for parameter 'type' is not valid."],
  ])('%s with %o is rejected and changes nothing', (type, params: Params, code, msg) => {
    const { transfer, usdt } = setUp();
    expect(JSON.parse(transfer(type, params).body)).toEqual({ code, msg });
    expect([usdt('MAIN'), usdt('UMFUTURE'), usdt('MARGIN')]).toEqual([1_000_000n, 1_000_000n, 100_000n]);
  });

  it('leaves in a wallet the margin of its positions', () => {
    const { exchange, transfer } = setUp();
    const engine: ProductEngine = {
      nextDueAt: () => undefined,
      checkpoint: () => {},
      runDueEvent() {},
      maxTransferable: (_, wallet, asset) =>
        wallet === 'UMFUTURE' && asset === 'USDT' ? 15n * 10n ** 8n : undefined,
    };
    exchange.engines.get({ name: 'futures in a test', rank: 90, open: () => engine });
    expect(JSON.parse(transfer('UMFUTURE_MAIN', { amount: '15.00000001' }).body)).toEqual({
      code: -3020,
      msg: 'Transfer out amount exceeds max amount.',
    });
    expect(transfer('UMFUTURE_MAIN', { amount: '15' }).status).toBe(200);
  });

  it('is listed for a week by default and for half a year with times, page by page', () => {
    const { clock, exchange, transfer } = setUp();
    const ids: number[] = [];
    for (let day = 0; day < 12; day += 1) {
      ids.push(JSON.parse(transfer('MAIN_C2C').body).tranId);
      clock.move(86_400_000);
    }
    const page = (params: Params) => requestJson(exchange, 'GET', PATH, { type: 'MAIN_C2C', ...params });
    expect(page({}).total).toBe(7);
    const startTime = clock.now() - 30 * 86_400_000;
    const all = [1, 2, 3].flatMap((current) => page({ startTime, current, size: 5 }).rows);
    expect(all.map((row: { tranId: number }) => row.tranId)).toEqual(ids);
    clock.move(200 * 86_400_000);
    expect(page({ startTime }).total).toBe(0);
  });

  it('is emitted on the streams of both wallets', () => {
    const { exchange, transfer } = setUp();
    const emitted: string[] = [];
    exchange.userEvents.subscribe(({ scope, payload }) => emitted.push(`${scope} ${payload()}`));
    transfer('MAIN_UMFUTURE');
    const now = exchange.clock.now();
    expect(emitted).toEqual([
      `spot {"e":"balanceUpdate","E":${now},"a":"USDT","d":"-10.00000000","T":${now}}`,
      `spot {"e":"outboundAccountPosition","E":${now},"u":${now},"B":[{"a":"USDT","f":"999990.00000000","l":"0.00000000"}]}`,
      `usdm {"e":"ACCOUNT_UPDATE","E":${now},"T":${now},"a":{"m":"DEPOSIT","B":[{"a":"USDT","wb":"1000010.00000000","cw":"1000010.00000000","bc":"10.00000000"}],"P":[]}}`,
    ]);
  });

  it('includes the account alias for coin-margined futures', () => {
    const { exchange, transfer } = setUp();
    const emitted: string[] = [];
    exchange.userEvents.subscribe(({ scope, payload }) => emitted.push(`${scope} ${payload()}`));
    transfer('MAIN_CMFUTURE', { asset: 'BTC', amount: '1' });
    expect(emitted.at(-1)).toMatch(/^coinm \{"e":"ACCOUNT_UPDATE","E":\d+,"T":\d+,"i":"\w+","a":/);
  });
});

describe('dust', () => {
  it('is converted to BNB, less a fee', () => {
    const { exchange } = setUp();
    const before = requestJson(exchange, 'POST', '/sapi/v1/asset/dust-btc');
    expect(before.details.map((one: { asset: string }) => one.asset)).toEqual(['TRX', 'XLM']);
    const { transferResult } = requestJson(exchange, 'POST', '/sapi/v1/asset/dust', { asset: 'TRX' });
    expect(transferResult[0]).toMatchObject({
      fromAsset: 'TRX',
      amount: '12.50000000',
      transferedAmount: before.details[0].toBNBOffExchange,
      serviceChargeAmount: before.details[0].exchange,
    });
    const after = requestJson(exchange, 'POST', '/sapi/v1/asset/dust-btc');
    expect(after.details.map((one: { asset: string }) => one.asset)).toEqual(['XLM']);
  });

  it('accepts a repeated list parameter, signed as it was sent', () => {
    const { exchange } = setUp();
    const { headers, target } = signedRequest(exchange, 'POST', '/sapi/v1/asset/dust');
    const query = `asset=TRX&asset=XLM&${target.split('?')[1]!.replace(/&signature=.*/, '')}`;
    const { apiKey, apiSecret: secret } = demoKeys(exchange.seed);
    const signature = signText(createSigner({ secret }, apiKey), query);
    const { body } = answerRequest(exchange, {
      method: 'POST',
      target: `/sapi/v1/asset/dust?${query}&signature=${signature}`,
      headers,
      body: '',
      client: '127.0.0.1',
    });
    expect(JSON.parse(body).transferResult.map((one: { fromAsset: string }) => one.fromAsset)).toEqual([
      'TRX',
      'XLM',
    ]);
  });

  it('excludes large balances: converting one of them is rejected together with all others', () => {
    const { exchange } = setUp();
    const { body } = sendSigned(exchange, 'POST', '/sapi/v1/asset/dust', { asset: 'TRX,ETH' });
    expect(JSON.parse(body)).toEqual({ code: -1130, msg: "Data sent for parameter 'asset' is not valid." });
    expect(requestJson(exchange, 'POST', '/sapi/v1/asset/dust-btc').details).toHaveLength(2);
  });
});

describe('snapshots', () => {
  it('show the balances at each midnight, whenever they are queried', () => {
    const seen = [[1, 1, 1, 1, 1, 1], [6], [2, 4]].map((days) => {
      const { clock, exchange, transfer } = setUp();
      transfer('MAIN_C2C');
      for (const step of days) {
        clock.move(step * 86_400_000);
        requestJson(exchange, 'GET', '/api/v3/account');
      }
      return requestJson(exchange, 'GET', '/sapi/v1/account/snapshot', { type: 'SPOT', limit: 30 });
    });
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    const { snapshotVos } = seen[0];
    expect(snapshotVos).toHaveLength(30);
    const usdt = snapshotVos.map(
      (one: { data: { balances: { asset: string; free: string }[] } }) =>
        one.data.balances.find(({ asset }) => asset === 'USDT')!.free,
    );
    expect(usdt.slice(-6)).toEqual(Array(6).fill('999990.00000000'));
    expect(usdt.slice(0, 24)).toEqual(Array(24).fill('1000000.00000000'));
    expect(snapshotVos.at(-1).updateTime).toBe(Date.UTC(2024, 1, 6) - 1);
  });
});
