/** The interface of the library as one text. Written by npm run docs; not edited by hand. */
/** What the package declares to TypeScript. Shipped as its types; a test compares it with what the library exports. */


/** An opened library: every endpoint of the exchange as a method, and what bourse keeps on this machine. */
export interface Bourse extends Endpoints {
  /** Waits for running calls, then closes all connections. */
  close(): Promise<void>;
}

/**
 * Opens bourse for a program. Nothing is read or connected before the first call. Throws a BourseError of kind `usage` for
 * an option that is none.
 */
export declare function openBourse(options?: OpenOptions): Bourse;

/** What became of a write whose outcome was not known. */
export interface ResolvedWrite {
  /** FOUND: it was executed. ABSENT or REJECTED: it was not. UNKNOWN or SENT: it is still not known. */
  readonly state: string;
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

/** The types that programs see. This file imports nothing: it is shipped as the declarations of the package. */

/** A point in time: Unix milliseconds, a Date, or text such as "2025-01-01" or "-3d" (three days ago). */
export type Time = number | Date | string;

/** An integer of up to 64 bits, such as an order id. A number must be a safe integer. */
export type Id = bigint | number | string;

/** True or false, also for parameters that the exchange takes as text. */
export type Flag = boolean | 'true' | 'false' | 'TRUE' | 'FALSE';

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

/** Calls an endpoint that reads. */
export type ReadMethod<Given extends readonly unknown[], Answer> = (
  ...call: [...given: Given, options?: CallOptions]
) => Promise<Answer>;

/** Calls an endpoint whose history has pages. */
export interface PagedMethod<Given extends readonly unknown[], Answer, Row> {
  /** Returns one page. */
  (...call: [...given: Given, options?: CallOptions]): Promise<Answer>;
  /** Yields all rows of the asked period, oldest first; `limit` is the number of rows. */
  all(...call: [...given: Given, options?: PageOptions]): AsyncIterableIterator<Row>;
  /** Yields the same rows page by page. */
  pages(...call: [...given: Given, options?: PageOptions]): AsyncIterableIterator<readonly Row[]>;
}

/** Calls an endpoint that changes something, through policy, journal and budget. It is sent once. */
export interface WriteMethod<Given extends readonly unknown[], Answer> {
  (...call: [...given: Given, options?: WriteOptions]): Promise<Answer>;
  /** Checks the call, and returns exactly what `execute` of the plan would send. Sends nothing. */
  plan(...call: [...given: Given, options?: WriteOptions]): Promise<Plan<Answer>>;
}

/** A call that was checked and not sent. */
export interface Plan<Answer> {
  /** The endpoint's id, such as "spot.order.new". */
  readonly endpoint: string;
  /** What the command line's --dry-run shows: address, arguments, weight, filters, and what the policy would decide. */
  readonly request: AnswerValue;
  /** Sends exactly this call. A second execution returns the recorded answer and sends nothing. */
  execute(options?: CallOptions): Promise<Answer>;
}

/** What a failed call says about its cause: the same words as `kind` on the command line. */
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
}

/** The methods of the library, made from the catalogue. Not edited by hand. */

/** The endpoints of the exchange, by group and method. */
export interface Endpoints {
  readonly market: {
    /**
     * Test that the exchange answers.
     * GET /api/v3/ping · no key · reads only · weight 1
     * `bourse market ping`
     */
    readonly ping: ReadMethod<[given?: NoArguments], AnswerValue>;
    /**
     * The exchange's clock.
     * GET /api/v3/time · no key · reads only · weight 1
     * `bourse market time`
     */
    readonly time: ReadMethod<[given?: NoArguments], SpotTimeRow>;
    /**
     * Trading rules, filters and limits of symbols.
     * GET /api/v3/exchangeInfo · no key · reads only · weight 20
     * `bourse market info`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly info: ReadMethod<[given?: SpotExchangeInfoArguments], SpotExchangeInfoAnswer>;
    /**
     * The order book.
     * GET /api/v3/depth · no key · reads only · weight 5 up to 100, 25 up to 500, 50 up to 1000, 250 above
     * `bourse market depth`
     * A limit above 5000 is answered with 5000 levels.
     * Errors: -1121 BAD_SYMBOL
     */
    readonly depth: ReadMethod<[given: SpotDepthArguments], OrderBook>;
    /**
     * Latest trades.
     * GET /api/v3/trades · no key · reads only · weight 25
     * `bourse market trades`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly trades: ReadMethod<[given: SpotTradesArguments], readonly SpotTradesRow[]>;
    /**
     * Older trades by id.
     * GET /api/v3/historicalTrades · no key · reads only · weight 25
     * `bourse market historical-trades`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly historicalTrades: PagedMethod<[given: SpotHistoricalTradesArguments], readonly SpotHistoricalTradesRow[], SpotHistoricalTradesRow>;
    /**
     * Aggregate trades.
     * GET /api/v3/aggTrades · no key · reads only · weight 4
     * `bourse market agg-trades`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly aggTrades: PagedMethod<[given: SpotAggTradesArguments], readonly SpotAggTradesRow[], SpotAggTradesRow>;
    /**
     * Average price over the last minutes.
     * GET /api/v3/avgPrice · no key · reads only · weight 2
     * `bourse market avg-price`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly avgPrice: ReadMethod<[given: SpotAvgPriceArguments], SpotAvgPriceRow>;
    /**
     * Candles.
     * GET /api/v3/klines · no key · reads only · weight 2
     * `bourse market klines`
     * Errors: -1121 BAD_SYMBOL, -1120 BAD_INTERVAL
     */
    readonly klines: PagedMethod<[given: SpotKlinesArguments], readonly SpotKlinesRow[], SpotKlinesRow>;
    /**
     * Candles adjusted for chart display.
     * GET /api/v3/uiKlines · no key · reads only · weight 2
     * `bourse market ui-klines`
     * Errors: -1121 BAD_SYMBOL, -1120 BAD_INTERVAL
     */
    readonly uiKlines: PagedMethod<[given: SpotKlinesArguments], readonly SpotKlinesRow[], SpotKlinesRow>;
    /**
     * Price statistics of the last 24 hours.
     * GET /api/v3/ticker/24hr · no key · reads only · weight 2 with symbol, else 2 for up to 20 symbols, 40 for up to 100 symbols, 80 for more with symbols, else 80
     * `bourse market ticker 24hr`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly ticker24hr: ReadMethod<[given?: SpotTicker24hrArguments], readonly SpotTicker24hrRow[]>;
    /**
     * Price statistics of the trading day.
     * GET /api/v3/ticker/tradingDay · no key · reads only · weight 4 for each symbol
     * `bourse market ticker trading-day`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly tickerTradingDay: ReadMethod<[given?: SpotTickerTradingDayArguments], readonly SpotTickerTradingDayRow[]>;
    /**
     * Latest price.
     * GET /api/v3/ticker/price · no key · reads only · weight 2 with symbol, else 4
     * `bourse market ticker price`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly tickerPrice: ReadMethod<[given?: SpotTickerPriceArguments], readonly SpotTickerPriceRow[]>;
    /**
     * Best bid and ask.
     * GET /api/v3/ticker/bookTicker · no key · reads only · weight 2 with symbol, else 4
     * `bourse market ticker book`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly tickerBook: ReadMethod<[given?: SpotTickerPriceArguments], readonly SpotTickerBookRow[]>;
    /**
     * Price statistics of a rolling window.
     * GET /api/v3/ticker · no key · reads only · weight 4 for each symbol, at most 200
     * `bourse market ticker rolling`
     * The window can be up to 59999 ms longer than requested: its open time starts on a minute, its close time is the time of the request.
     * Errors: -1121 BAD_SYMBOL
     */
    readonly tickerRolling: ReadMethod<[given?: SpotTickerRollingArguments], readonly SpotTickerTradingDayRow[]>;
    /**
     * Rules that limit the prices at which orders are executed.
     * GET /api/v3/executionRules · no key · reads only · weight 2 with symbol, else 2 for each symbol, at most 40 with symbols, else 40
     * `bourse market execution-rules`
     * PRICE_RANGE: an order executes between the down and the up multiple of the reference price only; the rest expires.
     * Errors: -1121 BAD_SYMBOL
     */
    readonly executionRules: ReadMethod<[given?: SpotExecutionRulesArguments], SpotExecutionRulesAnswer>;
    /**
     * The reference price of a symbol, which filters use if there is one.
     * GET /api/v3/referencePrice · no key · reads only · weight 2
     * `bourse market reference-price`
     * Errors: -1121 BAD_SYMBOL, -2043
     */
    readonly referencePrice: ReadMethod<[given: SpotAvgPriceArguments], SpotReferencePriceRow>;
    /**
     * How the reference price of a symbol is calculated.
     * GET /api/v3/referencePrice/calculation · no key · reads only · weight 2
     * `bourse market reference-price calculation`
     * Errors: -1121 BAD_SYMBOL, -2043, -1220
     */
    readonly referencePriceCalculation: ReadMethod<[given: SpotReferencePriceCalculationArguments], SpotReferencePriceCalculationRow>;
    /**
     * Block trades by id.
     * GET /api/v3/historicalBlockTrades · no key · reads only · weight 25
     * `bourse market block-trades`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly blockTrades: PagedMethod<[given: SpotBlockTradesArguments], readonly SpotBlockTradesRow[], SpotBlockTradesRow>;
  };
  readonly trade: {
    /**
     * Place an order.
     * POST /api/v3/order · signed · changes orders or settings · weight 1
     * `bourse trade order place`
     * A stop or take-profit order requires stopPrice, trailingDelta or both.
     * Errors: -1121 BAD_SYMBOL, -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    readonly placeOrder: WriteMethod<[given: SpotOrderNewArguments], SpotOrderNewRow>;
    /**
     * Check an order without placing it.
     * POST /api/v3/order/test · signed · checks only · weight 20 with computeCommissionRates, else 1
     * `bourse trade order test`
     * Errors: -1121 BAD_SYMBOL, -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    readonly testOrder: WriteMethod<[given: SpotOrderTestArguments], AnswerValue>;
    /**
     * Cancel an order.
     * DELETE /api/v3/order · signed · changes orders or settings · weight 1
     * `bourse trade order cancel`
     * Errors: -1121 BAD_SYMBOL, -2011 CANCEL_REJECTED
     */
    readonly cancelOrder: WriteMethod<[given: SpotOrderCancelArguments], SpotOrderNewRow>;
    /**
     * Cancel all open orders of a symbol, order lists included.
     * DELETE /api/v3/openOrders · signed · changes orders or settings · weight 1
     * `bourse trade cancel-all`
     * Errors: -1121 BAD_SYMBOL, -2011 CANCEL_REJECTED
     */
    readonly cancelAllOrders: WriteMethod<[given: SpotAvgPriceArguments], readonly SpotOpenOrdersCancelRow[]>;
    /**
     * Look up an order.
     * GET /api/v3/order · signed · reads only · weight 4
     * `bourse trade order get`
     * Errors: -1121 BAD_SYMBOL, -2013 NO_SUCH_ORDER
     */
    readonly getOrder: ReadMethod<[given: SpotOrderGetArguments], SpotOrderNewRow>;
    /**
     * Open orders, of one symbol or of all.
     * GET /api/v3/openOrders · signed · reads only · weight 6 with symbol, else 80
     * `bourse trade open-orders`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly openOrders: ReadMethod<[given?: SpotOpenOrdersArguments], readonly SpotOrderNewRow[]>;
    /**
     * All orders of a symbol: open, filled, cancelled.
     * GET /api/v3/allOrders · signed · reads only · weight 20
     * `bourse trade all-orders`
     * Errors: -1121 BAD_SYMBOL, -1127 MORE_THAN_XX_HOURS
     */
    readonly allOrders: PagedMethod<[given: SpotAllOrdersArguments], readonly SpotAllOrdersRow[], SpotAllOrdersRow>;
    /**
     * Reduce the quantity of an order (keeps priority).
     * PUT /api/v3/order/amend/keepPriority · signed · changes orders or settings · weight 1 (today 4)
     * `bourse trade order amend`
     * Live hosts count weight 0 if the amendment ends the order.
     * Errors: -1121 BAD_SYMBOL, -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    readonly amendOrder: WriteMethod<[given: SpotOrderAmendArguments], SpotOrderAmendAnswer>;
    /**
     * How an order was amended, oldest first.
     * GET /api/v3/order/amendments · signed · reads only · weight 4
     * `bourse trade order changes`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly orderChanges: ReadMethod<[given: SpotOrderAmendmentsArguments], readonly SpotOrderAmendmentsRow[]>;
    /**
     * Cancel an order and place another by one call.
     * POST /api/v3/order/cancelReplace · signed · changes orders or settings · weight 1
     * `bourse trade replace`
     * Live hosts count weight 0 if the call succeeds, its weight if it fails.
     * The exchange checks the filters and the order limit before it cancels anything.
     * Cancelling an order of a list this way ends the list.
     * Errors: -1121 BAD_SYMBOL, -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    readonly replaceOrder: WriteMethod<[given: SpotOrderCancelReplaceArguments], SpotOrderCancelReplaceRow>;
    /**
     * Place an order that is filled from the books of several symbols (smart order routing).
     * POST /api/v3/sor/order · signed · changes orders or settings · weight 1
     * `bourse trade sor place`
     * Live hosts count weight 0 if the call succeeds, its weight if it fails.
     * exchangeInfo lists the symbols of each smart order routing in sors.
     * What is filled from another symbol is an allocation, not a trade: account allocations lists it.
     * Errors: -1121 BAD_SYMBOL, -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    readonly placeSor: WriteMethod<[given: SpotSorNewArguments], SpotOrderNewRow>;
    /**
     * Check an order with smart order routing without placing it.
     * POST /api/v3/sor/order/test · signed · checks only · weight 20 with computeCommissionRates, else 1
     * `bourse trade sor test`
     * Errors: -1121 BAD_SYMBOL, -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    readonly testSor: WriteMethod<[given: SpotSorTestArguments], AnswerValue>;
    /**
     * Place an OCO order list: a limit order and a stop order.
     * POST /api/v3/order/oco · signed · changes orders or settings · weight 1
     * `bourse trade oco place`
     * To sell, the limit price is above and the stop price below the market; to buy, the other way round.
     * Errors: -1121 BAD_SYMBOL, -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    readonly placeOco: WriteMethod<[given: SpotOcoNewArguments], SpotOcoNewRow>;
    /**
     * Cancel an order list with both of its orders.
     * DELETE /api/v3/orderList · signed · changes orders or settings · weight 1
     * `bourse trade oco cancel`
     * Live hosts count weight 0 if the call succeeds, its weight if it fails.
     * Errors: -1121 BAD_SYMBOL, -2011 CANCEL_REJECTED
     */
    readonly cancelOco: WriteMethod<[given: SpotOrderListCancelArguments], SpotOcoNewRow>;
    /**
     * Look up an order list.
     * GET /api/v3/orderList · signed · reads only · weight 4
     * `bourse trade oco get`
     * Errors: -2013 NO_SUCH_ORDER
     */
    readonly getOco: ReadMethod<[given?: SpotOrderListGetArguments], SpotOcoNewRow>;
    /**
     * All order lists: open, done, cancelled.
     * GET /api/v3/allOrderList · signed · reads only · weight 20
     * `bourse trade oco all`
     * Errors: -1127 MORE_THAN_XX_HOURS, -1128 OPTIONAL_PARAMS_BAD_COMBO
     */
    readonly allOrderLists: PagedMethod<[given?: SpotAllOrderListsArguments], readonly SpotAllOrderListsRow[], SpotAllOrderListsRow>;
    /**
     * Open order lists.
     * GET /api/v3/openOrderList · signed · reads only · weight 6
     * `bourse trade oco open`
     */
    readonly openOrderLists: ReadMethod<[given?: NoArguments], readonly SpotOcoNewRow[]>;
    /**
     * Place two orders of which one cancels the other (OCO).
     * POST /api/v3/orderList/oco · signed · changes orders or settings · weight 1
     * `bourse trade list oco`
     * Live hosts count weight 0 if the call succeeds, its weight if it fails.
     * To sell, the limit or take-profit order is above and the stop-loss order below the market; to buy, the other way round.
     * Errors: -1121 BAD_SYMBOL, -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    readonly placeOcoList: WriteMethod<[given: SpotOrderListOcoArguments], SpotOcoNewRow>;
    /**
     * Place an order that triggers another once it is filled (OTO).
     * POST /api/v3/orderList/oto · signed · changes orders or settings · weight 1
     * `bourse trade list oto`
     * Live hosts count weight 0 if the call succeeds, its weight if it fails.
     * The pending order is placed when the working order is completely filled.
     * Errors: -1121 BAD_SYMBOL, -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    readonly placeOtoList: WriteMethod<[given: SpotOrderListOtoArguments], SpotOcoNewRow>;
    /**
     * Place an order that triggers an OCO once it is filled (OTOCO).
     * POST /api/v3/orderList/otoco · signed · changes orders or settings · weight 1
     * `bourse trade list otoco`
     * Live hosts count weight 0 if the call succeeds, its weight if it fails.
     * The pending orders are placed when the working order is completely filled.
     * Errors: -1121 BAD_SYMBOL, -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    readonly placeOtocoList: WriteMethod<[given: SpotOrderListOtocoArguments], SpotOcoNewRow>;
    /**
     * Place an order to buy, and one that sells what it received (OPO).
     * POST /api/v3/orderList/opo · signed · changes orders or settings · weight 1
     * `bourse trade list opo`
     * Live hosts count weight 0 if the call succeeds, its weight if it fails.
     * The pending order sells what the working order received, less commission, rounded down to the step size.
     * Errors: -1121 BAD_SYMBOL, -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    readonly placeOpoList: WriteMethod<[given: SpotOrderListOpoArguments], SpotOcoNewRow>;
    /**
     * Place an order to buy, and an OCO that sells what it received (OPOCO).
     * POST /api/v3/orderList/opoco · signed · changes orders or settings · weight 1
     * `bourse trade list opoco`
     * Live hosts count weight 0 if the call succeeds, its weight if it fails.
     * The pending orders sell what the working order received, less commission, rounded down to the step size.
     * Errors: -1121 BAD_SYMBOL, -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    readonly placeOpocoList: WriteMethod<[given: SpotOrderListOpocoArguments], SpotOcoNewRow>;
  };
  readonly account: {
    /**
     * Balances, commissions and permissions of the account.
     * GET /api/v3/account · signed · reads only · weight 20
     * `bourse account info`
     */
    readonly info: ReadMethod<[given?: SpotAccountArguments], SpotAccountAnswer>;
    /**
     * Trades of the account on a symbol.
     * GET /api/v3/myTrades · signed · reads only · weight 20
     * `bourse account trades`
     * Errors: -1121 BAD_SYMBOL, -1127 MORE_THAN_XX_HOURS, -1128 OPTIONAL_PARAMS_BAD_COMBO
     */
    readonly trades: PagedMethod<[given: SpotMyTradesArguments], readonly SpotMyTradesRow[], SpotMyTradesRow>;
    /**
     * How much of the order limits is used.
     * GET /api/v3/rateLimit/order · signed · reads only · weight 40
     * `bourse account order-limits`
     */
    readonly orderLimits: ReadMethod<[given?: NoArguments], readonly SpotOrderLimitsRow[]>;
    /**
     * Trades prevented by self-trade prevention.
     * GET /api/v3/myPreventedMatches · signed · reads only · weight 2 with preventedMatchId, else 20
     * `bourse account prevented-matches`
     * Errors: -1121 BAD_SYMBOL, -1128 OPTIONAL_PARAMS_BAD_COMBO
     */
    readonly preventedMatches: PagedMethod<[given: SpotPreventedMatchesArguments], readonly SpotPreventedMatchesRow[], SpotPreventedMatchesRow>;
    /**
     * SOR allocations of the account.
     * GET /api/v3/myAllocations · signed · reads only · weight 20
     * `bourse account allocations`
     * Errors: -1121 BAD_SYMBOL, -1127 MORE_THAN_XX_HOURS
     */
    readonly allocations: PagedMethod<[given: SpotAllocationsArguments], readonly SpotAllocationsRow[], SpotAllocationsRow>;
    /**
     * Commission rates of the account on a symbol.
     * GET /api/v3/account/commission · signed · reads only · weight 20
     * `bourse account commission`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly commission: ReadMethod<[given: SpotAvgPriceArguments], SpotCommissionRow>;
    /**
     * Filters that count what the account has on a symbol.
     * GET /api/v3/myFilters · signed · reads only · weight 40
     * `bourse account filters`
     * Tables show those of the symbol; JSON has those of the exchange and of assets too.
     * Errors: -1121 BAD_SYMBOL
     */
    readonly filters: ReadMethod<[given: SpotAvgPriceArguments], SpotAccountFiltersAnswer>;
  };
  readonly usdm: {
    readonly market: {
      /**
       * Test that the exchange answers.
       * GET /fapi/v1/ping · no key · reads only · weight 1
       * `bourse market ping --on usdm`
       */
      readonly ping: ReadMethod<[given?: NoArguments], AnswerValue>;
      /**
       * The exchange's clock.
       * GET /fapi/v1/time · no key · reads only · weight 1
       * `bourse market time --on usdm`
       */
      readonly time: ReadMethod<[given?: NoArguments], SpotTimeRow>;
      /**
       * Trading rules, filters and limits of contracts.
       * GET /fapi/v1/exchangeInfo · no key · reads only · weight 1
       * `bourse market info --on usdm`
       * Live hosts take no parameters here and return all contracts.
       * Errors: -1121 BAD_SYMBOL
       */
      readonly info: ReadMethod<[given?: SpotTickerPriceArguments], UsdmExchangeInfoAnswer>;
      /**
       * The order book.
       * GET /fapi/v1/depth · no key · reads only · weight 2 up to 50, 5 up to 100, 10 up to 500, 20 up to 1000, 50 above
       * `bourse market depth --on usdm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly depth: ReadMethod<[given: UsdmDepthArguments], OrderBook>;
      /**
       * Latest trades.
       * GET /fapi/v1/trades · no key · reads only · weight 1 (today 5)
       * `bourse market trades --on usdm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly trades: ReadMethod<[given: SpotTradesArguments], readonly UsdmTradesRow[]>;
      /**
       * Older trades by id.
       * GET /fapi/v1/historicalTrades · signed · reads only · weight 20
       * `bourse market historical-trades --on usdm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly historicalTrades: PagedMethod<[given: SpotHistoricalTradesArguments], readonly UsdmHistoricalTradesRow[], UsdmHistoricalTradesRow>;
      /**
       * Aggregate trades.
       * GET /fapi/v1/aggTrades · no key · reads only · weight 1 (today 20)
       * `bourse market agg-trades --on usdm`
       * Errors: -1121 BAD_SYMBOL, -1127 MORE_THAN_XX_HOURS
       */
      readonly aggTrades: PagedMethod<[given: SpotAggTradesArguments], readonly UsdmAggTradesRow[], UsdmAggTradesRow>;
      /**
       * Candles.
       * GET /fapi/v1/klines · no key · reads only · weight 1 (today 1 up to 99, 2 up to 499, 5 up to 1000, 10 above)
       * `bourse market klines --on usdm`
       * Errors: -1121 BAD_SYMBOL, -1120 BAD_INTERVAL
       */
      readonly klines: PagedMethod<[given: UsdmKlinesArguments], readonly SpotKlinesRow[], SpotKlinesRow>;
      /**
       * Candles of a pair's contracts of one type, one after the other.
       * GET /fapi/v1/continuousKlines · no key · reads only · weight 1 (today 1 up to 99, 2 up to 499, 5 up to 1000, 10 above)
       * `bourse market continuous-klines`
       * Errors: -1121 BAD_SYMBOL, -1120 BAD_INTERVAL
       */
      readonly continuousKlines: PagedMethod<[given: UsdmContinuousKlinesArguments], readonly SpotKlinesRow[], SpotKlinesRow>;
      /**
       * Candles of the index price of a pair.
       * GET /fapi/v1/indexPriceKlines · no key · reads only · weight 1 (today 1 up to 99, 2 up to 499, 5 up to 1000, 10 above)
       * `bourse market index-price-klines`
       * Errors: -1121 BAD_SYMBOL, -1120 BAD_INTERVAL
       */
      readonly indexPriceKlines: PagedMethod<[given: UsdmIndexPriceKlinesArguments], readonly UsdmIndexPriceKlinesRow[], UsdmIndexPriceKlinesRow>;
      /**
       * Candles of the mark price.
       * GET /fapi/v1/markPriceKlines · no key · reads only · weight 1 (today 1 up to 99, 2 up to 499, 5 up to 1000, 10 above)
       * `bourse market mark-price-klines`
       * Errors: -1121 BAD_SYMBOL, -1120 BAD_INTERVAL
       */
      readonly markPriceKlines: PagedMethod<[given: UsdmKlinesArguments], readonly UsdmIndexPriceKlinesRow[], UsdmIndexPriceKlinesRow>;
      /**
       * Candles of the premium index.
       * GET /fapi/v1/premiumIndexKlines · no key · reads only · weight 1 (today 1 up to 99, 2 up to 499, 5 up to 1000, 10 above)
       * `bourse market premium-index-klines`
       * Errors: -1121 BAD_SYMBOL, -1120 BAD_INTERVAL
       */
      readonly premiumIndexKlines: PagedMethod<[given: UsdmKlinesArguments], readonly UsdmIndexPriceKlinesRow[], UsdmIndexPriceKlinesRow>;
      /**
       * Mark price, index price and next funding rate.
       * GET /fapi/v1/premiumIndex · no key · reads only · weight 1 with symbol, else 40
       * `bourse market premium-index`
       * The funding rate is the running estimate for the next funding.
       * Errors: -1121 BAD_SYMBOL
       */
      readonly premiumIndex: ReadMethod<[given?: UsdmPremiumIndexArguments], readonly UsdmPremiumIndexRow[]>;
      /**
       * Historical funding rates.
       * GET /fapi/v1/fundingRate · no key · reads only · weight 1
       * `bourse market funding-rate`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly fundingRate: PagedMethod<[given?: UsdmFundingRateArguments], readonly UsdmFundingRateRow[], UsdmFundingRateRow>;
      /**
       * Contracts whose funding has a cap, floor or interval of its own.
       * GET /fapi/v1/fundingInfo · no key · reads only · weight 1
       * `bourse market funding-info`
       */
      readonly fundingInfo: ReadMethod<[given?: NoArguments], readonly UsdmFundingInfoRow[]>;
      /**
       * Price statistics of the last 24 hours.
       * GET /fapi/v1/ticker/24hr · no key · reads only · weight 1 with symbol, else 40
       * `bourse market ticker 24hr --on usdm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly ticker24hr: ReadMethod<[given?: UsdmTicker24hrArguments], readonly UsdmTicker24hrRow[]>;
      /**
       * Latest price.
       * GET /fapi/v1/ticker/price · no key · reads only · weight 1 with symbol, else 2
       * `bourse market ticker price --on usdm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly tickerPrice: ReadMethod<[given?: UsdmPremiumIndexArguments], readonly UsdmTickerPriceRow[]>;
      /**
       * Best bid and ask.
       * GET /fapi/v1/ticker/bookTicker · no key · reads only · weight 1 with symbol, else 2 (today 2 with symbol, else 5)
       * `bourse market ticker book --on usdm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly tickerBook: ReadMethod<[given?: UsdmPremiumIndexArguments], readonly UsdmTickerBookRow[]>;
      /**
       * Open interest of a contract now.
       * GET /fapi/v1/openInterest · no key · reads only · weight 1
       * `bourse market open-interest`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly openInterest: ReadMethod<[given: SpotAvgPriceArguments], UsdmOpenInterestRow>;
      /**
       * The exchanges and symbols that an index price is made of.
       * GET /fapi/v1/constituents · no key · reads only · weight 2
       * `bourse market constituents`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly constituents: ReadMethod<[given: SpotAvgPriceArguments], UsdmConstituentsAnswer>;
      /**
       * Exchange rates of margin assets in multi-assets mode.
       * GET /fapi/v1/assetIndex · no key · reads only · weight 1
       * `bourse market asset-index`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly assetIndex: ReadMethod<[given?: UsdmAssetIndexArguments], readonly UsdmAssetIndexRow[]>;
      /**
       * Open interest over time.
       * GET /futures/data/openInterestHist · no key · reads only · weight 1
       * `bourse market open-interest-history`
       * Rows are kept for 30 days. 1000 requests in 5 minutes are allowed to these statistics.
       * Live hosts count weight 0.
       * Errors: -1121 BAD_SYMBOL
       */
      readonly openInterestHistory: PagedMethod<[given: UsdmOpenInterestHistoryArguments], readonly UsdmOpenInterestHistoryRow[], UsdmOpenInterestHistoryRow>;
      /**
       * Long/short account ratio of top traders.
       * GET /futures/data/topLongShortAccountRatio · no key · reads only · weight 1
       * `bourse market long-short top-accounts`
       * Rows are kept for 30 days. 1000 requests in 5 minutes are allowed to these statistics.
       * Errors: -1121 BAD_SYMBOL
       */
      readonly longShortTopAccounts: PagedMethod<[given: UsdmOpenInterestHistoryArguments], readonly UsdmLongShortTopAccountsRow[], UsdmLongShortTopAccountsRow>;
      /**
       * Long/short position ratio of top traders.
       * GET /futures/data/topLongShortPositionRatio · no key · reads only · weight 1
       * `bourse market long-short top-positions`
       * Rows are kept for 30 days. 1000 requests in 5 minutes are allowed to these statistics.
       * Errors: -1121 BAD_SYMBOL
       */
      readonly longShortTopPositions: PagedMethod<[given: UsdmOpenInterestHistoryArguments], readonly UsdmLongShortTopAccountsRow[], UsdmLongShortTopAccountsRow>;
      /**
       * Long/short account ratio.
       * GET /futures/data/globalLongShortAccountRatio · no key · reads only · weight 1
       * `bourse market long-short accounts`
       * Rows are kept for 30 days. 1000 requests in 5 minutes are allowed to these statistics.
       * Errors: -1121 BAD_SYMBOL
       */
      readonly longShortAccounts: PagedMethod<[given: UsdmOpenInterestHistoryArguments], readonly UsdmLongShortTopAccountsRow[], UsdmLongShortTopAccountsRow>;
      /**
       * Volume that takers bought and sold.
       * GET /futures/data/takerlongshortRatio · no key · reads only · weight 1
       * `bourse market taker-volume`
       * Rows are kept for 30 days. 1000 requests in 5 minutes are allowed to these statistics.
       * Errors: -1121 BAD_SYMBOL
       */
      readonly takerVolume: PagedMethod<[given: UsdmOpenInterestHistoryArguments], readonly UsdmTakerVolumeRow[], UsdmTakerVolumeRow>;
      /**
       * Difference between futures price and index price.
       * GET /futures/data/basis · no key · reads only · weight 1
       * `bourse market basis`
       * Rows are kept for 30 days. 1000 requests in 5 minutes are allowed to these statistics.
       * Errors: -1121 BAD_SYMBOL
       */
      readonly basis: PagedMethod<[given: UsdmBasisArguments], readonly UsdmBasisRow[], UsdmBasisRow>;
      /**
       * The order book with retail price improvement orders.
       * GET /fapi/v1/rpiDepth · no key · reads only · weight 20
       * `bourse market rpi-depth`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly rpiDepth: ReadMethod<[given: UsdmRpiDepthArguments], OrderBook>;
      /**
       * How likely positions of a contract are deleveraged, updated every 30 minutes.
       * GET /fapi/v1/symbolAdlRisk · no key · reads only · weight 1
       * `bourse market adl-risk`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly adlRisk: ReadMethod<[given?: UsdmPremiumIndexArguments], readonly UsdmAdlRiskRow[]>;
      /**
       * Balance of the insurance funds.
       * GET /fapi/v1/insuranceBalance · no key · reads only · weight 1
       * `bourse market insurance`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly insurance: ReadMethod<[given?: UsdmPremiumIndexArguments], readonly UsdmInsuranceRow[]>;
      /**
       * Sessions of the markets behind contracts on equities and commodities.
       * GET /fapi/v1/tradingSchedule · no key · reads only · weight 5
       * `bourse market trading-schedule`
       */
      readonly tradingSchedule: ReadMethod<[given?: NoArguments], UsdmTradingScheduleRow>;
      /**
       * Constituents of composite indexes.
       * GET /fapi/v1/indexInfo · no key · reads only · weight 1
       * `bourse market index-info`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly indexInfo: ReadMethod<[given?: UsdmIndexInfoArguments], readonly UsdmIndexInfoRow[]>;
      /**
       * Delivery prices of the contracts of a pair, newest first.
       * GET /futures/data/delivery-price · no key · reads only · weight 1
       * `bourse market delivery-price`
       * Live hosts count weight 0.
       * Errors: -1121 BAD_SYMBOL
       */
      readonly deliveryPrice: ReadMethod<[given: UsdmDeliveryPriceArguments], readonly UsdmDeliveryPriceRow[]>;
    };
    readonly trade: {
      /**
       * Place an order.
       * POST /fapi/v1/order · signed · changes orders or settings · weight 1
       * `bourse trade order place --on usdm`
       * Today the default of self-trade prevention is EXPIRE_MAKER.
       * Errors: -1121 BAD_SYMBOL, -2019, -2021, -4164, -1111 BAD_PRECISION
       */
      readonly placeOrder: WriteMethod<[given: UsdmOrderNewArguments], UsdmOrderNewRow>;
      /**
       * Check an order without placing it.
       * POST /fapi/v1/order/test · signed · checks only · weight not listed
       * `bourse trade order test --on usdm`
       * Errors: -1121 BAD_SYMBOL, -2019, -2021, -4164, -1111 BAD_PRECISION
       */
      readonly testOrder: WriteMethod<[given: UsdmOrderNewArguments], UsdmOrderNewRow>;
      /**
       * Place up to 5 orders at once.
       * POST /fapi/v1/batchOrders · signed · changes orders or settings · weight 5
       * `bourse trade order batch`
       * Each order succeeds or fails on its own; the answer has a row for each, in the order sent.
       * Errors: -2019, -2021, -4164, -1111 BAD_PRECISION
       */
      readonly placeOrders: WriteMethod<[given: UsdmOrderBatchArguments], readonly UsdmOrderNewRow[]>;
      /**
       * Cancel an order.
       * DELETE /fapi/v1/order · signed · changes orders or settings · weight 1
       * `bourse trade order cancel --on usdm`
       * Errors: -1121 BAD_SYMBOL, -2011 CANCEL_REJECTED
       */
      readonly cancelOrder: WriteMethod<[given: UsdmOrderCancelArguments], UsdmOrderNewRow>;
      /**
       * Cancel all open orders of a contract.
       * DELETE /fapi/v1/allOpenOrders · signed · changes orders or settings · weight 1
       * `bourse trade cancel-all --on usdm`
       * Errors: -1121 BAD_SYMBOL, -2011 CANCEL_REJECTED
       */
      readonly cancelAllOrders: WriteMethod<[given: UsdmOpenOrdersCancelArguments], UsdmOpenOrdersCancelRow>;
      /**
       * Look up an order.
       * GET /fapi/v1/order · signed · reads only · weight 1
       * `bourse trade order get --on usdm`
       * Orders that ended without a fill are found for 3 days, all others for 90.
       * Errors: -1121 BAD_SYMBOL, -2013 NO_SUCH_ORDER
       */
      readonly getOrder: ReadMethod<[given: UsdmOrderCancelArguments], UsdmOrderNewRow>;
      /**
       * Open orders, of one contract or of all.
       * GET /fapi/v1/openOrders · signed · reads only · weight 1 (today 1 with symbol, else 40)
       * `bourse trade open-orders --on usdm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly openOrders: ReadMethod<[given?: UsdmOpenOrdersArguments], readonly UsdmOrderNewRow[]>;
      /**
       * All orders of a contract: open, filled, cancelled.
       * GET /fapi/v1/allOrders · signed · reads only · weight 5
       * `bourse trade all-orders --on usdm`
       * Without times and ids the orders of the last 7 days are listed.
       * Errors: -1121 BAD_SYMBOL, -1127 MORE_THAN_XX_HOURS
       */
      readonly allOrders: PagedMethod<[given?: UsdmAllOrdersArguments], readonly UsdmAllOrdersRow[], UsdmAllOrdersRow>;
      /**
       * Set the leverage of a contract.
       * POST /fapi/v1/leverage · signed · changes orders or settings · weight 1
       * `bourse trade leverage`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly setLeverage: WriteMethod<[given: UsdmLeverageArguments], UsdmLeverageRow>;
      /**
       * Set the margin mode of a contract.
       * POST /fapi/v1/marginType · signed · changes orders or settings · weight 1
       * `bourse trade margin-type`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly setMarginType: WriteMethod<[given: UsdmMarginTypeArguments], UsdmOpenOrdersCancelRow>;
      /**
       * Add or remove margin of an isolated position.
       * POST /fapi/v1/positionMargin · signed · moves money · weight 1
       * `bourse trade position-margin`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly changePositionMargin: WriteMethod<[given: UsdmPositionMarginArguments], UsdmPositionMarginRow>;
      /**
       * Set the position mode of all contracts: one-way or hedge.
       * POST /fapi/v1/positionSide/dual · signed · changes orders or settings · weight 1
       * `bourse trade position-mode`
       * USD-M and COIN-M share the setting; orders or positions of either keep it from changing.
       * Errors: -4059, -4067, -4068
       */
      readonly setPositionMode: WriteMethod<[given: UsdmPositionModeSetArguments], UsdmOpenOrdersCancelRow>;
      /**
       * Switch multi-assets mode on or off.
       * POST /fapi/v1/multiAssetsMargin · signed · changes orders or settings · weight 1
       * `bourse trade assets-mode`
       * All positions must have cross margin, and no orders may be open.
       * Errors: -4167, -4169, -4170, -4171, -4172
       */
      readonly setAssetsMode: WriteMethod<[given: UsdmAssetsModeSetArguments], UsdmOpenOrdersCancelRow>;
      /**
       * Pay commissions in BNB at a discount, or in the margin asset.
       * POST /fapi/v1/feeBurn · signed · changes orders or settings · weight 1
       * `bourse trade fee-burn`
       */
      readonly setFeeBurn: WriteMethod<[given: UsdmFeeBurnSetArguments], UsdmOpenOrdersCancelRow>;
      /**
       * Modify price and quantity of a limit order (loses priority).
       * PUT /fapi/v1/order · signed · changes orders or settings · weight 1
       * `bourse trade order change`
       * An order whose new amount is executed already is cancelled.
       * Errors: -1121 BAD_SYMBOL, -2019, -2021, -4164, -1111 BAD_PRECISION
       */
      readonly changeOrder: WriteMethod<[given: UsdmOrderAmendArguments], UsdmOrderNewRow>;
      /**
       * Look up an order that is open.
       * GET /fapi/v1/openOrder · signed · reads only · weight 1
       * `bourse trade order open`
       * Errors: -1121 BAD_SYMBOL, -2013 NO_SUCH_ORDER
       */
      readonly getOpenOrder: ReadMethod<[given: UsdmOrderCancelArguments], UsdmOrderNewRow>;
      /**
       * Changes of an order, the newest first.
       * GET /fapi/v1/orderAmendment · signed · reads only · weight 1
       * `bourse trade order changes --on usdm`
       * Errors: -1121 BAD_SYMBOL, -2013 NO_SUCH_ORDER
       */
      readonly orderChanges: ReadMethod<[given: UsdmOrderAmendmentsArguments], readonly UsdmOrderAmendmentsRow[]>;
      /**
       * Cancel all open orders of a symbol after a countdown (dead man's switch).
       * POST /fapi/v1/countdownCancelAll · signed · changes orders or settings · weight 10
       * `bourse trade countdown`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly setCountdown: WriteMethod<[given: UsdmCountdownArguments], UsdmCountdownRow>;
      /**
       * Liquidation orders of the account.
       * GET /fapi/v1/forceOrders · signed · reads only · weight 20 with symbol, else 50
       * `bourse trade force-orders`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly forceOrders: ReadMethod<[given?: UsdmForceOrdersArguments], readonly UsdmOrderNewRow[]>;
      /**
       * Modify up to 5 limit orders at once (they lose priority).
       * PUT /fapi/v1/batchOrders · signed · changes orders or settings · weight 5
       * `bourse trade order batch-change`
       * Each order succeeds or fails on its own; the answer has a row for each, in the order sent.
       * Errors: -2019, -2021, -4164, -1111 BAD_PRECISION
       */
      readonly changeOrders: WriteMethod<[given: UsdmOrderBatchAmendArguments], readonly UsdmOrderNewRow[]>;
      /**
       * Cancel up to 10 orders of a contract at once.
       * DELETE /fapi/v1/batchOrders · signed · changes orders or settings · weight 1
       * `bourse trade order batch-cancel`
       * Each order succeeds or fails on its own; the answer has a row for each, in the order sent.
       * Errors: -1121 BAD_SYMBOL, -2011 CANCEL_REJECTED
       */
      readonly cancelOrders: WriteMethod<[given: UsdmOrderBatchCancelArguments], readonly UsdmOrderNewRow[]>;
      /**
       * Place a stop, take-profit or trailing-stop order.
       * POST /fapi/v1/algoOrder · signed · changes orders or settings · weight 0
       * `bourse trade algo place`
       * An algo order reserves no margin: a trigger that the margin does not cover ends it as REJECTED.
       * Errors: -1121 BAD_SYMBOL, -2019, -2021, -4164, -1111 BAD_PRECISION, -4045
       */
      readonly placeAlgoOrder: WriteMethod<[given: UsdmAlgoOrderNewArguments], UsdmAlgoOrderNewRow>;
      /**
       * Cancel an algo order.
       * DELETE /fapi/v1/algoOrder · signed · changes orders or settings · weight 1
       * `bourse trade algo cancel`
       * Errors: -2011 CANCEL_REJECTED
       */
      readonly cancelAlgoOrder: WriteMethod<[given?: UsdmAlgoOrderCancelArguments], UsdmAlgoOrderCancelRow>;
      /**
       * Cancel all open algo orders of a contract.
       * DELETE /fapi/v1/algoOpenOrders · signed · changes orders or settings · weight 1
       * `bourse trade algo cancel-all`
       * Errors: -1121 BAD_SYMBOL, -2011 CANCEL_REJECTED
       */
      readonly cancelAllAlgoOrders: WriteMethod<[given: UsdmOpenOrdersCancelArguments], UsdmOpenOrdersCancelRow>;
      /**
       * Look up an algo order.
       * GET /fapi/v1/algoOrder · signed · reads only · weight 1
       * `bourse trade algo get`
       * Orders that ended without a fill are found for 3 days, all others for 90.
       */
      readonly getAlgoOrder: ReadMethod<[given?: UsdmAlgoOrderCancelArguments], UsdmAlgoOrderNewRow>;
      /**
       * Open algo orders, of one contract or of all.
       * GET /fapi/v1/openAlgoOrders · signed · reads only · weight 1 with symbol, else 40
       * `bourse trade algo open`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly openAlgoOrders: ReadMethod<[given?: UsdmAlgoOrdersOpenArguments], readonly UsdmAlgoOrderNewRow[]>;
      /**
       * All algo orders of a contract: open, triggered, ended.
       * GET /fapi/v1/allAlgoOrders · signed · reads only · weight 5
       * `bourse trade algo list`
       * The last 7 days if neither a time nor an id is given.
       * Errors: -1121 BAD_SYMBOL, -1127 MORE_THAN_XX_HOURS
       */
      readonly allAlgoOrders: PagedMethod<[given: UsdmAlgoOrdersAllArguments], readonly UsdmAlgoOrdersAllRow[], UsdmAlgoOrdersAllRow>;
      /**
       * Agree to the terms of contracts on shares and metals.
       * POST /fapi/v1/stock/contract · signed · changes orders or settings · weight 50
       * `bourse trade tradfi-agreement`
       */
      readonly signTradfiAgreement: WriteMethod<[given?: NoArguments], UsdmOpenOrdersCancelRow>;
    };
    readonly account: {
      /**
       * Balance of each margin asset.
       * GET /fapi/v2/balance · signed · reads only · weight 5
       * `bourse account balance --on usdm`
       */
      readonly balance: ReadMethod<[given?: NoArguments], readonly UsdmBalanceRow[]>;
      /**
       * Margins, totals and permissions of the account.
       * GET /fapi/v2/account · signed · reads only · weight 5
       * `bourse account info --on usdm`
       */
      readonly info: ReadMethod<[given?: NoArguments], UsdmAccountRow>;
      /**
       * Trades of the account on a contract.
       * GET /fapi/v1/userTrades · signed · reads only · weight 5
       * `bourse account trades --on usdm`
       * Without times and ids the trades of the last 7 days are listed.
       * Errors: -1121 BAD_SYMBOL, -1127 MORE_THAN_XX_HOURS, -1128 OPTIONAL_PARAMS_BAD_COMBO
       */
      readonly trades: PagedMethod<[given: UsdmMyTradesArguments], readonly UsdmMyTradesRow[], UsdmMyTradesRow>;
      /**
       * Positions with entry, mark and liquidation price.
       * GET /fapi/v2/positionRisk · signed · reads only · weight 5
       * `bourse account positions`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly positions: ReadMethod<[given?: UsdmOpenOrdersArguments], readonly UsdmPositionRiskRow[]>;
      /**
       * Positions, API version 1.
       * GET /fapi/v1/positionRisk · signed · reads only · weight 5
       * `bourse account positions-v1`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly positionsV1: ReadMethod<[given?: UsdmOpenOrdersArguments], readonly UsdmPositionRiskRow[]>;
      /**
       * Position mode: one-way or hedge.
       * GET /fapi/v1/positionSide/dual · signed · reads only · weight 30
       * `bourse account position-mode`
       */
      readonly positionMode: ReadMethod<[given?: NoArguments], UsdmPositionModeRow>;
      /**
       * Multi-assets mode: whether several assets are margin of all positions.
       * GET /fapi/v1/multiAssetsMargin · signed · reads only · weight 30
       * `bourse account assets-mode`
       */
      readonly assetsMode: ReadMethod<[given?: NoArguments], UsdmAssetsModeRow>;
      /**
       * Whether commissions are paid in BNB at a discount.
       * GET /fapi/v1/feeBurn · signed · reads only · weight 30
       * `bourse account fee-burn`
       */
      readonly feeBurn: ReadMethod<[given?: NoArguments], UsdmFeeBurnRow>;
      /**
       * Quantitative trading rules of the account: indicators, triggers, locks.
       * GET /fapi/v1/apiTradingStatus · signed · reads only · weight 1 with symbol, else 10
       * `bourse account trading-status`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly tradingStatus: ReadMethod<[given?: UsdmOpenOrdersArguments], UsdmTradingStatusRow>;
      /**
       * Order rate limits of the account.
       * GET /fapi/v1/rateLimit/order · signed · reads only · weight 1
       * `bourse account order-limits --on usdm`
       * The answer has no counts; the headers of an order have them.
       */
      readonly orderLimits: ReadMethod<[given?: NoArguments], readonly UsdmOrderLimitsRow[]>;
      /**
       * What a classic portfolio margin account can withdraw of an asset.
       * GET /fapi/v1/pmAccountInfo · signed · reads only · weight 5
       * `bourse account portfolio-margin`
       */
      readonly portfolioMargin: ReadMethod<[given: UsdmPortfolioAccountArguments], UsdmPortfolioAccountRow>;
      /**
       * Have a file of the order history prepared for download.
       * GET /fapi/v1/order/asyn · signed · reads only · weight 1000
       * `bourse account export order`
       * Allowed 10 times a month; the file is kept for 7 days.
       * Errors: -1127 MORE_THAN_XX_HOURS
       */
      readonly exportOrder: ReadMethod<[given: UsdmExportOrderArguments], UsdmExportOrderRow>;
      /**
       * Whether a file of the order history is ready, and its link.
       * GET /fapi/v1/order/asyn/id · signed · reads only · weight 10
       * `bourse account export order link`
       */
      readonly exportOrderLink: ReadMethod<[given: UsdmExportOrderLinkArguments], UsdmExportOrderLinkRow>;
      /**
       * Have a file of the trade history prepared for download.
       * GET /fapi/v1/trade/asyn · signed · reads only · weight 1000
       * `bourse account export trade`
       * Allowed 5 times a month; the file is kept for 7 days.
       * Errors: -1127 MORE_THAN_XX_HOURS
       */
      readonly exportTrade: ReadMethod<[given: UsdmExportOrderArguments], UsdmExportOrderRow>;
      /**
       * Whether a file of the trade history is ready, and its link.
       * GET /fapi/v1/trade/asyn/id · signed · reads only · weight 10
       * `bourse account export trade link`
       */
      readonly exportTradeLink: ReadMethod<[given: UsdmExportOrderLinkArguments], UsdmExportOrderLinkRow>;
      /**
       * Have a file of the income history prepared for download.
       * GET /fapi/v1/income/asyn · signed · reads only · weight 1000
       * `bourse account export income`
       * Allowed 5 times a month; the file is kept for 7 days.
       * Errors: -1127 MORE_THAN_XX_HOURS
       */
      readonly exportIncome: ReadMethod<[given: UsdmExportOrderArguments], UsdmExportOrderRow>;
      /**
       * Whether a file of the income history is ready, and its link.
       * GET /fapi/v1/income/asyn/id · signed · reads only · weight 10
       * `bourse account export income link`
       */
      readonly exportIncomeLink: ReadMethod<[given: UsdmExportOrderLinkArguments], UsdmExportOrderLinkRow>;
      /**
       * Income history: profit, funding, commission, transfers.
       * GET /fapi/v1/income · signed · reads only · weight 30
       * `bourse account income`
       * Without times the last 7 days are listed.
       * Errors: -1121 BAD_SYMBOL
       */
      readonly income: PagedMethod<[given?: UsdmIncomeArguments], readonly UsdmIncomeRow[], UsdmIncomeRow>;
      /**
       * Leverage brackets: max notional and maintenance margin by leverage.
       * GET /fapi/v1/leverageBracket · signed · reads only · weight 1
       * `bourse account brackets`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly brackets: ReadMethod<[given?: UsdmOpenOrdersArguments], readonly UsdmBracketsRow[]>;
      /**
       * Your commission rates on a contract.
       * GET /fapi/v1/commissionRate · signed · reads only · weight 20
       * `bourse account commission --on usdm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly commission: ReadMethod<[given: UsdmOpenOrdersCancelArguments], UsdmCommissionRow>;
      /**
       * ADL rank of positions.
       * GET /fapi/v1/adlQuantile · signed · reads only · weight 5
       * `bourse account adl`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly adl: ReadMethod<[given?: UsdmOpenOrdersArguments], readonly UsdmAdlRow[]>;
      /**
       * Margin added to and removed from isolated positions.
       * GET /fapi/v1/positionMargin/history · signed · reads only · weight 1
       * `bourse account margin-history`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly marginHistory: ReadMethod<[given: UsdmMarginHistoryArguments], readonly UsdmMarginHistoryRow[]>;
      /**
       * Balance of each margin asset, API version 3.
       * GET /fapi/v3/balance · signed · reads only · weight 5
       * `bourse account balance-v3`
       */
      readonly balanceV3: ReadMethod<[given?: NoArguments], readonly UsdmBalanceRow[]>;
      /**
       * Margins and totals of the account, API version 3.
       * GET /fapi/v3/account · signed · reads only · weight 5
       * `bourse account info-v3`
       */
      readonly infoV3: ReadMethod<[given?: NoArguments], UsdmAccountV3Row>;
      /**
       * Positions that are open or have open orders, API version 3.
       * GET /fapi/v3/positionRisk · signed · reads only · weight 5
       * `bourse account positions-v3`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly positionsV3: ReadMethod<[given?: UsdmOpenOrdersArguments], readonly UsdmPositionRiskV3Row[]>;
      /**
       * Permissions and modes of the account.
       * GET /fapi/v1/accountConfig · signed · reads only · weight 5
       * `bourse account settings`
       */
      readonly settings: ReadMethod<[given?: NoArguments], UsdmAccountConfigRow>;
      /**
       * Leverage and margin mode of each contract.
       * GET /fapi/v1/symbolConfig · signed · reads only · weight 5
       * `bourse account contract-settings`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly contractSettings: ReadMethod<[given?: UsdmOpenOrdersArguments], readonly UsdmSymbolConfigRow[]>;
    };
    readonly convert: {
      /**
       * Convertible pairs of the futures wallet with min and max amounts.
       * GET /fapi/v1/convert/exchangeInfo · no key · reads only · weight 20
       * `bourse convert futures pairs`
       */
      readonly futuresPairs: ReadMethod<[given?: UsdmConvertPairsArguments], readonly UsdmConvertPairsRow[]>;
      /**
       * Request a quote for a conversion in the futures wallet.
       * POST /fapi/v1/convert/getQuote · signed · reads only · weight 50
       * `bourse convert futures quote`
       * Nothing is converted until the quote is accepted. Without enough funds the answer has no quote id.
       * Allowed 360 times an hour and 500 times a day.
       */
      readonly futuresQuote: ReadMethod<[given: UsdmConvertQuoteArguments], UsdmConvertQuoteRow>;
      /**
       * Accept a quote: converts in the futures wallet at its price.
       * POST /fapi/v1/convert/acceptQuote · signed · moves money · weight 200
       * `bourse convert futures accept`
       */
      readonly acceptFutures: WriteMethod<[given: UsdmConvertAcceptArguments], UsdmConvertAcceptRow>;
      /**
       * A conversion of the futures wallet.
       * GET /fapi/v1/convert/orderStatus · signed · reads only · weight 50
       * `bourse convert futures status`
       */
      readonly futuresStatus: ReadMethod<[given?: UsdmConvertStatusArguments], UsdmConvertStatusRow>;
    };
    readonly stream: {
      /**
       * Create a listen key.
       * POST /fapi/v1/listenKey · key, no signature · changes orders or settings · weight 1
       * `bourse stream listen-key create --on usdm`
       * Errors: -1125 INVALID_LISTEN_KEY
       */
      readonly createListenKey: WriteMethod<[given?: NoArguments], UsdmListenKeyCreateRow>;
      /**
       * Keep the account's listen key alive.
       * PUT /fapi/v1/listenKey · key, no signature · changes orders or settings · weight 1
       * `bourse stream listen-key keep-alive --on usdm`
       * Errors: -1125 INVALID_LISTEN_KEY
       */
      readonly keepAliveListenKey: WriteMethod<[given?: NoArguments], UsdmListenKeyCreateRow>;
      /**
       * Close the account's listen key.
       * DELETE /fapi/v1/listenKey · key, no signature · changes orders or settings · weight 1
       * `bourse stream listen-key close --on usdm`
       * Errors: -1125 INVALID_LISTEN_KEY
       */
      readonly closeListenKey: WriteMethod<[given?: NoArguments], AnswerValue>;
    };
  };
  readonly coinm: {
    readonly market: {
      /**
       * The exchange's clock.
       * GET /dapi/v1/time · no key · reads only · weight 1
       * `bourse market time --on coinm`
       */
      readonly time: ReadMethod<[given?: NoArguments], SpotTimeRow>;
      /**
       * Trading rules, filters and limits of contracts.
       * GET /dapi/v1/exchangeInfo · no key · reads only · weight 1
       * `bourse market info --on coinm`
       */
      readonly info: ReadMethod<[given?: NoArguments], CoinmExchangeInfoAnswer>;
      /**
       * Mark price, index price and next funding rate.
       * GET /dapi/v1/premiumIndex · no key · reads only · weight 10
       * `bourse market premium-index --on coinm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly premiumIndex: ReadMethod<[given?: CoinmPremiumIndexArguments], readonly CoinmPremiumIndexRow[]>;
      /**
       * The order book.
       * GET /dapi/v1/depth · no key · reads only · weight 2 up to 50, 5 up to 100, 10 up to 500, 20 up to 1000, 50 above
       * `bourse market depth --on coinm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly depth: ReadMethod<[given: CoinmDepthArguments], OrderBook>;
      /**
       * Candles.
       * GET /dapi/v1/klines · no key · reads only · weight 1 (today 1 up to 99, 2 up to 499, 5 up to 1000, 10 above)
       * `bourse market klines --on coinm`
       * The exchange takes windows of at most 200 days, and of one with more candles than --limit it answers the newest; --all goes through all of it piece by piece.
       * Errors: -1121 BAD_SYMBOL, -1120 BAD_INTERVAL
       */
      readonly klines: PagedMethod<[given: CoinmKlinesArguments], readonly CoinmKlinesRow[], CoinmKlinesRow>;
      /**
       * Aggregate trades.
       * GET /dapi/v1/aggTrades · no key · reads only · weight 20
       * `bourse market agg-trades --on coinm`
       * Quantities are in contracts.
       * Errors: -1121 BAD_SYMBOL
       */
      readonly aggTrades: PagedMethod<[given: CoinmAggTradesArguments], readonly UsdmAggTradesRow[], UsdmAggTradesRow>;
      /**
       * Price statistics of the last 24 hours.
       * GET /dapi/v1/ticker/24hr · no key · reads only · weight 1 with symbol, else 40
       * `bourse market ticker 24hr --on coinm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly ticker24hr: ReadMethod<[given?: CoinmTicker24hrArguments], readonly CoinmTicker24hrRow[]>;
      /**
       * Test that the exchange answers.
       * GET /dapi/v1/ping · no key · reads only · weight 1
       * `bourse market ping --on coinm`
       */
      readonly ping: ReadMethod<[given?: NoArguments], AnswerValue>;
      /**
       * Latest trades.
       * GET /dapi/v1/trades · no key · reads only · weight 5
       * `bourse market trades --on coinm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly trades: ReadMethod<[given: CoinmTradesArguments], readonly CoinmTradesRow[]>;
      /**
       * Older trades by id.
       * GET /dapi/v1/historicalTrades · key, no signature · reads only · weight 20
       * `bourse market historical-trades --on coinm`
       * Live hosts keep trades for a month.
       * Errors: -1121 BAD_SYMBOL
       */
      readonly historicalTrades: PagedMethod<[given: CoinmHistoricalTradesArguments], readonly CoinmHistoricalTradesRow[], CoinmHistoricalTradesRow>;
      /**
       * Historical funding rates.
       * GET /dapi/v1/fundingRate · no key · reads only · weight 1
       * `bourse market funding-rate --on coinm`
       * Contracts with a delivery date have no funding.
       * Errors: -1121 BAD_SYMBOL
       */
      readonly fundingRate: PagedMethod<[given: CoinmFundingRateArguments], readonly UsdmFundingRateRow[], UsdmFundingRateRow>;
      /**
       * Contracts whose funding has a cap, floor or interval of its own.
       * GET /dapi/v1/fundingInfo · no key · reads only · weight 1
       * `bourse market funding-info --on coinm`
       */
      readonly fundingInfo: ReadMethod<[given?: NoArguments], readonly UsdmFundingInfoRow[]>;
      /**
       * Latest price.
       * GET /dapi/v1/ticker/price · no key · reads only · weight 1 with symbol, else 2
       * `bourse market ticker price --on coinm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly tickerPrice: ReadMethod<[given?: CoinmTicker24hrArguments], readonly CoinmTickerPriceRow[]>;
      /**
       * Best bid and ask.
       * GET /dapi/v1/ticker/bookTicker · no key · reads only · weight 2 with symbol, else 5
       * `bourse market ticker book --on coinm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly tickerBook: ReadMethod<[given?: CoinmTicker24hrArguments], readonly CoinmTickerBookRow[]>;
      /**
       * Open interest of a contract now.
       * GET /dapi/v1/openInterest · no key · reads only · weight 1
       * `bourse market open-interest --on coinm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly openInterest: ReadMethod<[given: CoinmOpenInterestArguments], CoinmOpenInterestRow>;
      /**
       * The exchanges and symbols that an index price is made of.
       * GET /dapi/v1/constituents · no key · reads only · weight 2
       * `bourse market constituents --on coinm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly constituents: ReadMethod<[given: CoinmConstituentsArguments], UsdmConstituentsAnswer>;
      /**
       * Open interest over time.
       * GET /futures/data/openInterestHist · no key · reads only · weight 1
       * `bourse market open-interest-history --on coinm`
       * Rows are kept for 30 days. 1000 requests in 5 minutes are allowed to these statistics.
       * Errors: -1121 BAD_SYMBOL
       */
      readonly openInterestHistory: PagedMethod<[given: CoinmOpenInterestHistoryArguments], readonly CoinmOpenInterestHistoryRow[], CoinmOpenInterestHistoryRow>;
      /**
       * Long/short account ratio of top traders.
       * GET /futures/data/topLongShortAccountRatio · no key · reads only · weight 1
       * `bourse market long-short top-accounts --on coinm`
       * Rows are kept for 30 days. 1000 requests in 5 minutes are allowed to these statistics.
       * Errors: -1121 BAD_SYMBOL
       */
      readonly longShortTopAccounts: PagedMethod<[given: CoinmLongShortTopAccountsArguments], readonly CoinmLongShortTopAccountsRow[], CoinmLongShortTopAccountsRow>;
      /**
       * Long/short position ratio of top traders.
       * GET /futures/data/topLongShortPositionRatio · no key · reads only · weight 1
       * `bourse market long-short top-positions --on coinm`
       * Rows are kept for 30 days. 1000 requests in 5 minutes are allowed to these statistics.
       * Errors: -1121 BAD_SYMBOL
       */
      readonly longShortTopPositions: PagedMethod<[given: CoinmLongShortTopPositionsArguments], readonly CoinmLongShortTopPositionsRow[], CoinmLongShortTopPositionsRow>;
      /**
       * Long/short account ratio.
       * GET /futures/data/globalLongShortAccountRatio · no key · reads only · weight 1
       * `bourse market long-short accounts --on coinm`
       * Rows are kept for 30 days. 1000 requests in 5 minutes are allowed to these statistics.
       * Errors: -1121 BAD_SYMBOL
       */
      readonly longShortAccounts: PagedMethod<[given: CoinmLongShortTopAccountsArguments], readonly CoinmLongShortTopAccountsRow[], CoinmLongShortTopAccountsRow>;
      /**
       * Volume that takers bought and sold.
       * GET /futures/data/takerBuySellVol · no key · reads only · weight 1
       * `bourse market taker-volume --on coinm`
       * Rows are kept for 30 days. 1000 requests in 5 minutes are allowed to these statistics.
       * Errors: -1121 BAD_SYMBOL
       */
      readonly takerVolume: PagedMethod<[given: CoinmTakerVolumeArguments], readonly CoinmTakerVolumeRow[], CoinmTakerVolumeRow>;
      /**
       * Difference between futures price and index price.
       * GET /futures/data/basis · no key · reads only · weight 1
       * `bourse market basis --on coinm`
       * Rows are kept for 30 days. 1000 requests in 5 minutes are allowed to these statistics.
       * Errors: -1121 BAD_SYMBOL
       */
      readonly basis: PagedMethod<[given: CoinmTakerVolumeArguments], readonly UsdmBasisRow[], UsdmBasisRow>;
    };
    readonly trade: {
      /**
       * Place an order.
       * POST /dapi/v1/order · signed · changes orders or settings · weight 1
       * `bourse trade order place --on coinm`
       * Errors: -1121 BAD_SYMBOL, -2019, -2021, -1111 BAD_PRECISION
       */
      readonly placeOrder: WriteMethod<[given: CoinmOrderNewArguments], UsdmOrderNewRow>;
      /**
       * Place up to 5 orders at once.
       * POST /dapi/v1/batchOrders · signed · changes orders or settings · weight 5
       * `bourse trade order batch --on coinm`
       * Each order succeeds or fails on its own; the answer has a row for each, in the order sent.
       * Errors: -2019, -2021, -1111 BAD_PRECISION
       */
      readonly placeOrders: WriteMethod<[given: CoinmOrderBatchArguments], readonly UsdmOrderNewRow[]>;
      /**
       * Cancel an order.
       * DELETE /dapi/v1/order · signed · changes orders or settings · weight 1
       * `bourse trade order cancel --on coinm`
       * Errors: -1121 BAD_SYMBOL, -2011 CANCEL_REJECTED
       */
      readonly cancelOrder: WriteMethod<[given: CoinmOrderCancelArguments], UsdmOrderNewRow>;
      /**
       * Cancel all open orders of a contract.
       * DELETE /dapi/v1/allOpenOrders · signed · changes orders or settings · weight 1
       * `bourse trade cancel-all --on coinm`
       * Errors: -1121 BAD_SYMBOL, -2011 CANCEL_REJECTED
       */
      readonly cancelAllOrders: WriteMethod<[given: CoinmOpenInterestArguments], UsdmOpenOrdersCancelRow>;
      /**
       * Look up an order.
       * GET /dapi/v1/order · signed · reads only · weight 1
       * `bourse trade order get --on coinm`
       * Errors: -1121 BAD_SYMBOL, -2013 NO_SUCH_ORDER
       */
      readonly getOrder: ReadMethod<[given: CoinmOrderCancelArguments], UsdmOrderNewRow>;
      /**
       * Open orders, of one contract, of a pair or of all.
       * GET /dapi/v1/openOrders · signed · reads only · weight 1 with symbol, else 40
       * `bourse trade open-orders --on coinm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly openOrders: ReadMethod<[given?: CoinmPremiumIndexArguments], readonly UsdmOrderNewRow[]>;
      /**
       * All orders of a contract or of a pair: open, filled, cancelled.
       * GET /dapi/v1/allOrders · signed · reads only · weight 5
       * `bourse trade all-orders --on coinm`
       * Errors: -1121 BAD_SYMBOL, -1127 MORE_THAN_XX_HOURS
       */
      readonly allOrders: PagedMethod<[given?: CoinmAllOrdersArguments], readonly UsdmAllOrdersRow[], UsdmAllOrdersRow>;
      /**
       * Set the position mode of all contracts: one-way or hedge.
       * POST /dapi/v1/positionSide/dual · signed · changes orders or settings · weight 1
       * `bourse trade position-mode --on coinm`
       * USD-M and COIN-M share the setting; orders or positions of either keep it from changing.
       * Errors: -4059, -4067, -4068
       */
      readonly setPositionMode: WriteMethod<[given: UsdmPositionModeSetArguments], UsdmOpenOrdersCancelRow>;
      /**
       * Set the leverage of a contract.
       * POST /dapi/v1/leverage · signed · changes orders or settings · weight 1
       * `bourse trade leverage --on coinm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly setLeverage: WriteMethod<[given: CoinmLeverageArguments], CoinmLeverageRow>;
      /**
       * Set the margin mode of a contract.
       * POST /dapi/v1/marginType · signed · changes orders or settings · weight 1
       * `bourse trade margin-type --on coinm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly setMarginType: WriteMethod<[given: CoinmMarginTypeArguments], UsdmOpenOrdersCancelRow>;
      /**
       * Add or remove margin of an isolated position.
       * POST /dapi/v1/positionMargin · signed · moves money · weight 1
       * `bourse trade position-margin --on coinm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly changePositionMargin: WriteMethod<[given: CoinmPositionMarginArguments], UsdmPositionMarginRow>;
      /**
       * Modify price and quantity of a limit order (loses priority).
       * PUT /dapi/v1/order · signed · changes orders or settings · weight 1
       * `bourse trade order change --on coinm`
       * An order whose new amount is executed already is cancelled.
       * Errors: -1121 BAD_SYMBOL, -2019, -2021, -1111 BAD_PRECISION
       */
      readonly changeOrder: WriteMethod<[given: CoinmOrderAmendArguments], UsdmOrderNewRow>;
      /**
       * Look up an order that is open.
       * GET /dapi/v1/openOrder · signed · reads only · weight 1
       * `bourse trade order open --on coinm`
       * Errors: -1121 BAD_SYMBOL, -2013 NO_SUCH_ORDER
       */
      readonly getOpenOrder: ReadMethod<[given: CoinmOrderCancelArguments], UsdmOrderNewRow>;
      /**
       * Changes of an order, the newest first.
       * GET /dapi/v1/orderAmendment · signed · reads only · weight 1
       * `bourse trade order changes --on coinm`
       * Errors: -1121 BAD_SYMBOL, -2013 NO_SUCH_ORDER
       */
      readonly orderChanges: ReadMethod<[given: CoinmOrderAmendmentsArguments], readonly UsdmOrderAmendmentsRow[]>;
      /**
       * Cancel all open orders of a symbol after a countdown (dead man's switch).
       * POST /dapi/v1/countdownCancelAll · signed · changes orders or settings · weight 10
       * `bourse trade countdown --on coinm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly setCountdown: WriteMethod<[given: CoinmCountdownArguments], UsdmCountdownRow>;
      /**
       * Liquidation orders of the account.
       * GET /dapi/v1/forceOrders · signed · reads only · weight 20 with symbol, else 50
       * `bourse trade force-orders --on coinm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly forceOrders: ReadMethod<[given?: UsdmForceOrdersArguments], readonly UsdmOrderNewRow[]>;
      /**
       * Modify up to 5 limit orders at once (they lose priority).
       * PUT /dapi/v1/batchOrders · signed · changes orders or settings · weight 5
       * `bourse trade order batch-change --on coinm`
       * Each order succeeds or fails on its own; the answer has a row for each, in the order sent.
       * Errors: -2019, -2021, -1111 BAD_PRECISION
       */
      readonly changeOrders: WriteMethod<[given: CoinmOrderBatchAmendArguments], readonly UsdmOrderNewRow[]>;
      /**
       * Cancel up to 10 orders of a contract at once.
       * DELETE /dapi/v1/batchOrders · signed · changes orders or settings · weight 1
       * `bourse trade order batch-cancel --on coinm`
       * Each order succeeds or fails on its own; the answer has a row for each, in the order sent.
       * Errors: -1121 BAD_SYMBOL, -2011 CANCEL_REJECTED
       */
      readonly cancelOrders: WriteMethod<[given: CoinmOrderBatchCancelArguments], readonly UsdmOrderNewRow[]>;
      /**
       * Place a stop, take-profit or trailing-stop order.
       * POST /dapi/v1/algoOrder · signed · changes orders or settings · weight 0
       * `bourse trade algo place --on coinm`
       * An algo order reserves no margin: a trigger that the margin does not cover ends it as REJECTED.
       * Errors: -1121 BAD_SYMBOL, -2019, -2021, -1111 BAD_PRECISION, -4045
       */
      readonly placeAlgoOrder: WriteMethod<[given: CoinmAlgoOrderNewArguments], UsdmAlgoOrderNewRow>;
      /**
       * Cancel an algo order.
       * DELETE /dapi/v1/algoOrder · signed · changes orders or settings · weight 1
       * `bourse trade algo cancel --on coinm`
       * Errors: -2011 CANCEL_REJECTED
       */
      readonly cancelAlgoOrder: WriteMethod<[given?: UsdmAlgoOrderCancelArguments], UsdmAlgoOrderCancelRow>;
      /**
       * Cancel all open algo orders of a contract.
       * DELETE /dapi/v1/algoOpenOrders · signed · changes orders or settings · weight 1
       * `bourse trade algo cancel-all --on coinm`
       * Errors: -1121 BAD_SYMBOL, -2011 CANCEL_REJECTED
       */
      readonly cancelAllAlgoOrders: WriteMethod<[given: CoinmOpenInterestArguments], UsdmOpenOrdersCancelRow>;
      /**
       * Look up an algo order.
       * GET /dapi/v1/algoOrder · signed · reads only · weight 1
       * `bourse trade algo get --on coinm`
       * Orders that ended without a fill are found for 3 days, all others for 90.
       */
      readonly getAlgoOrder: ReadMethod<[given?: UsdmAlgoOrderCancelArguments], UsdmAlgoOrderNewRow>;
      /**
       * Open algo orders, of one contract or of all.
       * GET /dapi/v1/openAlgoOrders · signed · reads only · weight 1 with symbol, else 40
       * `bourse trade algo open --on coinm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly openAlgoOrders: ReadMethod<[given?: UsdmAlgoOrdersOpenArguments], readonly UsdmAlgoOrderNewRow[]>;
      /**
       * All algo orders of a contract: open, triggered, ended.
       * GET /dapi/v1/allAlgoOrders · signed · reads only · weight 5
       * `bourse trade algo list --on coinm`
       * The last 7 days if neither a time nor an id is given.
       * Errors: -1121 BAD_SYMBOL, -1127 MORE_THAN_XX_HOURS
       */
      readonly allAlgoOrders: PagedMethod<[given: CoinmAlgoOrdersAllArguments], readonly UsdmAlgoOrdersAllRow[], UsdmAlgoOrdersAllRow>;
    };
    readonly account: {
      /**
       * Balance of each margin asset.
       * GET /dapi/v1/balance · signed · reads only · weight 1
       * `bourse account margin-assets`
       */
      readonly marginAssets: ReadMethod<[given?: NoArguments], readonly CoinmBalanceRow[]>;
      /**
       * Margins, assets, positions and permissions of the account.
       * GET /dapi/v1/account · signed · reads only · weight 5
       * `bourse account info --on coinm`
       * Live hosts return assets and positions without totals: amounts of different coins cannot be added.
       */
      readonly info: ReadMethod<[given?: NoArguments], UsdmAccountRow>;
      /**
       * Positions with entry, mark and liquidation price.
       * GET /dapi/v1/positionRisk · signed · reads only · weight 1
       * `bourse account positions --on coinm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly positions: ReadMethod<[given?: CoinmPositionRiskArguments], readonly CoinmPositionRiskRow[]>;
      /**
       * Trades of the account on a contract.
       * GET /dapi/v1/userTrades · signed · reads only · weight 20 (today 5)
       * `bourse account trades --on coinm`
       * Live hosts allow a symbol or a pair, but not both.
       * Errors: -1121 BAD_SYMBOL
       */
      readonly trades: PagedMethod<[given: CoinmMyTradesArguments], readonly CoinmMyTradesRow[], CoinmMyTradesRow>;
      /**
       * Income history: profit, funding, commission, transfers.
       * GET /dapi/v1/income · signed · reads only · weight 20
       * `bourse account income --on coinm`
       * Without times the last 7 days are listed.
       * Errors: -1121 BAD_SYMBOL, -1127 MORE_THAN_XX_HOURS
       */
      readonly income: PagedMethod<[given?: CoinmIncomeArguments], readonly UsdmIncomeRow[], UsdmIncomeRow>;
      /**
       * Position mode: one-way or hedge.
       * GET /dapi/v1/positionSide/dual · signed · reads only · weight 30
       * `bourse account position-mode --on coinm`
       */
      readonly positionMode: ReadMethod<[given?: NoArguments], UsdmPositionModeRow>;
      /**
       * Leverage brackets: max notional and maintenance margin by leverage.
       * GET /dapi/v2/leverageBracket · signed · reads only · weight 1 with symbol, else 2
       * `bourse account brackets --on coinm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly brackets: ReadMethod<[given?: UsdmOpenOrdersArguments], readonly UsdmBracketsRow[]>;
      /**
       * Your commission rates on a contract.
       * GET /dapi/v1/commissionRate · signed · reads only · weight 20
       * `bourse account commission --on coinm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly commission: ReadMethod<[given: CoinmOpenInterestArguments], UsdmCommissionRow>;
      /**
       * ADL rank of positions.
       * GET /dapi/v1/adlQuantile · signed · reads only · weight 5
       * `bourse account adl --on coinm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly adl: ReadMethod<[given?: UsdmOpenOrdersArguments], readonly UsdmAdlRow[]>;
      /**
       * Margin added to and removed from isolated positions.
       * GET /dapi/v1/positionMargin/history · signed · reads only · weight 1
       * `bourse account margin-history --on coinm`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly marginHistory: ReadMethod<[given: CoinmMarginHistoryArguments], readonly UsdmMarginHistoryRow[]>;
      /**
       * Leverage brackets of pairs: max quantity and maintenance margin by leverage.
       * GET /dapi/v1/leverageBracket · signed · reads only · weight 1
       * `bourse account pair-brackets`
       * If contracts of a pair have different brackets, use `account brackets --on coinm`, which lists them by contract.
       * Errors: -1121 BAD_SYMBOL
       */
      readonly pairBrackets: ReadMethod<[given?: CoinmPairBracketsArguments], readonly CoinmPairBracketsRow[]>;
      /**
       * Have a file of the order history prepared for download.
       * GET /dapi/v1/order/asyn · signed · reads only · weight 1000
       * `bourse account export order --on coinm`
       * Allowed 8 times a month; the file is kept for 7 days.
       * Errors: -1127 MORE_THAN_XX_HOURS
       */
      readonly exportOrder: ReadMethod<[given: UsdmExportOrderArguments], UsdmExportOrderRow>;
      /**
       * Whether a file of the order history is ready, and its link.
       * GET /dapi/v1/order/asyn/id · signed · reads only · weight 5
       * `bourse account export order link --on coinm`
       */
      readonly exportOrderLink: ReadMethod<[given: UsdmExportOrderLinkArguments], UsdmExportOrderLinkRow>;
      /**
       * Have a file of the trade history prepared for download.
       * GET /dapi/v1/trade/asyn · signed · reads only · weight 1000
       * `bourse account export trade --on coinm`
       * Allowed 8 times a month; the file is kept for 7 days.
       * Errors: -1127 MORE_THAN_XX_HOURS
       */
      readonly exportTrade: ReadMethod<[given: UsdmExportOrderArguments], UsdmExportOrderRow>;
      /**
       * Whether a file of the trade history is ready, and its link.
       * GET /dapi/v1/trade/asyn/id · signed · reads only · weight 5
       * `bourse account export trade link --on coinm`
       */
      readonly exportTradeLink: ReadMethod<[given: UsdmExportOrderLinkArguments], UsdmExportOrderLinkRow>;
      /**
       * Have a file of the income history prepared for download.
       * GET /dapi/v1/income/asyn · signed · reads only · weight 1000
       * `bourse account export income --on coinm`
       * Allowed 8 times a month; the file is kept for 7 days.
       * Errors: -1127 MORE_THAN_XX_HOURS
       */
      readonly exportIncome: ReadMethod<[given: UsdmExportOrderArguments], UsdmExportOrderRow>;
      /**
       * Whether a file of the income history is ready, and its link.
       * GET /dapi/v1/income/asyn/id · signed · reads only · weight 5
       * `bourse account export income link --on coinm`
       */
      readonly exportIncomeLink: ReadMethod<[given: UsdmExportOrderLinkArguments], UsdmExportOrderLinkRow>;
    };
    readonly stream: {
      /**
       * Create a listen key.
       * POST /dapi/v1/listenKey · key, no signature · changes orders or settings · weight not listed
       * `bourse stream listen-key create --on coinm`
       * Errors: -1125 INVALID_LISTEN_KEY
       */
      readonly createListenKey: WriteMethod<[given?: NoArguments], UsdmListenKeyCreateRow>;
      /**
       * Keep the account's listen key alive.
       * PUT /dapi/v1/listenKey · key, no signature · changes orders or settings · weight not listed
       * `bourse stream listen-key keep-alive --on coinm`
       * Errors: -1125 INVALID_LISTEN_KEY
       */
      readonly keepAliveListenKey: WriteMethod<[given?: NoArguments], UsdmListenKeyCreateRow>;
      /**
       * Close the account's listen key.
       * DELETE /dapi/v1/listenKey · key, no signature · changes orders or settings · weight not listed
       * `bourse stream listen-key close --on coinm`
       * Errors: -1125 INVALID_LISTEN_KEY
       */
      readonly closeListenKey: WriteMethod<[given?: NoArguments], AnswerValue>;
    };
  };
  readonly options: {
    readonly market: {
      /**
       * Test that the exchange answers.
       * GET /eapi/v1/ping · no key · reads only · weight 1
       * `bourse market ping --on options`
       */
      readonly ping: ReadMethod<[given?: NoArguments], AnswerValue>;
      /**
       * The exchange's clock.
       * GET /eapi/v1/time · no key · reads only · weight 1
       * `bourse market time --on options`
       */
      readonly time: ReadMethod<[given?: NoArguments], SpotTimeRow>;
      /**
       * Options that can be traded, with their rules.
       * GET /eapi/v1/exchangeInfo · no key · reads only · weight 1
       * `bourse market info --on options`
       */
      readonly info: ReadMethod<[given?: NoArguments], OptionsExchangeInfoAnswer>;
      /**
       * The order book.
       * GET /eapi/v1/depth · no key · reads only · weight 1 (today 1 up to 50, 5 up to 100, 10 up to 500, 20 above)
       * `bourse market depth --on options`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly depth: ReadMethod<[given: OptionsDepthArguments], OrderBook>;
      /**
       * Candles.
       * GET /eapi/v1/klines · no key · reads only · weight 1
       * `bourse market klines --on options`
       * Errors: -1121 BAD_SYMBOL, -1120 BAD_INTERVAL
       */
      readonly klines: PagedMethod<[given: OptionsKlinesArguments], readonly OptionsKlinesRow[], OptionsKlinesRow>;
      /**
       * Mark prices with volatility, greeks and price limits.
       * GET /eapi/v1/mark · no key · reads only · weight 1 with symbol, else 5 (today 5)
       * `bourse market mark`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly mark: ReadMethod<[given?: OptionsMarkArguments], readonly OptionsMarkRow[]>;
      /**
       * Price statistics of the last 24 hours.
       * GET /eapi/v1/ticker · no key · reads only · weight 1 with symbol, else 5 (today 5)
       * `bourse market ticker 24hr --on options`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly ticker24hr: ReadMethod<[given?: OptionsMarkArguments], readonly OptionsTickerRow[]>;
      /**
       * Index price of the underlying of options.
       * GET /eapi/v1/index · no key · reads only · weight 1
       * `bourse market index-price`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly indexPrice: ReadMethod<[given: OptionsIndexArguments], OptionsIndexRow>;
      /**
       * Options that expired, with their settlement prices.
       * GET /eapi/v1/exerciseHistory · no key · reads only · weight 1 (today 3)
       * `bourse market exercise-history`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly exerciseHistory: PagedMethod<[given?: OptionsExerciseHistoryArguments], readonly OptionsExerciseHistoryRow[], OptionsExerciseHistoryRow>;
      /**
       * Open interest of the options on an asset.
       * GET /eapi/v1/openInterest · no key · reads only · weight 1
       * `bourse market open-interest --on options`
       * The day may be YYYYMMDD or YYMMDD.
       * Live hosts count weight 0.
       */
      readonly openInterest: ReadMethod<[given: OptionsOpenInterestArguments], readonly OptionsOpenInterestRow[]>;
      /**
       * The greeks of an option.
       * GET /eapi/v1/optionInfo · no key · reads only · weight 1
       * `bourse market greeks`
       * Mark prices contain the greeks too.
       * Errors: -1121 BAD_SYMBOL
       */
      readonly greeks: ReadMethod<[given?: OptionsOptionInfoArguments], readonly OptionsOptionInfoRow[]>;
      /**
       * Recent trades.
       * GET /eapi/v1/trades · no key · reads only · weight 5
       * `bourse market trades --on options`
       * side 1 is a buy by the taker, -1 a sale.
       * Errors: -1121 BAD_SYMBOL
       */
      readonly trades: ReadMethod<[given: OptionsTradesArguments], readonly OptionsTradesRow[]>;
      /**
       * Recent block trades.
       * GET /eapi/v1/blockTrades · no key · reads only · weight 5
       * `bourse market block-trades --on options`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly blockTrades: ReadMethod<[given?: OptionsBlockTradesArguments], readonly OptionsTradesRow[]>;
    };
    readonly trade: {
      /**
       * Place an order.
       * POST /eapi/v1/order · signed · changes orders or settings · weight 1
       * `bourse trade order place --on options`
       * Errors: -1121 BAD_SYMBOL, -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
       */
      readonly placeOrder: WriteMethod<[given: OptionsOrderNewArguments], OptionsOrderNewRow>;
      /**
       * Place up to 20 orders at once.
       * POST /eapi/v1/batchOrders · signed · changes orders or settings · weight 5
       * `bourse trade order batch --on options`
       * Each order succeeds or fails on its own; the answer has a row for each, in the order sent.
       * Live hosts allow 10 orders in a batch.
       * Errors: -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
       */
      readonly placeOrders: WriteMethod<[given: OptionsOrderBatchArguments], readonly OptionsOrderNewRow[]>;
      /**
       * Look up an order.
       * GET /eapi/v1/order · signed · reads only · weight 1
       * `bourse trade order get --on options`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly getOrder: ReadMethod<[given: OptionsOrderGetArguments], OptionsOrderNewRow>;
      /**
       * Cancel an order.
       * DELETE /eapi/v1/order · signed · changes orders or settings · weight 1
       * `bourse trade order cancel --on options`
       * Errors: -1121 BAD_SYMBOL, -2011 CANCEL_REJECTED
       */
      readonly cancelOrder: WriteMethod<[given: OptionsOrderGetArguments], OptionsOrderNewRow>;
      /**
       * Cancel all open orders of an option.
       * DELETE /eapi/v1/allOpenOrders · signed · changes orders or settings · weight 1 (today 5)
       * `bourse trade cancel-all --on options`
       * Errors: -1121 BAD_SYMBOL, -2011 CANCEL_REJECTED
       */
      readonly cancelAllOrders: WriteMethod<[given: OptionsOpenOrdersCancelArguments], UsdmOpenOrdersCancelRow>;
      /**
       * Open orders, of one option or of all.
       * GET /eapi/v1/openOrders · signed · reads only · weight 1 with symbol, else 40
       * `bourse trade open-orders --on options`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly openOrders: ReadMethod<[given?: OptionsOpenOrdersArguments], readonly OptionsOrderNewRow[]>;
      /**
       * Orders that ended in the last 5 days.
       * GET /eapi/v1/historyOrders · signed · reads only · weight 5 (today 3)
       * `bourse trade history`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly history: PagedMethod<[given: OptionsOrderHistoryArguments], readonly OptionsOrderHistoryRow[], OptionsOrderHistoryRow>;
      /**
       * Set market maker protection.
       * POST /eapi/v1/mmpSet · signed · changes orders or settings · weight 1
       * `bourse trade mmp set`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly setMmp: WriteMethod<[given: OptionsMmpSetArguments], OptionsMmpSetRow>;
      /**
       * Market maker protection as it is set.
       * GET /eapi/v1/mmpSet · signed · reads only · weight 1
       * `bourse trade mmp get`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly getMmp: ReadMethod<[given: OptionsIndexArguments], OptionsMmpSetRow>;
      /**
       * Cancel up to 10 orders of an option at once.
       * DELETE /eapi/v1/batchOrders · signed · changes orders or settings · weight 1
       * `bourse trade order batch-cancel --on options`
       * Each order succeeds or fails on its own; the answer has a row for each, in the order sent.
       * Errors: -1121 BAD_SYMBOL, -2011 CANCEL_REJECTED
       */
      readonly cancelOrders: WriteMethod<[given: OptionsOrderBatchCancelArguments], readonly OptionsOrderNewRow[]>;
      /**
       * Cancel all open orders of the options on an underlying.
       * DELETE /eapi/v1/allOpenOrdersByUnderlying · signed · changes orders or settings · weight 1
       * `bourse trade cancel-underlying`
       * Errors: -1121 BAD_SYMBOL, -2011 CANCEL_REJECTED
       */
      readonly cancelUnderlying: WriteMethod<[given: OptionsIndexArguments], UsdmOpenOrdersCancelRow>;
      /**
       * Cancel all orders of the options on an underlying after a countdown (dead man's switch).
       * POST /eapi/v1/countdownCancelAll · signed · changes orders or settings · weight 1
       * `bourse trade countdown --on options`
       * After the countdown new orders are refused until a heartbeat arrives or the countdown is stopped.
       * Errors: -1121 BAD_SYMBOL
       */
      readonly setCountdown: WriteMethod<[given: OptionsCountdownSetArguments], OptionsCountdownSetRow>;
      /**
       * The countdown of an underlying.
       * GET /eapi/v1/countdownCancelAll · signed · reads only · weight 1
       * `bourse trade countdown get`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly getCountdown: ReadMethod<[given: OptionsIndexArguments], OptionsCountdownSetRow>;
      /**
       * Start the countdowns of underlyings again (heartbeat).
       * POST /eapi/v1/countdownCancelAllHeartBeat · signed · changes orders or settings · weight 10
       * `bourse trade countdown heartbeat`
       */
      readonly sendCountdownHeartbeat: WriteMethod<[given: OptionsCountdownHeartbeatArguments], OptionsCountdownHeartbeatRow>;
      /**
       * End the freeze of a triggered market maker protection.
       * POST /eapi/v1/mmpReset · signed · changes orders or settings · weight 1
       * `bourse trade mmp reset`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly resetMmp: WriteMethod<[given: OptionsIndexArguments], OptionsMmpSetRow>;
      /**
       * Offer a block trade, which a counterparty that knows its key can accept.
       * POST /eapi/v1/block/order/create · signed · changes orders or settings · weight 5
       * `bourse trade block place`
       * A block order that nobody accepts expires after 30 minutes; extending it starts them again.
       */
      readonly placeBlockOrder: WriteMethod<[given: OptionsBlockOrderNewArguments], OptionsBlockOrderNewRow>;
      /**
       * Let a block order expire 30 minutes from now.
       * PUT /eapi/v1/block/order/create · signed · changes orders or settings · weight 5
       * `bourse trade block extend`
       */
      readonly extendBlockOrder: WriteMethod<[given: OptionsBlockOrderExtendArguments], OptionsBlockOrderNewRow>;
      /**
       * Cancel a block order that nobody has accepted.
       * DELETE /eapi/v1/block/order/create · signed · changes orders or settings · weight 5
       * `bourse trade block cancel`
       * Errors: -2011 CANCEL_REJECTED
       */
      readonly cancelBlockOrder: WriteMethod<[given: OptionsBlockOrderExtendArguments], AnswerValue>;
      /**
       * Block orders that the account offered.
       * GET /eapi/v1/block/order/orders · signed · reads only · weight 5
       * `bourse trade block list`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly blockOrders: ReadMethod<[given?: OptionsBlockOrdersArguments], readonly OptionsBlockOrderNewRow[]>;
      /**
       * Accept a block order of a counterparty, which executes the trade.
       * POST /eapi/v1/block/order/execute · signed · changes orders or settings · weight 5
       * `bourse trade block accept`
       */
      readonly acceptBlockOrder: WriteMethod<[given: OptionsBlockOrderExtendArguments], OptionsBlockOrderNewRow>;
      /**
       * A block order as its counterparty sees it: what accepting it would trade.
       * GET /eapi/v1/block/order/execute · signed · reads only · weight 5
       * `bourse trade block get`
       */
      readonly getBlockOrder: ReadMethod<[given: OptionsBlockOrderExtendArguments], OptionsBlockOrderNewRow>;
      /**
       * Agree to the terms of options on shares and metals.
       * POST /eapi/v1/stock/contract · signed · changes orders or settings · weight 50
       * `bourse trade tradfi-agreement --on options`
       */
      readonly signTradfiAgreement: WriteMethod<[given?: NoArguments], UsdmOpenOrdersCancelRow>;
    };
    readonly account: {
      /**
       * Margins and totals of the account.
       * GET /eapi/v1/account · signed · reads only · weight 5
       * `bourse account info --on options`
       */
      readonly info: ReadMethod<[given?: NoArguments], OptionsAccountRow>;
      /**
       * Positions.
       * GET /eapi/v1/position · signed · reads only · weight 5
       * `bourse account positions --on options`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly positions: ReadMethod<[given?: OptionsPositionArguments], readonly OptionsPositionRow[]>;
      /**
       * Trades of the account on an option.
       * GET /eapi/v1/userTrades · signed · reads only · weight 5
       * `bourse account trades --on options`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly trades: PagedMethod<[given: OptionsMyTradesArguments], readonly OptionsMyTradesRow[], OptionsMyTradesRow>;
      /**
       * Margins of the account by asset, and its greeks by underlying.
       * GET /eapi/v1/marginAccount · signed · reads only · weight 3
       * `bourse account margin-assets --on options`
       */
      readonly marginAssets: ReadMethod<[given?: NoArguments], OptionsMarginAccountAnswer>;
      /**
       * Commission rates by underlying.
       * GET /eapi/v1/commission · signed · reads only · weight 5
       * `bourse account commission --on options`
       */
      readonly commission: ReadMethod<[given?: NoArguments], OptionsCommissionAnswer>;
      /**
       * Exercises of the account: options that it had at their expiry.
       * GET /eapi/v1/exerciseRecord · signed · reads only · weight 5
       * `bourse account exercises`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly exercises: PagedMethod<[given?: OptionsExerciseRecordsArguments], readonly OptionsExerciseRecordsRow[], OptionsExerciseRecordsRow>;
      /**
       * Money flows of the account: premiums, fees, exercises, transfers.
       * GET /eapi/v1/bill · signed · reads only · weight 1
       * `bourse account income --on options`
       * The flows of the last 3 months are listed; an amount below 0 left the account.
       */
      readonly income: PagedMethod<[given: OptionsBillArguments], readonly OptionsBillRow[], OptionsBillRow>;
      /**
       * Block trades of the account.
       * GET /eapi/v1/block/user-trades · signed · reads only · weight 5
       * `bourse account block-trades`
       * Errors: -1121 BAD_SYMBOL
       */
      readonly blockTrades: ReadMethod<[given?: OptionsBlockUserTradesArguments], readonly OptionsBlockUserTradesRow[]>;
    };
    readonly stream: {
      /**
       * Create a listen key.
       * POST /eapi/v1/listenKey · key, no signature · changes orders or settings · weight not listed
       * `bourse stream listen-key create --on options`
       * Errors: -1125 INVALID_LISTEN_KEY
       */
      readonly createListenKey: WriteMethod<[given?: NoArguments], UsdmListenKeyCreateRow>;
      /**
       * Keep the account's listen key alive.
       * PUT /eapi/v1/listenKey · key, no signature · changes orders or settings · weight not listed
       * `bourse stream listen-key keep-alive --on options`
       * Errors: -1125 INVALID_LISTEN_KEY
       */
      readonly keepAliveListenKey: WriteMethod<[given?: NoArguments], UsdmListenKeyCreateRow>;
      /**
       * Close the account's listen key.
       * DELETE /eapi/v1/listenKey · key, no signature · changes orders or settings · weight not listed
       * `bourse stream listen-key close --on options`
       * Errors: -1125 INVALID_LISTEN_KEY
       */
      readonly closeListenKey: WriteMethod<[given?: NoArguments], AnswerValue>;
    };
  };
  readonly margin: {
    /**
     * The cross margin account: level, assets held and owed.
     * GET /sapi/v1/margin/account · signed · reads only · weight 10
     * `bourse margin account`
     */
    readonly account: ReadMethod<[given?: NoArguments], MarginAccountAnswer>;
    /**
     * Whether an asset can be borrowed, and the min amount.
     * GET /sapi/v1/margin/asset · signed · reads only · weight 10
     * `bourse margin asset`
     */
    readonly asset: ReadMethod<[given: UsdmPortfolioAccountArguments], MarginAssetRow>;
    /**
     * Whether a pair can be traded on margin.
     * GET /sapi/v1/margin/pair · signed · reads only · weight 10
     * `bourse margin pair`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly pair: ReadMethod<[given: SpotAvgPriceArguments], MarginPairRow>;
    /**
     * The index price by which margin is valued.
     * GET /sapi/v1/margin/priceIndex · signed · reads only · weight 10
     * `bourse margin price-index`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly priceIndex: ReadMethod<[given: SpotAvgPriceArguments], MarginPriceIndexRow>;
    /**
     * Assets of margin trading, and which of them can be borrowed.
     * GET /sapi/v1/margin/allAssets · signed · reads only · weight 1
     * `bourse margin assets`
     */
    readonly assets: ReadMethod<[given?: MarginAllAssetsArguments], readonly MarginAssetRow[]>;
    /**
     * Pairs that can be traded on cross margin.
     * GET /sapi/v1/margin/allPairs · signed · reads only · weight 1
     * `bourse margin pairs`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly pairs: ReadMethod<[given?: MarginAllPairsArguments], readonly MarginPairRow[]>;
    /**
     * Move an asset between the spot and the cross margin account.
     * POST /sapi/v1/margin/transfer · signed · moves money · weight 600
     * `bourse margin transfer`
     * A transfer has no id of your own: where its outcome is unclear, compare the balances of both accounts before it is sent again.
     * Live hosts have replaced this path by the universal transfer, types MAIN_MARGIN and MARGIN_MAIN.
     * Errors: -3041
     */
    readonly transfer: WriteMethod<[given: MarginTransferArguments], MarginTransferRow>;
    /**
     * Borrow an asset.
     * POST /sapi/v1/margin/loan · signed · moves money · weight 3000
     * `bourse margin borrow`
     * Interest accrues every hour, the first at once.
     * Live hosts have replaced this path by /sapi/v1/margin/borrow-repay with type BORROW.
     * Errors: -1121 BAD_SYMBOL, -3041, -3008
     */
    readonly borrow: WriteMethod<[given: MarginBorrowArguments], MarginTransferRow>;
    /**
     * Repay a borrowed asset, interest first.
     * POST /sapi/v1/margin/repay · signed · moves money · weight 3000
     * `bourse margin repay`
     * Live hosts have replaced this path by /sapi/v1/margin/borrow-repay with type REPAY.
     * Errors: -1121 BAD_SYMBOL, -3041
     */
    readonly repay: WriteMethod<[given: MarginBorrowArguments], MarginTransferRow>;
    /**
     * Loan history.
     * GET /sapi/v1/margin/loan · signed · reads only · weight 10
     * `bourse margin loans`
     * Newest first. If a transaction id is given, the start time is ignored.
     * Errors: -1121 BAD_SYMBOL
     */
    readonly loans: PagedMethod<[given: MarginLoansArguments], MarginLoansAnswer, MarginLoansRow>;
    /**
     * Repayment history.
     * GET /sapi/v1/margin/repay · signed · reads only · weight 10
     * `bourse margin repayments`
     * Newest first. If a transaction id is given, the start time is ignored.
     * Errors: -1121 BAD_SYMBOL
     */
    readonly repayments: PagedMethod<[given: MarginLoansArguments], MarginRepaymentsAnswer, MarginRepaymentsRow>;
    /**
     * Borrow an asset, or repay it, interest first.
     * POST /sapi/v1/margin/borrow-repay · signed · moves money · weight 1500
     * `bourse margin borrow-repay`
     * Interest accrues every hour, the first at once.
     * Errors: -1121 BAD_SYMBOL, -3041, -3008
     */
    readonly borrowRepay: WriteMethod<[given: MarginBorrowRepayArguments], MarginTransferRow>;
    /**
     * Loans or repayments, those of orders included.
     * GET /sapi/v1/margin/borrow-repay · signed · reads only · weight 10
     * `bourse margin borrow-repays`
     * Newest first. The type AUTO is that of orders and liquidations, MANUAL that of calls.
     * Without times the last 7 days are answered; at most 30 days of one asset, or 7 days of all.
     * Errors: -1121 BAD_SYMBOL, -1127 MORE_THAN_XX_HOURS
     */
    readonly borrowRepays: PagedMethod<[given: MarginBorrowRepayListArguments], MarginBorrowRepayListAnswer, MarginBorrowRepayListRow>;
    /**
     * Transfers into and out of a margin account.
     * GET /sapi/v1/margin/transfer · signed · reads only · weight 1
     * `bourse margin transfers`
     * Newest first. Without times the last 7 days are answered; at most 30 days.
     * Errors: -1121 BAD_SYMBOL, -1127 MORE_THAN_XX_HOURS
     */
    readonly transfers: PagedMethod<[given?: MarginTransfersArguments], MarginTransfersAnswer, MarginTransfersRow>;
    /**
     * Isolated margin accounts: levels, assets held and owed.
     * GET /sapi/v1/margin/isolated/account · signed · reads only · weight 10
     * `bourse margin isolated accounts`
     * The totals in BTC are answered without symbols only.
     */
    readonly isolatedAccounts: ReadMethod<[given?: MarginIsolatedAccountsArguments], MarginIsolatedAccountsAnswer>;
    /**
     * Create or enable the isolated margin account of a pair.
     * POST /sapi/v1/margin/isolated/account · signed · changes orders or settings · weight 300
     * `bourse margin isolated enable`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly enableIsolated: WriteMethod<[given: SpotAvgPriceArguments], MarginIsolatedEnableRow>;
    /**
     * Disable the isolated margin account of a pair.
     * DELETE /sapi/v1/margin/isolated/account · signed · changes orders or settings · weight 300
     * `bourse margin isolated disable`
     * The account must be empty: no balances, debts or open orders. Once a day at most.
     * Errors: -1121 BAD_SYMBOL, -2011 CANCEL_REJECTED
     */
    readonly disableIsolated: WriteMethod<[given: SpotAvgPriceArguments], MarginIsolatedEnableRow>;
    /**
     * How many isolated margin accounts are enabled, and how many may be.
     * GET /sapi/v1/margin/isolated/accountLimit · signed · reads only · weight 1
     * `bourse margin isolated limit`
     */
    readonly isolatedLimit: ReadMethod<[given?: NoArguments], MarginIsolatedLimitRow>;
    /**
     * Pairs that can be traded on isolated margin.
     * GET /sapi/v1/margin/isolated/allPairs · key, no signature · reads only · weight 10
     * `bourse margin isolated pairs`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly isolatedPairs: ReadMethod<[given?: MarginAllPairsArguments], readonly MarginIsolatedPairsRow[]>;
    /**
     * How much of an asset can be borrowed now.
     * GET /sapi/v1/margin/maxBorrowable · signed · reads only · weight 750
     * `bourse margin max-borrowable`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly maxBorrowable: ReadMethod<[given: MarginMaxBorrowableArguments], MarginMaxBorrowableRow>;
    /**
     * How much of an asset can be transferred out of a margin account now.
     * GET /sapi/v1/margin/maxTransferable · signed · reads only · weight 50
     * `bourse margin max-transferable`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly maxTransferable: ReadMethod<[given: MarginMaxBorrowableArguments], MarginMaxTransferableRow>;
    /**
     * Interest rates and borrow limits of cross margin.
     * GET /sapi/v1/margin/crossMarginData · signed · reads only · weight 1 with coin, else 5
     * `bourse margin rates`
     */
    readonly rates: ReadMethod<[given?: MarginCrossDataArguments], readonly MarginCrossDataRow[]>;
    /**
     * Leverage, interest rates and borrow limits of isolated margin.
     * GET /sapi/v1/margin/isolatedMarginData · signed · reads only · weight 1 with symbol, else 10
     * `bourse margin isolated rates`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly isolatedRates: ReadMethod<[given?: MarginIsolatedDataArguments], readonly MarginIsolatedDataRow[]>;
    /**
     * Tiers of an isolated margin pair: leverage, risk ratios, the most that can be borrowed.
     * GET /sapi/v1/margin/isolatedMarginTier · signed · reads only · weight 1
     * `bourse margin isolated tiers`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly isolatedTiers: ReadMethod<[given: MarginIsolatedTierArguments], readonly MarginIsolatedTierRow[]>;
    /**
     * Interest rates of the next hour.
     * GET /sapi/v1/margin/next-hourly-interest-rate · signed · reads only · weight 100
     * `bourse margin next-rates`
     */
    readonly nextRates: ReadMethod<[given: MarginNextHourlyRatesArguments], readonly MarginNextHourlyRatesRow[]>;
    /**
     * Levels at which the account may borrow, is warned and is liquidated.
     * GET /sapi/v1/margin/tradeCoeff · signed · reads only · weight 10
     * `bourse margin levels`
     */
    readonly levels: ReadMethod<[given?: NoArguments], MarginTradeCoefficientsRow>;
    /**
     * The share of its value at which an asset counts as collateral of cross margin.
     * GET /sapi/v1/margin/crossMarginCollateralRatio · key, no signature · reads only · weight 100
     * `bourse margin collateral`
     */
    readonly collateral: ReadMethod<[given?: NoArguments], readonly MarginCollateralRatiosRow[]>;
    /**
     * How much the exchange has left to lend.
     * GET /sapi/v1/margin/available-inventory · signed · reads only · weight 50
     * `bourse margin inventory`
     */
    readonly inventory: ReadMethod<[given: MarginAvailableInventoryArguments], MarginAvailableInventoryRow>;
    /**
     * Whether commission on spot and interest on margin are paid in BNB.
     * GET /sapi/v1/bnbBurn · signed · reads only · weight 1
     * `bourse margin bnb-burn`
     */
    readonly bnbBurn: ReadMethod<[given?: NoArguments], MarginBnbBurnGetRow>;
    /**
     * Pay commission on spot or interest on margin in BNB, or stop it.
     * POST /sapi/v1/bnbBurn · signed · changes orders or settings · weight 1
     * `bourse margin set-bnb-burn`
     */
    readonly setBnbBurn: WriteMethod<[given?: MarginBnbBurnSetArguments], MarginBnbBurnGetRow>;
    /**
     * Set the largest leverage of the cross margin account.
     * POST /sapi/v1/margin/max-leverage · signed · changes orders or settings · weight 3000
     * `bourse margin max-leverage`
     */
    readonly setMaxLeverage: WriteMethod<[given: MarginMaxLeverageArguments], MarginMaxLeverageRow>;
    /**
     * How much of the order limits of a margin account is used.
     * GET /sapi/v1/margin/rateLimit/order · signed · reads only · weight 20
     * `bourse margin order-limits`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly orderLimits: ReadMethod<[given?: MarginOrderLimitsArguments], readonly SpotOrderLimitsRow[]>;
    /**
     * Place an order on margin.
     * POST /sapi/v1/margin/order · signed · changes orders or settings · weight 6 (today 1500 with sideEffectType MARGIN_BUY or AUTO_BORROW_REPAY, else 6)
     * `bourse margin order place`
     * MARGIN_BUY borrows what is missing when the order is placed, AUTO_REPAY repays from what its fills bring.
     * AUTO_BORROW_REPAY does both.
     * Live hosts repay what an unfilled order borrowed when it is cancelled, unless autoRepayAtCancel is false.
     * Errors: -1121 BAD_SYMBOL, -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    readonly placeOrder: WriteMethod<[given: MarginOrderNewArguments], MarginOrderNewRow>;
    /**
     * Cancel an order on margin.
     * DELETE /sapi/v1/margin/order · signed · changes orders or settings · weight 10
     * `bourse margin order cancel`
     * The answer holds the order number as text.
     * Errors: -1121 BAD_SYMBOL, -2011 CANCEL_REJECTED
     */
    readonly cancelOrder: WriteMethod<[given: MarginOrderCancelArguments], MarginOrderNewRow>;
    /**
     * Cancel all open orders on margin of a symbol, order lists included.
     * DELETE /sapi/v1/margin/openOrders · signed · changes orders or settings · weight 1
     * `bourse margin cancel-all`
     * Errors: -1121 BAD_SYMBOL, -2011 CANCEL_REJECTED
     */
    readonly cancelAllOrders: WriteMethod<[given: MarginOpenOrdersCancelArguments], readonly MarginOrderNewRow[]>;
    /**
     * Look up an order on margin.
     * GET /sapi/v1/margin/order · signed · reads only · weight 10
     * `bourse margin order get`
     * Errors: -1121 BAD_SYMBOL, -2013 NO_SUCH_ORDER
     */
    readonly getOrder: ReadMethod<[given: MarginOrderGetArguments], MarginOrderNewRow>;
    /**
     * Open orders on margin, of one symbol or of all.
     * GET /sapi/v1/margin/openOrders · signed · reads only · weight 10
     * `bourse margin open-orders`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly openOrders: ReadMethod<[given?: MarginOpenOrdersArguments], readonly MarginOrderNewRow[]>;
    /**
     * All orders on margin of a symbol: open, filled, cancelled.
     * GET /sapi/v1/margin/allOrders · signed · reads only · weight 200
     * `bourse margin all-orders`
     * Errors: -1121 BAD_SYMBOL, -1127 MORE_THAN_XX_HOURS
     */
    readonly allOrders: PagedMethod<[given: MarginAllOrdersArguments], readonly MarginAllOrdersRow[], MarginAllOrdersRow>;
    /**
     * Trades of the margin account on a symbol.
     * GET /sapi/v1/margin/myTrades · signed · reads only · weight 10
     * `bourse margin trades`
     * Errors: -1121 BAD_SYMBOL, -1127 MORE_THAN_XX_HOURS
     */
    readonly trades: PagedMethod<[given: MarginMyTradesArguments], readonly MarginMyTradesRow[], MarginMyTradesRow>;
    /**
     * Place an OCO order list on margin: a limit order and a stop order.
     * POST /sapi/v1/margin/order/oco · signed · changes orders or settings · weight 1500 with sideEffectType MARGIN_BUY or AUTO_BORROW_REPAY, else 6
     * `bourse margin list oco`
     * To sell, the limit price is above and the stop price below the market; to buy, the other way round.
     * MARGIN_BUY borrows what the orders that are placed at once lack; a pending order borrows nothing.
     * Errors: -1121 BAD_SYMBOL, -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    readonly placeOcoList: WriteMethod<[given: MarginOcoNewArguments], MarginOcoNewRow>;
    /**
     * Place an order on margin that triggers another once it is filled (OTO).
     * POST /sapi/v1/margin/order/oto · signed · changes orders or settings · weight 1500 with sideEffectType MARGIN_BUY or AUTO_BORROW_REPAY, else 6
     * `bourse margin list oto`
     * Live hosts count weight 0 if the call succeeds, its weight if it fails.
     * The pending order is placed when the working order is completely filled.
     * MARGIN_BUY borrows what the orders that are placed at once lack; a pending order borrows nothing.
     * Errors: -1121 BAD_SYMBOL, -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    readonly placeOtoList: WriteMethod<[given: MarginOtoNewArguments], MarginOcoNewRow>;
    /**
     * Place an order on margin that triggers an OCO once it is filled (OTOCO).
     * POST /sapi/v1/margin/order/otoco · signed · changes orders or settings · weight 1500 with sideEffectType MARGIN_BUY or AUTO_BORROW_REPAY, else 6
     * `bourse margin list otoco`
     * Live hosts count weight 0 if the call succeeds, its weight if it fails.
     * The pending orders are placed when the working order is completely filled.
     * MARGIN_BUY borrows what the orders that are placed at once lack; a pending order borrows nothing.
     * Errors: -1121 BAD_SYMBOL, -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    readonly placeOtocoList: WriteMethod<[given: MarginOtocoNewArguments], MarginOcoNewRow>;
    /**
     * Cancel an order list on margin with all of its orders.
     * DELETE /sapi/v1/margin/orderList · signed · changes orders or settings · weight 1
     * `bourse margin list cancel`
     * Errors: -1121 BAD_SYMBOL, -2011 CANCEL_REJECTED
     */
    readonly cancelOrderList: WriteMethod<[given: MarginOrderListCancelArguments], MarginOcoNewRow>;
    /**
     * Look up an order list on margin.
     * GET /sapi/v1/margin/orderList · signed · reads only · weight 10
     * `bourse margin list get`
     * Errors: -1121 BAD_SYMBOL, -2013 NO_SUCH_ORDER
     */
    readonly getOrderList: ReadMethod<[given?: MarginOrderListGetArguments], MarginOcoNewRow>;
    /**
     * Open order lists on margin.
     * GET /sapi/v1/margin/openOrderList · signed · reads only · weight 10
     * `bourse margin open-lists`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly openLists: ReadMethod<[given?: MarginOrderLimitsArguments], readonly MarginOcoNewRow[]>;
    /**
     * All order lists on margin: open, done, cancelled.
     * GET /sapi/v1/margin/allOrderList · signed · reads only · weight 200
     * `bourse margin all-lists`
     * Errors: -1121 BAD_SYMBOL, -1127 MORE_THAN_XX_HOURS, -1128 OPTIONAL_PARAMS_BAD_COMBO
     */
    readonly allLists: PagedMethod<[given?: MarginAllOrderListsArguments], readonly MarginAllOrderListsRow[], MarginAllOrderListsRow>;
    /**
     * What came into a margin account and went out: transfers, loans, trades, commission.
     * GET /sapi/v1/margin/capital-flow · signed · reads only · weight 100
     * `bourse margin capital-flow`
     * The last 90 days can be queried, at most 7 days at once. Live hosts may add a note to a row.
     * Errors: -1121 BAD_SYMBOL, -1127 MORE_THAN_XX_HOURS
     */
    readonly capitalFlow: PagedMethod<[given?: MarginCapitalFlowArguments], readonly MarginCapitalFlowRow[], MarginCapitalFlowRow>;
    /**
     * Interest that was charged.
     * GET /sapi/v1/margin/interestHistory · signed · reads only · weight 1
     * `bourse margin interest`
     * Newest first. Without times the last 7 days are answered; at most 30 days.
     * Errors: -1121 BAD_SYMBOL, -1127 MORE_THAN_XX_HOURS
     */
    readonly interest: PagedMethod<[given?: MarginInterestHistoryArguments], MarginInterestHistoryAnswer, MarginInterestHistoryRow>;
    /**
     * Daily interest rates of an asset.
     * GET /sapi/v1/margin/interestRateHistory · signed · reads only · weight 1
     * `bourse margin interest-rates`
     */
    readonly interestRates: ReadMethod<[given: MarginInterestRatesArguments], readonly MarginInterestRatesRow[]>;
    /**
     * Liquidation orders of the margin account.
     * GET /sapi/v1/margin/forceLiquidationRec · signed · reads only · weight 1
     * `bourse margin liquidations`
     * Newest first.
     * Errors: -1121 BAD_SYMBOL
     */
    readonly liquidations: PagedMethod<[given?: MarginLiquidationsArguments], MarginLiquidationsAnswer, MarginLiquidationsRow>;
    readonly stream: {
      /**
       * Create a listen key of the margin account.
       * POST /sapi/v1/userDataStream · key, no signature · changes orders or settings · weight not listed
       * `bourse stream listen-key create --on margin`
       * Errors: -1121 BAD_SYMBOL, -1125 INVALID_LISTEN_KEY
       */
      readonly createListenKey: WriteMethod<[given?: MarginListenKeyCreateArguments], UsdmListenKeyCreateRow>;
    };
    /**
     * Create a listen token of the margin account.
     * POST /sapi/v1/userListenToken · key, no signature · changes orders or settings · weight 1
     * `bourse margin listen-token`
     * The method userDataStream.subscribe.listenToken of the WebSocket API opens the stream.
     * Create another token and subscribe again on the same connection before this one expires.
     * Errors: -1121 BAD_SYMBOL, -1125 INVALID_LISTEN_KEY
     */
    readonly createListenToken: WriteMethod<[given?: MarginListenTokenCreateArguments], MarginListenTokenCreateRow>;
    /**
     * Create a listen key of the margin risk stream.
     * POST /sapi/v1/margin/listen-key · key, no signature · changes orders or settings · weight 1
     * `bourse margin listen-key create`
     * The stream has the level and the debts of the cross margin account.
     * Errors: -1125 INVALID_LISTEN_KEY
     */
    readonly createListenKey: WriteMethod<[given?: NoArguments], UsdmListenKeyCreateRow>;
    /**
     * Keep a listen key of the margin risk stream alive.
     * PUT /sapi/v1/margin/listen-key · key, no signature · changes orders or settings · weight 1
     * `bourse margin listen-key keep-alive`
     * Errors: -1125 INVALID_LISTEN_KEY
     */
    readonly keepAliveListenKey: WriteMethod<[given: MarginRiskKeyKeepAliveArguments], AnswerValue>;
    /**
     * Close the account's listen key of the margin risk stream.
     * DELETE /sapi/v1/margin/listen-key · key, no signature · changes orders or settings · weight 3000
     * `bourse margin listen-key close`
     * Errors: -1125 INVALID_LISTEN_KEY
     */
    readonly closeListenKey: WriteMethod<[given?: NoArguments], AnswerValue>;
  };
  readonly funds: {
    /**
     * Whether the exchange is under maintenance.
     * GET /sapi/v1/system/status · no key · reads only · weight 1
     * `bourse funds system-status`
     * 0 is normal, 1 is maintenance.
     */
    readonly systemStatus: ReadMethod<[given?: NoArguments], FundsSystemStatusRow>;
    /**
     * All coins: balances, networks, withdrawal fees and limits.
     * GET /sapi/v1/capital/config/getall · signed · reads only · weight 10
     * `bourse funds coins`
     * Networks with their fees, least and largest withdrawals and address forms are in -o json.
     */
    readonly coins: ReadMethod<[given?: NoArguments], readonly FundsCoinsRow[]>;
    /**
     * Switch fast withdrawals off.
     * POST /sapi/v1/account/disableFastWithdrawSwitch · signed · changes orders or settings · weight 1
     * `bourse funds fast-withdraw disable`
     * The key needs the permission to trade.
     */
    readonly disableFastWithdraw: WriteMethod<[given?: NoArguments], AnswerValue>;
    /**
     * Switch fast withdrawals on: to other accounts of the exchange at once, off chain.
     * POST /sapi/v1/account/enableFastWithdrawSwitch · signed · changes orders or settings · weight 1
     * `bourse funds fast-withdraw enable`
     * The key needs the permission to trade.
     */
    readonly enableFastWithdraw: WriteMethod<[given?: NoArguments], AnswerValue>;
    /**
     * Withdraw a coin to an address.
     * POST /sapi/v1/capital/withdraw/apply · signed · moves money · weight 600 (today 900)
     * `bourse funds withdraw`
     * A wrong address, network or missing tag loses the coins permanently: a withdrawal cannot be reversed.
     * The fee is taken from the amount, which must be a multiple of withdrawIntegerMultiple and within withdrawMin and withdrawMax of the network. The key needs the permission to withdraw.
     * Errors: -3041
     */
    readonly withdraw: WriteMethod<[given: FundsWithdrawArguments], FundsWithdrawRow>;
    /**
     * Deposits.
     * GET /sapi/v1/capital/deposit/hisrec · signed · reads only · weight 1
     * `bourse funds deposits`
     * A window spans at most 90 days.
     * Live hosts also have the states 7 (wrong deposit) and 8 (waiting for the user); there 6 means credited but not yet withdrawable.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    readonly deposits: PagedMethod<[given?: FundsDepositsArguments], readonly FundsDepositsRow[], FundsDepositsRow>;
    /**
     * Withdrawals.
     * GET /sapi/v1/capital/withdraw/history · signed · reads only · weight 18000
     * `bourse funds withdrawals`
     * A window spans at most 90 days, or 7 with an id of your own. Times in the answer are UTC text.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    readonly withdrawals: PagedMethod<[given?: FundsWithdrawalsArguments], readonly FundsWithdrawalsRow[], FundsWithdrawalsRow>;
    /**
     * The address to which a coin is deposited.
     * GET /sapi/v1/capital/deposit/address · signed · reads only · weight 10
     * `bourse funds deposit-address`
     */
    readonly depositAddress: ReadMethod<[given: FundsDepositAddressArguments], FundsDepositAddressRow>;
    /**
     * Apply for the credit of a deposit to an expired address.
     * POST /sapi/v1/capital/deposit/credit-apply · signed · changes orders or settings · weight 1
     * `bourse funds deposit-apply`
     */
    readonly applyForDepositCredit: WriteMethod<[given?: FundsDepositCreditApplyArguments], FundsDepositCreditApplyRow>;
    /**
     * Withdraw a coin to an address, with the answers that the travel rule requires.
     * POST /sapi/v1/localentity/withdraw/apply · signed · moves money · weight 600
     * `bourse funds travel-rule withdraw`
     * A wrong address, network or missing tag loses the coins permanently: a withdrawal cannot be reversed.
     * The questions depend on the country; `funds travel-rule requirements` says which country applies to the account.
     * Errors: -3041
     */
    readonly withdrawTravelRule: WriteMethod<[given: FundsTravelRuleWithdrawArguments], FundsTravelRuleWithdrawRow>;
    /**
     * Withdrawals that were made with a questionnaire.
     * GET /sapi/v2/localentity/withdraw/history · signed · reads only · weight 1
     * `bourse funds travel-rule withdrawals`
     * A window spans at most 90 days. Times in the answer are UTC text.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    readonly travelRuleWithdrawals: PagedMethod<[given?: FundsTravelRuleWithdrawalsArguments], readonly FundsTravelRuleWithdrawalsRow[], FundsTravelRuleWithdrawalsRow>;
    /**
     * The country whose questionnaire the account must answer; NIL if none.
     * GET /sapi/v1/localentity/questionnaire-requirements · signed · reads only · weight 1
     * `bourse funds travel-rule requirements`
     */
    readonly travelRuleRequirements: ReadMethod<[given?: NoArguments], FundsTravelRuleRequirementsRow>;
    /**
     * Providers of crypto services (VASP) that questionnaires can name.
     * GET /sapi/v1/localentity/vasp · signed · reads only · weight 1
     * `bourse funds travel-rule providers`
     */
    readonly travelRuleProviders: ReadMethod<[given?: NoArguments], readonly FundsTravelRuleProvidersRow[]>;
    /**
     * Countries that questionnaires can name.
     * GET /sapi/v1/localentity/country/list · signed · reads only · weight 1
     * `bourse funds travel-rule countries`
     */
    readonly travelRuleCountries: ReadMethod<[given?: NoArguments], FundsTravelRuleCountriesAnswer>;
    /**
     * Regions of a country that questionnaires can name.
     * GET /sapi/v1/localentity/region/list · signed · reads only · weight 1
     * `bourse funds travel-rule regions`
     */
    readonly travelRuleRegions: ReadMethod<[given: FundsTravelRuleRegionsArguments], FundsTravelRuleRegionsAnswer>;
    /**
     * Deposits, and whether their questionnaire was answered.
     * GET /sapi/v2/localentity/deposit/history · signed · reads only · weight 1
     * `bourse funds travel-rule deposits`
     * The state of a questionnaire is 0 passed, 2 rejected, 3 pending, -1 failed. A window spans at most 90 days.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    readonly travelRuleDeposits: PagedMethod<[given?: FundsTravelRuleDepositsArguments], readonly FundsTravelRuleDepositsRow[], FundsTravelRuleDepositsRow>;
    /**
     * Answer the questionnaire of a deposit, which is credited then.
     * PUT /sapi/v2/localentity/deposit/provide-info · signed · changes orders or settings · weight 600
     * `bourse funds travel-rule answer-deposit`
     */
    readonly answerTravelRuleDeposit: WriteMethod<[given: FundsTravelRuleAnswerDepositArguments], FundsTravelRuleWithdrawRow>;
    /**
     * Daily account snapshots.
     * GET /sapi/v1/account/snapshot · signed · reads only · weight 2400
     * `bourse funds snapshot`
     * A window spans at most 30 days; at the public hosts at least 7.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    readonly snapshot: ReadMethod<[given: FundsSnapshotArguments], FundsSnapshotAnswer>;
    /**
     * The state of the account.
     * GET /sapi/v1/account/status · signed · reads only · weight 1
     * `bourse funds account-status`
     */
    readonly accountStatus: ReadMethod<[given?: NoArguments], FundsAccountStatusRow>;
    /**
     * Whether trading by key is locked, and what would lock it.
     * GET /sapi/v1/account/apiTradingStatus · signed · reads only · weight 1
     * `bourse funds api-trading-status`
     */
    readonly apiTradingStatus: ReadMethod<[given?: NoArguments], FundsApiTradingStatusAnswer>;
    /**
     * Convert dust into the exchange's own coin.
     * POST /sapi/v1/asset/dust · signed · moves money · weight 10
     * `bourse funds dust convert`
     * Errors: -3041
     */
    readonly convertDust: WriteMethod<[given: FundsDustConvertArguments], FundsDustConvertAnswer>;
    /**
     * Dust that can be converted into the exchange's own coin.
     * POST /sapi/v1/asset/dust-btc · signed · reads only · weight 1
     * `bourse funds dust list`
     * A POST that changes nothing.
     */
    readonly dustAssets: ReadMethod<[given?: FundsDustListArguments], FundsDustListAnswer>;
    /**
     * Dust that can be converted into another asset.
     * POST /sapi/v1/asset/dust-convert/query-convertible-assets · signed · reads only · weight 1
     * `bourse funds dust convertible`
     * A POST that changes nothing.
     */
    readonly dustConvertible: ReadMethod<[given: FundsDustConvertibleArguments], FundsDustConvertibleAnswer>;
    /**
     * Convert dust into another asset.
     * POST /sapi/v1/asset/dust-convert/convert · signed · moves money · weight 10
     * `bourse funds dust convert-to`
     * Errors: -3041
     */
    readonly convertDustTo: WriteMethod<[given: FundsDustConvertToArguments], FundsDustConvertAnswer>;
    /**
     * Dividends, airdrops and other credits of assets.
     * GET /sapi/v1/asset/dividendRecord · signed · reads only · weight 10
     * `bourse funds dividends`
     * A window spans at most 180 days.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    readonly dividends: PagedMethod<[given?: FundsDividendsArguments], FundsDividendsAnswer, FundsDividendsRow>;
    /**
     * Min withdrawal, fee and status of assets.
     * GET /sapi/v1/asset/assetDetail · signed · reads only · weight 1
     * `bourse funds asset-details`
     * The answer is one object with an entry for each asset.
     */
    readonly assetDetails: ReadMethod<[given?: MarginAllAssetsArguments], AnswerValue>;
    /**
     * Commission of the account on symbols.
     * GET /sapi/v1/asset/tradeFee · signed · reads only · weight 1
     * `bourse funds trade-fees`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly tradeFees: ReadMethod<[given?: MarginAllPairsArguments], readonly FundsTradeFeesRow[]>;
    /**
     * What the API key may do, and whether it is bound to addresses.
     * GET /sapi/v1/account/apiRestrictions · signed · reads only · weight 1
     * `bourse funds key-permissions`
     */
    readonly keyPermissions: ReadMethod<[given?: NoArguments], FundsKeyPermissionsRow>;
    /**
     * VIP level of the account, and the products that are enabled.
     * GET /sapi/v1/account/info · signed · reads only · weight 1
     * `bourse funds account-info`
     */
    readonly accountInfo: ReadMethod<[given?: NoArguments], FundsAccountInfoRow>;
    /**
     * Balances of the funding wallet.
     * POST /sapi/v1/asset/get-funding-asset · signed · reads only · weight 1
     * `bourse funds funding`
     * A POST that changes nothing.
     */
    readonly funding: ReadMethod<[given?: FundsFundingAssetsArguments], readonly FundsFundingAssetsRow[]>;
    /**
     * Balances of the spot wallet, with what is frozen or being withdrawn.
     * POST /sapi/v3/asset/getUserAsset · signed · reads only · weight 5
     * `bourse funds spot`
     * A POST that changes nothing.
     */
    readonly spot: ReadMethod<[given?: FundsFundingAssetsArguments], readonly FundsSpotAssetsRow[]>;
    /**
     * Value of each wallet of the account in one asset.
     * GET /sapi/v1/asset/wallet/balance · signed · reads only · weight 60
     * `bourse funds wallets`
     */
    readonly wallets: ReadMethod<[given?: FundsWalletBalancesArguments], readonly FundsWalletBalancesRow[]>;
    /**
     * Conversions of dust, newest first, at most 100.
     * GET /sapi/v1/asset/dribblet · signed · reads only · weight 1
     * `bourse funds dust log`
     */
    readonly dustLog: ReadMethod<[given?: FundsDustLogArguments], FundsDustLogAnswer>;
    /**
     * Saved withdrawal addresses.
     * GET /sapi/v1/capital/withdraw/address/list · signed · reads only · weight 10
     * `bourse funds withdraw-addresses`
     */
    readonly withdrawAddresses: ReadMethod<[given?: NoArguments], readonly FundsWithdrawAddressesRow[]>;
    /**
     * Withdrawal quota of 24 hours, and what is used of it.
     * GET /sapi/v1/capital/withdraw/quota · signed · reads only · weight 10
     * `bourse funds withdraw-quota`
     */
    readonly withdrawQuota: ReadMethod<[given?: NoArguments], FundsWithdrawQuotaRow>;
    /**
     * Deposit addresses of a coin, by network.
     * GET /sapi/v1/capital/deposit/address/list · signed · reads only · weight 10
     * `bourse funds deposit-addresses`
     */
    readonly depositAddresses: ReadMethod<[given: FundsDepositAddressesArguments], readonly FundsDepositAddressesRow[]>;
    /**
     * Spot symbols that will be delisted, and when.
     * GET /sapi/v1/spot/delist-schedule · key, no signature · reads only · weight 100
     * `bourse funds delist-schedule`
     */
    readonly delistSchedule: ReadMethod<[given?: NoArguments], readonly FundsDelistScheduleRow[]>;
    /**
     * Spot symbols that will begin to trade, and when.
     * GET /sapi/v1/spot/open-symbol-list · key, no signature · reads only · weight 100
     * `bourse funds open-symbols`
     */
    readonly openSymbols: ReadMethod<[given?: NoArguments], readonly FundsOpenSymbolsRow[]>;
    /**
     * Tags of the assets that are traded on spot.
     * GET /sapi/v1/asset/tags · key, no signature · reads only · weight 100
     * `bourse funds tags`
     */
    readonly tags: ReadMethod<[given?: NoArguments], readonly FundsAssetTagsRow[]>;
    /**
     * Move an asset between wallets of the account.
     * POST /sapi/v1/asset/transfer · signed · moves money · weight 1 (today 900)
     * `bourse funds transfer`
     * MAIN is the spot wallet; live hosts write FUNDING instead of C2C.
     * A transfer has no client id: an unclear outcome is resolved by values and time in the list of transfers.
     * Errors: -1121 BAD_SYMBOL, -3041
     */
    readonly transfer: WriteMethod<[given: FundsTransferArguments], MarginTransferRow>;
    /**
     * Transfers between wallets of the account.
     * GET /sapi/v1/asset/transfer · signed · reads only · weight 1
     * `bourse funds transfers`
     * The last six months can be queried; without times the last 7 days are answered.
     * MAIN is the spot wallet; live hosts write FUNDING instead of C2C.
     * Errors: -1121 BAD_SYMBOL
     */
    readonly transfers: PagedMethod<[given: FundsTransfersArguments], FundsTransfersAnswer, FundsTransfersRow>;
  };
  readonly sub: {
    /**
     * Sub-accounts of this master account.
     * GET /sapi/v1/sub-account/list · signed · reads only · weight 1
     * `bourse sub list`
     * A page has one row unless --limit says more; --all brings all of them.
     */
    readonly list: PagedMethod<[given?: SubListArguments], SubListAnswer, SubListRow>;
    /**
     * Whether sub-accounts are enabled, for margin and for futures.
     * GET /sapi/v1/sub-account/status · signed · reads only · weight 1
     * `bourse sub status`
     */
    readonly status: ReadMethod<[given?: SubStatusArguments], readonly SubStatusRow[]>;
    /**
     * Spot balances of sub-accounts, in BTC.
     * GET /sapi/v1/sub-account/spotSummary · signed · reads only · weight 1
     * `bourse sub spot-summary`
     * The assets of the master account are in -o json.
     */
    readonly spotSummary: PagedMethod<[given?: SubSpotSummaryArguments], SubSpotSummaryAnswer, SubSpotSummaryRow>;
    /**
     * The margin account of a sub-account.
     * GET /sapi/v1/sub-account/margin/account · signed · reads only · weight 1
     * `bourse sub margin account`
     */
    readonly marginAccount: ReadMethod<[given: SubMarginAccountArguments], SubMarginAccountRow>;
    /**
     * Margin totals of all sub-accounts.
     * GET /sapi/v1/sub-account/margin/accountSummary · signed · reads only · weight 1
     * `bourse sub margin summary`
     */
    readonly marginSummary: ReadMethod<[given?: NoArguments], SubMarginSummaryAnswer>;
    /**
     * Open margin trading for a sub-account.
     * POST /sapi/v1/sub-account/margin/enable · signed · changes orders or settings · weight 1
     * `bourse sub margin enable`
     */
    readonly enableMargin: WriteMethod<[given: SubMarginAccountArguments], SubMarginEnableRow>;
    /**
     * The futures account of a sub-account.
     * GET /sapi/v1/sub-account/futures/account · signed · reads only · weight 1
     * `bourse sub futures account`
     */
    readonly futuresAccount: ReadMethod<[given: SubFuturesAccountArguments], SubFuturesAccountRow>;
    /**
     * Futures totals of all sub-accounts.
     * GET /sapi/v1/sub-account/futures/accountSummary · signed · reads only · weight 1
     * `bourse sub futures summary`
     * Live hosts require page and limit.
     */
    readonly futuresSummary: ReadMethod<[given?: SubFuturesSummaryArguments], SubFuturesSummaryAnswer>;
    /**
     * Futures positions of a sub-account.
     * GET /sapi/v1/sub-account/futures/positionRisk · signed · reads only · weight 1
     * `bourse sub futures positions`
     */
    readonly futuresPositions: ReadMethod<[given: SubMarginAccountArguments], readonly SubFuturesPositionsRow[]>;
    /**
     * Open futures trading for a sub-account.
     * POST /sapi/v1/sub-account/futures/enable · signed · changes orders or settings · weight 1
     * `bourse sub futures enable`
     */
    readonly enableFutures: WriteMethod<[given: SubMarginAccountArguments], SubFuturesEnableRow>;
    /**
     * Transfers between the spot wallets of master and sub-accounts.
     * GET /sapi/v1/sub-account/sub/transfer/history · signed · reads only · weight 1
     * `bourse sub transfer history`
     */
    readonly transferHistory: PagedMethod<[given?: SubTransferHistoryArguments], readonly SubTransferHistoryRow[], SubTransferHistoryRow>;
    /**
     * Move an asset between the spot and the futures wallet of a sub-account.
     * POST /sapi/v1/sub-account/futures/transfer · signed · moves money · weight 1
     * `bourse sub futures transfer`
     * Where the outcome is unclear, look at the transfers and at both accounts before it is sent again.
     * Errors: -3041
     */
    readonly transferFutures: WriteMethod<[given: SubFuturesTransferArguments], SubFuturesTransferRow>;
    /**
     * Move an asset from this sub-account to another one of the same master.
     * POST /sapi/v1/sub-account/transfer/subToSub · signed · moves money · weight 1
     * `bourse sub transfer to-sub`
     * Sent with the key of the sub-account that makes the transfer.
     * Where the outcome is unclear, look at the transfers and at both accounts before it is sent again.
     * Errors: -3041
     */
    readonly transferToSub: WriteMethod<[given: SubTransferToSubArguments], SubFuturesTransferRow>;
    /**
     * Move an asset from this sub-account to its master.
     * POST /sapi/v1/sub-account/transfer/subToMaster · signed · moves money · weight 1
     * `bourse sub transfer to-master`
     * Sent with the key of the sub-account that makes the transfer.
     * Where the outcome is unclear, look at the transfers and at both accounts before it is sent again.
     * Errors: -3041
     */
    readonly transferToMaster: WriteMethod<[given: SubTransferToMasterArguments], SubFuturesTransferRow>;
    /**
     * Move an asset between wallets of master and sub-accounts.
     * POST /sapi/v1/sub-account/universalTransfer · signed · moves money · weight 1 (today 360)
     * `bourse sub transfer universal`
     * Between wallets of one kind at least one address is needed. SPOT goes to and from SPOT and both futures wallets; MARGIN and ISOLATED_MARGIN of a sub-account only to and from SPOT of the master.
     * A transfer is always sent with an id, so that a second attempt with the same id cannot move the asset twice.
     * Errors: -1121 BAD_SYMBOL, -3041
     */
    readonly transferUniversal: WriteMethod<[given: SubTransferUniversalArguments], SubTransferUniversalRow>;
    /**
     * Spot balances of a sub-account.
     * GET /sapi/v4/sub-account/assets · signed · reads only · weight 60
     * `bourse sub assets`
     */
    readonly assets: ReadMethod<[given: SubMarginAccountArguments], SubAssetsAnswer>;
    /**
     * The USD-M or COIN-M account of a sub-account (v2 endpoint).
     * GET /sapi/v2/sub-account/futures/account · signed · reads only · weight 1
     * `bourse sub futures account-v2`
     * The answer for coin-margined futures has fields of its own; -o json shows both kinds in full.
     */
    readonly futuresAccountV2: ReadMethod<[given: SubFuturesAccountV2Arguments], SubFuturesAccountV2Row>;
    /**
     * USD-M or COIN-M totals of all sub-accounts (v2 endpoint).
     * GET /sapi/v2/sub-account/futures/accountSummary · signed · reads only · weight 10
     * `bourse sub futures summary-v2`
     * The answer for coin-margined futures has fields of its own; -o json shows both kinds in full.
     */
    readonly futuresSummaryV2: ReadMethod<[given: SubFuturesSummaryV2Arguments], SubFuturesSummaryV2Row>;
    /**
     * USD-M or COIN-M positions of a sub-account (v2 endpoint).
     * GET /sapi/v2/sub-account/futures/positionRisk · signed · reads only · weight 1
     * `bourse sub futures positions-v2`
     * The answer for coin-margined futures has fields of its own; -o json shows both kinds in full.
     */
    readonly futuresPositionsV2: ReadMethod<[given: SubFuturesAccountV2Arguments], SubFuturesPositionsV2Row>;
    /**
     * Universal transfers of master and sub-accounts.
     * GET /sapi/v1/sub-account/universalTransfer · signed · reads only · weight 1
     * `bourse sub transfer universal-history`
     * Without an address the transfers out of the master account are listed.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    readonly transferUniversalHistory: PagedMethod<[given?: SubTransferUniversalHistoryArguments], SubTransferUniversalHistoryAnswer, SubTransferUniversalHistoryRow>;
    /**
     * Transfers of this sub-account from or to other accounts of its master.
     * GET /sapi/v1/sub-account/transfer/subUserHistory · signed · reads only · weight 1
     * `bourse sub transfer own-history`
     * Sent with the key of the sub-account. The direction 1 is received, 2 is sent.
     */
    readonly transferOwnHistory: ReadMethod<[given?: SubTransferOwnHistoryArguments], readonly SubTransferOwnHistoryRow[]>;
    /**
     * Transfers between the futures wallets of a sub-account and of other accounts.
     * GET /sapi/v1/sub-account/futures/internalTransfer · signed · reads only · weight 1
     * `bourse sub futures internal-history`
     */
    readonly futuresInternalHistory: PagedMethod<[given: SubFuturesInternalHistoryArguments], SubFuturesInternalHistoryAnswer, SubFuturesInternalHistoryRow>;
    /**
     * Move an asset between the futures wallets of two accounts of one master.
     * POST /sapi/v1/sub-account/futures/internalTransfer · signed · moves money · weight 1
     * `bourse sub futures internal-transfer`
     * Where the outcome is unclear, look at the transfers and at both accounts before it is sent again.
     * Errors: -3041
     */
    readonly transferBetweenFutures: WriteMethod<[given: SubFuturesInternalTransferArguments], SubFuturesInternalTransferRow>;
    /**
     * The address to which a coin is deposited for a sub-account.
     * GET /sapi/v1/capital/deposit/subAddress · signed · reads only · weight 1
     * `bourse sub deposit-address`
     */
    readonly depositAddress: ReadMethod<[given: SubDepositAddressArguments], FundsDepositAddressRow>;
    /**
     * Deposits of a sub-account.
     * GET /sapi/v1/capital/deposit/subHisrec · signed · reads only · weight 1
     * `bourse sub deposits`
     * A window spans at most 90 days.
     * Live hosts also have the states 7 (wrong deposit) and 8 (waiting for the user); there 6 means credited but not yet withdrawable.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    readonly deposits: PagedMethod<[given: SubDepositHistoryArguments], readonly FundsDepositsRow[], FundsDepositsRow>;
  };
  readonly earn: {
    /**
     * Flexible products and their rates.
     * GET /sapi/v1/simple-earn/flexible/list · signed · reads only · weight 150
     * `bourse earn flexible list`
     */
    readonly flexibleProducts: PagedMethod<[given?: EarnFlexibleListArguments], EarnFlexibleListAnswer, EarnFlexibleListRow>;
    /**
     * Locked products, their terms and rates.
     * GET /sapi/v1/simple-earn/locked/list · signed · reads only · weight 150
     * `bourse earn locked list`
     */
    readonly lockedProducts: PagedMethod<[given?: EarnFlexibleListArguments], EarnLockedListAnswer, EarnLockedListRow>;
    /**
     * Subscribe an amount to a flexible product.
     * POST /sapi/v1/simple-earn/flexible/subscribe · signed · moves money · weight 1
     * `bourse earn flexible subscribe`
     * Errors: -3041, -6001
     */
    readonly subscribeFlexible: WriteMethod<[given: EarnFlexibleSubscribeArguments], EarnFlexibleSubscribeRow>;
    /**
     * Subscribe an amount to a locked product.
     * POST /sapi/v1/simple-earn/locked/subscribe · signed · moves money · weight 1
     * `bourse earn locked subscribe`
     * Errors: -3041, -6001
     */
    readonly subscribeLocked: WriteMethod<[given: EarnLockedSubscribeArguments], EarnLockedSubscribeRow>;
    /**
     * Redeem an amount, or all, from a flexible product.
     * POST /sapi/v1/simple-earn/flexible/redeem · signed · moves money · weight 1
     * `bourse earn flexible redeem`
     * Errors: -3041, -6001
     */
    readonly redeemFlexible: WriteMethod<[given: EarnFlexibleRedeemArguments], EarnFlexibleRedeemRow>;
    /**
     * Subscriptions to flexible products.
     * GET /sapi/v1/simple-earn/flexible/history/subscriptionRecord · signed · reads only · weight 150
     * `bourse earn flexible subscriptions`
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    readonly flexibleSubscriptions: PagedMethod<[given?: EarnFlexibleSubscriptionsArguments], EarnFlexibleSubscriptionsAnswer, EarnFlexibleSubscriptionsRow>;
    /**
     * Subscriptions to locked products.
     * GET /sapi/v1/simple-earn/locked/history/subscriptionRecord · signed · reads only · weight 150
     * `bourse earn locked subscriptions`
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    readonly lockedSubscriptions: PagedMethod<[given?: EarnLockedSubscriptionsArguments], EarnLockedSubscriptionsAnswer, EarnLockedSubscriptionsRow>;
    /**
     * Value of what is in flexible and in locked products.
     * GET /sapi/v1/simple-earn/account · signed · reads only · weight 150
     * `bourse earn account`
     */
    readonly account: ReadMethod<[given?: NoArguments], EarnAccountRow>;
    /**
     * Amounts in flexible products, their rates and rewards.
     * GET /sapi/v1/simple-earn/flexible/position · signed · reads only · weight 150
     * `bourse earn flexible positions`
     */
    readonly flexiblePositions: PagedMethod<[given?: EarnFlexiblePositionsArguments], EarnFlexiblePositionsAnswer, EarnFlexiblePositionsRow>;
    /**
     * Amounts in locked products, their terms and rewards.
     * GET /sapi/v1/simple-earn/locked/position · signed · reads only · weight 150
     * `bourse earn locked positions`
     */
    readonly lockedPositions: PagedMethod<[given?: EarnLockedPositionsArguments], EarnLockedPositionsAnswer, EarnLockedPositionsRow>;
    /**
     * Remaining subscription quota of a flexible product.
     * GET /sapi/v1/simple-earn/flexible/personalLeftQuota · signed · reads only · weight 150
     * `bourse earn flexible quota`
     */
    readonly flexibleQuota: ReadMethod<[given: EarnFlexibleQuotaArguments], EarnFlexibleQuotaRow>;
    /**
     * Remaining subscription quota of a locked product.
     * GET /sapi/v1/simple-earn/locked/personalLeftQuota · signed · reads only · weight 150
     * `bourse earn locked quota`
     */
    readonly lockedQuota: ReadMethod<[given: EarnLockedQuotaArguments], EarnFlexibleQuotaRow>;
    /**
     * Rewards of flexible products.
     * GET /sapi/v1/simple-earn/flexible/history/rewardsRecord · signed · reads only · weight 150
     * `bourse earn flexible rewards`
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    readonly flexibleRewards: PagedMethod<[given: EarnFlexibleRewardsArguments], EarnFlexibleRewardsAnswer, EarnFlexibleRewardsRow>;
    /**
     * Rewards of locked products.
     * GET /sapi/v1/simple-earn/locked/history/rewardsRecord · signed · reads only · weight 150
     * `bourse earn locked rewards`
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    readonly lockedRewards: PagedMethod<[given?: EarnLockedRewardsArguments], EarnLockedRewardsAnswer, EarnLockedRewardsRow>;
    /**
     * Daily rates of a flexible product, newest first.
     * GET /sapi/v1/simple-earn/flexible/history/rateHistory · signed · reads only · weight 150
     * `bourse earn flexible rates`
     * Without times the last 30 days are listed.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    readonly flexibleRates: PagedMethod<[given: EarnFlexibleRatesArguments], EarnFlexibleRatesAnswer, EarnFlexibleRatesRow>;
    /**
     * Redemptions from flexible products.
     * GET /sapi/v1/simple-earn/flexible/history/redemptionRecord · signed · reads only · weight 150
     * `bourse earn flexible redemptions`
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    readonly flexibleRedemptions: PagedMethod<[given?: EarnFlexibleRedemptionsArguments], EarnFlexibleRedemptionsAnswer, EarnFlexibleRedemptionsRow>;
    /**
     * Redemptions from locked products.
     * GET /sapi/v1/simple-earn/locked/history/redemptionRecord · signed · reads only · weight 150
     * `bourse earn locked redemptions`
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    readonly lockedRedemptions: PagedMethod<[given?: EarnLockedRedemptionsArguments], EarnLockedRedemptionsAnswer, EarnLockedRedemptionsRow>;
    /**
     * Let the interest of a flexible product be subscribed again, or paid out.
     * POST /sapi/v1/simple-earn/flexible/setAutoSubscribe · signed · changes orders or settings · weight 150
     * `bourse earn flexible auto-subscribe`
     */
    readonly autoSubscribeFlexible: WriteMethod<[given: EarnFlexibleAutoSubscribeArguments], MarginMaxLeverageRow>;
    /**
     * Let a locked position be locked again at the end of its term, or paid out.
     * POST /sapi/v1/simple-earn/locked/setAutoSubscribe · signed · changes orders or settings · weight 150
     * `bourse earn locked auto-subscribe`
     */
    readonly autoSubscribeLocked: WriteMethod<[given: EarnLockedAutoSubscribeArguments], MarginMaxLeverageRow>;
    /**
     * Choose where a locked position is paid out at the end of its term.
     * POST /sapi/v1/simple-earn/locked/setRedeemOption · signed · changes orders or settings · weight 50
     * `bourse earn locked redeem-option`
     */
    readonly setLockedRedeemOption: WriteMethod<[given: EarnLockedRedeemOptionArguments], MarginMaxLeverageRow>;
    /**
     * Redeem a locked position early, without its rewards.
     * POST /sapi/v1/simple-earn/locked/redeem · signed · moves money · weight 1
     * `bourse earn locked redeem`
     * One redemption in 3 seconds is allowed.
     * Errors: -3041, -6001
     */
    readonly redeemLocked: WriteMethod<[given: EarnLockedRedeemArguments], EarnFlexibleRedeemRow>;
  };
  readonly mining: {
    /**
     * Algorithms of the pool.
     * GET /sapi/v1/mining/pub/algoList · signed · reads only · weight 1
     * `bourse mining algorithms`
     */
    readonly algorithms: ReadMethod<[given?: NoArguments], MiningAlgorithmsAnswer>;
    /**
     * Coins of the pool.
     * GET /sapi/v1/mining/pub/coinList · signed · reads only · weight 1
     * `bourse mining coins`
     */
    readonly coins: ReadMethod<[given?: NoArguments], MiningCoinsAnswer>;
    /**
     * Hash rates of one worker over time.
     * GET /sapi/v1/mining/worker/detail · signed · reads only · weight 5
     * `bourse mining worker detail`
     */
    readonly workerDetail: ReadMethod<[given: MiningWorkerDetailArguments], MiningWorkerDetailAnswer>;
    /**
     * Workers of a mining account.
     * GET /sapi/v1/mining/worker/list · signed · reads only · weight 5
     * `bourse mining worker list`
     */
    readonly workerList: PagedMethod<[given: MiningWorkerListArguments], MiningWorkerListAnswer, MiningWorkerListRow>;
    /**
     * Earnings of a mining account.
     * GET /sapi/v1/mining/payment/list · signed · reads only · weight 5
     * `bourse mining payments`
     * Status: 0 unpaid, 1 paying, 2 paid.
     */
    readonly payments: PagedMethod<[given: MiningPaymentsArguments], MiningPaymentsAnswer, MiningPaymentsRow>;
    /**
     * Hash rate, workers and profit of a mining account.
     * GET /sapi/v1/mining/statistics/user/status · signed · reads only · weight 5
     * `bourse mining statistics`
     */
    readonly statistics: ReadMethod<[given: MiningStatisticsArguments], MiningStatisticsAnswer>;
    /**
     * Hash rates of a mining account over time.
     * GET /sapi/v1/mining/statistics/user/list · signed · reads only · weight 5
     * `bourse mining hash-rates`
     */
    readonly hashRates: ReadMethod<[given: MiningStatisticsArguments], MiningHashRatesAnswer>;
  };
  readonly fiat: {
    /**
     * Fiat deposits or withdrawals.
     * GET /sapi/v1/fiat/orders · signed · reads only · weight 90000
     * `bourse fiat orders`
     * Without times the last 30 days are answered. A page weighs half of what an account may use in a minute.
     */
    readonly orders: PagedMethod<[given: FiatOrdersArguments], FiatOrdersAnswer, FiatOrdersRow>;
    /**
     * Crypto purchases or sales for fiat.
     * GET /sapi/v1/fiat/payments · signed · reads only · weight 1
     * `bourse fiat payments`
     */
    readonly payments: PagedMethod<[given: FiatPaymentsArguments], FiatPaymentsAnswer, FiatPaymentsRow>;
  };
  readonly c2c: {
    /**
     * C2C trades.
     * GET /sapi/v1/c2c/orderMatch/listUserOrderHistory · signed · reads only · weight 1
     * `bourse c2c orders`
     * A window spans at most 30 days, within the last six months.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    readonly orders: PagedMethod<[given: C2cOrdersArguments], C2cOrdersAnswer, C2cOrdersRow>;
  };
  readonly convert: {
    /**
     * Convertible pairs with min and max amounts.
     * GET /sapi/v1/convert/exchangeInfo · key, no signature · reads only · weight 3000
     * `bourse convert pairs`
     */
    readonly pairs: ReadMethod<[given?: UsdmConvertPairsArguments], readonly UsdmConvertPairsRow[]>;
    /**
     * Request a quote, which can then be accepted.
     * POST /sapi/v1/convert/getQuote · signed · reads only · weight 200
     * `bourse convert quote`
     * Nothing is converted until the quote is accepted. Without enough funds the answer has no quote id.
     * Live hosts no longer allow 2m.
     */
    readonly quote: ReadMethod<[given: ConvertQuoteArguments], UsdmConvertQuoteRow>;
    /**
     * Accept a quote: converts at its price.
     * POST /sapi/v1/convert/acceptQuote · signed · moves money · weight 500
     * `bourse convert accept`
     * Errors: -3041
     */
    readonly accept: WriteMethod<[given: UsdmConvertAcceptArguments], UsdmConvertAcceptRow>;
    /**
     * Conversion history.
     * GET /sapi/v1/convert/tradeFlow · signed · reads only · weight 3000
     * `bourse convert trades`
     * A window spans at most 30 days.
     * Errors: -1127 MORE_THAN_XX_HOURS
     */
    readonly trades: PagedMethod<[given: ConvertTradesArguments], ConvertTradesAnswer, ConvertTradesRow>;
  };
  readonly stream: {
    /**
     * Create a listen key.
     * POST /api/v3/userDataStream · key, no signature · changes orders or settings · weight 2
     * `bourse stream listen-key create`
     * Errors: -1125 INVALID_LISTEN_KEY
     */
    readonly createListenKey: WriteMethod<[given?: NoArguments], UsdmListenKeyCreateRow>;
    /**
     * Keep a listen key alive for another hour.
     * PUT /api/v3/userDataStream · key, no signature · changes orders or settings · weight 2
     * `bourse stream listen-key keep-alive`
     * Errors: -1125 INVALID_LISTEN_KEY
     */
    readonly keepAliveListenKey: WriteMethod<[given: MarginRiskKeyKeepAliveArguments], AnswerValue>;
    /**
     * Close a listen key.
     * DELETE /api/v3/userDataStream · key, no signature · changes orders or settings · weight 2
     * `bourse stream listen-key close`
     * Errors: -1125 INVALID_LISTEN_KEY
     */
    readonly closeListenKey: WriteMethod<[given: MarginRiskKeyKeepAliveArguments], AnswerValue>;
  };
  readonly portfolio: {
    /**
     * Test that the exchange answers.
     * GET /papi/v1/ping · no key · reads only · weight 1
     * `bourse portfolio ping`
     */
    readonly ping: ReadMethod<[given?: NoArguments], AnswerValue>;
    /**
     * Equity, margins and state of the portfolio margin account.
     * GET /papi/v1/account · signed · reads only · weight 20
     * `bourse portfolio account`
     */
    readonly account: ReadMethod<[given?: NoArguments], PortfolioAccountRow>;
    /**
     * Balance of each asset over margin, USD-M and COIN-M.
     * GET /papi/v1/balance · signed · reads only · weight 20
     * `bourse portfolio balance`
     */
    readonly balance: ReadMethod<[given?: MarginAllAssetsArguments], readonly PortfolioBalanceRow[]>;
    /**
     * Borrow an asset in the portfolio margin account.
     * POST /papi/v1/marginLoan · signed · moves money · weight 100
     * `bourse portfolio borrow`
     */
    readonly borrow: WriteMethod<[given: SubTransferToMasterArguments], MarginTransferRow>;
    /**
     * Repay an asset borrowed in the portfolio margin account.
     * POST /papi/v1/repayLoan · signed · moves money · weight 100
     * `bourse portfolio repay`
     */
    readonly repay: WriteMethod<[given: SubTransferToMasterArguments], MarginTransferRow>;
    /**
     * What the portfolio margin account may borrow of an asset.
     * GET /papi/v1/margin/maxBorrowable · signed · reads only · weight 5
     * `bourse portfolio max-borrow`
     */
    readonly maxBorrow: ReadMethod<[given: UsdmPortfolioAccountArguments], MarginMaxBorrowableRow>;
    /**
     * Assets and positions of the USD-M part.
     * GET /papi/v1/um/account · signed · reads only · weight 5
     * `bourse portfolio um account`
     */
    readonly umAccount: ReadMethod<[given?: NoArguments], PortfolioUmAccountAnswer>;
    /**
     * Assets and positions of the COIN-M part.
     * GET /papi/v1/cm/account · signed · reads only · weight 5
     * `bourse portfolio cm account`
     */
    readonly cmAccount: ReadMethod<[given?: NoArguments], PortfolioUmAccountAnswer>;
    /**
     * Positions of the USD-M part, with leverage.
     * GET /papi/v1/um/positionRisk · signed · reads only · weight 5
     * `bourse portfolio um positions`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly umPositions: ReadMethod<[given?: UsdmOpenOrdersArguments], readonly PortfolioUmPositionsRow[]>;
    /**
     * Positions of the COIN-M part, with leverage.
     * GET /papi/v1/cm/positionRisk · signed · reads only · weight 1
     * `bourse portfolio cm positions`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly cmPositions: ReadMethod<[given?: PortfolioCmPositionsArguments], readonly PortfolioUmPositionsRow[]>;
    /**
     * Trades of the USD-M part on a contract.
     * GET /papi/v1/um/userTrades · signed · reads only · weight 5
     * `bourse portfolio um trades`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly umTrades: PagedMethod<[given: PortfolioUmMyTradesArguments], readonly PortfolioUmMyTradesRow[], PortfolioUmMyTradesRow>;
    /**
     * Trades of the COIN-M part on a contract.
     * GET /papi/v1/cm/userTrades · signed · reads only · weight 5
     * `bourse portfolio cm trades`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly cmTrades: PagedMethod<[given: PortfolioCmMyTradesArguments], readonly PortfolioUmMyTradesRow[], PortfolioUmMyTradesRow>;
    /**
     * Income history of the USD-M part.
     * GET /papi/v1/um/income · signed · reads only · weight 30
     * `bourse portfolio um income`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly umIncome: PagedMethod<[given?: PortfolioUmIncomeArguments], readonly UsdmIncomeRow[], UsdmIncomeRow>;
    /**
     * Income history of the COIN-M part.
     * GET /papi/v1/cm/income · signed · reads only · weight 30
     * `bourse portfolio cm income`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly cmIncome: PagedMethod<[given?: PortfolioUmIncomeArguments], readonly UsdmIncomeRow[], UsdmIncomeRow>;
    /**
     * Set the leverage of a contract of the USD-M part.
     * POST /papi/v1/um/leverage · signed · changes orders or settings · weight 1
     * `bourse portfolio um leverage`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly setUmLeverage: WriteMethod<[given: UsdmLeverageArguments], UsdmLeverageRow>;
    /**
     * Set the leverage of a contract of the COIN-M part.
     * POST /papi/v1/cm/leverage · signed · changes orders or settings · weight 1
     * `bourse portfolio cm leverage`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly setCmLeverage: WriteMethod<[given: CoinmLeverageArguments], CoinmLeverageRow>;
    /**
     * Position mode of the USD-M part: one-way or hedge.
     * GET /papi/v1/um/positionSide/dual · signed · reads only · weight 30
     * `bourse portfolio um position-mode`
     */
    readonly umPositionMode: ReadMethod<[given?: NoArguments], UsdmPositionModeRow>;
    /**
     * Set the position mode of the USD-M part: one-way or hedge.
     * POST /papi/v1/um/positionSide/dual · signed · changes orders or settings · weight 1
     * `bourse portfolio um position-mode set`
     */
    readonly setUmPositionMode: WriteMethod<[given: UsdmPositionModeSetArguments], UsdmOpenOrdersCancelRow>;
    /**
     * Place an order in the USD-M part.
     * POST /papi/v1/um/order · signed · changes orders or settings · weight 1
     * `bourse portfolio um order place`
     * Errors: -1121 BAD_SYMBOL, -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    readonly placeUmOrder: WriteMethod<[given: PortfolioUmOrderNewArguments], UsdmOrderNewRow>;
    /**
     * Cancel an order of the USD-M part.
     * DELETE /papi/v1/um/order · signed · changes orders or settings · weight 1
     * `bourse portfolio um order cancel`
     * Errors: -1121 BAD_SYMBOL, -2011 CANCEL_REJECTED
     */
    readonly cancelUmOrder: WriteMethod<[given: UsdmOrderCancelArguments], UsdmOrderNewRow>;
    /**
     * Cancel all open orders of a contract of the USD-M part.
     * DELETE /papi/v1/um/allOpenOrders · signed · changes orders or settings · weight 1
     * `bourse portfolio um cancel-all`
     * Errors: -1121 BAD_SYMBOL, -2011 CANCEL_REJECTED
     */
    readonly cancelAllUm: WriteMethod<[given: UsdmOpenOrdersCancelArguments], UsdmOpenOrdersCancelRow>;
    /**
     * Look up an order of the USD-M part.
     * GET /papi/v1/um/order · signed · reads only · weight 1
     * `bourse portfolio um order get`
     * Errors: -1121 BAD_SYMBOL, -2013 NO_SUCH_ORDER
     */
    readonly getUmOrder: ReadMethod<[given: UsdmOrderCancelArguments], UsdmOrderNewRow>;
    /**
     * All orders of the USD-M part on a contract: open, filled, cancelled.
     * GET /papi/v1/um/allOrders · signed · reads only · weight 5
     * `bourse portfolio um all-orders`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly umAllOrders: PagedMethod<[given: PortfolioUmAllOrdersArguments], readonly UsdmAllOrdersRow[], UsdmAllOrdersRow>;
    /**
     * Open orders of the USD-M part, of one contract or of all.
     * GET /papi/v1/um/openOrders · signed · reads only · weight 1 with symbol, else 40
     * `bourse portfolio um open-orders`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly umOpenOrders: ReadMethod<[given?: UsdmOpenOrdersArguments], readonly UsdmOrderNewRow[]>;
    /**
     * Place an order in the COIN-M part.
     * POST /papi/v1/cm/order · signed · changes orders or settings · weight 1
     * `bourse portfolio cm order place`
     * Errors: -1121 BAD_SYMBOL, -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    readonly placeCmOrder: WriteMethod<[given: PortfolioCmOrderNewArguments], UsdmOrderNewRow>;
    /**
     * Cancel an order of the COIN-M part.
     * DELETE /papi/v1/cm/order · signed · changes orders or settings · weight 1
     * `bourse portfolio cm order cancel`
     * Errors: -1121 BAD_SYMBOL, -2011 CANCEL_REJECTED
     */
    readonly cancelCmOrder: WriteMethod<[given: CoinmOrderCancelArguments], UsdmOrderNewRow>;
    /**
     * Cancel all open orders of a contract of the COIN-M part.
     * DELETE /papi/v1/cm/allOpenOrders · signed · changes orders or settings · weight 1
     * `bourse portfolio cm cancel-all`
     * Errors: -1121 BAD_SYMBOL, -2011 CANCEL_REJECTED
     */
    readonly cancelAllCm: WriteMethod<[given: CoinmOpenInterestArguments], UsdmOpenOrdersCancelRow>;
    /**
     * Look up an order of the COIN-M part.
     * GET /papi/v1/cm/order · signed · reads only · weight 1
     * `bourse portfolio cm order get`
     * Errors: -1121 BAD_SYMBOL, -2013 NO_SUCH_ORDER
     */
    readonly getCmOrder: ReadMethod<[given: CoinmOrderCancelArguments], UsdmOrderNewRow>;
    /**
     * All orders of the COIN-M part on a contract: open, filled, cancelled.
     * GET /papi/v1/cm/allOrders · signed · reads only · weight 20
     * `bourse portfolio cm all-orders`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly cmAllOrders: PagedMethod<[given: PortfolioCmAllOrdersArguments], readonly UsdmAllOrdersRow[], UsdmAllOrdersRow>;
    /**
     * Open orders of the COIN-M part, of one contract or of all.
     * GET /papi/v1/cm/openOrders · signed · reads only · weight 1 with symbol, else 40
     * `bourse portfolio cm open-orders`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly cmOpenOrders: ReadMethod<[given?: UsdmOpenOrdersArguments], readonly UsdmOrderNewRow[]>;
    /**
     * Modify price and quantity of a limit order of the USD-M part (loses priority).
     * PUT /papi/v1/um/order · signed · changes orders or settings · weight 1
     * `bourse portfolio um order change`
     * An order whose new amount is executed already is cancelled.
     * Errors: -1121 BAD_SYMBOL, -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS, -2019, -2021
     */
    readonly changeUmOrder: WriteMethod<[given: PortfolioUmOrderAmendArguments], UsdmOrderNewRow>;
    /**
     * Modify price and quantity of a limit order of the COIN-M part (loses priority).
     * PUT /papi/v1/cm/order · signed · changes orders or settings · weight 1
     * `bourse portfolio cm order change`
     * An order whose new amount is executed already is cancelled.
     * Errors: -1121 BAD_SYMBOL, -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS, -2019, -2021
     */
    readonly changeCmOrder: WriteMethod<[given: PortfolioCmOrderAmendArguments], UsdmOrderNewRow>;
    /**
     * Place a stop, take-profit or trailing-stop order.
     * POST /papi/v1/um/algo/order · signed · changes orders or settings · weight 1
     * `bourse portfolio um algo place`
     * An algo order reserves no margin: a trigger that the margin does not cover ends it as REJECTED.
     * Errors: -1121 BAD_SYMBOL, -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS, -2021
     */
    readonly placeUmAlgo: WriteMethod<[given: UsdmAlgoOrderNewArguments], UsdmAlgoOrderNewRow>;
    /**
     * Cancel an algo order.
     * DELETE /papi/v1/um/algo/order · signed · changes orders or settings · weight 1
     * `bourse portfolio um algo cancel`
     * Errors: -2011 CANCEL_REJECTED
     */
    readonly cancelUmAlgo: WriteMethod<[given?: UsdmAlgoOrderCancelArguments], PortfolioUmAlgoOrderCancelRow>;
    /**
     * Cancel all open algo orders of a contract.
     * DELETE /papi/v1/um/algo/allOpenOrders · signed · changes orders or settings · weight 1
     * `bourse portfolio um algo cancel-all`
     * Errors: -1121 BAD_SYMBOL, -2011 CANCEL_REJECTED
     */
    readonly cancelAllUmAlgo: WriteMethod<[given: UsdmOpenOrdersCancelArguments], UsdmOpenOrdersCancelRow>;
    /**
     * Look up an algo order.
     * GET /papi/v1/um/algo/algoOrder · signed · reads only · weight 1
     * `bourse portfolio um algo get`
     * Orders that ended without a fill are found for 3 days, all others for 90.
     */
    readonly getUmAlgo: ReadMethod<[given?: UsdmAlgoOrderCancelArguments], UsdmAlgoOrderNewRow>;
    /**
     * Open algo orders, of one contract or of all.
     * GET /papi/v1/um/algo/openAlgoOrders · signed · reads only · weight 1 with symbol, else 40
     * `bourse portfolio um algo open`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly openUmAlgo: ReadMethod<[given?: UsdmAlgoOrdersOpenArguments], readonly UsdmAlgoOrderNewRow[]>;
    /**
     * All algo orders of a contract: open, triggered, ended.
     * GET /papi/v1/um/algo/allAlgoOrders · signed · reads only · weight 5
     * `bourse portfolio um algo list`
     * The last 7 days if neither a time nor an id is given.
     * Errors: -1121 BAD_SYMBOL, -1127 MORE_THAN_XX_HOURS
     */
    readonly umAlgoList: PagedMethod<[given: UsdmAlgoOrdersAllArguments], readonly UsdmAlgoOrdersAllRow[], UsdmAlgoOrdersAllRow>;
    /**
     * Place an order on margin in the portfolio margin account.
     * POST /papi/v1/margin/order · signed · changes orders or settings · weight 1
     * `bourse portfolio margin order place`
     * MARGIN_BUY borrows what is missing when the order is placed, AUTO_REPAY repays from what its fills bring.
     * Errors: -1121 BAD_SYMBOL, -2010 NEW_ORDER_REJECTED, -1013, -1111 BAD_PRECISION, -1015 TOO_MANY_ORDERS
     */
    readonly placeMarginOrder: WriteMethod<[given: PortfolioMarginOrderNewArguments], MarginOrderNewRow>;
    /**
     * Cancel an order on margin of the portfolio margin account.
     * DELETE /papi/v1/margin/order · signed · changes orders or settings · weight 2
     * `bourse portfolio margin order cancel`
     * The answer holds the order number as text.
     * Errors: -1121 BAD_SYMBOL, -2011 CANCEL_REJECTED
     */
    readonly cancelMarginOrder: WriteMethod<[given: PortfolioMarginOrderCancelArguments], MarginOrderNewRow>;
    /**
     * Look up an order on margin of the portfolio margin account.
     * GET /papi/v1/margin/order · signed · reads only · weight 10
     * `bourse portfolio margin order get`
     * Errors: -1121 BAD_SYMBOL, -2013 NO_SUCH_ORDER
     */
    readonly getMarginOrder: ReadMethod<[given: SpotOrderGetArguments], MarginOrderNewRow>;
    /**
     * Open orders on margin of a symbol in the portfolio margin account.
     * GET /papi/v1/margin/openOrders · signed · reads only · weight 5
     * `bourse portfolio margin open-orders`
     * Errors: -1121 BAD_SYMBOL
     */
    readonly marginOpenOrders: ReadMethod<[given: SpotAvgPriceArguments], readonly MarginOrderNewRow[]>;
    /**
     * All orders on margin of a symbol in the portfolio margin account.
     * GET /papi/v1/margin/allOrders · signed · reads only · weight 100
     * `bourse portfolio margin all-orders`
     * Errors: -1121 BAD_SYMBOL, -1127 MORE_THAN_XX_HOURS
     */
    readonly marginAllOrders: PagedMethod<[given: PortfolioMarginAllOrdersArguments], readonly MarginAllOrdersRow[], MarginAllOrdersRow>;
    /**
     * Collect all assets of the futures parts into the margin account.
     * POST /papi/v1/auto-collection · signed · moves money · weight 750
     * `bourse portfolio collect-all`
     */
    readonly collectAllAssets: WriteMethod<[given?: NoArguments], PortfolioAutoCollectionRow>;
    /**
     * Collect one asset of the futures parts into the margin account.
     * POST /papi/v1/asset-collection · signed · moves money · weight 30
     * `bourse portfolio collect`
     */
    readonly collectAsset: WriteMethod<[given: UsdmPortfolioAccountArguments], PortfolioAutoCollectionRow>;
    /**
     * Move BNB for commissions to the USD-M part, or back.
     * POST /papi/v1/bnb-transfer · signed · moves money · weight 750
     * `bourse portfolio bnb-transfer`
     */
    readonly bnbTransfer: WriteMethod<[given: PortfolioBnbTransferArguments], MarginTransferRow>;
    /**
     * Repay the negative balances of the futures parts.
     * POST /papi/v1/repay-futures-negative-balance · signed · moves money · weight 750
     * `bourse portfolio repay-negative`
     */
    readonly repayNegative: WriteMethod<[given?: NoArguments], PortfolioAutoCollectionRow>;
    /**
     * Assets of the USD-M part, with its open positions only (v2 endpoint).
     * GET /papi/v2/um/account · signed · reads only · weight 5
     * `bourse portfolio um account-v2`
     */
    readonly umAccountV2: ReadMethod<[given?: NoArguments], PortfolioUmAccountV2Answer>;
    /**
     * Create a listen key of the portfolio margin account.
     * POST /papi/v1/listenKey · key, no signature · changes orders or settings · weight 1
     * `bourse portfolio listen-key create`
     * Its events come at wss://fstream.binance.com/pm/ws/KEY.
     * Errors: -1125 INVALID_LISTEN_KEY
     */
    readonly createListenKey: WriteMethod<[given?: NoArguments], UsdmListenKeyCreateRow>;
    /**
     * Keep the listen key of the portfolio margin account alive.
     * PUT /papi/v1/listenKey · key, no signature · changes orders or settings · weight 1
     * `bourse portfolio listen-key keep-alive`
     * An expired key is refused with -1125: create another one.
     * Errors: -1125 INVALID_LISTEN_KEY
     */
    readonly keepAliveListenKey: WriteMethod<[given?: NoArguments], AnswerValue>;
    /**
     * Close the listen key of the portfolio margin account.
     * DELETE /papi/v1/listenKey · key, no signature · changes orders or settings · weight 1
     * `bourse portfolio listen-key close`
     * Errors: -1125 INVALID_LISTEN_KEY
     */
    readonly closeListenKey: WriteMethod<[given?: NoArguments], AnswerValue>;
  };
  readonly wallet: {
    /**
     * Tokens held by a wallet address on a chain.
     * GET /bapi/defi/v3/public/wallet-direct/buw/wallet/address/pnl/active-position-list/ai · no key · reads only · weight not listed
     * `bourse wallet holdings`
     * The page size is not shown in the interface; pages are followed until an empty one.
     * offset is marked as required with a default of 0: it is sent always.
     */
    readonly holdings: PagedMethod<[given: OnchainHoldingsArguments], OnchainHoldingsAnswer, OnchainHoldingsRow>;
  };
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

export interface SpotTimeRow {
  readonly serverTime?: number;
}

export interface SpotExchangeInfoArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol?: string;
  /** Several trading pairs, separated by commas */
  readonly symbols?: readonly string[];
  /** Only symbols with one of these permissions: SPOT, MARGIN, LEVERAGED, TRD_GRP_002, TRD_GRP_003, TRD_GRP_004, TRD_GRP_005, TRD_GRP_006, TRD_GRP_007, TRD_GRP_008, TRD_GRP_009, TRD_GRP_010, TRD_GRP_011, TRD_GRP_012, TRD_GRP_013, TRD_GRP_014, TRD_GRP_015, TRD_GRP_016, TRD_GRP_017, TRD_GRP_018, TRD_GRP_019, TRD_GRP_020, TRD_GRP_021, TRD_GRP_022, TRD_GRP_023, TRD_GRP_024, TRD_GRP_025; today also TRD_GRP_002 to TRD_GRP_025 */
  readonly permissions?: readonly SpotPermissions[];
}

export interface SpotExchangeInfoRow {
  readonly symbol?: string;
  readonly status?: string;
  readonly baseAsset?: string;
  readonly quoteAsset?: string;
  readonly baseAssetPrecision?: bigint;
  readonly quotePrecision?: bigint;
  readonly orderTypes?: string;
  readonly isSpotTradingAllowed?: boolean;
  readonly isMarginTradingAllowed?: boolean;
  readonly icebergAllowed?: boolean;
  readonly ocoAllowed?: boolean;
  readonly filters?: string;
}

export interface SpotExchangeInfoAnswer {
  readonly symbols: readonly SpotExchangeInfoRow[];
}

export interface SpotDepthArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Levels on each side: 1 to 5000 (default 100) */
  readonly limit?: number;
}

export interface SpotTradesArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
}

export interface SpotTradesRow {
  readonly id?: bigint;
  readonly time?: number;
  readonly price?: string;
  readonly qty?: string;
  readonly quoteQty?: string;
  readonly isBuyerMaker?: boolean;
  readonly isBestMatch?: boolean;
}

export interface SpotHistoricalTradesArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
  /** First trade id; the latest trades if omitted */
  readonly fromId?: Id;
}

export interface SpotHistoricalTradesRow {
  readonly id: bigint;
  readonly time?: number;
  readonly price?: string;
  readonly qty?: string;
  readonly quoteQty?: string;
  readonly isBuyerMaker?: boolean;
  readonly isBestMatch?: boolean;
}

export interface SpotAggTradesArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** First aggregate trade id */
  readonly fromId?: Id;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
}

export interface SpotAggTradesRow {
  readonly a: bigint;
  readonly T?: number;
  readonly p?: string;
  readonly q?: string;
  readonly f?: bigint;
  readonly l?: bigint;
  readonly m?: boolean;
  readonly M?: boolean;
}

export interface SpotAvgPriceArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
}

export interface SpotAvgPriceRow {
  readonly mins?: bigint;
  readonly price?: string;
  readonly closeTime?: number;
}

export interface SpotKlinesArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Candle interval */
  readonly interval: SpotInterval;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Offset from UTC that shifts day boundaries, such as 8 or -03:30 (default 0) */
  readonly timeZone?: string;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
}

export interface SpotKlinesRow {
  readonly openTime: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly closeTime: number;
  readonly quoteVolume: string;
  readonly trades: bigint;
  readonly takerBuyVolume: string;
  readonly takerBuyQuoteVolume: string;
  readonly ignored: string;
}

export interface SpotTicker24hrArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol?: string;
  /** Several trading pairs, separated by commas */
  readonly symbols?: readonly string[];
  /** FULL has all fields, MINI leaves out bid, ask and changes (default FULL) */
  readonly type?: "FULL" | "MINI";
}

export interface SpotTicker24hrRow {
  readonly symbol?: string;
  readonly lastPrice?: string;
  readonly priceChange?: string;
  readonly priceChangePercent?: string;
  readonly weightedAvgPrice?: string;
  readonly openPrice?: string;
  readonly highPrice?: string;
  readonly lowPrice?: string;
  readonly volume?: string;
  readonly quoteVolume?: string;
  readonly openTime?: number;
  readonly closeTime?: number;
  readonly firstId?: bigint;
  readonly lastId?: bigint;
  readonly count?: bigint;
  readonly prevClosePrice?: string;
  readonly lastQty?: string;
  readonly bidPrice?: string;
  readonly bidQty?: string;
  readonly askPrice?: string;
  readonly askQty?: string;
}

export interface SpotTickerTradingDayArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol?: string;
  /** Several trading pairs, separated by commas: at most 100 at once */
  readonly symbols?: readonly string[];
  /** Offset from UTC that shifts day boundaries, such as 8 or -03:30 (default 0) */
  readonly timeZone?: string;
  /** FULL has all fields, MINI leaves out bid, ask and changes (default FULL) */
  readonly type?: "FULL" | "MINI";
}

export interface SpotTickerTradingDayRow {
  readonly symbol?: string;
  readonly lastPrice?: string;
  readonly priceChange?: string;
  readonly priceChangePercent?: string;
  readonly weightedAvgPrice?: string;
  readonly openPrice?: string;
  readonly highPrice?: string;
  readonly lowPrice?: string;
  readonly volume?: string;
  readonly quoteVolume?: string;
  readonly openTime?: number;
  readonly closeTime?: number;
  readonly firstId?: bigint;
  readonly lastId?: bigint;
  readonly count?: bigint;
}

export interface SpotTickerPriceArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol?: string;
  /** Several trading pairs, separated by commas */
  readonly symbols?: readonly string[];
}

export interface SpotTickerPriceRow {
  readonly symbol?: string;
  readonly price?: string;
}

export interface SpotTickerBookRow {
  readonly symbol?: string;
  readonly bidPrice?: string;
  readonly bidQty?: string;
  readonly askPrice?: string;
  readonly askQty?: string;
}

export interface SpotTickerRollingArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol?: string;
  /** Several trading pairs, separated by commas: at most 100 at once */
  readonly symbols?: readonly string[];
  /** Window: 1m to 59m, 1h to 23h or 1d to 7d (default 1d) */
  readonly windowSize?: string;
  /** FULL has all fields, MINI leaves out bid, ask and changes (default FULL) */
  readonly type?: "FULL" | "MINI";
}

export interface SpotExecutionRulesArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol?: string;
  /** Several trading pairs, separated by commas */
  readonly symbols?: readonly string[];
  /** Only symbols in this state */
  readonly symbolStatus?: "TRADING" | "HALT" | "BREAK";
}

export interface SpotExecutionRulesRow {
  readonly symbol?: string;
  readonly rules?: string;
}

export interface SpotExecutionRulesAnswer {
  readonly symbolRules: readonly SpotExecutionRulesRow[];
}

export interface SpotReferencePriceRow {
  readonly symbol?: string;
  readonly referencePrice?: string;
  readonly timestamp?: number;
}

export interface SpotReferencePriceCalculationArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Only symbols in this state */
  readonly symbolStatus?: "TRADING" | "HALT" | "BREAK";
}

export interface SpotReferencePriceCalculationRow {
  readonly symbol?: string;
  readonly calculationType?: string;
  readonly bucketCount?: bigint;
  readonly bucketWidthMs?: bigint;
  readonly externalCalculationId?: bigint;
}

export interface SpotBlockTradesArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** First block trade id, inclusive */
  readonly fromId: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
}

export interface SpotBlockTradesRow {
  readonly id: bigint;
  readonly time?: number;
  readonly price?: string;
  readonly qty?: string;
  readonly quoteQty?: string;
  readonly isBuyerMaker?: boolean;
}

export interface SpotOrderNewArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Side */
  readonly side: "BUY" | "SELL";
  /** Order type */
  readonly type: SpotType;
  /** Time in force */
  readonly timeInForce?: "GTC" | "IOC" | "FOK";
  /** Amount of the base asset: greater than 0 */
  readonly quantity?: string;
  /** Amount of the quote asset to spend or to receive, MARKET only: greater than 0 */
  readonly quoteOrderQty?: string;
  /** Limit price: greater than 0 */
  readonly price?: string;
  /** Client id of the order; generated if omitted: at most 36 characters */
  readonly newClientOrderId?: string;
  /** Strategy id */
  readonly strategyId?: Id;
  /** Strategy type */
  readonly strategyType?: number;
  /** Trigger price: greater than 0 */
  readonly stopPrice?: string;
  /** Distance of a trailing stop, in bps */
  readonly trailingDelta?: Id;
  /** Iceberg quantity: greater than 0 */
  readonly icebergQty?: string;
  /** Response type (default ACK) */
  readonly newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  readonly selfTradePreventionMode?: SpotSelfTradePreventionMode;
  /** Takes the limit price from the best price of the own (PRIMARY_PEG) or the opposite side (MARKET_PEG) */
  readonly pegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the offset from the best price */
  readonly pegOffsetType?: "PRICE_LEVEL";
  /** Price levels by which the price is deeper in the book than the best price: 1 to 100 */
  readonly pegOffsetValue?: number;
  /** Good-till date */
  readonly goodTillDate?: Time;
}

export interface SpotOrderNewRow {
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
}

export interface SpotOrderTestArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Side */
  readonly side: "BUY" | "SELL";
  /** Order type */
  readonly type: SpotType;
  /** Time in force */
  readonly timeInForce?: "GTC" | "IOC" | "FOK";
  /** Amount of the base asset: greater than 0 */
  readonly quantity?: string;
  /** Amount of the quote asset to spend or to receive, MARKET only: greater than 0 */
  readonly quoteOrderQty?: string;
  /** Limit price: greater than 0 */
  readonly price?: string;
  /** Client id of the order; generated if omitted: at most 36 characters */
  readonly newClientOrderId?: string;
  /** Strategy id */
  readonly strategyId?: Id;
  /** Strategy type */
  readonly strategyType?: number;
  /** Trigger price: greater than 0 */
  readonly stopPrice?: string;
  /** Distance of a trailing stop, in bps */
  readonly trailingDelta?: Id;
  /** Iceberg quantity: greater than 0 */
  readonly icebergQty?: string;
  /** Response type (default ACK) */
  readonly newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  readonly selfTradePreventionMode?: SpotSelfTradePreventionMode;
  /** Takes the limit price from the best price of the own (PRIMARY_PEG) or the opposite side (MARKET_PEG) */
  readonly pegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the offset from the best price */
  readonly pegOffsetType?: "PRICE_LEVEL";
  /** Price levels by which the price is deeper in the book than the best price: 1 to 100 */
  readonly pegOffsetValue?: number;
  /** Good-till date */
  readonly goodTillDate?: Time;
  /** Answer with the commission it would cost (default false) */
  readonly computeCommissionRates?: Flag;
}

export interface SpotOrderCancelArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** The exchange's number of the order */
  readonly orderId?: Id;
  /** Client id of the order: at most 36 characters */
  readonly origClientOrderId?: string;
  /** Client id of the cancellation: at most 36 characters */
  readonly newClientOrderId?: string;
  /** Cancel only an order in this state */
  readonly cancelRestrictions?: "ONLY_NEW" | "ONLY_PARTIALLY_FILLED";
}

export interface SpotOpenOrdersCancelRow {
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
  readonly contingencyType?: string;
  readonly listStatusType?: string;
  readonly listOrderStatus?: string;
  readonly listClientOrderId?: string;
  readonly transactionTime?: number;
  readonly orders?: string;
  readonly orderReports?: string;
}

export interface SpotOrderGetArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** The exchange's number of the order */
  readonly orderId?: Id;
  /** Client id of the order: at most 36 characters */
  readonly origClientOrderId?: string;
}

export interface SpotOpenOrdersArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol?: string;
}

export interface SpotAllOrdersArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** First order id, inclusive */
  readonly orderId?: Id;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
}

export interface SpotAllOrdersRow {
  readonly symbol?: string;
  readonly orderId: bigint;
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
}

export interface SpotOrderAmendArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** The exchange's number of the order */
  readonly orderId?: Id;
  /** Client id of the order: at most 36 characters */
  readonly origClientOrderId?: string;
  /** Client id of the order from then on; generated if omitted: at most 36 characters */
  readonly newClientOrderId?: string;
  /** New quantity, below the current one: greater than 0 */
  readonly newQty: string;
}

export interface SpotOrderAmendRow {
  readonly symbol?: string;
  readonly orderId?: bigint;
  readonly side?: string;
  readonly type?: string;
  readonly timeInForce?: string;
  readonly price?: string;
  readonly qty?: string;
  readonly executedQty?: string;
  readonly status?: string;
  readonly clientOrderId?: string;
  readonly origClientOrderId?: string;
  readonly orderListId?: bigint;
  readonly preventedQty?: string;
  readonly quoteOrderQty?: string;
  readonly cumulativeQuoteQty?: string;
  readonly workingTime?: number;
  readonly selfTradePreventionMode?: string;
}

export interface SpotOrderAmendAnswer {
  readonly amendedOrder: readonly SpotOrderAmendRow[];
}

export interface SpotOrderAmendmentsArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** The exchange's number of the order */
  readonly orderId: Id;
  /** First execution id, inclusive */
  readonly fromExecutionId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
}

export interface SpotOrderAmendmentsRow {
  readonly time?: number;
  readonly symbol?: string;
  readonly orderId?: bigint;
  readonly executionId?: bigint;
  readonly origClientOrderId?: string;
  readonly newClientOrderId?: string;
  readonly origQty?: string;
  readonly newQty?: string;
}

export interface SpotOrderCancelReplaceArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Side */
  readonly side: "BUY" | "SELL";
  /** Order type */
  readonly type: SpotType;
  /** Time in force */
  readonly timeInForce?: "GTC" | "IOC" | "FOK";
  /** Amount of the base asset: greater than 0 */
  readonly quantity?: string;
  /** Amount of the quote asset to spend or to receive, MARKET only: greater than 0 */
  readonly quoteOrderQty?: string;
  /** Limit price: greater than 0 */
  readonly price?: string;
  /** Client id of the order; generated if omitted: at most 36 characters */
  readonly newClientOrderId?: string;
  /** Strategy id */
  readonly strategyId?: Id;
  /** Strategy type */
  readonly strategyType?: number;
  /** Trigger price: greater than 0 */
  readonly stopPrice?: string;
  /** Distance of a trailing stop, in bps */
  readonly trailingDelta?: Id;
  /** Iceberg quantity: greater than 0 */
  readonly icebergQty?: string;
  /** Response type (default ACK) */
  readonly newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  readonly selfTradePreventionMode?: SpotSelfTradePreventionMode;
  /** Takes the limit price from the best price of the own (PRIMARY_PEG) or the opposite side (MARKET_PEG) */
  readonly pegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the offset from the best price */
  readonly pegOffsetType?: "PRICE_LEVEL";
  /** Price levels by which the price is deeper in the book than the best price: 1 to 100 */
  readonly pegOffsetValue?: number;
  /** Whether the new order is placed when the cancellation fails */
  readonly cancelReplaceMode: "STOP_ON_FAILURE" | "ALLOW_FAILURE";
  /** The exchange's number of the order to cancel */
  readonly cancelOrderId?: Id;
  /** Client id of the order to cancel: at most 36 characters */
  readonly cancelOrigClientOrderId?: string;
  /** Client id of the cancellation; generated if omitted: at most 36 characters */
  readonly cancelNewClientOrderId?: string;
  /** Cancel only an order in this state */
  readonly cancelRestrictions?: "ONLY_NEW" | "ONLY_PARTIALLY_FILLED";
  /** What to do when the limit of orders is reached (default DO_NOTHING) */
  readonly orderRateLimitExceededMode?: "DO_NOTHING" | "CANCEL_ONLY";
}

export interface SpotOrderCancelReplaceRow {
  readonly cancelResult?: string;
  readonly newOrderResult?: string;
  readonly cancelResponse?: string;
  readonly newOrderResponse?: string;
}

export interface SpotSorNewArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Side */
  readonly side: "BUY" | "SELL";
  /** Order type */
  readonly type: "LIMIT" | "MARKET";
  /** Time in force */
  readonly timeInForce?: "GTC" | "IOC" | "FOK";
  /** Amount of the base asset: greater than 0 */
  readonly quantity: string;
  /** Limit price: greater than 0 */
  readonly price?: string;
  /** Client id of the order; generated if omitted: at most 36 characters */
  readonly newClientOrderId?: string;
  /** Strategy id */
  readonly strategyId?: Id;
  /** Strategy type */
  readonly strategyType?: number;
  /** Iceberg quantity: greater than 0 */
  readonly icebergQty?: string;
  /** Response type (default FULL) */
  readonly newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  readonly selfTradePreventionMode?: SpotSelfTradePreventionMode;
}

export interface SpotSorTestArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Side */
  readonly side: "BUY" | "SELL";
  /** Order type */
  readonly type: "LIMIT" | "MARKET";
  /** Time in force */
  readonly timeInForce?: "GTC" | "IOC" | "FOK";
  /** Amount of the base asset: greater than 0 */
  readonly quantity: string;
  /** Limit price: greater than 0 */
  readonly price?: string;
  /** Client id of the order; generated if omitted: at most 36 characters */
  readonly newClientOrderId?: string;
  /** Strategy id */
  readonly strategyId?: Id;
  /** Strategy type */
  readonly strategyType?: number;
  /** Iceberg quantity: greater than 0 */
  readonly icebergQty?: string;
  /** Response type (default FULL) */
  readonly newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  readonly selfTradePreventionMode?: SpotSelfTradePreventionMode;
  /** Answer with the commission it would cost (default false) */
  readonly computeCommissionRates?: Flag;
}

export interface SpotOcoNewArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Client id of the order list; generated if omitted: at most 36 characters */
  readonly listClientOrderId?: string;
  /** Side of both orders */
  readonly side: "BUY" | "SELL";
  /** Amount of the base asset, of each order: greater than 0 */
  readonly quantity: string;
  /** Client id of the limit order: at most 36 characters */
  readonly limitClientOrderId?: string;
  /** Price of the limit order: greater than 0 */
  readonly price: string;
  /** Iceberg quantity of the limit order: greater than 0 */
  readonly limitIcebergQty?: string;
  /** Client id of the stop order: at most 36 characters */
  readonly stopClientOrderId?: string;
  /** Trigger price of the stop order: greater than 0 */
  readonly stopPrice: string;
  /** Limit price of the stop order; a market order if omitted: greater than 0 */
  readonly stopLimitPrice?: string;
  /** Iceberg quantity of the stop order: greater than 0 */
  readonly stopIcebergQty?: string;
  /** Time in force of the triggered stop order */
  readonly stopLimitTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Response type of each order (default ACK) */
  readonly newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  readonly selfTradePreventionMode?: SpotSelfTradePreventionMode;
  /** Strategy id, for the limit order */
  readonly limitStrategyId?: Id;
  /** Strategy type, for the limit order */
  readonly limitStrategyType?: number;
  /** Strategy id, for the stop order */
  readonly stopStrategyId?: Id;
  /** Strategy type, for the stop order */
  readonly stopStrategyType?: number;
  /** Distance of a trailing stop order, in bps */
  readonly trailingDelta?: Id;
}

export interface SpotOcoNewRow {
  readonly symbol?: string;
  readonly orderListId?: bigint;
  readonly contingencyType?: string;
  readonly listStatusType?: string;
  readonly listOrderStatus?: string;
  readonly listClientOrderId?: string;
  readonly transactionTime?: number;
  readonly orders?: string;
  readonly orderReports?: string;
}

export interface SpotOrderListCancelArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** The exchange's number of the list */
  readonly orderListId?: Id;
  /** Client id of the order list: at most 36 characters */
  readonly listClientOrderId?: string;
  /** Client id of the cancellation: at most 36 characters */
  readonly newClientOrderId?: string;
}

export interface SpotOrderListGetArguments {
  /** The exchange's number of the list */
  readonly orderListId?: Id;
  /** Client id of the order list: at most 36 characters */
  readonly origClientOrderId?: string;
}

export interface SpotAllOrderListsArguments {
  /** First order list id, inclusive; not with times */
  readonly fromId?: Id;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
}

export interface SpotAllOrderListsRow {
  readonly symbol?: string;
  readonly orderListId: bigint;
  readonly contingencyType?: string;
  readonly listStatusType?: string;
  readonly listOrderStatus?: string;
  readonly listClientOrderId?: string;
  readonly transactionTime?: number;
  readonly orders?: string;
  readonly orderReports?: string;
}

export interface SpotOrderListOcoArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Client id of the order list; generated if omitted: at most 36 characters */
  readonly listClientOrderId?: string;
  /** Response type of each order (default ACK) */
  readonly newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  readonly selfTradePreventionMode?: SpotSelfTradePreventionMode;
  /** Side of both orders */
  readonly side: "BUY" | "SELL";
  /** Amount of the base asset, of each order: greater than 0 */
  readonly quantity: string;
  /** Type of the order above the market */
  readonly aboveType: SpotAboveType;
  /** Client id of the order above the market; generated if omitted: at most 36 characters */
  readonly aboveClientOrderId?: string;
  /** Limit price of the order above the market: greater than 0 */
  readonly abovePrice?: string;
  /** Trigger price of the order above the market: greater than 0 */
  readonly aboveStopPrice?: string;
  /** Distance of the order above the market, if it is a trailing stop, in bps */
  readonly aboveTrailingDelta?: Id;
  /** Iceberg quantity of the order above the market: greater than 0 */
  readonly aboveIcebergQty?: string;
  /** Time in force of the order above the market */
  readonly aboveTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the order above the market */
  readonly aboveStrategyId?: Id;
  /** Strategy type of the order above the market */
  readonly aboveStrategyType?: number;
  /** Side of the book from which the order above the market takes its price */
  readonly abovePegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the order above the market */
  readonly abovePegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the order above the market: 1 to 100 */
  readonly abovePegOffsetValue?: number;
  /** Type of the order below the market */
  readonly belowType: SpotAboveType;
  /** Client id of the order below the market; generated if omitted: at most 36 characters */
  readonly belowClientOrderId?: string;
  /** Limit price of the order below the market: greater than 0 */
  readonly belowPrice?: string;
  /** Trigger price of the order below the market: greater than 0 */
  readonly belowStopPrice?: string;
  /** Distance of the order below the market, if it is a trailing stop, in bps */
  readonly belowTrailingDelta?: Id;
  /** Iceberg quantity of the order below the market: greater than 0 */
  readonly belowIcebergQty?: string;
  /** Time in force of the order below the market */
  readonly belowTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the order below the market */
  readonly belowStrategyId?: Id;
  /** Strategy type of the order below the market */
  readonly belowStrategyType?: number;
  /** Side of the book from which the order below the market takes its price */
  readonly belowPegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the order below the market */
  readonly belowPegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the order below the market: 1 to 100 */
  readonly belowPegOffsetValue?: number;
}

export interface SpotOrderListOtoArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Client id of the order list; generated if omitted: at most 36 characters */
  readonly listClientOrderId?: string;
  /** Response type of each order (default ACK) */
  readonly newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  readonly selfTradePreventionMode?: SpotSelfTradePreventionMode;
  /** Type of the working order */
  readonly workingType: "LIMIT" | "LIMIT_MAKER";
  /** Client id of the working order; generated if omitted: at most 36 characters */
  readonly workingClientOrderId?: string;
  /** Limit price of the working order: greater than 0 */
  readonly workingPrice?: string;
  /** Iceberg quantity of the working order: greater than 0 */
  readonly workingIcebergQty?: string;
  /** Time in force of the working order */
  readonly workingTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the working order */
  readonly workingStrategyId?: Id;
  /** Strategy type of the working order */
  readonly workingStrategyType?: number;
  /** Side of the book from which the working order takes its price */
  readonly workingPegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the working order */
  readonly workingPegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the working order: 1 to 100 */
  readonly workingPegOffsetValue?: number;
  /** Side of the working order */
  readonly workingSide: "BUY" | "SELL";
  /** Amount of the base asset, of the working order: greater than 0 */
  readonly workingQuantity: string;
  /** Type of the pending order */
  readonly pendingType: SpotPendingType;
  /** Client id of the pending order; generated if omitted: at most 36 characters */
  readonly pendingClientOrderId?: string;
  /** Limit price of the pending order: greater than 0 */
  readonly pendingPrice?: string;
  /** Trigger price of the pending order: greater than 0 */
  readonly pendingStopPrice?: string;
  /** Distance of the pending order, if it is a trailing stop, in bps */
  readonly pendingTrailingDelta?: Id;
  /** Iceberg quantity of the pending order: greater than 0 */
  readonly pendingIcebergQty?: string;
  /** Time in force of the pending order */
  readonly pendingTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the pending order */
  readonly pendingStrategyId?: Id;
  /** Strategy type of the pending order */
  readonly pendingStrategyType?: number;
  /** Side of the book from which the pending order takes its price */
  readonly pendingPegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the pending order */
  readonly pendingPegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the pending order: 1 to 100 */
  readonly pendingPegOffsetValue?: number;
  /** Side of the pending order */
  readonly pendingSide: "BUY" | "SELL";
  /** Amount of the base asset, of the pending order: greater than 0 */
  readonly pendingQuantity: string;
}

export interface SpotOrderListOtocoArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Client id of the order list; generated if omitted: at most 36 characters */
  readonly listClientOrderId?: string;
  /** Response type of each order (default ACK) */
  readonly newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  readonly selfTradePreventionMode?: SpotSelfTradePreventionMode;
  /** Type of the working order */
  readonly workingType: "LIMIT" | "LIMIT_MAKER";
  /** Client id of the working order; generated if omitted: at most 36 characters */
  readonly workingClientOrderId?: string;
  /** Limit price of the working order: greater than 0 */
  readonly workingPrice?: string;
  /** Iceberg quantity of the working order: greater than 0 */
  readonly workingIcebergQty?: string;
  /** Time in force of the working order */
  readonly workingTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the working order */
  readonly workingStrategyId?: Id;
  /** Strategy type of the working order */
  readonly workingStrategyType?: number;
  /** Side of the book from which the working order takes its price */
  readonly workingPegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the working order */
  readonly workingPegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the working order: 1 to 100 */
  readonly workingPegOffsetValue?: number;
  /** Side of the working order */
  readonly workingSide: "BUY" | "SELL";
  /** Amount of the base asset, of the working order: greater than 0 */
  readonly workingQuantity: string;
  /** Side of both pending orders */
  readonly pendingSide: "BUY" | "SELL";
  /** Amount of the base asset, of each pending order: greater than 0 */
  readonly pendingQuantity: string;
  /** Type of the pending order above the market */
  readonly pendingAboveType: SpotAboveType;
  /** Client id of the pending order above the market; generated if omitted: at most 36 characters */
  readonly pendingAboveClientOrderId?: string;
  /** Limit price of the pending order above the market: greater than 0 */
  readonly pendingAbovePrice?: string;
  /** Trigger price of the pending order above the market: greater than 0 */
  readonly pendingAboveStopPrice?: string;
  /** Distance of the pending order above the market, if it is a trailing stop, in bps */
  readonly pendingAboveTrailingDelta?: Id;
  /** Iceberg quantity of the pending order above the market: greater than 0 */
  readonly pendingAboveIcebergQty?: string;
  /** Time in force of the pending order above the market */
  readonly pendingAboveTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the pending order above the market */
  readonly pendingAboveStrategyId?: Id;
  /** Strategy type of the pending order above the market */
  readonly pendingAboveStrategyType?: number;
  /** Side of the book from which the pending order above the market takes its price */
  readonly pendingAbovePegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the pending order above the market */
  readonly pendingAbovePegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the pending order above the market: 1 to 100 */
  readonly pendingAbovePegOffsetValue?: number;
  /** Type of the pending order below the market */
  readonly pendingBelowType: SpotAboveType;
  /** Client id of the pending order below the market; generated if omitted: at most 36 characters */
  readonly pendingBelowClientOrderId?: string;
  /** Limit price of the pending order below the market: greater than 0 */
  readonly pendingBelowPrice?: string;
  /** Trigger price of the pending order below the market: greater than 0 */
  readonly pendingBelowStopPrice?: string;
  /** Distance of the pending order below the market, if it is a trailing stop, in bps */
  readonly pendingBelowTrailingDelta?: Id;
  /** Iceberg quantity of the pending order below the market: greater than 0 */
  readonly pendingBelowIcebergQty?: string;
  /** Time in force of the pending order below the market */
  readonly pendingBelowTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the pending order below the market */
  readonly pendingBelowStrategyId?: Id;
  /** Strategy type of the pending order below the market */
  readonly pendingBelowStrategyType?: number;
  /** Side of the book from which the pending order below the market takes its price */
  readonly pendingBelowPegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the pending order below the market */
  readonly pendingBelowPegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the pending order below the market: 1 to 100 */
  readonly pendingBelowPegOffsetValue?: number;
}

export interface SpotOrderListOpoArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Client id of the order list; generated if omitted: at most 36 characters */
  readonly listClientOrderId?: string;
  /** Response type of each order (default ACK) */
  readonly newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  readonly selfTradePreventionMode?: SpotSelfTradePreventionMode;
  /** Type of the working order */
  readonly workingType: "LIMIT" | "LIMIT_MAKER";
  /** Client id of the working order; generated if omitted: at most 36 characters */
  readonly workingClientOrderId?: string;
  /** Limit price of the working order: greater than 0 */
  readonly workingPrice?: string;
  /** Iceberg quantity of the working order: greater than 0 */
  readonly workingIcebergQty?: string;
  /** Time in force of the working order */
  readonly workingTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the working order */
  readonly workingStrategyId?: Id;
  /** Strategy type of the working order */
  readonly workingStrategyType?: number;
  /** Side of the book from which the working order takes its price */
  readonly workingPegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the working order */
  readonly workingPegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the working order: 1 to 100 */
  readonly workingPegOffsetValue?: number;
  /** Side of the working order */
  readonly workingSide: "BUY" | "SELL";
  /** Amount of the base asset, of the working order: greater than 0 */
  readonly workingQuantity: string;
  /** Type of the pending order */
  readonly pendingType: SpotPendingType;
  /** Client id of the pending order; generated if omitted: at most 36 characters */
  readonly pendingClientOrderId?: string;
  /** Limit price of the pending order: greater than 0 */
  readonly pendingPrice?: string;
  /** Trigger price of the pending order: greater than 0 */
  readonly pendingStopPrice?: string;
  /** Distance of the pending order, if it is a trailing stop, in bps */
  readonly pendingTrailingDelta?: Id;
  /** Iceberg quantity of the pending order: greater than 0 */
  readonly pendingIcebergQty?: string;
  /** Time in force of the pending order */
  readonly pendingTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the pending order */
  readonly pendingStrategyId?: Id;
  /** Strategy type of the pending order */
  readonly pendingStrategyType?: number;
  /** Side of the book from which the pending order takes its price */
  readonly pendingPegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the pending order */
  readonly pendingPegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the pending order: 1 to 100 */
  readonly pendingPegOffsetValue?: number;
  /** Side of the pending order */
  readonly pendingSide: "BUY" | "SELL";
}

export interface SpotOrderListOpocoArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Client id of the order list; generated if omitted: at most 36 characters */
  readonly listClientOrderId?: string;
  /** Response type of each order (default ACK) */
  readonly newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  readonly selfTradePreventionMode?: SpotSelfTradePreventionMode;
  /** Type of the working order */
  readonly workingType: "LIMIT" | "LIMIT_MAKER";
  /** Client id of the working order; generated if omitted: at most 36 characters */
  readonly workingClientOrderId?: string;
  /** Limit price of the working order: greater than 0 */
  readonly workingPrice?: string;
  /** Iceberg quantity of the working order: greater than 0 */
  readonly workingIcebergQty?: string;
  /** Time in force of the working order */
  readonly workingTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the working order */
  readonly workingStrategyId?: Id;
  /** Strategy type of the working order */
  readonly workingStrategyType?: number;
  /** Side of the book from which the working order takes its price */
  readonly workingPegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the working order */
  readonly workingPegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the working order: 1 to 100 */
  readonly workingPegOffsetValue?: number;
  /** Side of the working order */
  readonly workingSide: "BUY" | "SELL";
  /** Amount of the base asset, of the working order: greater than 0 */
  readonly workingQuantity: string;
  /** Side of both pending orders */
  readonly pendingSide: "BUY" | "SELL";
  /** Type of the pending order above the market */
  readonly pendingAboveType: SpotAboveType;
  /** Client id of the pending order above the market; generated if omitted: at most 36 characters */
  readonly pendingAboveClientOrderId?: string;
  /** Limit price of the pending order above the market: greater than 0 */
  readonly pendingAbovePrice?: string;
  /** Trigger price of the pending order above the market: greater than 0 */
  readonly pendingAboveStopPrice?: string;
  /** Distance of the pending order above the market, if it is a trailing stop, in bps */
  readonly pendingAboveTrailingDelta?: Id;
  /** Iceberg quantity of the pending order above the market: greater than 0 */
  readonly pendingAboveIcebergQty?: string;
  /** Time in force of the pending order above the market */
  readonly pendingAboveTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the pending order above the market */
  readonly pendingAboveStrategyId?: Id;
  /** Strategy type of the pending order above the market */
  readonly pendingAboveStrategyType?: number;
  /** Side of the book from which the pending order above the market takes its price */
  readonly pendingAbovePegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the pending order above the market */
  readonly pendingAbovePegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the pending order above the market: 1 to 100 */
  readonly pendingAbovePegOffsetValue?: number;
  /** Type of the pending order below the market */
  readonly pendingBelowType: SpotAboveType;
  /** Client id of the pending order below the market; generated if omitted: at most 36 characters */
  readonly pendingBelowClientOrderId?: string;
  /** Limit price of the pending order below the market: greater than 0 */
  readonly pendingBelowPrice?: string;
  /** Trigger price of the pending order below the market: greater than 0 */
  readonly pendingBelowStopPrice?: string;
  /** Distance of the pending order below the market, if it is a trailing stop, in bps */
  readonly pendingBelowTrailingDelta?: Id;
  /** Iceberg quantity of the pending order below the market: greater than 0 */
  readonly pendingBelowIcebergQty?: string;
  /** Time in force of the pending order below the market */
  readonly pendingBelowTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the pending order below the market */
  readonly pendingBelowStrategyId?: Id;
  /** Strategy type of the pending order below the market */
  readonly pendingBelowStrategyType?: number;
  /** Side of the book from which the pending order below the market takes its price */
  readonly pendingBelowPegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the pending order below the market */
  readonly pendingBelowPegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the pending order below the market: 1 to 100 */
  readonly pendingBelowPegOffsetValue?: number;
}

export interface SpotAccountArguments {
  /** Leave out zero balances (default false) */
  readonly omitZeroBalances?: Flag;
}

export interface SpotAccountRow {
  readonly asset?: string;
  readonly free?: string;
  readonly locked?: string;
}

export interface SpotAccountAnswer {
  readonly balances: readonly SpotAccountRow[];
}

export interface SpotMyTradesArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Only trades of this order */
  readonly orderId?: Id;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** First trade id, inclusive */
  readonly fromId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
}

export interface SpotMyTradesRow {
  readonly symbol?: string;
  readonly id: bigint;
  readonly orderId?: bigint;
  readonly time?: number;
  readonly isBuyer?: boolean;
  readonly price?: string;
  readonly qty?: string;
  readonly quoteQty?: string;
  readonly commission?: string;
  readonly commissionAsset?: string;
  readonly isMaker?: boolean;
  readonly orderListId?: bigint;
  readonly isBestMatch?: boolean;
}

export interface SpotOrderLimitsRow {
  readonly rateLimitType?: string;
  readonly interval?: string;
  readonly intervalNum?: bigint;
  readonly limit?: bigint;
  readonly count?: bigint;
}

export interface SpotPreventedMatchesArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** One prevented match */
  readonly preventedMatchId?: Id;
  /** Prevented matches of this order */
  readonly orderId?: Id;
  /** First prevented match id, inclusive; with an order */
  readonly fromPreventedMatchId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
}

export interface SpotPreventedMatchesRow {
  readonly symbol?: string;
  readonly preventedMatchId: bigint;
  readonly transactTime?: number;
  readonly takerOrderId?: bigint;
  readonly makerOrderId?: bigint;
  readonly makerSymbol?: string;
  readonly tradeGroupId?: bigint;
  readonly selfTradePreventionMode?: string;
  readonly price?: string;
  readonly takerPreventedQuantity?: string;
  readonly makerPreventedQuantity?: string;
}

export interface SpotAllocationsArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** First allocation id, inclusive */
  readonly fromAllocationId?: number;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
  /** Only allocations of this order */
  readonly orderId?: Id;
}

export interface SpotAllocationsRow {
  readonly symbol?: string;
  readonly allocationId: bigint;
  readonly orderId?: bigint;
  readonly time?: number;
  readonly isBuyer?: boolean;
  readonly price?: string;
  readonly qty?: string;
  readonly quoteQty?: string;
  readonly commission?: string;
  readonly commissionAsset?: string;
  readonly isMaker?: boolean;
  readonly isAllocator?: boolean;
  readonly allocationType?: string;
  readonly orderListId?: bigint;
}

export interface SpotCommissionRow {
  readonly symbol?: string;
  readonly standardCommission?: string;
  readonly taxCommission?: string;
  readonly discount?: string;
}

export interface SpotAccountFiltersRow {
  readonly filterType?: string;
}

export interface SpotAccountFiltersAnswer {
  readonly symbolFilters: readonly SpotAccountFiltersRow[];
}

export interface UsdmExchangeInfoRow {
  readonly symbol?: string;
  readonly status?: string;
  readonly contractType?: string;
  readonly deliveryDate?: number;
  readonly pair?: string;
  readonly onboardDate?: number;
  readonly baseAsset?: string;
  readonly quoteAsset?: string;
  readonly marginAsset?: string;
  readonly pricePrecision?: bigint;
  readonly quantityPrecision?: bigint;
  readonly triggerProtect?: string;
  readonly liquidationFee?: string;
  readonly marketTakeBound?: string;
  readonly orderTypes?: string;
  readonly timeInForce?: string;
  readonly filters?: string;
}

export interface UsdmExchangeInfoAnswer {
  readonly symbols: readonly UsdmExchangeInfoRow[];
}

export interface UsdmDepthArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Levels on each side: such as 5, 10, 20, 50, 100, 500, 1000; 1 to 5000 (default 500) */
  readonly limit?: number;
}

export interface UsdmTradesRow {
  readonly id?: bigint;
  readonly time?: number;
  readonly price?: string;
  readonly qty?: string;
  readonly quoteQty?: string;
  readonly isBuyerMaker?: boolean;
  readonly isRPITrade?: boolean;
}

export interface UsdmHistoricalTradesRow {
  readonly id: bigint;
  readonly time?: number;
  readonly price?: string;
  readonly qty?: string;
  readonly quoteQty?: string;
  readonly isBuyerMaker?: boolean;
  readonly isRPITrade?: boolean;
}

export interface UsdmAggTradesRow {
  readonly a: bigint;
  readonly T?: number;
  readonly p?: string;
  readonly q?: string;
  readonly f?: bigint;
  readonly l?: bigint;
  readonly m?: boolean;
}

export interface UsdmKlinesArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Candle interval */
  readonly interval: UsdmInterval;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 1500 (default 500) */
  readonly limit?: number;
}

export interface UsdmContinuousKlinesArguments {
  /** Underlying pair of contracts, such as BTCUSDT */
  readonly pair: string;
  /** Contract type */
  readonly contractType: UsdmContractType;
  /** Candle interval */
  readonly interval: UsdmInterval;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 1500 (default 500) */
  readonly limit?: number;
}

export interface UsdmIndexPriceKlinesArguments {
  /** Underlying pair of contracts, such as BTCUSDT */
  readonly pair: string;
  /** Candle interval */
  readonly interval: UsdmInterval;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 1500 (default 500) */
  readonly limit?: number;
}

export interface UsdmIndexPriceKlinesRow {
  readonly openTime: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly ignoredVolume: string;
  readonly closeTime: number;
  readonly ignoredQuoteVolume: string;
  readonly points: bigint;
  readonly ignoredTakerVolume: string;
  readonly ignoredTakerQuoteVolume: string;
  readonly ignored: string;
}

export interface UsdmPremiumIndexArguments {
  /** Contract, such as BTCUSDT; all if omitted */
  readonly symbol?: string;
}

export interface UsdmPremiumIndexRow {
  readonly symbol?: string;
  readonly markPrice?: string;
  readonly indexPrice?: string;
  readonly lastFundingRate?: string;
  readonly nextFundingTime?: number;
  readonly interestRate?: string;
  readonly estimatedSettlePrice?: string;
  readonly time?: number;
}

export interface UsdmFundingRateArguments {
  /** Contract, such as BTCUSDT; all if omitted */
  readonly symbol?: string;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 1000 (default 100) */
  readonly limit?: number;
}

export interface UsdmFundingRateRow {
  readonly symbol?: string;
  readonly fundingTime: number;
  readonly fundingRate?: string;
  readonly markPrice?: string;
}

export interface UsdmFundingInfoRow {
  readonly symbol?: string;
  readonly adjustedFundingRateCap?: string;
  readonly adjustedFundingRateFloor?: string;
  readonly fundingIntervalHours?: bigint;
  readonly disclaimer?: boolean;
}

export interface UsdmTicker24hrArguments {
  /** Contract, such as BTCUSDT; all if omitted */
  readonly symbol?: string;
  /** Underlying pair of contracts, such as BTCUSDT */
  readonly pair?: string;
}

export interface UsdmTicker24hrRow {
  readonly symbol?: string;
  readonly lastPrice?: string;
  readonly priceChange?: string;
  readonly priceChangePercent?: string;
  readonly weightedAvgPrice?: string;
  readonly lastQty?: string;
  readonly openPrice?: string;
  readonly highPrice?: string;
  readonly lowPrice?: string;
  readonly volume?: string;
  readonly quoteVolume?: string;
  readonly openTime?: number;
  readonly closeTime?: number;
  readonly firstId?: bigint;
  readonly lastId?: bigint;
  readonly count?: bigint;
}

export interface UsdmTickerPriceRow {
  readonly symbol?: string;
  readonly price?: string;
  readonly time?: number;
}

export interface UsdmTickerBookRow {
  readonly symbol?: string;
  readonly bidPrice?: string;
  readonly bidQty?: string;
  readonly askPrice?: string;
  readonly askQty?: string;
  readonly time?: number;
  readonly lastUpdateId?: bigint;
}

export interface UsdmOpenInterestRow {
  readonly symbol?: string;
  readonly openInterest?: string;
  readonly time?: number;
}

export interface UsdmConstituentsRow {
  readonly exchange?: string;
  readonly symbol?: string;
  readonly price?: string;
  readonly weight?: string;
}

export interface UsdmConstituentsAnswer {
  readonly constituents: readonly UsdmConstituentsRow[];
}

export interface UsdmAssetIndexArguments {
  /** Asset pair, such as BTCUSD; all if omitted */
  readonly symbol?: string;
}

export interface UsdmAssetIndexRow {
  readonly symbol?: string;
  readonly index?: string;
  readonly bidRate?: string;
  readonly askRate?: string;
  readonly bidBuffer?: string;
  readonly askBuffer?: string;
  readonly autoExchangeBidRate?: string;
  readonly autoExchangeAskRate?: string;
  readonly autoExchangeBidBuffer?: string;
  readonly autoExchangeAskBuffer?: string;
  readonly time?: number;
}

export interface UsdmOpenInterestHistoryArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Span of one row */
  readonly period: UsdmPeriod;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 500 (default 30) */
  readonly limit?: number;
}

export interface UsdmOpenInterestHistoryRow {
  readonly timestamp: number;
  readonly symbol?: string;
  readonly sumOpenInterest?: string;
  readonly sumOpenInterestValue?: string;
  readonly CMCCirculatingSupply?: string;
}

export interface UsdmLongShortTopAccountsRow {
  readonly timestamp: number;
  readonly symbol?: string;
  readonly longShortRatio?: string;
  readonly longAccount?: string;
  readonly shortAccount?: string;
}

export interface UsdmTakerVolumeRow {
  readonly timestamp: number;
  readonly buySellRatio?: string;
  readonly buyVol?: string;
  readonly sellVol?: string;
}

export interface UsdmBasisArguments {
  /** Underlying pair of contracts, such as BTCUSDT */
  readonly pair: string;
  /** Contract type */
  readonly contractType: UsdmContractType2;
  /** Span of one row */
  readonly period: UsdmPeriod;
  /** Number of rows: 1 to 500 (default 30) */
  readonly limit?: number;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
}

export interface UsdmBasisRow {
  readonly timestamp: number;
  readonly pair?: string;
  readonly contractType?: string;
  readonly futuresPrice?: string;
  readonly indexPrice?: string;
  readonly basis?: string;
  readonly basisRate?: string;
  readonly annualizedBasisRate?: string;
}

export interface UsdmRpiDepthArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Levels on each side (default 1000) */
  readonly limit?: 1000;
}

export interface UsdmAdlRiskRow {
  readonly symbol?: string;
  readonly adlRisk?: string;
  readonly updateTime?: number;
}

export interface UsdmInsuranceRow {
  readonly symbols?: string;
  readonly assets?: string;
}

export interface UsdmTradingScheduleRow {
  readonly updateTime?: number;
  readonly marketSchedules?: string;
}

export interface UsdmIndexInfoArguments {
  /** Composite index, such as DEFIUSDT; all if omitted */
  readonly symbol?: string;
}

export interface UsdmIndexInfoRow {
  readonly symbol?: string;
  readonly time?: number;
  readonly component?: string;
  readonly baseAssetList?: string;
}

export interface UsdmDeliveryPriceArguments {
  /** Underlying pair of contracts, such as BTCUSDT */
  readonly pair: string;
}

export interface UsdmDeliveryPriceRow {
  readonly deliveryTime?: number;
  readonly deliveryPrice?: string;
}

export interface UsdmOrderNewArguments {
  /** Contract, such as BTCUSDT */
  readonly symbol: string;
  /** Side */
  readonly side: "BUY" | "SELL";
  /** Position side: BOTH in one-way mode, LONG or SHORT in hedge mode (default BOTH) */
  readonly positionSide?: "BOTH" | "LONG" | "SHORT";
  /** Order type */
  readonly type: UsdmType;
  /** Time in force */
  readonly timeInForce?: "GTC" | "IOC" | "FOK" | "GTX" | "GTD";
  /** Amount: greater than 0 */
  readonly quantity?: string;
  /** Reduce-only; not allowed in hedge mode (default false) */
  readonly reduceOnly?: Flag;
  /** Limit price */
  readonly price?: string;
  /** Client id of the order; generated if omitted: at most 36 characters */
  readonly newClientOrderId?: string;
  /** Strategy id */
  readonly strategyId?: Id;
  /** Strategy type */
  readonly strategyType?: Id;
  /** Trigger price of a stop or take-profit order */
  readonly stopPrice?: string;
  /** Close the whole position when triggered, without a quantity (default false) */
  readonly closePosition?: Flag;
  /** Price from which a trailing stop follows; the latest price if omitted */
  readonly activationPrice?: string;
  /** Distance at which a trailing stop follows, in percent: 0.1 to 20; today also up to 20 */
  readonly callbackRate?: string;
  /** Trigger price (default CONTRACT_PRICE) */
  readonly workingType?: "MARK_PRICE" | "CONTRACT_PRICE";
  /** Price protection: do not trigger while mark price and last price are far apart (default false) */
  readonly priceProtect?: Flag;
  /** Response type: RESULT waits for the final state of an order that ends at once (default ACK) */
  readonly newOrderRespType?: "ACK" | "RESULT";
  /** Price match: take the price from the book (default NONE) */
  readonly priceMatch?: UsdmPriceMatch;
  /** Self-trade prevention mode (default NONE) */
  readonly selfTradePreventionMode?: UsdmSelfTradePreventionMode;
  /** Good-till date of a GTD order */
  readonly goodTillDate?: Time;
}

export interface UsdmOrderNewRow {
  readonly symbol?: string;
  readonly pair?: string;
  readonly orderId?: bigint;
  readonly side?: string;
  readonly positionSide?: string;
  readonly type?: string;
  readonly origType?: string;
  readonly timeInForce?: string;
  readonly price?: string;
  readonly avgPrice?: string;
  readonly origQty?: string;
  readonly executedQty?: string;
  readonly stopPrice?: string;
  readonly activatePrice?: string;
  readonly priceRate?: string;
  readonly status?: string;
  readonly clientOrderId?: string;
  readonly reduceOnly?: boolean;
  readonly closePosition?: boolean;
  readonly time?: number;
  readonly updateTime?: number;
  readonly cumQty?: string;
  readonly cumQuote?: string;
  readonly cumBase?: string;
  readonly workingType?: string;
  readonly priceProtect?: boolean;
  readonly priceMatch?: string;
  readonly selfTradePreventionMode?: string;
  readonly goodTillDate?: number;
  readonly code?: bigint;
  readonly msg?: string;
}

export interface UsdmOrderBatchArguments {
  /** Orders, each with the parameters of a single one: 1 to 5 at once */
  readonly batchOrders: readonly {
    /** Contract, such as BTCUSDT */
    readonly symbol: string;
    /** Side */
    readonly side: "BUY" | "SELL";
    /** Position side: BOTH in one-way mode, LONG or SHORT in hedge mode (default BOTH) */
    readonly positionSide?: "BOTH" | "LONG" | "SHORT";
    /** Order type */
    readonly type: UsdmType;
    /** Time in force */
    readonly timeInForce?: "GTC" | "IOC" | "FOK" | "GTX" | "GTD";
    /** Amount: greater than 0 */
    readonly quantity?: string;
    /** Reduce-only; not allowed in hedge mode (default false) */
    readonly reduceOnly?: Flag;
    /** Limit price */
    readonly price?: string;
    /** Client id of the order; generated if omitted: at most 36 characters */
    readonly newClientOrderId?: string;
    /** Strategy id */
    readonly strategyId?: Id;
    /** Strategy type */
    readonly strategyType?: Id;
    /** Trigger price of a stop or take-profit order */
    readonly stopPrice?: string;
    /** Close the whole position when triggered, without a quantity (default false) */
    readonly closePosition?: Flag;
    /** Price from which a trailing stop follows; the latest price if omitted */
    readonly activationPrice?: string;
    /** Distance at which a trailing stop follows, in percent: 0.1 to 20; today also up to 20 */
    readonly callbackRate?: string;
    /** Trigger price (default CONTRACT_PRICE) */
    readonly workingType?: "MARK_PRICE" | "CONTRACT_PRICE";
    /** Price protection: do not trigger while mark price and last price are far apart (default false) */
    readonly priceProtect?: Flag;
    /** Response type: RESULT waits for the final state of an order that ends at once (default ACK) */
    readonly newOrderRespType?: "ACK" | "RESULT";
    /** Price match: take the price from the book (default NONE) */
    readonly priceMatch?: UsdmPriceMatch;
    /** Self-trade prevention mode (default NONE) */
    readonly selfTradePreventionMode?: UsdmSelfTradePreventionMode;
    /** Good-till date of a GTD order */
    readonly goodTillDate?: Time;
  }[];
}

export interface UsdmOrderCancelArguments {
  /** Contract, such as BTCUSDT */
  readonly symbol: string;
  /** The exchange's number of the order */
  readonly orderId?: Id;
  /** Client id of the order: at most 36 characters */
  readonly origClientOrderId?: string;
}

export interface UsdmOpenOrdersCancelArguments {
  /** Contract, such as BTCUSDT */
  readonly symbol: string;
}

export interface UsdmOpenOrdersCancelRow {
  readonly code?: bigint;
  readonly msg?: string;
}

export interface UsdmOpenOrdersArguments {
  /** Contract; all if omitted */
  readonly symbol?: string;
}

export interface UsdmAllOrdersArguments {
  /** Contract, such as BTCUSDT: not required today */
  readonly symbol?: string;
  /** First order id, inclusive */
  readonly orderId?: Id;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
}

export interface UsdmAllOrdersRow {
  readonly symbol?: string;
  readonly pair?: string;
  readonly orderId: bigint;
  readonly side?: string;
  readonly positionSide?: string;
  readonly type?: string;
  readonly origType?: string;
  readonly timeInForce?: string;
  readonly price?: string;
  readonly avgPrice?: string;
  readonly origQty?: string;
  readonly executedQty?: string;
  readonly stopPrice?: string;
  readonly activatePrice?: string;
  readonly priceRate?: string;
  readonly status?: string;
  readonly clientOrderId?: string;
  readonly reduceOnly?: boolean;
  readonly closePosition?: boolean;
  readonly time?: number;
  readonly updateTime?: number;
  readonly cumQty?: string;
  readonly cumQuote?: string;
  readonly cumBase?: string;
  readonly workingType?: string;
  readonly priceProtect?: boolean;
  readonly priceMatch?: string;
  readonly selfTradePreventionMode?: string;
  readonly goodTillDate?: number;
  readonly code?: bigint;
  readonly msg?: string;
}

export interface UsdmLeverageArguments {
  /** Contract, such as BTCUSDT */
  readonly symbol: string;
  /** Notional over margin: 1 to 125 */
  readonly leverage: number;
}

export interface UsdmLeverageRow {
  readonly symbol?: string;
  readonly leverage?: bigint;
  readonly maxNotionalValue?: string;
}

export interface UsdmMarginTypeArguments {
  /** Contract, such as BTCUSDT */
  readonly symbol: string;
  /** Margin mode */
  readonly marginType: "ISOLATED" | "CROSSED";
}

export interface UsdmPositionMarginArguments {
  /** Contract, such as BTCUSDT */
  readonly symbol: string;
  /** Position side: BOTH in one-way mode, LONG or SHORT in hedge mode (default BOTH) */
  readonly positionSide?: "BOTH" | "LONG" | "SHORT";
  /** Amount of the margin asset: greater than 0 */
  readonly amount: string;
  /** Direction: 1 add, 2 reduce */
  readonly type: 1 | 2;
}

export interface UsdmPositionMarginRow {
  readonly amount?: string;
  readonly type?: bigint;
  readonly code?: bigint;
  readonly msg?: string;
}

export interface UsdmPositionModeSetArguments {
  /** true for hedge mode with a long and a short position, false for one-way mode */
  readonly dualSidePosition: Flag;
}

export interface UsdmAssetsModeSetArguments {
  /** true for multi-assets mode, false for margin in the asset of each contract */
  readonly multiAssetsMargin: Flag;
}

export interface UsdmFeeBurnSetArguments {
  /** true to pay in BNB from the futures wallet while it has some, false to pay in the margin asset */
  readonly feeBurn: Flag;
}

export interface UsdmOrderAmendArguments {
  /** Contract, such as BTCUSDT */
  readonly symbol: string;
  /** The exchange's number of the order */
  readonly orderId?: Id;
  /** Client id of the order: at most 36 characters */
  readonly origClientOrderId?: string;
  /** Side of the order, as it was placed */
  readonly side: "BUY" | "SELL";
  /** New quantity, including what is already filled: greater than 0 */
  readonly quantity: string;
  /** New limit price */
  readonly price?: string;
  /** Price match: take the price from the book (default NONE) */
  readonly priceMatch?: UsdmPriceMatch;
  /** Your own id of the modification; answer, event and list repeat it */
  readonly modifyId?: Id;
}

export interface UsdmOrderAmendmentsArguments {
  /** Contract, such as BTCUSDT */
  readonly symbol: string;
  /** The exchange's number of the order */
  readonly orderId?: Id;
  /** Client id of the order: at most 36 characters */
  readonly origClientOrderId?: string;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 100 (default 50) */
  readonly limit?: number;
}

export interface UsdmOrderAmendmentsRow {
  readonly time?: number;
  readonly symbol?: string;
  readonly pair?: string;
  readonly orderId?: bigint;
  readonly amendment?: {
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
  readonly clientOrderId?: string;
  readonly amendmentId?: bigint;
  readonly priceMatch?: string;
}

export interface UsdmCountdownArguments {
  /** Contract, such as BTCUSDT */
  readonly symbol: string;
  /** Countdown in ms until the orders are cancelled; 0 stops the countdown */
  readonly countdownTime: Id;
}

export interface UsdmCountdownRow {
  readonly symbol?: string;
  readonly countdownTime?: string;
}

export interface UsdmForceOrdersArguments {
  /** Contract; all if omitted */
  readonly symbol?: string;
  /** Reason: liquidation or auto-deleveraging (ADL); both if omitted */
  readonly autoCloseType?: "LIQUIDATION" | "ADL";
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 100 (default 50) */
  readonly limit?: number;
}

export interface UsdmOrderBatchAmendArguments {
  /** Changes, each with the parameters of a single one: 1 to 5 at once */
  readonly batchOrders: readonly {
    /** Contract, such as BTCUSDT */
    readonly symbol: string;
    /** The exchange's number of the order */
    readonly orderId?: Id;
    /** Client id of the order: at most 36 characters */
    readonly origClientOrderId?: string;
    /** Side of the order, as it was placed */
    readonly side: "BUY" | "SELL";
    /** New quantity, including what is already filled: greater than 0 */
    readonly quantity: string;
    /** Your own id of the modification; answer, event and list repeat it */
    readonly modifyId?: Id;
    /** New limit price */
    readonly price?: string;
    /** Price match: take the price from the book (default NONE) */
    readonly priceMatch?: UsdmPriceMatch;
  }[];
}

export interface UsdmOrderBatchCancelArguments {
  /** Contract, such as BTCUSDT */
  readonly symbol: string;
  /** Numbers of the orders, separated by commas: 1 to 10 at once */
  readonly orderIdList?: readonly Id[];
  /** Client ids of the orders, separated by commas: 1 to 10 at once */
  readonly origClientOrderIdList?: readonly string[];
}

export interface UsdmAlgoOrderNewArguments {
  /** Kind of algo order */
  readonly algoType: "CONDITIONAL";
  /** Contract, such as BTCUSDT */
  readonly symbol: string;
  /** Side */
  readonly side: "BUY" | "SELL";
  /** Position side: BOTH in one-way mode, LONG or SHORT in hedge mode (default BOTH) */
  readonly positionSide?: "BOTH" | "LONG" | "SHORT";
  /** Order type */
  readonly type: UsdmType2;
  /** Time in force of the order that the trigger places (default GTC) */
  readonly timeInForce?: "GTC" | "IOC" | "FOK" | "GTX" | "GTD";
  /** Amount: greater than 0 */
  readonly quantity?: string;
  /** Limit price of STOP and TAKE_PROFIT: greater than 0 */
  readonly price?: string;
  /** Trigger price; all types but the trailing stop: greater than 0 */
  readonly triggerPrice?: string;
  /** Trigger price (default CONTRACT_PRICE) */
  readonly workingType?: "MARK_PRICE" | "CONTRACT_PRICE";
  /** Price match: take the price from the book (default NONE) */
  readonly priceMatch?: UsdmPriceMatch;
  /** Close the whole position when triggered, without a quantity (default false) */
  readonly closePosition?: Flag;
  /** Price protection: do not trigger while mark price and last price are far apart (default false) */
  readonly priceProtect?: Flag;
  /** Reduce-only; not allowed in hedge mode (default false) */
  readonly reduceOnly?: Flag;
  /** Price from which a trailing stop follows; the latest price if omitted: greater than 0 */
  readonly activatePrice?: string;
  /** Distance at which a trailing stop follows, in percent: 0.1 to 20 */
  readonly callbackRate?: string;
  /** Client id of the algo order; generated if omitted: at most 36 characters */
  readonly clientAlgoId?: string;
  /** Response type; both give the same record (default ACK) */
  readonly newOrderRespType?: "ACK" | "RESULT";
  /** Self-trade prevention mode (default NONE) */
  readonly selfTradePreventionMode?: UsdmSelfTradePreventionMode;
  /** Good-till date of a GTD order */
  readonly goodTillDate?: Time;
}

export interface UsdmAlgoOrderNewRow {
  readonly symbol?: string;
  readonly algoId?: bigint;
  readonly side?: string;
  readonly positionSide?: string;
  readonly orderType?: string;
  readonly timeInForce?: string;
  readonly triggerPrice?: string;
  readonly activatePrice?: string;
  readonly callbackRate?: string;
  readonly price?: string;
  readonly quantity?: string;
  readonly algoStatus?: string;
  readonly actualOrderId?: string;
  readonly actualPrice?: string;
  readonly clientAlgoId?: string;
  readonly createTime?: number;
  readonly reduceOnly?: boolean;
  readonly closePosition?: boolean;
  readonly workingType?: string;
  readonly priceProtect?: boolean;
  readonly priceMatch?: string;
  readonly selfTradePreventionMode?: string;
  readonly actualQty?: string;
  readonly actualType?: string;
  readonly updateTime?: number;
  readonly triggerTime?: number;
  readonly goodTillDate?: number;
  readonly algoType?: string;
}

export interface UsdmAlgoOrderCancelArguments {
  /** Id of the algo order */
  readonly algoId?: Id;
  /** Client id of the algo order: at most 36 characters */
  readonly clientAlgoId?: string;
}

export interface UsdmAlgoOrderCancelRow {
  readonly algoId?: bigint;
  readonly clientAlgoId?: string;
  readonly code?: string;
  readonly msg?: string;
}

export interface UsdmAlgoOrdersOpenArguments {
  /** Kind of algo order */
  readonly algoType?: "CONDITIONAL";
  /** Contract; all if omitted */
  readonly symbol?: string;
  /** Id of the algo order */
  readonly algoId?: Id;
}

export interface UsdmAlgoOrdersAllArguments {
  /** Contract, such as BTCUSDT */
  readonly symbol: string;
  /** First id, inclusive */
  readonly algoId?: Id;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
}

export interface UsdmAlgoOrdersAllRow {
  readonly symbol?: string;
  readonly algoId: bigint;
  readonly side?: string;
  readonly positionSide?: string;
  readonly orderType?: string;
  readonly timeInForce?: string;
  readonly triggerPrice?: string;
  readonly activatePrice?: string;
  readonly callbackRate?: string;
  readonly price?: string;
  readonly quantity?: string;
  readonly algoStatus?: string;
  readonly actualOrderId?: string;
  readonly actualPrice?: string;
  readonly clientAlgoId?: string;
  readonly createTime?: number;
  readonly reduceOnly?: boolean;
  readonly closePosition?: boolean;
  readonly workingType?: string;
  readonly priceProtect?: boolean;
  readonly priceMatch?: string;
  readonly selfTradePreventionMode?: string;
  readonly actualQty?: string;
  readonly actualType?: string;
  readonly updateTime?: number;
  readonly triggerTime?: number;
  readonly goodTillDate?: number;
  readonly algoType?: string;
}

export interface UsdmBalanceRow {
  readonly asset?: string;
  readonly balance?: string;
  readonly availableBalance?: string;
  readonly crossWalletBalance?: string;
  readonly crossUnPnl?: string;
  readonly maxWithdrawAmount?: string;
  readonly marginAvailable?: boolean;
  readonly accountAlias?: string;
  readonly updateTime?: number;
}

export interface UsdmAccountRow {
  readonly totalWalletBalance?: string;
  readonly totalUnrealizedProfit?: string;
  readonly totalMarginBalance?: string;
  readonly availableBalance?: string;
  readonly totalInitialMargin?: string;
  readonly totalMaintMargin?: string;
  readonly totalPositionInitialMargin?: string;
  readonly totalOpenOrderInitialMargin?: string;
  readonly totalCrossWalletBalance?: string;
  readonly totalCrossUnPnl?: string;
  readonly feeTier?: bigint;
  readonly canTrade?: boolean;
  readonly canDeposit?: boolean;
  readonly canWithdraw?: boolean;
  readonly updateTime?: number;
  readonly maxWithdrawAmount?: string;
  readonly multiAssetsMargin?: boolean;
  readonly tradeGroupId?: bigint;
  readonly assets?: string;
  readonly positions?: string;
}

export interface UsdmMyTradesArguments {
  /** Contract, such as BTCUSDT */
  readonly symbol: string;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** First trade id, inclusive; not with times */
  readonly fromId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
  /** Only trades of this order */
  readonly orderId?: Id;
}

export interface UsdmMyTradesRow {
  readonly symbol?: string;
  readonly id: bigint;
  readonly orderId?: bigint;
  readonly time?: number;
  readonly side?: string;
  readonly positionSide?: string;
  readonly price?: string;
  readonly qty?: string;
  readonly quoteQty?: string;
  readonly realizedPnl?: string;
  readonly commission?: string;
  readonly commissionAsset?: string;
  readonly maker?: boolean;
  readonly buyer?: boolean;
}

export interface UsdmPositionRiskRow {
  readonly symbol?: string;
  readonly positionSide?: string;
  readonly positionAmt?: string;
  readonly entryPrice?: string;
  readonly breakEvenPrice?: string;
  readonly markPrice?: string;
  readonly unRealizedProfit?: string;
  readonly liquidationPrice?: string;
  readonly leverage?: string;
  readonly marginType?: string;
  readonly isolatedMargin?: string;
  readonly isolatedWallet?: string;
  readonly isAutoAddMargin?: string;
  readonly notional?: string;
  readonly maxNotionalValue?: string;
  readonly updateTime?: number;
}

export interface UsdmPositionModeRow {
  readonly dualSidePosition?: boolean;
}

export interface UsdmAssetsModeRow {
  readonly multiAssetsMargin?: boolean;
}

export interface UsdmFeeBurnRow {
  readonly feeBurn?: boolean;
}

export interface UsdmTradingStatusRow {
  readonly indicators?: string;
  readonly updateTime?: number;
}

export interface UsdmOrderLimitsRow {
  readonly rateLimitType?: string;
  readonly interval?: string;
  readonly intervalNum?: bigint;
  readonly limit?: bigint;
}

export interface UsdmPortfolioAccountArguments {
  /** Asset, such as BTC */
  readonly asset: string;
}

export interface UsdmPortfolioAccountRow {
  readonly asset?: string;
  readonly maxWithdrawAmount?: string;
  readonly maxWithdrawAmountUSD?: string;
}

export interface UsdmExportOrderArguments {
  /** Start of the window, inclusive */
  readonly startTime: Time;
  /** End of the window, inclusive */
  readonly endTime: Time;
}

export interface UsdmExportOrderRow {
  readonly downloadId?: string;
  readonly avgCostTimestampOfLast30d?: bigint;
}

export interface UsdmExportOrderLinkArguments {
  /** Download id, from the answer to the request */
  readonly downloadId: string;
}

export interface UsdmExportOrderLinkRow {
  readonly downloadId?: string;
  readonly status?: string;
  readonly url?: string;
  readonly expirationTimestamp?: number;
  readonly isExpired?: boolean;
  readonly notified?: boolean;
}

export interface UsdmIncomeArguments {
  /** Contract; all if omitted */
  readonly symbol?: string;
  /** Income type */
  readonly incomeType?: UsdmIncomeType;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 1000 (default 100) */
  readonly limit?: number;
  /** Page, counted from 1 */
  readonly page?: number;
}

export interface UsdmIncomeRow {
  readonly time: number;
  readonly incomeType?: string;
  readonly symbol?: string;
  readonly income?: string;
  readonly asset?: string;
  readonly info?: string;
  readonly tradeId?: string;
  readonly tranId?: bigint;
}

export interface UsdmBracketsRow {
  readonly symbol?: string;
  readonly brackets?: string;
}

export interface UsdmCommissionRow {
  readonly symbol?: string;
  readonly makerCommissionRate?: string;
  readonly takerCommissionRate?: string;
}

export interface UsdmAdlRow {
  readonly symbol?: string;
  readonly adlQuantile?: string;
}

export interface UsdmMarginHistoryArguments {
  /** Contract, such as BTCUSDT */
  readonly symbol: string;
  /** Direction; both if omitted: 1 add, 2 reduce */
  readonly type?: 1 | 2;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 500 (default 500) */
  readonly limit?: number;
}

export interface UsdmMarginHistoryRow {
  readonly time?: number;
  readonly symbol?: string;
  readonly positionSide?: string;
  readonly type?: bigint;
  readonly amount?: string;
  readonly asset?: string;
  readonly deltaType?: string;
}

export interface UsdmAccountV3Row {
  readonly totalWalletBalance?: string;
  readonly totalUnrealizedProfit?: string;
  readonly totalMarginBalance?: string;
  readonly availableBalance?: string;
  readonly totalInitialMargin?: string;
  readonly totalMaintMargin?: string;
  readonly totalPositionInitialMargin?: string;
  readonly totalOpenOrderInitialMargin?: string;
  readonly totalCrossWalletBalance?: string;
  readonly totalCrossUnPnl?: string;
  readonly maxWithdrawAmount?: string;
  readonly assets?: string;
  readonly positions?: string;
}

export interface UsdmPositionRiskV3Row {
  readonly symbol?: string;
  readonly positionSide?: string;
  readonly positionAmt?: string;
  readonly entryPrice?: string;
  readonly breakEvenPrice?: string;
  readonly markPrice?: string;
  readonly unRealizedProfit?: string;
  readonly liquidationPrice?: string;
  readonly isolatedMargin?: string;
  readonly isolatedWallet?: string;
  readonly notional?: string;
  readonly marginAsset?: string;
  readonly initialMargin?: string;
  readonly maintMargin?: string;
  readonly positionInitialMargin?: string;
  readonly openOrderInitialMargin?: string;
  readonly adl?: bigint;
  readonly bidNotional?: string;
  readonly askNotional?: string;
  readonly updateTime?: number;
}

export interface UsdmAccountConfigRow {
  readonly feeTier?: bigint;
  readonly canTrade?: boolean;
  readonly canDeposit?: boolean;
  readonly canWithdraw?: boolean;
  readonly dualSidePosition?: boolean;
  readonly multiAssetsMargin?: boolean;
  readonly updateTime?: number;
  readonly tradeGroupId?: bigint;
}

export interface UsdmSymbolConfigRow {
  readonly symbol?: string;
  readonly leverage?: bigint;
  readonly marginType?: string;
  readonly maxNotionalValue?: string;
  readonly isAutoAddMargin?: boolean;
}

export interface UsdmConvertPairsArguments {
  /** Asset that is given */
  readonly fromAsset?: string;
  /** Asset that is received */
  readonly toAsset?: string;
}

export interface UsdmConvertPairsRow {
  readonly fromAsset?: string;
  readonly toAsset?: string;
  readonly fromAssetMinAmount?: string;
  readonly fromAssetMaxAmount?: string;
  readonly toAssetMinAmount?: string;
  readonly toAssetMaxAmount?: string;
}

export interface UsdmConvertQuoteArguments {
  /** Asset that is given */
  readonly fromAsset: string;
  /** Asset that is received */
  readonly toAsset: string;
  /** Amount that is given: greater than 0 */
  readonly fromAmount?: string;
  /** Amount that is received: greater than 0 */
  readonly toAmount?: string;
  /** How long the price holds (default 10s) */
  readonly validTime?: "10s";
}

export interface UsdmConvertQuoteRow {
  readonly quoteId?: string;
  readonly fromAmount?: string;
  readonly toAmount?: string;
  readonly ratio?: string;
  readonly inverseRatio?: string;
  readonly validTimestamp?: number;
}

export interface UsdmConvertAcceptArguments {
  /** Quote, from the answer to the quote request */
  readonly quoteId: string;
}

export interface UsdmConvertAcceptRow {
  readonly orderId?: string;
  readonly orderStatus?: string;
  readonly createTime?: number;
}

export interface UsdmConvertStatusArguments {
  /** Order of the conversion */
  readonly orderId?: string;
  /** Quote, from the answer to the quote request */
  readonly quoteId?: string;
}

export interface UsdmConvertStatusRow {
  readonly orderId?: string;
  readonly orderStatus?: string;
  readonly fromAsset?: string;
  readonly fromAmount?: string;
  readonly toAsset?: string;
  readonly toAmount?: string;
  readonly ratio?: string;
  readonly inverseRatio?: string;
  readonly createTime?: number;
  readonly quoteId?: string;
}

export interface UsdmListenKeyCreateRow {
  readonly listenKey?: string;
}

export interface CoinmExchangeInfoRow {
  readonly symbol?: string;
  readonly contractStatus?: string;
  readonly contractType?: string;
  readonly deliveryDate?: number;
  readonly contractSize?: bigint;
  readonly baseAsset?: string;
  readonly quoteAsset?: string;
  readonly marginAsset?: string;
  readonly pair?: string;
  readonly onboardDate?: number;
  readonly pricePrecision?: bigint;
  readonly quantityPrecision?: bigint;
  readonly filters?: string;
}

export interface CoinmExchangeInfoAnswer {
  readonly symbols: readonly CoinmExchangeInfoRow[];
}

export interface CoinmPremiumIndexArguments {
  /** Contract; all if omitted */
  readonly symbol?: string;
  /** Pair of contracts, such as BTCUSD */
  readonly pair?: string;
}

export interface CoinmPremiumIndexRow {
  readonly symbol?: string;
  readonly pair?: string;
  readonly markPrice?: string;
  readonly indexPrice?: string;
  readonly lastFundingRate?: string;
  readonly nextFundingTime?: number;
  readonly interestRate?: string;
  readonly estimatedSettlePrice?: string;
  readonly time?: number;
}

export interface CoinmDepthArguments {
  /** Contract, such as BTCUSD_PERP */
  readonly symbol: string;
  /** Levels on each side: such as 5, 10, 20, 50, 100, 500, 1000; 1 to 5000 (default 500) */
  readonly limit?: number;
}

export interface CoinmKlinesArguments {
  /** Contract, such as BTCUSD_PERP */
  readonly symbol: string;
  /** Candle interval */
  readonly interval: UsdmInterval;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 1500 (default 500) */
  readonly limit?: number;
}

export interface CoinmKlinesRow {
  readonly openTime: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly closeTime: number;
  readonly baseVolume: string;
  readonly trades: bigint;
  readonly takerBuyVolume: string;
  readonly takerBuyBaseVolume: string;
  readonly ignored: string;
}

export interface CoinmAggTradesArguments {
  /** Contract, such as BTCUSD_PERP */
  readonly symbol: string;
  /** First aggregate trade id */
  readonly fromId?: Id;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
}

export interface CoinmTicker24hrArguments {
  /** Contract, such as BTCUSD_PERP; all if omitted */
  readonly symbol?: string;
  /** All contracts of this pair, such as BTCUSD */
  readonly pair?: string;
}

export interface CoinmTicker24hrRow {
  readonly symbol?: string;
  readonly lastPrice?: string;
  readonly priceChange?: string;
  readonly priceChangePercent?: string;
  readonly weightedAvgPrice?: string;
  readonly lastQty?: string;
  readonly openPrice?: string;
  readonly highPrice?: string;
  readonly lowPrice?: string;
  readonly volume?: string;
  readonly openTime?: number;
  readonly closeTime?: number;
  readonly firstId?: bigint;
  readonly lastId?: bigint;
  readonly count?: bigint;
  readonly pair?: string;
  readonly baseVolume?: string;
}

export interface CoinmTradesArguments {
  /** Contract, such as BTCUSD_PERP */
  readonly symbol: string;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
}

export interface CoinmTradesRow {
  readonly id?: bigint;
  readonly price?: string;
  readonly qty?: string;
  readonly baseQty?: string;
  readonly time?: number;
  readonly isBuyerMaker?: boolean;
}

export interface CoinmHistoricalTradesArguments {
  /** Contract, such as BTCUSD_PERP */
  readonly symbol: string;
  /** Number of rows: 1 to 500 (default 100) */
  readonly limit?: number;
  /** First trade id; the latest trades if omitted */
  readonly fromId?: Id;
}

export interface CoinmHistoricalTradesRow {
  readonly id: bigint;
  readonly price?: string;
  readonly qty?: string;
  readonly baseQty?: string;
  readonly time?: number;
  readonly isBuyerMaker?: boolean;
}

export interface CoinmFundingRateArguments {
  /** Contract, such as BTCUSD_PERP */
  readonly symbol: string;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 1000 (default 100) */
  readonly limit?: number;
}

export interface CoinmTickerPriceRow {
  readonly symbol?: string;
  readonly ps?: string;
  readonly price?: string;
  readonly time?: number;
}

export interface CoinmTickerBookRow {
  readonly symbol?: string;
  readonly bidPrice?: string;
  readonly bidQty?: string;
  readonly askPrice?: string;
  readonly askQty?: string;
  readonly pair?: string;
  readonly time?: number;
  readonly lastUpdateId?: bigint;
}

export interface CoinmOpenInterestArguments {
  /** Contract, such as BTCUSD_PERP */
  readonly symbol: string;
}

export interface CoinmOpenInterestRow {
  readonly symbol?: string;
  readonly pair?: string;
  readonly contractType?: string;
  readonly openInterest?: string;
  readonly time?: number;
}

export interface CoinmConstituentsArguments {
  /** Pair of the index, such as BTCUSD */
  readonly symbol: string;
}

export interface CoinmOpenInterestHistoryArguments {
  /** Pair of contracts, such as BTCUSD */
  readonly pair: string;
  /** Contract type; ALL adds up all contracts of the pair (default ALL) */
  readonly contractType?: CoinmContractType;
  /** Span of one row */
  readonly period: UsdmPeriod;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 500 (default 30) */
  readonly limit?: number;
}

export interface CoinmOpenInterestHistoryRow {
  readonly timestamp: number;
  readonly pair?: string;
  readonly contractType?: string;
  readonly sumOpenInterest?: string;
  readonly sumOpenInterestValue?: string;
}

export interface CoinmLongShortTopAccountsArguments {
  /** Pair of contracts, such as BTCUSD */
  readonly pair: string;
  /** Contract type */
  readonly contractType?: CoinmContractType2;
  /** Span of one row */
  readonly period: UsdmPeriod;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 500 (default 30) */
  readonly limit?: number;
}

export interface CoinmLongShortTopAccountsRow {
  readonly timestamp: number;
  readonly pair?: string;
  readonly longShortRatio?: string;
  readonly longAccount?: string;
  readonly shortAccount?: string;
}

export interface CoinmLongShortTopPositionsArguments {
  /** Pair of contracts, such as BTCUSD */
  readonly pair: string;
  /** Span of one row */
  readonly period: UsdmPeriod;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 500 (default 30) */
  readonly limit?: number;
}

export interface CoinmLongShortTopPositionsRow {
  readonly timestamp: number;
  readonly pair?: string;
  readonly longShortRatio?: string;
  readonly longPosition?: string;
  readonly shortPosition?: string;
}

export interface CoinmTakerVolumeArguments {
  /** Pair of contracts, such as BTCUSD */
  readonly pair: string;
  /** Contract type */
  readonly contractType: CoinmContractType2;
  /** Span of one row */
  readonly period: UsdmPeriod;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 500 (default 30) */
  readonly limit?: number;
}

export interface CoinmTakerVolumeRow {
  readonly timestamp: number;
  readonly pair?: string;
  readonly contractType?: string;
  readonly takerBuyVol?: string;
  readonly takerSellVol?: string;
  readonly takerBuyVolValue?: string;
  readonly takerSellVolValue?: string;
}

export interface CoinmOrderNewArguments {
  /** Contract, such as BTCUSD_PERP */
  readonly symbol: string;
  /** Side */
  readonly side: "BUY" | "SELL";
  /** Position side: BOTH in one-way mode, LONG or SHORT in hedge mode (default BOTH) */
  readonly positionSide?: "BOTH" | "LONG" | "SHORT";
  /** Order type */
  readonly type: UsdmType;
  /** Time in force */
  readonly timeInForce?: "GTC" | "IOC" | "FOK" | "GTX" | "GTD";
  /** Number of contracts: greater than 0 */
  readonly quantity?: string;
  /** Reduce-only; not allowed in hedge mode (default false) */
  readonly reduceOnly?: Flag;
  /** Limit price */
  readonly price?: string;
  /** Client id of the order; generated if omitted: at most 36 characters */
  readonly newClientOrderId?: string;
  /** Strategy id */
  readonly strategyId?: Id;
  /** Strategy type */
  readonly strategyType?: Id;
  /** Trigger price of a stop or take-profit order */
  readonly stopPrice?: string;
  /** Close the whole position when triggered, without a quantity (default false) */
  readonly closePosition?: Flag;
  /** Price from which a trailing stop follows; the latest price if omitted */
  readonly activationPrice?: string;
  /** Distance at which a trailing stop follows, in percent: 0.1 to 20; today also up to 20 */
  readonly callbackRate?: string;
  /** Trigger price (default CONTRACT_PRICE) */
  readonly workingType?: "MARK_PRICE" | "CONTRACT_PRICE";
  /** Price protection: do not trigger while mark price and last price are far apart (default false) */
  readonly priceProtect?: Flag;
  /** Response type: RESULT waits for the final state of an order that ends at once (default ACK) */
  readonly newOrderRespType?: "ACK" | "RESULT";
}

export interface CoinmOrderBatchArguments {
  /** Orders, each with the parameters of a single one: 1 to 5 at once */
  readonly batchOrders: readonly {
    /** Contract, such as BTCUSD_PERP */
    readonly symbol: string;
    /** Side */
    readonly side: "BUY" | "SELL";
    /** Position side: BOTH in one-way mode, LONG or SHORT in hedge mode (default BOTH) */
    readonly positionSide?: "BOTH" | "LONG" | "SHORT";
    /** Order type */
    readonly type: UsdmType;
    /** Time in force */
    readonly timeInForce?: "GTC" | "IOC" | "FOK" | "GTX" | "GTD";
    /** Number of contracts: greater than 0 */
    readonly quantity?: string;
    /** Reduce-only; not allowed in hedge mode (default false) */
    readonly reduceOnly?: Flag;
    /** Limit price */
    readonly price?: string;
    /** Client id of the order; generated if omitted: at most 36 characters */
    readonly newClientOrderId?: string;
    /** Strategy id */
    readonly strategyId?: Id;
    /** Strategy type */
    readonly strategyType?: Id;
    /** Trigger price of a stop or take-profit order */
    readonly stopPrice?: string;
    /** Close the whole position when triggered, without a quantity (default false) */
    readonly closePosition?: Flag;
    /** Price from which a trailing stop follows; the latest price if omitted */
    readonly activationPrice?: string;
    /** Distance at which a trailing stop follows, in percent: 0.1 to 20; today also up to 20 */
    readonly callbackRate?: string;
    /** Trigger price (default CONTRACT_PRICE) */
    readonly workingType?: "MARK_PRICE" | "CONTRACT_PRICE";
    /** Price protection: do not trigger while mark price and last price are far apart (default false) */
    readonly priceProtect?: Flag;
    /** Response type: RESULT waits for the final state of an order that ends at once (default ACK) */
    readonly newOrderRespType?: "ACK" | "RESULT";
  }[];
}

export interface CoinmOrderCancelArguments {
  /** Contract, such as BTCUSD_PERP */
  readonly symbol: string;
  /** The exchange's number of the order */
  readonly orderId?: Id;
  /** Client id of the order: at most 36 characters */
  readonly origClientOrderId?: string;
}

export interface CoinmAllOrdersArguments {
  /** Contract, such as BTCUSD_PERP */
  readonly symbol?: string;
  /** Pair of contracts, such as BTCUSD; not with an order number */
  readonly pair?: string;
  /** First order id, inclusive */
  readonly orderId?: Id;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 100 (default 50) */
  readonly limit?: number;
}

export interface CoinmLeverageArguments {
  /** Contract, such as BTCUSD_PERP */
  readonly symbol: string;
  /** Notional over margin: 1 to 125 */
  readonly leverage: number;
}

export interface CoinmLeverageRow {
  readonly symbol?: string;
  readonly leverage?: bigint;
  readonly maxQty?: string;
}

export interface CoinmMarginTypeArguments {
  /** Contract, such as BTCUSD_PERP */
  readonly symbol: string;
  /** Margin mode */
  readonly marginType: "ISOLATED" | "CROSSED";
}

export interface CoinmPositionMarginArguments {
  /** Contract, such as BTCUSD_PERP */
  readonly symbol: string;
  /** Position side: BOTH in one-way mode, LONG or SHORT in hedge mode (default BOTH) */
  readonly positionSide?: "BOTH" | "LONG" | "SHORT";
  /** Amount of the margin asset: greater than 0 */
  readonly amount: string;
  /** Direction: 1 add, 2 reduce */
  readonly type: 1 | 2;
}

export interface CoinmOrderAmendArguments {
  /** Contract, such as BTCUSD_PERP */
  readonly symbol: string;
  /** The exchange's number of the order */
  readonly orderId?: Id;
  /** Client id of the order: at most 36 characters */
  readonly origClientOrderId?: string;
  /** Side of the order, as it was placed */
  readonly side: "BUY" | "SELL";
  /** New quantity, including what is already filled: greater than 0 */
  readonly quantity: string;
  /** New limit price */
  readonly price: string;
  /** Your own id of the modification; answer, event and list repeat it */
  readonly modifyId?: Id;
}

export interface CoinmOrderAmendmentsArguments {
  /** Contract, such as BTCUSD_PERP */
  readonly symbol: string;
  /** The exchange's number of the order */
  readonly orderId?: Id;
  /** Client id of the order: at most 36 characters */
  readonly origClientOrderId?: string;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 100 (default 50) */
  readonly limit?: number;
}

export interface CoinmCountdownArguments {
  /** Contract, such as BTCUSD_PERP */
  readonly symbol: string;
  /** Countdown in ms until the orders are cancelled; 0 stops the countdown */
  readonly countdownTime: Id;
}

export interface CoinmOrderBatchAmendArguments {
  /** Changes, each with the parameters of a single one: 1 to 5 at once */
  readonly batchOrders: readonly {
    /** Contract, such as BTCUSD_PERP */
    readonly symbol: string;
    /** The exchange's number of the order */
    readonly orderId?: Id;
    /** Client id of the order: at most 36 characters */
    readonly origClientOrderId?: string;
    /** Side of the order, as it was placed */
    readonly side: "BUY" | "SELL";
    /** New quantity, including what is already filled: greater than 0 */
    readonly quantity: string;
    /** Your own id of the modification; answer, event and list repeat it */
    readonly modifyId?: Id;
    /** New limit price */
    readonly price: string;
  }[];
}

export interface CoinmOrderBatchCancelArguments {
  /** Contract, such as BTCUSD_PERP */
  readonly symbol: string;
  /** Numbers of the orders, separated by commas: 1 to 10 at once */
  readonly orderIdList?: readonly Id[];
  /** Client ids of the orders, separated by commas: 1 to 10 at once */
  readonly origClientOrderIdList?: readonly string[];
}

export interface CoinmAlgoOrderNewArguments {
  /** Kind of algo order */
  readonly algoType: "CONDITIONAL";
  /** Contract, such as BTCUSD_PERP */
  readonly symbol: string;
  /** Side */
  readonly side: "BUY" | "SELL";
  /** Position side: BOTH in one-way mode, LONG or SHORT in hedge mode (default BOTH) */
  readonly positionSide?: "BOTH" | "LONG" | "SHORT";
  /** Order type */
  readonly type: UsdmType2;
  /** Time in force of the order that the trigger places (default GTC) */
  readonly timeInForce?: "GTC" | "IOC" | "FOK" | "GTX" | "GTD";
  /** Number of contracts: greater than 0 */
  readonly quantity?: string;
  /** Limit price of STOP and TAKE_PROFIT: greater than 0 */
  readonly price?: string;
  /** Trigger price; all types but the trailing stop: greater than 0 */
  readonly triggerPrice?: string;
  /** Trigger price (default CONTRACT_PRICE) */
  readonly workingType?: "MARK_PRICE" | "CONTRACT_PRICE";
  /** Price match: take the price from the book (default NONE) */
  readonly priceMatch?: UsdmPriceMatch;
  /** Close the whole position when triggered, without a quantity (default false) */
  readonly closePosition?: Flag;
  /** Price protection: do not trigger while mark price and last price are far apart (default false) */
  readonly priceProtect?: Flag;
  /** Reduce-only; not allowed in hedge mode (default false) */
  readonly reduceOnly?: Flag;
  /** Price from which a trailing stop follows; the latest price if omitted: greater than 0 */
  readonly activatePrice?: string;
  /** Distance at which a trailing stop follows, in percent: 0.1 to 20 */
  readonly callbackRate?: string;
  /** Client id of the algo order; generated if omitted: at most 36 characters */
  readonly clientAlgoId?: string;
  /** Response type; both give the same record (default ACK) */
  readonly newOrderRespType?: "ACK" | "RESULT";
  /** Self-trade prevention mode (default NONE) */
  readonly selfTradePreventionMode?: UsdmSelfTradePreventionMode;
  /** Good-till date of a GTD order */
  readonly goodTillDate?: Time;
}

export interface CoinmAlgoOrdersAllArguments {
  /** Contract, such as BTCUSD_PERP */
  readonly symbol: string;
  /** First id, inclusive */
  readonly algoId?: Id;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
}

export interface CoinmBalanceRow {
  readonly asset?: string;
  readonly balance?: string;
  readonly availableBalance?: string;
  readonly crossWalletBalance?: string;
  readonly crossUnPnl?: string;
  readonly withdrawAvailable?: string;
  readonly accountAlias?: string;
  readonly updateTime?: number;
}

export interface CoinmPositionRiskArguments {
  /** Only positions with this margin asset, such as BTC */
  readonly marginAsset?: string;
  /** Pair of contracts, such as BTCUSD */
  readonly pair?: string;
}

export interface CoinmPositionRiskRow {
  readonly symbol?: string;
  readonly positionSide?: string;
  readonly positionAmt?: string;
  readonly entryPrice?: string;
  readonly breakEvenPrice?: string;
  readonly markPrice?: string;
  readonly unRealizedProfit?: string;
  readonly liquidationPrice?: string;
  readonly leverage?: string;
  readonly marginType?: string;
  readonly isolatedMargin?: string;
  readonly isolatedWallet?: string;
  readonly isAutoAddMargin?: string;
  readonly notionalValue?: string;
  readonly maxQty?: string;
  readonly updateTime?: number;
}

export interface CoinmMyTradesArguments {
  /** Contract, such as BTCUSD_PERP */
  readonly symbol: string;
  /** Pair of contracts, such as BTCUSD */
  readonly pair?: string;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** First trade id, inclusive; not with a pair */
  readonly fromId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
  /** Only trades of this order */
  readonly orderId?: Id;
}

export interface CoinmMyTradesRow {
  readonly symbol?: string;
  readonly pair?: string;
  readonly id: bigint;
  readonly orderId?: bigint;
  readonly time?: number;
  readonly side?: string;
  readonly positionSide?: string;
  readonly price?: string;
  readonly qty?: string;
  readonly baseQty?: string;
  readonly realizedPnl?: string;
  readonly marginAsset?: string;
  readonly commission?: string;
  readonly commissionAsset?: string;
  readonly maker?: boolean;
  readonly buyer?: boolean;
}

export interface CoinmIncomeArguments {
  /** Contract; all if omitted */
  readonly symbol?: string;
  /** Income type: today also INTERNAL_TRANSFER to BFUSD_REWARD */
  readonly incomeType?: UsdmIncomeType;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 1000 (default 100) */
  readonly limit?: number;
  /** Page, counted from 1 */
  readonly page?: number;
}

export interface CoinmMarginHistoryArguments {
  /** Contract, such as BTCUSD_PERP */
  readonly symbol: string;
  /** Direction; both if omitted: 1 add, 2 reduce */
  readonly type?: 1 | 2;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 500 (default 500) */
  readonly limit?: number;
}

export interface CoinmPairBracketsArguments {
  /** Pair of contracts, such as BTCUSD; all if omitted */
  readonly pair?: string;
}

export interface CoinmPairBracketsRow {
  readonly pair?: string;
  readonly brackets?: string;
}

export interface OptionsExchangeInfoRow {
  readonly symbol?: string;
  readonly side?: string;
  readonly strikePrice?: string;
  readonly underlying?: string;
  readonly expiryDate?: number;
  readonly quoteAsset?: string;
  readonly unit?: bigint;
  readonly minQty?: string;
  readonly maxQty?: string;
  readonly makerFeeRate?: string;
  readonly takerFeeRate?: string;
  readonly liquidationFeeRate?: string;
  readonly initialMargin?: string;
  readonly maintenanceMargin?: string;
  readonly minInitialMargin?: string;
  readonly minMaintenanceMargin?: string;
  readonly priceScale?: bigint;
  readonly quantityScale?: bigint;
  readonly filters?: string;
}

export interface OptionsExchangeInfoAnswer {
  readonly optionSymbols: readonly OptionsExchangeInfoRow[];
}

export interface OptionsDepthArguments {
  /** Option, such as BTC-240628-60000-C */
  readonly symbol: string;
  /** Levels on each side: such as 10, 20, 50, 100; 1 to 1000 (default 100) */
  readonly limit?: number;
}

export interface OptionsKlinesArguments {
  /** Option, such as BTC-240628-60000-C */
  readonly symbol: string;
  /** Candle interval */
  readonly interval: UsdmInterval;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 1500 (default 500) */
  readonly limit?: number;
}

export interface OptionsKlinesRow {
  readonly openTime: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly closeTime: number;
  readonly amount: string;
  readonly tradeCount: bigint;
  readonly takerVolume: string;
  readonly takerAmount: string;
}

export interface OptionsMarkArguments {
  /** Option, such as BTC-240628-60000-C; all if omitted */
  readonly symbol?: string;
}

export interface OptionsMarkRow {
  readonly symbol?: string;
  readonly markPrice?: string;
  readonly markIV?: string;
  readonly bidIV?: string;
  readonly askIV?: string;
  readonly delta?: string;
  readonly gamma?: string;
  readonly theta?: string;
  readonly vega?: string;
  readonly highPriceLimit?: string;
  readonly lowPriceLimit?: string;
  readonly riskFreeInterest?: string;
}

export interface OptionsTickerRow {
  readonly symbol?: string;
  readonly lastPrice?: string;
  readonly lastQty?: string;
  readonly priceChange?: string;
  readonly priceChangePercent?: string;
  readonly bidPrice?: string;
  readonly askPrice?: string;
  readonly open?: string;
  readonly high?: string;
  readonly low?: string;
  readonly volume?: string;
  readonly amount?: string;
  readonly strikePrice?: string;
  readonly exercisePrice?: string;
  readonly openTime?: number;
  readonly closeTime?: number;
  readonly firstTradeId?: bigint;
  readonly tradeCount?: bigint;
}

export interface OptionsIndexArguments {
  /** Index behind the options, such as BTCUSDT */
  readonly underlying: string;
}

export interface OptionsIndexRow {
  readonly indexPrice?: string;
  readonly time?: number;
}

export interface OptionsExerciseHistoryArguments {
  /** Index behind the options, such as BTCUSDT: not required today */
  readonly underlying?: string;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 100 (default 100) */
  readonly limit?: number;
}

export interface OptionsExerciseHistoryRow {
  readonly symbol?: string;
  readonly strikePrice?: string;
  readonly realStrikePrice?: string;
  readonly expiryDate: number;
  readonly strikeResult?: string;
}

export interface OptionsOpenInterestArguments {
  /** Asset behind the options, such as BTC */
  readonly underlyingAsset: string;
  /** Day of expiry, such as 20240628: required today */
  readonly expiration?: string;
}

export interface OptionsOpenInterestRow {
  readonly symbol?: string;
  readonly sumOpenInterest?: string;
  readonly sumOpenInterestUsd?: string;
  readonly timestamp?: number;
}

export interface OptionsOptionInfoArguments {
  /** Option, such as BTC-240628-60000-C */
  readonly symbol?: string;
}

export interface OptionsOptionInfoRow {
  readonly symbol?: string;
  readonly delta?: string;
  readonly gamma?: string;
  readonly theta?: string;
  readonly vega?: string;
  readonly markIV?: string;
}

export interface OptionsTradesArguments {
  /** Option, such as BTC-240628-60000-C */
  readonly symbol: string;
  /** Number of rows: 1 to 500 (default 100) */
  readonly limit?: number;
}

export interface OptionsTradesRow {
  readonly symbol?: string;
  readonly id?: bigint;
  readonly time?: number;
  readonly price?: string;
  readonly qty?: string;
  readonly quoteQty?: string;
  readonly side?: string;
}

export interface OptionsBlockTradesArguments {
  /** Option; all if omitted */
  readonly symbol?: string;
  /** Number of rows: 1 to 500 (default 100) */
  readonly limit?: number;
}

export interface OptionsOrderNewArguments {
  /** Option, such as BTC-240628-60000-C */
  readonly symbol: string;
  /** Side */
  readonly side: "BUY" | "SELL";
  /** Order type */
  readonly type: "LIMIT" | "MARKET";
  /** Amount of the underlying: greater than 0 */
  readonly quantity: string;
  /** Limit price */
  readonly price?: string;
  /** Time in force; GTX is post-only: today also GTX */
  readonly timeInForce?: "GTC" | "IOC" | "FOK" | "GTX";
  /** Reduce-only (default false) */
  readonly reduceOnly?: Flag;
  /** Post-only: reject the order if it would match immediately (default false) */
  readonly postOnly?: Flag;
  /** Response type (default ACK) */
  readonly newOrderRespType?: "ACK" | "RESULT";
  /** Client id of the order; generated if omitted: at most 36 characters */
  readonly clientOrderId?: string;
  /** Counts for market maker protection (default false) */
  readonly isMmp?: Flag;
  /** Self-trade prevention mode */
  readonly selfTradePreventionMode?: UsdmSelfTradePreventionMode;
}

export interface OptionsOrderNewRow {
  readonly symbol?: string;
  readonly orderId?: bigint;
  readonly side?: string;
  readonly type?: string;
  readonly timeInForce?: string;
  readonly price?: string;
  readonly avgPrice?: string;
  readonly quantity?: string;
  readonly executedQty?: string;
  readonly fee?: string;
  readonly status?: string;
  readonly clientOrderId?: string;
  readonly createTime?: number;
  readonly createDate?: number;
  readonly updateTime?: number;
  readonly reduceOnly?: boolean;
  readonly postOnly?: boolean;
  readonly mmp?: boolean;
  readonly selfTradePreventionMode?: string;
  readonly optionSide?: string;
  readonly quoteAsset?: string;
  readonly priceScale?: bigint;
  readonly quantityScale?: bigint;
  readonly source?: string;
  readonly code?: bigint;
  readonly msg?: string;
}

export interface OptionsOrderBatchArguments {
  /** Orders, each with the parameters of a single one: 1 to 20 at once */
  readonly orders: readonly {
    /** Option, such as BTC-240628-60000-C */
    readonly symbol: string;
    /** Side */
    readonly side: "BUY" | "SELL";
    /** Order type */
    readonly type: "LIMIT" | "MARKET";
    /** Amount of the underlying: greater than 0 */
    readonly quantity: string;
    /** Limit price */
    readonly price?: string;
    /** Time in force; GTX is post-only: today also GTX */
    readonly timeInForce?: "GTC" | "IOC" | "FOK" | "GTX";
    /** Reduce-only (default false) */
    readonly reduceOnly?: Flag;
    /** Post-only: reject the order if it would match immediately (default false) */
    readonly postOnly?: Flag;
    /** Response type (default ACK) */
    readonly newOrderRespType?: "ACK" | "RESULT";
    /** Client id of the order; generated if omitted: at most 36 characters */
    readonly clientOrderId?: string;
    /** Counts for market maker protection (default false) */
    readonly isMmp?: Flag;
    /** Self-trade prevention mode */
    readonly selfTradePreventionMode?: UsdmSelfTradePreventionMode;
  }[];
}

export interface OptionsOrderGetArguments {
  /** Option, such as BTC-240628-60000-C */
  readonly symbol: string;
  /** The exchange's number of the order */
  readonly orderId?: Id;
  /** Client id of the order: at most 36 characters */
  readonly clientOrderId?: string;
}

export interface OptionsOpenOrdersCancelArguments {
  /** Option, such as BTC-240628-60000-C */
  readonly symbol: string;
}

export interface OptionsOpenOrdersArguments {
  /** Option; all if omitted */
  readonly symbol?: string;
  /** First order id, inclusive */
  readonly orderId?: Id;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
}

export interface OptionsOrderHistoryArguments {
  /** Option, such as BTC-240628-60000-C */
  readonly symbol: string;
  /** First order id, inclusive */
  readonly orderId?: Id;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
}

export interface OptionsOrderHistoryRow {
  readonly symbol?: string;
  readonly orderId: bigint;
  readonly side?: string;
  readonly type?: string;
  readonly timeInForce?: string;
  readonly price?: string;
  readonly avgPrice?: string;
  readonly quantity?: string;
  readonly executedQty?: string;
  readonly fee?: string;
  readonly status?: string;
  readonly clientOrderId?: string;
  readonly createTime?: number;
  readonly createDate?: number;
  readonly updateTime?: number;
  readonly reduceOnly?: boolean;
  readonly postOnly?: boolean;
  readonly mmp?: boolean;
  readonly selfTradePreventionMode?: string;
  readonly optionSide?: string;
  readonly quoteAsset?: string;
  readonly priceScale?: bigint;
  readonly quantityScale?: bigint;
  readonly source?: string;
  readonly code?: bigint;
  readonly msg?: string;
}

export interface OptionsMmpSetArguments {
  /** Index behind the options, such as BTCUSDT */
  readonly underlying: string;
  /** Window in which trades are counted, in ms: at most 5000 */
  readonly windowTimeInMilliseconds: Id;
  /** How long new orders are refused then, in ms; with 0 until it is set again */
  readonly frozenTimeInMilliseconds: Id;
  /** Traded quantity that triggers it */
  readonly qtyLimit: string;
  /** Net delta that triggers it */
  readonly deltaLimit: string;
}

export interface OptionsMmpSetRow {
  readonly underlying?: string;
  readonly windowTimeInMilliseconds?: bigint;
  readonly frozenTimeInMilliseconds?: bigint;
  readonly qtyLimit?: string;
  readonly deltaLimit?: string;
  readonly lastTriggerTime?: number;
  readonly underlyingId?: bigint;
}

export interface OptionsOrderBatchCancelArguments {
  /** Option, such as BTC-240628-60000-C */
  readonly symbol: string;
  /** Numbers of the orders, separated by commas: 1 to 10 at once */
  readonly orderIds?: readonly Id[];
  /** Client ids of the orders, separated by commas: 1 to 10 at once */
  readonly clientOrderIds?: readonly string[];
}

export interface OptionsCountdownSetArguments {
  /** Index behind the options, such as BTCUSDT */
  readonly underlying: string;
  /** Countdown in ms, at least 5000; 0 stops the countdown */
  readonly countdownTime: Id;
}

export interface OptionsCountdownSetRow {
  readonly underlying?: string;
  readonly countdownTime?: bigint;
}

export interface OptionsCountdownHeartbeatArguments {
  /** Underlyings, separated by commas, such as BTCUSDT,ETHUSDT */
  readonly underlyings: readonly string[];
}

export interface OptionsCountdownHeartbeatRow {
  readonly underlyings?: string;
}

export interface OptionsBlockOrderNewArguments {
  /** Side of the fees that the offer takes */
  readonly liquidity: "TAKER" | "MAKER";
  /** What is traded, one leg: 1 to 1 at once */
  readonly legs: readonly {
    /** Option, such as BTC-240628-60000-C */
    readonly symbol: string;
    /** Side */
    readonly side: "BUY" | "SELL";
    /** Amount of the underlying: greater than 0 */
    readonly quantity: string;
    /** Price: greater than 0 */
    readonly price: string;
    /** Order type */
    readonly type?: "LIMIT";
  }[];
}

export interface OptionsBlockOrderNewRow {
  readonly blockTradeSettlementKey?: string;
  readonly status?: string;
  readonly liquidity?: string;
  readonly legs?: readonly {
    readonly symbol?: string;
    readonly side?: string;
    readonly quantity?: string;
    readonly price?: string;
  }[];
  readonly createTime?: number;
  readonly expireTime?: number;
}

export interface OptionsBlockOrderExtendArguments {
  /** Settlement key of the block order */
  readonly blockOrderMatchingKey: string;
}

export interface OptionsBlockOrdersArguments {
  /** Settlement key of the block order; all if omitted */
  readonly blockOrderMatchingKey?: string;
  /** Index behind the options, such as BTCUSDT; all if omitted */
  readonly underlying?: string;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
}

export interface OptionsAccountRow {
  readonly totalWalletBalance?: string;
  readonly totalMarginBalance?: string;
  readonly availableBalance?: string;
  readonly totalPositionInitialMargin?: string;
  readonly totalOpenOrderInitialMargin?: string;
  readonly totalCrossWalletBalance?: string;
  readonly totalCrossUnPnl?: string;
  readonly maxWithdrawAmount?: string;
  readonly riskLevel?: string;
  readonly time?: number;
  readonly asset?: string;
  readonly greek?: string;
}

export interface OptionsPositionArguments {
  /** Option; all if omitted */
  readonly symbol?: string;
}

export interface OptionsPositionRow {
  readonly symbol?: string;
  readonly side?: string;
  readonly quantity?: string;
  readonly reducibleQty?: string;
  readonly entryPrice?: string;
  readonly markPrice?: string;
  readonly markValue?: string;
  readonly unrealizedPNL?: string;
  readonly strikePrice?: string;
  readonly expiryDate?: number;
  readonly optionSide?: string;
  readonly ror?: string;
  readonly positionCost?: string;
  readonly bidQuantity?: string;
  readonly askQuantity?: string;
  readonly quoteAsset?: string;
  readonly priceScale?: bigint;
  readonly quantityScale?: bigint;
  readonly time?: number;
}

export interface OptionsMyTradesArguments {
  /** Option, such as BTC-240628-60000-C */
  readonly symbol: string;
  /** First trade id, inclusive */
  readonly fromId?: Id;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
}

export interface OptionsMyTradesRow {
  readonly symbol?: string;
  readonly id: bigint;
  readonly tradeId?: bigint;
  readonly orderId?: bigint;
  readonly time?: number;
  readonly side?: string;
  readonly type?: string;
  readonly price?: string;
  readonly quantity?: string;
  readonly fee?: string;
  readonly realizedProfit?: string;
  readonly liquidity?: string;
  readonly volatility?: string;
  readonly optionSide?: string;
  readonly quoteAsset?: string;
  readonly priceScale?: bigint;
  readonly quantityScale?: bigint;
}

export interface OptionsMarginAccountRow {
  readonly asset?: string;
  readonly marginBalance?: string;
  readonly equity?: string;
  readonly available?: string;
  readonly initialMargin?: string;
  readonly maintMargin?: string;
  readonly unrealizedPNL?: string;
  readonly adjustedEquity?: string;
}

export interface OptionsMarginAccountAnswer {
  readonly time?: number;
  readonly canTrade?: boolean;
  readonly canDeposit?: boolean;
  readonly canWithdraw?: boolean;
  readonly reduceOnly?: boolean;
  readonly tradeGroupId?: bigint;
  readonly asset: readonly OptionsMarginAccountRow[];
}

export interface OptionsCommissionRow {
  readonly underlying?: string;
  readonly makerFee?: string;
  readonly takerFee?: string;
}

export interface OptionsCommissionAnswer {
  readonly commissions: readonly OptionsCommissionRow[];
}

export interface OptionsExerciseRecordsArguments {
  /** Option; all if omitted */
  readonly symbol?: string;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 1000 (default 1000) */
  readonly limit?: number;
}

export interface OptionsExerciseRecordsRow {
  readonly symbol?: string;
  readonly positionSide?: string;
  readonly quantity?: string;
  readonly exercisePrice?: string;
  readonly amount?: string;
  readonly fee?: string;
  readonly currency?: string;
  readonly createDate: number;
  readonly id?: string;
  readonly optionSide?: string;
  readonly quoteAsset?: string;
  readonly priceScale?: bigint;
  readonly quantityScale?: bigint;
}

export interface OptionsBillArguments {
  /** Asset, such as USDT */
  readonly currency: string;
  /** First id, inclusive */
  readonly recordId?: Id;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 1000 (default 100) */
  readonly limit?: number;
}

export interface OptionsBillRow {
  readonly createDate?: number;
  readonly type?: string;
  readonly amount?: string;
  readonly asset?: string;
  readonly id: bigint;
}

export interface OptionsBlockUserTradesArguments {
  /** Index behind the options, such as BTCUSDT; all if omitted */
  readonly underlying?: string;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
}

export interface OptionsBlockUserTradesRow {
  readonly blockTradeSettlementKey?: string;
  readonly crossType?: string;
  readonly legs?: readonly {
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
  readonly parentOrderId?: string;
}

export interface MarginAccountRow {
  readonly asset?: string;
  readonly free?: string;
  readonly locked?: string;
  readonly borrowed?: string;
  readonly interest?: string;
  readonly netAsset?: string;
}

export interface MarginAccountAnswer {
  readonly marginLevel?: string;
  readonly totalAssetOfBtc?: string;
  readonly totalLiabilityOfBtc?: string;
  readonly totalNetAssetOfBtc?: string;
  readonly borrowEnabled?: boolean;
  readonly tradeEnabled?: boolean;
  readonly transferEnabled?: boolean;
  readonly userAssets: readonly MarginAccountRow[];
}

export interface MarginAssetRow {
  readonly assetName?: string;
  readonly assetFullName?: string;
  readonly isBorrowable?: boolean;
  readonly isMortgageable?: boolean;
  readonly userMinBorrow?: string;
  readonly userMinRepay?: string;
  readonly delistTime?: number;
}

export interface MarginPairRow {
  readonly symbol?: string;
  readonly base?: string;
  readonly quote?: string;
  readonly isMarginTrade?: boolean;
  readonly isBuyAllowed?: boolean;
  readonly isSellAllowed?: boolean;
  readonly id?: bigint;
  readonly delistTime?: number;
}

export interface MarginPriceIndexRow {
  readonly symbol?: string;
  readonly price?: string;
  readonly calcTime?: number;
}

export interface MarginAllAssetsArguments {
  /** Asset; all if omitted */
  readonly asset?: string;
}

export interface MarginAllPairsArguments {
  /** Trading pair; all if omitted */
  readonly symbol?: string;
}

export interface MarginTransferArguments {
  /** Asset, such as BTC */
  readonly asset: string;
  /** Amount of the asset: greater than 0 */
  readonly amount: string;
  /** Direction: 1 spot to margin, 2 margin to spot */
  readonly type: 1 | 2;
}

export interface MarginTransferRow {
  readonly tranId?: bigint;
}

export interface MarginBorrowArguments {
  /** Asset, such as BTC */
  readonly asset: string;
  /** Use the isolated account of the symbol instead of the cross account (default FALSE) */
  readonly isIsolated?: Flag;
  /** Trading pair of the isolated account */
  readonly symbol?: string;
  /** Amount of the asset: greater than 0 */
  readonly amount: string;
}

export interface MarginLoansArguments {
  /** Asset, such as BTC */
  readonly asset: string;
  /** Trading pair of an isolated account; the cross account if omitted */
  readonly isolatedSymbol?: string;
  /** Transaction, from the answer to the loan or repayment */
  readonly txId?: Id;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Page, counted from 1 (default 1) */
  readonly current?: number;
  /** Number of rows: 1 to 100 (default 10) */
  readonly size?: number;
  /** Return archived records instead of recent ones */
  readonly archived?: Flag;
}

export interface MarginLoansRow {
  readonly timestamp?: number;
  readonly txId?: bigint;
  readonly asset?: string;
  readonly principal?: string;
  readonly status?: string;
  readonly isolatedSymbol?: string;
}

export interface MarginLoansAnswer {
  readonly rows: readonly MarginLoansRow[];
}

export interface MarginRepaymentsRow {
  readonly timestamp?: number;
  readonly txId?: bigint;
  readonly asset?: string;
  readonly amount?: string;
  readonly interest?: string;
  readonly principal?: string;
  readonly status?: string;
  readonly isolatedSymbol?: string;
}

export interface MarginRepaymentsAnswer {
  readonly rows: readonly MarginRepaymentsRow[];
}

export interface MarginBorrowRepayArguments {
  /** Whether an amount is borrowed or repaid */
  readonly type: "BORROW" | "REPAY";
  /** Asset, such as BTC */
  readonly asset: string;
  /** Amount of the asset: greater than 0 */
  readonly amount: string;
  /** Use the isolated account of the symbol instead of the cross account (default FALSE) */
  readonly isIsolated?: Flag;
  /** Trading pair of the isolated account */
  readonly symbol?: string;
}

export interface MarginBorrowRepayListArguments {
  /** Whether an amount is borrowed or repaid */
  readonly type: "BORROW" | "REPAY";
  /** Asset; all if omitted */
  readonly asset?: string;
  /** Trading pair of an isolated account; the cross account if omitted */
  readonly isolatedSymbol?: string;
  /** Transaction id; if given, the start time is ignored */
  readonly txId?: Id;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Page, counted from 1 (default 1) */
  readonly current?: number;
  /** Number of rows: 1 to 100 (default 10) */
  readonly size?: number;
}

export interface MarginBorrowRepayListRow {
  readonly timestamp?: number;
  readonly txId?: bigint;
  readonly type?: string;
  readonly asset?: string;
  readonly amount?: string;
  readonly principal?: string;
  readonly interest?: string;
  readonly status?: string;
  readonly isolatedSymbol?: string;
}

export interface MarginBorrowRepayListAnswer {
  readonly rows: readonly MarginBorrowRepayListRow[];
}

export interface MarginTransfersArguments {
  /** Asset; all if omitted */
  readonly asset?: string;
  /** Direction; both if omitted: ROLL_IN into the margin account, ROLL_OUT out of it */
  readonly type?: "ROLL_IN" | "ROLL_OUT";
  /** Trading pair of an isolated account; the cross account if omitted */
  readonly isolatedSymbol?: string;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Page, counted from 1 (default 1) */
  readonly current?: number;
  /** Number of rows: 1 to 100 (default 10) */
  readonly size?: number;
}

export interface MarginTransfersRow {
  readonly timestamp?: number;
  readonly txId?: bigint;
  readonly type?: string;
  readonly asset?: string;
  readonly amount?: string;
  readonly transFrom?: string;
  readonly fromSymbol?: string;
  readonly transTo?: string;
  readonly toSymbol?: string;
  readonly status?: string;
}

export interface MarginTransfersAnswer {
  readonly rows: readonly MarginTransfersRow[];
}

export interface MarginIsolatedAccountsArguments {
  /** Trading pairs of the accounts; all that exist if omitted: 1 to 5 at once */
  readonly symbols?: readonly string[];
}

export interface MarginIsolatedAccountsRow {
  readonly symbol?: string;
  readonly enabled?: boolean;
  readonly marginLevel?: string;
  readonly marginLevelStatus?: string;
  readonly baseAsset?: {
    readonly asset?: string;
    readonly free?: string;
    readonly locked?: string;
    readonly borrowed?: string;
    readonly interest?: string;
    readonly netAsset?: string;
  };
  readonly quoteAsset?: {
    readonly asset?: string;
    readonly free?: string;
    readonly locked?: string;
    readonly borrowed?: string;
    readonly interest?: string;
    readonly netAsset?: string;
  };
  readonly indexPrice?: string;
  readonly liquidatePrice?: string;
  readonly isolatedCreated?: boolean;
  readonly marginRatio?: string;
  readonly liquidateRate?: string;
  readonly tradeEnabled?: boolean;
}

export interface MarginIsolatedAccountsAnswer {
  readonly totalAssetOfBtc?: string;
  readonly totalLiabilityOfBtc?: string;
  readonly totalNetAssetOfBtc?: string;
  readonly assets: readonly MarginIsolatedAccountsRow[];
}

export interface MarginIsolatedEnableRow {
  readonly symbol?: string;
  readonly success?: boolean;
}

export interface MarginIsolatedLimitRow {
  readonly enabledAccount?: bigint;
  readonly maxAccount?: bigint;
}

export interface MarginIsolatedPairsRow {
  readonly symbol?: string;
  readonly base?: string;
  readonly quote?: string;
  readonly isMarginTrade?: boolean;
  readonly isBuyAllowed?: boolean;
  readonly isSellAllowed?: boolean;
  readonly delistTime?: number;
}

export interface MarginMaxBorrowableArguments {
  /** Asset, such as BTC */
  readonly asset: string;
  /** Trading pair of an isolated account; the cross account if omitted */
  readonly isolatedSymbol?: string;
}

export interface MarginMaxBorrowableRow {
  readonly amount?: string;
  readonly borrowLimit?: string;
}

export interface MarginMaxTransferableRow {
  readonly amount?: string;
}

export interface MarginCrossDataArguments {
  /** Level of the account; your own if omitted */
  readonly vipLevel?: number;
  /** Asset; all if omitted */
  readonly coin?: string;
}

export interface MarginCrossDataRow {
  readonly coin?: string;
  readonly vipLevel?: bigint;
  readonly transferIn?: boolean;
  readonly borrowable?: boolean;
  readonly dailyInterest?: string;
  readonly yearlyInterest?: string;
  readonly borrowLimit?: string;
  readonly marginablePairs?: string;
}

export interface MarginIsolatedDataArguments {
  /** Level of the account; your own if omitted */
  readonly vipLevel?: number;
  /** Trading pair; all if omitted */
  readonly symbol?: string;
}

export interface MarginIsolatedDataRow {
  readonly symbol?: string;
  readonly vipLevel?: bigint;
  readonly leverage?: string;
  readonly data?: string;
}

export interface MarginIsolatedTierArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Tier; all if omitted */
  readonly tier?: number;
}

export interface MarginIsolatedTierRow {
  readonly symbol?: string;
  readonly tier?: bigint;
  readonly effectiveMultiple?: string;
  readonly initialRiskRatio?: string;
  readonly liquidationRiskRatio?: string;
  readonly baseAssetMaxBorrowable?: string;
  readonly quoteAssetMaxBorrowable?: string;
}

export interface MarginNextHourlyRatesArguments {
  /** Assets: 1 to 20 at once */
  readonly assets: readonly string[];
  /** Use the isolated account of the symbol instead of the cross account (default FALSE) */
  readonly isIsolated?: Flag;
}

export interface MarginNextHourlyRatesRow {
  readonly asset?: string;
  readonly nextHourlyInterestRate?: string;
}

export interface MarginTradeCoefficientsRow {
  readonly normalBar?: string;
  readonly marginCallBar?: string;
  readonly forceLiquidationBar?: string;
}

export interface MarginCollateralRatiosRow {
  readonly assetNames?: string;
  readonly collaterals?: string;
}

export interface MarginAvailableInventoryArguments {
  /** Kind of margin */
  readonly type: "MARGIN" | "ISOLATED";
}

export interface MarginAvailableInventoryRow {
  readonly assets?: string;
  readonly updateTime?: number;
}

export interface MarginBnbBurnGetRow {
  readonly spotBNBBurn?: boolean;
  readonly interestBNBBurn?: boolean;
}

export interface MarginBnbBurnSetArguments {
  /** Whether commission on spot is paid in BNB */
  readonly spotBNBBurn?: Flag;
  /** Whether interest on margin is paid in BNB */
  readonly interestBNBBurn?: Flag;
}

export interface MarginMaxLeverageArguments {
  /** Leverage; 10 is that of Cross Margin Pro */
  readonly maxLeverage: 3 | 5 | 10;
}

export interface MarginMaxLeverageRow {
  readonly success?: boolean;
}

export interface MarginOrderLimitsArguments {
  /** Use the isolated account of the symbol instead of the cross account */
  readonly isIsolated?: Flag;
  /** Trading pair of the isolated account */
  readonly symbol?: string;
}

export interface MarginOrderNewArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Use the isolated account of the symbol instead of the cross account */
  readonly isIsolated?: Flag;
  /** Side */
  readonly side: "BUY" | "SELL";
  /** Order type */
  readonly type: MarginType;
  /** Amount of the base asset: greater than 0 */
  readonly quantity?: string;
  /** Amount of the quote asset to spend or to receive, MARKET only: greater than 0 */
  readonly quoteOrderQty?: string;
  /** Limit price: greater than 0 */
  readonly price?: string;
  /** Trigger price: greater than 0 */
  readonly stopPrice?: string;
  /** Client id of the order; generated if omitted: at most 36 characters */
  readonly newClientOrderId?: string;
  /** Iceberg quantity: greater than 0 */
  readonly icebergQty?: string;
  /** Response type (default ACK) */
  readonly newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Side effect: borrow the funds that the order lacks, or repay debt from its fills: today also AUTO_BORROW_REPAY (default NO_SIDE_EFFECT) */
  readonly sideEffectType?: MarginSideEffectType;
  /** Time in force */
  readonly timeInForce?: "GTC" | "IOC" | "FOK";
  /** Repay what the order borrowed when it is cancelled unfilled (default true) */
  readonly autoRepayAtCancel?: Flag;
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  readonly selfTradePreventionMode?: SpotSelfTradePreventionMode;
}

export interface MarginOrderNewRow {
  readonly symbol?: string;
  readonly orderId?: bigint;
  readonly isIsolated?: boolean;
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
  readonly transactTime?: number;
  readonly updateTime?: number;
  readonly origClientOrderId?: string;
  readonly icebergQty?: string;
  readonly isWorking?: boolean;
  readonly selfTradePreventionMode?: string;
  readonly marginBuyBorrowAmount?: string;
  readonly marginBuyBorrowAsset?: string;
  readonly fills?: readonly {
    readonly price?: string;
    readonly qty?: string;
    readonly commission?: string;
    readonly commissionAsset?: string;
    readonly tradeId?: bigint;
  }[];
}

export interface MarginOrderCancelArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Use the isolated account of the symbol instead of the cross account */
  readonly isIsolated?: Flag;
  /** The exchange's number of the order */
  readonly orderId?: Id;
  /** Client id of the order: at most 36 characters */
  readonly origClientOrderId?: string;
  /** Client id of the cancellation: at most 36 characters */
  readonly newClientOrderId?: string;
}

export interface MarginOpenOrdersCancelArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Use the isolated account of the symbol instead of the cross account */
  readonly isIsolated?: Flag;
}

export interface MarginOrderGetArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Use the isolated account of the symbol instead of the cross account */
  readonly isIsolated?: Flag;
  /** The exchange's number of the order */
  readonly orderId?: Id;
  /** Client id of the order: at most 36 characters */
  readonly origClientOrderId?: string;
}

export interface MarginOpenOrdersArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol?: string;
  /** Use the isolated account of the symbol instead of the cross account */
  readonly isIsolated?: Flag;
}

export interface MarginAllOrdersArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Use the isolated account of the symbol instead of the cross account */
  readonly isIsolated?: Flag;
  /** First order id, inclusive */
  readonly orderId?: Id;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 1000; today also up to 1000 (default 500) */
  readonly limit?: number;
}

export interface MarginAllOrdersRow {
  readonly symbol?: string;
  readonly orderId: bigint;
  readonly isIsolated?: boolean;
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
  readonly transactTime?: number;
  readonly updateTime?: number;
  readonly origClientOrderId?: string;
  readonly icebergQty?: string;
  readonly isWorking?: boolean;
  readonly selfTradePreventionMode?: string;
  readonly marginBuyBorrowAmount?: string;
  readonly marginBuyBorrowAsset?: string;
  readonly fills?: readonly {
    readonly price?: string;
    readonly qty?: string;
    readonly commission?: string;
    readonly commissionAsset?: string;
    readonly tradeId?: bigint;
  }[];
}

export interface MarginMyTradesArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Use the isolated account of the symbol instead of the cross account */
  readonly isIsolated?: Flag;
  /** Only trades of this order */
  readonly orderId?: Id;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** First trade id, inclusive */
  readonly fromId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
}

export interface MarginMyTradesRow {
  readonly symbol?: string;
  readonly isIsolated?: boolean;
  readonly id: bigint;
  readonly orderId?: bigint;
  readonly time?: number;
  readonly isBuyer?: boolean;
  readonly price?: string;
  readonly qty?: string;
  readonly commission?: string;
  readonly commissionAsset?: string;
  readonly isMaker?: boolean;
  readonly isBestMatch?: boolean;
}

export interface MarginOcoNewArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Client id of the order list; generated if omitted: at most 36 characters */
  readonly listClientOrderId?: string;
  /** Side of both orders */
  readonly side: "BUY" | "SELL";
  /** Amount of the base asset, of each order: greater than 0 */
  readonly quantity: string;
  /** Client id of the limit order: at most 36 characters */
  readonly limitClientOrderId?: string;
  /** Price of the limit order: greater than 0 */
  readonly price: string;
  /** Iceberg quantity of the limit order: greater than 0 */
  readonly limitIcebergQty?: string;
  /** Client id of the stop order: at most 36 characters */
  readonly stopClientOrderId?: string;
  /** Trigger price of the stop order: greater than 0 */
  readonly stopPrice: string;
  /** Limit price of the stop order; a market order if omitted: greater than 0 */
  readonly stopLimitPrice?: string;
  /** Iceberg quantity of the stop order: greater than 0 */
  readonly stopIcebergQty?: string;
  /** Time in force of the triggered stop order */
  readonly stopLimitTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Response type of each order (default ACK) */
  readonly newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  readonly selfTradePreventionMode?: SpotSelfTradePreventionMode;
  /** Strategy id, for the limit order */
  readonly limitStrategyId?: Id;
  /** Strategy type, for the limit order */
  readonly limitStrategyType?: number;
  /** Strategy id, for the stop order */
  readonly stopStrategyId?: Id;
  /** Strategy type, for the stop order */
  readonly stopStrategyType?: number;
  /** Distance of a trailing stop order, in bps */
  readonly trailingDelta?: Id;
  /** Use the isolated account of the symbol instead of the cross account */
  readonly isIsolated?: Flag;
  /** Side effect: borrow the funds that the order lacks, or repay debt from its fills (default NO_SIDE_EFFECT) */
  readonly sideEffectType?: MarginSideEffectType;
  /** Repay what the list borrowed when it is cancelled unfilled (default true) */
  readonly autoRepayAtCancel?: Flag;
}

export interface MarginOcoNewRow {
  readonly symbol?: string;
  readonly orderListId?: bigint;
  readonly contingencyType?: string;
  readonly listStatusType?: string;
  readonly listOrderStatus?: string;
  readonly listClientOrderId?: string;
  readonly transactionTime?: number;
  readonly orders?: string;
  readonly orderReports?: string;
  readonly isIsolated?: boolean;
  readonly marginBuyBorrowAmount?: string;
  readonly marginBuyBorrowAsset?: string;
}

export interface MarginOtoNewArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Client id of the order list; generated if omitted: at most 36 characters */
  readonly listClientOrderId?: string;
  /** Response type of each order (default ACK) */
  readonly newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  readonly selfTradePreventionMode?: SpotSelfTradePreventionMode;
  /** Type of the working order */
  readonly workingType: "LIMIT" | "LIMIT_MAKER";
  /** Client id of the working order; generated if omitted: at most 36 characters */
  readonly workingClientOrderId?: string;
  /** Limit price of the working order: greater than 0 */
  readonly workingPrice?: string;
  /** Iceberg quantity of the working order: greater than 0 */
  readonly workingIcebergQty?: string;
  /** Time in force of the working order */
  readonly workingTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the working order */
  readonly workingStrategyId?: Id;
  /** Strategy type of the working order */
  readonly workingStrategyType?: number;
  /** Side of the book from which the working order takes its price */
  readonly workingPegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the working order */
  readonly workingPegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the working order: 1 to 100 */
  readonly workingPegOffsetValue?: number;
  /** Side of the working order */
  readonly workingSide: "BUY" | "SELL";
  /** Amount of the base asset, of the working order: greater than 0 */
  readonly workingQuantity: string;
  /** Type of the pending order */
  readonly pendingType: SpotPendingType;
  /** Client id of the pending order; generated if omitted: at most 36 characters */
  readonly pendingClientOrderId?: string;
  /** Limit price of the pending order: greater than 0 */
  readonly pendingPrice?: string;
  /** Trigger price of the pending order: greater than 0 */
  readonly pendingStopPrice?: string;
  /** Distance of the pending order, if it is a trailing stop, in bps */
  readonly pendingTrailingDelta?: Id;
  /** Iceberg quantity of the pending order: greater than 0 */
  readonly pendingIcebergQty?: string;
  /** Time in force of the pending order */
  readonly pendingTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the pending order */
  readonly pendingStrategyId?: Id;
  /** Strategy type of the pending order */
  readonly pendingStrategyType?: number;
  /** Side of the book from which the pending order takes its price */
  readonly pendingPegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the pending order */
  readonly pendingPegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the pending order: 1 to 100 */
  readonly pendingPegOffsetValue?: number;
  /** Side of the pending order */
  readonly pendingSide: "BUY" | "SELL";
  /** Amount of the base asset, of the pending order: greater than 0 */
  readonly pendingQuantity: string;
  /** Use the isolated account of the symbol instead of the cross account */
  readonly isIsolated?: Flag;
  /** Side effect: borrow the funds that the order lacks, or repay debt from its fills (default NO_SIDE_EFFECT) */
  readonly sideEffectType?: "NO_SIDE_EFFECT" | "MARGIN_BUY";
  /** Repay what the list borrowed when it is cancelled unfilled (default true) */
  readonly autoRepayAtCancel?: Flag;
}

export interface MarginOtocoNewArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Client id of the order list; generated if omitted: at most 36 characters */
  readonly listClientOrderId?: string;
  /** Response type of each order (default ACK) */
  readonly newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  readonly selfTradePreventionMode?: SpotSelfTradePreventionMode;
  /** Type of the working order */
  readonly workingType: "LIMIT" | "LIMIT_MAKER";
  /** Client id of the working order; generated if omitted: at most 36 characters */
  readonly workingClientOrderId?: string;
  /** Limit price of the working order: greater than 0 */
  readonly workingPrice?: string;
  /** Iceberg quantity of the working order: greater than 0 */
  readonly workingIcebergQty?: string;
  /** Time in force of the working order */
  readonly workingTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the working order */
  readonly workingStrategyId?: Id;
  /** Strategy type of the working order */
  readonly workingStrategyType?: number;
  /** Side of the book from which the working order takes its price */
  readonly workingPegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the working order */
  readonly workingPegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the working order: 1 to 100 */
  readonly workingPegOffsetValue?: number;
  /** Side of the working order */
  readonly workingSide: "BUY" | "SELL";
  /** Amount of the base asset, of the working order: greater than 0 */
  readonly workingQuantity: string;
  /** Side of both pending orders */
  readonly pendingSide: "BUY" | "SELL";
  /** Amount of the base asset, of each pending order: greater than 0 */
  readonly pendingQuantity: string;
  /** Type of the pending order above the market */
  readonly pendingAboveType: SpotAboveType;
  /** Client id of the pending order above the market; generated if omitted: at most 36 characters */
  readonly pendingAboveClientOrderId?: string;
  /** Limit price of the pending order above the market: greater than 0 */
  readonly pendingAbovePrice?: string;
  /** Trigger price of the pending order above the market: greater than 0 */
  readonly pendingAboveStopPrice?: string;
  /** Distance of the pending order above the market, if it is a trailing stop, in bps */
  readonly pendingAboveTrailingDelta?: Id;
  /** Iceberg quantity of the pending order above the market: greater than 0 */
  readonly pendingAboveIcebergQty?: string;
  /** Time in force of the pending order above the market */
  readonly pendingAboveTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the pending order above the market */
  readonly pendingAboveStrategyId?: Id;
  /** Strategy type of the pending order above the market */
  readonly pendingAboveStrategyType?: number;
  /** Side of the book from which the pending order above the market takes its price */
  readonly pendingAbovePegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the pending order above the market */
  readonly pendingAbovePegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the pending order above the market: 1 to 100 */
  readonly pendingAbovePegOffsetValue?: number;
  /** Type of the pending order below the market */
  readonly pendingBelowType: SpotAboveType;
  /** Client id of the pending order below the market; generated if omitted: at most 36 characters */
  readonly pendingBelowClientOrderId?: string;
  /** Limit price of the pending order below the market: greater than 0 */
  readonly pendingBelowPrice?: string;
  /** Trigger price of the pending order below the market: greater than 0 */
  readonly pendingBelowStopPrice?: string;
  /** Distance of the pending order below the market, if it is a trailing stop, in bps */
  readonly pendingBelowTrailingDelta?: Id;
  /** Iceberg quantity of the pending order below the market: greater than 0 */
  readonly pendingBelowIcebergQty?: string;
  /** Time in force of the pending order below the market */
  readonly pendingBelowTimeInForce?: "GTC" | "IOC" | "FOK";
  /** Strategy id of the pending order below the market */
  readonly pendingBelowStrategyId?: Id;
  /** Strategy type of the pending order below the market */
  readonly pendingBelowStrategyType?: number;
  /** Side of the book from which the pending order below the market takes its price */
  readonly pendingBelowPegPriceType?: "PRIMARY_PEG" | "MARKET_PEG";
  /** Unit of the price offset of the pending order below the market */
  readonly pendingBelowPegOffsetType?: "PRICE_LEVEL";
  /** Price levels of the offset of the pending order below the market: 1 to 100 */
  readonly pendingBelowPegOffsetValue?: number;
  /** Use the isolated account of the symbol instead of the cross account */
  readonly isIsolated?: Flag;
  /** Side effect: borrow the funds that the order lacks, or repay debt from its fills (default NO_SIDE_EFFECT) */
  readonly sideEffectType?: "NO_SIDE_EFFECT" | "MARGIN_BUY";
  /** Repay what the list borrowed when it is cancelled unfilled (default true) */
  readonly autoRepayAtCancel?: Flag;
}

export interface MarginOrderListCancelArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Use the isolated account of the symbol instead of the cross account */
  readonly isIsolated?: Flag;
  /** The exchange's number of the list */
  readonly orderListId?: Id;
  /** Client id of the order list: at most 36 characters */
  readonly listClientOrderId?: string;
  /** Client id of the cancellation: at most 36 characters */
  readonly newClientOrderId?: string;
}

export interface MarginOrderListGetArguments {
  /** Use the isolated account of the symbol instead of the cross account */
  readonly isIsolated?: Flag;
  /** Trading pair of the isolated account */
  readonly symbol?: string;
  /** The exchange's number of the list */
  readonly orderListId?: Id;
  /** Client id of the order list: at most 36 characters */
  readonly origClientOrderId?: string;
}

export interface MarginAllOrderListsArguments {
  /** Use the isolated account of the symbol instead of the cross account */
  readonly isIsolated?: Flag;
  /** Trading pair of the isolated account */
  readonly symbol?: string;
  /** First order list id, inclusive; not with times */
  readonly fromId?: Id;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
}

export interface MarginAllOrderListsRow {
  readonly symbol?: string;
  readonly orderListId: bigint;
  readonly contingencyType?: string;
  readonly listStatusType?: string;
  readonly listOrderStatus?: string;
  readonly listClientOrderId?: string;
  readonly transactionTime?: number;
  readonly orders?: string;
  readonly orderReports?: string;
  readonly isIsolated?: boolean;
  readonly marginBuyBorrowAmount?: string;
  readonly marginBuyBorrowAsset?: string;
}

export interface MarginCapitalFlowArguments {
  /** Asset; all if omitted */
  readonly asset?: string;
  /** Trading pair of an isolated account; the cross account if omitted */
  readonly symbol?: string;
  /** Kind of flow, such as TRANSFER, BORROW or BUY_INCOME */
  readonly type?: string;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** First id, inclusive; if given, the start time is ignored */
  readonly fromId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
}

export interface MarginCapitalFlowRow {
  readonly timestamp?: number;
  readonly type?: string;
  readonly asset?: string;
  readonly amount?: string;
  readonly symbol?: string;
  readonly id: bigint;
  readonly tranId?: bigint;
}

export interface MarginInterestHistoryArguments {
  /** Asset; all if omitted */
  readonly asset?: string;
  /** Trading pair of an isolated account; the cross account if omitted */
  readonly isolatedSymbol?: string;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Page, counted from 1 (default 1) */
  readonly current?: number;
  /** Number of rows: 1 to 100 (default 10) */
  readonly size?: number;
}

export interface MarginInterestHistoryRow {
  readonly interestAccuredTime?: number;
  readonly asset?: string;
  readonly principal?: string;
  readonly interest?: string;
  readonly interestRate?: string;
  readonly type?: string;
  readonly isolatedSymbol?: string;
  readonly rawAsset?: string;
  readonly txId?: bigint;
}

export interface MarginInterestHistoryAnswer {
  readonly rows: readonly MarginInterestHistoryRow[];
}

export interface MarginInterestRatesArguments {
  /** Asset, such as BTC */
  readonly asset: string;
  /** Level of the account; your own if omitted */
  readonly vipLevel?: number;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
}

export interface MarginInterestRatesRow {
  readonly timestamp?: number;
  readonly asset?: string;
  readonly dailyInterestRate?: string;
  readonly vipLevel?: bigint;
}

export interface MarginLiquidationsArguments {
  /** Trading pair of an isolated account; the cross account if omitted */
  readonly isolatedSymbol?: string;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Page, counted from 1 (default 1) */
  readonly current?: number;
  /** Number of rows: 1 to 100 (default 10) */
  readonly size?: number;
}

export interface MarginLiquidationsRow {
  readonly updatedTime?: number;
  readonly symbol?: string;
  readonly isIsolated?: boolean;
  readonly orderId?: bigint;
  readonly side?: string;
  readonly qty?: string;
  readonly executedQty?: string;
  readonly avgPrice?: string;
  readonly price?: string;
  readonly timeInForce?: string;
}

export interface MarginLiquidationsAnswer {
  readonly rows: readonly MarginLiquidationsRow[];
}

export interface MarginListenKeyCreateArguments {
  /** Whether the account is an isolated one */
  readonly isIsolated?: Flag;
  /** Trading pair of an isolated account */
  readonly symbol?: string;
}

export interface MarginListenTokenCreateArguments {
  /** Whether the account is an isolated one (default false) */
  readonly isIsolated?: Flag;
  /** Trading pair of an isolated account */
  readonly symbol?: string;
  /** How long the token is valid, in ms: 1 to 86400000 (default 86400000) */
  readonly validity?: Id;
}

export interface MarginListenTokenCreateRow {
  readonly token?: string;
  readonly expirationTime?: number;
}

export interface MarginRiskKeyKeepAliveArguments {
  /** The key that opened the stream */
  readonly listenKey: string;
}

export interface FundsSystemStatusRow {
  readonly status?: bigint;
  readonly msg?: string;
}

export interface FundsCoinsRow {
  readonly coin?: string;
  readonly name?: string;
  readonly free?: string;
  readonly locked?: string;
  readonly freeze?: string;
  readonly withdrawing?: string;
  readonly depositAllEnable?: boolean;
  readonly withdrawAllEnable?: boolean;
  readonly trading?: boolean;
  readonly isLegalMoney?: boolean;
  readonly storage?: string;
  readonly ipoing?: string;
  readonly ipoable?: string;
  readonly networkList?: string;
}

export interface FundsWithdrawArguments {
  /** Coin, such as BTC */
  readonly coin: string;
  /** Client id of the withdrawal, by which it can be looked up */
  readonly withdrawOrderId?: string;
  /** Network, such as ETH; the coin's default network if omitted */
  readonly network?: string;
  /** Destination address */
  readonly address: string;
  /** Tag or memo, where the network asks for one beside the address */
  readonly addressTag?: string;
  /** Amount of the asset: greater than 0 */
  readonly amount: string;
  /** Who gets the fee of a transfer within the exchange back: true the receiver, false the sender (default false) */
  readonly transactionFeeFlag?: Flag;
  /** Note on the address for the address book */
  readonly name?: string;
  /** Source wallet: 0 spot wallet, 1 funding wallet (default 0) */
  readonly walletType?: 0 | 1;
}

export interface FundsWithdrawRow {
  readonly id?: string;
}

export interface FundsDepositsArguments {
  /** Coin; all if omitted */
  readonly coin?: string;
  /** Status: 0 pending, 6 confirmed, 1 credited */
  readonly status?: 0 | 6 | 1;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Rows to leave out at the beginning (default 0) */
  readonly offset?: number;
  /** Number of rows: 1 to 1000 (default 1000) */
  readonly limit?: number;
  /** Transaction on chain */
  readonly txId?: string;
  /** Include the source addresses in the answer */
  readonly includeSource?: Flag;
}

export interface FundsDepositsRow {
  readonly insertTime?: number;
  readonly coin?: string;
  readonly amount?: string;
  readonly network?: string;
  readonly status?: bigint;
  readonly confirmTimes?: string;
  readonly address?: string;
  readonly addressTag?: string;
  readonly txId?: string;
  readonly id?: string;
  readonly completeTime?: number;
  readonly transferType?: bigint;
  readonly unlockConfirm?: bigint;
  readonly walletType?: bigint;
}

export interface FundsWithdrawalsArguments {
  /** Coin; all if omitted */
  readonly coin?: string;
  /** Client id of a withdrawal */
  readonly withdrawOrderId?: string;
  /** Status: 0 e-mail confirmation, 1 cancelled, 2 awaiting approval, 3 rejected, 4 processing, 5 failed, 6 completed */
  readonly status?: 0 | 1 | 2 | 3 | 4 | 5 | 6;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Rows to leave out at the beginning (default 0) */
  readonly offset?: number;
  /** Number of rows: 1 to 1000 (default 1000) */
  readonly limit?: number;
  /** Withdrawals, from the withdrawal's answer: at most 45 at once */
  readonly idList?: readonly string[];
}

export interface FundsWithdrawalsRow {
  readonly applyTime?: number;
  readonly coin?: string;
  readonly amount?: string;
  readonly transactionFee?: string;
  readonly network?: string;
  readonly status?: bigint;
  readonly address?: string;
  readonly txId?: string;
  readonly id?: string;
  readonly withdrawOrderId?: string;
  readonly info?: string;
  readonly transferType?: bigint;
  readonly confirmNo?: bigint;
  readonly walletType?: bigint;
  readonly txKey?: string;
  readonly completeTime?: number;
}

export interface FundsDepositAddressArguments {
  /** Coin, such as BTC */
  readonly coin: string;
  /** Network, such as ETH; the coin's default network if omitted */
  readonly network?: string;
}

export interface FundsDepositAddressRow {
  readonly coin?: string;
  readonly address?: string;
  readonly tag?: string;
  readonly url?: string;
}

export interface FundsDepositCreditApplyArguments {
  /** Number of the deposit */
  readonly depositId?: Id;
  /** Transaction of the deposit on chain */
  readonly txId?: string;
  /** Number of the sub-account of the deposit */
  readonly subAccountId?: Id;
  /** User number of the sub-account of the deposit */
  readonly subUserId?: Id;
}

export interface FundsDepositCreditApplyRow {
  readonly success?: boolean;
  readonly data?: boolean;
  readonly code?: string;
  readonly message?: string;
}

export interface FundsTravelRuleWithdrawArguments {
  /** Coin, such as BTC */
  readonly coin: string;
  /** Client id of the withdrawal, by which it can be looked up */
  readonly withdrawOrderId?: string;
  /** Network, such as ETH; the coin's default network if omitted */
  readonly network?: string;
  /** Destination address */
  readonly address: string;
  /** Tag or memo, where the network asks for one beside the address */
  readonly addressTag?: string;
  /** Amount of the asset: greater than 0 */
  readonly amount: string;
  /** Who gets the fee of a transfer within the exchange back: true the receiver, false the sender (default false) */
  readonly transactionFeeFlag?: Flag;
  /** Note on the address for the address book */
  readonly name?: string;
  /** Source wallet: 0 spot wallet, 1 funding wallet (default 0) */
  readonly walletType?: 0 | 1;
  /** Answers to the questionnaire as a JSON object */
  readonly questionnaire: string;
}

export interface FundsTravelRuleWithdrawRow {
  readonly trId?: bigint;
  readonly accepted?: boolean;
  readonly info?: string;
}

export interface FundsTravelRuleWithdrawalsArguments {
  /** Travel rule records, from the answers to withdrawals */
  readonly trId?: readonly string[];
  /** Transactions on chain */
  readonly txId?: readonly string[];
  /** Client id of a withdrawal */
  readonly withdrawOrderId?: string;
  /** Network, such as ETH; the coin's default network if omitted */
  readonly network?: string;
  /** Coin; all if omitted */
  readonly coin?: string;
  /** Status of the questionnaire: 0 completed, 1 pending, 2 failed */
  readonly travelRuleStatus?: 0 | 1 | 2;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Rows to leave out at the beginning (default 0) */
  readonly offset?: number;
  /** Number of rows: 1 to 1000 (default 1000) */
  readonly limit?: number;
}

export interface FundsTravelRuleWithdrawalsRow {
  readonly applyTime?: number;
  readonly trId?: bigint;
  readonly coin?: string;
  readonly amount?: string;
  readonly transactionFee?: string;
  readonly network?: string;
  readonly withdrawalStatus?: bigint;
  readonly travelRuleStatus?: bigint;
  readonly address?: string;
  readonly id?: string;
  readonly withdrawOrderId?: string;
  readonly txId?: string;
  readonly info?: string;
  readonly transferType?: bigint;
  readonly confirmNo?: bigint;
  readonly walletType?: bigint;
  readonly txKey?: string;
  readonly questionnaire?: string;
  readonly completeTime?: number;
}

export interface FundsTravelRuleRequirementsRow {
  readonly questionnaireCountryCode?: string;
}

export interface FundsTravelRuleProvidersRow {
  readonly vaspName?: string;
  readonly vaspCode?: string;
  readonly identifier?: string;
}

export interface FundsTravelRuleCountriesRow {
  readonly countryCode?: string;
  readonly countryName?: string;
  readonly blockType?: string;
  readonly depositAllowed?: boolean;
  readonly withdrawalAllowed?: boolean;
  readonly hasRegionRestrictions?: boolean;
}

export interface FundsTravelRuleCountriesAnswer {
  readonly lastUpdated?: number;
  readonly countries: readonly FundsTravelRuleCountriesRow[];
}

export interface FundsTravelRuleRegionsArguments {
  /** Country as two letters, such as au */
  readonly countryCode: string;
}

export interface FundsTravelRuleRegionsRow {
  readonly regionName?: string;
  readonly blockType?: string;
  readonly depositAllowed?: boolean;
  readonly withdrawalAllowed?: boolean;
}

export interface FundsTravelRuleRegionsAnswer {
  readonly countryCode?: string;
  readonly lastUpdated?: number;
  readonly regions: readonly FundsTravelRuleRegionsRow[];
}

export interface FundsTravelRuleDepositsArguments {
  /** Deposits */
  readonly depositId?: readonly string[];
  /** Transactions on chain */
  readonly txId?: readonly string[];
  /** Network, such as ETH; the coin's default network if omitted */
  readonly network?: string;
  /** Coin; all if omitted */
  readonly coin?: string;
  /** Include the answers */
  readonly retrieveQuestionnaire?: Flag;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Rows to leave out at the beginning (default 0) */
  readonly offset?: number;
  /** Number of rows: 1 to 1000 (default 1000) */
  readonly limit?: number;
}

export interface FundsTravelRuleDepositsRow {
  readonly insertTime?: number;
  readonly depositId?: string;
  readonly coin?: string;
  readonly amount?: string;
  readonly network?: string;
  readonly depositStatus?: bigint;
  readonly travelRuleReqStatus?: bigint;
  readonly requireQuestionnaire?: boolean;
  readonly confirmTimes?: string;
  readonly address?: string;
  readonly addressTag?: string;
  readonly txId?: string;
  readonly transferType?: bigint;
  readonly questionnaire?: string;
}

export interface FundsTravelRuleAnswerDepositArguments {
  /** Number of the deposit */
  readonly depositId: Id;
  /** Answers to the questionnaire as a JSON object */
  readonly questionnaire: string;
}

export interface FundsSnapshotArguments {
  /** Account */
  readonly type: "SPOT" | "MARGIN" | "FUTURES";
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of days: 5 to 30 (default 5) */
  readonly limit?: number;
}

export interface FundsSnapshotRow {
  readonly updateTime?: number;
  readonly type?: string;
  readonly data?: string;
}

export interface FundsSnapshotAnswer {
  readonly snapshotVos: readonly FundsSnapshotRow[];
}

export interface FundsAccountStatusRow {
  readonly data?: string;
}

export interface FundsApiTradingStatusRow {
  readonly isLocked?: boolean;
  readonly plannedRecoverTime?: number;
  readonly triggerCondition?: string;
  readonly updateTime?: number;
}

export interface FundsApiTradingStatusAnswer {
  readonly data: readonly FundsApiTradingStatusRow[];
}

export interface FundsDustConvertArguments {
  /** Assets to convert */
  readonly asset: readonly string[];
  /** Account of the dust (default SPOT) */
  readonly accountType?: "SPOT" | "MARGIN";
}

export interface FundsDustConvertRow {
  readonly fromAsset?: string;
  readonly amount?: string;
  readonly transferedAmount?: string;
  readonly serviceChargeAmount?: string;
  readonly operateTime?: number;
  readonly tranId?: bigint;
}

export interface FundsDustConvertAnswer {
  readonly transferResult: readonly FundsDustConvertRow[];
}

export interface FundsDustListArguments {
  /** Account of the dust (default SPOT) */
  readonly accountType?: "SPOT" | "MARGIN";
}

export interface FundsDustListRow {
  readonly asset?: string;
  readonly assetFullName?: string;
  readonly amountFree?: string;
  readonly toBTC?: string;
  readonly toBNB?: string;
  readonly toBNBOffExchange?: string;
  readonly exchange?: string;
}

export interface FundsDustListAnswer {
  readonly details: readonly FundsDustListRow[];
}

export interface FundsDustConvertibleArguments {
  /** Asset to receive, such as USDC */
  readonly targetAsset: string;
  /** Account of the dust (default SPOT) */
  readonly accountType?: "SPOT" | "MARGIN";
  /** Price of the asset in which dust is valued, in the asset to receive: greater than 0 */
  readonly dustQuotaAssetToTargetAssetPrice?: string;
}

export interface FundsDustConvertibleRow {
  readonly asset?: string;
  readonly assetFullName?: string;
  readonly amountFree?: string;
  readonly toQuotaAssetAmount?: string;
  readonly toTargetAssetAmount?: string;
  readonly exchange?: string;
  readonly toTargetAssetOffExchange?: string;
}

export interface FundsDustConvertibleAnswer {
  readonly details: readonly FundsDustConvertibleRow[];
}

export interface FundsDustConvertToArguments {
  /** Asset to receive, such as USDC */
  readonly targetAsset?: string;
  /** Assets to convert */
  readonly asset: readonly string[];
  /** Account of the dust (default SPOT) */
  readonly accountType?: "SPOT" | "MARGIN";
  /** Your own id of the conversion */
  readonly clientId?: string;
  /** Id that a third party gave to the conversion */
  readonly thirdPartyClientId?: string;
}

export interface FundsDividendsArguments {
  /** Asset; all if omitted */
  readonly asset?: string;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 500 (default 20) */
  readonly limit?: number;
}

export interface FundsDividendsRow {
  readonly divTime: number;
  readonly asset?: string;
  readonly amount?: string;
  readonly enInfo?: string;
  readonly tranId?: bigint;
  readonly id?: bigint;
}

export interface FundsDividendsAnswer {
  readonly rows: readonly FundsDividendsRow[];
}

export interface FundsTradeFeesRow {
  readonly symbol?: string;
  readonly makerCommission?: string;
  readonly takerCommission?: string;
}

export interface FundsKeyPermissionsRow {
  readonly ipRestrict?: boolean;
  readonly enableReading?: boolean;
  readonly enableSpotAndMarginTrading?: boolean;
  readonly enableMargin?: boolean;
  readonly enableFutures?: boolean;
  readonly enableVanillaOptions?: boolean;
  readonly enablePortfolioMarginTrading?: boolean;
  readonly enableWithdrawals?: boolean;
  readonly enableInternalTransfer?: boolean;
  readonly permitsUniversalTransfer?: boolean;
  readonly enableFixApiTrade?: boolean;
  readonly enableFixReadOnly?: boolean;
  readonly createTime?: number;
}

export interface FundsAccountInfoRow {
  readonly vipLevel?: bigint;
  readonly isMarginEnabled?: boolean;
  readonly isFutureEnabled?: boolean;
  readonly isOptionsEnabled?: boolean;
  readonly isPortfolioMarginRetailEnabled?: boolean;
}

export interface FundsFundingAssetsArguments {
  /** Asset; all with a balance if omitted */
  readonly asset?: string;
  /** Add the value in BTC (default false) */
  readonly needBtcValuation?: Flag;
}

export interface FundsFundingAssetsRow {
  readonly asset?: string;
  readonly free?: string;
  readonly locked?: string;
  readonly freeze?: string;
  readonly withdrawing?: string;
  readonly btcValuation?: string;
}

export interface FundsSpotAssetsRow {
  readonly asset?: string;
  readonly free?: string;
  readonly locked?: string;
  readonly freeze?: string;
  readonly withdrawing?: string;
  readonly btcValuation?: string;
  readonly ipoable?: string;
}

export interface FundsWalletBalancesArguments {
  /** Asset of the values (default BTC) */
  readonly quoteAsset?: string;
  /** List the assets of each wallet; -o json shows them (default false) */
  readonly needBalanceDetail?: Flag;
}

export interface FundsWalletBalancesRow {
  readonly walletName?: string;
  readonly balance?: string;
  readonly activate?: boolean;
  readonly assetBalances?: string;
}

export interface FundsDustLogArguments {
  /** Account of the dust (default SPOT) */
  readonly accountType?: "SPOT" | "MARGIN";
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
}

export interface FundsDustLogRow {
  readonly operateTime?: number;
  readonly transId?: bigint;
  readonly totalTransferedAmount?: string;
  readonly totalServiceChargeAmount?: string;
  readonly userAssetDribbletDetails?: string;
}

export interface FundsDustLogAnswer {
  readonly userAssetDribblets: readonly FundsDustLogRow[];
}

export interface FundsWithdrawAddressesRow {
  readonly name?: string;
  readonly coin?: string;
  readonly network?: string;
  readonly address?: string;
  readonly addressTag?: string;
  readonly whiteStatus?: boolean;
  readonly origin?: string;
  readonly originType?: string;
}

export interface FundsWithdrawQuotaRow {
  readonly wdQuota?: string;
  readonly usedWdQuota?: string;
}

export interface FundsDepositAddressesArguments {
  /** Coin, such as USDT */
  readonly coin: string;
  /** Network, such as BSC; all if omitted */
  readonly network?: string;
}

export interface FundsDepositAddressesRow {
  readonly coin?: string;
  readonly address?: string;
  readonly tag?: string;
  readonly isDefault?: bigint;
}

export interface FundsDelistScheduleRow {
  readonly delistTime?: number;
  readonly symbols?: string;
}

export interface FundsOpenSymbolsRow {
  readonly openTime?: number;
  readonly symbols?: string;
}

export interface FundsAssetTagsRow {
  readonly assetCode?: string;
  readonly assetName?: string;
  readonly tags?: string;
  readonly trading?: boolean;
}

export interface FundsTransferArguments {
  /** From which wallet to which: today also MAIN_FUNDING to MARGIN_ISOLATEDMARGIN */
  readonly type: FundsType;
  /** Asset, such as BTC */
  readonly asset: string;
  /** Amount of the asset: greater than 0 */
  readonly amount: string;
  /** Trading pair of the isolated account that the asset leaves */
  readonly fromSymbol?: string;
  /** Trading pair of the isolated account that receives the asset */
  readonly toSymbol?: string;
}

export interface FundsTransfersArguments {
  /** From which wallet to which: today also MAIN_FUNDING to MARGIN_ISOLATEDMARGIN */
  readonly type: FundsType;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Page, counted from 1 (default 1) */
  readonly current?: number;
  /** Number of rows: 1 to 100 (default 10) */
  readonly size?: number;
  /** Trading pair of the isolated account that the asset leaves */
  readonly fromSymbol?: string;
  /** Trading pair of the isolated account that receives the asset */
  readonly toSymbol?: string;
}

export interface FundsTransfersRow {
  readonly timestamp?: number;
  readonly type?: string;
  readonly asset?: string;
  readonly amount?: string;
  readonly status?: string;
  readonly tranId?: bigint;
}

export interface FundsTransfersAnswer {
  readonly rows: readonly FundsTransfersRow[];
}

export interface SubListArguments {
  /** E-mail address of one sub-account; all if omitted */
  readonly email?: string;
  /** Only frozen ones, or only others */
  readonly isFreeze?: Flag;
  /** Page, counted from 1 (default 1) */
  readonly page?: number;
  /** Number of rows: 1 to 200 (default 1) */
  readonly limit?: number;
}

export interface SubListRow {
  readonly email?: string;
  readonly subUserId?: bigint;
  readonly remark?: string;
  readonly isFreeze?: boolean;
  readonly createTime?: number;
  readonly isManagedSubAccount?: boolean;
  readonly isAssetManagementSubAccount?: boolean;
}

export interface SubListAnswer {
  readonly subAccounts: readonly SubListRow[];
}

export interface SubStatusArguments {
  /** E-mail address of one sub-account; all if omitted */
  readonly email?: string;
}

export interface SubStatusRow {
  readonly email?: string;
  readonly isSubUserEnabled?: boolean;
  readonly isUserActive?: boolean;
  readonly isMarginEnabled?: boolean;
  readonly isFutureEnabled?: boolean;
  readonly insertTime?: number;
  readonly mobile?: bigint;
}

export interface SubSpotSummaryArguments {
  /** E-mail address of one sub-account; all if omitted */
  readonly email?: string;
  /** Page, counted from 1 (default 1) */
  readonly page?: number;
  /** Number of rows: 1 to 20 (default 10) */
  readonly size?: number;
}

export interface SubSpotSummaryRow {
  readonly email?: string;
  readonly totalAsset?: string;
}

export interface SubSpotSummaryAnswer {
  readonly spotSubUserAssetBtcVoList: readonly SubSpotSummaryRow[];
}

export interface SubMarginAccountArguments {
  /** E-mail address of the sub-account */
  readonly email: string;
}

export interface SubMarginAccountRow {
  readonly email?: string;
  readonly marginLevel?: string;
  readonly totalAssetOfBtc?: string;
  readonly totalLiabilityOfBtc?: string;
  readonly totalNetAssetOfBtc?: string;
  readonly marginTradeCoeffVo?: string;
  readonly marginUserAssetVoList?: string;
}

export interface SubMarginSummaryRow {
  readonly email?: string;
  readonly totalAssetOfBtc?: string;
  readonly totalLiabilityOfBtc?: string;
  readonly totalNetAssetOfBtc?: string;
}

export interface SubMarginSummaryAnswer {
  readonly totalAssetOfBtc?: string;
  readonly totalLiabilityOfBtc?: string;
  readonly totalNetAssetOfBtc?: string;
  readonly subAccountList: readonly SubMarginSummaryRow[];
}

export interface SubMarginEnableRow {
  readonly email?: string;
  readonly isMarginEnabled?: boolean;
}

export interface SubFuturesAccountArguments {
  /** E-mail address of the sub-account */
  readonly email: string;
  /** Futures type: 1 USDT-margined, 2 coin-margined (default 1) */
  readonly futuresType?: 1 | 2;
}

export interface SubFuturesAccountRow {
  readonly email?: string;
  readonly asset?: string;
  readonly totalWalletBalance?: string;
  readonly totalUnrealizedProfit?: string;
  readonly totalMarginBalance?: string;
  readonly totalInitialMargin?: string;
  readonly totalMaintenanceMargin?: string;
  readonly totalPositionInitialMargin?: string;
  readonly totalOpenOrderInitialMargin?: string;
  readonly maxWithdrawAmount?: string;
  readonly feeTier?: bigint;
  readonly canTrade?: boolean;
  readonly canDeposit?: boolean;
  readonly canWithdraw?: boolean;
  readonly updateTime?: number;
  readonly assets?: string;
}

export interface SubFuturesSummaryArguments {
  /** Page, counted from 1 (default 1) */
  readonly page?: number;
  /** Number of rows */
  readonly limit?: number;
}

export interface SubFuturesSummaryRow {
  readonly email?: string;
  readonly totalWalletBalance?: string;
  readonly totalUnrealizedProfit?: string;
  readonly totalMarginBalance?: string;
  readonly totalInitialMargin?: string;
  readonly totalMaintenanceMargin?: string;
  readonly totalPositionInitialMargin?: string;
  readonly totalOpenOrderInitialMargin?: string;
  readonly asset?: string;
}

export interface SubFuturesSummaryAnswer {
  readonly totalWalletBalance?: string;
  readonly totalUnrealizedProfit?: string;
  readonly totalMarginBalance?: string;
  readonly totalInitialMargin?: string;
  readonly totalMaintenanceMargin?: string;
  readonly totalPositionInitialMargin?: string;
  readonly totalOpenOrderInitialMargin?: string;
  readonly asset?: string;
  readonly subAccountList: readonly SubFuturesSummaryRow[];
}

export interface SubFuturesPositionsRow {
  readonly symbol?: string;
  readonly positionAmount?: string;
  readonly entryPrice?: string;
  readonly markPrice?: string;
  readonly unrealizedProfit?: string;
  readonly liquidationPrice?: string;
  readonly leverage?: string;
  readonly maxNotional?: string;
}

export interface SubFuturesEnableRow {
  readonly email?: string;
  readonly isFuturesEnabled?: boolean;
}

export interface SubTransferHistoryArguments {
  /** E-mail address of the source account */
  readonly fromEmail?: string;
  /** E-mail address of the destination account */
  readonly toEmail?: string;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Page, counted from 1 (default 1) */
  readonly page?: number;
  /** Number of rows: 1 to 500 (default 500) */
  readonly limit?: number;
}

export interface SubTransferHistoryRow {
  readonly time?: number;
  readonly from?: string;
  readonly to?: string;
  readonly asset?: string;
  readonly qty?: string;
  readonly status?: string;
  readonly tranId?: bigint;
}

export interface SubFuturesTransferArguments {
  /** E-mail address of the sub-account */
  readonly email: string;
  /** Asset, such as BTC */
  readonly asset: string;
  /** Amount of the asset: greater than 0 */
  readonly amount: string;
  /** Direction: 1 spot to futures, 2 futures to spot, 3 spot to coin-margined, 4 coin-margined to spot */
  readonly type: 1 | 2 | 3 | 4;
}

export interface SubFuturesTransferRow {
  readonly txnId?: string;
}

export interface SubTransferToSubArguments {
  /** E-mail address of the destination account */
  readonly toEmail: string;
  /** Asset, such as BTC */
  readonly asset: string;
  /** Amount of the asset: greater than 0 */
  readonly amount: string;
}

export interface SubTransferToMasterArguments {
  /** Asset, such as BTC */
  readonly asset: string;
  /** Amount of the asset: greater than 0 */
  readonly amount: string;
}

export interface SubTransferUniversalArguments {
  /** E-mail address of the source account; the master if omitted */
  readonly fromEmail?: string;
  /** E-mail address of the destination account; the master if omitted */
  readonly toEmail?: string;
  /** Source wallet */
  readonly fromAccountType: SubFromAccountType;
  /** Destination wallet */
  readonly toAccountType: SubFromAccountType;
  /** Client id of the transfer; the exchange accepts each id once */
  readonly clientTranId?: string;
  /** Trading pair of an isolated margin wallet */
  readonly symbol?: string;
  /** Asset, such as BTC */
  readonly asset: string;
  /** Amount of the asset: greater than 0 */
  readonly amount: string;
}

export interface SubTransferUniversalRow {
  readonly tranId?: bigint;
  readonly clientTranId?: string;
}

export interface SubAssetsRow {
  readonly asset?: string;
  readonly free?: string;
  readonly locked?: string;
  readonly freeze?: string;
  readonly withdrawing?: string;
}

export interface SubAssetsAnswer {
  readonly balances: readonly SubAssetsRow[];
}

export interface SubFuturesAccountV2Arguments {
  /** E-mail address of the sub-account */
  readonly email: string;
  /** Futures type: 1 USDT-margined, 2 coin-margined */
  readonly futuresType: 1 | 2;
}

export interface SubFuturesAccountV2Row {
  readonly futureAccountResp?: {
    readonly email?: string;
    readonly feeTier?: bigint;
    readonly canTrade?: boolean;
    readonly canDeposit?: boolean;
    readonly canWithdraw?: boolean;
    readonly updateTime?: number;
    readonly assets?: string;
    readonly totalWalletBalance?: string;
    readonly totalUnrealizedProfit?: string;
    readonly totalMarginBalance?: string;
    readonly totalInitialMargin?: string;
    readonly totalMaintenanceMargin?: string;
    readonly totalPositionInitialMargin?: string;
    readonly totalOpenOrderInitialMargin?: string;
  };
  readonly deliveryAccountResp?: {
    readonly email?: string;
    readonly feeTier?: bigint;
    readonly canTrade?: boolean;
    readonly canDeposit?: boolean;
    readonly canWithdraw?: boolean;
    readonly updateTime?: number;
    readonly assets?: string;
  };
}

export interface SubFuturesSummaryV2Arguments {
  /** Futures type: 1 USDT-margined, 2 coin-margined */
  readonly futuresType: 1 | 2;
  /** Page, counted from 1 (default 1) */
  readonly page?: number;
  /** Number of rows: 1 to 20 (default 10) */
  readonly limit?: number;
}

export interface SubFuturesSummaryV2Row {
  readonly futureAccountSummaryResp?: {
    readonly totalWalletBalance?: string;
    readonly totalUnrealizedProfit?: string;
    readonly totalMarginBalance?: string;
    readonly totalInitialMargin?: string;
    readonly totalMaintenanceMargin?: string;
    readonly totalPositionInitialMargin?: string;
    readonly totalOpenOrderInitialMargin?: string;
    readonly asset?: string;
    readonly subAccountList?: string;
  };
  readonly deliveryAccountSummaryResp?: {
    readonly totalWalletBalanceOfBTC?: string;
    readonly totalUnrealizedProfitOfBTC?: string;
    readonly totalMarginBalanceOfBTC?: string;
    readonly asset?: string;
    readonly subAccountList?: string;
  };
}

export interface SubFuturesPositionsV2Row {
  readonly futurePositionRiskVos?: string;
  readonly deliveryPositionRiskVos?: string;
}

export interface SubTransferUniversalHistoryArguments {
  /** E-mail address of the source account */
  readonly fromEmail?: string;
  /** E-mail address of the destination account */
  readonly toEmail?: string;
  /** Client id of the transfer */
  readonly clientTranId?: string;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Page, counted from 1 (default 1) */
  readonly page?: number;
  /** Number of rows: 1 to 500 (default 500) */
  readonly limit?: number;
}

export interface SubTransferUniversalHistoryRow {
  readonly createTimeStamp?: number;
  readonly fromEmail?: string;
  readonly fromAccountType?: string;
  readonly toEmail?: string;
  readonly toAccountType?: string;
  readonly asset?: string;
  readonly amount?: string;
  readonly status?: string;
  readonly tranId?: bigint;
  readonly clientTranId?: string;
}

export interface SubTransferUniversalHistoryAnswer {
  readonly result: readonly SubTransferUniversalHistoryRow[];
}

export interface SubTransferOwnHistoryArguments {
  /** Asset; all if omitted */
  readonly asset?: string;
  /** Direction: 1 received, 2 sent (default 2) */
  readonly type?: 1 | 2;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 500 (default 500) */
  readonly limit?: number;
  /** Include transfers that failed (default false) */
  readonly returnFailHistory?: Flag;
}

export interface SubTransferOwnHistoryRow {
  readonly time?: number;
  readonly counterParty?: string;
  readonly email?: string;
  readonly type?: bigint;
  readonly asset?: string;
  readonly qty?: string;
  readonly fromAccountType?: string;
  readonly toAccountType?: string;
  readonly status?: string;
  readonly tranId?: bigint;
}

export interface SubFuturesInternalHistoryArguments {
  /** E-mail address of the sub-account */
  readonly email: string;
  /** Futures type: 1 USDT-margined, 2 coin-margined */
  readonly futuresType: 1 | 2;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Page, counted from 1 (default 1) */
  readonly page?: number;
  /** Number of rows: 1 to 500 (default 50) */
  readonly limit?: number;
}

export interface SubFuturesInternalHistoryRow {
  readonly time?: number;
  readonly from?: string;
  readonly to?: string;
  readonly asset?: string;
  readonly qty?: string;
  readonly tranId?: bigint;
}

export interface SubFuturesInternalHistoryAnswer {
  readonly transfers: readonly SubFuturesInternalHistoryRow[];
}

export interface SubFuturesInternalTransferArguments {
  /** E-mail address of the source account */
  readonly fromEmail: string;
  /** E-mail address of the destination account */
  readonly toEmail: string;
  /** Futures type: 1 USDT-margined, 2 coin-margined */
  readonly futuresType: 1 | 2;
  /** Asset, such as BTC */
  readonly asset: string;
  /** Amount of the asset: greater than 0 */
  readonly amount: string;
}

export interface SubFuturesInternalTransferRow {
  readonly txnId?: string;
  readonly success?: boolean;
}

export interface SubDepositAddressArguments {
  /** E-mail address of the sub-account */
  readonly email: string;
  /** Coin, such as BTC */
  readonly coin: string;
  /** Network, such as ETH; the coin's default network if omitted */
  readonly network?: string;
  /** Amount of the deposit, for networks that want to know it: greater than 0 */
  readonly amount?: string;
}

export interface SubDepositHistoryArguments {
  /** E-mail address of the sub-account */
  readonly email: string;
  /** Coin; all if omitted */
  readonly coin?: string;
  /** Status: 0 pending, 6 confirmed, 1 credited */
  readonly status?: 0 | 6 | 1;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Rows to leave out at the beginning (default 0) */
  readonly offset?: number;
  /** Number of rows: 1 to 1000 (default 1000) */
  readonly limit?: number;
  /** Transaction on chain */
  readonly txId?: string;
}

export interface EarnFlexibleListArguments {
  /** Asset; all if omitted */
  readonly asset?: string;
  /** Page, counted from 1 (default 1) */
  readonly current?: Id;
  /** Number of rows: 1 to 100 (default 10) */
  readonly size?: Id;
}

export interface EarnFlexibleListRow {
  readonly productId?: string;
  readonly asset?: string;
  readonly latestAnnualPercentageRate?: string;
  readonly minPurchaseAmount?: string;
  readonly canPurchase?: boolean;
  readonly canRedeem?: boolean;
  readonly isSoldOut?: boolean;
  readonly status?: string;
  readonly hot?: boolean;
  readonly airDropPercentageRate?: string;
  readonly tierAnnualPercentageRate?: string;
  readonly subscriptionStartTime?: number;
}

export interface EarnFlexibleListAnswer {
  readonly rows: readonly EarnFlexibleListRow[];
}

export interface EarnLockedListRow {
  readonly projectId?: string;
  readonly detail?: {
    readonly asset?: string;
    readonly duration?: bigint;
    readonly apr?: string;
    readonly isSoldOut?: boolean;
    readonly status?: string;
    readonly rewardAsset?: string;
    readonly renewable?: boolean;
    readonly subscriptionStartTime?: number;
  };
  readonly quota?: {
    readonly minimum?: string;
    readonly totalPersonalQuota?: string;
  };
}

export interface EarnLockedListAnswer {
  readonly rows: readonly EarnLockedListRow[];
}

export interface EarnFlexibleSubscribeArguments {
  /** Flexible product, such as BTC001 */
  readonly productId: string;
  /** Amount of the asset: greater than 0 */
  readonly amount: string;
  /** Resubscribe automatically (default true) */
  readonly autoSubscribe?: Flag;
  /** Source account (default SPOT) */
  readonly sourceAccount?: "SPOT" | "FUND" | "ALL";
}

export interface EarnFlexibleSubscribeRow {
  readonly purchaseId?: bigint;
  readonly success?: boolean;
}

export interface EarnLockedSubscribeArguments {
  /** Locked product, such as Axs*90 */
  readonly projectId: string;
  /** Amount of the asset: greater than 0 */
  readonly amount: string;
  /** Resubscribe automatically (default true) */
  readonly autoSubscribe?: Flag;
  /** Source account (default SPOT) */
  readonly sourceAccount?: "SPOT" | "FUND" | "ALL";
}

export interface EarnLockedSubscribeRow {
  readonly purchaseId?: bigint;
  readonly positionId?: string;
  readonly success?: boolean;
}

export interface EarnFlexibleRedeemArguments {
  /** Flexible product, such as BTC001 */
  readonly productId: string;
  /** Redeem all of it (default false) */
  readonly redeemAll?: Flag;
  /** Amount of the asset: greater than 0 */
  readonly amount?: string;
  /** Destination account (default SPOT) */
  readonly destAccount?: "SPOT" | "FUND" | "ALL";
}

export interface EarnFlexibleRedeemRow {
  readonly redeemId?: bigint;
  readonly success?: boolean;
}

export interface EarnFlexibleSubscriptionsArguments {
  /** Flexible product, such as BTC001 */
  readonly productId?: string;
  /** Purchase, from the answer to the subscription */
  readonly purchaseId?: string;
  /** Asset; all if omitted */
  readonly asset?: string;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Page, counted from 1 (default 1) */
  readonly current?: Id;
  /** Number of rows: 1 to 100 (default 10) */
  readonly size?: Id;
}

export interface EarnFlexibleSubscriptionsRow {
  readonly time?: number;
  readonly purchaseId?: bigint;
  readonly productId?: string;
  readonly asset?: string;
  readonly amount?: string;
  readonly type?: string;
  readonly status?: string;
  readonly sourceAccount?: string;
  readonly amtFromSpot?: string;
  readonly amtFromFunding?: string;
}

export interface EarnFlexibleSubscriptionsAnswer {
  readonly rows: readonly EarnFlexibleSubscriptionsRow[];
}

export interface EarnLockedSubscriptionsArguments {
  /** Purchase, from the answer to the subscription */
  readonly purchaseId?: string;
  /** Asset; all if omitted */
  readonly asset?: string;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Page, counted from 1 (default 1) */
  readonly current?: Id;
  /** Number of rows: 1 to 100 (default 10) */
  readonly size?: Id;
}

export interface EarnLockedSubscriptionsRow {
  readonly time?: number;
  readonly purchaseId?: bigint;
  readonly positionId?: bigint;
  readonly projectId?: string;
  readonly asset?: string;
  readonly amount?: string;
  readonly lockPeriod?: string;
  readonly type?: string;
  readonly status?: string;
  readonly sourceAccount?: string;
  readonly amtFromSpot?: string;
  readonly amtFromFunding?: string;
}

export interface EarnLockedSubscriptionsAnswer {
  readonly rows: readonly EarnLockedSubscriptionsRow[];
}

export interface EarnAccountRow {
  readonly totalAmountInUSDT?: string;
  readonly totalFlexibleAmountInUSDT?: string;
  readonly totalLockedInUSDT?: string;
  readonly totalAmountInBTC?: string;
  readonly totalFlexibleAmountInBTC?: string;
  readonly totalLockedInBTC?: string;
}

export interface EarnFlexiblePositionsArguments {
  /** Asset; all if omitted */
  readonly asset?: string;
  /** Flexible product, such as BTC001 */
  readonly productId?: string;
  /** Page, counted from 1 (default 1) */
  readonly current?: Id;
  /** Number of rows: 1 to 100 (default 10) */
  readonly size?: Id;
}

export interface EarnFlexiblePositionsRow {
  readonly productId?: string;
  readonly asset?: string;
  readonly totalAmount?: string;
  readonly latestAnnualPercentageRate?: string;
  readonly yesterdayRealTimeRewards?: string;
  readonly cumulativeTotalRewards?: string;
  readonly autoSubscribe?: boolean;
  readonly canRedeem?: boolean;
  readonly collateralAmount?: string;
}

export interface EarnFlexiblePositionsAnswer {
  readonly rows: readonly EarnFlexiblePositionsRow[];
}

export interface EarnLockedPositionsArguments {
  /** Asset; all if omitted */
  readonly asset?: string;
  /** Locked position */
  readonly positionId?: string;
  /** Locked product, such as Axs*90 */
  readonly projectId?: string;
  /** Page, counted from 1 (default 1) */
  readonly current?: Id;
  /** Number of rows: 1 to 100 (default 10) */
  readonly size?: Id;
}

export interface EarnLockedPositionsRow {
  readonly positionId?: bigint;
  readonly projectId?: string;
  readonly asset?: string;
  readonly amount?: string;
  readonly APY?: string;
  readonly rewardAmt?: string;
  readonly purchaseTime?: number;
  readonly deliverDate?: number;
  readonly autoSubscribe?: boolean;
  readonly nextPayDate?: number;
  readonly rewardsEndDate?: number;
  readonly redeemAmountEarly?: string;
  readonly status?: string;
}

export interface EarnLockedPositionsAnswer {
  readonly rows: readonly EarnLockedPositionsRow[];
}

export interface EarnFlexibleQuotaArguments {
  /** Flexible product, such as BTC001 */
  readonly productId: string;
}

export interface EarnFlexibleQuotaRow {
  readonly leftPersonalQuota?: string;
}

export interface EarnLockedQuotaArguments {
  /** Locked product, such as Axs*90 */
  readonly projectId: string;
}

export interface EarnFlexibleRewardsArguments {
  /** Reward */
  readonly type: EarnType;
  /** Flexible product, such as BTC001 */
  readonly productId?: string;
  /** Asset; all if omitted */
  readonly asset?: string;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Page, counted from 1 (default 1) */
  readonly current?: Id;
  /** Number of rows: 1 to 100 (default 10) */
  readonly size?: Id;
}

export interface EarnFlexibleRewardsRow {
  readonly time?: number;
  readonly projectId?: string;
  readonly asset?: string;
  readonly rewards?: string;
  readonly type?: string;
}

export interface EarnFlexibleRewardsAnswer {
  readonly rows: readonly EarnFlexibleRewardsRow[];
}

export interface EarnLockedRewardsArguments {
  /** Locked position */
  readonly positionId?: string;
  /** Asset; all if omitted */
  readonly asset?: string;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Page, counted from 1 (default 1) */
  readonly current?: Id;
  /** Number of rows: 1 to 100 (default 10) */
  readonly size?: Id;
}

export interface EarnLockedRewardsRow {
  readonly time?: number;
  readonly positionId?: bigint;
  readonly asset?: string;
  readonly amount?: string;
  readonly lockPeriod?: string;
}

export interface EarnLockedRewardsAnswer {
  readonly rows: readonly EarnLockedRewardsRow[];
}

export interface EarnFlexibleRatesArguments {
  /** Flexible product, such as BTC001 */
  readonly productId: string;
  /** Period of the rate */
  readonly aprPeriod?: "DAY" | "YEAR";
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Page, counted from 1 (default 1) */
  readonly current?: Id;
  /** Number of rows: 1 to 100 (default 10) */
  readonly size?: Id;
}

export interface EarnFlexibleRatesRow {
  readonly time?: number;
  readonly productId?: string;
  readonly asset?: string;
  readonly annualPercentageRate?: string;
}

export interface EarnFlexibleRatesAnswer {
  readonly rows: readonly EarnFlexibleRatesRow[];
}

export interface EarnFlexibleRedemptionsArguments {
  /** Flexible product, such as BTC001 */
  readonly productId?: string;
  /** Redemption, from the answer to it */
  readonly redeemId?: string;
  /** Asset; all if omitted */
  readonly asset?: string;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Page, counted from 1 (default 1) */
  readonly current?: Id;
  /** Number of rows: 1 to 100 (default 10) */
  readonly size?: Id;
}

export interface EarnFlexibleRedemptionsRow {
  readonly time?: number;
  readonly asset?: string;
  readonly amount?: string;
  readonly redeemId?: bigint;
  readonly status?: string;
  readonly projectId?: string;
  readonly destAccount?: string;
}

export interface EarnFlexibleRedemptionsAnswer {
  readonly rows: readonly EarnFlexibleRedemptionsRow[];
}

export interface EarnLockedRedemptionsArguments {
  /** Locked position */
  readonly positionId?: string;
  /** Redemption, from the answer to it */
  readonly redeemId?: string;
  /** Asset; all if omitted */
  readonly asset?: string;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Page, counted from 1 (default 1) */
  readonly current?: Id;
  /** Number of rows: 1 to 100 (default 10) */
  readonly size?: Id;
}

export interface EarnLockedRedemptionsRow {
  readonly time?: number;
  readonly asset?: string;
  readonly amount?: string;
  readonly redeemId?: bigint;
  readonly status?: string;
  readonly positionId?: bigint;
  readonly lockPeriod?: string;
  readonly deliverDate?: number;
}

export interface EarnLockedRedemptionsAnswer {
  readonly rows: readonly EarnLockedRedemptionsRow[];
}

export interface EarnFlexibleAutoSubscribeArguments {
  /** Flexible product, such as BTC001 */
  readonly productId: string;
  /** Resubscribe automatically, or stop doing so */
  readonly autoSubscribe: Flag;
}

export interface EarnLockedAutoSubscribeArguments {
  /** Locked position */
  readonly positionId: string;
  /** Resubscribe automatically, or stop doing so */
  readonly autoSubscribe: Flag;
}

export interface EarnLockedRedeemOptionArguments {
  /** Locked position */
  readonly positionId: string;
  /** Where it is paid out: the spot wallet, or the flexible product of the asset */
  readonly redeemTo: "SPOT" | "FLEXIBLE";
}

export interface EarnLockedRedeemArguments {
  /** Locked position */
  readonly positionId: string;
}

export interface MiningAlgorithmsRow {
  readonly algoName?: string;
  readonly unit?: string;
  readonly algoId?: bigint;
  readonly poolIndex?: bigint;
}

export interface MiningAlgorithmsAnswer {
  readonly data: readonly MiningAlgorithmsRow[];
}

export interface MiningCoinsRow {
  readonly coinName?: string;
  readonly algoName?: string;
  readonly coinId?: bigint;
  readonly algoId?: bigint;
  readonly poolIndex?: bigint;
}

export interface MiningCoinsAnswer {
  readonly data: readonly MiningCoinsRow[];
}

export interface MiningWorkerDetailArguments {
  /** Algorithm, such as sha256 */
  readonly algo: string;
  /** Mining account */
  readonly userName: string;
  /** Worker */
  readonly workerName: string;
}

export interface MiningWorkerDetailRow {
  readonly workerName?: string;
  readonly type?: string;
  readonly hashrateDatas?: string;
}

export interface MiningWorkerDetailAnswer {
  readonly data: readonly MiningWorkerDetailRow[];
}

export interface MiningWorkerListArguments {
  /** Algorithm, such as sha256 */
  readonly algo: string;
  /** Mining account */
  readonly userName: string;
  /** Page, counted from 1 (default 1) */
  readonly pageIndex?: number;
  /** Order: 0, 1 hash rate ascending, 2 hash rate descending, 3 last submit ascending, 4 last submit descending (default 0) */
  readonly sort?: 0 | 1 | 2 | 3 | 4;
  /** Column to sort by: 0, 1 hash rate, 2 last submit (default 0) */
  readonly sortColumn?: 0 | 1 | 2;
  /** State of the workers: 0 all, 1 valid, 2 invalid, 3 expired (default 0) */
  readonly workerStatus?: 0 | 1 | 2 | 3;
}

export interface MiningWorkerListRow {
  readonly workerName?: string;
  readonly status?: bigint;
  readonly hashRate?: string;
  readonly dayHashRate?: string;
  readonly rejectRate?: string;
  readonly lastShareTime?: number;
  readonly workerId?: string;
}

export interface MiningWorkerListAnswer {
  readonly data: {
  readonly workerDatas: readonly MiningWorkerListRow[];
};
}

export interface MiningPaymentsArguments {
  /** Algorithm, such as sha256 */
  readonly algo: string;
  /** Mining account */
  readonly userName: string;
  /** Coin; all if omitted */
  readonly coin?: string;
  /** Start of the window, inclusive */
  readonly startDate?: Time;
  /** End of the window, inclusive */
  readonly endDate?: Time;
  /** Page, counted from 1 (default 1) */
  readonly pageIndex?: number;
  /** Number of rows: 5 to 200 (default 20) */
  readonly pageSize?: number;
}

export interface MiningPaymentsRow {
  readonly time?: number;
  readonly coinName?: string;
  readonly profitAmount?: string;
  readonly dayHashRate?: string;
  readonly type?: bigint;
  readonly status?: bigint;
  readonly hashTransfer?: string;
  readonly transferAmount?: string;
}

export interface MiningPaymentsAnswer {
  readonly data: {
  readonly accountProfits: readonly MiningPaymentsRow[];
};
}

export interface MiningStatisticsArguments {
  /** Algorithm, such as sha256 */
  readonly algo: string;
  /** Mining account */
  readonly userName: string;
}

export interface MiningStatisticsRow {
  readonly userName?: string;
  readonly algo?: string;
  readonly fifteenMinHashRate?: string;
  readonly dayHashRate?: string;
  readonly unit?: string;
  readonly validNum?: bigint;
  readonly invalidNum?: bigint;
  readonly profitToday?: string;
  readonly profitYesterday?: string;
}

export interface MiningStatisticsAnswer {
  readonly data: readonly MiningStatisticsRow[];
}

export interface MiningHashRatesRow {
  readonly userName?: string;
  readonly type?: string;
  readonly list?: string;
}

export interface MiningHashRatesAnswer {
  readonly data: readonly MiningHashRatesRow[];
}

export interface FiatOrdersArguments {
  /** Transaction type: 0 deposit, 1 withdrawal */
  readonly transactionType: 0 | 1;
  /** Start of the window, inclusive */
  readonly beginTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Page, counted from 1 (default 1) */
  readonly page?: number;
  /** Number of rows: 1 to 500 (default 100) */
  readonly rows?: number;
}

export interface FiatOrdersRow {
  readonly createTime?: number;
  readonly orderNo?: string;
  readonly fiatCurrency?: string;
  readonly indicatedAmount?: string;
  readonly amount?: string;
  readonly totalFee?: string;
  readonly method?: string;
  readonly status?: string;
  readonly updateTime?: number;
}

export interface FiatOrdersAnswer {
  readonly data: readonly FiatOrdersRow[];
}

export interface FiatPaymentsArguments {
  /** Transaction type: 0 buy, 1 sell */
  readonly transactionType: 0 | 1;
  /** Start of the window, inclusive */
  readonly beginTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Page, counted from 1 (default 1) */
  readonly page?: number;
  /** Number of rows: 1 to 500 (default 100) */
  readonly rows?: number;
}

export interface FiatPaymentsRow {
  readonly createTime?: number;
  readonly orderNo?: string;
  readonly sourceAmount?: string;
  readonly fiatCurrency?: string;
  readonly obtainAmount?: string;
  readonly cryptoCurrency?: string;
  readonly price?: string;
  readonly totalFee?: string;
  readonly status?: string;
  readonly paymentMethod?: string;
  readonly updateTime?: number;
}

export interface FiatPaymentsAnswer {
  readonly data: readonly FiatPaymentsRow[];
}

export interface C2cOrdersArguments {
  /** Side */
  readonly tradeType: "BUY" | "SELL";
  /** Start of the window, inclusive */
  readonly startTimestamp?: Time;
  /** End of the window, inclusive */
  readonly endTimestamp?: Time;
  /** Page, counted from 1 (default 1) */
  readonly page?: number;
  /** Number of rows: 1 to 100 (default 100) */
  readonly rows?: number;
}

export interface C2cOrdersRow {
  readonly createTime?: number;
  readonly orderNumber?: string;
  readonly tradeType?: string;
  readonly asset?: string;
  readonly amount?: string;
  readonly fiat?: string;
  readonly unitPrice?: string;
  readonly totalPrice?: string;
  readonly commission?: string;
  readonly orderStatus?: string;
  readonly counterPartNickName?: string;
  readonly advertisementRole?: string;
  readonly advNo?: string;
  readonly fiatSymbol?: string;
}

export interface C2cOrdersAnswer {
  readonly data: readonly C2cOrdersRow[];
}

export interface ConvertQuoteArguments {
  /** Asset that is given */
  readonly fromAsset: string;
  /** Asset that is received */
  readonly toAsset: string;
  /** Amount that is given: greater than 0 */
  readonly fromAmount?: string;
  /** Amount that is received: greater than 0 */
  readonly toAmount?: string;
  /** Source wallet (default SPOT) */
  readonly walletType?: "SPOT" | "FUNDING";
  /** How long the price holds (default 10s) */
  readonly validTime?: "10s" | "30s" | "1m" | "2m";
}

export interface ConvertTradesArguments {
  /** Start of the window, inclusive */
  readonly startTime: Time;
  /** End of the window, inclusive */
  readonly endTime: Time;
  /** Number of rows: 1 to 1000 (default 100) */
  readonly limit?: number;
}

export interface ConvertTradesRow {
  readonly createTime: number;
  readonly orderId?: bigint;
  readonly quoteId?: string;
  readonly fromAsset?: string;
  readonly fromAmount?: string;
  readonly toAsset?: string;
  readonly toAmount?: string;
  readonly ratio?: string;
  readonly inverseRatio?: string;
  readonly orderStatus?: string;
}

export interface ConvertTradesAnswer {
  readonly list: readonly ConvertTradesRow[];
}

export interface PortfolioAccountRow {
  readonly accountStatus?: string;
  readonly uniMMR?: string;
  readonly accountEquity?: string;
  readonly actualEquity?: string;
  readonly accountInitialMargin?: string;
  readonly accountMaintMargin?: string;
  readonly totalAvailableBalance?: string;
  readonly virtualMaxWithdrawAmount?: string;
  readonly totalMarginOpenLoss?: string;
  readonly updateTime?: number;
}

export interface PortfolioBalanceRow {
  readonly asset?: string;
  readonly totalWalletBalance?: string;
  readonly crossMarginAsset?: string;
  readonly crossMarginBorrowed?: string;
  readonly crossMarginInterest?: string;
  readonly umWalletBalance?: string;
  readonly umUnrealizedPNL?: string;
  readonly cmWalletBalance?: string;
  readonly cmUnrealizedPNL?: string;
  readonly crossMarginFree?: string;
  readonly crossMarginLocked?: string;
  readonly negativeBalance?: string;
  readonly updateTime?: number;
}

export interface PortfolioUmAccountRow {
  readonly asset?: string;
  readonly crossWalletBalance?: string;
  readonly crossUnPnl?: string;
  readonly initialMargin?: string;
  readonly maintMargin?: string;
  readonly updateTime?: number;
}

export interface PortfolioUmAccountAnswer {
  readonly assets: readonly PortfolioUmAccountRow[];
}

export interface PortfolioUmPositionsRow {
  readonly symbol?: string;
  readonly positionSide?: string;
  readonly positionAmt?: string;
  readonly entryPrice?: string;
  readonly markPrice?: string;
  readonly liquidationPrice?: string;
  readonly unRealizedProfit?: string;
  readonly leverage?: bigint;
  readonly updateTime?: number;
}

export interface PortfolioCmPositionsArguments {
  /** Only positions with this margin asset */
  readonly marginAsset?: string;
  /** Pair of contracts, such as BTCUSD */
  readonly pair?: string;
}

export interface PortfolioUmMyTradesArguments {
  /** Contract, such as BTCUSDT */
  readonly symbol: string;
  /** Only trades of this order */
  readonly orderId?: Id;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** First trade id, inclusive; not with times */
  readonly fromId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
}

export interface PortfolioUmMyTradesRow {
  readonly symbol?: string;
  readonly id: bigint;
  readonly orderId?: bigint;
  readonly time?: number;
  readonly side?: string;
  readonly positionSide?: string;
  readonly price?: string;
  readonly qty?: string;
  readonly realizedPnl?: string;
  readonly commission?: string;
  readonly commissionAsset?: string;
  readonly maker?: boolean;
  readonly buyer?: boolean;
}

export interface PortfolioCmMyTradesArguments {
  /** Contract, such as BTCUSD_PERP */
  readonly symbol: string;
  /** Only trades of this order */
  readonly orderId?: Id;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** First trade id, inclusive; not with times */
  readonly fromId?: Id;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
}

export interface PortfolioUmIncomeArguments {
  /** Contract; all if omitted */
  readonly symbol?: string;
  /** Income type */
  readonly incomeType?: UsdmIncomeType;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 1000 (default 100) */
  readonly limit?: number;
}

export interface PortfolioUmOrderNewArguments {
  /** Contract, such as BTCUSDT */
  readonly symbol: string;
  /** Side */
  readonly side: "BUY" | "SELL";
  /** Position side: BOTH in one-way mode, LONG or SHORT in hedge mode (default BOTH) */
  readonly positionSide?: "BOTH" | "LONG" | "SHORT";
  /** Order type */
  readonly type: "LIMIT" | "MARKET";
  /** Time in force */
  readonly timeInForce?: "GTC" | "IOC" | "FOK" | "GTX" | "GTD";
  /** Amount: greater than 0 */
  readonly quantity?: string;
  /** Reduce-only; not allowed in hedge mode (default false) */
  readonly reduceOnly?: Flag;
  /** Limit price: greater than 0 */
  readonly price?: string;
  /** Client id of the order; generated if omitted: at most 36 characters */
  readonly newClientOrderId?: string;
  /** Response type: RESULT waits for the final state of an order that ends at once (default ACK) */
  readonly newOrderRespType?: "ACK" | "RESULT";
  /** Price match: take the price from the book */
  readonly priceMatch?: UsdmPriceMatch;
  /** Self-trade prevention mode */
  readonly selfTradePreventionMode?: UsdmSelfTradePreventionMode;
  /** Good-till date of a GTD order */
  readonly goodTillDate?: Time;
}

export interface PortfolioUmAllOrdersArguments {
  /** Contract, such as BTCUSDT */
  readonly symbol: string;
  /** First order id, inclusive */
  readonly orderId?: Id;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
}

export interface PortfolioCmOrderNewArguments {
  /** Contract, such as BTCUSD_PERP */
  readonly symbol: string;
  /** Side */
  readonly side: "BUY" | "SELL";
  /** Position side: BOTH in one-way mode, LONG or SHORT in hedge mode (default BOTH) */
  readonly positionSide?: "BOTH" | "LONG" | "SHORT";
  /** Order type */
  readonly type: "LIMIT" | "MARKET";
  /** Time in force */
  readonly timeInForce?: "GTC" | "IOC" | "FOK" | "GTX" | "GTD";
  /** Amount: greater than 0 */
  readonly quantity?: string;
  /** Reduce-only; not allowed in hedge mode (default false) */
  readonly reduceOnly?: Flag;
  /** Limit price: greater than 0 */
  readonly price?: string;
  /** Client id of the order; generated if omitted: at most 36 characters */
  readonly newClientOrderId?: string;
  /** Response type: RESULT waits for the final state of an order that ends at once (default ACK) */
  readonly newOrderRespType?: "ACK" | "RESULT";
  /** Price match: take the price from the book */
  readonly priceMatch?: UsdmPriceMatch;
}

export interface PortfolioCmAllOrdersArguments {
  /** Contract, such as BTCUSD_PERP */
  readonly symbol: string;
  /** First order id, inclusive */
  readonly orderId?: Id;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 1000 (default 500) */
  readonly limit?: number;
}

export interface PortfolioUmOrderAmendArguments {
  /** Contract, such as BTCUSDT */
  readonly symbol: string;
  /** The exchange's number of the order */
  readonly orderId?: Id;
  /** Client id of the order: at most 36 characters */
  readonly origClientOrderId?: string;
  /** Side of the order, as it was placed */
  readonly side: "BUY" | "SELL";
  /** New quantity, including what is already filled: greater than 0 */
  readonly quantity: string;
  /** Price match: take the price from the book (default NONE) */
  readonly priceMatch?: UsdmPriceMatch;
  /** Your own id of the modification; answer, event and list repeat it */
  readonly modifyId?: Id;
  /** New limit price */
  readonly price: string;
}

export interface PortfolioCmOrderAmendArguments {
  /** Contract, such as BTCUSD_PERP */
  readonly symbol: string;
  /** The exchange's number of the order */
  readonly orderId?: Id;
  /** Client id of the order: at most 36 characters */
  readonly origClientOrderId?: string;
  /** Side of the order, as it was placed */
  readonly side: "BUY" | "SELL";
  /** New quantity, including what is already filled: greater than 0 */
  readonly quantity: string;
  /** Your own id of the modification; answer, event and list repeat it */
  readonly modifyId?: Id;
  /** New limit price */
  readonly price: string;
}

export interface PortfolioUmAlgoOrderCancelRow {
  readonly complete?: boolean;
}

export interface PortfolioMarginOrderNewArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** Side */
  readonly side: "BUY" | "SELL";
  /** Order type */
  readonly type: MarginType;
  /** Amount of the base asset: greater than 0 */
  readonly quantity?: string;
  /** Amount of the quote asset to spend or to receive, MARKET only: greater than 0 */
  readonly quoteOrderQty?: string;
  /** Limit price: greater than 0 */
  readonly price?: string;
  /** Trigger price: greater than 0 */
  readonly stopPrice?: string;
  /** Client id of the order; generated if omitted: at most 36 characters */
  readonly newClientOrderId?: string;
  /** Iceberg quantity: greater than 0 */
  readonly icebergQty?: string;
  /** Response type (default ACK) */
  readonly newOrderRespType?: "ACK" | "RESULT" | "FULL";
  /** Side effect: borrow the funds that the order lacks, or repay debt from its fills: today also AUTO_BORROW_REPAY (default NO_SIDE_EFFECT) */
  readonly sideEffectType?: MarginSideEffectType;
  /** Time in force */
  readonly timeInForce?: "GTC" | "IOC" | "FOK";
  /** Repay what the order borrowed when it is cancelled unfilled (default true) */
  readonly autoRepayAtCancel?: Flag;
  /** Self-trade prevention mode: today also DECREMENT, TRANSFER (default EXPIRE_MAKER) */
  readonly selfTradePreventionMode?: SpotSelfTradePreventionMode;
}

export interface PortfolioMarginOrderCancelArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** The exchange's number of the order */
  readonly orderId?: Id;
  /** Client id of the order: at most 36 characters */
  readonly origClientOrderId?: string;
  /** Client id of the cancellation: at most 36 characters */
  readonly newClientOrderId?: string;
}

export interface PortfolioMarginAllOrdersArguments {
  /** Trading pair, such as BTCUSDT */
  readonly symbol: string;
  /** First order id, inclusive */
  readonly orderId?: Id;
  /** Start of the window, inclusive */
  readonly startTime?: Time;
  /** End of the window, inclusive */
  readonly endTime?: Time;
  /** Number of rows: 1 to 1000; today also up to 1000 (default 500) */
  readonly limit?: number;
}

export interface PortfolioAutoCollectionRow {
  readonly msg?: string;
}

export interface PortfolioBnbTransferArguments {
  /** Amount of the asset: greater than 0 */
  readonly amount: string;
  /** To or from the USD-M part */
  readonly transferSide: "TO_UM" | "FROM_UM";
}

export interface PortfolioUmAccountV2Row {
  readonly symbol?: string;
  readonly positionSide?: string;
  readonly positionAmt?: string;
  readonly unrealizedProfit?: string;
  readonly initialMargin?: string;
  readonly maintMargin?: string;
  readonly notional?: string;
  readonly updateTime?: number;
}

export interface PortfolioUmAccountV2Answer {
  readonly positions: readonly PortfolioUmAccountV2Row[];
}

export interface OnchainHoldingsArguments {
  /** Wallet address */
  readonly address: string;
  /** Chain: 56 BNB Smart Chain, 8453 Base, CT_501 Solana */
  readonly chainId: "56" | "8453" | "CT_501";
  /** Rows to skip (default 0) */
  readonly offset?: number;
}

export interface OnchainHoldingsRow {
  readonly symbol?: string;
  readonly name?: string;
  readonly remainQty?: string;
  readonly price?: string;
  readonly percentChange24h?: string;
  readonly contractAddress?: string;
  readonly chainId?: string;
  readonly address?: string;
  readonly decimals?: bigint;
  readonly icon?: string;
}

export interface OnchainHoldingsAnswer {
  readonly data: {
  readonly list: readonly OnchainHoldingsRow[];
};
}
