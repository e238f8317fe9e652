/** Theses in the naive ledger: arrival, references, actions. */

import { canonical, sha } from './naive-canonical.ts';
import { type Json, liquidationOf } from './naive-market.ts';
import { ceilTo, floorTo, larger, type Q, q, smaller } from './rational.ts';

/** The reason of a refusal. */
class No extends Error {}

const no = (reason: string): never => {
  throw new No(reason);
};

const raise = (symbol: string): string => symbol.replace(/[a-z]/g, (letter) => letter.toUpperCase());
const leveragesOf = (intent: Json): Q[] =>
  ['paper_leverage', 'requested_leverage', 'leverage']
    .filter((name) => name in intent)
    .map((name) => q(intent[name]));

function facts(ledger: Json, one: Json): Json {
  const { thesis } = one;
  return {
    book: thesis.mode,
    kind: 'thesis',
    time: ledger.now,
    decided_at: one.t,
    thesis: one.hash,
    action: thesis.action,
    agent: thesis.provenance.agent ?? null,
    run_id: thesis.provenance.research_cycle_run_id ?? null,
    source: thesis.provenance.source,
  };
}

export function refuse(ledger: Json, one: Json, reason: string): void {
  ledger.write({ ...facts(ledger, one), status: 'refused', reason });
}

/** The ways in which a random thesis breaks the contract. */
export function isInvalid(thesis: Json): boolean {
  const exits = ['stop_loss_price', 'take_profit_price', 'max_holding_minutes'];
  if (thesis.action === 'adjust_exit' && !exits.some((name) => name in thesis.exit_update)) return true;
  if (thesis.reason === '') return true;
  return !thesis.limitations.some((text: string) => /paper|watch|no real|no Binance/.test(text));
}

/** A thesis arrives: refused, duplicate, recorded or waiting. */
export function resolve(ledger: Json, record: Json): void {
  const { thesis, t } = record;
  if (isInvalid(thesis)) {
    ledger.write({
      book: 'paper',
      kind: 'thesis',
      decided_at: t,
      status: 'refused',
      reason: 'invalid_thesis',
    });
    return;
  }
  const one: Json = { t, thesis, hash: sha(canonical(thesis)), ready: t + ledger.settings.latency_ms };
  const of = ledger.done[one.hash];
  const isWaiting = ledger.waiting.some((other: Json) => other.hash === one.hash);
  if (!record.again && (of !== undefined || isWaiting)) {
    ledger.write({ ...facts(ledger, one), status: 'duplicate', of: of ?? null });
    return;
  }
  const reason = whyNot(ledger, one);
  if (reason !== undefined) refuse(ledger, one, reason);
  else if (['hold', 'noop'].includes(thesis.action)) {
    ledger.done[one.hash] = ledger.write({ ...facts(ledger, one), status: 'recorded' }).seq;
  } else ledger.waiting.push(one);
}

/** Returns why a thesis is refused when it arrives, and notes its symbol. */
function whyNot(ledger: Json, one: Json): string | undefined {
  const { thesis } = one;
  if (thesis.ok === false || thesis.error_code !== null) return 'not_ok';
  if (['hold', 'noop'].includes(thesis.action)) return undefined;
  const ref = thesis.action === 'add' ? {} : thesis.position_ref;
  let symbol = thesis.action === 'add' ? thesis.symbol : (ref.symbol ?? thesis.symbol);
  for (const book of [ledger.books[thesis.mode], ledger.books.paper]) {
    const id = ref.position_id ?? book.executions[ref.execution_id];
    symbol ??= book.positions.find((p: Json) => p.position_id === id)?.symbol;
  }
  if (symbol === undefined) return 'position_unknown';
  one.symbol = raise(symbol);
  const rules = ledger.symbols[one.symbol];
  if (rules === undefined) return 'unknown_symbol';
  if (thesis.action !== 'add') return undefined;
  if (rules.quote !== ledger.settings.asset) return 'quote_asset';
  return leveragesOf(thesis.paper_intent)[0]!.vs(q(1)) < 0 ? 'leverage_out_of_range' : undefined;
}

