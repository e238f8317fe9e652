/**
 * A simulated exchange with one account, for months of virtual time. Orders are placed, fill in parts and are
 * cancelled; listen keys expire; connections break, hang or end after a day; answers are lost. The exchange keeps
 * the true orders, fills and balance, with which tests compare what a client received.
 */
import type { Random } from '../../src/core/clock.ts';
import { ToolError } from '../../src/core/errors.ts';
import { DAY_MS, MINUTE_MS } from '../../src/core/time-units.ts';
import type { JsonValue } from '../../src/core/words.ts';
import type { OpenSocket, SocketListener } from '../../src/stream/socket.ts';
import type { ListenKeys } from '../../src/stream/user/listen-key-feed.ts';
import type { ReconcileCalls } from '../../src/stream/user/reconcile.ts';
import type { ManualClock } from './manual-clock.ts';

export interface Order {
  readonly symbol: string;
  readonly orderId: number;
  readonly quantity: number;
  readonly time: number;
  executed: number;
  status: string;
}

export interface Fill {
  readonly symbol: string;
  readonly id: number;
  readonly orderId: number;
  readonly quantity: number;
  readonly time: number;
}

export type SimulatedProduct = 'spot' | 'usdm';

const KEY_LIFE_MS = 60 * MINUTE_MS;
const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'BNBUSDT'];
/** The most rows of one answer; a client asks for further rows by id. */
const PAGE_ROWS = 500;

/** The last part of the address of the WebSocket API, whose connections need no listen key. */
export const WS_API = 'ws-api';

interface UserConnection {
  readonly key: string;
  readonly listener: SocketListener;
  readonly openedAt: number;
  /** The connection is open but carries no more messages and answers no ping. */
  isMuted: boolean;
  isOpen: boolean;
}

export class SimulatedExchange {
  readonly orders: Order[] = [];
  readonly fills: Fill[] = [];
  readonly events = { placed: 0, lost: 0, muted: 0, expired: 0, unanswered: 0, refused: 0, renewed: 0 };
  readonly #product: SimulatedProduct;
  readonly #clock: ManualClock;
  readonly #random: Random;
  readonly #connections = new Set<UserConnection>();
  /** The time at which each listen key expires. */
  readonly #keys = new Map<string, number>();
  #balance = 1_000_000;
  #changedAt = 0;
  #updates = 0;
  #lastKey = 0;

  constructor(product: SimulatedProduct, clock: ManualClock, random: Random) {
    this.#product = product;
    this.#clock = clock;
    this.#random = random;
  }

  get balance(): number {
    return this.#balance;
  }

