/** Calls to a sandbox that another process hosts: one connection per call, over loopback. */
import { request as openRequest } from 'node:http';
import { ToolError } from '../../core/errors.ts';
import type { UnixMs } from '../../core/words.ts';
import type { Answer, PreparedRequest } from '../../request/types.ts';
import type { WireAnswer } from '../types.ts';
import { toAnswer } from './embedded.ts';

/** The outcome of a call: its answer, or whether it may have been executed. */
export type CallOutcome =
  | { readonly answer: Answer }
  /** No connection could be opened, so nothing was sent. */
  | { readonly lost: 'before'; readonly cause: Error }
  /** The connection ended without a complete answer: the call may have been executed. */
  | { readonly lost: 'after'; readonly cause: Error };

/** The maximum size of an answer, far above any real one. */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

/** How long a host may take to answer, in ms. */
const ANSWER_TIMEOUT_MS = 10_000;

/** Sends a request to an address such as "http://127.0.0.1:8080". Rejects with kind `interrupted` when aborted. */
export async function callHost(
  base: string,
  request: PreparedRequest,
  headers: Readonly<Record<string, string>>,
  now: () => UnixMs,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const deadline = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  try {
    const wire = await sendOnce(base, request, headers, AbortSignal.any([signal, deadline]));
    return { answer: toAnswer(wire, base, now()) };
  } catch (thrown) {
    const cause = thrown as NodeJS.ErrnoException;
    if (signal.aborted) throw interruptedError(request, signal.reason);
    return { lost: cause.code === 'ECONNREFUSED' ? 'before' : 'after', cause };
  }
}

function sendOnce(
  base: string,
  { method, path, query, body, headers: ownHeaders }: PreparedRequest,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<WireAnswer> {
  const bytes = Buffer.from(body ?? '', 'utf8');
  const target = `${base}${path}${query === '' ? '' : `?${query}`}`;
  return new Promise((resolve, reject) => {
    const outgoing = openRequest(target, {
      method,
      headers: {
        ...ownHeaders,
        ...headers,
        ...(body === undefined ? {} : { 'Content-Length': bytes.length }),
      },
      // A kept-alive connection could be one that the host is just closing, so each call opens a new one.
      agent: false,
      signal,
    });
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      let received = 0;
      incoming.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        received += chunk.length;
        if (received > ANSWER_BYTES_MAX) outgoing.destroy(new Error('the answer is too long'));
      });
      incoming.on('end', () => {
        if (!incoming.complete) return reject(new Error('the answer was cut off'));
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: incoming.statusCode ?? 0, headers: flattenHeaders(incoming.headers), body: text });
      });
      incoming.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(bytes);
  });
}

function flattenHeaders(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}

function interruptedError({ endpoint }: PreparedRequest, cause: unknown): ToolError {
  return new ToolError({
    kind: 'interrupted',
    message: 'The call was stopped before its answer came.',
    execution: 'unknown',
    endpoint,
    cause,
  });
}
