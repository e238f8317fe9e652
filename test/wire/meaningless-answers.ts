/** Answers of status 2xx that prove nothing, and an exchange that gives one of them to a write. */
import { onTestFinished } from 'vitest';
import type { Endpoint } from '../../src/catalogue/types.ts';
import { type Relay, startRelay } from '../acceptance/relay.ts';
import { NOW } from '../acceptance/world.ts';

/** Bodies that no exchange sends for a write that was done, unless a write documents an empty object. */
export const MEANINGLESS_BODIES = [
  '{}',
  'null',
  '[]',
  '""',
  '0',
  'true',
  'OK',
  '{"success":false}',
  '{"success":true}',
  '{"code":500,"msg":"internal"}',
  '{"code":1}',
  '{"msg":"success"}',
  '[{}]',
  '[null]',
  '{"symbol":"ANOTHER","orderId":77,"clientOrderId":"another","origClientOrderId":"another","status":"NEW"}',
  '{"symbol":"BTCUSDT","orderId":',
] as const;

/**
 * Starts an exchange that answers the write with `body` and refuses every query but that of its clock. `onWrite` runs when
 * the write arrives, before it is answered.
 */
export async function startMeaninglessExchange(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  body: string,
  onWrite: () => Promise<void> = async () => {},
): Promise<Relay> {
  const relay = await startRelay('http://127.0.0.1:1');
  onTestFinished(() => relay.close());
  relay.setAction(async (request) => {
    if (request.method === method && request.path === path) {
      await onWrite();
      return { status: 200, body };
    }
    if (request.method === 'GET' && request.path.endsWith('/time'))
      return { status: 200, body: `{"serverTime":${NOW}}` };
    return { status: 400, body: '{"code":-1100,"msg":"Recorded."}' };
  });
  return relay;
}
