/**
 * The sender of a run: signs requests, keeps to the rate limits, retries reads, and turns refusals into
 * errors.
 */
import { isWriteEffect } from '../catalogue/define.ts';
import type { HostName } from '../catalogue/hosts.ts';
import { wsApiOf } from '../catalogue/ws-apis.ts';
import type { Clock } from '../core/clock.ts';
import { asToolError, ToolError } from '../core/errors.ts';
import { plural, safeText } from '../core/text.ts';
import type { ServerClock } from '../orders/server-clock.ts';
import type { ResolvedSigner } from '../profile/resolve.ts';
import type { Permit } from '../request/permit.ts';
import type { Answer, PreparedRequest, Send, WriteIntent } from '../request/types.ts';
import { weightAt } from '../request/weight.ts';
import type { Cooldowns } from '../store/cooldowns.ts';
import { throwOnRefusal } from '../transport/answer.ts';
import type { OpenSendOptions } from '../transport/open-send.ts';
import type { LimitRate, RateLimiterOptions } from '../transport/rate-limiter.ts';
import type { WaitNote } from '../transport/waiting.ts';
import { type Destination, destinationText, venueOf } from './destination.ts';
import type { WriteJournal } from './journal/write-journal.ts';
import { clientName } from './policy/client.ts';
import { doorOf } from './policy/door.ts';
import { hasExposureChanged } from './policy/exposure-changed.ts';
import type { GateReader } from './policy/gate-reader.ts';
import { WriteAudit } from './policy/write-audit.ts';
import { type CarrierOptions, openRequestCarrier, type RequestCarrier } from './request-carrier.ts';
import { type AttemptTimes, openSignedSend, type SignedSend } from './signed-send.ts';
import type { WsRouteOptions } from './via-ws.ts';
import { assertAllowed, isGuarded } from './write-policy.ts';

export interface RunSenderOptions extends CarrierOptions {
  /** The requests that are sent over the WebSocket API, and the means to open its connection. */
  readonly via?: Pick<WsRouteOptions, 'methods' | 'streaming'> | undefined;
  readonly note: (text: string) => void;
  /** Returns the journal that every write is recorded in before it is sent. */
  readonly journal: () => Promise<WriteJournal>;
  /** Called when a refusal of this run halts writes. */
  readonly onHalt: () => void;
}

export interface OpenSender {
  /** Sends with rate limits, repeated reads and signatures; resolves with any complete answer. */
  readonly send: Send;
  /** Sends a request and returns its answer of status 2xx; throws a ToolError for a refusal. */
  readonly call: Send;
  /**
   * Signs a request with the given timestamp and recvWindow, sends it exactly once, and throws a ToolError
   * for a refusal.
   */
  readonly sendOnce: (request: PreparedRequest, times: AttemptTimes, signal: AbortSignal) => Promise<Answer>;
  /**
   * Signs a request with the given timestamp and recvWindow, sends it exactly once, and resolves with any
   * complete answer.
   */
  readonly sendUnchecked: OpenSender['sendOnce'];
  /**
   * Wraps another Send so that it shares the rate limits of this sender: a rate limit or ban that either of
   * them receives delays the requests of both. The wrapped Send neither retries nor signs.
   */
  readonly limitRate: LimitRate;
  /**
   * Returns the permit of a call that another Send is about to sign and send. Of a write it asks the policy, records it in
   * the journal and shows its ids first; `sendOnce` and its kin do all of this themselves. Throws kind `refused` for a write
   * that the policy refuses, and as `WriteJournal.begin` does.
   */
  readonly begin: (request: PreparedRequest, times?: AttemptTimes) => Promise<Permit>;
  /** The longest that one call waits for a rate limit or an overloaded exchange, in ms. */
  readonly maxWaitMs: number;
  /** Returns the exchange's clock for signed calls to a host. */
  clockOf(host: HostName): ServerClock;
  /** Returns the address of a host, or its name where the sandbox of this process answers. */
  originOf(host: HostName): string;
  /** Closes the connections. */
  close(): Promise<void>;
}

