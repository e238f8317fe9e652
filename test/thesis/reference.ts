/**
 * A second, handwritten implementation of the contract without a schema, so that a mistake in the schema
 * shows as a difference. It reads the tables of the thesis contract from top to bottom.
 */
type Tree = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const filled: Check = (value) => typeof value === 'string' && value !== '';
const flag: Check = (value) => typeof value === 'boolean';
const positive: Check = (value) => typeof value === 'number' && Number.isFinite(value) && value > 0;
const fraction: Check = (value) => positive(value) && (value as number) <= 1;
const isTrue: Check = (value) => value === true;
const isFalse: Check = (value) => value === false;
const oneOf =
  (...words: readonly unknown[]): Check =>
  (value) =>
    words.includes(value);
const texts: Check = (value) => Array.isArray(value) && value.every(text);

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function has(tree: Tree, name: string): boolean {
  return Object.hasOwn(tree, name);
}

function table(required: Record<string, Check>, optional: Record<string, Check> = {}): Check {
  return (value) => {
    if (!isTree(value)) return false;
    for (const [name, check] of Object.entries(required))
      if (!has(value, name) || !check(value[name])) return false;
    for (const [name, check] of Object.entries(optional))
      if (has(value, name) && !check(value[name])) return false;
    return true;
  };
}

const REFERENCE = { position_id: filled, execution_id: filled, symbol: filled };
const positionRef: Check = (value) => {
  if (!table({}, REFERENCE)(value)) return false;
  const names = Object.keys(value as Tree);
  return names.length > 0 && names.every((name) => has(REFERENCE, name));
};

const FLAGS = { agent_authorized: isTrue, real_order: isFalse };
const closeIntent = table(
  { close_fraction: fraction },
  { mark_price: positive, mark_price_source: text, ...FLAGS },
);
const EXITS = ['stop_loss_price', 'take_profit_price', 'max_holding_minutes'];
const exitTable = table(
  {},
  {
    stop_loss_price: positive,
    take_profit_price: positive,
    max_holding_minutes: positive,
    exit_rationale: text,
    ...FLAGS,
  },
);
const exitUpdate: Check = (value) => exitTable(value) && EXITS.some((name) => has(value as Tree, name));
const paperIntent = table(
  {},
  {
    side: oneOf('LONG', 'SHORT'),
    requested_margin_usdt: positive,
    requested_notional_usdt: positive,
    paper_leverage: positive,
    requested_leverage: positive,
    leverage: positive,
    reduce_fraction: fraction,
    reduce_notional_usdt: positive,
    reduce_quantity: positive,
    ...FLAGS,
  },
);
const boundaries = {
  real_orders: isFalse,
  signed_requests: isFalse,
  reads_api_keys: isFalse,
  exchange_account_state: isFalse,
};

const top = table(
  {
    schema: oneOf('svc_auto.position_management_thesis.v1'),
    schema_version: oneOf('1.0.0'),
    ok: flag,
    mode: oneOf('paper', 'watch'),
    action: oneOf('hold', 'noop', 'close', 'adjust_exit', 'add', 'reduce'),
    reason: filled,
    error_code: (value) => value === null || text(value),
    provenance: table({ source: filled }, { research_cycle_run_id: text, agent: text, generated_at: text }),
    safety: table({
      public_readonly_market_data: isTrue,
      public_readonly: isTrue,
      paper_or_watch_only: isTrue,
      ...boundaries,
    }),
    hard_boundaries: table(boundaries),
    limitations: (value) =>
      texts(value) &&
      (value as readonly string[]).some((item) =>
        ['paper', 'watch', 'no real', 'no Binance'].some((word) => item.includes(word)),
      ),
  },
  {
    symbol: filled,
    position_ref: positionRef,
    rationale: text,
    confidence: (value) => typeof value === 'number' && value >= 0 && value <= 1,
    close_intent: closeIntent,
    exit_update: exitUpdate,
    paper_intent: paperIntent,
    risk_notes: texts,
    next_action: text,
  },
);

/** Returns whether the value is a valid thesis. */
export function isThesis(value: unknown): boolean {
  if (!top(value)) return false;
  const thesis = value as Tree;
  const all = (tree: unknown, ...names: readonly string[]) => names.every((name) => has(tree as Tree, name));
  const any = (tree: unknown, ...names: readonly string[]) => names.some((name) => has(tree as Tree, name));
  const paper = thesis['paper_intent'];
  switch (thesis['action']) {
    case 'close':
      return all(thesis, 'position_ref', 'close_intent');
    case 'adjust_exit':
      return all(thesis, 'position_ref', 'exit_update');
    case 'add':
      return (
        all(thesis, 'symbol', 'paper_intent') &&
        all(paper, 'side', 'agent_authorized', 'real_order') &&
        any(paper, 'requested_margin_usdt', 'requested_notional_usdt') &&
        any(paper, 'paper_leverage', 'requested_leverage', 'leverage')
      );
    case 'reduce':
      return (
        all(thesis, 'position_ref', 'paper_intent') &&
        all(paper, 'agent_authorized', 'real_order') &&
        any(paper, 'reduce_fraction', 'reduce_notional_usdt', 'reduce_quantity')
      );
    default:
      return true;
  }
}
