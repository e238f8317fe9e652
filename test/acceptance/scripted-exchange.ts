/**
 * A minimal exchange controlled by the test, for unconfirmed orders on every product: it keeps orders in a
 * list and answers queries from it. `executed` is its execution log.
 */
import { onTestFinished } from 'vitest';
import { secretSpellings } from '../../src/profile/redaction.ts';
import { type Relay, type RelayAction, type RelayedRequest, startRelay } from './relay.ts';
import { expectNoSecret } from './relayed-sandbox.ts';
import { bourse, fixedClock, type Outcome, temporaryFolder, type WorldOptions } from './world.ts';

/** What the exchange does with a write: whether it is executed, and how it is answered. */
export interface WriteScript {
  readonly isExecuted: boolean;
  /** Replaces the regular answer. */
  readonly answer?: RelayAction;
}

export interface Paths {
  readonly place: string;
  readonly batch?: string;
  readonly order: string;
  readonly open: string;
  readonly all: string;
  readonly time: string;
}

export type OrderRow = Readonly<Record<string, string | number>>;

export interface ScriptedExchange {
  readonly clock: ReturnType<typeof fixedClock>;
  readonly relay: Relay;
  /** Every order that was executed, in order. */
  readonly executed: OrderRow[];
  /** Applies to later writes. */
  write: WriteScript;
  /** Runs when a write arrives, before it is executed. */
  onWrite: (() => Promise<void>) | undefined;
  /** Replaces the answers of queries; if undefined, queries are answered from `executed`. */
  query: RelayAction | undefined;
  /** Errors of the orders of a batch, by index. */
  faults: Readonly<Record<number, { readonly code: number; readonly msg: string }>>;
  writes(): readonly RelayedRequest[];
  run(line: string | readonly string[], more?: WorldOptions): Promise<Outcome>;
}

const API_KEY = `CanaryKey${'kQ7'.repeat(18)}`;
const API_SECRET = `CanarySecret${'sZ8'.repeat(17)}`;

/** The variables of keys that no output may contain, in any encoding. */
export const CANARY_KEYS = { BOURSE_API_KEY: API_KEY, BOURSE_API_SECRET: API_SECRET };

const CANARIES = secretSpellings([API_KEY, API_SECRET]);

/** Opens an exchange with these paths; requests to the host named `host` are sent to it. */
export async function openScriptedExchange(paths: Paths, host: string): Promise<ScriptedExchange> {
  const clock = fixedClock();
  // The relay has no target: every request is answered here.
  const relay = await startRelay('http://127.0.0.1:1');
  onTestFinished(() => relay.close());
  const executed: OrderRow[] = [];
  const exchange: ScriptedExchange = {
    clock,
    relay,
    executed,
    write: { isExecuted: true },
    onWrite: undefined,
    query: undefined,
    faults: {},
    writes: () => relay.requests.filter(({ method }) => method !== 'GET'),
    async run(line, more = {}) {
      const words = typeof line === 'string' ? line.split(' ') : line;
      const home = more.home ?? temporaryFolder();
      const outcome = await bourse([...words, `--host=${host}=${relay.origin}`], {
        clock,
        ...more,
        home,
        environment: { ...CANARY_KEYS, ...more.environment },
      });
      expectNoSecret(outcome, relay, CANARIES);
      return outcome;
    },
  };
  relay.setAction(async (request) => {
    if (request.path === paths.time) return { status: 200, body: `{"serverTime":${clock.now()}}` };
    if (request.method === 'GET') return answerQuery(exchange, paths, request);
    await exchange.onWrite?.();
    return executeWrite(exchange, paths, request);
  });
  return exchange;
}

function executeWrite(exchange: ScriptedExchange, paths: Paths, request: RelayedRequest): RelayAction {
  const { isExecuted, answer: fate } = exchange.write;
  const sent = new URLSearchParams(request.method === 'DELETE' ? request.query : request.body);
  const answers: object[] = [];
  if (request.method === 'DELETE') {
    const id = sent.get('origClientOrderId') ?? sent.get('clientOrderId');
    const at = exchange.executed.findIndex((one) => one['clientOrderId'] === id);
    const row = { ...exchange.executed[at]!, status: 'CANCELED' };
    if (isExecuted) exchange.executed[at] = row;
    answers.push(row);
  } else {
    const list = sent.get('batchOrders') ?? sent.get('orders');
    const orders =
      list === null ? [Object.fromEntries(sent)] : (JSON.parse(list) as Record<string, string>[]);
    for (const [index, order] of orders.entries()) {
      const fault = exchange.faults[index];
      const row = rowOf(exchange, order);
      if (isExecuted && fault === undefined) exchange.executed.push(row);
      answers.push(fault ?? row);
    }
  }
  const isList = request.path === paths.batch;
  return fate ?? { status: 200, body: JSON.stringify(isList ? answers : answers[0]) };
}

function rowOf({ executed, clock }: ScriptedExchange, order: Readonly<Record<string, string>>): OrderRow {
  return {
    orderId: executed.length + 1,
    clientOrderId: order['newClientOrderId'] ?? order['clientOrderId'] ?? '',
    symbol: order['symbol'] ?? '',
    side: order['side'] ?? '',
    type: order['type'] ?? '',
    price: order['price'] ?? '0',
    origQty: order['quantity'] ?? '0',
    quantity: order['quantity'] ?? '0',
    executedQty: '0',
    status: 'NEW',
    time: clock.now(),
    createTime: clock.now(),
  };
}

function answerQuery(
  { executed, query }: ScriptedExchange,
  paths: Paths,
  request: RelayedRequest,
): RelayAction {
  if (query !== undefined) return query;
  const asked = new URLSearchParams(request.query);
  const body = (value: unknown) => ({ status: 200, body: JSON.stringify(value) });
  if (request.path === paths.order) {
    const id = asked.get('origClientOrderId') ?? asked.get('clientOrderId');
    const found = executed.find((one) => one['clientOrderId'] === id);
    return found === undefined
      ? { status: 400, body: '{"code":-2013,"msg":"Order does not exist."}' }
      : body(found);
  }
  if (request.path === paths.open) return body(executed.filter((one) => one['status'] === 'NEW'));
  if (request.path === paths.all) return body(executed);
  return { status: 404, body: '{"code":-1,"msg":"not scripted"}' };
}
