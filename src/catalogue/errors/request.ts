/** Codes from -1013 to -1225 about a request's parameters (interface document, Errors; texts from public facts). */
import { additionalCode, documentedCode, type ErrorCode, type ListedCode } from './error-code.ts';

/**
 * The second listing labels -1114 to -1121 as a range with these four, without saying which label goes with which
 * code. In the first listing -1120, -1121 and -1125 have three of the meanings.
 */
const SECOND_RANGE: ListedCode = {
  names: ['time not synchronised', 'invalid interval', 'invalid symbol', 'invalid listen key'],
  range: { from: -1121, to: -1114 },
};

const SECOND_NOTE =
  'The second listing labels the codes -1114 to -1121 with four meanings and does not say which goes with which.';

export const REQUEST_CODES: readonly ErrorCode[] = [
  additionalCode(-1013, {
    texts: [
      'Filter failure: %s',
      'This symbol does not allow the specified self-trade prevention mode.',
      'Invalid quantity.',
      'Invalid price.',
      'Invalid side.',
    ],
    remedy: 'Fit the order to the filter that the text names: `bourse explain` describes its rule.',
  }),
  documentedCode(
    -1100,
    { name: 'ILLEGAL_CHARS', http: 400 },
    {
      texts: [
        'Illegal characters found in a parameter.',
        "Illegal characters found in parameter '%s'; legal range is '%s'.",
      ],
      remedy: 'Keep to the letters that the parameter allows.',
    },
  ),
  documentedCode(
    -1101,
    { name: 'TOO_MANY_PARAMETERS', http: 400 },
    {
      texts: [
        'Too many parameters sent for this endpoint.',
        "Too many parameters; expected '%s' and received '%s'.",
        'Duplicate values for a parameter detected.',
      ],
      remedy: 'Send each parameter of the endpoint once, and no other.',
    },
  ),
  documentedCode(
    -1102,
    { name: 'MANDATORY_PARAM_EMPTY_OR_MALFORMED', http: 400 },
    {
      texts: [
        'A mandatory parameter was not sent, was empty/null, or malformed.',
        "Mandatory parameter '%s' was not sent, was empty/null, or malformed.",
        "Param '%s' or '%s' must be sent, but both were empty/null!",
        "'%s' contains unexpected value. Cannot be greater than %s.",
      ],
      remedy: 'Send the parameter that the text names, in its form.',
    },
  ),
  documentedCode(
    -1103,
    { name: 'UNKNOWN_PARAM', http: 400 },
    { texts: ['An unknown parameter was sent.'], remedy: 'Leave out what the endpoint does not take.' },
  ),
  documentedCode(
    -1104,
    { name: 'UNREAD_PARAMETERS', http: 400 },
    {
      texts: [
        'Not all sent parameters were read.',
        "Not all sent parameters were read; read '%s' parameter(s) but was sent '%s'.",
      ],
      remedy: 'Leave out what the endpoint does not take.',
    },
  ),
  documentedCode(
    -1105,
    { name: 'PARAM_EMPTY', http: 400 },
    {
      texts: ['A parameter was empty.', "Parameter '%s' was empty."],
      remedy: 'Give the parameter a value or leave it out.',
    },
  ),
  documentedCode(
    -1106,
    { name: 'PARAM_NOT_REQUIRED', http: 400 },
    {
      texts: ['A parameter was sent when not required.', "Parameter '%s' sent when not required."],
      remedy: 'Leave the parameter out: this type of order does not take it.',
    },
  ),
  additionalCode(-1108, {
    texts: ["Parameter '%s' overflowed."],
    products: ['spot'],
    remedy: 'Send a smaller number.',
  }),
  additionalCode(-1108, {
    texts: ['Invalid asset.'],
    products: ['usdm', 'coinm', 'options'],
    remedy: 'Check the name of the asset.',
  }),
  documentedCode(
    -1111,
    { name: 'BAD_PRECISION', http: 400 },
    {
      texts: [
        'Precision is over the maximum defined for this asset.',
        "Parameter '%s' has too much precision.",
      ],
      remedy: 'Give the number fewer digits after the point, as the tick or step size says.',
    },
  ),
  documentedCode(
    -1112,
    { name: 'NO_DEPTH', meaning: 'no orders on the book', http: 400 },
    {
      texts: ['No orders on book for symbol.'],
      remedy: 'Place a limit order, or wait for the book to fill.',
    },
  ),
  ...inSecondRange([
    [-1114, 'TIF_NOT_REQUIRED', 'TimeInForce parameter sent when not required.', 'Leave timeInForce out.'],
    [-1115, 'INVALID_TIF', 'Invalid timeInForce.', 'Use a time in force that the product has.'],
    [-1116, 'INVALID_ORDER_TYPE', 'Invalid orderType.', 'Use an order type that the product has.'],
    [-1117, 'INVALID_SIDE', 'Invalid side.', 'Use BUY or SELL.'],
    [-1118, 'EMPTY_NEW_CL_ORD_ID', 'New client order ID was empty.', 'Give the id a value or leave it out.'],
    [
      -1119,
      'EMPTY_ORG_CL_ORD_ID',
      'Original client order ID was empty.',
      'Give the id a value or leave it out.',
    ],
    [-1120, 'BAD_INTERVAL', 'Invalid interval.', 'Use a candle interval or period that the endpoint takes.'],
    [-1121, 'BAD_SYMBOL', 'Invalid symbol.', 'Check the symbol: `bourse market info` lists them.'],
  ]),
  documentedCode(
    -1125,
    { name: 'INVALID_LISTEN_KEY', http: 400 },
    {
      texts: ['This listenKey does not exist.'],
      remedy: 'Create a new listen key, then read orders and balances again: events in between were lost.',
    },
  ),
  documentedCode(
    -1127,
    { name: 'MORE_THAN_XX_HOURS', meaning: 'query span too large', http: 400 },
    {
      texts: ['Lookup interval is too big.', 'More than %s hours between startTime and endTime.'],
      remedy: 'Ask for a shorter span.',
    },
  ),
  documentedCode(
    -1128,
    { name: 'OPTIONAL_PARAMS_BAD_COMBO', http: 400 },
    {
      texts: [
        'Combination of optional parameters invalid.',
        'Fields [%s] must be sent together or omitted entirely.',
      ],
      remedy: 'Send only parameters that go together.',
    },
  ),
  documentedCode(
    -1130,
    { name: 'INVALID_PARAMETER', http: 400 },
    {
      texts: ['Invalid data sent for a parameter.', "Data sent for parameter '%s' is not valid."],
      remedy: 'Give the parameter that the text names a value from its range.',
    },
  ),
  additionalCode(-1023, {
    texts: ['Start time is greater than end time.'],
    products: ['usdm', 'coinm', 'options'],
    remedy: 'Let the window start before it ends.',
  }),
  additionalCode(-1131, {
    texts: ['recvWindow must be less than 60000'],
    remedy: 'Use a recvWindow of at most 60000 ms.',
    note: 'An older form; -1102 today.',
  }),
  additionalCode(-1134, {
    texts: ['strategyType was less than 1000000.'],
    remedy: 'Use a strategyType of 1000000 or more.',
  }),
  additionalCode(-1135, {
    texts: ['Invalid JSON Request', "JSON sent for parameter '%s' is not valid"],
    remedy: 'Send valid JSON.',
  }),
  additionalCode(-1136, {
    texts: ['Invalid newOrderRespType.'],
    products: ['usdm', 'coinm', 'options'],
    remedy: 'Use ACK or RESULT.',
  }),
  additionalCode(-1139, { texts: ['Invalid ticker type.'], remedy: 'Use FULL or MINI.' }),
  additionalCode(-1145, {
    texts: [
      '`cancelRestrictions` has to be either `ONLY_NEW` or `ONLY_PARTIALLY_FILLED`.',
      'Invalid cancelRestrictions',
    ],
    remedy: 'Use ONLY_NEW or ONLY_PARTIALLY_FILLED.',
  }),
  additionalCode(-1151, {
    texts: ['Symbol is present multiple times in the list.'],
    remedy: 'Name each symbol once.',
  }),
  additionalCode(-1158, {
    origin: 'today',
    texts: ['Order type not supported in OCO.'],
    remedy: 'Use LIMIT_MAKER, STOP_LOSS, STOP_LOSS_LIMIT, TAKE_PROFIT or TAKE_PROFIT_LIMIT.',
  }),
  additionalCode(-1160, {
    origin: 'today',
    texts: ["Parameter '%s' is not supported if `%s` is not GTC."],
    remedy: 'Use GTC for an iceberg order, or leave out its iceberg quantity.',
  }),
  additionalCode(-1165, {
    texts: ['A limit order in a buy OCO must be below.'],
    remedy: 'Put the limit price below the market and the stop price above it.',
  }),
  additionalCode(-1166, {
    texts: ['A limit order in a sell OCO must be above.'],
    remedy: 'Put the limit price above the market and the stop price below it.',
  }),
  additionalCode(-1168, {
    origin: 'today',
    texts: ['At least one OCO order must be contingent.'],
    remedy: 'Make one of the two orders a stop order.',
  }),
  additionalCode(-1194, {
    texts: ['Invalid value for time unit; expected either MICROSECOND or MILLISECOND.'],
    remedy: 'Use MICROSECOND or MILLISECOND.',
  }),
  additionalCode(-1209, {
    texts: ['The listenToken is not valid.'],
    products: ['margin'],
    remedy: 'Create another listen token: this one is unknown or has expired.',
    note: 'Public facts give the code; the wording is not verified.',
  }),
  additionalCode(-1196, {
    origin: 'today',
    texts: ['A stop loss order in a buy OCO must be above.'],
    remedy: 'Put the stop-loss order above the market.',
  }),
  additionalCode(-1197, {
    origin: 'today',
    texts: ['A stop loss order in a sell OCO must be below.'],
    remedy: 'Put the stop-loss order below the market.',
  }),
  additionalCode(-1198, {
    origin: 'today',
    texts: ['A take profit order in a buy OCO must be below.'],
    remedy: 'Put the take-profit order below the market.',
  }),
  additionalCode(-1199, {
    origin: 'today',
    texts: ['A take profit order in a sell OCO must be above.'],
    remedy: 'Put the take-profit order above the market.',
  }),
  additionalCode(-1210, {
    origin: 'today',
    texts: ['Invalid pegPriceType.'],
    remedy: 'Use PRIMARY_PEG or MARKET_PEG.',
  }),
  additionalCode(-1211, {
    origin: 'today',
    texts: ['Invalid pegOffsetType.'],
    remedy: 'Use PRICE_LEVEL.',
  }),
  additionalCode(-1220, {
    origin: 'today',
    texts: ["The symbol's status does not match the requested symbolStatus."],
    remedy: 'Ask for the symbol without symbolStatus, or with the status that it has.',
  }),
  additionalCode(-1222, {
    origin: 'today',
    texts: ['Working order in an OPO list must be a bid.'],
    remedy: 'Buy with the working order: the pending order sells what it received.',
  }),
  additionalCode(-1223, {
    origin: 'today',
    texts: ['Pending orders in an OPO list must be asks.'],
    remedy: 'Sell with the pending orders: they take what the working order bought.',
  }),
  additionalCode(-1224, {
    origin: 'today',
    texts: ["Working order must include the '%s' tag."],
    remedy: 'Add the parameter of the working order that the text names.',
  }),
  additionalCode(-1225, {
    origin: 'today',
    texts: ["Pending orders should not include the '%s' tag."],
    remedy: 'Leave out the parameter that the text names: it follows from the working order.',
  }),
];

function inSecondRange(
  rows: readonly (readonly [code: number, name: string, text: string, remedy: string])[],
): readonly ErrorCode[] {
  return rows.map(([code, name, text, remedy]) => {
    const meaning = code === -1121 ? { meaning: 'invalid symbol' } : {};
    return documentedCode(
      code,
      { name, ...meaning, http: 400, second: SECOND_RANGE },
      { texts: [text], remedy, note: SECOND_NOTE },
    );
  });
}
