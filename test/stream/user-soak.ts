/** Follows an account for virtual days and compares the events that the client reports with the true account. */
import { seededRandom } from '../../src/core/clock.ts';
import { MINUTE_MS } from '../../src/core/time-units.ts';
import type { JsonValue } from '../../src/core/words.ts';
import { Account } from '../../src/stream/user/account.ts';
import { ListenKeyFeed } from '../../src/stream/user/listen-key-feed.ts';
import { type Members, UserState } from '../../src/stream/user/state.ts';
import { WsApiUserFeed } from '../../src/stream/user/ws-api-feed.ts';
import { manualClock, runPendingTasks } from './manual-clock.ts';
import { SimulatedExchange, type SimulatedProduct, WS_API } from './simulated-exchange.ts';

export interface SoakOptions {
  readonly product: SimulatedProduct;
  readonly days: number;
  readonly seed: number;
  /** Listen keys if omitted. */
  readonly transport?: 'ws-api' | undefined;
  /** The part that a faulty client leaves out. */
  readonly without?: 'reconcile' | 'keep-alive' | 'dedupe';
}

export interface SoakReport {
  readonly faults: readonly string[];
  readonly fills: number;
  readonly checks: number;
  readonly events: SimulatedExchange['events'];
}

/** The longest delay of a fill: the client learns of an unreported expiry at a keep-alive, after 30 to 50 minutes. */
const LATE_MAX_MS = 60 * MINUTE_MS;
const FINAL = new Set(['FILLED', 'CANCELED']);

/** Follows the account of a simulated exchange; stops at the first faults. */
export async function followAccount({
  product,
  days,
  seed,
  without,
  transport,
}: SoakOptions): Promise<SoakReport> {
  const clock = manualClock();
  const exchange = new SimulatedExchange(product, clock, seededRandom(seed));
  const stop = new AbortController();
  const reported = new ReportedAccount(product);
  const account = new Account({
    clock,
    state: without === 'dedupe' ? new StateWithoutDedupe(product) : new UserState(product),
    calls: exchange.calls(),
    signal: stop.signal,
    listener: {
      onEvent: (bytes) => reported.event(JSON.parse(String(bytes)) as Members, false),
      onLate: (event) => reported.event(event, true),
      onDuplicate() {},
      onReconciled: ({ kind, data }) => reported.reconciledRow(kind, data),
      onNote() {},
    },
  });
  let asking = 0;
  const shared = {
    clock,
    random: seededRandom(seed + 1),
    open: exchange.open,
    takeAttempt: async () => {},
    signal: stop.signal,
    onConnected: async (isFirst: boolean) => {
      if (without === 'reconcile' && !isFirst) return;
      asking += 1;
      await account.catchUp(isFirst).finally(() => {
        asking -= 1;
      });
    },
    onMessage: (bytes: Buffer) => account.message(bytes),
    onLost() {},
    onNote() {},
  };
  const feed =
    transport === WS_API
      ? new WsApiUserFeed({
          ...shared,
          url: new URL(`ws://127.0.0.1/${WS_API}`),
          timeoutMs: MINUTE_MS,
          subscribe: async (api) => {
            await api.ready();
            return {};
          },
        })
      : new ListenKeyFeed({
          ...shared,
          base: new URL('ws://127.0.0.1'),
          keys:
            without === 'keep-alive' ? { ...exchange.keys, keepAlive: async (key) => key } : exchange.keys,
        });
  let failure: unknown;
  const done = feed.run().catch((error: unknown) => {
    failure = error;
  });
  // Events from before the first connection are not expected.
  await runPendingTasks();
  await clock.advance(2 * MINUTE_MS);
  let checks = 0;
  let minute = 0;
  for (; minute < days * 24 * 60; minute += 1) {
    exchange.runMinute();
    await clock.advance(MINUTE_MS);
    if (failure !== undefined) reported.faults.push(`the client ended: ${String(failure)}`);
    reported.checkFills(exchange, clock.now() - LATE_MAX_MS);
    checks += 1;
    if (reported.faults.length > 0) break;
  }
  // Delayed events arrive before the final comparison.
  for (let left = 0; left < 70 && reported.faults.length === 0; left += 1) await clock.advance(MINUTE_MS);
  if (reported.faults.length === 0) reported.checkFinalState(exchange);
  stop.abort();
  await clock.advance(MINUTE_MS);
  await done;
  const faults = reported.faults.map(
    (fault) =>
      `${fault} (${product} over ${transport ?? 'listen keys'}, seed ${seed}, minute ${minute}, ${asking} reconciliations pending)`,
  );
  return { faults, fills: exchange.fills.length, checks, events: exchange.events };
}

