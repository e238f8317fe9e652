/**
 * An exchange in virtual time with an execution log of the orders that were executed, whatever was answered.
 * Faults are scripted for each attempt. As on the exchange, a client order id is unique among open orders
 * only, so a MARKET order that is sent twice is executed twice.
 */
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import type { Endpoint } from '../../src/catalogue/types.ts';
import { type Clock, type Random, seededRandom } from '../../src/core/clock.ts';
import { ToolError } from '../../src/core/errors.ts';
import { type UnixMs, unixMs } from '../../src/core/words.ts';
import { newClientOrderId } from '../../src/orders/client-order-id.ts';
import { type Lookup, orderLookup } from '../../src/orders/lookup.ts';
import { type OrderState, type PlacementTools, placeOnce, type SendTimes } from '../../src/orders/place.ts';
import { ServerClock } from '../../src/orders/server-clock.ts';
import { prepareRequest } from '../../src/request/prepare.ts';
import type { Answer, PreparedRequest, WireArguments } from '../../src/request/types.ts';
import { throwOnRefusal } from '../../src/transport/answer.ts';
import { brokenError, connectError } from '../../src/transport/failures.ts';
import { ConnectFailure } from '../../src/transport/wire.ts';

/** The fate of one attempt. `executesMs` is the delay from the arrival of the request to its execution. */
export type Fault =
  | { readonly does: 'answer'; readonly latencyMs?: number }
  /** The connection failed: nothing was sent. */
  | { readonly does: 'refuse-connection' }
  /** The request is delayed: it may arrive later, and recvWindow decides whether it is accepted. */
  | { readonly does: 'lose-request'; readonly arrivesMs?: number }
  /** The order is accepted, and the answer is lost or is this one. */
  | {
      readonly does: 'lose-answer';
      readonly executesMs?: number;
      readonly answer?: readonly [number, string];
    }
  /** The order is not accepted, and this is the answer. */
  | { readonly does: 'turn-away'; readonly answer: readonly [number, string] };

/** The products whose orders are placed one by one. */
export const ORDER_PRODUCTS = ['spot', 'usdm', 'coinm', 'options', 'margin'] as const;
export type OrderProduct = (typeof ORDER_PRODUCTS)[number];

/** Returns the endpoint with an id, which must exist. */
export const byId = (id: string): Endpoint => ENDPOINTS.find((one) => one.id === id)!;

/** Returns a product's new-order endpoint and the queries that return the order. */
function endpointsOf(product: OrderProduct) {
  const place = byId(`${product}.order.new`);
  const order = byId(place.lookup!);
  return { place, order, open: byId(order.lookupFields!.open!), all: byId(order.lookupFields!.history!) };
}

export interface FakeExchangeOptions {
  /** Spot if omitted. */
  readonly product?: OrderProduct;
  readonly seed?: number;
  /** The exchange's clock minus this machine's clock, in ms. */
  readonly skewMs?: number;
  /** How long queries return an older state, in ms. */
  readonly readLagMs?: number;
  readonly type?: 'LIMIT' | 'MARKET';
  /** Returns whether queries fail at this time, in ms after the start. */
  readonly queriesFail?: (atMs: number) => readonly [number, string] | undefined;
}

interface Order {
  readonly clientOrderId: string;
  readonly at: number;
  readonly row: Record<string, string | number>;
}

export const START = 1_710_506_096_789;
const ADDRESS = new URL('https://api.example.com');
/** The time after which the exchange gives up on its engine: no order is accepted later. */
export const ENGINE_MAX_MS = 10_000;
const ROUND_TRIP_MS = 20;

export class FakeExchange {
  readonly clock: Clock;
  readonly random: Random;
  readonly executed: Order[] = [];
  readonly sent: SendTimes[] = [];
  readonly states: OrderState[] = [];
  readonly #options: FakeExchangeOptions;
  readonly #due: { readonly at: number; readonly work: () => void }[] = [];
  #wallMs = START;
  #steadyMs = 5_000;
  queries = 0;

