/**
 * `bourse stream user`: user data events, and after each connection the changes that may have been missed
 * before.
 */

import type { StreamAddress } from '../../app/streaming.ts';
import type { Interface } from '../../catalogue/environments.ts';
import type { HostName } from '../../catalogue/hosts.ts';
import type { UserStreamProduct } from '../../catalogue/stream-types.ts';
import { STREAM_ACCESS } from '../../catalogue/streams.ts';
import { USER_STREAM_ACCESS } from '../../catalogue/user-streams.ts';
import { EXIT_CODES, type ExitCode, usageError } from '../../core/errors.ts';
import { readJson } from '../../core/json.ts';
import { plural } from '../../core/text.ts';
import { isObject, type UnixMs } from '../../core/words.ts';
import { permitRead } from '../../policy/permit.ts';
import { buildRequest } from '../../request/prepare.ts';
import { withRoute } from '../../stream/feed-connection.ts';
import { Account } from '../../stream/user/account.ts';
import { ListenKeyFeed } from '../../stream/user/listen-key-feed.ts';
import { type Members, UserState } from '../../stream/user/state.ts';
import { type UserSubscription, WsApiUserFeed } from '../../stream/user/ws-api-feed.ts';
import type { WsApi } from '../../stream/ws-api.ts';
import { endpointById } from '../find-endpoint.ts';
import { openOrderSession } from '../ordering/order-session.ts';
import type { CommandCall } from '../types.ts';
import { bareRequest, methodOf } from '../ws/method-call.ts';
import { AccountCalls } from './account-calls.ts';
import { type EndConditions, readEndConditions } from './end-conditions.ts';
import { LineWriter, runWithSummary, type SlowPolicy } from './line-writer.ts';
import type { EventLines } from './lines/event-lines.ts';
import { openLines } from './lines/open-lines.ts';

/** Follows the user events of an account until an end condition is met. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { services, options } = call;
  const product = (options['on'] ?? 'spot') as UserStreamProduct;
  const isolated = isolatedSymbol(call, product);
  const endConditions = readEndConditions(call);
  const streaming = await services.streaming();
  const calls = new AccountCalls(call, product, isolated);
  const lines = await openLines(call, async () =>
    (await import('./lines/event-source.ts')).userSource(product),
  );
  const follower = new AccountFollower(call, product, calls, endConditions, lines);
  const keys = await services.keysOf(...(await hostsForKeys(call, product)));
  const target = await streaming.addressOf(STREAM_ACCESS[product].host, keys);
  const shared = {
    clock: services.world.clock,
    random: services.world.random,
    open: streaming.open,
    signal: endConditions.signal,
    ...follower.listener(),
  };
  if (transportOf(call, product, target.interface) === 'listen-key') {
    const takeAttempt = streaming.attemptGateOf(target);
    return follower.follow(
      new ListenKeyFeed({
        ...shared,
        takeAttempt,
        base: userStreamBase(target, product),
        keys: calls.listenKeys(),
      }),
    );
  }
  const api = await streaming.addressOf('ws-api', keys);
  const takeAttempt = streaming.attemptGateOf(api);
  const { timeoutMs } = services.settings;
  const subscribe = await createSubscribe(
    call,
    keys,
    USER_STREAM_ACCESS[product].token === undefined ? undefined : calls,
  );
  return follower.follow(new WsApiUserFeed({ ...shared, takeAttempt, url: api.url, timeoutMs, subscribe }));
}

/**
 * Returns the address to which `/ws/<listen key>` is appended, with the prefix of today's interface if the
 * host serves it.
 */
function userStreamBase({ url, interface: served }: StreamAddress, product: UserStreamProduct): URL {
  const { routeToday } = USER_STREAM_ACCESS[product];
  return served === 'today' && routeToday !== undefined ? withRoute(url, routeToday) : url;
}

const TRANSPORTS = ['auto', 'listen-key', 'ws-api'] as const;

/**
 * Returns how user events are received: with a listen key, or over the WebSocket API where today's interface
 * no longer has listen keys.
 */
function transportOf(
  { options }: CommandCall,
  product: UserStreamProduct,
  served: Interface,
): 'listen-key' | 'ws-api' {
  const chosen = (options['transport'] ?? 'auto') as (typeof TRANSPORTS)[number];
  const isRetiredToday = USER_STREAM_ACCESS[product].isRetiredToday === true;
  if (chosen === 'ws-api' && !isRetiredToday) {
    throw usageError(
      `The WebSocket API has user events of spot and margin only, not of ${product}.`,
      'Omit --transport.',
    );
  }
  if (chosen !== 'auto') return chosen;
  return served === 'today' && isRetiredToday ? 'ws-api' : 'listen-key';
}

/**
 * Returns the hosts that receive the keys: the product's REST host, and the WebSocket API host if events come
 * over it.
 */
async function hostsForKeys(
  { options }: CommandCall,
  product: UserStreamProduct,
): Promise<readonly HostName[]> {
  const account = await endpointById(USER_STREAM_ACCESS[product].account);
  const { host } = buildRequest(account, new Map());
  return options['transport'] === 'ws-api' ? [host, 'ws-api'] : [host];
}

type Keys = Awaited<ReturnType<CommandCall['services']['keysOf']>>;

/**
 * Returns a function that subscribes to user events on a connection: with a new listen token of `tokens`, or signed
 * with the exchange's time.
 */
