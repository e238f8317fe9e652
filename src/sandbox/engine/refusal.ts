/** A rejection by the exchange: error code, exact message text and HTTP status. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: number | string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: number | string,
    text: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(text);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** Returns a rejection with an error code and HTTP status 400. */
export function createRefusal(code: number, text: string): Refusal {
  return new Refusal(400, code, text);
}

/** Returns the rejection of a new order by the matching engine (public facts, Engine texts). */
export function orderRejected(text: string): Refusal {
  return createRefusal(-2010, text);
}

/** Returns the rejection of a cancellation by the matching engine (public facts, Engine texts). */
export function cancelRejected(text: string): Refusal {
  return createRefusal(-2011, text);
}

/** Returns the rejection of an order amendment by the matching engine (public facts, Engine texts). */
export function amendRejected(text: string): Refusal {
  return createRefusal(-2038, text);
}

/**
 * Returns the rejection of an order by a filter: code -2010 for limits on the number of open orders, which
 * the matching engine checks, otherwise -1013 (our choice: the public facts leave it open).
 */
export function filterFailure(filterType: string): Refusal {
  const code = /^(EXCHANGE_)?MAX_NUM_/.test(filterType) ? -2010 : -1013;
  return createRefusal(code, `Filter failure: ${filterType}`);
}
