/** One user operation as plain data: the same operations in the same order give the same exchange state. */
import { createHmac } from 'node:crypto';
import type { AdminCommand } from '../../../../src/sandbox/admin-commands.ts';
import type { DemoKeys } from '../../../../src/sandbox/engine/ledger/demo-keys.ts';
import type { SandboxExchange } from '../../../../src/sandbox/exchange/create-exchange.ts';
import { answerRequest, runAdminCommand, runDueEvents } from '../../../../src/sandbox/exchange/requests.ts';
import type { ManualClock } from '../../manual-clock.ts';

export type Params = Readonly<Record<string, string | number>>;

export interface OperationCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly params: Params;
  /** Whether the endpoint is public and needs no signature. */
  readonly isPublic?: true;
}

export interface Operation {
  /** The kind under which the operation is counted. */
  readonly kind: string;
  /** The idle time before the operation in ms. */
  readonly waitMs: number;
  /** The user who makes the calls. */
  readonly user: string;
  readonly calls: readonly OperationCall[];
  /** An admin command that runs before the calls. */
  readonly admin?: AdminCommand;
}

/** A call and its response. */
export interface CallAnswer {
  readonly call: OperationCall;
  readonly status: number;
  readonly body: string;
}

/** Performs an operation, after the events that fall due in its idle time; returns the responses. */
export function performOperation(
  exchange: SandboxExchange,
  clock: ManualClock,
  traders: ReadonlyMap<string, DemoKeys>,
  { waitMs, user, calls, admin }: Operation,
): readonly CallAnswer[] {
  clock.move(waitMs);
  runDueEvents(exchange, clock.now());
  if (admin !== undefined) runAdminCommand(exchange, admin);
  const trader = traders.get(user)!;
  return calls.map((call) => {
    const { status, body } = answerRequest(exchange, requestOf(call, trader, clock.now()));
    return { call, status, body };
  });
}

function requestOf(
  { method, path, params, isPublic }: OperationCall,
  { apiKey, apiSecret }: DemoKeys,
  timestamp: number,
) {
  const pairs = Object.entries(params).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  if (isPublic)
    return { method, target: `${path}?${pairs.join('&')}`, headers: {}, body: '', client: '127.0.0.1' };
  const query = [...pairs, `timestamp=${timestamp}`].join('&');
  const signature = createHmac('sha256', apiSecret).update(query).digest('hex');
  const target = `${path}?${query}&signature=${signature}`;
  return { method, target, headers: { 'x-mbx-apikey': apiKey }, body: '', client: '127.0.0.1' };
}
