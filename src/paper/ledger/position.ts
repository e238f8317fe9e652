/** A position of the paper or the watch book: one symbol, one side, isolated margin. */
import { type Decimal, isZero, multiply, subtract, ZERO } from '../../core/decimal.ts';
import type { Side } from '../../thesis/contract.ts';
import { averagePrice, money } from '../numbers.ts';
import { forSide } from './liquidation.ts';

/** The two books of a ledger. */
export const BOOK_NAMES = ['paper', 'watch'] as const;
export type BookName = (typeof BOOK_NAMES)[number];

/** The reason of an execution. */
export type Trigger = 'thesis' | 'flip' | 'stop_loss' | 'take_profit' | 'deadline' | 'liquidation';

/** The stop-loss, take-profit and deadline of a position; null where none is set. */
export interface Levels {
  readonly stopLoss: Decimal | null;
  readonly takeProfit: Decimal | null;
  /** Unix ms. */
  readonly deadline: number | null;
}

/** The state of a position after a journal entry; every change creates a new object. */
export interface Position extends Levels {
  readonly id: string;
  readonly book: BookName;
  readonly symbol: string;
  readonly side: Side;
  readonly openedAt: number;
  /** The time from which the holding time is counted; a copy counts from the opening of its original. */
  readonly heldSince: number;
  readonly closedAt: number | null;
  readonly closeTrigger: Trigger | null;
  /** The agent whose thesis opened the position. */
  readonly agent: string | null;
  readonly runId: string | null;
  /** The hash of the thesis that opened it. */
  readonly thesis: string;
  /** The id of the paper position from which this watch position was copied. */
  readonly shadowOf: string | null;
  /** The numbers of the journal entries that changed the position. */
  readonly history: readonly number[];
  readonly quantity: Decimal;
  /** What was paid or received in total for the quantity now held. */
  readonly cost: Decimal;
  readonly margin: Decimal;
  /** The average entry price of the position; kept when the position is closed. */
  readonly entryPrice: Decimal;
  readonly liquidationPrice: Decimal | null;
  readonly realised: Decimal;
  readonly fees: Decimal;
  readonly liquidationFees: Decimal;
  readonly funding: Decimal;
  readonly shortfall: Decimal;
  /** The total quantity and value of the fills that reduced or closed the position. */
  readonly leftQuantity: Decimal;
  readonly leftValue: Decimal;
}

/** What a position is from its opening on. */
export type PositionOrigin = Pick<
  Position,
  'id' | 'book' | 'symbol' | 'side' | 'openedAt' | 'agent' | 'runId' | 'thesis'
>;

/** Returns a new position with zero quantity. */
export function newPosition(origin: PositionOrigin): Position {
  const { id, book, symbol, side, openedAt, agent, runId, thesis } = origin;
  return {
    id,
    book,
    symbol,
    side,
    openedAt,
    heldSince: openedAt,
    closedAt: null,
    closeTrigger: null,
    agent,
    runId,
    thesis,
    shadowOf: null,
    history: [],
    quantity: ZERO,
    cost: ZERO,
    margin: ZERO,
    entryPrice: ZERO,
    liquidationPrice: null,
    stopLoss: null,
    takeProfit: null,
    deadline: null,
    realised: ZERO,
    fees: ZERO,
    liquidationFees: ZERO,
    funding: ZERO,
    shortfall: ZERO,
    leftQuantity: ZERO,
    leftValue: ZERO,
  };
}

/** Returns whether a position is open, that is, its quantity is not zero. */
export function isOpen(position: Position): boolean {
  return position.closedAt === null;
}

/** Returns the unrealised profit of a position at a price; zero for a closed position. */
export function unrealisedOf(position: Position, price: Decimal): Decimal {
  const { side, quantity, cost } = position;
  return money(forSide(side, subtract(multiply(quantity, price), cost)));
}

/**
 * Returns the net result of a position: realised profit less fees and funding, plus the part of the loss that
 * exceeded its margin.
 */
export function netOf({ realised, fees, liquidationFees, funding, shortfall }: Position): Decimal {
  const paid = [fees, liquidationFees, funding];
  const net = paid.reduce((rest, one) => subtract(rest, one), realised);
  return isZero(shortfall) ? net : subtract(net, { value: -shortfall.value, scale: shortfall.scale });
}

/** Returns the average price of the fills that reduced or closed a position; null if there are none. */
export function exitPriceOf({ leftValue, leftQuantity }: Position): Decimal | null {
  return isZero(leftQuantity) ? null : averagePrice(leftValue, leftQuantity);
}
