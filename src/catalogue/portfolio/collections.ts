/**
 * Portfolio margin: collections of assets into the margin account, BNB for commissions, repayment of negative balances,
 * the account without empty positions, and the listen key (today's interface, papi; answers from public facts).
 */
import { emptyView } from '../columns/plain-views.ts';
import { endpoint, requiredParam } from '../define.ts';
import { amount, asset, todayParam } from '../params.ts';
import { createdProof, emptyProof, keepAliveProof, messageProof } from '../write-proofs.ts';
import { NO_PORTFOLIO } from './defaults.ts';

const shared = { product: 'portfolio', origin: 'today', unsimulated: NO_PORTFOLIO } as const;
const funds = {
  ...shared,
  method: 'POST',
  security: 'TRADE',
  effect: 'funds',
  lookup: 'portfolio.balance',
} as const;
const messageView = { shape: 'record', columns: [{ name: 'msg', title: 'message', is: 'text' }] } as const;

const autoCollection = endpoint({
  ...funds,
  id: 'portfolio.auto-collection',
  proof: messageProof,
  summary: 'Collect all assets of the futures parts into the margin account',
  inWords: 'Collect all assets of the futures parts into the margin account of portfolio margin',
  path: '/papi/v1/auto-collection',
  weight: 750,
  params: {},
  view: messageView,
});

const assetCollection = endpoint({
  ...funds,
  id: 'portfolio.asset-collection',
  proof: messageProof,
  summary: 'Collect one asset of the futures parts into the margin account',
  inWords: 'Collect {asset} of the futures parts into the margin account of portfolio margin',
  path: '/papi/v1/asset-collection',
  weight: 30,
  params: { asset: todayParam(requiredParam(asset)) },
  view: messageView,
});

const bnbTransfer = endpoint({
  ...funds,
  id: 'portfolio.bnb-transfer',
  proof: createdProof('tranId'),
  summary: 'Move BNB for commissions to the USD-M part, or back',
  inWords: 'Transfer {amount} BNB in the portfolio margin account, {transferSide}',
  path: '/papi/v1/bnb-transfer',
  weight: 750,
  params: {
    amount: todayParam(requiredParam(amount)),
    transferSide: todayParam(
      requiredParam({ type: 'ENUM', about: 'To or from the USD-M part', values: ['TO_UM', 'FROM_UM'] }),
    ),
  },
  view: { shape: 'record', columns: [{ name: 'tranId', title: 'transaction', is: 'integer' }] },
});

const repayNegative = endpoint({
  ...funds,
  id: 'portfolio.repay-negative-balance',
  proof: messageProof,
  summary: 'Repay the negative balances of the futures parts',
  inWords: 'Repay the negative balances of the futures parts of the portfolio margin account',
  path: '/papi/v1/repay-futures-negative-balance',
  weight: 750,
  params: {},
  view: messageView,
});

const accountV2 = endpoint({
  ...shared,
  id: 'portfolio.um.account-v2',
  summary: 'Assets of the USD-M part, with its open positions only (v2 endpoint)',
  method: 'GET',
  path: '/papi/v2/um/account',
  security: 'USER_DATA',
  effect: 'read',
  weight: 5,
  params: {},
  view: {
    shape: 'rows',
    rowsAt: 'positions',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'positionSide', title: 'side', is: 'text' },
      { name: 'positionAmt', title: 'amount', is: 'decimal' },
      { name: 'unrealizedProfit', title: 'unrealised PnL', is: 'decimal' },
      { name: 'initialMargin', title: 'initial margin', is: 'decimal' },
      { name: 'maintMargin', title: 'maintenance margin', is: 'decimal' },
      { name: 'notional', is: 'decimal' },
      { name: 'updateTime', title: 'updated', is: 'time' },
    ],
  },
});

const key = {
  ...shared,
  path: '/papi/v1/listenKey',
  security: 'USER_STREAM',
  effect: 'write',
  weight: 1,
  params: {},
} as const;

const keyCreate = endpoint({
  ...key,
  id: 'portfolio.listen-key.create',
  proof: createdProof('listenKey'),
  summary: 'Create a listen key of the portfolio margin account',
  method: 'POST',
  view: { shape: 'record', columns: [{ name: 'listenKey', title: 'listen key', is: 'text' }] },
  notes: ['Its events come at wss://fstream.binance.com/pm/ws/KEY.'],
});

const keyKeepAlive = endpoint({
  ...key,
  id: 'portfolio.listen-key.keep-alive',
  proof: keepAliveProof,
  summary: 'Keep the listen key of the portfolio margin account alive',
  method: 'PUT',
  view: emptyView,
  notes: ['An expired key is refused with -1125: create another one.'],
});

const keyClose = endpoint({
  ...key,
  id: 'portfolio.listen-key.close',
  proof: emptyProof,
  summary: 'Close the listen key of the portfolio margin account',
  method: 'DELETE',
  view: emptyView,
});

export const portfolioCollections = [
  autoCollection,
  assetCollection,
  bnbTransfer,
  repayNegative,
  accountV2,
  keyCreate,
  keyKeepAlive,
  keyClose,
] as const;
