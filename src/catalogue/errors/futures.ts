/**
 * Error codes as USD-M and COIN-M futures give them (public facts, Futures codes). Some numbers mean
 * something else in the interface document; both meanings are kept, distinguished by product and text.
 */

import { FUTURES_PRODUCTS } from '../futures-products.ts';
import { additionalCode, type ErrorCode } from './error-code.ts';

type Row = readonly [code: number, texts: string | readonly string[], remedy: string];

const PRICE = 'Keep the price within the PRICE_FILTER of the symbol and on its tick size.';
const QUANTITY = 'Keep the quantity within the LOT_SIZE filter of the symbol and on its step size.';
const CLOSE_FIRST = 'Cancel open orders and close positions of the symbol first.';
const PRICE_CAP = 'Move the price nearer to the mark price.';
const NOTHING_TO_DO = 'Nothing needs doing: it is set this way already.';
const SIDE_MODE =
  'Send a positionSide that fits the position mode: BOTH in one-way mode, LONG or SHORT in hedge mode.';

/** Error codes whose number has only one meaning. */
const OWN_NUMBERS: readonly Row[] = [
  [-2023, 'User in liquidation mode now.', 'Wait until the liquidation is over.'],
  [-2024, 'Position is not sufficient.', 'Close no more than the position holds.'],
  [-2025, 'Reach max open order limit.', 'Cancel open orders first.'],
  [-2026, 'This OrderType is not supported when reduceOnly.', 'Leave reduceOnly out or use another type.'],
  [
    -2027,
    'Exceeded the maximum allowable position at current leverage.',
    'Order less, or lower the leverage.',
  ],
  [
    -2028,
    'Leverage is smaller than permitted: insufficient margin balance.',
    'Add margin, or keep a higher leverage.',
  ],
  [-4000, 'Invalid order status.', 'Query the order: it is in another state than the call expects.'],
  [-4001, 'Price less than 0.', PRICE],
  [-4002, 'Price greater than max price.', PRICE],
  [-4003, 'Quantity less than zero.', QUANTITY],
  [-4004, 'Quantity less than min quantity.', QUANTITY],
  [-4005, 'Quantity greater than max quantity.', QUANTITY],
  [-4006, 'Stop price less than zero.', PRICE],
  [-4007, 'Stop price greater than max price.', PRICE],
  [-4013, 'Price less than min price.', PRICE],
  [-4014, 'Price not increased by tick size.', PRICE],
  [
    -4015,
    ['Client order id is not valid.', 'Client order id length should not be more than 36 chars'],
    'Use at most 36 letters, digits and the signs . : / _ -',
  ],
  [
    -4016,
    ['Price is higher than mark price multiplier cap.', "Limit price can't be higher than %s."],
    PRICE_CAP,
  ],
  [-4021, ['Invalid depth limit.', "'%s' is not valid depth limit."], 'Use a limit that the endpoint lists.'],
  [-4023, 'Qty not increased by step size.', QUANTITY],
  [-4024, 'Price is lower than mark price multiplier floor.', PRICE_CAP],
  [
    -4028,
    ['Invalid leverage', 'Leverage `%s` is not valid'],
    'Use a leverage from 1 to 125 that the symbol allows.',
  ],
  [-4031, 'Invalid parameter working type', 'Use MARK_PRICE or CONTRACT_PRICE.'],
  [-4044, 'Balance Type is invalid.', 'Check the type that was sent.'],
  [-4045, 'Reach max stop order limit.', 'Cancel stop orders first.'],
  [-4046, 'No need to change margin type.', NOTHING_TO_DO],
  [-4047, 'Margin type cannot be changed if there exists open orders.', CLOSE_FIRST],
  [-4048, 'Margin type cannot be changed if there exists position.', CLOSE_FIRST],
  [
    -4049,
    'Add margin only support for isolated position.',
    'Set the margin type of the symbol to ISOLATED first.',
  ],
  [-4050, 'Cross balance insufficient.', 'Use a smaller amount, or transfer more in.'],
  [-4051, 'Isolated balance insufficient.', 'Use a smaller amount.'],
  [-4054, 'Cannot add position margin: position is 0.', 'Open a position first.'],
  [-4055, 'Amount must be positive.', 'Use an amount above zero.'],
  [-4059, 'No need to change position side.', NOTHING_TO_DO],
  [-4060, 'Invalid position side.', SIDE_MODE],
  [-4061, "Order's position side does not match user's setting.", SIDE_MODE],
  [-4062, 'Invalid or improper reduceOnly value.', 'Send reduceOnly only where a position can be reduced.'],
  [-4067, 'Position side cannot be changed if there exists open orders.', CLOSE_FIRST],
  [-4068, 'Position side cannot be changed if there exists position.', CLOSE_FIRST],
  [-4082, 'Invalid number of batch place orders: %s', 'Send at most 5 orders in a batch.'],
  [-4087, 'Invalid pair.', 'Check the name of the pair.'],
  [-4088, 'Maximum time interval is %s days.', 'Ask for a shorter span.'],
  [-4104, 'Invalid contract type.', 'Use a contract type that the pair has.'],
  [
    -4113,
    "The counterparty's best price does not meet the PERCENT_PRICE filter limit.",
    'Use a limit order, or wait.',
  ],
  [
    -4131,
    "The counterparty's best price does not meet the PERCENT_PRICE filter limit.",
    'Use a limit order, or wait.',
  ],
  [-4135, 'Invalid activation price.', 'Put activationPrice on the right side of the market.'],
  [
    -4137,
    'Quantity must be zero with closePosition equals true.',
    'Leave the quantity out with closePosition.',
  ],
  [
    -4138,
    'Reduce only must be true with closePosition equals true.',
    'Leave reduceOnly out with closePosition; in hedge mode sell LONG or buy SHORT.',
  ],
  [
    -4142,
    'REJECT: take profit or stop order will be triggered immediately.',
    'A stop that sells belongs below the latest price, one that buys above it; a take-profit the other way round.',
  ],
  [
    -4150,
    'Leverage reduction is not supported in Isolated Margin Mode with open positions.',
    'Close the position before lowering its leverage.',
  ],
  [
    -4167,
    'Unable to adjust to Multi-Assets mode with symbols of USDⓈ-M Futures under isolated-margin mode.',
    'Set the margin type of every symbol to CROSSED first.',
  ],
  [
    -4168,
    'Unable to adjust to isolated-margin mode under the Multi-Assets mode.',
    'Switch multi-assets mode off first.',
  ],
  [
    -4169,
    'Unable to adjust Multi-Assets Mode with insufficient margin balance in USDⓈ-M Futures.',
    'Transfer USDT in, or reduce positions, before switching multi-assets mode off.',
  ],
  [
    -4170,
    'Unable to adjust Multi-Assets Mode with open orders in USDⓈ-M Futures.',
    'Cancel all open orders first.',
  ],
  [-4171, 'Adjusted asset mode is currently set and does not need to be adjusted repeatedly.', NOTHING_TO_DO],
  [
    -4172,
    'Unable to adjust Multi-Assets Mode with a negative wallet balance of margin available asset in USDⓈ-M Futures account.',
    'Transfer in what is missing of the asset whose balance is below 0.',
  ],
  [
    -5021,
    'Due to the order could not be filled immediately, the FOK order has been rejected.%s',
    'Use IOC or GTC, or another price.',
  ],
  [
    -5022,
    'Due to the order could not be executed as maker, the Post Only order will be rejected. The order will not be recorded in the order history',
    'Move the price away from the market, or use GTC.',
  ],
];

