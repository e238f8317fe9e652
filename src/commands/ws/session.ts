/**
 * `bourse ws session`: one JSON request per line on stdin, one answer per line on stdout with the same id. A
 * lost connection is reopened for the next line; a write that was sent and not answered is looked up.
 */

import { setMaxListeners } from 'node:events';
import { isWriteEffect } from '../../catalogue/define.ts';
import type { WsMethod } from '../../catalogue/stream-types.ts';
import { type WsApiProduct, wsApiOf } from '../../catalogue/ws-apis.ts';
import { asToolError, EXIT_CODES, type ExitCode, envelopeOf, ToolError } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import { memberText } from '../../core/json-text.ts';
import { plural, safeText } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import type { WsReply } from '../../stream/ws-api.ts';
import type { WsParams } from '../../stream/ws-signature.ts';
import { createIdGenerator } from '../ordering/order-session.ts';
import { LineWriter } from '../stream/line-writer.ts';
import type { CommandCall } from '../types.ts';
import { resolveCancelReplace } from './cancel-replace.ts';
import { bareRequest, chosenApi, endpointOf, methodOf } from './method-call.ts';
import { type SentCall, SessionConnection } from './session-connection.ts';
import { ExhaustedLimits, type LimitKind, waitTooLongError } from './session-limits.ts';
import { readLines, readRequest, type SessionRequest } from './session-lines.ts';
import { resolveCall, signedTimesOf, type UnconfirmedCall, UnconfirmedCallError } from './verify-call.ts';

/** The largest number of requests without an answer; further lines wait until an answer arrives. */
const IN_FLIGHT_MAX = 100;
/** The largest number of attempts to send one request if the connection is lost before it is sent. */
const SENDS_MAX = 3;
/** Statuses of an IP ban and of the firewall; further requests would extend the ban. */
const BAN_STATUSES: ReadonlySet<number> = new Set([418, 403]);
/**
 * The largest number of characters of the id of an unmatched answer that are printed; generated ids are
 * shorter.
 */
const UNMATCHED_ID_LENGTH = 40;

/** Runs the session until stdin has ended and all answers have arrived. */
export async function run(call: CommandCall): Promise<ExitCode> {
  return new Session(call).run();
}

class Session {
  readonly #call: CommandCall;
  readonly #api: WsApiProduct;
  readonly #lines: LineWriter;
  readonly #connection: SessionConnection;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #sessionEnd = new AbortController();
  /** Aborted when no more requests may be sent; answers to sent requests are still awaited. */
  readonly #stopReading = new AbortController();
  readonly #limits = new ExhaustedLimits();
  /** Resolves when the output buffer has room again. */
  #writable: Promise<void> = Promise.resolve();
  #onWritable: () => void = () => {};
  /** Errors of calls whose execution status is unknown. */
  readonly #unknown: ToolError[] = [];
  /** The error that stopped sending: a ban, or a limit that exceeds --max-wait. */
  #limited: ToolError | undefined;
  #unmatched = 0;

