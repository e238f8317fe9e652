// What each action of a thesis does at a point of the market.

import { enter, feeRate, leave, marketFill, quantityFor, Refusal } from './fills.mjs';
import { basisPoints, beyondLoss, cashOf, levelsOf, liquidationPrice, openPositions } from './ledger.mjs';
import {
  absolute,
  add,
  atLeast,
  atMost,
  ceiling,
  compare,
  divide,
  equal,
  floor,
  greater,
  greatest,
  integer,
  least,
  less,
  money,
  moneyUp,
  positive,
  subtract,
  times,
  wholePart,
  ZERO,
} from './numbers.mjs';
import { drafted, resolve } from './references.mjs';
import { capitals, ladder } from './scenario.mjs';

const LATEST_TIME = 8640000000000000n;

const require = (holds, reason) => {
  if (!holds) throw new Refusal(reason);
};

const given = (object, names) =>
  names.filter((name) => object.has(name)).map((name) => object.get(name).value);
const differ = (values) => values.some((value) => !equal(value, values[0]));

/** The leverage that counts: the paper ledger's own name first. */
const leverages = (intent) => given(intent, ['paper_leverage', 'requested_leverage', 'leverage']);
export const leverageOf = (thesis) => leverages(thesis.get('paper_intent'))[0];

function notionalOf(intent, leverage, warnings) {
  const sizes = [
    ...given(intent, ['requested_margin_usdt']).map((margin) => times(margin, leverage)),
    ...given(intent, ['requested_notional_usdt']),
  ];
  if (differ(sizes)) warnings.push('sizes_differ');
  return sizes.reduce(least);
}

function closeOpposites(task, opposites) {
  const { ledger, draft, market, book } = task;
  if (opposites.length === 0 || ledger.settings.opposite_add === 'hedge') return;
  require(ledger.settings.opposite_add === 'flip', 'opposite_position');
  for (const position of opposites) {
    const fill = marketFill(ledger, market, book, position.side === 'SHORT', position.quantity);
    leave(ledger, draft, position, {
      quantity: position.quantity,
      fill,
      trigger: 'flip',
      now: market.now,
      reference: market.price,
    });
  }
}

/** The greatest leverage of the tier that holds a notional. */
function highestLeverage(rules, notional) {
  const tier = ladder(rules).find((found) => found.cap === null || atMost(notional, found.cap));
  return tier.max_leverage;
}

function addPosition(task) {
  const { ledger, draft, market, book, thesis, warnings } = task;
  const rules = ledger.symbols.get(market.symbol);
  const intent = thesis.get('paper_intent');
  const side = intent.get('side');
  const buying = side === 'LONG';
  const leverage = leverageOf(thesis);
  if (differ(leverages(intent))) warnings.push('leverage_differs');
  const notional = notionalOf(intent, leverage, warnings);
  const open = openPositions(ledger, book, market.symbol);
  closeOpposites(
    task,
    open.filter((found) => found.side !== side),
  );
  const position = open.find((found) => found.side === side);
  const quantity = quantityFor(ledger, market, book, buying, notional);
  require(positive(quantity) && atLeast(quantity, rules.min_qty), 'below_min_quantity');
  require(atMost(quantity, rules.max_qty), 'above_max_quantity');
  const fill = marketFill(ledger, market, book, buying, quantity);
  require(atLeast(fill.value, rules.min_notional), 'below_min_notional');
  const held = position?.quantity ?? ZERO;
  const highest = highestLeverage(rules, times(add(held, quantity), market.price));
  require(atMost(leverage, highest), 'leverage_above_tier');
  const margin = moneyUp(divide(fill.value, leverage));
  const fee = moneyUp(times(fill.value, feeRate(ledger, market.symbol, 'taker')));
  const cash = add(cashOf(ledger, book), drafted(draft, 'cash'));
  require(book === 'watch' || atMost(add(margin, fee), cash), 'insufficient_cash');
  const entered = enter(ledger, draft, {
    position,
    fields: {
      book,
      symbol: market.symbol,
      side,
      openedAt: market.now,
      heldSince: market.now,
      agent: task.agent,
      runId: task.runId,
      thesis: task.hash,
    },
    quantity,
    fill,
    margin,
    now: market.now,
    reference: market.price,
  });
  require(!beyondLoss(side, market.price, liquidationPrice(ledger, entered)), 'would_liquidate_now');
  return { position_id: entered.position_id };
}

/** How much of a position leaves, in whole steps. */
function leavingQuantity(rules, held, wanted, warnings) {
  if (atLeast(wanted, held)) {
    if (greater(wanted, held)) warnings.push('clamped');
    return held;
  }
  const quantity = floor(wanted, rules.step_size);
  require(positive(quantity) && atLeast(quantity, rules.min_qty), 'below_min_quantity');
  const rest = subtract(held, quantity);
  if (!less(rest, rules.min_qty)) return quantity;
  warnings.push('dust_closed');
  return held;
}

function leaveByThesis(task, position, quantity, fill) {
  const { ledger, draft, market } = task;
  leave(ledger, draft, position, {
    quantity,
    fill,
    trigger: 'thesis',
    now: market.now,
    reference: market.price,
  });
  return { position_id: position.position_id };
}

