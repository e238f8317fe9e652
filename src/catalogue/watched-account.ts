/**
 * What a terminal shows of an account while its user stream runs: lists that a query fills at the start and events
 * change. Each column names its field in rows of the query and, where an event carries it, in the event.
 */
import { decimal, type Field, type Fields, text, type UserStreamProduct } from './stream-types.ts';

export interface WatchedColumn {
  /** The field of a row of the query, by which the row is kept. */
  readonly row: string;
  /** The field of a row of the event; absent if no event carries the value. */
  readonly event?: string;
  readonly field: Field;
  /** Whether the column, with the other keys, distinguishes rows. */
  readonly isKey?: true;
  readonly pinned?: true;
}

export interface WatchedList {
  readonly title: string;
  /** The kind of the query's lines, and the list in each; a line is one row if absent. */
  readonly query: { readonly kind: 'account' | 'order'; readonly at?: string };
  /** The event that changes rows, and where in it they are: one row or a list; the event itself if absent. */
  readonly event: { readonly name: string; readonly at?: string };
  readonly columns: readonly WatchedColumn[];
  /** Fields that are all zero in a row that is not shown. */
  readonly amounts?: readonly string[];
  /** The field with the status of an order; a row whose status is final is not shown. */
  readonly status?: string;
}

const key = { isKey: true, pinned: true } as const;
const pinned = { pinned: true } as const;

function orders(
  name: string,
  at: string | undefined,
  letters: Readonly<Record<string, string>>,
): WatchedList {
  const quantity = 'quantity' in letters ? 'quantity' : 'origQty';
  const columns: readonly WatchedColumn[] = [
    { row: 'symbol', field: text('symbol'), ...key },
    { row: 'side', field: text('side'), ...pinned },
    { row: 'type', field: text('type'), ...pinned },
    { row: quantity, field: decimal('quantity'), ...pinned },
    { row: 'price', field: decimal('price'), ...pinned },
    { row: 'executedQty', field: decimal('filled') },
    { row: 'status', field: text('status') },
    { row: 'orderId', field: text('id'), isKey: true },
  ];
  return {
    title: 'open orders',
    query: { kind: 'order' },
    event: { name, ...(at === undefined ? {} : { at }) },
    columns: columns.map((column) => {
      const event = letters[column.row];
      return event === undefined ? column : { ...column, event };
    }),
    status: 'status',
  };
}

const spotLetters = {
  symbol: 's',
  side: 'S',
  type: 'o',
  origQty: 'q',
  price: 'p',
  executedQty: 'z',
  status: 'X',
  orderId: 'i',
};

const spotOrders = orders('executionReport', undefined, spotLetters);

function spotBalances(at: string, more: readonly WatchedColumn[]): WatchedList {
  return {
    title: 'balances',
    query: { kind: 'account', at },
    event: { name: 'outboundAccountPosition', at: 'B' },
    columns: [
      { row: 'asset', event: 'a', field: text('asset'), ...key },
      { row: 'free', event: 'f', field: decimal('free'), ...pinned },
      { row: 'locked', event: 'l', field: decimal('locked'), ...pinned },
      ...more,
    ],
    amounts: ['free', 'locked', ...more.map(({ row }) => row)],
  };
}

const futuresLists: readonly WatchedList[] = [
  {
    title: 'balances',
    query: { kind: 'account', at: 'assets' },
    event: { name: 'ACCOUNT_UPDATE', at: 'a.B' },
    columns: [
      { row: 'asset', event: 'a', field: text('asset'), ...key },
      { row: 'walletBalance', event: 'wb', field: decimal('wallet'), ...pinned },
      { row: 'crossWalletBalance', event: 'cw', field: decimal('cross wallet') },
    ],
    amounts: ['walletBalance'],
  },
  {
    title: 'positions',
    query: { kind: 'account', at: 'positions' },
    event: { name: 'ACCOUNT_UPDATE', at: 'a.P' },
    columns: [
      { row: 'symbol', event: 's', field: text('symbol'), ...key },
      { row: 'positionSide', event: 'ps', field: text('side'), isKey: true },
      { row: 'positionAmt', event: 'pa', field: decimal('size'), ...pinned },
      { row: 'entryPrice', event: 'ep', field: decimal('entry'), ...pinned },
      { row: 'unrealizedProfit', event: 'up', field: decimal('unrealised'), ...pinned },
    ],
    amounts: ['positionAmt'],
  },
  orders('ORDER_TRADE_UPDATE', 'o', spotLetters),
];

const optionLists: readonly WatchedList[] = [
  {
    title: 'balances',
    query: { kind: 'account', at: 'asset' },
    event: { name: 'ACCOUNT_UPDATE', at: 'B' },
    columns: [
      { row: 'asset', event: 'a', field: text('asset'), ...key },
      { row: 'marginBalance', event: 'b', field: decimal('wallet'), ...pinned },
      { row: 'unrealizedPNL', event: 'u', field: decimal('unrealised'), ...pinned },
    ],
    amounts: ['marginBalance'],
  },
  orders('ORDER_TRADE_UPDATE', 'o', {
    symbol: 's',
    type: 'oty',
    quantity: 'q',
    price: 'p',
    executedQty: 'e',
    status: 'S',
    orderId: 'oid',
  }),
];

/** The lists of each account; of the risk stream of margin only the events are shown. */
export const WATCHED_LISTS: Readonly<Record<UserStreamProduct, readonly WatchedList[]>> = {
  spot: [spotBalances('balances', []), spotOrders],
  margin: [
    spotBalances('userAssets', [
      { row: 'borrowed', field: decimal('borrowed') },
      { row: 'interest', field: decimal('interest') },
    ]),
    spotOrders,
  ],
  'margin-risk': [],
  usdm: futuresLists,
  coinm: futuresLists,
  options: optionLists,
};

/** Returns the fields of the rows of a list, by the names under which the rows are kept. */
export function watchedFields({ columns }: WatchedList): Fields {
  return Object.fromEntries(columns.map(({ row, field }) => [row, field]));
}
