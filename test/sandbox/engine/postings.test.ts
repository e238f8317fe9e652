/** The ledger moves no amount that an account does not have. */
import { describe, expect, it } from 'vitest';
import { freeBalance, Ledger } from '../../../src/sandbox/engine/ledger/postings.ts';

/** Returns a ledger in which a user has 10 USDT, of which 4 are locked. */
function openLedger() {
  const ledger = new Ledger();
  const outside = ledger.openAccount('outside', true);
  const user = ledger.openAccount('user', false);
  const other = ledger.openAccount('other', false);
  ledger.transfer('USDT', 10n, outside, user);
  ledger.lock('USDT', 4n, user);
  return { ledger, outside, user, other };
}

const balanceIn = ({ user }: ReturnType<typeof openLedger>) => user.balances.get('USDT');

describe('an account that may not be overdrawn', () => {
  it('gives its last unit, and not one more', () => {
    const books = openLedger();
    expect(() => books.ledger.transfer('USDT', 7n, books.user, books.other)).toThrow(
      'user does not have 7 of USDT',
    );
    expect(balanceIn(books)).toEqual({ free: 6n, locked: 4n });
    expect(books.other.balances.get('USDT')?.free ?? 0n).toBe(0n);
    books.ledger.transfer('USDT', 6n, books.user, books.other);
    expect([balanceIn(books), freeBalance(books.other, 'USDT')]).toEqual([{ free: 0n, locked: 4n }, 6n]);
  });

  it('locks its last free unit, and not one more', () => {
    const books = openLedger();
    expect(() => books.ledger.lock('USDT', 7n, books.user)).toThrow('does not have 7');
    expect(balanceIn(books)).toEqual({ free: 6n, locked: 4n });
    books.ledger.lock('USDT', 6n, books.user);
    expect(balanceIn(books)).toEqual({ free: 0n, locked: 10n });
  });

  it('unlocks what is locked, and not one more', () => {
    const books = openLedger();
    expect(() => books.ledger.unlock('USDT', 5n, books.user)).toThrow('does not have 5');
    expect(balanceIn(books)).toEqual({ free: 6n, locked: 4n });
    books.ledger.unlock('USDT', 4n, books.user);
    expect(balanceIn(books)).toEqual({ free: 10n, locked: 0n });
  });
});

it('the outside world may be overdrawn, but locks only what it has', () => {
  const { ledger, outside, user } = openLedger();
  ledger.transfer('USDT', 5n, outside, user);
  expect(freeBalance(outside, 'USDT')).toBe(-15n);
  expect(() => ledger.lock('USDT', 1n, outside)).toThrow('does not have 1');
});

it('no negative amount is moved, which would take from the receiver', () => {
  const books = openLedger();
  const { ledger, user, other } = books;
  for (const move of [
    () => ledger.transfer('USDT', -1n, other, user),
    () => ledger.lock('USDT', -1n, user),
    () => ledger.unlock('USDT', -1n, user),
  ])
    expect(move).toThrow('must be 0 or more');
  expect(balanceIn(books)).toEqual({ free: 6n, locked: 4n });
});

it('the balances of an asset sum to zero, locked ones included', () => {
  const { ledger, user, other } = openLedger();
  ledger.transfer('USDT', 6n, user, other);
  expect([...ledger.totals()]).toEqual([['USDT', 0n]]);
});
