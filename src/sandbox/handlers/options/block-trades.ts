/** Block orders of options and the trades that they made (today's interface, Options; records from public facts). */
import { amountText } from '../../engine/ledger/amounts.ts';
import type { BlockOrder, ExecutedBlock } from '../../engine/options/block-orders.ts';
import { acceptBlock, offerBlock } from '../../engine/options/block-trading.ts';
import type { OptionsEngine } from '../../engine/options/engine.ts';
import { lotsText, priceText } from '../../engine/options/number-text.ts';
import type { OptionFill } from '../../engine/options/orders.ts';
import { checkElements } from '../../gate/list-elements.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../../types.ts';
import { userOf } from '../account-values.ts';
import { optionalInteger, requiredInteger } from '../request-values.ts';
import { tradeFields } from './trade-records.ts';
import {
  contractOf,
  optionsEngineOf,
  recordIdText,
  tradedContractOf,
  underlyingOf,
  wholeUnits,
} from './values.ts';

/** The request handlers by endpoint id. */
export const optionsBlockHandlers: Readonly<Record<string, Handler>> = {
  'options.block-order.new': place,
  'options.block-order.extend': (call) =>
    orderRecord(optionsEngineOf(call).blockOrders.extend(userOf(call), keyOf(call), call.now)),
  'options.block-order.cancel': cancel,
  'options.block-orders': list,
  'options.block-order.accept': (call) =>
    counterpartyRecord(acceptBlock(optionsEngineOf(call), userOf(call), keyOf(call), call.now)),
  'options.block-order.get': get,
  'options.block-trades': publicTrades,
  'options.block-user-trades': userTrades,
};

function place(call: SandboxCall): string {
  const [element] = checkElements(call.endpoint, call.params);
  if (element === undefined || 'refusal' in element) throw element?.refusal ?? missingLeg();
  const leg = element.params;
  const contract = tradedContractOf(call, leg.get('symbol') ?? '');
  const { priceDecimals, lotDecimals } = contract.underlying;
  const offer = {
    contract,
    isBuy: leg.get('side') === 'BUY',
    price: wholeUnits(leg.get('price') ?? '', priceDecimals, -4014, 'Price not increased by tick size.'),
    lots: wholeUnits(leg.get('quantity') ?? '', lotDecimals, -4023, 'Qty not increased by step size.'),
    isMaker: call.params.get('liquidity') === 'MAKER',
  };
  return orderRecord(offerBlock(optionsEngineOf(call), userOf(call), offer, call.now));
}

function cancel(call: SandboxCall): string {
  optionsEngineOf(call).blockOrders.cancel(userOf(call), keyOf(call), call.now);
  return '{}';
}

/** Returns the offers of the account; none has a status for its end, so that ended offers are missing. */
function list(call: SandboxCall): string {
  const underlying = call.params.has('underlying') ? underlyingOf(call) : undefined;
  const key = call.params.get('blockOrderMatchingKey');
  const isWanted = windowOf(call);
  const rows = optionsEngineOf(call)
    .blockOrders.offersOf(userOf(call), call.now)
    .filter(
      (one) =>
        (key === undefined || one.key === key) &&
        (underlying === undefined || one.contract.underlying === underlying) &&
        isWanted(one.createTime),
    );
  return `[${rows.map(orderRecord).join(',')}]`;
}

function get(call: SandboxCall): string {
  const order = optionsEngineOf(call).blockOrders.find(keyOf(call), call.now);
  if (order === undefined) throw new SandboxRefusal(400, -2013, 'Order does not exist.');
  return counterpartyRecord(order);
}

/** Returns the newest block trades of an option or of all, oldest first. */
function publicTrades(call: SandboxCall): string {
  const wanted = call.params.has('symbol') ? contractOf(call) : undefined;
  const rows = executedOf(optionsEngineOf(call)).filter(
    ({ contract }) => wanted === undefined || contract.symbol === wanted.symbol,
  );
  return JSON.stringify(
    rows
      .slice(-requiredInteger(call, 'limit'))
      .map(({ contract, price, lots, isBuy, isMaker, execution }) => ({
        id: execution.tradeId,
        tradeId: execution.tradeId,
        ...tradeFields(contract, { price, lots, time: execution.time, isBuyerMaker: isBuy === isMaker }),
      })),
  );
}

