/**
 * Block orders of options: one account offers a trade, and the counterparty that knows its key accepts it outside the
 * order book (today's interface, Options; parameters and answers from public facts).
 */

import { emptyView } from '../columns/plain-views.ts';
import { endpoint, requiredParam } from '../define.ts';
import { accountRead, tradeWrite } from '../endpoint-defaults.ts';
import { SIDES } from '../enums/orders.ts';
import { positive } from '../order-params.ts';
import { endTime, startNotAfterEnd, startTime, todayParam } from '../params.ts';
import type { Column } from '../types.ts';
import { blockAcceptanceProof, blockExtensionProof, blockOrderProof, emptyProof } from '../write-proofs.ts';
import { contract, underlying } from './contract.ts';

const write = { ...tradeWrite('options'), origin: 'today', weight: 5 } as const;
const read = { ...accountRead('options'), origin: 'today', weight: 5 } as const;

const settlementKey = {
  type: 'STRING',
  about: 'Settlement key of the block order',
} as const;
const byKey = { blockOrderMatchingKey: todayParam(requiredParam(settlementKey)) } as const;

const columns = [
  { name: 'blockTradeSettlementKey', title: 'settlement key', is: 'text', pinned: true },
  { name: 'status', is: 'text' },
  { name: 'liquidity', is: 'text' },
  { name: 'legs.0.symbol', title: 'symbol', is: 'text' },
  { name: 'legs.0.side', title: 'side', is: 'text' },
  { name: 'legs.0.quantity', title: 'quantity', is: 'decimal' },
  { name: 'legs.0.price', title: 'price', is: 'decimal' },
  { name: 'createTime', title: 'created', is: 'time' },
  { name: 'expireTime', title: 'expires', is: 'time' },
] as const satisfies readonly Column[];

const view = { shape: 'rows', columns } as const;
const LIFE = 'A block order that nobody accepts expires after 30 minutes; extending it starts them again.';

const place = endpoint({
  ...write,
  id: 'options.block-order.new',
  answersOne: true,
  summary: 'Offer a block trade, which a counterparty that knows its key can accept',
  inWords: 'Offer a block trade of options as {liquidity}: {legs}',
  method: 'POST',
  path: '/eapi/v1/block/order/create',
  params: {
    liquidity: todayParam(
      requiredParam({
        type: 'ENUM',
        about: 'Side of the fees that the offer takes',
        values: ['TAKER', 'MAKER'],
      }),
    ),
    legs: todayParam(
      requiredParam({
        type: 'LIST',
        about: 'What is traded, one leg',
        min: 1,
        max: 1,
        items: {
          symbol: requiredParam(contract),
          side: requiredParam({ type: 'ENUM', about: 'Side', values: SIDES }),
          quantity: requiredParam({ ...positive, about: 'Amount of the underlying' }),
          price: requiredParam({ ...positive, about: 'Price' }),
          type: { type: 'ENUM', about: 'Order type', values: ['LIMIT'] },
        },
      }),
    ),
  },
  trades: { noun: 'block order', legsIn: 'legs' },
  proof: blockOrderProof,
  lookup: 'options.block-orders',
  view,
  notes: [LIFE],
});

const extend = endpoint({
  ...write,
  id: 'options.block-order.extend',
  answersOne: true,
  summary: 'Let a block order expire 30 minutes from now',
  inWords: 'Let the block order {blockOrderMatchingKey} expire 30 minutes from now',
  method: 'PUT',
  path: '/eapi/v1/block/order/create',
  params: byKey,
  proof: blockExtensionProof,
  lookup: 'options.block-orders',
  view,
});

const cancel = endpoint({
  ...write,
  id: 'options.block-order.cancel',
  summary: 'Cancel a block order that nobody has accepted',
  inWords: 'Cancel the block order {blockOrderMatchingKey}',
  method: 'DELETE',
  path: '/eapi/v1/block/order/create',
  params: byKey,
  proof: emptyProof,
  lookup: 'options.block-orders',
  view: emptyView,
});

const list = endpoint({
  ...read,
  id: 'options.block-orders',
  summary: 'Block orders that the account offered',
  path: '/eapi/v1/block/order/orders',
  params: {
    blockOrderMatchingKey: todayParam({ ...settlementKey, about: `${settlementKey.about}; all if omitted` }),
    underlying: todayParam({ ...underlying, about: `${underlying.about}; all if omitted` }),
    startTime: todayParam(startTime),
    endTime: todayParam(endTime),
  },
  rules: [startNotAfterEnd],
  view,
});

const accept = endpoint({
  ...write,
  id: 'options.block-order.accept',
  answersOne: true,
  summary: 'Accept a block order of a counterparty, which executes the trade',
  inWords: 'Accept the block order {blockOrderMatchingKey}, which executes it at once',
  method: 'POST',
  path: '/eapi/v1/block/order/execute',
  params: byKey,
  trades: { noun: 'block trade' },
  proof: blockAcceptanceProof,
  lookup: 'options.block-order.get',
  view,
});

const get = endpoint({
  ...read,
  id: 'options.block-order.get',
  answersOne: true,
  summary: 'A block order as its counterparty sees it: what accepting it would trade',
  path: '/eapi/v1/block/order/execute',
  params: byKey,
  view,
});

export const optionsBlockOrders = [place, extend, cancel, list, accept, get] as const;
