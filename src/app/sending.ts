/** Wires a sender to the environment: public hosts, a sandbox that runs, or one inside this process. */
import type { HostName } from '../catalogue/hosts.ts';
import { plural } from '../core/text.ts';
import type { Answer, PreparedRequest, Send } from '../request/types.ts';
import { type AddressBook, openAddressBook } from '../transport/addresses.ts';
import { settle } from '../transport/answer.ts';
import type { ClosableSend, SenderOptions } from '../transport/sender.ts';
import type { WaitNote } from '../transport/waiting.ts';
import type { Settings } from './settings.ts';
import type { World } from './world.ts';

export interface OpenSender {
  /** Sends and settles: refusals are thrown, an answer of status 2xx is returned. */
  call(request: PreparedRequest, signal: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

/** How long a rate limit or a busy exchange is waited for where `--max-wait` does not say (with more pages, without). */
const MAX_WAIT_MS = { many: 120_000, one: 10_000 } as const;

/** Returns the sender of a run: a light one for one request; a pool for more. */
export async function openSender(
  world: World,
  settings: Settings,
  sandboxFolder: string,
  isOneOfMany: boolean,
  note: (text: string) => void,
): Promise<OpenSender> {
  const isSandbox = settings.environment === 'sandbox';
  // A program that `sandbox run` started knows its sandbox by address and needs to look for none.
  const running = isSandbox
    ? await import('./hosting.ts').then((hosting) => hosting.findSandbox(world, sandboxFolder))
    : undefined;
  const book = addressBook(world, settings, running?.hosts.spot);
  let embedded: Send | undefined;
  let network: ClosableSend | undefined;
  const direct: Send = async (request, signal) => {
    if (isSandbox && running === undefined && !book.isOverridden(request.host)) {
      embedded ??= (await import('./hosting.ts')).embedSandbox(world, sandboxFolder);
      return embedded(request, signal);
    }
    network ??= await openNetwork(book, world, settings, isOneOfMany);
    return network(request, signal);
  };
  const { openSend } = await import('../transport/open-send.ts');
  const send = openSend(direct, {
    clock: world.clock,
    random: world.random,
    maxWaitMs: settings.maxWaitMs ?? (isOneOfMany ? MAX_WAIT_MS.many : MAX_WAIT_MS.one),
    onWait: (wait) => note(waitText(wait)),
  });
  return {
    async call(request, signal) {
      if (settings.isDebug)
        note(`debug: ${request.method} ${request.path} to ${request.host}, weight ${request.weight.counted}`);
      return settle(request, await send(request, signal));
    },
    close: async () => network?.close(),
  };
}

/** Returns the address of a host without opening anything; undefined where the environment has none. */
export function addressIn(world: World, settings: Settings, host: HostName): string | undefined {
  try {
    // The address of a sandbox is only known once one is looked for, and nobody looks for an icon there.
    return addressBook(world, settings, undefined).addressesOf(host)[0]?.origin;
  } catch {
    return undefined;
  }
}

function addressBook(world: World, settings: Settings, sandboxOrigin: string | undefined): AddressBook {
  return openAddressBook({
    environment: settings.environment,
    flags: settings.hosts,
    variables: world.environment,
    ...(sandboxOrigin === undefined ? {} : { sandboxOrigin }),
  });
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
  if (isOneOfMany) return (await import('../transport/pool.ts')).createPoolSend(options);
  return (await import('../transport/light.ts')).createLightSend(options);
}

function waitText({ waitMs, why }: WaitNote): string {
  return `Waiting ${plural(Math.ceil(waitMs / 1000), 'second')}: ${why}.`;
}