  /** Runs the due events and the random events of one minute. */
  runMinute(): void {
    this.#endExpired();
    for (const { listener, isMuted: isSilent } of this.#connections) if (!isSilent) listener.onAlive();
    this.#runRandomEvents();
    // Two days of five have connection faults; on the others, connections live until their renewal.
    if (Math.floor(this.#clock.monotonicMs() / DAY_MS) % 5 > 1) return;
    if (this.#chance(1 / 200)) this.#dropConnections();
    if (this.#chance(1 / 400)) this.#muteConnections();
  }

  #endExpired(): void {
    const now = this.#clock.now();
    for (const [key, until] of this.#keys) if (until <= now) this.#expire(key);
    for (const connection of this.#connections)
      if (now - connection.openedAt >= DAY_MS) this.#closeConnection(connection);
  }

  #runRandomEvents(): void {
    if (this.#chance(0.2)) this.#place();
    if (this.#chance(0.2)) this.#fillOrder();
    if (this.#chance(0.03)) this.#cancel();
    // More fills in a short time than one answer holds.
    if (this.#chance(0.0005)) for (let at = 0; at < 1200; at += 1) this.#fillOrder(1);
    // Now and then a key expires before its hour is over.
    if (this.#chance(1 / 4000)) for (const key of this.#keys.keys()) this.#expire(key);
  }

  readonly open: OpenSocket = (address, listener) => {
    const key = decodeURIComponent(address.pathname.split('/').at(-1) ?? '');
    const connection: UserConnection = {
      key,
      listener,
      openedAt: this.#clock.now(),
      isMuted: false,
      isOpen: false,
    };
    const isRefused = this.#clock.monotonicMs() > MINUTE_MS && this.#chance(0.15);
    void this.#clock.sleep(20 + Math.floor(this.#random.next() * 300)).then(() => {
      if (isRefused) {
        this.events.refused += 1;
        return listener.onClose({ code: 1006, why: 'refused' });
      }
      connection.isOpen = true;
      const isTakingOver = [...this.#connections].some((one) => one.key === key && one.isOpen);
      this.#connections.add(connection);
      listener.onOpen();
      // While two connections are open, both carry every event.
      if (!isTakingOver) return;
      this.events.renewed += 1;
      for (const ms of [500, 1500, 3000]) void this.#runAfter(ms, () => this.#fillOrder());
    });
    return {
      send() {},
      ping: () =>
        void this.#runAfter(50, () =>
          connection.isOpen && !connection.isMuted ? listener.onAlive() : undefined,
        ),
      pause() {},
      resume() {},
      close: () => this.#closeConnection(connection),
      terminate: () => this.#closeConnection(connection),
    };
  };

  readonly keys: ListenKeys = {
    create: () =>
      this.#answerCall(() => {
        this.#lastKey += 1;
        const key = `key${this.#lastKey}`.repeat(12);
        this.#keys.set(key, this.#clock.now() + KEY_LIFE_MS);
        return key;
      }),
    keepAlive: (key) =>
      this.#answerCall(() => {
        if (!this.#keys.has(key))
          throw new ToolError({ kind: 'rejected', code: -1125, message: 'This listenKey does not exist.' });
        this.#keys.set(key, this.#clock.now() + KEY_LIFE_MS);
        return key;
      }),
    close: (key) =>
      this.#answerCall(() => {
        this.#keys.delete(key);
      }),
  };

  calls(): ReconcileCalls {
    const rows = (list: readonly object[]) => list as unknown as JsonValue;
    const row = (order: Order) => ({
      symbol: order.symbol,
      orderId: order.orderId,
      origQty: String(order.quantity),
      executedQty: String(order.executed),
      status: order.status,
      time: order.time,
    });
    return {
      now: async () => this.#clock.now(),
      orders: {
        tradeId: 'id',
        openOrders: () => this.#answerCall(() => rows(this.orders.filter(isOpen).map(row))),
        order: (symbol, id) =>
          this.#answerCall(() => {
            const found = this.orders.find((one) => one.symbol === symbol && String(one.orderId) === id);
            return row(found!) as unknown as JsonValue;
          }),
        // The endpoints answer in pages; each call of a reconciliation fetches all pages.
        orders: (symbol, since) =>
          this.#pages((from) =>
            this.orders
              .filter((one) => one.symbol === symbol && one.time >= since && one.orderId > from)
              .map((one) => ({ ...row(one), id: one.orderId })),
          ),
        trades: (symbol, since) =>
          this.#pages((from) =>
            this.fills.filter((one) => one.symbol === symbol && one.time >= since && one.id > from),
          ),
      },
      account: () =>
        this.#answerCall(
          () =>
            (this.#product === 'spot'
              ? {
                  updateTime: this.#changedAt,
                  balances: [{ asset: 'USDT', free: String(this.#balance), locked: '0' }],
                }
              : {
                  assets: [
                    { asset: 'USDT', walletBalance: String(this.#balance), updateTime: this.#changedAt },
                  ],
                }) as unknown as JsonValue,
        ),
    };
  }

  async #pages(rowsAfter: (from: number) => readonly { readonly id: number }[]): Promise<JsonValue> {
    const all: { readonly id: number }[] = [];
    for (;;) {
      const page = await this.#answerCall(() => rowsAfter(all.at(-1)?.id ?? 0).slice(0, PAGE_ROWS));
      all.push(...page);
      if (page.length < PAGE_ROWS) return all as unknown as JsonValue;
    }
  }

  /** Runs a call after a delay; some calls fail before, others after the operation was executed. */
  async #answerCall<T>(run: () => T): Promise<T> {
    // A client whose first calls fail ends, so faults begin after the first minute.
    const isFirst = this.#clock.monotonicMs() < MINUTE_MS;
    const draw = isFirst ? 1 : this.#random.next();
    await this.#clock.sleep(10 + Math.floor(this.#random.next() * 400));
    if (draw < 0.03) throw this.#lostAnswer();
    const done = run();
    await this.#clock.sleep(10 + Math.floor(this.#random.next() * 400));
    if (draw < 0.06) throw this.#lostAnswer();
    return done;
  }

  #lostAnswer(): ToolError {
    this.events.unanswered += 1;
    return new ToolError({ kind: 'unavailable', message: 'No answer came.', retryable: true });
  }

