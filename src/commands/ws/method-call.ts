/** What the WebSocket API commands share: methods treated as endpoints, the connection and its keys. */
import type { OpenSender } from '../../app/sender.ts';
import { assertWsApiServed } from '../../app/ws-api-served.ts';
import type { HostName } from '../../catalogue/hosts.ts';
import type { WsMethod } from '../../catalogue/stream-types.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { type WsApiProduct, wsApiOf } from '../../catalogue/ws-apis.ts';
import { findWsMethod, WS_METHODS, WS_SIGNED_PARAMS } from '../../catalogue/ws-methods.ts';
import { usageError } from '../../core/errors.ts';
import { stringifyJson } from '../../core/json.ts';
import { nearestWord, safeText } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import type { Permit } from '../../request/permit.ts';
import { buildRequest } from '../../request/prepare.ts';
import type { PreparedRequest, Send, WireArguments } from '../../request/types.ts';
import { WsApi, type WsApiOptions, type WsReply } from '../../stream/ws-api.ts';
import type { WsParams } from '../../stream/ws-signature.ts';
import type { CommandCall, TypedArgument } from '../types.ts';

/** Returns the product whose WebSocket API a command calls. */
export function chosenApi({ options }: CommandCall): WsApiProduct {
  return (options['on'] ?? 'spot') as WsApiProduct;
}

/**
 * Returns the method of an API by its name, with or without the API's prefix. Throws a usage error for an unknown
 * one.
 */
export function methodOf(api: WsApiProduct, name: string): WsMethod {
  const { methodPrefix = '', title } = wsApiOf(api);
  const bareName = name.startsWith(methodPrefix) ? name.slice(methodPrefix.length) : name;
  const found = findWsMethod(api, bareName);
  if (found !== undefined) return found;
  const names = WS_METHODS.filter((one) => one.api === api).map(({ method }) => method);
  const suggestion = nearestWord(bareName, names);
  throw usageError(
    `"${safeText(name.slice(0, 60))}" is an unknown method of ${title}.`,
    suggestion === undefined ? `Methods: ${names.join(', ')}.` : `Did you mean ${suggestion}?`,
  );
}

const SECURITIES = { NONE: 'NONE', KEY: 'USER_STREAM', SIGNED: 'USER_DATA', SESSION: 'USER_DATA' } as const;

/**
 * Returns a WebSocket API method in the form of an endpoint, so that the code for endpoints can check,
 * confirm and verify its calls.
 */
export function endpointOf({
  api,
  method,
  endpoint,
  params,
  rules,
  effect,
  weight,
  security,
  summary,
  inWords,
  origin,
  proof = endpoint?.proof,
}: WsMethod): Endpoint {
  const isTrade = security === 'SIGNED' && effect === 'write';
  const base: Pick<Endpoint, 'id' | 'product' | 'method' | 'path'> = endpoint ?? {
    id: api === 'spot' ? `ws.${method}` : `ws.${api}.${method}`,
    product: api,
    method: effect === 'read' ? ('GET' as const) : ('POST' as const),
    path: `${wsApiOf(api).path}/${method}` as const,
  };
  return {
    ...base,
    ...(inWords === undefined ? {} : { inWords }),
    ...(proof === undefined ? {} : { proof }),
    summary,
    origin,
    params,
    effect,
    weight,
    ...(rules === undefined ? {} : { rules }),
    security: endpoint?.security ?? (isTrade ? 'TRADE' : SECURITIES[security]),
  };
}

/** Returns the WebSocket API host for methods without an equivalent REST endpoint, otherwise no host. */
export function hostOption({ api, endpoint }: WsMethod): { readonly host?: HostName } {
  return endpoint === undefined ? { host: wsApiOf(api).host } : {};
}

/**
 * Returns the method as a request without parameters, for code that needs a request to choose keys, prompt or
 * report errors.
 */
export function bareRequest(method: WsMethod): PreparedRequest {
  return buildRequest(endpointOf(method), new Map(), hostOption(method).host);
}

/** Returns the unsigned parameters of a call as the text that a REST request would send. */
export function wireOf(params: WsParams): WireArguments {
  const own = Object.entries(params).filter(([name]) => !WS_SIGNED_PARAMS.some((one) => one === name));
  return new Map(own.map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

/**
 * Sends one call through the rate limiter of a sender, with a permit to sign it; a write is recorded in the journal before. Limits and bans
 * that its answer reports delay later calls, REST look-ups included, and limits that REST answers reported delay
 * this call.
 */
export async function withinBudget(
  { limitRate, begin }: Pick<OpenSender, 'limitRate' | 'begin'>,
  request: PreparedRequest,
  signal: AbortSignal,
  send: (permit: Permit) => Promise<WsReply>,
): Promise<WsReply> {
  let reply: WsReply | undefined;
  const permit = await begin(request);
  const sendOnce: Send = async () => {
    reply = await send(permit);
    return reply.answer;
  };
  await limitRate(sendOnce)(request, signal);
  return reply!;
}

/** Parses words of the form name=value. */
export function readPairs(words: readonly string[], method: string): TypedArgument[] {
  return words.map((word) => {
    const at = word.indexOf('=');
    if (at > 0) return { name: word.slice(0, at), text: word.slice(at + 1) };
    throw usageError(
      `A parameter is written name=value, was "${safeText(word.slice(0, 40))}".`,
      `Such as: bourse ws call ${method} symbol=BTCUSDT`,
    );
  });
}

/** Returns the hosts that receive the keys of a call: the WebSocket API, and REST for lookups. */
export function keyHostsOf(api: WsApiProduct): readonly HostName[] {
  const { restHost, host } = wsApiOf(api);
  return [restHost, host];
}

/**
 * Opens a connection to a WebSocket API of the run's environment; it counts towards the connection limit.
 */
export async function openWsApi(
  { services }: CommandCall,
  api: WsApiProduct,
  isKeyed: boolean,
  until: AbortSignal,
  events: Pick<WsApiOptions, 'onEvent' | 'onAlive' | 'onEnd'> = {},
): Promise<WsApi> {
  const { world, settings } = services;
  const streaming = await services.streaming();
  const keys = isKeyed ? await services.keysOf(...keyHostsOf(api)) : undefined;
  const target = await streaming.addressOf(wsApiOf(api).host, keys);
  assertWsApiServed(api, target.interface);
  await streaming.attemptGateOf(target)(world.interrupt);
  const opened = new WsApi({
    clock: world.clock,
    open: streaming.open,
    url: target.url,
    timeoutMs: settings.timeoutMs,
    ...events,
  });
  until.addEventListener('abort', () => opened.close(), { once: true });
  return opened;
}
