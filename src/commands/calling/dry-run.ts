/** Prints what --dry-run shows of a request and of an order. */
import type { Destination } from '../../app/destination.ts';
import { decideWrite } from '../../app/write-policy.ts';
import { isSigned } from '../../catalogue/define.ts';
import type { View } from '../../catalogue/types.ts';
import type { JsonValue } from '../../core/words.ts';
import { orderRecvWindowOf } from '../../orders/dispatch.ts';
import { KEY_HEADER } from '../../request/signature.ts';
import type { PreparedRequest } from '../../request/types.ts';
import { weightAt } from '../../request/weight.ts';
import type { CheckedOrder } from '../ordering/order-check.ts';
import type { CommandCall } from '../types.ts';

export interface ShowOptions {
  /** The recvWindow that the command sends, in ms; by default that of `--recv-window`, if given. */
  readonly recvWindowMs?: number;
}

/** Prints the exact request and its weight; sends nothing and reads no key. */
export async function showRequest(
  call: CommandCall,
  request: PreparedRequest,
  options: ShowOptions = {},
): Promise<void> {
  await call.output.value(await describeRequest(call, request, options), { shape: 'record', columns: [] });
}

/** Prints several requests like `showRequest`: a record for one, otherwise rows. */
export async function showRequests(call: CommandCall, requests: readonly PreparedRequest[]): Promise<void> {
  const [first] = requests;
  if (requests.length === 1) return showRequest(call, first!);
  const described: Awaited<ReturnType<typeof describeRequest>>[] = [];
  for (const request of requests) described.push(await describeRequest(call, request, {}));
  await call.output.value(described, REQUESTS);
}

/**
 * Prints an order as it would be sent, its weight and notional, and the result of each filter. The order is
 * not sent; the symbol rules and the market price may have been fetched, which needs no key.
 */
export async function showOrder(
  call: CommandCall,
  { request, verdicts, notional }: CheckedOrder,
  orderCount: number,
): Promise<void> {
  const { output } = call;
  const recvWindowMs = orderRecvWindowOf(call.services.settings);
  const description = { ...(await describeRequest(call, request, { recvWindowMs })), orderCount, notional };
  if (output.format !== 'table')
    return output.value({ ...description, filters: verdicts as unknown as JsonValue }, RECORD);
  const notionalText = notional === null ? 'unknown' : `${notional.amount} ${notional.asset ?? ''}`.trim();
  await output.value({ ...description, notional: notionalText }, RECORD);
  if (verdicts.length === 0) return;
  await output.text('');
  await output.value(verdicts as unknown as JsonValue, VERDICTS);
}

const RECORD: View = { shape: 'record', columns: [] };
const REQUESTS: View = {
  shape: 'rows',
  columns: [
    { name: 'method', is: 'text' },
    { name: 'url', is: 'text' },
    { name: 'body', is: 'text' },
    { name: 'environment', is: 'text' },
    { name: 'effect', is: 'text', hidden: true },
    { name: 'security', is: 'text', hidden: true },
  ],
};
const VERDICTS: View = {
  shape: 'rows',
  columns: [
    { name: 'verdict', is: 'text' },
    { name: 'filter', is: 'text' },
    { name: 'param', is: 'text' },
    { name: 'value', is: 'text' },
    { name: 'bound', title: 'allowed', is: 'text' },
    { name: 'nearest', is: 'text', hidden: true },
  ],
};

async function describeRequest(
  { services }: CommandCall,
  request: PreparedRequest,
  { recvWindowMs = services.settings.recvWindowMs }: ShowOptions,
) {
  const signed = isSigned(request.security);
  const recvWindow = signed && recvWindowMs !== undefined ? recvWindowMs : null;
  const window = recvWindow === null ? [] : ['recvWindow'];
  const { security, effect } = request;
  const frame = await services.wsMessageOf(request);
  if (frame !== undefined) {
    const { host, method, params, weight } = frame;
    const destination = await services.destinationOf(request, host);
    return {
      sent: false,
      environment: destination.environment,
      url: urlOf(destination),
      frame: { method, params: { ...params } },
      signed,
      addedWhenSent: ['id', 'apiKey', ...window, 'signature', 'timestamp'],
      recvWindow,
      security,
      effect,
      weight,
      ...(await describeDecision(services, request, destination)),
    };
  }
  const destination = await services.destinationOf(request);
  return {
    sent: false,
    environment: destination.environment,
    method: request.method,
    url: `${urlOf(destination)}${request.query === '' ? '' : `?${request.query}`}`,
    body: request.body ?? null,
    headers: { ...request.headers },
    signed,
    addedWhenSent: [
      ...(request.security === 'NONE' ? [] : [KEY_HEADER]),
      ...(signed ? [...window, 'timestamp', 'signature'] : []),
    ],
    recvWindow,
    security,
    effect,
    weight: { ...weightAt(request, destination.interface) } as JsonValue,
    ...(await describeDecision(services, request, destination)),
  };
}

/** Returns what the policy would decide; nothing where there is no policy. */
async function describeDecision(
  services: CommandCall['services'],
  request: PreparedRequest,
  destination: Destination,
) {
  const decision = await decideWrite(services.world, request, {
    destinationOf: () => destination,
    callerOf: () => services.callerOf(request),
  });
  return decision === undefined ? {} : { policy: { ...decision } };
}

/** Returns the address with the path; the sandbox has no address before one is started. */
function urlOf({ origin, host, path }: Destination): string {
  return `${origin ?? host}${path}`;
}
