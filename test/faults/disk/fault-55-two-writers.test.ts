/**
 * Fault 55: Several processes write the same file at once.
 *
 * Their writes are serialised and none is lost: every profile that was added, and every order that was recorded, is there.
 */
import { expect, it } from 'vitest';
import { json } from '../../acceptance/outcomes.ts';
import { CANARY_KEYS } from '../../acceptance/scripted-exchange.ts';
import { bourse, temporaryFolder } from '../../acceptance/world.ts';
import { expectNoCanary, ORDER, ORDER_ID, openFaultExchange } from '../fault-exchange.ts';

it('every profile that was added at the same time is there', async () => {
  const home = temporaryFolder();
  const names = Array.from({ length: 8 }, (_, index) => `profile-${index}`);
  const added = await Promise.all(
    names.map((name) =>
      bourse(`profile add ${name} --env live --api-key env:BOURSE_API_KEY --secret env:BOURSE_API_SECRET`, {
        home,
        environment: CANARY_KEYS,
      }),
    ),
  );
  for (const outcome of added) {
    expect(outcome.code).toBe(0);
    expectNoCanary(outcome);
  }
  const listed = json<{ name: string }[]>(await bourse('profile list', { home }));
  expect(listed.map(({ name }) => name)).toEqual(names);
});

it('every order that was placed at the same time is recorded once', async () => {
  const exchange = await openFaultExchange();
  const home = temporaryFolder();
  const ids = Array.from({ length: 8 }, (_, index) => `${ORDER_ID}-${index}`);
  const placed = await Promise.all(
    ids.map((id) => exchange.run(`${ORDER.replace(ORDER_ID, id)} --despite-unresolved`, { home })),
  );
  expect(placed.map(({ code }) => code)).toEqual(ids.map(() => 0));
  const listed = json<{ clientOrderId: string; state: string }[]>(
    await exchange.run('orders list', { home }),
  );
  expect(listed.map(({ clientOrderId }) => clientOrderId).sort()).toEqual(ids);
  expect(new Set(listed.map(({ state }) => state))).toEqual(new Set(['ACKED']));
});
