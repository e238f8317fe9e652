/** Reads the requests of a session, one JSON object per line. */
import { type ToolError, usageError } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import type { JsonValue } from '../../core/words.ts';
import type { WsParams } from '../../stream/ws-signature.ts';

/** The largest length of a request line; the exchange accepts no longer message. */
const LINE_LENGTH_MAX = 1024 * 1024;

/** A request line of a session. */
export interface SessionRequest {
  readonly id: JsonValue;
  readonly method: string;
  readonly params: WsParams;
}

/** Parses a request line of a session. Throws a usage error for an invalid one. */
export function readRequest(line: string): SessionRequest {
  let value: JsonValue;
  try {
    value = parseJson(line);
  } catch {
    throw usageError('A line must be one JSON object: {"id":1,"method":"time"}.');
  }
  const {
    id = null,
    method,
    params = {},
  } = (value ?? {}) as {
    readonly id?: JsonValue;
    readonly method?: JsonValue;
    readonly params?: JsonValue;
  };
  const isId = id === null || typeof id === 'number' || typeof id === 'bigint' || typeof id === 'string';
  if (typeof method !== 'string') throw usageError('A request requires a method: {"id":1,"method":"time"}.');
  if (!isId) throw usageError('The id of a request must be a number, a text or null.');
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    throw usageError('params must be an object.');
  return { id, method, params: params as WsParams };
}

/** Yields the lines of a chunked text; yields an error, once, instead of a line that is too long. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string | ToolError> {
  const decoder = new TextDecoder();
  let rest = '';
  // The rest of a line whose error was already reported is discarded.
  let isReported = false;
  for await (const chunk of chunks) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      if (!isReported) yield line.length > LINE_LENGTH_MAX ? lineTooLongError() : line;
      isReported = false;
    }
    if (rest.length > LINE_LENGTH_MAX && !isReported) {
      isReported = true;
      yield lineTooLongError();
    }
    if (isReported) rest = '';
  }
  if (rest !== '') yield rest;
}

function lineTooLongError(): ToolError {
  return usageError(`A line is longer than ${LINE_LENGTH_MAX} characters; it was skipped.`);
}
