/**
 * One exchange for all commands on a machine, without a server that must be started: the first command becomes the
 * host, commands that start meanwhile attach to its address, and when the host ends the next command takes over from the
 * journal. The host holds a lock that the kernel releases when the process ends.
 */
import { isWriteEffect } from '../../catalogue/define.ts';
import { asToolError, ToolError } from '../../core/errors.ts';
import type { PreparedRequest, Send } from '../../request/types.ts';
import { CALL_HEADER } from '../journal-entries.ts';
import { findRunning, type PublishedSandbox } from '../storage/state-folder.ts';
import { callHost } from './client.ts';
import { createEmbeddedSend } from './embedded.ts';
import { type HostLock, type HostOptions, openHost, type SandboxHost, tryLock } from './host.ts';

export interface AttachOptions extends HostOptions {
  readonly isAlive: (pid: number) => boolean;
  /** How long to look for a host, or for the chance to become it (ms). */
  readonly waitMaxMs?: number;
  /**
   * After how long (ms) a host opens a port. Most commands end earlier, without a port; commands that start meanwhile
   * wait.
   */
  readonly serveAfterMs?: number;
}

export interface AttachedSandbox {
  /**
   * Sends a request to the current host; a write whose answer was lost is sent again, and executed only once.
   */
  readonly send: Send;
  /** Stops hosting: answers the calls in progress, then releases the lock for the next command. */
  close(): Promise<void>;
}

/** The exchange if this process hosts it. */
interface HostedSandbox {
  readonly send: Send;
  close(): Promise<void>;
}

const WAIT_MAX_MS = 15_000;
const SERVE_AFTER_MS = 40;
/**
 * The longest time between two looks for a host, in ms: it grows with the time waited so far, so that many commands that
 * start at once leave the processor to the one that becomes the host. The actual time is random, so that they spread out.
 */
const POLL_MS = { first: 25, shareOfWait: 1 / 8, max: 250 };

/** Returns a sandbox on the saved state of a folder. It opens nothing before the first call. */
export function attachOrHost(folder: string, options: AttachOptions): AttachedSandbox {
  const connection = new HostConnection(folder, options);
  return {
    async send(request, signal) {
      const isWrite = isWriteEffect(request.effect);
      const headers: Record<string, string> = isWrite ? { [CALL_HEADER]: options.secretHex(16) } : {};
      const deadline = options.clock.monotonicMs() + (options.waitMaxMs ?? WAIT_MAX_MS);
      let mayBeExecuted = false;
      for (;;) {
        const host = await connection.find(signal).catch((error: unknown) => {
          throw mayBeExecuted ? error : notSentError(error);
        });
        if ('send' in host) return host.send(withHeaders(request, headers), signal);
        const base = host.hosts[request.host];
        const outcome = await callHost(base, request, headers, options.clock.now, signal);
        if ('answer' in outcome) return outcome.answer;
        mayBeExecuted ||= outcome.lost === 'after';
        connection.forget(host);
        if (options.clock.monotonicMs() >= deadline)
          throw noAnswerError(request, mayBeExecuted, outcome.cause);
      }
    },
    close: () => connection.close(),
  };
}

/** How one process reaches the exchange: through another process that hosts it, or by hosting it. */
class HostConnection {
  readonly #folder: string;
  readonly #options: AttachOptions;
  #hosted: HostedSandbox | undefined;
  #other: PublishedSandbox | undefined;
  #electing: Promise<void> | undefined;

  constructor(folder: string, options: AttachOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  /** Returns the host; if none is known, finds one or becomes it. */
  async find(signal: AbortSignal): Promise<HostedSandbox | PublishedSandbox> {
    for (;;) {
      const host = this.#hosted ?? this.#other;
      if (host !== undefined) return host;
      // Concurrent calls of one process share one search for a host.
      this.#electing ??= this.#elect(signal).finally(() => {
        this.#electing = undefined;
      });
      await this.#electing;
    }
  }

  /** Forgets a host that did not answer, unless a newer one is known already. */
  forget(host: PublishedSandbox): void {
    if (this.#other === host) this.#other = undefined;
  }

  /** Waits for a search in progress, then stops hosting. */
  async close(): Promise<void> {
    await this.#electing?.catch(() => undefined);
    await this.#hosted?.close();
    this.#hosted = undefined;
  }

  async #elect(signal: AbortSignal): Promise<void> {
    const found = await findHostOrLock(this.#folder, this.#options, signal);
    if ('hosts' in found) this.#other = found;
    else this.#hosted = startHosting(await openHost(this.#folder, this.#options, found), this.#options);
  }
}

