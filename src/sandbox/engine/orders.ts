/** A spot order and its trades, as the engine keeps them. Prices are ticks, quantities lots, amounts 10^-8. */
import type { User } from './accounts.ts';
import type { Resting, SelfTradePrevention } from './matching.ts';
import type { MarketSymbol } from './symbols.ts';

export type OrderStatus = 'NEW' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED' | 'EXPIRED' | 'EXPIRED_IN_MATCH';

/** The types that are simulated. */
export type OrderType = 'LIMIT' | 'MARKET' | 'LIMIT_MAKER';
export type TimeInForce = 'GTC' | 'IOC' | 'FOK';

/** What a user asks for; checked for form, not yet against filters and funds. */
export interface OrderRequest {
  readonly symbol: MarketSymbol;
  readonly isBuy: boolean;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  /** In ticks; 0 for a MARKET order. */
  readonly price: number;
  /** 0 where `quoteAsked` says how much. */
  readonly lots: number;
  /** The quote asset to spend or to receive, 0n where `lots` says how much. */
  readonly quoteAsked: bigint;
  readonly clientOrderId: string | undefined;
  readonly prevention: SelfTradePrevention;
  readonly strategyId: string | undefined;
  readonly strategyType: string | undefined;
}

export interface SpotOrder extends Resting<SpotOrder> {
  readonly symbol: MarketSymbol;
  readonly user: User;
  /** Ascends on the symbol from 1. */
  readonly orderId: number;
  readonly clientOrderId: string;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly prevention: SelfTradePrevention;
  readonly strategyId: string | undefined;
  readonly strategyType: string | undefined;
  readonly quoteAsked: bigint;
  /** Asked for; with `quoteAsked`, what it came to. */
  lots: number;
  executed: number;
  /** Quote asset that changed hands. */
  quote: bigint;
  status: OrderStatus;
  readonly time: number;
  updateTime: number;
  /** When it came to rest or was matched. */
  readonly workingTime: number;
  /** What self-trade prevention took, and the number of that meeting; undefined where none did. */
  prevented: { readonly matchId: number; readonly lots: number } | undefined;
}

/** One user's side of a trade. */
export interface Fill {
  /** Ascends on the symbol. */
  readonly id: number;
  readonly order: SpotOrder;
  readonly price: number;
  readonly lots: number;
  readonly quote: bigint;
  readonly commission: bigint;
  readonly commissionAsset: string;
  readonly time: number;
  readonly isMaker: boolean;
}

/** Returns whether an order can still be filled. */
export function isOpen({ status }: SpotOrder): boolean {
  return status === 'NEW' || status === 'PARTIALLY_FILLED';
}
