/**
 * The rows of the interface document for margin, the wallet section, sub-accounts, earn, mining, fiat, C2C
 * and convert, written by hand from its text: method and path, the weight ("~" where public facts supply it),
 * R reads, W changes something, F moves funds, and parameters in their order. "!" is required, "=" the
 * default, ">" greater than, ">=" and "<=" bounds, "~" a parameter that public facts supply, "^" one that
 * only today's interface has.
 */
export const DOCUMENT_ROWS = {
  margin: `
GET /sapi/v1/margin/account | 10 | R |
GET /sapi/v1/margin/asset | 10 | R | ~asset!
GET /sapi/v1/margin/pair | 10 | R | ~symbol!
GET /sapi/v1/margin/priceIndex | 10 | R | ~symbol!
GET /sapi/v1/margin/allAssets | 1 | R | ~asset
GET /sapi/v1/margin/allPairs | 1 | R | ~symbol
POST /sapi/v1/margin/transfer | 600 | F | asset! amount!>0 type!
POST /sapi/v1/margin/loan | 3000 | F | asset! isIsolated=FALSE symbol amount!>0
POST /sapi/v1/margin/repay | 3000 | F | asset! isIsolated=FALSE symbol amount!>0
GET /sapi/v1/margin/loan | ~10 | R | ~asset! ~isolatedSymbol ~txId ~startTime ~endTime ~current=1 ~size=10<=100 ~archived
GET /sapi/v1/margin/repay | ~10 | R | ~asset! ~isolatedSymbol ~txId ~startTime ~endTime ~current=1 ~size=10<=100 ~archived
POST /sapi/v1/margin/order | 6 | W | symbol! isIsolated side! type! quantity>0 quoteOrderQty>0 price>0 stopPrice>0 newClientOrderId icebergQty>0 newOrderRespType=ACK sideEffectType=NO_SIDE_EFFECT timeInForce autoRepayAtCancel=false selfTradePreventionMode=EXPIRE_MAKER
DELETE /sapi/v1/margin/order | 10 | W | ~symbol! ~isIsolated ~orderId ~origClientOrderId ~newClientOrderId
GET /sapi/v1/margin/openOrders | 10 | R | ~symbol ~isIsolated
GET /sapi/v1/margin/allOrders | 200 | R | ~symbol! ~isIsolated ~orderId ~startTime ~endTime ~limit=500<=500
GET /sapi/v1/margin/myTrades | 10 | R | ~symbol! ~isIsolated ~orderId ~startTime ~endTime ~fromId ~limit=500<=1000
`,
  funds: `
GET /sapi/v1/system/status | 1 | R |
GET /sapi/v1/capital/config/getall | 10 | R |
GET /sapi/v1/account/snapshot | 2400 | R | type! startTime endTime limit=5>=5<=30
POST /sapi/v1/account/disableFastWithdrawSwitch | 1 | W |
POST /sapi/v1/account/enableFastWithdrawSwitch | 1 | W |
POST /sapi/v1/capital/withdraw/apply | 600 | F | coin! withdrawOrderId network address! addressTag amount!>0 transactionFeeFlag=false name walletType=0
GET /sapi/v1/capital/deposit/hisrec | 1 | R | coin status startTime endTime offset=0 limit=1000<=1000 ~txId ^includeSource
GET /sapi/v1/capital/withdraw/history | 18000 | R | coin withdrawOrderId status startTime endTime offset=0 limit=1000<=1000 ^idList<=45
GET /sapi/v1/capital/deposit/address | 10 | R | coin! network
GET /sapi/v1/account/status | 1 | R |
GET /sapi/v1/account/apiTradingStatus | 1 | R |
POST /sapi/v1/asset/dust | 10 | F | asset! ^accountType=SPOT
POST /sapi/v1/asset/dust-btc | 1 | R | ^accountType=SPOT
GET /sapi/v1/asset/dividendRecord | 10 | R | ~asset ~startTime ~endTime ~limit=20<=500
GET /sapi/v1/asset/assetDetail | 1 | R | ~asset
GET /sapi/v1/asset/tradeFee | 1 | R | symbol
POST /sapi/v1/asset/transfer | 1 | F | type! asset! amount!>0 fromSymbol toSymbol
GET /sapi/v1/asset/transfer | 1 | R | ~type! ~startTime ~endTime ~current=1 ~size=10<=100 ~fromSymbol ~toSymbol
`,
  sub: `
GET /sapi/v1/sub-account/list | 1 | R | email isFreeze page=1 limit=1<=200
GET /sapi/v1/sub-account/sub/transfer/history | 1 | R | fromEmail toEmail startTime endTime page=1 limit=500<=500
GET /sapi/v1/sub-account/futures/account | 1 | R | email! futuresType=1
GET /sapi/v1/sub-account/futures/accountSummary | 1 | R | ^page=1 ^limit
GET /sapi/v1/sub-account/futures/positionRisk | 1 | R | ~email!
GET /sapi/v1/sub-account/margin/account | 1 | R | ~email!
GET /sapi/v1/sub-account/margin/accountSummary | 1 | R |
GET /sapi/v1/sub-account/spotSummary | 1 | R | ~email ~page=1 ~size=10<=20
GET /sapi/v1/sub-account/status | 1 | R | ~email
POST /sapi/v1/sub-account/futures/transfer | 1 | F | email! asset! amount!>0 type!
POST /sapi/v1/sub-account/margin/enable | 1 | W | ~email!
POST /sapi/v1/sub-account/futures/enable | 1 | W | ~email!
POST /sapi/v1/sub-account/transfer/subToSub | 1 | F | ~toEmail! ~asset! ~amount!>0
POST /sapi/v1/sub-account/transfer/subToMaster | 1 | F | ~asset! ~amount!>0
POST /sapi/v1/sub-account/universalTransfer | 1 | F | fromEmail toEmail fromAccountType! toAccountType! clientTranId symbol asset! amount!>0
`,
  earn: `
GET /sapi/v1/simple-earn/flexible/list | 150 | R | asset current=1 size=10<=100
GET /sapi/v1/simple-earn/locked/list | 150 | R | asset current=1 size=10<=100
POST /sapi/v1/simple-earn/flexible/subscribe | 1 | F | productId! amount!>0 autoSubscribe=true sourceAccount=SPOT
POST /sapi/v1/simple-earn/locked/subscribe | 1 | F | projectId! amount!>0 autoSubscribe=true sourceAccount=SPOT
POST /sapi/v1/simple-earn/flexible/redeem | 1 | F | productId! redeemAll=false amount>0 destAccount=SPOT
GET /sapi/v1/simple-earn/flexible/history/subscriptionRecord | 150 | R | ~productId ~purchaseId ~asset ~startTime ~endTime ~current=1 ~size=10<=100
GET /sapi/v1/simple-earn/locked/history/subscriptionRecord | 150 | R | ~purchaseId ~asset ~startTime ~endTime ~current=1 ~size=10<=100
`,
  mining: `
GET /sapi/v1/mining/pub/algoList | 1 | R |
GET /sapi/v1/mining/pub/coinList | 1 | R |
GET /sapi/v1/mining/worker/detail | 5 | R | algo! userName! workerName!
GET /sapi/v1/mining/worker/list | 5 | R | algo! userName! pageIndex=1 sort=0 sortColumn=0 workerStatus=0
GET /sapi/v1/mining/payment/list | 5 | R | algo! userName! coin startDate endDate pageIndex=1 pageSize=20>=5<=200
GET /sapi/v1/mining/statistics/user/status | 5 | R | ~algo! ~userName!
GET /sapi/v1/mining/statistics/user/list | 5 | R | ~algo! ~userName!
`,
  fiat: `
GET /sapi/v1/fiat/orders | 90000 | R | transactionType! beginTime endTime page=1 rows=100<=500
GET /sapi/v1/fiat/payments | 1 | R | transactionType! beginTime endTime page=1 rows=100<=500
`,
  c2c: `
GET /sapi/v1/c2c/orderMatch/listUserOrderHistory | 1 | R | tradeType! startTimestamp endTimestamp page=1 rows=100<=100
`,
  convert: `
GET /sapi/v1/convert/exchangeInfo | ~3000 | R | ~fromAsset ~toAsset
POST /sapi/v1/convert/getQuote | ~200 | R | ~fromAsset! ~toAsset! ~fromAmount>0 ~toAmount>0 ~walletType=SPOT ~validTime=10s
POST /sapi/v1/convert/acceptQuote | ~500 | F | ~quoteId!
GET /sapi/v1/convert/tradeFlow | ~3000 | R | ~startTime! ~endTime! ~limit=100<=1000
`,
} as const;

