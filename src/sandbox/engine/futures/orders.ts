/** Orders, fills and positions of futures. Prices are in ticks, quantities in lots. */
import type { User } from '../ledger/accounts.ts';
import type { RestingOrder, SelfTradePrevention } from '../matching/order-book.ts';
import type { Contract } from './contracts.ts';
import type { ORDER_TYPES, TIMES_IN_FORCE } from './order-rules.ts';

export type FuturesOrderType = (typeof ORDER_TYPES)[number];
export type FuturesTimeInForce = (typeof TIMES_IN_FORCE)[number];
export type FuturesOrderStatus =
  | 'NEW'
  | 'PARTIALLY_FILLED'
  | 'FILLED'
  | 'CANCELED'
  | 'EXPIRED'
  | 'EXPIRED_IN_MATCH';
export type WorkingType = 'MARK_PRICE' | 'CONTRACT_PRICE';
/** The position side: BOTH in one-way mode, LONG or SHORT in hedge mode. */
export type PositionSide = 'BOTH' | 'LONG' | 'SHORT';

/** An order request with valid syntax. */
export interface FuturesOrderRequest {
  readonly contract: Contract;
  readonly isBuy: boolean;
  readonly positionSide: PositionSide;
  readonly type: FuturesOrderType;
  readonly timeInForce: FuturesTimeInForce;
  /** The limit price in ticks; 0 if the order type has no price. */
  readonly price: number;
  /** The quantity in lots; 0 for an order that closes the whole position. */
  readonly lots: number;
  readonly stopPrice: number;
  /** The activation price of a trailing stop; 0 if it is active at once. */
  readonly activation: number;
  /** The callback rate of a trailing stop, in hundredths of a per cent. */
  readonly callback: number;
  readonly isReduceOnly: boolean;
  readonly closesPosition: boolean;
  readonly workingType: WorkingType;
  readonly isProtected: boolean;
  readonly priceMatch: string;
  readonly prevention: SelfTradePrevention;
  /** The good-till date in ms; 0 if there is none. */
  readonly goodTill: number;
  readonly clientOrderId: string | undefined;
  /**
   * Id of the algo order that waits for its trigger in the form of this order, or whose trigger placed this
   * order.
   */
  readonly algoId?: number;
}

export interface FuturesOrder
  extends RestingOrder<FuturesOrder>,
    Pick<
      FuturesOrderRequest,
      | 'contract'
      | 'positionSide'
      | 'timeInForce'
      | 'stopPrice'
      | 'activation'
      | 'callback'
      | 'isReduceOnly'
      | 'closesPosition'
      | 'workingType'
      | 'isProtected'
      | 'priceMatch'
      | 'prevention'
      | 'goodTill'
      | 'algoId'
    > {
  readonly user: User;
  /** In ticks. */
  price: number;
  /** The order id, which ascends per product from 1. */
  readonly orderId: number;
  readonly clientOrderId: string;
  /** The order type as placed; when an order is triggered, its current type becomes LIMIT or MARKET. */
  readonly origType: FuturesOrderType;
  type: FuturesOrderType;
  lots: number;
  executed: number;
  /** The value of the executed lots, in 10^-8 of the settle asset. */
  value: bigint;
  status: FuturesOrderStatus;
  /** Whether the order still waits for its trigger. */
  isConditional: boolean;
  /**
   * For an activated trailing stop: the starting price and the time from which the best price is searched.
   */
  trailing: { readonly bestPrice: number; readonly since: number } | undefined;
  readonly time: number;
  updateTime: number;
  /** Whether the order is a liquidation order. */
  readonly isForced: boolean;
  /** Oldest first. */
  readonly amendments: OrderAmendment[];
}

/**
 * The status of an algo order: NEW waits for the trigger; TRIGGERING and TRIGGERED have reached it; the
 * others are final.
 */
