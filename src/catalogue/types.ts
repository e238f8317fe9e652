/**
 * The types in which the interface is declared. Commands, help, validation, request building, weights, sandbox
 * routes, reference docs and schemas all read them.
 */
import type {
  ClientIds,
  LookupFields,
  OrderLeg,
  OrderReplacement,
  OrderRules,
  UnnamedTrade,
  Verification,
  WriteProof,
} from './write-types.ts';

/** A value of the interface that its two listings give alike, give differently, or do not give. */
export type Stated<T> = T | Disputed<T> | 'unlisted';

/** A value that the two listings give differently: both values, which of them is effective, and why. */
export interface Disputed<T> {
  readonly first: T;
  readonly second: T;
  readonly effective: 'first' | 'second';
  readonly why: string;
}

/** The products of the exchange; the option `--on` chooses among the first five. */
export type Product =
  | 'spot'
  | 'usdm'
  | 'coinm'
  | 'options'
  | 'margin'
  | 'funds'
  | 'sub'
  | 'earn'
  | 'mining'
  | 'fiat'
  | 'c2c'
  | 'convert'
  | 'portfolio'
  | 'onchain';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * The security of a call: NONE is open; MARKET_DATA and USER_STREAM need the API key in a header; USER_DATA
 * and TRADE also a signature.
 */
export type Security = 'NONE' | 'MARKET_DATA' | 'USER_STREAM' | 'USER_DATA' | 'TRADE';

/**
 * What a call changes at the exchange: it reads, checks an order without placing it, changes orders or
 * settings, or moves money.
 */
export type Effect = 'read' | 'dry-run' | 'write' | 'funds';

/**
 * Where a fact comes from: the interface documents, public facts that they leave open, or today's live
 * interface.
 */
export type Origin = 'document' | 'facts' | 'today';

/** The types of parameters by the interface's own names. Times are LONG with `unit: 'ms'`. */
export type ParamType = 'STRING' | 'INT' | 'LONG' | 'DECIMAL' | 'BOOLEAN' | 'ENUM' | 'ARRAY' | 'LIST';

/** A decimal constant: text, so that a float literal is a compile error. */
export type DecimalText = `${number}`;

/** Text formats that a list of values cannot express. */
export type Format =
  | 'symbol' // Letters, digits and the few signs that symbols contain; non-ASCII letters are allowed.
  | 'client-order-id' // The characters that a client order id may contain.
  | 'email'
  | 'yyyymmdd' // also yymmdd
  | 'time-zone' // A time zone as hours or hours:minutes, -12:00 to +14:00.
  | 'window-size' // The size of a ticker's time window: 1m to 59m, 1h to 23h, 1d to 7d.
  | 'address'; // The address of an on-chain wallet; a separate rule checks its form for each chain.

/**
 * One parameter of an endpoint. The minimum and maximum of an ARRAY or LIST limit the number of its elements.
 */
export interface Param {
  readonly type: ParamType;
  /** The meaning of the parameter as a line of help: no full stop, no type, no bounds. */
  readonly about: string;
  readonly required?: true;
  /** The value that the exchange assumes if the parameter is omitted. */
  readonly default?: string | number | boolean;
  readonly min?: number | DecimalText;
  /** The value must be greater than this number. */
  readonly above?: number | DecimalText;
  readonly max?: Stated<number | DecimalText>;
  /** The only allowed values, also of booleans that are text and of integer codes. */
  readonly values?: readonly (string | number)[];
  /**
   * Usual values of a parameter for which the interface document lists two different sets of values: help shows
   * them, but other values are allowed.
   */
  readonly commonValues?: readonly (string | number)[];
  /** What integer codes mean, shown in help: `{ 1: 'spot to margin' }`. */
  readonly meanings?: Readonly<Record<string, string>>;
  readonly maxLength?: number;
  readonly format?: Format;
  readonly unit?: 'ms' | 'bips' | 'percent';
  /** Whether a time lies in the future, so that a span without a sign such as 7d, which means 7 days ago, is refused. */
  readonly liesAhead?: true;
  /**
   * Whether the exchange treats a value above `max` as `max`; bourse then sends `max` and says so (also for
   * values outside `values`).
   */
  readonly clamps?: true;
  /** The declaration of the elements of an ARRAY (plain values) or LIST (objects). */
  readonly items?: Param | Params;
  /** Set if an ARRAY is sent as values separated by commas; otherwise it is sent as JSON text. */
  readonly separatedBy?: 'commas';
  /** Rules between the fields of each object of a LIST: in a batch of orders, the rules of an order. */
  readonly itemRules?: readonly Rule[];
  readonly origin?: Origin;
  /** How the two listings of the document differ on this parameter. */
  readonly sourceNote?: string;
  readonly today?: ParamToday;
}

