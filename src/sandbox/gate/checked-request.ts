/** What a request turns out to be: its route, whose it is, and its parameters, or why it is refused. */
import type { Endpoint } from '../../catalogue/types.ts';
import { type UnixMs, unixMs } from '../../core/words.ts';
import type { Accounts, User } from '../engine/ledger/accounts.ts';
import type { ExchangeClock } from '../exchange-clock.ts';
import { type Handler, SandboxRefusal, type WireRequest } from '../types.ts';
import { admit } from './admission.ts';
import { inspect, readSent } from './parameters.ts';
import { notSimulated, unknownRoute } from './refusals.ts';
import type { Routes } from './routes.ts';

/** A request that may come in. */
export interface Read {
  readonly endpoint: Endpoint;
  readonly sent: ReadonlyMap<string, string>;
  readonly params: ReadonlyMap<string, string>;
  readonly user: User | undefined;
}

export type Reading = Read | { readonly refusal: SandboxRefusal };

/** What a request is read with. */
export interface Front {
  readonly routes: Routes;
  readonly handlers: Readonly<Record<string, Handler>>;
  readonly accounts: Accounts;
  readonly time: ExchangeClock;
}

/** Returns what a request is, at a time of the exchange from which its clock is off by `skewMs`. */
export function readRequest(
  { routes, handlers, accounts, time }: Front,
  request: WireRequest,
  { path, query }: { readonly path: string; readonly query: string },
  { now, skewMs }: { readonly now: UnixMs; readonly skewMs: number },
): Reading {
  const { known } = request;
  const endpoint = known?.endpoint ?? routes.get(path)?.get(request.method);
  if (endpoint === undefined) {
    return { refusal: unknownRoute(request.method, path, [...(routes.get(path)?.keys() ?? [])]) };
  }
  if (!Object.hasOwn(handlers, endpoint.id)) {
    return { refusal: notSimulated(`${endpoint.method} ${endpoint.path}`) };
  }
  const sent = readSent(request, query, endpoint.params);
  const times = {
    now: unixMs(now + skewMs),
    machineNow: skewMs === 0 ? time.machineNow : undefined,
  };
  const user =
    known !== undefined
      ? known.admit(times)
      : sent === undefined
        ? undefined
        : admit(accounts, { endpoint, request, query, sent, ...times });
  if (user instanceof SandboxRefusal) return { refusal: user };
  const verdict = inspect(endpoint, request, sent);
  return 'refusal' in verdict ? verdict : { endpoint, user, ...verdict };
}