  constructor(options: FakeExchangeOptions = {}) {
    this.#options = options;
    this.random = seededRandom(options.seed ?? 1);
    this.clock = {
      now: () => unixMs(this.#wallMs),
      monotonicMs: () => this.#steadyMs,
      sleep: async (ms, signal) => {
        signal?.throwIfAborted();
        this.advance(ms);
      },
    };
  }

  get serverNow(): number {
    return this.#wallMs + (this.#options.skewMs ?? 0);
  }

  /** Advances the time and runs all events that fall due, in order. */
  advance(ms: number): void {
    // Clocks return whole milliseconds, but a jittered wait may not be whole.
    this.#wallMs += Math.round(ms);
    this.#steadyMs += Math.round(ms);
    const due = this.#due.filter(({ at }) => at <= this.serverNow).sort((one, other) => one.at - other.at);
    for (const one of due) {
      this.#due.splice(this.#due.indexOf(one), 1);
      one.work();
    }
  }

  /** Sets the wall clock of this machine, as a user or NTP may. */
  setWall(byMs: number): void {
    this.#wallMs += byMs;
  }

  execution(clientOrderId: string): number {
    return this.executed.filter((order) => order.clientOrderId === clientOrderId).length;
  }

  /** Executes one attempt at an order under a fault; checks its times as the exchange does. */
  async attempt(request: PreparedRequest, times: SendTimes, fault: Fault): Promise<Answer> {
    this.sent.push(times);
    const body = new URLSearchParams(request.body);
    const id = body.get(byId(request.endpoint).clientIds!.param) ?? '';
    if (fault.does === 'refuse-connection') {
      this.advance(5);
      throw connectError(request, ADDRESS, new ConnectFailure('connect', 'ECONNREFUSED'));
    }
    this.advance(ROUND_TRIP_MS / 2);
    if (fault.does === 'lose-request') {
      const arrivesAt = this.serverNow + Math.round(fault.arrivesMs ?? Number.POSITIVE_INFINITY);
      this.#due.push({ at: arrivesAt, work: () => this.#take(body, id, times, arrivesAt) });
      throw this.#broken(request);
    }
    if (this.#isOutOfWindow(times)) {
      return this.#settled(request, [
        400,
        '{"code":-1021,"msg":"Timestamp for this request is outside of the recvWindow."}',
      ]);
    }
    if (fault.does === 'turn-away') return this.#settled(request, fault.answer);
    if (this.#isOpen(id))
      return this.#settled(request, [400, '{"code":-2010,"msg":"Duplicate order sent."}']);
    if (fault.does === 'lose-answer') {
      const at = this.serverNow + Math.min(Math.round(fault.executesMs ?? 0), ENGINE_MAX_MS);
      this.#due.push({ at, work: () => this.#execute(body, id, at) });
      this.advance(0);
      if (fault.answer === undefined) throw this.#broken(request);
      return this.#settled(request, fault.answer);
    }
    this.#execute(body, id, this.serverNow);
    this.advance(fault.latencyMs ?? ROUND_TRIP_MS / 2);
    return this.#settled(request, [200, JSON.stringify(this.executed.at(-1)?.row)]);
  }

  /**
   * Answers the queries of an order, of the open orders and of the history with the state of the read lag
   * ago.
   */
  async query(request: PreparedRequest, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted();
    this.queries += 1;
    this.advance(ROUND_TRIP_MS);
    const fails = this.#options.queriesFail?.(this.#wallMs - START);
    if (fails !== undefined) return this.#settled(request, fails);
    const seen = this.executed.filter(({ at }) => at <= this.serverNow - (this.#options.readLagMs ?? 0));
    const query = new URLSearchParams(request.query);
    const { order, all } = endpointsOf(request.product as OrderProduct);
    if (request.endpoint === order.id) {
      const found = seen.filter((one) => one.clientOrderId === query.get(order.lookupFields!.param)).at(-1);
      if (found === undefined)
        return this.#settled(request, [400, '{"code":-2013,"msg":"Order does not exist."}']);
      return this.#settled(request, [200, JSON.stringify(found.row)]);
    }
    const rows = seen.filter(({ row }) => request.endpoint === all.id || row['status'] === 'NEW');
    const since = Number(query.get('startTime') ?? 0);
    return this.#settled(request, [
      200,
      JSON.stringify(rows.filter(({ at }) => at >= since).map(({ row }) => row)),
    ]);
  }

