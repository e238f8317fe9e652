/**
 * `bourse ws call`: calls one method of the WebSocket API. Orders are sent once and looked up if unconfirmed.
 */
import { type Redactor, redactSecrets } from '../../app/redaction.ts';
import { assertWsApiServed } from '../../app/ws-api-served.ts';
import * as LIMITS from '../../catalogue/limits/signing.ts';
import type { WsMethod } from '../../catalogue/stream-types.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { isOnlyToday, wsApiOf } from '../../catalogue/ws-apis.ts';
import { WS_METHODS } from '../../catalogue/ws-methods.ts';
import { asToolError, EXIT_CODES, type ExitCode, usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import {
  assertFreshTimes,
  type DispatchTools,
  dispatchWrite,
  orderRecvWindowOf,
} from '../../orders/dispatch.ts';
import { placeOnce } from '../../orders/place.ts';
import type { Permit } from '../../request/permit.ts';
import { prepareRequest } from '../../request/prepare.ts';
import { hasRefusedValue } from '../../request/today.ts';
import type { Answer, PreparedRequest, WireArguments } from '../../request/types.ts';
import type { WsApi, WsReply } from '../../stream/ws-api.ts';
import { jsonParams, type WsParams } from '../../stream/ws-signature.ts';
import { confirm } from '../calling/confirm.ts';
import { withClientOrderIds } from '../ordering/client-order-ids.ts';
import {
  createIdGenerator,
  createOrderFinder,
  type OrderSession,
  openOrderSession,
} from '../ordering/order-session.ts';
import type { CommandCall } from '../types.ts';
import {
  type BothHalves,
  type CancelReplaceResult,
  readHalves,
  resolveCancelReplace,
} from './cancel-replace.ts';
import {
  chosenApi,
  endpointOf,
  hostOption,
  keyHostsOf,
  methodOf,
  openWsApi,
  readPairs,
  withinBudget,
} from './method-call.ts';
import { resolveCall, type VerifiedCall } from './verify-call.ts';

interface PreparedCall {
  readonly method: WsMethod;
  readonly endpoint: Endpoint;
  readonly request: PreparedRequest;
  readonly wire: WireArguments;
  readonly params: WsParams;
}

/** Runs the command; returns exit code 8 if only one half of a cancel-replace was executed. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { output, services, options } = call;
  const prepared = prepareCall(call);
  if (options['dry-run'] === true) {
    await showDryRun(call, prepared);
    return EXIT_CODES.done;
  }
  const isKeyed = prepared.method.security !== 'NONE';
  if (isKeyed) await services.keysOf(...keyHostsOf(prepared.method.api));
  await confirm(call, prepared.request, {
    wsMethod: prepared.method,
    endpoint: prepared.endpoint,
  });
  // The first Ctrl-C does not abort a call that was sent: the call's answer is more certain than a look-up.
  const api = await openWsApi(call, prepared.method.api, isKeyed, services.world.abandon);
  try {
    const now = services.world.clock.now();
    if (prepared.method.cancelReplace !== undefined) {
      const { body, summary, isPartial } = await cancelReplace(call, api, prepared);
      if (isPartial) output.note(summary);
      await output.answer(body, undefined, { now });
      return isPartial ? EXIT_CODES.partial : EXIT_CODES.done;
    }
    const { answer, view } = isVerifiable(prepared)
      ? { answer: await placeOrder(call, api, prepared), view: prepared.endpoint.view }
      : await sendMethod(call, api, prepared);
    await output.answer(answer.body, view, { now });
    return EXIT_CODES.done;
  } finally {
    api.close();
  }
}

function prepareCall(call: CommandCall): PreparedCall {
  const method = methodOf(chosenApi(call), String(call.positionals['method']));
  const endpoint = endpointOf(method);
  const pairs = readPairs((call.positionals['parameters'] ?? []) as readonly string[], method.method);
  const given = withClientOrderIds(endpoint, pairs, createIdGenerator(call));
  const { request, wire, notes } = prepareRequest(endpoint, given, {
    now: call.services.world.clock.now(),
    ...hostOption(method),
  });
  assertAcceptedToday(method, wire);
  for (const note of notes) call.output.note(note);
  return { method, endpoint, request, wire, params: jsonParams(wire, endpoint.params) };
}

/** Throws a usage error for an order that only the document's interface accepts, if the API is of today's interface. */
function assertAcceptedToday({ api, method, endpoint }: WsMethod, wire: WireArguments): void {
  const { refuses, replacedBy } = endpoint?.today ?? {};
  if (refuses === undefined || !isOnlyToday(api)) return;
  if (!hasRefusedValue(refuses, (name) => wire.get(name))) return;
  const other = WS_METHODS.find((one) => one.api === api && one.endpoint?.id === replacedBy?.endpoint);
  throw usageError(
    `${method} takes no ${refuses.param} ${wire.get(refuses.param)}: the exchange refuses it with ${refuses.code}.`,
    other === undefined
      ? 'Use bourse trade stop, trade take-profit or trade trailing-stop, which go over REST.'
      : `Use ${other.method}: bourse ws call ${other.method} --on ${api} …`,
  );
}

/** Returns whether the call is a write with a client order id and a query that finds it. */
function isVerifiable({ method, endpoint }: PreparedCall): boolean {
  return method.effect === 'write' && endpoint.clientIds !== undefined && endpoint.lookup !== undefined;
}

/**
 * Sends a method that places no order; an unconfirmed cancellation is looked up, other calls throw their
 * error.
 */
async function sendMethod(
  call: CommandCall,
  api: WsApi,
  { method, endpoint, request, params }: PreparedCall,
): Promise<VerifiedCall> {
  const { services } = call;
  const { view } = endpoint;
  const keys = method.security === 'NONE' ? undefined : await services.keysOf(...keyHostsOf(method.api));
  if (keys === undefined || method.security !== 'SIGNED') {
    const sender = await services.signedSender(request);
    const send = (permit: Permit) =>
      api.call(method, params, keys && { signer: keys.signer, permit, request });
    const reply = await withinBudget(sender, request, services.world.abandon, send);
    return { answer: await readReply(call, request, reply, keys), view };
  }
  const session = await openOrderSession(call, { ...request, host: wsApiOf(method.api).restHost });
  let times = signTimesOf(call, session);
  try {
    const reply = await withinBudget(session.sender, request, services.world.abandon, (permit) => {
      // The call may have waited for the rate limiter, so its timestamp is renewed.
      times = signTimesOf(call, session);
      return api.call(method, params, { signer: keys.signer, permit, request, times });
    });
    return { answer: await readReply(call, request, reply, keys), view };
  } catch (thrown) {
    const cause = asToolError(thrown);
    if (cause.facts.execution !== 'unknown') throw cause;
    const recvWindow = times.recvWindow ?? LIMITS.recvWindowDefault.value;
    const resolved = await resolveCall(call, {
      method,
      request,
      params,
      cause,
      times: { ...times, recvWindow },
    });
    call.output.note('The call got no conclusive answer. Current state:');
    return resolved;
  }
}

function signTimesOf({ services: { settings } }: CommandCall, { tools }: OrderSession) {
  return {
    timestamp: tools.serverTime.now(),
    ...(settings.recvWindowMs === undefined ? {} : { recvWindow: settings.recvWindowMs }),
  };
}

/**
 * Places an order over the WebSocket API: sends it once with a client order id, and looks the order up by
 * this id if the outcome is unknown.
 */
async function placeOrder(
  call: CommandCall,
  api: WsApi,
  { method, endpoint, request, wire, params }: PreparedCall,
): Promise<Answer> {
  const { param, noun, isChange: _isChange } = endpoint.clientIds!;
  const clientOrderId = wire.get(param)!;
  const keys = await call.services.keysOf(...keyHostsOf(method.api));
  const session = await openOrderSession({ ...call, endpoint }, request);
  const finder = await createOrderFinder(call, endpoint, session.sender.call);
  const placement = await placeOnce(
    {
      ...session.tools,
      lookup: finder.lookup(clientOrderId, wire),
      send: async (_request, times, signal) => {
        const send = (permit: Permit) => {
          assertFreshTimes(request, times, session.tools.serverTime.now());
          return api.call(method, params, { signer: keys.signer, permit, request, times });
        };
        return readReply(call, request, await withinBudget(session.sender, request, signal, send), keys);
      },
    },
    {
      ...session.options,
      recvWindow: orderRecvWindowOf(call.services.settings),
      clientOrderId,
      idField: finder.query.lookupFields!.idField,
      orderAt: endpoint.view?.rowsAt,
      resume: () => finder.resume(clientOrderId, wire),
    },
  );
  if (placement.state === 'FOUND')
    call.output.note(`The ${noun} ${safeText(clientOrderId)} was found: it was placed once.`);
  return placement.answer;
}

/**
 * Sends a cancel-replace once; the cancellation or placement whose result the answer leaves open is looked
 * up.
 */
async function cancelReplace(
  call: CommandCall,
  api: WsApi,
  { method, endpoint, request, wire, params }: PreparedCall,
): Promise<CancelReplaceResult> {
  const keys = await call.services.keysOf(...keyHostsOf(method.api));
  const session = await openOrderSession(
    { ...call, endpoint },
    { ...request, host: wsApiOf(method.api).restHost },
  );
  const recvWindow = orderRecvWindowOf(call.services.settings);
  let halves: BothHalves | undefined;
  const send: DispatchTools['send'] = async (_request, times, signal) => {
    const send = (permit: Permit) => {
      assertFreshTimes(request, times, session.tools.serverTime.now());
      return api.call(method, params, { signer: keys.signer, permit, request, times });
    };
    const reply = await withinBudget(session.sender, request, signal, send);
    const answer = redactReply(reply, keys);
    halves = readHalves(method, params, answer);
    return halves === undefined ? readReply(call, request, reply, keys) : answer;
  };
  const clientOrderId = wire.get(endpoint.clientIds!.param)!;
  const { times, reply } = await dispatchWrite(
    { ...session.tools, send },
    { ...session.options, request, recvWindow },
    [clientOrderId],
    (answer) => ({ is: 'acked', answer }),
  );
  if (reply.is === 'refused' || reply.is === 'duplicate') throw reply.error;
  const cause = asToolError(reply.is === 'unknown' ? reply.cause : new Error('the answer contains no order'));
  return resolveCancelReplace(call, { method, request, params, times, cause }, halves);
}

/**
 * Returns the answer of a WebSocket API call without secrets, or throws the error of a refusal, as for REST.
 */
async function readReply(
  { output, options }: CommandCall,
  request: PreparedRequest,
  reply: WsReply,
  keys?: Redactor,
): Promise<Answer> {
  if (options['limits'] === true) {
    for (const { rateLimitType, interval, intervalNum, count, limit } of reply.limits)
      output.note(`${safeText(rateLimitType)} ${intervalNum} ${safeText(interval)}: ${count} of ${limit}`);
  }
  const { throwOnRefusal } = await import('../../transport/answer.ts');
  return throwOnRefusal(request, keys === undefined ? reply.answer : redactReply(reply, keys));
}

function redactReply({ answer, params }: WsReply, keys: Redactor): Answer {
  return { ...answer, body: redactSecrets(answer.body, keys, params['signature']) };
}

/** Prints the call without the parameters that are added when it is sent. */
async function showDryRun({ output, services }: CommandCall, prepared: PreparedCall): Promise<void> {
  const { method, params, request } = prepared;
  const { host } = wsApiOf(method.api);
  assertWsApiServed(method.api, await services.interfaceOf(request, host));
  const { environment, origin, path } = await services.destinationOf(request, host);
  const isOrder = isVerifiable(prepared) || method.cancelReplace !== undefined;
  const recvWindow = isOrder
    ? orderRecvWindowOf(services.settings)
    : (services.settings.recvWindowMs ?? null);
  const isSigned = method.security === 'SIGNED';
  const window = recvWindow === null ? [] : ['recvWindow'];
  return output.value({
    sent: false,
    environment,
    url: `${origin ?? host}${path}`,
    method: method.method,
    params: { ...params },
    security: method.security,
    effect: method.effect,
    weight: { ...request.weight },
    addedWhenSent: isSigned
      ? ['apiKey', ...window, 'signature', 'timestamp']
      : method.security === 'KEY'
        ? ['apiKey']
        : [],
    recvWindow: isSigned ? recvWindow : null,
  });
}
