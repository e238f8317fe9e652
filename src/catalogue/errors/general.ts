/** Codes from -1000 to -1022 and -2010 to -2022: server, limits, credentials, orders (interface document, Errors). */

import { AMEND_TEXTS, CANCEL_TEXTS, ENGINE_TEXTS, PLACEMENT_TEXTS } from './engine-texts.ts';
import { additionalCode, documentedCode, type ErrorCode, secondListingCode } from './error-code.ts';

/** A write that is answered with one of these codes may have been executed. */
const UNKNOWN = { kind: 'unavailable', execution: 'unknown', retryable: true } as const;
const LOOK_UP = 'Reads may be repeated. Before repeating a write, check whether it was executed.';

const SERVER_CODES: readonly ErrorCode[] = [
  documentedCode(
    -1000,
    { name: 'UNKNOWN', meaning: 'unknown error', http: 400 },
    { ...UNKNOWN, texts: ['An unknown error occurred while processing the request.'], remedy: LOOK_UP },
  ),
  documentedCode(
    -1001,
    { name: 'DISCONNECTED', meaning: 'internal error', http: 401 },
    {
      ...UNKNOWN,
      texts: ['Internal error; unable to process your request. Please try again.'],
      remedy: LOOK_UP,
      note: 'It says nothing about the key, although the document lists it under HTTP 401.',
    },
  ),
  documentedCode(
    -1002,
    { name: 'UNAUTHORIZED', meaning: 'not allowed to perform the request', http: 401 },
    {
      texts: ['You are not authorized to execute this request.'],
      kind: 'credentials',
      remedy: 'Use a key that has the permission for this call.',
    },
  ),
  documentedCode(
    -1003,
    { name: 'TOO_MANY_REQUESTS', meaning: 'too many requests', http: 429 },
    {
      texts: [
        'Too many requests queued.',
        'Too much request weight used; current limit is %s request weight per %s. Please use WebSocket Streams for live updates to avoid polling the API.',
        'Way too much request weight used; IP banned until %s. Please use WebSocket Streams for live updates to avoid bans.',
        'Too many requests; current limit is %s requests per minute. Please use the websocket for live updates to avoid polling the API.',
        'Way too many requests; IP banned until %s. Please use the websocket for live updates to avoid bans.',
      ],
      kind: 'rate-limited',
      retryable: true,
      remedy: 'Wait as long as Retry-After says; streams cost no weight.',
      note: 'With HTTP 418 the address is banned, and further requests make the ban longer.',
    },
  ),
  documentedCode(
    -1006,
    { name: 'UNEXPECTED_RESP', meaning: 'unexpected response from the message bus', http: 409 },
    {
      ...UNKNOWN,
      texts: ['An unexpected response was received from the message bus. Execution status unknown.'],
      remedy: LOOK_UP,
    },
  ),
  documentedCode(
    -1007,
    { name: 'TIMEOUT', meaning: 'backend timeout', http: 408 },
    {
      ...UNKNOWN,
      texts: [
        'Timeout waiting for response from backend server. Send status unknown; execution status unknown.',
      ],
      remedy: LOOK_UP,
    },
  ),
  additionalCode(-1008, {
    ...UNKNOWN,
    texts: ['Server is currently overloaded with other requests. Please try again in a few minutes.'],
    remedy: LOOK_UP,
    note: 'An order was seen to succeed behind it.',
  }),
  additionalCode(-1010, {
    texts: ENGINE_TEXTS.map(({ text }) => text),
    remedy: 'Change what the text names.',
  }),
  documentedCode(
    -1014,
    { name: 'UNKNOWN_ORDER_COMPOSITION', meaning: 'unsupported order combination', http: 400 },
    {
      texts: ['Unsupported order combination.'],
      remedy: 'Check which parameters the order type takes.',
    },
  ),
  documentedCode(
    -1015,
    { name: 'TOO_MANY_ORDERS', meaning: 'too many new orders', http: 429 },
    {
      texts: ['Too many new orders.', 'Too many new orders; current limit is %s orders per %s.'],
      kind: 'rate-limited',
      retryable: true,
      remedy: 'Wait for the next interval before placing orders; queries and cancels still work.',
    },
  ),
  documentedCode(
    -1016,
    { name: 'SERVICE_SHUTTING_DOWN', http: 400 },
    { texts: ['This service is no longer available.'], remedy: 'Use another endpoint: this one is gone.' },
  ),
  documentedCode(
    -1020,
    { name: 'UNSUPPORTED_OPERATION', http: 400 },
    { texts: ['This operation is not supported.'], remedy: 'Use another way: this one is not offered.' },
  ),
  documentedCode(
    -1021,
    { name: 'INVALID_TIMESTAMP', meaning: 'timestamp outside recvWindow', http: 401 },
    {
      texts: [
        'Timestamp for this request is outside of the recvWindow.',
        "Timestamp for this request was 1000ms ahead of the server's time.",
      ],
      retryable: true,
      remedy: 'Set the clock of this machine, or allow a larger recvWindow (at most 60000 ms).',
      note: 'The live interface answers with HTTP 400 today.',
    },
  ),
  documentedCode(
    -1022,
    { name: 'INVALID_SIGNATURE', http: 401 },
    {
      texts: ['Signature for this request is not valid.'],
      kind: 'credentials',
      remedy: 'Check that the secret or private key belongs to the API key, and that the key type is right.',
      note: 'The live interface answers with HTTP 400 today.',
    },
  ),
];

