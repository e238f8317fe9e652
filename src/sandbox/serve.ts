/** A sandbox with addresses: REST of all products on one, each stream host on its own. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { HOSTS } from '../catalogue/hosts.ts';
import type { Clock } from '../core/clock.ts';
import { ToolError } from '../core/errors.ts';
import type { AdminCommand } from './admin.ts';
import { demoKeys } from './demo-keys.ts';
import { answer, command, createExchange, type SandboxExchange, type WeightListing } from './exchange.ts';
import {
  ADMIN_PATH,
  type SandboxHosts,
  type SandboxIdentity,
  STATUS_PATH,
  TOKEN_HEADER,
} from './identity.ts';
import { JSON_TYPE, refusalAnswer, unknownRoute } from './refusals.ts';
import { splitTarget } from './routes.ts';
import { type ServerLimits, startServer } from './server.ts';
import { startStreamHosts } from './stream-hosts.ts';
import { SandboxRefusal, type WireAnswer, type WireRequest } from './types.ts';
import type { SandboxLimits } from './usage.ts';

export interface SandboxOptions {
  /** Port of the REST address; 0 takes any free one. Stream hosts always take free ones. */
  readonly port: number;
  readonly seed: number;
  readonly clock: Clock;
  /** What is served; a new exchange that lives in memory alone where absent. */
  readonly exchange?: SandboxExchange;
  readonly limits?: Partial<SandboxLimits>;
  readonly weightListing?: WeightListing;
  readonly serverLimits?: Partial<ServerLimits>;
  /** Without it the status path does not exist. */
  readonly identity?: SandboxIdentity;
  /** Told of a mistake of ours behind an answer with HTTP 500. */
  readonly onError?: (error: unknown) => void;
}

export interface RunningSandbox {
  readonly exchange: SandboxExchange;
  /** An address for every host of the catalogue. */
  readonly hosts: SandboxHosts;
  readonly seed: number;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Lets calls under way finish, then frees all ports. */
  close(): Promise<void>;
}

/** Starts a sandbox on loopback. Throws a ToolError of kind `refused` when the port is taken. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const exchange = options.exchange ?? createExchange(options);
  const rest = await startServer({
    port: options.port,
    respond: (request) => respond(exchange, options, request),
    ...(options.serverLimits === undefined ? {} : { limits: options.serverLimits }),
    ...(options.onError === undefined ? {} : { onError: options.onError }),
  });
  const streams = await startStreamHosts(options.serverLimits).catch(async (error: unknown) => {
    await rest.close();
    throw error;
  });
  const hosts: Record<string, string> = {};
  for (const host of HOSTS) hosts[host.name] = rest.url;
  for (const stream of streams) hosts[stream.name] = stream.url;
  return {
    exchange,
    hosts: hosts as SandboxHosts,
    seed: options.seed,
    ...demoKeys(options.seed),
    async close() {
      await Promise.all([rest.close(), ...streams.map((stream) => stream.close())]);
    },
  };
}

function respond(exchange: SandboxExchange, options: SandboxOptions, request: WireRequest): WireAnswer {
  const { path } = splitTarget(request.target);
  const { identity } = options;
  if (identity === undefined || (path !== STATUS_PATH && path !== ADMIN_PATH))
    return answer(exchange, request);
  const method = path === STATUS_PATH ? 'GET' : 'POST';
  if (request.method !== method) return refusalAnswer(unknownRoute(request.method, path, [method]));
  if (!isSame(request.headers[TOKEN_HEADER] ?? '', identity.token)) {
    const text = 'You are not authorized to execute this request.';
    return refusalAnswer(new SandboxRefusal(401, -1002, text));
  }
  return path === STATUS_PATH ? status(exchange, identity) : administered(exchange, request.body);
}

function status(exchange: SandboxExchange, { instance, pid }: SandboxIdentity): WireAnswer {
  return said({ instance, pid, seed: exchange.seed, serverTime: exchange.clock.now() });
}

/** Carries out a command of the owner; what is wrong with it comes back as a refusal. */
function administered(exchange: SandboxExchange, body: string): WireAnswer {
  try {
    command(exchange, JSON.parse(body) as AdminCommand);
    return said({});
  } catch (thrown) {
    const text =
      thrown instanceof ToolError && thrown.kind === 'usage'
        ? thrown.message
        : 'The command is not one that the sandbox knows.';
    return refusalAnswer(new SandboxRefusal(400, -1130, text));
  }
}

function said(value: object): WireAnswer {
  return { status: 200, headers: { 'Content-Type': JSON_TYPE }, body: JSON.stringify(value) };
}

/** Compares in a time that tells nothing about where the texts differ. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
