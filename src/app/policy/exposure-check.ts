/** Checks an order against the limits on the exposure of its account and on the loss of the day. */
import { add, compare, type Decimal, decimalOf, negate, sumOf } from '../../core/decimal.ts';
import { ToolError } from '../../core/errors.ts';
import type { UnixMs } from '../../core/words.ts';
import { type Excess, excessOf, type PolicyLimitSet, plain } from '../../policy/limits.ts';
import type { WriteCondition } from '../journal/write-journal.ts';
import type { World } from '../world.ts';
import { AccountExposure, type AccountExposureOptions } from './account-exposure.ts';
import { EXPOSURE_CHANGED } from './exposure-changed.ts';
import { type RecordedOrders, readRecordedOrders } from './recorded-orders.ts';

export interface ExposureCheckOptions extends AccountExposureOptions {
  readonly world: World;
  readonly venue: string;
  readonly account: string;
  readonly quote: string;
  /** The symbols of the order. */
  readonly symbols: readonly string[];
  /** The start of the day in UTC. */
  readonly dayStart: UnixMs;
}

export class ExposureCheck {
  readonly #options: ExposureCheckOptions;
  readonly #exposure: AccountExposure;
  #recorded: Promise<RecordedOrders> | undefined;
  #gross: Promise<Decimal | undefined> | undefined;

  constructor(options: ExposureCheckOptions) {
    this.#options = options;
    this.#exposure = new AccountExposure(options);
  }

  /** Returns why an order of this worth exceeds the limit on exposure; undefined if it does not. */
  async grossExcess(set: PolicyLimitSet, worth: Decimal): Promise<Excess | undefined> {
    const { quote } = this.#options;
    this.#gross ??= this.#readGross();
    const gross = await this.#gross;
    if (gross === undefined)
      return excessOf(set, 'maxGross', 'the exposure of the account cannot be computed', quote);
    if (compare(add(gross, worth), decimalOf(set.limits.maxGross!)) <= 0) return undefined;
    const found = `positions and open orders are worth ${plain(gross)} ${quote}, to which this adds ${plain(worth)}`;
    return excessOf(set, 'maxGross', found, quote);
  }

  /** Returns why no more orders may be sent today; undefined if the day's loss is below the limit. */
  async lossExcess(set: PolicyLimitSet): Promise<Excess | undefined> {
    const { quote, dayStart, symbols } = this.#options;
    const recorded = await this.#readRecorded();
    const all = [...new Set([...symbols, ...recorded.symbols])];
    const profit = await this.#exposure.profitSince(dayStart, all);
    if (profit === undefined)
      return excessOf(set, 'maxLossDay', 'the loss of the day cannot be computed', quote);
    const loss = negate(profit);
    if (compare(loss, decimalOf(set.limits.maxLossDay!)) < 0) return undefined;
    return excessOf(set, 'maxLossDay', `${plain(loss)} ${quote} were lost since 00:00 UTC`, quote);
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

  get #counter(): string {
    return `policy exposure ${this.#options.venue} ${this.#options.account}`;
  }

  #readRecorded(): Promise<RecordedOrders> {
    const { world, venue, account, product, dayStart: since } = this.#options;
    this.#recorded ??= readRecordedOrders(world, { venue, account, product, since, counter: this.#counter });
    return this.#recorded;
  }

  /** Reads the journal before the exchange, so that an order is in one of the two, or changes the sequence. */
  async #readGross(): Promise<Decimal | undefined> {
    const { valuer } = this.#options;
    const { unresolved } = await this.#readRecorded();
    const worths = await Promise.all(unresolved.map(({ part, rules }) => valuer.valueOf(part, rules)));
    const gross = await this.#exposure.gross();
    return gross === undefined || !worths.every((worth) => worth !== undefined)
      ? undefined
      : add(gross, sumOf(worths));
  }
}
