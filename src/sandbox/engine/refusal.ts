/** The exchange's own refusal: a code, its exact text and the HTTP status. */
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

/** Returns the refusal of a new order by the matching engine (public facts, Engine texts). */
export function orderRejected(text: string): Refusal {
  return new Refusal(400, -2010, text);
}

/** Returns the refusal of a cancellation by the matching engine (public facts, Engine texts). */
export function cancelRejected(text: string): Refusal {
  return new Refusal(400, -2011, text);
}

/** Returns the refusal of an amendment by the matching engine (public facts, Engine texts). */
export function amendRejected(text: string): Refusal {
  return new Refusal(400, -2038, text);
}

/**
 * Returns the refusal by a filter. Counts of open orders come from the engine with -2010, all else with -1013
 * (choice: the public facts leave it open).
 */
export function filterFailure(filterType: string): Refusal {
  const code = /^(EXCHANGE_)?MAX_NUM_/.test(filterType) ? -2010 : -1013;
  return new Refusal(400, code, `Filter failure: ${filterType}`);
}
