/**
 * What an account has at stake on one product, in the quote asset of the policy: the worth of its positions and open
 * orders, and the gain or loss of the day. Every method returns undefined if something cannot be read or valued.
 */
import {
  EXPOSURE_QUERIES,
  type ExposureProduct,
  type ExposureQueries,
  PROFIT_TYPES,
  type RealisedProfit,
} from '../../catalogue/exposure-queries.ts';
import {
  abs,
  add,
  type Decimal,
  formatDecimal,
  isZero,
  multiply,
  negate,
  parseDecimal,
  subtract,
  sumOf,
  ZERO,
} from '../../core/decimal.ts';
import { parseJson } from '../../core/json.ts';
import { isObject, type JsonValue, type UnixMs } from '../../core/words.ts';
import { buildRequest } from '../../request/prepare.ts';
import type { IntentPart } from '../../request/types.ts';
import { endpointById } from '../find-endpoint.ts';
import type { PublicReader } from '../symbol-market.ts';
import type { OrderValuer } from './order-valuer.ts';

/** The most rows that the exchange returns of trades and income; as many may lack others (interface document). */
const ROWS_MAX = 1000;

type Row = Readonly<Record<string, JsonValue>>;

export interface AccountExposureOptions {
  readonly product: ExposureProduct;
  readonly valuer: OrderValuer;
  readonly reader: Pick<PublicReader, 'call'>;
}

export class AccountExposure {
  readonly #options: AccountExposureOptions;

  constructor(options: AccountExposureOptions) {
    this.#options = options;
  }