function reducePosition(task, position) {
  const { ledger, market, book, thesis, warnings } = task;
  const intent = thesis.get('paper_intent');
  const wanted = [
    ...given(intent, ['reduce_fraction']).map((share) => times(position.quantity, share)),
    ...given(intent, ['reduce_notional_usdt']).map((notional) => divide(notional, market.price)),
    ...given(intent, ['reduce_quantity']),
  ];
  if (differ(wanted)) warnings.push('sizes_differ');
  const rules = ledger.symbols.get(market.symbol);
  const quantity = leavingQuantity(rules, position.quantity, wanted.reduce(greatest), warnings);
  const fill = marketFill(ledger, market, book, position.side === 'SHORT', quantity);
  return leaveByThesis(task, position, quantity, fill);
}

/** What a mark given by the author is worth, rounded against the account. */
function markFill(rules, position, mark, quantity) {
  const round = position.side === 'LONG' ? floor : ceiling;
  const price = greatest(round(mark, rules.tick_size), rules.tick_size);
  return { value: money(times(price, quantity)), source: 'thesis' };
}

function fillWithMark(task, position, mark, quantity) {
  const { ledger, market, book } = task;
  const { mark_price_policy: policy, mark_price_band_bps: band } = ledger.settings;
  const byMark = markFill(ledger.symbols.get(market.symbol), position, mark, quantity);
  if (policy === 'trust') return byMark;
  const distance = absolute(subtract(mark, market.price));
  require(atMost(distance, times(market.price, basisPoints(band))), 'mark_price_off_market');
  const byMarket = marketFill(ledger, market, book, position.side === 'SHORT', quantity);
  const worse = compare(byMark.value, byMarket.value) * (position.side === 'LONG' ? -1 : 1) > 0;
  return worse ? byMark : byMarket;
}

function closePosition(task, position) {
  const { ledger, market, book, thesis, warnings } = task;
  const intent = thesis.get('close_intent');
  const wanted = times(position.quantity, intent.get('close_fraction').value);
  const rules = ledger.symbols.get(market.symbol);
  const quantity = leavingQuantity(rules, position.quantity, wanted, warnings);
  const fill = intent.has('mark_price')
    ? fillWithMark(task, position, intent.get('mark_price').value, quantity)
    : marketFill(ledger, market, book, position.side === 'SHORT', quantity);
  return leaveByThesis(task, position, quantity, fill);
}

/** A level moved to the tick: upwards for LONG, downwards for SHORT. */
function levelOnTick(task, position, written) {
  const { tick_size: tick } = task.ledger.symbols.get(position.symbol);
  const level = (position.side === 'LONG' ? ceiling : floor)(written, tick);
  if (!equal(level, written)) task.warnings.push('price_rounded');
  require(positive(level), 'out_of_range');
  return level;
}

function moveStop(task, position, written) {
  const stop = levelOnTick(task, position, written);
  require(!beyondLoss(position.side, task.market.price, stop), 'would_trigger_now');
  position.stop = stop;
  const liquidation = liquidationPrice(task.ledger, position);
  if (beyondLoss(position.side, stop, liquidation)) task.warnings.push('stop_beyond_liquidation');
}

function moveTarget(task, position, written) {
  const target = levelOnTick(task, position, written);
  const ahead = compare(target, task.market.price) * (position.side === 'LONG' ? 1 : -1) > 0;
  require(ahead, 'would_trigger_now');
  position.target = target;
}

function moveDeadline(task, position, minutes) {
  const held = ceiling(times(minutes, integer(60000)), integer(1));
  const deadline = wholePart(held) + BigInt(position.heldSince);
  require(deadline <= LATEST_TIME, 'out_of_range');
  require(deadline > BigInt(task.market.now), 'would_trigger_now');
  position.deadline = Number(deadline);
}

const MOVES = [
  ['stop_loss_price', moveStop],
  ['take_profit_price', moveTarget],
  ['max_holding_minutes', moveDeadline],
];

function adjustExit(task, position) {
  const update = task.thesis.get('exit_update');
  for (const [name, move] of MOVES) if (update.has(name)) move(task, position, update.get(name).value);
  return { position_id: position.position_id, levels: levelsOf(position) };
}

const OF_POSITION = { reduce: reducePosition, close: closePosition, adjust_exit: adjustExit };

/** Carries out a thesis at a point; gives what its entry says beside executions and postings. */
export function carryOut(task) {
  const { ledger, thesis, book, market } = task;
  const action = thesis.get('action');
  if (action === 'add') return addPosition(task);
  const position = resolve(ledger, book, thesis.get('position_ref'), market.now);
  const symbol = thesis.has('symbol') ? capitals(thesis.get('symbol')) : position.symbol;
  require(symbol === position.symbol, 'symbol_disagrees');
  const side = action === 'reduce' ? thesis.get('paper_intent').get('side') : undefined;
  require(side === undefined || side === position.side, 'side_disagrees');
  return OF_POSITION[action](task, position);
}
