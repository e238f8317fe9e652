/**
 * The types in which the interface is declared. Commands, help, validation, request building, weights, sandbox
 * routes, reference docs and schemas all read them.
 */
import type { ClientIds, LookupFields, OrderLeg, OrderRules, Verification } from './write-types.ts';

/** A value that the two listings of the interface document state alike, differently, or not at all. */
export type Stated<T> = T | Disputed<T> | 'unlisted';

/** The values of both listings, which of them is effective, and why. */
export interface Disputed<T> {
  readonly first: T;
  readonly second: T;
  readonly effective: 'first' | 'second';
  readonly why: string;
}

/** Products; `--on` chooses among the first five. */
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

/** NONE is open; MARKET_DATA and USER_STREAM send the key header; USER_DATA and TRADE also a signature. */
export type Security = 'NONE' | 'MARKET_DATA' | 'USER_STREAM' | 'USER_DATA' | 'TRADE';

/** What a call does to the world: reads, checks without doing, changes orders or settings, moves money. */
export type Effect = 'read' | 'dry-run' | 'write' | 'funds';

/** Where a fact comes from: the three documents, public facts they leave open, or today's live interface. */
export type Origin = 'document' | 'facts' | 'today';

/** The interface's own type names. Times are LONG with `unit: 'ms'`. */
export type ParamType = 'STRING' | 'INT' | 'LONG' | 'DECIMAL' | 'BOOLEAN' | 'ENUM' | 'ARRAY' | 'LIST';

/** A decimal constant: text, so that a float literal is a compile error. */
export type DecimalText = `${number}`;

/** Text formats that a list of values cannot express. */
export type Format =
  | 'symbol' // letters, digits and the few signs symbols use; non-ASCII letters are legal
  | 'client-order-id' // the legal letters of a client order id
  | 'email'
  | 'yyyymmdd' // also yymmdd
  | 'time-zone' // hours or hours:minutes, -12:00 to +14:00
  | 'window-size' // 1m to 59m, 1h to 23h, 1d to 7d
  | 'address'; // a wallet address; checked per chain by a rule of its own

/** One parameter of an endpoint. A bound on an ARRAY or LIST counts its elements. */
export interface Param {
  readonly type: ParamType;
  /** The meaning, as a help line: no full stop, no type, no bounds. */
  readonly about: string;
  readonly required?: true;
  /** The exchange's value for an omitted parameter. */
  readonly default?: string | number | boolean;
  readonly min?: number | DecimalText;
  /** The value must be greater than this. */
  readonly above?: number | DecimalText;
  readonly max?: Stated<number | DecimalText>;
  /** A closed set, also for text booleans and integer codes. */
  readonly values?: readonly (string | number)[];
  /** Listed values where the listings disagree on the set: shown in help, but other values are allowed. */
  readonly commonValues?: readonly (string | number)[];
  /** What integer codes mean, shown in help: `{ 1: 'spot to margin' }`. */
  readonly meanings?: Readonly<Record<string, string>>;
  readonly maxLength?: number;
  readonly format?: Format;
  readonly unit?: 'ms' | 'bips' | 'percent';
  /**
   * The exchange treats a value above `max` as `max`; the client sends `max` and reports it (also for values
   * outside `values`).
   */
  readonly clamps?: true;
  /** Element declaration of an ARRAY (bare words) or LIST (objects). */
  readonly items?: Param | Params;
  /** An ARRAY that is sent as words separated by commas; as JSON text if absent. */
  readonly separatedBy?: 'commas';
  /** What must hold between the fields of each object of a LIST, as the orders of a batch obey an order's rules. */
  readonly itemRules?: readonly Rule[];
  readonly origin?: Origin;
  /** Where the two listings of the document differ on it. */
  readonly sourceNote?: string;
  readonly today?: ParamToday;
}

/**
 * What the public hosts accept beyond the document, and where they differ from it (public facts, Where the documents and
 * the live interface part). The client sends it; the sandbox follows the document unless it serves today's interface.
 */