function userTrades(call: SandboxCall): string {
  const engine = optionsEngineOf(call);
  const underlying = call.params.has('underlying') ? underlyingOf(call) : undefined;
  const isWanted = windowOf(call);
  const rows = executedOf(engine).flatMap((block) => {
    const fill = fillOf(engine, block, call);
    const isListed =
      (underlying === undefined || block.contract.underlying === underlying) &&
      isWanted(block.execution.time);
    return fill === undefined || !isListed ? [] : [userTradeRecord(block, fill)];
  });
  return `[${rows.join(',')}]`;
}

/** Returns the fill of the calling account in a block trade; undefined if it has no part in it. */
function fillOf(
  { histories }: OptionsEngine,
  { user, execution }: ExecutedBlock,
  call: SandboxCall,
): OptionFill | undefined {
  const { acceptedBy, acceptedOrderId, offeredOrderId } = execution;
  const own = userOf(call);
  const orderId = own === user ? offeredOrderId : own === acceptedBy ? acceptedOrderId : undefined;
  const order = orderId === undefined ? undefined : histories.findOrder(own, orderId);
  return order === undefined ? undefined : histories.fillsOf(order)[0];
}

/** Returns a block trade of an account; prices, quantities and amounts are JSON numbers. */
function userTradeRecord({ key, execution }: ExecutedBlock, fill: OptionFill): string {
  const { order, price, lots, value, fee, time, isMaker } = fill;
  const { contract } = order;
  const [traded, amount] = [lotsText(contract, lots), amountText(value)];
  const leg = [
    `"createTime":${order.time},"updateTime":${order.updateTime},"symbol":"${contract.symbol}"`,
    `"orderId":"${order.orderId}","orderPrice":${priceText(contract, order.price)}`,
    `"orderQuantity":${lotsText(contract, order.lots)},"orderStatus":"${order.status}"`,
    `"executedQty":${traded},"executedAmount":${amount},"fee":${amountText(fee)}`,
    `"orderType":"${order.type}","orderSide":"${sideOf(order.isBuy)}","id":"${recordIdText(fill.id)}"`,
    `"tradeId":${fill.id},"tradePrice":${priceText(contract, price)},"tradeQty":${traded},"tradeTime":${time}`,
    `"liquidity":"${liquidityOf(isMaker)}","commission":${amountText(fee)}`,
  ];
  return (
    `{"parentOrderId":"${execution.parentOrderId}","crossType":"USER_BLOCK","legs":[{${leg.join(',')}}],` +
    `"blockTradeSettlementKey":"${key}"}`
  );
}

/** Returns a block order as the account that offered it sees it. */
function orderRecord({ key, contract, isBuy, isMaker, price, lots, ...order }: BlockOrder): string {
  return JSON.stringify({
    blockTradeSettlementKey: key,
    expireTime: order.expireTime,
    liquidity: liquidityOf(isMaker),
    status: order.execution === undefined ? 'RECEIVED' : 'ACCEPTED',
    createTime: order.createTime,
    legs: [
      {
        symbol: contract.symbol,
        side: sideOf(isBuy),
        quantity: lotsText(contract, lots),
        price: priceText(contract, price),
      },
    ],
  });
}

/** Returns a block order as its counterparty sees it: with the other side and the other liquidity. */
function counterpartyRecord(order: BlockOrder): string {
  return orderRecord({ ...order, isBuy: !order.isBuy, isMaker: !order.isMaker });
}

function executedOf({ blockOrders }: OptionsEngine): readonly ExecutedBlock[] {
  return [...blockOrders.executed].sort((a, b) => a.execution.time - b.execution.time);
}

/** Returns a function that says whether a time lies in the requested time window. */
function windowOf(call: SandboxCall): (time: number) => boolean {
  const start = optionalInteger(call, 'startTime') ?? 0;
  const end = optionalInteger(call, 'endTime') ?? Number.POSITIVE_INFINITY;
  return (time) => time >= start && time <= end;
}

function keyOf({ params }: SandboxCall): string {
  return params.get('blockOrderMatchingKey') ?? '';
}

function sideOf(isBuy: boolean): string {
  return isBuy ? 'BUY' : 'SELL';
}

function liquidityOf(isMaker: boolean): string {
  return isMaker ? 'MAKER' : 'TAKER';
}

function missingLeg(): SandboxRefusal {
  return new SandboxRefusal(400, -1130, "Data sent for parameter 'legs' is not valid.");
}
