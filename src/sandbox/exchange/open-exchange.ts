/** Makes an exchange: its market, accounts and engines, and the routes and limits in front of them. */
import type { Endpoint } from '../../catalogue/types.ts';
import type { Clock } from '../../core/clock.ts';
import type { UnixMs } from '../../core/words.ts';
import type { EngineKey, Exchange, ProductEngine } from '../engine/exchange.ts';
import { Accounts } from '../engine/ledger/accounts.ts';
import { openDemoAccount } from '../engine/ledger/demo-account.ts';
import { ListenKeyStore } from '../engine/ledger/listen-keys.ts';
import { UserEvents } from '../engine/ledger/user-events.ts';
import { createMarket, type Market } from '../engine/market/market.ts';
import { createMarketLiquidity, type LiquiditySource } from '../engine/matching/liquidity.ts';
import { createPublicMarket, marketPositionAt } from '../engine/matching/public-market.ts';
import { TradeTape } from '../engine/matching/trade-tape.ts';
import { SpotEngine } from '../engine/spot/engine.ts';
import type { OrderLimits } from '../engine/spot/order-counts.ts';
import { ExchangeClock, type Pace } from '../exchange-clock.ts';
import { ExecutionLog } from '../execution-log.ts';
import { Faults } from '../faults/fault-rules.ts';
import { OrderCounter } from '../gate/order-limits.ts';
import { buildRoutes, type Routes } from '../gate/routes.ts';
import { createLimiter, type Limiter, type SandboxLimits } from '../gate/weights.ts';
import { AnsweredCalls, type JournalEntry } from '../journal-entries.ts';
import { ProductEngines } from '../product-engines.ts';
import type { Handler } from '../types.ts';

/** Whose weights are counted where the two listings differ. */
export type WeightListing = 'first' | 'second' | 'larger';

export interface OpenExchangeOptions {
  /** The machine's; the exchange's own goes by it at its pace. */
  readonly clock: Clock;
  /** As fast as the machine's where absent. */
  readonly pace?: Pace;
  /** What the exchange's clock shows at first; the machine's time where absent. */
  readonly startAt?: number;
  /** Makes another market of the seed's own, such as one that crashes soon after a moment. */
  readonly transformMarket?: (market: Market, now: UnixMs) => Market;
  /** A whole number; the same seed makes the same market, the same demo keys and the same wallets. */
  readonly seed: number;
  /** The larger of the two where absent, as the client's budget counts. */
  readonly weightListing?: WeightListing;
  readonly limits?: Partial<SandboxLimits>;
  /** The interface document's where absent. */
  readonly orderLimits?: Partial<OrderLimits>;
  /** The endpoints that have a route. */
  readonly endpoints: readonly Endpoint[];
  /** By endpoint id; an endpoint without one says that it is not simulated. */
  readonly handlers: Readonly<Record<string, Handler>>;
  /** Engines that are there from the beginning, because things happen in them by themselves. */
  readonly engines: readonly EngineKey<ProductEngine>[];
  /** Where orders find liquidity beside each other; the procedural market where absent. */
  readonly liquiditySource?: LiquiditySource;
}

/** An exchange that can be asked: what its handlers answer from, and the routes and limits in front of them. */
export interface SandboxExchange extends Exchange {
  readonly engines: ProductEngines;
  readonly routes: Routes;
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  readonly handlers: Readonly<Record<string, Handler>>;
  readonly limiter: Limiter;
  readonly orderCounter: OrderCounter;
  readonly weightListing: WeightListing;
  readonly answeredCalls: AnsweredCalls;
  /** The exchange's time; `clock` is the same for those that only read it. */
  readonly time: ExchangeClock;
  readonly faults: Faults;
  readonly executionLog: ExecutionLog;
  /** What is answered in place of a handler: a recording that is told again shows other books than the market. */
  handlerOverrides: Readonly<Record<string, Handler>>;
  /** Keeps what was done before anybody is told of it; undefined for an exchange that lives in memory alone. */
  appendEntry: ((deed: JournalEntry) => void) | undefined;
  /** Why nothing is answered any more: what is in memory may no longer be what was kept. */
  failure: unknown;
}

/** Returns an exchange on which nothing has been done yet but opening the demo account. */
export function openExchange(options: OpenExchangeOptions): SandboxExchange {
  const { seed, endpoints } = options;
  const time = new ExchangeClock(options.clock, options.pace, options.startAt);
  const baseMarket = createMarket({ seed });
  const market = options.transformMarket?.(baseMarket, time.now()) ?? baseMarket;
  const accounts = new Accounts();
  accounts.names.registerLazily(
    'symbol',
    () => market.symbols,
    ({ name }) => name,
  );
  openDemoAccount(accounts, seed);
  const notices = new UserEvents();
  const spot = new SpotEngine({
    accounts,
    liquiditySource: options.liquiditySource ?? createMarketLiquidity(market),
    seed,
    userEvents: notices,
    tapeOf: (symbol) => new TradeTape((time) => marketPositionAt(market, symbol, time)),
    ...(options.orderLimits === undefined ? {} : { limits: options.orderLimits }),
  });
  const engines = new ProductEngines(() => exchange);
  const exchange: SandboxExchange = {
    clock: time,
    time,
    seed,
    market,
    publicMarket: createPublicMarket(market, (symbol) => spot.findInstrument(symbol)?.userActivity),
    accounts,
    spot,
    engines: engines,
    listenKeys: new ListenKeyStore(seed),
    userEvents: notices,
    routes: buildRoutes(endpoints),
    endpoints: new Map(endpoints.map((endpoint) => [endpoint.id, endpoint])),
    handlers: options.handlers,
    limiter: createLimiter(options.limits),
    orderCounter: new OrderCounter(),
    weightListing: options.weightListing ?? 'larger',
    answeredCalls: new AnsweredCalls(),
    faults: new Faults(),
    executionLog: new ExecutionLog(accounts.names),
    handlerOverrides: {},
    appendEntry: undefined,
    failure: undefined,
  };
  engines.get({ name: 'spot', rank: 0, open: () => spot });
  for (const key of options.engines) engines.get(key);
  return exchange;
}