export interface ParamToday {
  /** The value for an omitted parameter, by the value of another one; the default of the document for other values. */
  readonly defaultBy?: { readonly param: string; readonly values: Readonly<Record<string, string>> };
  /** Values beside the closed set. */
  readonly alsoValues?: readonly (string | number)[];
  /** A larger bound than the document's. */
  readonly max?: number | DecimalText;
  /** The exchange's value for an omitted parameter, if it is another. */
  readonly default?: string | number | boolean;
  /** Whether it must be sent, if the document says otherwise. */
  readonly required?: boolean;
}

export type Params = Readonly<Record<string, Param>>;

/** What a value requires: a parameter, one of several, or a parameter unless another one stands for it. */
export type Requirement<N extends string> =
  | N
  | { readonly anyOf: readonly N[] }
  | { readonly param: N; readonly unless: N };

/** What must hold between parameters. */
export type Rule<N extends string = string> =
  | { readonly rule: 'at-least-one' | 'exactly-one' | 'at-most-one'; readonly of: readonly N[] }
  | { readonly rule: 'only-with'; readonly param: N; readonly needs: readonly N[] }
  /** By the value of `param`: what is required (an order's parameters by its type). */
  | {
      readonly rule: 'needs-by-value';
      readonly param: N;
      readonly needs: Readonly<Record<string, readonly Requirement<N>[]>>;
    }
  /** Of these, only the listed combinations (each a full set) may be sent together. */
  | { readonly rule: 'combinations'; readonly of: readonly N[]; readonly allowed: readonly (readonly N[])[] }
  | { readonly rule: 'max-span'; readonly from: N; readonly to: N; readonly ms: number }
  | { readonly rule: 'not-after'; readonly from: N; readonly to: N }
  /**
   * `param`, or one of its `values`, does not go with the parameter `beside`, or with one of its values `is`; without
   * `beside` these values are never taken. `refusal`: the code and text with which the exchange refuses it.
   */
  | {
      readonly rule: 'conflict';
      readonly param: N;
      readonly values?: readonly string[];
      readonly beside?: N;
      readonly is?: readonly string[];
      readonly refusal?: readonly [code: number, text: string];
    }
  /** An on-chain address whose form depends on the chain in another parameter. */
  | { readonly rule: 'address-of-chain'; readonly param: N; readonly chain: N };

/** The request weight of a call. Conditions refer to the arguments that are sent. */
export type Weight =
  | number
  /** By the number in `param` (its default when not sent): the first tier whose `upTo` is not below it. */
  | { readonly by: 'limit'; readonly param: string; readonly tiers: readonly WeightTier[] }
  /** By whether `param` is sent. */
  | { readonly by: 'presence'; readonly param: string; readonly present: Weight; readonly absent: Weight }
  /** By the number of elements of a list parameter. */
  | { readonly by: 'count'; readonly param: string; readonly tiers: readonly WeightTier[] }
  /** So much for each symbol (one for `single`), at most `cap`. */
  | {
      readonly by: 'each';
      readonly param: string;
      readonly single: string;
      readonly each: number;
      readonly cap?: number;
    }
  /** The first listing gives only a range; the number of the other listing counts, limited to the range. */
  | { readonly by: 'range'; readonly from: number; readonly to: number };

export interface WeightTier {
  /** Inclusive; absent on the last tier. */
  readonly upTo?: number;
  readonly weight: number;
}

/**
 * How far consecutive rows of a complete history lie apart; rows further apart have others missing between them. `one`:
 * ids grow by one. `interval`: times lie the interval apart that `param` names, in the time zone of `zone`. `at-most`:
 * times lie no further apart than that.
 */
export type RowStep =
  | { readonly by: 'one' }
  | { readonly by: 'interval'; readonly param: string; readonly zone?: string }
  | { readonly by: 'at-most'; readonly ms: number };

