// Random theses: every action, most of them sensible at the prices of their time, some not.
import { number } from './chance.mjs';

const FIXED = {
  real_orders: false,
  signed_requests: false,
  reads_api_keys: false,
  exchange_account_state: false,
};
const SAFE = {
  public_readonly_market_data: true,
  public_readonly: true,
  paper_or_watch_only: true,
  ...FIXED,
};
const ALLOWED = { agent_authorized: true, real_order: false };

const AGENTS = [undefined, 'a1', 'a1', 'a2', '', '__proto__', 'é\u2028"', '\ud800'];
const RUNS = [undefined, undefined, 'run-1', 'run-2', 'constructor'];
const FRACTIONS = [
  '1',
  '1',
  '0.5',
  '0.25',
  '0.3333',
  '0.99',
  '0.999999',
  '0.0001',
  '0.123456789012345678901',
];
const USUAL = ['2', '3', '5', '7', '10', '20', '3.333'];
const LEVERAGES = [...USUAL, ...USUAL, '1', '25', '50', '75', '100', '125', '1.5', '0.5', '1e3'];
const SIZES = [
  '7.77',
  '100',
  '100',
  '150',
  '200',
  '250.5',
  '300',
  '500',
  '333.33',
  '400',
  '1000',
  '2000',
  '9999',
];
const MARGINS = ['100', '150', '200', '300.5', '80.12345678'];
const NOTIONALS = ['500', '1000', '1049.9', '777.777', '2500'];
const HUGE = ['1e30', '1e-30', '1e900', '1e-900', '123456789012345678901234567890', '0.1e1000'];

const pick = (chance, list) => number(chance.likely(0.006) ? chance.one(HUGE) : chance.one(list));

/** Steps away from the price: `better` for the holder of a side, or worse. */
const STEPS = ['0.0005', '0.001', '0.003', '0.005', '0.01', '0.02', '0.05', '0.2'].map(Number);
function stepsTo(chance, side, better) {
  const right = chance.likely(0.9) === better;
  const sign = (side === 'LONG') === right ? 1 : -1;
  return chance.likely(0.02) ? [-0.999999] : STEPS.map((step) => step * sign);
}

/** A price near another, on the tick or not. */
function near(chance, price, shape, shares) {
  const moved = Math.max(0.000001, (price * (1 + chance.one(shares))) / 10 ** shape.places);
  const digits = Math.max(0, shape.places + chance.one([0, 0, 0, 1, 3]));
  const written = moved.toFixed(Math.min(digits, 12));
  return number(/[1-9]/.test(written) ? written : '0.0000001');
}

/** A level above or below the price: often just one that the market reaches. */
function levelTo(chance, { shape, price, side, seen }, better) {
  const steps = stepsTo(chance, side, better);
  const isThere = (reached) => Number(reached) * 10 ** shape.places * steps[0] > price * steps[0];
  const reached = chance.likely(0.35) ? seen.filter(isThere) : [];
  return reached.length > 0 ? number(chance.one(reached)) : near(chance, price, shape, steps);
}

const spelled = (chance, symbol) => (chance.likely(0.15) ? symbol.toLowerCase() : symbol);

/** A reference by symbol, by ids, or by several that may disagree. */
function reference(chance, shape, others, watch) {
  const book = chance.likely(watch ? 0.4 : 0.04) ? 'w' : '';
  const position_id = `${book}pos-${chance.weighted({ 1: 9, 2: 4, 3: 1, 4: 0.2, 9: 0.2 })}`;
  const execution_id = `${book}exe-${chance.weighted({ 1: 6, 2: 3, 3: 1, 4: 0.5, 9: 0.2 })}`;
  const symbol = spelled(chance, chance.likely(0.9) ? shape.symbol : chance.one(others).symbol);
  const kind = chance.weighted({ symbol: 12, id: 5, execution: 1.5, both: 0.7, all: 0.5, idAndSymbol: 1.5 });
  return {
    symbol: { symbol },
    id: { position_id },
    execution: { execution_id },
    both: { position_id, execution_id },
    all: { position_id, execution_id, symbol },
    idAndSymbol: { position_id, symbol },
  }[kind];
}

