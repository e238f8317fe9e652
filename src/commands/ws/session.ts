/**
 * `bourse ws session`: one JSON request a line on stdin, one answer a line on stdout, ids kept. A connection that ends
 * is made anew for the next line; what was sent and not answered is looked up where it may have changed something.
 */
import { setMaxListeners } from 'node:events';
import type { WsMethod } from '../../catalogue/stream-types.ts';
import { asToolError, EXIT_CODES, type ExitCode, envelopeOf, ToolError } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import { memberText } from '../../core/json-text.ts';
import { plural, safeText } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import type { WsApi, WsReply } from '../../stream/ws-api.ts';
import type { Params } from '../../stream/ws-signature.ts';
import { idMaker } from '../ordering/order-session.ts';
import { Lines } from '../stream/line-writer.ts';
import type { CommandCall } from '../types.ts';
import { settleReplaced } from './cancel-replace.ts';
import { bareRequest, endpointOf, methodOf } from './method-call.ts';
import { SessionLink } from './session-connection.ts';
import { type Lane, UsedUp, waitsTooLong } from './session-limits.ts';
import { linesOf, readRequest, type SessionRequest } from './session-lines.ts';
import { Lost, type LostCall, settleLost, timesOf } from './verify-call.ts';

/** Calls under way at once; more wait for an answer. */
const UNDER_WAY_MAX = 100;
/** How often one line is taken up again because the connection was gone before it could be sent. */
const SENDS_MAX = 3;
/** A ban, and the firewall's: whatever is sent makes it longer. */
const SHUT_OUT: ReadonlySet<number> = new Set([418, 403]);
/** Ids of ours are shorter. */
const STRAY_ID_LENGTH = 40;

/** Runs until stdin ends and all answers are there. */
export async function run(call: CommandCall): Promise<ExitCode> {
  return new Session(call).run();
}

class Session {
  readonly #call: CommandCall;
  readonly #lines: Lines;
  readonly #link: SessionLink;
  readonly #underWay = new Set<Promise<void>>();
  readonly #ended = new AbortController();
  /** Ended before the session is where no more may be sent: answers still due are waited for. */
  readonly #reading = new AbortController();
  readonly #usedUp = new UsedUp();
  /** Resolves when what waits for the reader has room again. */
  #room: Promise<void> = Promise.resolve();
  #hasRoom: () => void = () => {};
  /** Calls whose fate nobody can tell. */
  readonly #unknown: ToolError[] = [];
  /** Why no more is sent: a ban, or a limit that outlasts the patience of this run. */
  #limited: ToolError | undefined;
  #strays = 0;

