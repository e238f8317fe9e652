/** `bourse ws call`: one method of the WebSocket API. Orders are sent once; one whose answer is lost is looked up. */
import { type Redactor, redactSecrets } from '../../app/redaction.ts';
import * as LIMITS from '../../catalogue/limits/signing.ts';
import type { WsMethod } from '../../catalogue/stream-types.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { asToolError, EXIT_CODES, type ExitCode } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { type DispatchTools, dispatch } from '../../orders/dispatch.ts';
import { ORDER_RECV_WINDOW_MS, placeOnce } from '../../orders/place.ts';
import { prepare } from '../../request/prepare.ts';
import type { Answer, PreparedRequest, WireArguments } from '../../request/types.ts';
import type { WsApi, WsReply } from '../../stream/ws-api.ts';
import { jsonParams, type Params } from '../../stream/ws-signature.ts';
import { confirm } from '../calling/send-write.ts';
import { withOwnIds } from '../ordering/client-order-ids.ts';
import { finderOf, idMaker, type OrderDesk, openDesk } from '../ordering/order-session.ts';
import type { CommandCall } from '../types.ts';
import { type BothHalves, halvesTold, type Replaced, settleReplaced } from './cancel-replace.ts';
import { endpointOf, hostOf, KEY_HOSTS, methodOf, openWsApi, pairsOf, withinBudget } from './method-call.ts';
import { type Settled, settleLost } from './verify-call.ts';

interface Prepared {
  readonly method: WsMethod;
  readonly endpoint: Endpoint;
  readonly request: PreparedRequest;
  readonly wire: WireArguments;
  readonly params: Params;
}

/** Runs the command; ends with 8 where one half of it was done. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { output, services, options } = call;
  const wish = prepared(call);
  if (options['dry-run'] === true) {
    await showCall(call, wish);
    return EXIT_CODES.done;
  }
  const isKeyed = wish.method.security !== 'NONE';
  if (isKeyed) await services.keysOf(...KEY_HOSTS);
  await confirm(call, wish.request);
  // The first Ctrl-C does not break off a call that was sent: an answer is worth more than a query.
  const api = await openWsApi(call, isKeyed, services.world.abandon);
  try {
    const now = services.world.clock.now();
    if (wish.method.halves !== undefined) {
      const { body, partly } = await replaced(call, api, wish);
      if (partly !== undefined) output.note(partly);
      await output.answer(body, undefined, { now });
      return partly === undefined ? EXIT_CODES.done : EXIT_CODES.partial;
    }
    const { answer, view } = isLookedUp(wish)
      ? { answer: await placed(call, api, wish), view: wish.endpoint.view }
      : await called(call, api, wish);
    await output.answer(answer.body, view, { now });
    return EXIT_CODES.done;
  } finally {
    api.close();
  }
}

function prepared(call: CommandCall): Prepared {
  const method = methodOf(String(call.positionals['method']));
  const endpoint = endpointOf(method);
  const pairs = pairsOf((call.positionals['parameters'] ?? []) as readonly string[], method.method);
  const given = withOwnIds(endpoint, pairs, idMaker(call));
  const { request, wire, notes } = prepare(endpoint, given, {
    now: call.services.world.clock.now(),
    ...hostOf(method),
  });
  for (const note of notes) call.output.note(note);
  return { method, endpoint, request, wire, params: jsonParams(wire, endpoint.params) };
}

/** Writes that carry an id of ours and a query that finds it. */
function isLookedUp({ method, endpoint }: Prepared): boolean {
  return method.effect === 'write' && endpoint.ownId !== undefined && endpoint.lookup !== undefined;
}

/** A cancellation whose answer was lost is told as it stands; any other call with the words of the loss. */
async function called(
  call: CommandCall,
  api: WsApi,
  { method, endpoint, request, params }: Prepared,
): Promise<Settled> {
  const { services } = call;
  const { view } = endpoint;
  const keys = method.security === 'NONE' ? undefined : await services.keysOf(...KEY_HOSTS);
  if (keys === undefined || method.security !== 'SIGNED') {
    const sender = await services.signedSender(request);
    const sent = () => api.call(method, params, keys?.signer);
    const reply = await withinBudget(sender, request, services.world.abandon, sent);
    return { answer: await settled(call, request, reply, keys), view };
  }
  const desk = await openDesk(call, { ...request, host: 'spot' });
  let times = timesOf(call, desk);
  try {
    const reply = await withinBudget(desk.sender, request, services.world.abandon, () => {
      // It may have waited for its turn.
      times = timesOf(call, desk);
      return api.call(method, params, keys.signer, times);
    });
    return { answer: await settled(call, request, reply, keys), view };
  } catch (thrown) {
    const cause = asToolError(thrown);
    if (cause.facts.execution !== 'unknown') throw cause;
    const recvWindow = times.recvWindow ?? LIMITS.recvWindowDefault.value;
    const found = await settleLost(call, { method, params, cause, times: { ...times, recvWindow } });
    call.output.note('The call got no clear answer; this is how it stands.');
    return found;
  }
}

