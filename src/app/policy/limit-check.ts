/** Checks a write against the limits of the policy, and states what it adds to their counters. */

import { isExposureProduct } from '../../catalogue/exposure-queries.ts';
import { type Decimal, formatTrimmed, sumOf } from '../../core/decimal.ts';
import type { ToolError } from '../../core/errors.ts';
import { DAY_MS, MINUTE_MS } from '../../core/time-units.ts';
import type { UnixMs } from '../../core/words.ts';
import type { PolicyWrite } from '../../policy/decide.ts';
import {
  type Excess,
  excessOf,
  leverageExcess,
  limitName,
  limitSetsOf,
  limitsWorth,
  markExcess,
  orderCount,
  orderExcess,
  type PolicyLimitSet,
} from '../../policy/limits.ts';
import type { PolicyDocument, PolicyLimits } from '../../policy/policy.ts';
import type { WriteIntent } from '../../request/types.ts';
import type { WriteCondition } from '../journal/write-journal.ts';
import type { World } from '../world.ts';
import { accountLeverageExcess } from './account-leverage.ts';
import { ExposureCheck } from './exposure-check.ts';
import type { GateReader } from './gate-reader.ts';
import { OrderValuer } from './order-valuer.ts';

export interface LimitCheckOptions {
  readonly world: World;
  readonly policy: PolicyDocument;
  readonly write: PolicyWrite;
  readonly reader: GateReader;
  /** Returns the error of a write that exceeds a limit. */
  readonly refusal: (excess: Excess) => ToolError;
}

/**
 * Returns what an allowed write adds to the counters of its limits. Throws the error of the first limit that it exceeds,
 * or that cannot be computed. A write that only cancels or reduces has no limits.
 */
export async function checkLimits(options: LimitCheckOptions): Promise<readonly WriteCondition[]> {
  const { policy, write, refusal } = options;
  const { intent } = write.request;
  const sets = limitSetsOf(policy, write);
  for (const set of sets) {
    const excess = leverageExcess(set);
    if (excess !== undefined) throw refusal(excess);
  }
  if (intent?.isOrder !== true || sets.length === 0) return [];
  const check = new LimitCheck(options, intent);
  const counts: WriteCondition[] = [];
  for (const set of sets) counts.push(...(await check.countsOf(set)));
  return [...counts, ...(await check.sequenceOf(sets))];
}

class LimitCheck {
  readonly #options: LimitCheckOptions;
  readonly #intent: WriteIntent;
  readonly #valuer: OrderValuer;
  /** Undefined for an order that cannot be valued. */
  readonly #exposure: ExposureCheck | undefined;

  constructor(options: LimitCheckOptions, intent: WriteIntent) {
    this.#options = options;
    this.#intent = intent;
    const { world, write, reader } = options;
    this.#valuer = new OrderValuer(world, this.#quote, reader);
    const { product } = write.request;
    const at = world.clock.now();
    this.#exposure =
      intent.orderRules === undefined || !isExposureProduct(product)
        ? undefined
        : new ExposureCheck({
            world,
            reader,
            intent,
            product,
            products: options.policy.products,
            valuer: this.#valuer,
            quote: this.#quote,
            venue: write.venue,
            account: reader.account,
            dayStart: (at - (at % DAY_MS)) as UnixMs,
          });
  }

