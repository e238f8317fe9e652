// The two books: balances, positions, entries and their hashes.
import { byCodeUnits, canonical, sha256 } from './json.mjs';
import {
  add,
  atMost,
  ceiling,
  divide,
  floor,
  fraction,
  greater,
  integer,
  isZero,
  money,
  negate,
  positive,
  roundEven,
  subtract,
  sum,
  text,
  times,
  ZERO,
} from './numbers.mjs';
import { ladder } from './scenario.mjs';

export const BOOKS = ['paper', 'watch'];

/** +1 for LONG, −1 for SHORT. */
export const sign = (side) => integer(side === 'LONG' ? 1 : -1);

/** An empty ledger of a scenario. */
export function newLedger(scenario) {
  return {
    scenario,
    settings: scenario.settings,
    symbols: scenario.symbols,
    entries: [],
    positions: { paper: [], watch: [] },
    executions: { paper: [], watch: [] },
    balances: { paper: new Map(), watch: new Map() },
    spent: new Map(),
    last: new Map(),
  };
}

/** A copy of all that a refused thesis may have changed. */
export const remember = (ledger) => ({
  entries: [...ledger.entries],
  positions: Object.fromEntries(
    BOOKS.map((book) => [
      book,
      ledger.positions[book].map((found) => ({ ...found, history: [...found.history] })),
    ]),
  ),
  executions: Object.fromEntries(BOOKS.map((book) => [book, [...ledger.executions[book]]])),
  balances: Object.fromEntries(BOOKS.map((book) => [book, new Map(ledger.balances[book])])),
  spent: new Map(ledger.spent),
});

/** Takes the ledger back to what was remembered. */
export const takeBack = (ledger, remembered) => Object.assign(ledger, remembered);

export const isOpen = (position) => position.closedAt === null;
export const openPositions = (ledger, book, symbol) =>
  ledger.positions[book].filter(
    (found) => isOpen(found) && (symbol === undefined || found.symbol === symbol),
  );

/** The free cash of a book. */
export const cashOf = (ledger, book) =>
  ledger.balances[book].get(JSON.stringify(['cash', ledger.settings.asset])) ?? ZERO;

/** Profit of an open position at the last price of its symbol. */
export function unrealisedOf(ledger, position) {
  if (!isOpen(position)) return ZERO;
  const worth = times(position.quantity, ledger.last.get(position.symbol));
  return money(times(sign(position.side), subtract(worth, position.cost)));
}

/** What a position earned after all costs, without what is unrealised. */
export const netOf = (position) =>
  add(
    subtract(position.realised, sum([position.fees, position.liquidationFees, position.funding])),
    position.shortfall,
  );

/** Cash and what open positions are worth. */
export const equityOf = (ledger, book) =>
  add(
    cashOf(ledger, book),
    sum(openPositions(ledger, book).map((found) => add(found.margin, unrealisedOf(ledger, found)))),
  );

/** The price at which a position is liquidated, or null where there is none. */
export function liquidationPrice(ledger, { symbol, side, quantity, cost, margin }) {
  const rules = ledger.symbols.get(symbol);
  const one = integer(1);
  for (const tier of ladder(rules)) {
    const owed =
      side === 'LONG' ? subtract(subtract(cost, margin), tier.lowered) : sum([cost, margin, tier.lowered]);
    const share = side === 'LONG' ? subtract(one, tier.mmr) : add(one, tier.mmr);
    const notional = divide(owed, share);
    if (!greater(notional, tier.floor) || (tier.cap !== null && greater(notional, tier.cap))) continue;
    const price = divide(notional, quantity);
    if (side === 'LONG') return ceiling(price, rules.tick_size);
    const down = floor(price, rules.tick_size);
    return positive(down) ? down : rules.tick_size;
  }
  return null;
}