/**
 * What the public hosts accept for a parameter beyond the document, and where they differ from it (public
 * facts, Where the documents and the live interface part). bourse follows the public hosts; the sandbox
 * follows the document unless it serves today's interface.
 */
export interface ParamToday {
  /**
   * The default of this parameter, if it depends on the value of another parameter; for other values of that
   * parameter the document's default applies.
   */
  readonly defaultBy?: { readonly param: string; readonly values: Readonly<Record<string, string>> };
  /** Values that the public hosts accept in addition to the document's closed set. */
  readonly alsoValues?: readonly (string | number)[];
  /** The maximum on the public hosts, if it is larger than the document's. */
  readonly max?: number | DecimalText;
  /**
   * The value that the public hosts assume if the parameter is omitted, if it differs from the document's.
   */
  readonly default?: string | number | boolean;
  /** Whether today's interface requires the parameter, where the interface document says otherwise. */
  readonly required?: boolean;
}

export type Params = Readonly<Record<string, Param>>;

/**
 * What the value of a parameter requires: another parameter, one of several, or a parameter unless another
 * one replaces it.
 */
export type Requirement<N extends string> =
  | N
  | { readonly anyOf: readonly N[] }
  | { readonly param: N; readonly unless: N };

/** A rule between the parameters of an endpoint. */
export type Rule<N extends string = string> =
  | { readonly rule: 'at-least-one' | 'exactly-one' | 'at-most-one'; readonly of: readonly N[] }
  | { readonly rule: 'only-with'; readonly param: N; readonly needs: readonly N[] }
  /**
   * Depending on the value of `param`, other parameters are required, such as those of an order by its type.
   */
  | {
      readonly rule: 'needs-by-value';
      readonly param: N;
      readonly needs: Readonly<Record<string, readonly Requirement<N>[]>>;
    }
  /** Of these parameters, only the listed combinations (each a full set) may be sent together. */
  | { readonly rule: 'combinations'; readonly of: readonly N[]; readonly allowed: readonly (readonly N[])[] }
  | { readonly rule: 'max-span'; readonly from: N; readonly to: N; readonly ms: number }
  | { readonly rule: 'not-after'; readonly from: N; readonly to: N }
  /**
   * `param`, or one of its `values`, must not be sent together with the parameter `beside`, or with one of
   * the values `is` of that parameter; without `beside` these values are never accepted. `refusal` is the
   * code and text with which the exchange refuses such a call.
   */
  | {
      readonly rule: 'conflict';
      readonly param: N;
      readonly values?: readonly string[];
      readonly beside?: N;
      readonly is?: readonly string[];
      readonly refusal?: readonly [code: number, text: string];
    }
  /** `param` is an on-chain address whose form depends on the chain that another parameter names. */
  | { readonly rule: 'address-of-chain'; readonly param: N; readonly chain: N };

/** The request weight of a call. Its conditions refer to the arguments that are sent. */
export type Weight =
  | number
  /**
   * The weight depends on the number in `param` (its default if not sent): that of the first tier whose
   * `upTo` is not below the number.
   */
  | { readonly by: 'limit'; readonly param: string; readonly tiers: readonly WeightTier[] }
  /** The weight depends on whether `param` is sent. */
  | { readonly by: 'presence'; readonly param: string; readonly present: Weight; readonly absent: Weight }
  /** The weight depends on whether `param` is sent with one of `values`. */
  | {
      readonly by: 'value';
      readonly param: string;
      readonly values: readonly string[];
      readonly among: Weight;
      readonly otherwise: Weight;
    }
  /** The weight depends on the number of elements of a list parameter. */
  | { readonly by: 'count'; readonly param: string; readonly tiers: readonly WeightTier[] }
  /** A weight for each symbol (one symbol for the parameter `single`), at most `cap` in all. */
  | {
      readonly by: 'each';
      readonly param: string;
      readonly single: string;
      readonly each: number;
      readonly cap?: number;
    }
  /** The first listing gives only a range; the weight of the other listing counts, limited to this range. */
  | { readonly by: 'range'; readonly from: number; readonly to: number };

