/**
 * Sends several requests over kept connections: one undici pool for each origin. Imports the module of the
 * pool directly, because undici's index takes three times as long to load.
 */
import { setFlagsFromString } from 'node:v8';
import Pool from 'undici/lib/dispatcher/pool.js';
import { addressFacts } from './address-rules.ts';
import { createConnector } from './connection.ts';
import { HEADER_BYTES_MAX, HTTP_LIMITS } from './limits.ts';
import { type ClosableSend, createSender, type SenderOptions } from './sender.ts';
import type { Cancel, WireCall, WireEvents } from './wire.ts';

export interface PoolOptions extends SenderOptions {
  /** The largest number of connections to one origin; 16 if absent. */
  readonly connections?: number;
  /**
   * The version of Node, such as "v20.19.0", that runs a single command, so that V8 has little time to gain by optimised code; absent in a process
   * with other work.
   */
  readonly nodeOfCommand?: string | undefined;
}

/**
 * The largest number of connections to one origin, which is the number of pages of a history that are fetched at
 * once.
 */
const CONNECTIONS = 16;

/**
 * How much bytecode, in bytes, a function of a single command runs before V8 considers to optimise it: eight times V8's
 * own value. Functions that run for each row of a history get there within the first pages; to optimise the hundred
 * others, which run once for a page, would cost more than it saves.
 */
const OPTIMISED_AFTER = 8 * 66 * 1024;

/** Returns a Send that keeps connections open between calls. */
export function createPoolSend(options: PoolOptions): ClosableSend {
  // V8 would spend longer optimising undici's WebAssembly parser than most commands run; the baseline
  // compiler suffices. Under Node 24 the flag --liftoff-only, which implies these, no longer sets them once V8 runs.
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
  // Later versions count calls instead, and print an error for a flag that they don't know.
  if (options.nodeOfCommand?.startsWith('v20.') === true)
    setFlagsFromString(`--interrupt-budget=${OPTIMISED_AFTER}`);
  const pools = new Map<string, OriginPool>();
  return createSender(
    {
      carry(call, events) {
        const { origin } = addressFacts(call.address);
        let pool = pools.get(origin);
        if (pool === undefined) {
          pool = openPool(call.address, options);
          pools.set(origin, pool);
        }
        return carry(pool, call, events);
      },
      async close() {
        await Promise.all([...pools.values()].map(({ pool }) => pool.close()));
        pools.clear();
      },
    },
    options,
  );
}

interface OriginPool {
  readonly pool: Pool;
  /** The number of connections that were opened, by which a call detects that it runs on a reused one. */
  readonly opened: { count: number };
}

function openPool(address: URL, options: PoolOptions): OriginPool {
  const { connectTimeoutMs, keepAliveMs } = { ...HTTP_LIMITS, ...options.limits };
  const connector = createConnector({
    connectTimeoutMs,
    ...(options.proxy === undefined ? {} : { proxy: options.proxy }),
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  });
  const opened = { count: 0 };
  const pool = new Pool(address.origin, {
    connections: options.connections ?? CONNECTIONS,
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    maxHeaderSize: HEADER_BYTES_MAX,
    // The pool's own timeouts are switched off, because HttpCall applies the time limits of all senders.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (_target, done) => {
      connector.open(address, (failure, socket) => {
        if (failure !== null || socket === undefined) return done(failure, null);
        opened.count += 1;
        done(null, socket);
      });
    },
  });
  return { pool, opened };
}

function carry({ pool, opened }: OriginPool, call: WireCall, events: WireEvents): Cancel {
  let abort: Cancel | undefined;
  let cancelled: Error | undefined;
  const openedBefore = opened.count;
  pool.dispatch(
    { path: call.target, method: call.method, headers: headersOf(call), body: call.body ?? null },
    {
      onConnect(abortNow) {
        // The call was cancelled while it waited for a connection, so nothing may be sent.
        if (cancelled !== undefined) return abortNow(cancelled);
        abort = abortNow;
        events.written({ reused: opened.count === openedBefore });
      },
      onHeaders(status, rawHeaders) {
        // Informational answers (1xx) precede the final answer.
        if (status >= 200)
          events.head(
            status,
            rawHeaders.map((one) => one.toString('latin1')),
          );
        return true;
      },
      onData(chunk) {
        events.data(chunk);
        return true;
      },
      onComplete() {
        // undici frees the connection in a callback of setImmediate that it adds after this function; a call that
        // followed earlier would open a second connection.
        ADDED.then(() => setImmediate(() => events.end()));
      },
      onError(error) {
        events.fail(error);
      },
    },
  );
  return (reason) => {
    cancelled = reason;
    abort?.(reason);
  };
}

/** Resolves when the functions that run now have added their callbacks. */
const ADDED = Promise.resolve();

function headersOf(call: WireCall): string[] {
  const headers: string[] = [];
  for (const header of call.headers) headers.push(header[0], header[1]);
  return headers;
}
