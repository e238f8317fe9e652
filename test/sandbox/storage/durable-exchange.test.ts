import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/clock.ts';
import type { SandboxExchange } from '../../../src/sandbox/exchange/create-exchange.ts';
import { answerRequest, runAdminCommand } from '../../../src/sandbox/exchange/requests.ts';
import { openReadOnly } from '../../../src/sandbox/process/read-only.ts';
import { type DurableExchange, openDurableExchange } from '../../../src/sandbox/storage/durable-exchange.ts';
import { journalPath, resetState } from '../../../src/sandbox/storage/state-folder.ts';
import { type ManualClock, manualClock } from '../manual-clock.ts';
import { requestJson, requestPublicJson, sendSigned, signedRequest } from '../signed-calls.ts';

let folder = '';
const open: DurableExchange[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bourse-durable-'));
});
afterEach(() => {
  for (const one of open.splice(0)) one.close();
  rmSync(folder, { recursive: true, force: true });
});

const KEYS = { apiKey: `SandboxKey${'b'.repeat(54)}`, apiSecret: 'c'.repeat(64) };
const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'ETHBTC'];

function openSaved(clock: ManualClock, seed = 1): SandboxExchange {
  const durable = openDurableExchange(folder, { clock, seed });
  open.push(durable);
  return durable.exchange;
}

/** Returns the accounts, orders and trades of both users as a text. */
function describeAccounts(exchange: SandboxExchange): string {
  const bodies: string[] = [];
  for (const keys of [undefined, KEYS]) {
    bodies.push(sendSigned(exchange, 'GET', '/api/v3/account', {}, keys).body);
    bodies.push(sendSigned(exchange, 'GET', '/api/v3/openOrders', {}, keys).body);
    bodies.push(sendSigned(exchange, 'GET', '/api/v3/rateLimit/order', {}, keys).body);
    for (const symbol of SYMBOLS) {
      bodies.push(sendSigned(exchange, 'GET', '/api/v3/allOrders', { symbol, limit: 1000 }, keys).body);
      bodies.push(sendSigned(exchange, 'GET', '/api/v3/myTrades', { symbol, limit: 1000 }, keys).body);
    }
  }
  return bodies.join('\n');
}

/** Lets two users trade and query for some hours; returns the responses. */
function tradeRandomly(exchange: SandboxExchange, clock: ManualClock, seed: number, count: number): string[] {
  const random = seededRandom(seed);
  const pick = (below: number) => Math.floor(random.next() * below);
  const answers: string[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    clock.move(1 + pick(600_000));
    const keys = pick(2) === 0 ? undefined : KEYS;
    const symbol = SYMBOLS[pick(SYMBOLS.length)]!;
    const kind = pick(10);
    if (kind === 0) answers.push(sendSigned(exchange, 'GET', '/api/v3/account', {}, keys).body);
    else if (kind < 3) {
      const own = requestJson(exchange, 'GET', '/api/v3/openOrders', {}, keys);
      if (own.length === 0) continue;
      const { symbol: of, orderId } = own[pick(own.length)];
      answers.push(sendSigned(exchange, 'DELETE', '/api/v3/order', { symbol: of, orderId }, keys).body);
    } else {
      const { price, lots } = priceNearMarket(exchange, symbol, clock, pick(200) - 100);
      const side = pick(2) === 0 ? 'BUY' : 'SELL';
      const timeInForce = ['GTC', 'GTC', 'IOC', 'FOK'][pick(4)]!;
      const order = {
        symbol,
        side,
        type: 'LIMIT',
        timeInForce,
        price,
        quantity: lots,
        newOrderRespType: 'FULL',
      };
      answers.push(sendSigned(exchange, 'POST', '/api/v3/order', order, keys).body);
    }
  }
  return answers;
}

function priceNearMarket(exchange: SandboxExchange, name: string, clock: ManualClock, tenthPermille: number) {
  const symbol = exchange.market.find(name, clock.now())!;
  const ticks = Math.round(exchange.market.lastPrice(symbol, clock.now()) * (1 + tenthPermille / 10_000));
  const lots = name === 'ETHBTC' ? '0.5' : '0.05';
  return { price: (ticks / 10 ** symbol.tickDecimals).toFixed(symbol.tickDecimals), lots };
}

function addAnn(exchange: SandboxExchange): void {
  runAdminCommand(exchange, { do: 'add-user', user: 'ann' });
  for (const [asset, amount] of [
    ['BTC', '5'],
    ['ETH', '50'],
    ['USDT', '300000'],
  ] as const) {
    runAdminCommand(exchange, { do: 'fund', user: 'ann', asset, amount });
  }
  runAdminCommand(exchange, {
    do: 'add-key',
    user: 'ann',
    apiKey: KEYS.apiKey,
    kind: 'HMAC',
    secret: KEYS.apiSecret,
    permissions: ['reading', 'spot'],
  });
}