export interface WeightTier {
  /** The largest number of the tier (inclusive); absent on the last tier. */
  readonly upTo?: number;
  readonly weight: number;
}

/**
 * The step between consecutive rows of a history without gaps; if two rows lie further apart, rows are
 * missing between them. `one`: ids grow by one. `interval`: times lie the interval apart that the parameter
 * `param` names, in the time zone of `zone`. `at-most`: times lie no further apart than the given span.
 */
export type RowStep =
  | { readonly by: 'one' }
  | { readonly by: 'interval'; readonly param: string; readonly zone?: string }
  | { readonly by: 'at-most'; readonly ms: number };

/** Declares that a history has no gaps, and what its rows are called, in the singular, such as "candle". */
export interface Continuity {
  readonly row: string;
  readonly step: RowStep;
}

/** How an endpoint is paged. `limit` names the page-size parameter; its max is the largest page. */
export type Paging =
  /**
   * Pages by time: rows carry a time, and the time window's parameters are `from` and `to`. `at` names the
   * row's time column.
   */
  | {
      readonly by: 'time';
      readonly from: string;
      readonly to: string;
      readonly limit: string;
      readonly at: string;
      readonly spanMs?: number;
      /**
       * Set if the exchange leaves out the oldest rows, instead of the newest, of a window with more rows
       * than a page.
       */
      readonly leavesOutOldest?: true;
      /** Absent if missing rows cannot be detected, as in the history of an account. */
      readonly continuity?: Continuity;
    }
  /** Pages by id: rows carry ascending ids, and the parameter `from` includes the row with its id. */
  | {
      readonly by: 'id';
      readonly from: string;
      readonly limit: string;
      readonly at: string;
      /**
       * Absent if missing rows cannot be detected, because ids of other accounts lie between those of the
       * rows.
       */
      readonly continuity?: Continuity;
    }
  /**
   * Pages by number, counted from 1; without a page-size parameter the exchange decides how many rows a page
   * has.
   */
  | { readonly by: 'page'; readonly page: string; readonly size?: string }
  /** Pages by offset: the next offset is the previous offset plus the number of rows received. */
  | { readonly by: 'offset'; readonly offset: string; readonly size?: string };

/** The JSON type of a value in an answer. */
export type WireType = 'text' | 'number' | 'list' | 'object' | 'null';

/** A column of a table, csv file or ndjson record. */
export interface Column {
  /**
   * The name of the column in csv, ndjson and `--fields`; "detail.apr" means the field `apr` of the row's
   * object `detail`, "legs.0.price" the field `price` of the first object of its list `legs`.
   */
  readonly name: string;
  /** The heading of the column in a table; its name if absent. */
  readonly title?: string;
  readonly is: 'text' | 'decimal' | 'integer' | 'time' | 'percent' | 'boolean';
  /**
   * The JSON type of the value, or its types, if it is not the usual one of `is`: a number for integers and times, true or
   * false for booleans, text for all others.
   */
  readonly wire?: WireType | readonly WireType[];
  /** The position of the value in a row that is an array; absent if rows are objects, whose key is `name`. */
  readonly at?: number;
  /** The number of decimals to which a table rounds; csv, ndjson and json keep every digit. */
  readonly places?: number;
  /** Whether the column holds profits and losses, which a terminal shows in green and red. */
  readonly isProfit?: true;
  /** Whether the column is left out of tables; csv and ndjson always have it. */
  readonly hidden?: true;
  /** Whether the column is among the last to be left out of a table that is too narrow for all columns. */
  readonly pinned?: true;
  /**
   * The value that means that a row has none: zero for the price of a market order or the trigger of an order that is no
   * stop, -1 for the list of an order that belongs to no list. A table shows an empty cell for it, and no column of empty
   * cells only.
   */
  readonly noneAt?: '0' | '-1' | 'NONE';
  /** The fields of an object, or of the objects of a list such as the fills of an order, if the field is one. */
  readonly items?: readonly Column[];
}

