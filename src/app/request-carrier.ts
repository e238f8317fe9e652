/** Carries requests to their host: the exchange, a running sandbox, or a sandbox inside this process. */
import type { Interface } from '../catalogue/environments.ts';
import type { HostName } from '../catalogue/hosts.ts';
import { ToolError } from '../core/errors.ts';
import type { ResolvedSigner } from '../profile/resolve.ts';
import type { Answer, PreparedRequest, Send } from '../request/types.ts';
import type { PublishedSandbox } from '../sandbox/storage/state-folder.ts';
import type { ClosableSend, SenderOptions } from '../transport/sender.ts';
import { type Destination, Destinations } from './destination.ts';
import type { EmbeddedSandbox } from './embedded-sandbox.ts';
import type { Settings } from './settings.ts';
import type { World } from './world.ts';

export interface CarrierOptions {
  readonly world: World;
  /** The settings of the run, with the environment that the API keys belong to. */
  readonly settings: Settings;
  readonly sandboxFolder: string;
  /** Whether the command sends more than one request, so that connections are kept open. */
  readonly isOneOfMany: boolean;
  /** The API keys; undefined for public calls. */
  readonly keys: ResolvedSigner | undefined;
  /**
   * The host addresses in the profile that the environment comes from, even if the profile's keys are not
   * read.
   */
  readonly hosts?: Readonly<Record<string, string>> | undefined;
  /** The interface that the profile states for its hosts. */
  readonly interface?: Interface | undefined;
}

type SandboxPart = typeof import('./embedded-sandbox.ts');

/**
 * Looks for a running sandbox where the environment is the sandbox. Opens no connection before the first
 * request.
 */
export async function openRequestCarrier(options: CarrierOptions): Promise<RequestCarrier> {
  const { world, settings, sandboxFolder } = options;
  const part = settings.environment === 'sandbox' ? await import('./embedded-sandbox.ts') : undefined;
  return new RequestCarrier(options, part, await part?.findSandbox(world, sandboxFolder));
}

export class RequestCarrier {
  readonly #options: CarrierOptions;
  #destinations: Destinations;
  /** Finds or embeds the sandbox; loaded in the sandbox environment only. */
  readonly #sandboxPart: SandboxPart | undefined;
  #running: PublishedSandbox | undefined;
  // Promises, because several requests may begin before the first of them has opened what all of them share.
  #embedded: Promise<EmbeddedSandbox> | undefined;
  #network: Promise<ClosableSend> | undefined;
  #openedNetwork: ClosableSend | undefined;

  constructor(
    options: CarrierOptions,
    sandboxPart: SandboxPart | undefined,
    running: PublishedSandbox | undefined,
  ) {
    this.#options = options;
    this.#sandboxPart = sandboxPart;
    // `sandbox run` gives the program that it starts the address of its sandbox in environment variables.
    this.#running = running;
    const sandbox = running && {
      origin: running.hosts.spot,
      hosts: running.hosts,
      interface: running.interface,
    };
    this.#destinations = new Destinations({ ...options, sandbox });
  }

  /** Sends a request to its host and resolves with any complete answer. */
  readonly send: Send = (request, signal) => {
    const part = this.#sandboxPart;
    if (part !== undefined) return this.#sendToSandbox(part, request, signal);
    return this.#openedNetwork === undefined
      ? this.#sendOverNetwork(request, signal)
      : this.#openedNetwork(this.#atDestination(request), signal);
  };

  async #sendToSandbox(part: SandboxPart, request: PreparedRequest, signal: AbortSignal): Promise<Answer> {
    if (this.destinationOf(request).namedBy !== undefined) return this.#sendOverNetwork(request, signal);
    const running = this.#running;
    if (running === undefined) return this.#sendToEmbedded(part, request, signal);
    try {
      return await this.#sendOverNetwork(request, signal);
    } catch (error) {
      if (!isUnsent(error)) throw error;
      // The process that served the sandbox has ended; another process takes over, perhaps this one.
      const found = await part.findSandbox(this.#options.world, this.#options.sandboxFolder);
      if (found?.instance === running.instance || signal.aborted) throw error;
      this.#running = undefined;
      this.#destinations = new Destinations(this.#options);
      return this.send(request, signal);
    }
  }

