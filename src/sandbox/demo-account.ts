/** The account that every exchange begins with: it belongs to the demo keys, and it is generously funded. */
import { decimalOf } from '../core/decimal.ts';
import { demoKeys } from './demo-keys.ts';
import { type Accounts, PERMISSIONS, type WalletName } from './engine/accounts.ts';
import { amountOf } from './engine/amounts.ts';

/** The name of the user behind the demo keys. */
export const DEMO_USER = 'demo';

/** What the demo user starts with. */
const START_BALANCES: Readonly<Record<string, string>> = {
  USDT: '1000000',
  USDC: '1000000',
  FDUSD: '1000000',
  EUR: '1000000',
  BTC: '10',
  ETH: '200',
  BNB: '1000',
  SOL: '5000',
  XRP: '200000',
  DOGE: '2000000',
  ADA: '500000',
  LTC: '5000',
};

/** What stands in the demo user's other wallets. */
const WALLET_BALANCES: readonly (readonly [WalletName, Readonly<Record<string, string>>])[] = [
  ['FUNDING', { USDT: '100000', BTC: '1' }],
  ['UMFUTURE', { USDT: '1000000', USDC: '1000000' }],
  ['CMFUTURE', { BTC: '10', ETH: '200', BNB: '1000' }],
  ['OPTION', { USDT: '100000' }],
  ['MARGIN', { USDT: '100000', BTC: '1' }],
];

/** The account is older than any clock. */
const OPENED_AT = 0;

/** Adds the demo user, its key and its balances to an exchange that has none yet. */
export function openDemoAccount(accounts: Accounts, seed: number): void {
  const user = accounts.addUser(DEMO_USER, OPENED_AT);
  if (user === undefined) throw new Error('the demo account is open already');
  const { apiKey, apiSecret } = demoKeys(seed);
  accounts.addKey({ apiKey, user, kind: 'HMAC', secret: apiSecret, permissions: new Set(PERMISSIONS) });
  for (const [asset, amount] of Object.entries(START_BALANCES)) {
    accounts.deposit(user, asset, amountOf(decimalOf(amount))!, OPENED_AT);
  }
  for (const [wallet, balances] of WALLET_BALANCES) {
    for (const [asset, amount] of Object.entries(balances)) {
      const account = accounts.walletOf(user, wallet);
      accounts.ledger.pay(asset, amountOf(decimalOf(amount))!, accounts.outside, account);
    }
  }
}
