/** One thing that somebody does, as plain data: the same operations in the same order lead to the same exchange. */
import { createHmac } from 'node:crypto';
import type { AdminCommand } from '../../../../src/sandbox/admin-commands.ts';
import type { DemoKeys } from '../../../../src/sandbox/engine/ledger/demo-keys.ts';
import {
  answer,
  command,
  type SandboxExchange,
  settled,
} from '../../../../src/sandbox/exchange/create-exchange.ts';
import type { StillClock } from '../../clock.ts';

export type Params = Readonly<Record<string, string | number>>;

export interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly params: Params;
  /** Whether it needs no key and takes no signature. */
  readonly isOpen?: true;
}

export interface Operation {
  /** What it is counted as. */
  readonly kind: string;
  /** How long before it nothing is done, in ms. */
  readonly waitMs: number;
  /** Whose calls they are. */
  readonly user: string;
  readonly calls: readonly Sent[];
  /** What the owner of the sandbox does before them. */
  readonly admin?: AdminCommand;
}

/** What came of a call. */
export interface Answered {
  readonly sent: Sent;
  readonly status: number;
  readonly body: string;
}

/** Does an operation; what happens by itself meanwhile happens before. */
export function perform(
  exchange: SandboxExchange,
  clock: StillClock,
  traders: ReadonlyMap<string, DemoKeys>,
  { waitMs, user, calls, admin }: Operation,
): readonly Answered[] {
  clock.move(waitMs);
  settled(exchange, clock.now());
  if (admin !== undefined) command(exchange, admin);
  const trader = traders.get(user)!;
  return calls.map((sent) => {
    const { status, body } = answer(exchange, requestOf(sent, trader, clock.now()));
    return { sent, status, body };
  });
}

function requestOf(
  { method, path, params, isOpen }: Sent,
  { apiKey, apiSecret }: DemoKeys,
  timestamp: number,
) {
  const words = Object.entries(params).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  if (isOpen)
    return { method, target: `${path}?${words.join('&')}`, headers: {}, body: '', client: '127.0.0.1' };
  const query = [...words, `timestamp=${timestamp}`].join('&');
  const signature = createHmac('sha256', apiSecret).update(query).digest('hex');
  const target = `${path}?${query}&signature=${signature}`;
  return { method, target, headers: { 'x-mbx-apikey': apiKey }, body: '', client: '127.0.0.1' };
}
