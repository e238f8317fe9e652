/** What a user's options come to at a moment: margins, values, greeks. */
import type { User } from '../ledger/accounts.ts';
import type { Greeks } from './black-scholes.ts';
import type { OptionsBoard } from './context.ts';
import { QUOTE, type Underlying } from './contracts.ts';
import { maintenanceMargin } from './margin.ts';
import { type Position, premiumOf } from './orders.ts';

/** A position at its mark. Values of short positions are below 0. */
export interface ValuedPosition {
  readonly position: Position;
  readonly mark: number;
  readonly value: bigint;
  readonly unrealized: bigint;
}

export interface AccountSummary {
  /** Free and set aside. */
  readonly wallet: bigint;
  readonly free: bigint;
  readonly positionMargin: bigint;
  readonly orderMargin: bigint;
  readonly maintenance: bigint;
  readonly marketValue: bigint;
  readonly unrealized: bigint;
  readonly positions: readonly ValuedPosition[];
}

/** Returns what a user holds of options, in order of their symbols. */
export function positionsOf(board: OptionsBoard, user: User, now: number): readonly ValuedPosition[] {
  return board.busyDesks.flatMap(({ contract, positions }) => {
    const position = positions.get(user.id);
    if (position === undefined || contract.expiry.at <= now) return [];
    const { mark } = board.floor.quotes.quote(contract, now);
    const size = premiumOf(contract, mark, Math.abs(position.lots));
    const isLong = position.lots > 0;
    const unrealized = isLong ? size - position.cost : position.cost - size;
    return [{ position, mark, value: isLong ? size : -size, unrealized }];
  });
}

/** Returns the totals of a user's options. */
export function summaryOf(board: OptionsBoard, user: User, now: number): AccountSummary {
  const { clearing, quotes } = board.floor;
  const { free, locked } = clearing.walletOf(user).holdings.get(QUOTE) ?? { free: 0n, locked: 0n };
  const positions = positionsOf(board, user, now);
  const sum = (of: (one: ValuedPosition) => bigint) => positions.reduce((total, one) => total + of(one), 0n);
  const positionMargin = sum(({ position }) => position.margin);
  return {
    wallet: free + locked,
    free,
    positionMargin,
    orderMargin: locked - positionMargin,
    maintenance: sum(({ position: { contract, lots } }) =>
      lots < 0 ? maintenanceMargin(contract, quotes.quote(contract, now), -lots) : 0n,
    ),
    marketValue: sum(({ value }) => value),
    unrealized: sum(({ unrealized }) => unrealized),
    positions,
  };
}

/** Returns the greeks of all that a user holds on an underlying. */
export function greeksOfUser(board: OptionsBoard, user: User, underlying: Underlying, now: number): Greeks {
  const sums = { delta: 0, gamma: 0, theta: 0, vega: 0 };
  for (const { position } of positionsOf(board, user, now)) {
    const { contract, lots } = position;
    if (contract.underlying !== underlying) continue;
    const units = lots / 10 ** underlying.lotDecimals;
    const greeks = board.floor.quotes.greeks(contract, now);
    for (const name of ['delta', 'gamma', 'theta', 'vega'] as const) sums[name] += units * greeks[name];
  }
  return sums;
}