/** The account as a reader sees it who applies all reported lines in order. */
class ReportedAccount {
  readonly faults: string[] = [];
  readonly #product: SimulatedProduct;
  readonly #fills = new Map<number, number>();
  readonly #orders = new Map<number, { status: string; executed: number }>();
  #balance = Number.NaN;
  #checked = 0;

  constructor(product: SimulatedProduct) {
    this.#product = product;
  }

  event(event: Members, isLate: boolean): void {
    const order = this.#product === 'spot' ? event : (event['o'] as Members);
    switch (event['e']) {
      case 'executionReport':
      case 'ORDER_TRADE_UPDATE':
        if (order['x'] === 'TRADE') this.#fill(Number(order['t']), Number(order['l']));
        if (!isLate) this.#order(Number(order['i']), String(order['X']), Number(order['z']));
        return;
      case 'outboundAccountPosition':
        if (!isLate) this.#setBalance((event['B'] as Members[])[0]!['f']);
        return;
      case 'ACCOUNT_UPDATE':
        if (!isLate) this.#setBalance(((event['a'] as Members)['B'] as Members[])[0]!['wb']);
        return;
      default:
        return;
    }
  }

  reconciledRow(kind: string, data: JsonValue): void {
    const row = data as Members;
    if (kind === 'trade') this.#fill(Number(row['id']), Number(row['quantity']));
    if (kind === 'order')
      this.#order(Number(row['orderId']), String(row['status']), Number(row['executedQty']));
    if (kind === 'account') {
      const [balance] = (row['balances'] ?? row['assets']) as Members[];
      this.#setBalance(balance!['free'] ?? balance!['walletBalance']);
    }
  }

  /** Adds a fault for each fill up to a time that has not been reported. */
  checkFills({ fills }: SimulatedExchange, until: number): void {
    for (; this.#checked < fills.length && fills[this.#checked]!.time <= until; this.#checked += 1) {
      const { id, quantity } = fills[this.#checked]!;
      if (this.#fills.get(id) !== quantity) this.faults.push(`fill ${id} was never reported`);
    }
  }

  /** Adds a fault for each difference between the reported and the true account. */
  checkFinalState({ fills, orders, balance }: SimulatedExchange): void {
    if (this.#fills.size !== fills.length) this.faults.push(`${this.#fills.size} of ${fills.length} fills`);
    for (const { orderId, status, executed } of orders) {
      const known = this.#orders.get(orderId);
      if (known?.status !== status || known.executed !== executed)
        this.faults.push(`order ${orderId} is ${status} ${executed}, known as ${JSON.stringify(known)}`);
    }
    if (this.#balance !== balance) this.faults.push(`the balance is ${balance}, known as ${this.#balance}`);
  }

  #fill(id: number, quantity: number): void {
    if (this.#fills.has(id)) this.faults.push(`fill ${id} was reported twice`);
    this.#fills.set(id, quantity);
  }

  #order(id: number, status: string, executed: number): void {
    const known = this.#orders.get(id);
    const isReversed =
      known !== undefined &&
      (executed < known.executed || (FINAL.has(known.status) && status !== known.status));
    if (isReversed)
      this.faults.push(`order ${id} went back from ${JSON.stringify(known)} to ${status} ${executed}`);
    this.#orders.set(id, { status, executed });
  }

  /** Adds a fault where the balance rises: all fills buy, so the balance can only fall. */
  #setBalance(value: JsonValue | undefined): void {
    const balance = Number(value);
    if (balance > this.#balance) this.faults.push(`the balance went back to ${balance}`);
    this.#balance = balance;
  }
}

/** An account state that treats every event and trade as new. */
class StateWithoutDedupe extends UserState {
  override event(event: Members) {
    super.event(event);
    return 'new' as const;
  }

  override trade(): boolean {
    return true;
  }
}
