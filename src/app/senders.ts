/** Wires a sender to the environment: public hosts, a sandbox that runs, or one inside this process. */
import type { HostName } from '../catalogue/hosts.ts';
import { ToolError } from '../core/errors.ts';
import { plural } from '../core/text.ts';
import type { UnixMs } from '../core/words.ts';
import type { ServerClock } from '../orders/server-clock.ts';
import type { ResolvedSigner } from '../profile/resolve.ts';
import { atPublicHosts } from '../request/today.ts';
import type { Answer, PreparedRequest, Send } from '../request/types.ts';
import type { AddressBook } from '../transport/addresses.ts';
import { throwOnRefusal } from '../transport/answer.ts';
import type { OpenSendOptions } from '../transport/open-send.ts';
import type { LimitRate, RateLimiterOptions } from '../transport/rate-limiter.ts';
import type { ClosableSend, SenderOptions } from '../transport/sender.ts';
import type { WaitNote } from '../transport/waiting.ts';
import { addressBook } from './address-book.ts';
import type { SigningOptions } from './keys.ts';
import type { Settings } from './settings.ts';
import type { WsRoute, WsRouteOptions } from './via-ws.ts';
import type { World } from './world.ts';

/** What a sender is opened with. */
export interface SenderWish {
  readonly world: World;
  /** With the environment that the keys belong to. */
  readonly settings: Settings;
  readonly sandboxFolder: string;
  /** More requests than one: connections are kept. */
  readonly isOneOfMany: boolean;
  readonly keys: ResolvedSigner | undefined;
  /** The addresses of the profile whose environment this is, also where its keys are not read. */
  readonly hosts?: Readonly<Record<string, string>> | undefined;
  /** Where some requests go over the WebSocket API: which, and how it is reached. */
  readonly via?: Pick<WsRouteOptions, 'methods' | 'streaming'> | undefined;
  readonly note: (text: string) => void;
}

/** The times that a single attempt of an order is signed with. */
export interface AttemptTimes {
  readonly timestamp: UnixMs;
  readonly recvWindow: number;
}

export interface OpenSender {
  /** Sends with budget, retries of reads and signature; resolves with any whole answer. */
  readonly send: Send;
  /** Sends and settles: refusals are thrown, an answer of status 2xx is returned. */
  call(request: PreparedRequest, signal: AbortSignal): Promise<Answer>;
  /** Signs with these times, sends exactly once, and settles. */
  sendOnce(request: PreparedRequest, times: AttemptTimes, signal: AbortSignal): Promise<Answer>;
  /**
   * Wraps what is sent by other means, once: it waits for what this sender is told of limits and bans, and this sender
   * for what it is told.
   */
  readonly budgeted: LimitRate;
  /** The longest that one call waits for a limit or a busy exchange. */
  readonly maxWaitMs: number;
  /** The exchange's clock for signed calls to a host. */
  clockOf(host: HostName): ServerClock;
  /** Returns the address of a host, or its name where the sandbox of this process answers. */
  originOf(host: HostName): string;
  close(): Promise<void>;
}

/** How long a rate limit or a busy exchange is waited for where `--max-wait` does not say (with more pages, without). */
const MAX_WAIT_MS = { many: 120_000, one: 10_000 } as const;

/** Returns the sender of a run: a light one for one request; a pool for more. */
export async function openSender(wish: SenderWish): Promise<OpenSender> {
  const { world, settings, keys, note, via } = wish;
  // A sandbox that has to be served for the WebSocket API is served before REST looks for one.
  const ws =
    via === undefined || keys === undefined
      ? undefined
      : await (await import('./via-ws.ts')).openWsRoute({ ...wish, ...via, keys });
  const carrier = await openCarrier(wish);
  const [{ openSend }, { createRateLimiter: budgetOf }, { openCooldowns: silencesAt }] = await Promise.all([
    import('../transport/open-send.ts'),
    import('../transport/rate-limiter.ts'),
    import('./cooldowns.ts'),
  ]);
  const signed = keys === undefined ? undefined : await signedSend(wish, keys, carrier, ws);
  const options: OpenSendOptions & RateLimiterOptions = {
    clock: world.clock,
    random: world.random,
    maxWaitMs: settings.maxWaitMs ?? (wish.isOneOfMany ? MAX_WAIT_MS.many : MAX_WAIT_MS.one),
    onWait: (wait) => note(waitText(wait)),
    // Each attempt is signed anew below, so the request that is repeated is always fresh.
    renew: (request) => request,
    cooldownsOf(request) {
      const place = carrier.placeOf(request);
      return place === undefined ? undefined : silencesAt(world, place);
    },
  };
  const budgeted = budgetOf(options);
  const send = openSend(signed?.send ?? carrier.send, options, budgeted);
  const settled = async (request: PreparedRequest, signal: AbortSignal) => {
    if (settings.isDebug) {
      const { method, path, host, weight } = carrier.placed(request);
      note(`debug: ${method} ${path} to ${host}, weight ${weight.counted}`);
    }
    return throwOnRefusal(request, await send(request, signal));
  };
  return {
    send,
    budgeted,
    maxWaitMs: options.maxWaitMs,
    async call(request, signal) {
      if (signed === undefined) return settled(request, signal);
      return signed.time.retryAfterClockSync(request, () => settled(request, signal), signal);
    },
    async sendOnce(request, times, signal) {
      signed?.timesOf.set(request, times);
      return settled(request, signal);
    },
    clockOf(host) {
      if (signed === undefined) throw new Error("the exchange's clock was asked for without keys");
      return signed.time.clockOf(host);
    },
    originOf: carrier.originOf,
    async close() {
      await ws?.close();
      await carrier.close();
    },
  };
}

