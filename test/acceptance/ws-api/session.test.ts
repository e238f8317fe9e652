/**
 * `bourse ws session` with lost connections: unconfirmed writes are looked up, and unsent lines are sent
 * again.
 */
import { describe, expect, it } from 'vitest';
import { PipeClosed } from '../../../src/app/world.ts';
import { lines } from '../outcomes.ts';
import { openRelayedRestAndWs } from '../relayed-rest-and-ws.ts';

interface SessionLine {
  readonly id?: unknown;
  readonly bourse?: string;
  readonly status?: number;
  readonly clientOrderId?: string;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: Readonly<Record<string, unknown>>;
}

const place = (id: string, more: object = {}) => ({
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
    ...more,
  },
});

const text = (requests: readonly object[]) => requests.map((one) => `${JSON.stringify(one)}\n`).join('');

/** Runs a session with these lines; returns its answers by id, and the records without an id. */
async function runSession(
  relayed: Awaited<ReturnType<typeof openRelayedRestAndWs>>,
  requests: readonly object[],
  line = 'ws session --yes',
) {
  const outcome = await relayed.run(line, { stdin: text(requests) });
  const records = lines<SessionLine>(outcome.stdout);
  const byId = Object.fromEntries(records.filter((one) => 'id' in one).map((one) => [String(one.id), one]));
  return { ...outcome, records, byId };
}

