/** Algo orders of USD-margined futures (public facts, Algo orders). */
import { algoOrders } from './algo-orders.ts';

export const usdmAlgoOrders = algoOrders('usdm');