/** What moves the bytes. */
interface OpenCarrier {
  readonly send: Send;
  /** Returns the request as it goes to its host. */
  readonly placed: (request: PreparedRequest) => PreparedRequest;
  /** Returns whose limits a request falls under; undefined for the sandbox in this process, which is nobody else's. */
  readonly placeOf: (request: PreparedRequest) => string | undefined;
  /** The address of a host, or the word for the sandbox in this process. */
  readonly originOf: (host: HostName) => string;
  close(): Promise<void>;
}

async function openCarrier({
  world,
  settings,
  sandboxFolder,
  isOneOfMany,
  keys,
  hosts = {},
}: SenderWish): Promise<OpenCarrier> {
  const isSandbox = settings.environment === 'sandbox';
  const embedding = isSandbox ? await import('./embedded-sandbox.ts') : undefined;
  // A program that `sandbox run` started knows its sandbox by address and needs to look for none.
  let running = await embedding?.findSandbox(world, sandboxFolder);
  const book = addressBook(world, settings, { hosts }, running?.hosts.spot);
  const placed = (request: PreparedRequest) =>
    isSandbox || book.isOverridden(request.host) ? request : atPublicHosts(request);
  let embedded: { readonly send: Send; close(): Promise<void> } | undefined;
  let network: ClosableSend | undefined;
  const send: Send = async (request, signal) => {
    if (embedding !== undefined && running === undefined && !book.isOverridden(request.host)) {
      embedded ??= await embedding.embedSandbox(world, sandboxFolder, keys === undefined);
      return embedded.send(request, signal);
    }
    network ??= await openNetwork(book, world, settings, isOneOfMany);
    try {
      return await network(placed(request), signal);
    } catch (error) {
      // A command that served it has ended before anything was sent: another one takes over, perhaps this one.
      const wasSent = !(error instanceof ToolError) || error.facts.execution !== 'not_executed';
      if (running === undefined || book.isOverridden(request.host) || wasSent) throw error;
      const now = await embedding?.findSandbox(world, sandboxFolder);
      if (now?.instance === running.instance || signal.aborted) throw error;
      running = undefined;
      return send(request, signal);
    }
  };
  return {
    send,
    placed,
    placeOf({ host }) {
      if (book.isOverridden(host)) return book.addressesOf(host)[0]!.host;
      if (isSandbox) return running && `sandbox ${running.instance}`;
      return settings.environment;
    },
    originOf: (host) => book.addressesOf(host)[0]?.origin ?? host,
    async close() {
      await network?.close();
      await embedded?.close();
    },
  };
}

/** Signs below budget and retries, so that each attempt is fresh. */
async function signedSend(
  { world, settings, note }: SenderWish,
  keys: ResolvedSigner,
  carrier: OpenCarrier,
  ws: WsRoute | undefined,
) {
  const [{ signing }, { openExchangeTime }] = await Promise.all([
    import('./keys.ts'),
    import('./exchange-time.ts'),
  ]);
  const timesOf = new WeakMap<PreparedRequest, AttemptTimes>();
  const time = openExchangeTime({
    world,
    environment: settings.environment,
    originOf: carrier.originOf,
    send: carrier.send,
    note,
  });
  const times: Omit<SigningOptions, 'keys'> = {
    serverNow: (request) => timesOf.get(request)?.timestamp ?? time.clockOf(request.host).now(),
    recvWindowOf: (request) => timesOf.get(request)?.recvWindow ?? settings.recvWindowMs,
  };
  const rest = signing(carrier.send, { keys, ...times });
  return { send: ws?.over(rest, times) ?? rest, time, timesOf };
}

async function openNetwork(
  book: AddressBook,
  world: World,
  settings: Settings,
  isOneOfMany: boolean,
): Promise<ClosableSend> {
  const options: SenderOptions = {
    addressOf: book.addressesFor,
    clock: world.clock,
    userAgent: `bourse/${world.version}`,
    limits: { deadlineMs: settings.timeoutMs },
    ...(settings.proxy === undefined
      ? {}
      : { proxy: (await import('../transport/tunnel.ts')).parseProxy(settings.proxy) }),
  };
  if (isOneOfMany) return (await import('../transport/pool-sender.ts')).createPoolSend(options);
  return (await import('../transport/one-shot-sender.ts')).createOneShotSend(options);
}

function waitText({ waitMs, why }: WaitNote): string {
  const span = waitMs < 1000 ? `${Math.ceil(waitMs)} ms` : plural(Math.ceil(waitMs / 1000), 'second');
  return `Waiting ${span}: ${why}.`;
}
