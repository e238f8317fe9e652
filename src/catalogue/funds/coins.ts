/**
 * The state of the exchange and of its coins, and how they are withdrawn (interface document, Wallet; records from
 * public facts, Wallet).
 */

import { emptyView } from '../columns/plain-views.ts';
import { endpoint } from '../define.ts';
import { accountRead } from '../endpoint-defaults.ts';
import { emptyProof } from '../write-proofs.ts';

const read = accountRead('funds');

export const systemStatus = endpoint({
  ...read,
  id: 'funds.system-status',
  summary: 'Whether the exchange is under maintenance',
  path: '/sapi/v1/system/status',
  security: 'NONE',
  weight: 1,
  params: {},
  view: {
    shape: 'record',
    columns: [
      { name: 'status', is: 'integer' },
      { name: 'msg', title: 'meaning', is: 'text' },
    ],
  },
  notes: ['0 is normal, 1 is maintenance.'],
});

export const coins = endpoint({
  ...read,
  id: 'funds.coins',
  summary: 'All coins: balances, networks, withdrawal fees and limits',
  path: '/sapi/v1/capital/config/getall',
  weight: 10,
  params: {},
  view: {
    shape: 'rows',
    columns: [
      { name: 'coin', is: 'text' },
      { name: 'name', is: 'text' },
      { name: 'free', is: 'decimal' },
      { name: 'locked', is: 'decimal' },
      { name: 'freeze', title: 'frozen', is: 'decimal' },
      { name: 'withdrawing', is: 'decimal' },
      { name: 'depositAllEnable', title: 'deposits', is: 'boolean' },
      { name: 'withdrawAllEnable', title: 'withdrawals', is: 'boolean' },
      { name: 'trading', is: 'boolean' },
      { name: 'isLegalMoney', title: 'fiat', is: 'boolean', hidden: true },
      { name: 'storage', is: 'decimal', hidden: true },
      { name: 'ipoing', is: 'decimal', hidden: true },
      { name: 'ipoable', is: 'decimal', hidden: true },
      { name: 'networkList', title: 'networks', is: 'text', wire: 'list', hidden: true },
    ],
  },
  notes: ['Networks with their fees, least and largest withdrawals and address forms are in -o json.'],
});

const switching = {
  product: 'funds',
  origin: 'document',
  method: 'POST',
  security: 'TRADE',
  effect: 'write',
  weight: 1,
  params: {},
} as const;
const switchNotes = ['The key needs the permission to trade.'] as const;

export const fastWithdrawOff = endpoint({
  ...switching,
  id: 'funds.fast-withdraw.disable',
  proof: emptyProof,
  requiredPermission: 'spot',
  summary: 'Switch fast withdrawals off',
  inWords: 'Disable fast withdrawals',
  path: '/sapi/v1/account/disableFastWithdrawSwitch',
  view: emptyView,
  notes: switchNotes,
});

export const fastWithdrawOn = endpoint({
  ...switching,
  id: 'funds.fast-withdraw.enable',
  proof: emptyProof,
  requiredPermission: 'spot',
  summary: 'Switch fast withdrawals on: to other accounts of the exchange at once, off chain',
  inWords: 'Enable fast withdrawals',
  path: '/sapi/v1/account/enableFastWithdrawSwitch',
  view: emptyView,
  notes: switchNotes,
});

export const fundsCoins = [systemStatus, coins, fastWithdrawOff, fastWithdrawOn] as const;
