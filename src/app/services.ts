/** The services of one run. Each part is loaded when a command first uses it. */
import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import type { Interface } from '../catalogue/environments.ts';
import type { HostName } from '../catalogue/hosts.ts';
import type { Endpoint } from '../catalogue/types.ts';
import { isOnlyToday, wsApiOf } from '../catalogue/ws-apis.ts';
import type { PolicyCaller } from '../policy/decide.ts';
import type { ResolvedSigner } from '../profile/resolve.ts';
import type { Answer, PreparedRequest } from '../request/types.ts';
import { mayHavePending } from '../state/pending-marker.ts';
import { addressIn, interfaceIn } from './address-book.ts';
import { withCleanupTime } from './cleanup-time.ts';
import type { Destination } from './destination.ts';
import { mayArriveLate } from './journal/absence-watch.ts';
import { JOURNAL_FILE } from './journal/journal-file.ts';
import type { Idempotency, WriteJournal } from './journal/write-journal.ts';
import type { WriteRecord } from './journal/write-record.ts';
import { KeyAccess } from './key-access.ts';
import type { Keyring } from './keys.ts';
import { KnownSymbols } from './known-symbols.ts';
import type { OpenSender } from './sender.ts';
import { Senders } from './senders.ts';
import type { Settings } from './settings.ts';
import type { Streaming } from './streaming.ts';
import type { WsMessage, WsMethods } from './via-ws.ts';
import type { World } from './world.ts';
import { isGuarded } from './write-policy.ts';
import { assertWsApiServed } from './ws-api-served.ts';

export interface CallOptions {
  /** Whether the command sends more than one request, so that connections are kept open between them. */
  readonly isOneOfMany?: boolean;
  /**
   * Whether the call cleans up: such a call is sent even after the first Ctrl-C, and only the second Ctrl-C
   * aborts it.
   */
  readonly isCleanup?: boolean;
  /**
   * Whether this is a public call that goes to the environment of the run's keys without reading the keys.
   */
  readonly readsNoKey?: boolean;
  /** Aborts the call, as Ctrl-C does; for calls whose answer may turn out not to be needed. */
  readonly signal?: AbortSignal;
}

export interface Services {
  readonly world: World;
  readonly settings: Settings;
  /**
   * Sends a request and returns its answer of status 2xx. Throws a ToolError for every refusal and failure,
   * with the exchange's code and the execution status of the request.
   */
  call(request: PreparedRequest, options?: CallOptions): Promise<Answer>;
  /** Returns a sender with the run's keys, for a command that sends orders. Throws kind `credentials`. */
  signedSender(request: PreparedRequest): Promise<OpenSender>;
  /** Returns the profiles of this machine; reads nothing before the first call. */
  keyring(): Promise<Keyring>;
  /**
   * Returns the interface (`document` or `today`) that the host of a request serves to the keys of a run.
   * If `host` is given, returns that of this host. Looks for the running sandbox if the answer depends on it; sends
   * nothing else and reads no key.
   */
  interfaceOf(request: PreparedRequest, host?: HostName): Promise<Interface>;
  /**
   * Returns the address of a host that bourse shows but does not call, such as the host of token icons;
   * undefined if none is known.
   */
  addressOf(host: HostName): string | undefined;
  /**
   * Returns where a request goes; if `host` is given, where a request with the same keys would go over that
   * host. Reads no key and sends nothing. Throws a usage error if the environment has no such host or path.
   */
  destinationOf(request: PreparedRequest, host?: HostName): Promise<Destination>;
  /** Returns how the policy sees the sender of a request. Reads no key. */
  callerOf(request: PreparedRequest): Promise<PolicyCaller>;
  /** Reads the keys that a request needs, if it needs any. Throws kind `credentials`. */
  readKeysFor(request: PreparedRequest): Promise<void>;
  /** Remembers the symbols among the arguments of an accepted call, for shell completion. Never fails. */
  rememberSymbols(
    given: readonly { readonly name: string; readonly text: string }[],
    endpoint: Endpoint,
  ): void;
  /** Returns the symbols that earlier commands used, the latest first, for shell completion. */
  knownSymbols(): readonly string[];
  /** The folder of the sandbox's saved state. */
  readonly sandboxFolder: string;
  /**
   * Returns the run's keys. `hosts` are all hosts that the keys will be sent to. Throws kind `credentials`.
   */
  keysOf(...hosts: readonly HostName[]): Promise<ResolvedSigner>;
  /** Returns the means to open stream connections; opens none itself. */
  streaming(): Promise<Streaming>;
  /** Returns the WebSocket API message of a request, or undefined where the request goes over REST. */
  wsMessageOf(request: PreparedRequest): Promise<WsMessage | undefined>;
  /** Returns the journal of the writes of this run; opens no file before the first write. */
  journal(): Promise<WriteJournal>;
  /** Returns the unresolved writes of earlier runs; loads and opens nothing where there are none. */
  unresolvedWrites(): Promise<readonly WriteRecord[]>;
  /**
   * Returns whether the keys of this run were read and orders were proved absent during the last 24 hours, which may have
   * arrived late.
   */
  mayFindLateArrivals(): boolean;
  /** Returns whether this run has recorded a write in the journal. */
  hasWritten(): Promise<boolean>;
  /** Whether this run has halted writes by itself; an unknown outcome does so only when the services close. */
  readonly hasHalted: boolean;
  /**
   * Closes all connections and the journal; `error` is what ended the command, from which follows the outcome of writes that
   * nothing else recorded, and `answer` what it printed.
   */
  close(error?: unknown, answer?: string): Promise<void>;
}

