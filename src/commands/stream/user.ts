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
import { plural } from '../../core/text.ts';
import { buildRequest } from '../../request/prepare.ts';
import { withRoute } from '../../stream/feed-connection.ts';
import type { StreamRecord } from '../../stream/recording/records.ts';
import { Account } from '../../stream/user/account.ts';
import { ListenKeyFeed } from '../../stream/user/listen-key-feed.ts';
import { type Members, UserState } from '../../stream/user/state.ts';
import { WsApiUserFeed } from '../../stream/user/ws-api-feed.ts';
import { endpointById } from '../find-endpoint.ts';
import type { CommandCall } from '../types.ts';
import { AccountCalls } from './account-calls.ts';
import type { AccountScreen } from './account-screen.ts';
import { type EndConditions, readEndConditions } from './end-conditions.ts';
import { LineWriter, runWithSummary, type SlowPolicy } from './line-writer.ts';
import type { EventLines } from './lines/event-lines.ts';
import { openLines } from './lines/open-lines.ts';
import { createSubscribe } from './user-subscription.ts';

/** Follows the user events of an account until an end condition is met. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { services, options } = call;
  const product = (options['on'] ?? 'spot') as UserStreamProduct;
  const isolated = isolatedSymbol(call, product);
  const endConditions = readEndConditions(call);
  const streaming = await services.streaming();
  const calls = new AccountCalls(call, product, isolated);
  const follower = new AccountFollower(
    call,
    product,
    calls,
    endConditions,
    await openShown(call, product, endConditions),
  );
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

/** Where events are shown: as formatted lines, or on a screen that is redrawn; as the exchange sent them if neither. */
interface ShownAccount {
  readonly lines?: EventLines | undefined;
  readonly screen?: AccountScreen;
}

async function openShown(
  call: CommandCall,
  product: UserStreamProduct,
  { signal }: EndConditions,
): Promise<ShownAccount> {
  const { options } = call;
  if (options['watch'] !== true)
    return {
      lines: await openLines(call, async () => (await import('./lines/event-source.ts')).userSource(product)),
    };
  if (options['isolated'] !== undefined)
    throw usageError('--watch shows the cross margin account.', 'Omit --watch or --isolated.');
  const { AccountScreen } = await import('./account-screen.ts');
  return { screen: new AccountScreen(call, product, signal) };
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
  readonly #screen: AccountScreen | undefined;
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
    { lines, screen }: ShownAccount,
  ) {
    const { services, options } = call;
    this.#call = call;
    this.#screen = screen;
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
          if (screen !== undefined) screen.queried(line.kind, line.data);
          else this.#lines.event({ source: 'rest', kind: line.kind, at: clock.now(), data: line.data });
        },
        onNote: (text) => this.#note(text),
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
    const { services } = this.#call;
    const now = () => services.world.clock.now();
    return {
      onConnected: async (isFirst: boolean) => {
        this.#record(
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
        this.#record({ bourse: 'stale', at: now(), streams: ['user'], why, retryInMs: 0 });
        this.#note(`Connection lost: ${why}.`);
      },
      onNote: (text: string) => this.#note(text),
    };
  }

  async follow(feed: Pick<ListenKeyFeed, 'run' | 'lives'>): Promise<ExitCode> {
    const { output } = this.#call;
    const summary = () => {
      this.#screen?.close();
      output.note(
        `${plural(this.#written, 'event')}, ${this.#restored} restored by queries, ${plural(this.#duplicates, 'duplicate')} skipped, ${plural(this.#disconnects, 'lost connection')}, ${plural(feed.lives, 'subscription')}.`,
      );
    };
    await runWithSummary(async () => {
      await Promise.all([feed.run().then(() => this.#endConditions.end()), this.#screen?.draw()]);
      this.#record({
        bourse: 'bye',
        at: this.#call.services.world.clock.now(),
        messages: this.#written,
        gaps: 0,
        reconnects: Math.max(0, feed.lives - 1),
        streams: {},
      });
      await this.#lines.end();
    }, summary);
    return EXIT_CODES.done;
  }

  #event(bytes: Buffer): void {
    if (this.#written === this.#endConditions.count) return;
    if (this.#screen !== undefined) this.#screen.event(bytes);
    else if (!this.#lines.message(bytes)) return;
    this.#pass();
  }

  /**
   * Writes an event that is older than what was already reported as a record, so that a reader of plain
   * events never moves an order back to an earlier state.
   */
  #late(event: Members): void {
    if (this.#written === this.#endConditions.count) return;
    if (this.#screen === undefined)
      this.#lines.notice({ bourse: 'late', at: this.#call.services.world.clock.now(), event });
    this.#pass();
  }

  #note(text: string): void {
    if (this.#screen !== undefined) this.#screen.note(text);
    else this.#call.output.note(text);
  }

  #record(record: StreamRecord): void {
    if (this.#screen === undefined) this.#lines.record(record);
  }

  #pass(): void {
    this.#written += 1;
    if (this.#written === this.#endConditions.count) this.#endConditions.end();
  }
}
