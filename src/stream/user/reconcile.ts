/**
 * Asks the exchange what an account's stream may have missed: open orders, orders that are open no more, orders and
 * fills since the last event, and balances. What was told already is left out.
 */
import type { JsonValue, UnixMs } from '../../core/words.ts';
import type { Members, UserState } from './state.ts';

export interface ReconcileCalls {
  readonly openOrders: () => Promise<JsonValue>;
  readonly orders: (symbol: string, sinceMs: number) => Promise<JsonValue>;
  /** Resolves with undefined where the exchange shows the order no more. */
  readonly order: (symbol: string, orderId: string) => Promise<JsonValue | undefined>;
  readonly trades: (symbol: string, sinceMs: number) => Promise<JsonValue>;
  /** Absent where no call shows the balances of this account. */
  readonly account?: () => Promise<JsonValue>;
  /** The exchange's time: by another clock something could be missed. */
  readonly now: () => Promise<UnixMs>;
  readonly tradeId: string;
}

/** `gone` is an order that was open and that no answer shows any more: it ended without a fill, long ago. */
export type ReconciledKind = 'order' | 'trade' | 'account' | 'gone';

/** A line of what an answer showed and no event did. */
export interface ReconciledLine {
  readonly kind: ReconciledKind;
  readonly data: JsonValue;
}

/** Clocks of the exchange's parts differ a little; what is asked for twice is told once. */
const MARGIN_MS = 2000;

/**
 * Tells what is new as it is found, orders before fills before balances: where a call fails, what was told stays told,
 * and asking again tells the rest. Without a last event nothing but the present is asked for.
 */
export async function reconcile(
  state: UserState,
  calls: ReconcileCalls,
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
  if (calls.account !== undefined) emit({ kind: 'account', data: await calls.account() });
}

function rowsOf(value: JsonValue): readonly Members[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (one): one is Members => typeof one === 'object' && one !== null && !Array.isArray(one),
  );
}
