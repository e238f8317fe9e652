/** The lists of an account that a terminal shows while its user stream runs. */
import { describe, expect, it } from 'vitest';
import type { UserStreamProduct } from '../../src/catalogue/stream-types.ts';
import { USER_EVENTS } from '../../src/catalogue/user-events.ts';
import { WATCHED_LISTS, type WatchedList } from '../../src/catalogue/watched-account.ts';
import { fitToRows } from '../../src/commands/stream/account-screen.ts';
import { WatchedRows } from '../../src/commands/stream/watched-rows.ts';
import { cellAt } from '../../src/stream/events/event-fields.ts';

const LISTS = Object.entries(WATCHED_LISTS).flatMap(([product, lists]) =>
  lists.map((list) => [product as UserStreamProduct, list.title, list] as const),
);

function rowsOf(product: UserStreamProduct, title: string): WatchedRows {
  return new WatchedRows(WATCHED_LISTS[product].find((list) => list.title === title)!);
}

describe('the lists of a watched account', () => {
  it.each(LISTS)(
    'of %s, %s, name fields that their event has',
    (product, _title, { event, columns }: WatchedList) => {
      const declared = USER_EVENTS.find(
        (one) => one.event === event.name && (one.products as readonly string[]).includes(product),
      )!;
      const rowFields =
        event.at === undefined ? declared.fields : cellAt(declared.fields, { at: event.at })!.fields!;
      expect(Object.keys(rowFields)).toEqual(
        expect.arrayContaining(columns.flatMap((column) => column.event ?? [])),
      );
      expect(
        columns.filter(({ isKey }) => isKey === true).every((column) => column.event !== undefined),
      ).toBe(true);
    },
  );

  it('begin with what a query shows and follow the events, without what is zero', () => {
    const balances = rowsOf('spot', 'balances');
    balances.query('account', {
      balances: [
        { asset: 'BTC', free: '1.00', locked: '0.00' },
        { asset: 'ETH', free: '0.00', locked: '0.00' },
      ],
    });
    balances.event({ e: 'executionReport', B: [{ a: 'BTC', f: '9', l: '9' }] });
    expect(balances.shown).toEqual([{ asset: 'BTC', free: '1.00', locked: '0.00' }]);
    balances.event({
      e: 'outboundAccountPosition',
      B: [
        { a: 'ETH', f: '2', l: '0' },
        { a: 'BTC', f: '0', l: '0' },
      ],
    });
    expect(balances.shown).toEqual([{ asset: 'ETH', free: '2', locked: '0' }]);
    balances.query('account', { balances: [] });
    expect(balances.shown).toEqual([]);
  });

  it('keep what an event does not carry, and drop orders that ended or are gone', () => {
    const orders = rowsOf('options', 'open orders');
    orders.query('order', { orderId: '7', symbol: 'A', side: 'BUY', status: 'ACCEPTED', quantity: '1' });
    orders.event({ e: 'ORDER_TRADE_UPDATE', o: [{ oid: '7', s: 'A', S: 'PARTIALLY_FILLED', e: '0.5' }] });
    expect(orders.shown).toMatchObject([{ side: 'BUY', executedQty: '0.5', status: 'PARTIALLY_FILLED' }]);
    orders.query('order', { orderId: '8', symbol: 'A', side: 'BUY', status: 'ACCEPTED' });
    orders.event({ e: 'ORDER_TRADE_UPDATE', o: [{ oid: '7', s: 'A', S: 'CANCELLED' }] });
    expect(orders.shown).toMatchObject([{ orderId: '8' }]);
    orders.query('gone', { symbol: 'A', orderId: '8' });
    expect(orders.shown).toEqual([]);
  });

  it('never draw more lines than the terminal has', () => {
    const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`);
    const fitted = fitToRows(
      [
        { title: 'balances', lines: lines(30) },
        { title: 'orders', lines: [] },
      ],
      12,
    );
    expect(fitted.map((section) => section.lines.length)).toEqual([9, 0]);
    expect(fitted[0]!.lines.at(-1)).toBe('and 22 more');
  });
});