  /** Checks the limits of a set and returns its counters. */
  async countsOf(set: PolicyLimitSet): Promise<readonly WriteCondition[]> {
    await this.#checkMarks(set);
    const worth = limitsWorth(set.limits) ? await this.#checkWorths(set) : undefined;
    await this.#checkExposure(set, worth);
    const { ordersPerMinute, maxDay } = set.limits;
    return [
      ...(ordersPerMinute === undefined
        ? []
        : [this.#count(set, 'ordersPerMinute', String(orderCount(set, this.#intent)), MINUTE_MS)]),
      ...(maxDay === undefined || worth === undefined
        ? []
        : [this.#count(set, 'maxDay', formatTrimmed(worth), DAY_MS)]),
    ];
  }

  /** Returns the count by which orders of one account are checked one after the other against its exposure. */
  async sequenceOf(sets: readonly PolicyLimitSet[]): Promise<readonly WriteCondition[]> {
    if (this.#exposure === undefined || sets.every(({ limits }) => limits.maxGross === undefined)) return [];
    return [await this.#exposure.sequenceCount(this.#options.world.clock.now())];
  }

  async #checkExposure(set: PolicyLimitSet, worth: Decimal | undefined): Promise<void> {
    const { refusal, world, reader, write } = this.#options;
    const { request } = write;
    const { maxGross, maxLossDay, maxLeverage } = set.limits;
    const excesses = [
      ...(maxLeverage === undefined ? [] : [accountLeverageExcess(set, { world, reader, request })]),
      ...(maxGross === undefined || worth === undefined
        ? []
        : [
            this.#exposure?.grossExcess(set, worth) ??
              excessOf(set, 'maxGross', UNKNOWN_EXPOSURE, this.#quote),
          ]),
      ...(maxLossDay === undefined
        ? []
        : [this.#exposure?.lossExcess(set) ?? excessOf(set, 'maxLossDay', UNKNOWN_EXPOSURE, this.#quote)]),
    ];
    for (const excess of excesses) {
      const found = await excess;
      if (found !== undefined) throw refusal(found);
    }
  }

  get #quote(): string {
    return this.#options.policy.quote ?? '';
  }

  /** Throws if a limit price is too far from the mark, or the mark cannot be had. */
  async #checkMarks(set: PolicyLimitSet): Promise<void> {
    if (set.limits.maxFromMark === undefined) return;
    const { orderRules } = this.#intent;
    for (const part of set.parts) {
      const { symbol } = part;
      const mark =
        orderRules === undefined || symbol === undefined
          ? undefined
          : await this.#valuer.priceOf(orderRules.price, symbol);
      const excess =
        mark === undefined
          ? excessOf(set, 'maxFromMark', 'the mark price cannot be had')
          : markExcess(set, part, mark);
      if (excess !== undefined) throw this.#options.refusal(excess);
    }
  }

  /** Returns what the orders of a set are worth together. Throws if one is worth too much or cannot be valued. */
  async #checkWorths(set: PolicyLimitSet): Promise<Decimal> {
    const { refusal } = this.#options;
    const worths: Decimal[] = [];
    for (const part of set.parts) {
      const worth = await this.#valuer.valueOf(part, this.#intent.orderRules);
      if (worth === undefined) {
        const [limit] = (['maxOrder', 'maxDay', 'maxGross'] as const).filter(
          (name) => set.limits[name] !== undefined,
        );
        throw refusal(excessOf(set, limit!, `the worth of the ${this.#intent.noun} cannot be computed`));
      }
      const excess = orderExcess(set, worth, this.#quote);
      if (excess !== undefined) throw refusal(excess);
      worths.push(worth);
    }
    return sumOf(worths);
  }

  /** Returns the count of a limit whose counter starts from zero in each period of the clock. */
  #count(
    set: PolicyLimitSet,
    limit: 'ordersPerMinute' | 'maxDay',
    added: string,
    periodMs: number,
  ): WriteCondition {
    const { world, write, refusal } = this.#options;
    const at = world.clock.now();
    const unit = limit === 'maxDay' ? this.#quote : undefined;
    const counter = ['policy', limitName(set, limit), write.venue, unit].filter(Boolean).join(' ');
    const max = String(set.limits[limit]);
    const since = (at - (at % periodMs)) as UnixMs;
    return {
      operation: { do: 'count', counter, add: added, max, at, since },
      refusedError: (counted) => refusal(excessOf(set, limit, usageText(limit, counted, added, unit), unit)),
    };
  }
}

const UNKNOWN_EXPOSURE = 'exposure and losses cannot be computed for orders of this endpoint';

function usageText(limit: keyof PolicyLimits, counted: string, added: string, unit = 'orders'): string {
  const period = limit === 'maxDay' ? 'today' : 'in this minute';
  return `${counted} ${unit} were sent ${period}, to which this adds ${added}`;
}
