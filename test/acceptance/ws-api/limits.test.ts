/** Limits and bans that a WebSocket API answer reports hold back later calls over both transports. */
import { describe, expect, it } from 'vitest';
import { envelope, failure, json, lines } from '../outcomes.ts';
import { openRelayedRestAndWs } from '../relayed-rest-and-ws.ts';
import type { WsRelayAction } from '../ws-relay.ts';

interface SessionLine {
  readonly id?: unknown;
  readonly bourse?: string;
  readonly status?: number;
  readonly error?: Readonly<Record<string, unknown>>;
}

type Doors = Awaited<ReturnType<typeof openRelayedRestAndWs>>;

const TOO_MUCH = 'Too much request weight used; current limit is 6000 request weight per 1 MINUTE.';
/** The exchange's clock is ahead, so that waiting times must be computed with its time. */
const AHEAD_MS = 90_000;

/** A refusal that demands a cooldown of the given ms. */
function refusal({ clock }: Doors, status: 429 | 418, ms: number, code = -1003): WsRelayAction {
  const serverTime = clock.now() + AHEAD_MS;
  return { status, error: { code, msg: TOO_MUCH, data: { serverTime, retryAfter: serverTime + ms } } };
}

const time = (id: string) => ({ id, method: 'time' });
const order = (id: string) => ({
  id,
  method: 'order.place',
  params: {
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    quantity: '0.01',
    price: '50000',
    newClientOrderId: id,
  },
});

/**
 * Types each line after the previous one was answered; returns the output and the arrival time of each
 * request.
 */
async function typeLines(relayed: Doors, requests: readonly object[], line = 'ws session --yes') {
  let answered = () => {};
  async function* stdin() {
    for (const request of requests) {
      const heard = new Promise<void>((resolve) => {
        answered = resolve;
      });
      yield `${JSON.stringify(request)}\n`;
      await heard;
    }
  }
  const arrived = new Map<unknown, number>();
  const outcome = await relayed.run(line, {
    stdin: stdin(),
    onWrite: (name) => {
      if (name === 'stdout') answered();
    },
  });
  for (const [at, { id }] of relayed.ws.requests.entries()) arrived.set(id, relayed.ws.arrivals[at]!);
  return { ...outcome, records: lines<SessionLine>(outcome.stdout), arrived };
}

describe('a session after a rate limit', () => {
  it('sends nothing until the cooldown ends by the clock of the exchange, with a note', async () => {
    const relayed = await openRelayedRestAndWs();
    relayed.ws.setAction(({ id }) => (id === 'a' ? refusal(relayed, 429, 10_000) : 'pass'));
    const { code, records, arrived, stderr } = await typeLines(relayed, [time('a'), time('b'), time('c')]);
    expect(code).toBe(0);
    expect(records.map(({ status }) => status)).toEqual([429, 200, 200]);
    expect(arrived.get('b')! - arrived.get('a')!).toBeGreaterThanOrEqual(10_000);
    expect(arrived.get('c')! - arrived.get('b')!).toBeLessThan(1000);
    expect(stderr).toContain('Waiting 10 seconds: the exchange ordered a cooldown.');
  });

  it('waits for the end of the window if an answer reports an exhausted limit', async () => {
    const relayed = await openRelayedRestAndWs();
    const limit = {
      rateLimitType: 'REQUEST_WEIGHT',
      interval: 'SECOND',
      intervalNum: 10,
      limit: 50,
      count: 50,
    };
    relayed.ws.setAction(({ id }) =>
      id === 'a' ? { status: 400, error: { code: -1121, msg: 'no' }, rateLimits: [limit] } : 'pass',
    );
    const { arrived, stderr } = await typeLines(relayed, [time('a'), time('b')]);
    expect(arrived.get('b')! % 10_000).toBeLessThan(100);
    expect(stderr).toContain('Rate limit reached; waiting');
  });

  it('exits with 6 if the wait exceeds --max-wait, and reports that the line was not sent', async () => {
    const relayed = await openRelayedRestAndWs();
    relayed.ws.setAction(({ id }) => (id === 'a' ? refusal(relayed, 429, 600_000) : 'pass'));
    const session = await typeLines(relayed, [time('a'), order('b'), time('c')]);
    expect(session.code).toBe(6);
    expect(session.records).toMatchObject([
      { status: 429 },
      { id: 'b', bourse: 'unanswered', error: { kind: 'rate-limited', execution: 'not_executed' } },
    ]);
    expect(envelope(session).retryAfterMs).toBeGreaterThan(590_000);
    expect(relayed.ws.requests).toHaveLength(1);
  });

  it('holds back only orders while the order count is exhausted; an order that would wait too long is not sent', async () => {
    const relayed = await openRelayedRestAndWs();
    relayed.ws.setAction(({ id }) => {
      if (id === 'a') return refusal(relayed, 429, 10_000, -1015);
      return id === 'd' ? refusal(relayed, 429, 900_000, -1015) : 'pass';
    });
    const requests = [order('a'), time('b'), order('c'), order('d'), order('e'), time('f')];
    const { code, records, arrived } = await typeLines(relayed, requests);
    expect(code).toBe(0);
    expect(records.map(({ status }) => status)).toEqual([429, 200, 200, 429, undefined, 200]);
    expect(records[4]).toMatchObject({ id: 'e', error: { kind: 'rate-limited', execution: 'not_executed' } });
    expect(arrived.get('b')! - arrived.get('a')!).toBeLessThan(1000);
    expect(arrived.get('c')! - arrived.get('a')!).toBeGreaterThanOrEqual(10_000);
    expect(arrived.has('e')).toBe(false);
  });
});

