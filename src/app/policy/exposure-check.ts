/**
 * Checks an order against the limits on the exposure of its account and on the loss of the day, over all products that
 * count.
 */

import { EXPOSURE_PRODUCTS, type ExposureProduct } from '../../catalogue/exposure-queries.ts';
import { add, compare, type Decimal, decimalOf, formatTrimmed, negate, sumOf } from '../../core/decimal.ts';
import { ToolError } from '../../core/errors.ts';
import type { UnixMs } from '../../core/words.ts';
import { type Excess, excessOf, type PolicyLimitSet } from '../../policy/limits.ts';
import type { WriteIntent } from '../../request/types.ts';
import type { WriteCondition } from '../journal/write-journal.ts';
import type { World } from '../world.ts';
import { AccountExposure, type AccountExposureOptions } from './account-exposure.ts';
import { EXPOSURE_CHANGED } from './exposure-changed.ts';
import { type RecordedOrders, readRecordedOrders } from './recorded-orders.ts';

export interface ExposureCheckOptions extends Omit<AccountExposureOptions, 'product'> {
  readonly world: World;
  /** The product of the order. */
  readonly product: ExposureProduct;
  /** The products whose exposure and losses count besides, as the policy names them; all if undefined. */
  readonly products: readonly ExposureProduct[] | undefined;
  readonly venue: string;
  readonly account: string;
  readonly quote: string;
  readonly intent: WriteIntent;
  /** The start of the day in UTC. */
  readonly dayStart: UnixMs;
}

export class ExposureCheck {
  readonly #options: ExposureCheckOptions;
  readonly #exposures: readonly { readonly product: ExposureProduct; readonly exposure: AccountExposure }[];
  #recorded: Promise<RecordedOrders> | undefined;
  #gross: Promise<Known> | undefined;

  constructor(options: ExposureCheckOptions) {
    this.#options = options;
    const { product, products = EXPOSURE_PRODUCTS } = options;
    this.#exposures = [...new Set([product, ...products])].map((one) => ({
      product: one,
      exposure: new AccountExposure({ ...options, product: one }),
    }));
  }

  /** Returns why an order of this worth exceeds the limit on exposure; undefined if it does not. */
  async grossExcess(set: PolicyLimitSet, worth: Decimal): Promise<Excess | undefined> {
    const { quote } = this.#options;
    this.#gross ??= this.#readGross();
    const gross = await this.#gross;
    if (typeof gross === 'string')
      return excessOf(set, 'maxGross', `the exposure of the account ${gross}`, quote);
    if (compare(add(gross, worth), decimalOf(set.limits.maxGross!)) <= 0) return undefined;
    const found = `positions and open orders are worth ${formatTrimmed(gross)} ${quote}, to which this adds ${formatTrimmed(worth)}`;
    return excessOf(set, 'maxGross', found, quote);
  }

  /** Returns why no more orders may be sent today; undefined if the day's loss is below the limit. */
  async lossExcess(set: PolicyLimitSet): Promise<Excess | undefined> {
    const { quote, dayStart, product: own } = this.#options;
    const recorded = await this.#readRecorded();
    const profit = await sumOfAll(this.#exposures, ({ product, exposure }) =>
      exposure.profitSince(dayStart, [
        ...new Set([...(product === own ? this.#symbols : []), ...(recorded.symbols.get(product) ?? [])]),
      ]),
    );
    if (typeof profit === 'string')
      return excessOf(set, 'maxLossDay', `the loss of the day ${profit}`, quote);
    const loss = negate(profit);
    if (compare(loss, decimalOf(set.limits.maxLossDay!)) < 0) return undefined;
    return excessOf(set, 'maxLossDay', `${formatTrimmed(loss)} ${quote} were lost since 00:00 UTC`, quote);
  }

  /** Returns the count that fails if another order of the account was recorded since its exposure was read. */
  async sequenceCount(at: UnixMs): Promise<WriteCondition> {
    const { sequence } = await this.#readRecorded();
    const max = String(sequence + 1);
    return {
      operation: { do: 'count', counter: this.#counter, add: '1', max, at },
      refusedError: () =>
        new ToolError({
          kind: 'refused',
          message:
            'The order was not sent: other orders of the account were recorded while its limits were checked.',
          hint: 'Send it again.',
          name: EXPOSURE_CHANGED,
          execution: 'not_executed',
        }),
    };
  }

  get #symbols(): readonly string[] {
    return this.#options.intent.parts.flatMap(({ symbol }) => symbol ?? []);
  }

  get #counter(): string {
    return `policy exposure ${this.#options.venue} ${this.#options.account}`;
  }

  #readRecorded(): Promise<RecordedOrders> {
    const { world, venue, account, dayStart: since } = this.#options;
    const products = this.#exposures.map(({ product }) => product);
    this.#recorded ??= readRecordedOrders(world, { venue, account, products, since, counter: this.#counter });
    return this.#recorded;
  }

  /** Reads the journal before the exchange, so that an order is in one of the two, or changes the sequence. */
  async #readGross(): Promise<Known> {
    const { valuer, intent, product: own } = this.#options;
    const { unresolved } = await this.#readRecorded();
    const worths = await Promise.all(unresolved.map(({ part, rules }) => valuer.valueOf(part, rules)));
    // Only a change replaces the orders that it names; a placement may not name others.
    const changed = intent.addsExposure ? [] : intent.parts;
    const gross = await sumOfAll(this.#exposures, ({ product, exposure }) =>
      exposure.gross(product === own ? changed : []),
    );
    if (typeof gross === 'string') return gross;
    return worths.every((worth) => worth !== undefined)
      ? add(gross, sumOf(worths))
      : 'cannot be computed, because orders without an answer cannot be valued';
  }
}

/** An amount, or the end of the sentence that says why it is not known. */
type Known = Decimal | string;

/** Returns the sum of an amount of each product, or which products have none. */
async function sumOfAll<T extends { readonly product: ExposureProduct }>(
  all: readonly T[],
  amountOf: (one: T) => Promise<Decimal | undefined>,
): Promise<Known> {
  const amounts = await Promise.all(all.map(amountOf));
  const unknown = all.filter((_, index) => amounts[index] === undefined).map(({ product }) => product);
  if (unknown.length === 0) return sumOf(amounts.flatMap((amount) => amount ?? []));
  return `cannot be computed on ${unknown.join(', ')} ("products" of the policy names the products that count)`;
}
