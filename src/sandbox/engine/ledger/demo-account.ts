/** The accounts that every exchange starts with: the funded demo user and its sub-accounts. */
import { decimalOf } from '../../../core/decimal.ts';
import { type Accounts, PERMISSIONS, type User, type WalletName } from './accounts.ts';
import { amountOf } from './amounts.ts';
import { demoKeys } from './demo-keys.ts';

/** The name of the user whose API key is the demo key. */
export const DEMO_USER = 'demo';

/** The demo user's initial balances in the spot wallet. */
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
  // These balances are small, so that the conversion of dust can be tried.
  TRX: '12.5',
  XLM: '9.7531',
};

/** Initial balances of the demo user's other wallets. */
const WALLET_BALANCES: readonly (readonly [WalletName, Readonly<Record<string, string>>])[] = [
  ['FUNDING', { USDT: '100000', BTC: '1' }],
  ['UMFUTURE', { USDT: '1000000', USDC: '1000000' }],
  ['CMFUTURE', { BTC: '10', ETH: '200', BNB: '1000' }],
  ['OPTION', { USDT: '100000' }],
  ['MARGIN', { USDT: '100000', BTC: '1' }],
  ['ISOLATED BTCUSDT', { USDT: '10000', BTC: '0.1' }],
];

/** The sub-accounts of the demo user: one with several wallets, and one with a spot wallet only. */
const SUB_ACCOUNTS: readonly {
  readonly name: string;
  readonly wallets: readonly (readonly ['MAIN' | WalletName, Readonly<Record<string, string>>])[];
}[] = [
  {
    name: 'desk',
    wallets: [
      ['MAIN', { USDT: '50000', BTC: '0.5' }],
      ['UMFUTURE', { USDT: '20000' }],
      ['CMFUTURE', { BTC: '0.2' }],
      ['MARGIN', { USDT: '5000' }],
    ],
  },
  { name: 'research', wallets: [['MAIN', { USDT: '1000' }]] },
];

/** When the demo account was opened: before any time that the clock can show. */
const OPENED_AT = 0;

/** Adds the demo user with its key, balances and sub-accounts to a new exchange. */
export function openDemoAccount(accounts: Accounts, seed: number): void {
  const user = accounts.addUser(DEMO_USER, OPENED_AT);
  if (user === undefined) throw new Error('the demo account is open already');
  const { apiKey, apiSecret } = demoKeys(seed);
  accounts.addKey({ apiKey, user, kind: 'HMAC', secret: apiSecret, permissions: new Set(PERMISSIONS) });
  fundWallet(accounts, user, 'MAIN', START_BALANCES);
  for (const [wallet, balances] of WALLET_BALANCES) fundWallet(accounts, user, wallet, balances);
  for (const { name, wallets } of SUB_ACCOUNTS) {
    const sub = accounts.addUser(name, OPENED_AT, user)!;
    for (const [wallet, balances] of wallets) fundWallet(accounts, sub, wallet, balances);
  }
}

function fundWallet(
  accounts: Accounts,
  user: User,
  wallet: 'MAIN' | WalletName,
  balances: Readonly<Record<string, string>>,
): void {
  const account = wallet === 'MAIN' ? user.account : accounts.walletOf(user, wallet);
  for (const [asset, amount] of Object.entries(balances)) {
    accounts.ledger.transfer(asset, amountOf(decimalOf(amount))!, accounts.outside, account);
  }
}