export type Part = keyof typeof DOCUMENT_ROWS;

/** The number of rows of the interface document for each product; paths that share a row count singly. */
export const DOCUMENT_COUNTS: Readonly<Record<Part, number>> = {
  margin: 16,
  funds: 18,
  sub: 15,
  earn: 7,
  mining: 7,
  fiat: 2,
  c2c: 1,
  convert: 4,
};

/** Rows with another security than their section: none, or the key without a signature. */
export const UNSIGNED: Readonly<Record<string, string>> = {
  '/sapi/v1/system/status': 'NONE',
  '/sapi/v1/convert/exchangeInfo': 'MARKET_DATA',
};

export interface DocumentRow {
  readonly method: string;
  readonly path: string;
  readonly weight: number;
  /** Whether public facts supply the weight, because the interface document lacks it. */
  readonly isSupplied: boolean;
  readonly effect: 'read' | 'write' | 'funds';
  readonly params: readonly string[];
}

const EFFECTS: Readonly<Record<string, DocumentRow['effect']>> = { R: 'read', W: 'write', F: 'funds' };

/** Returns the rows of a part of the table. */
export function rowsOf(part: Part): DocumentRow[] {
  return DOCUMENT_ROWS[part]
    .trim()
    .split('\n')
    .map((line) => {
      const [call = '', weight = '', effect = '', params = ''] = line.split('|').map((cell) => cell.trim());
      const [method = '', path = ''] = call.split(' ');
      return {
        method,
        path,
        weight: Number(weight.replace('~', '')),
        isSupplied: weight.startsWith('~'),
        effect: EFFECTS[effect]!,
        params: params === '' ? [] : params.split(' '),
      };
    });
}