describe('a banned session', () => {
  it.each(['', ' --logon'])(
    'exits at once with 6, without reconnecting and without REST queries: ws session%s',
    async (option) => {
      const relayed = await openRelayedRestAndWs();
      relayed.ws.setAction(({ id }) => (id === 'b' ? refusal(relayed, 418, 120_000) : 'pass'));
      const session = await typeLines(
        relayed,
        [order('a'), time('b'), order('c')],
        `ws session --yes${option}`,
      );
      expect(session.code).toBe(6);
      expect(envelope(session)).toMatchObject({
        kind: 'rate-limited',
        httpStatus: 418,
        retryAfterMs: 120_000,
      });
      expect(session.records.map(({ status }) => status)).toEqual([200, 418]);
      expect(relayed.ws.requests.at(-1)!.id).toBe('b');
      expect(relayed.ws.connections).toBe(1);
      expect(relayed.rest.requests).toEqual([]);
    },
  );

  it('does not look up an unconfirmed order: exit 7, and its line has the lookup command', async () => {
    const relayed = await openRelayedRestAndWs();
    relayed.ws.setAction(({ id }) => (id === 'a' ? 'hold' : refusal(relayed, 418, 120_000)));
    const stdin = [order('a'), time('b')].map((one) => `${JSON.stringify(one)}\n`).join('');
    const { code, stdout } = await relayed.run('ws session --yes', { stdin });
    expect(code).toBe(7);
    const unanswered = lines<SessionLine>(stdout).find(({ id }) => id === 'a')!;
    expect(unanswered.error).toMatchObject({ execution: 'unknown', clientOrderId: 'a' });
    expect(unanswered.error!['resume']).toContain('trade order get BTCUSDT');
    expect(relayed.rest.requests).toEqual([]);
    expect(relayed.ws.connections).toBe(1);
  });
});

describe('a command after a rate limit or a ban', () => {
  const LINES = [
    'ws call order.place symbol=BTCUSDT side=BUY type=MARKET quantity=0.01 --yes',
    'ws call account.status',
    'trade order place BTCUSDT --side BUY --type MARKET --quantity 0.01 --skip-filters --yes --via ws',
    'trade order cancel BTCUSDT --order-id 1 --yes --via ws',
    'trade open-orders --via ws --max-wait 1s',
  ];
  it.each([429, 418] as const)('with %i exits with 6 and sends nothing more', async (status) => {
    for (const line of LINES) {
      const relayed = await openRelayedRestAndWs();
      relayed.ws.setAction(() => refusal(relayed, status, 30_000));
      const error = failure(await relayed.run(line));
      // No ban is shorter than two minutes.
      const retryAfterMs = status === 418 ? 120_000 : 30_000;
      expect([line, error]).toMatchObject([line, { exitCode: 6, httpStatus: status, retryAfterMs }]);
      expect([line, relayed.ws.requests.length, relayed.ws.connections]).toEqual([line, 1, 1]);
      expect([line, relayed.rest.requests]).toEqual([line, []]);
    }
  });

  it('repeats a read of --via ws after the cooldown, over the same connection', async () => {
    const relayed = await openRelayedRestAndWs();
    relayed.ws.setAction(({ id }) => (id === 1 ? refusal(relayed, 429, 5000) : 'pass'));
    expect(json(await relayed.run('trade open-orders --via ws'))).toEqual([]);
    const [first, second] = relayed.ws.arrivals;
    expect(second! - first!).toBeGreaterThanOrEqual(5000);
    expect(relayed.ws.connections).toBe(1);
  });
});

describe('a call after a cooldown', () => {
  it.each([
    'ws call account.status',
    'ws call order.cancel symbol=BTCUSDT origClientOrderId=mine --yes',
    'ws session --logon --yes',
  ])('is signed when it is sent: %s', async (line) => {
    const relayed = await openRelayedRestAndWs();
    const order =
      'symbol=BTCUSDT side=BUY type=LIMIT timeInForce=GTC quantity=0.01 price=50000 newClientOrderId=mine';
    expect((await relayed.run(`ws call order.place ${order} --yes`)).code).toBe(0);
    let isFirst = true;
    relayed.ws.setAction(() => {
      const fate = isFirst ? refusal(relayed, 429, 20_000) : 'pass';
      isFirst = false;
      return fate;
    });
    await relayed.run('ws call account.status');
    async function* stdin() {
      yield '{"id":1,"method":"account.status"}\n';
    }
    const { code } = await relayed.run(line, line.includes('session') ? { stdin: stdin() } : {});
    expect(code).toBe(0);
  });

  it('respects a ban that a call without keys received', async () => {
    const relayed = await openRelayedRestAndWs();
    relayed.ws.setAction(() => refusal(relayed, 418, 600_000));
    expect((await relayed.run('ws call time')).code).toBe(6);
    const sent = relayed.ws.requests.length;
    for (const line of ['ws call time', 'ws call account.status'])
      expect((await relayed.run(line)).code).toBe(6);
    expect(relayed.ws.requests).toHaveLength(sent);
  });
});