describe('bourse ws session', () => {
  it('looks up an unconfirmed order, reports it as found, and continues with the next lines', async () => {
    const relayed = await openRelayedRestAndWs();
    relayed.ws.setAction(({ id }) => (id === 'b' ? 'cut-answer' : 'pass'));
    const { code, byId, records } = await runSession(relayed, [place('a'), place('b')]);
    expect(code).toBe(0);
    expect(byId['b']).toMatchObject({
      bourse: 'found',
      clientOrderId: 'b',
      result: { clientOrderId: 'b', status: 'NEW' },
    });
    expect(records.filter(({ bourse }) => bourse === 'stale')).toHaveLength(1);
    // Other requests in flight are looked up as well; nothing is sent twice.
    const sent = relayed.ws.requests.filter(({ method }) => method === 'order.place');
    expect(sent.map(({ id }) => id).sort()).toEqual(['a', 'b']);
    const open = lines<SessionLine[]>((await relayed.run('trade open-orders BTCUSDT')).stdout)[0]!;
    expect(open.map((one) => one.clientOrderId).sort()).toEqual(['a', 'b']);
  });

  it('proves that an order never arrived: exit 0, and its line reports that it was not executed', async () => {
    const relayed = await openRelayedRestAndWs();
    relayed.ws.setAction(() => 'cut');
    const { code, byId } = await runSession(relayed, [place('a')]);
    expect(code).toBe(0);
    expect(byId['a']).toMatchObject({
      bourse: 'unanswered',
      error: { execution: 'not_executed', clientOrderId: 'a', exitCode: 5 },
    });
  });

  it('exits with 7 only for orders that stay unknown, with the id and the lookup command', async () => {
    const relayed = await openRelayedRestAndWs();
    relayed.ws.setAction(({ id }) => (id === 'b' ? 'cut-answer' : 'pass'));
    relayed.rest.setAction(({ query }) => (query.includes('=b&') ? { status: 503, body: '' } : 'pass'));
    const { code, byId, stderr } = await runSession(relayed, [place('b')]);
    expect(code).toBe(7);
    expect(byId['b']!.error).toMatchObject({ execution: 'unknown', clientOrderId: 'b', exitCode: 7 });
    expect(byId['b']!.error!['resume']).toContain('trade order get BTCUSDT');
    expect(stderr).toContain('1 call with execution status unknown');
  });

  it('adds a client order id to an order without one, and finds it by the id', async () => {
    const relayed = await openRelayedRestAndWs();
    relayed.ws.setAction(() => 'cut-answer');
    const { newClientOrderId: _own, ...params } = place('a').params;
    const { code, byId } = await runSession(relayed, [{ id: 5, method: 'order.place', params }]);
    expect(code).toBe(0);
    expect(byId['5']!.clientOrderId).toMatch(/^bo[0-9A-Z]{26}-1$/);
  });

  it('sends unsent lines, and sent reads again, over the next connection', async () => {
    const relayed = await openRelayedRestAndWs();
    let seen = 0;
    relayed.ws.setAction(() => (seen++ === 150 ? 'cut' : 'pass'));
    // More lines than the max in flight, so that some are sent after the connection was lost.
    const requests = Array.from({ length: 300 }, (_, at) => ({
      id: at,
      method: at % 2 ? 'time' : 'myTrades',
      params: at % 2 ? {} : { symbol: 'BTCUSDT', limit: 1 },
    }));
    const { code, records } = await runSession(relayed, requests);
    expect(code).toBe(0);
    expect(records.filter((one) => one.status === 200)).toHaveLength(300);
    const placed = relayed.ws.requests.length;
    expect(placed).toBeGreaterThan(300);
    expect(placed).toBeLessThan(405);
    expect(records.some(({ bourse }) => bourse === 'resync')).toBe(true);
  });

  it('logs on again after a lost connection', async () => {
    const relayed = await openRelayedRestAndWs();
    let isFirst = true;
    relayed.ws.setAction(({ id }) => {
      const isCut = id === 'a' && isFirst;
      if (isCut) isFirst = false;
      return isCut ? 'cut-answer' : 'pass';
    });
    const more = Array.from({ length: 120 }, (_, at) => ({
      id: `r${at}`,
      method: 'openOrders.status',
      params: { symbol: 'BTCUSDT' },
    }));
    const { code, byId } = await runSession(relayed, [place('a'), ...more], 'ws session --logon --yes');
    expect(code).toBe(0);
    expect(byId['a']).toMatchObject({ bourse: 'found' });
    expect(byId['r119']).toMatchObject({ status: 200 });
    expect(relayed.ws.requests.filter(({ method }) => method === 'session.logon')).toHaveLength(2);
  });

  it('looks up an unconfirmed cancellation of one order, of a list and of all orders', async () => {
    const relayed = await openRelayedRestAndWs();
    await runSession(relayed, [place('a'), place('b')]);
    for (const [request, found] of [
      [
        { id: 1, method: 'order.cancel', params: { symbol: 'BTCUSDT', origClientOrderId: 'a' } },
        { status: 'CANCELED' },
      ],
      [{ id: 2, method: 'openOrders.cancelAll', params: { symbol: 'BTCUSDT' } }, []],
    ] as const) {
      relayed.ws.setAction(() => 'cut-answer');
      const { code, records } = await runSession(relayed, [request]);
      expect(code).toBe(0);
      const one = records.find(({ bourse }) => bourse === 'found')!;
      expect(one.result).toMatchObject(found);
    }
    relayed.ws.setAction(() => 'cut-answer');
    const call = await relayed.run('ws call order.cancel symbol=BTCUSDT origClientOrderId=nobody');
    expect(call.code).not.toBe(0);
  });

  it('exits with 5 if it cannot reconnect, and reports that each line was not sent', async () => {
    const relayed = await openRelayedRestAndWs();
    relayed.ws.setAction(() => {
      void relayed.ws.close();
      return 'cut';
    });
    const requests = Array.from({ length: 130 }, (_, at) => ({
      id: at,
      method: 'account.rateLimits.orders',
    }));
    const { code, records } = await runSession(relayed, requests);
    expect(code).toBe(5);
    const notSent = records.filter(({ error }) => error?.['execution'] === 'not_executed');
    expect(notSent.length).toBeGreaterThan(20);
  });

  it('abandons a dead connection, and sends the next line over another', async () => {
    const relayed = await openRelayedRestAndWs();
    relayed.ws.setAction(() => (relayed.ws.connections === 1 ? 'freeze' : 'pass'));
    let answered = () => {};
    async function* typeLines() {
      for (const line of [place('a'), { id: 2, method: 'time' }]) {
        const heard = new Promise<void>((resolve) => {
          answered = resolve;
        });
        yield `${JSON.stringify(line)}\n`;
        await heard;
      }
    }
    const { code, stdout } = await relayed.run('ws session --yes', {
      stdin: typeLines(),
      onWrite: (name, text) => name === 'stdout' && text.includes('"id":') && answered(),
    });
    const records = lines<SessionLine>(stdout);
    expect(records.find(({ id }) => id === 'a')).toMatchObject({ error: { execution: 'not_executed' } });
    expect(records.find(({ id }) => id === 2)).toMatchObject({ status: 200 });
    expect([code, relayed.ws.connections]).toEqual([0, 2]);
  });

  it('backs off if each connection is lost on first use', async () => {
    const relayed = await openRelayedRestAndWs();
    relayed.ws.setAction(() => 'cut');
    const before = relayed.clock.now();
    let answered = () => {};
    async function* typeLines() {
      for (const id of [1, 2]) {
        const heard = new Promise<void>((resolve) => {
          answered = resolve;
        });
        yield `{"id":${id},"method":"time"}\n`;
        await heard;
      }
    }
    const { code, stdout } = await relayed.run('ws session', {
      stdin: typeLines(),
      onWrite: (_name, text) => text.includes('unanswered') && answered(),
    });
    expect(code).toBe(0);
    const records = lines<SessionLine>(stdout).filter(({ bourse }) => bourse === 'unanswered');
    expect(records).toMatchObject([{ error: { execution: 'none' } }, { error: { execution: 'none' } }]);
    expect(relayed.ws.connections).toBe(6);
    // 0.5, 1, 2, 4 and 8 s, with jitter down to half of that.
    expect(relayed.clock.now() - before).toBeGreaterThan(7000);
  });

  it('reports a line that is too long, continues, and reports the outcome of the order before it', async () => {
    const relayed = await openRelayedRestAndWs();
    const order = JSON.stringify(place('a'));
    const long = 'a'.repeat(2_000_000);
    async function* typeLines() {
      yield `${order}\n${long.slice(0, 700_000)}`;
      yield `${long}\n{"id":"t","method":"time"}\n`;
    }
    const { code, stdout } = await relayed.run('ws session --yes', { stdin: typeLines() });
    const records = lines<SessionLine>(stdout);
    expect(records.find(({ id }) => id === 'a')).toMatchObject({ status: 200 });
    expect(records.find(({ id }) => id === 't')).toMatchObject({ status: 200 });
    expect(records.filter(({ bourse }) => bourse === 'unanswered')).toMatchObject([
      { id: null, error: { kind: 'usage', execution: 'not_executed' } },
    ]);
    expect(code).toBe(0);
  });

  it('reports the outcome of an order sent before stdin failed; an unknown outcome decides the exit code', async () => {
    async function* failAfterLine() {
      yield `${JSON.stringify(place('b'))}\n`;
      throw new Error('EIO: i/o error, read');
    }
    const relayed = await openRelayedRestAndWs();
    const done = await relayed.run('ws session --yes', { stdin: failAfterLine() });
    expect(lines<SessionLine>(done.stdout)).toMatchObject([{ id: 'b', status: 200 }]);
    expect(done.code).not.toBe(0);
    expect(done.stderr).toContain('EIO');
    const others = await openRelayedRestAndWs();
    others.ws.setAction(() => 'cut-answer');
    others.rest.setAction(({ query }) => (query.includes('=b&') ? { status: 503, body: '' } : 'pass'));
    const { code, stdout } = await others.run('ws session --yes', { stdin: failAfterLine() });
    expect(code).toBe(7);
    expect(lines<SessionLine>(stdout).find(({ id }) => id === 'b')!.error).toMatchObject({
      execution: 'unknown',
    });
  });

  it('with a closed reader exits with 7 if an order stays unknown, and names it on stderr', async () => {
    const relayed = await openRelayedRestAndWs();
    relayed.ws.setAction(() => 'cut-answer');
    relayed.rest.setAction(({ query }) => (query.includes('=b&') ? { status: 503, body: '' } : 'pass'));
    const { code, stderr } = await relayed.run('ws session --yes', {
      stdin: text([place('b')]),
      onWrite: (name) => {
        if (name === 'stdout') throw new PipeClosed();
      },
    });
    expect(code).toBe(7);
    expect(stderr).toContain('trade order get BTCUSDT --orig-client-order-id b');
  });

  it('reads and sends no more lines while its reader does not read answers', async () => {
    const relayed = await openRelayedRestAndWs();
    let wake = () => {};
    const asleep = new Promise<void>((resolve) => {
      wake = resolve;
    });
    // More than twice as many as may be in flight, and within a minute's weight, so that nothing else delays a line.
    const count = 250;
    const request = { method: 'exchangeInfo', params: {} };
    const running = relayed.run('ws session', {
      stdin: text(Array.from({ length: count }, (_, id) => ({ id, ...request }))),
      taken: () => asleep,
    });
    let sent = -1;
    while (sent !== relayed.ws.requests.length || sent === 0) {
      sent = relayed.ws.requests.length;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    expect(sent).toBeLessThan(count / 2);
    wake();
    const { code, stdout } = await running;
    expect(code).toBe(0);
    expect(lines<SessionLine>(stdout)).toHaveLength(count);
  });
});
