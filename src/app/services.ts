/** What commands are given to work with; each part is loaded when it is first used. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment, HostName } from '../catalogue/hosts.ts';
import type { Endpoint } from '../catalogue/types.ts';
import { usageError } from '../core/errors.ts';
import type { ResolvedSigner } from '../profile/resolve.ts';
import type { Answer, PreparedRequest } from '../request/types.ts';
import { addressIn, isSentToLoopback } from './address-book.ts';
import type { Keyring } from './keys.ts';
import { type OpenSender, openSender } from './senders.ts';
import type { Settings } from './settings.ts';
import type { Streaming } from './streaming.ts';
import type { ViaMethods, WsMessage } from './via-ws.ts';
import type { World } from './world.ts';

export interface CallOptions {
  /** The command sends more than one request: connections are kept and the weight budget is minded. */
  readonly isOneOfMany?: boolean;
  /** The call tidies up: it is made after the first Ctrl-C as well, which only the second one ends. */
  readonly isCleanup?: boolean;
  /** An open call that goes where the keys of the run belong, and reads none of them. */
  readonly readsNoKey?: boolean;
}

/** Where a request would go with the keys of a run. */
export interface Destination {
  readonly environment: Environment;
  /** Undefined where it is known only once one is looked for, as that of a sandbox. */
  readonly origin: string | undefined;
}

export interface Services {
  readonly world: World;
  readonly settings: Settings;
  /**
   * Sends a request and returns its answer of status 2xx. Throws a ToolError for every refusal and failure,
   * with the exchange's code and what became of the request.
   */
  call(request: PreparedRequest, options?: CallOptions): Promise<Answer>;
  /** Returns a sender with the run's keys, for a command that sends orders. Throws kind `credentials`. */
  signedSender(request: PreparedRequest): Promise<OpenSender>;
  /** Returns the profiles of this machine; reads nothing before it is asked for. */
  keyring(): Promise<Keyring>;
  /** Returns the environment that a call's keys belong to; for an open call the one that was chosen. */
  environmentOf(request: PreparedRequest): Promise<Environment>;
  /** Returns the address of a host in this environment, or undefined where there is none; sends nothing. */
  addressOf(host: HostName): string | undefined;
  /** Returns where the request would go, or what goes with it to another host; reads no key and sends nothing. */
  destinationOf(request: PreparedRequest, host?: HostName): Promise<Destination>;
  /** Notes symbols that an answer proved to exist, for completion. Never fails. */
  rememberSymbols(
    given: readonly { readonly name: string; readonly text: string }[],
    endpoint: Endpoint,
  ): void;
  /** Returns the symbols noted so far, the latest first. */
  knownSymbols(): readonly string[];
  /** The folder of the sandbox's saved state. */
  readonly sandboxFolder: string;
  /** Returns the run's keys, for all the hosts that they are sent to. Throws kind `credentials`. */
  keysOf(...hosts: readonly HostName[]): Promise<ResolvedSigner>;
  /** Returns what stream connections are opened with; opens nothing before it is asked for. */
  streaming(): Promise<Streaming>;
  /** Returns the message that a request goes out as, or undefined where it goes over REST. */
  wsMessageOf(request: PreparedRequest): Promise<WsMessage | undefined>;
  /** Frees connections. */
  close(): Promise<void>;
}

/** Symbols kept for completion. */
const SYMBOLS_MAX = 500;
const SYMBOLS_FILE = 'symbols.txt';