  #isOutOfWindow({ timestamp, recvWindow }: SendTimes): boolean {
    return timestamp >= this.serverNow + 1000 || this.serverNow - timestamp > recvWindow;
  }

  #take(body: URLSearchParams, id: string, times: SendTimes, at: number): void {
    // The time of arrival counts, not the time of processing.
    const isLate = at - times.timestamp > times.recvWindow;
    if (!isLate && !this.#isOpen(id)) this.#execute(body, id, at);
  }

  #isOpen(id: string): boolean {
    return this.executed.some((order) => order.clientOrderId === id && order.row['status'] === 'NEW');
  }

  #execute(body: URLSearchParams, id: string, at: number): void {
    const type = body.get('type') ?? '';
    const row = {
      symbol: body.get('symbol') ?? '',
      orderId: this.executed.length + 1,
      clientOrderId: id,
      side: body.get('side') ?? '',
      type,
      price: body.get('price') ?? '0.00000000',
      origQty: `${body.get('quantity') ?? '0'}.00000000`,
      quantity: `${body.get('quantity') ?? '0'}.00000000`,
      executedQty: type === 'MARKET' ? (body.get('quantity') ?? '0') : '0.00000000',
      status: type === 'MARKET' ? 'FILLED' : 'NEW',
      time: at,
      createTime: at,
    };
    this.executed.push({ clientOrderId: id, at, row });
  }

  #broken(request: PreparedRequest): ToolError {
    this.advance(50);
    return brokenError(request, ADDRESS, 'the connection was reset');
  }

  #settled(request: PreparedRequest, [status, body]: readonly [number, string]): Answer {
    const headers = { 'content-type': 'application/json' };
    const receivedAt = unixMs(this.#wallMs);
    const answer = {
      status,
      headers,
      body,
      origin: ADDRESS.origin,
      receivedAt,
      usage: { weight: {}, orders: {} },
    };
    return throwOnRefusal(request, answer);
  }
}

/** What is needed to place one order at a fake exchange. */
export interface Setup {
  readonly exchange: FakeExchange;
  readonly request: PreparedRequest;
  readonly wire: WireArguments;
  readonly clientOrderId: string;
  readonly lookup: Lookup;
  readonly serverTime: ServerClock;
  readonly tools: PlacementTools;
}

/**
 * Returns a fake exchange, an order, and the tools to place it; the faults apply to the attempts in sequence.
 */
export function setUp(
  faults: readonly Fault[],
  options: FakeExchangeOptions & { readonly id?: string } = {},
): Setup {
  const exchange = new FakeExchange(options);
  const clientOrderId = options.id ?? newClientOrderId('bo', exchange.clock.now(), exchange.random);
  const isLimit = options.type !== 'MARKET';
  const { place: orderNew, ...endpoints } = endpointsOf(options.product ?? 'spot');
  const given = Object.entries({
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: isLimit ? 'LIMIT' : 'MARKET',
    quantity: '2',
    ...(isLimit ? { timeInForce: 'GTC', price: '100.5' } : {}),
    [orderNew.clientIds!.param]: clientOrderId,
  }).map(([name, text]) => ({ name, text }));
  const { request, wire } = prepareRequest(orderNew, given, { now: exchange.clock.now() });
  const lookup = orderLookup({
    endpoints,
    clientOrderId,
    wire,
    call: (query, signal) => exchange.query(query, signal),
  });
  const serverTime = new ServerClock({
    clock: exchange.clock,
    recvWindow: 3000,
    readTime: async () => {
      exchange.advance(10);
      const time = exchange.serverNow;
      exchange.advance(10);
      return time;
    },
  });
  const rest = [...faults];
  const tools: PlacementTools = {
    send: (unsigned, times) => exchange.attempt(unsigned, times, rest.shift() ?? { does: 'answer' }),
    lookup,
    clock: exchange.clock,
    random: exchange.random,
    serverTime,
    onState: (state) => {
      exchange.states.push(state);
    },
  };
  return { exchange, request, wire, clientOrderId, lookup, serverTime, tools };
}

/** The result of `placeOnce`. */
export type Result =
  | { readonly is: 'placed'; readonly state: 'ACKED' | 'FOUND'; readonly answer: Answer }
  | { readonly is: 'failed'; readonly error: ToolError };

/** Places the order of a setup with a known exchange clock; returns the result. */
export async function place(
  setup: Setup,
  more: {
    readonly signal?: AbortSignal;
    readonly abandon?: AbortSignal;
    readonly isClockUnknown?: boolean;
  } = {},
): Promise<Result> {
  const never = new AbortController().signal;
  if (more.isClockUnknown !== true) await setup.serverTime.sync(never);
  const { request, clientOrderId } = setup;
  try {
    const placement = await placeOnce(setup.tools, {
      request,
      clientOrderId,
      signal: more.signal ?? never,
      ...(more.abandon === undefined ? {} : { abandon: more.abandon }),
      resume: async () => `bourse trade order get BTCUSDT --orig-client-order-id ${clientOrderId}`,
    });
    return { is: 'placed', state: placement.state, answer: placement.answer };
  } catch (error) {
    if (error instanceof ToolError) return { is: 'failed', error };
    throw error;
  }
}

/** Returns the exit code of a result. */
export function exitOf(result: Result): number {
  return result.is === 'placed' ? 0 : result.error.exitCode;
}

export function at(ms: number): UnixMs {
  return unixMs(START + ms);
}
