// How theses arrive, wait, and are carried out or refused.
import { carryOut, leverageOf } from './actions.mjs';
import { keepsContract } from './contract.mjs';
import { Refusal } from './fills.mjs';
import { canonical, holdsNameTwice, sha256 } from './json.mjs';
import { newDraft, remember, takeBack, writeEntry } from './ledger.mjs';
import { integer, less } from './numbers.mjs';
import { symbolOf } from './references.mjs';

const stringOrNull = (value) => (typeof value === 'string' ? value : null);

/** A thesis record with what can be said of it before its time. */
export function prepare(record) {
  const { thesis } = record;
  const valid = !holdsNameTwice(thesis) && keepsContract(thesis);
  if (!valid) return { ...record, valid, hash: null };
  const provenance = thesis.get('provenance');
  return {
    ...record,
    valid,
    hash: sha256(canonical(thesis)),
    book: thesis.get('mode'),
    agent: stringOrNull(provenance.get('agent')),
    runId: stringOrNull(provenance.get('research_cycle_run_id')),
  };
}

function writeThesis(run, found, now, fields, draft, warnings) {
  const own = found.valid
    ? {
        book: found.book,
        thesis: found.hash,
        action: found.thesis.get('action'),
        agent: found.agent,
        run_id: found.runId,
        source: found.thesis.get('provenance').get('source'),
      }
    : { book: 'paper' };
  writeEntry(
    run.ledger,
    { ...own, time: now, kind: 'thesis', decided_at: found.t, ...fields },
    draft,
    warnings,
  );
}

const refuse = (run, found, now, reason) => writeThesis(run, found, now, { status: 'refused', reason });

/** What is said of an arriving thesis at once: entry fields, or null where it waits. */
function atOnce(run, found) {
  const { ledger } = run;
  const { thesis, hash } = found;
  if (!found.valid) return { status: 'refused', reason: 'invalid_thesis' };
  if (found.again !== true) {
    const before = ledger.entries.filter(
      (entry) => entry.thesis === hash && (entry.status === 'applied' || entry.status === 'recorded'),
    );
    if (before.length > 0) return { status: 'duplicate', of: before.at(-1).seq };
    if (run.waiting.some((other) => other.hash === hash)) return { status: 'duplicate' };
  }
  if (thesis.get('ok') === false || thesis.get('error_code') !== null) throw new Refusal('not_ok');
  const action = thesis.get('action');
  if (action === 'hold' || action === 'noop') return { status: 'recorded' };
  const symbol = symbolOf(ledger, found.book, thesis);
  if (!ledger.symbols.has(symbol)) throw new Refusal('unknown_symbol');
  if (action === 'add') {
    if (ledger.symbols.get(symbol).quote !== ledger.settings.asset) throw new Refusal('quote_asset');
    if (less(leverageOf(thesis), integer(1))) throw new Refusal('leverage_out_of_range');
  }
  run.waiting.push({ ...found, symbol, ready: found.t + ledger.settings.latency_ms });
  return null;
}

/** Answers an arriving thesis, or lets it wait. */
export function arrive(run, found, now) {
  try {
    const fields = atOnce(run, found);
    if (fields !== null) writeThesis(run, found, now, fields);
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    refuse(run, found, now, refusal.reason);
  }
}

/** Carries out a waiting thesis at a point, all or nothing. */
function apply(run, found, point, now) {
  const before = remember(run.ledger);
  const draft = newDraft();
  const warnings = [];
  const market = { ...point, symbol: found.symbol, snapshots: run.snapshots.get(found.symbol), now };
  try {
    const fields = carryOut({ ...found, ledger: run.ledger, draft, warnings, market });
    writeThesis(run, found, now, { status: 'applied', ...fields }, draft, warnings);
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    takeBack(run.ledger, before);
    refuse(run, found, now, refusal.reason);
  }
}

function leaveQueue(run, found) {
  run.waiting = run.waiting.filter((other) => other !== found);
}

/** Carries out what is ready and has a point now, then refuses what waited too long. */
export function waitingTheses(run, seen, now) {
  for (const found of [...run.waiting]) {
    if (found.ready > now || !seen.has(found.symbol)) continue;
    leaveQueue(run, found);
    apply(run, found, seen.get(found.symbol), now);
  }
  for (const found of [...run.waiting]) {
    if (found.ready + run.ledger.settings.max_wait_ms > now) continue;
    leaveQueue(run, found);
    refuse(run, found, now, 'no_price');
  }
}
