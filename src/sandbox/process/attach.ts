/**
 * One exchange for all commands on a machine, without a server that must be started: the first command hosts it,
 * commands that come meanwhile find its address, and when the host's command ends the next one takes over from the
 * journal. Whoever hosts holds a lock that the kernel releases with the process.
 */
import { asToolError, ToolError } from '../../core/errors.ts';
import type { PreparedRequest, Send } from '../../request/types.ts';
import { CALL_HEADER } from '../journal-entries.ts';
import { findRunning, type PublishedSandbox } from '../storage/state-folder.ts';
import { callHost } from './client.ts';
import { createEmbeddedSend } from './embedded.ts';
import { type HostLock, type HostOptions, openHost, type SandboxHost, tryLock } from './host.ts';

export interface AttachOptions extends HostOptions {
  readonly isAlive: (pid: number) => boolean;
  /** How long a host is looked for, or the chance to be one. */
  readonly waitMaxMs?: number;
  /**
   * How long a host keeps to itself: most commands have ended by then, and have opened no port. Those that come
   * meanwhile wait for its end.
   */
  readonly serveAfterMs?: number;
}

export interface AttachedSandbox {
  /** Makes a call, whoever hosts at the moment; a call whose answer was lost is never carried out twice. */
  readonly send: Send;
  /** Ends hosting: calls under way are answered, then the next one may take over. */
  close(): Promise<void>;
}

/** This process as the host. */
interface HostedSandbox {
  readonly send: Send;
  close(): Promise<void>;
}

const WAIT_MAX_MS = 15_000;
const SERVE_AFTER_MS = 40;
/** Between two looks for a host; jittered, so that those who wait don't come all at once. */
const POLL_INTERVAL_MS = 25;

/** Returns a sandbox on the state that is kept in a folder. Nothing is opened or looked for before the first call. */
export function attachOrHost(folder: string, options: AttachOptions): AttachedSandbox {
  let hosted: HostedSandbox | undefined;
  let host: PublishedSandbox | undefined;
  let electing: Promise<void> | undefined;
  const elect = async (signal: AbortSignal) => {
    // Calls made at once by one process take part in one election.
    electing ??= (async () => {
      const found = await findHostOrLock(folder, options, signal);
      if ('hosts' in found) host = found;
      else hosted = startHosting(await openHost(folder, options, found), options);
    })().finally(() => {
      electing = undefined;
    });
    await electing;
  };
  return {
    async send(request, signal) {
      const isWrite = request.effect === 'write' || request.effect === 'funds';
      const headers: Record<string, string> = isWrite ? { [CALL_HEADER]: options.secretHex(16) } : {};
      const deadline = options.clock.monotonicMs() + (options.waitMaxMs ?? WAIT_MAX_MS);
      let mayBeExecuted = false;
      for (;;) {
        if (hosted === undefined && host === undefined)
          await elect(signal).catch((error: unknown) => {
            throw mayBeExecuted ? error : notSentError(error);
          });
        if (hosted !== undefined) return hosted.send(withHeaders(request, headers), signal);
        const tried = host!;
        const base = tried.hosts[request.host];
        const outcome = await callHost(base, request, headers, options.clock.now, signal);
        if ('answer' in outcome) return outcome.answer;
        mayBeExecuted ||= outcome.lost === 'after';
        if (host === tried) host = undefined;
        if (options.clock.monotonicMs() >= deadline)
          throw noAnswerError(request, mayBeExecuted, outcome.cause);
      }
    },
    async close() {
      await electing?.catch(() => undefined);
      await hosted?.close();
      hosted = undefined;
    },
  };
}

/** Nobody hosts, and this process cannot: the call has reached no exchange. */
function notSentError(error: unknown): ToolError {
  const { facts, cause } = asToolError(error);
  return new ToolError({ ...facts, execution: 'not_executed', cause });
}

function withHeaders(request: PreparedRequest, headers: Readonly<Record<string, string>>): PreparedRequest {
  return { ...request, headers: { ...request.headers, ...headers } };
}

/** Who looks for a host. */
export type HostSearchOptions = Pick<AttachOptions, 'clock' | 'random' | 'isAlive' | 'waitMaxMs'>;

/**
 * Looks for a host and for the chance to be one until either is found: whoever gets the lock is to be the host. Throws
 * kind `unavailable` where another process keeps the lock and tells no address.
 */
export async function findHostOrLock(
  folder: string,
  options: HostSearchOptions,
  signal: AbortSignal,
): Promise<PublishedSandbox | HostLock> {
  const { clock, random, isAlive, waitMaxMs = WAIT_MAX_MS } = options;
  const deadline = clock.monotonicMs() + waitMaxMs;
  for (;;) {
    const running = await findRunning(folder, isAlive);
    if (running !== undefined) return running;
    const lock = await tryLock(folder, options);
    if (lock !== undefined) {
      // Looked for again under the lock: a host that was killed just now leaves its address behind.
      const other = await findRunning(folder, isAlive);
      if (other === undefined) return lock;
      await lock.release();
      return other;
    }
    if (clock.monotonicMs() >= deadline) throw noHostError(waitMaxMs);
    await clock.sleep(1 + Math.floor(random.next() * POLL_INTERVAL_MS), signal);
  }
}

/** Answers this process at once, and others from the moment when the command has turned out to be a long one. */
function startHosting(host: SandboxHost, { clock, serveAfterMs, onError }: AttachOptions): HostedSandbox {
  const closing = new AbortController();
  const serving = clock
    .sleep(serveAfterMs ?? SERVE_AFTER_MS, closing.signal)
    .then(() => host.serve(0))
    .then(
      () => undefined,
      // Without an address the host still answers its own command, and the others wait for its end.
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
    message: 'The sandbox did not answer: whoever hosted it ended, again and again.',
    hint: 'Try again; bourse sandbox status tells who hosts it.',
    execution: mayBeExecuted ? 'unknown' : 'not_executed',
    retryable: !mayBeExecuted,
    endpoint,
    cause,
  });
}

function noHostError(waitedMs: number): ToolError {
  return new ToolError({
    kind: 'unavailable',
    message: `Another command hosts the sandbox and has told no address for ${waitedMs / 1000} seconds.`,
    hint: 'Find out which bourse hangs and end it, then try again.',
    execution: 'not_executed',
    retryable: true,
  });
}