/** A position that was just opened, without quantity. */
export function newPosition(ledger, fields) {
  const list = ledger.positions[fields.book];
  const position = {
    position_id: `${fields.book === 'watch' ? 'w' : ''}pos-${list.length + 1}`,
    quantity: ZERO,
    cost: ZERO,
    margin: ZERO,
    stop: null,
    target: null,
    deadline: null,
    closedAt: null,
    closeTrigger: null,
    shadowOf: null,
    history: [],
    realised: ZERO,
    fees: ZERO,
    liquidationFees: ZERO,
    funding: ZERO,
    shortfall: ZERO,
    entryPrice: null,
    leftQuantity: ZERO,
    leftValue: ZERO,
    ...fields,
  };
  list.push(position);
  return position;
}

/** Something that will become an entry: executions and postings collect in it. */
export const newDraft = () => ({ executions: [], postings: [] });

/** Adds an execution to a draft under the next id of its book. */
export function execute(ledger, draft, position, fields) {
  const ids = ledger.executions[position.book];
  ids.push(position.position_id);
  const { value, quantity, reference, buying, ...rest } = fields;
  const slippage = money(subtract(value, times(reference, quantity)));
  draft.executions.push({
    execution_id: `${position.book === 'watch' ? 'w' : ''}exe-${ids.length}`,
    position_id: position.position_id,
    symbol: position.symbol,
    side: position.side,
    quantity: text(quantity),
    value: text(value),
    price: text(roundEven(divide(value, quantity), 12)),
    reference_price: text(reference),
    slippage: text(buying ? slippage : negate(slippage)),
    ...rest,
  });
  if (!isZero(position.quantity))
    position.entryPrice = roundEven(divide(position.cost, position.quantity), 12);
}

/** Merges postings of one account and asset, leaves zeros out and sorts. */
function mergePostings(postings) {
  const merged = new Map();
  for (const [account, asset, amount] of postings) {
    const key = JSON.stringify([account, asset]);
    merged.set(key, { account, asset, amount: add(merged.get(key)?.amount ?? ZERO, amount) });
  }
  return [...merged.values()]
    .filter(({ amount }) => !isZero(amount))
    .sort((a, b) => byCodeUnits(a.account, b.account) || byCodeUnits(a.asset, b.asset));
}

const EMPTY_ENTRY = {
  decided_at: null,
  thesis: null,
  action: null,
  status: null,
  reason: null,
  of: null,
  agent: null,
  run_id: null,
  source: null,
  position_id: null,
  rate: null,
  mark: null,
  levels: null,
  copied: null,
};

/** Writes an entry: books its postings, chains its hash. */
export function writeEntry(ledger, fields, draft = newDraft(), warnings = []) {
  const postings = mergePostings(draft.postings);
  const balances = ledger.balances[fields.book];
  for (const { account, asset, amount } of postings) {
    const key = JSON.stringify([account, asset]);
    balances.set(key, add(balances.get(key) ?? ZERO, amount));
  }
  const body = {
    ...EMPTY_ENTRY,
    ...fields,
    seq: ledger.entries.length + 1,
    executions: draft.executions,
    postings: postings.map((found) => ({ ...found, amount: text(found.amount) })),
    warnings: [...new Set(warnings)].sort(byCodeUnits),
  };
  const previous = ledger.entries.at(-1)?.hash ?? '0'.repeat(64);
  const entry = { ...body, previous_hash: previous, hash: sha256(`${previous}\n${canonical(body)}`) };
  ledger.entries.push(entry);
  const touched = new Set([...draft.executions.map((found) => found.position_id), fields.position_id]);
  for (const position of ledger.positions[fields.book])
    if (touched.has(position.position_id)) position.history.push(entry.seq);
  return entry;
}

/** The share of a basis-point setting. */
export const basisPoints = (bps) => times(bps, fraction(1n, 10000n));

/** Whether a price is at or beyond a level that lies on the losing side of a position. */
export const beyondLoss = (side, price, level) =>
  level !== null && (side === 'LONG' ? atMost(price, level) : atMost(level, price));

/** The stop, target and deadline of a position as they are printed. */
export const levelsOf = (position) => ({
  stop_loss_price: position.stop && text(position.stop),
  take_profit_price: position.target && text(position.target),
  deadline: position.deadline,
});