describe('an exchange that is opened again', () => {
  it('answers exactly like the one that was closed', () => {
    const clock = manualClock();
    const first = openSaved(clock);
    addAnn(first);
    tradeRandomly(first, clock, 7, 150);
    const listenKey = requestJson(first, 'POST', '/api/v3/userDataStream').listenKey;
    const before = describeAccounts(first);
    for (const sign of ['"status":"FILLED"', '"status":"CANCELED"', '"isMaker":true']) {
      expect(before.includes(sign), sign).toBe(true);
    }
    open.splice(0)[0]!.close();
    const second = openSaved(clock);
    expect(describeAccounts(second) === before).toBe(true);
    expect(requestJson(second, 'PUT', '/api/v3/userDataStream', { listenKey })).toEqual({});
    for (const sum of second.accounts.ledger.totals().values()) expect(sum).toBe(0n);
  });

  it('continues as if it had never been closed', () => {
    const finalState = (closesBetween: boolean) => {
      resetState(folder);
      const clock = manualClock();
      let exchange = openSaved(clock);
      addAnn(exchange);
      for (let part = 0; part < 4; part += 1) {
        tradeRandomly(exchange, clock, part, 20);
        if (!closesBetween) continue;
        open.splice(0)[0]!.close();
        exchange = openSaved(clock);
      }
      const accounts = describeAccounts(exchange);
      for (const one of open.splice(0)) one.close();
      return accounts;
    };
    expect(finalState(true) === finalState(false)).toBe(true);
  });

  it('answers the same for the same seed, and not for another', () => {
    const answers = (seed: number) => {
      const clock = manualClock();
      const exchange = openSaved(clock, seed);
      addAnn(exchange);
      const all = tradeRandomly(exchange, clock, 3, 40);
      for (const one of open.splice(0)) one.close();
      resetState(folder);
      return all;
    };
    const first = answers(1);
    expect(answers(1)).toEqual(first);
    expect(answers(2)).not.toEqual(first);
  });

  it('keeps a state for each seed', () => {
    const clock = manualClock();
    runAdminCommand(openSaved(clock, 1), { do: 'add-user', user: 'ann' });
    expect(openSaved(clock, 2).accounts.findUser('ann')).toBeUndefined();
  });

  it('is new after a reset', () => {
    const clock = manualClock();
    runAdminCommand(openSaved(clock), { do: 'add-user', user: 'ann' });
    open.splice(0)[0]!.close();
    resetState(folder);
    expect(openSaved(clock).accounts.findUser('ann')).toBeUndefined();
  });

  it('can be read while another process has it open, which changes nothing', async () => {
    const clock = manualClock();
    const first = openSaved(clock);
    addAnn(first);
    tradeRandomly(first, clock, 5, 60);
    const path = journalPath(folder, 1);
    const bytes = readFileSync(path);
    const target = '/api/v3/aggTrades?symbol=ETHUSDT&limit=1000';
    const { exchange: read } = await openReadOnly(folder, { clock, seed: 1 }, 'raw');
    expect(requestPublicJson(read, target)).toEqual(requestPublicJson(first, target));
    const order = { symbol: 'ETHUSDT', side: 'BUY', type: 'MARKET', quantity: '0.1' };
    expect(() => sendSigned(read, 'POST', '/api/v3/order', order)).toThrow('read-only');
    expect(readFileSync(path)).toEqual(bytes);
    const whileWriting = Buffer.concat([bytes, Buffer.from('57 0a1b2c')]);
    writeFileSync(path, whileWriting);
    await openReadOnly(folder, { clock, seed: 1 }, 'spot.time');
    expect(readFileSync(path)).toEqual(whileWriting);
  });

  it('rejects a journal of another version', () => {
    const clock = manualClock();
    openSaved(clock);
    open.splice(0)[0]!.close();
    const path = journalPath(folder, 1);
    writeFileSync(path, readFileSync(path, 'utf8').replace('"version":2', '"version":3'));
    expect(() => openSaved(clock)).toThrow(/damaged/);
  });
});

describe('the journal of an exchange', () => {
  const order = {
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'MARKET',
    quantity: '0.01',
    newOrderRespType: 'FULL',
  };
  const lines = () => readFileSync(journalPath(folder, 1), 'utf8').trimEnd().split('\n');

  it('contains calls that changed the exchange, without keys and signatures', () => {
    const exchange = openSaved(manualClock());
    sendSigned(exchange, 'GET', '/api/v3/account');
    sendSigned(exchange, 'POST', '/api/v3/order/test', order);
    sendSigned(exchange, 'POST', '/api/v3/order', { ...order, quantity: '1000' });
    expect(lines()).toHaveLength(1);
    requestJson(exchange, 'POST', '/api/v3/order', order);
    expect(lines()).toHaveLength(2);
    expect(lines()[1]).toContain('"quantity","0.01"');
    expect(lines()[1]).not.toMatch(/signature|SandboxKey|timestamp/);
  });

  it('executes a call with an id once, also after the exchange was opened again', () => {
    const clock = manualClock();
    const exchange = openSaved(clock);
    const request = signedRequest(exchange, 'POST', '/api/v3/order', order);
    const repeatedCall = { ...request, headers: { ...request.headers, 'x-sandbox-call': 'f'.repeat(32) } };
    const { body } = answerRequest(exchange, repeatedCall);
    expect(answerRequest(exchange, repeatedCall).body).toBe(body);
    open.splice(0)[0]!.close();
    clock.move(600_000);
    const second = openSaved(clock);
    expect(answerRequest(second, repeatedCall)).toMatchObject({ status: 200, body });
    expect(requestJson(second, 'GET', '/api/v3/allOrders', { symbol: 'BTCUSDT' })).toHaveLength(1);
  });

  it('ends the exchange if it cannot be written', () => {
    const exchange = openSaved(manualClock());
    exchange.appendEntry = () => {
      throw new Error('no space left');
    };
    expect(() => sendSigned(exchange, 'POST', '/api/v3/order', order)).toThrow('no space left');
    expect(() => sendSigned(exchange, 'GET', '/api/v3/account')).toThrow(/answers no more calls/);
  });
});
