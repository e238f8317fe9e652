/** The interface of the library as one text. Written by npm run docs; not edited by hand. */
/** What the package declares to TypeScript. Shipped as its types; a test compares it with what the library exports. */


/** An opened library: every endpoint of the exchange as a method, and what bourse keeps on this machine. */
export interface Bourse extends Endpoints {
  /** Ends streams, waits for running calls, then closes all connections. */
  close(): Promise<void>;
}

/**
 * Opens bourse for a program. Nothing is read or connected before the first call. Throws a BourseError of kind `usage` for
 * an option that is none.
 */
export declare function openBourse(options?: OpenOptions): Bourse;

/** What became of a write whose outcome was not known. */
export interface ResolvedWrite {
  /** ACKED or FOUND: it was executed. ABSENT or REJECTED: it was not. PREPARED, SENT or UNKNOWN: it is still not known. */
  readonly state: 'PREPARED' | 'SENT' | 'ACKED' | 'REJECTED' | 'UNKNOWN' | 'FOUND' | 'ABSENT';
  readonly why: string | undefined;
  readonly clientOrderId: string | undefined;
}

/** A call that failed, with what the exchange or bourse said and what to do next. */
export declare class BourseError extends Error {
  /** What failed; the exit code of the command line follows from it. */
  readonly kind: ErrorKind;
  /** The exit code with which the command line ends for this error. */
  readonly exitCode: number;
  /** The exchange's code, such as -1121; undefined for an error of bourse. */
  readonly code: number | string | undefined;
  /** The name of the code, such as "BAD_SYMBOL". */
  readonly codeName: string | undefined;
  /** The next step. */
  readonly hint: string | undefined;
  /** Whether the exchange executed the call; `unknown` is what UnknownExecution is thrown for. */
  readonly execution: 'none' | 'not_executed' | 'executed' | 'unknown';
  /** Whether the same call may be sent again. */
  readonly retryable: boolean;
  /** How long the exchange asks to wait, in ms. */
  readonly retryAfterMs: number | undefined;
  readonly endpoint: string | undefined;
  readonly httpStatus: number | undefined;
  readonly clientOrderId: string | undefined;
  /** All faults of the arguments; empty for any other error. */
  readonly faults: readonly ArgumentFault[];
  /** What a call that was partly done answered; undefined for any other error. */
  readonly answer: AnswerValue | undefined;
}

/** A write of which it is not known whether it was executed. It must not be sent again before it is resolved. */
export declare class UnknownExecution extends BourseError {
  /** Looks the write up; sends queries only. Without an id of its own, looks up all unresolved writes of the journal. */
  resolve(): Promise<readonly ResolvedWrite[]>;
}

/** What the package declares to TypeScript for `bourse/testing`. */

/** How a test opens an exchange. */
export interface TestOptions {
  /** The seed of the market and of all random values, 0 to 4294967295; 1 if omitted. */
  readonly seed?: number;
  /** The time at which the clock starts; 2024-01-01T00:00:00Z if omitted. */
  readonly now?: number | Date;
  /** Called with each note. */
  readonly onNote?: (text: string) => void;
}

/** The library on an exchange of its own. @beta */
export interface TestBourse extends Bourse {
  readonly clock: {
    /** Returns the time in Unix milliseconds. */
    now(): number;
    /** Moves the clock forwards by whole milliseconds; what falls due meanwhile happens with the next call. */
    advance(ms: number): void;
  };
  /** The temporary folder of the exchange and its journal. */
  readonly home: string;
  /** Waits for running calls, closes the library and removes the folder. */
  close(): Promise<void>;
}

/**
 * Opens the library on a sandbox of its own in a temporary folder. The same seed, the same start and the same calls give the
 * same answers. @beta
 */
export declare function openTestBourse(options?: TestOptions): TestBourse;

/** The types that programs see. This file imports nothing: it is shipped as the declarations of the package. */

/** A point in time: Unix milliseconds, a Date, or text such as "2025-01-01" or "-3d" (three days ago). */
export type Time = number | Date | string;

/** An integer of up to 64 bits, such as an order id. A number must be a safe integer. */
export type Id = bigint | number | string;

/** True or false, also for parameters that the exchange takes as text. */
export type Flag = boolean | 'true' | 'false' | 'TRUE' | 'FALSE';

/** The bounds of a history. */
export interface TimeWindow {
  /** Start of the window, inclusive */
  startTime?: Time;
  /** End of the window, inclusive */
  endTime?: Time;
}

/** A row of which some fields are there in every answer. */
export type Having<Row, Fields extends keyof Row> = Row & { readonly [Field in Fields]-?: Row[Field] };

/** The arguments of a call that takes none. */
export type NoArguments = { readonly [name: string]: never };

/** Any value of an answer. Numbers with a fraction are text, and integers that are too large for a JS number are bigint. */
export type AnswerValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly AnswerValue[]
  | { readonly [field: string]: AnswerValue };

/** A price level of an order book: price and quantity, both decimal text. */
export type BookLevel = readonly [price: string, quantity: string];

/** An order book, best prices first. */
export interface OrderBook {
  readonly lastUpdateId?: bigint;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  /** Event time and transaction time, of futures and options. */
  readonly E?: number;
  readonly T?: number;
}

/** The environments that bourse knows; `sandbox` is an exchange inside this process. */
export type Environment = 'live' | 'testnet' | 'demo' | 'sandbox';

/** How a program opens bourse. Everything may be left out. */
export interface OpenOptions {
  /** Where calls go: that of `profile`, else BOURSE_ENV, else live. */
  readonly env?: Environment;
  /** The profile whose keys sign calls, as `bourse profile add` made it; else BOURSE_PROFILE or the default profile. */
  readonly profile?: string;
  /** The folder of profiles, journal, policy, budget and sandbox; else BOURSE_HOME or the folders of the XDG specification. */
  readonly home?: string;
  /** The state of the interface that the hosts speak, if their addresses don't say so. */
  readonly interface?: 'document' | 'today';
  /** Addresses of hosts by name, such as `{ spot: 'http://127.0.0.1:8080' }`. */
  readonly hosts?: Readonly<Record<string, string>>;
  /** The longest wait for one answer, in ms; 15,000 if omitted. */
  readonly timeoutMs?: number;
  /** The longest wait for rate limits and an overloaded exchange, in ms; 120,000 if omitted. */
  readonly maxWaitMs?: number;
  /** The recvWindow of signed calls, 1 to 60,000 ms. */
  readonly recvWindowMs?: number;
  /** The address of an HTTP proxy. */
  readonly proxy?: string;
  /** Environment variables; those of the process if omitted. Variables of the process are never changed. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** The name of the program, which the audit log states; else BOURSE_CLIENT. */
  readonly client?: string;
  /** Called with each note that the command line would print to stderr: waits, retries, ids before they are sent. */
  readonly onNote?: (text: string) => void;
}

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call. An order that was sent is looked up nevertheless. */
  readonly signal?: AbortSignal;
}

/** Options of a call that reads a history page by page. */
export interface PageOptions extends CallOptions {
  /** How many pages are fetched at once, 1 to 16; as many as is of use if omitted. */
  readonly parallel?: number;
  /** Called for rows that are missing in a history whose rows follow each other, with a sentence that says which. */
  readonly onGap?: (text: string) => void;
}

/** Options of a call that changes something. */
export interface WriteOptions extends CallOptions {
  /**
   * Sends the call at most once under this key, on this machine: a repetition returns the recorded answer, and one with other
   * arguments is refused. 1 to 100 printable ASCII characters without spaces.
   */
  readonly idempotencyKey?: string;
  /** Rounds price and quantity of an order to its symbol's steps; each change is a note. */
  readonly round?: 'down' | 'up' | 'nearest';
  /** Leaves the filters of the symbol to the exchange. */
  readonly skipFilters?: boolean;
  /** Sends an order although it is not known what became of an earlier one of its symbol. */
  readonly despiteUnresolved?: boolean;
}

/** The arguments of a call: an object of which nothing is required may be left out. */
type Call<Given, Options> =
  Record<never, never> extends Given ? [given?: Given, options?: Options] : [given: Given, options?: Options];

/** Calls an endpoint that reads. */
export type ReadMethod<Given, Answer> = (...call: Call<Given, CallOptions>) => Promise<Answer>;

/** Calls an endpoint whose history has pages. */
export interface PagedMethod<Given, Answer, Row> {
  /** Returns one page. */
  (...call: Call<Given, CallOptions>): Promise<Answer>;
  /** Yields all rows of the asked period, oldest first; `limit` is the number of rows. */
  all(...call: Call<Given, PageOptions>): AsyncIterableIterator<Row>;
  /** Yields the same rows page by page. */
  pages(...call: Call<Given, PageOptions>): AsyncIterableIterator<readonly Row[]>;
}

/** Calls an endpoint that changes something, through policy, journal and budget. It is sent once. */
export interface WriteMethod<Given, Answer> {
  (...call: Call<Given, WriteOptions>): Promise<Answer>;
  /** Checks the call, and returns exactly what `execute` of the plan would send. Sends nothing. */
  plan(...call: Call<Given, WriteOptions>): Promise<Plan<Answer>>;
}

/** An order book that bourse keeps. */
export interface KeptBook {
  readonly symbol: string;
  /** `synced` while every change since the snapshot is applied; `stale` after a gap, until a new snapshot fits. */
  readonly state: 'syncing' | 'synced' | 'stale';
  readonly lastUpdateId: bigint;
  readonly eventTime?: number | null;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** A record between the events of a stream: of its connection, of a gap, and of its end. */
export type StreamRecord =
  | {
      readonly bourse: 'hello';
      readonly at: number;
      readonly host: string;
      readonly streams: readonly string[];
    }
  | {
      readonly bourse: 'gap';
      readonly at: number;
      readonly stream: string | null;
      /** `numbers`: ids are missing; `reconnect`: the connection was lost; `slow-reader`: the program was too slow. */
      readonly reason: 'numbers' | 'reconnect' | 'slow-reader';
      readonly after: bigint | string | number | null;
      readonly before: bigint | string | number | null;
      /** How many messages are missing; null if that is unknown. */
      readonly missing: bigint | number | null;
    }
  | {
      readonly bourse: 'stale';
      readonly at: number;
      readonly streams: readonly string[];
      readonly why: string;
      readonly retryInMs: number;
    }
  | { readonly bourse: 'resync'; readonly at: number; readonly streams: readonly string[] }
  | {
      readonly bourse: 'unproved';
      readonly at: number;
      readonly streams: readonly string[];
      readonly why?: string;
    }
  | {
      readonly bourse: 'bye';
      readonly at: number;
      readonly messages: number;
      readonly gaps: number;
      readonly reconnects: number;
      readonly streams: { readonly [stream: string]: AnswerValue };
    };

/** What happens while a program is slower than a stream. */
export type WhenSlow = 'pause' | 'drop';

/** Options of a stream. */
export interface StreamOptions<Slow extends string = WhenSlow> extends CallOptions {
  /** Yields records of connections and gaps between the events; they have the field `bourse`, which no event has. */
  readonly records?: boolean;
  /**
   * What happens once 8 MiB of events wait for a loop that is slower than its stream: the stream is paused (the default), or new
   * messages are dropped and reported as a gap. A kept book also knows `latest`: nothing waits but the newest state of each
   * book.
   */
  readonly whenSlow?: Slow;
  /** Called for each gap if records are not yielded; without it, gaps are notes. */
  readonly onGap?: (gap: StreamRecord & { readonly bourse: 'gap' }) => void;
}

/** An event of a stream that also yields records, which have the field `bourse`. */
export type EventOrRecord<Event> = (Event & { readonly bourse?: undefined }) | StreamRecord;

/**
 * Follows a stream until the loop is left or the signal aborts, which ends the loop without an error. Connections that are lost
 * are opened again.
 */
export interface StreamMethod<Given, Event, Slow extends string = WhenSlow> {
  (
    given: Given,
    options: StreamOptions<Slow> & { readonly records: true },
  ): AsyncIterableIterator<EventOrRecord<Event>>;
  (...call: Call<Given, StreamOptions<Slow>>): AsyncIterableIterator<Event>;
}

/** Keeps order books from snapshots and changes; yields a book after each change, or at each `every` of the arguments. */
export type KeptBookMethod<Given> = StreamMethod<Given, KeptBook, WhenSlow | 'latest'>;

/** A call that was checked and not sent. */
export interface Plan<Answer> {
  /** The endpoint's id, such as "spot.order.new". */
  readonly endpoint: string;
  /** What the command line's --dry-run shows: address, arguments, weight, filters, and what the policy would decide. */
  readonly request: AnswerValue;
  /** Sends exactly this call. A second execution returns the recorded answer and sends nothing. */
  execute(options?: CallOptions): Promise<Answer>;
}

/**
 * What a failed call says about its cause: the same words as `kind` on the command line.
 * check: a check found faults. usage: the arguments or options are wrong. credentials: no usable keys.
 * rejected: the exchange refused the call. unavailable: no answer, or one of no use; a write was not executed.
 * rate-limited: the wait for a limit or a ban would be too long. execution-unknown: see UnknownExecution.
 * partial: only a part was done. refused: policy, halt or journal forbid it. storage: a file of this machine failed.
 * internal: a fault in bourse. interrupted: the signal of the call aborted.
 */
export type ErrorKind =
  | 'check'
  | 'usage'
  | 'credentials'
  | 'rejected'
  | 'unavailable'
  | 'rate-limited'
  | 'execution-unknown'
  | 'partial'
  | 'refused'
  | 'storage'
  | 'internal'
  | 'interrupted';

/** One fault of the arguments of a call. */
export interface ArgumentFault {
  /** The parameter; absent if the fault concerns several. */
  readonly param?: string;
  readonly rule: string;
  readonly expected: string;
  readonly found: string;
  readonly message: string;
  /** The filter of the symbol that refuses the value, such as "PRICE_FILTER". */
  readonly filter?: string;
  /** The nearest valid values; null where there is none. */
  readonly nearest?: { readonly down: string | null; readonly up: string | null };
}

/** The methods of the library, made from the catalogue. Not edited by hand. */

/** The endpoints and streams of the exchange, by group and method. */
export interface Endpoints {
  market: {
    /**
     * Test that the exchange answers.
     * GET /api/v3/ping · no key · weight 1
     */
    ping: ReadMethod<NoArguments, AnswerValue>;
    /**
     * The exchange's clock.
     * GET /api/v3/time · no key · weight 1
     */
    time: ReadMethod<NoArguments, SpotTimeRow>;
    /**
     * Trading rules, filters and limits of symbols.
     * GET /api/v3/exchangeInfo · no key · weight 20
     */
    info: ReadMethod<SpotExchangeInfoArguments, SpotExchangeInfoAnswer>;
    /**
     * The order book.
     * GET /api/v3/depth · no key · weight 5 up to 100, 25 up to 500, 50 up to 1000, 250 above
     * A limit above 5000 is answered with 5000 levels.
     */
    depth: ReadMethod<SpotDepthArguments, OrderBook>;
    /**
     * Latest trades.
     * GET /api/v3/trades · no key · weight 25
     */
    trades: ReadMethod<SpotTradesArguments, readonly SpotTradesRow[]>;
    /**
     * Older trades by id.
     * GET /api/v3/historicalTrades · no key · weight 25
     */
    historicalTrades: PagedMethod<SpotHistoricalTradesArguments, readonly SpotHistoricalTradesRow[], SpotHistoricalTradesRow>;
    /**
     * Aggregate trades.
     * GET /api/v3/aggTrades · no key · weight 4
     */
    aggTrades: PagedMethod<SpotAggTradesArguments, readonly SpotAggTradesRow[], SpotAggTradesRow>;
    /**
     * Average price over the last minutes.
     * GET /api/v3/avgPrice · no key · weight 2
     */
    avgPrice: ReadMethod<SpotAvgPriceArguments, SpotAvgPriceRow>;
    /**
     * Candles.
     * GET /api/v3/klines · no key · weight 2
     */
    klines: PagedMethod<SpotKlinesArguments, readonly SpotKlinesRow[], SpotKlinesRow>;
    /**
     * Candles adjusted for chart display.
     * GET /api/v3/uiKlines · no key · weight 2
     */
    uiKlines: PagedMethod<SpotKlinesArguments, readonly SpotKlinesRow[], SpotKlinesRow>;
    /**
     * Price statistics of the last 24 hours.
     * GET /api/v3/ticker/24hr · no key · weight 2 with symbol, else 2 for up to 20 symbols, 40 for up to 100 symbols, 80 for more with symbols, else 80
     */
    ticker24hr: ReadMethod<SpotTicker24hrArguments, readonly SpotTicker24hrRow[]>;
    /**
     * Price statistics of the trading day.
     * GET /api/v3/ticker/tradingDay · no key · weight 4 for each symbol
     */
    tickerTradingDay: ReadMethod<SpotTickerTradingDayArguments, readonly SpotTickerTradingDayRow[]>;
    /**
     * Latest price.
     * GET /api/v3/ticker/price · no key · weight 2 with symbol, else 4
     */
    tickerPrice: ReadMethod<SpotTickerPriceArguments, readonly SpotTickerPriceRow[]>;
    /**
     * Best bid and ask.
     * GET /api/v3/ticker/bookTicker · no key · weight 2 with symbol, else 4
     */
    tickerBook: ReadMethod<SpotTickerPriceArguments, readonly SpotTickerBookRow[]>;
    /**
     * Price statistics of a rolling window.
     * GET /api/v3/ticker · no key · weight 4 for each symbol, at most 200
     * The window can be up to 59999 ms longer than requested: its open time starts on a minute, its close time is the time of the request.
     */
    tickerRolling: ReadMethod<SpotTickerRollingArguments, readonly SpotTickerTradingDayRow[]>;
    /**
     * Rules that limit the prices at which orders are executed.
     * GET /api/v3/executionRules · no key · weight 2 with symbol, else 2 for each symbol, at most 40 with symbols, else 40
     * PRICE_RANGE: an order executes between the down and the up multiple of the reference price only; the rest expires.
     */
    executionRules: ReadMethod<SpotExecutionRulesArguments, SpotExecutionRulesAnswer>;
    /**
     * The reference price of a symbol, which filters use if there is one.
     * GET /api/v3/referencePrice · no key · weight 2
     * Errors: -2043
     */
    referencePrice: ReadMethod<SpotAvgPriceArguments, SpotReferencePriceRow>;
    /**
     * How the reference price of a symbol is calculated.
     * GET /api/v3/referencePrice/calculation · no key · weight 2
     * Errors: -2043, -1220
     */
    referencePriceCalculation: ReadMethod<SpotReferencePriceCalculationArguments, SpotReferencePriceCalculationRow>;
    /**
     * Block trades by id.
     * GET /api/v3/historicalBlockTrades · no key · weight 25
     */
    blockTrades: PagedMethod<SpotBlockTradesArguments, readonly SpotBlockTradesRow[], SpotBlockTradesRow>;
  };
  trade: {
    /**
     * Place an order.
     * POST /api/v3/order · signed · weight 1
     * A stop or take-profit order requires stopPrice, trailingDelta or both.
     * Errors: -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    placeOrder: WriteMethod<SpotOrderNewArguments, Having<SpotOrderNewRow, 'orderId' | 'clientOrderId'>>;
    /**
     * Check an order without placing it.
     * POST /api/v3/order/test · signed · checks only · weight 20 with computeCommissionRates, else 1
     * Errors: -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    testOrder: WriteMethod<SpotOrderTestArguments, AnswerValue>;
    /**
     * Cancel an order.
     * DELETE /api/v3/order · signed · weight 1
     * Errors: -2011 CANCEL_REJECTED
     */
    cancelOrder: WriteMethod<SpotOrderCancelArguments, SpotOrderNewRow>;
    /**
     * Cancel all open orders of a symbol, order lists included.
     * DELETE /api/v3/openOrders · signed · weight 1
     * Errors: -2011 CANCEL_REJECTED
     */
    cancelAllOrders: WriteMethod<SpotAvgPriceArguments, readonly SpotOpenOrdersCancelRow[]>;
    /**
     * Look up an order.
     * GET /api/v3/order · signed · weight 4
     * Errors: -2013 NO_SUCH_ORDER
     */
    getOrder: ReadMethod<SpotOrderGetArguments, SpotOrderNewRow>;
    /**
     * Open orders, of one symbol or of all.
     * GET /api/v3/openOrders · signed · weight 6 with symbol, else 80
     */
    openOrders: ReadMethod<SpotOpenOrdersArguments, readonly SpotOrderNewRow[]>;
    /**
     * All orders of a symbol: open, filled, cancelled.
     * GET /api/v3/allOrders · signed · weight 20
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    allOrders: PagedMethod<SpotAllOrdersArguments, readonly SpotAllOrdersRow[], SpotAllOrdersRow>;
    /**
     * Reduce the quantity of an order (keeps priority).
     * PUT /api/v3/order/amend/keepPriority · signed · weight 1 (today 4)
     * Live hosts count weight 0 if the amendment ends the order.
     * Errors: -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    amendOrder: WriteMethod<SpotOrderAmendArguments, SpotOrderAmendAnswer>;
    /**
     * How an order was amended, oldest first.
     * GET /api/v3/order/amendments · signed · weight 4
     */
    orderChanges: ReadMethod<SpotOrderAmendmentsArguments, readonly SpotOrderAmendmentsRow[]>;
    /**
     * Cancel an order and place another by one call.
     * POST /api/v3/order/cancelReplace · signed · weight 1
     * Live hosts count weight 0 if the call succeeds, its weight if it fails.
     * The exchange checks the filters and the order limit before it cancels anything.
     * Cancelling an order of a list this way ends the list.
     * Errors: -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    replaceOrder: WriteMethod<SpotOrderCancelReplaceArguments, Having<SpotOrderCancelReplaceRow, 'cancelResult' | 'newOrderResult'>>;
    /**
     * Place an order that is filled from the books of several symbols (smart order routing).
     * POST /api/v3/sor/order · signed · weight 1
     * Live hosts count weight 0 if the call succeeds, its weight if it fails.
     * exchangeInfo lists the symbols of each smart order routing in sors.
     * What is filled from another symbol is an allocation, not a trade: account allocations lists it.
     * Errors: -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    placeSor: WriteMethod<SpotSorNewArguments, Having<SpotOrderNewRow, 'orderId' | 'clientOrderId'>>;
    /**
     * Check an order with smart order routing without placing it.
     * POST /api/v3/sor/order/test · signed · checks only · weight 20 with computeCommissionRates, else 1
     * Errors: -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    testSor: WriteMethod<SpotSorTestArguments, AnswerValue>;
    /**
     * Place an OCO order list: a limit order and a stop order.
     * POST /api/v3/order/oco · signed · weight 1
     * To sell, the limit price is above and the stop price below the market; to buy, the other way round.
     * Errors: -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    placeOco: WriteMethod<SpotOcoNewArguments, Having<SpotOcoNewRow, 'orderListId' | 'listClientOrderId'>>;
    /**
     * Cancel an order list with both of its orders.
     * DELETE /api/v3/orderList · signed · weight 1
     * Live hosts count weight 0 if the call succeeds, its weight if it fails.
     * Errors: -2011 CANCEL_REJECTED
     */
    cancelOco: WriteMethod<SpotOrderListCancelArguments, Having<SpotOcoNewRow, 'listOrderStatus'>>;
    /**
     * Look up an order list.
     * GET /api/v3/orderList · signed · weight 4
     * Errors: -2013 NO_SUCH_ORDER
     */
    getOco: ReadMethod<SpotOrderListGetArguments, SpotOcoNewRow>;
    /**
     * All order lists: open, done, cancelled.
     * GET /api/v3/allOrderList · signed · weight 20
     * Errors: -1127 MORE_THAN_XX_HOURS, -1128 OPTIONAL_PARAMS_BAD_COMBO
     */
    allOrderLists: PagedMethod<SpotAllOrderListsArguments, readonly SpotAllOrderListsRow[], SpotAllOrderListsRow>;
    /**
     * Open order lists.
     * GET /api/v3/openOrderList · signed · weight 6
     */
    openOrderLists: ReadMethod<NoArguments, readonly SpotOcoNewRow[]>;
    /**
     * Place two orders of which one cancels the other (OCO).
     * POST /api/v3/orderList/oco · signed · weight 1
     * Live hosts count weight 0 if the call succeeds, its weight if it fails.
     * To sell, the limit or take-profit order is above and the stop-loss order below the market; to buy, the other way round.
     * Errors: -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    placeOcoList: WriteMethod<SpotOrderListOcoArguments, Having<SpotOcoNewRow, 'orderListId' | 'listClientOrderId'>>;
    /**
     * Place an order that triggers another once it is filled (OTO).
     * POST /api/v3/orderList/oto · signed · weight 1
     * Live hosts count weight 0 if the call succeeds, its weight if it fails.
     * The pending order is placed when the working order is completely filled.
     * Errors: -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    placeOtoList: WriteMethod<SpotOrderListOtoArguments, Having<SpotOcoNewRow, 'orderListId' | 'listClientOrderId'>>;
    /**
     * Place an order that triggers an OCO once it is filled (OTOCO).
     * POST /api/v3/orderList/otoco · signed · weight 1
     * Live hosts count weight 0 if the call succeeds, its weight if it fails.
     * The pending orders are placed when the working order is completely filled.
     * Errors: -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    placeOtocoList: WriteMethod<SpotOrderListOtocoArguments, Having<SpotOcoNewRow, 'orderListId' | 'listClientOrderId'>>;
    /**
     * Place an order to buy, and one that sells what it received (OPO).
     * POST /api/v3/orderList/opo · signed · weight 1
     * Live hosts count weight 0 if the call succeeds, its weight if it fails.
     * The pending order sells what the working order received, less commission, rounded down to the step size.
     * Errors: -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    placeOpoList: WriteMethod<SpotOrderListOpoArguments, Having<SpotOcoNewRow, 'orderListId' | 'listClientOrderId'>>;
    /**
     * Place an order to buy, and an OCO that sells what it received (OPOCO).
     * POST /api/v3/orderList/opoco · signed · weight 1
     * Live hosts count weight 0 if the call succeeds, its weight if it fails.
     * The pending orders sell what the working order received, less commission, rounded down to the step size.
     * Errors: -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    placeOpocoList: WriteMethod<SpotOrderListOpocoArguments, Having<SpotOcoNewRow, 'orderListId' | 'listClientOrderId'>>;
  };
  account: {
    /**
     * Balances, commissions and permissions of the account.
     * GET /api/v3/account · signed · weight 20
     */
    info: ReadMethod<SpotAccountArguments, SpotAccountAnswer>;
    /**
     * Trades of the account on a symbol.
     * GET /api/v3/myTrades · signed · weight 20
     * Errors: -1127 MORE_THAN_XX_HOURS, -1128 OPTIONAL_PARAMS_BAD_COMBO
     */
    trades: PagedMethod<SpotMyTradesArguments, readonly SpotMyTradesRow[], SpotMyTradesRow>;
    /**
     * How much of the order limits is used.
     * GET /api/v3/rateLimit/order · signed · weight 40
     */
    orderLimits: ReadMethod<NoArguments, readonly SpotOrderLimitsRow[]>;
    /**
     * Trades prevented by self-trade prevention.
     * GET /api/v3/myPreventedMatches · signed · weight 2 with preventedMatchId, else 20
     * Errors: -1128 OPTIONAL_PARAMS_BAD_COMBO
     */
    preventedMatches: PagedMethod<SpotPreventedMatchesArguments, readonly SpotPreventedMatchesRow[], SpotPreventedMatchesRow>;
    /**
     * SOR allocations of the account.
     * GET /api/v3/myAllocations · signed · weight 20
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    allocations: PagedMethod<SpotAllocationsArguments, readonly SpotAllocationsRow[], SpotAllocationsRow>;
    /**
     * Commission rates of the account on a symbol.
     * GET /api/v3/account/commission · signed · weight 20
     */
    commission: ReadMethod<SpotAvgPriceArguments, SpotCommissionRow>;
    /**
     * Filters that count what the account has on a symbol.
     * GET /api/v3/myFilters · signed · weight 40
     * Tables show those of the symbol; JSON has those of the exchange and of assets too.
     */
    filters: ReadMethod<SpotAvgPriceArguments, SpotAccountFiltersAnswer>;
    /** One screen: worth of each wallet, positions, open orders, profit of today. */
    summary: ReadMethod<AccountSummaryArguments, AnswerValue>;
    /** Profit and loss: spot from your trades, futures from your income. */
    pnl: ReadMethod<AccountPnlArguments, AnswerValue>;
    /** Commission rates of symbols, and the fees that you paid on them. */
    fees: ReadMethod<AccountFeesArguments, AnswerValue>;
    /** Export what changed your balances as one list: trades, deposits, income and others. */
    export: ReadMethod<AccountExportArguments, AnswerValue>;
  };
  usdm: {
    market: {
      /**
       * Test that the exchange answers.
       * GET /fapi/v1/ping · no key · weight 1
       */
      ping: ReadMethod<NoArguments, AnswerValue>;
      /**
       * The exchange's clock.
       * GET /fapi/v1/time · no key · weight 1
       */
      time: ReadMethod<NoArguments, SpotTimeRow>;
      /**
       * Trading rules, filters and limits of contracts.
       * GET /fapi/v1/exchangeInfo · no key · weight 1
       * Live hosts take no parameters here and return all contracts.
       */
      info: ReadMethod<SpotTickerPriceArguments, UsdmExchangeInfoAnswer>;
      /**
       * The order book.
       * GET /fapi/v1/depth · no key · weight 2 up to 50, 5 up to 100, 10 up to 500, 20 up to 1000, 50 above
       */
      depth: ReadMethod<UsdmDepthArguments, OrderBook>;
      /**
       * Latest trades.
       * GET /fapi/v1/trades · no key · weight 1 (today 5)
       */
      trades: ReadMethod<SpotTradesArguments, readonly UsdmTradesRow[]>;
      /**
       * Older trades by id.
       * GET /fapi/v1/historicalTrades · signed · weight 20
       */
      historicalTrades: PagedMethod<SpotHistoricalTradesArguments, readonly UsdmHistoricalTradesRow[], UsdmHistoricalTradesRow>;
      /**
       * Aggregate trades.
       * GET /fapi/v1/aggTrades · no key · weight 1 (today 20)
       * Errors: -1127 MORE_THAN_XX_HOURS
       */
      aggTrades: PagedMethod<SpotAggTradesArguments, readonly UsdmAggTradesRow[], UsdmAggTradesRow>;
      /**
       * Candles.
       * GET /fapi/v1/klines · no key · weight 1 (today 1 up to 99, 2 up to 499, 5 up to 1000, 10 above)
       */
      klines: PagedMethod<UsdmKlinesArguments, readonly SpotKlinesRow[], SpotKlinesRow>;
      /**
       * Candles of a pair's contracts of one type, one after the other.
       * GET /fapi/v1/continuousKlines · no key · weight 1 (today 1 up to 99, 2 up to 499, 5 up to 1000, 10 above)
       */
      continuousKlines: PagedMethod<UsdmContinuousKlinesArguments, readonly SpotKlinesRow[], SpotKlinesRow>;
      /**
       * Candles of the index price of a pair.
       * GET /fapi/v1/indexPriceKlines · no key · weight 1 (today 1 up to 99, 2 up to 499, 5 up to 1000, 10 above)
       */
      indexPriceKlines: PagedMethod<UsdmIndexPriceKlinesArguments, readonly UsdmIndexPriceKlinesRow[], UsdmIndexPriceKlinesRow>;
      /**
       * Candles of the mark price.
       * GET /fapi/v1/markPriceKlines · no key · weight 1 (today 1 up to 99, 2 up to 499, 5 up to 1000, 10 above)
       */
      markPriceKlines: PagedMethod<UsdmKlinesArguments, readonly UsdmIndexPriceKlinesRow[], UsdmIndexPriceKlinesRow>;
      /**
       * Candles of the premium index.
       * GET /fapi/v1/premiumIndexKlines · no key · weight 1 (today 1 up to 99, 2 up to 499, 5 up to 1000, 10 above)
       */
      premiumIndexKlines: PagedMethod<UsdmKlinesArguments, readonly UsdmIndexPriceKlinesRow[], UsdmIndexPriceKlinesRow>;
      /**
       * Mark price, index price and next funding rate.
       * GET /fapi/v1/premiumIndex · no key · weight 1 with symbol, else 40
       * The funding rate is the running estimate for the next funding.
       */
      premiumIndex: ReadMethod<UsdmPremiumIndexArguments, readonly UsdmPremiumIndexRow[]>;
      /**
       * Historical funding rates.
       * GET /fapi/v1/fundingRate · no key · weight 1
       */
      fundingRate: PagedMethod<UsdmFundingRateArguments, readonly UsdmFundingRateRow[], UsdmFundingRateRow>;
      /**
       * Contracts whose funding has a cap, floor or interval of its own.
       * GET /fapi/v1/fundingInfo · no key · weight 1
       */
      fundingInfo: ReadMethod<NoArguments, readonly UsdmFundingInfoRow[]>;
      /**
       * Price statistics of the last 24 hours.
       * GET /fapi/v1/ticker/24hr · no key · weight 1 with symbol, else 40
       */
      ticker24hr: ReadMethod<UsdmTicker24hrArguments, readonly UsdmTicker24hrRow[]>;
      /**
       * Latest price.
       * GET /fapi/v1/ticker/price · no key · weight 1 with symbol, else 2
       */
      tickerPrice: ReadMethod<UsdmPremiumIndexArguments, readonly UsdmTickerPriceRow[]>;
      /**
       * Best bid and ask.
       * GET /fapi/v1/ticker/bookTicker · no key · weight 1 with symbol, else 2 (today 2 with symbol, else 5)
       */
      tickerBook: ReadMethod<UsdmPremiumIndexArguments, readonly UsdmTickerBookRow[]>;
      /**
       * Open interest of a contract now.
       * GET /fapi/v1/openInterest · no key · weight 1
       */
      openInterest: ReadMethod<SpotAvgPriceArguments, UsdmOpenInterestRow>;
      /**
       * The exchanges and symbols that an index price is made of.
       * GET /fapi/v1/constituents · no key · weight 2
       */
      constituents: ReadMethod<SpotAvgPriceArguments, UsdmConstituentsAnswer>;
      /**
       * Exchange rates of margin assets in multi-assets mode.
       * GET /fapi/v1/assetIndex · no key · weight 1
       */
      assetIndex: ReadMethod<UsdmAssetIndexArguments, readonly UsdmAssetIndexRow[]>;
      /**
       * Open interest over time.
       * GET /futures/data/openInterestHist · no key · weight 1
       * Rows are kept for 30 days. 1000 requests in 5 minutes are allowed to these statistics.
       * Live hosts count weight 0.
       */
      openInterestHistory: PagedMethod<UsdmOpenInterestHistoryArguments, readonly UsdmOpenInterestHistoryRow[], UsdmOpenInterestHistoryRow>;
      /**
       * Long/short account ratio of top traders.
       * GET /futures/data/topLongShortAccountRatio · no key · weight 1
       * Rows are kept for 30 days. 1000 requests in 5 minutes are allowed to these statistics.
       */
      longShortTopAccounts: PagedMethod<UsdmOpenInterestHistoryArguments, readonly UsdmLongShortTopAccountsRow[], UsdmLongShortTopAccountsRow>;
      /**
       * Long/short position ratio of top traders.
       * GET /futures/data/topLongShortPositionRatio · no key · weight 1
       * Rows are kept for 30 days. 1000 requests in 5 minutes are allowed to these statistics.
       */
      longShortTopPositions: PagedMethod<UsdmOpenInterestHistoryArguments, readonly UsdmLongShortTopAccountsRow[], UsdmLongShortTopAccountsRow>;
      /**
       * Long/short account ratio.
       * GET /futures/data/globalLongShortAccountRatio · no key · weight 1
       * Rows are kept for 30 days. 1000 requests in 5 minutes are allowed to these statistics.
       */
      longShortAccounts: PagedMethod<UsdmOpenInterestHistoryArguments, readonly UsdmLongShortTopAccountsRow[], UsdmLongShortTopAccountsRow>;
      /**
       * Volume that takers bought and sold.
       * GET /futures/data/takerlongshortRatio · no key · weight 1
       * Rows are kept for 30 days. 1000 requests in 5 minutes are allowed to these statistics.
       */
      takerVolume: PagedMethod<UsdmOpenInterestHistoryArguments, readonly UsdmTakerVolumeRow[], UsdmTakerVolumeRow>;
      /**
       * Difference between futures price and index price.
       * GET /futures/data/basis · no key · weight 1
       * Rows are kept for 30 days. 1000 requests in 5 minutes are allowed to these statistics.
       */
      basis: PagedMethod<UsdmBasisArguments, readonly UsdmBasisRow[], UsdmBasisRow>;
      /**
       * The order book with retail price improvement orders.
       * GET /fapi/v1/rpiDepth · no key · weight 20
       */
      rpiDepth: ReadMethod<UsdmRpiDepthArguments, OrderBook>;
      /**
       * How likely positions of a contract are deleveraged, updated every 30 minutes.
       * GET /fapi/v1/symbolAdlRisk · no key · weight 1
       */
      adlRisk: ReadMethod<UsdmPremiumIndexArguments, readonly UsdmAdlRiskRow[]>;
      /**
       * Balance of the insurance funds.
       * GET /fapi/v1/insuranceBalance · no key · weight 1
       */
      insurance: ReadMethod<UsdmPremiumIndexArguments, readonly UsdmInsuranceRow[]>;
      /**
       * Sessions of the markets behind contracts on equities and commodities.
       * GET /fapi/v1/tradingSchedule · no key · weight 5
       */
      tradingSchedule: ReadMethod<NoArguments, UsdmTradingScheduleRow>;
      /**
       * Constituents of composite indexes.
       * GET /fapi/v1/indexInfo · no key · weight 1
       */
      indexInfo: ReadMethod<UsdmIndexInfoArguments, readonly UsdmIndexInfoRow[]>;
      /**
       * Delivery prices of the contracts of a pair, newest first.
       * GET /futures/data/delivery-price · no key · weight 1
       * Live hosts count weight 0.
       */
      deliveryPrice: ReadMethod<UsdmDeliveryPriceArguments, readonly UsdmDeliveryPriceRow[]>;
    };
    trade: {
      /**
       * Place an order.
       * POST /fapi/v1/order · signed · weight 1
       * Today the default of self-trade prevention is EXPIRE_MAKER.
       * Errors: -2019, -2021, -4164, -1111 BAD_PRECISION
       */
      placeOrder: WriteMethod<UsdmOrderNewArguments, Having<UsdmOrderNewRow, 'orderId' | 'clientOrderId'>>;
      /**
       * Check an order without placing it.
       * POST /fapi/v1/order/test · signed · checks only · weight not listed
       * Errors: -2019, -2021, -4164, -1111 BAD_PRECISION
       */
      testOrder: WriteMethod<UsdmOrderNewArguments, UsdmOrderNewRow>;
      /**
       * Place up to 5 orders at once.
       * POST /fapi/v1/batchOrders · signed · weight 5
       * Each order succeeds or fails on its own; the answer has a row for each, in the order sent.
       * Errors: -2019, -2021, -4164, -1111 BAD_PRECISION
       */
      placeOrders: WriteMethod<UsdmOrderBatchArguments, readonly UsdmOrderNewRow[]>;
      /**
       * Cancel an order.
       * DELETE /fapi/v1/order · signed · weight 1
       * Errors: -2011 CANCEL_REJECTED
       */
      cancelOrder: WriteMethod<UsdmOrderCancelArguments, Having<UsdmOrderNewRow, 'status'>>;
      /**
       * Cancel all open orders of a contract.
       * DELETE /fapi/v1/allOpenOrders · signed · weight 1
       * Errors: -2011 CANCEL_REJECTED
       */
      cancelAllOrders: WriteMethod<UsdmOpenOrdersCancelArguments, Having<UsdmOpenOrdersCancelRow, 'code'>>;
      /**
       * Look up an order.
       * GET /fapi/v1/order · signed · weight 1
       * Orders that ended without a fill are found for 3 days, all others for 90.
       * Errors: -2013 NO_SUCH_ORDER
       */
      getOrder: ReadMethod<UsdmOrderCancelArguments, UsdmOrderNewRow>;
      /**
       * Open orders, of one contract or of all.
       * GET /fapi/v1/openOrders · signed · weight 1 (today 1 with symbol, else 40)
       */
      openOrders: ReadMethod<UsdmOpenOrdersArguments, readonly UsdmOrderNewRow[]>;
      /**
       * All orders of a contract: open, filled, cancelled.
       * GET /fapi/v1/allOrders · signed · weight 5
       * Without times and ids the orders of the last 7 days are listed.
       * Errors: -1127 MORE_THAN_XX_HOURS
       */
      allOrders: PagedMethod<UsdmAllOrdersArguments, readonly UsdmAllOrdersRow[], UsdmAllOrdersRow>;
      /**
       * Set the leverage of a contract.
       * POST /fapi/v1/leverage · signed · weight 1
       */
      setLeverage: WriteMethod<UsdmLeverageArguments, UsdmLeverageRow>;
      /**
       * Set the margin mode of a contract.
       * POST /fapi/v1/marginType · signed · weight 1
       */
      setMarginType: WriteMethod<UsdmMarginTypeArguments, Having<UsdmOpenOrdersCancelRow, 'code'>>;
      /**
       * Add or remove margin of an isolated position.
       * POST /fapi/v1/positionMargin · signed · moves money · weight 1
       */
      changePositionMargin: WriteMethod<UsdmPositionMarginArguments, Having<UsdmPositionMarginRow, 'code'>>;
      /**
       * Set the position mode of all contracts: one-way or hedge.
       * POST /fapi/v1/positionSide/dual · signed · weight 1
       * USD-M and COIN-M share the setting; orders or positions of either keep it from changing.
       * Errors: -4059, -4067, -4068
       */
      setPositionMode: WriteMethod<UsdmPositionModeSetArguments, Having<UsdmOpenOrdersCancelRow, 'code'>>;
      /**
       * Switch multi-assets mode on or off.
       * POST /fapi/v1/multiAssetsMargin · signed · weight 1
       * All positions must have cross margin, and no orders may be open.
       * Errors: -4167, -4169, -4170, -4171, -4172
       */
      setAssetsMode: WriteMethod<UsdmAssetsModeSetArguments, Having<UsdmOpenOrdersCancelRow, 'code'>>;
      /**
       * Pay commissions in BNB at a discount, or in the margin asset.
       * POST /fapi/v1/feeBurn · signed · weight 1
       */
      setFeeBurn: WriteMethod<UsdmFeeBurnSetArguments, Having<UsdmOpenOrdersCancelRow, 'code'>>;
      /**
       * Modify price and quantity of a limit order (loses priority).
       * PUT /fapi/v1/order · signed · weight 1
       * An order whose new amount is executed already is cancelled.
       * Errors: -2019, -2021, -4164, -1111 BAD_PRECISION
       */
      changeOrder: WriteMethod<UsdmOrderAmendArguments, UsdmOrderNewRow>;
      /**
       * Look up an order that is open.
       * GET /fapi/v1/openOrder · signed · weight 1
       * Errors: -2013 NO_SUCH_ORDER
       */
      getOpenOrder: ReadMethod<UsdmOrderCancelArguments, UsdmOrderNewRow>;
      /**
       * Changes of an order, the newest first.
       * GET /fapi/v1/orderAmendment · signed · weight 1
       * Errors: -2013 NO_SUCH_ORDER
       */
      orderChanges: ReadMethod<UsdmOrderAmendmentsArguments, readonly UsdmOrderAmendmentsRow[]>;
      /**
       * Cancel all open orders of a symbol after a countdown (dead man's switch).
       * POST /fapi/v1/countdownCancelAll · signed · weight 10
       */
      setCountdown: WriteMethod<UsdmCountdownArguments, UsdmCountdownRow>;
      /**
       * Liquidation orders of the account.
       * GET /fapi/v1/forceOrders · signed · weight 20 with symbol, else 50
       */
      forceOrders: ReadMethod<UsdmForceOrdersArguments, readonly UsdmOrderNewRow[]>;
      /**
       * Modify up to 5 limit orders at once (they lose priority).
       * PUT /fapi/v1/batchOrders · signed · weight 5
       * Each order succeeds or fails on its own; the answer has a row for each, in the order sent.
       * Errors: -2019, -2021, -4164, -1111 BAD_PRECISION
       */
      changeOrders: WriteMethod<UsdmOrderBatchAmendArguments, readonly UsdmOrderNewRow[]>;
      /**
       * Cancel up to 10 orders of a contract at once.
       * DELETE /fapi/v1/batchOrders · signed · weight 1
       * Each order succeeds or fails on its own; the answer has a row for each, in the order sent.
       * Errors: -2011 CANCEL_REJECTED
       */
      cancelOrders: WriteMethod<UsdmOrderBatchCancelArguments, readonly UsdmOrderNewRow[]>;
      /**
       * Place a stop, take-profit or trailing-stop order.
       * POST /fapi/v1/algoOrder · signed · weight 0
       * An algo order reserves no margin: a trigger that the margin does not cover ends it as REJECTED.
       * Errors: -2019, -2021, -4164, -1111 BAD_PRECISION, -4045
       */
      placeAlgoOrder: WriteMethod<UsdmAlgoOrderNewArguments, Having<UsdmAlgoOrderNewRow, 'algoId' | 'clientAlgoId'>>;
      /**
       * Cancel an algo order.
       * DELETE /fapi/v1/algoOrder · signed · weight 1
       * Errors: -2011 CANCEL_REJECTED
       */
      cancelAlgoOrder: WriteMethod<UsdmAlgoOrderCancelArguments, Having<UsdmAlgoOrderCancelRow, 'code'>>;
      /**
       * Cancel all open algo orders of a contract.
       * DELETE /fapi/v1/algoOpenOrders · signed · weight 1
       * Errors: -2011 CANCEL_REJECTED
       */
      cancelAllAlgoOrders: WriteMethod<UsdmOpenOrdersCancelArguments, Having<UsdmOpenOrdersCancelRow, 'code'>>;
      /**
       * Look up an algo order.
       * GET /fapi/v1/algoOrder · signed · weight 1
       * Orders that ended without a fill are found for 3 days, all others for 90.
       */
      getAlgoOrder: ReadMethod<UsdmAlgoOrderCancelArguments, UsdmAlgoOrderNewRow>;
      /**
       * Open algo orders, of one contract or of all.
       * GET /fapi/v1/openAlgoOrders · signed · weight 1 with symbol, else 40
       */
      openAlgoOrders: ReadMethod<UsdmAlgoOrdersOpenArguments, readonly UsdmAlgoOrderNewRow[]>;
      /**
       * All algo orders of a contract: open, triggered, ended.
       * GET /fapi/v1/allAlgoOrders · signed · weight 5
       * The last 7 days if neither a time nor an id is given.
       * Errors: -1127 MORE_THAN_XX_HOURS
       */
      allAlgoOrders: PagedMethod<UsdmAlgoOrdersAllArguments, readonly UsdmAlgoOrdersAllRow[], UsdmAlgoOrdersAllRow>;
      /**
       * Agree to the terms of contracts on shares and metals.
       * POST /fapi/v1/stock/contract · signed · weight 50
       */
      signTradfiAgreement: WriteMethod<NoArguments, Having<UsdmOpenOrdersCancelRow, 'code'>>;
    };
    account: {
      /**
       * Balance of each margin asset.
       * GET /fapi/v2/balance · signed · weight 5
       */
      balance: ReadMethod<NoArguments, readonly UsdmBalanceRow[]>;
      /**
       * Margins, totals and permissions of the account.
       * GET /fapi/v2/account · signed · weight 5
       */
      info: ReadMethod<NoArguments, UsdmAccountRow>;
      /**
       * Trades of the account on a contract.
       * GET /fapi/v1/userTrades · signed · weight 5
       * Without times and ids the trades of the last 7 days are listed.
       * Errors: -1127 MORE_THAN_XX_HOURS, -1128 OPTIONAL_PARAMS_BAD_COMBO
       */
      trades: PagedMethod<UsdmMyTradesArguments, readonly UsdmMyTradesRow[], UsdmMyTradesRow>;
      /**
       * Positions with entry, mark and liquidation price.
       * GET /fapi/v2/positionRisk · signed · weight 5
       */
      positions: ReadMethod<UsdmOpenOrdersArguments, readonly UsdmPositionRiskRow[]>;
      /**
       * Positions, API version 1.
       * GET /fapi/v1/positionRisk · signed · weight 5
       */
      positionsV1: ReadMethod<UsdmOpenOrdersArguments, readonly UsdmPositionRiskRow[]>;
      /**
       * Position mode: one-way or hedge.
       * GET /fapi/v1/positionSide/dual · signed · weight 30
       */
      positionMode: ReadMethod<NoArguments, UsdmPositionModeRow>;
      /**
       * Multi-assets mode: whether several assets are margin of all positions.
       * GET /fapi/v1/multiAssetsMargin · signed · weight 30
       */
      assetsMode: ReadMethod<NoArguments, UsdmAssetsModeRow>;
      /**
       * Whether commissions are paid in BNB at a discount.
       * GET /fapi/v1/feeBurn · signed · weight 30
       */
      feeBurn: ReadMethod<NoArguments, UsdmFeeBurnRow>;
      /**
       * Quantitative trading rules of the account: indicators, triggers, locks.
       * GET /fapi/v1/apiTradingStatus · signed · weight 1 with symbol, else 10
       */
      tradingStatus: ReadMethod<UsdmOpenOrdersArguments, UsdmTradingStatusRow>;
      /**
       * Order rate limits of the account.
       * GET /fapi/v1/rateLimit/order · signed · weight 1
       * The answer has no counts; the headers of an order have them.
       */
      orderLimits: ReadMethod<NoArguments, readonly UsdmOrderLimitsRow[]>;
      /**
       * What a classic portfolio margin account can withdraw of an asset.
       * GET /fapi/v1/pmAccountInfo · signed · weight 5
       */
      portfolioMargin: ReadMethod<UsdmPortfolioAccountArguments, UsdmPortfolioAccountRow>;
      /**
       * Have a file of the order history prepared for download.
       * GET /fapi/v1/order/asyn · signed · weight 1000
       * Allowed 10 times a month; the file is kept for 7 days.
       * Errors: -1127 MORE_THAN_XX_HOURS
       */
      exportOrder: ReadMethod<UsdmExportOrderArguments, UsdmExportOrderRow>;
      /**
       * Whether a file of the order history is ready, and its link.
       * GET /fapi/v1/order/asyn/id · signed · weight 10
       */
      exportOrderLink: ReadMethod<UsdmExportOrderLinkArguments, UsdmExportOrderLinkRow>;
      /**
       * Have a file of the trade history prepared for download.
       * GET /fapi/v1/trade/asyn · signed · weight 1000
       * Allowed 5 times a month; the file is kept for 7 days.
       * Errors: -1127 MORE_THAN_XX_HOURS
       */
      exportTrade: ReadMethod<UsdmExportOrderArguments, UsdmExportOrderRow>;
      /**
       * Whether a file of the trade history is ready, and its link.
       * GET /fapi/v1/trade/asyn/id · signed · weight 10
       */
      exportTradeLink: ReadMethod<UsdmExportOrderLinkArguments, UsdmExportOrderLinkRow>;
      /**
       * Have a file of the income history prepared for download.
       * GET /fapi/v1/income/asyn · signed · weight 1000
       * Allowed 5 times a month; the file is kept for 7 days.
       * Errors: -1127 MORE_THAN_XX_HOURS
       */
      exportIncome: ReadMethod<UsdmExportOrderArguments, UsdmExportOrderRow>;
      /**
       * Whether a file of the income history is ready, and its link.
       * GET /fapi/v1/income/asyn/id · signed · weight 10
       */
      exportIncomeLink: ReadMethod<UsdmExportOrderLinkArguments, UsdmExportOrderLinkRow>;
      /**
       * Income history: profit, funding, commission, transfers.
       * GET /fapi/v1/income · signed · weight 30
       * Without times the last 7 days are listed.
       */
      income: PagedMethod<UsdmIncomeArguments, readonly UsdmIncomeRow[], UsdmIncomeRow>;
      /**
       * Leverage brackets: max notional and maintenance margin by leverage.
       * GET /fapi/v1/leverageBracket · signed · weight 1
       */
      brackets: ReadMethod<UsdmOpenOrdersArguments, readonly UsdmBracketsRow[]>;
      /**
       * Your commission rates on a contract.
       * GET /fapi/v1/commissionRate · signed · weight 20
       */
      commission: ReadMethod<UsdmOpenOrdersCancelArguments, UsdmCommissionRow>;
      /**
       * ADL rank of positions.
       * GET /fapi/v1/adlQuantile · signed · weight 5
       */
      adl: ReadMethod<UsdmOpenOrdersArguments, readonly UsdmAdlRow[]>;
      /**
       * Margin added to and removed from isolated positions.
       * GET /fapi/v1/positionMargin/history · signed · weight 1
       */
      marginHistory: ReadMethod<UsdmMarginHistoryArguments, readonly UsdmMarginHistoryRow[]>;
      /**
       * Balance of each margin asset, API version 3.
       * GET /fapi/v3/balance · signed · weight 5
       */
      balanceV3: ReadMethod<NoArguments, readonly UsdmBalanceRow[]>;
      /**
       * Margins and totals of the account, API version 3.
       * GET /fapi/v3/account · signed · weight 5
       */
      infoV3: ReadMethod<NoArguments, UsdmAccountV3Row>;
      /**
       * Positions that are open or have open orders, API version 3.
       * GET /fapi/v3/positionRisk · signed · weight 5
       */
      positionsV3: ReadMethod<UsdmOpenOrdersArguments, readonly UsdmPositionRiskV3Row[]>;
      /**
       * Permissions and modes of the account.
       * GET /fapi/v1/accountConfig · signed · weight 5
       */
      settings: ReadMethod<NoArguments, UsdmAccountConfigRow>;
      /**
       * Leverage and margin mode of each contract.
       * GET /fapi/v1/symbolConfig · signed · weight 5
       */
      contractSettings: ReadMethod<UsdmOpenOrdersArguments, readonly UsdmSymbolConfigRow[]>;
    };
    convert: {
      /**
       * Convertible pairs of the futures wallet with min and max amounts.
       * GET /fapi/v1/convert/exchangeInfo · no key · weight 20
       */
      futuresPairs: ReadMethod<UsdmConvertPairsArguments, readonly UsdmConvertPairsRow[]>;
      /**
       * Request a quote for a conversion in the futures wallet.
       * POST /fapi/v1/convert/getQuote · signed · weight 50
       * Nothing is converted until the quote is accepted. Without enough funds the answer has no quote id.
       * Allowed 360 times an hour and 500 times a day.
       */
      futuresQuote: ReadMethod<UsdmConvertQuoteArguments, UsdmConvertQuoteRow>;
      /**
       * Accept a quote: converts in the futures wallet at its price.
       * POST /fapi/v1/convert/acceptQuote · signed · moves money · weight 200
       */
      acceptFutures: WriteMethod<UsdmConvertAcceptArguments, Having<UsdmConvertAcceptRow, 'orderId' | 'orderStatus'>>;
      /**
       * A conversion of the futures wallet.
       * GET /fapi/v1/convert/orderStatus · signed · weight 50
       */
      futuresStatus: ReadMethod<UsdmConvertStatusArguments, UsdmConvertStatusRow>;
    };
    stream: {
      /**
       * Create a listen key.
       * POST /fapi/v1/listenKey · key, no signature · weight 1
       * Errors: -1125 INVALID_LISTEN_KEY
       */
      createListenKey: WriteMethod<NoArguments, Having<SpotListenKeyCreateRow, 'listenKey'>>;
      /**
       * Keep the account's listen key alive.
       * PUT /fapi/v1/listenKey · key, no signature · weight 1
       * Errors: -1125 INVALID_LISTEN_KEY
       */
      keepAliveListenKey: WriteMethod<NoArguments, SpotListenKeyCreateRow>;
      /**
       * Close the account's listen key.
       * DELETE /fapi/v1/listenKey · key, no signature · weight 1
       * Errors: -1125 INVALID_LISTEN_KEY
       */
      closeListenKey: WriteMethod<NoArguments, AnswerValue>;
      /**
       * Aggregate trades.
       * <symbol>@aggTrade
       */
      aggTrades: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
  }, UsdmStreamAggTradesEvent>;
      /**
       * Individual trades.
       * <symbol>@trade
       * The document has it for spot only; the public hosts send it, and clients ask for it.
       */
      trades: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
  }, UsdmStreamTradesEvent>;
      /**
       * Candles, identified by their open time.
       * <symbol>@kline_<interval>
       */
      klines: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
    /** Candle interval */
    readonly interval: "1m" | "3m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "3d" | "1w" | "1M";
  }, StreamKlinesEvent>;
      /**
       * 24-hour statistics, short.
       * <symbol>@miniTicker
       */
      miniTicker: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
  }, UsdmStreamMiniTickerEvent>;
      /**
       * 24-hour statistics, full.
       * <symbol>@ticker
       */
      ticker: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
  }, UsdmStreamTickerEvent>;
      /**
       * Best bid and ask.
       * <symbol>@bookTicker
       */
      bookTicker: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
  }, UsdmStreamBookTickerEvent>;
      /**
       * The best levels of the book.
       * <symbol>@depth<levels>[@<speed>]
       * The document gives 1000ms as the default of spot and futures together; futures have no such speed, and 250ms is theirs.
       */
      partialDepth: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
    /** Levels of a side */
    readonly levels: "5" | "10" | "20";
    /** Time between messages (default 250ms) */
    readonly speed?: "250ms" | "500ms" | "100ms";
  }, UsdmStreamPartialDepthEvent>;
      /**
       * Changes of the book.
       * <symbol>@depth[@<speed>]
       * The document gives 1000ms as the default of spot and futures together; futures have no such speed, and 250ms is theirs.
       */
      depth: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
    /** Time between messages (default 250ms) */
    readonly speed?: "250ms" | "500ms" | "100ms";
  }, UsdmStreamPartialDepthEvent>;
      /**
       * Mark price and funding rate.
       * <symbol>@markPrice[@<speed>]
       */
      markPrice: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
    /** Time between messages (default 3s) */
    readonly speed?: "1s" | "3s";
  }, UsdmStreamMarkPriceEvent>;
      /**
       * Mark prices of all symbols.
       * !markPrice@arr[@<speed>]
       */
      allMarkPrices: StreamMethod<{
    /** Time between messages (default 3s) */
    readonly speed?: "1s" | "3s";
  }, UsdmStreamAllMarkPricesEvent>;
      /**
       * Liquidation orders: the last of each second.
       * <symbol>@forceOrder
       */
      liquidations: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
  }, UsdmStreamLiquidationsEvent>;
      /**
       * Liquidation orders of all symbols.
       * !forceOrder@arr
       * Today the public hosts send the contracts of USD-M and COIN-M together.
       */
      allLiquidations: StreamMethod<NoArguments, UsdmStreamAllLiquidationsEvent>;
      /**
       * 24-hour statistics of all symbols that changed, short.
       * !miniTicker@arr
       * Today the public hosts send the contracts of USD-M and COIN-M together.
       */
      allMiniTickers: StreamMethod<NoArguments, UsdmStreamAllMiniTickersEvent>;
      /**
       * 24-hour statistics of all symbols that changed, full.
       * !ticker@arr
       * Today the public hosts send the contracts of USD-M and COIN-M together.
       */
      allTickers: StreamMethod<NoArguments, UsdmStreamAllTickersEvent>;
      /**
       * Best bid and ask of all symbols.
       * !bookTicker
       * Today the public hosts send the contracts of USD-M and COIN-M together.
       */
      allBookTickers: StreamMethod<NoArguments, UsdmStreamBookTickerEvent>;
      /**
       * Candles of a continuous contract.
       * <symbol>@continuousKline_<contractType>_<interval>
       */
      continuousKlines: StreamMethod<{
    /** Underlying pair of contracts */
    readonly symbol: string | readonly string[];
    /** Contract type */
    readonly contractType: "perpetual" | "current_month" | "next_month" | "current_quarter" | "next_quarter";
    /** Candle interval */
    readonly interval: "1m" | "3m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "3d" | "1w" | "1M";
  }, UsdmStreamContinuousKlinesEvent>;
      /**
       * Changes of the book with retail price improvement orders.
       * <symbol>@rpiDepth@500ms
       * A quantity of 0 also means that retail price improvement orders crossed the book and are hidden.
       */
      rpiDepth: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
  }, UsdmStreamPartialDepthEvent>;
      /**
       * Sessions of the markets behind contracts on equities and commodities.
       * tradingSession
       * One message for each market; `market trading-schedule` lists the sessions to come.
       */
      tradingSessions: StreamMethod<NoArguments, UsdmStreamTradingSessionsEvent>;
      /**
       * Composition of an index symbol.
       * <symbol>@compositeIndex
       */
      compositeIndex: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
  }, UsdmStreamCompositeIndexEvent>;
      /**
       * Contracts listed, settled or with new brackets.
       * !contractInfo
       * Today the public hosts send the contracts of USD-M and COIN-M together.
       */
      contractInfo: StreamMethod<NoArguments, UsdmStreamContractInfoEvent>;
      /**
       * Index of an asset in multi-assets mode.
       * <symbol>@assetIndex
       */
      assetIndex: StreamMethod<{
    /** Asset pair, such as btcusd */
    readonly symbol: string | readonly string[];
  }, UsdmStreamAssetIndexEvent>;
      /**
       * Indexes of all assets in multi-assets mode.
       * !assetIndex@arr
       */
      allAssetIndexes: StreamMethod<NoArguments, UsdmStreamAllAssetIndexesEvent>;
      /**
       * An order book that is kept up to date from a snapshot and its changes; one event for each change of the shown levels.
       * After a gap its state is stale until a new snapshot fits.
       */
      book: KeptBookMethod<{
    /** One symbol, or several. */
    readonly symbol: string | readonly string[];
    /** Levels per side, 10 if omitted. */
    readonly levels?: number | 'all';
    /** Write at this interval in place of each change, such as "1s". */
    readonly every?: string;
  }>;
      /**
       * The account's order updates, fills and balance changes.
       * After a lost connection, orders, fills and balances are queried, and what changed without an event comes as { source: "rest" }.
       */
      user: StreamMethod<NoArguments, UsdmStreamUserEvent>;
    };
  };
  coinm: {
    market: {
      /**
       * The exchange's clock.
       * GET /dapi/v1/time · no key · weight 1
       */
      time: ReadMethod<NoArguments, SpotTimeRow>;
      /**
       * Trading rules, filters and limits of contracts.
       * GET /dapi/v1/exchangeInfo · no key · weight 1
       */
      info: ReadMethod<NoArguments, CoinmExchangeInfoAnswer>;
      /**
       * Mark price, index price and next funding rate.
       * GET /dapi/v1/premiumIndex · no key · weight 10
       */
      premiumIndex: ReadMethod<CoinmPremiumIndexArguments, readonly CoinmPremiumIndexRow[]>;
      /**
       * The order book.
       * GET /dapi/v1/depth · no key · weight 2 up to 50, 5 up to 100, 10 up to 500, 20 up to 1000, 50 above
       */
      depth: ReadMethod<CoinmDepthArguments, OrderBook>;
      /**
       * Candles.
       * GET /dapi/v1/klines · no key · weight 1 (today 1 up to 99, 2 up to 499, 5 up to 1000, 10 above)
       * The exchange takes windows of at most 200 days, and of one with more candles than --limit it answers the newest; --all goes through all of it piece by piece.
       */
      klines: PagedMethod<CoinmKlinesArguments, readonly CoinmKlinesRow[], CoinmKlinesRow>;
      /**
       * Aggregate trades.
       * GET /dapi/v1/aggTrades · no key · weight 20
       * Quantities are in contracts.
       */
      aggTrades: PagedMethod<CoinmAggTradesArguments, readonly UsdmAggTradesRow[], UsdmAggTradesRow>;
      /**
       * Price statistics of the last 24 hours.
       * GET /dapi/v1/ticker/24hr · no key · weight 1 with symbol, else 40
       */
      ticker24hr: ReadMethod<CoinmTicker24hrArguments, readonly CoinmTicker24hrRow[]>;
      /**
       * Test that the exchange answers.
       * GET /dapi/v1/ping · no key · weight 1
       */
      ping: ReadMethod<NoArguments, AnswerValue>;
      /**
       * Latest trades.
       * GET /dapi/v1/trades · no key · weight 5
       */
      trades: ReadMethod<CoinmTradesArguments, readonly CoinmTradesRow[]>;
      /**
       * Older trades by id.
       * GET /dapi/v1/historicalTrades · key, no signature · weight 20
       * Live hosts keep trades for a month.
       */
      historicalTrades: PagedMethod<CoinmHistoricalTradesArguments, readonly CoinmHistoricalTradesRow[], CoinmHistoricalTradesRow>;
      /**
       * Historical funding rates.
       * GET /dapi/v1/fundingRate · no key · weight 1
       * Contracts with a delivery date have no funding.
       */
      fundingRate: PagedMethod<CoinmFundingRateArguments, readonly UsdmFundingRateRow[], UsdmFundingRateRow>;
      /**
       * Contracts whose funding has a cap, floor or interval of its own.
       * GET /dapi/v1/fundingInfo · no key · weight 1
       */
      fundingInfo: ReadMethod<NoArguments, readonly UsdmFundingInfoRow[]>;
      /**
       * Latest price.
       * GET /dapi/v1/ticker/price · no key · weight 1 with symbol, else 2
       */
      tickerPrice: ReadMethod<CoinmTicker24hrArguments, readonly CoinmTickerPriceRow[]>;
      /**
       * Best bid and ask.
       * GET /dapi/v1/ticker/bookTicker · no key · weight 2 with symbol, else 5
       */
      tickerBook: ReadMethod<CoinmTicker24hrArguments, readonly CoinmTickerBookRow[]>;
      /**
       * Open interest of a contract now.
       * GET /dapi/v1/openInterest · no key · weight 1
       */
      openInterest: ReadMethod<CoinmOpenInterestArguments, CoinmOpenInterestRow>;
      /**
       * The exchanges and symbols that an index price is made of.
       * GET /dapi/v1/constituents · no key · weight 2
       */
      constituents: ReadMethod<CoinmConstituentsArguments, UsdmConstituentsAnswer>;
      /**
       * Open interest over time.
       * GET /futures/data/openInterestHist · no key · weight 1
       * Rows are kept for 30 days. 1000 requests in 5 minutes are allowed to these statistics.
       */
      openInterestHistory: PagedMethod<CoinmOpenInterestHistoryArguments, readonly CoinmOpenInterestHistoryRow[], CoinmOpenInterestHistoryRow>;
      /**
       * Long/short account ratio of top traders.
       * GET /futures/data/topLongShortAccountRatio · no key · weight 1
       * Rows are kept for 30 days. 1000 requests in 5 minutes are allowed to these statistics.
       */
      longShortTopAccounts: PagedMethod<CoinmLongShortTopAccountsArguments, readonly CoinmLongShortTopAccountsRow[], CoinmLongShortTopAccountsRow>;
      /**
       * Long/short position ratio of top traders.
       * GET /futures/data/topLongShortPositionRatio · no key · weight 1
       * Rows are kept for 30 days. 1000 requests in 5 minutes are allowed to these statistics.
       */
      longShortTopPositions: PagedMethod<CoinmLongShortTopPositionsArguments, readonly CoinmLongShortTopPositionsRow[], CoinmLongShortTopPositionsRow>;
      /**
       * Long/short account ratio.
       * GET /futures/data/globalLongShortAccountRatio · no key · weight 1
       * Rows are kept for 30 days. 1000 requests in 5 minutes are allowed to these statistics.
       */
      longShortAccounts: PagedMethod<CoinmLongShortTopAccountsArguments, readonly CoinmLongShortTopAccountsRow[], CoinmLongShortTopAccountsRow>;
      /**
       * Volume that takers bought and sold.
       * GET /futures/data/takerBuySellVol · no key · weight 1
       * Rows are kept for 30 days. 1000 requests in 5 minutes are allowed to these statistics.
       */
      takerVolume: PagedMethod<CoinmTakerVolumeArguments, readonly CoinmTakerVolumeRow[], CoinmTakerVolumeRow>;
      /**
       * Difference between futures price and index price.
       * GET /futures/data/basis · no key · weight 1
       * Rows are kept for 30 days. 1000 requests in 5 minutes are allowed to these statistics.
       */
      basis: PagedMethod<CoinmTakerVolumeArguments, readonly UsdmBasisRow[], UsdmBasisRow>;
    };
    trade: {
      /**
       * Place an order.
       * POST /dapi/v1/order · signed · weight 1
       * Errors: -2019, -2021, -1111 BAD_PRECISION
       */
      placeOrder: WriteMethod<CoinmOrderNewArguments, Having<UsdmOrderNewRow, 'orderId' | 'clientOrderId'>>;
      /**
       * Place up to 5 orders at once.
       * POST /dapi/v1/batchOrders · signed · weight 5
       * Each order succeeds or fails on its own; the answer has a row for each, in the order sent.
       * Errors: -2019, -2021, -1111 BAD_PRECISION
       */
      placeOrders: WriteMethod<CoinmOrderBatchArguments, readonly UsdmOrderNewRow[]>;
      /**
       * Cancel an order.
       * DELETE /dapi/v1/order · signed · weight 1
       * Errors: -2011 CANCEL_REJECTED
       */
      cancelOrder: WriteMethod<CoinmOrderCancelArguments, Having<UsdmOrderNewRow, 'status'>>;
      /**
       * Cancel all open orders of a contract.
       * DELETE /dapi/v1/allOpenOrders · signed · weight 1
       * Errors: -2011 CANCEL_REJECTED
       */
      cancelAllOrders: WriteMethod<CoinmOpenInterestArguments, Having<UsdmOpenOrdersCancelRow, 'code'>>;
      /**
       * Look up an order.
       * GET /dapi/v1/order · signed · weight 1
       * Errors: -2013 NO_SUCH_ORDER
       */
      getOrder: ReadMethod<CoinmOrderCancelArguments, UsdmOrderNewRow>;
      /**
       * Open orders, of one contract, of a pair or of all.
       * GET /dapi/v1/openOrders · signed · weight 1 with symbol, else 40
       */
      openOrders: ReadMethod<CoinmPremiumIndexArguments, readonly UsdmOrderNewRow[]>;
      /**
       * All orders of a contract or of a pair: open, filled, cancelled.
       * GET /dapi/v1/allOrders · signed · weight 5
       * Errors: -1127 MORE_THAN_XX_HOURS
       */
      allOrders: PagedMethod<CoinmAllOrdersArguments, readonly UsdmAllOrdersRow[], UsdmAllOrdersRow>;
      /**
       * Set the position mode of all contracts: one-way or hedge.
       * POST /dapi/v1/positionSide/dual · signed · weight 1
       * USD-M and COIN-M share the setting; orders or positions of either keep it from changing.
       * Errors: -4059, -4067, -4068
       */
      setPositionMode: WriteMethod<UsdmPositionModeSetArguments, Having<UsdmOpenOrdersCancelRow, 'code'>>;
      /**
       * Set the leverage of a contract.
       * POST /dapi/v1/leverage · signed · weight 1
       */
      setLeverage: WriteMethod<CoinmLeverageArguments, CoinmLeverageRow>;
      /**
       * Set the margin mode of a contract.
       * POST /dapi/v1/marginType · signed · weight 1
       */
      setMarginType: WriteMethod<CoinmMarginTypeArguments, Having<UsdmOpenOrdersCancelRow, 'code'>>;
      /**
       * Add or remove margin of an isolated position.
       * POST /dapi/v1/positionMargin · signed · moves money · weight 1
       */
      changePositionMargin: WriteMethod<CoinmPositionMarginArguments, Having<UsdmPositionMarginRow, 'code'>>;
      /**
       * Modify price and quantity of a limit order (loses priority).
       * PUT /dapi/v1/order · signed · weight 1
       * An order whose new amount is executed already is cancelled.
       * Errors: -2019, -2021, -1111 BAD_PRECISION
       */
      changeOrder: WriteMethod<CoinmOrderAmendArguments, UsdmOrderNewRow>;
      /**
       * Look up an order that is open.
       * GET /dapi/v1/openOrder · signed · weight 1
       * Errors: -2013 NO_SUCH_ORDER
       */
      getOpenOrder: ReadMethod<CoinmOrderCancelArguments, UsdmOrderNewRow>;
      /**
       * Changes of an order, the newest first.
       * GET /dapi/v1/orderAmendment · signed · weight 1
       * Errors: -2013 NO_SUCH_ORDER
       */
      orderChanges: ReadMethod<CoinmOrderAmendmentsArguments, readonly UsdmOrderAmendmentsRow[]>;
      /**
       * Cancel all open orders of a symbol after a countdown (dead man's switch).
       * POST /dapi/v1/countdownCancelAll · signed · weight 10
       */
      setCountdown: WriteMethod<CoinmCountdownArguments, UsdmCountdownRow>;
      /**
       * Liquidation orders of the account.
       * GET /dapi/v1/forceOrders · signed · weight 20 with symbol, else 50
       */
      forceOrders: ReadMethod<UsdmForceOrdersArguments, readonly UsdmOrderNewRow[]>;
      /**
       * Modify up to 5 limit orders at once (they lose priority).
       * PUT /dapi/v1/batchOrders · signed · weight 5
       * Each order succeeds or fails on its own; the answer has a row for each, in the order sent.
       * Errors: -2019, -2021, -1111 BAD_PRECISION
       */
      changeOrders: WriteMethod<CoinmOrderBatchAmendArguments, readonly UsdmOrderNewRow[]>;
      /**
       * Cancel up to 10 orders of a contract at once.
       * DELETE /dapi/v1/batchOrders · signed · weight 1
       * Each order succeeds or fails on its own; the answer has a row for each, in the order sent.
       * Errors: -2011 CANCEL_REJECTED
       */
      cancelOrders: WriteMethod<CoinmOrderBatchCancelArguments, readonly UsdmOrderNewRow[]>;
      /**
       * Place a stop, take-profit or trailing-stop order.
       * POST /dapi/v1/algoOrder · signed · weight 0
       * An algo order reserves no margin: a trigger that the margin does not cover ends it as REJECTED.
       * Errors: -2019, -2021, -1111 BAD_PRECISION, -4045
       */
      placeAlgoOrder: WriteMethod<CoinmAlgoOrderNewArguments, Having<UsdmAlgoOrderNewRow, 'algoId' | 'clientAlgoId'>>;
      /**
       * Cancel an algo order.
       * DELETE /dapi/v1/algoOrder · signed · weight 1
       * Errors: -2011 CANCEL_REJECTED
       */
      cancelAlgoOrder: WriteMethod<UsdmAlgoOrderCancelArguments, Having<UsdmAlgoOrderCancelRow, 'code'>>;
      /**
       * Cancel all open algo orders of a contract.
       * DELETE /dapi/v1/algoOpenOrders · signed · weight 1
       * Errors: -2011 CANCEL_REJECTED
       */
      cancelAllAlgoOrders: WriteMethod<CoinmOpenInterestArguments, Having<UsdmOpenOrdersCancelRow, 'code'>>;
      /**
       * Look up an algo order.
       * GET /dapi/v1/algoOrder · signed · weight 1
       * Orders that ended without a fill are found for 3 days, all others for 90.
       */
      getAlgoOrder: ReadMethod<UsdmAlgoOrderCancelArguments, UsdmAlgoOrderNewRow>;
      /**
       * Open algo orders, of one contract or of all.
       * GET /dapi/v1/openAlgoOrders · signed · weight 1 with symbol, else 40
       */
      openAlgoOrders: ReadMethod<UsdmAlgoOrdersOpenArguments, readonly UsdmAlgoOrderNewRow[]>;
      /**
       * All algo orders of a contract: open, triggered, ended.
       * GET /dapi/v1/allAlgoOrders · signed · weight 5
       * The last 7 days if neither a time nor an id is given.
       * Errors: -1127 MORE_THAN_XX_HOURS
       */
      allAlgoOrders: PagedMethod<CoinmAlgoOrdersAllArguments, readonly UsdmAlgoOrdersAllRow[], UsdmAlgoOrdersAllRow>;
    };
    account: {
      /**
       * Balance of each margin asset.
       * GET /dapi/v1/balance · signed · weight 1
       */
      marginAssets: ReadMethod<NoArguments, readonly CoinmBalanceRow[]>;
      /**
       * Margins, assets, positions and permissions of the account.
       * GET /dapi/v1/account · signed · weight 5
       * Live hosts return assets and positions without totals: amounts of different coins cannot be added.
       */
      info: ReadMethod<NoArguments, UsdmAccountRow>;
      /**
       * Positions with entry, mark and liquidation price.
       * GET /dapi/v1/positionRisk · signed · weight 1
       */
      positions: ReadMethod<CoinmPositionRiskArguments, readonly CoinmPositionRiskRow[]>;
      /**
       * Trades of the account on a contract.
       * GET /dapi/v1/userTrades · signed · weight 20 (today 5)
       * Live hosts allow a symbol or a pair, but not both.
       */
      trades: PagedMethod<CoinmMyTradesArguments, readonly CoinmMyTradesRow[], CoinmMyTradesRow>;
      /**
       * Income history: profit, funding, commission, transfers.
       * GET /dapi/v1/income · signed · weight 20
       * Without times the last 7 days are listed.
       * Errors: -1127 MORE_THAN_XX_HOURS
       */
      income: PagedMethod<CoinmIncomeArguments, readonly UsdmIncomeRow[], UsdmIncomeRow>;
      /**
       * Position mode: one-way or hedge.
       * GET /dapi/v1/positionSide/dual · signed · weight 30
       */
      positionMode: ReadMethod<NoArguments, UsdmPositionModeRow>;
      /**
       * Leverage brackets: max notional and maintenance margin by leverage.
       * GET /dapi/v2/leverageBracket · signed · weight 1 with symbol, else 2
       */
      brackets: ReadMethod<UsdmOpenOrdersArguments, readonly UsdmBracketsRow[]>;
      /**
       * Your commission rates on a contract.
       * GET /dapi/v1/commissionRate · signed · weight 20
       */
      commission: ReadMethod<CoinmOpenInterestArguments, UsdmCommissionRow>;
      /**
       * ADL rank of positions.
       * GET /dapi/v1/adlQuantile · signed · weight 5
       */
      adl: ReadMethod<UsdmOpenOrdersArguments, readonly UsdmAdlRow[]>;
      /**
       * Margin added to and removed from isolated positions.
       * GET /dapi/v1/positionMargin/history · signed · weight 1
       */
      marginHistory: ReadMethod<CoinmMarginHistoryArguments, readonly UsdmMarginHistoryRow[]>;
      /**
       * Leverage brackets of pairs: max quantity and maintenance margin by leverage.
       * GET /dapi/v1/leverageBracket · signed · weight 1
       * If contracts of a pair have different brackets, use `account brackets --on coinm`, which lists them by contract.
       */
      pairBrackets: ReadMethod<CoinmPairBracketsArguments, readonly CoinmPairBracketsRow[]>;
      /**
       * Have a file of the order history prepared for download.
       * GET /dapi/v1/order/asyn · signed · weight 1000
       * Allowed 8 times a month; the file is kept for 7 days.
       * Errors: -1127 MORE_THAN_XX_HOURS
       */
      exportOrder: ReadMethod<UsdmExportOrderArguments, UsdmExportOrderRow>;
      /**
       * Whether a file of the order history is ready, and its link.
       * GET /dapi/v1/order/asyn/id · signed · weight 5
       */
      exportOrderLink: ReadMethod<UsdmExportOrderLinkArguments, UsdmExportOrderLinkRow>;
      /**
       * Have a file of the trade history prepared for download.
       * GET /dapi/v1/trade/asyn · signed · weight 1000
       * Allowed 8 times a month; the file is kept for 7 days.
       * Errors: -1127 MORE_THAN_XX_HOURS
       */
      exportTrade: ReadMethod<UsdmExportOrderArguments, UsdmExportOrderRow>;
      /**
       * Whether a file of the trade history is ready, and its link.
       * GET /dapi/v1/trade/asyn/id · signed · weight 5
       */
      exportTradeLink: ReadMethod<UsdmExportOrderLinkArguments, UsdmExportOrderLinkRow>;
      /**
       * Have a file of the income history prepared for download.
       * GET /dapi/v1/income/asyn · signed · weight 1000
       * Allowed 8 times a month; the file is kept for 7 days.
       * Errors: -1127 MORE_THAN_XX_HOURS
       */
      exportIncome: ReadMethod<UsdmExportOrderArguments, UsdmExportOrderRow>;
      /**
       * Whether a file of the income history is ready, and its link.
       * GET /dapi/v1/income/asyn/id · signed · weight 5
       */
      exportIncomeLink: ReadMethod<UsdmExportOrderLinkArguments, UsdmExportOrderLinkRow>;
    };
    stream: {
      /**
       * Create a listen key.
       * POST /dapi/v1/listenKey · key, no signature · weight not listed
       * Errors: -1125 INVALID_LISTEN_KEY
       */
      createListenKey: WriteMethod<NoArguments, Having<SpotListenKeyCreateRow, 'listenKey'>>;
      /**
       * Keep the account's listen key alive.
       * PUT /dapi/v1/listenKey · key, no signature · weight not listed
       * Errors: -1125 INVALID_LISTEN_KEY
       */
      keepAliveListenKey: WriteMethod<NoArguments, SpotListenKeyCreateRow>;
      /**
       * Close the account's listen key.
       * DELETE /dapi/v1/listenKey · key, no signature · weight not listed
       * Errors: -1125 INVALID_LISTEN_KEY
       */
      closeListenKey: WriteMethod<NoArguments, AnswerValue>;
      /**
       * Aggregate trades.
       * <symbol>@aggTrade
       */
      aggTrades: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
  }, CoinmStreamAggTradesEvent>;
      /**
       * Individual trades.
       * <symbol>@trade
       * The document has it for spot only; the public hosts send it, and clients ask for it.
       */
      trades: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
  }, UsdmStreamTradesEvent>;
      /**
       * Candles, identified by their open time.
       * <symbol>@kline_<interval>
       */
      klines: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
    /** Candle interval */
    readonly interval: "1m" | "3m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "3d" | "1w" | "1M";
  }, StreamKlinesEvent>;
      /**
       * 24-hour statistics, short.
       * <symbol>@miniTicker
       */
      miniTicker: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
  }, CoinmStreamMiniTickerEvent>;
      /**
       * 24-hour statistics, full.
       * <symbol>@ticker
       */
      ticker: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
  }, CoinmStreamTickerEvent>;
      /**
       * Best bid and ask.
       * <symbol>@bookTicker
       */
      bookTicker: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
  }, CoinmStreamBookTickerEvent>;
      /**
       * The best levels of the book.
       * <symbol>@depth<levels>[@<speed>]
       * The document gives 1000ms as the default of spot and futures together; futures have no such speed, and 250ms is theirs.
       */
      partialDepth: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
    /** Levels of a side */
    readonly levels: "5" | "10" | "20";
    /** Time between messages (default 250ms) */
    readonly speed?: "250ms" | "500ms" | "100ms";
  }, CoinmStreamPartialDepthEvent>;
      /**
       * Changes of the book.
       * <symbol>@depth[@<speed>]
       * The document gives 1000ms as the default of spot and futures together; futures have no such speed, and 250ms is theirs.
       */
      depth: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
    /** Time between messages (default 250ms) */
    readonly speed?: "250ms" | "500ms" | "100ms";
  }, CoinmStreamPartialDepthEvent>;
      /**
       * Mark price and funding rate.
       * <symbol>@markPrice[@<speed>]
       */
      markPrice: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
    /** Time between messages (default 3s) */
    readonly speed?: "1s" | "3s";
  }, CoinmStreamMarkPriceEvent>;
      /**
       * Mark prices of all symbols.
       * !markPrice@arr[@<speed>]
       */
      allMarkPrices: StreamMethod<{
    /** Time between messages (default 3s) */
    readonly speed?: "1s" | "3s";
  }, CoinmStreamAllMarkPricesEvent>;
      /**
       * Liquidation orders: the last of each second.
       * <symbol>@forceOrder
       */
      liquidations: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
  }, CoinmStreamLiquidationsEvent>;
      /**
       * Liquidation orders of all symbols.
       * !forceOrder@arr
       * Today the public hosts send the contracts of USD-M and COIN-M together.
       */
      allLiquidations: StreamMethod<NoArguments, CoinmStreamAllLiquidationsEvent>;
      /**
       * 24-hour statistics of all symbols that changed, short.
       * !miniTicker@arr
       * Today the public hosts send the contracts of USD-M and COIN-M together.
       */
      allMiniTickers: StreamMethod<NoArguments, CoinmStreamAllMiniTickersEvent>;
      /**
       * 24-hour statistics of all symbols that changed, full.
       * !ticker@arr
       * Today the public hosts send the contracts of USD-M and COIN-M together.
       */
      allTickers: StreamMethod<NoArguments, CoinmStreamAllTickersEvent>;
      /**
       * Best bid and ask of all symbols.
       * !bookTicker
       * Today the public hosts send the contracts of USD-M and COIN-M together.
       */
      allBookTickers: StreamMethod<NoArguments, CoinmStreamBookTickerEvent>;
      /**
       * Candles of a continuous contract.
       * <symbol>@continuousKline_<contractType>_<interval>
       */
      continuousKlines: StreamMethod<{
    /** Underlying pair of contracts */
    readonly symbol: string | readonly string[];
    /** Contract type */
    readonly contractType: "perpetual" | "current_month" | "next_month" | "current_quarter" | "next_quarter";
    /** Candle interval */
    readonly interval: "1m" | "3m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "3d" | "1w" | "1M";
  }, UsdmStreamContinuousKlinesEvent>;
      /**
       * Contracts listed, settled or with new brackets.
       * !contractInfo
       * Today the public hosts send the contracts of USD-M and COIN-M together.
       */
      contractInfo: StreamMethod<NoArguments, CoinmStreamContractInfoEvent>;
      /**
       * Index price of a pair.
       * <pair>@indexPrice
       */
      indexPrice: StreamMethod<{
    /** Underlying pair of contracts */
    readonly pair: string | readonly string[];
  }, CoinmStreamIndexPriceEvent>;
      /**
       * Candles of an index price.
       * <pair>@indexPriceKline_<interval>
       */
      indexPriceKlines: StreamMethod<{
    /** Underlying pair of contracts */
    readonly pair: string | readonly string[];
    /** Candle interval */
    readonly interval: "1m" | "3m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "3d" | "1w" | "1M";
  }, CoinmStreamIndexPriceKlinesEvent>;
      /**
       * Candles of a mark price.
       * <symbol>@markPriceKline_<interval>
       */
      markPriceKlines: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
    /** Candle interval */
    readonly interval: "1m" | "3m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "3d" | "1w" | "1M";
  }, CoinmStreamIndexPriceKlinesEvent>;
      /**
       * An order book that is kept up to date from a snapshot and its changes; one event for each change of the shown levels.
       * After a gap its state is stale until a new snapshot fits.
       */
      book: KeptBookMethod<{
    /** One symbol, or several. */
    readonly symbol: string | readonly string[];
    /** Levels per side, 10 if omitted. */
    readonly levels?: number | 'all';
    /** Write at this interval in place of each change, such as "1s". */
    readonly every?: string;
  }>;
      /**
       * The account's order updates, fills and balance changes.
       * After a lost connection, orders, fills and balances are queried, and what changed without an event comes as { source: "rest" }.
       */
      user: StreamMethod<NoArguments, CoinmStreamUserEvent>;
    };
  };
  options: {
    market: {
      /**
       * Test that the exchange answers.
       * GET /eapi/v1/ping · no key · weight 1
       */
      ping: ReadMethod<NoArguments, AnswerValue>;
      /**
       * The exchange's clock.
       * GET /eapi/v1/time · no key · weight 1
       */
      time: ReadMethod<NoArguments, SpotTimeRow>;
      /**
       * Options that can be traded, with their rules.
       * GET /eapi/v1/exchangeInfo · no key · weight 1
       */
      info: ReadMethod<NoArguments, OptionsExchangeInfoAnswer>;
      /**
       * The order book.
       * GET /eapi/v1/depth · no key · weight 1 (today 1 up to 50, 5 up to 100, 10 up to 500, 20 above)
       */
      depth: ReadMethod<OptionsDepthArguments, OrderBook>;
      /**
       * Candles.
       * GET /eapi/v1/klines · no key · weight 1
       */
      klines: PagedMethod<OptionsKlinesArguments, readonly OptionsKlinesRow[], OptionsKlinesRow>;
      /**
       * Mark prices with volatility, greeks and price limits.
       * GET /eapi/v1/mark · no key · weight 1 with symbol, else 5 (today 5)
       */
      mark: ReadMethod<OptionsMarkArguments, readonly OptionsMarkRow[]>;
      /**
       * Price statistics of the last 24 hours.
       * GET /eapi/v1/ticker · no key · weight 1 with symbol, else 5 (today 5)
       */
      ticker24hr: ReadMethod<OptionsMarkArguments, readonly OptionsTickerRow[]>;
      /**
       * Index price of the underlying of options.
       * GET /eapi/v1/index · no key · weight 1
       */
      indexPrice: ReadMethod<OptionsIndexArguments, OptionsIndexRow>;
      /**
       * Options that expired, with their settlement prices.
       * GET /eapi/v1/exerciseHistory · no key · weight 1 (today 3)
       */
      exerciseHistory: PagedMethod<OptionsExerciseHistoryArguments, readonly OptionsExerciseHistoryRow[], OptionsExerciseHistoryRow>;
      /**
       * Open interest of the options on an asset.
       * GET /eapi/v1/openInterest · no key · weight 1
       * The day may be YYYYMMDD or YYMMDD.
       * Live hosts count weight 0.
       */
      openInterest: ReadMethod<OptionsOpenInterestArguments, readonly OptionsOpenInterestRow[]>;
      /**
       * The greeks of an option.
       * GET /eapi/v1/optionInfo · no key · weight 1
       * Mark prices contain the greeks too.
       */
      greeks: ReadMethod<OptionsOptionInfoArguments, readonly OptionsOptionInfoRow[]>;
      /**
       * Recent trades.
       * GET /eapi/v1/trades · no key · weight 5
       * side 1 is a buy by the taker, -1 a sale.
       */
      trades: ReadMethod<OptionsTradesArguments, readonly OptionsTradesRow[]>;
      /**
       * Recent block trades.
       * GET /eapi/v1/blockTrades · no key · weight 5
       */
      blockTrades: ReadMethod<OptionsBlockTradesArguments, readonly OptionsTradesRow[]>;
    };
    trade: {
      /**
       * Place an order.
       * POST /eapi/v1/order · signed · weight 1
       * Errors: -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
       */
      placeOrder: WriteMethod<OptionsOrderNewArguments, Having<OptionsOrderNewRow, 'orderId' | 'clientOrderId'>>;
      /**
       * Place up to 20 orders at once.
       * POST /eapi/v1/batchOrders · signed · weight 5
       * Each order succeeds or fails on its own; the answer has a row for each, in the order sent.
       * Live hosts allow 10 orders in a batch.
       * Errors: -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
       */
      placeOrders: WriteMethod<OptionsOrderBatchArguments, readonly OptionsOrderNewRow[]>;
      /**
       * Look up an order.
       * GET /eapi/v1/order · signed · weight 1
       */
      getOrder: ReadMethod<OptionsOrderGetArguments, OptionsOrderNewRow>;
      /**
       * Cancel an order.
       * DELETE /eapi/v1/order · signed · weight 1
       * Errors: -2011 CANCEL_REJECTED
       */
      cancelOrder: WriteMethod<OptionsOrderGetArguments, Having<OptionsOrderNewRow, 'status'>>;
      /**
       * Cancel all open orders of an option.
       * DELETE /eapi/v1/allOpenOrders · signed · weight 1 (today 5)
       * Errors: -2011 CANCEL_REJECTED
       */
      cancelAllOrders: WriteMethod<OptionsOpenOrdersCancelArguments, Having<UsdmOpenOrdersCancelRow, 'code'>>;
      /**
       * Open orders, of one option or of all.
       * GET /eapi/v1/openOrders · signed · weight 1 with symbol, else 40
       */
      openOrders: ReadMethod<OptionsOpenOrdersArguments, readonly OptionsOrderNewRow[]>;
      /**
       * Orders that ended in the last 5 days.
       * GET /eapi/v1/historyOrders · signed · weight 5 (today 3)
       */
      history: PagedMethod<OptionsOrderHistoryArguments, readonly OptionsOrderHistoryRow[], OptionsOrderHistoryRow>;
      /**
       * Set market maker protection.
       * POST /eapi/v1/mmpSet · signed · weight 1
       */
      setMmp: WriteMethod<OptionsMmpSetArguments, OptionsMmpSetRow>;
      /**
       * Market maker protection as it is set.
       * GET /eapi/v1/mmpSet · signed · weight 1
       */
      getMmp: ReadMethod<OptionsIndexArguments, OptionsMmpSetRow>;
      /**
       * Cancel up to 10 orders of an option at once.
       * DELETE /eapi/v1/batchOrders · signed · weight 1
       * Each order succeeds or fails on its own; the answer has a row for each, in the order sent.
       * Errors: -2011 CANCEL_REJECTED
       */
      cancelOrders: WriteMethod<OptionsOrderBatchCancelArguments, readonly OptionsOrderNewRow[]>;
      /**
       * Cancel all open orders of the options on an underlying.
       * DELETE /eapi/v1/allOpenOrdersByUnderlying · signed · weight 1
       * Errors: -2011 CANCEL_REJECTED
       */
      cancelUnderlying: WriteMethod<OptionsIndexArguments, Having<UsdmOpenOrdersCancelRow, 'code'>>;
      /**
       * Cancel all orders of the options on an underlying after a countdown (dead man's switch).
       * POST /eapi/v1/countdownCancelAll · signed · weight 1
       * After the countdown new orders are refused until a heartbeat arrives or the countdown is stopped.
       */
      setCountdown: WriteMethod<OptionsCountdownSetArguments, OptionsCountdownSetRow>;
      /**
       * The countdown of an underlying.
       * GET /eapi/v1/countdownCancelAll · signed · weight 1
       */
      getCountdown: ReadMethod<OptionsIndexArguments, OptionsCountdownSetRow>;
      /**
       * Start the countdowns of underlyings again (heartbeat).
       * POST /eapi/v1/countdownCancelAllHeartBeat · signed · weight 10
       */
      sendCountdownHeartbeat: WriteMethod<OptionsCountdownHeartbeatArguments, OptionsCountdownHeartbeatRow>;
      /**
       * End the freeze of a triggered market maker protection.
       * POST /eapi/v1/mmpReset · signed · weight 1
       */
      resetMmp: WriteMethod<OptionsIndexArguments, OptionsMmpSetRow>;
      /**
       * Offer a block trade, which a counterparty that knows its key can accept.
       * POST /eapi/v1/block/order/create · signed · weight 5
       * A block order that nobody accepts expires after 30 minutes; extending it starts them again.
       */
      placeBlockOrder: WriteMethod<OptionsBlockOrderNewArguments, Having<OptionsBlockOrderNewRow, 'blockTradeSettlementKey' | 'status'>>;
      /**
       * Let a block order expire 30 minutes from now.
       * PUT /eapi/v1/block/order/create · signed · weight 5
       */
      extendBlockOrder: WriteMethod<OptionsBlockOrderExtendArguments, Having<OptionsBlockOrderNewRow, 'expireTime' | 'status'>>;
      /**
       * Cancel a block order that nobody has accepted.
       * DELETE /eapi/v1/block/order/create · signed · weight 5
       * Errors: -2011 CANCEL_REJECTED
       */
      cancelBlockOrder: WriteMethod<OptionsBlockOrderExtendArguments, AnswerValue>;
      /**
       * Block orders that the account offered.
       * GET /eapi/v1/block/order/orders · signed · weight 5
       */
      blockOrders: ReadMethod<OptionsBlockOrdersArguments, readonly OptionsBlockOrderNewRow[]>;
      /**
       * Accept a block order of a counterparty, which executes the trade.
       * POST /eapi/v1/block/order/execute · signed · weight 5
       */
      acceptBlockOrder: WriteMethod<OptionsBlockOrderExtendArguments, Having<OptionsBlockOrderNewRow, 'status'>>;
      /**
       * A block order as its counterparty sees it: what accepting it would trade.
       * GET /eapi/v1/block/order/execute · signed · weight 5
       */
      getBlockOrder: ReadMethod<OptionsBlockOrderExtendArguments, OptionsBlockOrderNewRow>;
      /**
       * Agree to the terms of options on shares and metals.
       * POST /eapi/v1/stock/contract · signed · weight 50
       */
      signTradfiAgreement: WriteMethod<NoArguments, Having<UsdmOpenOrdersCancelRow, 'code'>>;
    };
    account: {
      /**
       * Margins and totals of the account.
       * GET /eapi/v1/account · signed · weight 5
       */
      info: ReadMethod<NoArguments, OptionsAccountRow>;
      /**
       * Positions.
       * GET /eapi/v1/position · signed · weight 5
       */
      positions: ReadMethod<OptionsPositionArguments, readonly OptionsPositionRow[]>;
      /**
       * Trades of the account on an option.
       * GET /eapi/v1/userTrades · signed · weight 5
       */
      trades: PagedMethod<OptionsMyTradesArguments, readonly OptionsMyTradesRow[], OptionsMyTradesRow>;
      /**
       * Margins of the account by asset, and its greeks by underlying.
       * GET /eapi/v1/marginAccount · signed · weight 3
       */
      marginAssets: ReadMethod<NoArguments, OptionsMarginAccountAnswer>;
      /**
       * Commission rates by underlying.
       * GET /eapi/v1/commission · signed · weight 5
       */
      commission: ReadMethod<NoArguments, OptionsCommissionAnswer>;
      /**
       * Exercises of the account: options that it had at their expiry.
       * GET /eapi/v1/exerciseRecord · signed · weight 5
       */
      exercises: PagedMethod<OptionsExerciseRecordsArguments, readonly OptionsExerciseRecordsRow[], OptionsExerciseRecordsRow>;
      /**
       * Money flows of the account: premiums, fees, exercises, transfers.
       * GET /eapi/v1/bill · signed · weight 1
       * The flows of the last 3 months are listed; an amount below 0 left the account.
       */
      income: PagedMethod<OptionsBillArguments, readonly OptionsBillRow[], OptionsBillRow>;
      /**
       * Block trades of the account.
       * GET /eapi/v1/block/user-trades · signed · weight 5
       */
      blockTrades: ReadMethod<OptionsBlockUserTradesArguments, readonly OptionsBlockUserTradesRow[]>;
    };
    stream: {
      /**
       * Create a listen key.
       * POST /eapi/v1/listenKey · key, no signature · weight not listed
       * Errors: -1125 INVALID_LISTEN_KEY
       */
      createListenKey: WriteMethod<NoArguments, Having<SpotListenKeyCreateRow, 'listenKey'>>;
      /**
       * Keep the account's listen key alive.
       * PUT /eapi/v1/listenKey · key, no signature · weight not listed
       * Errors: -1125 INVALID_LISTEN_KEY
       */
      keepAliveListenKey: WriteMethod<NoArguments, SpotListenKeyCreateRow>;
      /**
       * Close the account's listen key.
       * DELETE /eapi/v1/listenKey · key, no signature · weight not listed
       * Errors: -1125 INVALID_LISTEN_KEY
       */
      closeListenKey: WriteMethod<NoArguments, AnswerValue>;
      /**
       * Individual trades.
       * <symbol>@trade
       */
      trades: StreamMethod<{
    /** Contract, such as BTC-240329-70000-C */
    readonly symbol: string | readonly string[];
  }, OptionsStreamTradesEvent>;
      /**
       * Candles, identified by their open time.
       * <symbol>@kline_<interval>
       */
      klines: StreamMethod<{
    /** Contract, such as BTC-240329-70000-C */
    readonly symbol: string | readonly string[];
    /** Candle interval */
    readonly interval: "1m" | "3m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "3d" | "1w" | "1M";
  }, StreamKlinesEvent>;
      /**
       * 24-hour statistics with greeks.
       * <symbol>@ticker
       */
      ticker: StreamMethod<{
    /** Contract, such as BTC-240329-70000-C */
    readonly symbol: string | readonly string[];
  }, OptionsStreamTickerEvent>;
      /**
       * Best bid and ask.
       * <symbol>@bookTicker
       */
      bookTicker: StreamMethod<{
    /** Contract, such as BTC-240329-70000-C */
    readonly symbol: string | readonly string[];
  }, OptionsStreamBookTickerEvent>;
      /**
       * 24-hour statistics of all contracts of an underlying and day.
       * <underlying>@ticker@<expiry>
       */
      expiryTickers: StreamMethod<{
    /** Underlying pair, such as BTCUSDT */
    readonly underlying: string | readonly string[];
    /** Day of expiry as YYMMDD */
    readonly expiry: string;
  }, OptionsStreamExpiryTickersEvent>;
      /**
       * Index price of an underlying.
       * <underlying>@index
       */
      indexPrice: StreamMethod<{
    /** Underlying pair, such as BTCUSDT */
    readonly underlying: string | readonly string[];
  }, OptionsStreamIndexPriceEvent>;
      /**
       * Mark prices of all contracts of an underlying.
       * <underlying>@markPrice
       */
      markPrice: StreamMethod<{
    /** Underlying pair, such as BTCUSDT */
    readonly underlying: string | readonly string[];
  }, OptionsStreamMarkPriceEvent>;
      /**
       * The best levels of the book.
       * <symbol>@depth<levels>[@<speed>]
       */
      partialDepth: StreamMethod<{
    /** Contract, such as BTC-240329-70000-C */
    readonly symbol: string | readonly string[];
    /** Levels of a side */
    readonly levels: "10" | "20" | "50" | "100";
    /** Time between messages (default 500ms) */
    readonly speed?: "500ms" | "100ms" | "1000ms";
  }, OptionsStreamPartialDepthEvent>;
      /**
       * Changes of the book.
       * <symbol>@depth[@<speed>]
       */
      depth: StreamMethod<{
    /** Contract, such as BTC-240329-70000-C */
    readonly symbol: string | readonly string[];
    /** Time between messages (default 500ms) */
    readonly speed?: "500ms" | "100ms" | "1000ms";
  }, OptionsStreamDepthEvent>;
      /**
       * Open interest of all contracts of an underlying and day.
       * <underlying>@openInterest@<expiry>
       */
      openInterest: StreamMethod<{
    /** Underlying pair, such as BTCUSDT */
    readonly underlying: string | readonly string[];
    /** Day of expiry as YYMMDD */
    readonly expiry: string;
  }, OptionsStreamOpenInterestEvent>;
      /**
       * Contracts newly listed.
       * option_pair
       * The event type and further fields are undocumented.
       */
      newSymbols: StreamMethod<NoArguments, OptionsStreamNewSymbolsEvent>;
      /**
       * The account's order updates, fills and balance changes.
       * After a lost connection, orders, fills and balances are queried, and what changed without an event comes as { source: "rest" }.
       */
      user: StreamMethod<NoArguments, OptionsStreamUserEvent>;
    };
  };
  margin: {
    /**
     * The cross margin account: level, assets held and owed.
     * GET /sapi/v1/margin/account · signed · weight 10
     */
    account: ReadMethod<NoArguments, MarginAccountAnswer>;
    /**
     * Whether an asset can be borrowed, and the min amount.
     * GET /sapi/v1/margin/asset · signed · weight 10
     */
    asset: ReadMethod<UsdmPortfolioAccountArguments, MarginAssetRow>;
    /**
     * Whether a pair can be traded on margin.
     * GET /sapi/v1/margin/pair · signed · weight 10
     */
    pair: ReadMethod<SpotAvgPriceArguments, MarginPairRow>;
    /**
     * The index price by which margin is valued.
     * GET /sapi/v1/margin/priceIndex · signed · weight 10
     */
    priceIndex: ReadMethod<SpotAvgPriceArguments, MarginPriceIndexRow>;
    /**
     * Assets of margin trading, and which of them can be borrowed.
     * GET /sapi/v1/margin/allAssets · signed · weight 1
     */
    assets: ReadMethod<MarginAllAssetsArguments, readonly MarginAssetRow[]>;
    /**
     * Pairs that can be traded on cross margin.
     * GET /sapi/v1/margin/allPairs · signed · weight 1
     */
    pairs: ReadMethod<MarginAllPairsArguments, readonly MarginPairRow[]>;
    /**
     * Move an asset between the spot and the cross margin account.
     * POST /sapi/v1/margin/transfer · signed · moves money · weight 600
     * A transfer has no id of your own: where its outcome is unclear, compare the balances of both accounts before it is sent again.
     * Live hosts have replaced this path by the universal transfer, types MAIN_MARGIN and MARGIN_MAIN.
     * Errors: -3041
     */
    transfer: WriteMethod<MarginTransferArguments, Having<MarginTransferRow, 'tranId'>>;
    /**
     * Borrow an asset.
     * POST /sapi/v1/margin/loan · signed · moves money · weight 3000
     * Interest accrues every hour, the first at once.
     * Live hosts have replaced this path by /sapi/v1/margin/borrow-repay with type BORROW.
     * Errors: -3041, -3008
     */
    borrow: WriteMethod<MarginBorrowArguments, Having<MarginTransferRow, 'tranId'>>;
    /**
     * Repay a borrowed asset, interest first.
     * POST /sapi/v1/margin/repay · signed · moves money · weight 3000
     * Live hosts have replaced this path by /sapi/v1/margin/borrow-repay with type REPAY.
     * Errors: -3041
     */
    repay: WriteMethod<MarginBorrowArguments, Having<MarginTransferRow, 'tranId'>>;
    /**
     * Loan history.
     * GET /sapi/v1/margin/loan · signed · weight 10
     * Newest first. If a transaction id is given, the start time is ignored.
     */
    loans: PagedMethod<MarginLoansArguments, MarginLoansAnswer, MarginLoansRow>;
    /**
     * Repayment history.
     * GET /sapi/v1/margin/repay · signed · weight 10
     * Newest first. If a transaction id is given, the start time is ignored.
     */
    repayments: PagedMethod<MarginLoansArguments, MarginRepaymentsAnswer, MarginRepaymentsRow>;
    /**
     * Borrow an asset, or repay it, interest first.
     * POST /sapi/v1/margin/borrow-repay · signed · moves money · weight 1500
     * Interest accrues every hour, the first at once.
     * Errors: -3041, -3008
     */
    borrowRepay: WriteMethod<MarginBorrowRepayArguments, Having<MarginTransferRow, 'tranId'>>;
    /**
     * Loans or repayments, those of orders included.
     * GET /sapi/v1/margin/borrow-repay · signed · weight 10
     * Newest first. The type AUTO is that of orders and liquidations, MANUAL that of calls.
     * Without times the last 7 days are answered; at most 30 days of one asset, or 7 days of all.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    borrowRepays: PagedMethod<MarginBorrowRepayListArguments, MarginBorrowRepayListAnswer, MarginBorrowRepayListRow>;
    /**
     * Transfers into and out of a margin account.
     * GET /sapi/v1/margin/transfer · signed · weight 1
     * Newest first. Without times the last 7 days are answered; at most 30 days.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    transfers: PagedMethod<MarginTransfersArguments, MarginTransfersAnswer, MarginTransfersRow>;
    /**
     * Isolated margin accounts: levels, assets held and owed.
     * GET /sapi/v1/margin/isolated/account · signed · weight 10
     * The totals in BTC are answered without symbols only.
     */
    isolatedAccounts: ReadMethod<MarginIsolatedAccountsArguments, MarginIsolatedAccountsAnswer>;
    /**
     * Create or enable the isolated margin account of a pair.
     * POST /sapi/v1/margin/isolated/account · signed · weight 300
     */
    enableIsolated: WriteMethod<SpotAvgPriceArguments, Having<MarginIsolatedEnableRow, 'success'>>;
    /**
     * Disable the isolated margin account of a pair.
     * DELETE /sapi/v1/margin/isolated/account · signed · weight 300
     * The account must be empty: no balances, debts or open orders. Once a day at most.
     * Errors: -2011 CANCEL_REJECTED
     */
    disableIsolated: WriteMethod<SpotAvgPriceArguments, Having<MarginIsolatedEnableRow, 'success'>>;
    /**
     * How many isolated margin accounts are enabled, and how many may be.
     * GET /sapi/v1/margin/isolated/accountLimit · signed · weight 1
     */
    isolatedLimit: ReadMethod<NoArguments, MarginIsolatedLimitRow>;
    /**
     * Pairs that can be traded on isolated margin.
     * GET /sapi/v1/margin/isolated/allPairs · key, no signature · weight 10
     */
    isolatedPairs: ReadMethod<MarginAllPairsArguments, readonly MarginIsolatedPairsRow[]>;
    /**
     * How much of an asset can be borrowed now.
     * GET /sapi/v1/margin/maxBorrowable · signed · weight 750
     */
    maxBorrowable: ReadMethod<MarginMaxBorrowableArguments, MarginMaxBorrowableRow>;
    /**
     * How much of an asset can be transferred out of a margin account now.
     * GET /sapi/v1/margin/maxTransferable · signed · weight 50
     */
    maxTransferable: ReadMethod<MarginMaxBorrowableArguments, MarginMaxTransferableRow>;
    /**
     * Interest rates and borrow limits of cross margin.
     * GET /sapi/v1/margin/crossMarginData · signed · weight 1 with coin, else 5
     */
    rates: ReadMethod<MarginCrossDataArguments, readonly MarginCrossDataRow[]>;
    /**
     * Leverage, interest rates and borrow limits of isolated margin.
     * GET /sapi/v1/margin/isolatedMarginData · signed · weight 1 with symbol, else 10
     */
    isolatedRates: ReadMethod<MarginIsolatedDataArguments, readonly MarginIsolatedDataRow[]>;
    /**
     * Tiers of an isolated margin pair: leverage, risk ratios, the most that can be borrowed.
     * GET /sapi/v1/margin/isolatedMarginTier · signed · weight 1
     */
    isolatedTiers: ReadMethod<MarginIsolatedTierArguments, readonly MarginIsolatedTierRow[]>;
    /**
     * Interest rates of the next hour.
     * GET /sapi/v1/margin/next-hourly-interest-rate · signed · weight 100
     */
    nextRates: ReadMethod<MarginNextHourlyRatesArguments, readonly MarginNextHourlyRatesRow[]>;
    /**
     * Levels at which the account may borrow, is warned and is liquidated.
     * GET /sapi/v1/margin/tradeCoeff · signed · weight 10
     */
    levels: ReadMethod<NoArguments, MarginTradeCoefficientsRow>;
    /**
     * The share of its value at which an asset counts as collateral of cross margin.
     * GET /sapi/v1/margin/crossMarginCollateralRatio · key, no signature · weight 100
     */
    collateral: ReadMethod<NoArguments, readonly MarginCollateralRatiosRow[]>;
    /**
     * How much the exchange has left to lend.
     * GET /sapi/v1/margin/available-inventory · signed · weight 50
     */
    inventory: ReadMethod<MarginAvailableInventoryArguments, MarginAvailableInventoryRow>;
    /**
     * Whether commission on spot and interest on margin are paid in BNB.
     * GET /sapi/v1/bnbBurn · signed · weight 1
     */
    bnbBurn: ReadMethod<NoArguments, MarginBnbBurnGetRow>;
    /**
     * Pay commission on spot or interest on margin in BNB, or stop it.
     * POST /sapi/v1/bnbBurn · signed · weight 1
     */
    setBnbBurn: WriteMethod<MarginBnbBurnSetArguments, MarginBnbBurnGetRow>;
    /**
     * Set the largest leverage of the cross margin account.
     * POST /sapi/v1/margin/max-leverage · signed · weight 3000
     */
    setMaxLeverage: WriteMethod<MarginMaxLeverageArguments, Having<MarginMaxLeverageRow, 'success'>>;
    /**
     * How much of the order limits of a margin account is used.
     * GET /sapi/v1/margin/rateLimit/order · signed · weight 20
     */
    orderLimits: ReadMethod<MarginOrderLimitsArguments, readonly SpotOrderLimitsRow[]>;
    /**
     * Place an order on margin.
     * POST /sapi/v1/margin/order · signed · weight 6 (today 1500 with sideEffectType MARGIN_BUY or AUTO_BORROW_REPAY, else 6)
     * MARGIN_BUY borrows what is missing when the order is placed, AUTO_REPAY repays from what its fills bring.
     * AUTO_BORROW_REPAY does both.
     * Live hosts repay what an unfilled order borrowed when it is cancelled, unless autoRepayAtCancel is false.
     * Errors: -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    placeOrder: WriteMethod<MarginOrderNewArguments, Having<MarginOrderNewRow, 'orderId' | 'clientOrderId'>>;
    /**
     * Cancel an order on margin.
     * DELETE /sapi/v1/margin/order · signed · weight 10
     * The answer holds the order number as text.
     * Errors: -2011 CANCEL_REJECTED
     */
    cancelOrder: WriteMethod<MarginOrderCancelArguments, MarginOrderNewRow>;
    /**
     * Cancel all open orders on margin of a symbol, order lists included.
     * DELETE /sapi/v1/margin/openOrders · signed · weight 1
     * Errors: -2011 CANCEL_REJECTED
     */
    cancelAllOrders: WriteMethod<MarginOpenOrdersCancelArguments, readonly MarginOrderNewRow[]>;
    /**
     * Look up an order on margin.
     * GET /sapi/v1/margin/order · signed · weight 10
     * Errors: -2013 NO_SUCH_ORDER
     */
    getOrder: ReadMethod<MarginOrderGetArguments, MarginOrderNewRow>;
    /**
     * Open orders on margin, of one symbol or of all.
     * GET /sapi/v1/margin/openOrders · signed · weight 10
     */
    openOrders: ReadMethod<MarginOpenOrdersArguments, readonly MarginOrderNewRow[]>;
    /**
     * All orders on margin of a symbol: open, filled, cancelled.
     * GET /sapi/v1/margin/allOrders · signed · weight 200
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    allOrders: PagedMethod<MarginAllOrdersArguments, readonly MarginAllOrdersRow[], MarginAllOrdersRow>;
    /**
     * Trades of the margin account on a symbol.
     * GET /sapi/v1/margin/myTrades · signed · weight 10
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    trades: PagedMethod<MarginMyTradesArguments, readonly MarginMyTradesRow[], MarginMyTradesRow>;
    /**
     * Place an OCO order list on margin: a limit order and a stop order.
     * POST /sapi/v1/margin/order/oco · signed · weight 1500 with sideEffectType MARGIN_BUY or AUTO_BORROW_REPAY, else 6
     * To sell, the limit price is above and the stop price below the market; to buy, the other way round.
     * MARGIN_BUY borrows what the orders that are placed at once lack; a pending order borrows nothing.
     * Errors: -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    placeOcoList: WriteMethod<MarginOcoNewArguments, Having<MarginOcoNewRow, 'orderListId' | 'listClientOrderId'>>;
    /**
     * Place an order on margin that triggers another once it is filled (OTO).
     * POST /sapi/v1/margin/order/oto · signed · weight 1500 with sideEffectType MARGIN_BUY or AUTO_BORROW_REPAY, else 6
     * Live hosts count weight 0 if the call succeeds, its weight if it fails.
     * The pending order is placed when the working order is completely filled.
     * MARGIN_BUY borrows what the orders that are placed at once lack; a pending order borrows nothing.
     * Errors: -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    placeOtoList: WriteMethod<MarginOtoNewArguments, Having<MarginOcoNewRow, 'orderListId' | 'listClientOrderId'>>;
    /**
     * Place an order on margin that triggers an OCO once it is filled (OTOCO).
     * POST /sapi/v1/margin/order/otoco · signed · weight 1500 with sideEffectType MARGIN_BUY or AUTO_BORROW_REPAY, else 6
     * Live hosts count weight 0 if the call succeeds, its weight if it fails.
     * The pending orders are placed when the working order is completely filled.
     * MARGIN_BUY borrows what the orders that are placed at once lack; a pending order borrows nothing.
     * Errors: -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    placeOtocoList: WriteMethod<MarginOtocoNewArguments, Having<MarginOcoNewRow, 'orderListId' | 'listClientOrderId'>>;
    /**
     * Cancel an order list on margin with all of its orders.
     * DELETE /sapi/v1/margin/orderList · signed · weight 1
     * Errors: -2011 CANCEL_REJECTED
     */
    cancelOrderList: WriteMethod<MarginOrderListCancelArguments, Having<MarginOcoNewRow, 'listOrderStatus'>>;
    /**
     * Look up an order list on margin.
     * GET /sapi/v1/margin/orderList · signed · weight 10
     * Errors: -2013 NO_SUCH_ORDER
     */
    getOrderList: ReadMethod<MarginOrderListGetArguments, MarginOcoNewRow>;
    /**
     * Open order lists on margin.
     * GET /sapi/v1/margin/openOrderList · signed · weight 10
     */
    openLists: ReadMethod<MarginOrderLimitsArguments, readonly MarginOcoNewRow[]>;
    /**
     * All order lists on margin: open, done, cancelled.
     * GET /sapi/v1/margin/allOrderList · signed · weight 200
     * Errors: -1127 MORE_THAN_XX_HOURS, -1128 OPTIONAL_PARAMS_BAD_COMBO
     */
    allLists: PagedMethod<MarginAllOrderListsArguments, readonly MarginAllOrderListsRow[], MarginAllOrderListsRow>;
    /**
     * What came into a margin account and went out: transfers, loans, trades, commission.
     * GET /sapi/v1/margin/capital-flow · signed · weight 100
     * The last 90 days can be queried, at most 7 days at once. Live hosts may add a note to a row.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    capitalFlow: PagedMethod<MarginCapitalFlowArguments, readonly MarginCapitalFlowRow[], MarginCapitalFlowRow>;
    /**
     * Interest that was charged.
     * GET /sapi/v1/margin/interestHistory · signed · weight 1
     * Newest first. Without times the last 7 days are answered; at most 30 days.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    interest: PagedMethod<MarginInterestHistoryArguments, MarginInterestHistoryAnswer, MarginInterestHistoryRow>;
    /**
     * Daily interest rates of an asset.
     * GET /sapi/v1/margin/interestRateHistory · signed · weight 1
     */
    interestRates: ReadMethod<MarginInterestRatesArguments, readonly MarginInterestRatesRow[]>;
    /**
     * Liquidation orders of the margin account.
     * GET /sapi/v1/margin/forceLiquidationRec · signed · weight 1
     * Newest first.
     */
    liquidations: PagedMethod<MarginLiquidationsArguments, MarginLiquidationsAnswer, MarginLiquidationsRow>;
    stream: {
      /**
       * Create a listen key of the margin account.
       * POST /sapi/v1/userDataStream · key, no signature · weight not listed
       * Errors: -1125 INVALID_LISTEN_KEY
       */
      createListenKey: WriteMethod<MarginListenKeyCreateArguments, Having<SpotListenKeyCreateRow, 'listenKey'>>;
      /**
       * The account's order updates, fills and balance changes.
       * After a lost connection, orders, fills and balances are queried, and what changed without an event comes as { source: "rest" }.
       */
      user: StreamMethod<NoArguments, MarginStreamUserEvent>;
    };
    /**
     * Create a listen token of the margin account.
     * POST /sapi/v1/userListenToken · key, no signature · weight 1
     * The method userDataStream.subscribe.listenToken of the WebSocket API opens the stream.
     * Create another token and subscribe again on the same connection before this one expires.
     * Errors: -1125 INVALID_LISTEN_KEY
     */
    createListenToken: WriteMethod<MarginListenTokenCreateArguments, Having<MarginListenTokenCreateRow, 'token'>>;
    /**
     * Create a listen key of the margin risk stream.
     * POST /sapi/v1/margin/listen-key · key, no signature · weight 1
     * The stream has the level and the debts of the cross margin account.
     * Errors: -1125 INVALID_LISTEN_KEY
     */
    createListenKey: WriteMethod<NoArguments, Having<SpotListenKeyCreateRow, 'listenKey'>>;
    /**
     * Keep a listen key of the margin risk stream alive.
     * PUT /sapi/v1/margin/listen-key · key, no signature · weight 1
     * Errors: -1125 INVALID_LISTEN_KEY
     */
    keepAliveListenKey: WriteMethod<SpotListenKeyKeepAliveArguments, AnswerValue>;
    /**
     * Close the account's listen key of the margin risk stream.
     * DELETE /sapi/v1/margin/listen-key · key, no signature · weight 3000
     * Errors: -1125 INVALID_LISTEN_KEY
     */
    closeListenKey: WriteMethod<NoArguments, AnswerValue>;
  };
  funds: {
    /**
     * Whether the exchange is under maintenance.
     * GET /sapi/v1/system/status · no key · weight 1
     * 0 is normal, 1 is maintenance.
     */
    systemStatus: ReadMethod<NoArguments, FundsSystemStatusRow>;
    /**
     * All coins: balances, networks, withdrawal fees and limits.
     * GET /sapi/v1/capital/config/getall · signed · weight 10
     * Networks with their fees, least and largest withdrawals and address forms are in -o json.
     */
    coins: ReadMethod<NoArguments, readonly FundsCoinsRow[]>;
    /**
     * Switch fast withdrawals off.
     * POST /sapi/v1/account/disableFastWithdrawSwitch · signed · weight 1
     * The key needs the permission to trade.
     */
    disableFastWithdraw: WriteMethod<NoArguments, AnswerValue>;
    /**
     * Switch fast withdrawals on: to other accounts of the exchange at once, off chain.
     * POST /sapi/v1/account/enableFastWithdrawSwitch · signed · weight 1
     * The key needs the permission to trade.
     */
    enableFastWithdraw: WriteMethod<NoArguments, AnswerValue>;
    /**
     * Withdraw a coin to an address.
     * POST /sapi/v1/capital/withdraw/apply · signed · moves money · weight 600 (today 900)
     * A wrong address, network or missing tag loses the coins permanently: a withdrawal cannot be reversed.
     * The fee is taken from the amount, which must be a multiple of withdrawIntegerMultiple and within withdrawMin and withdrawMax of the network. The key needs the permission to withdraw.
     * Errors: -3041
     */
    withdraw: WriteMethod<FundsWithdrawArguments, Having<FundsWithdrawRow, 'id'>>;
    /**
     * Deposits.
     * GET /sapi/v1/capital/deposit/hisrec · signed · weight 1
     * A window spans at most 90 days.
     * Live hosts also have the states 7 (wrong deposit) and 8 (waiting for the user); there 6 means credited but not yet withdrawable.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    deposits: PagedMethod<FundsDepositsArguments, readonly FundsDepositsRow[], FundsDepositsRow>;
    /**
     * Withdrawals.
     * GET /sapi/v1/capital/withdraw/history · signed · weight 18000
     * A window spans at most 90 days, or 7 with an id of your own. Times in the answer are UTC text.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    withdrawals: PagedMethod<FundsWithdrawalsArguments, readonly FundsWithdrawalsRow[], FundsWithdrawalsRow>;
    /**
     * The address to which a coin is deposited.
     * GET /sapi/v1/capital/deposit/address · signed · weight 10
     */
    depositAddress: ReadMethod<FundsDepositAddressArguments, FundsDepositAddressRow>;
    /**
     * Apply for the credit of a deposit to an expired address.
     * POST /sapi/v1/capital/deposit/credit-apply · signed · weight 1
     */
    applyForDepositCredit: WriteMethod<FundsDepositCreditApplyArguments, Having<FundsDepositCreditApplyRow, 'code' | 'success'>>;
    /**
     * Withdraw a coin to an address, with the answers that the travel rule requires.
     * POST /sapi/v1/localentity/withdraw/apply · signed · moves money · weight 600
     * A wrong address, network or missing tag loses the coins permanently: a withdrawal cannot be reversed.
     * The questions depend on the country; `funds travel-rule requirements` says which country applies to the account.
     * Errors: -3041
     */
    withdrawTravelRule: WriteMethod<FundsTravelRuleWithdrawArguments, Having<FundsTravelRuleWithdrawRow, 'trId' | 'accepted'>>;
    /**
     * Withdrawals that were made with a questionnaire.
     * GET /sapi/v2/localentity/withdraw/history · signed · weight 1
     * A window spans at most 90 days. Times in the answer are UTC text.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    travelRuleWithdrawals: PagedMethod<FundsTravelRuleWithdrawalsArguments, readonly FundsTravelRuleWithdrawalsRow[], FundsTravelRuleWithdrawalsRow>;
    /**
     * The country whose questionnaire the account must answer; NIL if none.
     * GET /sapi/v1/localentity/questionnaire-requirements · signed · weight 1
     */
    travelRuleRequirements: ReadMethod<NoArguments, FundsTravelRuleRequirementsRow>;
    /**
     * Providers of crypto services (VASP) that questionnaires can name.
     * GET /sapi/v1/localentity/vasp · signed · weight 1
     */
    travelRuleProviders: ReadMethod<NoArguments, readonly FundsTravelRuleProvidersRow[]>;
    /**
     * Countries that questionnaires can name.
     * GET /sapi/v1/localentity/country/list · signed · weight 1
     */
    travelRuleCountries: ReadMethod<NoArguments, FundsTravelRuleCountriesAnswer>;
    /**
     * Regions of a country that questionnaires can name.
     * GET /sapi/v1/localentity/region/list · signed · weight 1
     */
    travelRuleRegions: ReadMethod<FundsTravelRuleRegionsArguments, FundsTravelRuleRegionsAnswer>;
    /**
     * Deposits, and whether their questionnaire was answered.
     * GET /sapi/v2/localentity/deposit/history · signed · weight 1
     * The state of a questionnaire is 0 passed, 2 rejected, 3 pending, -1 failed. A window spans at most 90 days.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    travelRuleDeposits: PagedMethod<FundsTravelRuleDepositsArguments, readonly FundsTravelRuleDepositsRow[], FundsTravelRuleDepositsRow>;
    /**
     * Answer the questionnaire of a deposit, which is credited then.
     * PUT /sapi/v2/localentity/deposit/provide-info · signed · weight 600
     */
    answerTravelRuleDeposit: WriteMethod<FundsTravelRuleAnswerDepositArguments, Having<FundsTravelRuleWithdrawRow, 'trId' | 'accepted'>>;
    /**
     * Daily account snapshots.
     * GET /sapi/v1/account/snapshot · signed · weight 2400
     * A window spans at most 30 days; at the public hosts at least 7.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    snapshot: ReadMethod<FundsSnapshotArguments, FundsSnapshotAnswer>;
    /**
     * The state of the account.
     * GET /sapi/v1/account/status · signed · weight 1
     */
    accountStatus: ReadMethod<NoArguments, FundsAccountStatusRow>;
    /**
     * Whether trading by key is locked, and what would lock it.
     * GET /sapi/v1/account/apiTradingStatus · signed · weight 1
     */
    apiTradingStatus: ReadMethod<NoArguments, FundsApiTradingStatusAnswer>;
    /**
     * Convert dust into the exchange's own coin.
     * POST /sapi/v1/asset/dust · signed · moves money · weight 10
     * Errors: -3041
     */
    convertDust: WriteMethod<FundsDustConvertArguments, FundsDustConvertAnswer>;
    /**
     * Dust that can be converted into the exchange's own coin.
     * POST /sapi/v1/asset/dust-btc · signed · weight 1
     * A POST that changes nothing.
     */
    dustAssets: ReadMethod<FundsDustListArguments, FundsDustListAnswer>;
    /**
     * Dust that can be converted into another asset.
     * POST /sapi/v1/asset/dust-convert/query-convertible-assets · signed · weight 1
     * A POST that changes nothing.
     */
    dustConvertible: ReadMethod<FundsDustConvertibleArguments, FundsDustConvertibleAnswer>;
    /**
     * Convert dust into another asset.
     * POST /sapi/v1/asset/dust-convert/convert · signed · moves money · weight 10
     * Errors: -3041
     */
    convertDustTo: WriteMethod<FundsDustConvertToArguments, FundsDustConvertAnswer>;
    /**
     * Dividends, airdrops and other credits of assets.
     * GET /sapi/v1/asset/dividendRecord · signed · weight 10
     * A window spans at most 180 days.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    dividends: PagedMethod<FundsDividendsArguments, FundsDividendsAnswer, FundsDividendsRow>;
    /**
     * Min withdrawal, fee and status of assets.
     * GET /sapi/v1/asset/assetDetail · signed · weight 1
     * The answer is one object with an entry for each asset.
     */
    assetDetails: ReadMethod<MarginAllAssetsArguments, AnswerValue>;
    /**
     * Commission of the account on symbols.
     * GET /sapi/v1/asset/tradeFee · signed · weight 1
     */
    tradeFees: ReadMethod<MarginAllPairsArguments, readonly FundsTradeFeesRow[]>;
    /**
     * What the API key may do, and whether it is bound to addresses.
     * GET /sapi/v1/account/apiRestrictions · signed · weight 1
     */
    keyPermissions: ReadMethod<NoArguments, FundsKeyPermissionsRow>;
    /**
     * VIP level of the account, and the products that are enabled.
     * GET /sapi/v1/account/info · signed · weight 1
     */
    accountInfo: ReadMethod<NoArguments, FundsAccountInfoRow>;
    /**
     * Balances of the funding wallet.
     * POST /sapi/v1/asset/get-funding-asset · signed · weight 1
     * A POST that changes nothing.
     */
    funding: ReadMethod<FundsFundingAssetsArguments, readonly FundsFundingAssetsRow[]>;
    /**
     * Balances of the spot wallet, with what is frozen or being withdrawn.
     * POST /sapi/v3/asset/getUserAsset · signed · weight 5
     * A POST that changes nothing.
     */
    spot: ReadMethod<FundsFundingAssetsArguments, readonly FundsSpotAssetsRow[]>;
    /**
     * Value of each wallet of the account in one asset.
     * GET /sapi/v1/asset/wallet/balance · signed · weight 60
     */
    wallets: ReadMethod<FundsWalletBalancesArguments, readonly FundsWalletBalancesRow[]>;
    /**
     * Conversions of dust, newest first, at most 100.
     * GET /sapi/v1/asset/dribblet · signed · weight 1
     */
    dustLog: ReadMethod<FundsDustLogArguments, FundsDustLogAnswer>;
    /**
     * Saved withdrawal addresses.
     * GET /sapi/v1/capital/withdraw/address/list · signed · weight 10
     */
    withdrawAddresses: ReadMethod<NoArguments, readonly FundsWithdrawAddressesRow[]>;
    /**
     * Withdrawal quota of 24 hours, and what is used of it.
     * GET /sapi/v1/capital/withdraw/quota · signed · weight 10
     */
    withdrawQuota: ReadMethod<NoArguments, FundsWithdrawQuotaRow>;
    /**
     * Deposit addresses of a coin, by network.
     * GET /sapi/v1/capital/deposit/address/list · signed · weight 10
     */
    depositAddresses: ReadMethod<FundsDepositAddressesArguments, readonly FundsDepositAddressesRow[]>;
    /**
     * Spot symbols that will be delisted, and when.
     * GET /sapi/v1/spot/delist-schedule · key, no signature · weight 100
     */
    delistSchedule: ReadMethod<NoArguments, readonly FundsDelistScheduleRow[]>;
    /**
     * Spot symbols that will begin to trade, and when.
     * GET /sapi/v1/spot/open-symbol-list · key, no signature · weight 100
     */
    openSymbols: ReadMethod<NoArguments, readonly FundsOpenSymbolsRow[]>;
    /**
     * Tags of the assets that are traded on spot.
     * GET /sapi/v1/asset/tags · key, no signature · weight 100
     */
    tags: ReadMethod<NoArguments, readonly FundsAssetTagsRow[]>;
    /**
     * Move an asset between wallets of the account.
     * POST /sapi/v1/asset/transfer · signed · moves money · weight 1 (today 900)
     * MAIN is the spot wallet; live hosts write FUNDING instead of C2C.
     * A transfer has no client id: an unclear outcome is resolved by values and time in the list of transfers.
     * Errors: -3041
     */
    transfer: WriteMethod<FundsTransferArguments, Having<MarginTransferRow, 'tranId'>>;
    /**
     * Transfers between wallets of the account.
     * GET /sapi/v1/asset/transfer · signed · weight 1
     * The last six months can be queried; without times the last 7 days are answered.
     * MAIN is the spot wallet; live hosts write FUNDING instead of C2C.
     */
    transfers: PagedMethod<FundsTransfersArguments, FundsTransfersAnswer, FundsTransfersRow>;
  };
  sub: {
    /**
     * Sub-accounts of this master account.
     * GET /sapi/v1/sub-account/list · signed · weight 1
     * A page has one row unless --limit says more; --all brings all of them.
     */
    list: PagedMethod<SubListArguments, SubListAnswer, SubListRow>;
    /**
     * Whether sub-accounts are enabled, for margin and for futures.
     * GET /sapi/v1/sub-account/status · signed · weight 1
     */
    status: ReadMethod<SubStatusArguments, readonly SubStatusRow[]>;
    /**
     * Spot balances of sub-accounts, in BTC.
     * GET /sapi/v1/sub-account/spotSummary · signed · weight 1
     * The assets of the master account are in -o json.
     */
    spotSummary: PagedMethod<SubSpotSummaryArguments, SubSpotSummaryAnswer, SubSpotSummaryRow>;
    /**
     * The margin account of a sub-account.
     * GET /sapi/v1/sub-account/margin/account · signed · weight 1
     */
    marginAccount: ReadMethod<SubMarginAccountArguments, SubMarginAccountRow>;
    /**
     * Margin totals of all sub-accounts.
     * GET /sapi/v1/sub-account/margin/accountSummary · signed · weight 1
     */
    marginSummary: ReadMethod<NoArguments, SubMarginSummaryAnswer>;
    /**
     * Open margin trading for a sub-account.
     * POST /sapi/v1/sub-account/margin/enable · signed · weight 1
     */
    enableMargin: WriteMethod<SubMarginAccountArguments, Having<SubMarginEnableRow, 'isMarginEnabled'>>;
    /**
     * The futures account of a sub-account.
     * GET /sapi/v1/sub-account/futures/account · signed · weight 1
     */
    futuresAccount: ReadMethod<SubFuturesAccountArguments, SubFuturesAccountRow>;
    /**
     * Futures totals of all sub-accounts.
     * GET /sapi/v1/sub-account/futures/accountSummary · signed · weight 1
     * Live hosts require page and limit.
     */
    futuresSummary: ReadMethod<SubFuturesSummaryArguments, SubFuturesSummaryAnswer>;
    /**
     * Futures positions of a sub-account.
     * GET /sapi/v1/sub-account/futures/positionRisk · signed · weight 1
     */
    futuresPositions: ReadMethod<SubMarginAccountArguments, readonly SubFuturesPositionsRow[]>;
    /**
     * Open futures trading for a sub-account.
     * POST /sapi/v1/sub-account/futures/enable · signed · weight 1
     */
    enableFutures: WriteMethod<SubMarginAccountArguments, Having<SubFuturesEnableRow, 'isFuturesEnabled'>>;
    /**
     * Transfers between the spot wallets of master and sub-accounts.
     * GET /sapi/v1/sub-account/sub/transfer/history · signed · weight 1
     */
    transferHistory: PagedMethod<SubTransferHistoryArguments, readonly SubTransferHistoryRow[], SubTransferHistoryRow>;
    /**
     * Move an asset between the spot and the futures wallet of a sub-account.
     * POST /sapi/v1/sub-account/futures/transfer · signed · moves money · weight 1
     * Where the outcome is unclear, look at the transfers and at both accounts before it is sent again.
     * Errors: -3041
     */
    transferFutures: WriteMethod<SubFuturesTransferArguments, Having<SubFuturesTransferRow, 'txnId'>>;
    /**
     * Move an asset from this sub-account to another one of the same master.
     * POST /sapi/v1/sub-account/transfer/subToSub · signed · moves money · weight 1
     * Sent with the key of the sub-account that makes the transfer.
     * Where the outcome is unclear, look at the transfers and at both accounts before it is sent again.
     * Errors: -3041
     */
    transferToSub: WriteMethod<SubTransferToSubArguments, Having<SubFuturesTransferRow, 'txnId'>>;
    /**
     * Move an asset from this sub-account to its master.
     * POST /sapi/v1/sub-account/transfer/subToMaster · signed · moves money · weight 1
     * Sent with the key of the sub-account that makes the transfer.
     * Where the outcome is unclear, look at the transfers and at both accounts before it is sent again.
     * Errors: -3041
     */
    transferToMaster: WriteMethod<SubTransferToMasterArguments, Having<SubFuturesTransferRow, 'txnId'>>;
    /**
     * Move an asset between wallets of master and sub-accounts.
     * POST /sapi/v1/sub-account/universalTransfer · signed · moves money · weight 1 (today 360)
     * Between wallets of one kind at least one address is needed. SPOT goes to and from SPOT and both futures wallets; MARGIN and ISOLATED_MARGIN of a sub-account only to and from SPOT of the master.
     * A transfer is always sent with an id, so that a second attempt with the same id cannot move the asset twice.
     * Errors: -3041
     */
    transferUniversal: WriteMethod<SubTransferUniversalArguments, Having<SubTransferUniversalRow, 'tranId'>>;
    /**
     * Spot balances of a sub-account.
     * GET /sapi/v4/sub-account/assets · signed · weight 60
     */
    assets: ReadMethod<SubMarginAccountArguments, SubAssetsAnswer>;
    /**
     * The USD-M or COIN-M account of a sub-account (v2 endpoint).
     * GET /sapi/v2/sub-account/futures/account · signed · weight 1
     * The answer for coin-margined futures has fields of its own; -o json shows both kinds in full.
     */
    futuresAccountV2: ReadMethod<SubFuturesAccountV2Arguments, SubFuturesAccountV2Row>;
    /**
     * USD-M or COIN-M totals of all sub-accounts (v2 endpoint).
     * GET /sapi/v2/sub-account/futures/accountSummary · signed · weight 10
     * The answer for coin-margined futures has fields of its own; -o json shows both kinds in full.
     */
    futuresSummaryV2: ReadMethod<SubFuturesSummaryV2Arguments, SubFuturesSummaryV2Row>;
    /**
     * USD-M or COIN-M positions of a sub-account (v2 endpoint).
     * GET /sapi/v2/sub-account/futures/positionRisk · signed · weight 1
     * The answer for coin-margined futures has fields of its own; -o json shows both kinds in full.
     */
    futuresPositionsV2: ReadMethod<SubFuturesAccountV2Arguments, SubFuturesPositionsV2Row>;
    /**
     * Universal transfers of master and sub-accounts.
     * GET /sapi/v1/sub-account/universalTransfer · signed · weight 1
     * Without an address the transfers out of the master account are listed.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    transferUniversalHistory: PagedMethod<SubTransferUniversalHistoryArguments, SubTransferUniversalHistoryAnswer, SubTransferUniversalHistoryRow>;
    /**
     * Transfers of this sub-account from or to other accounts of its master.
     * GET /sapi/v1/sub-account/transfer/subUserHistory · signed · weight 1
     * Sent with the key of the sub-account. The direction 1 is received, 2 is sent.
     */
    transferOwnHistory: ReadMethod<SubTransferOwnHistoryArguments, readonly SubTransferOwnHistoryRow[]>;
    /**
     * Transfers between the futures wallets of a sub-account and of other accounts.
     * GET /sapi/v1/sub-account/futures/internalTransfer · signed · weight 1
     */
    futuresInternalHistory: PagedMethod<SubFuturesInternalHistoryArguments, SubFuturesInternalHistoryAnswer, SubFuturesInternalHistoryRow>;
    /**
     * Move an asset between the futures wallets of two accounts of one master.
     * POST /sapi/v1/sub-account/futures/internalTransfer · signed · moves money · weight 1
     * Where the outcome is unclear, look at the transfers and at both accounts before it is sent again.
     * Errors: -3041
     */
    transferBetweenFutures: WriteMethod<SubFuturesInternalTransferArguments, Having<SubFuturesInternalTransferRow, 'txnId' | 'success'>>;
    /**
     * The address to which a coin is deposited for a sub-account.
     * GET /sapi/v1/capital/deposit/subAddress · signed · weight 1
     */
    depositAddress: ReadMethod<SubDepositAddressArguments, FundsDepositAddressRow>;
    /**
     * Deposits of a sub-account.
     * GET /sapi/v1/capital/deposit/subHisrec · signed · weight 1
     * A window spans at most 90 days.
     * Live hosts also have the states 7 (wrong deposit) and 8 (waiting for the user); there 6 means credited but not yet withdrawable.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    deposits: PagedMethod<SubDepositHistoryArguments, readonly FundsDepositsRow[], FundsDepositsRow>;
  };
  earn: {
    /**
     * Flexible products and their rates.
     * GET /sapi/v1/simple-earn/flexible/list · signed · weight 150
     */
    flexibleProducts: PagedMethod<EarnFlexibleListArguments, EarnFlexibleListAnswer, EarnFlexibleListRow>;
    /**
     * Locked products, their terms and rates.
     * GET /sapi/v1/simple-earn/locked/list · signed · weight 150
     */
    lockedProducts: PagedMethod<EarnFlexibleListArguments, EarnLockedListAnswer, EarnLockedListRow>;
    /**
     * Subscribe an amount to a flexible product.
     * POST /sapi/v1/simple-earn/flexible/subscribe · signed · moves money · weight 1
     * Errors: -3041, -6001
     */
    subscribeFlexible: WriteMethod<EarnFlexibleSubscribeArguments, Having<EarnFlexibleSubscribeRow, 'purchaseId' | 'success'>>;
    /**
     * Subscribe an amount to a locked product.
     * POST /sapi/v1/simple-earn/locked/subscribe · signed · moves money · weight 1
     * Errors: -3041, -6001
     */
    subscribeLocked: WriteMethod<EarnLockedSubscribeArguments, Having<EarnLockedSubscribeRow, 'purchaseId' | 'success'>>;
    /**
     * Redeem an amount, or all, from a flexible product.
     * POST /sapi/v1/simple-earn/flexible/redeem · signed · moves money · weight 1
     * Errors: -3041, -6001
     */
    redeemFlexible: WriteMethod<EarnFlexibleRedeemArguments, Having<EarnFlexibleRedeemRow, 'redeemId' | 'success'>>;
    /**
     * Subscriptions to flexible products.
     * GET /sapi/v1/simple-earn/flexible/history/subscriptionRecord · signed · weight 150
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    flexibleSubscriptions: PagedMethod<EarnFlexibleSubscriptionsArguments, EarnFlexibleSubscriptionsAnswer, EarnFlexibleSubscriptionsRow>;
    /**
     * Subscriptions to locked products.
     * GET /sapi/v1/simple-earn/locked/history/subscriptionRecord · signed · weight 150
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    lockedSubscriptions: PagedMethod<EarnLockedSubscriptionsArguments, EarnLockedSubscriptionsAnswer, EarnLockedSubscriptionsRow>;
    /**
     * Value of what is in flexible and in locked products.
     * GET /sapi/v1/simple-earn/account · signed · weight 150
     */
    account: ReadMethod<NoArguments, EarnAccountRow>;
    /**
     * Amounts in flexible products, their rates and rewards.
     * GET /sapi/v1/simple-earn/flexible/position · signed · weight 150
     */
    flexiblePositions: PagedMethod<EarnFlexiblePositionsArguments, EarnFlexiblePositionsAnswer, EarnFlexiblePositionsRow>;
    /**
     * Amounts in locked products, their terms and rewards.
     * GET /sapi/v1/simple-earn/locked/position · signed · weight 150
     */
    lockedPositions: PagedMethod<EarnLockedPositionsArguments, EarnLockedPositionsAnswer, EarnLockedPositionsRow>;
    /**
     * Remaining subscription quota of a flexible product.
     * GET /sapi/v1/simple-earn/flexible/personalLeftQuota · signed · weight 150
     */
    flexibleQuota: ReadMethod<EarnFlexibleQuotaArguments, EarnFlexibleQuotaRow>;
    /**
     * Remaining subscription quota of a locked product.
     * GET /sapi/v1/simple-earn/locked/personalLeftQuota · signed · weight 150
     */
    lockedQuota: ReadMethod<EarnLockedQuotaArguments, EarnFlexibleQuotaRow>;
    /**
     * Rewards of flexible products.
     * GET /sapi/v1/simple-earn/flexible/history/rewardsRecord · signed · weight 150
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    flexibleRewards: PagedMethod<EarnFlexibleRewardsArguments, EarnFlexibleRewardsAnswer, EarnFlexibleRewardsRow>;
    /**
     * Rewards of locked products.
     * GET /sapi/v1/simple-earn/locked/history/rewardsRecord · signed · weight 150
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    lockedRewards: PagedMethod<EarnLockedRewardsArguments, EarnLockedRewardsAnswer, EarnLockedRewardsRow>;
    /**
     * Daily rates of a flexible product, newest first.
     * GET /sapi/v1/simple-earn/flexible/history/rateHistory · signed · weight 150
     * Without times the last 30 days are listed.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    flexibleRates: PagedMethod<EarnFlexibleRatesArguments, EarnFlexibleRatesAnswer, EarnFlexibleRatesRow>;
    /**
     * Redemptions from flexible products.
     * GET /sapi/v1/simple-earn/flexible/history/redemptionRecord · signed · weight 150
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    flexibleRedemptions: PagedMethod<EarnFlexibleRedemptionsArguments, EarnFlexibleRedemptionsAnswer, EarnFlexibleRedemptionsRow>;
    /**
     * Redemptions from locked products.
     * GET /sapi/v1/simple-earn/locked/history/redemptionRecord · signed · weight 150
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    lockedRedemptions: PagedMethod<EarnLockedRedemptionsArguments, EarnLockedRedemptionsAnswer, EarnLockedRedemptionsRow>;
    /**
     * Let the interest of a flexible product be subscribed again, or paid out.
     * POST /sapi/v1/simple-earn/flexible/setAutoSubscribe · signed · weight 150
     */
    autoSubscribeFlexible: WriteMethod<EarnFlexibleAutoSubscribeArguments, Having<MarginMaxLeverageRow, 'success'>>;
    /**
     * Let a locked position be locked again at the end of its term, or paid out.
     * POST /sapi/v1/simple-earn/locked/setAutoSubscribe · signed · weight 150
     */
    autoSubscribeLocked: WriteMethod<EarnLockedAutoSubscribeArguments, Having<MarginMaxLeverageRow, 'success'>>;
    /**
     * Choose where a locked position is paid out at the end of its term.
     * POST /sapi/v1/simple-earn/locked/setRedeemOption · signed · weight 50
     */
    setLockedRedeemOption: WriteMethod<EarnLockedRedeemOptionArguments, Having<MarginMaxLeverageRow, 'success'>>;
    /**
     * Redeem a locked position early, without its rewards.
     * POST /sapi/v1/simple-earn/locked/redeem · signed · moves money · weight 1
     * One redemption in 3 seconds is allowed.
     * Errors: -3041, -6001
     */
    redeemLocked: WriteMethod<EarnLockedRedeemArguments, Having<EarnFlexibleRedeemRow, 'redeemId' | 'success'>>;
  };
  mining: {
    /**
     * Algorithms of the pool.
     * GET /sapi/v1/mining/pub/algoList · signed · weight 1
     */
    algorithms: ReadMethod<NoArguments, MiningAlgorithmsAnswer>;
    /**
     * Coins of the pool.
     * GET /sapi/v1/mining/pub/coinList · signed · weight 1
     */
    coins: ReadMethod<NoArguments, MiningCoinsAnswer>;
    /**
     * Hash rates of one worker over time.
     * GET /sapi/v1/mining/worker/detail · signed · weight 5
     */
    workerDetail: ReadMethod<MiningWorkerDetailArguments, MiningWorkerDetailAnswer>;
    /**
     * Workers of a mining account.
     * GET /sapi/v1/mining/worker/list · signed · weight 5
     */
    workerList: PagedMethod<MiningWorkerListArguments, MiningWorkerListAnswer, MiningWorkerListRow>;
    /**
     * Earnings of a mining account.
     * GET /sapi/v1/mining/payment/list · signed · weight 5
     * Status: 0 unpaid, 1 paying, 2 paid.
     */
    payments: PagedMethod<MiningPaymentsArguments, MiningPaymentsAnswer, MiningPaymentsRow>;
    /**
     * Hash rate, workers and profit of a mining account.
     * GET /sapi/v1/mining/statistics/user/status · signed · weight 5
     */
    statistics: ReadMethod<MiningStatisticsArguments, MiningStatisticsAnswer>;
    /**
     * Hash rates of a mining account over time.
     * GET /sapi/v1/mining/statistics/user/list · signed · weight 5
     */
    hashRates: ReadMethod<MiningStatisticsArguments, MiningHashRatesAnswer>;
  };
  fiat: {
    /**
     * Fiat deposits or withdrawals.
     * GET /sapi/v1/fiat/orders · signed · weight 90000
     * Without times the last 30 days are answered. A page weighs half of what an account may use in a minute.
     */
    orders: PagedMethod<FiatOrdersArguments, FiatOrdersAnswer, FiatOrdersRow>;
    /**
     * Crypto purchases or sales for fiat.
     * GET /sapi/v1/fiat/payments · signed · weight 1
     */
    payments: PagedMethod<FiatPaymentsArguments, FiatPaymentsAnswer, FiatPaymentsRow>;
  };
  c2c: {
    /**
     * C2C trades.
     * GET /sapi/v1/c2c/orderMatch/listUserOrderHistory · signed · weight 1
     * A window spans at most 30 days, within the last six months.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    orders: PagedMethod<C2cOrdersArguments, C2cOrdersAnswer, C2cOrdersRow>;
  };
  convert: {
    /**
     * Convertible pairs with min and max amounts.
     * GET /sapi/v1/convert/exchangeInfo · key, no signature · weight 3000
     */
    pairs: ReadMethod<UsdmConvertPairsArguments, readonly UsdmConvertPairsRow[]>;
    /**
     * Request a quote, which can then be accepted.
     * POST /sapi/v1/convert/getQuote · signed · weight 200
     * Nothing is converted until the quote is accepted. Without enough funds the answer has no quote id.
     * Live hosts no longer allow 2m.
     */
    quote: ReadMethod<ConvertQuoteArguments, UsdmConvertQuoteRow>;
    /**
     * Accept a quote: converts at its price.
     * POST /sapi/v1/convert/acceptQuote · signed · moves money · weight 500
     * Errors: -3041
     */
    accept: WriteMethod<UsdmConvertAcceptArguments, Having<UsdmConvertAcceptRow, 'orderId' | 'orderStatus'>>;
    /**
     * Conversion history.
     * GET /sapi/v1/convert/tradeFlow · signed · weight 3000
     * A window spans at most 30 days.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    trades: PagedMethod<ConvertTradesArguments, ConvertTradesAnswer, ConvertTradesRow>;
  };
  stream: {
    /**
     * Create a listen key.
     * POST /api/v3/userDataStream · key, no signature · weight 2
     * Errors: -1125 INVALID_LISTEN_KEY
     */
    createListenKey: WriteMethod<NoArguments, Having<SpotListenKeyCreateRow, 'listenKey'>>;
    /**
     * Keep a listen key alive for another hour.
     * PUT /api/v3/userDataStream · key, no signature · weight 2
     * Errors: -1125 INVALID_LISTEN_KEY
     */
    keepAliveListenKey: WriteMethod<SpotListenKeyKeepAliveArguments, AnswerValue>;
    /**
     * Close a listen key.
     * DELETE /api/v3/userDataStream · key, no signature · weight 2
     * Errors: -1125 INVALID_LISTEN_KEY
     */
    closeListenKey: WriteMethod<SpotListenKeyKeepAliveArguments, AnswerValue>;
    /**
     * Aggregate trades.
     * <symbol>@aggTrade
     */
    aggTrades: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
  }, StreamAggTradesEvent>;
    /**
     * Individual trades.
     * <symbol>@trade
     */
    trades: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
  }, StreamTradesEvent>;
    /**
     * Block trades, which are agreed outside the order book.
     * <symbol>@blockTrade
     * Sent since 2026-05-12; `market block-trades` lists those of the past.
     */
    blockTrades: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
  }, StreamBlockTradesEvent>;
    /**
     * Candles, identified by their open time.
     * <symbol>@kline_<interval>[@<zone>]
     * Candles of 1s come each second.
     * A time zone shifts the borders; times stay UTC.
     */
    klines: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
    /** Candle interval */
    readonly interval: "1s" | "1m" | "3m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "3d" | "1w" | "1M";
    /** Offset from UTC that shifts the borders of candles, such as +08:00 (default +00:00) */
    readonly zone?: string;
  }, StreamKlinesEvent>;
    /**
     * 24-hour statistics, short.
     * <symbol>@miniTicker
     */
    miniTicker: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
  }, StreamMiniTickerEvent>;
    /**
     * 24-hour statistics, full.
     * <symbol>@ticker
     */
    ticker: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
  }, StreamTickerEvent>;
    /**
     * Best bid and ask.
     * <symbol>@bookTicker
     * Messages carry neither event type nor event time.
     */
    bookTicker: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
  }, StreamBookTickerEvent>;
    /**
     * Average price.
     * <symbol>@avgPrice
     */
    avgPrice: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
  }, StreamAvgPriceEvent>;
    /**
     * The best levels of the book.
     * <symbol>@depth<levels>[@<speed>]
     * Messages do not contain the symbol.
     */
    partialDepth: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
    /** Levels of a side */
    readonly levels: "5" | "10" | "20";
    /** Time between messages (default 1000ms) */
    readonly speed?: "1000ms" | "100ms";
  }, StreamPartialDepthEvent>;
    /**
     * Changes of the book.
     * <symbol>@depth[@<speed>]
     */
    depth: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
    /** Time between messages (default 1000ms) */
    readonly speed?: "1000ms" | "100ms";
  }, StreamDepthEvent>;
    /**
     * 24-hour statistics of all symbols that changed, short.
     * !miniTicker@arr
     */
    allMiniTickers: StreamMethod<NoArguments, StreamAllMiniTickersEvent>;
    /**
     * 24-hour statistics of all symbols that changed, full.
     * !ticker@arr
     */
    allTickers: StreamMethod<NoArguments, StreamAllTickersEvent>;
    /**
     * Best bid and ask of all symbols.
     * !bookTicker
     */
    allBookTickers: StreamMethod<NoArguments, StreamBookTickerEvent>;
    /**
     * Statistics of a rolling window.
     * <symbol>@ticker_<window>
     */
    windowTicker: StreamMethod<{
    /** Trading pair */
    readonly symbol: string | readonly string[];
    /** Rolling window */
    readonly window: "1h" | "4h" | "1d";
  }, StreamWindowTickerEvent>;
    /**
     * Statistics of a rolling window of all symbols that changed.
     * !ticker_<window>@arr
     */
    allWindowTickers: StreamMethod<{
    /** Rolling window */
    readonly window: "1h" | "4h" | "1d";
  }, StreamAllWindowTickersEvent>;
    /**
     * An order book that is kept up to date from a snapshot and its changes; one event for each change of the shown levels.
     * After a gap its state is stale until a new snapshot fits.
     */
    book: KeptBookMethod<{
    /** One symbol, or several. */
    readonly symbol: string | readonly string[];
    /** Levels per side, 10 if omitted. */
    readonly levels?: number | 'all';
    /** Write at this interval in place of each change, such as "1s". */
    readonly every?: string;
  }>;
    /**
     * The account's order updates, fills and balance changes.
     * After a lost connection, orders, fills and balances are queried, and what changed without an event comes as { source: "rest" }.
     */
    user: StreamMethod<NoArguments, StreamUserEvent>;
  };
  portfolio: {
    /**
     * Test that the exchange answers.
     * GET /papi/v1/ping · no key · weight 1
     */
    ping: ReadMethod<NoArguments, AnswerValue>;
    /**
     * Equity, margins and state of the portfolio margin account.
     * GET /papi/v1/account · signed · weight 20
     */
    account: ReadMethod<NoArguments, PortfolioAccountRow>;
    /**
     * Balance of each asset over margin, USD-M and COIN-M.
     * GET /papi/v1/balance · signed · weight 20
     */
    balance: ReadMethod<MarginAllAssetsArguments, readonly PortfolioBalanceRow[]>;
    /**
     * Borrow an asset in the portfolio margin account.
     * POST /papi/v1/marginLoan · signed · moves money · weight 100
     */
    borrow: WriteMethod<SubTransferToMasterArguments, Having<MarginTransferRow, 'tranId'>>;
    /**
     * Repay an asset borrowed in the portfolio margin account.
     * POST /papi/v1/repayLoan · signed · moves money · weight 100
     */
    repay: WriteMethod<SubTransferToMasterArguments, Having<MarginTransferRow, 'tranId'>>;
    /**
     * What the portfolio margin account may borrow of an asset.
     * GET /papi/v1/margin/maxBorrowable · signed · weight 5
     */
    maxBorrow: ReadMethod<UsdmPortfolioAccountArguments, MarginMaxBorrowableRow>;
    /**
     * Assets and positions of the USD-M part.
     * GET /papi/v1/um/account · signed · weight 5
     */
    umAccount: ReadMethod<NoArguments, PortfolioUmAccountAnswer>;
    /**
     * Assets and positions of the COIN-M part.
     * GET /papi/v1/cm/account · signed · weight 5
     */
    cmAccount: ReadMethod<NoArguments, PortfolioUmAccountAnswer>;
    /**
     * Positions of the USD-M part, with leverage.
     * GET /papi/v1/um/positionRisk · signed · weight 5
     */
    umPositions: ReadMethod<UsdmOpenOrdersArguments, readonly PortfolioUmPositionsRow[]>;
    /**
     * Positions of the COIN-M part, with leverage.
     * GET /papi/v1/cm/positionRisk · signed · weight 1
     */
    cmPositions: ReadMethod<PortfolioCmPositionsArguments, readonly PortfolioUmPositionsRow[]>;
    /**
     * Trades of the USD-M part on a contract.
     * GET /papi/v1/um/userTrades · signed · weight 5
     */
    umTrades: PagedMethod<PortfolioUmMyTradesArguments, readonly PortfolioUmMyTradesRow[], PortfolioUmMyTradesRow>;
    /**
     * Trades of the COIN-M part on a contract.
     * GET /papi/v1/cm/userTrades · signed · weight 5
     */
    cmTrades: PagedMethod<PortfolioCmMyTradesArguments, readonly PortfolioUmMyTradesRow[], PortfolioUmMyTradesRow>;
    /**
     * Income history of the USD-M part.
     * GET /papi/v1/um/income · signed · weight 30
     */
    umIncome: PagedMethod<PortfolioUmIncomeArguments, readonly UsdmIncomeRow[], UsdmIncomeRow>;
    /**
     * Income history of the COIN-M part.
     * GET /papi/v1/cm/income · signed · weight 30
     */
    cmIncome: PagedMethod<PortfolioUmIncomeArguments, readonly UsdmIncomeRow[], UsdmIncomeRow>;
    /**
     * Set the leverage of a contract of the USD-M part.
     * POST /papi/v1/um/leverage · signed · weight 1
     */
    setUmLeverage: WriteMethod<UsdmLeverageArguments, UsdmLeverageRow>;
    /**
     * Set the leverage of a contract of the COIN-M part.
     * POST /papi/v1/cm/leverage · signed · weight 1
     */
    setCmLeverage: WriteMethod<CoinmLeverageArguments, CoinmLeverageRow>;
    /**
     * Position mode of the USD-M part: one-way or hedge.
     * GET /papi/v1/um/positionSide/dual · signed · weight 30
     */
    umPositionMode: ReadMethod<NoArguments, UsdmPositionModeRow>;
    /**
     * Set the position mode of the USD-M part: one-way or hedge.
     * POST /papi/v1/um/positionSide/dual · signed · weight 1
     */
    setUmPositionMode: WriteMethod<UsdmPositionModeSetArguments, Having<UsdmOpenOrdersCancelRow, 'code'>>;
    /**
     * Place an order in the USD-M part.
     * POST /papi/v1/um/order · signed · weight 1
     * Errors: -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    placeUmOrder: WriteMethod<PortfolioUmOrderNewArguments, Having<UsdmOrderNewRow, 'orderId' | 'clientOrderId'>>;
    /**
     * Cancel an order of the USD-M part.
     * DELETE /papi/v1/um/order · signed · weight 1
     * Errors: -2011 CANCEL_REJECTED
     */
    cancelUmOrder: WriteMethod<UsdmOrderCancelArguments, Having<UsdmOrderNewRow, 'status'>>;
    /**
     * Cancel all open orders of a contract of the USD-M part.
     * DELETE /papi/v1/um/allOpenOrders · signed · weight 1
     * Errors: -2011 CANCEL_REJECTED
     */
    cancelAllUmOrders: WriteMethod<UsdmOpenOrdersCancelArguments, Having<UsdmOpenOrdersCancelRow, 'code'>>;
    /**
     * Look up an order of the USD-M part.
     * GET /papi/v1/um/order · signed · weight 1
     * Errors: -2013 NO_SUCH_ORDER
     */
    getUmOrder: ReadMethod<UsdmOrderCancelArguments, UsdmOrderNewRow>;
    /**
     * All orders of the USD-M part on a contract: open, filled, cancelled.
     * GET /papi/v1/um/allOrders · signed · weight 5
     */
    umAllOrders: PagedMethod<PortfolioUmAllOrdersArguments, readonly UsdmAllOrdersRow[], UsdmAllOrdersRow>;
    /**
     * Open orders of the USD-M part, of one contract or of all.
     * GET /papi/v1/um/openOrders · signed · weight 1 with symbol, else 40
     */
    umOpenOrders: ReadMethod<UsdmOpenOrdersArguments, readonly UsdmOrderNewRow[]>;
    /**
     * Place an order in the COIN-M part.
     * POST /papi/v1/cm/order · signed · weight 1
     * Errors: -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    placeCmOrder: WriteMethod<PortfolioCmOrderNewArguments, Having<UsdmOrderNewRow, 'orderId' | 'clientOrderId'>>;
    /**
     * Cancel an order of the COIN-M part.
     * DELETE /papi/v1/cm/order · signed · weight 1
     * Errors: -2011 CANCEL_REJECTED
     */
    cancelCmOrder: WriteMethod<CoinmOrderCancelArguments, Having<UsdmOrderNewRow, 'status'>>;
    /**
     * Cancel all open orders of a contract of the COIN-M part.
     * DELETE /papi/v1/cm/allOpenOrders · signed · weight 1
     * Errors: -2011 CANCEL_REJECTED
     */
    cancelAllCmOrders: WriteMethod<CoinmOpenInterestArguments, Having<UsdmOpenOrdersCancelRow, 'code'>>;
    /**
     * Look up an order of the COIN-M part.
     * GET /papi/v1/cm/order · signed · weight 1
     * Errors: -2013 NO_SUCH_ORDER
     */
    getCmOrder: ReadMethod<CoinmOrderCancelArguments, UsdmOrderNewRow>;
    /**
     * All orders of the COIN-M part on a contract: open, filled, cancelled.
     * GET /papi/v1/cm/allOrders · signed · weight 20
     */
    cmAllOrders: PagedMethod<PortfolioCmAllOrdersArguments, readonly UsdmAllOrdersRow[], UsdmAllOrdersRow>;
    /**
     * Open orders of the COIN-M part, of one contract or of all.
     * GET /papi/v1/cm/openOrders · signed · weight 1 with symbol, else 40
     */
    cmOpenOrders: ReadMethod<UsdmOpenOrdersArguments, readonly UsdmOrderNewRow[]>;
    /**
     * Modify price and quantity of a limit order of the USD-M part (loses priority).
     * PUT /papi/v1/um/order · signed · weight 1
     * An order whose new amount is executed already is cancelled.
     * Errors: -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS, -2019, -2021
     */
    changeUmOrder: WriteMethod<PortfolioUmOrderAmendArguments, UsdmOrderNewRow>;
    /**
     * Modify price and quantity of a limit order of the COIN-M part (loses priority).
     * PUT /papi/v1/cm/order · signed · weight 1
     * An order whose new amount is executed already is cancelled.
     * Errors: -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS, -2019, -2021
     */
    changeCmOrder: WriteMethod<PortfolioCmOrderAmendArguments, UsdmOrderNewRow>;
    /**
     * Place a stop, take-profit or trailing-stop order.
     * POST /papi/v1/um/algo/order · signed · weight 1
     * An algo order reserves no margin: a trigger that the margin does not cover ends it as REJECTED.
     * Errors: -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS, -2021
     */
    placeUmAlgoOrder: WriteMethod<UsdmAlgoOrderNewArguments, Having<UsdmAlgoOrderNewRow, 'algoId' | 'clientAlgoId'>>;
    /**
     * Cancel an algo order.
     * DELETE /papi/v1/um/algo/order · signed · weight 1
     * Errors: -2011 CANCEL_REJECTED
     */
    cancelUmAlgoOrder: WriteMethod<UsdmAlgoOrderCancelArguments, Having<PortfolioUmAlgoOrderCancelRow, 'complete'>>;
    /**
     * Cancel all open algo orders of a contract.
     * DELETE /papi/v1/um/algo/allOpenOrders · signed · weight 1
     * Errors: -2011 CANCEL_REJECTED
     */
    cancelAllUmAlgoOrders: WriteMethod<UsdmOpenOrdersCancelArguments, Having<UsdmOpenOrdersCancelRow, 'code'>>;
    /**
     * Look up an algo order.
     * GET /papi/v1/um/algo/algoOrder · signed · weight 1
     * Orders that ended without a fill are found for 3 days, all others for 90.
     */
    getUmAlgoOrder: ReadMethod<UsdmAlgoOrderCancelArguments, UsdmAlgoOrderNewRow>;
    /**
     * Open algo orders, of one contract or of all.
     * GET /papi/v1/um/algo/openAlgoOrders · signed · weight 1 with symbol, else 40
     */
    openUmAlgoOrders: ReadMethod<UsdmAlgoOrdersOpenArguments, readonly UsdmAlgoOrderNewRow[]>;
    /**
     * All algo orders of a contract: open, triggered, ended.
     * GET /papi/v1/um/algo/allAlgoOrders · signed · weight 5
     * The last 7 days if neither a time nor an id is given.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    allUmAlgoOrders: PagedMethod<UsdmAlgoOrdersAllArguments, readonly UsdmAlgoOrdersAllRow[], UsdmAlgoOrdersAllRow>;
    /**
     * Place an order on margin in the portfolio margin account.
     * POST /papi/v1/margin/order · signed · weight 1
     * MARGIN_BUY borrows what is missing when the order is placed, AUTO_REPAY repays from what its fills bring.
     * Errors: -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    placeMarginOrder: WriteMethod<PortfolioMarginOrderNewArguments, Having<MarginOrderNewRow, 'orderId' | 'clientOrderId'>>;
    /**
     * Cancel an order on margin of the portfolio margin account.
     * DELETE /papi/v1/margin/order · signed · weight 2
     * The answer holds the order number as text.
     * Errors: -2011 CANCEL_REJECTED
     */
    cancelMarginOrder: WriteMethod<PortfolioMarginOrderCancelArguments, MarginOrderNewRow>;
    /**
     * Look up an order on margin of the portfolio margin account.
     * GET /papi/v1/margin/order · signed · weight 10
     * Errors: -2013 NO_SUCH_ORDER
     */
    getMarginOrder: ReadMethod<SpotOrderGetArguments, MarginOrderNewRow>;
    /**
     * Open orders on margin of a symbol in the portfolio margin account.
     * GET /papi/v1/margin/openOrders · signed · weight 5
     */
    marginOpenOrders: ReadMethod<SpotAvgPriceArguments, readonly MarginOrderNewRow[]>;
    /**
     * All orders on margin of a symbol in the portfolio margin account.
     * GET /papi/v1/margin/allOrders · signed · weight 100
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    marginAllOrders: PagedMethod<PortfolioMarginAllOrdersArguments, readonly MarginAllOrdersRow[], MarginAllOrdersRow>;
    /**
     * Collect all assets of the futures parts into the margin account.
     * POST /papi/v1/auto-collection · signed · moves money · weight 750
     */
    collectAllAssets: WriteMethod<NoArguments, Having<PortfolioAutoCollectionRow, 'msg'>>;
    /**
     * Collect one asset of the futures parts into the margin account.
     * POST /papi/v1/asset-collection · signed · moves money · weight 30
     */
    collectAsset: WriteMethod<UsdmPortfolioAccountArguments, Having<PortfolioAutoCollectionRow, 'msg'>>;
    /**
     * Move BNB for commissions to the USD-M part, or back.
     * POST /papi/v1/bnb-transfer · signed · moves money · weight 750
     */
    bnbTransfer: WriteMethod<PortfolioBnbTransferArguments, Having<MarginTransferRow, 'tranId'>>;
    /**
     * Repay the negative balances of the futures parts.
     * POST /papi/v1/repay-futures-negative-balance · signed · moves money · weight 750
     */
    repayNegative: WriteMethod<NoArguments, Having<PortfolioAutoCollectionRow, 'msg'>>;
    /**
     * Assets of the USD-M part, with its open positions only (v2 endpoint).
     * GET /papi/v2/um/account · signed · weight 5
     */
    umAccountV2: ReadMethod<NoArguments, PortfolioUmAccountV2Answer>;
    /**
     * Create a listen key of the portfolio margin account.
     * POST /papi/v1/listenKey · key, no signature · weight 1
     * Its events come at wss://fstream.binance.com/pm/ws/KEY.
     * Errors: -1125 INVALID_LISTEN_KEY
     */
    createListenKey: WriteMethod<NoArguments, Having<SpotListenKeyCreateRow, 'listenKey'>>;
    /**
     * Keep the listen key of the portfolio margin account alive.
     * PUT /papi/v1/listenKey · key, no signature · weight 1
     * An expired key is refused with -1125: create another one.
     * Errors: -1125 INVALID_LISTEN_KEY
     */
    keepAliveListenKey: WriteMethod<NoArguments, AnswerValue>;
    /**
     * Close the listen key of the portfolio margin account.
     * DELETE /papi/v1/listenKey · key, no signature · weight 1
     * Errors: -1125 INVALID_LISTEN_KEY
     */
    closeListenKey: WriteMethod<NoArguments, AnswerValue>;
  };
  wallet: {
    /**
     * Tokens held by a wallet address on a chain.
     * GET /bapi/defi/v3/public/wallet-direct/buw/wallet/address/pnl/active-position-list/ai · no key · weight not listed
     * The page size is not shown in the interface; pages are followed until an empty one.
     * offset is marked as required with a default of 0: it is sent always.
     */
    holdings: PagedMethod<OnchainHoldingsArguments, OnchainHoldingsAnswer, OnchainHoldingsRow>;
  };
  orders: {
    /** Writes that bourse sent from this machine, the newest first. */
    list: ReadMethod<OrdersListArguments, AnswerValue>;
    /** One write with its parameters. */
    show: ReadMethod<OrdersShowArguments, AnswerValue>;
    /** Every state of one write, with times. */
    timeline: ReadMethod<OrdersShowArguments, AnswerValue>;
    /** Look up unresolved writes; sends nothing but queries. */
    resolve: ReadMethod<OrdersResolveArguments, AnswerValue>;
    /** Record by hand what became of an unresolved write. */
    mark: ReadMethod<OrdersMarkArguments, AnswerValue>;
    /** Remove finished writes from the journal. */
    prune: ReadMethod<OrdersPruneArguments, AnswerValue>;
    /** Check the journal for damage and lost entries. */
    check: ReadMethod<OrdersCheckArguments, AnswerValue>;
  };
  policy: {
    /** Check a policy file; the one that is in force if omitted. */
    check: ReadMethod<PolicyCheckArguments, AnswerValue>;
    /** Show which rule would decide a call, and which conditions of the rules before it do not hold. */
    explain: ReadMethod<PolicyExplainArguments, AnswerValue>;
    /** Check a list of calls and the verdicts that you expect against the policy in force. */
    test: ReadMethod<PolicyTestArguments, AnswerValue>;
    /** Print a policy to start from. */
    init: ReadMethod<PolicyInitArguments, AnswerValue>;
    /** Refuse all writes of this machine except those that cancel or reduce, until policy resume. */
    halt: ReadMethod<NoArguments, AnswerValue>;
    /** End a halt; only a person at a terminal can. */
    resume: ReadMethod<NoArguments, AnswerValue>;
  };
  audit: {
    /** Show the newest lines of the audit log, the oldest of them first. */
    show: ReadMethod<AuditShowArguments, AnswerValue>;
    /** Check that no line of the audit log was changed, removed or inserted. */
    verify: ReadMethod<NoArguments, AnswerValue>;
  };
  thesis: {
    /** Validate theses against the contract; every fault with its position and fix. */
    validate: ReadMethod<ThesisValidateArguments, AnswerValue>;
    /** Warn about values that are valid but unlikely to be intended. */
    lint: ReadMethod<ThesisLintArguments, AnswerValue>;
    /** Explain what a thesis would do, in a sentence and as fields. */
    explain: ReadMethod<ThesisExplainArguments, AnswerValue>;
    /** Write a valid thesis; an example with --action alone. */
    new: ReadMethod<ThesisNewArguments, AnswerValue>;
    /** Carry theses out on the paper ledger, at the prices of now. */
    apply: ReadMethod<ThesisApplyArguments, AnswerValue>;
    /** Replay theses over market data in a paper ledger, exactly and without keys. */
    replay: ReadMethod<ThesisReplayArguments, AnswerValue>;
    /** Results of theses over market data: profit, drawdown, win rate, by agent or run. */
    score: ReadMethod<ThesisScoreArguments, AnswerValue>;
    /** JSON Schema of the contract. */
    schema: ReadMethod<NoArguments, AnswerValue>;
  };
  paper: {
    /** Make a paper ledger. */
    open: ReadMethod<PaperOpenArguments, AnswerValue>;
    /** Names of the paper ledgers. */
    list: ReadMethod<NoArguments, AnswerValue>;
    /** Choose the ledger of commands without --ledger. */
    use: ReadMethod<PaperUseArguments, AnswerValue>;
    /** Carry theses out on the paper ledger, at the prices of now. */
    apply: ReadMethod<ThesisApplyArguments, AnswerValue>;
    /** Let time pass up to the last whole minute: exits, funding, waiting theses. */
    tick: ReadMethod<PaperTickArguments, AnswerValue>;
    /** Follow prices until Ctrl-C: carry the ledger on after each minute, print each entry. */
    run: ReadMethod<PaperRunArguments, AnswerValue>;
    /** Open positions of the paper book, with profit, exits and liquidation. */
    positions: ReadMethod<PaperPositionsArguments, AnswerValue>;
    /** Fills of the paper ledger, both books. */
    executions: ReadMethod<PaperExecutionsArguments, AnswerValue>;
    /** Balances of all accounts of the paper ledger. */
    balance: ReadMethod<PaperExecutionsArguments, AnswerValue>;
    /** The journal of the paper ledger, entry by entry. */
    history: ReadMethod<PaperExecutionsArguments, AnswerValue>;
    /** Equity samples of the paper book. */
    equity: ReadMethod<PaperEquityArguments, AnswerValue>;
    /** Results of the paper ledger: profit, drawdown, win rate, Sharpe ratio. */
    metrics: ReadMethod<PaperMetricsArguments, AnswerValue>;
    /** Settings, symbols, cursor and head of the paper ledger. */
    show: ReadMethod<PaperExecutionsArguments, AnswerValue>;
    /** Explain an execution, a position or an entry: thesis, data, sums, postings. */
    explain: ReadMethod<PaperExplainArguments, AnswerValue>;
    /** Check a paper ledger whole: hashes, sums, derived tables, receipt. */
    verify: ReadMethod<PaperVerifyArguments, AnswerValue>;
    /** Derive balances and positions from the journal again. */
    rebuild: ReadMethod<PaperExecutionsArguments, AnswerValue>;
    /** Save the valid entries of a damaged paper ledger in a new file. */
    recover: ReadMethod<PaperRecoverArguments, AnswerValue>;
    /** Print a paper ledger as NDJSON: settings and symbols, entries, head. */
    export: ReadMethod<PaperExecutionsArguments, AnswerValue>;
    /** Make a paper ledger from an export, after checking each hash and sum. */
    import: ReadMethod<PaperImportArguments, AnswerValue>;
  };
  watch: {
    /** Open positions of the watch book. */
    list: ReadMethod<PaperExecutionsArguments, AnswerValue>;
    /** Results of watch positions beside those of the originals that they copy. */
    score: ReadMethod<PaperExecutionsArguments, AnswerValue>;
    /** Hide a watch position; the ledger goes on with it. */
    remove: ReadMethod<WatchRemoveArguments, AnswerValue>;
    /** Follow prices and print the levels that were hit since the last look, until Ctrl-C. */
    run: ReadMethod<WatchRunArguments, AnswerValue>;
  };
  lake: {
    /** Import archive files, csv files and recordings, offline. */
    import: ReadMethod<LakeImportArguments, AnswerValue>;
    /** Fill what the lake lacks from the API. */
    sync: ReadMethod<LakeSyncArguments, AnswerValue>;
    /** Query the lake with SQL. */
    sql: ReadMethod<LakeSqlArguments, AnswerValue>;
    /** Print rows of the lake, or write them to Parquet or csv files. */
    export: ReadMethod<LakeExportArguments, AnswerValue>;
    /** Draw candles of the lake in the terminal. */
    chart: ReadMethod<LakeChartArguments, AnswerValue>;
    /** Write a page with charts of a symbol, and a map of what is missing. */
    report: ReadMethod<LakeReportArguments, AnswerValue>;
    /** Make one file of the several that a folder has. */
    compact: ReadMethod<LakeCompactArguments, AnswerValue>;
    /** Remove series from the lake, or damaged files. */
    drop: ReadMethod<LakeDropArguments, AnswerValue>;
    /** Keep the present state of the lake readable. */
    snapshotCreate: ReadMethod<NoArguments, AnswerValue>;
    /** The snapshots of the lake. */
    snapshotList: ReadMethod<NoArguments, AnswerValue>;
    /** Remove a snapshot, and the files that nothing else needs. */
    snapshotRemove: ReadMethod<LakeSnapshotRemoveArguments, AnswerValue>;
    /** What the lake holds: spans, rows, bytes, holes. */
    status: ReadMethod<LakeStatusArguments, AnswerValue>;
    /** Check the files of the lake against its ledger, and the rows in them. */
    verify: ReadMethod<LakeVerifyArguments, AnswerValue>;
  };
  /** Explain an error, exit code, HTTP status, filter, enumeration, parameter, limit, term, endpoint or command, offline. */
  explain: ReadMethod<ExplainArguments, AnswerValue>;
  /** Show what all processes of this machine have used of each limit, when its window ends, and what the exchange has banned or paused; sends nothing. */
  limits: ReadMethod<NoArguments, AnswerValue>;
}
export type SpotPermissions = "SPOT" | "MARGIN" | "LEVERAGED" | "TRD_GRP_002" | "TRD_GRP_003" | "TRD_GRP_004" | "TRD_GRP_005" | "TRD_GRP_006" | "TRD_GRP_007" | "TRD_GRP_008" | "TRD_GRP_009" | "TRD_GRP_010" | "TRD_GRP_011" | "TRD_GRP_012" | "TRD_GRP_013" | "TRD_GRP_014" | "TRD_GRP_015" | "TRD_GRP_016" | "TRD_GRP_017" | "TRD_GRP_018" | "TRD_GRP_019" | "TRD_GRP_020" | "TRD_GRP_021" | "TRD_GRP_022" | "TRD_GRP_023" | "TRD_GRP_024" | "TRD_GRP_025";

export type SpotInterval = "1s" | "1m" | "3m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "3d" | "1w" | "1M";

export type SpotType = "LIMIT" | "MARKET" | "STOP_LOSS" | "STOP_LOSS_LIMIT" | "TAKE_PROFIT" | "TAKE_PROFIT_LIMIT" | "LIMIT_MAKER";

export type SpotSelfTradePreventionMode = "EXPIRE_TAKER" | "EXPIRE_MAKER" | "EXPIRE_BOTH" | "NONE" | "DECREMENT" | "TRANSFER";

export type SpotAboveType = "LIMIT_MAKER" | "STOP_LOSS" | "STOP_LOSS_LIMIT" | "TAKE_PROFIT" | "TAKE_PROFIT_LIMIT";

export type SpotPendingType = "LIMIT" | "LIMIT_MAKER" | "MARKET" | "STOP_LOSS" | "STOP_LOSS_LIMIT" | "TAKE_PROFIT" | "TAKE_PROFIT_LIMIT";

export type UsdmInterval = "1m" | "3m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "3d" | "1w" | "1M";

export type UsdmContractType = "PERPETUAL" | "CURRENT_MONTH" | "NEXT_MONTH" | "CURRENT_QUARTER" | "NEXT_QUARTER";

export type UsdmPeriod = "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "12h" | "1d";

export type UsdmContractType2 = "CURRENT_QUARTER" | "NEXT_QUARTER" | "PERPETUAL";

export type UsdmType = "LIMIT" | "MARKET" | "STOP" | "TAKE_PROFIT" | "STOP_MARKET" | "TAKE_PROFIT_MARKET" | "TRAILING_STOP_MARKET";

export type UsdmPriceMatch = "NONE" | "OPPONENT" | "OPPONENT_5" | "OPPONENT_10" | "OPPONENT_20" | "QUEUE" | "QUEUE_5" | "QUEUE_10" | "QUEUE_20";

export type UsdmSelfTradePreventionMode = "EXPIRE_TAKER" | "EXPIRE_MAKER" | "EXPIRE_BOTH" | "NONE";

export type UsdmType2 = "STOP" | "TAKE_PROFIT" | "STOP_MARKET" | "TAKE_PROFIT_MARKET" | "TRAILING_STOP_MARKET";

export type UsdmIncomeType = "TRANSFER" | "WELCOME_BONUS" | "REALIZED_PNL" | "FUNDING_FEE" | "COMMISSION" | "INSURANCE_CLEAR" | "REFERRAL_KICKBACK" | "INTERNAL_TRANSFER" | "AUTO_EXCHANGE" | "DELIVERED_SETTELMENT" | "COIN_SWAP_DEPOSIT" | "COIN_SWAP_WITHDRAW" | "POSITION_LIMIT_INCREASE_FEE" | "STRATEGY_UMFUTURES_TRANSFER" | "FEE_RETURN" | "BFUSD_REWARD";

export type CoinmContractType = "ALL" | "PERPETUAL" | "CURRENT_QUARTER" | "NEXT_QUARTER";

export type CoinmContractType2 = "PERPETUAL" | "CURRENT_QUARTER" | "NEXT_QUARTER";

export type MarginType = "LIMIT" | "MARKET" | "STOP_LOSS_LIMIT" | "TAKE_PROFIT_LIMIT";

export type MarginSideEffectType = "NO_SIDE_EFFECT" | "MARGIN_BUY" | "AUTO_REPAY" | "AUTO_BORROW_REPAY";

export type FundsType = "MAIN_C2C" | "MAIN_UMFUTURE" | "MAIN_CMFUTURE" | "MAIN_MARGIN" | "MAIN_MINING" | "C2C_MAIN" | "C2C_UMFUTURE" | "C2C_MINING" | "C2C_MARGIN" | "UMFUTURE_MAIN" | "UMFUTURE_C2C" | "UMFUTURE_MARGIN" | "CMFUTURE_MAIN" | "CMFUTURE_MARGIN" | "MARGIN_MAIN" | "MARGIN_UMFUTURE" | "MARGIN_CMFUTURE" | "MARGIN_C2C" | "MINING_MAIN" | "MINING_UMFUTURE" | "MINING_C2C" | "MARGIN_CROSS_MARGIN" | "ISOLATEDMARGIN_MARGIN" | "ISOLATEDMARGIN_ISOLATEDMARGIN" | "MAIN_FUNDING" | "FUNDING_MAIN" | "FUNDING_UMFUTURE" | "FUNDING_MARGIN" | "UMFUTURE_FUNDING" | "MARGIN_FUNDING" | "MAIN_OPTION" | "OPTION_MAIN" | "UMFUTURE_OPTION" | "OPTION_UMFUTURE" | "MARGIN_OPTION" | "OPTION_MARGIN" | "FUNDING_OPTION" | "OPTION_FUNDING" | "MARGIN_ISOLATEDMARGIN";

export type SubFromAccountType = "SPOT" | "USDT_FUTURE" | "COIN_FUTURE" | "MARGIN" | "ISOLATED_MARGIN";

export type EarnType = "BONUS" | "REALTIME" | "REWARDS" | "ALL";

export type StreamAggTradesEvent = Readonly<{
  eventType: string;
  eventTime: number;
  symbol: string;
  aggregateTradeId: bigint;
  price: string;
  quantity: string;
  firstTradeId: bigint;
  lastTradeId: bigint;
  tradeTime: number;
  isBuyerMaker: boolean;
  ignored: boolean;
}>;

export type StreamTradesEvent = Readonly<{
  eventType: string;
  eventTime: number;
  symbol: string;
  tradeId: bigint;
  price: string;
  quantity: string;
  tradeTime: number;
  isBuyerMaker: boolean;
  ignored: boolean;
}>;

export type StreamBlockTradesEvent = Readonly<{
  eventType: string;
  eventTime: number;
  symbol: string;
  blockTradeId: bigint;
  price: string;
  quantity: string;
  tradeTime: number;
  isBuyerMaker: boolean;
}>;

export type StreamKlinesEvent = Readonly<{
  eventType: string;
  eventTime: number;
  symbol: string;
  candle: {
    readonly openTime: number;
    readonly closeTime: number;
    readonly symbol: string;
    readonly interval: string;
    readonly firstTradeId: bigint;
    readonly lastTradeId: bigint;
    readonly open: string;
    readonly close: string;
    readonly high: string;
    readonly low: string;
    readonly baseVolume: string;
    readonly trades: bigint;
    readonly isClosed: boolean;
    readonly quoteVolume: string;
    readonly takerBuyBaseVolume: string;
    readonly takerBuyQuoteVolume: string;
    readonly ignored: string;
  };
}>;

export type StreamMiniTickerEvent = Readonly<{
  eventType: string;
  eventTime: number;
  symbol: string;
  close: string;
  open: string;
  high: string;
  low: string;
  baseVolume: string;
  quoteVolume: string;
}>;

export type StreamTickerEvent = Readonly<{
  eventType: string;
  eventTime: number;
  symbol: string;
  priceChange: string;
  priceChangePercent: string;
  weightedAveragePrice: string;
  previousPrice: string;
  lastPrice: string;
  lastQuantity: string;
  bidPrice: string;
  bidQuantity: string;
  askPrice: string;
  askQuantity: string;
  open: string;
  high: string;
  low: string;
  baseVolume: string;
  quoteVolume: string;
  openTime: number;
  closeTime: number;
  firstTradeId: bigint;
  lastTradeId: bigint;
  trades: bigint;
}>;

export type StreamBookTickerEvent = Readonly<{
  updateId: bigint;
  symbol: string;
  bidPrice: string;
  bidQuantity: string;
  askPrice: string;
  askQuantity: string;
}>;

export type StreamAvgPriceEvent = Readonly<{
  eventType: string;
  eventTime: number;
  symbol: string;
  interval: string;
  averagePrice: string;
  lastTradeTime: number;
}>;

export type StreamPartialDepthEvent = Readonly<{
  lastUpdateId: bigint;
  bids: readonly BookLevel[];
  asks: readonly BookLevel[];
}>;

export type StreamDepthEvent = Readonly<{
  eventType: string;
  eventTime: number;
  symbol: string;
  firstUpdateId: bigint;
  lastUpdateId: bigint;
  bids: readonly BookLevel[];
  asks: readonly BookLevel[];
}>;

export type StreamAllMiniTickersEvent = readonly {
  readonly eventType: string;
  readonly eventTime: number;
  readonly symbol: string;
  readonly close: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly baseVolume: string;
  readonly quoteVolume: string;
}[];

export type StreamAllTickersEvent = readonly {
  readonly eventType: string;
  readonly eventTime: number;
  readonly symbol: string;
  readonly priceChange: string;
  readonly priceChangePercent: string;
  readonly weightedAveragePrice: string;
  readonly previousPrice: string;
  readonly lastPrice: string;
  readonly lastQuantity: string;
  readonly bidPrice: string;
  readonly bidQuantity: string;
  readonly askPrice: string;
  readonly askQuantity: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly baseVolume: string;
  readonly quoteVolume: string;
  readonly openTime: number;
  readonly closeTime: number;
  readonly firstTradeId: bigint;
  readonly lastTradeId: bigint;
  readonly trades: bigint;
}[];

export type StreamWindowTickerEvent = Readonly<{
  eventType: string;
  eventTime: number;
  symbol: string;
  priceChange: string;
  priceChangePercent: string;
  open: string;
  high: string;
  low: string;
  lastPrice: string;
  weightedAveragePrice: string;
  baseVolume: string;
  quoteVolume: string;
  openTime: number;
  closeTime: number;
  firstTradeId: bigint;
  lastTradeId: bigint;
  trades: bigint;
}>;

export type StreamAllWindowTickersEvent = readonly {
  readonly eventType: string;
  readonly eventTime: number;
  readonly symbol: string;
  readonly priceChange: string;
  readonly priceChangePercent: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly lastPrice: string;
  readonly weightedAveragePrice: string;
  readonly baseVolume: string;
  readonly quoteVolume: string;
  readonly openTime: number;
  readonly closeTime: number;
  readonly firstTradeId: bigint;
  readonly lastTradeId: bigint;
  readonly trades: bigint;
}[];

export type UsdmStreamAggTradesEvent = Readonly<{
  eventType: string;
  eventTime: number;
  symbol: string;
  aggregateTradeId: bigint;
  price: string;
  quantity: string;
  firstTradeId: bigint;
  lastTradeId: bigint;
  tradeTime: number;
  isBuyerMaker: boolean;
  contractKind?: bigint;
  plainQuantity?: string;
}>;

export type UsdmStreamTradesEvent = Readonly<{
  eventType: string;
  eventTime: number;
  tradeTime: number;
  symbol: string;
  tradeId: bigint;
  price: string;
  quantity: string;
  tradeKind: string;
  isBuyerMaker: boolean;
}>;

export type UsdmStreamMiniTickerEvent = Readonly<{
  eventType: string;
  eventTime: number;
  symbol: string;
  close: string;
  open: string;
  high: string;
  low: string;
  baseVolume: string;
  quoteVolume: string;
  pair?: string;
  contractKind?: bigint;
}>;

export type UsdmStreamTickerEvent = Readonly<{
  eventType: string;
  eventTime: number;
  symbol: string;
  priceChange: string;
  priceChangePercent: string;
  weightedAveragePrice: string;
  lastPrice: string;
  lastQuantity: string;
  open: string;
  high: string;
  low: string;
  baseVolume: string;
  quoteVolume: string;
  openTime: number;
  closeTime: number;
  firstTradeId: bigint;
  lastTradeId: bigint;
  trades: bigint;
  contractKind?: bigint;
}>;

export type UsdmStreamBookTickerEvent = Readonly<{
  eventType: string;
  updateId: bigint;
  symbol: string;
  bidPrice: string;
  bidQuantity: string;
  askPrice: string;
  askQuantity: string;
  transactionTime: number;
  eventTime: number;
  pair?: string;
  contractKind?: bigint;
}>;

export type UsdmStreamPartialDepthEvent = Readonly<{
  eventType: string;
  eventTime: number;
  transactionTime: number;
  symbol: string;
  firstUpdateId: bigint;
  lastUpdateId: bigint;
  previousUpdateId: bigint;
  bids: readonly BookLevel[];
  asks: readonly BookLevel[];
  pair?: string;
  contractKind?: bigint;
}>;

export type UsdmStreamMarkPriceEvent = Readonly<{
  eventType: string;
  eventTime: number;
  symbol: string;
  markPrice: string;
  indexPrice: string;
  estimatedSettlementPrice: string;
  fundingRate: string;
  nextFundingTime: number;
  averageMarkPrice?: string;
  contractKind?: bigint;
}>;

export type UsdmStreamAllMarkPricesEvent = readonly {
  readonly eventType: string;
  readonly eventTime: number;
  readonly symbol: string;
  readonly markPrice: string;
  readonly indexPrice: string;
  readonly estimatedSettlementPrice: string;
  readonly fundingRate: string;
  readonly nextFundingTime: number;
  readonly averageMarkPrice?: string;
  readonly contractKind?: bigint;
}[];

export type UsdmStreamLiquidationsEvent = Readonly<{
  eventType: string;
  eventTime: number;
  order: {
    readonly symbol: string;
    readonly side: string;
    readonly orderType: string;
    readonly timeInForce: string;
    readonly quantity: string;
    readonly price: string;
    readonly averagePrice: string;
    readonly orderStatus: string;
    readonly lastFilledQuantity: string;
    readonly filledQuantity: string;
    readonly tradeTime: number;
  };
}>;

export type UsdmStreamAllLiquidationsEvent = Readonly<{
  eventType: string;
  eventTime: number;
  order: {
    readonly symbol: string;
    readonly side: string;
    readonly orderType: string;
    readonly timeInForce: string;
    readonly quantity: string;
    readonly price: string;
    readonly averagePrice: string;
    readonly orderStatus: string;
    readonly lastFilledQuantity: string;
    readonly filledQuantity: string;
    readonly tradeTime: number;
  };
  pair?: string;
  contractKind?: bigint;
}>;

export type UsdmStreamAllMiniTickersEvent = readonly {
  readonly eventType: string;
  readonly eventTime: number;
  readonly symbol: string;
  readonly close: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly baseVolume: string;
  readonly quoteVolume: string;
  readonly pair?: string;
  readonly contractKind?: bigint;
}[];

export type UsdmStreamAllTickersEvent = readonly {
  readonly eventType: string;
  readonly eventTime: number;
  readonly symbol: string;
  readonly priceChange: string;
  readonly priceChangePercent: string;
  readonly weightedAveragePrice: string;
  readonly lastPrice: string;
  readonly lastQuantity: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly baseVolume: string;
  readonly quoteVolume: string;
  readonly openTime: number;
  readonly closeTime: number;
  readonly firstTradeId: bigint;
  readonly lastTradeId: bigint;
  readonly trades: bigint;
  readonly contractKind?: bigint;
  readonly pair?: string;
}[];

export type UsdmStreamContinuousKlinesEvent = Readonly<{
  eventType: string;
  eventTime: number;
  pair: string;
  contractType: string;
  candle: {
    readonly openTime: number;
    readonly closeTime: number;
    readonly interval: string;
    readonly firstTradeId: bigint;
    readonly lastTradeId: bigint;
    readonly open: string;
    readonly close: string;
    readonly high: string;
    readonly low: string;
    readonly baseVolume: string;
    readonly trades: bigint;
    readonly isClosed: boolean;
    readonly quoteVolume: string;
    readonly takerBuyBaseVolume: string;
    readonly takerBuyQuoteVolume: string;
    readonly ignored: string;
  };
}>;

export type UsdmStreamTradingSessionsEvent = Readonly<{
  eventType: string;
  eventTime: number;
  startTime: number;
  endTime: number;
  session: string;
}>;

export type UsdmStreamCompositeIndexEvent = Readonly<{
  eventType: string;
  eventTime: number;
  symbol: string;
  price: string;
  assetKind: string;
  composition: readonly {
    readonly baseAsset: string;
    readonly quoteAsset: string;
    readonly weightInQuantity: string;
    readonly weightInPercent: string;
    readonly indexPrice: string;
  }[];
}>;

export type UsdmStreamContractInfoEvent = Readonly<{
  eventType: string;
  eventTime: number;
  symbol: string;
  pair: string;
  contractType: string;
  deliveryTime: number;
  listingTime: number;
  contractStatus: string;
  brackets: readonly {
    readonly bracket: bigint;
    readonly notionalFloor: bigint;
    readonly notionalCap: bigint;
    readonly maintenanceRatio: string;
    readonly auxiliaryNumber: string;
    readonly leastLeverage: bigint;
    readonly largestLeverage: bigint;
  }[];
  contractKind?: bigint;
}>;

export type UsdmStreamAssetIndexEvent = Readonly<{
  eventType: string;
  eventTime: number;
  symbol: string;
  indexPrice: string;
  bidBuffer: string;
  askBuffer: string;
  bidRate: string;
  askRate: string;
  autoExchangeBidBuffer: string;
  autoExchangeAskBuffer: string;
  autoExchangeBidRate: string;
  autoExchangeAskRate: string;
}>;

export type UsdmStreamAllAssetIndexesEvent = readonly {
  readonly eventType: string;
  readonly eventTime: number;
  readonly symbol: string;
  readonly indexPrice: string;
  readonly bidBuffer: string;
  readonly askBuffer: string;
  readonly bidRate: string;
  readonly askRate: string;
  readonly autoExchangeBidBuffer: string;
  readonly autoExchangeAskBuffer: string;
  readonly autoExchangeBidRate: string;
  readonly autoExchangeAskRate: string;
  readonly contractKind?: bigint;
}[];

export type CoinmStreamAggTradesEvent = Readonly<{
  eventType: string;
  eventTime: number;
  symbol: string;
  aggregateTradeId: bigint;
  price: string;
  quantity: string;
  firstTradeId: bigint;
  lastTradeId: bigint;
  tradeTime: number;
  isBuyerMaker: boolean;
  contractKind?: bigint;
}>;

export type CoinmStreamMiniTickerEvent = Readonly<{
  eventType: string;
  eventTime: number;
  symbol: string;
  close: string;
  open: string;
  high: string;
  low: string;
  baseVolume: string;
  quoteVolume: string;
  pair: string;
  contractKind?: bigint;
}>;

export type CoinmStreamTickerEvent = Readonly<{
  eventType: string;
  eventTime: number;
  symbol: string;
  priceChange: string;
  priceChangePercent: string;
  weightedAveragePrice: string;
  lastPrice: string;
  lastQuantity: string;
  open: string;
  high: string;
  low: string;
  baseVolume: string;
  quoteVolume: string;
  openTime: number;
  closeTime: number;
  firstTradeId: bigint;
  lastTradeId: bigint;
  trades: bigint;
  pair: string;
  contractKind?: bigint;
}>;

export type CoinmStreamBookTickerEvent = Readonly<{
  eventType: string;
  updateId: bigint;
  symbol: string;
  bidPrice: string;
  bidQuantity: string;
  askPrice: string;
  askQuantity: string;
  pair: string;
  transactionTime: number;
  eventTime: number;
  contractKind?: bigint;
}>;

export type CoinmStreamPartialDepthEvent = Readonly<{
  eventType: string;
  eventTime: number;
  transactionTime: number;
  symbol: string;
  firstUpdateId: bigint;
  lastUpdateId: bigint;
  previousUpdateId: bigint;
  bids: readonly BookLevel[];
  asks: readonly BookLevel[];
  pair: string;
  contractKind?: bigint;
}>;

export type CoinmStreamMarkPriceEvent = Readonly<{
  eventType: string;
  eventTime: number;
  symbol: string;
  markPrice: string;
  indexPrice: string;
  estimatedSettlementPrice: string;
  fundingRate: string;
  nextFundingTime: number;
  contractKind?: bigint;
}>;

export type CoinmStreamAllMarkPricesEvent = readonly {
  readonly eventType: string;
  readonly eventTime: number;
  readonly symbol: string;
  readonly markPrice: string;
  readonly indexPrice: string;
  readonly estimatedSettlementPrice: string;
  readonly fundingRate: string;
  readonly nextFundingTime: number;
  readonly contractKind?: bigint;
}[];

export type CoinmStreamLiquidationsEvent = Readonly<{
  eventType: string;
  eventTime: number;
  order: {
    readonly symbol: string;
    readonly side: string;
    readonly orderType: string;
    readonly timeInForce: string;
    readonly quantity: string;
    readonly price: string;
    readonly averagePrice: string;
    readonly orderStatus: string;
    readonly lastFilledQuantity: string;
    readonly filledQuantity: string;
    readonly tradeTime: number;
    readonly pair: string;
  };
}>;

export type CoinmStreamAllLiquidationsEvent = Readonly<{
  eventType: string;
  eventTime: number;
  order: {
    readonly symbol: string;
    readonly side: string;
    readonly orderType: string;
    readonly timeInForce: string;
    readonly quantity: string;
    readonly price: string;
    readonly averagePrice: string;
    readonly orderStatus: string;
    readonly lastFilledQuantity: string;
    readonly filledQuantity: string;
    readonly tradeTime: number;
    readonly pair: string;
  };
  contractKind?: bigint;
}>;

export type CoinmStreamAllMiniTickersEvent = readonly {
  readonly eventType: string;
  readonly eventTime: number;
  readonly symbol: string;
  readonly close: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly baseVolume: string;
  readonly quoteVolume: string;
  readonly pair: string;
  readonly contractKind?: bigint;
}[];

export type CoinmStreamAllTickersEvent = readonly {
  readonly eventType: string;
  readonly eventTime: number;
  readonly symbol: string;
  readonly priceChange: string;
  readonly priceChangePercent: string;
  readonly weightedAveragePrice: string;
  readonly lastPrice: string;
  readonly lastQuantity: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly baseVolume: string;
  readonly quoteVolume: string;
  readonly openTime: number;
  readonly closeTime: number;
  readonly firstTradeId: bigint;
  readonly lastTradeId: bigint;
  readonly trades: bigint;
  readonly pair: string;
  readonly contractKind?: bigint;
}[];

export type CoinmStreamContractInfoEvent = Readonly<{
  eventType: string;
  eventTime: number;
  symbol: string;
  pair: string;
  contractType: string;
  deliveryTime: number;
  listingTime: number;
  contractStatus: string;
  brackets: readonly {
    readonly bracket: bigint;
    readonly notionalFloor: string;
    readonly notionalCap: string;
    readonly maintenanceRatio: string;
    readonly auxiliaryNumber: string;
    readonly leastLeverage: bigint;
    readonly largestLeverage: bigint;
  }[];
  contractKind?: bigint;
}>;

export type CoinmStreamIndexPriceEvent = Readonly<{
  eventType: string;
  eventTime: number;
  pair: string;
  indexPrice: string;
}>;

export type CoinmStreamIndexPriceKlinesEvent = Readonly<{
  eventType: string;
  eventTime: number;
  pair: string;
  candle: {
    readonly openTime: number;
    readonly closeTime: number;
    readonly symbol: string;
    readonly interval: string;
    readonly firstTradeId: bigint;
    readonly lastTradeId: bigint;
    readonly open: string;
    readonly close: string;
    readonly high: string;
    readonly low: string;
    readonly baseVolume: string;
    readonly trades: bigint;
    readonly isClosed: boolean;
    readonly quoteVolume: string;
    readonly takerBuyBaseVolume: string;
    readonly takerBuyQuoteVolume: string;
    readonly ignored: string;
  };
}>;

export type OptionsStreamTradesEvent = Readonly<{
  eventType: string;
  eventTime: number;
  symbol: string;
  tradeId: string;
  price: string;
  quantity: string;
  buyerOrderId: bigint;
  sellerOrderId: bigint;
  tradeTime: number;
  takerSide: string;
  tradeKind: string;
}>;

export type OptionsStreamTickerEvent = Readonly<{
  eventType: string;
  eventTime: number;
  transactionTime: number;
  symbol: string;
  open: string;
  high: string;
  low: string;
  lastPrice: string;
  volume: string;
  amount: string;
  priceChangePercent: string;
  priceChange: string;
  lastQuantity: string;
  firstTradeId: string;
  lastTradeId: string;
  trades: bigint;
  bidPrice: string;
  askPrice: string;
  bidQuantity: string;
  askQuantity: string;
  bidVolatility: string;
  askVolatility: string;
  delta: string;
  theta: string;
  gamma: string;
  vega: string;
  impliedVolatility: string;
  markPrice: string;
  highestPrice: string;
  lowestPrice: string;
  estimatedExercisePrice: string;
  riskFreeRate: string;
}>;

export type OptionsStreamBookTickerEvent = Readonly<{
  eventType: string;
  updateId: bigint;
  symbol: string;
  bidPrice: string;
  bidQuantity: string;
  askPrice: string;
  askQuantity: string;
  transactionTime: number;
  eventTime: number;
}>;

export type OptionsStreamExpiryTickersEvent = readonly {
  readonly eventType: string;
  readonly eventTime: number;
  readonly transactionTime: number;
  readonly symbol: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly lastPrice: string;
  readonly volume: string;
  readonly amount: string;
  readonly priceChangePercent: string;
  readonly priceChange: string;
  readonly lastQuantity: string;
  readonly firstTradeId: string;
  readonly lastTradeId: string;
  readonly trades: bigint;
  readonly bidPrice: string;
  readonly askPrice: string;
  readonly bidQuantity: string;
  readonly askQuantity: string;
  readonly bidVolatility: string;
  readonly askVolatility: string;
  readonly delta: string;
  readonly theta: string;
  readonly gamma: string;
  readonly vega: string;
  readonly impliedVolatility: string;
  readonly markPrice: string;
  readonly highestPrice: string;
  readonly lowestPrice: string;
  readonly estimatedExercisePrice: string;
  readonly riskFreeRate: string;
}[];

export type OptionsStreamIndexPriceEvent = Readonly<{
  eventType: string;
  eventTime: number;
  symbol: string;
  indexPrice: string;
}>;

export type OptionsStreamMarkPriceEvent = readonly {
  readonly eventType: string;
  readonly eventTime: number;
  readonly symbol: string;
  readonly markPrice: string;
}[];

export type OptionsStreamPartialDepthEvent = Readonly<{
  eventType: string;
  eventTime: number;
  transactionTime: number;
  symbol: string;
  updateId: bigint;
  previousUpdateId: bigint;
  bids: readonly BookLevel[];
  asks: readonly BookLevel[];
}>;

export type OptionsStreamDepthEvent = Readonly<{
  eventType: string;
  eventTime: number;
  transactionTime: number;
  symbol: string;
  firstUpdateId: bigint;
  lastUpdateId: bigint;
  previousUpdateId: bigint;
  bids: readonly BookLevel[];
  asks: readonly BookLevel[];
}>;

export type OptionsStreamOpenInterestEvent = readonly {
  readonly eventType: string;
  readonly eventTime: number;
  readonly symbol: string;
  readonly openInterest: string;
  readonly openInterestInDollars: string;
}[];

export type OptionsStreamNewSymbolsEvent = Readonly<{
  eventType: string;
  eventTime: number;
  contract: string;
}>;

export type StreamUserOutboundAccountPosition = Readonly<{
  eventType: "outboundAccountPosition";
  eventTime: number;
  accountUpdateTime: number;
  balances: readonly {
    readonly asset: string;
    readonly free: string;
    readonly locked: string;
  }[];
}>;

export type StreamUserBalanceUpdate = Readonly<{
  eventType: "balanceUpdate";
  eventTime: number;
  asset: string;
  change: string;
  clearTime: number;
}>;

export type StreamUserExecutionReport = Readonly<{
  eventType: "executionReport";
  eventTime: number;
  symbol: string;
  clientOrderId: string;
  side: string;
  orderType: string;
  timeInForce: string;
  quantity: string;
  price: string;
  stopPrice: string;
  trailingDelta?: bigint;
  icebergQuantity: string;
  orderListId: bigint;
  originalClientOrderId: string;
  executionType: string;
  orderStatus: string;
  rejectReason: string;
  orderId: bigint;
  lastExecutedQuantity: string;
  executedQuantity: string;
  lastExecutedPrice: string;
  commission: string;
  commissionAsset?: string;
  transactionTime: number;
  tradeId: bigint;
  preventedMatchId?: bigint;
  executionId: bigint;
  isOnBook: boolean;
  isMaker: boolean;
  ignored: boolean;
  orderTime: number;
  executedQuoteQuantity: string;
  lastExecutedQuoteQuantity: string;
  quoteOrderQuantity: string;
  trailingTime?: number;
  strategyId?: bigint;
  strategyType?: bigint;
  workingTime?: number;
  selfTradePreventionMode: string;
  tradeGroupId?: bigint;
  counterOrderId?: bigint;
  counterSymbol?: string;
  preventedExecutionQuantity?: string;
  preventedExecutionPrice?: string;
  preventedQuoteQuantity?: string;
  preventedQuantity?: string;
  lastPreventedQuantity?: string;
  matchType?: string;
  allocationId?: bigint;
  workingFloor?: string;
  usedSor?: boolean;
  peggedPriceType?: string;
  peggedOffsetType?: string;
  peggedOffsetValue?: bigint;
  peggedPrice?: string;
  expiryReason?: string;
}>;

export type StreamUserListStatus = Readonly<{
  eventType: "listStatus";
  eventTime: number;
  symbol: string;
  orderListId: bigint;
  contingencyType: string;
  listStatusType: string;
  listOrderStatus: string;
  rejectReason: string;
  listClientOrderId: string;
  transactionTime: number;
  orders: readonly {
    readonly symbol: string;
    readonly orderId: bigint;
    readonly clientOrderId: string;
  }[];
}>;

export type StreamUserListenKeyExpired = Readonly<{
  eventType: "listenKeyExpired";
  eventTime: number;
  listenKey: string;
}>;

export type StreamUserExternalLockUpdate = Readonly<{
  eventType: "externalLockUpdate";
  eventTime: number;
  asset: string;
  change: string;
  transactionTime: number;
}>;

export type StreamUserEventStreamTerminated = Readonly<{
  eventType: "eventStreamTerminated";
  eventTime: number;
}>;

export type StreamUserQueried = Readonly<{
  eventType?: undefined;
  source: 'rest';
  [field: string]: AnswerValue | undefined;
}>;

export type StreamUserEvent = StreamUserOutboundAccountPosition | StreamUserBalanceUpdate | StreamUserExecutionReport | StreamUserListStatus | StreamUserListenKeyExpired | StreamUserExternalLockUpdate | StreamUserEventStreamTerminated | StreamUserQueried;

export type MarginStreamUserUSER_LIABILITY_CHANGE = Readonly<{
  eventType: "USER_LIABILITY_CHANGE";
  eventTime: number;
  asset: string;
  kind: string;
  principal: string;
  interest: string;
}>;

export type MarginStreamUserMARGIN_LEVEL_STATUS_CHANGE = Readonly<{
  eventType: "MARGIN_LEVEL_STATUS_CHANGE";
  eventTime: number;
  marginLevel: string;
  status: string;
}>;

export type MarginStreamUserEvent = StreamUserOutboundAccountPosition | StreamUserBalanceUpdate | StreamUserExecutionReport | StreamUserListStatus | StreamUserListenKeyExpired | StreamUserExternalLockUpdate | StreamUserEventStreamTerminated | MarginStreamUserUSER_LIABILITY_CHANGE | MarginStreamUserMARGIN_LEVEL_STATUS_CHANGE | StreamUserQueried;

export type UsdmStreamUserORDER_TRADE_UPDATE = Readonly<{
  eventType: "ORDER_TRADE_UPDATE";
  eventTime: number;
  transactionTime: number;
  accountAlias?: string;
  order: {
    readonly symbol: string;
    readonly clientOrderId: string;
    readonly side: string;
    readonly orderType: string;
    readonly timeInForce: string;
    readonly quantity: string;
    readonly price: string;
    readonly averagePrice: string;
    readonly stopPrice: string;
    readonly executionType: string;
    readonly orderStatus: string;
    readonly orderId: bigint;
    readonly lastFilledQuantity: string;
    readonly filledQuantity: string;
    readonly lastFilledPrice: string;
    readonly marginAsset?: string;
    readonly commissionAsset?: string;
    readonly commission?: string;
    readonly tradeTime: number;
    readonly tradeId: bigint;
    readonly bidsNotional: string;
    readonly asksNotional: string;
    readonly isMaker: boolean;
    readonly isReduceOnly: boolean;
    readonly workingType: string;
    readonly originalOrderType: string;
    readonly positionSide: string;
    readonly closesPosition: boolean;
    readonly activationPrice?: string;
    readonly callbackRate?: string;
    readonly isPriceProtected: boolean;
    readonly si: bigint;
    readonly ss: bigint;
    readonly realisedProfit: string;
    readonly selfTradePreventionMode?: string;
    readonly priceMatchMode?: string;
    readonly goodTillDate?: number;
    readonly expiryReason?: string;
    readonly modificationId?: string;
  };
}>;

export type UsdmStreamUserACCOUNT_UPDATE = Readonly<{
  eventType: "ACCOUNT_UPDATE";
  eventTime: number;
  transactionTime: number;
  accountAlias?: string;
  update: {
    readonly cause: string;
    readonly balances: readonly {
      readonly asset: string;
      readonly walletBalance: string;
      readonly crossWalletBalance: string;
      readonly balanceChange: string;
    }[];
    readonly positions: readonly {
      readonly symbol: string;
      readonly positionAmount: string;
      readonly entryPrice: string;
      readonly breakEvenPrice: string;
      readonly realisedProfit: string;
      readonly unrealisedProfit: string;
      readonly marginType: string;
      readonly isolatedWallet: string;
      readonly positionSide: string;
      readonly marginAsset?: string;
    }[];
  };
}>;

export type UsdmStreamUserMARGIN_CALL = Readonly<{
  eventType: "MARGIN_CALL";
  eventTime: number;
  accountAlias?: string;
  crossWalletBalance?: string;
  positions: readonly {
    readonly symbol: string;
    readonly positionSide: string;
    readonly positionAmount: string;
    readonly marginType: string;
    readonly isolatedWallet: string;
    readonly markPrice: string;
    readonly unrealisedProfit: string;
    readonly maintenanceMargin: string;
  }[];
}>;

export type UsdmStreamUserTRADE_LITE = Readonly<{
  eventType: "TRADE_LITE";
  eventTime: number;
  transactionTime: number;
  symbol: string;
  quantity: string;
  price: string;
  isMaker: boolean;
  clientOrderId: string;
  side: string;
  lastFilledPrice: string;
  lastFilledQuantity: string;
  tradeId: bigint;
  orderId: bigint;
}>;

export type UsdmStreamUserACCOUNT_CONFIG_UPDATE = Readonly<{
  eventType: "ACCOUNT_CONFIG_UPDATE";
  eventTime: number;
  transactionTime: number;
  leverage?: {
    readonly symbol: string;
    readonly leverage: bigint;
  };
  account?: {
    readonly multiAssetsMode: boolean;
  };
}>;

export type UsdmStreamUserALGO_UPDATE = Readonly<{
  eventType: "ALGO_UPDATE";
  eventTime: number;
  transactionTime: number;
  algoOrder: {
    readonly clientAlgoId: string;
    readonly algoOrderId: bigint;
    readonly algoType: string;
    readonly orderType: string;
    readonly symbol: string;
    readonly side: string;
    readonly positionSide: string;
    readonly timeInForce: string;
    readonly quantity: string;
    readonly status: string;
    readonly orderId: string;
    readonly averagePrice?: string;
    readonly filledQuantity?: string;
    readonly placedOrderType?: string;
    readonly triggerPrice: string;
    readonly limitPrice: string;
    readonly selfTradePreventionMode: string;
    readonly workingType: string;
    readonly priceMatchMode: string;
    readonly closesPosition: boolean;
    readonly isPriceProtected: boolean;
    readonly isReduceOnly: boolean;
    readonly triggerTime: number;
    readonly goodTillDate: number;
    readonly isTrailing?: boolean;
    readonly rejectReason?: string;
  };
}>;

export type UsdmStreamUserCONDITIONAL_ORDER_TRIGGER_REJECT = Readonly<{
  eventType: "CONDITIONAL_ORDER_TRIGGER_REJECT";
  eventTime: number;
  transactionTime: number;
  order: {
    readonly symbol: string;
    readonly orderId: bigint;
    readonly reason: string;
  };
}>;

export type UsdmStreamUserSTRATEGY_UPDATE = Readonly<{
  eventType: "STRATEGY_UPDATE";
  eventTime: number;
  transactionTime: number;
  strategy: AnswerValue;
}>;

export type UsdmStreamUserGRID_UPDATE = Readonly<{
  eventType: "GRID_UPDATE";
  eventTime: number;
  transactionTime: number;
  grid: AnswerValue;
}>;

export type UsdmStreamUserEvent = StreamUserListenKeyExpired | UsdmStreamUserORDER_TRADE_UPDATE | UsdmStreamUserACCOUNT_UPDATE | UsdmStreamUserMARGIN_CALL | UsdmStreamUserTRADE_LITE | UsdmStreamUserACCOUNT_CONFIG_UPDATE | UsdmStreamUserALGO_UPDATE | UsdmStreamUserCONDITIONAL_ORDER_TRIGGER_REJECT | UsdmStreamUserSTRATEGY_UPDATE | UsdmStreamUserGRID_UPDATE | StreamUserQueried;

export type CoinmStreamUserEvent = StreamUserListenKeyExpired | UsdmStreamUserORDER_TRADE_UPDATE | UsdmStreamUserACCOUNT_UPDATE | UsdmStreamUserMARGIN_CALL | UsdmStreamUserACCOUNT_CONFIG_UPDATE | UsdmStreamUserALGO_UPDATE | UsdmStreamUserSTRATEGY_UPDATE | UsdmStreamUserGRID_UPDATE | StreamUserQueried;

export type OptionsStreamUserACCOUNT_UPDATE = Readonly<{
  eventType: "ACCOUNT_UPDATE";
  eventTime: number;
  balances: readonly {
    readonly asset: string;
    readonly walletBalance: string;
    readonly positionValue: string;
    readonly unrealisedProfit: string;
    readonly profitTime: number;
    readonly maintenanceMargin: string;
    readonly initialMargin: string;
  }[];
  greeks: readonly {
    readonly underlying: string;
    readonly delta: string;
    readonly theta: string;
    readonly gamma: string;
    readonly vega: string;
  }[];
  positions: readonly {
    readonly symbol: string;
    readonly quantity: string;
    readonly reducibleQuantity: string;
    readonly positionValue: string;
    readonly averageEntryPrice: string;
  }[];
  accountNumber: bigint;
}>;

export type OptionsStreamUserORDER_TRADE_UPDATE = Readonly<{
  eventType: "ORDER_TRADE_UPDATE";
  eventTime: number;
  orders: readonly {
    readonly orderTime: number;
    readonly updateTime: number;
    readonly symbol: string;
    readonly clientOrderId: string;
    readonly orderId: string;
    readonly price: string;
    readonly quantity: string;
    readonly ignored: bigint;
    readonly isReduceOnly: boolean;
    readonly isPostOnly: boolean;
    readonly orderStatus: string;
    readonly filledQuantity: string;
    readonly filledAmount: string;
    readonly fee: string;
    readonly timeInForce: string;
    readonly orderType: string;
    readonly fills: readonly {
      readonly tradeId: string;
      readonly price: string;
      readonly quantity: string;
      readonly tradeTime: number;
      readonly liquidity: string;
      readonly fee: string;
    }[];
  }[];
}>;

export type OptionsStreamUserRISK_LEVEL_CHANGE = Readonly<{
  eventType: "RISK_LEVEL_CHANGE";
  eventTime: number;
  level: string;
  marginBalance: string;
  maintenanceMargin: string;
}>;

export type OptionsStreamUserEvent = StreamUserListenKeyExpired | OptionsStreamUserACCOUNT_UPDATE | OptionsStreamUserORDER_TRADE_UPDATE | OptionsStreamUserRISK_LEVEL_CHANGE | StreamUserQueried;

export type AccountSummaryArguments = Readonly<{
  /** Spot symbols whose trades are read; if omitted those whose base asset you have */
  symbol?: string | readonly string[];
  /** State every amount in this asset */
  in?: string | number;
  /** Profit from this time on, such as 7d (if omitted: today, UTC) */
  start?: string | number;
  /** Same as --start */
  since?: string | number;
  /** Print what is read and its request weight, and send nothing */
  plan?: boolean;
}>;

export type AccountPnlArguments = Readonly<{
  /** Symbols; if omitted those whose base asset you have */
  symbol?: string | readonly string[];
  /** Only from this time on, such as 2026-01-01 or 30d */
  start?: string | number;
  /** Only up to this time */
  end?: string | number;
  /** Same as --start */
  since?: string | number;
  /** Same as --end */
  until?: string | number;
  /** Which purchases of spot a sale takes: the oldest, the latest, or the average */
  method?: "fifo" | "lifo" | "average";
  /** Product */
  on?: "spot" | "usdm" | "coinm";
}>;

export type AccountFeesArguments = Readonly<{
  /** Symbols; if omitted those on which you paid fees */
  symbol?: string | readonly string[];
  /** Only from this time on, such as 2026-01-01 or 30d */
  start?: string | number;
  /** Only up to this time */
  end?: string | number;
  /** Same as --start */
  since?: string | number;
  /** Same as --end */
  until?: string | number;
  /** Product */
  on?: "spot" | "usdm" | "coinm";
}>;

export type AccountExportArguments = Readonly<{
  /** Trades of every spot symbol whose base asset you have (the default) */
  allSymbols?: boolean;
  /** Trades of these spot symbols, with commas between */
  symbols?: string | number;
  /** Trades of every spot symbol that the exchange lists */
  everySymbol?: boolean;
  /** What to export, with commas between: trades, deposits, withdrawals, conversions, income (if omitted: all) */
  kinds?: string | number;
  /** Only from this time on, such as 2026-01-01 or 30d */
  start?: string | number;
  /** Only up to this time */
  end?: string | number;
  /** Same as --start */
  since?: string | number;
  /** Same as --end */
  until?: string | number;
  /** Write csv to this file; if it exists, add the rows that it lacks */
  to?: string | number;
}>;

export type OrdersListArguments = Readonly<{
  /** Only writes of which it is not known what became of them */
  unresolved?: boolean;
  /** Most rows, the newest first */
  limit?: string | number;
}>;

export type OrdersShowArguments = Readonly<{
  /** Client order id, or the id of the write in the journal */
  id: string;
}>;

export type OrdersResolveArguments = Readonly<{
  /** Only these writes (if omitted: all unresolved ones) */
  ids?: string | readonly string[];
}>;

export type OrdersMarkArguments = Readonly<{
  /** Client order id, or the id of the write in the journal */
  id: string;
  /** What became of it; required */
  as?: "executed" | "not-executed";
  /** How you know; kept in the timeline */
  why?: string | number;
}>;

export type OrdersPruneArguments = Readonly<{
  /** Age of the last change of a write */
  olderThan?: string | number;
}>;

export type OrdersCheckArguments = Readonly<{
  /** Accept that entries were lost, so that orders can be sent again */
  acceptLoss?: boolean;
}>;

export type PolicyCheckArguments = Readonly<{
  /** The input itself, in place of a file: text, a value that is written as JSON, or a list with a line for each. */
  input?: unknown;
  /** Path of the file; the policy that is in force if omitted */
  file?: string;
}>;

export type PolicyExplainArguments = Readonly<{
  /** Id of the endpoint, such as spot.order.new */
  endpoint: string;
  /** Parameters of the call, each as name=value */
  parameters?: string | readonly string[];
  /** Where the call would go */
  venue?: string | number;
  /** By which commands the call would come: api, ws, library, serve, or cli for all others */
  door?: "cli" | "api" | "ws" | "library" | "serve";
}>;

export type PolicyTestArguments = Readonly<{
  /** The input itself, in place of a file: text, a value that is written as JSON, or a list with a line for each. */
  input?: unknown;
  /** Path of a JSON list of cases */
  file?: string;
}>;

export type PolicyInitArguments = Readonly<{
  /** Whose writes it is meant for: your own, or those of a program that trades by itself */
  for?: "person" | "agent";
  /** What becomes of a write that no rule matches */
  default?: "refuse" | "ask" | "allow";
}>;

export type AuditShowArguments = Readonly<{
  /** How many lines to show */
  last?: string | number;
  /** Show only writes that were refused */
  refused?: boolean;
}>;

export type ThesisValidateArguments = Readonly<{
  /** The input itself, in place of a file: text, a value that is written as JSON, or a list with a line for each. */
  input?: unknown;
  /** Files, folders of *.json, *.ndjson and *.jsonl, or - for standard input */
  file?: string | readonly string[];
  /** Each source is a stream with one thesis per line, of any length */
  ndjson?: boolean;
}>;

export type ThesisLintArguments = Readonly<{
  /** The input itself, in place of a file: text, a value that is written as JSON, or a list with a line for each. */
  input?: unknown;
  /** Files, or - for standard input */
  file?: string | readonly string[];
  /** Exit with code 1 if there are warnings */
  strict?: boolean;
}>;

export type ThesisExplainArguments = Readonly<{
  /** The input itself, in place of a file: text, a value that is written as JSON, or a list with a line for each. */
  input?: unknown;
  /** A file, or - for standard input */
  file?: string;
}>;

export type ThesisNewArguments = Readonly<{
  /** Action on the position; required */
  action?: "hold" | "noop" | "close" | "adjust_exit" | "add" | "reduce";
  /** paper (the default) or watch */
  mode?: string | number;
  /** The trading pair, such as BTCUSDT */
  symbol?: string | number;
  /** The position's id in the paper ledger */
  positionId?: string | number;
  /** The id of the execution that opened the position */
  executionId?: string | number;
  /** Why */
  reason?: string | number;
  /** The long form of the reason */
  rationale?: string | number;
  /** From 0 to 1 */
  confidence?: string | number;
  /** LONG or SHORT */
  side?: string | number;
  /** add: the margin to put in, in USDT */
  margin?: string | number;
  /** add, reduce: the notional value to add or take off, in USDT */
  notional?: string | number;
  /** add: the leverage, such as 3 */
  leverage?: string | number;
  /** close, reduce: the share of the position, above 0, at most 1 */
  fraction?: string | number;
  /** reduce: the quantity to take off, in the base asset */
  quantity?: string | number;
  /** close: the mark price that was seen */
  markPrice?: string | number;
  /** close: where the mark price comes from */
  markPriceSource?: string | number;
  /** adjust_exit: the stop loss price */
  stop?: string | number;
  /** adjust_exit: the take profit price */
  target?: string | number;
  /** adjust_exit: the longest time to hold */
  minutes?: string | number;
  /** adjust_exit: why the exits move */
  exitRationale?: string | number;
  /** What could go wrong; may be given several times */
  riskNote?: string | readonly string[];
  /** What comes next */
  nextAction?: string | number;
  /** the system or person that made the thesis */
  source?: string | number;
  /** The agent that wrote it */
  agent?: string | number;
  /** The research run it came out of */
  runId?: string | number;
  /** A further limitation; may be given several times */
  limitation?: string | readonly string[];
}>;

export type ThesisApplyArguments = Readonly<{
  /** The input itself, in place of a file: text, a value that is written as JSON, or a list with a line for each. */
  input?: unknown;
  /** Files with a thesis, or one a line; - for standard input */
  file?: string | readonly string[];
  /** Print the entries without writing them */
  dryRun?: boolean;
  /** Carry out theses that were applied before once more */
  again?: boolean;
  /** Market data and symbol records of a scenario file instead of the exchange */
  candles?: string | number;
  /** One price of now instead of the exchange */
  price?: string | number;
  /** Ledger of this command; without it the one of paper use */
  ledger?: string | number;
}>;

export type ThesisReplayArguments = Readonly<{
  /** The input itself, in place of a file: text, a value that is written as JSON, or a list with a line for each. */
  input?: unknown;
  /** Theses with provenance.generated_at, one a line, or - for standard input */
  file?: string;
  /** Folder or file of the public archive, with --from archive */
  folder?: string;
  /** NDJSON file of settings, symbols, market data and theses, or - for standard input */
  scenario?: string | number;
  /** Market data of the theses: lake, archive, exchange, sandbox, or an NDJSON file of candles and symbols */
  from?: string | number;
  /** Symbol records instead of the listing of the exchange */
  symbols?: string | number;
  /** Market of the prices and rules */
  on?: "usdm" | "spot";
  /** Start of the replay; the first thesis or candle if omitted */
  start?: string | number;
  /** End of the replay; the end of the data if omitted */
  end?: string | number;
  /** Cash that the ledger starts with */
  cash?: string | number;
  /** A setting, such as slippage_bps=10 */
  set?: string | readonly string[];
  /** Carry out theses that are equal to earlier ones too */
  again?: boolean;
  /** With --from lake: read the lake as it was at this snapshot */
  at?: string | number;
  /** Read archive files whose .CHECKSUM does not match */
  acceptMismatch?: boolean;
  /** Write one HTML page with charts, positions and metrics */
  report?: string | number;
  /** Check that what came before a cut stays the same without the data after it; exit code 1 if not */
  checkLookAhead?: string | number | true;
}>;

export type ThesisScoreArguments = Readonly<{
  /** The input itself, in place of a file: text, a value that is written as JSON, or a list with a line for each. */
  input?: unknown;
  /** Theses with provenance.generated_at, one a line, or - for standard input */
  file?: string;
  /** Folder or file of the public archive, with --from archive */
  folder?: string;
  /** NDJSON file of settings, symbols, market data and theses, or - for standard input */
  scenario?: string | number;
  /** Market data of the theses: lake, archive, exchange, sandbox, or an NDJSON file of candles and symbols */
  from?: string | number;
  /** Symbol records instead of the listing of the exchange */
  symbols?: string | number;
  /** Market of the prices and rules */
  on?: "usdm" | "spot";
  /** Start of the replay; the first thesis or candle if omitted */
  start?: string | number;
  /** End of the replay; the end of the data if omitted */
  end?: string | number;
  /** Cash that the ledger starts with */
  cash?: string | number;
  /** A setting, such as slippage_bps=10 */
  set?: string | readonly string[];
  /** Carry out theses that are equal to earlier ones too */
  again?: boolean;
  /** With --from lake: read the lake as it was at this snapshot */
  at?: string | number;
  /** Read archive files whose .CHECKSUM does not match */
  acceptMismatch?: boolean;
  /** One row for each agent or run */
  by?: "agent" | "run";
}>;

export type PaperOpenArguments = Readonly<{
  /** Name of the ledger */
  name?: string;
  /** Cash that the ledger starts with */
  cash?: string | number;
  /** Market of its prices and rules */
  on?: "usdm" | "spot";
  /** A setting, such as slippage_bps=10 */
  set?: string | readonly string[];
  /** JSON list of maintenance tiers instead of the built-in ladder */
  tiers?: string | number;
}>;

export type PaperUseArguments = Readonly<{
  /** Name of the ledger */
  name: string;
}>;

export type PaperTickArguments = Readonly<{
  /** Stop there instead of now */
  until?: string | number;
  /** Market data and symbol records of a scenario file instead of the exchange */
  candles?: string | number;
  /** One price of now instead of the exchange */
  price?: string | number;
  /** Ledger of this command; without it the one of paper use */
  ledger?: string | number;
}>;

export type PaperRunArguments = Readonly<{
  /** End after this duration, such as 1h */
  for?: string | number;
  /** End at this time */
  until?: string | number;
  /** Ledger of this command; without it the one of paper use */
  ledger?: string | number;
}>;

export type PaperPositionsArguments = Readonly<{
  /** Closed positions and those of the watch book too */
  all?: boolean;
  /** Ledger of this command; without it the one of paper use */
  ledger?: string | number;
}>;

export type PaperExecutionsArguments = Readonly<{
  /** Ledger of this command; without it the one of paper use */
  ledger?: string | number;
}>;

export type PaperEquityArguments = Readonly<{
  /** Pick a sample each span, a multiple of equity_every_ms */
  every?: string | number;
  /** Ledger of this command; without it the one of paper use */
  ledger?: string | number;
}>;

export type PaperMetricsArguments = Readonly<{
  /** One row for each agent or run */
  by?: "agent" | "run";
  /** Ledger of this command; without it the one of paper use */
  ledger?: string | number;
}>;

export type PaperExplainArguments = Readonly<{
  /** exe-1, pos-1, or the number of an entry */
  what: string;
  /** Ledger of this command; without it the one of paper use */
  ledger?: string | number;
}>;

export type PaperVerifyArguments = Readonly<{
  /** A head that the ledger must contain */
  expectHead?: string | number;
  /** Decide each entry again from the data that are kept with it */
  replay?: boolean;
  /** Ledger of this command; without it the one of paper use */
  ledger?: string | number;
}>;

export type PaperRecoverArguments = Readonly<{
  /** Path of the new file; required */
  out?: string | number;
  /** Ledger of this command; without it the one of paper use */
  ledger?: string | number;
}>;

export type PaperImportArguments = Readonly<{
  /** The input itself, in place of a file: text, a value that is written as JSON, or a list with a line for each. */
  input?: unknown;
  /** Output of paper export, or - for standard input */
  file?: string;
  /** Name of the ledger */
  name: string;
  /** Market of its prices and rules */
  on?: "usdm" | "spot";
}>;

export type WatchRemoveArguments = Readonly<{
  /** Id of the position, such as wpos-1 */
  position: string;
  /** Ledger of this command; without it the one of paper use */
  ledger?: string | number;
}>;

export type WatchRunArguments = Readonly<{
  /** Look once; exit code 1 if a level was hit */
  once?: boolean;
  /** End after this duration, such as 1h */
  for?: string | number;
  /** End at this time */
  until?: string | number;
  /** Market data and symbol records of a scenario file instead of the exchange */
  candles?: string | number;
  /** One price of now instead of the exchange */
  price?: string | number;
  /** Ledger of this command; without it the one of paper use */
  ledger?: string | number;
}>;

export type LakeImportArguments = Readonly<{
  /** Files of the archive (.zip or .csv), recordings (.ndjson.gz), or folders of them */
  path: string | readonly string[];
  /** Product of files outside the folders of the archive */
  product?: "spot" | "usdm" | "coinm";
  /** Rows of csv files that are not named as in the archive; their columns are those of the archive */
  dataset?: "klines" | "trades" | "aggTrades" | "fundingRate";
  /** Symbol of such csv files */
  symbol?: string | number;
  /** Interval of such csv files of candles, such as 1m */
  interval?: string | number;
  /** Import files whose checksum does not match; the ledger has both sums */
  acceptMismatch?: boolean;
}>;

export type LakeSyncArguments = Readonly<{
  /** What to fetch */
  dataset: "candles" | "trades" | "aggTrades" | "funding" | "markCandles" | "indexCandles" | "premiumCandles" | "openInterest" | "topAccountRatio" | "topPositionRatio" | "accountRatio" | "takerVolume";
  /** One symbol, or several with commas between them */
  symbols: string;
  /** Interval of candles, from 1s to 1w, or period of statistics */
  interval?: string;
  /** The first moment that is wanted */
  from: string | number;
  /** The first moment that is not wanted; now if omitted */
  to?: string | number;
  /** Product of the symbols */
  product?: "spot" | "usdm" | "coinm";
  /** Print what the lake lacks, and calls, weight, minutes and disk; fetch nothing */
  plan?: boolean;
  /** Pages to fetch at once, max 16; as many as useful if omitted */
  parallel?: string | number;
}>;

export type LakeSqlArguments = Readonly<{
  /** One SELECT, FROM or WITH, or EXPLAIN of one */
  query: string;
  /** End the query after this time */
  maxTime?: string | number;
  /** Read the lake as it was at this snapshot */
  at?: string | number;
}>;

export type LakeExportArguments = Readonly<{
  /** What to export */
  dataset: "candles" | "trades" | "aggTrades" | "funding" | "markCandles" | "indexCandles" | "premiumCandles" | "openInterest" | "topAccountRatio" | "topPositionRatio" | "accountRatio" | "takerVolume" | "book" | "messages";
  /** Only this symbol, or several with commas between them */
  symbols?: string;
  /** Only this interval or period */
  interval?: string;
  /** Only series of this product */
  product?: "spot" | "usdm" | "coinm";
  /** The first moment that is wanted */
  from?: string | number;
  /** The first moment that is not wanted */
  to?: string | number;
  /** Write one .parquet or .csv file, in place of an earlier one */
  out?: string | number;
  /** Write Parquet files to a new folder, one a month or day */
  tree?: string | number;
  /** Parquet: prices and amounts as floating point numbers, rounded; the file says so */
  floats?: boolean;
  /** Read the lake as it was at this snapshot */
  at?: string | number;
}>;

export type LakeChartArguments = Readonly<{
  /** Which candles */
  dataset: "candles" | "markCandles" | "indexCandles" | "premiumCandles";
  /** Symbol, such as BTCUSDT */
  symbols: string;
  /** Interval of the candles */
  interval: string;
  /** Only series of this product */
  product?: "spot" | "usdm" | "coinm";
  /** Only this much before the newest candle, such as 30d */
  last?: string | number;
  /** The first moment to show */
  from?: string | number;
  /** The first moment not to show */
  to?: string | number;
  /** Read the lake as it was at this snapshot */
  at?: string | number;
}>;

export type LakeReportArguments = Readonly<{
  /** Symbol, such as BTCUSDT */
  symbols: string;
  /** Interval of the candles */
  interval: string;
  /** Only series of this product */
  product?: "spot" | "usdm" | "coinm";
  /** Only this much before the newest candle, such as 30d */
  last?: string | number;
  /** The first moment to show */
  from?: string | number;
  /** The first moment not to show */
  to?: string | number;
  /** The HTML file, in place of an earlier one */
  out: string | number;
  /** Read the lake as it was at this snapshot */
  at?: string | number;
}>;

export type LakeCompactArguments = Readonly<{
  /** Only this dataset */
  dataset?: "candles" | "trades" | "aggTrades" | "funding" | "markCandles" | "indexCandles" | "premiumCandles" | "openInterest" | "topAccountRatio" | "topPositionRatio" | "accountRatio" | "takerVolume" | "book" | "messages";
  /** Only this symbol, or several with commas between them */
  symbols?: string;
  /** Only this interval or period */
  interval?: string;
  /** Only series of this product */
  product?: "spot" | "usdm" | "coinm";
}>;

export type LakeDropArguments = Readonly<{
  /** Only this dataset */
  dataset?: "candles" | "trades" | "aggTrades" | "funding" | "markCandles" | "indexCandles" | "premiumCandles" | "openInterest" | "topAccountRatio" | "topPositionRatio" | "accountRatio" | "takerVolume" | "book" | "messages";
  /** Only this symbol, or several with commas between them */
  symbols?: string;
  /** Only this interval or period */
  interval?: string;
  /** Only series of this product */
  product?: "spot" | "usdm" | "coinm";
  /** Restore files that are missing or damaged from a snapshot, or remove them so that their rows can be imported again */
  damaged?: boolean;
}>;

export type LakeSnapshotRemoveArguments = Readonly<{
  /** Id of the snapshot, or its first digits */
  id: string;
}>;

export type LakeStatusArguments = Readonly<{
  /** List each hole with its cause instead */
  gaps?: boolean;
}>;

export type LakeVerifyArguments = Readonly<{
  /** With --against archive: files of the archive (.zip or .csv), or folders of them */
  path?: string | readonly string[];
  /** Only that files are there, with their sizes */
  quick?: boolean;
  /** Also compare one-minute candles with the trades of the same minutes */
  deep?: boolean;
  /** Also fetch the rows again and compare, or compare them with files of the archive */
  against?: "api" | "archive";
  /** Product of files outside the folders of the archive */
  product?: "spot" | "usdm" | "coinm";
  /** With --against: the first moment to compare */
  from?: string | number;
  /** With --against: the first moment not to compare */
  to?: string | number;
}>;

export type ExplainArguments = Readonly<{
  /** Such as -1121, BAD_SYMBOL, 7, 429, LOT_SIZE, side, GTX, recvWindow, spotWeight, funding, spot.klines, /api/v3/depth or market klines */
  subject: string | readonly string[];
}>;

export type SpotTimeRow = Readonly<{
  serverTime?: number;
}>;

export interface SpotExchangeInfoArguments {
  /** Trading pair, such as BTCUSDT */
  symbol?: string;
  /** Several trading pairs, separated by commas */
  symbols?: readonly string[];
  /** Only symbols with one of these permissions: SPOT, MARGIN, LEVERAGED, TRD_GRP_002, TRD_GRP_003, TRD_GRP_004, TRD_GRP_005, TRD_GRP_006, TRD_GRP_007, TRD_GRP_008, TRD_GRP_009, TRD_GRP_010, TRD_GRP_011, TRD_GRP_012, TRD_GRP_013, TRD_GRP_014, TRD_GRP_015, TRD_GRP_016, TRD_GRP_017, TRD_GRP_018, TRD_GRP_019, TRD_GRP_020, TRD_GRP_021, TRD_GRP_022, TRD_GRP_023, TRD_GRP_024, TRD_GRP_025; today also TRD_GRP_002 to TRD_GRP_025 */
  permissions?: readonly SpotPermissions[];
}

export type SpotExchangeInfoRow = Readonly<{
  symbol?: string;
  status?: string;
  baseAsset?: string;
  quoteAsset?: string;
  baseAssetPrecision?: bigint;
  quotePrecision?: bigint;
  orderTypes?: readonly AnswerValue[];
  isSpotTradingAllowed?: boolean;
  isMarginTradingAllowed?: boolean;
  icebergAllowed?: boolean;
  ocoAllowed?: boolean;
  filters?: readonly {
    readonly filterType?: string;
    readonly minPrice?: string;
    readonly maxPrice?: string;
    readonly tickSize?: string;
    readonly minQty?: string;
    readonly maxQty?: string;
    readonly stepSize?: string;
    readonly minNotional?: string;
    readonly maxNotional?: string;
    readonly notional?: string;
    readonly multiplierUp?: string;
    readonly multiplierDown?: string;
    readonly bidMultiplierUp?: string;
    readonly bidMultiplierDown?: string;
    readonly askMultiplierUp?: string;
    readonly askMultiplierDown?: string;
    readonly maxPosition?: string;
  }[];
}>;

export type SpotExchangeInfoAnswer = Readonly<{
  symbols: readonly SpotExchangeInfoRow[];
}>;

export interface SpotDepthArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Levels on each side: 1 to 5000 (default 100) */
  limit?: number;
}

export interface SpotTradesArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
}

export type SpotTradesRow = Readonly<{
  id?: bigint;
  time?: number;
  price?: string;
  qty?: string;
  quoteQty?: string;
  isBuyerMaker?: boolean;
  isBestMatch?: boolean;
}>;

export interface SpotHistoricalTradesArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
  /** First trade id; the latest trades if omitted */
  fromId?: Id;
}

export type SpotHistoricalTradesRow = Readonly<{
  id: bigint;
  time?: number;
  price?: string;
  qty?: string;
  quoteQty?: string;
  isBuyerMaker?: boolean;
  isBestMatch?: boolean;
}>;

export interface SpotAggTradesArguments extends TimeWindow {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** First aggregate trade id */
  fromId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
}

export type SpotAggTradesRow = Readonly<{
  a: bigint;
  T?: number;
  p?: string;
  q?: string;
  f?: bigint;
  l?: bigint;
  m?: boolean;
  M?: boolean;
}>;

export interface SpotAvgPriceArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
}

export type SpotAvgPriceRow = Readonly<{
  mins?: bigint;
  price?: string;
  closeTime?: number;
}>;

export interface SpotKlinesArguments extends TimeWindow {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Candle interval */
  interval: SpotInterval;
  /** Offset from UTC that shifts day boundaries, such as 8 or -03:30 (default 0) */
  timeZone?: string;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
}

export type SpotKlinesRow = Readonly<{
  openTime: number;
  open: string;
  high: string;
  low: string;
  close: string;
  volume: string;
  closeTime: number;
  quoteVolume: string;
  trades: bigint;
  takerBuyVolume: string;
  takerBuyQuoteVolume: string;
  ignored: string;
}>;

export interface SpotTicker24hrArguments {
  /** Trading pair, such as BTCUSDT */
  symbol?: string;
  /** Several trading pairs, separated by commas */
  symbols?: readonly string[];
  /** FULL has all fields, MINI leaves out bid, ask and changes (default FULL) */
  type?: "FULL" | "MINI";
}

export type SpotTicker24hrRow = Readonly<{
  symbol?: string;
  lastPrice?: string;
  priceChange?: string;
  priceChangePercent?: string;
  weightedAvgPrice?: string;
  openPrice?: string;
  highPrice?: string;
  lowPrice?: string;
  volume?: string;
  quoteVolume?: string;
  openTime?: number;
  closeTime?: number;
  firstId?: bigint;
  lastId?: bigint;
  count?: bigint;
  prevClosePrice?: string;
  lastQty?: string;
  bidPrice?: string;
  bidQty?: string;
  askPrice?: string;
  askQty?: string;
}>;

export interface SpotTickerTradingDayArguments {
  /** Trading pair, such as BTCUSDT */
  symbol?: string;
  /** Several trading pairs, separated by commas: at most 100 at once */
  symbols?: readonly string[];
  /** Offset from UTC that shifts day boundaries, such as 8 or -03:30 (default 0) */
  timeZone?: string;
  /** FULL has all fields, MINI leaves out bid, ask and changes (default FULL) */
  type?: "FULL" | "MINI";
}

export type SpotTickerTradingDayRow = Readonly<{
  symbol?: string;
  lastPrice?: string;
  priceChange?: string;
  priceChangePercent?: string;
  weightedAvgPrice?: string;
  openPrice?: string;
  highPrice?: string;
  lowPrice?: string;
  volume?: string;
  quoteVolume?: string;
  openTime?: number;
  closeTime?: number;
  firstId?: bigint;
  lastId?: bigint;
  count?: bigint;
}>;

export interface SpotTickerPriceArguments {
  /** Trading pair, such as BTCUSDT */
  symbol?: string;
  /** Several trading pairs, separated by commas */
  symbols?: readonly string[];
}

export type SpotTickerPriceRow = Readonly<{
  symbol?: string;
  price?: string;
}>;

export type SpotTickerBookRow = Readonly<{
  symbol?: string;
  bidPrice?: string;
  bidQty?: string;
  askPrice?: string;
  askQty?: string;
}>;

export interface SpotTickerRollingArguments {
  /** Trading pair, such as BTCUSDT */
  symbol?: string;
  /** Several trading pairs, separated by commas: at most 100 at once */
  symbols?: readonly string[];
  /** Window: 1m to 59m, 1h to 23h or 1d to 7d (default 1d) */
  windowSize?: string;
  /** FULL has all fields, MINI leaves out bid, ask and changes (default FULL) */
  type?: "FULL" | "MINI";
}

export interface SpotExecutionRulesArguments {
  /** Trading pair, such as BTCUSDT */
  symbol?: string;
  /** Several trading pairs, separated by commas */
  symbols?: readonly string[];
  /** Only symbols in this state */
  symbolStatus?: "TRADING" | "HALT" | "BREAK";
}

export type SpotExecutionRulesRow = Readonly<{
  symbol?: string;
  rules?: string;
}>;

export type SpotExecutionRulesAnswer = Readonly<{
  symbolRules: readonly SpotExecutionRulesRow[];
}>;

export type SpotReferencePriceRow = Readonly<{
  symbol?: string;
  referencePrice?: string;
  timestamp?: number;
}>;

export interface SpotReferencePriceCalculationArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Only symbols in this state */
  symbolStatus?: "TRADING" | "HALT" | "BREAK";
}

export type SpotReferencePriceCalculationRow = Readonly<{
  symbol?: string;
  calculationType?: string;
  bucketCount?: bigint;
  bucketWidthMs?: bigint;
  externalCalculationId?: bigint;
}>;

export interface SpotBlockTradesArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** First block trade id, inclusive */
  fromId: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
}

export type SpotBlockTradesRow = Readonly<{
  id: bigint;
  time?: number;
  price?: string;
  qty?: string;
  quoteQty?: string;
  isBuyerMaker?: boolean;
}>;

export interface SpotOrderNewArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Side */
  side: "BUY" | "SELL";
  /** Order type */
  type: SpotType;
  /** Time in force */
  timeInForce?: "GTC" | "IOC" | "FOK";
  /** Amount of the base asset: greater than 0 */
  quantity?: string;
  /** Amount of the quote asset to spend or to receive, MARKET only: greater than 0 */
  quoteOrderQty?: string;
  /** Limit price: greater than 0 */
  price?: string;
  /** Client id of the order; generated if omitted: at most 36 characters */
  newClientOrderId?: string;
  /** Strategy id */
  strategyId?: Id;
  /** Strategy type */
  strategyType?: number;
  /** Trigger price: greater than 0 */
  stopPrice?: string;
  /** Distance of a trailing stop, in bps */
  trailingDelta?: Id;
  /** Iceberg quantity: greater than 0 */
  icebergQty?: string;
  /** Response type (default ACK) */
  newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  selfTradePreventionMode?: SpotSelfTradePreventionMode;
  /** Takes the limit price from the best price of the own (PRIMARY_PEG) or the opposite side (MARKET_PEG) */
  pegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the offset from the best price */
  pegOffsetType?: "PRICE_LEVEL";
  /** Price levels by which the price is deeper in the book than the best price: 1 to 100 */
  pegOffsetValue?: number;
  /** Good-till date */
  goodTillDate?: Time;
}

export type SpotOrderNewRow = Readonly<{
  symbol?: string;
  orderId?: bigint;
  side?: string;
  type?: string;
  timeInForce?: string;
  price?: string;
  stopPrice?: string;
  origQty?: string;
  executedQty?: string;
  cummulativeQuoteQty?: string;
  status?: string;
  clientOrderId?: string;
  time?: number;
  updateTime?: number;
  transactTime?: number;
  origClientOrderId?: string;
  orderListId?: bigint;
  icebergQty?: string;
  isWorking?: boolean;
  workingTime?: number;
  origQuoteOrderQty?: string;
  selfTradePreventionMode?: string;
  pegPriceType?: string;
  pegOffsetType?: string;
  pegOffsetValue?: bigint;
  peggedPrice?: string;
  workingFloor?: string;
  usedSor?: boolean;
  expiryReason?: string;
  fills?: readonly {
    readonly price?: string;
    readonly qty?: string;
    readonly commission?: string;
    readonly commissionAsset?: string;
    readonly tradeId?: bigint;
  }[];
}>;

export interface SpotOrderTestArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Side */
  side: "BUY" | "SELL";
  /** Order type */
  type: SpotType;
  /** Time in force */
  timeInForce?: "GTC" | "IOC" | "FOK";
  /** Amount of the base asset: greater than 0 */
  quantity?: string;
  /** Amount of the quote asset to spend or to receive, MARKET only: greater than 0 */
  quoteOrderQty?: string;
  /** Limit price: greater than 0 */
  price?: string;
  /** Client id of the order; generated if omitted: at most 36 characters */
  newClientOrderId?: string;
  /** Strategy id */
  strategyId?: Id;
  /** Strategy type */
  strategyType?: number;
  /** Trigger price: greater than 0 */
  stopPrice?: string;
  /** Distance of a trailing stop, in bps */
  trailingDelta?: Id;
  /** Iceberg quantity: greater than 0 */
  icebergQty?: string;
  /** Response type (default ACK) */
  newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  selfTradePreventionMode?: SpotSelfTradePreventionMode;
  /** Takes the limit price from the best price of the own (PRIMARY_PEG) or the opposite side (MARKET_PEG) */
  pegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the offset from the best price */
  pegOffsetType?: "PRICE_LEVEL";
  /** Price levels by which the price is deeper in the book than the best price: 1 to 100 */
  pegOffsetValue?: number;
  /** Good-till date */
  goodTillDate?: Time;
  /** Answer with the commission it would cost (default false) */
  computeCommissionRates?: Flag;
}

export interface SpotOrderCancelArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** The exchange's number of the order */
  orderId?: Id;
  /** Client id of the order: at most 36 characters */
  origClientOrderId?: string;
  /** Client id of the cancellation: at most 36 characters */
  newClientOrderId?: string;
  /** Cancel only an order in this state */
  cancelRestrictions?: "ONLY_NEW" | "ONLY_PARTIALLY_FILLED";
}

export type SpotOpenOrdersCancelRow = Readonly<{
  symbol?: string;
  orderId?: bigint;
  side?: string;
  type?: string;
  timeInForce?: string;
  price?: string;
  stopPrice?: string;
  origQty?: string;
  executedQty?: string;
  cummulativeQuoteQty?: string;
  status?: string;
  clientOrderId?: string;
  time?: number;
  updateTime?: number;
  transactTime?: number;
  origClientOrderId?: string;
  orderListId?: bigint;
  icebergQty?: string;
  isWorking?: boolean;
  workingTime?: number;
  origQuoteOrderQty?: string;
  selfTradePreventionMode?: string;
  pegPriceType?: string;
  pegOffsetType?: string;
  pegOffsetValue?: bigint;
  peggedPrice?: string;
  workingFloor?: string;
  usedSor?: boolean;
  expiryReason?: string;
  fills?: readonly {
    readonly price?: string;
    readonly qty?: string;
    readonly commission?: string;
    readonly commissionAsset?: string;
    readonly tradeId?: bigint;
  }[];
  contingencyType?: string;
  listStatusType?: string;
  listOrderStatus?: string;
  listClientOrderId?: string;
  transactionTime?: number;
  orders?: readonly AnswerValue[];
  orderReports?: readonly AnswerValue[];
}>;

export interface SpotOrderGetArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** The exchange's number of the order */
  orderId?: Id;
  /** Client id of the order: at most 36 characters */
  origClientOrderId?: string;
}

export interface SpotOpenOrdersArguments {
  /** Trading pair, such as BTCUSDT */
  symbol?: string;
}

export interface SpotAllOrdersArguments extends TimeWindow {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** First order id, inclusive */
  orderId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
}

export type SpotAllOrdersRow = Readonly<{
  symbol?: string;
  orderId: bigint;
  side?: string;
  type?: string;
  timeInForce?: string;
  price?: string;
  stopPrice?: string;
  origQty?: string;
  executedQty?: string;
  cummulativeQuoteQty?: string;
  status?: string;
  clientOrderId?: string;
  time?: number;
  updateTime?: number;
  transactTime?: number;
  origClientOrderId?: string;
  orderListId?: bigint;
  icebergQty?: string;
  isWorking?: boolean;
  workingTime?: number;
  origQuoteOrderQty?: string;
  selfTradePreventionMode?: string;
  pegPriceType?: string;
  pegOffsetType?: string;
  pegOffsetValue?: bigint;
  peggedPrice?: string;
  workingFloor?: string;
  usedSor?: boolean;
  expiryReason?: string;
  fills?: readonly {
    readonly price?: string;
    readonly qty?: string;
    readonly commission?: string;
    readonly commissionAsset?: string;
    readonly tradeId?: bigint;
  }[];
}>;

export interface SpotOrderAmendArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** The exchange's number of the order */
  orderId?: Id;
  /** Client id of the order: at most 36 characters */
  origClientOrderId?: string;
  /** Client id of the order from then on; generated if omitted: at most 36 characters */
  newClientOrderId?: string;
  /** New quantity, below the current one: greater than 0 */
  newQty: string;
}

export type SpotOrderAmendRow = Readonly<{
  symbol?: string;
  orderId?: bigint;
  side?: string;
  type?: string;
  timeInForce?: string;
  price?: string;
  qty?: string;
  executedQty?: string;
  status?: string;
  clientOrderId?: string;
  origClientOrderId?: string;
  orderListId?: bigint;
  preventedQty?: string;
  quoteOrderQty?: string;
  cumulativeQuoteQty?: string;
  workingTime?: number;
  selfTradePreventionMode?: string;
}>;

export type SpotOrderAmendAnswer = Readonly<{
  amendedOrder: SpotOrderAmendRow;
}>;

export interface SpotOrderAmendmentsArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** The exchange's number of the order */
  orderId: Id;
  /** First execution id, inclusive */
  fromExecutionId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
}

export type SpotOrderAmendmentsRow = Readonly<{
  time?: number;
  symbol?: string;
  orderId?: bigint;
  executionId?: bigint;
  origClientOrderId?: string;
  newClientOrderId?: string;
  origQty?: string;
  newQty?: string;
}>;

export interface SpotOrderCancelReplaceArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Side */
  side: "BUY" | "SELL";
  /** Order type */
  type: SpotType;
  /** Time in force */
  timeInForce?: "GTC" | "IOC" | "FOK";
  /** Amount of the base asset: greater than 0 */
  quantity?: string;
  /** Amount of the quote asset to spend or to receive, MARKET only: greater than 0 */
  quoteOrderQty?: string;
  /** Limit price: greater than 0 */
  price?: string;
  /** Client id of the order; generated if omitted: at most 36 characters */
  newClientOrderId?: string;
  /** Strategy id */
  strategyId?: Id;
  /** Strategy type */
  strategyType?: number;
  /** Trigger price: greater than 0 */
  stopPrice?: string;
  /** Distance of a trailing stop, in bps */
  trailingDelta?: Id;
  /** Iceberg quantity: greater than 0 */
  icebergQty?: string;
  /** Response type (default ACK) */
  newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  selfTradePreventionMode?: SpotSelfTradePreventionMode;
  /** Takes the limit price from the best price of the own (PRIMARY_PEG) or the opposite side (MARKET_PEG) */
  pegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the offset from the best price */
  pegOffsetType?: "PRICE_LEVEL";
  /** Price levels by which the price is deeper in the book than the best price: 1 to 100 */
  pegOffsetValue?: number;
  /** Whether the new order is placed when the cancellation fails */
  cancelReplaceMode: "STOP_ON_FAILURE" | "ALLOW_FAILURE";
  /** The exchange's number of the order to cancel */
  cancelOrderId?: Id;
  /** Client id of the order to cancel: at most 36 characters */
  cancelOrigClientOrderId?: string;
  /** Client id of the cancellation; generated if omitted: at most 36 characters */
  cancelNewClientOrderId?: string;
  /** Cancel only an order in this state */
  cancelRestrictions?: "ONLY_NEW" | "ONLY_PARTIALLY_FILLED";
  /** What to do when the limit of orders is reached (default DO_NOTHING) */
  orderRateLimitExceededMode?: "DO_NOTHING" | "CANCEL_ONLY";
}

export type SpotOrderCancelReplaceRow = Readonly<{
  cancelResult?: string;
  newOrderResult?: string;
  cancelResponse?: {
    readonly symbol?: string;
    readonly orderId?: bigint;
    readonly side?: string;
    readonly type?: string;
    readonly timeInForce?: string;
    readonly price?: string;
    readonly stopPrice?: string;
    readonly origQty?: string;
    readonly executedQty?: string;
    readonly cummulativeQuoteQty?: string;
    readonly status?: string;
    readonly clientOrderId?: string;
    readonly time?: number;
    readonly updateTime?: number;
    readonly transactTime?: number;
    readonly origClientOrderId?: string;
    readonly orderListId?: bigint;
    readonly icebergQty?: string;
    readonly isWorking?: boolean;
    readonly workingTime?: number;
    readonly origQuoteOrderQty?: string;
    readonly selfTradePreventionMode?: string;
    readonly pegPriceType?: string;
    readonly pegOffsetType?: string;
    readonly pegOffsetValue?: bigint;
    readonly peggedPrice?: string;
    readonly workingFloor?: string;
    readonly usedSor?: boolean;
    readonly expiryReason?: string;
    readonly fills?: readonly {
      readonly price?: string;
      readonly qty?: string;
      readonly commission?: string;
      readonly commissionAsset?: string;
      readonly tradeId?: bigint;
    }[];
  };
  newOrderResponse?: {
    readonly symbol?: string;
    readonly orderId?: bigint;
    readonly side?: string;
    readonly type?: string;
    readonly timeInForce?: string;
    readonly price?: string;
    readonly stopPrice?: string;
    readonly origQty?: string;
    readonly executedQty?: string;
    readonly cummulativeQuoteQty?: string;
    readonly status?: string;
    readonly clientOrderId?: string;
    readonly time?: number;
    readonly updateTime?: number;
    readonly transactTime?: number;
    readonly origClientOrderId?: string;
    readonly orderListId?: bigint;
    readonly icebergQty?: string;
    readonly isWorking?: boolean;
    readonly workingTime?: number;
    readonly origQuoteOrderQty?: string;
    readonly selfTradePreventionMode?: string;
    readonly pegPriceType?: string;
    readonly pegOffsetType?: string;
    readonly pegOffsetValue?: bigint;
    readonly peggedPrice?: string;
    readonly workingFloor?: string;
    readonly usedSor?: boolean;
    readonly expiryReason?: string;
    readonly fills?: readonly {
      readonly price?: string;
      readonly qty?: string;
      readonly commission?: string;
      readonly commissionAsset?: string;
      readonly tradeId?: bigint;
    }[];
  };
}>;

export interface SpotSorNewArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Side */
  side: "BUY" | "SELL";
  /** Order type */
  type: "LIMIT" | "MARKET";
  /** Time in force */
  timeInForce?: "GTC" | "IOC" | "FOK";
  /** Amount of the base asset: greater than 0 */
  quantity: string;
  /** Limit price: greater than 0 */
  price?: string;
  /** Client id of the order; generated if omitted: at most 36 characters */
  newClientOrderId?: string;
  /** Strategy id */
  strategyId?: Id;
  /** Strategy type */
  strategyType?: number;
  /** Iceberg quantity: greater than 0 */
  icebergQty?: string;
  /** Response type (default FULL) */
  newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  selfTradePreventionMode?: SpotSelfTradePreventionMode;
}

export interface SpotSorTestArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Side */
  side: "BUY" | "SELL";
  /** Order type */
  type: "LIMIT" | "MARKET";
  /** Time in force */
  timeInForce?: "GTC" | "IOC" | "FOK";
  /** Amount of the base asset: greater than 0 */
  quantity: string;
  /** Limit price: greater than 0 */
  price?: string;
  /** Client id of the order; generated if omitted: at most 36 characters */
  newClientOrderId?: string;
  /** Strategy id */
  strategyId?: Id;
  /** Strategy type */
  strategyType?: number;
  /** Iceberg quantity: greater than 0 */
  icebergQty?: string;
  /** Response type (default FULL) */
  newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  selfTradePreventionMode?: SpotSelfTradePreventionMode;
  /** Answer with the commission it would cost (default false) */
  computeCommissionRates?: Flag;
}

export interface SpotOcoNewArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Client id of the order list; generated if omitted: at most 36 characters */
  listClientOrderId?: string;
  /** Side of both orders */
  side: "BUY" | "SELL";
  /** Amount of the base asset, of each order: greater than 0 */
  quantity: string;
  /** Client id of the limit order: at most 36 characters */
  limitClientOrderId?: string;
  /** Price of the limit order: greater than 0 */
  price: string;
  /** Iceberg quantity of the limit order: greater than 0 */
  limitIcebergQty?: string;
  /** Client id of the stop order: at most 36 characters */
  stopClientOrderId?: string;
  /** Trigger price of the stop order: greater than 0 */
  stopPrice: string;
  /** Limit price of the stop order; a market order if omitted: greater than 0 */
  stopLimitPrice?: string;
  /** Iceberg quantity of the stop order: greater than 0 */
  stopIcebergQty?: string;
  /** Time in force of the triggered stop order */
  stopLimitTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Response type of each order (default ACK) */
  newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  selfTradePreventionMode?: SpotSelfTradePreventionMode;
  /** Strategy id, for the limit order */
  limitStrategyId?: Id;
  /** Strategy type, for the limit order */
  limitStrategyType?: number;
  /** Strategy id, for the stop order */
  stopStrategyId?: Id;
  /** Strategy type, for the stop order */
  stopStrategyType?: number;
  /** Distance of a trailing stop order, in bps */
  trailingDelta?: Id;
}

export type SpotOcoNewRow = Readonly<{
  symbol?: string;
  orderListId?: bigint;
  contingencyType?: string;
  listStatusType?: string;
  listOrderStatus?: string;
  listClientOrderId?: string;
  transactionTime?: number;
  orders?: readonly AnswerValue[];
  orderReports?: readonly AnswerValue[];
}>;

export interface SpotOrderListCancelArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** The exchange's number of the list */
  orderListId?: Id;
  /** Client id of the order list: at most 36 characters */
  listClientOrderId?: string;
  /** Client id of the cancellation: at most 36 characters */
  newClientOrderId?: string;
}

export interface SpotOrderListGetArguments {
  /** The exchange's number of the list */
  orderListId?: Id;
  /** Client id of the order list: at most 36 characters */
  origClientOrderId?: string;
}

export interface SpotAllOrderListsArguments extends TimeWindow {
  /** First order list id, inclusive; not with times */
  fromId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
}

export type SpotAllOrderListsRow = Readonly<{
  symbol?: string;
  orderListId: bigint;
  contingencyType?: string;
  listStatusType?: string;
  listOrderStatus?: string;
  listClientOrderId?: string;
  transactionTime?: number;
  orders?: readonly AnswerValue[];
  orderReports?: readonly AnswerValue[];
}>;

export interface SpotOrderListOcoArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Client id of the order list; generated if omitted: at most 36 characters */
  listClientOrderId?: string;
  /** Response type of each order (default ACK) */
  newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  selfTradePreventionMode?: SpotSelfTradePreventionMode;
  /** Side of both orders */
  side: "BUY" | "SELL";
  /** Amount of the base asset, of each order: greater than 0 */
  quantity: string;
  /** Type of the order above the market */
  aboveType: SpotAboveType;
  /** Client id of the order above the market; generated if omitted: at most 36 characters */
  aboveClientOrderId?: string;
  /** Limit price of the order above the market: greater than 0 */
  abovePrice?: string;
  /** Trigger price of the order above the market: greater than 0 */
  aboveStopPrice?: string;
  /** Distance of the order above the market, if it is a trailing stop, in bps */
  aboveTrailingDelta?: Id;
  /** Iceberg quantity of the order above the market: greater than 0 */
  aboveIcebergQty?: string;
  /** Time in force of the order above the market */
  aboveTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the order above the market */
  aboveStrategyId?: Id;
  /** Strategy type of the order above the market */
  aboveStrategyType?: number;
  /** Side of the book from which the order above the market takes its price */
  abovePegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the order above the market */
  abovePegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the order above the market: 1 to 100 */
  abovePegOffsetValue?: number;
  /** Type of the order below the market */
  belowType: SpotAboveType;
  /** Client id of the order below the market; generated if omitted: at most 36 characters */
  belowClientOrderId?: string;
  /** Limit price of the order below the market: greater than 0 */
  belowPrice?: string;
  /** Trigger price of the order below the market: greater than 0 */
  belowStopPrice?: string;
  /** Distance of the order below the market, if it is a trailing stop, in bps */
  belowTrailingDelta?: Id;
  /** Iceberg quantity of the order below the market: greater than 0 */
  belowIcebergQty?: string;
  /** Time in force of the order below the market */
  belowTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the order below the market */
  belowStrategyId?: Id;
  /** Strategy type of the order below the market */
  belowStrategyType?: number;
  /** Side of the book from which the order below the market takes its price */
  belowPegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the order below the market */
  belowPegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the order below the market: 1 to 100 */
  belowPegOffsetValue?: number;
}

export interface SpotOrderListOtoArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Client id of the order list; generated if omitted: at most 36 characters */
  listClientOrderId?: string;
  /** Response type of each order (default ACK) */
  newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  selfTradePreventionMode?: SpotSelfTradePreventionMode;
  /** Type of the working order */
  workingType: "LIMIT" | "LIMIT_MAKER";
  /** Client id of the working order; generated if omitted: at most 36 characters */
  workingClientOrderId?: string;
  /** Limit price of the working order: greater than 0 */
  workingPrice?: string;
  /** Iceberg quantity of the working order: greater than 0 */
  workingIcebergQty?: string;
  /** Time in force of the working order */
  workingTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the working order */
  workingStrategyId?: Id;
  /** Strategy type of the working order */
  workingStrategyType?: number;
  /** Side of the book from which the working order takes its price */
  workingPegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the working order */
  workingPegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the working order: 1 to 100 */
  workingPegOffsetValue?: number;
  /** Side of the working order */
  workingSide: "BUY" | "SELL";
  /** Amount of the base asset, of the working order: greater than 0 */
  workingQuantity: string;
  /** Type of the pending order */
  pendingType: SpotPendingType;
  /** Client id of the pending order; generated if omitted: at most 36 characters */
  pendingClientOrderId?: string;
  /** Limit price of the pending order: greater than 0 */
  pendingPrice?: string;
  /** Trigger price of the pending order: greater than 0 */
  pendingStopPrice?: string;
  /** Distance of the pending order, if it is a trailing stop, in bps */
  pendingTrailingDelta?: Id;
  /** Iceberg quantity of the pending order: greater than 0 */
  pendingIcebergQty?: string;
  /** Time in force of the pending order */
  pendingTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the pending order */
  pendingStrategyId?: Id;
  /** Strategy type of the pending order */
  pendingStrategyType?: number;
  /** Side of the book from which the pending order takes its price */
  pendingPegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the pending order */
  pendingPegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the pending order: 1 to 100 */
  pendingPegOffsetValue?: number;
  /** Side of the pending order */
  pendingSide: "BUY" | "SELL";
  /** Amount of the base asset, of the pending order: greater than 0 */
  pendingQuantity: string;
}

export interface SpotOrderListOtocoArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Client id of the order list; generated if omitted: at most 36 characters */
  listClientOrderId?: string;
  /** Response type of each order (default ACK) */
  newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  selfTradePreventionMode?: SpotSelfTradePreventionMode;
  /** Type of the working order */
  workingType: "LIMIT" | "LIMIT_MAKER";
  /** Client id of the working order; generated if omitted: at most 36 characters */
  workingClientOrderId?: string;
  /** Limit price of the working order: greater than 0 */
  workingPrice?: string;
  /** Iceberg quantity of the working order: greater than 0 */
  workingIcebergQty?: string;
  /** Time in force of the working order */
  workingTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the working order */
  workingStrategyId?: Id;
  /** Strategy type of the working order */
  workingStrategyType?: number;
  /** Side of the book from which the working order takes its price */
  workingPegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the working order */
  workingPegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the working order: 1 to 100 */
  workingPegOffsetValue?: number;
  /** Side of the working order */
  workingSide: "BUY" | "SELL";
  /** Amount of the base asset, of the working order: greater than 0 */
  workingQuantity: string;
  /** Side of both pending orders */
  pendingSide: "BUY" | "SELL";
  /** Amount of the base asset, of each pending order: greater than 0 */
  pendingQuantity: string;
  /** Type of the pending order above the market */
  pendingAboveType: SpotAboveType;
  /** Client id of the pending order above the market; generated if omitted: at most 36 characters */
  pendingAboveClientOrderId?: string;
  /** Limit price of the pending order above the market: greater than 0 */
  pendingAbovePrice?: string;
  /** Trigger price of the pending order above the market: greater than 0 */
  pendingAboveStopPrice?: string;
  /** Distance of the pending order above the market, if it is a trailing stop, in bps */
  pendingAboveTrailingDelta?: Id;
  /** Iceberg quantity of the pending order above the market: greater than 0 */
  pendingAboveIcebergQty?: string;
  /** Time in force of the pending order above the market */
  pendingAboveTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the pending order above the market */
  pendingAboveStrategyId?: Id;
  /** Strategy type of the pending order above the market */
  pendingAboveStrategyType?: number;
  /** Side of the book from which the pending order above the market takes its price */
  pendingAbovePegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the pending order above the market */
  pendingAbovePegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the pending order above the market: 1 to 100 */
  pendingAbovePegOffsetValue?: number;
  /** Type of the pending order below the market */
  pendingBelowType: SpotAboveType;
  /** Client id of the pending order below the market; generated if omitted: at most 36 characters */
  pendingBelowClientOrderId?: string;
  /** Limit price of the pending order below the market: greater than 0 */
  pendingBelowPrice?: string;
  /** Trigger price of the pending order below the market: greater than 0 */
  pendingBelowStopPrice?: string;
  /** Distance of the pending order below the market, if it is a trailing stop, in bps */
  pendingBelowTrailingDelta?: Id;
  /** Iceberg quantity of the pending order below the market: greater than 0 */
  pendingBelowIcebergQty?: string;
  /** Time in force of the pending order below the market */
  pendingBelowTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the pending order below the market */
  pendingBelowStrategyId?: Id;
  /** Strategy type of the pending order below the market */
  pendingBelowStrategyType?: number;
  /** Side of the book from which the pending order below the market takes its price */
  pendingBelowPegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the pending order below the market */
  pendingBelowPegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the pending order below the market: 1 to 100 */
  pendingBelowPegOffsetValue?: number;
}

export interface SpotOrderListOpoArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Client id of the order list; generated if omitted: at most 36 characters */
  listClientOrderId?: string;
  /** Response type of each order (default ACK) */
  newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  selfTradePreventionMode?: SpotSelfTradePreventionMode;
  /** Type of the working order */
  workingType: "LIMIT" | "LIMIT_MAKER";
  /** Client id of the working order; generated if omitted: at most 36 characters */
  workingClientOrderId?: string;
  /** Limit price of the working order: greater than 0 */
  workingPrice?: string;
  /** Iceberg quantity of the working order: greater than 0 */
  workingIcebergQty?: string;
  /** Time in force of the working order */
  workingTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the working order */
  workingStrategyId?: Id;
  /** Strategy type of the working order */
  workingStrategyType?: number;
  /** Side of the book from which the working order takes its price */
  workingPegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the working order */
  workingPegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the working order: 1 to 100 */
  workingPegOffsetValue?: number;
  /** Side of the working order */
  workingSide: "BUY" | "SELL";
  /** Amount of the base asset, of the working order: greater than 0 */
  workingQuantity: string;
  /** Type of the pending order */
  pendingType: SpotPendingType;
  /** Client id of the pending order; generated if omitted: at most 36 characters */
  pendingClientOrderId?: string;
  /** Limit price of the pending order: greater than 0 */
  pendingPrice?: string;
  /** Trigger price of the pending order: greater than 0 */
  pendingStopPrice?: string;
  /** Distance of the pending order, if it is a trailing stop, in bps */
  pendingTrailingDelta?: Id;
  /** Iceberg quantity of the pending order: greater than 0 */
  pendingIcebergQty?: string;
  /** Time in force of the pending order */
  pendingTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the pending order */
  pendingStrategyId?: Id;
  /** Strategy type of the pending order */
  pendingStrategyType?: number;
  /** Side of the book from which the pending order takes its price */
  pendingPegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the pending order */
  pendingPegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the pending order: 1 to 100 */
  pendingPegOffsetValue?: number;
  /** Side of the pending order */
  pendingSide: "BUY" | "SELL";
}

export interface SpotOrderListOpocoArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Client id of the order list; generated if omitted: at most 36 characters */
  listClientOrderId?: string;
  /** Response type of each order (default ACK) */
  newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  selfTradePreventionMode?: SpotSelfTradePreventionMode;
  /** Type of the working order */
  workingType: "LIMIT" | "LIMIT_MAKER";
  /** Client id of the working order; generated if omitted: at most 36 characters */
  workingClientOrderId?: string;
  /** Limit price of the working order: greater than 0 */
  workingPrice?: string;
  /** Iceberg quantity of the working order: greater than 0 */
  workingIcebergQty?: string;
  /** Time in force of the working order */
  workingTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the working order */
  workingStrategyId?: Id;
  /** Strategy type of the working order */
  workingStrategyType?: number;
  /** Side of the book from which the working order takes its price */
  workingPegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the working order */
  workingPegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the working order: 1 to 100 */
  workingPegOffsetValue?: number;
  /** Side of the working order */
  workingSide: "BUY" | "SELL";
  /** Amount of the base asset, of the working order: greater than 0 */
  workingQuantity: string;
  /** Side of both pending orders */
  pendingSide: "BUY" | "SELL";
  /** Type of the pending order above the market */
  pendingAboveType: SpotAboveType;
  /** Client id of the pending order above the market; generated if omitted: at most 36 characters */
  pendingAboveClientOrderId?: string;
  /** Limit price of the pending order above the market: greater than 0 */
  pendingAbovePrice?: string;
  /** Trigger price of the pending order above the market: greater than 0 */
  pendingAboveStopPrice?: string;
  /** Distance of the pending order above the market, if it is a trailing stop, in bps */
  pendingAboveTrailingDelta?: Id;
  /** Iceberg quantity of the pending order above the market: greater than 0 */
  pendingAboveIcebergQty?: string;
  /** Time in force of the pending order above the market */
  pendingAboveTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the pending order above the market */
  pendingAboveStrategyId?: Id;
  /** Strategy type of the pending order above the market */
  pendingAboveStrategyType?: number;
  /** Side of the book from which the pending order above the market takes its price */
  pendingAbovePegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the pending order above the market */
  pendingAbovePegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the pending order above the market: 1 to 100 */
  pendingAbovePegOffsetValue?: number;
  /** Type of the pending order below the market */
  pendingBelowType: SpotAboveType;
  /** Client id of the pending order below the market; generated if omitted: at most 36 characters */
  pendingBelowClientOrderId?: string;
  /** Limit price of the pending order below the market: greater than 0 */
  pendingBelowPrice?: string;
  /** Trigger price of the pending order below the market: greater than 0 */
  pendingBelowStopPrice?: string;
  /** Distance of the pending order below the market, if it is a trailing stop, in bps */
  pendingBelowTrailingDelta?: Id;
  /** Iceberg quantity of the pending order below the market: greater than 0 */
  pendingBelowIcebergQty?: string;
  /** Time in force of the pending order below the market */
  pendingBelowTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the pending order below the market */
  pendingBelowStrategyId?: Id;
  /** Strategy type of the pending order below the market */
  pendingBelowStrategyType?: number;
  /** Side of the book from which the pending order below the market takes its price */
  pendingBelowPegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the pending order below the market */
  pendingBelowPegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the pending order below the market: 1 to 100 */
  pendingBelowPegOffsetValue?: number;
}

export interface SpotAccountArguments {
  /** Leave out zero balances (default false) */
  omitZeroBalances?: Flag;
}

export type SpotAccountRow = Readonly<{
  asset?: string;
  free?: string;
  locked?: string;
}>;

export type SpotAccountAnswer = Readonly<{
  balances: readonly SpotAccountRow[];
}>;

export interface SpotMyTradesArguments extends TimeWindow {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Only trades of this order */
  orderId?: Id;
  /** First trade id, inclusive */
  fromId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
}

export type SpotMyTradesRow = Readonly<{
  symbol?: string;
  id: bigint;
  orderId?: bigint;
  time?: number;
  isBuyer?: boolean;
  price?: string;
  qty?: string;
  quoteQty?: string;
  commission?: string;
  commissionAsset?: string;
  isMaker?: boolean;
  orderListId?: bigint;
  isBestMatch?: boolean;
}>;

export type SpotOrderLimitsRow = Readonly<{
  rateLimitType?: string;
  interval?: string;
  intervalNum?: bigint;
  limit?: bigint;
  count?: bigint;
}>;

export interface SpotPreventedMatchesArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** One prevented match */
  preventedMatchId?: Id;
  /** Prevented matches of this order */
  orderId?: Id;
  /** First prevented match id, inclusive; with an order */
  fromPreventedMatchId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
}

export type SpotPreventedMatchesRow = Readonly<{
  symbol?: string;
  preventedMatchId: bigint;
  transactTime?: number;
  takerOrderId?: bigint;
  makerOrderId?: bigint;
  makerSymbol?: string;
  tradeGroupId?: bigint;
  selfTradePreventionMode?: string;
  price?: string;
  takerPreventedQuantity?: string;
  makerPreventedQuantity?: string;
}>;

export interface SpotAllocationsArguments extends TimeWindow {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** First allocation id, inclusive */
  fromAllocationId?: number;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
  /** Only allocations of this order */
  orderId?: Id;
}

export type SpotAllocationsRow = Readonly<{
  symbol?: string;
  allocationId: bigint;
  orderId?: bigint;
  time?: number;
  isBuyer?: boolean;
  price?: string;
  qty?: string;
  quoteQty?: string;
  commission?: string;
  commissionAsset?: string;
  isMaker?: boolean;
  isAllocator?: boolean;
  allocationType?: string;
  orderListId?: bigint;
}>;

export type SpotCommissionRow = Readonly<{
  symbol?: string;
  standardCommission?: AnswerValue;
  taxCommission?: AnswerValue;
  discount?: AnswerValue;
}>;

export type SpotAccountFiltersRow = Readonly<{
  filterType?: string;
}>;

export type SpotAccountFiltersAnswer = Readonly<{
  symbolFilters: readonly SpotAccountFiltersRow[];
}>;

export type UsdmExchangeInfoRow = Readonly<{
  symbol?: string;
  status?: string;
  contractType?: string;
  deliveryDate?: number;
  pair?: string;
  onboardDate?: number;
  baseAsset?: string;
  quoteAsset?: string;
  marginAsset?: string;
  pricePrecision?: bigint;
  quantityPrecision?: bigint;
  triggerProtect?: string;
  liquidationFee?: string;
  marketTakeBound?: string;
  orderTypes?: readonly AnswerValue[];
  timeInForce?: readonly AnswerValue[];
  filters?: readonly {
    readonly filterType?: string;
    readonly minPrice?: string;
    readonly maxPrice?: string;
    readonly tickSize?: string;
    readonly minQty?: string;
    readonly maxQty?: string;
    readonly stepSize?: string;
    readonly minNotional?: string;
    readonly maxNotional?: string;
    readonly notional?: string;
    readonly multiplierUp?: string;
    readonly multiplierDown?: string;
    readonly bidMultiplierUp?: string;
    readonly bidMultiplierDown?: string;
    readonly askMultiplierUp?: string;
    readonly askMultiplierDown?: string;
    readonly maxPosition?: string;
  }[];
}>;

export type UsdmExchangeInfoAnswer = Readonly<{
  symbols: readonly UsdmExchangeInfoRow[];
}>;

export interface UsdmDepthArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Levels on each side: such as 5, 10, 20, 50, 100, 500, 1000; 1 to 5000 (default 500) */
  limit?: number;
}

export type UsdmTradesRow = Readonly<{
  id?: bigint;
  time?: number;
  price?: string;
  qty?: string;
  quoteQty?: string;
  isBuyerMaker?: boolean;
  isRPITrade?: boolean;
}>;

export type UsdmHistoricalTradesRow = Readonly<{
  id: bigint;
  time?: number;
  price?: string;
  qty?: string;
  quoteQty?: string;
  isBuyerMaker?: boolean;
  isRPITrade?: boolean;
}>;

export type UsdmAggTradesRow = Readonly<{
  a: bigint;
  T?: number;
  p?: string;
  q?: string;
  f?: bigint;
  l?: bigint;
  m?: boolean;
}>;

export interface UsdmKlinesArguments extends TimeWindow {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Candle interval */
  interval: UsdmInterval;
  /** Number of rows: 1 to 1500 (default 500) */
  limit?: number;
}

export interface UsdmContinuousKlinesArguments extends TimeWindow {
  /** Underlying pair of contracts, such as BTCUSDT */
  pair: string;
  /** Contract type */
  contractType: UsdmContractType;
  /** Candle interval */
  interval: UsdmInterval;
  /** Number of rows: 1 to 1500 (default 500) */
  limit?: number;
}

export interface UsdmIndexPriceKlinesArguments extends TimeWindow {
  /** Underlying pair of contracts, such as BTCUSDT */
  pair: string;
  /** Candle interval */
  interval: UsdmInterval;
  /** Number of rows: 1 to 1500 (default 500) */
  limit?: number;
}

export type UsdmIndexPriceKlinesRow = Readonly<{
  openTime: number;
  open: string;
  high: string;
  low: string;
  close: string;
  ignoredVolume: string;
  closeTime: number;
  ignoredQuoteVolume: string;
  points: bigint;
  ignoredTakerVolume: string;
  ignoredTakerQuoteVolume: string;
  ignored: string;
}>;

export interface UsdmPremiumIndexArguments {
  /** Contract, such as BTCUSDT; all if omitted */
  symbol?: string;
}

export type UsdmPremiumIndexRow = Readonly<{
  symbol?: string;
  markPrice?: string;
  indexPrice?: string;
  lastFundingRate?: string;
  nextFundingTime?: number;
  interestRate?: string;
  estimatedSettlePrice?: string;
  time?: number;
}>;

export interface UsdmFundingRateArguments extends TimeWindow {
  /** Contract, such as BTCUSDT; all if omitted */
  symbol?: string;
  /** Number of rows: 1 to 1000 (default 100) */
  limit?: number;
}

export type UsdmFundingRateRow = Readonly<{
  symbol?: string;
  fundingTime: number;
  fundingRate?: string;
  markPrice?: string;
}>;

export type UsdmFundingInfoRow = Readonly<{
  symbol?: string;
  adjustedFundingRateCap?: string;
  adjustedFundingRateFloor?: string;
  fundingIntervalHours?: bigint;
  disclaimer?: boolean;
}>;

export interface UsdmTicker24hrArguments {
  /** Contract, such as BTCUSDT; all if omitted */
  symbol?: string;
  /** Underlying pair of contracts, such as BTCUSDT */
  pair?: string;
}

export type UsdmTicker24hrRow = Readonly<{
  symbol?: string;
  lastPrice?: string;
  priceChange?: string;
  priceChangePercent?: string;
  weightedAvgPrice?: string;
  lastQty?: string;
  openPrice?: string;
  highPrice?: string;
  lowPrice?: string;
  volume?: string;
  quoteVolume?: string;
  openTime?: number;
  closeTime?: number;
  firstId?: bigint;
  lastId?: bigint;
  count?: bigint;
}>;

export type UsdmTickerPriceRow = Readonly<{
  symbol?: string;
  price?: string;
  time?: number;
}>;

export type UsdmTickerBookRow = Readonly<{
  symbol?: string;
  bidPrice?: string;
  bidQty?: string;
  askPrice?: string;
  askQty?: string;
  time?: number;
  lastUpdateId?: bigint;
}>;

export type UsdmOpenInterestRow = Readonly<{
  symbol?: string;
  openInterest?: string;
  time?: number;
}>;

export type UsdmConstituentsRow = Readonly<{
  exchange?: string;
  symbol?: string;
  price?: string;
  weight?: string;
}>;

export type UsdmConstituentsAnswer = Readonly<{
  constituents: readonly UsdmConstituentsRow[];
}>;

export interface UsdmAssetIndexArguments {
  /** Asset pair, such as BTCUSD; all if omitted */
  symbol?: string;
}

export type UsdmAssetIndexRow = Readonly<{
  symbol?: string;
  index?: string;
  bidRate?: string;
  askRate?: string;
  bidBuffer?: string;
  askBuffer?: string;
  autoExchangeBidRate?: string;
  autoExchangeAskRate?: string;
  autoExchangeBidBuffer?: string;
  autoExchangeAskBuffer?: string;
  time?: number;
}>;

export interface UsdmOpenInterestHistoryArguments extends TimeWindow {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Span of one row */
  period: UsdmPeriod;
  /** Number of rows: 1 to 500 (default 30) */
  limit?: number;
}

export type UsdmOpenInterestHistoryRow = Readonly<{
  timestamp: number;
  symbol?: string;
  sumOpenInterest?: string;
  sumOpenInterestValue?: string;
  CMCCirculatingSupply?: string;
}>;

export type UsdmLongShortTopAccountsRow = Readonly<{
  timestamp: number;
  symbol?: string;
  longShortRatio?: string;
  longAccount?: string;
  shortAccount?: string;
}>;

export type UsdmTakerVolumeRow = Readonly<{
  timestamp: number;
  buySellRatio?: string;
  buyVol?: string;
  sellVol?: string;
}>;

export interface UsdmBasisArguments extends TimeWindow {
  /** Underlying pair of contracts, such as BTCUSDT */
  pair: string;
  /** Contract type */
  contractType: UsdmContractType2;
  /** Span of one row */
  period: UsdmPeriod;
  /** Number of rows: 1 to 500 (default 30) */
  limit?: number;
}

export type UsdmBasisRow = Readonly<{
  timestamp: number;
  pair?: string;
  contractType?: string;
  futuresPrice?: string;
  indexPrice?: string;
  basis?: string;
  basisRate?: string;
  annualizedBasisRate?: string;
}>;

export interface UsdmRpiDepthArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Levels on each side (default 1000) */
  limit?: 1000;
}

export type UsdmAdlRiskRow = Readonly<{
  symbol?: string;
  adlRisk?: string;
  updateTime?: number;
}>;

export type UsdmInsuranceRow = Readonly<{
  symbols?: readonly AnswerValue[];
  assets?: readonly AnswerValue[];
}>;

export type UsdmTradingScheduleRow = Readonly<{
  updateTime?: number;
  marketSchedules?: string;
}>;

export interface UsdmIndexInfoArguments {
  /** Composite index, such as DEFIUSDT; all if omitted */
  symbol?: string;
}

export type UsdmIndexInfoRow = Readonly<{
  symbol?: string;
  time?: number;
  component?: string;
  baseAssetList?: string;
}>;

export interface UsdmDeliveryPriceArguments {
  /** Underlying pair of contracts, such as BTCUSDT */
  pair: string;
}

export type UsdmDeliveryPriceRow = Readonly<{
  deliveryTime?: number;
  deliveryPrice?: string;
}>;

export interface UsdmOrderNewArguments {
  /** Contract, such as BTCUSDT */
  symbol: string;
  /** Side */
  side: "BUY" | "SELL";
  /** Position side: BOTH in one-way mode, LONG or SHORT in hedge mode (default BOTH) */
  positionSide?: "BOTH" | "LONG" | "SHORT";
  /** Order type */
  type: UsdmType;
  /** Time in force */
  timeInForce?: "GTC" | "IOC" | "FOK" | "GTX" | "GTD";
  /** Amount: greater than 0 */
  quantity?: string;
  /** Reduce-only; not allowed in hedge mode (default false) */
  reduceOnly?: Flag;
  /** Limit price */
  price?: string;
  /** Client id of the order; generated if omitted: at most 36 characters */
  newClientOrderId?: string;
  /** Strategy id */
  strategyId?: Id;
  /** Strategy type */
  strategyType?: Id;
  /** Trigger price of a stop or take-profit order */
  stopPrice?: string;
  /** Close the whole position when triggered, without a quantity (default false) */
  closePosition?: Flag;
  /** Price from which a trailing stop follows; the latest price if omitted */
  activationPrice?: string;
  /** Distance at which a trailing stop follows, in percent: 0.1 to 20; today also up to 20 */
  callbackRate?: string;
  /** Trigger price (default CONTRACT_PRICE) */
  workingType?: "MARK_PRICE" | "CONTRACT_PRICE";
  /** Price protection: do not trigger while mark price and last price are far apart (default false) */
  priceProtect?: Flag;
  /** Response type: RESULT waits for the final state of an order that ends at once (default ACK) */
  newOrderRespType?: "ACK" | "RESULT";
  /** Price match: take the price from the book (default NONE) */
  priceMatch?: UsdmPriceMatch;
  /** Self-trade prevention mode (default NONE) */
  selfTradePreventionMode?: UsdmSelfTradePreventionMode;
  /** Good-till date of a GTD order */
  goodTillDate?: Time;
}

export type UsdmOrderNewRow = Readonly<{
  symbol?: string;
  pair?: string;
  orderId?: bigint;
  side?: string;
  positionSide?: string;
  type?: string;
  origType?: string;
  timeInForce?: string;
  price?: string;
  avgPrice?: string;
  origQty?: string;
  executedQty?: string;
  stopPrice?: string;
  activatePrice?: string;
  priceRate?: string;
  status?: string;
  clientOrderId?: string;
  reduceOnly?: boolean;
  closePosition?: boolean;
  time?: number;
  updateTime?: number;
  cumQty?: string;
  cumQuote?: string;
  cumBase?: string;
  workingType?: string;
  priceProtect?: boolean;
  priceMatch?: string;
  selfTradePreventionMode?: string;
  goodTillDate?: number;
  code?: bigint;
  msg?: string;
}>;

export interface UsdmOrderBatchArguments {
  /** Orders, each with the parameters of a single one: 1 to 5 at once */
  batchOrders: readonly {
    /** Contract, such as BTCUSDT */
    symbol: string;
    /** Side */
    side: "BUY" | "SELL";
    /** Position side: BOTH in one-way mode, LONG or SHORT in hedge mode (default BOTH) */
    positionSide?: "BOTH" | "LONG" | "SHORT";
    /** Order type */
    type: UsdmType;
    /** Time in force */
    timeInForce?: "GTC" | "IOC" | "FOK" | "GTX" | "GTD";
    /** Amount: greater than 0 */
    quantity?: string;
    /** Reduce-only; not allowed in hedge mode (default false) */
    reduceOnly?: Flag;
    /** Limit price */
    price?: string;
    /** Client id of the order; generated if omitted: at most 36 characters */
    newClientOrderId?: string;
    /** Strategy id */
    strategyId?: Id;
    /** Strategy type */
    strategyType?: Id;
    /** Trigger price of a stop or take-profit order */
    stopPrice?: string;
    /** Close the whole position when triggered, without a quantity (default false) */
    closePosition?: Flag;
    /** Price from which a trailing stop follows; the latest price if omitted */
    activationPrice?: string;
    /** Distance at which a trailing stop follows, in percent: 0.1 to 20; today also up to 20 */
    callbackRate?: string;
    /** Trigger price (default CONTRACT_PRICE) */
    workingType?: "MARK_PRICE" | "CONTRACT_PRICE";
    /** Price protection: do not trigger while mark price and last price are far apart (default false) */
    priceProtect?: Flag;
    /** Response type: RESULT waits for the final state of an order that ends at once (default ACK) */
    newOrderRespType?: "ACK" | "RESULT";
    /** Price match: take the price from the book (default NONE) */
    priceMatch?: UsdmPriceMatch;
    /** Self-trade prevention mode (default NONE) */
    selfTradePreventionMode?: UsdmSelfTradePreventionMode;
    /** Good-till date of a GTD order */
    goodTillDate?: Time;
  }[];
}

export interface UsdmOrderCancelArguments {
  /** Contract, such as BTCUSDT */
  symbol: string;
  /** The exchange's number of the order */
  orderId?: Id;
  /** Client id of the order: at most 36 characters */
  origClientOrderId?: string;
}

export interface UsdmOpenOrdersCancelArguments {
  /** Contract, such as BTCUSDT */
  symbol: string;
}

export type UsdmOpenOrdersCancelRow = Readonly<{
  code?: bigint;
  msg?: string;
}>;

export interface UsdmOpenOrdersArguments {
  /** Contract; all if omitted */
  symbol?: string;
}

export interface UsdmAllOrdersArguments extends TimeWindow {
  /** Contract, such as BTCUSDT: not required today */
  symbol?: string;
  /** First order id, inclusive */
  orderId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
}

export type UsdmAllOrdersRow = Readonly<{
  symbol?: string;
  pair?: string;
  orderId: bigint;
  side?: string;
  positionSide?: string;
  type?: string;
  origType?: string;
  timeInForce?: string;
  price?: string;
  avgPrice?: string;
  origQty?: string;
  executedQty?: string;
  stopPrice?: string;
  activatePrice?: string;
  priceRate?: string;
  status?: string;
  clientOrderId?: string;
  reduceOnly?: boolean;
  closePosition?: boolean;
  time?: number;
  updateTime?: number;
  cumQty?: string;
  cumQuote?: string;
  cumBase?: string;
  workingType?: string;
  priceProtect?: boolean;
  priceMatch?: string;
  selfTradePreventionMode?: string;
  goodTillDate?: number;
  code?: bigint;
  msg?: string;
}>;

export interface UsdmLeverageArguments {
  /** Contract, such as BTCUSDT */
  symbol: string;
  /** Notional over margin: 1 to 125 */
  leverage: number;
}

export type UsdmLeverageRow = Readonly<{
  symbol?: string;
  leverage?: bigint;
  maxNotionalValue?: string;
}>;

export interface UsdmMarginTypeArguments {
  /** Contract, such as BTCUSDT */
  symbol: string;
  /** Margin mode */
  marginType: "ISOLATED" | "CROSSED";
}

export interface UsdmPositionMarginArguments {
  /** Contract, such as BTCUSDT */
  symbol: string;
  /** Position side: BOTH in one-way mode, LONG or SHORT in hedge mode (default BOTH) */
  positionSide?: "BOTH" | "LONG" | "SHORT";
  /** Amount of the margin asset: greater than 0 */
  amount: string;
  /** Direction: 1 add, 2 reduce */
  type: 1 | 2;
}

export type UsdmPositionMarginRow = Readonly<{
  amount?: string;
  type?: bigint;
  code?: bigint;
  msg?: string;
}>;

export interface UsdmPositionModeSetArguments {
  /** true for hedge mode with a long and a short position, false for one-way mode */
  dualSidePosition: Flag;
}

export interface UsdmAssetsModeSetArguments {
  /** true for multi-assets mode, false for margin in the asset of each contract */
  multiAssetsMargin: Flag;
}

export interface UsdmFeeBurnSetArguments {
  /** true to pay in BNB from the futures wallet while it has some, false to pay in the margin asset */
  feeBurn: Flag;
}

export interface UsdmOrderAmendArguments {
  /** Contract, such as BTCUSDT */
  symbol: string;
  /** The exchange's number of the order */
  orderId?: Id;
  /** Client id of the order: at most 36 characters */
  origClientOrderId?: string;
  /** Side of the order, as it was placed */
  side: "BUY" | "SELL";
  /** New quantity, including what is already filled: greater than 0 */
  quantity: string;
  /** New limit price */
  price?: string;
  /** Price match: take the price from the book (default NONE) */
  priceMatch?: UsdmPriceMatch;
  /** Your own id of the modification; answer, event and list repeat it */
  modifyId?: Id;
}

export interface UsdmOrderAmendmentsArguments extends TimeWindow {
  /** Contract, such as BTCUSDT */
  symbol: string;
  /** The exchange's number of the order */
  orderId?: Id;
  /** Client id of the order: at most 36 characters */
  origClientOrderId?: string;
  /** Number of rows: 1 to 100 (default 50) */
  limit?: number;
}

export type UsdmOrderAmendmentsRow = Readonly<{
  time?: number;
  symbol?: string;
  pair?: string;
  orderId?: bigint;
  amendment?: {
    readonly price?: {
      readonly before?: string;
      readonly after?: string;
    };
    readonly origQty?: {
      readonly before?: string;
      readonly after?: string;
    };
    readonly modifyId?: bigint;
    readonly count?: bigint;
  };
  clientOrderId?: string;
  amendmentId?: bigint;
  priceMatch?: string;
}>;

export interface UsdmCountdownArguments {
  /** Contract, such as BTCUSDT */
  symbol: string;
  /** Countdown in ms until the orders are cancelled; 0 stops the countdown */
  countdownTime: Id;
}

export type UsdmCountdownRow = Readonly<{
  symbol?: string;
  countdownTime?: string;
}>;

export interface UsdmForceOrdersArguments extends TimeWindow {
  /** Contract; all if omitted */
  symbol?: string;
  /** Reason: liquidation or auto-deleveraging (ADL); both if omitted */
  autoCloseType?: "LIQUIDATION" | "ADL";
  /** Number of rows: 1 to 100 (default 50) */
  limit?: number;
}

export interface UsdmOrderBatchAmendArguments {
  /** Changes, each with the parameters of a single one: 1 to 5 at once */
  batchOrders: readonly {
    /** Contract, such as BTCUSDT */
    symbol: string;
    /** The exchange's number of the order */
    orderId?: Id;
    /** Client id of the order: at most 36 characters */
    origClientOrderId?: string;
    /** Side of the order, as it was placed */
    side: "BUY" | "SELL";
    /** New quantity, including what is already filled: greater than 0 */
    quantity: string;
    /** Your own id of the modification; answer, event and list repeat it */
    modifyId?: Id;
    /** New limit price */
    price?: string;
    /** Price match: take the price from the book (default NONE) */
    priceMatch?: UsdmPriceMatch;
  }[];
}

export interface UsdmOrderBatchCancelArguments {
  /** Contract, such as BTCUSDT */
  symbol: string;
  /** Numbers of the orders, separated by commas: 1 to 10 at once */
  orderIdList?: readonly Id[];
  /** Client ids of the orders, separated by commas: 1 to 10 at once */
  origClientOrderIdList?: readonly string[];
}

export interface UsdmAlgoOrderNewArguments {
  /** Kind of algo order */
  algoType: "CONDITIONAL";
  /** Contract, such as BTCUSDT */
  symbol: string;
  /** Side */
  side: "BUY" | "SELL";
  /** Position side: BOTH in one-way mode, LONG or SHORT in hedge mode (default BOTH) */
  positionSide?: "BOTH" | "LONG" | "SHORT";
  /** Order type */
  type: UsdmType2;
  /** Time in force of the order that the trigger places (default GTC) */
  timeInForce?: "GTC" | "IOC" | "FOK" | "GTX" | "GTD";
  /** Amount: greater than 0 */
  quantity?: string;
  /** Limit price of STOP and TAKE_PROFIT: greater than 0 */
  price?: string;
  /** Trigger price; all types but the trailing stop: greater than 0 */
  triggerPrice?: string;
  /** Trigger price (default CONTRACT_PRICE) */
  workingType?: "MARK_PRICE" | "CONTRACT_PRICE";
  /** Price match: take the price from the book (default NONE) */
  priceMatch?: UsdmPriceMatch;
  /** Close the whole position when triggered, without a quantity (default false) */
  closePosition?: Flag;
  /** Price protection: do not trigger while mark price and last price are far apart (default false) */
  priceProtect?: Flag;
  /** Reduce-only; not allowed in hedge mode (default false) */
  reduceOnly?: Flag;
  /** Price from which a trailing stop follows; the latest price if omitted: greater than 0 */
  activatePrice?: string;
  /** Distance at which a trailing stop follows, in percent: 0.1 to 20 */
  callbackRate?: string;
  /** Client id of the algo order; generated if omitted: at most 36 characters */
  clientAlgoId?: string;
  /** Response type; both give the same record (default ACK) */
  newOrderRespType?: "ACK" | "RESULT";
  /** Self-trade prevention mode (default NONE) */
  selfTradePreventionMode?: UsdmSelfTradePreventionMode;
  /** Good-till date of a GTD order */
  goodTillDate?: Time;
}

export type UsdmAlgoOrderNewRow = Readonly<{
  symbol?: string;
  algoId?: bigint;
  side?: string;
  positionSide?: string;
  orderType?: string;
  timeInForce?: string;
  triggerPrice?: string;
  activatePrice?: string;
  callbackRate?: string;
  price?: string;
  quantity?: string;
  algoStatus?: string;
  actualOrderId?: string;
  actualPrice?: string;
  clientAlgoId?: string;
  createTime?: number;
  reduceOnly?: boolean;
  closePosition?: boolean;
  workingType?: string;
  priceProtect?: boolean;
  priceMatch?: string;
  selfTradePreventionMode?: string;
  actualQty?: string;
  actualType?: string;
  updateTime?: number;
  triggerTime?: number;
  goodTillDate?: number;
  algoType?: string;
}>;

export interface UsdmAlgoOrderCancelArguments {
  /** Id of the algo order */
  algoId?: Id;
  /** Client id of the algo order: at most 36 characters */
  clientAlgoId?: string;
}

export type UsdmAlgoOrderCancelRow = Readonly<{
  algoId?: bigint;
  clientAlgoId?: string;
  code?: string;
  msg?: string;
}>;

export interface UsdmAlgoOrdersOpenArguments {
  /** Kind of algo order */
  algoType?: "CONDITIONAL";
  /** Contract; all if omitted */
  symbol?: string;
  /** Id of the algo order */
  algoId?: Id;
}

export interface UsdmAlgoOrdersAllArguments extends TimeWindow {
  /** Contract, such as BTCUSDT */
  symbol: string;
  /** First id, inclusive */
  algoId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
}

export type UsdmAlgoOrdersAllRow = Readonly<{
  symbol?: string;
  algoId: bigint;
  side?: string;
  positionSide?: string;
  orderType?: string;
  timeInForce?: string;
  triggerPrice?: string;
  activatePrice?: string;
  callbackRate?: string;
  price?: string;
  quantity?: string;
  algoStatus?: string;
  actualOrderId?: string;
  actualPrice?: string;
  clientAlgoId?: string;
  createTime?: number;
  reduceOnly?: boolean;
  closePosition?: boolean;
  workingType?: string;
  priceProtect?: boolean;
  priceMatch?: string;
  selfTradePreventionMode?: string;
  actualQty?: string;
  actualType?: string;
  updateTime?: number;
  triggerTime?: number;
  goodTillDate?: number;
  algoType?: string;
}>;

export type UsdmBalanceRow = Readonly<{
  asset?: string;
  balance?: string;
  availableBalance?: string;
  crossWalletBalance?: string;
  crossUnPnl?: string;
  maxWithdrawAmount?: string;
  marginAvailable?: boolean;
  accountAlias?: string;
  updateTime?: number;
}>;

export type UsdmAccountRow = Readonly<{
  totalWalletBalance?: string;
  totalUnrealizedProfit?: string;
  totalMarginBalance?: string;
  availableBalance?: string;
  totalInitialMargin?: string;
  totalMaintMargin?: string;
  totalPositionInitialMargin?: string;
  totalOpenOrderInitialMargin?: string;
  totalCrossWalletBalance?: string;
  totalCrossUnPnl?: string;
  feeTier?: bigint;
  canTrade?: boolean;
  canDeposit?: boolean;
  canWithdraw?: boolean;
  updateTime?: number;
  maxWithdrawAmount?: string;
  multiAssetsMargin?: boolean;
  tradeGroupId?: bigint;
  assets?: readonly AnswerValue[];
  positions?: readonly AnswerValue[];
}>;

export interface UsdmMyTradesArguments extends TimeWindow {
  /** Contract, such as BTCUSDT */
  symbol: string;
  /** First trade id, inclusive; not with times */
  fromId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
  /** Only trades of this order */
  orderId?: Id;
}

export type UsdmMyTradesRow = Readonly<{
  symbol?: string;
  id: bigint;
  orderId?: bigint;
  time?: number;
  side?: string;
  positionSide?: string;
  price?: string;
  qty?: string;
  quoteQty?: string;
  realizedPnl?: string;
  commission?: string;
  commissionAsset?: string;
  maker?: boolean;
  buyer?: boolean;
}>;

export type UsdmPositionRiskRow = Readonly<{
  symbol?: string;
  positionSide?: string;
  positionAmt?: string;
  entryPrice?: string;
  breakEvenPrice?: string;
  markPrice?: string;
  unRealizedProfit?: string;
  liquidationPrice?: string;
  leverage?: string;
  marginType?: string;
  isolatedMargin?: string;
  isolatedWallet?: string;
  isAutoAddMargin?: string;
  notional?: string;
  maxNotionalValue?: string;
  updateTime?: number;
}>;

export type UsdmPositionModeRow = Readonly<{
  dualSidePosition?: boolean;
}>;

export type UsdmAssetsModeRow = Readonly<{
  multiAssetsMargin?: boolean;
}>;

export type UsdmFeeBurnRow = Readonly<{
  feeBurn?: boolean;
}>;

export type UsdmTradingStatusRow = Readonly<{
  indicators?: string;
  updateTime?: number;
}>;

export type UsdmOrderLimitsRow = Readonly<{
  rateLimitType?: string;
  interval?: string;
  intervalNum?: bigint;
  limit?: bigint;
}>;

export interface UsdmPortfolioAccountArguments {
  /** Asset, such as BTC */
  asset: string;
}

export type UsdmPortfolioAccountRow = Readonly<{
  asset?: string;
  maxWithdrawAmount?: string;
  maxWithdrawAmountUSD?: string;
}>;

export interface UsdmExportOrderArguments {
  /** Start of the window, inclusive */
  startTime: Time;
  /** End of the window, inclusive */
  endTime: Time;
}

export type UsdmExportOrderRow = Readonly<{
  downloadId?: string;
  avgCostTimestampOfLast30d?: bigint;
}>;

export interface UsdmExportOrderLinkArguments {
  /** Download id, from the answer to the request */
  downloadId: string;
}

export type UsdmExportOrderLinkRow = Readonly<{
  downloadId?: string;
  status?: string;
  url?: string;
  expirationTimestamp?: number;
  isExpired?: boolean;
  notified?: boolean;
}>;

export interface UsdmConvertPairsArguments {
  /** Asset that is given */
  fromAsset?: string;
  /** Asset that is received */
  toAsset?: string;
}

export type UsdmConvertPairsRow = Readonly<{
  fromAsset?: string;
  toAsset?: string;
  fromAssetMinAmount?: string;
  fromAssetMaxAmount?: string;
  toAssetMinAmount?: string;
  toAssetMaxAmount?: string;
}>;

export interface UsdmConvertQuoteArguments {
  /** Asset that is given */
  fromAsset: string;
  /** Asset that is received */
  toAsset: string;
  /** Amount that is given: greater than 0 */
  fromAmount?: string;
  /** Amount that is received: greater than 0 */
  toAmount?: string;
  /** How long the price holds (default 10s) */
  validTime?: "10s";
}

export type UsdmConvertQuoteRow = Readonly<{
  quoteId?: string;
  fromAmount?: string;
  toAmount?: string;
  ratio?: string;
  inverseRatio?: string;
  validTimestamp?: number;
}>;

export interface UsdmConvertAcceptArguments {
  /** Quote, from the answer to the quote request */
  quoteId: string;
}

export type UsdmConvertAcceptRow = Readonly<{
  orderId?: string;
  orderStatus?: string;
  createTime?: number;
}>;

export interface UsdmConvertStatusArguments {
  /** Order of the conversion */
  orderId?: string;
  /** Quote, from the answer to the quote request */
  quoteId?: string;
}

export type UsdmConvertStatusRow = Readonly<{
  orderId?: string;
  orderStatus?: string;
  fromAsset?: string;
  fromAmount?: string;
  toAsset?: string;
  toAmount?: string;
  ratio?: string;
  inverseRatio?: string;
  createTime?: number;
  quoteId?: string;
}>;

export interface UsdmIncomeArguments extends TimeWindow {
  /** Contract; all if omitted */
  symbol?: string;
  /** Income type */
  incomeType?: UsdmIncomeType;
  /** Number of rows: 1 to 1000 (default 100) */
  limit?: number;
  /** Page, counted from 1 */
  page?: number;
}

export type UsdmIncomeRow = Readonly<{
  time: number;
  incomeType?: string;
  symbol?: string;
  income?: string;
  asset?: string;
  info?: string;
  tradeId?: string;
  tranId?: bigint;
}>;

export type UsdmBracketsRow = Readonly<{
  symbol?: string;
  brackets?: readonly AnswerValue[];
}>;

export type UsdmCommissionRow = Readonly<{
  symbol?: string;
  makerCommissionRate?: string;
  takerCommissionRate?: string;
}>;

export type UsdmAdlRow = Readonly<{
  symbol?: string;
  adlQuantile?: AnswerValue;
}>;

export interface UsdmMarginHistoryArguments extends TimeWindow {
  /** Contract, such as BTCUSDT */
  symbol: string;
  /** Direction; both if omitted: 1 add, 2 reduce */
  type?: 1 | 2;
  /** Number of rows: 1 to 500 (default 500) */
  limit?: number;
}

export type UsdmMarginHistoryRow = Readonly<{
  time?: number;
  symbol?: string;
  positionSide?: string;
  type?: bigint;
  amount?: string;
  asset?: string;
  deltaType?: string;
}>;

export type UsdmAccountV3Row = Readonly<{
  totalWalletBalance?: string;
  totalUnrealizedProfit?: string;
  totalMarginBalance?: string;
  availableBalance?: string;
  totalInitialMargin?: string;
  totalMaintMargin?: string;
  totalPositionInitialMargin?: string;
  totalOpenOrderInitialMargin?: string;
  totalCrossWalletBalance?: string;
  totalCrossUnPnl?: string;
  maxWithdrawAmount?: string;
  assets?: readonly AnswerValue[];
  positions?: readonly AnswerValue[];
}>;

export type UsdmPositionRiskV3Row = Readonly<{
  symbol?: string;
  positionSide?: string;
  positionAmt?: string;
  entryPrice?: string;
  breakEvenPrice?: string;
  markPrice?: string;
  unRealizedProfit?: string;
  liquidationPrice?: string;
  isolatedMargin?: string;
  isolatedWallet?: string;
  notional?: string;
  marginAsset?: string;
  initialMargin?: string;
  maintMargin?: string;
  positionInitialMargin?: string;
  openOrderInitialMargin?: string;
  adl?: bigint;
  bidNotional?: string;
  askNotional?: string;
  updateTime?: number;
}>;

export type UsdmAccountConfigRow = Readonly<{
  feeTier?: bigint;
  canTrade?: boolean;
  canDeposit?: boolean;
  canWithdraw?: boolean;
  dualSidePosition?: boolean;
  multiAssetsMargin?: boolean;
  updateTime?: number;
  tradeGroupId?: bigint;
}>;

export type UsdmSymbolConfigRow = Readonly<{
  symbol?: string;
  leverage?: bigint;
  marginType?: string;
  maxNotionalValue?: string;
  isAutoAddMargin?: boolean;
}>;

export type CoinmExchangeInfoRow = Readonly<{
  symbol?: string;
  contractStatus?: string;
  contractType?: string;
  deliveryDate?: number;
  contractSize?: bigint;
  baseAsset?: string;
  quoteAsset?: string;
  marginAsset?: string;
  pair?: string;
  onboardDate?: number;
  pricePrecision?: bigint;
  quantityPrecision?: bigint;
  filters?: readonly {
    readonly filterType?: string;
    readonly minPrice?: string;
    readonly maxPrice?: string;
    readonly tickSize?: string;
    readonly minQty?: string;
    readonly maxQty?: string;
    readonly stepSize?: string;
    readonly minNotional?: string;
    readonly maxNotional?: string;
    readonly notional?: string;
    readonly multiplierUp?: string;
    readonly multiplierDown?: string;
    readonly bidMultiplierUp?: string;
    readonly bidMultiplierDown?: string;
    readonly askMultiplierUp?: string;
    readonly askMultiplierDown?: string;
    readonly maxPosition?: string;
  }[];
}>;

export type CoinmExchangeInfoAnswer = Readonly<{
  symbols: readonly CoinmExchangeInfoRow[];
}>;

export interface CoinmPremiumIndexArguments {
  /** Contract; all if omitted */
  symbol?: string;
  /** Pair of contracts, such as BTCUSD */
  pair?: string;
}

export type CoinmPremiumIndexRow = Readonly<{
  symbol?: string;
  pair?: string;
  markPrice?: string;
  indexPrice?: string;
  lastFundingRate?: string;
  nextFundingTime?: number;
  interestRate?: string;
  estimatedSettlePrice?: string;
  time?: number;
}>;

export interface CoinmDepthArguments {
  /** Contract, such as BTCUSD_PERP */
  symbol: string;
  /** Levels on each side: such as 5, 10, 20, 50, 100, 500, 1000; 1 to 5000 (default 500) */
  limit?: number;
}

export interface CoinmKlinesArguments extends TimeWindow {
  /** Contract, such as BTCUSD_PERP */
  symbol: string;
  /** Candle interval */
  interval: UsdmInterval;
  /** Number of rows: 1 to 1500 (default 500) */
  limit?: number;
}

export type CoinmKlinesRow = Readonly<{
  openTime: number;
  open: string;
  high: string;
  low: string;
  close: string;
  volume: string;
  closeTime: number;
  baseVolume: string;
  trades: bigint;
  takerBuyVolume: string;
  takerBuyBaseVolume: string;
  ignored: string;
}>;

export interface CoinmAggTradesArguments extends TimeWindow {
  /** Contract, such as BTCUSD_PERP */
  symbol: string;
  /** First aggregate trade id */
  fromId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
}

export interface CoinmTicker24hrArguments {
  /** Contract, such as BTCUSD_PERP; all if omitted */
  symbol?: string;
  /** All contracts of this pair, such as BTCUSD */
  pair?: string;
}

export type CoinmTicker24hrRow = Readonly<{
  symbol?: string;
  lastPrice?: string;
  priceChange?: string;
  priceChangePercent?: string;
  weightedAvgPrice?: string;
  lastQty?: string;
  openPrice?: string;
  highPrice?: string;
  lowPrice?: string;
  volume?: string;
  openTime?: number;
  closeTime?: number;
  firstId?: bigint;
  lastId?: bigint;
  count?: bigint;
  pair?: string;
  baseVolume?: string;
}>;

export interface CoinmTradesArguments {
  /** Contract, such as BTCUSD_PERP */
  symbol: string;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
}

export type CoinmTradesRow = Readonly<{
  id?: bigint;
  price?: string;
  qty?: string;
  baseQty?: string;
  time?: number;
  isBuyerMaker?: boolean;
}>;

export interface CoinmHistoricalTradesArguments {
  /** Contract, such as BTCUSD_PERP */
  symbol: string;
  /** Number of rows: 1 to 500 (default 100) */
  limit?: number;
  /** First trade id; the latest trades if omitted */
  fromId?: Id;
}

export type CoinmHistoricalTradesRow = Readonly<{
  id: bigint;
  price?: string;
  qty?: string;
  baseQty?: string;
  time?: number;
  isBuyerMaker?: boolean;
}>;

export interface CoinmFundingRateArguments extends TimeWindow {
  /** Contract, such as BTCUSD_PERP */
  symbol: string;
  /** Number of rows: 1 to 1000 (default 100) */
  limit?: number;
}

export type CoinmTickerPriceRow = Readonly<{
  symbol?: string;
  ps?: string;
  price?: string;
  time?: number;
}>;

export type CoinmTickerBookRow = Readonly<{
  symbol?: string;
  bidPrice?: string;
  bidQty?: string;
  askPrice?: string;
  askQty?: string;
  pair?: string;
  time?: number;
  lastUpdateId?: bigint;
}>;

export interface CoinmOpenInterestArguments {
  /** Contract, such as BTCUSD_PERP */
  symbol: string;
}

export type CoinmOpenInterestRow = Readonly<{
  symbol?: string;
  pair?: string;
  contractType?: string;
  openInterest?: string;
  time?: number;
}>;

export interface CoinmConstituentsArguments {
  /** Pair of the index, such as BTCUSD */
  symbol: string;
}

export interface CoinmOpenInterestHistoryArguments extends TimeWindow {
  /** Pair of contracts, such as BTCUSD */
  pair: string;
  /** Contract type; ALL adds up all contracts of the pair (default ALL) */
  contractType?: CoinmContractType;
  /** Span of one row */
  period: UsdmPeriod;
  /** Number of rows: 1 to 500 (default 30) */
  limit?: number;
}

export type CoinmOpenInterestHistoryRow = Readonly<{
  timestamp: number;
  pair?: string;
  contractType?: string;
  sumOpenInterest?: string;
  sumOpenInterestValue?: string;
}>;

export interface CoinmLongShortTopAccountsArguments extends TimeWindow {
  /** Pair of contracts, such as BTCUSD */
  pair: string;
  /** Contract type */
  contractType?: CoinmContractType2;
  /** Span of one row */
  period: UsdmPeriod;
  /** Number of rows: 1 to 500 (default 30) */
  limit?: number;
}

export type CoinmLongShortTopAccountsRow = Readonly<{
  timestamp: number;
  pair?: string;
  longShortRatio?: string;
  longAccount?: string;
  shortAccount?: string;
}>;

export interface CoinmLongShortTopPositionsArguments extends TimeWindow {
  /** Pair of contracts, such as BTCUSD */
  pair: string;
  /** Span of one row */
  period: UsdmPeriod;
  /** Number of rows: 1 to 500 (default 30) */
  limit?: number;
}

export type CoinmLongShortTopPositionsRow = Readonly<{
  timestamp: number;
  pair?: string;
  longShortRatio?: string;
  longPosition?: string;
  shortPosition?: string;
}>;

export interface CoinmTakerVolumeArguments extends TimeWindow {
  /** Pair of contracts, such as BTCUSD */
  pair: string;
  /** Contract type */
  contractType: CoinmContractType2;
  /** Span of one row */
  period: UsdmPeriod;
  /** Number of rows: 1 to 500 (default 30) */
  limit?: number;
}

export type CoinmTakerVolumeRow = Readonly<{
  timestamp: number;
  pair?: string;
  contractType?: string;
  takerBuyVol?: string;
  takerSellVol?: string;
  takerBuyVolValue?: string;
  takerSellVolValue?: string;
}>;

export interface CoinmOrderNewArguments {
  /** Contract, such as BTCUSD_PERP */
  symbol: string;
  /** Side */
  side: "BUY" | "SELL";
  /** Position side: BOTH in one-way mode, LONG or SHORT in hedge mode (default BOTH) */
  positionSide?: "BOTH" | "LONG" | "SHORT";
  /** Order type */
  type: UsdmType;
  /** Time in force */
  timeInForce?: "GTC" | "IOC" | "FOK" | "GTX" | "GTD";
  /** Number of contracts: greater than 0 */
  quantity?: string;
  /** Reduce-only; not allowed in hedge mode (default false) */
  reduceOnly?: Flag;
  /** Limit price */
  price?: string;
  /** Client id of the order; generated if omitted: at most 36 characters */
  newClientOrderId?: string;
  /** Strategy id */
  strategyId?: Id;
  /** Strategy type */
  strategyType?: Id;
  /** Trigger price of a stop or take-profit order */
  stopPrice?: string;
  /** Close the whole position when triggered, without a quantity (default false) */
  closePosition?: Flag;
  /** Price from which a trailing stop follows; the latest price if omitted */
  activationPrice?: string;
  /** Distance at which a trailing stop follows, in percent: 0.1 to 20; today also up to 20 */
  callbackRate?: string;
  /** Trigger price (default CONTRACT_PRICE) */
  workingType?: "MARK_PRICE" | "CONTRACT_PRICE";
  /** Price protection: do not trigger while mark price and last price are far apart (default false) */
  priceProtect?: Flag;
  /** Response type: RESULT waits for the final state of an order that ends at once (default ACK) */
  newOrderRespType?: "ACK" | "RESULT";
}

export interface CoinmOrderBatchArguments {
  /** Orders, each with the parameters of a single one: 1 to 5 at once */
  batchOrders: readonly {
    /** Contract, such as BTCUSD_PERP */
    symbol: string;
    /** Side */
    side: "BUY" | "SELL";
    /** Position side: BOTH in one-way mode, LONG or SHORT in hedge mode (default BOTH) */
    positionSide?: "BOTH" | "LONG" | "SHORT";
    /** Order type */
    type: UsdmType;
    /** Time in force */
    timeInForce?: "GTC" | "IOC" | "FOK" | "GTX" | "GTD";
    /** Number of contracts: greater than 0 */
    quantity?: string;
    /** Reduce-only; not allowed in hedge mode (default false) */
    reduceOnly?: Flag;
    /** Limit price */
    price?: string;
    /** Client id of the order; generated if omitted: at most 36 characters */
    newClientOrderId?: string;
    /** Strategy id */
    strategyId?: Id;
    /** Strategy type */
    strategyType?: Id;
    /** Trigger price of a stop or take-profit order */
    stopPrice?: string;
    /** Close the whole position when triggered, without a quantity (default false) */
    closePosition?: Flag;
    /** Price from which a trailing stop follows; the latest price if omitted */
    activationPrice?: string;
    /** Distance at which a trailing stop follows, in percent: 0.1 to 20; today also up to 20 */
    callbackRate?: string;
    /** Trigger price (default CONTRACT_PRICE) */
    workingType?: "MARK_PRICE" | "CONTRACT_PRICE";
    /** Price protection: do not trigger while mark price and last price are far apart (default false) */
    priceProtect?: Flag;
    /** Response type: RESULT waits for the final state of an order that ends at once (default ACK) */
    newOrderRespType?: "ACK" | "RESULT";
  }[];
}

export interface CoinmOrderCancelArguments {
  /** Contract, such as BTCUSD_PERP */
  symbol: string;
  /** The exchange's number of the order */
  orderId?: Id;
  /** Client id of the order: at most 36 characters */
  origClientOrderId?: string;
}

export interface CoinmAllOrdersArguments extends TimeWindow {
  /** Contract, such as BTCUSD_PERP */
  symbol?: string;
  /** Pair of contracts, such as BTCUSD; not with an order number */
  pair?: string;
  /** First order id, inclusive */
  orderId?: Id;
  /** Number of rows: 1 to 100 (default 50) */
  limit?: number;
}

export interface CoinmLeverageArguments {
  /** Contract, such as BTCUSD_PERP */
  symbol: string;
  /** Notional over margin: 1 to 125 */
  leverage: number;
}

export type CoinmLeverageRow = Readonly<{
  symbol?: string;
  leverage?: bigint;
  maxQty?: string;
}>;

export interface CoinmMarginTypeArguments {
  /** Contract, such as BTCUSD_PERP */
  symbol: string;
  /** Margin mode */
  marginType: "ISOLATED" | "CROSSED";
}

export interface CoinmPositionMarginArguments {
  /** Contract, such as BTCUSD_PERP */
  symbol: string;
  /** Position side: BOTH in one-way mode, LONG or SHORT in hedge mode (default BOTH) */
  positionSide?: "BOTH" | "LONG" | "SHORT";
  /** Amount of the margin asset: greater than 0 */
  amount: string;
  /** Direction: 1 add, 2 reduce */
  type: 1 | 2;
}

export interface CoinmOrderAmendArguments {
  /** Contract, such as BTCUSD_PERP */
  symbol: string;
  /** The exchange's number of the order */
  orderId?: Id;
  /** Client id of the order: at most 36 characters */
  origClientOrderId?: string;
  /** Side of the order, as it was placed */
  side: "BUY" | "SELL";
  /** New quantity, including what is already filled: greater than 0 */
  quantity: string;
  /** New limit price */
  price: string;
  /** Your own id of the modification; answer, event and list repeat it */
  modifyId?: Id;
}

export interface CoinmOrderAmendmentsArguments extends TimeWindow {
  /** Contract, such as BTCUSD_PERP */
  symbol: string;
  /** The exchange's number of the order */
  orderId?: Id;
  /** Client id of the order: at most 36 characters */
  origClientOrderId?: string;
  /** Number of rows: 1 to 100 (default 50) */
  limit?: number;
}

export interface CoinmCountdownArguments {
  /** Contract, such as BTCUSD_PERP */
  symbol: string;
  /** Countdown in ms until the orders are cancelled; 0 stops the countdown */
  countdownTime: Id;
}

export interface CoinmOrderBatchAmendArguments {
  /** Changes, each with the parameters of a single one: 1 to 5 at once */
  batchOrders: readonly {
    /** Contract, such as BTCUSD_PERP */
    symbol: string;
    /** The exchange's number of the order */
    orderId?: Id;
    /** Client id of the order: at most 36 characters */
    origClientOrderId?: string;
    /** Side of the order, as it was placed */
    side: "BUY" | "SELL";
    /** New quantity, including what is already filled: greater than 0 */
    quantity: string;
    /** Your own id of the modification; answer, event and list repeat it */
    modifyId?: Id;
    /** New limit price */
    price: string;
  }[];
}

export interface CoinmOrderBatchCancelArguments {
  /** Contract, such as BTCUSD_PERP */
  symbol: string;
  /** Numbers of the orders, separated by commas: 1 to 10 at once */
  orderIdList?: readonly Id[];
  /** Client ids of the orders, separated by commas: 1 to 10 at once */
  origClientOrderIdList?: readonly string[];
}

export interface CoinmAlgoOrderNewArguments {
  /** Kind of algo order */
  algoType: "CONDITIONAL";
  /** Contract, such as BTCUSD_PERP */
  symbol: string;
  /** Side */
  side: "BUY" | "SELL";
  /** Position side: BOTH in one-way mode, LONG or SHORT in hedge mode (default BOTH) */
  positionSide?: "BOTH" | "LONG" | "SHORT";
  /** Order type */
  type: UsdmType2;
  /** Time in force of the order that the trigger places (default GTC) */
  timeInForce?: "GTC" | "IOC" | "FOK" | "GTX" | "GTD";
  /** Number of contracts: greater than 0 */
  quantity?: string;
  /** Limit price of STOP and TAKE_PROFIT: greater than 0 */
  price?: string;
  /** Trigger price; all types but the trailing stop: greater than 0 */
  triggerPrice?: string;
  /** Trigger price (default CONTRACT_PRICE) */
  workingType?: "MARK_PRICE" | "CONTRACT_PRICE";
  /** Price match: take the price from the book (default NONE) */
  priceMatch?: UsdmPriceMatch;
  /** Close the whole position when triggered, without a quantity (default false) */
  closePosition?: Flag;
  /** Price protection: do not trigger while mark price and last price are far apart (default false) */
  priceProtect?: Flag;
  /** Reduce-only; not allowed in hedge mode (default false) */
  reduceOnly?: Flag;
  /** Price from which a trailing stop follows; the latest price if omitted: greater than 0 */
  activatePrice?: string;
  /** Distance at which a trailing stop follows, in percent: 0.1 to 20 */
  callbackRate?: string;
  /** Client id of the algo order; generated if omitted: at most 36 characters */
  clientAlgoId?: string;
  /** Response type; both give the same record (default ACK) */
  newOrderRespType?: "ACK" | "RESULT";
  /** Self-trade prevention mode (default NONE) */
  selfTradePreventionMode?: UsdmSelfTradePreventionMode;
  /** Good-till date of a GTD order */
  goodTillDate?: Time;
}

export interface CoinmAlgoOrdersAllArguments extends TimeWindow {
  /** Contract, such as BTCUSD_PERP */
  symbol: string;
  /** First id, inclusive */
  algoId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
}

export type CoinmBalanceRow = Readonly<{
  asset?: string;
  balance?: string;
  availableBalance?: string;
  crossWalletBalance?: string;
  crossUnPnl?: string;
  withdrawAvailable?: string;
  accountAlias?: string;
  updateTime?: number;
}>;

export interface CoinmPositionRiskArguments {
  /** Only positions with this margin asset, such as BTC */
  marginAsset?: string;
  /** Pair of contracts, such as BTCUSD */
  pair?: string;
}

export type CoinmPositionRiskRow = Readonly<{
  symbol?: string;
  positionSide?: string;
  positionAmt?: string;
  entryPrice?: string;
  breakEvenPrice?: string;
  markPrice?: string;
  unRealizedProfit?: string;
  liquidationPrice?: string;
  leverage?: string;
  marginType?: string;
  isolatedMargin?: string;
  isolatedWallet?: string;
  isAutoAddMargin?: string;
  notionalValue?: string;
  maxQty?: string;
  updateTime?: number;
}>;

export interface CoinmMyTradesArguments extends TimeWindow {
  /** Contract, such as BTCUSD_PERP */
  symbol: string;
  /** Pair of contracts, such as BTCUSD */
  pair?: string;
  /** First trade id, inclusive; not with a pair */
  fromId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
  /** Only trades of this order */
  orderId?: Id;
}

export type CoinmMyTradesRow = Readonly<{
  symbol?: string;
  pair?: string;
  id: bigint;
  orderId?: bigint;
  time?: number;
  side?: string;
  positionSide?: string;
  price?: string;
  qty?: string;
  baseQty?: string;
  realizedPnl?: string;
  marginAsset?: string;
  commission?: string;
  commissionAsset?: string;
  maker?: boolean;
  buyer?: boolean;
}>;

export interface CoinmIncomeArguments extends TimeWindow {
  /** Contract; all if omitted */
  symbol?: string;
  /** Income type: today also INTERNAL_TRANSFER to BFUSD_REWARD */
  incomeType?: UsdmIncomeType;
  /** Number of rows: 1 to 1000 (default 100) */
  limit?: number;
  /** Page, counted from 1 */
  page?: number;
}

export interface CoinmMarginHistoryArguments extends TimeWindow {
  /** Contract, such as BTCUSD_PERP */
  symbol: string;
  /** Direction; both if omitted: 1 add, 2 reduce */
  type?: 1 | 2;
  /** Number of rows: 1 to 500 (default 500) */
  limit?: number;
}

export interface CoinmPairBracketsArguments {
  /** Pair of contracts, such as BTCUSD; all if omitted */
  pair?: string;
}

export type CoinmPairBracketsRow = Readonly<{
  pair?: string;
  brackets?: readonly AnswerValue[];
}>;

export type OptionsExchangeInfoRow = Readonly<{
  symbol?: string;
  side?: string;
  strikePrice?: string;
  underlying?: string;
  expiryDate?: number;
  quoteAsset?: string;
  unit?: bigint;
  minQty?: string;
  maxQty?: string;
  makerFeeRate?: string;
  takerFeeRate?: string;
  liquidationFeeRate?: string;
  initialMargin?: string;
  maintenanceMargin?: string;
  minInitialMargin?: string;
  minMaintenanceMargin?: string;
  priceScale?: bigint;
  quantityScale?: bigint;
  filters?: readonly {
    readonly filterType?: string;
    readonly minPrice?: string;
    readonly maxPrice?: string;
    readonly tickSize?: string;
    readonly minQty?: string;
    readonly maxQty?: string;
    readonly stepSize?: string;
    readonly minNotional?: string;
    readonly maxNotional?: string;
    readonly notional?: string;
    readonly multiplierUp?: string;
    readonly multiplierDown?: string;
    readonly bidMultiplierUp?: string;
    readonly bidMultiplierDown?: string;
    readonly askMultiplierUp?: string;
    readonly askMultiplierDown?: string;
    readonly maxPosition?: string;
  }[];
}>;

export type OptionsExchangeInfoAnswer = Readonly<{
  optionSymbols: readonly OptionsExchangeInfoRow[];
}>;

export interface OptionsDepthArguments {
  /** Option, such as BTC-240628-60000-C */
  symbol: string;
  /** Levels on each side: such as 10, 20, 50, 100; 1 to 1000 (default 100) */
  limit?: number;
}

export interface OptionsKlinesArguments extends TimeWindow {
  /** Option, such as BTC-240628-60000-C */
  symbol: string;
  /** Candle interval */
  interval: UsdmInterval;
  /** Number of rows: 1 to 1500 (default 500) */
  limit?: number;
}

export type OptionsKlinesRow = Readonly<{
  openTime: number;
  open: string;
  high: string;
  low: string;
  close: string;
  volume: string;
  closeTime: number;
  amount: string;
  tradeCount: bigint;
  takerVolume: string;
  takerAmount: string;
}>;

export interface OptionsMarkArguments {
  /** Option, such as BTC-240628-60000-C; all if omitted */
  symbol?: string;
}

export type OptionsMarkRow = Readonly<{
  symbol?: string;
  markPrice?: string;
  markIV?: string;
  bidIV?: string;
  askIV?: string;
  delta?: string;
  gamma?: string;
  theta?: string;
  vega?: string;
  highPriceLimit?: string;
  lowPriceLimit?: string;
  riskFreeInterest?: string;
}>;

export type OptionsTickerRow = Readonly<{
  symbol?: string;
  lastPrice?: string;
  lastQty?: string;
  priceChange?: string;
  priceChangePercent?: string;
  bidPrice?: string;
  askPrice?: string;
  open?: string;
  high?: string;
  low?: string;
  volume?: string;
  amount?: string;
  strikePrice?: string;
  exercisePrice?: string;
  openTime?: number;
  closeTime?: number;
  firstTradeId?: bigint;
  tradeCount?: bigint;
}>;

export interface OptionsIndexArguments {
  /** Index behind the options, such as BTCUSDT */
  underlying: string;
}

export type OptionsIndexRow = Readonly<{
  indexPrice?: string;
  time?: number;
}>;

export interface OptionsExerciseHistoryArguments extends TimeWindow {
  /** Index behind the options, such as BTCUSDT: not required today */
  underlying?: string;
  /** Number of rows: 1 to 100 (default 100) */
  limit?: number;
}

export type OptionsExerciseHistoryRow = Readonly<{
  symbol?: string;
  strikePrice?: string;
  realStrikePrice?: string;
  expiryDate: number;
  strikeResult?: string;
}>;

export interface OptionsOpenInterestArguments {
  /** Asset behind the options, such as BTC */
  underlyingAsset: string;
  /** Day of expiry, such as 20240628: required today */
  expiration?: string;
}

export type OptionsOpenInterestRow = Readonly<{
  symbol?: string;
  sumOpenInterest?: string;
  sumOpenInterestUsd?: string;
  timestamp?: number;
}>;

export interface OptionsOptionInfoArguments {
  /** Option, such as BTC-240628-60000-C */
  symbol?: string;
}

export type OptionsOptionInfoRow = Readonly<{
  symbol?: string;
  delta?: string;
  gamma?: string;
  theta?: string;
  vega?: string;
  markIV?: string;
}>;

export interface OptionsTradesArguments {
  /** Option, such as BTC-240628-60000-C */
  symbol: string;
  /** Number of rows: 1 to 500 (default 100) */
  limit?: number;
}

export type OptionsTradesRow = Readonly<{
  symbol?: string;
  id?: bigint;
  time?: number;
  price?: string;
  qty?: string;
  quoteQty?: string;
  side?: string;
}>;

export interface OptionsBlockTradesArguments {
  /** Option; all if omitted */
  symbol?: string;
  /** Number of rows: 1 to 500 (default 100) */
  limit?: number;
}

export interface OptionsOrderNewArguments {
  /** Option, such as BTC-240628-60000-C */
  symbol: string;
  /** Side */
  side: "BUY" | "SELL";
  /** Order type */
  type: "LIMIT" | "MARKET";
  /** Amount of the underlying: greater than 0 */
  quantity: string;
  /** Limit price */
  price?: string;
  /** Time in force; GTX is post-only: today also GTX */
  timeInForce?: "GTC" | "IOC" | "FOK" | "GTX";
  /** Reduce-only (default false) */
  reduceOnly?: Flag;
  /** Post-only: reject the order if it would match immediately (default false) */
  postOnly?: Flag;
  /** Response type (default ACK) */
  newOrderRespType?: "ACK" | "RESULT";
  /** Client id of the order; generated if omitted: at most 36 characters */
  clientOrderId?: string;
  /** Counts for market maker protection (default false) */
  isMmp?: Flag;
  /** Self-trade prevention mode */
  selfTradePreventionMode?: UsdmSelfTradePreventionMode;
}

export type OptionsOrderNewRow = Readonly<{
  symbol?: string;
  orderId?: bigint;
  side?: string;
  type?: string;
  timeInForce?: string;
  price?: string;
  avgPrice?: string;
  quantity?: string;
  executedQty?: string;
  fee?: string;
  status?: string;
  clientOrderId?: string;
  createTime?: number;
  createDate?: number;
  updateTime?: number;
  reduceOnly?: boolean;
  postOnly?: boolean;
  mmp?: boolean;
  selfTradePreventionMode?: string;
  optionSide?: string;
  quoteAsset?: string;
  priceScale?: bigint;
  quantityScale?: bigint;
  source?: string;
  code?: bigint;
  msg?: string;
}>;

export interface OptionsOrderBatchArguments {
  /** Orders, each with the parameters of a single one: 1 to 20 at once */
  orders: readonly {
    /** Option, such as BTC-240628-60000-C */
    symbol: string;
    /** Side */
    side: "BUY" | "SELL";
    /** Order type */
    type: "LIMIT" | "MARKET";
    /** Amount of the underlying: greater than 0 */
    quantity: string;
    /** Limit price */
    price?: string;
    /** Time in force; GTX is post-only: today also GTX */
    timeInForce?: "GTC" | "IOC" | "FOK" | "GTX";
    /** Reduce-only (default false) */
    reduceOnly?: Flag;
    /** Post-only: reject the order if it would match immediately (default false) */
    postOnly?: Flag;
    /** Response type (default ACK) */
    newOrderRespType?: "ACK" | "RESULT";
    /** Client id of the order; generated if omitted: at most 36 characters */
    clientOrderId?: string;
    /** Counts for market maker protection (default false) */
    isMmp?: Flag;
    /** Self-trade prevention mode */
    selfTradePreventionMode?: UsdmSelfTradePreventionMode;
  }[];
}

export interface OptionsOrderGetArguments {
  /** Option, such as BTC-240628-60000-C */
  symbol: string;
  /** The exchange's number of the order */
  orderId?: Id;
  /** Client id of the order: at most 36 characters */
  clientOrderId?: string;
}

export interface OptionsOpenOrdersCancelArguments {
  /** Option, such as BTC-240628-60000-C */
  symbol: string;
}

export interface OptionsOpenOrdersArguments extends TimeWindow {
  /** Option; all if omitted */
  symbol?: string;
  /** First order id, inclusive */
  orderId?: Id;
}

export interface OptionsOrderHistoryArguments extends TimeWindow {
  /** Option, such as BTC-240628-60000-C */
  symbol: string;
  /** First order id, inclusive */
  orderId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
}

export type OptionsOrderHistoryRow = Readonly<{
  symbol?: string;
  orderId: bigint;
  side?: string;
  type?: string;
  timeInForce?: string;
  price?: string;
  avgPrice?: string;
  quantity?: string;
  executedQty?: string;
  fee?: string;
  status?: string;
  clientOrderId?: string;
  createTime?: number;
  createDate?: number;
  updateTime?: number;
  reduceOnly?: boolean;
  postOnly?: boolean;
  mmp?: boolean;
  selfTradePreventionMode?: string;
  optionSide?: string;
  quoteAsset?: string;
  priceScale?: bigint;
  quantityScale?: bigint;
  source?: string;
  code?: bigint;
  msg?: string;
}>;

export interface OptionsMmpSetArguments {
  /** Index behind the options, such as BTCUSDT */
  underlying: string;
  /** Window in which trades are counted, in ms: at most 5000 */
  windowTimeInMilliseconds: Id;
  /** How long new orders are refused then, in ms; with 0 until it is set again */
  frozenTimeInMilliseconds: Id;
  /** Traded quantity that triggers it */
  qtyLimit: string;
  /** Net delta that triggers it */
  deltaLimit: string;
}

export type OptionsMmpSetRow = Readonly<{
  underlying?: string;
  windowTimeInMilliseconds?: bigint;
  frozenTimeInMilliseconds?: bigint;
  qtyLimit?: string;
  deltaLimit?: string;
  lastTriggerTime?: number;
  underlyingId?: bigint;
}>;

export interface OptionsOrderBatchCancelArguments {
  /** Option, such as BTC-240628-60000-C */
  symbol: string;
  /** Numbers of the orders, separated by commas: 1 to 10 at once */
  orderIds?: readonly Id[];
  /** Client ids of the orders, separated by commas: 1 to 10 at once */
  clientOrderIds?: readonly string[];
}

export interface OptionsCountdownSetArguments {
  /** Index behind the options, such as BTCUSDT */
  underlying: string;
  /** Countdown in ms, at least 5000; 0 stops the countdown */
  countdownTime: Id;
}

export type OptionsCountdownSetRow = Readonly<{
  underlying?: string;
  countdownTime?: bigint;
}>;

export interface OptionsCountdownHeartbeatArguments {
  /** Underlyings, separated by commas, such as BTCUSDT,ETHUSDT */
  underlyings: readonly string[];
}

export type OptionsCountdownHeartbeatRow = Readonly<{
  underlyings?: readonly AnswerValue[];
}>;

export interface OptionsBlockOrderNewArguments {
  /** Side of the fees that the offer takes */
  liquidity: "TAKER" | "MAKER";
  /** What is traded, one leg: 1 to 1 at once */
  legs: readonly {
    /** Option, such as BTC-240628-60000-C */
    symbol: string;
    /** Side */
    side: "BUY" | "SELL";
    /** Amount of the underlying: greater than 0 */
    quantity: string;
    /** Price: greater than 0 */
    price: string;
    /** Order type */
    type?: "LIMIT";
  }[];
}

export type OptionsBlockOrderNewRow = Readonly<{
  blockTradeSettlementKey?: string;
  status?: string;
  liquidity?: string;
  legs?: readonly {
    readonly symbol?: string;
    readonly side?: string;
    readonly quantity?: string;
    readonly price?: string;
  }[];
  createTime?: number;
  expireTime?: number;
}>;

export interface OptionsBlockOrderExtendArguments {
  /** Settlement key of the block order */
  blockOrderMatchingKey: string;
}

export interface OptionsBlockOrdersArguments extends TimeWindow {
  /** Settlement key of the block order; all if omitted */
  blockOrderMatchingKey?: string;
  /** Index behind the options, such as BTCUSDT; all if omitted */
  underlying?: string;
}

export type OptionsAccountRow = Readonly<{
  totalWalletBalance?: string;
  totalMarginBalance?: string;
  availableBalance?: string;
  totalPositionInitialMargin?: string;
  totalOpenOrderInitialMargin?: string;
  totalCrossWalletBalance?: string;
  totalCrossUnPnl?: string;
  maxWithdrawAmount?: string;
  riskLevel?: string;
  time?: number;
  asset?: readonly AnswerValue[];
  greek?: readonly AnswerValue[];
}>;

export interface OptionsPositionArguments {
  /** Option; all if omitted */
  symbol?: string;
}

export type OptionsPositionRow = Readonly<{
  symbol?: string;
  side?: string;
  quantity?: string;
  reducibleQty?: string;
  entryPrice?: string;
  markPrice?: string;
  markValue?: string;
  unrealizedPNL?: string;
  strikePrice?: string;
  expiryDate?: number;
  optionSide?: string;
  ror?: string;
  positionCost?: string;
  bidQuantity?: string;
  askQuantity?: string;
  quoteAsset?: string;
  priceScale?: bigint;
  quantityScale?: bigint;
  time?: number;
}>;

export interface OptionsMyTradesArguments extends TimeWindow {
  /** Option, such as BTC-240628-60000-C */
  symbol: string;
  /** First trade id, inclusive */
  fromId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
}

export type OptionsMyTradesRow = Readonly<{
  symbol?: string;
  id: bigint;
  tradeId?: bigint;
  orderId?: bigint;
  time?: number;
  side?: string;
  type?: string;
  price?: string;
  quantity?: string;
  fee?: string;
  realizedProfit?: string;
  liquidity?: string;
  volatility?: string;
  optionSide?: string;
  quoteAsset?: string;
  priceScale?: bigint;
  quantityScale?: bigint;
}>;

export type OptionsMarginAccountRow = Readonly<{
  asset?: string;
  marginBalance?: string;
  equity?: string;
  available?: string;
  initialMargin?: string;
  maintMargin?: string;
  unrealizedPNL?: string;
  adjustedEquity?: string;
}>;

export type OptionsMarginAccountAnswer = Readonly<{
  time?: number;
  canTrade?: boolean;
  canDeposit?: boolean;
  canWithdraw?: boolean;
  reduceOnly?: boolean;
  tradeGroupId?: bigint;
  asset: readonly OptionsMarginAccountRow[];
}>;

export type OptionsCommissionRow = Readonly<{
  underlying?: string;
  makerFee?: string;
  takerFee?: string;
}>;

export type OptionsCommissionAnswer = Readonly<{
  commissions: readonly OptionsCommissionRow[];
}>;

export interface OptionsExerciseRecordsArguments extends TimeWindow {
  /** Option; all if omitted */
  symbol?: string;
  /** Number of rows: 1 to 1000 (default 1000) */
  limit?: number;
}

export type OptionsExerciseRecordsRow = Readonly<{
  symbol?: string;
  positionSide?: string;
  quantity?: string;
  exercisePrice?: string;
  amount?: string;
  fee?: string;
  currency?: string;
  createDate: number;
  id?: string;
  optionSide?: string;
  quoteAsset?: string;
  priceScale?: bigint;
  quantityScale?: bigint;
}>;

export interface OptionsBillArguments extends TimeWindow {
  /** Asset, such as USDT */
  currency: string;
  /** First id, inclusive */
  recordId?: Id;
  /** Number of rows: 1 to 1000 (default 100) */
  limit?: number;
}

export type OptionsBillRow = Readonly<{
  createDate?: number;
  type?: string;
  amount?: string;
  asset?: string;
  id: bigint;
}>;

export interface OptionsBlockUserTradesArguments extends TimeWindow {
  /** Index behind the options, such as BTCUSDT; all if omitted */
  underlying?: string;
}

export type OptionsBlockUserTradesRow = Readonly<{
  blockTradeSettlementKey?: string;
  crossType?: string;
  legs?: readonly {
    readonly tradeTime?: number;
    readonly symbol?: string;
    readonly orderSide?: string;
    readonly tradePrice?: string;
    readonly tradeQty?: string;
    readonly executedAmount?: string;
    readonly fee?: string;
    readonly liquidity?: string;
    readonly orderId?: string;
    readonly tradeId?: bigint;
    readonly orderStatus?: string;
    readonly orderType?: string;
    readonly orderPrice?: string;
    readonly orderQuantity?: string;
    readonly executedQty?: string;
    readonly commission?: string;
    readonly id?: string;
    readonly createTime?: number;
    readonly updateTime?: number;
  }[];
  parentOrderId?: string;
}>;

export type MarginAccountRow = Readonly<{
  asset?: string;
  free?: string;
  locked?: string;
  borrowed?: string;
  interest?: string;
  netAsset?: string;
}>;

export type MarginAccountAnswer = Readonly<{
  marginLevel?: string;
  totalAssetOfBtc?: string;
  totalLiabilityOfBtc?: string;
  totalNetAssetOfBtc?: string;
  borrowEnabled?: boolean;
  tradeEnabled?: boolean;
  transferEnabled?: boolean;
  userAssets: readonly MarginAccountRow[];
}>;

export type MarginAssetRow = Readonly<{
  assetName?: string;
  assetFullName?: string;
  isBorrowable?: boolean;
  isMortgageable?: boolean;
  userMinBorrow?: string;
  userMinRepay?: string;
  delistTime?: number;
}>;

export type MarginPairRow = Readonly<{
  symbol?: string;
  base?: string;
  quote?: string;
  isMarginTrade?: boolean;
  isBuyAllowed?: boolean;
  isSellAllowed?: boolean;
  id?: bigint;
  delistTime?: number;
}>;

export type MarginPriceIndexRow = Readonly<{
  symbol?: string;
  price?: string;
  calcTime?: number;
}>;

export interface MarginAllAssetsArguments {
  /** Asset; all if omitted */
  asset?: string;
}

export interface MarginAllPairsArguments {
  /** Trading pair; all if omitted */
  symbol?: string;
}

export interface MarginTransferArguments {
  /** Asset, such as BTC */
  asset: string;
  /** Amount of the asset: greater than 0 */
  amount: string;
  /** Direction: 1 spot to margin, 2 margin to spot */
  type: 1 | 2;
}

export type MarginTransferRow = Readonly<{
  tranId?: bigint;
}>;

export interface MarginBorrowArguments {
  /** Asset, such as BTC */
  asset: string;
  /** Use the isolated account of the symbol instead of the cross account (default FALSE) */
  isIsolated?: Flag;
  /** Trading pair of the isolated account */
  symbol?: string;
  /** Amount of the asset: greater than 0 */
  amount: string;
}

export interface MarginLoansArguments extends TimeWindow {
  /** Asset, such as BTC */
  asset: string;
  /** Trading pair of an isolated account; the cross account if omitted */
  isolatedSymbol?: string;
  /** Transaction, from the answer to the loan or repayment */
  txId?: Id;
  /** Page, counted from 1 (default 1) */
  current?: number;
  /** Number of rows: 1 to 100 (default 10) */
  size?: number;
  /** Return archived records instead of recent ones */
  archived?: Flag;
}

export type MarginLoansRow = Readonly<{
  timestamp?: number;
  txId?: bigint;
  asset?: string;
  principal?: string;
  status?: string;
  isolatedSymbol?: string;
}>;

export type MarginLoansAnswer = Readonly<{
  rows: readonly MarginLoansRow[];
}>;

export type MarginRepaymentsRow = Readonly<{
  timestamp?: number;
  txId?: bigint;
  asset?: string;
  amount?: string;
  interest?: string;
  principal?: string;
  status?: string;
  isolatedSymbol?: string;
}>;

export type MarginRepaymentsAnswer = Readonly<{
  rows: readonly MarginRepaymentsRow[];
}>;

export interface MarginBorrowRepayArguments {
  /** Whether an amount is borrowed or repaid */
  type: "BORROW" | "REPAY";
  /** Asset, such as BTC */
  asset: string;
  /** Amount of the asset: greater than 0 */
  amount: string;
  /** Use the isolated account of the symbol instead of the cross account (default FALSE) */
  isIsolated?: Flag;
  /** Trading pair of the isolated account */
  symbol?: string;
}

export interface MarginBorrowRepayListArguments extends TimeWindow {
  /** Whether an amount is borrowed or repaid */
  type: "BORROW" | "REPAY";
  /** Asset; all if omitted */
  asset?: string;
  /** Trading pair of an isolated account; the cross account if omitted */
  isolatedSymbol?: string;
  /** Transaction id; if given, the start time is ignored */
  txId?: Id;
  /** Page, counted from 1 (default 1) */
  current?: number;
  /** Number of rows: 1 to 100 (default 10) */
  size?: number;
}

export type MarginBorrowRepayListRow = Readonly<{
  timestamp?: number;
  txId?: bigint;
  type?: string;
  asset?: string;
  amount?: string;
  principal?: string;
  interest?: string;
  status?: string;
  isolatedSymbol?: string;
}>;

export type MarginBorrowRepayListAnswer = Readonly<{
  rows: readonly MarginBorrowRepayListRow[];
}>;

export interface MarginTransfersArguments extends TimeWindow {
  /** Asset; all if omitted */
  asset?: string;
  /** Direction; both if omitted: ROLL_IN into the margin account, ROLL_OUT out of it */
  type?: "ROLL_IN" | "ROLL_OUT";
  /** Trading pair of an isolated account; the cross account if omitted */
  isolatedSymbol?: string;
  /** Page, counted from 1 (default 1) */
  current?: number;
  /** Number of rows: 1 to 100 (default 10) */
  size?: number;
}

export type MarginTransfersRow = Readonly<{
  timestamp?: number;
  txId?: bigint;
  type?: string;
  asset?: string;
  amount?: string;
  transFrom?: string;
  fromSymbol?: string;
  transTo?: string;
  toSymbol?: string;
  status?: string;
}>;

export type MarginTransfersAnswer = Readonly<{
  rows: readonly MarginTransfersRow[];
}>;

export interface MarginIsolatedAccountsArguments {
  /** Trading pairs of the accounts; all that exist if omitted: 1 to 5 at once */
  symbols?: readonly string[];
}

export type MarginIsolatedAccountsRow = Readonly<{
  symbol?: string;
  enabled?: boolean;
  marginLevel?: string;
  marginLevelStatus?: string;
  baseAsset?: {
    readonly asset?: string;
    readonly free?: string;
    readonly locked?: string;
    readonly borrowed?: string;
    readonly interest?: string;
    readonly netAsset?: string;
  };
  quoteAsset?: {
    readonly asset?: string;
    readonly free?: string;
    readonly locked?: string;
    readonly borrowed?: string;
    readonly interest?: string;
    readonly netAsset?: string;
  };
  indexPrice?: string;
  liquidatePrice?: string;
  isolatedCreated?: boolean;
  marginRatio?: string;
  liquidateRate?: string;
  tradeEnabled?: boolean;
}>;

export type MarginIsolatedAccountsAnswer = Readonly<{
  totalAssetOfBtc?: string;
  totalLiabilityOfBtc?: string;
  totalNetAssetOfBtc?: string;
  assets: readonly MarginIsolatedAccountsRow[];
}>;

export type MarginIsolatedEnableRow = Readonly<{
  symbol?: string;
  success?: boolean;
}>;

export type MarginIsolatedLimitRow = Readonly<{
  enabledAccount?: bigint;
  maxAccount?: bigint;
}>;

export type MarginIsolatedPairsRow = Readonly<{
  symbol?: string;
  base?: string;
  quote?: string;
  isMarginTrade?: boolean;
  isBuyAllowed?: boolean;
  isSellAllowed?: boolean;
  delistTime?: number;
}>;

export interface MarginMaxBorrowableArguments {
  /** Asset, such as BTC */
  asset: string;
  /** Trading pair of an isolated account; the cross account if omitted */
  isolatedSymbol?: string;
}

export type MarginMaxBorrowableRow = Readonly<{
  amount?: string;
  borrowLimit?: string;
}>;

export type MarginMaxTransferableRow = Readonly<{
  amount?: string;
}>;

export interface MarginCrossDataArguments {
  /** Level of the account; your own if omitted */
  vipLevel?: number;
  /** Asset; all if omitted */
  coin?: string;
}

export type MarginCrossDataRow = Readonly<{
  coin?: string;
  vipLevel?: bigint;
  transferIn?: boolean;
  borrowable?: boolean;
  dailyInterest?: string;
  yearlyInterest?: string;
  borrowLimit?: string;
  marginablePairs?: readonly AnswerValue[];
}>;

export interface MarginIsolatedDataArguments {
  /** Level of the account; your own if omitted */
  vipLevel?: number;
  /** Trading pair; all if omitted */
  symbol?: string;
}

export type MarginIsolatedDataRow = Readonly<{
  symbol?: string;
  vipLevel?: bigint;
  leverage?: string;
  data?: readonly AnswerValue[];
}>;

export interface MarginIsolatedTierArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Tier; all if omitted */
  tier?: number;
}

export type MarginIsolatedTierRow = Readonly<{
  symbol?: string;
  tier?: bigint;
  effectiveMultiple?: string;
  initialRiskRatio?: string;
  liquidationRiskRatio?: string;
  baseAssetMaxBorrowable?: string;
  quoteAssetMaxBorrowable?: string;
}>;

export interface MarginNextHourlyRatesArguments {
  /** Assets: 1 to 20 at once */
  assets: readonly string[];
  /** Use the isolated account of the symbol instead of the cross account (default FALSE) */
  isIsolated?: Flag;
}

export type MarginNextHourlyRatesRow = Readonly<{
  asset?: string;
  nextHourlyInterestRate?: string;
}>;

export type MarginTradeCoefficientsRow = Readonly<{
  normalBar?: string;
  marginCallBar?: string;
  forceLiquidationBar?: string;
}>;

export type MarginCollateralRatiosRow = Readonly<{
  assetNames?: readonly AnswerValue[];
  collaterals?: readonly AnswerValue[];
}>;

export interface MarginAvailableInventoryArguments {
  /** Kind of margin */
  type: "MARGIN" | "ISOLATED";
}

export type MarginAvailableInventoryRow = Readonly<{
  assets?: AnswerValue;
  updateTime?: number;
}>;

export type MarginBnbBurnGetRow = Readonly<{
  spotBNBBurn?: boolean;
  interestBNBBurn?: boolean;
}>;

export interface MarginBnbBurnSetArguments {
  /** Whether commission on spot is paid in BNB */
  spotBNBBurn?: Flag;
  /** Whether interest on margin is paid in BNB */
  interestBNBBurn?: Flag;
}

export interface MarginMaxLeverageArguments {
  /** Leverage; 10 is that of Cross Margin Pro */
  maxLeverage: 3 | 5 | 10;
}

export type MarginMaxLeverageRow = Readonly<{
  success?: boolean;
}>;

export interface MarginOrderLimitsArguments {
  /** Use the isolated account of the symbol instead of the cross account */
  isIsolated?: Flag;
  /** Trading pair of the isolated account */
  symbol?: string;
}

export interface MarginOrderNewArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Use the isolated account of the symbol instead of the cross account */
  isIsolated?: Flag;
  /** Side */
  side: "BUY" | "SELL";
  /** Order type */
  type: MarginType;
  /** Amount of the base asset: greater than 0 */
  quantity?: string;
  /** Amount of the quote asset to spend or to receive, MARKET only: greater than 0 */
  quoteOrderQty?: string;
  /** Limit price: greater than 0 */
  price?: string;
  /** Trigger price: greater than 0 */
  stopPrice?: string;
  /** Client id of the order; generated if omitted: at most 36 characters */
  newClientOrderId?: string;
  /** Iceberg quantity: greater than 0 */
  icebergQty?: string;
  /** Response type (default ACK) */
  newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Side effect: borrow the funds that the order lacks, or repay debt from its fills: today also AUTO_BORROW_REPAY (default NO_SIDE_EFFECT) */
  sideEffectType?: MarginSideEffectType;
  /** Time in force */
  timeInForce?: "GTC" | "IOC" | "FOK";
  /** Repay what the order borrowed when it is cancelled unfilled (default true) */
  autoRepayAtCancel?: Flag;
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  selfTradePreventionMode?: SpotSelfTradePreventionMode;
}

export type MarginOrderNewRow = Readonly<{
  symbol?: string;
  orderId?: bigint;
  isIsolated?: boolean;
  side?: string;
  type?: string;
  timeInForce?: string;
  price?: string;
  stopPrice?: string;
  origQty?: string;
  executedQty?: string;
  cummulativeQuoteQty?: string;
  status?: string;
  clientOrderId?: string;
  time?: number;
  transactTime?: number;
  updateTime?: number;
  origClientOrderId?: string;
  icebergQty?: string;
  isWorking?: boolean;
  selfTradePreventionMode?: string;
  marginBuyBorrowAmount?: string;
  marginBuyBorrowAsset?: string;
  fills?: readonly {
    readonly price?: string;
    readonly qty?: string;
    readonly commission?: string;
    readonly commissionAsset?: string;
    readonly tradeId?: bigint;
  }[];
}>;

export interface MarginOrderCancelArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Use the isolated account of the symbol instead of the cross account */
  isIsolated?: Flag;
  /** The exchange's number of the order */
  orderId?: Id;
  /** Client id of the order: at most 36 characters */
  origClientOrderId?: string;
  /** Client id of the cancellation: at most 36 characters */
  newClientOrderId?: string;
}

export interface MarginOpenOrdersCancelArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Use the isolated account of the symbol instead of the cross account */
  isIsolated?: Flag;
}

export interface MarginOrderGetArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Use the isolated account of the symbol instead of the cross account */
  isIsolated?: Flag;
  /** The exchange's number of the order */
  orderId?: Id;
  /** Client id of the order: at most 36 characters */
  origClientOrderId?: string;
}

export interface MarginOpenOrdersArguments {
  /** Trading pair, such as BTCUSDT */
  symbol?: string;
  /** Use the isolated account of the symbol instead of the cross account */
  isIsolated?: Flag;
}

export interface MarginAllOrdersArguments extends TimeWindow {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Use the isolated account of the symbol instead of the cross account */
  isIsolated?: Flag;
  /** First order id, inclusive */
  orderId?: Id;
  /** Number of rows: 1 to 1000; today also up to 1000 (default 500) */
  limit?: number;
}

export type MarginAllOrdersRow = Readonly<{
  symbol?: string;
  orderId: bigint;
  isIsolated?: boolean;
  side?: string;
  type?: string;
  timeInForce?: string;
  price?: string;
  stopPrice?: string;
  origQty?: string;
  executedQty?: string;
  cummulativeQuoteQty?: string;
  status?: string;
  clientOrderId?: string;
  time?: number;
  transactTime?: number;
  updateTime?: number;
  origClientOrderId?: string;
  icebergQty?: string;
  isWorking?: boolean;
  selfTradePreventionMode?: string;
  marginBuyBorrowAmount?: string;
  marginBuyBorrowAsset?: string;
  fills?: readonly {
    readonly price?: string;
    readonly qty?: string;
    readonly commission?: string;
    readonly commissionAsset?: string;
    readonly tradeId?: bigint;
  }[];
}>;

export interface MarginMyTradesArguments extends TimeWindow {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Use the isolated account of the symbol instead of the cross account */
  isIsolated?: Flag;
  /** Only trades of this order */
  orderId?: Id;
  /** First trade id, inclusive */
  fromId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
}

export type MarginMyTradesRow = Readonly<{
  symbol?: string;
  isIsolated?: boolean;
  id: bigint;
  orderId?: bigint;
  time?: number;
  isBuyer?: boolean;
  price?: string;
  qty?: string;
  commission?: string;
  commissionAsset?: string;
  isMaker?: boolean;
  isBestMatch?: boolean;
}>;

export interface MarginOcoNewArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Client id of the order list; generated if omitted: at most 36 characters */
  listClientOrderId?: string;
  /** Side of both orders */
  side: "BUY" | "SELL";
  /** Amount of the base asset, of each order: greater than 0 */
  quantity: string;
  /** Client id of the limit order: at most 36 characters */
  limitClientOrderId?: string;
  /** Price of the limit order: greater than 0 */
  price: string;
  /** Iceberg quantity of the limit order: greater than 0 */
  limitIcebergQty?: string;
  /** Client id of the stop order: at most 36 characters */
  stopClientOrderId?: string;
  /** Trigger price of the stop order: greater than 0 */
  stopPrice: string;
  /** Limit price of the stop order; a market order if omitted: greater than 0 */
  stopLimitPrice?: string;
  /** Iceberg quantity of the stop order: greater than 0 */
  stopIcebergQty?: string;
  /** Time in force of the triggered stop order */
  stopLimitTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Response type of each order (default ACK) */
  newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  selfTradePreventionMode?: SpotSelfTradePreventionMode;
  /** Strategy id, for the limit order */
  limitStrategyId?: Id;
  /** Strategy type, for the limit order */
  limitStrategyType?: number;
  /** Strategy id, for the stop order */
  stopStrategyId?: Id;
  /** Strategy type, for the stop order */
  stopStrategyType?: number;
  /** Distance of a trailing stop order, in bps */
  trailingDelta?: Id;
  /** Use the isolated account of the symbol instead of the cross account */
  isIsolated?: Flag;
  /** Side effect: borrow the funds that the order lacks, or repay debt from its fills (default NO_SIDE_EFFECT) */
  sideEffectType?: MarginSideEffectType;
  /** Repay what the list borrowed when it is cancelled unfilled (default true) */
  autoRepayAtCancel?: Flag;
}

export type MarginOcoNewRow = Readonly<{
  symbol?: string;
  orderListId?: bigint;
  contingencyType?: string;
  listStatusType?: string;
  listOrderStatus?: string;
  listClientOrderId?: string;
  transactionTime?: number;
  orders?: readonly AnswerValue[];
  orderReports?: readonly AnswerValue[];
  isIsolated?: boolean;
  marginBuyBorrowAmount?: string;
  marginBuyBorrowAsset?: string;
}>;

export interface MarginOtoNewArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Client id of the order list; generated if omitted: at most 36 characters */
  listClientOrderId?: string;
  /** Response type of each order (default ACK) */
  newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  selfTradePreventionMode?: SpotSelfTradePreventionMode;
  /** Type of the working order */
  workingType: "LIMIT" | "LIMIT_MAKER";
  /** Client id of the working order; generated if omitted: at most 36 characters */
  workingClientOrderId?: string;
  /** Limit price of the working order: greater than 0 */
  workingPrice?: string;
  /** Iceberg quantity of the working order: greater than 0 */
  workingIcebergQty?: string;
  /** Time in force of the working order */
  workingTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the working order */
  workingStrategyId?: Id;
  /** Strategy type of the working order */
  workingStrategyType?: number;
  /** Side of the book from which the working order takes its price */
  workingPegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the working order */
  workingPegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the working order: 1 to 100 */
  workingPegOffsetValue?: number;
  /** Side of the working order */
  workingSide: "BUY" | "SELL";
  /** Amount of the base asset, of the working order: greater than 0 */
  workingQuantity: string;
  /** Type of the pending order */
  pendingType: SpotPendingType;
  /** Client id of the pending order; generated if omitted: at most 36 characters */
  pendingClientOrderId?: string;
  /** Limit price of the pending order: greater than 0 */
  pendingPrice?: string;
  /** Trigger price of the pending order: greater than 0 */
  pendingStopPrice?: string;
  /** Distance of the pending order, if it is a trailing stop, in bps */
  pendingTrailingDelta?: Id;
  /** Iceberg quantity of the pending order: greater than 0 */
  pendingIcebergQty?: string;
  /** Time in force of the pending order */
  pendingTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the pending order */
  pendingStrategyId?: Id;
  /** Strategy type of the pending order */
  pendingStrategyType?: number;
  /** Side of the book from which the pending order takes its price */
  pendingPegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the pending order */
  pendingPegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the pending order: 1 to 100 */
  pendingPegOffsetValue?: number;
  /** Side of the pending order */
  pendingSide: "BUY" | "SELL";
  /** Amount of the base asset, of the pending order: greater than 0 */
  pendingQuantity: string;
  /** Use the isolated account of the symbol instead of the cross account */
  isIsolated?: Flag;
  /** Side effect: borrow the funds that the order lacks, or repay debt from its fills (default NO_SIDE_EFFECT) */
  sideEffectType?: "NO_SIDE_EFFECT" | "MARGIN_BUY";
  /** Repay what the list borrowed when it is cancelled unfilled (default true) */
  autoRepayAtCancel?: Flag;
}

export interface MarginOtocoNewArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Client id of the order list; generated if omitted: at most 36 characters */
  listClientOrderId?: string;
  /** Response type of each order (default ACK) */
  newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  selfTradePreventionMode?: SpotSelfTradePreventionMode;
  /** Type of the working order */
  workingType: "LIMIT" | "LIMIT_MAKER";
  /** Client id of the working order; generated if omitted: at most 36 characters */
  workingClientOrderId?: string;
  /** Limit price of the working order: greater than 0 */
  workingPrice?: string;
  /** Iceberg quantity of the working order: greater than 0 */
  workingIcebergQty?: string;
  /** Time in force of the working order */
  workingTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the working order */
  workingStrategyId?: Id;
  /** Strategy type of the working order */
  workingStrategyType?: number;
  /** Side of the book from which the working order takes its price */
  workingPegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the working order */
  workingPegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the working order: 1 to 100 */
  workingPegOffsetValue?: number;
  /** Side of the working order */
  workingSide: "BUY" | "SELL";
  /** Amount of the base asset, of the working order: greater than 0 */
  workingQuantity: string;
  /** Side of both pending orders */
  pendingSide: "BUY" | "SELL";
  /** Amount of the base asset, of each pending order: greater than 0 */
  pendingQuantity: string;
  /** Type of the pending order above the market */
  pendingAboveType: SpotAboveType;
  /** Client id of the pending order above the market; generated if omitted: at most 36 characters */
  pendingAboveClientOrderId?: string;
  /** Limit price of the pending order above the market: greater than 0 */
  pendingAbovePrice?: string;
  /** Trigger price of the pending order above the market: greater than 0 */
  pendingAboveStopPrice?: string;
  /** Distance of the pending order above the market, if it is a trailing stop, in bps */
  pendingAboveTrailingDelta?: Id;
  /** Iceberg quantity of the pending order above the market: greater than 0 */
  pendingAboveIcebergQty?: string;
  /** Time in force of the pending order above the market */
  pendingAboveTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the pending order above the market */
  pendingAboveStrategyId?: Id;
  /** Strategy type of the pending order above the market */
  pendingAboveStrategyType?: number;
  /** Side of the book from which the pending order above the market takes its price */
  pendingAbovePegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the pending order above the market */
  pendingAbovePegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the pending order above the market: 1 to 100 */
  pendingAbovePegOffsetValue?: number;
  /** Type of the pending order below the market */
  pendingBelowType: SpotAboveType;
  /** Client id of the pending order below the market; generated if omitted: at most 36 characters */
  pendingBelowClientOrderId?: string;
  /** Limit price of the pending order below the market: greater than 0 */
  pendingBelowPrice?: string;
  /** Trigger price of the pending order below the market: greater than 0 */
  pendingBelowStopPrice?: string;
  /** Distance of the pending order below the market, if it is a trailing stop, in bps */
  pendingBelowTrailingDelta?: Id;
  /** Iceberg quantity of the pending order below the market: greater than 0 */
  pendingBelowIcebergQty?: string;
  /** Time in force of the pending order below the market */
  pendingBelowTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the pending order below the market */
  pendingBelowStrategyId?: Id;
  /** Strategy type of the pending order below the market */
  pendingBelowStrategyType?: number;
  /** Side of the book from which the pending order below the market takes its price */
  pendingBelowPegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the pending order below the market */
  pendingBelowPegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the pending order below the market: 1 to 100 */
  pendingBelowPegOffsetValue?: number;
  /** Use the isolated account of the symbol instead of the cross account */
  isIsolated?: Flag;
  /** Side effect: borrow the funds that the order lacks, or repay debt from its fills (default NO_SIDE_EFFECT) */
  sideEffectType?: "NO_SIDE_EFFECT" | "MARGIN_BUY";
  /** Repay what the list borrowed when it is cancelled unfilled (default true) */
  autoRepayAtCancel?: Flag;
}

export interface MarginOrderListCancelArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Use the isolated account of the symbol instead of the cross account */
  isIsolated?: Flag;
  /** The exchange's number of the list */
  orderListId?: Id;
  /** Client id of the order list: at most 36 characters */
  listClientOrderId?: string;
  /** Client id of the cancellation: at most 36 characters */
  newClientOrderId?: string;
}

export interface MarginOrderListGetArguments {
  /** Use the isolated account of the symbol instead of the cross account */
  isIsolated?: Flag;
  /** Trading pair of the isolated account */
  symbol?: string;
  /** The exchange's number of the list */
  orderListId?: Id;
  /** Client id of the order list: at most 36 characters */
  origClientOrderId?: string;
}

export interface MarginAllOrderListsArguments extends TimeWindow {
  /** Use the isolated account of the symbol instead of the cross account */
  isIsolated?: Flag;
  /** Trading pair of the isolated account */
  symbol?: string;
  /** First order list id, inclusive; not with times */
  fromId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
}

export type MarginAllOrderListsRow = Readonly<{
  symbol?: string;
  orderListId: bigint;
  contingencyType?: string;
  listStatusType?: string;
  listOrderStatus?: string;
  listClientOrderId?: string;
  transactionTime?: number;
  orders?: readonly AnswerValue[];
  orderReports?: readonly AnswerValue[];
  isIsolated?: boolean;
  marginBuyBorrowAmount?: string;
  marginBuyBorrowAsset?: string;
}>;

export interface MarginCapitalFlowArguments extends TimeWindow {
  /** Asset; all if omitted */
  asset?: string;
  /** Trading pair of an isolated account; the cross account if omitted */
  symbol?: string;
  /** Kind of flow, such as TRANSFER, BORROW or BUY_INCOME */
  type?: string;
  /** First id, inclusive; if given, the start time is ignored */
  fromId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
}

export type MarginCapitalFlowRow = Readonly<{
  timestamp?: number;
  type?: string;
  asset?: string;
  amount?: string;
  symbol?: string;
  id: bigint;
  tranId?: bigint;
}>;

export interface MarginInterestHistoryArguments extends TimeWindow {
  /** Asset; all if omitted */
  asset?: string;
  /** Trading pair of an isolated account; the cross account if omitted */
  isolatedSymbol?: string;
  /** Page, counted from 1 (default 1) */
  current?: number;
  /** Number of rows: 1 to 100 (default 10) */
  size?: number;
}

export type MarginInterestHistoryRow = Readonly<{
  interestAccuredTime?: number;
  asset?: string;
  principal?: string;
  interest?: string;
  interestRate?: string;
  type?: string;
  isolatedSymbol?: string;
  rawAsset?: string;
  txId?: bigint;
}>;

export type MarginInterestHistoryAnswer = Readonly<{
  rows: readonly MarginInterestHistoryRow[];
}>;

export interface MarginInterestRatesArguments extends TimeWindow {
  /** Asset, such as BTC */
  asset: string;
  /** Level of the account; your own if omitted */
  vipLevel?: number;
}

export type MarginInterestRatesRow = Readonly<{
  timestamp?: number;
  asset?: string;
  dailyInterestRate?: string;
  vipLevel?: bigint;
}>;

export interface MarginLiquidationsArguments extends TimeWindow {
  /** Trading pair of an isolated account; the cross account if omitted */
  isolatedSymbol?: string;
  /** Page, counted from 1 (default 1) */
  current?: number;
  /** Number of rows: 1 to 100 (default 10) */
  size?: number;
}

export type MarginLiquidationsRow = Readonly<{
  updatedTime?: number;
  symbol?: string;
  isIsolated?: boolean;
  orderId?: bigint;
  side?: string;
  qty?: string;
  executedQty?: string;
  avgPrice?: string;
  price?: string;
  timeInForce?: string;
}>;

export type MarginLiquidationsAnswer = Readonly<{
  rows: readonly MarginLiquidationsRow[];
}>;

export type FundsSystemStatusRow = Readonly<{
  status?: bigint;
  msg?: string;
}>;

export type FundsCoinsRow = Readonly<{
  coin?: string;
  name?: string;
  free?: string;
  locked?: string;
  freeze?: string;
  withdrawing?: string;
  depositAllEnable?: boolean;
  withdrawAllEnable?: boolean;
  trading?: boolean;
  isLegalMoney?: boolean;
  storage?: string;
  ipoing?: string;
  ipoable?: string;
  networkList?: readonly AnswerValue[];
}>;

export interface FundsWithdrawArguments {
  /** Coin, such as BTC */
  coin: string;
  /** Client id of the withdrawal, by which it can be looked up */
  withdrawOrderId?: string;
  /** Network, such as ETH; the coin's default network if omitted */
  network?: string;
  /** Destination address */
  address: string;
  /** Tag or memo, where the network asks for one beside the address */
  addressTag?: string;
  /** Amount of the asset: greater than 0 */
  amount: string;
  /** Who gets the fee of a transfer within the exchange back: true the receiver, false the sender (default false) */
  transactionFeeFlag?: Flag;
  /** Note on the address for the address book */
  name?: string;
  /** Source wallet: 0 spot wallet, 1 funding wallet (default 0) */
  walletType?: 0 | 1;
}

export type FundsWithdrawRow = Readonly<{
  id?: string;
}>;

export interface FundsDepositsArguments extends TimeWindow {
  /** Coin; all if omitted */
  coin?: string;
  /** Status: 0 pending, 6 confirmed, 1 credited */
  status?: 0 | 6 | 1;
  /** Rows to leave out at the beginning (default 0) */
  offset?: number;
  /** Number of rows: 1 to 1000 (default 1000) */
  limit?: number;
  /** Transaction on chain */
  txId?: string;
  /** Include the source addresses in the answer */
  includeSource?: Flag;
}

export type FundsDepositsRow = Readonly<{
  insertTime?: number;
  coin?: string;
  amount?: string;
  network?: string;
  status?: bigint;
  confirmTimes?: string;
  address?: string;
  addressTag?: string;
  txId?: string;
  id?: string;
  completeTime?: number;
  transferType?: bigint;
  unlockConfirm?: bigint;
  walletType?: bigint;
}>;

export interface FundsWithdrawalsArguments extends TimeWindow {
  /** Coin; all if omitted */
  coin?: string;
  /** Client id of a withdrawal */
  withdrawOrderId?: string;
  /** Status: 0 e-mail confirmation, 1 cancelled, 2 awaiting approval, 3 rejected, 4 processing, 5 failed, 6 completed */
  status?: 0 | 1 | 2 | 3 | 4 | 5 | 6;
  /** Rows to leave out at the beginning (default 0) */
  offset?: number;
  /** Number of rows: 1 to 1000 (default 1000) */
  limit?: number;
  /** Withdrawals, from the withdrawal's answer: at most 45 at once */
  idList?: readonly string[];
}

export type FundsWithdrawalsRow = Readonly<{
  applyTime?: number;
  coin?: string;
  amount?: string;
  transactionFee?: string;
  network?: string;
  status?: bigint;
  address?: string;
  txId?: string;
  id?: string;
  withdrawOrderId?: string;
  info?: string;
  transferType?: bigint;
  confirmNo?: bigint;
  walletType?: bigint;
  txKey?: string;
  completeTime?: number;
}>;

export interface FundsDepositAddressArguments {
  /** Coin, such as BTC */
  coin: string;
  /** Network, such as ETH; the coin's default network if omitted */
  network?: string;
}

export type FundsDepositAddressRow = Readonly<{
  coin?: string;
  address?: string;
  tag?: string;
  url?: string;
}>;

export interface FundsDepositCreditApplyArguments {
  /** Number of the deposit */
  depositId?: Id;
  /** Transaction of the deposit on chain */
  txId?: string;
  /** Number of the sub-account of the deposit */
  subAccountId?: Id;
  /** User number of the sub-account of the deposit */
  subUserId?: Id;
}

export type FundsDepositCreditApplyRow = Readonly<{
  success?: boolean;
  data?: boolean;
  code?: string;
  message?: string;
}>;

export interface FundsTravelRuleWithdrawArguments {
  /** Coin, such as BTC */
  coin: string;
  /** Client id of the withdrawal, by which it can be looked up */
  withdrawOrderId?: string;
  /** Network, such as ETH; the coin's default network if omitted */
  network?: string;
  /** Destination address */
  address: string;
  /** Tag or memo, where the network asks for one beside the address */
  addressTag?: string;
  /** Amount of the asset: greater than 0 */
  amount: string;
  /** Who gets the fee of a transfer within the exchange back: true the receiver, false the sender (default false) */
  transactionFeeFlag?: Flag;
  /** Note on the address for the address book */
  name?: string;
  /** Source wallet: 0 spot wallet, 1 funding wallet (default 0) */
  walletType?: 0 | 1;
  /** Answers to the questionnaire as a JSON object */
  questionnaire: string;
}

export type FundsTravelRuleWithdrawRow = Readonly<{
  trId?: bigint;
  accepted?: boolean;
  info?: string;
}>;

export interface FundsTravelRuleWithdrawalsArguments extends TimeWindow {
  /** Travel rule records, from the answers to withdrawals */
  trId?: readonly string[];
  /** Transactions on chain */
  txId?: readonly string[];
  /** Client id of a withdrawal */
  withdrawOrderId?: string;
  /** Network, such as ETH; the coin's default network if omitted */
  network?: string;
  /** Coin; all if omitted */
  coin?: string;
  /** Status of the questionnaire: 0 completed, 1 pending, 2 failed */
  travelRuleStatus?: 0 | 1 | 2;
  /** Rows to leave out at the beginning (default 0) */
  offset?: number;
  /** Number of rows: 1 to 1000 (default 1000) */
  limit?: number;
}

export type FundsTravelRuleWithdrawalsRow = Readonly<{
  applyTime?: number;
  trId?: bigint;
  coin?: string;
  amount?: string;
  transactionFee?: string;
  network?: string;
  withdrawalStatus?: bigint;
  travelRuleStatus?: bigint;
  address?: string;
  id?: string;
  withdrawOrderId?: string;
  txId?: string;
  info?: string;
  transferType?: bigint;
  confirmNo?: bigint;
  walletType?: bigint;
  txKey?: string;
  questionnaire?: string;
  completeTime?: number;
}>;

export type FundsTravelRuleRequirementsRow = Readonly<{
  questionnaireCountryCode?: string;
}>;

export type FundsTravelRuleProvidersRow = Readonly<{
  vaspName?: string;
  vaspCode?: string;
  identifier?: string;
}>;

export type FundsTravelRuleCountriesRow = Readonly<{
  countryCode?: string;
  countryName?: string;
  blockType?: string;
  depositAllowed?: boolean;
  withdrawalAllowed?: boolean;
  hasRegionRestrictions?: boolean;
}>;

export type FundsTravelRuleCountriesAnswer = Readonly<{
  lastUpdated?: number;
  countries: readonly FundsTravelRuleCountriesRow[];
}>;

export interface FundsTravelRuleRegionsArguments {
  /** Country as two letters, such as au */
  countryCode: string;
}

export type FundsTravelRuleRegionsRow = Readonly<{
  regionName?: string;
  blockType?: string;
  depositAllowed?: boolean;
  withdrawalAllowed?: boolean;
}>;

export type FundsTravelRuleRegionsAnswer = Readonly<{
  countryCode?: string;
  lastUpdated?: number;
  regions: readonly FundsTravelRuleRegionsRow[];
}>;

export interface FundsTravelRuleDepositsArguments extends TimeWindow {
  /** Deposits */
  depositId?: readonly string[];
  /** Transactions on chain */
  txId?: readonly string[];
  /** Network, such as ETH; the coin's default network if omitted */
  network?: string;
  /** Coin; all if omitted */
  coin?: string;
  /** Include the answers */
  retrieveQuestionnaire?: Flag;
  /** Rows to leave out at the beginning (default 0) */
  offset?: number;
  /** Number of rows: 1 to 1000 (default 1000) */
  limit?: number;
}

export type FundsTravelRuleDepositsRow = Readonly<{
  insertTime?: number;
  depositId?: string;
  coin?: string;
  amount?: string;
  network?: string;
  depositStatus?: bigint;
  travelRuleReqStatus?: bigint;
  requireQuestionnaire?: boolean;
  confirmTimes?: string;
  address?: string;
  addressTag?: string;
  txId?: string;
  transferType?: bigint;
  questionnaire?: string;
}>;

export interface FundsTravelRuleAnswerDepositArguments {
  /** Number of the deposit */
  depositId: Id;
  /** Answers to the questionnaire as a JSON object */
  questionnaire: string;
}

export interface FundsSnapshotArguments extends TimeWindow {
  /** Account */
  type: "SPOT" | "MARGIN" | "FUTURES";
  /** Number of days: 5 to 30 (default 5) */
  limit?: number;
}

export type FundsSnapshotRow = Readonly<{
  updateTime?: number;
  type?: string;
  data?: AnswerValue;
}>;

export type FundsSnapshotAnswer = Readonly<{
  snapshotVos: readonly FundsSnapshotRow[];
}>;

export type FundsAccountStatusRow = Readonly<{
  data?: string;
}>;

export type FundsApiTradingStatusRow = Readonly<{
  isLocked?: boolean;
  plannedRecoverTime?: number;
  triggerCondition?: AnswerValue;
  updateTime?: number;
}>;

export type FundsApiTradingStatusAnswer = Readonly<{
  data: FundsApiTradingStatusRow;
}>;

export interface FundsDustConvertArguments {
  /** Assets to convert */
  asset: readonly string[];
  /** Account of the dust (default SPOT) */
  accountType?: "SPOT" | "MARGIN";
}

export type FundsDustConvertRow = Readonly<{
  fromAsset?: string;
  amount?: string;
  transferedAmount?: string;
  serviceChargeAmount?: string;
  operateTime?: number;
  tranId?: bigint;
}>;

export type FundsDustConvertAnswer = Readonly<{
  transferResult: readonly FundsDustConvertRow[];
}>;

export interface FundsDustListArguments {
  /** Account of the dust (default SPOT) */
  accountType?: "SPOT" | "MARGIN";
}

export type FundsDustListRow = Readonly<{
  asset?: string;
  assetFullName?: string;
  amountFree?: string;
  toBTC?: string;
  toBNB?: string;
  toBNBOffExchange?: string;
  exchange?: string;
}>;

export type FundsDustListAnswer = Readonly<{
  details: readonly FundsDustListRow[];
}>;

export interface FundsDustConvertibleArguments {
  /** Asset to receive, such as USDC */
  targetAsset: string;
  /** Account of the dust (default SPOT) */
  accountType?: "SPOT" | "MARGIN";
  /** Price of the asset in which dust is valued, in the asset to receive: greater than 0 */
  dustQuotaAssetToTargetAssetPrice?: string;
}

export type FundsDustConvertibleRow = Readonly<{
  asset?: string;
  assetFullName?: string;
  amountFree?: string;
  toQuotaAssetAmount?: string;
  toTargetAssetAmount?: string;
  exchange?: string;
  toTargetAssetOffExchange?: string;
}>;

export type FundsDustConvertibleAnswer = Readonly<{
  details: readonly FundsDustConvertibleRow[];
}>;

export interface FundsDustConvertToArguments {
  /** Asset to receive, such as USDC */
  targetAsset?: string;
  /** Assets to convert */
  asset: readonly string[];
  /** Account of the dust (default SPOT) */
  accountType?: "SPOT" | "MARGIN";
  /** Your own id of the conversion */
  clientId?: string;
  /** Id that a third party gave to the conversion */
  thirdPartyClientId?: string;
}

export interface FundsDividendsArguments extends TimeWindow {
  /** Asset; all if omitted */
  asset?: string;
  /** Number of rows: 1 to 500 (default 20) */
  limit?: number;
}

export type FundsDividendsRow = Readonly<{
  divTime: number;
  asset?: string;
  amount?: string;
  enInfo?: string;
  tranId?: bigint;
  id?: bigint;
}>;

export type FundsDividendsAnswer = Readonly<{
  rows: readonly FundsDividendsRow[];
}>;

export type FundsTradeFeesRow = Readonly<{
  symbol?: string;
  makerCommission?: string;
  takerCommission?: string;
}>;

export type FundsKeyPermissionsRow = Readonly<{
  ipRestrict?: boolean;
  enableReading?: boolean;
  enableSpotAndMarginTrading?: boolean;
  enableMargin?: boolean;
  enableFutures?: boolean;
  enableVanillaOptions?: boolean;
  enablePortfolioMarginTrading?: boolean;
  enableWithdrawals?: boolean;
  enableInternalTransfer?: boolean;
  permitsUniversalTransfer?: boolean;
  enableFixApiTrade?: boolean;
  enableFixReadOnly?: boolean;
  createTime?: number;
}>;

export type FundsAccountInfoRow = Readonly<{
  vipLevel?: bigint;
  isMarginEnabled?: boolean;
  isFutureEnabled?: boolean;
  isOptionsEnabled?: boolean;
  isPortfolioMarginRetailEnabled?: boolean;
}>;

export interface FundsFundingAssetsArguments {
  /** Asset; all with a balance if omitted */
  asset?: string;
  /** Add the value in BTC (default false) */
  needBtcValuation?: Flag;
}

export type FundsFundingAssetsRow = Readonly<{
  asset?: string;
  free?: string;
  locked?: string;
  freeze?: string;
  withdrawing?: string;
  btcValuation?: string;
}>;

export type FundsSpotAssetsRow = Readonly<{
  asset?: string;
  free?: string;
  locked?: string;
  freeze?: string;
  withdrawing?: string;
  btcValuation?: string;
  ipoable?: string;
}>;

export interface FundsWalletBalancesArguments {
  /** Asset of the values (default BTC) */
  quoteAsset?: string;
  /** List the assets of each wallet; -o json shows them (default false) */
  needBalanceDetail?: Flag;
}

export type FundsWalletBalancesRow = Readonly<{
  walletName?: string;
  balance?: string;
  activate?: boolean;
  assetBalances?: readonly AnswerValue[];
}>;

export interface FundsDustLogArguments extends TimeWindow {
  /** Account of the dust (default SPOT) */
  accountType?: "SPOT" | "MARGIN";
}

export type FundsDustLogRow = Readonly<{
  operateTime?: number;
  transId?: bigint;
  totalTransferedAmount?: string;
  totalServiceChargeAmount?: string;
  userAssetDribbletDetails?: readonly AnswerValue[];
}>;

export type FundsDustLogAnswer = Readonly<{
  userAssetDribblets: readonly FundsDustLogRow[];
}>;

export type FundsWithdrawAddressesRow = Readonly<{
  name?: string;
  coin?: string;
  network?: string;
  address?: string;
  addressTag?: string;
  whiteStatus?: boolean;
  origin?: string;
  originType?: string;
}>;

export type FundsWithdrawQuotaRow = Readonly<{
  wdQuota?: string;
  usedWdQuota?: string;
}>;

export interface FundsDepositAddressesArguments {
  /** Coin, such as USDT */
  coin: string;
  /** Network, such as BSC; all if omitted */
  network?: string;
}

export type FundsDepositAddressesRow = Readonly<{
  coin?: string;
  address?: string;
  tag?: string;
  isDefault?: bigint;
}>;

export type FundsDelistScheduleRow = Readonly<{
  delistTime?: number;
  symbols?: readonly AnswerValue[];
}>;

export type FundsOpenSymbolsRow = Readonly<{
  openTime?: number;
  symbols?: readonly AnswerValue[];
}>;

export type FundsAssetTagsRow = Readonly<{
  assetCode?: string;
  assetName?: string;
  tags?: readonly AnswerValue[];
  trading?: boolean;
}>;

export interface FundsTransferArguments {
  /** From which wallet to which: today also MAIN_FUNDING to MARGIN_ISOLATEDMARGIN */
  type: FundsType;
  /** Asset, such as BTC */
  asset: string;
  /** Amount of the asset: greater than 0 */
  amount: string;
  /** Trading pair of the isolated account that the asset leaves */
  fromSymbol?: string;
  /** Trading pair of the isolated account that receives the asset */
  toSymbol?: string;
}

export interface FundsTransfersArguments extends TimeWindow {
  /** From which wallet to which: today also MAIN_FUNDING to MARGIN_ISOLATEDMARGIN */
  type: FundsType;
  /** Page, counted from 1 (default 1) */
  current?: number;
  /** Number of rows: 1 to 100 (default 10) */
  size?: number;
  /** Trading pair of the isolated account that the asset leaves */
  fromSymbol?: string;
  /** Trading pair of the isolated account that receives the asset */
  toSymbol?: string;
}

export type FundsTransfersRow = Readonly<{
  timestamp?: number;
  type?: string;
  asset?: string;
  amount?: string;
  status?: string;
  tranId?: bigint;
}>;

export type FundsTransfersAnswer = Readonly<{
  rows: readonly FundsTransfersRow[];
}>;

export interface SubListArguments {
  /** E-mail address of one sub-account; all if omitted */
  email?: string;
  /** Only frozen ones, or only others */
  isFreeze?: Flag;
  /** Page, counted from 1 (default 1) */
  page?: number;
  /** Number of rows: 1 to 200 (default 1) */
  limit?: number;
}

export type SubListRow = Readonly<{
  email?: string;
  subUserId?: bigint;
  remark?: string;
  isFreeze?: boolean;
  createTime?: number;
  isManagedSubAccount?: boolean;
  isAssetManagementSubAccount?: boolean;
}>;

export type SubListAnswer = Readonly<{
  subAccounts: readonly SubListRow[];
}>;

export interface SubStatusArguments {
  /** E-mail address of one sub-account; all if omitted */
  email?: string;
}

export type SubStatusRow = Readonly<{
  email?: string;
  isSubUserEnabled?: boolean;
  isUserActive?: boolean;
  isMarginEnabled?: boolean;
  isFutureEnabled?: boolean;
  insertTime?: number;
  mobile?: bigint;
}>;

export interface SubSpotSummaryArguments {
  /** E-mail address of one sub-account; all if omitted */
  email?: string;
  /** Page, counted from 1 (default 1) */
  page?: number;
  /** Number of rows: 1 to 20 (default 10) */
  size?: number;
}

export type SubSpotSummaryRow = Readonly<{
  email?: string;
  totalAsset?: string;
}>;

export type SubSpotSummaryAnswer = Readonly<{
  spotSubUserAssetBtcVoList: readonly SubSpotSummaryRow[];
}>;

export interface SubMarginAccountArguments {
  /** E-mail address of the sub-account */
  email: string;
}

export type SubMarginAccountRow = Readonly<{
  email?: string;
  marginLevel?: string;
  totalAssetOfBtc?: string;
  totalLiabilityOfBtc?: string;
  totalNetAssetOfBtc?: string;
  marginTradeCoeffVo?: AnswerValue;
  marginUserAssetVoList?: readonly AnswerValue[];
}>;

export type SubMarginSummaryRow = Readonly<{
  email?: string;
  totalAssetOfBtc?: string;
  totalLiabilityOfBtc?: string;
  totalNetAssetOfBtc?: string;
}>;

export type SubMarginSummaryAnswer = Readonly<{
  totalAssetOfBtc?: string;
  totalLiabilityOfBtc?: string;
  totalNetAssetOfBtc?: string;
  subAccountList: readonly SubMarginSummaryRow[];
}>;

export type SubMarginEnableRow = Readonly<{
  email?: string;
  isMarginEnabled?: boolean;
}>;

export interface SubFuturesAccountArguments {
  /** E-mail address of the sub-account */
  email: string;
  /** Futures type: 1 USDT-margined, 2 coin-margined (default 1) */
  futuresType?: 1 | 2;
}

export type SubFuturesAccountRow = Readonly<{
  email?: string;
  asset?: string;
  totalWalletBalance?: string;
  totalUnrealizedProfit?: string;
  totalMarginBalance?: string;
  totalInitialMargin?: string;
  totalMaintenanceMargin?: string;
  totalPositionInitialMargin?: string;
  totalOpenOrderInitialMargin?: string;
  maxWithdrawAmount?: string;
  feeTier?: bigint;
  canTrade?: boolean;
  canDeposit?: boolean;
  canWithdraw?: boolean;
  updateTime?: number;
  assets?: readonly AnswerValue[];
}>;

export interface SubFuturesSummaryArguments {
  /** Page, counted from 1 (default 1) */
  page?: number;
  /** Number of rows */
  limit?: number;
}

export type SubFuturesSummaryRow = Readonly<{
  email?: string;
  totalWalletBalance?: string;
  totalUnrealizedProfit?: string;
  totalMarginBalance?: string;
  totalInitialMargin?: string;
  totalMaintenanceMargin?: string;
  totalPositionInitialMargin?: string;
  totalOpenOrderInitialMargin?: string;
  asset?: string;
}>;

export type SubFuturesSummaryAnswer = Readonly<{
  totalWalletBalance?: string;
  totalUnrealizedProfit?: string;
  totalMarginBalance?: string;
  totalInitialMargin?: string;
  totalMaintenanceMargin?: string;
  totalPositionInitialMargin?: string;
  totalOpenOrderInitialMargin?: string;
  asset?: string;
  subAccountList: readonly SubFuturesSummaryRow[];
}>;

export type SubFuturesPositionsRow = Readonly<{
  symbol?: string;
  positionAmount?: string;
  entryPrice?: string;
  markPrice?: string;
  unrealizedProfit?: string;
  liquidationPrice?: string;
  leverage?: string;
  maxNotional?: string;
}>;

export type SubFuturesEnableRow = Readonly<{
  email?: string;
  isFuturesEnabled?: boolean;
}>;

export interface SubTransferHistoryArguments extends TimeWindow {
  /** E-mail address of the source account */
  fromEmail?: string;
  /** E-mail address of the destination account */
  toEmail?: string;
  /** Page, counted from 1 (default 1) */
  page?: number;
  /** Number of rows: 1 to 500 (default 500) */
  limit?: number;
}

export type SubTransferHistoryRow = Readonly<{
  time?: number;
  from?: string;
  to?: string;
  asset?: string;
  qty?: string;
  status?: string;
  tranId?: bigint;
}>;

export interface SubFuturesTransferArguments {
  /** E-mail address of the sub-account */
  email: string;
  /** Asset, such as BTC */
  asset: string;
  /** Amount of the asset: greater than 0 */
  amount: string;
  /** Direction: 1 spot to futures, 2 futures to spot, 3 spot to coin-margined, 4 coin-margined to spot */
  type: 1 | 2 | 3 | 4;
}

export type SubFuturesTransferRow = Readonly<{
  txnId?: string;
}>;

export interface SubTransferToSubArguments {
  /** E-mail address of the destination account */
  toEmail: string;
  /** Asset, such as BTC */
  asset: string;
  /** Amount of the asset: greater than 0 */
  amount: string;
}

export interface SubTransferToMasterArguments {
  /** Asset, such as BTC */
  asset: string;
  /** Amount of the asset: greater than 0 */
  amount: string;
}

export interface SubTransferUniversalArguments {
  /** E-mail address of the source account; the master if omitted */
  fromEmail?: string;
  /** E-mail address of the destination account; the master if omitted */
  toEmail?: string;
  /** Source wallet */
  fromAccountType: SubFromAccountType;
  /** Destination wallet */
  toAccountType: SubFromAccountType;
  /** Client id of the transfer; the exchange accepts each id once */
  clientTranId?: string;
  /** Trading pair of an isolated margin wallet */
  symbol?: string;
  /** Asset, such as BTC */
  asset: string;
  /** Amount of the asset: greater than 0 */
  amount: string;
}

export type SubTransferUniversalRow = Readonly<{
  tranId?: bigint;
  clientTranId?: string;
}>;

export type SubAssetsRow = Readonly<{
  asset?: string;
  free?: string;
  locked?: string;
  freeze?: string;
  withdrawing?: string;
}>;

export type SubAssetsAnswer = Readonly<{
  balances: readonly SubAssetsRow[];
}>;

export interface SubFuturesAccountV2Arguments {
  /** E-mail address of the sub-account */
  email: string;
  /** Futures type: 1 USDT-margined, 2 coin-margined */
  futuresType: 1 | 2;
}

export type SubFuturesAccountV2Row = Readonly<{
  futureAccountResp?: {
    readonly email?: string;
    readonly feeTier?: bigint;
    readonly canTrade?: boolean;
    readonly canDeposit?: boolean;
    readonly canWithdraw?: boolean;
    readonly updateTime?: number;
    readonly assets?: readonly AnswerValue[];
    readonly totalWalletBalance?: string;
    readonly totalUnrealizedProfit?: string;
    readonly totalMarginBalance?: string;
    readonly totalInitialMargin?: string;
    readonly totalMaintenanceMargin?: string;
    readonly totalPositionInitialMargin?: string;
    readonly totalOpenOrderInitialMargin?: string;
  };
  deliveryAccountResp?: {
    readonly email?: string;
    readonly feeTier?: bigint;
    readonly canTrade?: boolean;
    readonly canDeposit?: boolean;
    readonly canWithdraw?: boolean;
    readonly updateTime?: number;
    readonly assets?: readonly AnswerValue[];
  };
}>;

export interface SubFuturesSummaryV2Arguments {
  /** Futures type: 1 USDT-margined, 2 coin-margined */
  futuresType: 1 | 2;
  /** Page, counted from 1 (default 1) */
  page?: number;
  /** Number of rows: 1 to 20 (default 10) */
  limit?: number;
}

export type SubFuturesSummaryV2Row = Readonly<{
  futureAccountSummaryResp?: {
    readonly totalWalletBalance?: string;
    readonly totalUnrealizedProfit?: string;
    readonly totalMarginBalance?: string;
    readonly totalInitialMargin?: string;
    readonly totalMaintenanceMargin?: string;
    readonly totalPositionInitialMargin?: string;
    readonly totalOpenOrderInitialMargin?: string;
    readonly asset?: string;
    readonly subAccountList?: readonly AnswerValue[];
  };
  deliveryAccountSummaryResp?: {
    readonly totalWalletBalanceOfBTC?: string;
    readonly totalUnrealizedProfitOfBTC?: string;
    readonly totalMarginBalanceOfBTC?: string;
    readonly asset?: string;
    readonly subAccountList?: readonly AnswerValue[];
  };
}>;

export type SubFuturesPositionsV2Row = Readonly<{
  futurePositionRiskVos?: readonly AnswerValue[];
  deliveryPositionRiskVos?: readonly AnswerValue[];
}>;

export interface SubTransferUniversalHistoryArguments extends TimeWindow {
  /** E-mail address of the source account */
  fromEmail?: string;
  /** E-mail address of the destination account */
  toEmail?: string;
  /** Client id of the transfer */
  clientTranId?: string;
  /** Page, counted from 1 (default 1) */
  page?: number;
  /** Number of rows: 1 to 500 (default 500) */
  limit?: number;
}

export type SubTransferUniversalHistoryRow = Readonly<{
  createTimeStamp?: number;
  fromEmail?: string;
  fromAccountType?: string;
  toEmail?: string;
  toAccountType?: string;
  asset?: string;
  amount?: string;
  status?: string;
  tranId?: bigint;
  clientTranId?: string;
}>;

export type SubTransferUniversalHistoryAnswer = Readonly<{
  result: readonly SubTransferUniversalHistoryRow[];
}>;

export interface SubTransferOwnHistoryArguments extends TimeWindow {
  /** Asset; all if omitted */
  asset?: string;
  /** Direction: 1 received, 2 sent (default 2) */
  type?: 1 | 2;
  /** Number of rows: 1 to 500 (default 500) */
  limit?: number;
  /** Include transfers that failed (default false) */
  returnFailHistory?: Flag;
}

export type SubTransferOwnHistoryRow = Readonly<{
  time?: number;
  counterParty?: string;
  email?: string;
  type?: bigint;
  asset?: string;
  qty?: string;
  fromAccountType?: string;
  toAccountType?: string;
  status?: string;
  tranId?: bigint;
}>;

export interface SubFuturesInternalHistoryArguments extends TimeWindow {
  /** E-mail address of the sub-account */
  email: string;
  /** Futures type: 1 USDT-margined, 2 coin-margined */
  futuresType: 1 | 2;
  /** Page, counted from 1 (default 1) */
  page?: number;
  /** Number of rows: 1 to 500 (default 50) */
  limit?: number;
}

export type SubFuturesInternalHistoryRow = Readonly<{
  time?: number;
  from?: string;
  to?: string;
  asset?: string;
  qty?: string;
  tranId?: bigint;
}>;

export type SubFuturesInternalHistoryAnswer = Readonly<{
  transfers: readonly SubFuturesInternalHistoryRow[];
}>;

export interface SubFuturesInternalTransferArguments {
  /** E-mail address of the source account */
  fromEmail: string;
  /** E-mail address of the destination account */
  toEmail: string;
  /** Futures type: 1 USDT-margined, 2 coin-margined */
  futuresType: 1 | 2;
  /** Asset, such as BTC */
  asset: string;
  /** Amount of the asset: greater than 0 */
  amount: string;
}

export type SubFuturesInternalTransferRow = Readonly<{
  txnId?: string;
  success?: boolean;
}>;

export interface SubDepositAddressArguments {
  /** E-mail address of the sub-account */
  email: string;
  /** Coin, such as BTC */
  coin: string;
  /** Network, such as ETH; the coin's default network if omitted */
  network?: string;
  /** Amount of the deposit, for networks that want to know it: greater than 0 */
  amount?: string;
}

export interface SubDepositHistoryArguments extends TimeWindow {
  /** E-mail address of the sub-account */
  email: string;
  /** Coin; all if omitted */
  coin?: string;
  /** Status: 0 pending, 6 confirmed, 1 credited */
  status?: 0 | 6 | 1;
  /** Rows to leave out at the beginning (default 0) */
  offset?: number;
  /** Number of rows: 1 to 1000 (default 1000) */
  limit?: number;
  /** Transaction on chain */
  txId?: string;
}

export interface EarnFlexibleListArguments {
  /** Asset; all if omitted */
  asset?: string;
  /** Page, counted from 1 (default 1) */
  current?: Id;
  /** Number of rows: 1 to 100 (default 10) */
  size?: Id;
}

export type EarnFlexibleListRow = Readonly<{
  productId?: string;
  asset?: string;
  latestAnnualPercentageRate?: string;
  minPurchaseAmount?: string;
  canPurchase?: boolean;
  canRedeem?: boolean;
  isSoldOut?: boolean;
  status?: string;
  hot?: boolean;
  airDropPercentageRate?: string;
  tierAnnualPercentageRate?: AnswerValue;
  subscriptionStartTime?: number;
}>;

export type EarnFlexibleListAnswer = Readonly<{
  rows: readonly EarnFlexibleListRow[];
}>;

export type EarnLockedListRow = Readonly<{
  projectId?: string;
  detail?: {
    readonly asset?: string;
    readonly duration?: bigint;
    readonly apr?: string;
    readonly isSoldOut?: boolean;
    readonly status?: string;
    readonly rewardAsset?: string;
    readonly renewable?: boolean;
    readonly subscriptionStartTime?: number;
  };
  quota?: {
    readonly minimum?: string;
    readonly totalPersonalQuota?: string;
  };
}>;

export type EarnLockedListAnswer = Readonly<{
  rows: readonly EarnLockedListRow[];
}>;

export interface EarnFlexibleSubscribeArguments {
  /** Flexible product, such as BTC001 */
  productId: string;
  /** Amount of the asset: greater than 0 */
  amount: string;
  /** Resubscribe automatically (default true) */
  autoSubscribe?: Flag;
  /** Source account (default SPOT) */
  sourceAccount?: "SPOT" | "FUND" | "ALL";
}

export type EarnFlexibleSubscribeRow = Readonly<{
  purchaseId?: bigint;
  success?: boolean;
}>;

export interface EarnLockedSubscribeArguments {
  /** Locked product, such as Axs*90 */
  projectId: string;
  /** Amount of the asset: greater than 0 */
  amount: string;
  /** Resubscribe automatically (default true) */
  autoSubscribe?: Flag;
  /** Source account (default SPOT) */
  sourceAccount?: "SPOT" | "FUND" | "ALL";
}

export type EarnLockedSubscribeRow = Readonly<{
  purchaseId?: bigint;
  positionId?: string;
  success?: boolean;
}>;

export interface EarnFlexibleRedeemArguments {
  /** Flexible product, such as BTC001 */
  productId: string;
  /** Redeem all of it (default false) */
  redeemAll?: Flag;
  /** Amount of the asset: greater than 0 */
  amount?: string;
  /** Destination account (default SPOT) */
  destAccount?: "SPOT" | "FUND" | "ALL";
}

export type EarnFlexibleRedeemRow = Readonly<{
  redeemId?: bigint;
  success?: boolean;
}>;

export interface EarnFlexibleSubscriptionsArguments extends TimeWindow {
  /** Flexible product, such as BTC001 */
  productId?: string;
  /** Purchase, from the answer to the subscription */
  purchaseId?: string;
  /** Asset; all if omitted */
  asset?: string;
  /** Page, counted from 1 (default 1) */
  current?: Id;
  /** Number of rows: 1 to 100 (default 10) */
  size?: Id;
}

export type EarnFlexibleSubscriptionsRow = Readonly<{
  time?: number;
  purchaseId?: bigint;
  productId?: string;
  asset?: string;
  amount?: string;
  type?: string;
  status?: string;
  sourceAccount?: string;
  amtFromSpot?: string;
  amtFromFunding?: string;
}>;

export type EarnFlexibleSubscriptionsAnswer = Readonly<{
  rows: readonly EarnFlexibleSubscriptionsRow[];
}>;

export interface EarnLockedSubscriptionsArguments extends TimeWindow {
  /** Purchase, from the answer to the subscription */
  purchaseId?: string;
  /** Asset; all if omitted */
  asset?: string;
  /** Page, counted from 1 (default 1) */
  current?: Id;
  /** Number of rows: 1 to 100 (default 10) */
  size?: Id;
}

export type EarnLockedSubscriptionsRow = Readonly<{
  time?: number;
  purchaseId?: bigint;
  positionId?: bigint;
  projectId?: string;
  asset?: string;
  amount?: string;
  lockPeriod?: string;
  type?: string;
  status?: string;
  sourceAccount?: string;
  amtFromSpot?: string;
  amtFromFunding?: string;
}>;

export type EarnLockedSubscriptionsAnswer = Readonly<{
  rows: readonly EarnLockedSubscriptionsRow[];
}>;

export type EarnAccountRow = Readonly<{
  totalAmountInUSDT?: string;
  totalFlexibleAmountInUSDT?: string;
  totalLockedInUSDT?: string;
  totalAmountInBTC?: string;
  totalFlexibleAmountInBTC?: string;
  totalLockedInBTC?: string;
}>;

export interface EarnFlexiblePositionsArguments {
  /** Asset; all if omitted */
  asset?: string;
  /** Flexible product, such as BTC001 */
  productId?: string;
  /** Page, counted from 1 (default 1) */
  current?: Id;
  /** Number of rows: 1 to 100 (default 10) */
  size?: Id;
}

export type EarnFlexiblePositionsRow = Readonly<{
  productId?: string;
  asset?: string;
  totalAmount?: string;
  latestAnnualPercentageRate?: string;
  yesterdayRealTimeRewards?: string;
  cumulativeTotalRewards?: string;
  autoSubscribe?: boolean;
  canRedeem?: boolean;
  collateralAmount?: string;
}>;

export type EarnFlexiblePositionsAnswer = Readonly<{
  rows: readonly EarnFlexiblePositionsRow[];
}>;

export interface EarnLockedPositionsArguments {
  /** Asset; all if omitted */
  asset?: string;
  /** Locked position */
  positionId?: string;
  /** Locked product, such as Axs*90 */
  projectId?: string;
  /** Page, counted from 1 (default 1) */
  current?: Id;
  /** Number of rows: 1 to 100 (default 10) */
  size?: Id;
}

export type EarnLockedPositionsRow = Readonly<{
  positionId?: bigint;
  projectId?: string;
  asset?: string;
  amount?: string;
  APY?: string;
  rewardAmt?: string;
  purchaseTime?: number;
  deliverDate?: number;
  autoSubscribe?: boolean;
  nextPayDate?: number;
  rewardsEndDate?: number;
  redeemAmountEarly?: string;
  status?: string;
}>;

export type EarnLockedPositionsAnswer = Readonly<{
  rows: readonly EarnLockedPositionsRow[];
}>;

export interface EarnFlexibleQuotaArguments {
  /** Flexible product, such as BTC001 */
  productId: string;
}

export type EarnFlexibleQuotaRow = Readonly<{
  leftPersonalQuota?: string;
}>;

export interface EarnLockedQuotaArguments {
  /** Locked product, such as Axs*90 */
  projectId: string;
}

export interface EarnFlexibleRewardsArguments extends TimeWindow {
  /** Reward */
  type: EarnType;
  /** Flexible product, such as BTC001 */
  productId?: string;
  /** Asset; all if omitted */
  asset?: string;
  /** Page, counted from 1 (default 1) */
  current?: Id;
  /** Number of rows: 1 to 100 (default 10) */
  size?: Id;
}

export type EarnFlexibleRewardsRow = Readonly<{
  time?: number;
  projectId?: string;
  asset?: string;
  rewards?: string;
  type?: string;
}>;

export type EarnFlexibleRewardsAnswer = Readonly<{
  rows: readonly EarnFlexibleRewardsRow[];
}>;

export interface EarnLockedRewardsArguments extends TimeWindow {
  /** Locked position */
  positionId?: string;
  /** Asset; all if omitted */
  asset?: string;
  /** Page, counted from 1 (default 1) */
  current?: Id;
  /** Number of rows: 1 to 100 (default 10) */
  size?: Id;
}

export type EarnLockedRewardsRow = Readonly<{
  time?: number;
  positionId?: bigint;
  asset?: string;
  amount?: string;
  lockPeriod?: string;
}>;

export type EarnLockedRewardsAnswer = Readonly<{
  rows: readonly EarnLockedRewardsRow[];
}>;

export interface EarnFlexibleRatesArguments extends TimeWindow {
  /** Flexible product, such as BTC001 */
  productId: string;
  /** Period of the rate */
  aprPeriod?: "DAY" | "YEAR";
  /** Page, counted from 1 (default 1) */
  current?: Id;
  /** Number of rows: 1 to 100 (default 10) */
  size?: Id;
}

export type EarnFlexibleRatesRow = Readonly<{
  time?: number;
  productId?: string;
  asset?: string;
  annualPercentageRate?: string;
}>;

export type EarnFlexibleRatesAnswer = Readonly<{
  rows: readonly EarnFlexibleRatesRow[];
}>;

export interface EarnFlexibleRedemptionsArguments extends TimeWindow {
  /** Flexible product, such as BTC001 */
  productId?: string;
  /** Redemption, from the answer to it */
  redeemId?: string;
  /** Asset; all if omitted */
  asset?: string;
  /** Page, counted from 1 (default 1) */
  current?: Id;
  /** Number of rows: 1 to 100 (default 10) */
  size?: Id;
}

export type EarnFlexibleRedemptionsRow = Readonly<{
  time?: number;
  asset?: string;
  amount?: string;
  redeemId?: bigint;
  status?: string;
  projectId?: string;
  destAccount?: string;
}>;

export type EarnFlexibleRedemptionsAnswer = Readonly<{
  rows: readonly EarnFlexibleRedemptionsRow[];
}>;

export interface EarnLockedRedemptionsArguments extends TimeWindow {
  /** Locked position */
  positionId?: string;
  /** Redemption, from the answer to it */
  redeemId?: string;
  /** Asset; all if omitted */
  asset?: string;
  /** Page, counted from 1 (default 1) */
  current?: Id;
  /** Number of rows: 1 to 100 (default 10) */
  size?: Id;
}

export type EarnLockedRedemptionsRow = Readonly<{
  time?: number;
  asset?: string;
  amount?: string;
  redeemId?: bigint;
  status?: string;
  positionId?: bigint;
  lockPeriod?: string;
  deliverDate?: number;
}>;

export type EarnLockedRedemptionsAnswer = Readonly<{
  rows: readonly EarnLockedRedemptionsRow[];
}>;

export interface EarnFlexibleAutoSubscribeArguments {
  /** Flexible product, such as BTC001 */
  productId: string;
  /** Resubscribe automatically, or stop doing so */
  autoSubscribe: Flag;
}

export interface EarnLockedAutoSubscribeArguments {
  /** Locked position */
  positionId: string;
  /** Resubscribe automatically, or stop doing so */
  autoSubscribe: Flag;
}

export interface EarnLockedRedeemOptionArguments {
  /** Locked position */
  positionId: string;
  /** Where it is paid out: the spot wallet, or the flexible product of the asset */
  redeemTo: "SPOT" | "FLEXIBLE";
}

export interface EarnLockedRedeemArguments {
  /** Locked position */
  positionId: string;
}

export type MiningAlgorithmsRow = Readonly<{
  algoName?: string;
  unit?: string;
  algoId?: bigint;
  poolIndex?: bigint;
}>;

export type MiningAlgorithmsAnswer = Readonly<{
  data: readonly MiningAlgorithmsRow[];
}>;

export type MiningCoinsRow = Readonly<{
  coinName?: string;
  algoName?: string;
  coinId?: bigint;
  algoId?: bigint;
  poolIndex?: bigint;
}>;

export type MiningCoinsAnswer = Readonly<{
  data: readonly MiningCoinsRow[];
}>;

export interface MiningWorkerDetailArguments {
  /** Algorithm, such as sha256 */
  algo: string;
  /** Mining account */
  userName: string;
  /** Worker */
  workerName: string;
}

export type MiningWorkerDetailRow = Readonly<{
  workerName?: string;
  type?: string;
  hashrateDatas?: readonly AnswerValue[];
}>;

export type MiningWorkerDetailAnswer = Readonly<{
  data: readonly MiningWorkerDetailRow[];
}>;

export interface MiningWorkerListArguments {
  /** Algorithm, such as sha256 */
  algo: string;
  /** Mining account */
  userName: string;
  /** Page, counted from 1 (default 1) */
  pageIndex?: number;
  /** Order: 0, 1 hash rate ascending, 2 hash rate descending, 3 last submit ascending, 4 last submit descending (default 0) */
  sort?: 0 | 1 | 2 | 3 | 4;
  /** Column to sort by: 0, 1 hash rate, 2 last submit (default 0) */
  sortColumn?: 0 | 1 | 2;
  /** State of the workers: 0 all, 1 valid, 2 invalid, 3 expired (default 0) */
  workerStatus?: 0 | 1 | 2 | 3;
}

export type MiningWorkerListRow = Readonly<{
  workerName?: string;
  status?: bigint;
  hashRate?: string;
  dayHashRate?: string;
  rejectRate?: string;
  lastShareTime?: number;
  workerId?: string;
}>;

export type MiningWorkerListAnswer = Readonly<{
  data: {
  workerDatas: readonly MiningWorkerListRow[];
};
}>;

export interface MiningPaymentsArguments {
  /** Algorithm, such as sha256 */
  algo: string;
  /** Mining account */
  userName: string;
  /** Coin; all if omitted */
  coin?: string;
  /** Start of the window, inclusive */
  startDate?: Time;
  /** End of the window, inclusive */
  endDate?: Time;
  /** Page, counted from 1 (default 1) */
  pageIndex?: number;
  /** Number of rows: 5 to 200 (default 20) */
  pageSize?: number;
}

export type MiningPaymentsRow = Readonly<{
  time?: number;
  coinName?: string;
  profitAmount?: string;
  dayHashRate?: string;
  type?: bigint;
  status?: bigint;
  hashTransfer?: string;
  transferAmount?: string;
}>;

export type MiningPaymentsAnswer = Readonly<{
  data: {
  accountProfits: readonly MiningPaymentsRow[];
};
}>;

export interface MiningStatisticsArguments {
  /** Algorithm, such as sha256 */
  algo: string;
  /** Mining account */
  userName: string;
}

export type MiningStatisticsRow = Readonly<{
  userName?: string;
  algo?: string;
  fifteenMinHashRate?: string;
  dayHashRate?: string;
  unit?: string;
  validNum?: bigint;
  invalidNum?: bigint;
  profitToday?: AnswerValue;
  profitYesterday?: AnswerValue;
}>;

export type MiningStatisticsAnswer = Readonly<{
  data: MiningStatisticsRow;
}>;

export type MiningHashRatesRow = Readonly<{
  userName?: string;
  type?: string;
  list?: readonly AnswerValue[];
}>;

export type MiningHashRatesAnswer = Readonly<{
  data: readonly MiningHashRatesRow[];
}>;

export interface FiatOrdersArguments {
  /** Transaction type: 0 deposit, 1 withdrawal */
  transactionType: 0 | 1;
  /** Start of the window, inclusive */
  beginTime?: Time;
  /** End of the window, inclusive */
  endTime?: Time;
  /** Page, counted from 1 (default 1) */
  page?: number;
  /** Number of rows: 1 to 500 (default 100) */
  rows?: number;
}

export type FiatOrdersRow = Readonly<{
  createTime?: number;
  orderNo?: string;
  fiatCurrency?: string;
  indicatedAmount?: string;
  amount?: string;
  totalFee?: string;
  method?: string;
  status?: string;
  updateTime?: number;
}>;

export type FiatOrdersAnswer = Readonly<{
  data: readonly FiatOrdersRow[];
}>;

export interface FiatPaymentsArguments {
  /** Transaction type: 0 buy, 1 sell */
  transactionType: 0 | 1;
  /** Start of the window, inclusive */
  beginTime?: Time;
  /** End of the window, inclusive */
  endTime?: Time;
  /** Page, counted from 1 (default 1) */
  page?: number;
  /** Number of rows: 1 to 500 (default 100) */
  rows?: number;
}

export type FiatPaymentsRow = Readonly<{
  createTime?: number;
  orderNo?: string;
  sourceAmount?: string;
  fiatCurrency?: string;
  obtainAmount?: string;
  cryptoCurrency?: string;
  price?: string;
  totalFee?: string;
  status?: string;
  paymentMethod?: string;
  updateTime?: number;
}>;

export type FiatPaymentsAnswer = Readonly<{
  data: readonly FiatPaymentsRow[];
}>;

export interface C2cOrdersArguments {
  /** Side */
  tradeType: "BUY" | "SELL";
  /** Start of the window, inclusive */
  startTimestamp?: Time;
  /** End of the window, inclusive */
  endTimestamp?: Time;
  /** Page, counted from 1 (default 1) */
  page?: number;
  /** Number of rows: 1 to 100 (default 100) */
  rows?: number;
}

export type C2cOrdersRow = Readonly<{
  createTime?: number;
  orderNumber?: string;
  tradeType?: string;
  asset?: string;
  amount?: string;
  fiat?: string;
  unitPrice?: string;
  totalPrice?: string;
  commission?: string;
  orderStatus?: string;
  counterPartNickName?: string;
  advertisementRole?: string;
  advNo?: string;
  fiatSymbol?: string;
}>;

export type C2cOrdersAnswer = Readonly<{
  data: readonly C2cOrdersRow[];
}>;

export interface ConvertQuoteArguments {
  /** Asset that is given */
  fromAsset: string;
  /** Asset that is received */
  toAsset: string;
  /** Amount that is given: greater than 0 */
  fromAmount?: string;
  /** Amount that is received: greater than 0 */
  toAmount?: string;
  /** Source wallet (default SPOT) */
  walletType?: "SPOT" | "FUNDING";
  /** How long the price holds (default 10s) */
  validTime?: "10s" | "30s" | "1m" | "2m";
}

export interface ConvertTradesArguments {
  /** Start of the window, inclusive */
  startTime: Time;
  /** End of the window, inclusive */
  endTime: Time;
  /** Number of rows: 1 to 1000 (default 100) */
  limit?: number;
}

export type ConvertTradesRow = Readonly<{
  createTime: number;
  orderId?: bigint;
  quoteId?: string;
  fromAsset?: string;
  fromAmount?: string;
  toAsset?: string;
  toAmount?: string;
  ratio?: string;
  inverseRatio?: string;
  orderStatus?: string;
}>;

export type ConvertTradesAnswer = Readonly<{
  list: readonly ConvertTradesRow[];
}>;

export type SpotListenKeyCreateRow = Readonly<{
  listenKey?: string;
}>;

export interface SpotListenKeyKeepAliveArguments {
  /** The key that opened the stream */
  listenKey: string;
}

export interface MarginListenKeyCreateArguments {
  /** Whether the account is an isolated one */
  isIsolated?: Flag;
  /** Trading pair of an isolated account */
  symbol?: string;
}

export interface MarginListenTokenCreateArguments {
  /** Whether the account is an isolated one (default false) */
  isIsolated?: Flag;
  /** Trading pair of an isolated account */
  symbol?: string;
  /** How long the token is valid, in ms: 1 to 86400000 (default 86400000) */
  validity?: Id;
}

export type MarginListenTokenCreateRow = Readonly<{
  token?: string;
  expirationTime?: number;
}>;

export type PortfolioAccountRow = Readonly<{
  accountStatus?: string;
  uniMMR?: string;
  accountEquity?: string;
  actualEquity?: string;
  accountInitialMargin?: string;
  accountMaintMargin?: string;
  totalAvailableBalance?: string;
  virtualMaxWithdrawAmount?: string;
  totalMarginOpenLoss?: string;
  updateTime?: number;
}>;

export type PortfolioBalanceRow = Readonly<{
  asset?: string;
  totalWalletBalance?: string;
  crossMarginAsset?: string;
  crossMarginBorrowed?: string;
  crossMarginInterest?: string;
  umWalletBalance?: string;
  umUnrealizedPNL?: string;
  cmWalletBalance?: string;
  cmUnrealizedPNL?: string;
  crossMarginFree?: string;
  crossMarginLocked?: string;
  negativeBalance?: string;
  updateTime?: number;
}>;

export type PortfolioUmAccountRow = Readonly<{
  asset?: string;
  crossWalletBalance?: string;
  crossUnPnl?: string;
  initialMargin?: string;
  maintMargin?: string;
  updateTime?: number;
}>;

export type PortfolioUmAccountAnswer = Readonly<{
  assets: readonly PortfolioUmAccountRow[];
}>;

export type PortfolioUmPositionsRow = Readonly<{
  symbol?: string;
  positionSide?: string;
  positionAmt?: string;
  entryPrice?: string;
  markPrice?: string;
  liquidationPrice?: string;
  unRealizedProfit?: string;
  leverage?: bigint;
  updateTime?: number;
}>;

export interface PortfolioCmPositionsArguments {
  /** Only positions with this margin asset */
  marginAsset?: string;
  /** Pair of contracts, such as BTCUSD */
  pair?: string;
}

export interface PortfolioUmMyTradesArguments extends TimeWindow {
  /** Contract, such as BTCUSDT */
  symbol: string;
  /** Only trades of this order */
  orderId?: Id;
  /** First trade id, inclusive; not with times */
  fromId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
}

export type PortfolioUmMyTradesRow = Readonly<{
  symbol?: string;
  id: bigint;
  orderId?: bigint;
  time?: number;
  side?: string;
  positionSide?: string;
  price?: string;
  qty?: string;
  realizedPnl?: string;
  commission?: string;
  commissionAsset?: string;
  maker?: boolean;
  buyer?: boolean;
}>;

export interface PortfolioCmMyTradesArguments extends TimeWindow {
  /** Contract, such as BTCUSD_PERP */
  symbol: string;
  /** Only trades of this order */
  orderId?: Id;
  /** First trade id, inclusive; not with times */
  fromId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
}

export interface PortfolioUmIncomeArguments extends TimeWindow {
  /** Contract; all if omitted */
  symbol?: string;
  /** Income type */
  incomeType?: UsdmIncomeType;
  /** Number of rows: 1 to 1000 (default 100) */
  limit?: number;
}

export interface PortfolioUmOrderNewArguments {
  /** Contract, such as BTCUSDT */
  symbol: string;
  /** Side */
  side: "BUY" | "SELL";
  /** Position side: BOTH in one-way mode, LONG or SHORT in hedge mode (default BOTH) */
  positionSide?: "BOTH" | "LONG" | "SHORT";
  /** Order type */
  type: "LIMIT" | "MARKET";
  /** Time in force */
  timeInForce?: "GTC" | "IOC" | "FOK" | "GTX" | "GTD";
  /** Amount: greater than 0 */
  quantity?: string;
  /** Reduce-only; not allowed in hedge mode (default false) */
  reduceOnly?: Flag;
  /** Limit price: greater than 0 */
  price?: string;
  /** Client id of the order; generated if omitted: at most 36 characters */
  newClientOrderId?: string;
  /** Response type: RESULT waits for the final state of an order that ends at once (default ACK) */
  newOrderRespType?: "ACK" | "RESULT";
  /** Price match: take the price from the book */
  priceMatch?: UsdmPriceMatch;
  /** Self-trade prevention mode */
  selfTradePreventionMode?: UsdmSelfTradePreventionMode;
  /** Good-till date of a GTD order */
  goodTillDate?: Time;
}

export interface PortfolioUmAllOrdersArguments extends TimeWindow {
  /** Contract, such as BTCUSDT */
  symbol: string;
  /** First order id, inclusive */
  orderId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
}

export interface PortfolioCmOrderNewArguments {
  /** Contract, such as BTCUSD_PERP */
  symbol: string;
  /** Side */
  side: "BUY" | "SELL";
  /** Position side: BOTH in one-way mode, LONG or SHORT in hedge mode (default BOTH) */
  positionSide?: "BOTH" | "LONG" | "SHORT";
  /** Order type */
  type: "LIMIT" | "MARKET";
  /** Time in force */
  timeInForce?: "GTC" | "IOC" | "FOK" | "GTX" | "GTD";
  /** Amount: greater than 0 */
  quantity?: string;
  /** Reduce-only; not allowed in hedge mode (default false) */
  reduceOnly?: Flag;
  /** Limit price: greater than 0 */
  price?: string;
  /** Client id of the order; generated if omitted: at most 36 characters */
  newClientOrderId?: string;
  /** Response type: RESULT waits for the final state of an order that ends at once (default ACK) */
  newOrderRespType?: "ACK" | "RESULT";
  /** Price match: take the price from the book */
  priceMatch?: UsdmPriceMatch;
}

export interface PortfolioCmAllOrdersArguments extends TimeWindow {
  /** Contract, such as BTCUSD_PERP */
  symbol: string;
  /** First order id, inclusive */
  orderId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  limit?: number;
}

export interface PortfolioUmOrderAmendArguments {
  /** Contract, such as BTCUSDT */
  symbol: string;
  /** The exchange's number of the order */
  orderId?: Id;
  /** Client id of the order: at most 36 characters */
  origClientOrderId?: string;
  /** Side of the order, as it was placed */
  side: "BUY" | "SELL";
  /** New quantity, including what is already filled: greater than 0 */
  quantity: string;
  /** Price match: take the price from the book (default NONE) */
  priceMatch?: UsdmPriceMatch;
  /** Your own id of the modification; answer, event and list repeat it */
  modifyId?: Id;
  /** New limit price */
  price: string;
}

export interface PortfolioCmOrderAmendArguments {
  /** Contract, such as BTCUSD_PERP */
  symbol: string;
  /** The exchange's number of the order */
  orderId?: Id;
  /** Client id of the order: at most 36 characters */
  origClientOrderId?: string;
  /** Side of the order, as it was placed */
  side: "BUY" | "SELL";
  /** New quantity, including what is already filled: greater than 0 */
  quantity: string;
  /** Your own id of the modification; answer, event and list repeat it */
  modifyId?: Id;
  /** New limit price */
  price: string;
}

export type PortfolioUmAlgoOrderCancelRow = Readonly<{
  complete?: boolean;
}>;

export interface PortfolioMarginOrderNewArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** Side */
  side: "BUY" | "SELL";
  /** Order type */
  type: MarginType;
  /** Amount of the base asset: greater than 0 */
  quantity?: string;
  /** Amount of the quote asset to spend or to receive, MARKET only: greater than 0 */
  quoteOrderQty?: string;
  /** Limit price: greater than 0 */
  price?: string;
  /** Trigger price: greater than 0 */
  stopPrice?: string;
  /** Client id of the order; generated if omitted: at most 36 characters */
  newClientOrderId?: string;
  /** Iceberg quantity: greater than 0 */
  icebergQty?: string;
  /** Response type (default ACK) */
  newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Side effect: borrow the funds that the order lacks, or repay debt from its fills: today also AUTO_BORROW_REPAY (default NO_SIDE_EFFECT) */
  sideEffectType?: MarginSideEffectType;
  /** Time in force */
  timeInForce?: "GTC" | "IOC" | "FOK";
  /** Repay what the order borrowed when it is cancelled unfilled (default true) */
  autoRepayAtCancel?: Flag;
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  selfTradePreventionMode?: SpotSelfTradePreventionMode;
}

export interface PortfolioMarginOrderCancelArguments {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** The exchange's number of the order */
  orderId?: Id;
  /** Client id of the order: at most 36 characters */
  origClientOrderId?: string;
  /** Client id of the cancellation: at most 36 characters */
  newClientOrderId?: string;
}

export interface PortfolioMarginAllOrdersArguments extends TimeWindow {
  /** Trading pair, such as BTCUSDT */
  symbol: string;
  /** First order id, inclusive */
  orderId?: Id;
  /** Number of rows: 1 to 1000; today also up to 1000 (default 500) */
  limit?: number;
}

export type PortfolioAutoCollectionRow = Readonly<{
  msg?: string;
}>;

export interface PortfolioBnbTransferArguments {
  /** Amount of the asset: greater than 0 */
  amount: string;
  /** To or from the USD-M part */
  transferSide: "TO_UM" | "FROM_UM";
}

export type PortfolioUmAccountV2Row = Readonly<{
  symbol?: string;
  positionSide?: string;
  positionAmt?: string;
  unrealizedProfit?: string;
  initialMargin?: string;
  maintMargin?: string;
  notional?: string;
  updateTime?: number;
}>;

export type PortfolioUmAccountV2Answer = Readonly<{
  positions: readonly PortfolioUmAccountV2Row[];
}>;

export interface OnchainHoldingsArguments {
  /** Wallet address */
  address: string;
  /** Chain: 56 BNB Smart Chain, 8453 Base, CT_501 Solana */
  chainId: "56" | "8453" | "CT_501";
  /** Rows to skip (default 0) */
  offset?: number;
}

export type OnchainHoldingsRow = Readonly<{
  symbol?: string;
  name?: string;
  remainQty?: string;
  price?: string;
  percentChange24h?: string;
  contractAddress?: string;
  chainId?: string;
  address?: string;
  decimals?: bigint;
  icon?: string;
}>;

export type OnchainHoldingsAnswer = Readonly<{
  data: {
  list: readonly OnchainHoldingsRow[];
};
}>;
