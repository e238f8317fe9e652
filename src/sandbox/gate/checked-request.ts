/** Runs the checks of the gate on a request: route, authentication, parameters. */
import type { Interface } from '../../catalogue/environments.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { type UnixMs, unixMs } from '../../core/words.ts';
import { asToday } from '../../request/today.ts';
import type { Accounts, User } from '../engine/ledger/accounts.ts';
import type { ExchangeClock } from '../exchange-clock.ts';
import { type Handler, SandboxRefusal, type WireRequest } from '../types.ts';
import { authenticate } from './admission.ts';
import { checkParameters, readParameters } from './parameters.ts';
import { unknownRouteRefusal, unsimulatedRefusal } from './refusals.ts';
import type { Routes } from './routes.ts';
import { goneRefusal } from './served-interface.ts';

/** A request that passed all checks. */
export interface CheckedRequest {
  readonly endpoint: Endpoint;
  readonly sent: ReadonlyMap<string, string>;
  readonly params: ReadonlyMap<string, string>;
  readonly user: User | undefined;
  /** The unknown parameters that are ignored. */
  readonly ignored: readonly string[];
}

export type RequestCheck = CheckedRequest | { readonly refusal: SandboxRefusal };

/** The parts of an exchange that the checks need. */
export interface GateContext {
  readonly routes: Routes;
  readonly handlers: Readonly<Record<string, Handler>>;
  readonly accounts: Accounts;
  readonly clock: ExchangeClock;
  readonly interface: Interface;
}

/** Returns the checked request or the refusal. `skewMs` is the error of the exchange clock that a fault injects. */
export function checkRequest(
  { routes, handlers, accounts, clock, interface: served }: GateContext,
  request: WireRequest,
  { path, query }: { readonly path: string; readonly query: string },
  { now, skewMs }: { readonly now: UnixMs; readonly skewMs: number },
): RequestCheck {
  const { resolved } = request;
  const declared = resolved?.endpoint ?? routes.find(request.method, path, request.address);
  if (declared === undefined) {
    return { refusal: unknownRouteRefusal(request.method, path, routes.methodsOf(path, request.address)) };
  }
  // Today's interface allows further values, wider bounds and other defaults.
  const endpoint = served === 'today' ? asToday(declared) : declared;
  if (served === 'today') {
    const gone = goneRefusal(endpoint, resolved === undefined ? path : undefined);
    if (gone !== undefined) return { refusal: gone };
  }
  if (!Object.hasOwn(handlers, endpoint.id)) {
    return { refusal: unsimulatedRefusal(endpoint) };
  }
  const sent = readParameters(request, query, endpoint.params);
  const times = {
    now: unixMs(now + skewMs),
    machineNow: skewMs === 0 ? clock.machineNow : undefined,
  };
  const user =
    resolved !== undefined
      ? resolved.authenticate(times)
      : sent === undefined
        ? undefined
        : authenticate(accounts, { endpoint, request, query, sent, ...times });
  if (user instanceof SandboxRefusal) return { refusal: user };
  const parameterCheck = checkParameters(endpoint, request, sent, served);
  return 'refusal' in parameterCheck ? parameterCheck : { endpoint, user, ...parameterCheck };
}