const ACTIONS = {
  add: (chance, { shape, side, first }) => {
    const usual = first !== undefined && chance.likely(0.9);
    const intent = { side, ...ALLOWED };
    const sizes = chance.weighted({ margin: 5, notional: 4, both: 1 });
    if (sizes !== 'notional') intent.requested_margin_usdt = pick(chance, usual ? MARGINS : SIZES);
    if (sizes !== 'margin') intent.requested_notional_usdt = pick(chance, usual ? NOTIONALS : SIZES);
    const names = chance.shuffled(['paper_leverage', 'paper_leverage', 'requested_leverage', 'leverage']);
    const count = chance.weighted({ 1: 8, 2: 2, 3: 1 });
    const list = usual ? USUAL : LEVERAGES;
    const leverage = pick(chance, list);
    for (const name of names.slice(0, Number(count)))
      intent[name] = chance.likely(0.5) ? leverage : pick(chance, list);
    return { symbol: spelled(chance, chance.likely(0.98) ? shape.symbol : 'NOSUCH'), paper_intent: intent };
  },
  reduce: (chance, { price, held }) => {
    const intent = { ...ALLOWED, side: chance.one([undefined, undefined, undefined, 'LONG', 'SHORT']) };
    const kind = chance.weighted({ fraction: 5, quantity: 3, notional: 3, several: 2 });
    const several = kind === 'several';
    if (kind === 'fraction' || several) intent.reduce_fraction = pick(chance, FRACTIONS.slice(0, 9));
    if (kind === 'quantity' || several)
      intent.reduce_quantity = pick(chance, [held, '0.001', '0.0015', '1', '2.5', '100']);
    if (kind === 'notional' || (several && chance.likely(0.5)))
      intent.reduce_notional_usdt = pick(chance, [...SIZES, String(price)]);
    if (HUGE.includes(intent.reduce_fraction?.written)) intent.reduce_fraction = number('1e-900');
    return { paper_intent: intent };
  },
  close: (chance, { shape, price }) => {
    const fraction = number(chance.one([...FRACTIONS, '1', '1', '1e-900']));
    const intent = { close_fraction: fraction };
    if (chance.likely(0.45)) {
      intent.mark_price = near(
        chance,
        price,
        shape,
        [0, 0.001, -0.001, 0.004, -0.004, 0.0099, 0.01, -0.01, 0.011, -0.5],
      );
      if (chance.likely(0.02)) intent.mark_price = pick(chance, HUGE);
    }
    if (chance.likely(0.3)) intent.mark_price_source = 'own';
    if (chance.likely(0.3)) Object.assign(intent, ALLOWED);
    return { close_intent: intent };
  },
  adjust_exit: (chance, about) => {
    const update = {};
    if (chance.likely(0.6)) update.stop_loss_price = levelTo(chance, about, false);
    if (chance.likely(0.5)) update.take_profit_price = levelTo(chance, about, true);
    const minutes = [
      '0.0001',
      '0.5',
      '1',
      '1',
      '1.00001',
      '2',
      '3.3333333',
      '5',
      '10',
      '60',
      '1e-900',
      '1e12',
      '1e900',
    ];
    if (Object.keys(update).length === 0 || chance.likely(0.25))
      update.max_holding_minutes = number(chance.one(minutes));
    if (chance.likely(0.2)) update.exit_rationale = 'because';
    return { exit_update: update };
  },
  hold: () => ({}),
  noop: () => ({}),
};

const LIKELY = { add: 5, reduce: 4, close: 3.5, adjust_exit: 7, hold: 0.4, noop: 0.3 };

/** Faults against the contract, or members that never matter. */
const ODD = [
  (thesis) => ({ ...thesis, reason: '' }),
  (thesis) => ({ ...thesis, limitations: ['none'] }),
  (thesis) => ({ ...thesis, confidence: number('1.0000001') }),
  (thesis) => ({ ...thesis, safety: { ...SAFE, real_orders: true } }),
  (thesis) => ({ ...thesis, provenance: { agent: 'a1' } }),
  (thesis) => ({ ...thesis, position_ref: {} }),
  (thesis) => ({ ...thesis, schema_version: '1.0.1' }),
  (thesis) => ({ ...thesis, error_code: undefined }),
  (thesis) => ({ ...thesis, ok: false }),
  (thesis) => ({ ...thesis, error_code: 'E1' }),
  (thesis) => ({ ...thesis, close_intent: { close_fraction: number('2') } }),
  (thesis) => ({
    ...thesis,
    confidence: number('0.5'),
    risk_notes: ['a', 'b'],
    next_action: '',
    rationale: '\u0000\n\\/"',
  }),
  (thesis) => ({ ...thesis, further: [{ deep: number('1e-1000') }, null, true], again: true }),
];

/** What a thesis is about: something new, or mostly a position that an earlier one may have opened. */
function aboutOf(chance, shapes, opened) {
  if (opened.length > 1 && chance.likely(0.95)) {
    const earlier = chance.one(opened);
    return { ...earlier, watch: chance.likely(0.2) ? true : earlier.watch };
  }
  const first = opened.length < 2 && chance.likely(0.9) ? 'add' : undefined;
  return {
    shape: chance.one(shapes),
    side: chance.weighted({ LONG: 3, SHORT: 2 }),
    watch: chance.likely(0.2),
    first,
  };
}

/** One thesis, decided when the price of its symbol was about the one given; `opened` collects what was added. */
export function randomThesis(chance, { shapes, priceOf, pricesOf, opened }) {
  const { shape, watch, first, ...about } = aboutOf(chance, shapes, opened);
  const action = first ?? chance.weighted(LIKELY);
  const side = action === 'add' && chance.likely(0.3) ? chance.one(['LONG', 'SHORT']) : about.side;
  const price = priceOf(shape);
  const held = String(shape.usual / 10 ** shape.unit / 4);
  if (action === 'add') opened.push({ shape, side, watch });
  const thesis = {
    schema: 'svc_auto.position_management_thesis.v1',
    schema_version: '1.0.0',
    ok: true,
    mode: watch ? 'watch' : 'paper',
    action,
    reason: chance.one(['trend', 'protect', 'news', 'é']),
    error_code: null,
    provenance: { source: 'test', agent: chance.one(AGENTS), research_cycle_run_id: chance.one(RUNS) },
    safety: SAFE,
    hard_boundaries: FIXED,
    limitations: chance.one([['paper only'], ['watch'], ['x', 'no real orders']]),
    ...ACTIONS[action](chance, { shape, price, held, side, first, seen: pricesOf(shape) }),
  };
  if (action !== 'add' && action !== 'hold' && action !== 'noop') {
    thesis.position_ref = reference(chance, shape, shapes, watch);
    if (chance.likely(0.2))
      thesis.symbol = spelled(chance, chance.likely(0.9) ? shape.symbol : chance.one(shapes).symbol);
  }
  return chance.likely(0.03) ? chance.one(ODD)(thesis) : thesis;
}
