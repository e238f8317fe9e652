/** The members of a thesis that the paper ledger uses. */
import type { Decimal } from '../../core/decimal.ts';
import { ExactNumber, isObject, type JsonObject, type JsonValue } from '../../core/words.ts';
import { ACTIONS, type Action, LEVERAGES, type Mode, SIDES, type Side } from '../../thesis/contract.ts';
import { acceptsExactly } from '../../thesis/exact-contract.ts';
import { decimalOfNumber } from '../../thesis/json-number.ts';
import { sha256 } from '../canonical.ts';

/** The ids and the symbol by which a thesis refers to a position. */
export interface PaperRef {
  readonly positionId: string | undefined;
  readonly executionId: string | undefined;
  readonly symbol: string | undefined;
}

/** A valid thesis, its numbers exact. */
export interface PaperThesis {
  /** The SHA-256 of the thesis in canonical JSON. */
  readonly hash: string;
  readonly mode: Mode;
  readonly action: Action;
  /** False if the thesis has `ok` false or an error code, by which its author reports a failure. */
  readonly isOk: boolean;
  readonly agent: string | null;
  readonly runId: string | null;
  readonly source: string;
  readonly symbol: string | undefined;
  readonly ref: PaperRef;
  readonly side: Side | undefined;
  /** The leverages that the thesis gives, the one that takes precedence first. */
  readonly leverages: readonly Decimal[];
  readonly margin: Decimal | undefined;
  readonly notional: Decimal | undefined;
  readonly reduceFraction: Decimal | undefined;
  readonly reduceNotional: Decimal | undefined;
  readonly reduceQuantity: Decimal | undefined;
  readonly closeFraction: Decimal | undefined;
  readonly markPrice: Decimal | undefined;
  readonly stopLoss: Decimal | undefined;
  readonly takeProfit: Decimal | undefined;
  readonly holdingMinutes: Decimal | undefined;
}

/**
 * Returns the thesis in a parsed JSON object; null if the object breaks the thesis contract. `canonical` is the canonical
 * text of the object.
 */
export function readPaperThesis(document: JsonObject, canonical: string): PaperThesis | null {
  if (!acceptsExactly(document)) return null;
  const provenance = objectAt(document, 'provenance');
  const ref = objectAt(document, 'position_ref');
  const intent = objectAt(document, 'paper_intent');
  const exits = objectAt(document, 'exit_update');
  const close = objectAt(document, 'close_intent');
  const leverages = LEVERAGES.map((name) => numberAt(intent, name));
  return {
    hash: sha256(canonical),
    mode: document['mode'] === 'watch' ? 'watch' : 'paper',
    action: ACTIONS.find((one) => one === document['action'])!,
    isOk: document['ok'] === true && document['error_code'] === null,
    agent: textAt(provenance, 'agent') ?? null,
    runId: textAt(provenance, 'research_cycle_run_id') ?? null,
    source: textAt(provenance, 'source')!,
    symbol: textAt(document, 'symbol'),
    ref: {
      positionId: textAt(ref, 'position_id'),
      executionId: textAt(ref, 'execution_id'),
      symbol: textAt(ref, 'symbol'),
    },
    side: SIDES.find((one) => one === textAt(intent, 'side')),
    leverages: leverages.filter((one) => one !== undefined),
    margin: numberAt(intent, 'requested_margin_usdt'),
    notional: numberAt(intent, 'requested_notional_usdt'),
    reduceFraction: numberAt(intent, 'reduce_fraction'),
    reduceNotional: numberAt(intent, 'reduce_notional_usdt'),
    reduceQuantity: numberAt(intent, 'reduce_quantity'),
    closeFraction: numberAt(close, 'close_fraction'),
    markPrice: numberAt(close, 'mark_price'),
    stopLoss: numberAt(exits, 'stop_loss_price'),
    takeProfit: numberAt(exits, 'take_profit_price'),
    holdingMinutes: numberAt(exits, 'max_holding_minutes'),
  };
}

/** Returns the object under a name; an empty object if there is none. */
function objectAt(parent: JsonObject, name: string): JsonObject {
  const value = memberOf(parent, name);
  return isObject(value) ? value : {};
}

function textAt(parent: JsonObject, name: string): string | undefined {
  const value = memberOf(parent, name);
  return typeof value === 'string' ? value : undefined;
}

function numberAt(parent: JsonObject, name: string): Decimal | undefined {
  const value = memberOf(parent, name);
  const isNumber = typeof value === 'number' || typeof value === 'bigint' || value instanceof ExactNumber;
  return isNumber ? decimalOfNumber(String(value)) : undefined;
}

function memberOf(parent: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(parent, name) ? parent[name] : undefined;
}
