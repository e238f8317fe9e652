// The contract of a position-management thesis, member by member.
import { JsonNumber, JsonObject } from './json.mjs';
import { atMost, integer, negative, positive } from './numbers.mjs';

const isString = (value) => typeof value === 'string';
const isFilled = (value) => isString(value) && value.length > 0;
const isBoolean = (value) => typeof value === 'boolean';
const isAboveZero = (value) => value instanceof JsonNumber && positive(value.value);
const isFraction = (value) => isAboveZero(value) && atMost(value.value, integer(1));
const isConfidence = (value) =>
  value instanceof JsonNumber && !negative(value.value) && atMost(value.value, integer(1));
const isStrings = (value) => Array.isArray(value) && value.every(isString);
const is = (wanted) => (value) => value === wanted;
const oneOf = (list) => (value) => list.includes(value);

const NO_REAL_ORDER = { agent_authorized: is(true), real_order: is(false) };

const isLimitations = (value) =>
  isStrings(value) && value.length > 0 && value.some((item) => /paper|watch|no real/.test(item));

/** An object whose present members fit and whose required members are there. */
function shape(members, required = [], further = () => true) {
  return (value) =>
    value instanceof JsonObject &&
    required.every((name) => value.has(name)) &&
    Object.entries(members).every(([name, fits]) => !value.has(name) || fits(value.get(name))) &&
    further(value);
}

const hasOne = (value, names) => names.some((name) => value.has(name));

const FIXED = {
  real_orders: is(false),
  signed_requests: is(false),
  reads_api_keys: is(false),
  exchange_account_state: is(false),
};
const SAFE = {
  ...FIXED,
  public_readonly_market_data: is(true),
  public_readonly: is(true),
  paper_or_watch_only: is(true),
};

const REFERENCES = ['position_id', 'execution_id', 'symbol'];
const EXITS = ['stop_loss_price', 'take_profit_price', 'max_holding_minutes'];
const REDUCTIONS = ['reduce_fraction', 'reduce_notional_usdt', 'reduce_quantity'];
const LEVERAGES = ['paper_leverage', 'requested_leverage', 'leverage'];
const SIZES = ['requested_margin_usdt', 'requested_notional_usdt'];

const aboveZero = (names) => Object.fromEntries(names.map((name) => [name, isAboveZero]));

const MEMBERS = {
  schema: is('svc_auto.position_management_thesis.v1'),
  schema_version: is('1.0.0'),
  ok: isBoolean,
  mode: oneOf(['paper', 'watch']),
  action: oneOf(['hold', 'noop', 'close', 'adjust_exit', 'add', 'reduce']),
  symbol: isFilled,
  position_ref: shape(
    Object.fromEntries(REFERENCES.map((name) => [name, isFilled])),
    [],
    (value) => value.size > 0 && [...value.keys()].every((name) => REFERENCES.includes(name)),
  ),
  reason: isFilled,
  rationale: isString,
  confidence: isConfidence,
  close_intent: shape(
    { close_fraction: isFraction, mark_price: isAboveZero, mark_price_source: isString, ...NO_REAL_ORDER },
    ['close_fraction'],
  ),
  exit_update: shape({ ...aboveZero(EXITS), exit_rationale: isString, ...NO_REAL_ORDER }, [], (value) =>
    hasOne(value, EXITS),
  ),
  paper_intent: shape({
    side: oneOf(['LONG', 'SHORT']),
    ...aboveZero([...SIZES, ...LEVERAGES, ...REDUCTIONS]),
    reduce_fraction: isFraction,
    ...NO_REAL_ORDER,
  }),
  risk_notes: isStrings,
  next_action: isString,
  error_code: (value) => value === null || isString(value),
  provenance: shape(
    { source: isFilled, research_cycle_run_id: isString, agent: isString, generated_at: isString },
    ['source'],
  ),
  safety: shape(SAFE, Object.keys(SAFE)),
  hard_boundaries: shape(FIXED, Object.keys(FIXED)),
  limitations: isLimitations,
};

const REQUIRED = [
  'schema',
  'schema_version',
  'ok',
  'mode',
  'action',
  'reason',
  'error_code',
  'provenance',
  'safety',
  'hard_boundaries',
  'limitations',
];

const has =
  (name, ...members) =>
  (thesis) =>
    thesis.has(name) && members.every((member) => thesis.get(name).has(member));

const BY_ACTION = {
  hold: [],
  noop: [],
  close: [has('position_ref'), has('close_intent')],
  adjust_exit: [has('position_ref'), has('exit_update')],
  add: [
    has('symbol'),
    has('paper_intent', 'side', 'agent_authorized', 'real_order'),
    (thesis) => hasOne(thesis.get('paper_intent'), SIZES) && hasOne(thesis.get('paper_intent'), LEVERAGES),
  ],
  reduce: [
    has('position_ref'),
    has('paper_intent', 'agent_authorized', 'real_order'),
    (thesis) => hasOne(thesis.get('paper_intent'), REDUCTIONS),
  ],
};

const fits = shape(MEMBERS, REQUIRED);

/** Whether a thesis keeps the contract. */
export const keepsContract = (thesis) =>
  fits(thesis) && BY_ACTION[thesis.get('action')].every((rule) => rule(thesis));