/** A history without gaps, and what its rows are called, singular, such as "candle". */
export interface Continuity {
  readonly row: string;
  readonly step: RowStep;
}

/** How an endpoint is paged. `limit` names the page-size parameter; its max is the largest page. */
export type Paging =
  /** Rows carry a time; the window's parameters are `from` and `to`. `at` names the row's time column. */
  | {
      readonly by: 'time';
      readonly from: string;
      readonly to: string;
      readonly limit: string;
      readonly at: string;
      readonly spanMs?: number;
      /** If a window has more rows than a page, the oldest are left out instead of the newest. */
      readonly leavesOutOldest?: true;
      /** Absent where nothing shows that a row is missing, as in the history of an account. */
      readonly continuity?: Continuity;
    }
  /** Rows carry ascending ids; `from` is inclusive. */
  | {
      readonly by: 'id';
      readonly from: string;
      readonly limit: string;
      readonly at: string;
      /** Absent where ids of other accounts lie between those of the rows. */
      readonly continuity?: Continuity;
    }
  /** Pages counted from 1; without a size the exchange alone decides how many rows a page has. */
  | { readonly by: 'page'; readonly page: string; readonly size?: string }
  /** The next offset is offset + rows received. */
  | { readonly by: 'offset'; readonly offset: string; readonly size?: string };

/** A column of a table, csv file or ndjson record. */
export interface Column {
  /** The name in csv and ndjson, and in `--fields`; "detail.apr" is a member of the row's member `detail`. */
  readonly name: string;
  /** The heading in a table; the name where absent. */
  readonly title?: string;
  readonly is: 'text' | 'decimal' | 'integer' | 'time' | 'percent' | 'boolean';
  /** Position in an array row; absent for object rows, where `name` is the key. */
  readonly at?: number;
  /** Decimals shown in a table, rounded for the eye; csv, ndjson and json keep every digit. */
  readonly places?: number;
  /** Hidden in tables; present in csv and ndjson. */
  readonly hidden?: true;
  /** Hidden last in a table that is too narrow for all columns. */
  readonly pinned?: true;
}

/** How an answer is shown as rows. */
export interface View {
  /** `rows`: an array (or one object, shown as one row); `record`: one object, a line per field; `book`: depth. */
  readonly shape: 'rows' | 'record' | 'book';
  /** Path of the rows inside the answer, such as "symbols"; the whole answer where absent. */
  readonly rowsAt?: string;
  readonly columns: readonly Column[];
  /** Fields of the object that contains the rows; a table shows them above the rows. */
  readonly headerFields?: readonly Column[];
  /** Columns of amounts; a row in which all of them are zero is hidden in tables. */
  readonly amountColumns?: readonly string[];
  /** The rows are candles; the candle that is still open is marked by its close time. */
  readonly candles?: true;
}

/** How the public hosts serve a call today, if it differs from the interface document. */
export interface EndpointToday {
  /** The path, if only the path differs. */
  readonly path?: `/${string}`;
  /** The path of the document is still served beside `path`. */
  readonly keepsOldPath?: true;
  /** The day since when it holds, such as "2025-12-09", if it is published. */
  readonly since?: `${number}-${number}-${number}`;
  /** The HTTP status of its path, which is no longer served. */
  readonly isGone?: 404 | 410;
  /** The calls that it refuses; it serves all others. */
  readonly refuses?: RefusedCalls;
  /** The endpoint that serves the refused calls instead, or all calls of an endpoint that is gone. */
  readonly replacedBy?: Replacement;
  /** Fields of the answer that today's answer lacks. */
  readonly omits?: readonly string[];
}

/** Calls in which `param` has one of `values`; they are refused with a code. */
export interface RefusedCalls {
  readonly param: string;
  readonly values: readonly string[];
  /** The LIST parameter whose objects have `param`, of an endpoint that takes several at once. */
  readonly list?: string;
  readonly code: number;
  /** The message of the refusal, letter by letter. */
  readonly text: string;
}

