/**
 * The rows of the interface document for spot orders and account, futures, options and listen keys, written
 * by hand from its text: method and path, the weight of a call with what it requires by the first and the
 * second listing, S for signed, K for the key alone, and parameters in their order. "!" is required, "=" the
 * default, ">" greater than, ">=" and "<=" bounds, "~" a parameter that public facts supply. Weights of a
 * range are those inside it.
 */
export const DOCUMENT_ROWS = {
  spot: `
POST /api/v3/order | 1 | S | symbol! side! type! timeInForce quantity>0 quoteOrderQty>0 price>0 newClientOrderId strategyId strategyType stopPrice>0 trailingDelta icebergQty>0 newOrderRespType=ACK selfTradePreventionMode=EXPIRE_MAKER goodTillDate
POST /api/v3/order/test | 1 | S | symbol! side! type! timeInForce quantity>0 quoteOrderQty>0 price>0 newClientOrderId strategyId strategyType stopPrice>0 trailingDelta icebergQty>0 newOrderRespType=ACK selfTradePreventionMode=EXPIRE_MAKER goodTillDate ~computeCommissionRates=false
DELETE /api/v3/order | 1 | S | symbol! orderId origClientOrderId newClientOrderId cancelRestrictions
DELETE /api/v3/openOrders | 1 | S | ~symbol!
GET /api/v3/order | 4 | S | symbol! orderId origClientOrderId
GET /api/v3/openOrders | 6/80 | S | symbol
GET /api/v3/allOrders | 20 | S | symbol! orderId startTime endTime limit=500<=1000
POST /api/v3/order/oco | 1 | S | symbol! listClientOrderId side! quantity!>0 limitClientOrderId price!>0 limitIcebergQty>0 stopClientOrderId stopPrice!>0 stopLimitPrice>0 stopIcebergQty>0 stopLimitTimeInForce newOrderRespType=ACK selfTradePreventionMode=EXPIRE_MAKER ~limitStrategyId ~limitStrategyType ~stopStrategyId ~stopStrategyType ~trailingDelta
DELETE /api/v3/orderList | 1 | S | ~symbol! ~orderListId ~listClientOrderId ~newClientOrderId
GET /api/v3/orderList | 4 | S | ~orderListId ~origClientOrderId
GET /api/v3/allOrderList | 20 | S | ~fromId ~startTime ~endTime ~limit=500<=1000
GET /api/v3/openOrderList | 6 | S |
PUT /api/v3/order/amend/keepPriority | 1 | S | ~symbol! ~orderId ~origClientOrderId ~newClientOrderId ~newQty!>0
GET /api/v3/account | 20 | S | omitZeroBalances=false
GET /api/v3/myTrades | 20 | S | symbol! orderId startTime endTime fromId limit=500<=1000
GET /api/v3/rateLimit/order | 40 | S |
GET /api/v3/myPreventedMatches | 20 | S | symbol! preventedMatchId orderId fromPreventedMatchId limit=500<=1000
GET /api/v3/myAllocations | 20 | S | symbol! startTime endTime fromAllocationId limit=500<=1000 orderId
GET /api/v3/account/commission | 20 | S | symbol!
`,
  usdm: `
GET /fapi/v1/ping | 1 | |
GET /fapi/v1/time | 1 | |
GET /fapi/v1/exchangeInfo | 1 | | symbol symbols
GET /fapi/v1/depth | 10 | | symbol! limit=500<=1000/5000
GET /fapi/v1/trades | 1 | | ~symbol! ~limit=500<=1000
GET /fapi/v1/historicalTrades | 20 | S | ~symbol! ~limit=500<=500/1000 ~fromId
GET /fapi/v1/aggTrades | 1 | | ~symbol! ~fromId ~startTime ~endTime ~limit=500<=1000
GET /fapi/v1/klines | 1 | | symbol! interval! startTime endTime limit=500<=1500
GET /fapi/v1/continuousKlines | 1 | | pair! contractType! interval! startTime endTime limit=500<=1500
GET /fapi/v1/indexPriceKlines | 1 | | pair! interval! startTime endTime ~limit=500<=1500
GET /fapi/v1/markPriceKlines | 1 | | symbol! interval! startTime endTime ~limit=500<=1500
GET /fapi/v1/premiumIndexKlines | 1 | | symbol! interval! startTime endTime ~limit=500<=1500
GET /fapi/v1/premiumIndex | 1/40 | | symbol
GET /fapi/v1/fundingRate | 1 | | symbol startTime endTime limit=100<=1000
GET /fapi/v1/fundingInfo | 1 | |
GET /fapi/v1/ticker/24hr | 40 | | symbol pair
GET /fapi/v1/ticker/price | 2 | | ~symbol
GET /fapi/v1/ticker/bookTicker | 2 | | ~symbol
GET /fapi/v1/openInterest | 1 | | symbol!
GET /fapi/v1/constituents | 2 | | ~symbol!
GET /fapi/v1/assetIndex | 1 | | ~symbol
GET /futures/data/openInterestHist | 1 | | symbol! period! startTime endTime limit=30<=500
GET /futures/data/topLongShortAccountRatio | 1 | | symbol! period! startTime endTime limit=30<=500
GET /futures/data/topLongShortPositionRatio | 1 | | symbol! period! startTime endTime limit=30<=500
GET /futures/data/globalLongShortAccountRatio | 1 | | symbol! period! startTime endTime limit=30<=500
GET /futures/data/takerlongshortRatio | 1 | | symbol! period! startTime endTime limit=30<=500
GET /futures/data/basis | 1 | | ~pair! ~contractType! ~period! ~limit=30<=500 ~startTime ~endTime
POST /fapi/v1/order | 0/1 | S | symbol! side! positionSide=BOTH type! timeInForce quantity>0 reduceOnly=false price newClientOrderId strategyId strategyType stopPrice closePosition=false activationPrice callbackRate>=0.1<=5 workingType=CONTRACT_PRICE priceProtect=false newOrderRespType=ACK priceMatch=NONE selfTradePreventionMode=NONE goodTillDate
POST /fapi/v1/batchOrders | 5 | S | batchOrders!<=5
DELETE /fapi/v1/order | 1 | S | ~symbol! ~orderId ~origClientOrderId
DELETE /fapi/v1/allOpenOrders | 1 | S | symbol!
GET /fapi/v1/order | 1 | S | symbol! orderId origClientOrderId
GET /fapi/v1/openOrders | 1 | S | ~symbol
GET /fapi/v1/allOrders | 5 | S | ~symbol! ~orderId ~startTime ~endTime ~limit=500<=1000
GET /fapi/v2/balance | 5 | S |
GET /fapi/v2/account | 5 | S |
GET /fapi/v1/userTrades | 5 | S | symbol! startTime endTime fromId limit=500<=1000 ~orderId
GET /fapi/v1/positionRisk | 5 | S | symbol
GET /fapi/v2/positionRisk | 5 | S | symbol
POST /fapi/v1/leverage | 1 | S | symbol! leverage!<=125
POST /fapi/v1/marginType | 1 | S | symbol! marginType!
POST /fapi/v1/positionMargin | 1 | S | symbol! positionSide=BOTH amount!>0 type!
`,
  coinm: `
GET /dapi/v1/depth | 10 | | symbol! limit=500<=5000
GET /dapi/v1/klines | 1 | | symbol! interval! startTime endTime limit=500<=1500
GET /dapi/v1/aggTrades | 20 | | symbol! fromId startTime endTime limit=500<=1000
GET /dapi/v1/ticker/24hr | 40 | | ~symbol ~pair
POST /dapi/v1/order | 1 | S | symbol! side! positionSide=BOTH type! timeInForce quantity>0 reduceOnly=false price newClientOrderId strategyId strategyType stopPrice closePosition=false activationPrice callbackRate>=0.1<=5 workingType=CONTRACT_PRICE priceProtect=false newOrderRespType=ACK
POST /dapi/v1/batchOrders | 5 | S | batchOrders!<=5
GET /dapi/v1/account | 5 | S |
GET /dapi/v1/positionRisk | 1 | S | marginAsset pair
GET /dapi/v1/userTrades | 20 | S | symbol! pair startTime endTime fromId limit=500<=1000 ~orderId
GET /dapi/v1/income | 20 | S | symbol incomeType startTime endTime limit=100<=1000 ~page
`,
  options: `
GET /eapi/v1/ping | 1 | |
GET /eapi/v1/time | 1 | |
GET /eapi/v1/exchangeInfo | 1 | |
GET /eapi/v1/depth | 1 | | symbol! limit=100<=100/1000
GET /eapi/v1/klines | 1 | | symbol! interval! startTime endTime limit=500<=1500
GET /eapi/v1/mark | 5 | | symbol
GET /eapi/v1/ticker | 5 | | symbol
GET /eapi/v1/index | 1 | | underlying!
GET /eapi/v1/exerciseHistory | 1 | | underlying! startTime endTime limit=100<=100
GET /eapi/v1/openInterest | 1 | | underlyingAsset! expiration
POST /eapi/v1/order | 1 | S | symbol! side! type! quantity!>0 price timeInForce reduceOnly=false postOnly=false newOrderRespType=ACK clientOrderId isMmp=false
POST /eapi/v1/batchOrders | 5 | S | orders!<=20
GET /eapi/v1/order | 1 | S | symbol! orderId clientOrderId
DELETE /eapi/v1/order | 1 | S | ~symbol! ~orderId ~clientOrderId
DELETE /eapi/v1/allOpenOrders | 1 | S | symbol!
GET /eapi/v1/account | 5 | S |
GET /eapi/v1/position | 5 | S | symbol
GET /eapi/v1/userTrades | 5 | S | symbol! fromId startTime endTime limit=500<=1000
GET /eapi/v1/historyOrders | 5 | S | symbol! orderId startTime endTime limit=500<=1000
POST /eapi/v1/mmpSet | 1 | S | underlying! windowTimeInMilliseconds!>0<=5000 frozenTimeInMilliseconds! qtyLimit! deltaLimit!
GET /eapi/v1/mmpSet | 1 | S | underlying!
GET /eapi/v1/optionInfo | 1 | | symbol
`,
  keys: `
POST /api/v3/userDataStream | 2 | K |
PUT /api/v3/userDataStream | 2 | K | listenKey!
DELETE /api/v3/userDataStream | 2 | K | listenKey!
POST /fapi/v1/listenKey | 1 | K |
PUT /fapi/v1/listenKey | 1 | K |
DELETE /fapi/v1/listenKey | 1 | K |
POST /sapi/v1/userDataStream | 1 | K | isIsolated symbol
`,
} as const;

/** The number of rows of the interface document for each part; paths that share a row count singly. */
export const DOCUMENT_COUNTS = { spot: 34, usdm: 42, coinm: 10, options: 22, keys: 7 } as const;

/** The number of rows of spot market data, which other tests cover. */
export const SPOT_MARKET_COUNT = 15;

export interface DocumentRow {
  readonly method: string;
  readonly path: string;
  readonly weights: readonly [number, number];
  readonly security: string;
  readonly params: readonly string[];
}

/** Returns the rows of a part of the table. */
export function rowsOf(part: keyof typeof DOCUMENT_ROWS): DocumentRow[] {
  return DOCUMENT_ROWS[part]
    .trim()
    .split('\n')
    .map((line) => {
      const [call = '', weight = '', security = '', params = ''] = line.split('|').map((cell) => cell.trim());
      const [method = '', path = ''] = call.split(' ');
      const [first = Number.NaN, second = first] = weight.split('/').map(Number);
      const named = params === '' ? [] : params.split(' ');
      return { method, path, weights: [first, second], security, params: named };
    });
}
