// Which position a thesis means, and the copy of a paper position that a watch thesis may need.

import { Refusal } from './fills.mjs';
import { isOpen, levelsOf, newDraft, newPosition, openPositions, sign, writeEntry } from './ledger.mjs';
import { negate, sum, text, times } from './numbers.mjs';
import { capitals } from './scenario.mjs';

const positionNamed = (ledger, book, id) => ledger.positions[book].find((found) => found.position_id === id);

/** The position that an execution of a book belongs to. */
function positionOfExecution(ledger, book, id) {
  const [, prefix, number] = /^(w?)exe-([1-9]\d*)$/.exec(id) ?? [];
  if (number === undefined || (prefix === 'w') !== (book === 'watch')) return undefined;
  return positionNamed(ledger, book, ledger.executions[book][Number(number) - 1]);
}

const FINDERS = { position_id: positionNamed, execution_id: positionOfExecution };

/** The position that an id means in a book; in the watch book an id of paper means its open copy. */
function meant(ledger, book, kind, id) {
  const own = FINDERS[kind](ledger, book, id);
  if (own !== undefined || book === 'paper') return own;
  const original = FINDERS[kind](ledger, 'paper', id);
  return openPositions(ledger, 'watch').find((found) => original && found.shadowOf === original.position_id);
}

function bySymbol(ledger, book, symbol) {
  const open = openPositions(ledger, book, symbol);
  if (open.length === 0) throw new Refusal('position_unknown');
  if (open.length > 1) throw new Refusal('position_ambiguous');
  return open[0];
}

function byReference(ledger, book, reference) {
  const symbol = reference.has('symbol') ? capitals(reference.get('symbol')) : undefined;
  const kinds = Object.keys(FINDERS).filter((kind) => reference.has(kind));
  if (kinds.length === 0) return bySymbol(ledger, book, symbol);
  const named = kinds.map((kind) => meant(ledger, book, kind, reference.get(kind)));
  if (named.includes(undefined)) throw new Refusal('position_unknown');
  const [position] = named;
  if (named.some((found) => found !== position)) throw new Refusal('refs_disagree');
  if (symbol !== undefined && position.symbol !== symbol) throw new Refusal('refs_disagree');
  if (!isOpen(position)) throw new Refusal('position_closed');
  return position;
}

/** Copies an open paper position into the watch book, in an entry of its own. */
function copyToWatch(ledger, original, now) {
  const draft = newDraft();
  const copy = newPosition(ledger, {
    ...Object.fromEntries(
      [
        'symbol',
        'side',
        'quantity',
        'cost',
        'margin',
        'stop',
        'target',
        'deadline',
        'heldSince',
        'agent',
        'runId',
        'thesis',
      ].map((name) => [name, original[name]]),
    ),
    book: 'watch',
    openedAt: now,
    shadowOf: original.position_id,
  });
  const { asset } = ledger.settings;
  const signed = times(sign(copy.side), copy.quantity);
  draft.postings.push(
    ['cash', asset, negate(copy.margin)],
    [`margin:${copy.position_id}`, asset, copy.margin],
    [`exposure:${copy.position_id}`, copy.symbol, signed],
    ['market', copy.symbol, negate(signed)],
  );
  writeEntry(
    ledger,
    {
      time: now,
      book: 'watch',
      kind: 'copy',
      agent: copy.agent,
      run_id: copy.runId,
      position_id: copy.position_id,
      levels: levelsOf(copy),
      copied: {
        position_id: original.position_id,
        quantity: text(copy.quantity),
        cost: text(copy.cost),
        held_since: copy.heldSince,
      },
    },
    draft,
  );
  return copy;
}

/** The open position that a position_ref means; a watch thesis copies it from paper where it has none. */
export function resolve(ledger, book, reference, now) {
  try {
    return byReference(ledger, book, reference);
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || book === 'paper' || refusal.reason !== 'position_unknown')
      throw refusal;
    let original;
    try {
      original = byReference(ledger, 'paper', reference);
    } catch {
      throw refusal;
    }
    return copyToWatch(ledger, original, now);
  }
}

/** The symbol of a thesis when it arrives. */
export function symbolOf(ledger, book, thesis) {
  if (thesis.get('action') === 'add') return capitals(thesis.get('symbol'));
  const reference = thesis.get('position_ref');
  if (reference.has('symbol')) return capitals(reference.get('symbol'));
  if (thesis.has('symbol')) return capitals(thesis.get('symbol'));
  const kind = reference.has('position_id') ? 'position_id' : 'execution_id';
  for (const place of [book, 'paper']) {
    const found = FINDERS[kind](ledger, place, reference.get(kind));
    if (found !== undefined) return found.symbol;
  }
  throw new Refusal('position_unknown');
}

/** The sum of the postings to an account in a draft that is not written yet. */
export const drafted = (draft, account) =>
  sum(draft.postings.filter(([name]) => name === account).map(([, , amount]) => amount));
