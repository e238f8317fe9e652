/**
 * The expected events of each account's user data stream when an order fills, written by hand from the public
 * facts.
 */

import { OPTION } from './rows.ts';

export interface AccountRow {
  readonly account: string;
  /** The arguments of `bourse stream user`. */
  readonly words: string;
  /** Commands that cause events; the last one places an order that fills. */
  readonly commands: readonly string[];
  /** Required events with their fields. */
  readonly events: Readonly<Record<string, string>>;
  /** Optional events with their fields. */
  readonly others?: Readonly<Record<string, string>>;
}

const EXECUTION =
  'e=executionReport E:t s c S o f q:d p:d P:d F:d g:i C x X r i:i l:d z:d L:d n:d N:s- T:t t:i I:i w:b m:b M:b O:t Z:d Y:d Q:d W?:t V';
const BALANCES = 'e=outboundAccountPosition E:t u:t B[a f:d l:d]';
const CHANGED = 'e=balanceUpdate E:t a d:d T:t';
const spotEvents = { executionReport: EXECUTION, outboundAccountPosition: BALANCES };

const ORDER =
  's c S o f q:d p:d ap:d sp:d x X i:i l:d z:d L:d N? n?:d T:t t:i b:d a:d m:b R:b wt ot ps cp:b AP?:d cr?:d pP:b si:i ss:i rp:d';
const BALANCE = 'B[a wb:d cw:d bc:d]';
const POSITION = 's pa:d ep:d bep:d cr:d up:d mt iw:d ps';
const CALL = 'cw?:d p[s ps pa:d mt iw:d mp:d up:d mm:d]';

const usdmEvents = {
  ORDER_TRADE_UPDATE: `e=ORDER_TRADE_UPDATE E:t T:t o{${ORDER} V pm gtd:t- er?}`,
  ACCOUNT_UPDATE: `e=ACCOUNT_UPDATE E:t T:t a{m ${BALANCE} P[${POSITION} ma?]}`,
};
const coinmEvents = {
  ORDER_TRADE_UPDATE: `e=ORDER_TRADE_UPDATE E:t T:t i o{${ORDER} ma V? pm? er?}`,
  ACCOUNT_UPDATE: `e=ACCOUNT_UPDATE E:t T:t i a{m ${BALANCE} P[${POSITION} ma?]}`,
};
const optionsEvents = {
  ORDER_TRADE_UPDATE:
    'e=ORDER_TRADE_UPDATE E:t o[T:t t:t s c oid:d p:d q:d stp:i r:b po:b S e:d ec:d f:d tif oty fi[t:d p:d q:d T:t m f:d]]',
  ACCOUNT_UPDATE:
    'e=ACCOUNT_UPDATE E:t B[a b:d m:d u:d U:t M:d i:d] G[ui d:d t:d g:d v:d] P[s c:d r:d p:d a:d] uid:i',
};

export const ACCOUNT_ROWS: readonly AccountRow[] = [
  {
    account: 'spot',
    words: '',
    commands: ['trade order place BTCUSDT --side BUY --type MARKET --quantity 0.01'],
    events: spotEvents,
    // Balance changes caused by another account.
    others: { balanceUpdate: CHANGED },
  },
  {
    account: 'cross margin',
    words: '--on margin',
    commands: [
      'margin order place BTCUSDT --side BUY --type MARKET --quote-order-qty 400000 --side-effect-type MARGIN_BUY',
    ],
    events: {
      ...spotEvents,
      USER_LIABILITY_CHANGE: 'e=USER_LIABILITY_CHANGE E:t a t p:d i:d',
      MARGIN_LEVEL_STATUS_CHANGE: 'e=MARGIN_LEVEL_STATUS_CHANGE E:t l:d s',
    },
    others: { balanceUpdate: CHANGED },
  },
  {
    account: 'margin risk',
    words: '--on margin-risk',
    commands: ['margin borrow-repay BORROW BTC 0.01 --is-isolated FALSE'],
    events: { USER_LIABILITY_CHANGE: 'e=USER_LIABILITY_CHANGE E:t a t p:d i:d' },
    others: { MARGIN_LEVEL_STATUS_CHANGE: 'e=MARGIN_LEVEL_STATUS_CHANGE E:t l:d s' },
  },
  {
    account: 'isolated margin',
    words: '--on margin --isolated BTCUSDT',
    commands: ['margin order place BTCUSDT --side BUY --type MARKET --quantity 0.01 --is-isolated TRUE'],
    events: spotEvents,
  },
  {
    account: 'usdm',
    words: '--on usdm',
    commands: [
      'trade margin-type BTCUSDT ISOLATED --on usdm',
      'trade leverage BTCUSDT 50 --on usdm',
      'trade order place BTCUSDT --on usdm --side BUY --type MARKET --quantity 0.1',
    ],
    events: usdmEvents,
    others: {
      MARGIN_CALL: `e=MARGIN_CALL E:t ${CALL}`,
      TRADE_LITE: 'e=TRADE_LITE E:t T:t s q:d p:d m:b c S L:d l:d t:i i:i',
      ACCOUNT_CONFIG_UPDATE: 'e=ACCOUNT_CONFIG_UPDATE E:t T:t ac?{s l:i} ai?{j:b}',
    },
  },
  {
    account: 'coinm',
    words: '--on coinm',
    commands: [
      // The remaining margin is lost when the price falls by a few percent.
      'funds transfer CMFUTURE_MAIN BTC 9.9',
      'trade order place BTCUSD_PERP --on coinm --side BUY --type MARKET --quantity 800',
    ],
    events: coinmEvents,
    others: { MARGIN_CALL: `e=MARGIN_CALL E:t i? ${CALL}` },
  },
  {
    account: 'options',
    words: '--on options',
    commands: [`trade order place ${OPTION} --on options --side BUY --type MARKET --quantity 0.05`],
    events: optionsEvents,
  },
];
