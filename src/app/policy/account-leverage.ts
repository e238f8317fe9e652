/**
 * Checks the leverage of an account against the limit on leverage: that which is set for a symbol of futures, and that which
 * the debts of a margin account amount to once the order has borrowed what it may. What cannot be computed exceeds the limit.
 */
import {
  type DebtLeverage,
  type LeverageQuery,
  leverageQueryOf,
  type SymbolLeverage,
} from '../../catalogue/leverage-queries.ts';
import type { OrderRules } from '../../catalogue/write-types.ts';
import {
  add,
  compare,
  type Decimal,
  decimalOf,
  divide,
  formatTrimmed,
  max,
  multiply,
  parseDecimal,
  ZERO,
} from '../../core/decimal.ts';
import { parseJson } from '../../core/json.ts';
import { isObject, type JsonObject, type JsonValue } from '../../core/words.ts';
import { type Excess, excessOf, type PolicyLimitSet } from '../../policy/limits.ts';
import { buildRequest } from '../../request/prepare.ts';
import type { IntentPart, PreparedRequest } from '../../request/types.ts';
import { endpointById } from '../find-endpoint.ts';
import type { PublicReader } from '../symbol-market.ts';
import type { World } from '../world.ts';
import { OrderValuer } from './order-valuer.ts';

/** Side effects of margin orders by which they borrow, and by which they only pay back (interface document, margin orders). */
const BORROWING = /^(MARGIN_BUY|AUTO_BORROW_REPAY)$/i;
const REPAYING = /^AUTO_REPAY$/i;

export interface AccountLeverageOptions {
  readonly world: World;
  readonly reader: PublicReader;
  readonly request: Pick<PreparedRequest, 'endpoint' | 'intent'>;
}

/** What an account has, and what of it is left without its debts, in one asset. */
interface Holdings {
  readonly assets: Decimal;
  readonly net: Decimal;
  readonly asset: string;
}

/** Returns why the leverage of an order exceeds the limit; undefined if it does not, or there is no leverage. */
export async function accountLeverageExcess(
  set: PolicyLimitSet,
  options: AccountLeverageOptions,
): Promise<Excess | undefined> {
  const query = leverageQueryOf(options.request.endpoint);
  if (query === undefined) return undefined;
  const limit = decimalOf(String(set.limits.maxLeverage));
  for (const part of set.parts) {
    if (REPAYING.test(part.params['sideEffectType'] ?? '')) continue;
    const found = await overLeverage(query, part, limit, options);
    if (found !== undefined) return excessOf(set, 'maxLeverage', found);
  }
  return undefined;
}

/** Returns the words for a leverage above the limit, or for one that is not known; undefined for one within it. */
async function overLeverage(
  query: LeverageQuery,
  part: IntentPart,
  limit: Decimal,
  { world, reader, request }: AccountLeverageOptions,
): Promise<string | undefined> {
  if (query.by === 'nothing') return `${query.what} cannot be computed`;
  const { symbol } = part;
  if (query.by === 'symbol') {
    const leverage = symbol === undefined ? undefined : await symbolLeverage(query, symbol, reader);
    if (leverage === undefined) return `the leverage of ${symbol ?? 'its symbol'} cannot be read`;
    if (compare(leverage, limit) <= 0) return undefined;
    return `the leverage of ${symbol} is ${formatTrimmed(leverage)}`;
  }
  const isIsolated = part.params['isIsolated']?.toUpperCase() === 'TRUE';
  const account = isIsolated ? `the isolated margin account of ${symbol}` : 'the cross margin account';
  const holdings = await readHoldings(query, isIsolated ? (symbol ?? '') : undefined, reader);
  if (holdings === undefined) return `what ${account} has and owes cannot be read`;
  const { assets, net, asset } = holdings;
  const borrowed = BORROWING.test(part.params['sideEffectType'] ?? '')
    ? await worthIn(asset, part, request.intent?.orderRules, world, reader)
    : ZERO;
  if (borrowed === undefined) return `what the order may borrow for ${account} cannot be computed`;
  const after = add(assets, borrowed);
  if (compare(after, multiply(limit, net)) <= 0) return undefined;
  const leverage = compare(net, ZERO) <= 0 ? 'without bound' : formatTrimmed(divide(after, net, 2, 'up'));
  const cause = compare(borrowed, ZERO) > 0 ? ' once the order has borrowed what it may' : '';
  return `the leverage of ${account} is ${leverage}${cause}`;
}

/** Returns the highest leverage that is set for a symbol; undefined if it cannot be read. */
async function symbolLeverage(
  { query, field }: SymbolLeverage,
  symbol: string,
  reader: Pick<PublicReader, 'call'>,
): Promise<Decimal | undefined> {
  const answer = await readAnswer(query, new Map(), reader);
  if (!Array.isArray(answer)) return undefined;
  const rows = answer.filter((row) => isObject(row) && row['symbol'] === symbol);
  const found = rows.map((row) => decimalIn(row as JsonObject, field));
  if (found.length === 0 || found.includes(undefined)) return undefined;
  return (found as readonly Decimal[]).reduce(max);
}

/** Returns what the cross margin account has, or the isolated account of a symbol; undefined if it cannot be read. */
async function readHoldings(
  { cross, isolated }: DebtLeverage,
  symbol: string | undefined,
  reader: Pick<PublicReader, 'call'>,
): Promise<Holdings | undefined> {
  if (symbol === undefined) {
    const account = await readAnswer(cross.query, new Map(), reader);
    if (!isObject(account)) return undefined;
    return holdingsOf(decimalIn(account, cross.assets), decimalIn(account, cross.net), cross.asset);
  }
  const answer = await readAnswer(isolated.query, new Map([[isolated.symbols, symbol]]), reader);
  const rows = isObject(answer) ? answer[isolated.rowsAt] : undefined;
  const row = Array.isArray(rows) ? rows.find((one) => isObject(one) && one['symbol'] === symbol) : undefined;
  if (!isObject(row)) return undefined;
  const [base, quote, price] = [row[isolated.base], row[isolated.quote], decimalIn(row, isolated.price)];
  if (!isObject(base) || !isObject(quote) || price === undefined) return undefined;
  const inQuote = (field: string): Decimal | undefined => {
    const [ofBase, ofQuote] = [decimalIn(base, field), decimalIn(quote, field)];
    return ofBase && ofQuote && add(multiply(ofBase, price), ofQuote);
  };
  const asset = quote[isolated.asset];
  return typeof asset === 'string'
    ? holdingsOf(inQuote(isolated.total), inQuote(isolated.net), asset)
    : undefined;
}

function holdingsOf(assets: Decimal | undefined, net: Decimal | undefined, asset: string) {
  return assets && net && { assets, net, asset };
}

async function worthIn(
  asset: string,
  part: IntentPart,
  rules: OrderRules | undefined,
  world: World,
  reader: PublicReader,
): Promise<Decimal | undefined> {
  return new OrderValuer(world, asset, reader).valueOf(part, rules).catch(() => undefined);
}

/** Returns the answer of a query; undefined if it cannot be had, because a limit must not guess. */
async function readAnswer(
  id: string,
  wire: ReadonlyMap<string, string>,
  { call }: Pick<PublicReader, 'call'>,
): Promise<JsonValue | undefined> {
  try {
    const { body } = await call(buildRequest(await endpointById(id), wire));
    return parseJson(body, { what: 'the account', kind: 'unavailable' });
  } catch {
    return undefined;
  }
}

function decimalIn(row: JsonObject, name: string): Decimal | undefined {
  const value = row[name];
  return typeof value === 'string' ? parseDecimal(value) : undefined;
}
