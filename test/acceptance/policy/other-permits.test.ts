/**
 * Signing checks the permit by itself: with a gate that lets every write pass and gives the permit of another write, no
 * write leaves through any door.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { assertAllowed } from '../../../src/app/write-policy.ts';
import { permitWrite } from '../../../src/policy/permit.ts';
import type { PreparedRequest } from '../../../src/request/types.ts';
import { openRelayedRestAndWs } from '../relayed-rest-and-ws.ts';

/** Whether the gate gives the permit of another write. */
const gate = vi.hoisted(() => ({ givesOther: true }));

vi.mock('../../../src/app/write-policy.ts', async (original) => {
  const actual = await original<typeof import('../../../src/app/write-policy.ts')>();
  const gateOfOthers: typeof assertAllowed = async (world, request, ...rest) =>
    request.effect === 'write' && gate.givesOther
      ? { conditions: [], permit: () => permitWrite(otherThan(request)) }
      : actual.assertAllowed(world, request, ...rest);
  return { ...actual, assertAllowed: gateOfOthers };
});

/** Returns a request with one more zero in the quantity. */
function otherThan({ body, ...request }: PreparedRequest): PreparedRequest {
  return { ...request, body: body?.replace('quantity=0.', 'quantity=0.0') };
}

const PAIRS = [
  'symbol=BTCUSDT',
  'side=BUY',
  'type=LIMIT',
  'timeInForce=GTC',
  'quantity=0.001',
  'price=60000',
];
const LINE = `${JSON.stringify({
  id: 1,
  method: 'order.place',
  params: Object.fromEntries(PAIRS.map((pair) => pair.split('='))),
})}\n`;

const DOORS: Readonly<Record<string, { readonly words: string; readonly stdin?: string }>> = {
  'a command': { words: 'trade buy BTCUSDT 0.001 --at 60000 --yes' },
  'a command over the WebSocket API': { words: 'trade buy BTCUSDT 0.001 --at 60000 --yes --via ws' },
  api: { words: `api POST /api/v3/order ${PAIRS.join(' ')} --yes` },
  'ws call': { words: `ws call order.place ${PAIRS.join(' ')} --yes` },
  'ws session': { words: 'ws session --yes', stdin: LINE },
  'ws session that is logged on': { words: 'ws session --logon --yes', stdin: LINE },
};

afterEach(() => {
  gate.givesOther = true;
});

describe('a write whose bytes differ from its permit', () => {
  it.each(Object.entries(DOORS))('is not sent by %s, which sends it with its own', async (_door, call) => {
    const relayed = await openRelayedRestAndWs();
    const placed = () =>
      relayed.rest.requests.filter(({ method }) => method === 'POST').length +
      relayed.ws.requests.filter(({ method }) => method === 'order.place').length;
    const { stderr, stdout } = await relayed.run(call.words, call);
    expect(placed()).toBe(0);
    expect(stdout + stderr).toContain('The call was not signed: its parameters are not those of its permit.');
    gate.givesOther = false;
    await relayed.run(call.words, call);
    expect(placed()).toBe(1);
  });
});
