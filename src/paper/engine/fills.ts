/** Market fills of the paper ledger, and the records and postings of entering and leaving a position. */
import {
  add,
  compare,
  type Decimal,
  formatTrimmed,
  max,
  multiply,
  negate,
  subtract,
  ZERO,
} from '../../core/decimal.ts';
import type { Side } from '../../thesis/contract.ts';
import type { Draft, EntryParts } from '../ledger/book.ts';
import { postExposure } from '../ledger/book.ts';
import type { ExecutionRecord } from '../ledger/entries.ts';
import { forSide, liquidationPrice } from '../ledger/liquidation.ts';
import type { Position, Trigger } from '../ledger/position.ts';
import { type BookSnapshot, quantityForNotional, valueOfQuantity } from '../market/depth.ts';
import type { PriceSource } from '../market/path.ts';
import { averagePrice, floorFraction, money, moneyOf, moneyUp } from '../numbers.ts';
import type { LedgerSettings } from '../scenario/settings.ts';
import { type Instrument, type Quote, slippedPrice, valueAt } from './instrument.ts';
import { ThesisRefusal } from './refusal.ts';

/** What decides the market fill of a thesis: settings, market data, the uncommitted changes and the time. */
export interface MarketContext {
  readonly settings: LedgerSettings;
  readonly instrument: Instrument;
  readonly draft: Draft;
  readonly now: number;
  /** The price at which the thesis is carried out; slippage is measured from this price. */
  readonly quote: Quote;
}

/** A fill of a quantity: its value and its price source. */
export interface PaperFill {
  readonly value: Decimal;
  readonly source: PriceSource | 'thesis';
}

/**
 * Returns the order book snapshot that market fills take liquidity from; undefined if the latest snapshot is
 * too old.
 */
export function usableSnapshot({ instrument, settings, now }: MarketContext): BookSnapshot | undefined {
  const { snapshot } = instrument;
  return snapshot !== undefined && now - snapshot.time <= settings.bookMaxAgeMs ? snapshot : undefined;
}

/** Fills a quantity at market and takes it from the snapshot's depth. Refuses with `insufficient_depth`. */
export function fillAtMarket(context: MarketContext, isBuy: boolean, quantity: Decimal): PaperFill {
  const { draft, instrument, quote, settings } = context;
  const { symbol, tick } = instrument.rules;
  const snapshot = usableSnapshot(context);
  if (snapshot === undefined) {
    const price = slippedPrice(quote.price, isBuy, settings.slippageBps, tick);
    return { value: valueAt(price, quantity), source: quote.source };
  }
  const taken = isBuy ? 'asks' : 'bids';
  const value = valueOfQuantity(snapshot[taken], draft.spentOf(symbol, snapshot)[taken], quantity);
  if (value === undefined) throw new ThesisRefusal('insufficient_depth');
  draft.spend(symbol, snapshot, taken, quantity);
  return { value: money(value), source: 'book' };
}

/**
 * Returns the quantity that a notional buys or sells at market, rounded down to the step. Refuses with
 * `insufficient_depth`.
 */
export function quantityAtMarket(context: MarketContext, isBuy: boolean, notional: Decimal): Decimal {
  const { draft, instrument, quote, settings } = context;
  const { symbol, step, tick } = instrument.rules;
  const snapshot = usableSnapshot(context);
  if (snapshot === undefined) {
    const price = slippedPrice(quote.price, isBuy, settings.slippageBps, tick);
    return floorFraction({ top: notional, bottom: price }, step);
  }
  const taken = isBuy ? 'asks' : 'bids';
  const spent = draft.spentOf(symbol, snapshot)[taken];
  const quantity = quantityForNotional(snapshot[taken], spent, notional, step);
  if (quantity === undefined) throw new ThesisRefusal('insufficient_depth');
  return quantity;
}

/** Returns whether a fill buys: entering a long or leaving a short position buys. */
export function buys(side: Side, change: 'enter' | 'leave'): boolean {
  return (side === 'LONG') === (change === 'enter');
}

/**
 * Returns the slippage of a fill in money: above zero where the fill was worse than at the reference price.
 */
function slippageOf(isBuy: boolean, value: Decimal, reference: Decimal, quantity: Decimal): Decimal {
  const difference = money(subtract(value, multiply(reference, quantity)));
  return isBuy ? difference : negate(difference);
}

/** What enters a position. */
export interface Entering {
  readonly quantity: Decimal;
  readonly fill: PaperFill;
  readonly margin: Decimal;
  readonly fee: Decimal;
}