function timesOf({ services: { settings } }: CommandCall, { tools }: OrderDesk) {
  return {
    timestamp: tools.serverTime.now(),
    ...(settings.recvWindowMs === undefined ? {} : { recvWindow: settings.recvWindowMs }),
  };
}

/** The same path as any order: sent once under an id of our own, resolved by it where the answer was lost. */
async function placed(
  call: CommandCall,
  api: WsApi,
  { method, endpoint, request, wire, params }: Prepared,
): Promise<Answer> {
  const { param, noun, isChange: _isChange } = endpoint.ownId!;
  const clientOrderId = wire.get(param)!;
  const keys = await call.services.keysOf(...KEY_HOSTS);
  const desk = await openDesk({ ...call, endpoint }, request);
  const finder = await finderOf(call, endpoint, desk.sender.call);
  const placement = await placeOnce(
    {
      ...desk.tools,
      lookup: finder.lookup(clientOrderId, wire),
      send: async (_request, times, signal) => {
        const sent = () => api.call(method, params, keys.signer, times);
        return settled(call, request, await withinBudget(desk.sender, request, signal, sent), keys);
      },
    },
    {
      ...desk.options,
      recvWindow: call.services.settings.recvWindowMs ?? ORDER_RECV_WINDOW_MS,
      clientOrderId,
      idField: finder.query.shows!.id,
      orderAt: endpoint.view?.rowsAt,
      resume: () => finder.resume(clientOrderId, wire),
    },
  );
  if (placement.state === 'FOUND')
    call.output.note(`The ${noun} ${safeText(clientOrderId)} was found: it has been placed, once.`);
  return placement.answer;
}

/** Sent once like any order; an answer that tells of both halves stands, and what it leaves open is looked up. */
async function replaced(
  call: CommandCall,
  api: WsApi,
  { method, endpoint, request, wire, params }: Prepared,
): Promise<Replaced> {
  const keys = await call.services.keysOf(...KEY_HOSTS);
  const desk = await openDesk({ ...call, endpoint }, { ...request, host: 'spot' });
  const recvWindow = call.services.settings.recvWindowMs ?? ORDER_RECV_WINDOW_MS;
  let told: BothHalves | undefined;
  const send: DispatchTools['send'] = async (_request, times, signal) => {
    const sent = () => api.call(method, params, keys.signer, times);
    const reply = await withinBudget(desk.sender, request, signal, sent);
    const answer = cleaned(reply, keys);
    told = halvesTold(method, params, answer);
    return told === undefined ? settled(call, request, reply, keys) : answer;
  };
  const clientOrderId = wire.get(endpoint.ownId!.param)!;
  const { times, reply } = await dispatch(
    { ...desk.tools, send },
    { ...desk.options, request, recvWindow },
    [clientOrderId],
    (answer) => ({ is: 'acked', answer }),
  );
  if (reply.is === 'refused' || reply.is === 'duplicate') throw reply.error;
  const cause = asToolError(reply.is === 'unknown' ? reply.cause : new Error('the answer tells of no order'));
  return settleReplaced(call, { method, params, times, cause }, told);
}

/** Refusals become the errors that HTTP's do; nothing secret is in what is shown, whatever the exchange repeats. */
async function settled(
  { output, options }: CommandCall,
  request: PreparedRequest,
  reply: WsReply,
  keys?: Redactor,
): Promise<Answer> {
  if (options['limits'] === true) {
    for (const { rateLimitType, interval, intervalNum, count, limit } of reply.limits)
      output.note(`${safeText(rateLimitType)} ${intervalNum} ${safeText(interval)}: ${count} of ${limit}`);
  }
  const { throwOnRefusal: settle } = await import('../../transport/answer.ts');
  return settle(request, keys === undefined ? reply.answer : cleaned(reply, keys));
}

function cleaned({ answer, params }: WsReply, keys: Redactor): Answer {
  return { ...answer, body: redactSecrets(answer.body, keys, params['signature']) };
}

/** What would be sent, without what only the moment of sending knows. */
function showCall({ output }: CommandCall, { method, params, request }: Prepared): Promise<void> {
  const isSigned = method.security === 'SIGNED';
  return output.value({
    sent: false,
    method: method.method,
    params: { ...params },
    security: method.security,
    effect: method.effect,
    weight: { ...request.weight },
    addedWhenSent: isSigned
      ? ['apiKey', 'recvWindow', 'signature', 'timestamp']
      : method.security === 'KEY'
        ? ['apiKey']
        : [],
  });
}
