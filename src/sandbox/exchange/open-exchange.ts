/** Assembles an exchange: its market, accounts and engines, and the routes and limits in front of them. */
import type { Interface } from '../../catalogue/environments.ts';
import type { LimitChoices, LimitSet, OrderLimits } from '../../catalogue/limits/sets.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import type { Clock } from '../../core/clock.ts';
import type { UnixMs } from '../../core/words.ts';
import type { EngineKey, Exchange, ProductEngine } from '../engine/exchange.ts';
import { Accounts } from '../engine/ledger/accounts.ts';
import { openDemoAccount } from '../engine/ledger/demo-account.ts';
import { ListenKeyStore } from '../engine/ledger/listen-keys.ts';
import { ListenTokenStore } from '../engine/ledger/listen-tokens.ts';
import { UserEvents } from '../engine/ledger/user-events.ts';
import { createMarket, type Market } from '../engine/market/market.ts';
import { DEFAULT_MARKET_MODEL, type MarketModel } from '../engine/market/symbol-model.ts';
import type { MarketSymbol } from '../engine/market/symbols.ts';
import { createMarketLiquidity, type LiquiditySource } from '../engine/matching/liquidity.ts';
import { createPublicMarket, marketPositionAt, type UserActivity } from '../engine/matching/public-market.ts';
import { TradeTape } from '../engine/matching/trade-tape.ts';
import { SpotEngine } from '../engine/spot/engine.ts';
import { ExchangeClock, type Pace } from '../exchange-clock.ts';
import { ExecutionLog } from '../execution-log.ts';
import { Faults } from '../faults/fault-rules.ts';
import { IgnoredParameters } from '../gate/ignored-parameters.ts';
import { OrderCounter } from '../gate/order-limits.ts';
import { Routes } from '../gate/routes.ts';
import { createLimiter, type Limiter, type SandboxLimits } from '../gate/weights.ts';
import { AnsweredCalls, type JournalEntry } from '../journal-entries.ts';
import { ProductEngines } from '../product-engines.ts';
import type { Handler } from '../types.ts';
import { ExchangeLimits } from './exchange-limits.ts';

/**
 * The listing whose request weight counts if the two listings of an endpoint differ: the first, the second,
 * or the larger weight.
 */
export type WeightListing = 'first' | 'second' | 'larger';

export interface OpenExchangeOptions {
  /** The machine's clock, from which the exchange clock is derived. */
  readonly clock: Clock;
  /** The pace of the exchange clock; the machine's pace if omitted. */
  readonly pace?: Pace;
  /** The initial exchange time (Unix ms); the machine's time if omitted. */
  readonly startAt?: number;
  /** Replaces the simulated market of the seed, for example by a scenario that begins at `now`. */
  readonly transformMarket?: (market: Market, now: UnixMs) => Market;
  /** An integer that determines the market, the demo keys and the onchain wallets. */
  readonly seed: number;
  /** The version of the market model; the newest if omitted. */
  readonly marketModel?: MarketModel;
  /**
   * Which listing's request weight counts; if omitted the larger of the two, as in the client's own rate
   * limiter.
   */
  readonly weightListing?: WeightListing;
  readonly limits?: Partial<SandboxLimits>;
  /** The interface whose limits are in force; those of the served interface if omitted. */
  readonly limitSet?: Interface;
  /** The limits that a user chose instead of those of the set. */
  readonly limitChoices?: LimitChoices;
  /**
   * The interface (`document` or `today`) that is served where both contradict each other; `document` if
   * omitted.
   */
  readonly interface?: Interface;
  /** Limits of the number of spot orders that replace those of the limit set. */
  readonly orderLimits?: Partial<OrderLimits>;
  /** The endpoints that have a route. */
  readonly endpoints: readonly Endpoint[];
  /** Handlers by endpoint id; an endpoint without one is refused as not simulated. */
  readonly handlers: Readonly<Record<string, Handler>>;
  /**
   * Engines that are opened together with the exchange, because their events fall due without any request.
   */
  readonly engines: readonly EngineKey<ProductEngine>[];
  /** Returns the trades and orders of users on a spot symbol; those of the spot engine if omitted. */
  readonly userActivityOf?: (symbol: MarketSymbol) => UserActivity | undefined;
  /** The source of liquidity besides the orders of users; the simulated market if omitted. */
  readonly liquiditySource?: LiquiditySource;
}