  #place(): void {
    this.events.placed += 1;
    const order: Order = {
      symbol: SYMBOLS[Math.floor(this.#random.next() * SYMBOLS.length)]!,
      orderId: this.orders.length + 1,
      quantity: 1 + Math.floor(this.#random.next() * 2000),
      time: this.#clock.now(),
      executed: 0,
      status: 'NEW',
    };
    this.orders.push(order);
    this.#emitOrder(order, 'NEW', undefined);
    this.#emitBalance();
  }

  #fillOrder(most = Number.POSITIVE_INFINITY): void {
    const open = this.orders.filter(isOpen);
    const order = open[Math.floor(this.#random.next() * open.length)];
    if (order === undefined) return;
    const left = order.quantity - order.executed;
    const quantity = Math.min(left, most, 1 + Math.floor(this.#random.next() * left));
    const fill: Fill = {
      symbol: order.symbol,
      id: this.fills.length + 1,
      orderId: order.orderId,
      quantity,
      time: this.#clock.now(),
    };
    order.executed += quantity;
    order.status = order.executed === order.quantity ? 'FILLED' : 'PARTIALLY_FILLED';
    this.fills.push(fill);
    this.#balance -= quantity;
    this.#changedAt = this.#clock.now();
    this.#emitOrder(order, 'TRADE', fill);
    this.#emitBalance();
  }

  #cancel(): void {
    const open = this.orders.filter(isOpen);
    const order = open[Math.floor(this.#random.next() * open.length)];
    if (order === undefined) return;
    order.status = 'CANCELED';
    this.#emitOrder(order, 'CANCELED', undefined);
    this.#emitBalance();
  }

  #emitOrder(order: Order, what: string, fill: Fill | undefined): void {
    this.#updates += 1;
    const at = this.#clock.now();
    const members = {
      s: order.symbol,
      i: order.orderId,
      X: order.status,
      x: what,
      z: String(order.executed),
      l: String(fill?.quantity ?? 0),
      t: fill?.id ?? (this.#product === 'spot' ? -1 : 0),
    };
    this.#emit(
      this.#product === 'spot'
        ? { e: 'executionReport', E: at, ...members, I: this.#updates }
        : { e: 'ORDER_TRADE_UPDATE', E: at, T: at, o: { ...members, T: at } },
    );
  }

  #emitBalance(): void {
    const at = this.#clock.now();
    this.#emit(
      this.#product === 'spot'
        ? {
            e: 'outboundAccountPosition',
            E: at,
            u: this.#changedAt,
            B: [{ a: 'USDT', f: String(this.#balance), l: '0' }],
          }
        : {
            e: 'ACCOUNT_UPDATE',
            E: at,
            T: this.#changedAt,
            a: { m: 'ORDER', B: [{ a: 'USDT', wb: String(this.#balance) }], P: [] },
          },
    );
  }

  #emit(event: object): void {
    const text = JSON.stringify(event);
    for (const { key, listener, isOpen, isMuted: isSilent } of this.#connections) {
      if (!isOpen || isSilent) continue;
      if (key === WS_API) listener.onMessage(Buffer.from(`{"subscriptionId":0,"event":${text}}`));
      else if (this.#keys.has(key)) listener.onMessage(Buffer.from(text));
    }
  }

  /** Ends a listen key; half of the time without a listenKeyExpired event. */
  #expire(key: string): void {
    this.#keys.delete(key);
    this.events.expired += 1;
    const isReported = this.#chance(0.5);
    for (const connection of this.#connections) {
      if (connection.key !== key || !isReported || connection.isMuted) continue;
      const event = { e: 'listenKeyExpired', E: this.#clock.now(), listenKey: key };
      connection.listener.onMessage(Buffer.from(JSON.stringify(event)));
    }
  }

  #dropConnections(): void {
    for (const connection of this.#connections) {
      this.events.lost += 1;
      this.#closeConnection(connection);
    }
    // Fills that happen while no connection is open.
    for (let at = 0; at < 3; at += 1) this.#fillOrder();
  }

  #muteConnections(): void {
    for (const connection of this.#connections) connection.isMuted = true;
    this.events.muted += 1;
    for (let at = 0; at < 3; at += 1) this.#fillOrder();
  }

  #closeConnection(connection: UserConnection): void {
    if (!connection.isOpen) return;
    connection.isOpen = false;
    this.#connections.delete(connection);
    // The client notices the close 5 ms later, as over any network.
    void this.#runAfter(5, () => connection.listener.onClose({ code: 1006, why: 'the connection ended' }));
  }

  #runAfter(ms: number, run: () => void): Promise<void> {
    return this.#clock.sleep(ms).then(run);
  }

  #chance(probability: number): boolean {
    return this.#random.next() < probability;
  }
}

function isOpen({ status }: Order): boolean {
  return status === 'NEW' || status === 'PARTIALLY_FILLED';
}