/** How an answer is shown as rows. */
export interface View {
  /**
   * The shape of the answer: `rows` is an array (or one object, shown as one row), `record` one object, shown
   * as a line per field, `book` an order book.
   */
  readonly shape: 'rows' | 'record' | 'book';
  /** Path of the rows inside the answer, such as "symbols"; the whole answer if absent. */
  readonly rowsAt?: string;
  readonly columns: readonly Column[];
  /** Fields of the object that contains the rows; a table shows them above the rows. */
  readonly headerFields?: readonly Column[];
  /** Points in time beside the rows that no table shows, whose names are not those of times. */
  readonly timesAround?: readonly Column[];
  /** Columns that hold amounts; tables hide a row in which all of these are zero. */
  readonly amountColumns?: readonly string[];
  /** The rows are candles; the candle that is still open is marked by its close time. */
  readonly candles?: true;
  /** The decimal column that a chart draws over time, for rows that are no candles. */
  readonly charted?: string;
  /** The answer only acknowledges the call, so the command states in words what was done. */
  readonly statesNothing?: true;
}

/** How the public hosts serve a call today, if it differs from the interface document. */
export interface EndpointToday {
  /** The path on the public hosts today, for a call that differs from the interface document in its path only. */
  readonly path?: `/${string}`;
  /** Whether the public hosts still serve the path of the document as well as `path`. */
  readonly keepsOldPath?: true;
  /** The day since when the difference exists, such as "2025-12-09", if it is published. */
  readonly since?: `${number}-${number}-${number}`;
  /** The HTTP status with which the public hosts answer a path that they no longer serve. */
  readonly isGone?: 404 | 410;
  /** The calls that the public hosts refuse at this path; they serve all others. */
  readonly refuses?: RefusedCalls;
  /** The endpoint that serves the refused calls instead, or all calls if the path is gone. */
  readonly replacedBy?: Replacement;
  /** The request weight that the public hosts count. */
  readonly weight?: Weight;
  /** Whether the public hosts count that weight by account, where the document's counts by IP address. */
  readonly isWeighedByAccount?: true;
  /** Fields of the answer in the document that are missing in today's answer. */
  readonly omits?: readonly string[];
}

/** The calls that are refused with a code: those in which `param` has one of `values`. */
export interface RefusedCalls {
  readonly param: string;
  readonly values: readonly string[];
  /** Of an endpoint that takes several orders at once: the LIST parameter whose objects contain `param`. */
  readonly list?: string;
  readonly code: number;
  /** The exact message of the refusal. */
  readonly text: string;
  /** What a caller can do instead, a sentence for the hint of an error. */
  readonly instead?: string;
}

/**
 * The endpoint that serves a call of the interface document today, and how the call's parameters are written
 * for it.
 */
export interface Replacement {
  /** Id of the endpoint. */
  readonly endpoint: string;
  /** The names of parameters in the new endpoint, by their names in this endpoint. */
  readonly names?: Readonly<Record<string, string>>;
  /**
   * The spelling of values in the new endpoint, by the new name of the parameter and the value in this
   * endpoint.
   */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Further parameters that are sent to the new endpoint with these values, unless they are given. */
  readonly sets?: Readonly<Record<string, string>>;
  /** Parameters that the new endpoint lacks, and that may be left out without changing what the call does. */
  readonly drops?: readonly string[];
}