export interface ServicesOptions {
  /** Names the requests that go over the WebSocket API. */
  readonly via?: WsMethods | undefined;
  /** The words of the command, for the journal of writes. */
  readonly command?: string;
  /** The key that the command is sent under at most once. */
  readonly idempotency?: Idempotency | undefined;
}

/** Returns the services of one run. */
export function createServices(
  world: World,
  settings: Settings,
  note: (text: string) => void,
  options: ServicesOptions = {},
): Services {
  return new RunServices(world, settings, note, options);
}

class RunServices implements Services {
  readonly world: World;
  readonly settings: Settings;
  readonly sandboxFolder: string;
  readonly #note: (text: string) => void;
  readonly #via: WsMethods | undefined;
  readonly #command: string;
  readonly #idempotency: Idempotency | undefined;
  readonly #symbols: KnownSymbols;
  readonly #keys: KeyAccess;
  readonly #senders: Senders;
  #hasHalted = false;
  #streaming: Promise<Streaming> | undefined;
  #journal: Promise<WriteJournal> | undefined;

  constructor(
    world: World,
    settings: Settings,
    note: (text: string) => void,
    { via, command = '', idempotency }: ServicesOptions,
  ) {
    this.world = world;
    this.settings = settings;
    this.sandboxFolder = join(world.folders.state, 'sandbox');
    this.#note = note;
    this.#via = via;
    this.#command = command;
    this.#idempotency = idempotency;
    this.#symbols = new KnownSymbols(world.folders.cache);
    this.#keys = new KeyAccess({ world, settings, sandboxFolder: this.sandboxFolder, note });
    this.#senders = new Senders({
      world,
      settings,
      sandboxFolder: this.sandboxFolder,
      keys: this.#keys,
      via: via === undefined ? undefined : { methods: via, streaming: () => this.streaming() },
      note,
      journal: () => this.journal(),
      onHalt: this.#onHalt,
    });
  }

  #joined: { readonly signal: AbortSignal; readonly either: AbortSignal } | undefined;

  readonly #onHalt = (): void => {
    this.#hasHalted = true;
  };

  /** Returns a signal that aborts with the interrupt or with the signal of a call, which all pages of a history share. */
  #interruptOr(signal: AbortSignal): AbortSignal {
    if (this.#joined?.signal !== signal) {
      const either = AbortSignal.any([this.world.interrupt, signal]);
      // As many calls listen as are under way at once; each removes its listener when it is over.
      setMaxListeners(0, either);
      this.#joined = { signal, either };
    }
    return this.#joined.either;
  }

  call(request: PreparedRequest, options: CallOptions = {}): Promise<Answer> {
    const ready = this.#senders.readySenderOf(request, options);
    if (ready !== undefined) return this.#callWith(ready, request, options);
    return this.#senders
      .senderOf(request, options)
      .then((sender) => this.#callWith(sender, request, options));
  }

  #callWith(sender: OpenSender, request: PreparedRequest, options: CallOptions): Promise<Answer> {
    const { interrupt } = this.world;
    if (options.isCleanup !== true) {
      const { signal } = options;
      return sender.call(request, signal === undefined ? interrupt : this.#interruptOr(signal));
    }
    return withCleanupTime(this.world, (signal) => sender.call(request, signal));
  }

  signedSender(request: PreparedRequest): Promise<OpenSender> {
    return this.#senders.senderOf(request, { isOneOfMany: true });
  }

  keyring(): Promise<Keyring> {
    return this.#keys.keyring();
  }

  async interfaceOf(request: PreparedRequest, host = request.host): Promise<Interface> {
    const profile = this.#keys.areNeededFor(request) ? await this.#keys.profile() : undefined;
    const environment = profile?.environment ?? this.settings.environment;
    const settings = { ...this.settings, environment };
    return interfaceIn(this.world, settings, host, profile, this.sandboxFolder);
  }

  addressOf(host: HostName): string | undefined {
    return addressIn(this.world, this.settings, host);
  }

  async destinationOf(request: PreparedRequest, host?: HostName): Promise<Destination> {
    const profile = this.#keys.areNeededFor(request) ? await this.#keys.profile() : undefined;
    const environment = profile?.environment ?? this.settings.environment;
    const settings = { ...this.settings, environment };
    // Only a call whose path or weight differs in today's interface is worth the request that asks the running
    // sandbox which interface it serves.
    const isSame = request.pathToday === undefined && request.weightToday === undefined;
    const served = isSame ? {} : { interface: await this.interfaceOf(request) };
    const { Destinations } = await import('./destination.ts');
    return new Destinations({ world: this.world, settings, ...profile, ...served }).of(request, host);
  }

  async callerOf(request: PreparedRequest): Promise<PolicyCaller> {
    const target = this.#keys.areNeededFor(request) ? await this.#keys.profile() : undefined;
    const { doorOf } = await import('./policy/door.ts');
    return { door: doorOf(this.#command), profile: target?.profile };
  }

  async readKeysFor(request: PreparedRequest): Promise<void> {
    if (this.#keys.areNeededFor(request)) await this.#keys.resolve(this.#senders.hostsOf(request));
  }

  rememberSymbols(
    given: readonly { readonly name: string; readonly text: string }[],
    endpoint: Endpoint,
  ): void {
    this.#symbols.remember(given, endpoint);
  }

  knownSymbols(): readonly string[] {
    return this.#symbols.list();
  }

  keysOf(...hosts: readonly HostName[]): Promise<ResolvedSigner> {
    return this.#keys.resolve(hosts);
  }

  streaming(): Promise<Streaming> {
    this.#streaming ??= import('./streaming.ts').then((part) =>
      part.openStreaming({
        world: this.world,
        settings: this.settings,
        sandboxFolder: this.sandboxFolder,
        note: this.#note,
      }),
    );
    return this.#streaming;
  }

  async wsMessageOf(request: PreparedRequest): Promise<WsMessage | undefined> {
    if (this.#via === undefined) return undefined;
    const { methodOfRequest, wsMessageOf } = await import('./via-ws.ts');
    const method = methodOfRequest(this.#via, request);
    if (method === undefined) return undefined;
    const { host } = wsApiOf(method.api);
    if (isOnlyToday(method.api)) assertWsApiServed(method.api, await this.interfaceOf(request, host));
    return wsMessageOf(method, request);
  }

  journal(): Promise<WriteJournal> {
    this.#journal ??= import('./journal/write-journal.ts').then(
      (part) =>
        new part.WriteJournal({
          world: this.world,
          note: this.#note,
          command: this.#command,
          idempotency: this.#idempotency,
          ignoresUnresolved: this.settings.ignoresUnresolved,
        }),
    );
    return this.#journal;
  }

  async unresolvedWrites(): Promise<readonly WriteRecord[]> {
    if (!mayHavePending(join(this.world.folders.state, JOURNAL_FILE))) return [];
    return (await this.journal()).unresolved();
  }

  mayFindLateArrivals(): boolean {
    const journal = join(this.world.folders.state, JOURNAL_FILE);
    return this.#keys.areRead && mayArriveLate(journal, this.world.clock.now());
  }

  async hasWritten(): Promise<boolean> {
    return (await this.#journal)?.hasWritten === true;
  }

  get hasHalted(): boolean {
    return this.#hasHalted;
  }

  async close(error?: unknown, answer?: string): Promise<void> {
    const journal = await this.#journal;
    await journal?.finish(error, answer);
    if (journal?.hasUnknown === true && isGuarded(this.world))
      await (await import('./policy/automatic-halt.ts')).haltAfterUnknown(
        this.world,
        this.#note,
        this.#onHalt,
      );
    await this.#senders.close();
    // If this run serves a sandbox for streams, the sandbox closes last, because the senders may still be using
    // it.
    await (await this.#streaming?.catch(() => undefined))?.close();
  }
}
