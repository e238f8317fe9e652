/** Algo orders of coin-margined futures (public facts, Algo orders). */
import { algoOrders } from '../usdm/algo-orders.ts';

export const coinmAlgoOrders = algoOrders('coinm');
