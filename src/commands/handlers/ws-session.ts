/** `bourse ws session`: one JSON request a line on stdin, one answer a line on stdout, ids kept. */
import type { WsMethod } from '../../catalogue/stream-types.ts';
import {
  asToolError,
  EXIT_CODES,
  type ExitCode,
  envelopeOf,
  ToolError,
  usageError,
} from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import { plural, safeText } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import type { Signer } from '../../request/types.ts';
import type { RateUsage, WsApi } from '../../stream/ws-api.ts';
import { type Params, signedParams } from '../../stream/ws-signature.ts';
import type { CommandCall } from '../types.ts';
import { idMaker, openDesk } from './order-desk.ts';
import { Lines } from './stream-lines.ts';
import { bareRequest, endpointOf, methodOf, openWsApi } from './ws-wish.ts';

/** The exchange takes no longer message; a line without an end is no request. */
const LINE_BYTES_MAX = 1024 * 1024;
/** Calls under way at once; more wait for an answer. */
const UNDER_WAY_MAX = 100;
const LOGON = 'session.logon';

/** Runs until stdin ends and all answers are there, or the connection is gone. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const session = new Session(call);
  return session.run();
}

class Session {
  readonly #call: CommandCall;
  readonly #lines: Lines;
  readonly #underWay = new Set<Promise<void>>();
  readonly #ended = new AbortController();
  #api: WsApi | undefined;
  #signer: Signer | undefined;
  #serverNow: (() => number) | undefined;
  #isLoggedOn = false;
  #limits: readonly RateUsage[] = [];
  #unknown = 0;
  #strays = 0;

  constructor(call: CommandCall) {
    this.#call = call;
    this.#lines = new Lines({
      services: call.services,
      policy: 'pause',
      hasRecords: true,
      onPause: () => {},
      onResume: () => {},
      onEnd: () => this.#ended.abort(),
    });
  }

  async run(): Promise<ExitCode> {
    const { services, output, options } = this.#call;
    this.#api = await openWsApi(this.#call, true, services.world.interrupt, {
      onEvent: (bytes) => this.#event(bytes),
      onEnd: (why) => {
        if (!this.#ended.signal.aborted) output.note(`The connection ended: ${safeText(why)}.`);
        this.#ended.abort();
      },
    });
    await this.#api.ready();
    if (options['logon'] === true) await this.#logOn();
    await this.#read();
    await Promise.all(this.#underWay);
    this.#ended.abort();
    this.#api.close();
    await this.#lines.end();
    if (this.#unknown === 0) return EXIT_CODES.done;
    output.note(
      `${plural(this.#unknown, 'call')} may have been carried out: their lines say how to look them up.`,
    );
    return EXIT_CODES['execution-unknown'];
  }

  async #logOn(): Promise<void> {
    const logon = methodOf(LOGON);
    const signer = await this.#key();
    const { answer } = await this.#api!.call(logon, {}, signer, { timestamp: (await this.#now()) as never });
    const { settle } = await import('../../transport/answer.ts');
    settle(bareRequest(logon), answer);
    this.#isLoggedOn = true;
  }

  async #read(): Promise<void> {
    for await (const line of linesOf(this.#call.services.world.stdin.read())) {
      if (this.#ended.signal.aborted) return;
      if (line.trim() === '') continue;
      await this.#waitForTurn();
      const task = this.#request(line).finally(() => this.#underWay.delete(task));
      this.#underWay.add(task);
    }
  }

  /** Waits while too many calls are under way, or while the limits that answers tell are used up. */
  async #waitForTurn(): Promise<void> {
    while (this.#underWay.size >= UNDER_WAY_MAX) await Promise.race(this.#underWay);
    const { clock } = this.#call.services.world;
    const waitMs = waitOf(this.#limits, clock.now());
    if (waitMs === 0) return;
    this.#call.output.note(`A limit is used up; waiting ${Math.ceil(waitMs / 1000)} s.`);
    this.#limits = [];
    await clock.sleep(waitMs, this.#ended.signal).catch(() => {});
  }

  /** One line: an answer, or an object that says why there is none. */
  async #request(line: string): Promise<void> {
    let id: JsonValue = null;
    let ownId: JsonValue = null;
    try {
      const read = readRequest(line);
      id = read.id;
      const method = methodOf(read.method);
      await this.#refuseUnasked(method);
      const params = await this.#completed(method, read.params);
      ownId = params[endpointOf(method).ownId?.param ?? ''] ?? null;
      const reply = await this.#api!.send({ id, method: read.method, params }, method);
      this.#limits = reply.limits;
      this.#lines.message(reply.bytes);
    } catch (thrown) {
      const error = asToolError(thrown);
      if (error.facts.execution === 'unknown') this.#unknown += 1;
      const told = { ...envelopeOf(error), ...(typeof ownId === 'string' ? { clientOrderId: ownId } : {}) };
      this.#lines.value({ bourse: 'unanswered', id, error: told as unknown as JsonValue });
    }
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

  /** Adds the id by which an order is found again, and what the signature needs. A signature of the line's own stays. */
  async #completed(method: WsMethod, given: Params): Promise<Params> {
    const { ownId } = endpointOf(method);
    const named =
      ownId === undefined || ownId.param in given
        ? given
        : { ...given, [ownId.param]: idMaker(this.#call)() };
    if ('signature' in named || method.security === 'NONE' || method.security === 'SESSION') return named;
    if (method.security === 'SIGNED' && this.#isLoggedOn) return { timestamp: await this.#now(), ...named };
    const { timestamp, ...rest } = { timestamp: await this.#now(), ...named };
    return signedParams(method, rest, await this.#key(), { timestamp: timestamp as never });
  }

  async #key(): Promise<Signer> {
    this.#signer ??= (await this.#call.services.keysOf('spot')).signer;
    return this.#signer;
  }

  /** The exchange's time, measured over REST once. */
  async #now(): Promise<number> {
    if (this.#serverNow === undefined) {
      const request = bareRequest(methodOf('account.status'));
      const { tools } = await openDesk(this.#call, request);
      this.#serverNow = () => tools.serverTime.now();
    }
    return this.#serverNow();
  }

  /** An account's events go on; answers that nobody waits for are told once. */
  #event(bytes: Buffer): void {
    if (bytes.includes('"event"')) {
      this.#lines.message(bytes);
      return;
    }
    this.#strays += 1;
    if (this.#strays === 1)
      this.#call.output.note(
        `An answer came that no call waits for: ${safeText(bytes.toString('utf8').slice(0, 200))}`,
      );
  }
}

const INTERVAL_MS: Readonly<Record<string, number>> = {
  SECOND: 1000,
  MINUTE: 60_000,
  HOUR: 3_600_000,
  DAY: 86_400_000,
};

/** Windows are aligned to the clock (public facts, Limits): the wait is what is left of one that is used up. */
function waitOf(limits: readonly RateUsage[], now: number): number {
  const waits = limits
    .filter(({ count, limit }) => typeof count === 'number' && typeof limit === 'number' && count >= limit)
    .map(({ interval, intervalNum }) => {
      const windowMs = (INTERVAL_MS[interval] ?? 0) * intervalNum;
      return windowMs === 0 ? 0 : windowMs - (now % windowMs);
    });
  return Math.max(0, ...waits);
}

function readRequest(line: string): {
  readonly id: JsonValue;
  readonly method: string;
  readonly params: Params;
} {
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
  if (typeof method !== 'string') throw usageError('A request needs a method: {"id":1,"method":"time"}.');
  if (!isId) throw usageError('The id of a request must be a number, a text or null.');
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    throw usageError('params must be an object.');
  return { id, method, params: params as Params };
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
    if (rest.length > LINE_BYTES_MAX) throw usageError(`A line is longer than ${LINE_BYTES_MAX} bytes.`);
  }
  if (rest !== '') yield rest;
}
