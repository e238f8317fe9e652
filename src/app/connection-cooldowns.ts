/** The bans and cooldowns that refused stream handshakes report, by host. */
import type { CloseReason } from '../stream/close-reason.ts';
import { BAN, bannedError } from '../transport/bans.ts';
import { openCooldowns } from './cooldowns.ts';
import type { World } from './world.ts';

/** The scope of a host that accepts no more connections for now (HTTP 429). */
const CONNECTIONS = 'connections';

/**
 * Records refused handshakes for REST and all processes of this machine, and forbids connections meanwhile.
 */
export class ConnectionCooldowns {
  readonly #world: World;
  readonly #byHost = new Map<string, ReturnType<typeof openCooldowns>>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Sets the scope that the connections to a host share their cooldowns with, such as an environment. */
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
