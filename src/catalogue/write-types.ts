/** Declarations of writes: client ids, order rules, and how an unconfirmed write is verified. */

/** The client ids by which an unconfirmed write is looked up; an id that the user omits is generated. */
export interface ClientIds {
  /** What the write creates or changes, as messages call it, such as "order". */
  readonly noun: string;
  /**
   * The parameter of the client id; with `listField`, the name of the client id in each object of the list.
   */
  readonly param: string;
  /** A LIST parameter whose objects have a client id each. */
  readonly listField?: string;
  /**
   * Of an order list: the parameters of the client ids of its orders, and the query that returns one order.
   */
  readonly parts?: { readonly params: readonly string[]; readonly lookup: string };
  /** Set if the write changes an existing order, which then has this client order id. */
  readonly isChange?: true;
}

/**
 * What a write without client order ids trades, or offers to trade: for policies and for the order journal it is an order,
 * although it cannot be looked up by an id of its caller.
 */
export interface UnnamedTrade {
  /** What the write creates, as messages call it, such as "block order". */
  readonly noun: string;
  /** The LIST parameter whose objects say what is traded. */
  readonly legsIn?: string;
}

/**
 * The fields by which one object of an answer proves a write. The object must have at least one of the fields
 * of `echoes` (if any are listed), each field of `echoes` whose parameter was sent, and every field of
 * `values` and `holds`.
 */
export interface ProofFields {
  /**
   * The member of the answer that holds the proving object, or a list of objects of which one must prove the
   * write; if absent, the answer itself is the object.
   */
  readonly at?: string;
  /**
   * Fields of the answer that repeat a sent value, keyed by the parameter that was sent; "newOrder.id" is the
   * field id inside the member newOrder.
   */
  readonly echoes?: Readonly<Record<string, string>>;
  /**
   * Fields of the answer that repeat a sent number in any spelling ("1.50" for "1.5"), keyed by the parameter
   * that was sent.
   */
  readonly amounts?: Readonly<Record<string, string>>;
  /**
   * Fields that some answers lack, keyed by the parameter that was sent; a field that is present must repeat
   * the sent value.
   */
  readonly mayEcho?: Readonly<Record<string, string>>;
  /**
   * Fields of the answer with a list that has at least one text of the sent comma-separated list, keyed by the
   * parameter that was sent.
   */
  readonly contains?: Readonly<Record<string, string>>;
  /** Fields of the answer, each with the values that prove that the write was done. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /**
   * Fields of the answer that hold an id or a key created by the exchange: text that is not empty, or an
   * integer that is not negative.
   */
  readonly holds?: readonly string[];
  /**
   * Fields of the answer, each with the documented values by which the exchange states that nothing was done.
   */
  readonly refusedBy?: Readonly<Record<string, readonly string[]>>;
}

/**
 * What the answer of a write must have to prove that the write was done. After any other answer of status 2xx
 * the outcome is unknown.
 */
export type WriteProof =
  /** The answer is an object in one of these forms. */
  | { readonly by: 'fields'; readonly forms: readonly ProofFields[] }
  /** The answer is a list that is not empty, and each of its objects has one of these forms. */
  | { readonly by: 'rows'; readonly forms: readonly ProofFields[] }
  /**
   * The answer is a list with one result for each element of the list parameter named in `of`, in the order
   * sent: an object in this form, or a refusal with `code` and `msg`. `echoes` is keyed by the fields of an
   * element, or by the list parameter itself if its elements are plain values.
   */
  | { readonly by: 'results'; readonly of: readonly string[]; readonly form: ProofFields }
  /** The answer is `{}`, which the exchange documents as success, or an object in the form `or`. */
  | { readonly by: 'empty-object'; readonly or?: ProofFields };