/**
 * Returns the error of a call that reached no exchange: there is no host and this process cannot become it.
 */
function notSentError(error: unknown): ToolError {
  const { facts, cause } = asToolError(error);
  return new ToolError({ ...facts, execution: 'not_executed', cause });
}

function withHeaders(request: PreparedRequest, headers: Readonly<Record<string, string>>): PreparedRequest {
  return { ...request, headers: { ...request.headers, ...headers } };
}

/** Options of the search for a host. */
export type HostSearchOptions = Pick<AttachOptions, 'clock' | 'random' | 'isAlive' | 'waitMaxMs'>;

/**
 * Waits until a host is found or the host lock is free, and returns either the host or the lock; a process
 * with the lock is to become the host. Throws kind `unavailable` if another process holds the lock and
 * publishes no address in time.
 */
export async function findHostOrLock(
  folder: string,
  options: HostSearchOptions,
  signal: AbortSignal,
): Promise<PublishedSandbox | HostLock> {
  const { clock, random, isAlive, waitMaxMs = WAIT_MAX_MS } = options;
  const startedMs = clock.monotonicMs();
  for (;;) {
    const running = await findRunning(folder, isAlive);
    if (running !== undefined) return running;
    const lock = await tryLock(folder, options);
    if (lock !== undefined) {
      // The search is repeated under the lock: an earlier host may have published its address meanwhile.
      const other = await findRunning(folder, isAlive);
      if (other === undefined) return lock;
      await lock.release();
      return other;
    }
    const waitedMs = clock.monotonicMs() - startedMs;
    if (waitedMs >= waitMaxMs) throw noHostError(waitMaxMs);
    const boundMs = Math.min(POLL_MS.max, Math.max(POLL_MS.first, waitedMs * POLL_MS.shareOfWait));
    await clock.sleep(1 + Math.floor(random.next() * boundMs), signal);
  }
}

/** Hosts for this process at once, and for other processes once the command has run for `serveAfterMs`. */
function startHosting(host: SandboxHost, { clock, serveAfterMs, onError }: AttachOptions): HostedSandbox {
  const closing = new AbortController();
  const serving = clock
    .sleep(serveAfterMs ?? SERVE_AFTER_MS, closing.signal)
    .then(() => host.serve(0))
    .then(
      () => undefined,
      // If no port can be opened, the host still answers its own command; other commands wait for its end.
      (error: unknown) => {
        if (!closing.signal.aborted) onError?.(error);
      },
    );
  return {
    send: createEmbeddedSend(host.exchange),
    async close() {
      closing.abort();
      await serving;
      await host.close();
    },
  };
}

function noAnswerError({ endpoint }: PreparedRequest, mayBeExecuted: boolean, cause: unknown): ToolError {
  return new ToolError({
    kind: mayBeExecuted ? 'execution-unknown' : 'unavailable',
    message: 'The sandbox did not answer: its host ended several times.',
    hint: 'Try again; bourse sandbox status shows the host.',
    execution: mayBeExecuted ? 'unknown' : 'not_executed',
    retryable: !mayBeExecuted,
    endpoint,
    cause,
  });
}

function noHostError(waitedMs: number): ToolError {
  return new ToolError({
    kind: 'unavailable',
    message: `Another command hosts the sandbox and has published no address for ${waitedMs / 1000} seconds.`,
    hint: 'Find the bourse process that hangs and end it, then try again.',
    execution: 'not_executed',
    retryable: true,
  });
}