const ORDER_CODES: readonly ErrorCode[] = [
  documentedCode(
    -2010,
    { name: 'NEW_ORDER_REJECTED', http: 400 },
    {
      texts: [...PLACEMENT_TEXTS, 'Filter failure: %s', 'NEW_ORDER_REJECTED'],
      remedy: 'Change what the text names and place the order again.',
      note: '"Duplicate order sent." means that an order with this client order id is open: query it.',
    },
  ),
  documentedCode(
    -2011,
    { name: 'CANCEL_REJECTED', http: 400 },
    {
      texts: [...CANCEL_TEXTS, 'CANCEL_REJECTED'],
      remedy: 'Query the order: it may be filled, cancelled or expired already, or its id may be wrong.',
    },
  ),
  documentedCode(
    -2013,
    { name: 'NO_SUCH_ORDER', http: 400 },
    {
      texts: ['Order does not exist.'],
      remedy: 'Check the symbol and the id.',
      note: 'Soon after a placement it may only mean that the order is not visible yet.',
    },
  ),
  documentedCode(
    -2014,
    { name: 'BAD_API_KEY_FMT', http: 400 },
    {
      texts: ['API-key format invalid.'],
      kind: 'credentials',
      remedy: 'Check the API key: it has 64 letters and digits.',
      note: 'The live interface answers with HTTP 401 today.',
    },
  ),
  documentedCode(
    -2015,
    { name: 'REJECTED_MBX_KEY', meaning: 'invalid key, IP or permission', http: 401 },
    {
      texts: [
        'Invalid API-key, IP, or permissions for action.',
        'Invalid API-key, IP, or permissions for action, request ip: %s',
      ],
      kind: 'credentials',
      remedy:
        'Check that the key belongs to this environment, allows this address, and has the permission for this call.',
    },
  ),
  documentedCode(
    -2016,
    { name: 'NO_TRADING_WINDOW', http: 400, second: { names: ['trading disabled'] } },
    {
      texts: ['No trading window could be found for the symbol. Try ticker/24hrs instead.'],
      remedy: 'Check the status of the symbol: it may not trade now.',
    },
  ),
  secondListingCode(-2017, 'insufficient balance', {
    remedy: 'Order less, or free or transfer more of the asset.',
  }),
  secondListingCode(-2018, 'insufficient margin', { remedy: 'Order less, or add margin.' }),
  secondListingCode(-2019, 'order cannot be filled', {
    remedy: 'Check the book: nothing fills this order now.',
  }),
  secondListingCode(-2020, 'order would trigger immediately', {
    remedy: 'Put the stop price on the other side of the market.',
  }),
  secondListingCode(-2021, 'price too far above market', { remedy: 'Lower the price.' }),
  secondListingCode(-2022, 'price too far below market', { remedy: 'Raise the price.' }),
  additionalCode(-2021, {
    texts: ['Order cancel-replace partially failed.'],
    kind: 'partial',
    execution: 'unknown',
    products: ['spot'],
    byTextOnly: true,
    origin: 'today',
    remedy:
      'Read cancelResult and newOrderResult: the cancellation and the new order succeed or fail separately.',
  }),
  additionalCode(-2022, {
    texts: ['Order cancel-replace failed.'],
    execution: 'unknown',
    products: ['spot'],
    byTextOnly: true,
    origin: 'today',
    remedy:
      'Read cancelResult and newOrderResult: the cancellation and the new order succeed or fail separately.',
  }),
  additionalCode(-2026, {
    texts: ['Order was canceled or expired with no executed qty over 90 days ago and has been archived.'],
    products: ['spot'],
    remedy: 'The order existed and ended unfilled; its record is not kept longer.',
  }),
  additionalCode(-2035, {
    texts: ['User Data Stream subscription already active.'],
    products: ['spot'],
    remedy: 'Use the subscription that is active.',
  }),
  additionalCode(-2036, {
    texts: ['User Data Stream subscription not active.'],
    products: ['spot'],
    remedy: 'Subscribe first.',
  }),
  additionalCode(-2038, {
    texts: [...AMEND_TEXTS, 'Filter failure: %s'],
    products: ['spot'],
    remedy: 'Change what the text names; the order stays as it was.',
  }),
  additionalCode(-2039, {
    texts: ['Client order ID is not correct for this order ID.'],
    products: ['spot'],
    remedy: 'Give the two ids of one order, or one id alone.',
  }),
  additionalCode(-2043, {
    origin: 'today',
    products: ['spot'],
    remedy: 'The symbol has no reference price; its filters use the average price.',
    note: 'Its text is not known.',
  }),
];

export const GENERAL_CODES: readonly ErrorCode[] = [...SERVER_CODES, ...ORDER_CODES];
