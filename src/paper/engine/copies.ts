/** Copies of paper positions in the watch book, on which watch theses act. */
import { formatTrimmed, negate, ZERO } from '../../core/decimal.ts';
import type { Draft, EntryParts } from '../ledger/book.ts';
import { postExposure } from '../ledger/book.ts';
import type { CopiedRecord, LevelsRecord } from '../ledger/entries.ts';
import type { Levels, Position } from '../ledger/position.ts';
import { formatTrimmedOrNull } from '../numbers.ts';

/** Copies an open paper position into the watch book, without a fee, and returns the copy. */
export function copyPosition(draft: Draft, parts: EntryParts, original: Position, now: number): Position {
  const { asset } = draft.book;
  const copy: Position = {
    ...original,
    id: draft.nextPositionId(),
    book: 'watch',
    openedAt: now,
    shadowOf: original.id,
    history: [],
    realised: ZERO,
    fees: ZERO,
    liquidationFees: ZERO,
    funding: ZERO,
    shortfall: ZERO,
    leftQuantity: ZERO,
    leftValue: ZERO,
  };
  parts.postings.post('cash', asset, negate(copy.margin));
  parts.postings.post(`margin:${copy.id}`, asset, copy.margin);
  postExposure(parts.postings, copy, copy.quantity);
  draft.positions.set(copy.id, copy);
  return copy;
}

/** Returns the part of a journal entry that describes from which paper position a copy was made. */
export function copiedRecord(original: Position): CopiedRecord {
  return {
    cost: formatTrimmed(original.cost),
    held_since: original.heldSince,
    position_id: original.id,
    quantity: formatTrimmed(original.quantity),
  };
}

/** Returns the exit levels of a position as the journal records them. */
export function levelsRecord({ stopLoss, takeProfit, deadline }: Levels): LevelsRecord {
  return {
    deadline,
    stop_loss_price: formatTrimmedOrNull(stopLoss),
    take_profit_price: formatTrimmedOrNull(takeProfit),
  };
}
