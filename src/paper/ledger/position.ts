/** A position of the paper or the watch book: one symbol, one side, isolated margin. */
import { type Decimal, isZero, multiply, subtract } from '../../core/decimal.ts';
import type { Side } from '../../thesis/contract.ts';
import { averagePrice, money } from '../numbers.ts';
import { forSide } from './liquidation.ts';

/** The two books of a ledger. */
export const BOOK_NAMES = ['paper', 'watch'] as const;
export type BookName = (typeof BOOK_NAMES)[number];

/** Why an execution happened. */
export type Trigger = 'thesis' | 'flip' | 'stop_loss' | 'take_profit' | 'deadline' | 'liquidation';

/** The levels at which a position leaves by itself; null where there is none. */
export interface Levels {
  readonly stopLoss: Decimal | null;
  readonly takeProfit: Decimal | null;
  /** Unix ms. */
  readonly deadline: number | null;
}

/** A position as it is after an entry; every change makes a new one. */
export interface Position extends Levels {
  readonly id: string;
  readonly book: BookName;
  readonly symbol: string;
  readonly side: Side;
  readonly openedAt: number;
  /** The time from which holding is counted; that of the original for a copy. */
  readonly heldSince: number;
  readonly closedAt: number | null;
  readonly closeTrigger: Trigger | null;
  /** Of the thesis that opened it. */
  readonly agent: string | null;
  readonly runId: string | null;
  /** The hash of the thesis that opened it. */
  readonly thesis: string;
  /** The position of which it is a copy. */
  readonly shadowOf: string | null;
  /** The numbers of the entries that touched it. */
  readonly history: readonly number[];
  readonly quantity: Decimal;
  /** What entering the present quantity was worth. */
  readonly cost: Decimal;
  readonly margin: Decimal;
  /** The last average price of entering; it stays when the position is closed. */
  readonly entryPrice: Decimal;
  readonly liquidationPrice: Decimal | null;
  readonly realised: Decimal;
  readonly fees: Decimal;
  readonly liquidationFees: Decimal;
  readonly funding: Decimal;
  readonly shortfall: Decimal;
  /** The quantity and the value of all leavings. */
  readonly leftQuantity: Decimal;
  readonly leftValue: Decimal;
}

/** Returns whether the position holds a quantity. */
export function isOpen(position: Position): boolean {
  return position.closedAt === null;
}

/** Returns the profit at a price that is not realised; zero for a closed position. */
export function unrealisedOf(position: Position, price: Decimal): Decimal {
  const { side, quantity, cost } = position;
  return money(forSide(side, subtract(multiply(quantity, price), cost)));
}

/** Returns what a position brought: realised profit less fees and funding, and the loss beyond its margin back. */
export function netOf({ realised, fees, liquidationFees, funding, shortfall }: Position): Decimal {
  const paid = [fees, liquidationFees, funding];
  const net = paid.reduce((rest, one) => subtract(rest, one), realised);
  return isZero(shortfall) ? net : subtract(net, { value: -shortfall.value, scale: shortfall.scale });
}

/** Returns the average price of all leavings; null where nothing left. */
export function exitPriceOf({ leftValue, leftQuantity }: Position): Decimal | null {
  return isZero(leftQuantity) ? null : averagePrice(leftValue, leftQuantity);
}
