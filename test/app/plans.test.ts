/** Plans: the idempotency key that each has, and that no other write is sent under it. */
import { describe, expect, it } from 'vitest';
import { WriteJournal } from '../../src/app/journal/write-journal.ts';
import { approvePlan, executePlan, readOpenPlan } from '../../src/app/policy/plans.ts';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import { ToolError } from '../../src/core/errors.ts';
import { parsePolicy } from '../../src/policy/policy-file.ts';
import { buildRequest } from '../../src/request/prepare.ts';
import { fixedClock } from '../acceptance/world.ts';
import { worldWith } from './stubs.ts';

const POLICY = parsePolicy(JSON.stringify({ version: 1, default: 'ask', rules: [] }), 'policy.json');
const ORIGIN = { venue: 'sandbox', account: 'f00', profile: undefined, origin: 'sandbox' };

function requestOf(id: string, wire: Readonly<Record<string, string>>) {
  const endpoint = ENDPOINTS.find((one) => one.id === id)!;
  return buildRequest(endpoint, new Map(Object.entries(wire)));
}

const orderOf = (newClientOrderId: string, price = '100') =>
  requestOf('spot.order.new', {
    ...{ symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '1' },
    ...{ price, newClientOrderId },
  });
const TRANSFER = { type: 'MAIN_MARGIN', asset: 'USDT', amount: '5' };
const transferOf = (amount = '5') => requestOf('funds.transfer', { ...TRANSFER, amount });

/** Returns the functions of one machine: planning and executing a write, approving its plan, and its journal. */
function openMachine() {
  const world = worldWith(fixedClock());
  const execute = (request: ReturnType<typeof requestOf>, idempotencyKey?: string) =>
    executePlan({
      ...{ world, policy: POLICY, venue: ORIGIN.venue, request },
      reader: {
        ...{ account: ORIGIN.account, profile: undefined, idempotencyKey },
        call: async () => Promise.reject(new Error('nothing is read')),
        addressOf: async () => undefined,
      },
      refusal: (message, hint) => new ToolError({ kind: 'refused', message, hint }),
    });
  /** Returns the error of a write that is not sent, with the plan and the key that it names. */
  const refused = async (...write: Parameters<typeof execute>) => {
    const error = await execute(...write).then(
      () => undefined,
      (thrown: ToolError) => thrown,
    );
    const [, plan = '', key = ''] =
      /bourse approve (\S+)\. Then .*--idempotency-key (\S+)\.$/.exec(error?.facts.hint ?? '') ?? [];
    return { kind: error?.kind, message: error?.message, hint: error?.facts.hint, plan, key };
  };
  const approve = async (plan: string) => approvePlan(world, await readOpenPlan(world, POLICY, plan));
  /** Sends an approved write; its outcome stays open if `end` is absent. */
  const send = async (request: ReturnType<typeof requestOf>, key?: string, end?: 'ACKED') => {
    const journal = new WriteJournal({
      ...{ world, note: () => {}, command: 'test', ignoresUnresolved: false },
      ...(key === undefined ? {} : { idempotency: { key, digest: JSON.stringify(request.body) } }),
    });
    await journal.begin(request, ORIGIN, undefined, await execute(request, key));
    await journal.record(request, end ?? 'UNKNOWN');
    await journal.finish();
  };
  return { execute, refused, approve, send };
}

describe('a plan', () => {
  it('has the key of the command, or the client order id, or a new key', async () => {
    const { refused } = openMachine();
    expect((await refused(orderOf('o-1'), 'given')).key).toBe('given');
    expect((await refused(orderOf('o-1'))).key).toBe('o-1');
    const [one, other] = [await refused(transferOf()), await refused(transferOf())];
    expect(one.key).toMatch(/^plan-[0-9a-f]{24}$/);
    expect([other.key === one.key, other.plan === one.plan]).toEqual([false, false]);
    expect((await refused(transferOf(), one.key)).plan).toBe(one.plan);
  });

  it('that was executed names the write, and no order is sent under its key again', async () => {
    const { refused, approve, send } = openMachine();
    await approve((await refused(orderOf('o-1'))).plan);
    await send(orderOf('o-1'), undefined, 'ACKED');
    expect(await refused(orderOf('o-1'))).toMatchObject({
      kind: 'refused',
      message: 'Its approval was used.',
      hint: expect.stringMatching(/bourse orders show w\w+\.$/),
    });
    for (const key of [undefined, 'o-1'])
      expect(await refused(orderOf('o-1', '101'), key)).toMatchObject({
        kind: 'usage',
        message: 'The idempotency key "o-1" was used for another command or other parameters.',
      });
  });

  it('under a key that a command has used is refused to an order with this client order id', async () => {
    const { refused, approve, send } = openMachine();
    await approve((await refused(orderOf('o-1'), 'o-1')).plan);
    await send(orderOf('o-1'), 'o-1', 'ACKED');
    expect(await refused(orderOf('o-1', '101'))).toMatchObject({ kind: 'usage' });
  });

  it('of a write without an id is not executed while an equal one is unresolved, under whichever key', async () => {
    const { refused, approve, send, execute } = openMachine();
    const first = await refused(transferOf(), 'k-1');
    const second = await refused(transferOf(), 'k-2');
    const other = await refused(transferOf('6'), 'k-3');
    for (const { plan } of [first, second, other]) await approve(plan);
    await send(transferOf(), 'k-1');
    expect(await refused(transferOf(), 'k-2')).toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/^It is not known what became of an equal one, the transfer w\w+\.$/),
      hint: expect.stringMatching(/^Resolve it first: bourse orders resolve w\w+\.$/),
    });
    expect(await execute(transferOf('6'), 'k-3')).toHaveLength(1);
  });
});
