/** The rows of an account's export: each says what was added to and taken from the balances. */
import type { View } from '../../catalogue/types.ts';
import { type Decimal, formatTrimmed, isZero, negate, parseDecimal, ZERO } from '../../core/decimal.ts';
import { parseTime } from '../../core/time.ts';
import { isObject, type JsonObject, type JsonValue, unixMs } from '../../core/words.ts';
import { TRANSFER_TYPES } from '../../pnl/futures.ts';
import { decimalIn } from './account-reader.ts';
import type { SpotMarket } from './spot-markets.ts';

/** The columns of every row, whatever its kind; `time` is ISO 8601 in UTC. */
export const EXPORT_VIEW: View = {
  shape: 'rows',
  columns: [
    { name: 'time', is: 'text', pinned: true },
    { name: 'kind', is: 'text', pinned: true },
    { name: 'product', is: 'text' },
    { name: 'symbol', is: 'text', pinned: true },
    { name: 'id', is: 'text', hidden: true },
    { name: 'side', is: 'text' },
    { name: 'asset', is: 'text', pinned: true },
    { name: 'amount', is: 'decimal', pinned: true },
    { name: 'price', is: 'decimal' },
    { name: 'quoteAsset', title: 'quote', is: 'text' },
    { name: 'quoteAmount', title: 'quote amount', is: 'decimal' },
    { name: 'fee', is: 'decimal' },
    { name: 'feeAsset', title: 'fee in', is: 'text' },
    { name: 'orderId', is: 'text', hidden: true },
    { name: 'txId', is: 'text', hidden: true },
  ],
};

/** A row of the export; a column without a value is null. */
export type ExportRow = JsonObject;

/** The states of a withdrawal and of a deposit whose amount has left or reached the balance (interface document). */
const WITHDRAWN = new Set(['6']);
const CREDITED = new Set(['1', '6']);

/** Returns the row of a spot trade: the base asset as `asset`, the quote asset as `quoteAsset`. */
export function tradeRow(row: JsonObject, { symbol, base, quote }: SpotMarket): ExportRow {
  const isBuyer = row['isBuyer'] === true;
  const signed = (amount: Decimal, isIn: boolean) => formatTrimmed(isIn ? amount : negate(amount));
  return exportRow(row['time'], {
    kind: 'trade',
    product: 'spot',
    symbol,
    id: String(row['id']),
    side: isBuyer ? 'BUY' : 'SELL',
    asset: base,
    amount: signed(decimalIn(row, 'qty'), isBuyer),
    price: formatTrimmed(decimalIn(row, 'price')),
    quoteAsset: quote,
    quoteAmount: signed(decimalIn(row, 'quoteQty'), !isBuyer),
    fee: formatTrimmed(decimalIn(row, 'commission')),
    feeAsset: row['commissionAsset'] ?? null,
    orderId: String(row['orderId']),
  });
}

/** Returns the row of a deposit; none for one that has not been credited. */
export function depositRows(row: JsonObject): readonly ExportRow[] {
  if (!CREDITED.has(String(row['status']))) return [];
  return [
    exportRow(row['insertTime'], {
      kind: 'deposit',
      product: 'funds',
      id: String(row['id'] ?? ''),
      asset: row['coin'] ?? null,
      amount: formatTrimmed(decimalIn(row, 'amount')),
      txId: row['txId'] ?? null,
    }),
  ];
}

/** Returns the row of a withdrawal with its fee; none for one that was not completed. */
export function withdrawalRows(row: JsonObject): readonly ExportRow[] {
  if (!WITHDRAWN.has(String(row['status']))) return [];
  return [
    exportRow(row['applyTime'], {
      kind: 'withdrawal',
      product: 'funds',
      id: String(row['id'] ?? ''),
      asset: row['coin'] ?? null,
      amount: formatTrimmed(negate(decimalIn(row, 'amount'))),
      fee: formatTrimmed(parseDecimal(String(row['transactionFee'])) ?? ZERO),
      feeAsset: row['coin'] ?? null,
      txId: row['txId'] ?? null,
    }),
  ];
}

/** Returns the row of an income of futures; none for a transfer, which only moves funds between wallets. */
export function incomeRows(row: JsonObject, product: string): readonly ExportRow[] {
  const type = String(row['incomeType']);
  const amount = decimalIn(row, 'income');
  if (TRANSFER_TYPES.has(type) || isZero(amount)) return [];
  return [
    exportRow(row['time'], {
      kind: type.toLowerCase().replaceAll('_', ' '),
      product,
      symbol: row['symbol'] || null,
      id: String(row['tranId'] ?? ''),
      asset: row['asset'] ?? null,
      amount: formatTrimmed(amount),
      orderId: row['tradeId'] || null,
    }),
  ];
}

/** Returns the row of a conversion: what was given as `asset`, what was received as `quoteAsset`. */
export function conversionRows(row: JsonObject): readonly ExportRow[] {
  if (row['orderStatus'] !== 'SUCCESS') return [];
  return [
    exportRow(row['createTime'], {
      kind: 'conversion',
      product: 'convert',
      id: String(row['orderId']),
      asset: row['fromAsset'] ?? null,
      amount: formatTrimmed(negate(decimalIn(row, 'fromAmount'))),
      price: formatTrimmed(decimalIn(row, 'ratio')),
      quoteAsset: row['toAsset'] ?? null,
      quoteAmount: formatTrimmed(decimalIn(row, 'toAmount')),
    }),
  ];
}

/** Returns a row for each asset of a conversion of dust; what was received is stated after the charge. */
export function dustRows(row: JsonObject): readonly ExportRow[] {
  const details = row['userAssetDribbletDetails'];
  return (Array.isArray(details) ? (details as readonly JsonValue[]) : []).filter(isObject).map((detail) =>
    exportRow(detail['operateTime'] ?? row['operateTime'], {
      kind: 'dust conversion',
      product: 'funds',
      id: `${detail['transId'] ?? row['transId']}-${detail['fromAsset']}`,
      asset: detail['fromAsset'] ?? null,
      amount: formatTrimmed(negate(decimalIn(detail, 'amount'))),
      quoteAsset: detail['targetAsset'] ?? 'BNB',
      quoteAmount: formatTrimmed(decimalIn(detail, 'transferedAmount')),
    }),
  );
}

function exportRow(time: JsonValue | undefined, fields: JsonObject): ExportRow {
  const row = { time: isoTime(time), ...fields } as JsonObject;
  return Object.fromEntries(EXPORT_VIEW.columns.map(({ name }) => [name, row[name] ?? null]));
}

/** Returns a time as ISO 8601; the exchange sends Unix ms, and UTC text for withdrawals. */
function isoTime(time: JsonValue | undefined): string {
  const text = String(time);
  const at = /^\d+$/.test(text) ? Number(text) : parseTime(text, unixMs(0));
  return at === undefined ? text : new Date(at).toISOString();
}
