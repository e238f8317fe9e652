/**
 * An exchange for open reads by one process: no lock, no address, and of the program only what the read needs, so
 * that a short command stays short however much is simulated. What the journal holds of other products is loaded too.
 */
import { existsSync } from 'node:fs';
import { SECTIONS } from '../../catalogue/sections.ts';
import type { Endpoint, Product } from '../../catalogue/types.ts';
import type { Clock } from '../../core/clock.ts';
import type { EngineKey, ProductEngine } from '../engine/exchange.ts';
import { openExchange, type SandboxExchange } from '../exchange/open-exchange.ts';
import { type LoadableSection, SECTION_HANDLER_LOADERS } from '../handlers/load-section.ts';
import { type JournalPosition, readJournal } from '../storage/journal/file.ts';
import { clockLagMs, listEndpoints, replayRecords } from '../storage/replay.ts';
import { hasCheckpoints, journalPath } from '../storage/state-folder.ts';
import type { Handler } from '../types.ts';

type Engines = readonly EngineKey<ProductEngine>[];

/** What an exchange is opened with. */
interface Contents {
  readonly endpoints: readonly Endpoint[];
  readonly handlers: Readonly<Record<string, Handler>>;
  readonly engines: Engines;
}

/** Sections that are loaded together to answer reads of one product. */
interface SectionGroup {
  readonly product: Product;
  readonly sections: readonly LoadableSection[];
  /** Engines that change by themselves what these sections answer from; none if absent. */
  readonly loadEngines?: () => Promise<Engines>;
}

const SPOT_MARKET = ['spot.server', 'spot.trades', 'spot.candles', 'spot.tickers'] as const;
const FUTURES_TRADING = ['usdm.trading', 'coinm.trading'] as const;

/** Portions in the order in which they are tried, the smallest of a product first. */
const SECTION_GROUPS: readonly SectionGroup[] = [
  { product: 'spot', sections: SPOT_MARKET },
  // Deposits that arrive pay for the orders in the journal.
  { product: 'spot', sections: [...SPOT_MARKET, 'spot.trading'], loadEngines: fundsEngine },
  { product: 'usdm', sections: ['usdm.market'] },
  { product: 'usdm', sections: ['usdm.market', ...FUTURES_TRADING], loadEngines: futuresEngines },
  { product: 'coinm', sections: ['coinm.market'] },
  { product: 'coinm', sections: ['coinm.market', ...FUTURES_TRADING], loadEngines: futuresEngines },
  { product: 'options', sections: ['options.market'] },
  { product: 'options', sections: ['options.market', 'options.trading'], loadEngines: fundsEngine },
];

export interface ReadOnlyOptions {
  readonly clock: Clock;
  readonly seed: number;
}

/**
 * Returns the exchange of a seed as it is kept in a folder, to be asked what is open to all at one endpoint. Nothing
 * is kept of it: what another process does from now on is not seen. Throws as `openDurableExchange` does.
 */
export async function openReadOnly(
  folder: string,
  { clock, seed }: ReadOnlyOptions,
  endpoint: string,
): Promise<SandboxExchange> {
  const path = journalPath(folder, seed);
  const { exchange, lastAt } = existsSync(path)
    ? await openFromJournal(folder, path, { clock, seed }, endpoint)
    : { exchange: openExchange({ clock, seed, ...(await contentsFor([endpoint])) }), lastAt: 0 };
  const lagMs = clockLagMs(exchange, lastAt);
  if (lagMs > 0) exchange.time.advance(lagMs);
  exchange.appendEntry = () => {
    throw new Error('this exchange is only read');
  };
  return exchange;
}

interface OpenedExchange {
  readonly exchange: SandboxExchange;
  /** The time of the last deed, 0 where there was none. */
  readonly lastAt: number;
}

/** Opens what a journal holds, by an image where there are any, or by doing all again. */
async function openFromJournal(
  folder: string,
  path: string,
  { clock, seed }: ReadOnlyOptions,
  endpoint: string,
): Promise<OpenedExchange> {
  if (hasCheckpoints(folder, seed)) {
    const { checkpointFilesOf: imagesOf, restoreFromCheckpoint: resumed } = await import(
      '../storage/restore.ts'
    );
    const open = (from: JournalPosition) => ({ bodies: readJournal(path, from) });
    const restored = resumed(path, imagesOf(folder, { seed }), { clock, seed }, { open });
    if (restored !== undefined) return restored;
  }
  const bodies = readJournal(path);
  const contents = await contentsFor([endpoint, ...listEndpoints(bodies)]);
  const exchange = openExchange({ clock, seed, ...contents });
  return { exchange, lastAt: replayRecords(exchange, path, { bodies, hasHeading: bodies.length > 0 }) };
}

/** Returns the contents of the smallest portion that answers all of these endpoints, or of the whole exchange. */
async function contentsFor(ids: readonly string[]): Promise<Contents> {
  for (const group of SECTION_GROUPS) {
    if (!ids.every((id) => id.startsWith(`${group.product}.`))) continue;
    const contents = await load(group);
    if (ids.every((id) => Object.hasOwn(contents.handlers, id))) return contents;
  }
  const [{ ENDPOINTS }, { HANDLERS }, engines] = await Promise.all([
    import('../../catalogue/index.ts'),
    import('../handlers/all.ts'),
    futuresEngines(),
  ]);
  return { endpoints: ENDPOINTS, handlers: HANDLERS, engines };
}

async function load({ sections, loadEngines }: SectionGroup): Promise<Contents> {
  const [endpoints, handlers, engines] = await Promise.all([
    Promise.all(sections.map((name): Promise<readonly Endpoint[]> => SECTIONS[name].load())),
    Promise.all(sections.map((name) => SECTION_HANDLER_LOADERS[name]())),
    loadEngines?.() ?? [],
  ]);
  return { endpoints: endpoints.flat(), handlers: Object.assign({}, ...handlers), engines };
}

async function fundsEngine(): Promise<Engines> {
  const { FUNDS } = await import('../engine/funds/engine.ts');
  return [FUNDS];
}

async function futuresEngines(): Promise<Engines> {
  const [funds, { FUTURES }] = await Promise.all([fundsEngine(), import('../handlers/futures/engines.ts')]);
  return [...funds, ...FUTURES];
}