/** One endpoint of the interface. */
export interface Endpoint {
  /** `product.noun` in kebab-case, such as "spot.klines". */
  readonly id: string;
  readonly product: Product;
  /** One line, no full stop. */
  readonly summary: string;
  /**
   * What a write other than an order does, in words for its confirmation. `{a}` stands for the value of the
   * parameter `a` or its meaning, `{a|b}` for that of the first parameter that is sent; a part in square
   * brackets is left out unless all of its parameters are sent.
   */
  readonly inWords?: string;
  /**
   * Of a call that names an order by its id: the endpoint that does the same with an algo order, whose ids are
   * counted apart.
   */
  readonly ofAlgoOrder?: string;
  /** Set for a DELETE of security TRADE that cancels no order, such as one that changes a setting. */
  readonly cancelsNoOrder?: true;
  readonly origin: Origin;
  readonly method: Method;
  readonly path: `/${string}`;
  readonly security: Stated<Security>;
  readonly effect: Effect;
  readonly weight: Stated<Weight>;
  /** Set if the weight is a public fact, because the document shows none. */
  readonly weightFrom?: 'facts';
  /** Whether the weight of this /sapi call counts by account, not by IP address (public facts). */
  readonly isWeighedByAccount?: true;
  readonly params: Params;
  readonly rules?: readonly Rule[];
  readonly pages?: Paging;
  /** Id of the query that shows the outcome of this write; bourse uses it to look up an unconfirmed order. */
  readonly lookup?: string;
  /**
   * What the answer of a write must have to prove that the write was done; every write of the catalogue
   * declares it.
   */
  readonly proof?: WriteProof;
  /** How an unconfirmed write that is not an order is verified. */
  readonly verifiedBy?: Verification;
  /**
   * The parameter of a client id that the exchange accepts only once, so that a call with the same id can
   * safely be repeated.
   */
  readonly idempotencyKey?: string;
  /** The client ids of a write. */
  readonly clientIds?: ClientIds;
  /** Of a write that trades, or offers to, without client order ids. */
  readonly trades?: UnnamedTrade;
  /** The parameter that lists changes of orders, each with the parameters of a single change. */
  readonly changesIn?: string;
  /** Of a call that cancels an order and places another: its two halves. */
  readonly replaces?: OrderReplacement;
  /** The method of the WebSocket API that gives the same result, by which a command can call it. */
  readonly wsMethod?: string;
  /** Id of the endpoint that checks an order without placing it. */
  readonly testEndpoint?: string;
  /** The filters of the symbol against which an order is checked before it is sent. */
  readonly orderRules?: OrderRules;
  /** The orders of an order list whose orders have parameters of their own, in the exchange's order. */
  readonly legs?: readonly OrderLeg[];
  /** Of a query that looks up unconfirmed writes: the fields of its answer, and the related queries. */
  readonly lookupFields?: LookupFields;
  readonly view?: View;
  /** Of an endpoint whose view shows rows: the answer is always a single row, and never a list. */
  readonly answersOne?: true;
  /** The parameter with which the answer is a single row, where it is a list of rows without it. */
  readonly answersOneWith?: string;
  /**
   * How the balances in the answer about an account are shown, if the view of the answer does not show them.
   */
  readonly balanceView?: View;
  /** Codes of errors that a call is likely to meet beyond those that follow from its parameters and effect. */
  readonly likelyErrors?: readonly number[];
  /** Id of the endpoint that accepts the quote which this endpoint returns. */
  readonly acceptedBy?: string;
  /** Of a withdrawal endpoint: id of the endpoint that lists the networks of each coin. */
  readonly networksFrom?: string;
  /** Whether the answer is the exchange's clock: `{ "serverTime": … }`. */
  readonly isServerTime?: true;
  /** The permission that the API key needs, if it does not follow from security and product. */
  readonly requiredPermission?: 'spot' | 'withdrawals';
  /**
   * Set for the one signed endpoint whose declaration in the document lists neither timestamp nor recvWindow.
   */
  readonly listsNoTimestamp?: true;
  /** All headers that a call of this endpoint sends; no other header of bourse is added. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How the public hosts serve this call today, if not at the method and path above. */
  readonly today?: EndpointToday;
  /**
   * Why the sandbox does not simulate this call; allowed only for calls that change neither orders,
   * positions, balances nor loans.
   */
  readonly unsimulated?: string;
  /** The host that serves the endpoint, if it is not the product's own. */
  readonly host?: 'web3';
  /** Facts about the endpoint that users should know and that no other field states; help shows them. */
  readonly notes?: readonly string[];
  /** Where the two listings of the document, or the document and live hosts, differ; `explain` shows them. */
  readonly sourceNotes?: readonly string[];
}

/** An endpoint that writes declares the proof of its answer; an endpoint that reads has no proof. */
type EffectAndProof =
  | { readonly effect: 'read' | 'dry-run'; readonly proof?: never }
  | { readonly effect: 'write' | 'funds'; readonly proof: WriteProof };

/** An endpoint as declared: its parameters are known to the compiler, and rules may name no others. */
export type EndpointOf<P extends Params> = Endpoint &
  EffectAndProof & {
    readonly params: P;
    readonly rules?: readonly Rule<keyof P & string>[];
  };
