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
