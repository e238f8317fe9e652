/** The options of `thesis new` and the members that each option sets, by action. */
import { ACTIONS, type Action } from './contract.ts';

interface Field {
  readonly kind: 'text' | 'number' | 'list';
  readonly about: string;
  /** The placeholder of the value in help texts. */
  readonly value: string;
  /**
   * The JSON pointers of the members that the option sets, by action; an action that is not listed does not
   * allow the option.
   */
  readonly pointers: Readonly<Partial<Record<Action, readonly string[]>>>;
}

function forAllActions(...pointers: readonly string[]): Readonly<Record<Action, readonly string[]>> {
  return Object.fromEntries(ACTIONS.map((action) => [action, pointers])) as unknown as Record<
    Action,
    readonly string[]
  >;
}

const REFERRING = ['hold', 'close', 'adjust_exit', 'reduce'] as const;

function forReferringActions(
  ...pointers: readonly string[]
): Readonly<Partial<Record<Action, readonly string[]>>> {
  return Object.fromEntries(REFERRING.map((action) => [action, pointers]));
}

/** The fields by option name, in the order of the document. */
export const FIELDS = {
  mode: {
    kind: 'text',
    value: 'mode',
    about: 'paper (the default) or watch',
    pointers: forAllActions('/mode'),
  },
  symbol: {
    kind: 'text',
    value: 'symbol',
    about: 'The trading pair, such as BTCUSDT',
    pointers: {
      ...forReferringActions('/symbol', '/position_ref/symbol'),
      hold: ['/symbol'],
      noop: ['/symbol'],
      add: ['/symbol'],
    },
  },
  'position-id': {
    kind: 'text',
    value: 'id',
    about: "The position's id in the paper ledger",
    pointers: forReferringActions('/position_ref/position_id'),
  },
  'execution-id': {
    kind: 'text',
    value: 'id',
    about: 'The id of the execution that opened the position',
    pointers: forReferringActions('/position_ref/execution_id'),
  },
  reason: { kind: 'text', value: 'text', about: 'Why', pointers: forAllActions('/reason') },
  rationale: {
    kind: 'text',
    value: 'text',
    about: 'The long form of the reason',
    pointers: forAllActions('/rationale'),
  },
  confidence: { kind: 'number', value: '0-1', about: 'From 0 to 1', pointers: forAllActions('/confidence') },
  side: {
    kind: 'text',
    value: 'side',
    about: 'LONG or SHORT',
    pointers: { add: ['/paper_intent/side'], reduce: ['/paper_intent/side'] },
  },
  margin: {
    kind: 'number',
    value: 'usdt',
    about: 'add: the margin to put in, in USDT',
    pointers: { add: ['/paper_intent/requested_margin_usdt'] },
  },
  notional: {
    kind: 'number',
    value: 'usdt',
    about: 'add, reduce: the notional value to add or take off, in USDT',
    pointers: {
      add: ['/paper_intent/requested_notional_usdt'],
      reduce: ['/paper_intent/reduce_notional_usdt'],
    },
  },
  leverage: {
    kind: 'number',
    value: 'times',
    about: 'add: the leverage, such as 3',
    pointers: { add: ['/paper_intent/paper_leverage'] },
  },
  fraction: {
    kind: 'number',
    value: '0-1',
    about: 'close, reduce: the share of the position, above 0, at most 1',
    pointers: { close: ['/close_intent/close_fraction'], reduce: ['/paper_intent/reduce_fraction'] },
  },
  quantity: {
    kind: 'number',
    value: 'quantity',
    about: 'reduce: the quantity to take off, in the base asset',
    pointers: { reduce: ['/paper_intent/reduce_quantity'] },
  },
  'mark-price': {
    kind: 'number',
    value: 'price',
    about: 'close: the mark price that was seen',
    pointers: { close: ['/close_intent/mark_price'] },
  },
  'mark-price-source': {
    kind: 'text',
    value: 'text',
    about: 'close: where the mark price comes from',
    pointers: { close: ['/close_intent/mark_price_source'] },
  },
  stop: {
    kind: 'number',
    value: 'price',
    about: 'adjust_exit: the stop loss price',
    pointers: { adjust_exit: ['/exit_update/stop_loss_price'] },
  },
  target: {
    kind: 'number',
    value: 'price',
    about: 'adjust_exit: the take profit price',
    pointers: { adjust_exit: ['/exit_update/take_profit_price'] },
  },
  minutes: {
    kind: 'number',
    value: 'minutes',
    about: 'adjust_exit: the longest time to hold',
    pointers: { adjust_exit: ['/exit_update/max_holding_minutes'] },
  },
  'exit-rationale': {
    kind: 'text',
    value: 'text',
    about: 'adjust_exit: why the exits move',
    pointers: { adjust_exit: ['/exit_update/exit_rationale'] },
  },
  'risk-note': {
    kind: 'list',
    value: 'text',
    about: 'What could go wrong; may be given several times',
    pointers: forAllActions('/risk_notes'),
  },
  'next-action': {
    kind: 'text',
    value: 'text',
    about: 'What comes next',
    pointers: forAllActions('/next_action'),
  },
  source: {
    kind: 'text',
    value: 'name',
    about: 'the system or person that made the thesis',
    pointers: forAllActions('/provenance/source'),
  },
  agent: {
    kind: 'text',
    value: 'name',
    about: 'The agent that wrote it',
    pointers: forAllActions('/provenance/agent'),
  },
  'run-id': {
    kind: 'text',
    value: 'id',
    about: 'The research run it came out of',
    pointers: forAllActions('/provenance/research_cycle_run_id'),
  },
  limitation: {
    kind: 'list',
    value: 'text',
    about: 'A further limitation; may be given several times',
    pointers: forAllActions('/limitations'),
  },
} as const satisfies Readonly<Record<string, Field>>;

export type FieldName = keyof typeof FIELDS;

/** Groups of fields of which every action needs at least one. */
export const ALWAYS_NEEDED: readonly (readonly FieldName[])[] = [['reason']];

const REFERENCE = ['position-id', 'execution-id', 'symbol'] as const;

/** Further groups of fields: an action needs at least one field of each of its groups. */
export const NEEDED: Readonly<Record<Action, readonly (readonly FieldName[])[]>> = {
  hold: [],
  noop: [],
  close: [REFERENCE, ['fraction']],
  adjust_exit: [REFERENCE, ['stop', 'target', 'minutes']],
  add: [['symbol'], ['side'], ['margin', 'notional'], ['leverage']],
  reduce: [REFERENCE, ['fraction', 'notional', 'quantity']],
};

/** Returns the JSON pointers that a field sets; none when the action does not allow the field. */
export function pointersOfField(name: FieldName, action: Action): readonly string[] {
  const { pointers }: Field = FIELDS[name];
  return pointers[action] ?? [];
}