  constructor(call: CommandCall) {
    this.#call = call;
    this.#api = chosenApi(call);
    // Each request that waits for its answer may add a listener to this signal.
    setMaxListeners(2 * IN_FLIGHT_MAX, this.#sessionEnd.signal);
    this.#lines = new LineWriter({
      services: call.services,
      policy: 'pause',
      hasRecords: true,
      note: (text) => call.output.note(text),
      onPause: () => {
        this.#writable = new Promise((resolve) => {
          this.#onWritable = resolve;
        });
      },
      onResume: () => this.#onWritable(),
      onEnd: () => this.#sessionEnd.abort(),
    });
    this.#sessionEnd.signal.addEventListener(
      'abort',
      () => {
        this.#onWritable();
        this.#stopReading.abort();
      },
      { once: true },
    );
    this.#connection = new SessionConnection(call, this.#api, this.#sessionEnd.signal, {
      onEvent: (bytes) => this.#event(bytes),
      onLost: (why) => this.#emit({ bourse: 'stale', at: this.#now(), why }),
      onReconnect: () => this.#emit({ bourse: 'resync', at: this.#now() }),
    });
  }

  async run(): Promise<ExitCode> {
    const { interrupt } = this.#call.services.world;
    interrupt.addEventListener('abort', () => this.#sessionEnd.abort(), { once: true });
    await this.#connection.open();
    const failures: unknown[] = [];
    const fail = (thrown: unknown) => void failures.push(thrown);
    await this.#read().catch(fail);
    // However reading stdin ended, the outcome of all requests that were sent is determined and reported.
    await Promise.all(this.#inFlight);
    this.#sessionEnd.abort();
    await this.#connection.close();
    await this.#lines.end().catch(fail);
    if (this.#unknown.length > 0) {
      this.#reportUnknown(failures.length > 0);
      return EXIT_CODES['execution-unknown'];
    }
    const failure = failures[0] ?? this.#limited ?? this.#connection.failure;
    if (failure !== undefined) throw failure;
    return EXIT_CODES.done;
  }

  async #read(): Promise<void> {
    for await (const line of readLines(this.#call.services.world.stdin.follow(this.#stopReading.signal))) {
      if (this.#stopReading.signal.aborted) return;
      if (line instanceof ToolError) {
        this.#emitUnanswered(null, null, line);
        continue;
      }
      if (line.trim() === '') continue;
      await this.#writable;
      while (this.#inFlight.size >= IN_FLIGHT_MAX) await Promise.race(this.#inFlight);
      await this.#dispatch(line);
    }
  }

  /**
   * Resolves when a request was sent or has failed, so that requests are sent in the order of their lines.
   */
  #dispatch(line: string): Promise<void> {
    return new Promise((resolve) => {
      const task = this.#request(line, resolve).finally(() => {
        this.#inFlight.delete(task);
        resolve();
      });
      this.#inFlight.add(task);
    });
  }

  /**
   * Reports the calls of unknown execution status on stderr; each of them if the output lines may not have
   * been read.
   */
  #reportUnknown(isOutputLost: boolean): void {
    const { output } = this.#call;
    for (const { facts } of isOutputLost ? this.#unknown : [])
      output.note(
        `${facts.message} ${facts.resume === undefined ? '' : `Resume with: ${facts.resume}`}`.trim(),
      );
    output.note(
      `${plural(this.#unknown.length, 'call')} with execution status unknown: the output lines name the lookup commands.`,
    );
  }

  /** Handles one line: writes the answer, or a record with the error. */
  async #request(line: string, onSent: () => void): Promise<void> {
    let id: JsonValue = null;
    let clientOrderId: JsonValue = null;
    try {
      const read = readRequest(line);
      id = read.id;
      const method = methodOf(this.#api, read.method);
      await this.#requireConsent(method);
      const params = this.#withClientOrderIds(method, read.params);
      clientOrderId = params[endpointOf(method).clientIds?.param ?? ''] ?? null;
      const limitError = await this.#waitForLimits(method);
      if (limitError !== undefined) return this.#emitUnanswered(id, clientOrderId, limitError);
      const reply = await this.#send(method, { ...read, params }, onSent);
      const isRefusal = reply.answer.status >= 300;
      this.#lines.message(this.#connection.redact(reply.bytes, reply.params['signature'], isRefusal));
      if (BAN_STATUSES.has(reply.answer.status))
        await this.#connection.throwOnRefusal(method, reply).catch(this.#stop);
    } catch (thrown) {
      const error = asToolError(thrown);
      if (error instanceof UnconfirmedCallError) return this.#resolve(id, error.call);
      if (error.kind === 'rate-limited') this.#stop(error);
      this.#emitUnanswered(id, clientOrderId, error);
    }
  }

  /**
   * Sends a request of a session; a read, or a request that was not sent, is sent again on the next
   * connection.
   */
  async #send(method: WsMethod, request: SessionRequest, onSent: () => void): Promise<WsReply> {
    for (let sends = 1; ; sends += 1) {
      let attempt: SentCall | undefined;
      try {
        const reply = await this.#connection.send(method, request, (sent) => {
          attempt = sent;
          onSent();
        });
        this.#limits.update(reply, { monotonicMs: this.#monotonicMs(), exchangeNow: this.#connection.now() });
        return reply;
      } catch (thrown) {
        const error = asToolError(thrown);
        const sent = attempt as SentCall | undefined;
        if (error.facts.execution === 'unknown' && sent !== undefined)
          throw new UnconfirmedCallError(error, {
            method,
            request: sent.request,
            params: sent.params,
            times: signedTimesOf(sent.params),
            cause: error,
          });
        // A read, or a request that was not sent, is sent again only if the connection is lost.
        const mayResend = sent?.api.isOver === true && error.kind === 'unavailable';
        if (!mayResend || sends >= SENDS_MAX || this.#sessionEnd.signal.aborted) throw error;
      }
    }
  }

  /**
   * Waits while a rate limit delays a request. Returns the error of an order that would wait too long,
   * because other calls may continue; throws the error if no call can be sent.
   */
  async #waitForLimits(method: WsMethod): Promise<ToolError | undefined> {
    const { clientIds } = endpointOf(method);
    const kind = clientIds === undefined || clientIds.isChange === true ? 'calls' : 'orders';
    const { output, services } = this.#call;
    for (let waitMs = this.#waitOf(kind); waitMs > 0; waitMs = this.#waitOf(kind)) {
      const maxWaitMs = await this.#connection.maxWaitMs();
      if (this.#waitOf('calls') > maxWaitMs) throw waitTooLongError(method.method, waitMs);
      if (waitMs > maxWaitMs) return waitTooLongError(method.method, waitMs);
      output.note(`Rate limit reached; waiting ${Math.ceil(waitMs / 1000)} s.`);
      await services.world.clock.sleep(waitMs, this.#sessionEnd.signal).catch(() => {});
      if (this.#sessionEnd.signal.aborted) return undefined;
    }
    return undefined;
  }

  #waitOf(kind: LimitKind): number {
    return this.#limits.waitMs(kind, this.#monotonicMs());
  }

  /** Stops sending; answers to requests that were sent are still written. */
  readonly #stop = (thrown: unknown): void => {
    this.#limited ??= asToolError(thrown);
    this.#stopReading.abort();
  };

  /** Looks up a call that may have been executed, and writes the result as a record. */
  async #resolve(id: JsonValue, unconfirmed: UnconfirmedCall): Promise<void> {
    const clientOrderId = unconfirmed.params[endpointOf(unconfirmed.method).clientIds?.param ?? ''] ?? null;
    try {
      const isCancelReplace = unconfirmed.method.cancelReplace !== undefined;
      const body = isCancelReplace
        ? (await resolveCancelReplace(this.#call, unconfirmed)).body
        : (await resolveCall(this.#call, unconfirmed)).answer.body;
      const named = typeof clientOrderId === 'string' ? { clientOrderId } : {};
      // The look-up of an order records what it finds itself; that of a cancellation does not.
      if (!isCancelReplace && typeof clientOrderId !== 'string')
        await (await this.#call.services.journal()).record(unconfirmed.request, 'FOUND');
      this.#emit({ bourse: 'found', id, ...named, result: parseJson(body) });
    } catch (thrown) {
      // If the look-up itself fails, it proves nothing, and the original error is reported.
      const error = asToolError(thrown);
      const { execution } = error.facts;
      const isConclusive = execution === 'unknown' || execution === 'not_executed';
      this.#emitUnanswered(id, clientOrderId, isConclusive ? error : unconfirmed.cause);
    }
  }

  #emitUnanswered(id: JsonValue, clientOrderId: JsonValue, error: ToolError): void {
    if (error.facts.execution === 'unknown') this.#unknown.push(error);
    const envelope = {
      ...envelopeOf(error),
      ...(typeof clientOrderId === 'string' ? { clientOrderId } : {}),
    };
    this.#emit({ bourse: 'unanswered', id, error: envelope as unknown as JsonValue });
  }

  /** Refuses writes at a public exchange without --yes, because a session has no confirmation prompt. */
  async #requireConsent(method: WsMethod): Promise<void> {
    const isWrite = isWriteEffect(method.effect);
    if (!isWrite || this.#call.options['yes'] === true) return;
    const { environment } = await this.#call.services.destinationOf(
      bareRequest(method),
      wsApiOf(method.api).host,
    );
    if (environment === 'sandbox') return;
    throw new ToolError({
      kind: 'refused',
      message: `${method.method} is a write, and a session has no confirmation prompt.`,
      hint: 'Start the session with --yes to allow it.',
      execution: 'not_executed',
    });
  }

  /** Adds client order ids to an order that has none. */
  #withClientOrderIds(method: WsMethod, given: WsParams): WsParams {
    const { clientIds } = endpointOf(method);
    if (clientIds === undefined || 'signature' in given) return given;
    const missing = [clientIds.param, ...(clientIds.parts?.params ?? [])].filter((name) => !(name in given));
    const newId = createIdGenerator(this.#call);
    return { ...given, ...Object.fromEntries(missing.map((name) => [name, newId()])) };
  }

  /**
   * Writes user events. Reports the first answer that matches no request, without its content, which may be
   * secret.
   */
  #event(bytes: Buffer): void {
    if (bytes.includes('"event"')) {
      this.#lines.message(this.#connection.redact(bytes, undefined, false));
      return;
    }
    this.#unmatched += 1;
    if (this.#unmatched > 1) return;
    const text = this.#connection.redact(bytes, undefined, true).toString('utf8');
    const id = (memberText(text, 'id') ?? 'none').slice(0, UNMATCHED_ID_LENGTH);
    this.#call.output.note(`An answer matches no request: id ${safeText(id)}, ${bytes.length} bytes.`);
  }

  #emit(record: Readonly<Record<string, JsonValue>>): void {
    this.#lines.event(record);
  }

  #now(): number {
    return this.#call.services.world.clock.now();
  }

  #monotonicMs(): number {
    return this.#call.services.world.clock.monotonicMs();
  }
}