  constructor(call: CommandCall) {
    this.#call = call;
    // As many lines as may be under way can wait for their turn at once.
    setMaxListeners(2 * UNDER_WAY_MAX, this.#ended.signal);
    this.#lines = new Lines({
      services: call.services,
      policy: 'pause',
      hasRecords: true,
      onPause: () => {
        this.#room = new Promise((resolve) => {
          this.#hasRoom = resolve;
        });
      },
      onResume: () => this.#hasRoom(),
      onEnd: () => this.#ended.abort(),
    });
    this.#ended.signal.addEventListener(
      'abort',
      () => {
        this.#hasRoom();
        this.#reading.abort();
      },
      { once: true },
    );
    this.#link = new SessionLink(call, this.#ended.signal, {
      onEvent: (bytes) => this.#event(bytes),
      onLost: (why) => this.#tell({ bourse: 'stale', at: this.#now(), why }),
      onAgain: () => this.#tell({ bourse: 'resync', at: this.#now() }),
    });
  }

  async run(): Promise<ExitCode> {
    const { interrupt } = this.#call.services.world;
    interrupt.addEventListener('abort', () => this.#ended.abort(), { once: true });
    await this.#link.open();
    const failures: unknown[] = [];
    const fail = (thrown: unknown) => void failures.push(thrown);
    await this.#read().catch(fail);
    // However reading ended: what was sent has an outcome, and that is told.
    await Promise.all(this.#underWay);
    this.#ended.abort();
    await this.#link.close();
    await this.#lines.end().catch(fail);
    if (this.#unknown.length > 0) {
      this.#tellUnknown(failures.length > 0);
      return EXIT_CODES['execution-unknown'];
    }
    const failure = failures[0] ?? this.#limited ?? this.#link.failure;
    if (failure !== undefined) throw failure;
    return EXIT_CODES.done;
  }

  async #read(): Promise<void> {
    for await (const line of linesOf(this.#call.services.world.stdin.follow(this.#reading.signal))) {
      if (this.#reading.signal.aborted) return;
      if (line instanceof ToolError) {
        this.#unanswered(null, null, line);
        continue;
      }
      if (line.trim() === '') continue;
      await this.#room;
      while (this.#underWay.size >= UNDER_WAY_MAX) await Promise.race(this.#underWay);
      await this.#sent(line);
    }
  }

  /** Resolves when a line has left, or has come to its end before: lines leave in their order, whatever they wait for. */
  #sent(line: string): Promise<void> {
    return new Promise((resolve) => {
      const task = this.#request(line, resolve).finally(() => {
        this.#underWay.delete(task);
        resolve();
      });
      this.#underWay.add(task);
    });
  }

  /** What nobody can tell the fate of is said on stderr too, one by one where the lines may not have been read. */
  #tellUnknown(isUnread: boolean): void {
    const { output } = this.#call;
    for (const { facts } of isUnread ? this.#unknown : [])
      output.note(`${facts.message} ${facts.resume === undefined ? '' : `Later: ${facts.resume}`}`.trim());
    output.note(
      `${plural(this.#unknown.length, 'call')} may have been carried out: their lines say how to look them up.`,
    );
  }

  /** One line: an answer, or an object that says why there is none. */
  async #request(line: string, onSent: () => void): Promise<void> {
    let id: JsonValue = null;
    let ownId: JsonValue = null;
    try {
      const read = readRequest(line);
      id = read.id;
      const method = methodOf(read.method);
      await this.#refuseUnasked(method);
      const params = this.#named(method, read.params);
      ownId = params[endpointOf(method).ownId?.param ?? ''] ?? null;
      const held = await this.#waitForLimits(method);
      if (held !== undefined) return this.#unanswered(id, ownId, held);
      const reply = await this.#answered(method, { ...read, params }, onSent);
      const isRefusal = reply.answer.status >= 300;
      this.#lines.message(this.#link.shown(reply.bytes, reply.params['signature'], isRefusal));
      if (SHUT_OUT.has(reply.answer.status)) await this.#link.settle(method, reply).catch(this.#stop);
    } catch (thrown) {
      const error = asToolError(thrown);
      if (error instanceof Lost) return this.#settle(id, error.call);
      if (error.kind === 'rate-limited') this.#stop(error);
      this.#unanswered(id, ownId, error);
    }
  }
  /** Sends a request on the connection there is; one that could not be sent, and a read, goes on the next. */
  async #answered(method: WsMethod, request: SessionRequest, onSent: () => void): Promise<WsReply> {
    for (let sends = 1; ; sends += 1) {
      const last: { params?: Params; api?: WsApi } = {};
      try {
        const reply = await this.#link.send(method, request, (params, api) => {
          Object.assign(last, { params, api });
          onSent();
        });
        this.#usedUp.heed(reply, { monotonicMs: this.#monotonicMs(), exchangeNow: this.#link.now() });
        return reply;
      } catch (thrown) {
        const error = asToolError(thrown);
        const { params, api } = last;
        if (error.facts.execution === 'unknown' && params !== undefined)
          throw new Lost(error, { method, params, times: timesOf(params), cause: error });
        // A read may be repeated, and what never left may be sent: both only where the connection is gone.
        const mayGoAgain = api?.isOver === true && error.kind === 'unavailable';
        if (!mayGoAgain || sends >= SENDS_MAX || this.#ended.signal.aborted) throw error;
      }
    }
  }

  /**
   * Waits while a limit is used up that holds the line back. Returns why an order is not sent where that takes too
   * long, since other calls go on; throws it where nothing can go.
   */
  async #waitForLimits(method: WsMethod): Promise<ToolError | undefined> {
    const { ownId } = endpointOf(method);
    const lane = ownId === undefined || ownId.isChange === true ? 'calls' : 'orders';
    const { output, services } = this.#call;
    for (let waitMs = this.#waitOf(lane); waitMs > 0; waitMs = this.#waitOf(lane)) {
      const maxWaitMs = await this.#link.maxWaitMs();
      if (this.#waitOf('calls') > maxWaitMs) throw waitsTooLong(method.method, waitMs);
      if (waitMs > maxWaitMs) return waitsTooLong(method.method, waitMs);
      output.note(`A limit is used up; waiting ${Math.ceil(waitMs / 1000)} s.`);
      await services.world.clock.sleep(waitMs, this.#ended.signal).catch(() => {});
      if (this.#ended.signal.aborted) return undefined;
    }
    return undefined;
  }

  #waitOf(lane: Lane): number {
    return this.#usedUp.waitOf(lane, this.#monotonicMs());
  }

  /** No more is sent; what was sent is still answered. */
  readonly #stop = (thrown: unknown): void => {
    this.#limited ??= asToolError(thrown);
    this.#reading.abort();
  };

  /** Looks up what may have been carried out, and tells what became of it. */
  async #settle(id: JsonValue, lost: LostCall): Promise<void> {
    const own = lost.params[endpointOf(lost.method).ownId?.param ?? ''] ?? null;
    try {
      const isBoth = lost.method.halves !== undefined;
      const body = isBoth
        ? (await settleReplaced(this.#call, lost)).body
        : (await settleLost(this.#call, lost)).answer.body;
      const named = typeof own === 'string' ? { clientOrderId: own } : {};
      this.#tell({ bourse: 'found', id, ...named, result: parseJson(body) });
    } catch (thrown) {
      // Only what the search found out counts; a search that failed found out nothing.
      const error = asToolError(thrown);
      const { execution } = error.facts;
      const isTold = execution === 'unknown' || execution === 'not_executed';
      this.#unanswered(id, own, isTold ? error : lost.cause);
    }
  }

  #unanswered(id: JsonValue, ownId: JsonValue, error: ToolError): void {
    if (error.facts.execution === 'unknown') this.#unknown.push(error);
    const told = { ...envelopeOf(error), ...(typeof ownId === 'string' ? { clientOrderId: ownId } : {}) };
    this.#tell({ bourse: 'unanswered', id, error: told as unknown as JsonValue });
  }

  /** Nobody can be asked line by line, so what changes something at a public exchange was allowed before or is not sent. */
  async #refuseUnasked(method: WsMethod): Promise<void> {
    const isWrite = method.effect === 'write' || method.effect === 'funds';
    if (!isWrite || this.#call.options['yes'] === true) return;
    const environment = await this.#call.services.environmentOf(bareRequest(method));
    if (environment === 'sandbox') return;
    throw new ToolError({
      kind: 'refused',
      message: `${method.method} changes something, and nobody can be asked in a session.`,
      hint: 'Start the session with --yes to allow it.',
      execution: 'not_executed',
    });
  }

  /** Adds the id by which an order is found again. */
  #named(method: WsMethod, given: Params): Params {
    const { ownId } = endpointOf(method);
    if (ownId === undefined || 'signature' in given) return given;
    const missing = [ownId.param, ...(ownId.parts?.params ?? [])].filter((name) => !(name in given));
    const newId = idMaker(this.#call);
    return { ...given, ...Object.fromEntries(missing.map((name) => [name, newId()])) };
  }

  /** An account's events go on; answers that nobody waits for are told once, and not what they say: it may be secret. */
  #event(bytes: Buffer): void {
    if (bytes.includes('"event"')) {
      this.#lines.message(this.#link.shown(bytes, undefined, false));
      return;
    }
    this.#strays += 1;
    if (this.#strays > 1) return;
    const text = this.#link.shown(bytes, undefined, true).toString('utf8');
    const id = (memberText(text, 'id') ?? 'none').slice(0, STRAY_ID_LENGTH);
    this.#call.output.note(
      `An answer came that no call waits for: id ${safeText(id)}, ${bytes.length} bytes.`,
    );
  }

  #tell(record: Readonly<Record<string, JsonValue>>): void {
    this.#lines.value(record);
  }

  #now(): number {
    return this.#call.services.world.clock.now();
  }

  #monotonicMs(): number {
    return this.#call.services.world.clock.monotonicMs();
  }
}
