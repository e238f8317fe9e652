import { amount } from '../calling/arguments.ts';
import { writeOptions } from '../calling/write-options.ts';
import type { CommandGroup, Positional } from '../types.ts';
import { travelRuleVerbs } from './travel-rule-verbs.ts';
import { walletVerbs } from './wallet-verbs.ts';

const coin: Positional = { name: 'coin', required: true };
const optionalCoin: Positional = { name: 'coin' };
const type: Positional = { name: 'type', required: true };

export const funds: CommandGroup = {
  word: 'funds',
  summary: "The exchange's wallets: deposits, withdrawals, transfers, fees, dust",
  reportsUnresolved: true,
  verbs: [
    {
      words: ['coins'],
      summary: 'All coins: balances, networks, withdrawal fees and limits',
      endpoint: 'funds.coins',
      examples: ['funds coins --fields coin,free,locked', 'funds coins -o json'],
    },
    {
      words: ['transfer'],
      summary: 'Transfer an asset between wallets of the account',
      endpoint: 'funds.transfer',
      positionals: [type, { name: 'asset', required: true }, amount],
      options: writeOptions,
      handler: () => import('../calling/send-write.ts'),
      examples: [
        'funds transfer MAIN_UMFUTURE USDT 100 --dry-run',
        'funds transfer ISOLATEDMARGIN_MARGIN USDT 5 --from-symbol BTCUSDT',
      ],
    },
    {
      words: ['transfers'],
      summary: 'Transfer history between wallets of the account',
      endpoint: 'funds.transfers',
      positionals: [type],
      examples: ['funds transfers MAIN_UMFUTURE', 'funds transfers MAIN_MARGIN --start -30d --all -o csv'],
    },
    {
      words: ['withdraw'],
      summary: 'Withdraw a coin to an address',
      endpoint: 'funds.withdraw',
      positionals: [coin, amount, { name: 'address', required: true }],
      options: writeOptions,
      handler: () => import('./withdraw.ts'),
      examples: [
        'funds withdraw USDT 25 0x0000000000000000000000000000000000000000 --network BSC --dry-run',
        'funds withdraw XRP 20 ADDRESS --address-tag 1234 --withdraw-order-id rent-january',
      ],
    },
    {
      words: ['withdrawals'],
      summary: 'Withdrawal history',
      endpoint: 'funds.withdrawals',
      positionals: [optionalCoin],
      examples: ['funds withdrawals USDT --start -30d', 'funds withdrawals --withdraw-order-id rent-january'],
    },
    {
      words: ['deposits'],
      summary: 'Deposit history',
      endpoint: 'funds.deposits',
      positionals: [optionalCoin],
      examples: ['funds deposits BTC --start -30d', 'funds deposits --status 0'],
    },
    {
      words: ['deposit-address'],
      summary: 'Deposit address of a coin',
      endpoint: 'funds.deposit-address',
      positionals: [coin],
      examples: ['funds deposit-address USDT --network BSC', 'funds deposit-address BTC -o json'],
    },
    {
      words: ['snapshot'],
      summary: 'Daily account snapshots',
      endpoint: 'funds.snapshot',
      positionals: [type],
      examples: ['funds snapshot SPOT', 'funds snapshot FUTURES --limit 30 -o json'],
    },
    {
      words: ['dividends'],
      summary: 'Dividends, airdrops and other credits of assets',
      endpoint: 'funds.dividends',
      positionals: [{ name: 'asset' }],
      examples: ['funds dividends BNB', 'funds dividends --start 2024-01-01 --all -o json'],
    },
    {
      words: ['dust', 'list'],
      summary: "Dust that can be converted into the exchange's own coin",
      endpoint: 'funds.dust.list',
      examples: ['funds dust list', 'funds dust list -o json'],
    },
    {
      words: ['dust', 'convert'],
      summary: "Convert dust into the exchange's own coin",
      endpoint: 'funds.dust.convert',
      positionals: [{ name: 'asset', isVariadic: true, required: true }],
      options: writeOptions,
      handler: () => import('../calling/send-write.ts'),
      examples: ['funds dust convert ETH LTC --dry-run', 'funds dust convert TRX --yes'],
    },
    {
      words: ['trade-fees'],
      summary: 'Your commission rates by symbol',
      endpoint: 'funds.trade-fees',
      positionals: [{ name: 'symbol' }],
      examples: ['funds trade-fees BTCUSDT', 'funds trade-fees -o csv'],
    },
    {
      words: ['asset-details'],
      summary: 'Min withdrawal, fee and status of assets',
      endpoint: 'funds.asset-details',
      positionals: [{ name: 'asset' }],
      examples: ['funds asset-details BTC', 'funds asset-details -o json'],
    },
    {
      words: ['account-status'],
      summary: 'Status of the account',
      endpoint: 'funds.account-status',
      examples: ['funds account-status', 'funds account-status -o json'],
    },
    {
      words: ['api-trading-status'],
      summary: 'Whether API trading is locked, and the indicators that lock it',
      endpoint: 'funds.api-trading-status',
      examples: ['funds api-trading-status', 'funds api-trading-status -o json'],
    },
    {
      words: ['fast-withdraw', 'enable'],
      summary: 'Enable fast withdrawals',
      endpoint: 'funds.fast-withdraw.enable',
      options: writeOptions,
      handler: () => import('../calling/send-write.ts'),
      examples: ['funds fast-withdraw enable --dry-run', 'funds fast-withdraw enable --yes'],
    },
    {
      words: ['fast-withdraw', 'disable'],
      summary: 'Disable fast withdrawals',
      endpoint: 'funds.fast-withdraw.disable',
      options: writeOptions,
      handler: () => import('../calling/send-write.ts'),
      examples: ['funds fast-withdraw disable --dry-run', 'funds fast-withdraw disable --yes'],
    },
    {
      words: ['system-status'],
      summary: 'Whether the exchange is under maintenance',
      endpoint: 'funds.system-status',
      examples: ['funds system-status', 'funds system-status -o json'],
    },
    ...walletVerbs,
    ...travelRuleVerbs,
  ],
};
