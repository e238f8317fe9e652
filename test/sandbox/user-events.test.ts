import { describe, expect, it } from 'vitest';
import { Accounts, type User } from '../../src/sandbox/engine/ledger/accounts.ts';
import { UserEvents, type UserStreamEvent } from '../../src/sandbox/engine/ledger/user-events.ts';

describe('a user event', () => {
  const accounts = new Accounts();
  const alice = accounts.addUser('alice', 0)!;

  it('of a margin account is delivered to the user on the stream of that account', () => {
    const margin: User = { ...alice, id: 7, onBehalfOf: { user: alice, scope: 'margin BTCUSDT' } };
    const userEvents = new UserEvents();
    const received: UserStreamEvent[] = [];
    userEvents.subscribe((event) => void received.push(event));
    userEvents.emit({ scope: 'spot', user: margin, time: 5, payload: () => '{"e":"executionReport"}' });
    userEvents.emit({ scope: 'spot', user: alice, time: 6, payload: () => '{}' });
    expect(received.map(({ scope, user, time }) => [scope, user.name, time])).toEqual([
      ['margin BTCUSDT', 'alice', 5],
      ['spot', 'alice', 6],
    ]);
    expect(received[0]!.user).toBe(alice);
    expect(received[0]!.payload()).toBe('{"e":"executionReport"}');
  });
});
