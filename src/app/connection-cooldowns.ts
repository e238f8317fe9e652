/** Keeps the bans and cooldowns with which hosts refused stream handshakes. */
import type { CloseReason } from '../stream/close-reason.ts';
import { BAN, bannedError } from '../transport/bans.ts';
import { openCooldowns } from './cooldowns.ts';
import type { World } from './world.ts';

/** The cooldown scope of a host that accepts no more WebSocket connections for now (HTTP 429). */
const CONNECTIONS = 'connections';

/**
 * Records bans and cooldowns from refused stream handshakes, for REST calls and for all processes of this
 * machine, and forbids new connections while they last.
 */
export class ConnectionCooldowns {
  readonly #world: World;
  readonly #byHost = new Map<string, ReturnType<typeof openCooldowns>>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Sets the scope, such as an environment, whose cooldowns also apply to connections to a host. */
  setScope({ host }: URL, scope: string): void {
    this.#byHost.set(host, openCooldowns(this.#world, scope));
  }

  /** Starts a cooldown or ban where the handshake was refused with one. */
  record({ host }: URL, { status, retryAfterMs }: CloseReason): void {
    if (retryAfterMs === undefined) return;
    this.#byHost.get(host)?.begin(status === 429 ? CONNECTIONS : BAN, retryAfterMs);
  }

  /** Throws kind `rate-limited` while a ban or cooldown of the host lasts. */
  throwIfActive({ host }: URL): void {
    const cooldowns = this.#byHost.get(host);
    const leftMs = Math.max(cooldowns?.leftMs(BAN) ?? 0, cooldowns?.leftMs(CONNECTIONS) ?? 0);
    if (leftMs > 0) throw bannedError('no connection was opened', leftMs);
  }
}
