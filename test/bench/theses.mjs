/** Theses of every action, as in a stream of theses. */

const FLAGS = {
  real_orders: false,
  signed_requests: false,
  reads_api_keys: false,
  exchange_account_state: false,
};
const COMMON = {
  schema: 'svc_auto.position_management_thesis.v1',
  schema_version: '1.0.0',
  ok: true,
  mode: 'paper',
  symbol: 'BTCUSDT',
  reason: 'trend_continuation',
  rationale: 'Higher lows on the four-hour chart: funding is neutral and open interest grows with price.',
  risk_notes: ['funding may flip', 'inflation data at 12:30'],
  next_action: 'wait for the next cycle',
  error_code: null,
  safety: { public_readonly_market_data: true, public_readonly: true, paper_or_watch_only: true, ...FLAGS },
  hard_boundaries: FLAGS,
  limitations: ['paper or watch only', 'no real orders'],
};
const INTENT = { agent_authorized: true, real_order: false };
const ACTIONS = [
  () => ({ action: 'hold' }),
  (n) => ({
    action: 'close',
    position_ref: { position_id: `p${n}` },
    close_intent: { close_fraction: 0.5, mark_price: 60000 + n, ...INTENT },
  }),
  (n) => ({
    action: 'adjust_exit',
    position_ref: { execution_id: `e${n}` },
    exit_update: { stop_loss_price: 50000 + n, take_profit_price: 90000 },
  }),
  (n) => ({
    action: 'add',
    paper_intent: { side: 'LONG', requested_margin_usdt: n + 0.5, paper_leverage: 3, ...INTENT },
  }),
  (n) => ({
    action: 'reduce',
    position_ref: { position_id: `p${n}` },
    paper_intent: { reduce_fraction: 0.25, ...INTENT },
  }),
  () => ({ action: 'noop' }),
];

/** Returns the text of a thesis by number; every 1,000th is invalid, so that verdicts differ. */
export function thesis(n) {
  const invalid = n % 1000 === 999 ? { mode: 'live' } : {};
  return JSON.stringify({
    ...COMMON,
    ...ACTIONS[n % ACTIONS.length](n),
    confidence: (n % 100) / 100,
    provenance: provenanceOf(n),
    ...invalid,
  });
}

/** Returns the thesis of a number with its members in an order that depends on the number, so that no two look alike. */
export function shuffledThesis(n) {
  let seed = n + 1;
  const shuffled = (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const entries = Object.entries(value).map(([name, member]) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return [seed, name, shuffled(member)];
    });
    return Object.fromEntries(entries.sort(([a], [b]) => a - b).map(([, name, member]) => [name, member]));
  };
  return JSON.stringify(shuffled(JSON.parse(thesis(n))));
}

/** One position's life in the paper ledger, and a position of the watch book. */
const LIFE = [
  () => ({
    action: 'add',
    paper_intent: { side: 'LONG', requested_margin_usdt: 100, paper_leverage: 3, ...INTENT },
  }),
  () => ({ action: 'adjust_exit', exit_update: { stop_loss_price: 55000, take_profit_price: 65000 } }),
  () => ({ action: 'hold' }),
  () => ({ action: 'reduce', paper_intent: { reduce_fraction: 0.25, ...INTENT } }),
  () => ({
    action: 'add',
    paper_intent: { side: 'LONG', requested_notional_usdt: 99.5, leverage: 2, ...INTENT },
  }),
  () => ({ action: 'adjust_exit', exit_update: { stop_loss_price: 59999.5 } }),
  () => ({ action: 'noop' }),
  () => ({ action: 'close', close_intent: { close_fraction: 0.5, ...INTENT } }),
  () => ({ action: 'close', close_intent: { close_fraction: 1, ...INTENT } }),
  () => ({
    action: 'add',
    mode: 'watch',
    paper_intent: { side: 'SHORT', requested_margin_usdt: 50, paper_leverage: 5, ...INTENT },
  }),
];

/** Returns a thesis by number, for the paper ledger; all are different. */
export function paperThesis(n) {
  const life = LIFE[n % LIFE.length]();
  const ref = life.action === 'add' ? {} : { position_ref: { symbol: COMMON.symbol } };
  return { ...COMMON, ...ref, ...life, confidence: (n % 100) / 100, provenance: provenanceOf(n) };
}

function provenanceOf(n) {
  return { source: 'research', research_cycle_run_id: `run-${n}`, generated_at: '2025-01-01T00:00:00Z' };
}
