/** Reads rows of several endpoints for one command, and names what could not be read. */
import { endpointById } from '../../app/find-endpoint.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { type Decimal, parseDecimal } from '../../core/decimal.ts';
import { asToolError, type ErrorKind, ToolError } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import { isObject, type JsonObject, type JsonValue } from '../../core/words.ts';
import { prepareRequest } from '../../request/prepare.ts';
import type { PreparedRequest } from '../../request/types.ts';
import { weightAt } from '../../request/weight.ts';
import { fetchPages } from '../calling/paged-call.ts';
import { servedCall } from '../calling/served-call.ts';
import type { CommandCall } from '../types.ts';

/** Something that a command needed and could not read. */
export interface ReadProblem {
  /** What is missing, such as "trades of BTCUSDT". */
  readonly what: string;
  readonly error: ToolError;
}

/** Arguments of an endpoint by name; those that are undefined are not sent. */
export type CallArguments = Readonly<Record<string, string | undefined>>;

/** Failures of one call that leave the others of a command useful. */
export const SINGLE_FAILURES: ReadonlySet<ErrorKind> = new Set(['rejected', 'unavailable', 'rate-limited']);

export class AccountReader {
  /** What could not be read so far. */
  readonly problems: ReadProblem[] = [];
  readonly #call: CommandCall;

  constructor(call: CommandCall) {
    this.#call = call;
  }

  /** Returns the answer of one call. */
  async answer(id: string, args: CallArguments = {}): Promise<JsonValue> {
    const { services } = this.#call;
    const { body } = await services.call(await this.#request(id, args), { isOneOfMany: true });
    return parseJson(body, { what: 'the answer', kind: 'unavailable' });
  }

  /** Returns the rows of the answer of one call: the answer itself, or the list in it that the catalogue names. */
  async rows(id: string, args: CallArguments = {}): Promise<readonly JsonObject[]> {
    const endpoint = await endpointById(id);
    const answer = await this.answer(id, args);
    const at = endpoint.view?.rowsAt;
    return objectsIn(endpoint, at === undefined || !isObject(answer) ? answer : answer[at]);
  }

  /** Returns all rows of an answer, page by page where the exchange answers pages. */
  async allRows(id: string, args: CallArguments = {}): Promise<readonly JsonObject[]> {
    if ((await endpointById(id)).pages === undefined) return this.rows(id, args);
    const all: JsonObject[] = [];
    for await (const rows of this.history(id, args)) all.push(...rows);
    return all;
  }

  /** Yields all rows of a history, oldest first, page by page. */
  async *history(id: string, args: CallArguments): AsyncGenerator<readonly JsonObject[]> {
    const endpoint = await endpointById(id);
    const call = {
      ...this.#call,
      given: typed(args),
      options: { ...this.#call.options, all: true as const },
    };
    try {
      for await (const { value } of fetchPages(call, endpoint)) yield objectsIn(endpoint, value);
    } catch (thrown) {
      // A history continues with the options of its own command, which is another one.
      const { resume: _resume, ...facts } = asToolError(thrown).facts;
      throw new ToolError({ ...facts, cause: thrown });
    }
  }

  /** Yields what `rows` yields; a failure that leaves the rest of the command useful ends it early and is noted. */
  async *attemptEach<T>(what: string, rows: AsyncIterable<T>): AsyncGenerator<T> {
    const iterator = rows[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await this.attempt(what, () => iterator.next());
        if (next === undefined || next.done === true) return;
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  }

  /** Returns the request weight that the host of a call counts for it. */
  async weightOf(id: string, args: CallArguments = {}): Promise<number> {
    const request = await this.#request(id, args);
    return weightAt(request, await this.#call.services.interfaceOf(request)).counted;
  }

  /** Returns the request of a call, to the endpoint that serves it at its host. */
  async #request(id: string, args: CallArguments): Promise<PreparedRequest> {
    const endpoint = await endpointById(id);
    const call = await servedCall({ ...this.#call, endpoint, given: typed(args), fanOut: [] });
    return prepareRequest(call.endpoint!, call.given, { now: call.services.world.clock.now() }).request;
  }

  /**
   * Returns what `read` returns. If the exchange refuses the read or cannot be reached, notes what is missing and returns
   * undefined. Throws every other failure, such as missing keys or an interrupt; `kinds` chooses other failures to note.
   */
  async attempt<T>(
    what: string,
    read: () => Promise<T>,
    kinds: ReadonlySet<ErrorKind> = SINGLE_FAILURES,
  ): Promise<T | undefined> {
    try {
      return await read();
    } catch (thrown) {
      const error = asToolError(thrown);
      if (!kinds.has(error.kind)) throw thrown;
      this.problems.push({ what, error });
      return undefined;
    }
  }
}

/** Returns a field of a row as an exact number. Throws kind `unavailable` if it is none. */
export function decimalIn(row: JsonObject, name: string): Decimal {
  const number = parseDecimal(String(row[name]));
  if (number !== undefined) return number;
  throw new ToolError({
    kind: 'unavailable',
    message: `Expected a number at ${name} of a row, found ${JSON.stringify(row[name]) ?? 'nothing'}.`,
    hint: 'The answer does not have the documented form: check the host.',
  });
}

function typed(args: CallArguments) {
  return Object.entries(args).flatMap(([name, text]) => (text === undefined ? [] : [{ name, text }]));
}

function objectsIn(endpoint: Endpoint, value: JsonValue | undefined): readonly JsonObject[] {
  if (Array.isArray(value) && value.every(isObject)) return value;
  throw new ToolError({
    kind: 'unavailable',
    message: `Expected a list of rows in the answer of ${endpoint.id}, found none.`,
    hint: 'The answer does not have the documented form: check the host.',
    endpoint: endpoint.id,
  });
}
