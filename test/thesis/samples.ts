/** A valid thesis for each action, and functions that modify it. */
import type { Action } from '../../src/thesis/contract.ts';

export type Tree = Record<string, unknown>;

const BASE: Tree = {
  schema: 'svc_auto.position_management_thesis.v1',
  schema_version: '1.0.0',
  ok: true,
  mode: 'paper',
  action: 'hold',
  reason: 'trend goes on',
  error_code: null,
  provenance: { source: 'research' },
  safety: {
    public_readonly_market_data: true,
    public_readonly: true,
    paper_or_watch_only: true,
    real_orders: false,
    signed_requests: false,
    reads_api_keys: false,
    exchange_account_state: false,
  },
  hard_boundaries: {
    real_orders: false,
    signed_requests: false,
    reads_api_keys: false,
    exchange_account_state: false,
  },
  limitations: ['paper only'],
};

const PARTS: Record<Action, Tree> = {
  hold: {},
  noop: {},
  close: { position_ref: { position_id: 'p-1' }, close_intent: { close_fraction: 0.5 } },
  adjust_exit: { position_ref: { execution_id: 'e-1' }, exit_update: { stop_loss_price: 50000 } },
  add: {
    symbol: 'BTCUSDT',
    paper_intent: {
      side: 'LONG',
      requested_margin_usdt: 100,
      paper_leverage: 3,
      agent_authorized: true,
      real_order: false,
    },
  },
  reduce: {
    position_ref: { symbol: 'BTCUSDT' },
    paper_intent: { reduce_fraction: 0.25, agent_authorized: true, real_order: false },
  },
};

/** Returns the smallest valid thesis of an action, fresh each time. */
export function sample(action: Action): Tree {
  return structuredClone({ ...BASE, action, ...PARTS[action] });
}

/**
 * Returns a thesis with the value at a JSON pointer set, or with the member removed if the value is
 * undefined.
 */
export function withValue(tree: Tree, pointer: string, value: unknown): Tree {
  const copy = structuredClone(tree);
  const steps = pointer.split('/').slice(1);
  const last = steps.pop()!;
  let at = copy;
  for (const step of steps) {
    at[step] ??= {};
    at = at[step] as Tree;
  }
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}

/** Returns the thesis as text. */
export function textOf(tree: unknown): string {
  return JSON.stringify(tree);
}
