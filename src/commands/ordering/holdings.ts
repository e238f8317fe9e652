/** Reads what an order can be sized by: positions, free balances and the order book of a symbol. */
import { ACCOUNT_QUERIES } from '../../catalogue/account-queries.ts';
import { BOOK_ACCESS } from '../../catalogue/streams.ts';
import type { Endpoint, Product } from '../../catalogue/types.ts';
import { type Decimal, isZero, parseDecimal, sign, ZERO } from '../../core/decimal.ts';
import { parseJson } from '../../core/json.ts';
import { isObject, type JsonObject, type JsonValue } from '../../core/words.ts';
import type { BookLevel, BookSides } from '../../orders/expected-fill.ts';
import { buildRequest } from '../../request/prepare.ts';
import { endpointById } from '../find-endpoint.ts';
import type { CommandCall } from '../types.ts';

/** An open position of futures. */
export interface AccountPosition {
  readonly symbol: string;
  /** BOTH in one-way mode, LONG or SHORT in hedge mode. */
  readonly positionSide: string;
  /** Above zero for a long position, below for a short one. */
  readonly amount: Decimal;
  readonly leverage: Decimal;
}

/** Returns the open positions of a product, of one symbol or of all; none if the product has no positions. */
export async function openPositions(
  call: CommandCall,
  product: Product,
  symbol?: string,
): Promise<readonly AccountPosition[]> {
  return (await positionsOf(call, product, symbol)).filter(({ amount }) => !isZero(amount));
}

/** Returns the positions of a product as the exchange lists them, with those of size zero. */
export async function positionsOf(
  call: CommandCall,
  product: Product,
  symbol?: string,
): Promise<readonly AccountPosition[]> {
  const query = ACCOUNT_QUERIES[product]?.positions;
  if (query === undefined) return [];
  const rows = await readRows(call, await endpointById(query), symbol);
  return rows
    .map((row) => ({
      symbol: textOf(row, 'symbol'),
      positionSide: textOf(row, 'positionSide'),
      amount: parseDecimal(textOf(row, 'positionAmt')) ?? ZERO,
      leverage: parseDecimal(textOf(row, 'leverage')) ?? ZERO,
    }))
    .filter((position) => symbol === undefined || position.symbol === symbol);
}

/** Returns what an order may use of an asset: the free balance, or the available margin of futures. */
export async function freeBalance(call: CommandCall, product: Product, asset: string): Promise<Decimal> {
  const { query, free } = ACCOUNT_QUERIES[product]!.balances;
  const rows = await readRows(call, await endpointById(query));
  const row = rows.find((one) => one['asset'] === asset);
  const amount = row === undefined ? undefined : parseDecimal(textOf(row, free));
  return amount === undefined || sign(amount) < 0 ? ZERO : amount;
}

/** Returns the order book of a symbol as deep as it is usually read. */
export async function readBook(
  call: CommandCall,
  product: keyof typeof BOOK_ACCESS,
  symbol: string,
): Promise<BookSides> {
  const { endpoint, limit } = BOOK_ACCESS[product];
  const request = buildRequest(
    await endpointById(endpoint),
    new Map([
      ['symbol', symbol],
      ['limit', String(limit.usual)],
    ]),
  );
  const { body } = await call.services.call(request, { isOneOfMany: true });
  const book = parseJson(body, { what: 'the order book', kind: 'unavailable' }) as JsonObject;
  return { bids: book['bids'] as readonly BookLevel[], asks: book['asks'] as readonly BookLevel[] };
}

async function readRows(
  { services }: CommandCall,
  endpoint: Endpoint,
  symbol?: string,
): Promise<readonly JsonObject[]> {
  const wire = new Map(
    symbol === undefined || !('symbol' in endpoint.params) ? [] : [['symbol', symbol] as const],
  );
  const { body } = await services.call(buildRequest(endpoint, wire), { isOneOfMany: true });
  const answer = parseJson(body, { what: 'the account', kind: 'unavailable' });
  const { rowsAt } = endpoint.view ?? {};
  const rows = rowsAt !== undefined && isObject(answer) ? answer[rowsAt] : answer;
  return (Array.isArray(rows) ? (rows as readonly JsonValue[]) : []).filter(isObject);
}

function textOf(row: JsonObject, field: string): string {
  return String(row[field] ?? '');
}
