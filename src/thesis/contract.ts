/** The types and constants of a thesis (thesis contract, Resources and their fields). */
import type { DecimalString } from '../core/words.ts';

export const SCHEMA_ID = 'svc_auto.position_management_thesis.v1';
export const SCHEMA_VERSION = '1.0.0';

export const MODES = ['paper', 'watch'] as const;
export type Mode = (typeof MODES)[number];

export const ACTIONS = ['hold', 'noop', 'close', 'adjust_exit', 'add', 'reduce'] as const;
export type Action = (typeof ACTIONS)[number];

export const SIDES = ['LONG', 'SHORT'] as const;
export type Side = (typeof SIDES)[number];

/** The flags of the member `safety` and their fixed values. */
export const SAFETY = {
  public_readonly_market_data: true,
  public_readonly: true,
  paper_or_watch_only: true,
  real_orders: false,
  signed_requests: false,
  reads_api_keys: false,
  exchange_account_state: false,
} as const;

/** The flags of the member `hard_boundaries` and their fixed values. */
export const HARD_BOUNDARIES = {
  real_orders: false,
  signed_requests: false,
  reads_api_keys: false,
  exchange_account_state: false,
} as const;

/** The objects of a thesis that only some actions use, with these actions. */
export const PARTS = {
  close_intent: ['close'],
  exit_update: ['adjust_exit'],
  paper_intent: ['add', 'reduce'],
} as const satisfies Readonly<Record<string, readonly Action[]>>;

/** A valid thesis. Numbers have the digits of the document, without exponents. */
export interface Thesis {
  readonly ok: boolean;
  readonly mode: Mode;
  readonly action: Action;
  readonly symbol?: string;
  readonly position_ref?: PositionRef;
  readonly reason: string;
  readonly rationale?: string;
  /** 0 to 1. */
  readonly confidence?: DecimalString;
  readonly close_intent?: CloseIntent;
  readonly exit_update?: ExitUpdate;
  readonly paper_intent?: PaperIntent;
  readonly risk_notes?: readonly string[];
  readonly next_action?: string;
  readonly error_code: string | null;
  readonly provenance: Provenance;
  readonly limitations: readonly string[];
}

export interface PositionRef {
  readonly position_id?: string;
  readonly execution_id?: string;
  readonly symbol?: string;
}

export interface CloseIntent {
  /** Above 0, at most 1. */
  readonly close_fraction: DecimalString;
  readonly mark_price?: DecimalString;
  readonly mark_price_source?: string;
}

export interface ExitUpdate {
  readonly stop_loss_price?: DecimalString;
  readonly take_profit_price?: DecimalString;
  readonly max_holding_minutes?: DecimalString;
  readonly exit_rationale?: string;
}

export interface PaperIntent {
  readonly side?: Side;
  readonly requested_margin_usdt?: DecimalString;
  readonly requested_notional_usdt?: DecimalString;
  readonly paper_leverage?: DecimalString;
  readonly requested_leverage?: DecimalString;
  readonly leverage?: DecimalString;
  /** Above 0, at most 1. */
  readonly reduce_fraction?: DecimalString;
  readonly reduce_notional_usdt?: DecimalString;
  readonly reduce_quantity?: DecimalString;
}

export interface Provenance {
  readonly source: string;
  readonly research_cycle_run_id?: string;
  readonly agent?: string;
  readonly generated_at?: string;
}

/** The members of a thesis that can hold a leverage, in order of precedence. */
export const LEVERAGES = ['paper_leverage', 'requested_leverage', 'leverage'] as const;

/** The JSON pointers of all numbers in a thesis. */
export const NUMBERS: readonly string[] = [
  '/confidence',
  '/close_intent/close_fraction',
  '/close_intent/mark_price',
  '/exit_update/stop_loss_price',
  '/exit_update/take_profit_price',
  '/exit_update/max_holding_minutes',
  '/paper_intent/requested_margin_usdt',
  '/paper_intent/requested_notional_usdt',
  '/paper_intent/paper_leverage',
  '/paper_intent/requested_leverage',
  '/paper_intent/leverage',
  '/paper_intent/reduce_fraction',
  '/paper_intent/reduce_notional_usdt',
  '/paper_intent/reduce_quantity',
];
