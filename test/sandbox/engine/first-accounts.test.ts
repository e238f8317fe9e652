/** The accounts that an exchange begins with are opened when something first looks at accounts. */
import { expect, it } from 'vitest';
import { Accounts, PERMISSIONS } from '../../../src/sandbox/engine/ledger/accounts.ts';

const API_KEY = 'k'.repeat(64);

/** Returns accounts whose first user is alice with one key, and how often she was added. */
function lazyAccounts() {
  const calls = { count: 0 };
  const accounts = new Accounts((opened) => {
    calls.count += 1;
    const user = opened.addUser('alice', 0)!;
    const permissions = new Set(PERMISSIONS);
    opened.addKey({ apiKey: API_KEY, user, kind: 'HMAC', secret: 's', permissions });
    opened.ledger.transfer('BTC', 5n, opened.outside, user.account);
  });
  return { accounts, calls };
}

it.each<readonly [string, (accounts: Accounts) => unknown, unknown]>([
  ['users', ({ users }) => users.map(({ name }) => name), ['alice']],
  ['keys', ({ keys }) => [...keys].map(({ apiKey }) => apiKey), [API_KEY]],
  ['a user by name', (accounts) => accounts.findUser('alice')?.id, 100_001],
  ['a key', (accounts) => accounts.findKey(API_KEY)?.user.name, 'alice'],
  ['a second user', (accounts) => accounts.addUser('bob', 0)?.id, 100_002],
  ['a user of the same name', (accounts) => accounts.addUser('alice', 0), undefined],
  ['the removal of a key', (accounts) => accounts.removeKey(API_KEY), true],
  ['balances', ({ ledger }) => ledger.accounts.map(({ name }) => name).at(-1), 'user alice'],
  ['an account of the exchange', (accounts) => accounts.houseAccount('insurance').name, 'insurance'],
  ['an object by its name', ({ names }) => names.find('user 100001'), { name: 'alice' }],
])('are opened before the first use of %s, once', (_, use, expected) => {
  const { accounts, calls } = lazyAccounts();
  expect(calls.count).toBe(0);
  const found = use(accounts);
  if (typeof expected === 'object' && expected !== null) expect(found).toMatchObject(expected);
  else expect(found).toBe(expected);
  accounts.findUser('alice');
  expect(calls.count).toBe(1);
});

it('stand before accounts of the exchange in the ledger, as if they had been opened at once', () => {
  const { accounts } = lazyAccounts();
  accounts.houseAccount('insurance');
  const names = accounts.ledger.accounts.map(({ name }) => name);
  expect(names).toEqual(['outside', 'market', 'fees', 'user alice', 'insurance']);
});

it('refuse a second key of the same text also where the first was not opened yet', () => {
  const { accounts } = lazyAccounts();
  const user = new Accounts().addUser('mallory', 0)!;
  const permissions = new Set(PERMISSIONS);
  expect(accounts.addKey({ apiKey: API_KEY, user, kind: 'HMAC', secret: 'x', permissions })).toBe(false);
});
