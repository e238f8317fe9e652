/**
 * Loans in double-entry bookkeeping: principal is paid from the lender account and back to it, interest is
 * paid to an account of its own. The negative balance of the lender always equals the outstanding principal
 * of all borrowers.
 */

import type { Accounts } from '../ledger/accounts.ts';
import { amountText } from '../ledger/amounts.ts';
import { freeBalance } from '../ledger/postings.ts';
import type { UserEvents } from '../ledger/user-events.ts';
import { emitBalanceUpdate } from '../spot/user-events.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { Debt, DebtCause, InterestKind, MarginAccount } from './accounts.ts';
import { hourlyInterest } from './rates.ts';
import type { MarginValuation } from './valuation.ts';

/** The largest number of interest records of one account, enough for five assets over a year. */
const INTEREST_RECORDS_MAX = 50_000;

/**
 * The first transaction id; ids ascend from here, so that they have as many digits as on the real exchange.
 */
const FIRST_TRANSACTION_ID = 100_000_000_000;

/** One unit of an asset in 10^-8. */
const ONE = 10n ** 8n;

/** The asset in which interest may be paid, 5 % cheaper (public facts: the discount of the exchange). */
const BNB = 'BNB';
const BNB_INTEREST_PERCENT = 95n;

/** An amount (10^-8) that is borrowed or repaid, and whether a call, an order or a liquidation caused it. */
interface DebtChange {
  readonly asset: string;
  readonly amount: bigint;
  readonly cause: DebtCause;
}

export class Lending {
  readonly #accounts: Accounts;
  readonly #userEvents: UserEvents;
  readonly #values: MarginValuation;
  #transactionCount = 0;

  constructor(accounts: Accounts, userEvents: UserEvents, values: MarginValuation) {
    this.#accounts = accounts;
    this.#values = values;
    this.#userEvents = userEvents;
  }

  /** Returns the id of a new transaction; ids ascend. */
  nextTransactionId(): number {
    this.#transactionCount += 1;
    return FIRST_TRANSACTION_ID + this.#transactionCount;
  }

  /**
   * Lends an amount above 0; the interest of the first hour is due at once (public facts, Margin: mechanics).
   */
  borrow(account: MarginAccount, asset: string, amount: bigint, time: number): number {
    this.#accounts.ledger.transfer(asset, amount, this.#lenderAccount, account.trader.account);
    return this.recordLoan(account, { asset, amount, cause: 'MANUAL' }, time);
  }

  /** Records a loan whose amount has already been paid to the account. */
  recordLoan(account: MarginAccount, { asset, amount, cause }: DebtChange, time: number): number {
    const id = this.nextTransactionId();
    getOrCreateDebt(account, asset).principal += amount;
    account.loans.push({ id, asset, principal: amount, time, cause });
    this.#charge(account, asset, amount, { time, kind: 'ON_BORROW' });
    this.#emitLiability(account, asset, 'BORROW', time);
    return id;
  }

  /** Repays interest before principal; the amount must be free in the account and at most the debt. */
  repay(account: MarginAccount, asset: string, amount: bigint, time: number): number {
    return this.#repay(account, { asset, amount, cause: 'MANUAL' }, time);
  }

  #repay(account: MarginAccount, { asset, amount, cause }: DebtChange, time: number): number {
    const id = this.nextTransactionId();
    const debt = getOrCreateDebt(account, asset);
    const interest = amount < debt.interest ? amount : debt.interest;
    const principal = amount - interest;
    const { ledger } = this.#accounts;
    ledger.transfer(asset, interest, account.trader.account, this.#interestAccount);
    ledger.transfer(asset, principal, account.trader.account, this.#lenderAccount);
    this.#reduceDebt(account, asset, { principal, interest });
    account.repayments.push({ id, asset, principal, interest, time, cause });
    this.#emitLiability(account, asset, 'REPAY', time);
    return id;
  }

  /** Repays a debt up to the free balance and up to `max`; returns the repaid amount. */
  repayAvailable(account: MarginAccount, asset: string, max: bigint, time: number): bigint {
    const debtTotal = debtAmount(account, asset);
    const free = freeBalance(account.trader.account, asset);
    const amount = [debtTotal, free, max].reduce((least, one) => (one < least ? one : least));
    if (amount > 0n) this.#repay(account, { asset, amount, cause: 'AUTO' }, time);
    return amount;
  }

  /** Repays the debt in an asset with money of the insurance account. */
  repayFromInsurance(account: MarginAccount, asset: string, time: number): void {
    const debtTotal = debtAmount(account, asset);
    this.#accounts.ledger.transfer(
      asset,
      debtTotal,
      this.#accounts.houseAccount('margin insurance'),
      account.trader.account,
    );
    this.#repay(account, { asset, amount: debtTotal, cause: 'AUTO' }, time);
  }

