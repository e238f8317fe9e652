/**
 * Runs `trade close`: closes a position of futures by a reduce-only market order, or sells a free balance of
 * spot. The quantity is rounded down to the step, and the average price that the book offers is said first.
 */
import type { BOOK_ACCESS } from '../../catalogue/streams.ts';
import {
  abs,
  compare,
  type Decimal,
  formatTrimmed,
  isZero,
  ONE,
  parseDecimal,
  rescale,
  sign,
} from '../../core/decimal.ts';
import { asToolError, EXIT_CODES, type ExitCode, ToolError, usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import type { JsonObject } from '../../core/words.ts';
import { type BookSides, type ExpectedFill, expectedFill } from '../../orders/expected-fill.ts';
import { parseFraction, partOf } from '../../orders/order-size.ts';
import { orderOf } from '../../orders/outcome.ts';
import { confirm } from '../calling/confirm.ts';
import { showRequests } from '../calling/dry-run.ts';
import { showExecuted } from '../calling/send-write.ts';
import { writeWords } from '../calling/write-words.ts';
import { type AccountPosition, freeBalance, openPositions, readBook } from '../ordering/holdings.ts';
import type { CheckedOrder } from '../ordering/order-check.ts';
import { marketRules } from '../ordering/order-filters.ts';
import type { CommandCall, TypedArgument } from '../types.ts';
import { toOrderArguments } from './order-words.ts';
import { run as place, prepareOrder, sendOrder } from './place.ts';
import { ORDER_RESULTS, type OrderResult, reportFailures } from './row-results.ts';

/** The parameters of the order that may be typed; the command sets all others itself. */
const TYPED_PARAMS = [
  'symbol',
  'positionSide',
  'newClientOrderId',
  'newOrderRespType',
  'selfTradePreventionMode',
];

/** Digits of prices and percentages in messages. */
const SHOWN_DIGITS = 8;
const PERCENT_DIGITS = 8;

/** What is held and can be closed by one order. */
interface Holding {
  readonly symbol: string;
  /** The holding in words, such as "the LONG position in BTCUSDT". */
  readonly words: string;
  /** The side of the order that closes it. */
  readonly side: 'BUY' | 'SELL';
  readonly size: Decimal;
  /** Arguments by which the order can only reduce the holding. */
  readonly given: readonly TypedArgument[];
}

/** Which part is closed, and at what expected cost at most. */
interface ClosingTerms {
  readonly fraction: Decimal;
  readonly slippageMax: Decimal | undefined;
}

/**
 * Runs the command. With `--all` it returns exit code 8 if some positions were closed and others not, 7 if that
 * is unknown of one, and the exit code of the first error if none was closed.
 */
export async function run(call: CommandCall): Promise<ExitCode> {
  const terms = readTerms(call);
  const symbol = call.given.find(({ name }) => name === 'symbol')?.text.toUpperCase();
  if (call.options['all'] === true) return closeAll(call, symbol, terms);
  if (symbol === undefined)
    throw usageError(
      'trade close needs the symbol, or --all.',
      'bourse account positions lists the positions.',
    );
  await place(await closingCall(call, await findHolding(call, symbol), terms));
  return EXIT_CODES.done;
}

function readTerms({ options, positionals, given, command }: CommandCall): ClosingTerms {
  const own = given.find(({ name }) => !TYPED_PARAMS.includes(name));
  if (own !== undefined)
    throw usageError(
      `${command} sets ${own.name} itself.`,
      'Omit it, or place the order with trade order place.',
    );
  const { fraction: typedPart } = options;
  const { fraction: part } = positionals;
  if (typedPart !== undefined && part !== undefined)
    throw usageError(`${command} needs the part once, found ${safeText(String(part))} and --fraction.`);
  const fractionText = String(typedPart ?? part ?? 'all');
  const fraction = parseFraction(fractionText);
  if (fraction === undefined)
    throw usageError(
      `The part to close must be such as 0.5, 50% or all, was "${safeText(fractionText.slice(0, 40))}".`,
    );
  const slippageText = options['max-slippage'] as string | undefined;
  const slippageMax = slippageText === undefined ? undefined : parseDecimal(slippageText.replace(/%$/, ''));
  if (slippageText !== undefined && (slippageMax === undefined || sign(slippageMax) < 0))
    throw usageError(
      `--max-slippage must be per cent such as 0.5%, was "${safeText(slippageText.slice(0, 40))}".`,
    );
  return { fraction, slippageMax };
}

/** Returns what is held of a symbol. Throws a usage error if nothing is, or if both sides of hedge mode are. */
async function findHolding(call: CommandCall, symbol: string): Promise<Holding> {
  const { product } = call.endpoint!;
  if (product === 'spot') return balanceHolding(call, symbol);
  const side = call.given.find(({ name }) => name === 'positionSide')?.text.toUpperCase();
  const positions = (await openPositions(call, product, symbol)).filter(
    ({ positionSide }) => side === undefined || positionSide === side,
  );
  const [position, other] = positions;
  if (position === undefined)
    throw noHoldingError(`position${side === undefined ? '' : ` ${side}`} in ${symbol}`);
  if (other !== undefined)
    throw usageError(
      `${safeText(symbol)} has a LONG and a SHORT position.`,
      'Choose one with --position-side LONG or --position-side SHORT.',
    );
  return positionHolding(position);
}

function positionHolding({ symbol, positionSide, amount }: AccountPosition): Holding {
  const isLong = sign(amount) > 0;
  const isHedged = positionSide !== 'BOTH';
  return {
    symbol,
    words: `the ${isLong ? 'LONG' : 'SHORT'} position in ${symbol}`,
    side: isLong ? 'SELL' : 'BUY',
    size: abs(amount),
    given: [isHedged ? { name: 'positionSide', text: positionSide } : { name: 'reduceOnly', text: 'true' }],
  };
}

async function balanceHolding(call: CommandCall, symbol: string): Promise<Holding> {
  const { rules } = await marketRules(call, call.endpoint!, { symbol, side: 'SELL' });
  const asset = rules.baseAsset ?? '';
  const size = await freeBalance(call, 'spot', asset);
  if (isZero(size)) throw noHoldingError(`free balance of ${asset}`);
  return { symbol, words: `the free balance of ${asset}`, side: 'SELL', size, given: [] };
}

function noHoldingError(what: string): ToolError {
  return usageError(
    `There is no ${safeText(what)} to close.`,
    'Orders that wait are cancelled by trade cancel.',
  );
}

/**
 * Returns the call that places the closing order, and says what it is expected to cost. Throws a usage error for a
 * holding that is too small to be traded, and kind `refused` if the order would cost more than allowed.
 */
async function closingCall(call: CommandCall, holding: Holding, terms: ClosingTerms): Promise<CommandCall> {
  const endpoint = call.endpoint!;
  const { symbol, side, words } = holding;
  const { range } = await marketRules(call, endpoint, holding);
  const quantity = partOf(holding.size, terms.fraction, range.step);
  const size = formatTrimmed(holding.size);
  if (isZero(quantity) || (range.min !== undefined && compare(quantity, range.min) < 0))
    throw usageError(
      `${safeText(words)} is too small to close: ${size}${isWhole(terms) ? '' : ' in part'}, and the exchange trades at least ${formatTrimmed(range.min ?? range.step)}.`,
      endpoint.product === 'spot' ? 'bourse wallet dust converts small balances.' : undefined,
    );
  const book = await readBook(call, endpoint.product as keyof typeof BOOK_ACCESS, symbol);
  const isInContracts = endpoint.orderRules?.isInContracts === true;
  const fill = expectedFill(book, side, quantity, isInContracts);
  const text = formatTrimmed(quantity);
  call.output.note(
    `${closingWords(words, text, size)}: ${side} ${text} ${safeText(symbol)}, ${fillWords(fill, book)}`,
  );
  assertSlippage(fill, terms);
  const typed = call.given.filter(({ name }) => name !== 'symbol' && name !== 'positionSide');
  const given = [...typed, { name: 'symbol', text: symbol }, { name: 'quantity', text }, ...holding.given];
  return { ...call, given: toOrderArguments({ ...call, given }, endpoint, side) };
}

function isWhole({ fraction }: ClosingTerms): boolean {
  return compare(fraction, ONE) === 0;
}

function closingWords(words: string, quantity: string, size: string): string {
  const what = safeText(words);
  return quantity === size ? `Closing ${what}` : `Closing ${quantity} of ${size}, ${what}`;
}

function fillWords(fill: ExpectedFill | undefined, { bids, asks }: BookSides): string {
  if (fill === undefined) return 'and the book has no price for it now.';
  const price = formatTrimmed(rescale(fill.average, SHOWN_DIGITS, 'nearest'));
  const cost =
    fill.slippagePercent === undefined
      ? 'the other side of the book is empty'
      : `${percentText(fill.slippagePercent)} worse than the middle of ${bids[0]![0]} and ${asks[0]![0]}`;
  const rest = fill.isComplete ? '' : '; the book as read does not hold the whole quantity';
  return `expected at ${price} on average, ${cost}${rest}.`;
}

function percentText(percent: Decimal): string {
  return `${formatTrimmed(rescale(percent, PERCENT_DIGITS, 'nearest'))} %`;
}

/** Throws kind `refused` if the expected average price is too far from the middle of the book, or unknown. */
function assertSlippage(fill: ExpectedFill | undefined, { slippageMax }: ClosingTerms): void {
  if (slippageMax === undefined) return;
  const slippage = fill?.isComplete === true ? fill.slippagePercent : undefined;
  if (slippage !== undefined && compare(slippage, slippageMax) <= 0) return;
  const found = slippage === undefined ? 'cannot be read from the book' : `is ${percentText(slippage)}`;
  throw new ToolError({
    kind: 'refused',
    message: `The expected slippage ${found}; --max-slippage allows ${percentText(slippageMax)}.`,
    hint: 'Close a smaller --fraction, wait, or use a limit order: trade sell or trade buy with --at.',
    execution: 'not_executed',
  });
}

/** A closing order that passed all checks. */
interface ClosingOrder {
  readonly call: CommandCall;
  readonly order: CheckedOrder;
}

async function closeAll(
  call: CommandCall,
  symbol: string | undefined,
  terms: ClosingTerms,
): Promise<ExitCode> {
  const { output, options } = call;
  const { product } = call.endpoint!;
  if (product === 'spot')
    throw usageError(
      'trade close --all closes positions of futures.',
      'Add --on usdm or --on coinm, or name a symbol.',
    );
  const holdings = (await openPositions(call, product, symbol)).map(positionHolding);
  if (holdings.length === 0) {
    output.note('No position is open.');
    await output.value([], ORDER_RESULTS);
    return EXIT_CODES.done;
  }
  const prepared: (ClosingOrder | ToolError)[] = [];
  for (const holding of holdings) prepared.push(await prepareClosing(call, holding, terms));
  const ready = prepared.filter((one): one is ClosingOrder => !(one instanceof ToolError));
  const id = (index: number) => holdings[index]!.symbol;
  if (options['dry-run'] === true) {
    await showRequests(
      call,
      ready.map(({ order }) => order.request),
    );
    return reportFailures(
      output,
      prepared.map((one, index) => asResult(id(index), one)),
      'position',
      'shown',
    );
  }
  const [first, ...others] = ready;
  if (first !== undefined)
    await confirm(call, first.order.request, {
      order: first.order,
      details: others.map(({ order }) => writeWords(call.endpoint!, order.wire, order)),
    });
  const results: OrderResult[] = [];
  for (const [index, one] of prepared.entries()) results.push(await closeOne(id(index), one));
  await showExecuted({}, () =>
    output.value(
      results.map(({ row }) => row),
      ORDER_RESULTS,
    ),
  );
  return reportFailures(output, results, 'position', 'closed');
}

async function prepareClosing(
  call: CommandCall,
  holding: Holding,
  terms: ClosingTerms,
): Promise<ClosingOrder | ToolError> {
  try {
    const closing = await closingCall(call, holding, terms);
    return { call: closing, order: await prepareOrder(closing) };
  } catch (thrown) {
    return asToolError(thrown);
  }
}

async function closeOne(id: string, prepared: ClosingOrder | ToolError): Promise<OrderResult> {
  if (prepared instanceof ToolError) return asResult(id, prepared);
  try {
    const { answer } = await sendOrder(prepared.call, prepared.order);
    const order = orderOf(answer) as JsonObject;
    return { id, row: { id, result: order['status'] === 'FILLED' ? 'CLOSED' : 'PLACED', ...order } };
  } catch (thrown) {
    return asResult(id, asToolError(thrown));
  }
}

function asResult(id: string, outcome: ClosingOrder | ToolError): OrderResult {
  if (!(outcome instanceof ToolError)) return { id, row: {} };
  const { execution, code, message } = outcome.facts;
  const result = execution === 'unknown' ? 'UNKNOWN' : 'NOT_CLOSED';
  return { id, row: { id, result, symbol: id, code: code ?? null, msg: message }, error: outcome };
}
