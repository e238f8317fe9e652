/** Parameters of deposits and withdrawals on chain (interface document, Wallet; what it leaves open from public facts). */
import { DAY_MS } from '../../core/time-units.ts';
import { requiredParam } from '../define.ts';
import { WALLET_TYPES } from '../enums/wallets.ts';
import { amount, asset } from '../params.ts';
import type { Param } from '../types.ts';
import type { Verification } from '../write-types.ts';

/** The longest time window of the histories. */
export const HISTORY_WINDOW_MS = 90 * DAY_MS;

export const chainCoin = { ...asset, about: 'Coin, such as BTC' } as const;
export const chainNetwork = {
  type: 'STRING',
  about: "Network, such as ETH; the coin's default network if omitted",
} as const satisfies Param;
export const rowOffset = {
  type: 'INT',
  about: 'Rows to leave out at the beginning',
  default: 0,
  min: 0,
} as const satisfies Param;
export const thousandRows = {
  type: 'INT',
  about: 'Number of rows',
  default: 1000,
  min: 1,
  max: 1000,
} as const satisfies Param;

/** Parameters of a withdrawal. */
export const withdrawParams = {
  coin: requiredParam(chainCoin),
  withdrawOrderId: {
    type: 'STRING',
    about: 'Client id of the withdrawal, by which it can be looked up',
  },
  network: chainNetwork,
  address: requiredParam({ type: 'STRING', about: 'Destination address' }),
  addressTag: { type: 'STRING', about: 'Tag or memo, where the network asks for one beside the address' },
  amount: requiredParam(amount),
  transactionFeeFlag: {
    type: 'BOOLEAN',
    about: 'Who gets the fee of a transfer within the exchange back: true the receiver, false the sender',
    default: false,
  },
  name: { type: 'STRING', about: 'Note on the address for the address book' },
  walletType: {
    type: 'INT',
    about: 'Source wallet',
    values: WALLET_TYPES,
    meanings: { 0: 'spot wallet', 1: 'funding wallet' },
    default: 0,
  },
} as const;

/** How an unconfirmed withdrawal is found in the history of withdrawals. */
export const withdrawalVerification = {
  noun: 'withdrawal',
  query: 'funds.withdrawals',
  by: 'id',
  queryParams: { withdrawOrderId: 'withdrawOrderId' },
  echoes: {
    withdrawOrderId: 'withdrawOrderId',
    coin: 'coin',
    address: 'address',
    network: 'network',
  },
  time: 'applyTime',
  clientId: 'withdrawOrderId',
  isQueriedOnce: true,
} as const satisfies Verification;
