/** Says what a thesis would do. */
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

/** What a thesis would do, as a sentence and as fields; a field that does not apply is null. */
export interface ThesisExplanation {
  readonly sentence: string;
  readonly action: Action;
  readonly mode: Mode;
  /** Whether a paper position would change; holding and watching change none. */
  readonly changesPosition: boolean;
  readonly symbol: string | null;
  readonly position: PositionRef | null;
  readonly side: Side | null;
  readonly marginUsdt: DecimalString | null;
  /** As written, or margin times leverage. */
  readonly notionalUsdt: DecimalString | null;
  readonly leverage: DecimalString | null;
  /** The share of the position that is closed or taken off, above 0, at most 1. */
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

/** Returns what the thesis would do in the paper ledger or, in mode watch, what it would look at. */
export function explainThesis(thesis: Thesis): ThesisExplanation {
  const { action, mode } = thesis;
  const paper = action === 'add' || action === 'reduce' ? thesis.paper_intent : undefined;
  const exits = action === 'adjust_exit' ? thesis.exit_update : undefined;
  const close = action === 'close' ? thesis.close_intent : undefined;
  const leverage = leverageOf(action === 'add' ? paper : undefined);
  const margin = action === 'add' ? paper?.requested_margin_usdt : undefined;
  const notional =
    action === 'add'
      ? (paper?.requested_notional_usdt ?? notionalOf(margin, leverage))
      : paper?.reduce_notional_usdt;
  const facts = {
    action,
    mode,
    changesPosition: mode === 'paper' && action !== 'hold' && action !== 'noop',
    symbol: thesis.symbol ?? thesis.position_ref?.symbol ?? null,
    position: thesis.position_ref ?? null,
    side: paper?.side ?? null,
    marginUsdt: margin ?? null,
    notionalUsdt: notional ?? null,
    leverage: leverage ?? null,
    fraction: close?.close_fraction ?? (action === 'reduce' ? (paper?.reduce_fraction ?? null) : null),
    quantity: action === 'reduce' ? (paper?.reduce_quantity ?? null) : null,
    stopLossPrice: exits?.stop_loss_price ?? null,
    takeProfitPrice: exits?.take_profit_price ?? null,
    maxHoldingMinutes: exits?.max_holding_minutes ?? null,
    markPrice: close?.mark_price ?? null,
    reason: thesis.reason,
    confidence: thesis.confidence ?? null,
    errorCode: thesis.error_code,
  };
  return { sentence: sentenceOf(facts), ...facts };
}

/** Returns the leverage of an intent: the paper ledger's own before the requested and the plain one. */
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
