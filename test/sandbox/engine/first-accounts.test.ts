/** The accounts that an exchange begins with are opened when something first looks at accounts. */
import { expect, it } from 'vitest';
import {
  Accounts,
  type ApiKey,
  PERMISSIONS,
  type User,
} from '../../../src/sandbox/engine/ledger/accounts.ts';
import type { Checkpointer } from '../../../src/sandbox/engine/state/checkpointer.ts';

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

/** An account and a user that were opened elsewhere: they let a method be called before the first accounts are open. */
const OTHERS = new Accounts();
const STRANGER: User = { ...OTHERS.addUser('mallory', 0)!, id: 7 };
const KEY: ApiKey = {
  apiKey: 'x'.repeat(64),
  user: STRANGER,
  kind: 'HMAC',
  secret: 'x',
  permissions: new Set(PERMISSIONS),
};
const WRITER = { value: (current: unknown) => current, inline: () => {} } as unknown as Checkpointer;

/** A use of each public member that opens the first accounts, with what it returns. */
const USES: Readonly<Record<string, (accounts: Accounts) => readonly [found: unknown, expected: unknown]>> = {
  users: ({ users }) => [users.map(({ name }) => name), ['alice']],
  keys: ({ keys }) => [[...keys].map(({ apiKey }) => apiKey), [API_KEY]],
  ledger: ({ ledger }) => [ledger.accounts.map(({ name }) => name).at(-1), 'user alice'],
  names: ({ names }) => [(names.find('user 100001') as User).name, 'alice'],
  findUser: (accounts) => [accounts.findUser('alice')?.id, 100_001],
  findKey: (accounts) => [accounts.findKey(API_KEY)?.user.name, 'alice'],
  addUser: (accounts) => [
    [accounts.addUser('bob', 0)?.id, accounts.addUser('alice', 0)],
    [100_002, undefined],
  ],
  addMarginTrader: (accounts) => [accounts.addMarginTrader(STRANGER), STRANGER],
  addKey: (accounts) => [accounts.addKey(KEY), true],
  removeKey: (accounts) => [accounts.removeKey(API_KEY), true],
  walletOf: (accounts) => [
    accounts.walletOf({ ...STRANGER, wallets: new Map([['FUNDING', STRANGER.account]]) }, 'FUNDING'),
    STRANGER.account,
  ],
  houseAccount: (accounts) => [accounts.houseAccount('insurance').name, 'insurance'],
  deposit: (accounts) => [accounts.deposit(STRANGER, 'BTC', 1n, 0), undefined],
  checkpoint: (accounts) => [accounts.checkpoint(WRITER), undefined],
};

/** Members that return an account of the exchange, which is there from the start. */
const OPEN_FROM_START = ['outside', 'market', 'fees'];

it.each(Object.entries(USES))('are opened once, before the first use of %s', (_, use) => {
  const { accounts, calls } = lazyAccounts();
  expect(calls.count).toBe(0);
  const [found, expected] = use(accounts);
  expect(calls.count).toBe(1);
  expect(found).toEqual(expected);
  accounts.findUser('alice');
  expect(calls.count).toBe(1);
});

it('have a test for each public member of their class', () => {
  const inherited = Object.getOwnPropertyNames(Accounts.prototype).filter((name) => name !== 'constructor');
  const members = [...inherited, ...Object.keys(new Accounts())];
  expect(members.toSorted()).toEqual([...Object.keys(USES), ...OPEN_FROM_START].toSorted());
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
