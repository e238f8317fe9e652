/**
 * An exchange for open reads by one process: no lock, no address, and of the program only what the read needs, so
 * that a short command stays short however much is simulated. What the journal holds of other products is loaded too.
 */
import { existsSync } from 'node:fs';
import type { Endpoint } from '../../catalogue/types.ts';
import type { Clock } from '../../core/clock.ts';
import type { EngineKey, ProductEngine } from '../engine/exchange.ts';
import { openExchange, type SandboxExchange } from '../open-exchange.ts';
import { type JournalMark, readJournal } from '../storage/journal/file.ts';
import { behind, endpointsIn, repeatAll } from '../storage/replay.ts';
import { hasImages, journalPath } from '../storage/state-folder.ts';
import type { Handler } from '../types.ts';

/** Endpoints that answer together, and what answers them. */
interface Portion {
  readonly endpoints: readonly Endpoint[];
  readonly handlers: Readonly<Record<string, Handler>>;
  /** Engines that change by themselves what these handlers answer from. */
  readonly parts: readonly EngineKey<ProductEngine>[];
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
  const { exchange, lastAt } = existsSync(path)
    ? await opened(folder, path, { clock, seed }, endpoint)
    : { exchange: openExchange({ clock, seed, ...(await portionFor([endpoint])) }), lastAt: 0 };
  const behindMs = behind(exchange, lastAt);
  if (behindMs > 0) exchange.time.move(behindMs);
  exchange.keep = () => {
    throw new Error('this exchange is only read');
  };
  return exchange;
}

interface Opened {
  readonly exchange: SandboxExchange;
  /** The time of the last deed, 0 where there was none. */
  readonly lastAt: number;
}

/** Opens what a journal holds, by an image where there are any, or by doing all again. */
async function opened(
  folder: string,
  path: string,
  { clock, seed }: LightOptions,
  endpoint: string,
): Promise<Opened> {
  if (hasImages(folder, seed)) {
    const { imagesOf, resumed } = await import('../storage/restore.ts');
    const open = (from: JournalMark) => ({ bodies: readJournal(path, from) });
    const found = resumed(path, imagesOf(folder, { seed }), { clock, seed }, { open });
    if (found !== undefined) return found;
  }
  const bodies = readJournal(path);
  const portion = await portionFor([endpoint, ...endpointsIn(bodies)]);
  const exchange = openExchange({ clock, seed, ...portion });
  return { exchange, lastAt: repeatAll(exchange, path, { bodies, hasHeading: bodies.length > 0 }) };
}

/** Returns the smallest portion that answers all of these endpoints. */
async function portionFor(ids: readonly string[]): Promise<Portion> {
  for (const [product, load] of PORTIONS) {
    if (!ids.every((id) => id.startsWith(product))) continue;
    const portion = await load();
    if (ids.every((id) => Object.hasOwn(portion.handlers, id))) return portion;
  }
  const [{ ENDPOINTS }, { HANDLERS }, { FUNDS }, { FUTURES }] = await Promise.all([
    import('../../catalogue/index.ts'),
    import('../handlers/all.ts'),
    import('../engine/funds/engine.ts'),
    import('../handlers/futures/engines.ts'),
  ]);
  return { endpoints: ENDPOINTS, handlers: HANDLERS, parts: [FUNDS, ...FUTURES] };
}

async function spotMarketPortion(): Promise<Portion> {
  const [{ spotMarket }, { spotMarketHandlers }] = await Promise.all([
    import('../../catalogue/spot/market.ts'),
    import('../handlers/spot/market.ts'),
  ]);
  return { endpoints: spotMarket, handlers: spotMarketHandlers, parts: [] };
}

/** With what a journal of spot orders holds; deposits that arrive pay for them. */
async function spotPortion(): Promise<Portion> {
  const [market, { spotTrading }, { spotTradingHandlers }, { FUNDS }] = await Promise.all([
    spotMarketPortion(),
    import('../../catalogue/spot/trading.ts'),
    import('../handlers/spot/trading.ts'),
    import('../engine/funds/engine.ts'),
  ]);
  return {
    endpoints: [...market.endpoints, ...spotTrading],
    handlers: { ...market.handlers, ...spotTradingHandlers },
    parts: [FUNDS],
  };
}

async function usdmMarketPortion(): Promise<Portion> {
  const [{ usdmMarket }, { usdmMarketHandlers }] = await Promise.all([
    import('../../catalogue/usdm/market.ts'),
    import('../handlers/futures/usdm-market.ts'),
  ]);
  return { endpoints: usdmMarket, handlers: usdmMarketHandlers, parts: [] };
}

async function coinmMarketPortion(): Promise<Portion> {
  const [{ coinmMarket }, { coinmMarketHandlers }] = await Promise.all([
    import('../../catalogue/coinm/market.ts'),
    import('../handlers/futures/coinm-market.ts'),
  ]);
  return { endpoints: coinmMarket, handlers: coinmMarketHandlers, parts: [] };
}

/** With what a journal of futures orders and settings holds. */
async function withFuturesOrders(line: () => Promise<Portion>): Promise<Portion> {
  const [market, { usdmTrading }, { coinmTrading }, trading, changes, settings, { FUTURES }, { FUNDS }] =
    await Promise.all([
      line(),
      import('../../catalogue/usdm/trading.ts'),
      import('../../catalogue/coinm/trading.ts'),
      import('../handlers/futures/usdm-trading.ts'),
      import('../handlers/futures/order-changes.ts'),
      import('../handlers/futures/settings.ts'),
      import('../handlers/futures/engines.ts'),
      import('../engine/funds/engine.ts'),
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
    import('../../catalogue/options/market.ts'),
    import('../handlers/options/market.ts'),
  ]);
  return { endpoints: optionsMarket, handlers: optionsMarketHandlers, parts: [] };
}

/** With what a journal of orders of options holds. */
async function optionsPortion(): Promise<Portion> {
  const [market, { optionsTrading }, { optionsTradingHandlers }, { FUNDS }] = await Promise.all([
    optionsMarketPortion(),
    import('../../catalogue/options/trading.ts'),
    import('../handlers/options/trading.ts'),
    import('../engine/funds/engine.ts'),
  ]);
  return {
    endpoints: [...market.endpoints, ...optionsTrading],
    handlers: { ...market.handlers, ...optionsTradingHandlers },
    parts: [FUNDS],
  };
}
