/** Commands for wallets, permissions and listings of the account, which only the live interface has. */
import { writeOptions } from '../calling/write-options.ts';
import type { Positional, Verb } from '../types.ts';

const coin: Positional = { name: 'coin', required: true };

export const walletVerbs = [
  {
    words: ['key-permissions'],
    summary: 'What the API key may do',
    endpoint: 'funds.key-permissions',
    examples: ['funds key-permissions', 'funds key-permissions -o json'],
  },
  {
    words: ['account-info'],
    summary: 'VIP level of the account, and its enabled products',
    endpoint: 'funds.account-info',
    examples: ['funds account-info', 'funds account-info -o json'],
  },
  {
    words: ['funding'],
    summary: 'Balances of the funding wallet',
    endpoint: 'funds.funding-assets',
    positionals: [{ name: 'asset' }],
    examples: ['funds funding', 'funds funding USDT --need-btc-valuation'],
  },
  {
    words: ['spot'],
    summary: 'Balances of the spot wallet, with what is frozen or being withdrawn',
    endpoint: 'funds.spot-assets',
    positionals: [{ name: 'asset' }],
    examples: ['funds spot', 'funds spot BTC --need-btc-valuation -o json'],
  },
  {
    words: ['wallets'],
    summary: 'Value of each wallet in one asset',
    endpoint: 'funds.wallet-balances',
    examples: ['funds wallets --quote-asset USDT -o csv', 'funds wallets --need-balance-detail -o json'],
  },
  {
    words: ['withdraw-addresses'],
    summary: 'Saved withdrawal addresses',
    endpoint: 'funds.withdraw-addresses',
    examples: ['funds withdraw-addresses', 'funds withdraw-addresses -o csv'],
  },
  {
    words: ['withdraw-quota'],
    summary: 'Withdrawal quota of 24 hours',
    endpoint: 'funds.withdraw-quota',
    examples: ['funds withdraw-quota', 'funds withdraw-quota -o json'],
  },
  {
    words: ['deposit-addresses'],
    summary: 'Deposit addresses of a coin, by network',
    endpoint: 'funds.deposit-addresses',
    positionals: [coin],
    examples: ['funds deposit-addresses USDT', 'funds deposit-addresses USDT --network BSC -o json'],
  },
  {
    words: ['delist-schedule'],
    summary: 'Spot symbols that will be delisted',
    endpoint: 'funds.delist-schedule',
    examples: ['funds delist-schedule', 'funds delist-schedule -o json'],
  },
  {
    words: ['open-symbols'],
    summary: 'Spot symbols that will begin to trade',
    endpoint: 'funds.open-symbols',
    examples: ['funds open-symbols', 'funds open-symbols -o json'],
  },
  {
    words: ['dust', 'log'],
    summary: 'Conversions of dust, newest first',
    endpoint: 'funds.dust.log',
    examples: ['funds dust log', 'funds dust log --account-type MARGIN -o csv'],
  },
  {
    words: ['dust', 'convertible'],
    summary: 'Dust that can be converted into another asset',
    endpoint: 'funds.dust.convertible',
    positionals: [{ name: 'target-asset', required: true }],
    examples: ['funds dust convertible USDC', 'funds dust convertible USDT -o csv'],
  },
  {
    words: ['dust', 'convert-to'],
    summary: 'Convert dust into another asset',
    endpoint: 'funds.dust.convert-to',
    positionals: [{ name: 'asset', isVariadic: true, required: true }],
    options: writeOptions,
    handler: () => import('../calling/send-write.ts'),
    examples: [
      'funds dust convert-to ETH LTC --target-asset USDC --dry-run',
      'funds dust convert-to TRX --target-asset USDT --yes',
    ],
  },
  {
    words: ['deposit-apply'],
    summary: 'Apply for the credit of a deposit to an expired address',
    endpoint: 'funds.deposit.credit-apply',
    options: writeOptions,
    handler: () => import('../calling/send-write.ts'),
    examples: ['funds deposit-apply --tx-id 0x7e3f --dry-run', 'funds deposit-apply --deposit-id 28 --yes'],
  },
  {
    words: ['tags'],
    summary: 'Tags of the assets that are traded on spot',
    endpoint: 'funds.asset-tags',
    examples: ['funds tags', 'funds tags -o csv'],
  },
] as const satisfies readonly Verb[];
