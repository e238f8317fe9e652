import { describe, expect, it } from 'vitest';
import { Accounts, type User } from '../../src/sandbox/engine/ledger/accounts.ts';
import { UserEvents, type UserStreamEvent } from '../../src/sandbox/engine/ledger/user-events.ts';

describe('a user event', () => {
  const accounts = new Accounts();
  const alice = accounts.addUser('alice', 0)!;

  it('of a margin account is delivered to its owner, on the stream of that account', () => {
    const margin: User = { ...alice, id: 7, onBehalfOf: { user: alice, scope: 'margin BTCUSDT' } };
    const notices = new UserEvents();
    const heard: UserStreamEvent[] = [];
    notices.subscribe((notice) => void heard.push(notice));
    notices.emit({ scope: 'spot', user: margin, time: 5, payload: () => '{"e":"executionReport"}' });
    notices.emit({ scope: 'spot', user: alice, time: 6, payload: () => '{}' });
    expect(heard.map(({ scope, user, time }) => [scope, user.name, time])).toEqual([
      ['margin BTCUSDT', 'alice', 5],
      ['spot', 'alice', 6],
    ]);
    expect(heard[0]!.user).toBe(alice);
    expect(heard[0]!.payload()).toBe('{"e":"executionReport"}');
  });
});