/** Finds the position of a reference in a book: one, a reason, or undefined where it finds none. */
function find(ledger: Json, name: string, thesis: Json): Json {
  const ref = thesis.position_ref;
  const book = ledger.books[name];
  const copyOf = (id: string | undefined) =>
    name === 'watch'
      ? book.positions.find((p: Json) => p.shadow_of === id && p.closed_at === null)
      : undefined;
  const byId = (id: string | undefined) =>
    book.positions.find((p: Json) => p.position_id === id) ?? copyOf(id);
  const found: Json[] = [];
  if (ref.position_id !== undefined) found.push(byId(ref.position_id));
  if (ref.execution_id !== undefined) {
    found.push(byId(book.executions[ref.execution_id] ?? ledger.books.paper.executions[ref.execution_id]));
  }
  if (found.length === 0) {
    const open = book.positions.filter((p: Json) => p.symbol === raise(ref.symbol) && p.closed_at === null);
    return open.length > 1 ? 'position_ambiguous' : open[0];
  }
  if (found.includes(undefined)) return undefined;
  if (found.some((p) => p !== found[0])) return 'refs_disagree';
  if (ref.symbol !== undefined && raise(ref.symbol) !== found[0].symbol) return 'refs_disagree';
  return found[0].closed_at === null ? found[0] : 'position_closed';
}

/** Carries a thesis out; a refusal restores everything. */
export function act(ledger: Json, one: Json): void {
  const book = ledger.books[one.thesis.mode];
  const before = {
    positions: book.positions.map((p: Json) => ({ ...p, history: [...p.history] })),
    executions: { ...book.executions },
    spent: [...book.spent],
    accounts: { ...book.accounts },
    entries: ledger.entries.length,
  };
  try {
    apply(ledger, one, book);
  } catch (thrown) {
    if (!(thrown instanceof No)) throw thrown;
    book.positions.length = 0;
    book.positions.push(...before.positions);
    Object.assign(book, { executions: before.executions, spent: before.spent, accounts: before.accounts });
    ledger.entries.length = before.entries;
    refuse(ledger, one, thrown.message);
  }
}

function apply(ledger: Json, one: Json, book: Json): void {
  const { thesis } = one;
  const quote = ledger.quotes[one.symbol];
  const outcome: Json = { warnings: [], executions: [], postings: [], touched: [] };
  if (thesis.action === 'add') enter(ledger, one, book, quote, outcome);
  else {
    let p = find(ledger, thesis.mode, thesis);
    let isCopy = false;
    if (p === undefined && thesis.mode === 'watch') {
      const original = find(ledger, 'paper', thesis);
      if (typeof original === 'object') {
        p = original;
        isCopy = true;
      }
    }
    if (p === undefined) no('position_unknown');
    if (typeof p === 'string') no(p);
    if (thesis.symbol !== undefined && raise(thesis.symbol) !== p.symbol) no('symbol_disagrees');
    const side = thesis.paper_intent?.side;
    if (thesis.action === 'reduce' && side !== undefined && side !== p.side) no('side_disagrees');
    if (isCopy) p = copy(ledger, book, p);
    outcome.position = p;
    outcome.touched.push(p);
    if (thesis.action === 'adjust_exit') adjust(ledger, thesis.exit_update, p, quote.price, outcome);
    else lessen(ledger, thesis, p, quote, outcome);
  }
  const p = outcome.position;
  const levels = thesis.action === 'adjust_exit' ? levelsOf(p) : null;
  const entry = ledger.write(
    {
      ...facts(ledger, one),
      status: 'applied',
      warnings: [...new Set(outcome.warnings)].sort(),
      position_id: p.position_id,
      executions: outcome.executions,
      levels,
    },
    outcome.postings,
  );
  for (const touched of new Set<Json>(outcome.touched)) touched.history.push(entry.seq);
  ledger.done[one.hash] = entry.seq;
}

const textOrNull = (value: Q | null): string | null => (value === null ? null : String(value));
const levelsOf = (p: Json): Json => ({
  stop_loss_price: textOrNull(p.stop),
  take_profit_price: textOrNull(p.target),
  deadline: p.deadline,
});

