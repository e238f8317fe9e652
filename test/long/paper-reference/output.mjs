// The record of a replay, printed canonically.
import { canonical } from './json.mjs';
import { BOOKS, isOpen, liquidationPrice, netOf, unrealisedOf } from './ledger.mjs';
import { metricsBy, metricsOf } from './metrics.mjs';
import { divide, isZero, roundEven, text } from './numbers.mjs';

function positionRecord(ledger, position) {
  const open = isOpen(position);
  const price = open ? roundEven(divide(position.cost, position.quantity), 12) : position.entryPrice;
  const liquidation = open ? liquidationPrice(ledger, position) : null;
  const left = !isZero(position.leftQuantity);
  return {
    position_id: position.position_id,
    book: position.book,
    symbol: position.symbol,
    side: position.side,
    status: open ? 'open' : 'closed',
    deadline: position.deadline,
    opened_at: position.openedAt,
    held_since: position.heldSince,
    closed_at: position.closedAt,
    close_trigger: open ? null : position.closeTrigger,
    agent: position.agent,
    run_id: position.runId,
    thesis: position.thesis,
    shadow_of: position.shadowOf,
    history: position.history,
    quantity: text(position.quantity),
    cost: text(position.cost),
    margin: text(position.margin),
    entry_price: text(price),
    liquidation_price: liquidation && text(liquidation),
    stop_loss_price: position.stop && text(position.stop),
    take_profit_price: position.target && text(position.target),
    realised: text(position.realised),
    fees: text(position.fees),
    liquidation_fees: text(position.liquidationFees),
    funding: text(position.funding),
    shortfall: text(position.shortfall),
    leverage:
      open && !isZero(position.margin) ? text(roundEven(divide(position.cost, position.margin), 8)) : null,
    exit_price: left ? text(roundEven(divide(position.leftValue, position.leftQuantity), 12)) : null,
    mark_price: open ? text(ledger.last.get(position.symbol)) : null,
    unrealised: text(unrealisedOf(ledger, position)),
    net: text(netOf(position)),
  };
}

function balancesOf(ledger, book) {
  const accounts = new Map();
  for (const [key, amount] of ledger.balances[book]) {
    if (isZero(amount)) continue;
    const [account, asset] = JSON.parse(key);
    accounts.set(account, (accounts.get(account) ?? new Map()).set(asset, text(amount)));
  }
  return accounts;
}

const byBook = (make) => Object.fromEntries(BOOKS.map((book) => [book, make(book)]));

/** The canonical text of all that a run left. */
export function outputOf(run) {
  const { ledger } = run;
  const { end } = ledger.settings;
  const late = run.theses.filter((found) => found.t >= end);
  const { seq, hash } = ledger.entries.at(-1);
  return canonical({
    schema: 'bourse.paper.replay.v1',
    settings: ledger.scenario.printed,
    entries: ledger.entries,
    positions: BOOKS.flatMap((book) => ledger.positions[book].map((found) => positionRecord(ledger, found))),
    balances: byBook((book) => balancesOf(ledger, book)),
    equity: byBook((book) => run.samples[book].map(({ time, equity }) => ({ time, equity: text(equity) }))),
    metrics: byBook((book) => metricsOf(ledger, book, run.samples[book], run.paths)),
    by_agent: metricsBy(ledger, 'agent', 'agent'),
    by_run_id: metricsBy(ledger, 'runId', 'run_id'),
    pending: [...run.waiting, ...late].map((found) => ({ time: found.t, thesis: found.hash })),
    head: { seq, hash },
  });
}