/** A call that cancels one order and places another, each of which succeeds or fails on its own. */
export interface OrderReplacement {
  /** Ids of the REST endpoints that only cancel and only place. */
  readonly cancelEndpoint: string;
  readonly placeEndpoint: string;
  /** The parameters of the cancellation, by their names in a call that only cancels. */
  readonly cancelNames: Readonly<Record<string, string>>;
}

/** One order of an order list. */
export interface OrderLeg {
  /** The prefix of this order's parameters in the order list, such as "above". */
  readonly name: string;
  /**
   * The parameters of the order list by the names that a single order has for them: `price` is `abovePrice`.
   */
  readonly params: Readonly<Record<string, string>>;
}

/**
 * How an unconfirmed write that is not an order is verified: by which query, and how the query's row of this
 * write is recognised.
 */
export interface Verification {
  /** What the write creates, as messages call it, such as "transfer". */
  readonly noun: string;
  /** Id of the query that returns what the write created. */
  readonly query: string;
  /**
   * How the row of the write is recognised: by a unique id; by values and time, if there is no id; or by the
   * resulting state, whoever caused it.
   */
  readonly by: 'id' | 'values' | 'state';
  /** Parameters of the query, each with the parameter of the write whose value it takes. */
  readonly queryParams?: Readonly<Record<string, string>>;
  /** The fields of the row that repeat values of the write, by the write's parameter. */
  readonly echoes: Readonly<Record<string, string>>;
  /**
   * For values that the row's field spells differently: the field's spelling, by the value of the parameter.
   */
  readonly echoedAs?: Readonly<Record<string, string>>;
  /**
   * The field with the time of the write, in Unix ms or as UTC text; required if rows are recognised by
   * values.
   */
  readonly time?: string;
  /** Parameters of the write that, when sent, make the resulting state prove nothing. */
  readonly unlessSent?: readonly string[];
  /** If rows are recognised by id: the parameter of the write that is the client id. */
  readonly clientId?: string;
  /** Set if the query has so much request weight that it is sent only once. */
  readonly isQueriedOnce?: true;
}

/** The query of a price and the field of its answer. */
export interface PublicPrice {
  readonly lookup: string;
  /** The parameter of the query that names the market; `symbol` if absent. */
  readonly param?: string;
  readonly field: string;
}

/** Where the symbol filters for an order come from, and the market price with which they are evaluated. */
export interface OrderRules {
  /** Id of the query of a symbol's filters; the query's view says where in the answer the rows are. */
  readonly rules: string;
  /** The reference price, which price bands and orders without a price need. */
  readonly price: PublicPrice;
  /** Of options: the index price of the underlying, by which what the writer of an option owes is valued. */
  readonly underlyingPrice?: PublicPrice;
  /** Whether the price band limits a buy order only from above and a sell order only from below. */
  readonly isBandOneSided?: true;
  /** Whether the quantity of an order counts contracts instead of an amount of the base asset. */
  readonly isInContracts?: true;
  /** The parameter and value that make a limit order post-only, where it has no parameter of that name. */
  readonly postOnly?: { readonly param: string; readonly value: string };
  /** Whether the price band of an order that waits for a trigger applies only when the order is triggered. */
  readonly isBandAtTrigger?: true;
}

/** The fields of a query that returns an order or order list, and the queries that list several. */
export interface LookupFields {
  /** The parameter by which the query takes the client id. */
  readonly param: string;
  /** The field of the record that holds the client id. */
  readonly idField: string;
  /** The fields of the record that may hold the placement time: two if records name it differently. */
  readonly timeFields: readonly string[];
  /**
   * The fields of the record that repeat a value of the write, by the write's parameter; if there are
   * several, any of them suffices.
   */
  readonly echoes: Readonly<Record<string, readonly string[]>>;
  /** Id of the query that lists all open orders (or order lists). */
  readonly open?: string;
  /** Id of the query that lists all orders (or order lists), or all closed ones. */
  readonly history?: string;
  /** Of an order list: id of the query that returns one order of the list. */
  readonly part?: string;
}
