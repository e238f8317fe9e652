/** Values orders in the quote asset of the policy, by the exchange's rules and public prices. */
import { spotOrderRules } from '../../catalogue/order-params.ts';
import type { OrderRules, PublicPrice } from '../../catalogue/write-types.ts';
import { compare, type Decimal, divide, multiply, ZERO } from '../../core/decimal.ts';
import type { SymbolRules } from '../../orders/symbol-rules.ts';
import {
  isWorthAtMarket,
  limitPricesOf,
  optionWorthOf,
  WORTH_DIGITS,
  type Worth,
  worthOf,
} from '../../policy/worth.ts';
import type { IntentPart } from '../../request/types.ts';
import { fetchPrice, loadRules, type PublicReader } from '../symbol-market.ts';
import type { World } from '../world.ts';

/** The public price by which an amount of one asset is stated in another: that of spot. */
const CONVERSION: PublicPrice = spotOrderRules.price;

export class OrderValuer {
  readonly #world: World;
  readonly #quote: string;
  readonly #reader: PublicReader;
  /** The prices of this write, so that its limits agree on each of them. */
  readonly #prices = new Map<string, Promise<Decimal | undefined>>();
  readonly #contracts = new Map<string, Promise<SymbolRules | undefined>>();

  constructor(world: World, quote: string, reader: PublicReader) {
    this.#world = world;
    this.#quote = quote;
    this.#reader = reader;
  }

  /** Returns the market price of a symbol; undefined if it cannot be had. */
  priceOf(price: PublicPrice, symbol: string): Promise<Decimal | undefined> {
    const key = `${price.lookup} ${symbol}`;
    const known = this.#prices.get(key) ?? fetchPrice(price, symbol, this.#reader);
    this.#prices.set(key, known);
    return known;
  }

  /** Returns the rules of a symbol; undefined if they cannot be had. */
  contractOf(symbol: string, rules: OrderRules): Promise<SymbolRules | undefined> {
    const known =
      this.#contracts.get(symbol) ??
      loadRules(this.#world, rules, symbol, this.#reader).then(
        (cached) => cached.rules,
        () => undefined,
      );
    this.#contracts.set(symbol, known);
    return known;
  }

  /** Returns what an order is worth at most in the quote asset; undefined if that cannot be computed. */
  async valueOf({ symbol, params }: IntentPart, rules: OrderRules | undefined): Promise<Decimal | undefined> {
    if (rules === undefined || symbol === undefined) return undefined;
    const contract = await this.contractOf(symbol, rules);
    if (rules.underlyingPrice !== undefined) return this.#optionValue(symbol, params, rules);
    // A contract whose size is not stated could be worth any amount.
    if (contract === undefined || (rules.isInContracts === true && contract.contractSize === undefined))
      return undefined;
    const market = isWorthAtMarket(params, contract) ? await this.priceOf(rules.price, symbol) : undefined;
    const worth = worthOf(params, contract, market);
    return worth === undefined ? undefined : this.inQuote(worth);
  }

  /** Returns what an order for an option is worth at most; the prices that its worth does not need are not read. */
  async #optionValue(symbol: string, params: IntentPart['params'], rules: OrderRules) {
    const contract = await this.contractOf(symbol, rules);
    if (contract?.option === undefined) return undefined;
    const { side, underlying } = contract.option;
    const isCallSale = params['side'] !== 'BUY' && side === 'CALL';
    const prices = {
      mark: (limitPricesOf(params) ?? []).length > 0 ? undefined : await this.priceOf(rules.price, symbol),
      underlying: isCallSale ? await this.priceOf(rules.underlyingPrice!, underlying) : undefined,
    };
    const worth = optionWorthOf(params, contract, prices);
    return worth === undefined ? undefined : this.inQuote(worth);
  }

  /** Returns an amount of an asset in the quote asset, rounded up; undefined without a price. */
  async inQuote({ amount, asset }: Worth): Promise<Decimal | undefined> {
    if (asset === this.#quote) return amount;
    const price = await this.priceOf(CONVERSION, `${asset}${this.#quote}`);
    if (price !== undefined) return multiply(amount, price);
    const inverse = await this.priceOf(CONVERSION, `${this.#quote}${asset}`);
    if (inverse === undefined || compare(inverse, ZERO) <= 0) return undefined;
    return divide(amount, inverse, WORTH_DIGITS, 'up');
  }
}
