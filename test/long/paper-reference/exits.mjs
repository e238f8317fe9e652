// Exits at points and in ranges, and funding: what the market does to open positions.

import { leave, slippedPrice } from './fills.mjs';
import { BOOKS, beyondLoss, liquidationPrice, newDraft, openPositions, sign, writeEntry } from './ledger.mjs';
import { greater, isZero, least, less, money, negate, sum, text, times } from './numbers.mjs';

/** Open positions of a symbol: paper before watch, in order of opening. */
const openEverywhere = (ledger, symbol) => BOOKS.flatMap((book) => openPositions(ledger, book, symbol));

const openerOf = (position) => ({
  book: position.book,
  agent: position.agent,
  run_id: position.runId,
  position_id: position.position_id,
});

/** Whether a price lies beyond the target of a position. */
function beyondTarget(ledger, { side, target }, price) {
  if (target === null) return false;
  const [over, at] = side === 'LONG' ? [price, target] : [target, price];
  return ledger.settings.target_fill === 'touch' ? !less(over, at) : greater(over, at);
}

/** Closes a whole position, in an entry of its own. */
function exit(ledger, position, { trigger, base, source, now, assumed = null }) {
  const target = trigger === 'take_profit';
  const price = target ? base : slippedPrice(ledger, position.symbol, base, position.side === 'SHORT');
  const feeKind = { take_profit: 'maker', liquidation: 'liquidation' }[trigger] ?? 'taker';
  const draft = newDraft();
  leave(ledger, draft, position, {
    quantity: position.quantity,
    fill: { value: money(times(price, position.quantity)), source },
    trigger,
    feeKind,
    now,
    reference: base,
    assumed,
  });
  writeEntry(ledger, { ...openerOf(position), time: now, kind: 'exit' }, draft);
}

/** What happens to a position at a point of the path, or null. */
function exitAtPoint(ledger, position, price, now) {
  if (beyondLoss(position.side, price, liquidationPrice(ledger, position)))
    return { trigger: 'liquidation', base: price };
  if (beyondLoss(position.side, price, position.stop)) return { trigger: 'stop_loss', base: price };
  if (beyondTarget(ledger, position, price)) return { trigger: 'take_profit', base: position.target };
  if (position.deadline !== null && now >= position.deadline) return { trigger: 'deadline', base: price };
  return null;
}

/** What happens to a position in the range of a candle, or null. */
function exitInRange(ledger, position, item) {
  const [worst, best] = position.side === 'LONG' ? [item.low, item.high] : [item.high, item.low];
  const liquidation = liquidationPrice(ledger, position);
  const stopHit = beyondLoss(position.side, worst, position.stop);
  const liquidationHit = beyondLoss(position.side, worst, liquidation);
  const assumed = beyondTarget(ledger, position, best) ? 'adverse_first' : null;
  const stopFirst = stopHit && !(liquidationHit && beyondLoss(position.side, position.stop, liquidation));
  if (stopFirst) return { trigger: 'stop_loss', base: position.stop, assumed };
  if (liquidationHit) return { trigger: 'liquidation', base: liquidation, assumed };
  return assumed === null ? null : { trigger: 'take_profit', base: position.target };
}

/** Judges open positions of a symbol by the range of a candle that ends now. */
export function rangeOf(ledger, symbol, item, now) {
  for (const position of openEverywhere(ledger, symbol)) {
    const found = exitInRange(ledger, position, item);
    if (found !== null) exit(ledger, position, { ...found, source: item.source, now });
  }
  ledger.last.set(symbol, item.close);
}

/** Judges open positions of a symbol at a point of its path. */
export function pointOf(ledger, symbol, item, now) {
  for (const position of openEverywhere(ledger, symbol)) {
    const found = exitAtPoint(ledger, position, item.open, now);
    if (found !== null) exit(ledger, position, { ...found, source: item.source, now });
  }
  ledger.last.set(symbol, item.open);
}

/** Charges or pays one funding record. */
export function fund(ledger, record, now) {
  const mark = record.mark ?? ledger.last.get(record.symbol);
  if (mark === undefined) return;
  for (const position of openEverywhere(ledger, record.symbol)) {
    const owed = times(times(position.quantity, mark), times(record.rate, sign(position.side)));
    const pay = least(money(owed), position.margin);
    if (isZero(pay)) continue;
    position.margin = sum([position.margin, negate(pay)]);
    position.funding = sum([position.funding, pay]);
    const { asset } = ledger.settings;
    const postings = [
      [`margin:${position.position_id}`, asset, negate(pay)],
      ['funding', asset, pay],
    ];
    writeEntry(
      ledger,
      { ...openerOf(position), time: now, kind: 'funding', rate: text(record.rate), mark: text(mark) },
      { executions: [], postings },
    );
  }
}
