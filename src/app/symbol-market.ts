/** Reads what the exchange states about a symbol: its rules, cached or fetched, and its market price. */
import type { Endpoint } from '../catalogue/types.ts';
import type { OrderRules, PublicPrice } from '../catalogue/write-types.ts';
import { type Decimal, parseDecimal } from '../core/decimal.ts';
import { ToolError } from '../core/errors.ts';
import { parseJson } from '../core/json.ts';
import { isObject, type JsonValue, type UnixMs } from '../core/words.ts';
import { type CachedRules, RULES_AGE_MAX_MS, rulesCache } from '../orders/rules-cache.ts';
import { parseSymbolRules } from '../orders/symbol-rules.ts';
import { buildRequest } from '../request/prepare.ts';
import type { Answer, PreparedRequest } from '../request/types.ts';
import { endpointById } from './find-endpoint.ts';
import type { World } from './world.ts';

/** Reads public data from the exchange that the order will be sent to. */
export interface PublicReader {
  call(request: PreparedRequest): Promise<Answer>;
  /** Reads public market data from the exchange that the order will be sent to. */
  addressOf(request: PreparedRequest): Promise<string | undefined>;
}

/**
 * Returns the rules of a symbol from the cache if they are at most `ageMaxMs` old; otherwise fetches and
 * caches them. Throws the error of the query, or kind `unavailable` if the exchange does not list the symbol.
 */
export async function loadRules(
  world: Pick<World, 'clock' | 'folders' | 'facts' | 'secretHex'>,
  ruledBy: OrderRules,
  symbol: string,
  reader: PublicReader,
  ageMaxMs: number = RULES_AGE_MAX_MS,
): Promise<CachedRules> {
  const endpoint = await endpointById(ruledBy.rules);
  const request = buildRequest(
    endpoint,
    'symbol' in endpoint.params ? new Map([['symbol', symbol]]) : new Map(),
  );
  const origin = await reader.addressOf(request);
  const { cache: folder } = world.folders;
  const { owner } = world.facts;
  const cache =
    origin === undefined
      ? undefined
      : rulesCache({ folder, origin, symbol, owner, secretHex: world.secretHex });
  const cached = cache?.load();
  if (cached !== undefined && isYounger(cached.readAt, world.clock.now(), ageMaxMs)) return cached;
  const { body } = await reader.call(request);
  const answer = parseJson(body, { what: 'the rules', kind: 'unavailable' });
  const rules = parseSymbolRules(answer, endpoint.view?.rowsAt ?? '', symbol);
  if (rules === undefined)
    throw new ToolError({ kind: 'unavailable', message: `The exchange lists no rules of ${symbol}.` });
  const fresh = { rules, readAt: world.clock.now() };
  cache?.save(fresh);
  return fresh;
}

function isYounger(readAt: UnixMs, now: UnixMs, ageMaxMs: number): boolean {
  return now >= readAt && now - readAt <= ageMaxMs;
}

/** Returns a public price of a market, such as a symbol or the underlying of options; undefined if it cannot be fetched. */
export async function fetchPrice(
  { lookup, param = 'symbol', field }: PublicPrice,
  symbol: string,
  reader: PublicReader,
): Promise<Decimal | undefined> {
  const endpoint: Endpoint = await endpointById(lookup);
  try {
    const { body } = await reader.call(buildRequest(endpoint, new Map([[param, symbol]])));
    const answer = parseJson(body, { what: 'the price', kind: 'unavailable' });
    const row = rowOf(answer, symbol);
    const text = isObject(row) ? row[field] : undefined;
    return typeof text === 'string' ? parseDecimal(text) : undefined;
  } catch {
    return undefined;
  }
}

function rowOf(answer: JsonValue, symbol: string): JsonValue | undefined {
  if (!Array.isArray(answer)) return answer;
  return (answer as readonly JsonValue[]).find((row) => isObject(row) && row['symbol'] === symbol);
}
