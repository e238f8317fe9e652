/** Orders, trades and positions of futures as the engine keeps them. Prices are ticks, quantities lots. */
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
/** Which position of a user in a contract: BOTH in one-way mode, LONG or SHORT in hedge mode. */
export type PositionSide = 'BOTH' | 'LONG' | 'SHORT';

/** What a user asks for, checked for form. */
export interface FuturesOrderRequest {
  readonly contract: Contract;
  readonly isBuy: boolean;
  readonly positionSide: PositionSide;
  readonly type: FuturesOrderType;
  readonly timeInForce: FuturesTimeInForce;
  /** 0 where it takes none. */
  readonly price: number;
  /** 0 where the whole position is closed. */
  readonly lots: number;
  readonly stopPrice: number;
  /** Of a trailing stop; 0 where it follows at once. */
  readonly activation: number;
  /** Of a trailing stop, in hundredths of a per cent. */
  readonly callback: number;
  readonly isReduceOnly: boolean;
  readonly closesPosition: boolean;
  readonly workingType: WorkingType;
  readonly isProtected: boolean;
  readonly priceMatch: string;
  readonly prevention: SelfTradePrevention;
  /** 0 where it has no end. */
  readonly goodTill: number;
  readonly clientOrderId: string | undefined;
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
    > {
  readonly user: User;
  /** In ticks. */
  price: number;
  /** Ascends over a line from 1. */
  readonly orderId: number;
  readonly clientOrderId: string;
  /** As placed; a triggered order becomes LIMIT or MARKET. */
  readonly origType: FuturesOrderType;
  type: FuturesOrderType;
  lots: number;
  executed: number;
  /** What the executed lots were worth, in 10^-8 of the settle asset. */
  value: bigint;
  status: FuturesOrderStatus;
  /** Waits for its trigger. */
  isConditional: boolean;
  /** Of a trailing stop: the best price since it follows, and until when that is known; undefined before. */
  trailing: { readonly bestPrice: number; readonly since: number } | undefined;
  readonly time: number;
  updateTime: number;
  /** Whether the exchange closed a position by it because its margin was gone. */
  readonly isForced: boolean;
  /** The oldest first. */
  readonly amendments: OrderAmendment[];
}

/** A change of a resting order. */
export interface OrderAmendment {
  readonly id: number;
  readonly time: number;
  /** In ticks. */
  readonly price: { readonly before: number; readonly after: number };
  readonly lots: { readonly before: number; readonly after: number };
}

/** One user's side of a trade. */
export interface FuturesFill {
  readonly id: number;
  readonly order: FuturesOrder;
  readonly price: number;
  readonly lots: number;
  readonly value: bigint;
  readonly commission: bigint;
  readonly realizedProfit: bigint;
  readonly time: number;
  readonly isMaker: boolean;
}

/** What a user has set for a contract. */
export interface ContractSettings {
  leverage: number;
  isIsolated: boolean;
}

/** What a user holds on a side of a contract. */
export interface FuturesPosition {
  readonly user: User;
  readonly contract: Contract;
  readonly side: PositionSide;
  /** Those of the contract, which its sides share. */
  readonly settings: ContractSettings;
  /** Above 0 long, below 0 short. */
  lots: number;
  /** What the lots were worth when they were opened, 0 or more. */
  cost: bigint;
  /** The position's own margin, a part of the wallet; 0n of a cross position. */
  margin: bigint;
  /** All profit that was ever realised. */
  realizedProfit: bigint;
  updateTime: number;
}

export type IncomeKind = 'TRANSFER' | 'REALIZED_PNL' | 'FUNDING_FEE' | 'COMMISSION' | 'INSURANCE_CLEAR';

/** Money that came in or went out of a futures wallet. */
export interface FuturesIncome {
  readonly id: number;
  /** None of a transfer. */
  readonly contract: Contract | undefined;
  readonly kind: IncomeKind;
  readonly amount: bigint;
  readonly asset: string;
  readonly time: number;
  readonly tradeId: number | undefined;
}

/** Margin that a user added to an isolated position, or took out where it is below 0. */
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

/** Returns whether an order can only close: in hedge mode a sell of LONG and a buy of SHORT. */
export function closesPositionSide({
  positionSide,
  isBuy,
}: Pick<FuturesOrderRequest, 'positionSide' | 'isBuy'>): boolean {
  return positionSide === (isBuy ? 'SHORT' : 'LONG');
}

/** Returns how many lots an order that buys or sells could close of a position. */
export function closableLots({ lots }: FuturesPosition, isBuy: boolean): number {
  return isBuy ? Math.max(0, -lots) : Math.max(0, lots);
}
