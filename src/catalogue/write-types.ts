/** Declarations of writes: client ids, order rules, and how an unconfirmed write is verified. */

/** The client ids by which an unconfirmed write is looked up; an id that the user omits is generated. */
export interface ClientIds {
  /** What is created or changed, as messages call it: "order". */
  readonly noun: string;
  /** The parameter of the client id; with `listField`, the field of each object of the list. */
  readonly param: string;
  /** A LIST parameter whose objects have a client id each. */
  readonly listField?: string;
  /** Client id parameters of the orders of a list, and the query that returns one order. */
  readonly parts?: { readonly params: readonly string[]; readonly lookup: string };
  /** The write changes an existing order, which has this id from then on. */
  readonly isChange?: true;
}

/** One order of an order list. */
export interface OrderLeg {
  /** The prefix of its parameters, such as "above". */
  readonly name: string;
  /** The parameters of the list by the name that a single order has for them: `price` is `abovePrice`. */
  readonly params: Readonly<Record<string, string>>;
}

/** How an unconfirmed write that is not an order is verified: the query and how its row is recognised. */
export interface Verification {
  /** What the write creates, as messages call it: "transfer". */
  readonly noun: string;
  /** Id of the query that returns it. */
  readonly query: string;
  /**
   * How the row is recognised: by a unique id; by values and time, without an id; or by the resulting state, whoever
   * caused it.
   */
  readonly by: 'id' | 'values' | 'state';
  /** Parameters of the query, each with the parameter of the write whose value it takes. */
  readonly queryParams?: Readonly<Record<string, string>>;
  /** The fields that echo the values sent, by the parameter of the write. */
  readonly echoes: Readonly<Record<string, string>>;
  /** Values that the field spells differently, by the value of the parameter. */
  readonly echoedAs?: Readonly<Record<string, string>>;
  /** The field with the time of the write, in Unix ms or as text in UTC; required with `by: 'values'`. */
  readonly time?: string;
  /** Parameters that make the resulting state inconclusive. */
  readonly unlessSent?: readonly string[];
  /** With `by: 'id'`: the parameter of the write that is the client id. */
  readonly clientId?: string;
  /** The query has so much weight that it is sent only once. */
  readonly isQueriedOnce?: true;
}

/** Where the symbol's filters for an order come from, and the price they are evaluated with. */
export interface OrderRules {
  /** Id of the query of a symbol's filters; its view locates the rows. */
  readonly rules: string;
  /** The reference price of price bands and of orders without a price: the query and the field. */
  readonly price: { readonly lookup: string; readonly field: string };
  /** A price band limits a buy only from above and a sell only from below. */
  readonly isBandOneSided?: true;
  /** The quantity of an order counts contracts, not an amount of the base asset. */
  readonly isInContracts?: true;
  /** The price band of an order that waits for a trigger applies when it is triggered. */
  readonly isBandAtTrigger?: true;
}

/** The fields of a query that returns an order or order list, and the queries that list several. */
export interface LookupFields {
  /** The parameter of the client id. */
  readonly param: string;
  /** The field with the client id. */
  readonly idField: string;
  /** The field with the placement time; both names if records name it differently. */
  readonly timeFields: readonly string[];
  /** Fields that echo the value sent, by the parameter of the write; any one of several suffices. */
  readonly echoes: Readonly<Record<string, readonly string[]>>;
  /** Id of the query that lists the open ones. */
  readonly open?: string;
  /** Id of the query that lists all, or all closed ones. */
  readonly history?: string;
  /** Of an order list: id of the query that returns one of its orders. */
  readonly part?: string;
}