function copy(ledger: Json, book: Json, original: Json): Json {
  const zeros = {
    realised: q(0),
    fees: q(0),
    liquidation_fees: q(0),
    funding: q(0),
    shortfall: q(0),
    left: q(0),
    leftValue: q(0),
  };
  const position_id = `wpos-${book.positions.length + 1}`;
  const p = {
    ...original,
    ...zeros,
    position_id,
    book: 'watch',
    opened_at: ledger.now,
    shadow_of: original.position_id,
    history: [],
  };
  book.positions.push(p);
  const flow = p.side === 'LONG' ? p.quantity : q(0).minus(p.quantity);
  const { asset } = ledger.settings;
  const copied = {
    position_id: original.position_id,
    quantity: String(p.quantity),
    cost: String(p.cost),
    held_since: p.held_since,
  };
  const entry = ledger.write(
    {
      book: 'watch',
      kind: 'copy',
      agent: p.agent,
      run_id: p.run_id,
      position_id,
      levels: levelsOf(p),
      copied,
    },
    [
      ['cash', asset, q(0).minus(p.margin)],
      [`margin:${position_id}`, asset, p.margin],
      [`exposure:${position_id}`, p.symbol, flow],
      ['market', p.symbol, q(0).minus(flow)],
    ],
  );
  p.history.push(entry.seq);
  return p;
}

/** The levels that a market fill of now finds, those already spent left out; undefined without a snapshot. */
function levels(ledger: Json, book: Json, symbol: string, isBuy: boolean): Json {
  const { start, end, book_max_age_ms } = ledger.settings;
  const known = ledger.records
    .filter(
      (one: Json) =>
        one.kind === 'book' && one.symbol === symbol && one.t >= start && one.t < end && one.t <= ledger.now,
    )
    .sort((a: Json, b: Json) => a.t - b.t);
  const snapshot = known.at(-1);
  if (snapshot === undefined || ledger.now - snapshot.t > book_max_age_ms) return undefined;
  const side = isBuy ? 'asks' : 'bids';
  const left = snapshot[side].map(([price, quantity]: string[]) => ({
    price: q(price!),
    quantity: q(quantity!),
  }));
  for (const spent of book.spent.filter((one: Json) => one.snapshot === snapshot && one.side === side)) {
    let rest = spent.quantity;
    for (const level of left) {
      const taken = smaller(rest, level.quantity);
      level.quantity = level.quantity.minus(taken);
      rest = rest.minus(taken);
    }
  }
  return { snapshot, side, left };
}

function fill(ledger: Json, book: Json, symbol: string, isBuy: boolean, quantity: Q, quote: Json): Json {
  const depth = levels(ledger, book, symbol, isBuy);
  if (depth === undefined) {
    return { value: ledger.slip(quote.price, isBuy, symbol).times(quantity).even(8), source: quote.source };
  }
  let rest = quantity;
  let value = q(0);
  for (const level of depth.left) {
    const taken = smaller(rest, level.quantity);
    value = value.plus(taken.times(level.price));
    rest = rest.minus(taken);
  }
  if (rest.sign > 0) no('insufficient_depth');
  book.spent = [...book.spent, { snapshot: depth.snapshot, side: depth.side, quantity }];
  return { value: value.even(8), source: 'book' };
}