/** The endpoint that serves a call of the interface document today, and how its parameters are written there. */
export interface Replacement {
  /** Id of the endpoint. */
  readonly endpoint: string;
  /** New names of parameters, by the name in this endpoint. */
  readonly names?: Readonly<Record<string, string>>;
  /** New spellings of values, by the new name of the parameter and the value of this endpoint. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Values of further parameters, unless they are given. */
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
   * Of a write that places no order: what a call does, for its confirmation. `{a}` stands for the value of a parameter
   * or its meaning, `{a|b}` for that of the first that is sent; a part in square brackets is left out unless all of its
   * parameters are sent.
   */
  readonly inWords?: string;
  readonly origin: Origin;
  readonly method: Method;
  readonly path: `/${string}`;
  readonly security: Stated<Security>;
  readonly effect: Effect;
  readonly weight: Stated<Weight>;
  /** The document shows no weight; this one is a public fact. */
  readonly weightFrom?: 'facts';
  /** A weight on /sapi that counts by account, not by address (public facts). */
  readonly isWeighedByAccount?: true;
  readonly params: Params;
  readonly rules?: readonly Rule[];
  readonly pages?: Paging;
  /** Id of the query that shows the outcome of this write; for an order it resolves an unconfirmed write. */
  readonly lookup?: string;
  /** How an unconfirmed write that is not an order is verified. */
  readonly verifiedBy?: Verification;
  /** The parameter of a client id that the exchange accepts once, so that the same call may be repeated. */
  readonly idempotencyKey?: string;
  /** Of a write: its client ids. */
  readonly clientIds?: ClientIds;
  /** The method of the WebSocket API that gives the same result, by which a command can call it. */
  readonly wsMethod?: string;
  /** Of an order: id of the endpoint that checks one without placing it. */
  readonly testEndpoint?: string;
  /** Of an order: the symbol's filters, which are checked before it is sent. */
  readonly orderRules?: OrderRules;
  /** Of an order list whose orders have parameters of their own: the orders, in the exchange's order. */
  readonly legs?: readonly OrderLeg[];
  /** Of a query that resolves unconfirmed writes: its fields, and the related queries. */
  readonly lookupFields?: LookupFields;
  readonly view?: View;
  /** How the balances of an account's answer are shown, if its view shows something else. */
  readonly balanceView?: View;
  /** Codes of errors that a call is likely to meet beyond those that follow from its parameters and effect. */
  readonly likelyErrors?: readonly number[];
  /** Of a quote: id of the endpoint that accepts it. */
  readonly acceptedBy?: string;
  /** Of a withdrawal: id of the endpoint that lists the networks of each coin. */
  readonly networksFrom?: string;
  /** The answer is the exchange's clock: `{ "serverTime": … }`. */
  readonly isServerTime?: true;
  /** The permission that the API key needs, if it does not follow from security and product. */
  readonly requiredPermission?: 'spot' | 'withdrawals';
  /** Signed endpoints take timestamp and recvWindow; one signed row lists neither. */
  readonly listsNoTimestamp?: true;
  /** Headers of this endpoint, exactly; with it no other header of ours is sent. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Where the public hosts serve this call today, if not at the method and path above. */
  readonly today?: EndpointToday;
  /** Why the sandbox does not simulate it; only of calls that change neither orders, positions, balances nor loans. */
  readonly unsimulated?: string;
  /** The host that serves it, if it is not the product's own. */
  readonly host?: 'web3';
  /** Facts a user should know that no field says; help shows them. */
  readonly notes?: readonly string[];
  /** Where the two listings of the document, or the document and live hosts, differ; `explain` shows them. */
  readonly sourceNotes?: readonly string[];
}

/** An endpoint as declared: its parameters are known to the compiler, and rules may name no others. */
export interface EndpointOf<P extends Params> extends Endpoint {
  readonly params: P;
  readonly rules?: readonly Rule<keyof P & string>[];
}
