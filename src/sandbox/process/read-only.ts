/**
 * A read-only exchange for public reads by one process: takes no lock, opens no port and loads only the catalogue
 * sections that the read needs, so that a short command starts quickly. Products with journal entries are loaded too.
 */
import { existsSync } from 'node:fs';
import { SECTIONS } from '../../catalogue/sections.ts';
import type { Endpoint, Product } from '../../catalogue/types.ts';
import type { Clock, Random } from '../../core/clock.ts';
import type { EngineKey, ProductEngine } from '../engine/exchange.ts';
import type { MarketModel } from '../engine/market/symbol-model.ts';
import { openExchange, type SandboxExchange } from '../exchange/open-exchange.ts';
import { runDueEvents } from '../exchange/requests.ts';
import { type LoadableSection, SECTION_HANDLER_LOADERS } from '../handlers/load-section.ts';
import { type JournalPosition, readJournal } from '../storage/journal/file.ts';
import { marketModelOf } from '../storage/market-model.ts';
import { CATCH_UP_MAX_MS, clockLagMs, listEndpoints, type Replay, replayRecords } from '../storage/replay.ts';
import { hasCheckpoints, journalPath, viewPath } from '../storage/state-folder.ts';
import type { Handler } from '../types.ts';
import type { ViewedExchange } from './open-view.ts';

type Engines = readonly EngineKey<ProductEngine>[];

/** The endpoints, handlers and engines with which the read-only exchange is opened. */
interface Contents {
  readonly endpoints: readonly Endpoint[];
  readonly handlers: Readonly<Record<string, Handler>>;
  readonly engines: Engines;
}

/** Sections of the catalogue that are loaded together to answer reads of one product. */
interface SectionGroup {
  readonly product: Product;
  readonly sections: readonly LoadableSection[];
  /** Engines whose due events change the data of these sections; none if absent. */
  readonly loadEngines?: () => Promise<Engines>;
}

const SPOT_MARKET = ['spot.server', 'spot.trades', 'spot.candles', 'spot.tickers'] as const;
const FUTURES_TRADING = ['usdm.trading', 'coinm.trading'] as const;

/** Section groups in the order in which they are tried, the smallest of a product first. */
const SECTION_GROUPS: readonly SectionGroup[] = [
  { product: 'spot', sections: SPOT_MARKET },
  // The deposits of this engine pay for orders in the journal.
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
  /** Whether the exchange is restored although there is a public view, because that turned out to be damaged. */
  readonly ignoresView?: boolean;
}

type OpenOptions = Omit<ReadOnlyOptions, 'ignoresView'> & { readonly marketModel: MarketModel };

/** An exchange that answers public reads; later changes by other processes are not visible. */
export interface ReadOnlyExchange {
  readonly exchange: SandboxExchange;
  /** The exchange time (ms) from which on its answers are outdated and another one must be opened. */
  readonly until: number;
  /**
   * Saves what makes later reads faster, if opening the exchange took long. The exchange must not be used any more.
   */
  save(random: Random): Promise<void>;
}

/**
 * Returns a read-only exchange of a seed for public reads at one endpoint: from the saved public view, or restored from
 * the saved state in a folder. Throws as `openDurableExchange` does. An answer from a view may throw `DamagedView`: the
 * exchange must then be opened again without it.
 */
export async function openReadOnly(
  folder: string,
  { clock, seed, ignoresView = false }: ReadOnlyOptions,
  endpoint: string,
): Promise<ReadOnlyExchange> {
  const path = journalPath(folder, seed);
  const options = { clock, seed, marketModel: marketModelOf(folder, seed) };
  if (!existsSync(path)) {
    const exchange = openExchange({ ...options, ...(await contentsFor([endpoint])) });
    return readOnly(exchange, Number.POSITIVE_INFINITY);
  }
  const viewed =
    !ignoresView && existsSync(viewPath(folder, seed))
      ? await openFromView(folder, options, endpoint)
      : undefined;
  if (viewed !== undefined) return readOnly(viewed.exchange, viewed.until);
  const startedMs = clock.monotonicMs();
  const { exchange, lastAt, replayMs, position } = await openFromJournal(folder, path, options, endpoint);
  const lagMs = clockLagMs(exchange, lastAt);
  if (lagMs > 0) exchange.clock.advance(lagMs);
  const replayedMs = clock.monotonicMs();
  runDueEvents(exchange, exchange.clock.now());
  const openedMs = clock.monotonicMs();
  return {
    ...readOnly(exchange, Number.POSITIVE_INFINITY),
    async save(random) {
      // A clock that was set back is advanced for this process only.
      if (lagMs > 0 || openedMs - startedMs <= CATCH_UP_MAX_MS) return;
      const { saveCheckpoint, writePublicView } = await import('./save-opened.ts');
      if (replayMs + openedMs - replayedMs > CATCH_UP_MAX_MS) await saveCheckpoint(folder, options, random);
      writePublicView(viewPath(folder, seed), exchange, position);
    },
  };
}

/** Returns an exchange that refuses writes, and that was opened so fast that nothing needs to be saved. */
function readOnly(exchange: SandboxExchange, until: number): ReadOnlyExchange {
  exchange.appendEntry = () => {
    throw new Error('this exchange is read-only');
  };
  return { exchange, until, save: async () => {} };
}

/** Opens an exchange on the saved public view, if there is one for the endpoint that counts now. */
async function openFromView(
  folder: string,
  options: OpenOptions,
  endpoint: string,
): Promise<ViewedExchange | undefined> {
  const group = SECTION_GROUPS.find(
    ({ product, loadEngines }) => loadEngines === undefined && endpoint.startsWith(`${product}.`),
  );
  if (group === undefined) return undefined;
  const [contents, { openView }] = await Promise.all([load(group), import('./open-view.ts')]);
  if (!Object.hasOwn(contents.handlers, endpoint)) return undefined;
  return openView(folder, group.product, { ...options, ...contents });
}

/** An exchange of a journal, and the position after the last record of the journal. */
interface OpenedExchange extends Replay {
  readonly exchange: SandboxExchange;
  readonly position: JournalPosition;
}

/** Opens the exchange of a journal: from its newest valid checkpoint, or by replaying the whole journal. */
async function openFromJournal(
  folder: string,
  path: string,
  options: OpenOptions,
  endpoint: string,
): Promise<OpenedExchange> {
  if (hasCheckpoints(folder, options.seed)) {
    const { checkpointFilesOf, restoreFromCheckpoint } = await import('../storage/restore.ts');
    const files = checkpointFilesOf(folder, options);
    const restored = restoreFromCheckpoint(path, files, options, { open: (from) => readJournal(path, from) });
    if (restored !== undefined) return { ...restored, position: restored.journal.position };
  }
  const { bodies, position } = readJournal(path);
  const contents = await contentsFor([endpoint, ...listEndpoints(bodies)]);
  const exchange = openExchange({ ...options, ...contents });
  const replay = replayRecords(exchange, path, { bodies, hasHeading: bodies.length > 0 });
  return { exchange, position, ...replay };
}

/**
 * Returns the endpoints, handlers and engines of the smallest group of catalogue sections that has all of the
 * given endpoints; if no group has them, those of the whole exchange.
 */
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
