/** Parses the envelope of the wallet service: a page of holdings, or an error code of the service. */
import { HOLDINGS_FAILURES, HOLDINGS_SUCCESS, holdings } from '../catalogue/onchain/holdings.ts';
import { ToolError } from '../core/errors.ts';
import { readJson, stringifyJson } from '../core/json.ts';
import { safeText, truncate } from '../core/text.ts';
import { ExactNumber, isObject, type JsonObject, type JsonValue } from '../core/words.ts';

/** One token of a wallet (holdings document, Holding entry). A field that is null or missing is null. */
export interface TokenHolding {
  readonly chainId: string | null;
  readonly address: string | null;
  readonly contractAddress: string | null;
  readonly name: string | null;
  readonly symbol: string | null;
  /** A path on the icon host. */
  readonly icon: string | null;
  readonly decimals: string | null;
  /** The price in USD, a decimal number as text. */
  readonly price: string | null;
  /** The price change of the last 24 hours in per cent, a decimal number as text. */
  readonly percentChange24h: string | null;
  /** The quantity held, a decimal number as text. */
  readonly remainQty: string | null;
  /** The token's entry as received, including fields that are not listed here. */
  readonly entry: JsonValue;
}

/** A page of holdings. */
export interface HoldingsPage {
  /** The offset of this page according to the service, or null. */
  readonly offset: string | null;
  readonly addressStatus: JsonValue;
  /**
   * The tokens of the page; empty if the service sends null, as it does for an address without tracked
   * tokens.
   */
  readonly list: readonly TokenHolding[];
}

const MESSAGE_WIDTH = 300;

/**
 * Returns the page of holdings in an answer. Throws a ToolError: `rate-limited` for the rate limit of the
 * service, `rejected` for any other error code, both with the code; `unavailable` for a body without a valid
 * envelope.
 */
export function readEnvelope(body: string): HoldingsPage {
  const outcome = readJson(body, { what: 'the answer of the wallet service' });
  const envelope = outcome.ok ? asObject(outcome.value) : undefined;
  if (envelope === undefined || !('code' in envelope)) throw invalidEnvelopeError(body);
  const code = textOf(envelope['code']);
  if (code !== HOLDINGS_SUCCESS || envelope['success'] !== true) throw refusalError(envelope, code);
  const data = asObject(envelope['data']);
  const list = data?.['list'] ?? null;
  if (data === undefined || !(list === null || Array.isArray(list))) throw invalidEnvelopeError(body);
  return {
    offset: textOf(data['offset']),
    addressStatus: data['addressStatus'] ?? null,
    list: ((list ?? []) as readonly JsonValue[]).map((entry) => holdingOf(entry, body)),
  };
}

function holdingOf(entry: JsonValue, body: string): TokenHolding {
  const fields = asObject(entry);
  if (fields === undefined) throw invalidEnvelopeError(body);
  return {
    chainId: textOf(fields['chainId']),
    address: textOf(fields['address']),
    contractAddress: textOf(fields['contractAddress']),
    name: textOf(fields['name']),
    symbol: textOf(fields['symbol']),
    icon: textOf(fields['icon']),
    decimals: textOf(fields['decimals']),
    price: textOf(fields['price']),
    percentChange24h: textOf(fields['percentChange24h']),
    remainQty: textOf(fields['remainQty']),
    entry,
  };
}

function asObject(value: JsonValue | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/**
 * Returns a text unchanged and a number in its original spelling, so that no digit is lost; null for other
 * values.
 */
function textOf(value: JsonValue | undefined): string | null {
  if (typeof value === 'string') return value;
  const isNumber = typeof value === 'number' || typeof value === 'bigint' || value instanceof ExactNumber;
  return isNumber ? stringifyJson(value) : null;
}

function refusalError(envelope: JsonObject, code: string | null): ToolError {
  const serviceMessage = textOf(envelope['messageDetail']) ?? textOf(envelope['message']);
  const isLimit = code === HOLDINGS_FAILURES.rateLimited;
  const detail =
    serviceMessage === null || serviceMessage === '' ? 'it gave no reason' : displayText(serviceMessage);
  return new ToolError({
    kind: isLimit ? 'rate-limited' : 'rejected',
    message: `The wallet service rejected the request with code ${code === null ? 'none' : displayText(code)}: ${detail}`,
    ...(code === null ? {} : { code: displayText(code) }),
    ...failureName(code),
    retryable: isLimit,
    execution: 'none',
    endpoint: holdings.id,
  });
}

/** Returns the name and the next step of an error code (public facts). */
function failureName(code: string | null): { name?: string; hint?: string } {
  switch (code) {
    case HOLDINGS_FAILURES.rateLimited:
      return { name: 'RATE_LIMITED', hint: 'Wait a minute, then request fewer pages at once.' };
    case HOLDINGS_FAILURES.badParameter:
      return { name: 'BAD_PARAMETER', hint: 'Check the address, the chain and the offset.' };
    case HOLDINGS_FAILURES.badAddressOrChain:
      return {
        name: 'BAD_ADDRESS_OR_CHAIN',
        hint: 'Check that the address belongs to the chain: bourse wallet chains lists the chains.',
      };
    default:
      return {};
  }
}

function invalidEnvelopeError(body: string): ToolError {
  const start = body.trim() === '' ? 'nothing' : `"${truncate(safeText(body.slice(0, 200)), 80)}"`;
  return new ToolError({
    kind: 'unavailable',
    message: `The wallet service was expected to answer with a page of holdings, but sent ${start}.`,
    hint: 'Try again later; if --host web3 is set, check that it points to the wallet service.',
    retryable: true,
    execution: 'none',
    endpoint: holdings.id,
  });
}

function displayText(text: string): string {
  return truncate(safeText(text.slice(0, 2 * MESSAGE_WIDTH)), MESSAGE_WIDTH);
}