function enter(ledger: Json, one: Json, book: Json, quote: Json, outcome: Json): void {
  const { thesis, symbol } = one;
  const rules = ledger.symbols[symbol];
  const intent = thesis.paper_intent;
  const isBuy = intent.side === 'LONG';
  const leverages = leveragesOf(intent);
  const leverage = leverages[0]!;
  if (leverages.some((other) => other.vs(leverage) !== 0)) outcome.warnings.push('leverage_differs');
  const sizes: Q[] = [];
  if ('requested_margin_usdt' in intent) sizes.push(q(intent.requested_margin_usdt).times(leverage));
  if ('requested_notional_usdt' in intent) sizes.push(q(intent.requested_notional_usdt));
  if (sizes.some((size) => size.vs(sizes[0]!) !== 0)) outcome.warnings.push('sizes_differ');
  const notional = sizes.reduce(smaller);
  const open = book.positions.filter((p: Json) => p.symbol === symbol && p.closed_at === null);
  const opposite = open.filter((p: Json) => p.side !== intent.side);
  if (opposite.length > 0 && ledger.settings.opposite_add === 'refuse') no('opposite_position');
  if (ledger.settings.opposite_add === 'flip') {
    for (const p of opposite) {
      const filled = fill(ledger, book, symbol, p.side === 'SHORT', p.quantity, quote);
      const why = { trigger: 'flip', price_source: filled.source, fee_kind: 'taker' };
      const left = ledger.leave(p, p.quantity, filled.value, why, quote.price);
      outcome.executions.push(left.execution);
      outcome.postings.push(...left.postings);
      outcome.touched.push(p);
    }
  }
  const step = q(rules.step_size);
  const depth = levels(ledger, book, symbol, isBuy);
  let quantity = q(0);
  if (depth === undefined) quantity = floorTo(notional.over(ledger.slip(quote.price, isBuy, symbol)), step);
  else {
    let rest = notional;
    for (const level of depth.left) {
      const taken = smaller(level.quantity, rest.over(level.price));
      quantity = quantity.plus(taken);
      rest = rest.minus(taken.times(level.price));
    }
    if (rest.sign > 0) no('insufficient_depth');
    quantity = floorTo(quantity, step);
  }
  if (quantity.sign === 0 || quantity.vs(q(rules.min_qty)) < 0) no('below_min_quantity');
  if (quantity.vs(q(rules.max_qty)) > 0) no('above_max_quantity');
  const filled = fill(ledger, book, symbol, isBuy, quantity, quote);
  const value: Q = filled.value;
  if (value.vs(q(rules.min_notional)) < 0) no('below_min_notional');
  let p = open.find((other: Json) => other.side === intent.side && other.closed_at === null);
  const size = (p?.quantity ?? q(0)).plus(quantity).times(quote.price);
  const tier = rules.tiers.find((other: Json) => other.cap === null || size.vs(q(other.cap)) <= 0);
  if (leverage.vs(q(tier.max_leverage)) > 0) no('leverage_above_tier');
  const margin = value.over(leverage).up(8);
  const fee = value.times(ledger.fee(symbol, 'taker_fee')).up(8);
  const freed = outcome.postings.filter(([account]: string[]) => account === 'cash');
  const cash = freed.reduce((sum: Q, [, , amount]: Json) => sum.plus(amount), ledger.cash(book.name));
  if (book.name === 'paper' && margin.plus(fee).vs(cash) > 0) no('insufficient_cash');
  const isNew = p === undefined;
  if (p === undefined) {
    p = {
      position_id: `${book.name === 'watch' ? 'w' : ''}pos-${book.positions.length + 1}`,
      book: book.name,
      symbol,
      side: intent.side,
      opened_at: ledger.now,
      held_since: ledger.now,
      closed_at: null,
      close_trigger: null,
      agent: thesis.provenance.agent ?? null,
      run_id: thesis.provenance.research_cycle_run_id ?? null,
      thesis: one.hash,
      shadow_of: null,
      history: [],
      stop: null,
      target: null,
      deadline: null,
      ...Object.fromEntries(
        [
          'quantity',
          'cost',
          'margin',
          'realised',
          'fees',
          'liquidation_fees',
          'funding',
          'shortfall',
          'left',
          'leftValue',
        ].map((name) => [name, q(0)]),
      ),
    };
    book.positions.push(p);
  }
  Object.assign(p, {
    quantity: p.quantity.plus(quantity),
    cost: p.cost.plus(value),
    margin: p.margin.plus(margin),
    fees: p.fees.plus(fee),
  });
  p.entry = p.cost.over(p.quantity);
  const slippage = value.minus(quote.price.times(quantity)).even(8);
  outcome.executions.push(
    ledger.execution(p, {
      effect: isNew ? 'open' : 'add',
      trigger: 'thesis',
      quantity: String(quantity),
      price: String(value.over(quantity).even(12)),
      value: String(value),
      reference_price: String(quote.price),
      price_source: filled.source,
      slippage: String(isBuy ? slippage : q(0).minus(slippage)),
      fee: String(fee),
      fee_kind: 'taker',
      realised: '0',
      margin: String(margin),
      shortfall: '0',
    }),
  );
  const flow = isBuy ? quantity : q(0).minus(quantity);
  const { asset } = ledger.settings;
  outcome.postings.push(
    ['cash', asset, q(0).minus(margin).minus(fee)],
    [`margin:${p.position_id}`, asset, margin],
    ['fees', asset, fee],
    [`exposure:${p.position_id}`, symbol, flow],
    ['market', symbol, q(0).minus(flow)],
  );
  const liquidation = liquidationOf(p, rules);
  if (liquidation !== null && (isBuy ? quote.price.vs(liquidation) <= 0 : quote.price.vs(liquidation) >= 0)) {
    no('would_liquidate_now');
  }
  outcome.position = p;
  outcome.touched.push(p);
}

