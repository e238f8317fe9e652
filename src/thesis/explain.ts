/** Describes what a thesis would do. */
import { formatDecimal, multiply, parseDecimal, trimZeros } from '../core/decimal.ts';
import type { DecimalString } from '../core/words.ts';
import {
  type Action,
  LEVERAGES,
  type Mode,
  type PaperIntent,
  type PositionRef,
  type Side,
  type Thesis,
} from './contract.ts';
import { displayText } from './display.ts';

/** The effect of a thesis as a sentence and as fields; a field that does not apply is null. */
export interface ThesisExplanation {
  readonly sentence: string;
  readonly action: Action;
  readonly mode: Mode;
  /** Whether a paper position would change; hold, noop and mode watch change none. */
  readonly changesPosition: boolean;
  readonly symbol: string | null;
  readonly position: PositionRef | null;
  readonly side: Side | null;
  readonly marginUsdt: DecimalString | null;
  /** The notional of the position as the document states it, or margin times leverage. */
  readonly notionalUsdt: DecimalString | null;
  readonly leverage: DecimalString | null;
  /** The fraction of the position that is closed or reduced, above 0, at most 1. */
  readonly fraction: DecimalString | null;
  /** In the base asset. */
  readonly quantity: DecimalString | null;
  readonly stopLossPrice: DecimalString | null;
  readonly takeProfitPrice: DecimalString | null;
  readonly maxHoldingMinutes: DecimalString | null;
  readonly markPrice: DecimalString | null;
  readonly reason: string;
  readonly confidence: DecimalString | null;
  readonly errorCode: string | null;
}

/** Returns the effect of the thesis on the paper ledger or, in mode watch, on the watch list. */
export function explainThesis(thesis: Thesis): ThesisExplanation {
  const { action, mode } = thesis;
  const facts = {
    action,
    mode,
    changesPosition: mode === 'paper' && action !== 'hold' && action !== 'noop',
    symbol: thesis.symbol ?? thesis.position_ref?.symbol ?? null,
    position: thesis.position_ref ?? null,
    ...NO_TERMS,
    ...termsOf(thesis),
    reason: thesis.reason,
    confidence: thesis.confidence ?? null,
    errorCode: thesis.error_code,
  };
  return { sentence: sentenceOf(facts), ...facts };
}

/** The fields of an explanation that depend on the action. */
type ActionTerms = Pick<
  ThesisExplanation,
  | 'side'
  | 'marginUsdt'
  | 'notionalUsdt'
  | 'leverage'
  | 'fraction'
  | 'quantity'
  | 'stopLossPrice'
  | 'takeProfitPrice'
  | 'maxHoldingMinutes'
  | 'markPrice'
>;

const NO_TERMS: ActionTerms = {
  side: null,
  marginUsdt: null,
  notionalUsdt: null,
  leverage: null,
  fraction: null,
  quantity: null,
  stopLossPrice: null,
  takeProfitPrice: null,
  maxHoldingMinutes: null,
  markPrice: null,
};

function termsOf(thesis: Thesis): Partial<ActionTerms> {
  switch (thesis.action) {
    case 'add':
      return addTerms(thesis.paper_intent);
    case 'reduce':
      return reduceTerms(thesis.paper_intent);
    case 'close':
      return {
        fraction: thesis.close_intent?.close_fraction ?? null,
        markPrice: thesis.close_intent?.mark_price ?? null,
      };
    case 'adjust_exit':
      return {
        stopLossPrice: thesis.exit_update?.stop_loss_price ?? null,
        takeProfitPrice: thesis.exit_update?.take_profit_price ?? null,
        maxHoldingMinutes: thesis.exit_update?.max_holding_minutes ?? null,
      };
    default:
      return {};
  }
}

function addTerms(paper: PaperIntent | undefined): Partial<ActionTerms> {
  const leverage = leverageOf(paper);
  const margin = paper?.requested_margin_usdt;
  return {
    side: paper?.side ?? null,
    marginUsdt: margin ?? null,
    notionalUsdt: paper?.requested_notional_usdt ?? notionalOf(margin, leverage) ?? null,
    leverage: leverage ?? null,
  };
}

