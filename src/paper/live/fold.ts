/**
 * Rebuilds the books of a ledger from its journal: positions, balances and executions are what the entries say,
 * and nothing else.
 */
import { add, type Decimal, decimalOf, negate, subtract, ZERO } from '../../core/decimal.ts';
import type { Side } from '../../thesis/contract.ts';
import { withDerived } from '../engine/fills.ts';
import type { PaperLedger } from '../engine/ledger.ts';
import type { ThesisQueue } from '../engine/theses.ts';
import type { ExecutionRecord, LedgerEntry, LevelsRecord } from '../ledger/entries.ts';
import { forSide, liquidationPrice } from '../ledger/liquidation.ts';
import type { Levels, Position } from '../ledger/position.ts';
import { newPosition } from '../ledger/position.ts';
import type { Posting } from '../ledger/postings.ts';

/**
 * Takes an entry of the journal into the books. The entries must come in order, and the ledger must have written
 * its first entry itself. Throws a RangeError for an entry that no engine can have written.
 */
export function foldEntry(ledger: PaperLedger, queue: ThesisQueue, entry: LedgerEntry): void {
  ledger.journal.restore(entry);
  ledger.books[entry.book].balances.add(entry.postings.map(readPosting));
  if (entry.kind === 'copy') foldCopy(ledger, entry);
  for (const execution of entry.executions) foldExecution(ledger, entry, execution);
  if (entry.kind === 'funding') foldFunding(ledger, entry);
  if (entry.action === 'adjust_exit' && entry.levels !== null) foldLevels(ledger, entry, entry.levels);
  if (entry.thesis !== null && (entry.status === 'applied' || entry.status === 'recorded')) {
    queue.restoreDone(entry.thesis, entry.seq);
  }
}

function readPosting({ account, asset, amount }: LedgerEntry['postings'][number]): Posting {
  return { account, asset, amount: decimalOf(amount) };
}

function foldExecution(ledger: PaperLedger, entry: LedgerEntry, execution: ExecutionRecord): void {
  const book = ledger.books[entry.book];
  const id = execution.position_id;
  const position = execution.effect === 'open' ? openedBy(entry, execution) : positionOf(ledger, entry, id);
  const isEntering = execution.effect === 'open' || execution.effect === 'add';
  const changed = isEntering ? entered(position, execution) : left(position, execution);
  const isOpen = changed.closedAt === null;
  const after = isOpen ? withDerived(changed, ledger.instruments.get(changed.symbol)!) : changed;
  book.executions.set(execution.execution_id, id);
  book.put(touched(after, entry));
}

function openedBy(entry: LedgerEntry, execution: ExecutionRecord): Position {
  return newPosition({
    id: execution.position_id,
    book: entry.book,
    symbol: execution.symbol,
    side: execution.side as Side,
    openedAt: execution.time,
    agent: entry.agent,
    runId: entry.run_id,
    thesis: entry.thesis!,
  });
}

function entered(position: Position, { quantity, value, margin, fee }: ExecutionRecord): Position {
  return {
    ...position,
    quantity: add(position.quantity, decimalOf(quantity)),
    cost: add(position.cost, decimalOf(value)),
    margin: add(position.margin, decimalOf(margin)),
    fees: add(position.fees, decimalOf(fee)),
  };
}

function left(position: Position, execution: ExecutionRecord): Position {
  const quantity = decimalOf(execution.quantity);
  const value = decimalOf(execution.value);
  const realised = decimalOf(execution.realised);
  const fee = decimalOf(execution.fee);
  const isLiquidation = execution.fee_kind === 'liquidation';
  // A profit is the value less the cost that left the position, or for SHORT the cost less the value.
  const cost = subtract(value, forSide(position.side, realised));
  const isClosed = execution.effect === 'close';
  return {
    ...position,
    quantity: subtract(position.quantity, quantity),
    cost: subtract(position.cost, cost),
    margin: add(position.margin, decimalOf(execution.margin)),
    realised: add(position.realised, realised),
    fees: isLiquidation ? position.fees : add(position.fees, fee),
    liquidationFees: isLiquidation ? add(position.liquidationFees, fee) : position.liquidationFees,
    shortfall: add(position.shortfall, decimalOf(execution.shortfall)),
    leftQuantity: add(position.leftQuantity, quantity),
    leftValue: add(position.leftValue, value),
    ...(isClosed
      ? { closedAt: execution.time, closeTrigger: execution.trigger, liquidationPrice: null }
      : {}),
  };
}

function foldFunding(ledger: PaperLedger, entry: LedgerEntry): void {
  const position = positionOf(ledger, entry, entry.position_id!);
  const pay = negate(marginPostedTo(entry, position.id));
  const paid = {
    ...position,
    margin: subtract(position.margin, pay),
    funding: add(position.funding, pay),
  };
  const { rules } = ledger.instruments.get(position.symbol)!;
  const after = { ...paid, liquidationPrice: liquidationPrice(paid, rules) };
  ledger.books[entry.book].put(touched(after, entry));
}

function foldLevels(ledger: PaperLedger, entry: LedgerEntry, levels: LevelsRecord): void {
  const position = positionOf(ledger, entry, entry.position_id!);
  ledger.books[entry.book].put(touched({ ...position, ...readLevels(levels) }, entry));
}

function foldCopy(ledger: PaperLedger, entry: LedgerEntry): void {
  const { copied, levels, position_id: id } = entry;
  const original = ledger.books.paper.positions.get(copied!.position_id);
  if (original === undefined) throw new RangeError(`entry ${entry.seq} copies no known position`);
  const copy: Position = {
    ...newPosition({ ...original, id: id!, book: 'watch', openedAt: entry.time }),
    ...readLevels(levels!),
    heldSince: copied!.held_since,
    shadowOf: original.id,
    quantity: decimalOf(copied!.quantity),
    cost: decimalOf(copied!.cost),
    margin: marginPostedTo(entry, id!),
  };
  ledger.books.watch.put(touched(withDerived(copy, ledger.instruments.get(copy.symbol)!), entry));
}

function readLevels({ stop_loss_price: stop, take_profit_price: target, deadline }: LevelsRecord): Levels {
  return {
    stopLoss: stop === null ? null : decimalOf(stop),
    takeProfit: target === null ? null : decimalOf(target),
    deadline,
  };
}

/** Returns what an entry posted to the margin of a position. */
function marginPostedTo(entry: LedgerEntry, id: string): Decimal {
  const posting = entry.postings.find(({ account }) => account === `margin:${id}`);
  return posting === undefined ? ZERO : decimalOf(posting.amount);
}

function positionOf(ledger: PaperLedger, entry: LedgerEntry, id: string): Position {
  const position = ledger.books[entry.book].positions.get(id);
  if (position === undefined) throw new RangeError(`entry ${entry.seq} changes no known position`);
  return position;
}

/** Adds an entry to the history of a position, once. */
function touched(position: Position, { seq }: LedgerEntry): Position {
  if (position.history.at(-1) === seq) return position;
  return { ...position, history: [...position.history, seq] };
}
