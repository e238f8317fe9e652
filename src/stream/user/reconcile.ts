/**
 * Queries what the stream of an account may have missed: open orders, orders that are no longer open, orders
 * and fills since the last event, and balances. What was already reported is left out.
 */
import type { JsonValue, UnixMs } from '../../core/words.ts';
import type { Members, UserState } from './state.ts';

/** The calls that return the account's orders and fills after a gap in its user data stream. */
export interface OrderCalls {
  readonly openOrders: () => Promise<JsonValue>;
  readonly orders: (symbol: string, sinceMs: number) => Promise<JsonValue>;
  /** Resolves with undefined if the exchange no longer shows the order. */
  readonly order: (symbol: string, orderId: string) => Promise<JsonValue | undefined>;
  readonly trades: (symbol: string, sinceMs: number) => Promise<JsonValue>;
  /** The field with the trade id in rows of `trades`. */
  readonly tradeId: string;
}

export interface ReconcileCalls {
  /** The calls for orders and fills; absent where the user data stream has no order events. */
  readonly orders?: OrderCalls;
  /** Returns the account's balances. */
  readonly account: () => Promise<JsonValue>;
  /** Returns the exchange's time; with another clock, queries could miss events. */
  readonly now: () => Promise<UnixMs>;
}

/**
 * The kind of a reconciled line; `gone` is an order that was open and is no longer shown: it ended without a
 * fill.
 */
export type ReconciledKind = 'order' | 'trade' | 'account' | 'gone';

/** A change that a query showed and no event reported. */
export interface ReconciledLine {
  readonly kind: ReconciledKind;
  readonly data: JsonValue;
}

/**
 * How far queries overlap, in ms, because the clocks of the exchange's systems differ a little; repeated rows
 * are left out.
 */
const MARGIN_MS = 2000;

/**
 * Emits changes as they are found, orders before fills before balances: if a call fails, running it again
 * emits the rest. Without the time of a last event only the current state is queried.
 */
export async function reconcile(
  state: UserState,
  calls: ReconcileCalls,
  sinceMs: number | undefined,
  emit: (line: ReconciledLine) => void,
): Promise<void> {
  if (calls.orders !== undefined) await reconcileOrders(state, calls.orders, sinceMs, emit);
  emit({ kind: 'account', data: await calls.account() });
}

async function reconcileOrders(
  state: UserState,
  calls: OrderCalls,
  sinceMs: number | undefined,
  emit: (line: ReconciledLine) => void,
): Promise<void> {
  const orders = (rows: readonly Members[]) => {
    for (const data of rows) if (state.order(data)) emit({ kind: 'order', data });
  };
  const wasOpen = state.open();
  const open = rowsOf(await calls.openOrders());
  orders(open);
  if (sinceMs !== undefined) {
    const from = sinceMs - MARGIN_MS;
    const isOpen = new Set(open.map((row) => `${row['symbol']} ${row['orderId']}`));
    for (const { symbol, id } of wasOpen) {
      if (isOpen.has(`${symbol} ${id}`)) continue;
      const order = await calls.order(symbol, id);
      if (order !== undefined) orders(rowsOf([order]));
      else {
        state.gone(symbol, id);
        emit({ kind: 'gone', data: { symbol, orderId: id } });
      }
    }
    for (const symbol of [...state.symbols]) {
      orders(rowsOf(await calls.orders(symbol, from)));
      for (const data of rowsOf(await calls.trades(symbol, from))) {
        if (state.trade(data, calls.tradeId)) emit({ kind: 'trade', data });
      }
    }
  }
}

function rowsOf(value: JsonValue): readonly Members[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (one): one is Members => typeof one === 'object' && one !== null && !Array.isArray(one),
  );
}