  /** Charges one hour of interest on all debts of an account. */
  accrue(account: MarginAccount, time: number): void {
    for (const [asset, { principal }] of account.debts) {
      if (principal === 0n) continue;
      this.#charge(account, asset, principal, { time, kind: 'PERIODIC' });
      this.#emitLiability(account, asset, 'INTEREST', time);
    }
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#transactionCount = checkpointer.value(this.#transactionCount);
  }

  get #lenderAccount() {
    return this.#accounts.houseAccount('margin lender');
  }

  get #interestAccount() {
    return this.#accounts.houseAccount('margin interest');
  }

  #charge(
    account: MarginAccount,
    asset: string,
    principal: bigint,
    entry: { readonly time: number; readonly kind: InterestKind },
  ): void {
    const interest = hourlyInterest(asset, principal);
    const record = { id: this.nextTransactionId(), rawAsset: asset, principal, time: entry.time };
    const inBnb = this.#payInBnb(account, asset, interest, entry.time);
    if (inBnb === undefined) {
      getOrCreateDebt(account, asset).interest += interest;
      account.interest.push({ ...record, asset, interest, kind: entry.kind });
    } else {
      account.interest.push({ ...record, asset: BNB, interest: inBnb, kind: `${entry.kind}_CONVERTED` });
    }
    if (account.interest.length > INTEREST_RECORDS_MAX) account.interest.shift();
  }

  /**
   * Pays interest in BNB, 5 % less, if the owner chose that and the account has enough BNB; returns the
   * amount paid, or undefined.
   */
  #payInBnb(
    { owner, trader }: MarginAccount,
    asset: string,
    interest: bigint,
    time: number,
  ): bigint | undefined {
    if (owner.paysInterestInBnb !== true || asset === BNB) return undefined;
    const price = this.#values.valueInUsdt(BNB, ONE, time);
    const value = this.#values.valueInUsdt(asset, interest, time);
    if (price === 0n) return undefined;
    const amount = (value * BNB_INTEREST_PERCENT * ONE) / (price * 100n);
    if (amount === 0n || freeBalance(trader.account, BNB) < amount) return undefined;
    this.#accounts.ledger.transfer(BNB, amount, trader.account, this.#interestAccount);
    trader.updateTime = time;
    emitBalanceUpdate(this.#userEvents, trader, { asset: BNB, amount: -amount, time });
    return amount;
  }

  #reduceDebt(account: MarginAccount, asset: string, { principal, interest }: Debt): void {
    const debt = getOrCreateDebt(account, asset);
    debt.principal -= principal;
    debt.interest -= interest;
    if (debt.principal === 0n && debt.interest === 0n) account.debts.delete(asset);
  }

  #emitLiability({ trader, debts }: MarginAccount, asset: string, kind: string, time: number): void {
    if (!this.#userEvents.hasListeners) return;
    const { principal, interest } = debts.get(asset) ?? { principal: 0n, interest: 0n };
    const payload = () =>
      JSON.stringify({
        e: 'USER_LIABILITY_CHANGE',
        E: time,
        a: asset,
        t: kind,
        p: amountText(principal),
        i: amountText(interest),
      });
    this.#userEvents.emit({ scope: 'margin', user: trader, time, isRisk: true, payload });
  }
}

/** Returns the debt in an asset, interest included. */
export function debtAmount({ debts }: MarginAccount, asset: string): bigint {
  const debt = debts.get(asset);
  return debt === undefined ? 0n : debt.principal + debt.interest;
}

function getOrCreateDebt(account: MarginAccount, asset: string): Debt {
  let debt = account.debts.get(asset);
  if (debt === undefined) {
    debt = { principal: 0n, interest: 0n };
    account.debts.set(asset, debt);
  }
  return debt;
}