/** The longest wait for a rate limit or an overloaded exchange if `--max-wait` is not given, in ms. */
const MAX_WAIT_MS = { manyRequests: 120_000, oneRequest: 10_000 } as const;

/** How often an order is checked against its exposure while other processes send orders of the same account. */
const EXPOSURE_CHECKS_MAX = 20;

/** Opens the sender of a run. Connects to nothing, but may serve a sandbox for the WebSocket API. */
export async function openSender(options: RunSenderOptions): Promise<OpenSender> {
  const { world, settings, keys, note, via } = options;
  // If a sandbox must be served for the WebSocket API, it is served first, so that REST finds it running.
  const viaWs =
    via === undefined || keys === undefined ? undefined : { ...via, keys, part: await import('./via-ws.ts') };
  const ws = await viaWs?.part.openWsRoute({ ...options, ...viaWs });
  const messageWeightOf = (request: PreparedRequest) => viaWs?.part.messageWeightOf(viaWs.methods, request);
  const carrier = await openRequestCarrier(options);
  const [{ openSend }, { createRateLimiter }, { openCooldowns }, { Budgets }] = await Promise.all([
    import('../transport/open-send.ts'),
    import('../transport/rate-limiter.ts'),
    import('./cooldowns.ts'),
    import('./budgets.ts'),
  ]);
  const openBudgets = () => new Budgets(world, note);
  const budgets = world.shared?.reuse('budgets', '', openBudgets) ?? openBudgets();
  const byScope = new Map<string, Cooldowns>();
  const cooldownsIn = (scope: string) => {
    const known = byScope.get(scope) ?? openCooldowns(world, scope);
    byScope.set(scope, known);
    return known;
  };
  const limits: OpenSendOptions & RateLimiterOptions = {
    clock: world.clock,
    random: world.random,
    maxWaitMs:
      settings.maxWaitMs ?? (options.isOneOfMany ? MAX_WAIT_MS.manyRequests : MAX_WAIT_MS.oneRequest),
    onWait: waitNotes(world.clock, note),
    // The signed Send below signs each attempt with the time of that moment, except orders, whose times were chosen
    // before the wait: they are given new ones.
    renew(request) {
      signed?.assertFresh(request);
      return request;
    },
    cooldownsOf(request) {
      const scope = carrier.limitScopeOf(request);
      return scope === undefined ? undefined : cooldownsIn(scope);
    },
    interfaceOf: (request) => carrier.destinationOf(request).interface,
    messageWeightOf,
    ...(keys === undefined ? {} : { account: keys.signer.fingerprint }),
    budgetOf: (request) => budgets.of(carrier.limitScopeOf(request)),
  };
  const limitRate = createRateLimiter(limits);
  const signed =
    keys === undefined ? undefined : await openSignedSend(options, keys, { carrier, ws, limitRate });
  const send = openSend(signed?.send ?? carrier.send, limits, limitRate);
  return new RunSender(
    options,
    { carrier, signed, send, limitRate, maxWaitMs: limits.maxWaitMs, messageWeightOf },
    async () => {
      await ws?.close();
      await carrier.close();
      if (world.shared === undefined) budgets.close();
    },
  );
}

interface SenderParts extends Pick<OpenSender, 'send' | 'limitRate' | 'maxWaitMs'> {
  readonly carrier: RequestCarrier;
  /** Undefined without keys. */
  readonly signed: SignedSend | undefined;
  /** Returns the weight of a request that is sent over the WebSocket API. */
  readonly messageWeightOf: NonNullable<RateLimiterOptions['messageWeightOf']>;
}

class RunSender implements OpenSender {
  readonly send: Send;
  readonly limitRate: LimitRate;
  readonly maxWaitMs: number;
  readonly close: () => Promise<void>;
  readonly #options: Pick<
    RunSenderOptions,
    'world' | 'settings' | 'note' | 'via' | 'journal' | 'keys' | 'onHalt'
  >;
  readonly #carrier: RequestCarrier;
  readonly #signed: SignedSend | undefined;
  readonly #messageWeightOf: SenderParts['messageWeightOf'];
  /** The writes that were recorded in the journal. */
  readonly #begun = new WeakSet<PreparedRequest>();
  readonly #audit: WriteAudit;

