/**
 * Cancellations of several option orders, countdowns after which they are cancelled, and the reset of market maker
 * protection (today's interface, Options).
 */
import { acknowledgementView } from '../columns/plain-views.ts';
import { endpoint, requiredParam } from '../define.ts';
import { accountRead, tradeWrite } from '../endpoint-defaults.ts';
import { BATCH_NOTE, orderId, origClientOrderId } from '../order-params.ts';
import { todayParam } from '../params.ts';
import { echoProof, heartbeatProof, optionBatchCancelProof, zeroCodeProof } from '../write-proofs.ts';
import { contract, underlying } from './contract.ts';
import { mmpView, view } from './order-views.ts';

const write = { ...tradeWrite('options'), origin: 'today' } as const;
const ORDERS_CANCELLED_MAX = 10;
const oneUnderlying = todayParam(requiredParam(underlying));
const countdownView = {
  shape: 'rows',
  columns: [
    { name: 'underlying', is: 'text' },
    { name: 'countdownTime', title: 'countdown (ms)', is: 'integer' },
  ],
} as const;

const batchCancel = endpoint({
  ...write,
  id: 'options.order.batch-cancel',
  summary: 'Cancel up to 10 orders of an option at once',
  inWords: 'Cancel orders {orderIds|clientOrderIds} of {symbol} on options',
  method: 'DELETE',
  path: '/eapi/v1/batchOrders',
  weight: 1,
  params: {
    symbol: todayParam(requiredParam(contract)),
    orderIds: todayParam({
      type: 'ARRAY',
      about: 'Numbers of the orders, separated by commas',
      items: orderId,
      min: 1,
      max: ORDERS_CANCELLED_MAX,
    }),
    clientOrderIds: todayParam({
      type: 'ARRAY',
      about: 'Client ids of the orders, separated by commas',
      items: origClientOrderId,
      min: 1,
      max: ORDERS_CANCELLED_MAX,
    }),
  },
  rules: [{ rule: 'exactly-one', of: ['orderIds', 'clientOrderIds'] }],
  proof: optionBatchCancelProof,
  lookup: 'options.open-orders',
  view,
  notes: [BATCH_NOTE],
});

const cancelByUnderlying = endpoint({
  ...write,
  id: 'options.open-orders.cancel-underlying',
  summary: 'Cancel all open orders of the options on an underlying',
  inWords: 'Cancel all open orders of all options on {underlying}',
  method: 'DELETE',
  path: '/eapi/v1/allOpenOrdersByUnderlying',
  weight: 1,
  params: { underlying: oneUnderlying },
  proof: zeroCodeProof,
  lookup: 'options.open-orders',
  view: acknowledgementView,
});

const setCountdown = endpoint({
  ...write,
  id: 'options.countdown.set',
  answersOne: true,
  summary: "Cancel all orders of the options on an underlying after a countdown (dead man's switch)",
  inWords:
    'Cancel all open orders of the options on {underlying} in {countdownTime} ms, unless a heartbeat arrives; 0 stops the countdown',
  method: 'POST',
  path: '/eapi/v1/countdownCancelAll',
  weight: 1,
  params: {
    underlying: oneUnderlying,
    countdownTime: todayParam(
      requiredParam({
        type: 'LONG',
        about: 'Countdown in ms, at least 5000; 0 stops the countdown',
        min: 0,
      }),
    ),
  },
  proof: echoProof('underlying', 'countdownTime'),
  verifiedBy: {
    noun: 'countdown',
    query: 'options.countdown.get',
    by: 'state',
    queryParams: { underlying: 'underlying' },
    echoes: { countdownTime: 'countdownTime' },
  },
  view: countdownView,
  notes: [
    'After the countdown new orders are refused until a heartbeat arrives or the countdown is stopped.',
  ],
});

const getCountdown = endpoint({
  ...accountRead('options'),
  origin: 'today',
  id: 'options.countdown.get',
  answersOne: true,
  summary: 'The countdown of an underlying',
  path: '/eapi/v1/countdownCancelAll',
  weight: 1,
  params: { underlying: oneUnderlying },
  view: countdownView,
});

const heartbeat = endpoint({
  ...write,
  id: 'options.countdown.heartbeat',
  summary: 'Start the countdowns of underlyings again (heartbeat)',
  inWords: 'Start the countdowns of {underlyings} again',
  method: 'POST',
  path: '/eapi/v1/countdownCancelAllHeartBeat',
  weight: 10,
  params: {
    underlyings: todayParam(
      requiredParam({
        type: 'ARRAY',
        about: 'Underlyings, separated by commas, such as BTCUSDT,ETHUSDT',
        items: underlying,
        separatedBy: 'commas',
        min: 1,
      }),
    ),
  },
  proof: heartbeatProof,
  lookup: 'options.countdown.get',
  view: {
    shape: 'record',
    columns: [{ name: 'underlyings', title: 'started again', is: 'text', wire: 'list' }],
  },
});

const resetProtection = endpoint({
  ...write,
  id: 'options.mmp.reset',
  summary: 'End the freeze of a triggered market maker protection',
  inWords: 'Reset market maker protection of {underlying}: its orders are accepted again',
  method: 'POST',
  path: '/eapi/v1/mmpReset',
  weight: 1,
  params: { underlying: oneUnderlying },
  proof: echoProof('underlying'),
  lookup: 'options.mmp.get',
  view: mmpView,
});

export const optionsCancellations = [
  batchCancel,
  cancelByUnderlying,
  setCountdown,
  getCountdown,
  heartbeat,
  resetProtection,
] as const;
