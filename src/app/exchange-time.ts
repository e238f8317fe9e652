/** The exchange's clocks for signed calls: measured when needed, cached between runs, corrected after -1021. */
import type { Environment, HostName } from '../catalogue/hosts.ts';
import { SECTIONS, type Section } from '../catalogue/sections.ts';
import type { Endpoint } from '../catalogue/types.ts';
import { asToolError } from '../core/errors.ts';
import { offsetCache } from '../orders/offset-cache.ts';
import { ServerClock, serverTimeOf } from '../orders/server-clock.ts';
import { buildRequest } from '../request/prepare.ts';
import type { Answer, PreparedRequest, Send } from '../request/types.ts';
import type { World } from './world.ts';

/** The code of a timestamp outside recvWindow: nothing was executed (interface document, Errors). */
const INVALID_TIMESTAMP = -1021;

/**
 * The recvWindow, in ms, for which the clock is measured: a measurement with a longer round trip is too
 * inaccurate.
 */
const MEASURED_FOR_WINDOW_MS = 5000;

export interface ExchangeTime {
  /** Returns the exchange's clock as it was measured on a host. */
  clockOf(host: HostName): ServerClock;
  /**
   * Runs an attempt of a signed call. If the exchange refuses the attempt's timestamp, measures the clock
   * again, prints a note and runs the attempt once more; throws the second refusal.
   */
  retryAfterClockSync(
    request: PreparedRequest,
    attempt: () => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<Answer>;
}

export interface ExchangeTimeOptions {
  readonly world: World;
  readonly environment: Environment;
  /** Returns the address of a host, under which the clock offset of the host is cached. */
  readonly originOf: (host: HostName) => string;
  /** Sends unsigned requests. */
  readonly send: Send;
  readonly note: (text: string) => void;
}

/** Returns the clocks of the exchange's hosts. Measures nothing before a signed call needs it. */
export function openExchangeTime({
  world,
  environment,
  originOf,
  send,
  note,
}: ExchangeTimeOptions): ExchangeTime {
  const clocks = new Map<HostName, ServerClock>();
  const open = (host: HostName): ServerClock => {
    // The sandbox runs on this machine's clock.
    const endpoint = environment === 'sandbox' ? undefined : timeEndpointOf(host);
    return new ServerClock({
      clock: world.clock,
      recvWindow: MEASURED_FOR_WINDOW_MS,
      ...(environment === 'sandbox'
        ? {}
        : {
            cache: offsetCache({
              folder: world.folders.cache,
              origin: originOf(host),
              owner: world.facts.owner,
              secretHex: world.secretHex,
            }),
          }),
      readTime: async (signal) =>
        endpoint === undefined
          ? world.clock.now()
          : serverTimeOf(
              await send({ ...buildRequest(await endpoint(), new Map()), isUrgent: true }, signal),
            ),
    });
  };
  const clockOf = (host: HostName) => {
    const known = clocks.get(host) ?? open(host);
    clocks.set(host, known);
    return known;
  };
  return {
    clockOf,
    async retryAfterClockSync(request, attempt, signal) {
      try {
        return await attempt();
      } catch (thrown) {
        if (asToolError(thrown).facts.code !== INVALID_TIMESTAMP) throw thrown;
        const clock = clockOf(request.host);
        await clock.resync(signal);
        note(
          `The exchange refused the time of the call; its clock is ${clock.offset?.offsetMs ?? 0} ms ahead of this one. Sending it once more.`,
        );
        return attempt();
      }
    },
  };
}

/**
 * Returns the loader of the endpoint that reads a host's clock; undefined for a host without such an
 * endpoint, for which this machine's time is used.
 */
function timeEndpointOf(host: HostName): (() => Promise<Endpoint>) | undefined {
  const section = Object.values<Section>(SECTIONS).find(({ clockOf }) => clockOf === host);
  if (section === undefined) return undefined;
  return async () => (await section.load()).find(({ isServerTime }) => isServerTime)!;
}