/** Reduce and close. */
function lessen(ledger: Json, thesis: Json, p: Json, quote: Json, outcome: Json): void {
  const rules = ledger.symbols[p.symbol];
  const book = ledger.books[p.book];
  const wants: Q[] = [];
  const intent =
    thesis.action === 'close' ? { reduce_fraction: thesis.close_intent.close_fraction } : thesis.paper_intent;
  if ('reduce_fraction' in intent) wants.push(p.quantity.times(q(intent.reduce_fraction)));
  if ('reduce_notional_usdt' in intent) wants.push(q(intent.reduce_notional_usdt).over(quote.price));
  if ('reduce_quantity' in intent) wants.push(q(intent.reduce_quantity));
  if (wants.some((want) => want.vs(wants[0]!) !== 0)) outcome.warnings.push('sizes_differ');
  const wanted = wants.reduce(larger);
  let quantity: Q = p.quantity;
  if (wanted.vs(p.quantity) > 0) outcome.warnings.push('clamped');
  if (wanted.vs(p.quantity) < 0) {
    quantity = floorTo(wanted, q(rules.step_size));
    if (quantity.sign === 0 || quantity.vs(q(rules.min_qty)) < 0) no('below_min_quantity');
    if (p.quantity.minus(quantity).vs(q(rules.min_qty)) < 0) {
      quantity = p.quantity;
      outcome.warnings.push('dust_closed');
    }
  }
  const isBuy = p.side === 'SHORT';
  const mark = thesis.action === 'close' ? thesis.close_intent.mark_price : undefined;
  let filled: Json;
  if (mark === undefined) filled = fill(ledger, book, p.symbol, isBuy, quantity, quote);
  else {
    const tick = q(rules.tick_size);
    const price = isBuy ? ceilTo(q(mark), tick) : larger(floorTo(q(mark), tick), tick);
    filled = { value: price.times(quantity).even(8), source: 'thesis' };
    if (ledger.settings.mark_price_policy === 'worse') {
      const distance = q(mark).minus(quote.price);
      const off = distance.sign < 0 ? q(0).minus(distance) : distance;
      const band = quote.price.times(q(ledger.settings.mark_price_band_bps)).over(q(10000));
      if (off.vs(band) > 0) no('mark_price_off_market');
      const market = fill(ledger, book, p.symbol, isBuy, quantity, quote);
      const order = filled.value.vs(market.value);
      if (isBuy ? order <= 0 : order >= 0) filled = market;
    }
  }
  const why = { trigger: 'thesis', price_source: filled.source, fee_kind: 'taker' };
  const left = ledger.leave(p, quantity, filled.value, why, quote.price);
  outcome.executions.push(left.execution);
  outcome.postings.push(...left.postings);
}

function adjust(ledger: Json, update: Json, p: Json, ref: Q, outcome: Json): void {
  const long = p.side === 'LONG';
  const tick = q(ledger.symbols[p.symbol].tick_size);
  const level = (given: Json): Q => {
    const moved = long ? ceilTo(q(given), tick) : floorTo(q(given), tick);
    if (moved.sign <= 0) no('out_of_range');
    if (moved.vs(q(given)) !== 0) outcome.warnings.push('price_rounded');
    return moved;
  };
  if ('stop_loss_price' in update) {
    const stop = level(update.stop_loss_price);
    if (long ? stop.vs(ref) >= 0 : stop.vs(ref) <= 0) no('would_trigger_now');
    const liquidation = liquidationOf(p, ledger.symbols[p.symbol]);
    if (liquidation !== null && (long ? stop.vs(liquidation) <= 0 : stop.vs(liquidation) >= 0)) {
      outcome.warnings.push('stop_beyond_liquidation');
    }
    p.stop = stop;
  }
  if ('take_profit_price' in update) {
    const target = level(update.take_profit_price);
    if (long ? target.vs(ref) <= 0 : target.vs(ref) >= 0) no('would_trigger_now');
    p.target = target;
  }
  if ('max_holding_minutes' in update) {
    const deadline = BigInt(p.held_since) + q(update.max_holding_minutes).times(q(60000)).ceil();
    if (deadline > 8640000000000000n) no('out_of_range');
    if (deadline <= BigInt(ledger.now)) no('would_trigger_now');
    p.deadline = Number(deadline);
  }
}