  constructor(options: RunSenderOptions, parts: SenderParts, close: () => Promise<void>) {
    this.send = parts.send;
    this.limitRate = (send) => {
      const limited = parts.limitRate(send);
      return (request, signal) => this.#audit.follow(request, () => limited(request, signal));
    };
    this.maxWaitMs = parts.maxWaitMs;
    this.close = close;
    this.#options = options;
    this.#carrier = parts.carrier;
    this.#signed = parts.signed;
    this.#messageWeightOf = parts.messageWeightOf;
    const { world, note, journal, keys } = options;
    this.#audit = new WriteAudit({
      world,
      note,
      contextOf: async (request) => ({
        command: (await journal()).command,
        client: clientName(world.environment, keys?.redact),
        profile: keys?.profile,
        venue: venueOf(this.#carrier.destinationOf(request)),
      }),
    });
  }

  readonly call: Send = (request, signal) => {
    const attempt = () => this.#sendChecked(request, signal);
    if (this.#signed === undefined) return attempt();
    return this.#signed.time.retryAfterClockSync(request, attempt, signal);
  };

  readonly sendOnce: OpenSender['sendOnce'] = async (request, times, signal) => {
    this.#signed?.setTimes(request, times);
    return this.#checked(request, await this.#sendNoted(request, signal, times));
  };

  readonly sendUnchecked: OpenSender['sendUnchecked'] = async (request, times, signal) => {
    this.#signed?.setTimes(request, times);
    return this.#sendNoted(request, signal, times);
  };

  readonly begin: OpenSender['begin'] = async (request, times) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#beginOnce(request, times);
      } catch (error) {
        if (hasExposureChanged(error) && attempt < EXPOSURE_CHECKS_MAX) continue;
        throw await this.#recordRefusal(request, asToolError(error));
      }
    }
  };

  /** Records that a write was not sent; returns the error to report, which may say that writes are halted now. */
  async #recordRefusal(request: PreparedRequest, error: ToolError): Promise<ToolError> {
    const { world, onHalt } = this.#options;
    if (!isWriteEffect(request.effect) || !isGuarded(world)) return error;
    await this.#audit.refuse(request, error);
    const { countRefusal } = await import('./policy/automatic-halt.ts');
    return countRefusal(world, error, onHalt);
  }

  async #beginOnce(request: PreparedRequest, times: AttemptTimes | undefined): Promise<Permit> {
    const { journal, keys, world } = this.#options;
    const destination = this.#carrier.destinationOf(request);
    // A write that is sent again, after its timestamp was refused, was counted by the limits and has used its approval.
    const reader = this.#begun.has(request) ? undefined : () => this.#gateReader(destination);
    const { decision, conditions, permit } = await assertAllowed(
      world,
      request,
      {
        destinationOf: () => destination,
        callerOf: async () => ({ door: doorOf((await journal()).command), profile: keys?.profile }),
      },
      reader,
    );
    if (request.intent === undefined) return permit();
    await (await journal()).begin(
      request,
      {
        venue: venueOf(destination),
        account: keys?.signer.fingerprint ?? '',
        profile: keys?.profile,
        origin: destination.origin ?? destination.environment,
      },
      times,
      conditions,
    );
    if (decision !== undefined) await this.#audit.begin(request, decision);
    this.#begun.add(request);
    this.#noteIds(request.intent);
    return permit();
  }

  clockOf(host: HostName): ServerClock {
    if (this.#signed === undefined) throw new Error("the exchange's clock was asked for without keys");
    return this.#signed.time.clockOf(host);
  }

  originOf(host: HostName): string {
    return this.#carrier.originOf(host);
  }

  async #gateReader({ environment }: Destination): Promise<GateReader> {
    const { keys, journal, world } = this.#options;
    return {
      account: keys?.signer.fingerprint ?? '',
      profile: keys?.profile,
      idempotencyKey: (await journal()).idempotencyKey,
      call: (request) => this.call(request, world.interrupt),
      addressOf: async ({ host }) => (environment === 'sandbox' ? undefined : this.originOf(host)),
    };
  }

  async #sendChecked(request: PreparedRequest, signal: AbortSignal): Promise<Answer> {
    return this.#checked(request, await this.#sendNoted(request, signal));
  }

  /** Returns an answer that is no refusal; the error of refused keys says which keys they are. */
  #checked(request: PreparedRequest, answer: Answer): Answer {
    try {
      return throwOnRefusal(request, answer);
    } catch (thrown) {
      const { keys } = this.#options;
      const { facts } = asToolError(thrown);
      if (keys === undefined || facts.kind !== 'credentials') throw thrown;
      throw new ToolError({ ...facts, hint: `${facts.hint ?? ''} ${keysUsed(keys)}`.trim(), cause: thrown });
    }
  }

  #sendNoted(request: PreparedRequest, signal: AbortSignal, times?: AttemptTimes): Promise<Answer> {
    if (this.#options.settings.isDebug) this.#noteDestination(request);
    if (isWriteEffect(request.effect) || request.intent !== undefined)
      return this.#sendWrite(request, signal, times);
    // A read is neither decided on nor recorded, and whoever signs it makes its permit.
    this.#assertServed(request);
    return this.send(request, signal);
  }

  async #sendWrite(request: PreparedRequest, signal: AbortSignal, times?: AttemptTimes): Promise<Answer> {
    const permit = await this.begin(request, times);
    this.#signed?.setPermit(request, permit);
    return this.#audit.follow(request, () => this.send(request, signal));
  }

  /** Throws the error of a request that its environment does not serve. */
  #assertServed(request: PreparedRequest): void {
    try {
      this.#carrier.destinationOf(request);
    } catch (error) {
      throw asToolError(error);
    }
  }

  /** Shows the ids of a write before it is sent, so that a command that is killed has named what it sent. */
  #noteIds({ noun, parts }: WriteIntent): void {
    for (const { clientOrderId } of parts)
      if (clientOrderId !== undefined) this.#options.note(`Sending the ${noun} ${safeText(clientOrderId)}.`);
  }

  #noteDestination(request: PreparedRequest): void {
    const { note, via } = this.#options;
    const method = via?.methods.byEndpoint.get(request.endpoint);
    const host = method === undefined ? undefined : wsApiOf(method.api).host;
    const destination = this.#carrier.destinationOf(request, host);
    const operation = method?.method ?? `${request.method} ${destination.path}`;
    const { counted } = this.#messageWeightOf(request) ?? weightAt(request, destination.interface);
    note(`debug: ${operation} to ${destinationText(destination)}, weight ${counted}`);
  }
}

/**
 * Returns the function that reports waits. Requests that wait at the same time, as the pages of a history do, are
 * reported once, by the first of them.
 */
function waitNotes(clock: Clock, note: (text: string) => void): (wait: WaitNote) => void {
  let reportedUntil = 0;
  return (wait) => {
    const until = clock.monotonicMs() + wait.waitMs;
    if (until <= reportedUntil + SAME_WAIT_MS) return;
    reportedUntil = until;
    note(waitText(wait));
  };
}

/** Waits that end at most this much later than a reported one are the same to a reader, in ms. */
const SAME_WAIT_MS = 1_000;

function waitText({ waitMs, why }: WaitNote): string {
  const span = waitMs < 1000 ? `${Math.ceil(waitMs)} ms` : plural(Math.ceil(waitMs / 1000), 'second');
  return `Waiting ${span}: ${why}.`;
}

/** Says which keys a refused request was sent with, by the end of the API key, which is no secret. */
function keysUsed({ profile, signer: { apiKey } }: ResolvedSigner): string {
  const from = profile === undefined ? '' : ` of the profile ${profile}`;
  return `The key${from} that ends with ${apiKey.slice(-4)} was used.`;
}