export type AlgoStatus =
  | 'NEW'
  | 'TRIGGERING'
  | 'TRIGGERED'
  | 'FINISHED'
  | 'CANCELED'
  | 'REJECTED'
  | 'EXPIRED';

/** An algo order. Prices are in ticks, quantities in lots, times in Unix ms. */
export interface AlgoOrder extends Omit<FuturesOrderRequest, 'clientOrderId' | 'algoId'> {
  readonly user: User;
  /** The algo id, which ascends per product from 1. */
  readonly algoId: number;
  readonly clientAlgoId: string;
  status: AlgoStatus;
  readonly createTime: number;
  updateTime: number;
  /** 0 before the trigger. */
  triggerTime: number;
  /** The id of the order that the algo order placed; 0 before the trigger. */
  orderId: number;
  /** Whether the trailing stop already follows the price. */
  isActivated: boolean;
  /** Why the order that the algo order placed was rejected; empty otherwise. */
  reason: string;
}

/** A modification of a resting order. */
export interface OrderAmendment {
  readonly id: number;
  readonly time: number;
  /** In ticks. */
  readonly price: { readonly before: number; readonly after: number };
  readonly lots: { readonly before: number; readonly after: number };
  /** The user's own id of the modification; undefined if none was sent. */
  readonly modifyId: bigint | undefined;
}

/** One side of a trade. */
export interface FuturesFill {
  readonly id: number;
  readonly order: FuturesOrder;
  readonly price: number;
  readonly lots: number;
  readonly value: bigint;
  readonly commission: bigint;
  readonly commissionAsset: string;
  readonly realizedProfit: bigint;
  readonly time: number;
  readonly isMaker: boolean;
}

/** A user's settings of a contract. */
export interface ContractSettings {
  leverage: number;
  isIsolated: boolean;
}

/** A user's position on one side of a contract. */
export interface FuturesPosition {
  readonly user: User;
  readonly contract: Contract;
  readonly side: PositionSide;
  /** The settings of the contract, which both position sides share. */
  readonly settings: ContractSettings;
  /** The size of the position in lots: above 0 for long, below 0 for short. */
  lots: number;
  /** The value of the lots at their entry prices, 0 or more. */
  cost: bigint;
  /** The margin of an isolated position, which is part of the wallet balance; 0n for a cross position. */
  margin: bigint;
  /** The total realized profit. */
  realizedProfit: bigint;
  updateTime: number;
}

export type IncomeKind =
  | 'TRANSFER'
  | 'REALIZED_PNL'
  | 'FUNDING_FEE'
  | 'COMMISSION'
  | 'INSURANCE_CLEAR'
  | 'AUTO_EXCHANGE';

/** An amount that entered or left a futures wallet. */
export interface FuturesIncome {
  readonly id: number;
  /** Undefined for a transfer. */
  readonly contract: Contract | undefined;
  readonly kind: IncomeKind;
  readonly amount: bigint;
  readonly asset: string;
  readonly time: number;
  readonly tradeId: number | undefined;
}

/** Margin that a user added to an isolated position, or removed if below 0. */
export interface MarginChange {
  readonly contract: Contract;
  readonly side: PositionSide;
  readonly amount: bigint;
  readonly time: number;
}

/** Returns whether an order can still be filled. */
export function isOpen({ status }: FuturesOrder): boolean {
  return status === 'NEW' || status === 'PARTIALLY_FILLED';
}

/** Returns whether an order closes a position side in hedge mode: a sell of LONG or a buy of SHORT. */
export function closesPositionSide({
  positionSide,
  isBuy,
}: Pick<FuturesOrderRequest, 'positionSide' | 'isBuy'>): boolean {
  return positionSide === (isBuy ? 'SHORT' : 'LONG');
}

/** Returns the lots of a position that a buy or a sell could close. */
export function closableLots({ lots }: FuturesPosition, isBuy: boolean): number {
  return isBuy ? Math.max(0, -lots) : Math.max(0, lots);
}
