/**
 * An exchange for open reads by one process: no lock, no address, and of the program only what the read needs, so
 * that a short command stays short however much is simulated. What the journal holds of other products is loaded too.
 */
import { existsSync } from 'node:fs';
import type { Endpoint } from '../catalogue/types.ts';
import type { Clock } from '../core/clock.ts';
import { openExchange, type SandboxExchange } from './exchange-core.ts';
import { readJournal } from './journal/file.ts';
import type { Part, PartKey } from './parts.ts';
import { behind, repeatAll } from './replay.ts';
import { journalPath } from './state.ts';
import type { Handler } from './types.ts';

/** Endpoints that answer together, and what answers them. */
interface Portion {
  readonly endpoints: readonly Endpoint[];
  readonly handlers: Readonly<Record<string, Handler>>;
  /** Engines that change by themselves what these handlers answer from. */
  readonly parts: readonly PartKey<Part>[];
}

/** What is tried for the endpoints of a product, the smallest first; all there is for any other. */
const PORTIONS: readonly (readonly [product: string, load: () => Promise<Portion>])[] = [
  ['spot.', spotMarketPortion],
  ['spot.', spotPortion],
  ['usdm.', usdmMarketPortion],
  ['usdm.', () => withFuturesOrders(usdmMarketPortion)],
  ['coinm.', coinmMarketPortion],
  ['coinm.', () => withFuturesOrders(coinmMarketPortion)],
  ['options.', optionsMarketPortion],
  ['options.', optionsPortion],
];

export interface LightOptions {
  readonly clock: Clock;
  readonly seed: number;
}

/**
 * Returns the exchange of a seed as it is kept in a folder, to be asked what is open to all at one endpoint. Nothing
 * is kept of it: what another process does from now on is not seen. Throws as `openDurableExchange` does.
 */
export async function openForReading(
  folder: string,
  { clock, seed }: LightOptions,
  endpoint: string,
): Promise<SandboxExchange> {
  const path = journalPath(folder, seed);
  const bodies = existsSync(path) ? readJournal(path) : [];
  const portion = await portionFor([endpoint, ...endpointsIn(bodies)]);
  const exchange = openExchange({ clock, seed, ...portion });
  if (bodies.length > 0) repeatAll(exchange, path, bodies);
  const behindMs = behind(exchange, bodies);
  if (behindMs > 0) exchange.time.move(behindMs);
  exchange.keep = () => {
    throw new Error('this exchange is only read');
  };
  return exchange;
}

/** Returns the endpoints whose calls a journal holds; what else stands there is for `repeatAll` to judge. */
function endpointsIn(bodies: readonly string[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const body of bodies) {
    // The first name in a record's call; nothing is parsed twice for it.
    const found = /"call":\{"endpoint":"([^"]+)"/.exec(body);
    if (found !== null) ids.add(found[1]!);
  }
  return ids;
}

/** Returns the smallest portion that answers all of these endpoints. */
async function portionFor(ids: readonly string[]): Promise<Portion> {
  for (const [product, load] of PORTIONS) {
    if (!ids.every((id) => id.startsWith(product))) continue;
    const portion = await load();
    if (ids.every((id) => Object.hasOwn(portion.handlers, id))) return portion;
  }
  const [{ ENDPOINTS }, { HANDLERS }, { FUNDS }, { FUTURES }] = await Promise.all([
    import('../catalogue/index.ts'),
    import('./handlers/all.ts'),
    import('./engine/funds/funds.ts'),
    import('./handlers/futures-engines.ts'),
  ]);
  return { endpoints: ENDPOINTS, handlers: HANDLERS, parts: [FUNDS, ...FUTURES] };
}

async function spotMarketPortion(): Promise<Portion> {
  const [{ spotMarket }, { spotMarketHandlers }] = await Promise.all([
    import('../catalogue/spot/market.ts'),
    import('./handlers/spot-market.ts'),
  ]);
  return { endpoints: spotMarket, handlers: spotMarketHandlers, parts: [] };
}

/** With what a journal of spot orders holds; deposits that arrive pay for them. */
async function spotPortion(): Promise<Portion> {
  const [market, { spotTrading }, { spotTradingHandlers }, { FUNDS }] = await Promise.all([
    spotMarketPortion(),
    import('../catalogue/spot/trading.ts'),
    import('./handlers/spot-trading.ts'),
    import('./engine/funds/funds.ts'),
  ]);
  return {
    endpoints: [...market.endpoints, ...spotTrading],
    handlers: { ...market.handlers, ...spotTradingHandlers },
    parts: [FUNDS],
  };
}

async function usdmMarketPortion(): Promise<Portion> {
  const [{ usdmMarket }, { usdmMarketHandlers }] = await Promise.all([
    import('../catalogue/usdm/market.ts'),
    import('./handlers/usdm-market.ts'),
  ]);
  return { endpoints: usdmMarket, handlers: usdmMarketHandlers, parts: [] };
}

async function coinmMarketPortion(): Promise<Portion> {
  const [{ coinmMarket }, { coinmMarketHandlers }] = await Promise.all([
    import('../catalogue/coinm/market.ts'),
    import('./handlers/coinm-market.ts'),
  ]);
  return { endpoints: coinmMarket, handlers: coinmMarketHandlers, parts: [] };
}

/** With what a journal of futures orders and settings holds. */
async function withFuturesOrders(line: () => Promise<Portion>): Promise<Portion> {
  const [market, { usdmTrading }, { coinmTrading }, trading, changes, settings, { FUTURES }, { FUNDS }] =
    await Promise.all([
      line(),
      import('../catalogue/usdm/trading.ts'),
      import('../catalogue/coinm/trading.ts'),
      import('./handlers/usdm-trading.ts'),
      import('./handlers/futures-changes.ts'),
      import('./handlers/futures-settings.ts'),
      import('./handlers/futures-engines.ts'),
      import('./engine/funds/funds.ts'),
    ]);
  return {
    endpoints: [...market.endpoints, ...usdmTrading, ...coinmTrading],
    handlers: {
      ...market.handlers,
      ...trading.futuresTradingHandlers,
      ...changes.futuresChangeHandlers,
      ...settings.futuresSettingHandlers,
    },
    parts: [FUNDS, ...FUTURES],
  };
}

async function optionsMarketPortion(): Promise<Portion> {
  const [{ optionsMarket }, { optionsMarketHandlers }] = await Promise.all([
    import('../catalogue/options/market.ts'),
    import('./handlers/options-market.ts'),
  ]);
  return { endpoints: optionsMarket, handlers: optionsMarketHandlers, parts: [] };
}

/** With what a journal of orders of options holds. */
async function optionsPortion(): Promise<Portion> {
  const [market, { optionsTrading }, { optionsTradingHandlers }, { FUNDS }] = await Promise.all([
    optionsMarketPortion(),
    import('../catalogue/options/trading.ts'),
    import('./handlers/options-trading.ts'),
    import('./engine/funds/funds.ts'),
  ]);
  return {
    endpoints: [...market.endpoints, ...optionsTrading],
    handlers: { ...market.handlers, ...optionsTradingHandlers },
    parts: [FUNDS],
  };
}