function reduceTerms(paper: PaperIntent | undefined): Partial<ActionTerms> {
  return {
    side: paper?.side ?? null,
    notionalUsdt: paper?.reduce_notional_usdt ?? null,
    fraction: paper?.reduce_fraction ?? null,
    quantity: paper?.reduce_quantity ?? null,
  };
}

/**
 * Returns the leverage of an intent: `paper_leverage` if present, otherwise `requested_leverage`, otherwise
 * `leverage`.
 */
export function leverageOf(paper: PaperIntent | undefined): DecimalString | undefined {
  for (const name of LEVERAGES) if (paper?.[name] !== undefined) return paper[name];
  return undefined;
}

function notionalOf(
  margin: DecimalString | undefined,
  leverage: DecimalString | undefined,
): DecimalString | undefined {
  const first = parseDecimal(margin ?? '');
  const second = parseDecimal(leverage ?? '');
  return first && second && formatDecimal(trimZeros(multiply(first, second)));
}

type ExplanationFacts = Omit<ThesisExplanation, 'sentence'>;

function sentenceOf(facts: ExplanationFacts): string {
  const operation = OPERATION_TEXTS[facts.action](facts);
  const where =
    facts.mode === 'paper' ? 'In the paper ledger' : 'For the watch list, without changing any position';
  return `${where}: ${operation}, because "${displayText(facts.reason)}". No real order.`;
}

const OPERATION_TEXTS: Readonly<Record<Action, (facts: ExplanationFacts) => string>> = {
  hold: (facts) => `hold ${positionText(facts)} as it is`,
  noop: () => 'do nothing',
  close: (facts) => {
    const price = facts.markPrice === null ? '' : ` at a mark price of ${facts.markPrice}`;
    return `close ${fractionText(facts.fraction)} ${positionText(facts)}${price}`;
  },
  adjust_exit: (facts) => {
    const exits = [
      facts.stopLossPrice === null ? [] : [`the stop loss to ${facts.stopLossPrice}`],
      facts.takeProfitPrice === null ? [] : [`the take profit to ${facts.takeProfitPrice}`],
      facts.maxHoldingMinutes === null
        ? []
        : [`the longest holding time to ${facts.maxHoldingMinutes} minutes`],
    ].flat();
    return `set ${exits.join(', ')} for ${positionText(facts)}`;
  },
  add: (facts) => {
    const size = facts.marginUsdt === null ? '' : ` with ${facts.marginUsdt} USDT of margin`;
    const worth = facts.notionalUsdt === null ? '' : `, ${facts.notionalUsdt} USDT of notional`;
    return `add to a ${facts.side} position in ${displayText(facts.symbol ?? '')}${size} at ${facts.leverage}x leverage${worth}`;
  },
  reduce: (facts) => {
    const sizes = [
      facts.fraction === null ? [] : [fractionText(facts.fraction)],
      facts.notionalUsdt === null ? [] : [`${facts.notionalUsdt} USDT of notional of`],
      facts.quantity === null ? [] : [`a quantity of ${facts.quantity} of`],
    ].flat();
    return `take off ${sizes.join(' or ')} ${positionText(facts)}`;
  },
};

function fractionText(fraction: DecimalString | null): string {
  const parsed = parseDecimal(fraction ?? '');
  if (parsed === undefined) return 'a share of';
  const percent = formatDecimal(trimZeros(multiply(parsed, { value: 100n, scale: 0 })));
  return percent === '100' ? 'all of' : `${percent}% of`;
}

function positionText({ position, symbol, side }: ExplanationFacts): string {
  const which = position?.position_id ?? position?.execution_id;
  const named = which === undefined ? '' : ` ${displayText(which)}`;
  const traded = symbol === null ? '' : ` in ${displayText(symbol)}`;
  if (named === '' && traded === '') return 'the position';
  return `the ${side === null ? '' : `${side} `}position${named}${traded}`;
}