/** Adds a fill to a new or an open position, and returns the changed position. */
export function enterPosition(
  context: MarketContext,
  parts: EntryParts,
  position: Position,
  { quantity, fill, margin, fee }: Entering,
): Position {
  const { draft, instrument, now, quote } = context;
  const { asset } = draft.book;
  const isNew = position.quantity.value === 0n;
  parts.postings.post('cash', asset, negate(add(margin, fee)));
  parts.postings.post(`margin:${position.id}`, asset, margin);
  parts.postings.post('fees', asset, fee);
  postExposure(parts.postings, position, quantity);
  parts.executions.push({
    execution_id: draft.nextExecutionId(),
    position_id: position.id,
    symbol: position.symbol,
    side: position.side,
    effect: isNew ? 'open' : 'add',
    trigger: 'thesis',
    time: now,
    quantity: formatTrimmed(quantity),
    price: formatTrimmed(averagePrice(fill.value, quantity)),
    value: formatTrimmed(fill.value),
    reference_price: formatTrimmed(quote.price),
    price_source: fill.source,
    slippage: formatTrimmed(slippageOf(buys(position.side, 'enter'), fill.value, quote.price, quantity)),
    fee: formatTrimmed(fee),
    fee_kind: 'taker',
    realised: '0',
    margin: formatTrimmed(margin),
    shortfall: '0',
    assumed: null,
  });
  const entered = withDerived(
    {
      ...position,
      quantity: add(position.quantity, quantity),
      cost: add(position.cost, fill.value),
      margin: add(position.margin, margin),
      fees: add(position.fees, fee),
    },
    instrument,
  );
  draft.positions.set(entered.id, entered);
  return entered;
}

/**
 * Returns an open position with its entry price and liquidation price recalculated from quantity, cost and
 * margin.
 */
export function withDerived(position: Position, { rules }: Instrument): Position {
  return {
    ...position,
    entryPrice: averagePrice(position.cost, position.quantity),
    liquidationPrice: liquidationPrice(position, rules),
  };
}

/** A fill that reduces or closes a position, and its reason. */
export interface Leaving {
  readonly quantity: Decimal;
  readonly value: Decimal;
  readonly source: ExecutionRecord['price_source'];
  readonly reference: Decimal;
  readonly trigger: Trigger;
  readonly feeKind: ExecutionRecord['fee_kind'];
  readonly time: number;
  readonly assumed: ExecutionRecord['assumed'];
}

/** Reduces or closes a position by a fill, and returns the changed position. */
export function leavePosition(
  draft: Draft,
  parts: EntryParts,
  instrument: Instrument,
  position: Position,
  leaving: Leaving,
): Position {
  const { asset } = draft.book;
  const { quantity, value, feeKind } = leaving;
  const isWhole = compare(quantity, position.quantity) === 0;
  const share = (amount: Decimal) =>
    isWhole ? amount : moneyOf(multiply(amount, quantity), position.quantity);
  const cost = share(position.cost);
  const margin = share(position.margin);
  const realised = forSide(position.side, subtract(value, cost));
  const fee = feeFor(instrument, feeKind, value, add(margin, realised));
  const net = subtract(add(margin, realised), fee);
  const shortfall = max(ZERO, negate(net));
  const { postings } = parts;
  postings.post('cash', asset, add(net, shortfall));
  postings.post(`margin:${position.id}`, asset, negate(margin));
  postings.post('realised', asset, negate(realised));
  postings.post(feeKind === 'liquidation' ? 'liquidation_fees' : 'fees', asset, fee);
  postings.post('insurance', asset, negate(shortfall));
  postExposure(postings, position, negate(quantity));
  const isBuy = buys(position.side, 'leave');
  parts.executions.push({
    execution_id: draft.nextExecutionId(),
    position_id: position.id,
    symbol: position.symbol,
    side: position.side,
    effect: isWhole ? 'close' : 'reduce',
    trigger: leaving.trigger,
    time: leaving.time,
    quantity: formatTrimmed(quantity),
    price: formatTrimmed(averagePrice(value, quantity)),
    value: formatTrimmed(value),
    reference_price: formatTrimmed(leaving.reference),
    price_source: leaving.source,
    slippage: formatTrimmed(slippageOf(isBuy, value, leaving.reference, quantity)),
    fee: formatTrimmed(fee),
    fee_kind: feeKind,
    realised: formatTrimmed(realised),
    margin: formatTrimmed(negate(margin)),
    shortfall: formatTrimmed(shortfall),
    assumed: leaving.assumed,
  });
  const left: Position = {
    ...position,
    quantity: subtract(position.quantity, quantity),
    cost: subtract(position.cost, cost),
    margin: subtract(position.margin, margin),
    realised: add(position.realised, realised),
    fees: feeKind === 'liquidation' ? position.fees : add(position.fees, fee),
    liquidationFees:
      feeKind === 'liquidation' ? add(position.liquidationFees, fee) : position.liquidationFees,
    shortfall: add(position.shortfall, shortfall),
    leftQuantity: add(position.leftQuantity, quantity),
    leftValue: add(position.leftValue, value),
  };
  const after: Position = isWhole
    ? { ...left, closedAt: leaving.time, closeTrigger: leaving.trigger, liquidationPrice: null }
    : withDerived(left, instrument);
  draft.positions.set(after.id, after);
  return after;
}

/**
 * Returns the fee of a fill that reduces or closes a position; a liquidation fee is at most what remains of
 * margin and profit.
 */
function feeFor(
  { rules, takerFee, makerFee }: Instrument,
  kind: ExecutionRecord['fee_kind'],
  value: Decimal,
  left: Decimal,
): Decimal {
  if (kind === 'taker') return moneyUp(multiply(value, takerFee));
  if (kind === 'maker') return moneyUp(multiply(value, makerFee));
  const fee = moneyUp(multiply(value, rules.liquidationFee));
  const most = max(ZERO, left);
  return compare(fee, most) > 0 ? most : fee;
}