/** Returns the services of one run; `via` names the requests that go over the WebSocket API. */
export function createServices(
  world: World,
  settings: Settings,
  note: (text: string) => void,
  via?: ViaMethods,
): Services {
  const sandboxFolder = join(world.folders.state, 'sandbox');
  let keyring: Promise<Keyring> | undefined;
  let keys: Promise<ResolvedSigner> | undefined;
  const senders = new Map<string, Promise<OpenSender>>();
  let streaming: Promise<Streaming> | undefined;

  const openKeyring = () => {
    keyring ??= import('./keys.ts').then((part) => part.openKeyring(world, settings, note, sandboxFolder));
    return keyring;
  };
  const keysFor = (hosts: readonly HostName[]): Promise<ResolvedSigner> => {
    keys ??= import('./keys.ts').then(async (part) =>
      part.resolveKeys(await openKeyring(), settings, areOnLoopback(world, settings, hosts)),
    );
    return keys;
  };
  // What goes over the WebSocket API is looked up over REST.
  const hostsOf = ({ host }: PreparedRequest): readonly HostName[] =>
    via === undefined ? [host] : [host, 'ws-api'];
  const openStreaming = () => {
    streaming ??= import('./streaming.ts').then((part) =>
      part.openStreaming({ world, settings, sandboxFolder, note }),
    );
    return streaming;
  };
  const placeOfKeys = async () => (await import('./keys.ts')).placeOfKeys(await openKeyring(), settings);
  const senderFor = async (
    request: PreparedRequest,
    { isOneOfMany = false, readsNoKey = false }: CallOptions,
  ): Promise<OpenSender> => {
    const isKeyed = needsKeys(request, settings) && !readsNoKey;
    const signer = isKeyed ? await keysFor(hostsOf(request)) : undefined;
    const name = isKeyed ? 'keyed' : readsNoKey ? 'placed' : 'open';
    const known = senders.get(name);
    if (known !== undefined) return known;
    const place = readsNoKey ? await placeOfKeys() : signer;
    const environment = place?.environment ?? settings.environment;
    const opened = openSender({
      world,
      settings: { ...settings, environment },
      sandboxFolder,
      isOneOfMany,
      keys: signer,
      hosts: place?.hosts,
      via: via === undefined ? undefined : { methods: via, streaming: openStreaming },
      note,
    });
    senders.set(name, opened);
    return opened;
  };
  return {
    world,
    settings,
    sandboxFolder,
    keyring: openKeyring,
    async call(request, options = {}) {
      const sender = await senderFor(request, options);
      if (options.isCleanup !== true) return sender.call(request, world.interrupt);
      return tidying(world, (signal) => sender.call(request, signal));
    },
    signedSender: (request) => senderFor(request, { isOneOfMany: true }),
    async environmentOf(request) {
      if (!needsKeys(request, settings)) return settings.environment;
      return (await keysFor(hostsOf(request))).environment ?? settings.environment;
    },
    addressOf: (host) => addressIn(world, settings, host),
    async destinationOf(request, host = request.host) {
      const place = needsKeys(request, settings) ? await placeOfKeys() : undefined;
      const environment = place?.environment ?? settings.environment;
      return { environment, origin: addressIn(world, { ...settings, environment }, host, place) };
    },
    rememberSymbols(given, endpoint) {
      const words = given
        .filter(({ name }) => endpoint.params[name]?.format === 'symbol' || name === 'symbols')
        .flatMap(({ text }) => text.split(','))
        .filter((word) => /^[A-Za-z0-9_-]{1,40}$/.test(word));
      if (words.length > 0)
        saveSymbols(
          world.folders.cache,
          words.map((word) => word.toUpperCase()),
        );
    },
    knownSymbols: () => readWords(join(world.folders.cache, SYMBOLS_FILE)),
    keysOf: (...hosts) => keysFor(hosts),
    streaming: openStreaming,
    async wsMessageOf(request) {
      const method = via?.get(request.endpoint);
      return method === undefined ? undefined : (await import('./via-ws.ts')).wsMessageOf(method, request);
    },
    async close() {
      for (const sender of senders.values()) await (await sender.catch(() => undefined))?.close();
      // A sandbox that was served for streams goes last: others may still speak to it.
      await (await streaming?.catch(() => undefined))?.close();
    },
  };
}

/**
 * Returns whether the keys of a run stay on this machine. Throws a usage error where they would go to it and elsewhere
 * too: what is judged safe for the one would be sent to the other.
 */
function areOnLoopback(world: World, settings: Settings, hosts: readonly HostName[]): boolean {
  const isHere = (host: HostName) => isSentToLoopback(world, settings, host);
  const [here, elsewhere] = [hosts.filter(isHere), hosts.filter((host) => !isHere(host))];
  // A sandbox without an address of its own is on this machine as well.
  if (settings.environment !== 'sandbox' && here.length > 0 && elsewhere.length > 0)
    throw usageError(
      `The same keys would go to ${here.join(', ')} on this machine and to ${elsewhere.join(', ')} elsewhere.`,
      `Name an address for ${elsewhere.join(', ')} with --host too, or for none of them.`,
    );
  return elsewhere.length === 0;
}

/** Whoever has asked for the end waits no longer than this for what tidies up. */
const TIDYING_MS = 3000;

/** Gives work the time that is left after the first Ctrl-C. */
async function tidying<T>({ clock, abandon }: World, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const [done, late] = [new AbortController(), new AbortController()];
  clock.sleep(TIDYING_MS, done.signal).then(
    () => late.abort(new Error('there was no more time for it')),
    () => {},
  );
  try {
    return await work(AbortSignal.any([abandon, late.signal]));
  } finally {
    done.abort();
  }
}

/** A named profile brings its environment and hosts, for open calls too. */
function needsKeys(request: PreparedRequest, settings: Settings): boolean {
  return request.security !== 'NONE' || (settings.profile !== undefined && !request.exactHeaders);
}

/**
 * A list that can't be kept costs completion a few words, never the command. It is a small file that hardly
 * ever changes: reading it at once takes less than to load what reads in the background.
 */
function saveSymbols(folder: string, words: readonly string[]): void {
  const file = join(folder, SYMBOLS_FILE);
  try {
    const known = readWords(file);
    const fresh = words.filter((word) => !known.includes(word));
    if (fresh.length === 0) return;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const part = `${file}.${words.length}.${fresh[0]}.part`;
    writeFileSync(part, `${[...fresh, ...known].slice(0, SYMBOLS_MAX).join('\n')}\n`, { mode: 0o600 });
    renameSync(part, file);
  } catch {
    return;
  }
}

function readWords(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}