/** Error codes of refused changes of an order (not shown in the interface document). */
const CHANGE_NUMBERS: readonly Row[] = [
  [
    -5025,
    'Only limit order is supported.',
    'Modify limit orders that rest; cancel others and place them again.',
  ],
  [-5026, 'Exceed maximum modify order limit.', 'Cancel the order and place it again.'],
  [-5027, 'No need to modify the order.', NOTHING_TO_DO],
];

/** Error codes to whose numbers the document's second listing gives other meanings. */
const SHARED_NUMBERS: readonly Row[] = [
  [-2018, 'Balance is insufficient.', 'Use a smaller amount, or transfer more in.'],
  [-2019, 'Margin is insufficient.', 'Order less, or add margin.'],
  [-2020, 'Unable to fill.', 'Check the book: nothing fills this order now.'],
  [-2021, 'Order would immediately trigger.', 'Put the stop price on the other side of the market.'],
  [-2022, 'ReduceOnly Order is rejected.', 'Send reduceOnly only where a position can be reduced.'],
];

const NOTIONAL = "Order's notional must be no smaller than %s (unless you choose reduce only)";
const RAISE = 'Raise the quantity until price times quantity reaches the number in the text.';
const EACH = 'Query each order of the batch: some may have been executed.';

function entries(rows: readonly Row[], origin: 'facts' | 'today'): readonly ErrorCode[] {
  return rows.map(([code, texts, remedy]) =>
    additionalCode(code, {
      texts: typeof texts === 'string' ? [texts] : texts,
      remedy,
      products: FUTURES_PRODUCTS,
      origin,
    }),
  );
}

export const FUTURES_CODES: readonly ErrorCode[] = [
  additionalCode(-2012, {
    texts: ['Batch cancel failure.'],
    products: FUTURES_PRODUCTS,
    execution: 'unknown',
    remedy: EACH,
  }),
  additionalCode(-2017, {
    texts: ['API Keys are locked on this account.'],
    kind: 'credentials',
    products: FUTURES_PRODUCTS,
    origin: 'today',
    remedy: 'Unlock the API keys in the account settings.',
  }),
  ...entries(SHARED_NUMBERS, 'today'),
  ...entries(CHANGE_NUMBERS, 'today'),
  ...entries(OWN_NUMBERS, 'facts'),
  additionalCode(-4083, {
    texts: ['Fail to place batch orders.'],
    products: FUTURES_PRODUCTS,
    execution: 'unknown',
    remedy: EACH,
  }),
  additionalCode(-4120, {
    texts: ['Order type not supported for this endpoint. Please use the Algo Order API endpoints instead.'],
    products: ['usdm'],
    origin: 'today',
    remedy: 'Use the algo order endpoint: live hosts accept stop orders only there.',
    note: 'The interface document has stop orders on the plain order endpoint.',
  }),
  additionalCode(-4164, { texts: [NOTIONAL], products: ['usdm'], remedy: RAISE }),
  additionalCode(-4178, { texts: [NOTIONAL], products: ['coinm'], remedy: RAISE }),
];