async function createSubscribe(
  call: CommandCall,
  { signer, redact }: Keys,
  tokens: AccountCalls | undefined,
): Promise<(api: WsApi) => Promise<UserSubscription>> {
  const method = methodOf(
    tokens === undefined ? 'userDataStream.subscribe.signature' : 'userDataStream.subscribe.listenToken',
  );
  const request = bareRequest(method);
  const { tools } = await openOrderSession(call, bareRequest(methodOf('account.status')));
  const { throwOnRefusal } = await import('../../transport/answer.ts');
  return async (api) => {
    await api.ready();
    const now = () => tools.serverTime.now();
    const { answer } =
      tokens === undefined
        ? await api.call(
            method,
            {},
            {
              signer,
              permit: permitRead(request),
              request,
              times: { timestamp: now() },
            },
          )
        : await api.call(method, { listenToken: await tokens.createListenToken() });
    throwOnRefusal(request, answer.status < 300 ? answer : { ...answer, body: redact(answer.body) });
    return readSubscription(answer.body, now());
  };
}

/** Returns the number of a subscription and the time for which it is valid, from the exchange's answer. */
function readSubscription(body: string, now: UnixMs): UserSubscription {
  const read = readJson(body);
  const { subscriptionId, expirationTime } = read.ok && isObject(read.value) ? read.value : {};
  return {
    id: typeof subscriptionId === 'number' ? subscriptionId : undefined,
    lifetimeMs: typeof expirationTime === 'number' ? Math.max(expirationTime - now, 0) : undefined,
  };
}

/** Returns the symbol that names the isolated margin account. */
function isolatedSymbol({ options }: CommandCall, product: UserStreamProduct): string | undefined {
  const symbol = options['isolated'];
  if (typeof symbol !== 'string') return undefined;
  if (product !== 'margin')
    throw usageError('--isolated names an isolated margin account and requires --on margin.');
  return symbol.toUpperCase();
}

class AccountFollower {
  readonly #call: CommandCall;
  readonly #account: Account;
  readonly #endConditions: EndConditions;
  readonly #lines: LineWriter;
  /** Whether the state of the account at the start was written. */
  #hasBaseline = false;
  #written = 0;
  #restored = 0;
  #duplicates = 0;
  #disconnects = 0;

  constructor(
    call: CommandCall,
    product: UserStreamProduct,
    calls: AccountCalls,
    endConditions: EndConditions,
    lines: EventLines | undefined,
  ) {
    const { services, options } = call;
    this.#call = call;
    this.#endConditions = endConditions;
    const { clock } = services.world;
    const state = new UserState(product);
    for (const symbol of ((options['symbols'] as string | undefined) ?? '').split(',').filter(Boolean))
      state.symbols.add(symbol.toUpperCase());
    this.#account = new Account({
      clock,
      state,
      calls: calls.reconcileCalls(),
      signal: endConditions.signal,
      listener: {
        onEvent: (bytes) => this.#event(bytes),
        onLate: (event) => this.#late(event),
        onDuplicate: () => {
          this.#duplicates += 1;
        },
        onReconciled: (line) => {
          if (this.#hasBaseline) this.#restored += 1;
          this.#lines.event({ source: 'rest', kind: line.kind, at: clock.now(), data: line.data });
        },
        onNote: (text) => call.output.note(text),
      },
    });
    this.#lines = new LineWriter({
      services,
      policy: 'pause' as SlowPolicy,
      hasRecords: options['records'] === true,
      lines,
      note: (text) => call.output.note(text),
      // User events are few: for a slow reader they wait in memory, and none is dropped.
      onPause: () => {},
      onResume: () => {},
      onEnd: () => endConditions.end(),
    });
  }

  listener() {
    const { services, output } = this.#call;
    const now = () => services.world.clock.now();
    return {
      onConnected: async (isFirst: boolean) => {
        this.#lines.record(
          isFirst
            ? { bourse: 'hello', at: now(), host: 'user', streams: ['user'] }
            : { bourse: 'resync', at: now(), streams: ['user'] },
        );
        await this.#account.catchUp(isFirst);
        this.#hasBaseline = true;
      },
      onMessage: (bytes: Buffer) => this.#account.message(bytes),
      onLost: (why: string) => {
        this.#disconnects += 1;
        this.#lines.record({ bourse: 'stale', at: now(), streams: ['user'], why, retryInMs: 0 });
        output.note(`Connection lost: ${why}.`);
      },
      onNote: (text: string) => output.note(text),
    };
  }

  async follow(feed: Pick<ListenKeyFeed, 'run' | 'lives'>): Promise<ExitCode> {
    const { output } = this.#call;
    const summary = () =>
      output.note(
        `${plural(this.#written, 'event')}, ${this.#restored} restored by queries, ${plural(this.#duplicates, 'duplicate')} skipped,  ${plural(this.#disconnects, 'lost connection')}, ${plural(feed.lives, 'subscription')}.`,
      );
    await runWithSummary(async () => {
      await feed.run();
      await this.#lines.end();
    }, summary);
    return EXIT_CODES.done;
  }

  #event(bytes: Buffer): void {
    if (this.#written === this.#endConditions.count) return;
    this.#lines.message(bytes);
    this.#pass();
  }

  /**
   * Writes an event that is older than what was already reported as a record, so that a reader of plain
   * events never moves an order back to an earlier state.
   */
  #late(event: Members): void {
    if (this.#written === this.#endConditions.count) return;
    this.#lines.notice({ bourse: 'late', at: this.#call.services.world.clock.now(), event });
    this.#pass();
  }

  #pass(): void {
    this.#written += 1;
    if (this.#written === this.#endConditions.count) this.#endConditions.end();
  }
}