  /** Returns where a request goes; if `host` is given, where the request would go over that host. */
  destinationOf(request: PreparedRequest, host?: HostName): Destination {
    return this.#destinations.of(request, host);
  }

  /**
   * Returns the scope in which a request shares rate limits and bans with other requests; undefined for a
   * sandbox in this process, which no other process calls.
   */
  limitScopeOf(request: PreparedRequest): string | undefined {
    const { environment, addresses, namedBy } = this.destinationOf(request);
    if (namedBy !== undefined) return addresses[0]!.host;
    return environment === 'sandbox' ? this.#running && `sandbox ${this.#running.instance}` : environment;
  }

  /** Returns the address of a host, or its name where the environment has no address for it. */
  readonly originOf = (host: HostName): string => this.#destinations.originOf(host);

  async close(): Promise<void> {
    await (await this.#network?.catch(() => undefined))?.close();
    await (await this.#embedded?.catch(() => undefined))?.close();
  }

  async #sendToEmbedded(part: SandboxPart, request: PreparedRequest, signal: AbortSignal): Promise<Answer> {
    const { world, sandboxFolder, keys } = this.#options;
    this.#embedded ??= part.embedSandbox(world, sandboxFolder, keys === undefined);
    return (await this.#embedded).send(request, signal);
  }

  /** Returns the request with the path that its destination serves. */
  #atDestination(request: PreparedRequest): PreparedRequest {
    const { path } = this.destinationOf(request);
    return path === request.path ? request : { ...request, path };
  }

  async #sendOverNetwork(request: PreparedRequest, signal: AbortSignal): Promise<Answer> {
    this.#network ??= openNetwork(this.#destinations, this.#options, this.#running);
    this.#openedNetwork = await this.#network;
    return this.#openedNetwork(this.#atDestination(request), signal);
  }
}

function isUnsent(error: unknown): boolean {
  return error instanceof ToolError && error.facts.execution === 'not_executed';
}

/**
 * Returns the Send over HTTP: a connection for one request, or kept connections for several, of which a pool takes over
 * when they are more than a few. The commands of a batch share the pool of the same addresses.
 */
async function openNetwork(
  destinations: Destinations,
  carrier: CarrierOptions,
  running: PublishedSandbox | undefined,
): Promise<ClosableSend> {
  const { world, settings, isOneOfMany } = carrier;
  const options: SenderOptions = {
    addressOf: (request) => destinations.of(request).addresses,
    clock: world.clock,
    userAgent: `bourse/${world.version}`,
    limits: { deadlineMs: settings.timeoutMs },
    ...(settings.proxy === undefined
      ? {}
      : { proxy: (await import('../transport/tunnel.ts')).parseProxy(settings.proxy) }),
  };
  const openFewCalls = async () => {
    const { createFewCallsSend } = await import('../transport/few-calls-sender.ts');
    return () =>
      createFewCallsSend(options, async (shared) =>
        (await import('../transport/pool-sender.ts')).createPoolSend({
          ...shared,
          nodeOfCommand: world.shared === undefined ? world.facts.nodeVersion : undefined,
        }),
      );
  };
  if (world.shared !== undefined) {
    const open = await openFewCalls();
    const { environment, hosts, interface: chosen, proxy, timeoutMs } = settings;
    const parts = [environment, hosts, chosen, proxy, timeoutMs, carrier.hosts, carrier.interface];
    const name = JSON.stringify([...parts, running?.instance]);
    const pool = world.shared.reuse(`pool ${name}`, '', open);
    return Object.assign((...call: Parameters<Send>) => pool(...call), { close: async () => {} });
  }
  if (isOneOfMany) return (await openFewCalls())();
  return (await import('../transport/one-shot-sender.ts')).createOneShotSend(options);
}