  /**
   * Returns what the positions and the open orders that may open or enlarge one are worth together, without the orders
   * that are about to be changed.
   */
  gross(changed: readonly IntentPart[]): Promise<Decimal | undefined> {
    return orUndefined(async () => {
      const [held, open] = await Promise.all([this.#positions(), this.#rows(this.#queries.openOrders.query)]);
      const orders = open.filter(
        (row) => !isReduceOnly(row) && !changed.some((part) => isOrderOf(part, row)),
      );
      const worths = await Promise.all([
        ...held.map((row) => this.#worthOfPosition(row)),
        ...orders.map((row) => this.#worthOfOrder(row)),
      ]);
      return sumOf(worths);
    });
  }

  /**
   * Returns the gain, or the loss as a negative number, since a time; spot and options count the trades of the given symbols,
   * options also those of the symbols with a position.
   */
  profitSince(since: UnixMs, symbols: readonly string[]): Promise<Decimal | undefined> {
    return orUndefined(async () => {
      const { profit } = this.#queries;
      const positions = await this.#positions();
      const unrealised = positions.map((row) => this.#unrealisedOf(row));
      if ('income' in profit) {
        const rows = await this.#rowsSince(profit.income, since);
        return sumOf(await Promise.all([...rows.map((row) => this.#incomeOf(row)), ...unrealised]));
      }
      const held = positions.map((row) => textIn(row, 'symbol'));
      const traded = [...new Set([...symbols, ...held])];
      const realised = traded.map((symbol) =>
        'trades' in profit
          ? this.#tradedProfit(profit.trades, symbol, since)
          : this.#realisedProfit(profit.realised, symbol, since),
      );
      if ('expired' in profit && (await this.#rowsSince(profit.expired, since)).length > 0)
        throw new NotKnown();
      return sumOf(await Promise.all([...realised, ...unrealised]));
    });
  }

  get #queries(): ExposureQueries {
    return EXPOSURE_QUERIES[this.#options.product];
  }

  async #positions(): Promise<readonly Row[]> {
    const { positions } = this.#queries;
    return positions === undefined ? [] : this.#rows(positions.query);
  }

  async #rows(id: string, wire: ReadonlyMap<string, string> = new Map()): Promise<readonly Row[]> {
    const { body } = await this.#options.reader.call(buildRequest(await endpointById(id), wire));
    const answer = parseJson(body, { what: 'the account', kind: 'unavailable' });
    if (!Array.isArray(answer) || !answer.every(isObject)) throw new NotKnown();
    return answer;
  }

  async #rowsSince(id: string, since: UnixMs, symbol?: string): Promise<readonly Row[]> {
    const rows = await this.#rows(
      id,
      new Map([
        ...(symbol === undefined ? [] : [['symbol', symbol] as const]),
        ['startTime', String(since)],
        ['limit', String(ROWS_MAX)],
      ]),
    );
    if (rows.length >= ROWS_MAX) throw new NotKnown();
    return rows;
  }

  #worthOfPosition(row: Row): Promise<Decimal> {
    const { size, side } = this.#queries.positions!;
    const heldBy = side === undefined ? {} : { side: row[side] === 'LONG' ? 'BUY' : 'SELL' };
    return this.#worthOf(row, abs(decimalIn(row, size)), heldBy);
  }

  #worthOfOrder(row: Row): Promise<Decimal> {
    const quantity = decimalIn(row, this.#queries.openOrders.quantity);
    const open = subtract(quantity, decimalIn(row, 'executedQty'));
    const prices = ['price', 'stopPrice'].flatMap((name) => {
      const price = parseDecimal(textIn(row, name));
      return price === undefined || isZero(price) ? [] : [[name, formatDecimal(price)] as const];
    });
    return this.#worthOf(row, open, { side: textIn(row, 'side'), ...Object.fromEntries(prices) });
  }

  async #worthOf(row: Row, quantity: Decimal, terms: Readonly<Record<string, string>>): Promise<Decimal> {
    if (isZero(quantity)) return ZERO;
    const { valuer } = this.#options;
    const params = { ...terms, quantity: formatDecimal(quantity) };
    return known(await valuer.valueOf({ symbol: textIn(row, 'symbol'), params }, this.#queries.rules));
  }

  async #incomeOf(row: Row): Promise<Decimal> {
    if (!PROFIT_TYPES.includes(textIn(row, 'incomeType'))) return ZERO;
    return this.#signedInQuote(decimalIn(row, 'income'), textIn(row, 'asset'));
  }

  async #unrealisedOf(row: Row): Promise<Decimal> {
    const profit = decimalIn(row, this.#queries.positions!.profit);
    if (isZero(profit)) return ZERO;
    const { quoteAsset, baseAsset, contractSize } = await this.#contract(textIn(row, 'symbol'));
    // Contracts of a fixed value in the quote asset are settled in the base asset.
    return this.#signedInQuote(profit, known(contractSize === undefined ? quoteAsset : baseAsset));
  }

  /** Returns what the trades of a symbol earned by closing positions, less their fees. */
  async #realisedProfit(
    { query, profit, fee, asset }: RealisedProfit['realised'],
    symbol: string,
    since: UnixMs,
  ): Promise<Decimal> {
    const rows = await this.#rowsSince(query, since, symbol);
    const profits = rows.map((row) =>
      // The sign of a fee differs between records; every fee is a charge.
      this.#signedInQuote(subtract(decimalIn(row, profit), abs(decimalIn(row, fee))), textIn(row, asset)),
    );
    return sumOf(await Promise.all(profits));
  }

  /** Returns what the fills of a symbol earned: proceeds less cost and commissions, with the rest at the market price. */
  async #tradedProfit(id: string, symbol: string, since: UnixMs): Promise<Decimal> {
    const rows = await this.#rowsSince(id, since, symbol);
    if (rows.length === 0) return ZERO;
    const { valuer } = this.#options;
    const { quoteAsset } = await this.#contract(symbol);
    let [quote, base] = [ZERO, ZERO];
    const commissions: Decimal[] = [];
    for (const row of rows) {
      const isBuyer = row['isBuyer'] === true;
      const [paid, got] = [decimalIn(row, 'quoteQty'), decimalIn(row, 'qty')];
      quote = isBuyer ? subtract(quote, paid) : add(quote, paid);
      base = isBuyer ? add(base, got) : subtract(base, got);
      const commission = decimalIn(row, 'commission');
      if (!isZero(commission))
        commissions.push(await this.#signedInQuote(negate(commission), textIn(row, 'commissionAsset')));
    }
    const rest = isZero(base)
      ? ZERO
      : multiply(base, known(await valuer.priceOf(this.#queries.rules.price, symbol)));
    return sumOf([await this.#signedInQuote(add(quote, rest), known(quoteAsset)), ...commissions]);
  }

  async #contract(symbol: string) {
    return known(await this.#options.valuer.contractOf(symbol, this.#queries.rules));
  }

  async #signedInQuote(amount: Decimal, asset: string): Promise<Decimal> {
    return known(await this.#options.valuer.inQuote({ amount, asset }));
  }
}

/** Thrown where a value is missing or cannot be computed. */
class NotKnown extends Error {}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new NotKnown();
  return value;
}

/** Returns what the work computes; undefined if a read or a value fails, because a limit must not guess. */
async function orUndefined<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

function textIn(row: Row, name: string): string {
  const value = row[name];
  return typeof value === 'string' ? value : '';
}

function decimalIn(row: Row, name: string): Decimal {
  return known(parseDecimal(textIn(row, name)));
}

/** Returns whether a change names an open order, by one of its ids. */
function isOrderOf({ symbol, params }: IntentPart, row: Row): boolean {
  const { orderId, origClientOrderId } = params;
  if (symbol === undefined || row['symbol'] !== symbol) return false;
  return orderId === undefined
    ? row['clientOrderId'] === origClientOrderId
    : String(row['orderId']) === orderId;
}

function isReduceOnly(row: Row): boolean {
  return row['reduceOnly'] === true || row['closePosition'] === true;
}
