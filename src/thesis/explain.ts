/** Describes what a thesis would do. */
import { compare, formatTrimmed, HUNDRED, multiply, parseDecimal } from '../core/decimal.ts';
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
  /** The notional that counts; of an `add` with a notional and a margin the smaller of it and margin times leverage. */
  readonly notionalUsdt: DecimalString | null;
  /** The leverage that counts: the first given of `paper_leverage`, `requested_leverage` and `leverage`. */
  readonly leverage: DecimalString | null;
  /** The member that the leverage is from. */
  readonly leverageFrom: (typeof LEVERAGES)[number] | null;
  /** How the size is found where the thesis gives it in several ways, as text. */
  readonly countedSize: string | null;
  /** The warnings that the paper ledger gives about values that disagree. */
  readonly warnings: readonly ('leverage_differs' | 'sizes_differ')[];
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
  | 'leverageFrom'
  | 'countedSize'
  | 'warnings'
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
  leverageFrom: null,
  countedSize: null,
  warnings: [],
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

function addTerms(paper: PaperIntent = {}): Partial<ActionTerms> {
  const leverage = leverageOf(paper);
  const margin = paper.requested_margin_usdt;
  const requested = paper.requested_notional_usdt;
  const ofMargin = notionalOf(margin, leverage);
  const order = requested && ofMargin ? compareTexts(requested, ofMargin) : 0;
  const leverages = LEVERAGES.flatMap((name) => paper[name] ?? []);
  const warnings: ActionTerms['warnings'][number][] = [];
  if (leverages.some((one) => compareTexts(one, leverages[0]!) !== 0)) warnings.push('leverage_differs');
  if (order !== 0) warnings.push('sizes_differ');
  const [smaller, larger] =
    order < 0 ? ['the requested notional', MARGIN_SIZE] : [MARGIN_SIZE, 'the requested notional'];
  return {
    side: paper.side ?? null,
    marginUsdt: margin ?? null,
    notionalUsdt: (order < 0 ? requested : (ofMargin ?? requested)) ?? null,
    leverage: leverage ?? null,
    leverageFrom: LEVERAGES.find((name) => paper[name] !== undefined) ?? null,
    countedSize: order === 0 ? null : `${smaller}, which is smaller than ${larger}`,
    warnings,
  };
}

const MARGIN_SIZE = 'margin times leverage';

function reduceTerms(paper: PaperIntent = {}): Partial<ActionTerms> {
  const { reduce_notional_usdt: notional, reduce_fraction: fraction, reduce_quantity: quantity } = paper;
  const sizes = [
    ...(fraction === undefined ? [] : [`${fractionText(fraction)} what is held`]),
    ...(notional === undefined ? [] : [`${notional} USDT at the price of the moment`]),
    ...(quantity === undefined ? [] : [`a quantity of ${quantity}`]),
  ];
  return {
    side: paper.side ?? null,
    notionalUsdt: notional ?? null,
    fraction: fraction ?? null,
    quantity: quantity ?? null,
    countedSize: sizes.length < 2 ? null : `the largest of ${joinWithAnd(sizes)}, at most what is held`,
  };
}

function joinWithAnd(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Compares two numbers of a thesis; those out of reach of exact arithmetic count as equal. */
function compareTexts(first: DecimalString, second: DecimalString): number {
  const [a, b] = [parseDecimal(first), parseDecimal(second)];
  return a === undefined || b === undefined ? 0 : compare(a, b);
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
  return first && second && formatTrimmed(multiply(first, second));
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
    const worth =
      facts.notionalUsdt === null ? '' : `, ${facts.notionalUsdt} USDT of notional${countedText(facts)}`;
    return `add to a ${facts.side} position in ${displayText(facts.symbol ?? '')}${size} at ${facts.leverage}x leverage${worth}`;
  },
  reduce: (facts) => {
    const sizes = [
      facts.fraction === null ? [] : [fractionText(facts.fraction)],
      facts.notionalUsdt === null ? [] : [`${facts.notionalUsdt} USDT of notional of`],
      facts.quantity === null ? [] : [`a quantity of ${facts.quantity} of`],
    ].flat();
    return `take off ${sizes.join(' or ')} ${positionText(facts)}${countedText(facts)}`;
  },
};

function countedText({ countedSize }: ExplanationFacts): string {
  return countedSize === null ? '' : ` (${countedSize})`;
}

function fractionText(fraction: DecimalString | null): string {
  const parsed = parseDecimal(fraction ?? '');
  if (parsed === undefined) return 'a share of';
  const percent = formatTrimmed(multiply(parsed, HUNDRED));
  return percent === '100' ? 'all of' : `${percent}% of`;
}

function positionText({ position, symbol, side }: ExplanationFacts): string {
  const which = position?.position_id ?? position?.execution_id;
  const named = which === undefined ? '' : ` ${displayText(which)}`;
  const traded = symbol === null ? '' : ` in ${displayText(symbol)}`;
  if (named === '' && traded === '') return 'the position';
  return `the ${side === null ? '' : `${side} `}position${named}${traded}`;
}
