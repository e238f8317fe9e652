/** What is declared of writes: the ids of their callers, the rules of orders, and where it shows what became of them. */

/** The ids by which a write is known again when its answer is lost; each is made where it is not given. */
export interface ClientIds {
  /** What is made or changed, as messages call it: "order". */
  readonly noun: string;
  /** The parameter of the caller's own id; with `each` the field of each of its objects. */
  readonly param: string;
  /** A LIST whose objects have an id each. */
  readonly listField?: string;
  /** Parameters of the ids of its parts, and the query that shows one part: the two orders of a list. */
  readonly parts?: { readonly params: readonly string[]; readonly lookup: string };
  /** It changes what was there before, and gives it this id from then on. */
  readonly isChange?: true;
}

/** Where it shows what became of a write that is no order, and how it is told from others there. */
export interface Verification {
  /** What it makes, as messages call it: "transfer". */
  readonly noun: string;
  /** Id of the query that shows it. */
  readonly query: string;
  /**
   * How it is told: by an id that nothing else has; by its values and its time, where it has none; or by the state
   * that it leaves, whoever brought that about.
   */
  readonly by: 'id' | 'values' | 'state';
  /** Parameters of the query, with the parameter of the write whose value they take. */
  readonly queryParams?: Readonly<Record<string, string>>;
  /** The fields that repeat what was sent, by the parameter of the write. */
  readonly echoes: Readonly<Record<string, string>>;
  /** Values that a field writes otherwise, by the word of the parameter. */
  readonly echoedAs?: Readonly<Record<string, string>>;
  /** The field of the time at which it was done, in Unix ms or as text in UTC; told by values, it has one. */
  readonly time?: string;
  /** Parameters with which the state it leaves says nothing of it. */
  readonly unlessSent?: readonly string[];
  /** Told by an id: the parameter of the write that is its caller's own. */
  readonly clientId?: string;
  /** The query weighs so much that it is asked only once. */
  readonly isQueriedOnce?: true;
}

/** Where the rules stand that an order must satisfy beyond its parameters, and what they are reckoned with. */
export interface OrderRules {
  /** Id of the query of a symbol's rules; its view says where the rows stand. */
  readonly rules: string;
  /** The price by which bands and orders without one of their own are measured: the query and the field. */
  readonly price: { readonly lookup: string; readonly field: string };
  /** A price band bounds a buy above and a sale below, and leaves the other side open. */
  readonly isBandOneSided?: true;
}

/** What a query shows of an order or a list, and where else the same can be seen. */
export interface LookupFields {
  /** The parameter that takes the caller's own id. */
  readonly param: string;
  /** The field that holds that id. */
  readonly idField: string;
  /** The field of the time it was placed; which of two records name differently stand both here. */
  readonly timeFields: readonly string[];
  /** Fields that repeat what was sent, by the parameter of the write; one of several has to. */
  readonly echoes: Readonly<Record<string, readonly string[]>>;
  /** Id of the query that lists all that are open. */
  readonly open?: string;
  /** Id of the query that lists all, or all that have ended. */
  readonly history?: string;
  /** Of a list of orders: id of the query that shows one of them. */
  readonly part?: string;
}