/** An exchange that answers requests: the state for its handlers, and the routes and limits in front of them. */
export interface SandboxExchange extends Exchange {
  readonly engines: ProductEngines;
  readonly routes: Routes;
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  readonly handlers: Readonly<Record<string, Handler>>;
  readonly limiter: Limiter;
  readonly limitSets: ExchangeLimits;
  readonly orderCounter: OrderCounter;
  readonly weightListing: WeightListing;
  /**
   * The interface (`document` or `today`) that is served; calls that only today's interface has are served
   * under both.
   */
  readonly interface: Interface;
  readonly answeredCalls: AnsweredCalls;
  readonly clock: ExchangeClock;
  readonly faults: Faults;
  readonly executionLog: ExecutionLog;
  readonly ignoredParameters: IgnoredParameters;
  /**
   * Handlers that replace the usual ones by endpoint id, such as the order book of a recording that is
   * replayed.
   */
  handlerOverrides: Readonly<Record<string, Handler>>;
  /**
   * Appends an entry to the journal before the call is answered; undefined for an exchange that exists in
   * memory only.
   */
  appendEntry: ((entry: JournalEntry) => void) | undefined;
  /**
   * The error since which all requests are refused, because memory and journal may differ; undefined while
   * the exchange is usable.
   */
  failure: unknown;
}

type EndpointIndex = Pick<SandboxExchange, 'routes' | 'endpoints'>;

/** The routes and ids of lists of endpoints, which are constants of the catalogue that all exchanges share. */
const indexes = new WeakMap<readonly Endpoint[], EndpointIndex>();

function indexOf(endpoints: readonly Endpoint[]): EndpointIndex {
  let index = indexes.get(endpoints);
  if (index === undefined) {
    const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
    index = { routes: new Routes(endpoints), endpoints: byId };
    indexes.set(endpoints, index);
  }
  return index;
}

/** Returns a new exchange whose only account is the demo account. */
export function openExchange(options: OpenExchangeOptions): SandboxExchange {
  const { seed, endpoints, marketModel = DEFAULT_MARKET_MODEL } = options;
  const clock = new ExchangeClock(options.clock, options.pace, options.startAt);
  const baseMarket = createMarket({ seed, model: marketModel });
  const market = options.transformMarket?.(baseMarket, clock.now()) ?? baseMarket;
  const accounts = new Accounts((opened) => openDemoAccount(opened, seed));
  accounts.names.registerLazily(
    'symbol',
    () => market.symbols,
    ({ name }) => name,
  );
  const limitSets = new ExchangeLimits({
    set: options.limitSet ?? options.interface ?? 'document',
    spotOrders: options.orderLimits,
    ...options.limitChoices,
  });
  const limits: LimitSet = { ...limitSets.current, ...options.limits };
  const userEvents = new UserEvents();
  const spot = new SpotEngine({
    accounts,
    liquiditySource: options.liquiditySource ?? createMarketLiquidity(market),
    seed,
    userEvents: userEvents,
    tapeOf: (symbol) => new TradeTape((time) => marketPositionAt(market, symbol, time)),
    limits: limitSets.current.orders.spot,
  });
  const engines = new ProductEngines(() => exchange);
  const exchange: SandboxExchange = {
    clock,
    seed,
    market,
    publicMarket: createPublicMarket(
      market,
      options.userActivityOf ?? ((symbol) => spot.findInstrument(symbol)?.userActivity),
    ),
    accounts,
    spot,
    engines,
    listenKeys: new ListenKeyStore(seed),
    listenTokens: new ListenTokenStore(seed),
    userEvents: userEvents,
    ...indexOf(endpoints),
    handlers: options.handlers,
    limits,
    limiter: createLimiter({ ...limits, ...options.limits }),
    limitSets,
    orderCounter: new OrderCounter(limits),
    weightListing: options.weightListing ?? 'larger',
    interface: options.interface ?? 'document',
    answeredCalls: new AnsweredCalls(),
    faults: new Faults(),
    executionLog: new ExecutionLog(accounts.names),
    ignoredParameters: new IgnoredParameters(),
    handlerOverrides: {},
    appendEntry: undefined,
    failure: undefined,
  };
  engines.get({ name: 'spot', rank: 0, open: () => spot });
  for (const key of options.engines) engines.get(key);
  return exchange;
}
