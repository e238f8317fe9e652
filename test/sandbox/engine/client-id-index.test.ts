import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { User } from '../../../src/sandbox/engine/ledger/accounts.ts';
import { ClientIdIndex } from '../../../src/sandbox/engine/spot/client-id-index.ts';
import type { SpotOrder } from '../../../src/sandbox/engine/spot/orders.ts';

const IDS = ['a', 'b', 'c', 'd'];
const USERS = [{ id: 1 }, { id: 2 }] as unknown as readonly User[];

describe('the client order id index', () => {
  it('finds the same orders as a map from each id to its last order, amendments included', () => {
    const step = fc.record({
      isRename: fc.boolean(),
      user: fc.nat(1),
      id: fc.nat(IDS.length - 1),
      which: fc.nat(30),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const orders: SpotOrder[] = [];
        const ids = new ClientIdIndex((orderId) => orders[orderId - 1]!);
        const last = new Map<string, SpotOrder>();
        const keyOf = (user: User, id: string) => `${user.id} ${id}`;
        for (const { isRename, user, id, which } of steps) {
          const clientOrderId = IDS[id]!;
          const renamed = orders[which % Math.max(1, orders.length)];
          if (isRename && renamed !== undefined) {
            if (renamed.clientOrderId === clientOrderId) continue;
            const before = keyOf(renamed.user, renamed.clientOrderId);
            if (last.get(before) === renamed) last.delete(before);
            ids.rename(renamed, clientOrderId);
            last.set(keyOf(renamed.user, clientOrderId), renamed);
          } else {
            const order = { orderId: orders.length + 1, user: USERS[user], clientOrderId } as SpotOrder;
            orders.push(order);
            ids.add(order);
            last.set(keyOf(order.user, clientOrderId), order);
          }
          for (const one of USERS) {
            for (const name of IDS) expect(ids.find(one, name)).toBe(last.get(keyOf(one, name)));
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
