/** Prints the holdings of an on-chain wallet with their exact values; reads and sends no key. */
import type { View } from '../../catalogue/types.ts';
import { type Decimal, formatDecimal, parseDecimal, rescale } from '../../core/decimal.ts';
import { usageError } from '../../core/errors.ts';
import { stringifyJson } from '../../core/json.ts';
import { plural, safeText } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import { findChain, iconUrl } from '../../onchain/chains.ts';
import { type HoldingsPage, readEnvelope, type TokenHolding } from '../../onchain/envelope.ts';
import { pageMismatches } from '../../onchain/page-check.ts';
import { collectHoldings } from '../../onchain/pages.ts';
import { filterByValue, holdingValue, sortByValue, totalValue } from '../../onchain/portfolio.ts';
import { prepareRequest } from '../../request/prepare.ts';
import type { CommandCall, TypedArgument } from '../types.ts';

const VIEW: View = {
  shape: 'rows',
  rowsAt: 'holdings',
  columns: [
    { name: 'symbol', is: 'text' },
    { name: 'remainQty', title: 'quantity', is: 'decimal', places: 8 },
    { name: 'price', title: 'price USD', is: 'decimal', places: 8 },
    { name: 'value', title: 'value USD', is: 'decimal', places: 2 },
    { name: 'percentChange24h', title: '24 h %', is: 'percent' },
    // A narrow terminal hides columns from the right; token names can have any length, so their column comes
    // late.
    { name: 'name', is: 'text' },
    { name: 'contractAddress', title: 'contract', is: 'text' },
  ],
};

/** Fetches one page or all pages of a wallet and prints its tokens with their values. */
export async function run(call: CommandCall): Promise<void> {
  const { services, output, options } = call;
  const endpoint = call.endpoint!;
  const minValue = readMinValue(options['min-value']);
  const maxPages = options['all'] === true ? readMaxPages(options['max-pages']) : 1;
  const given = call.given.map(withChainId);
  const offset = given.find((one) => one.name === 'offset')?.text;
  const now = services.world.clock.now();
  // All parameter faults are reported before the first page is fetched.
  const { wire, request: first } = prepareRequest(endpoint, withOffset(given, offset ?? '0'), { now });
  const fetchPage = async (pageOffset: number): Promise<HoldingsPage> => {
    const { request } = prepareRequest(endpoint, withOffset(given, String(pageOffset)), { now });
    const answer = await services.call(request, { isOneOfMany: maxPages > 1 });
    output.progress(`offset ${pageOffset}`);
    const page = readEnvelope(answer.body);
    const address = wire.get('address') ?? '';
    const chainId = wire.get('chainId') ?? '';
    for (const note of pageMismatches(page, { address, chainId, offset: pageOffset })) output.note(note);
    return page;
  };
  const collected = await collectHoldings(fetchPage, { offset: Number(offset ?? 0), maxPages });
  output.progress('');
  const filtered = minValue === undefined ? collected.holdings : filterByValue(collected.holdings, minValue);
  const holdings = options['sort'] === 'value' ? sortByValue(filtered) : filtered;
  const total = totalValue(holdings);
  const icons = services.addressOf('icon');
  await output.value(
    {
      holdings: holdings.map((holding) => entryOf(holding, icons)),
      totalValue: total.value,
      unpriced: total.unpriced,
      isComplete: collected.isComplete,
      nextOffset: collected.isComplete ? null : collected.nextOffset,
      addressStatus: collected.addressStatus,
    },
    VIEW,
  );
  if (output.format === 'json') return;
  noteTotal(call, holdings.length, total, collected);
  const { environment, namedBy } = await services.destinationOf(first);
  if (environment === 'sandbox' && namedBy === undefined)
    output.note('The sandbox makes up the tokens of an address; --env live reads the real ones.');
  if (collected.addressStatus !== null)
    output.note(`Address status: ${safeText(stringifyJson(collected.addressStatus)).slice(0, 200)}`);
}

function noteTotal(
  { output, command }: CommandCall,
  count: number,
  total: { value: string; unpriced: number },
  { isComplete, nextOffset }: { isComplete: boolean; nextOffset: number },
): void {
  if (count === 0) output.note('The wallet holds no tokens known to the service.');
  else {
    const unpriced =
      total.unpriced === 0 ? '' : `; ${plural(total.unpriced, 'token')} without a price excluded`;
    output.note(`${plural(count, 'token')}, total value ${roundToCents(total.value)} USD${unpriced}`);
  }
  if (!isComplete && count > 0)
    output.note(`There may be more: bourse ${command} … --offset ${nextOffset}, or --all.`);
}

/** Rounds a total to cents for people; JSON output has the exact total. */
function roundToCents(value: string): string {
  const exact = parseDecimal(value);
  if (exact === undefined || exact.scale <= 2) return value;
  const rounded = rescale(exact, 2, 'half-even');
  return rounded.value === 0n ? value : `about ${formatDecimal(rounded)}`;
}

function entryOf(holding: TokenHolding, icons: string | undefined): JsonValue {
  const icon = icons === undefined ? undefined : iconUrl(icons, holding.icon);
  const entry = holding.entry as { readonly [key: string]: JsonValue };
  return { ...entry, value: holdingValue(holding) ?? null, ...(icon === undefined ? {} : { iconUrl: icon }) };
}

/** Replaces a chain alias by its id; an unknown word is left for the parameter check, which lists the ids. */
function withChainId(argument: TypedArgument): TypedArgument {
  if (argument.name !== 'chainId') return argument;
  return { name: 'chainId', text: findChain(argument.text)?.id ?? argument.text };
}

function withOffset(given: readonly TypedArgument[], offset: string): TypedArgument[] {
  return [...given.filter((one) => one.name !== 'offset'), { name: 'offset', text: offset }];
}

function readMinValue(text: unknown): Decimal | undefined {
  if (typeof text !== 'string') return undefined;
  const minValue = parseDecimal(text);
  if (minValue === undefined || minValue.value < 0n)
    throw usageError(
      `--min-value must be an amount of USD such as 10 or 0.5, was "${safeText(text.slice(0, 40))}".`,
    );
  return minValue;
}

function readMaxPages(text: unknown): number {
  if (typeof text === 'string' && /^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw usageError(
    `--max-pages must be a whole number from 1 to 999999, was "${safeText(String(text).slice(0, 40))}".`,
  );
}
