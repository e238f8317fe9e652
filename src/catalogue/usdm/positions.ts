/** Settings of a position of USD-margined futures: leverage, margin type, isolated margin (interface document). */

import { acknowledgementView } from '../columns/plain-views.ts';
import { endpoint, requiredParam } from '../define.ts';
import { MARGIN_TYPES, POSITION_MARGIN_TYPES, POSITION_SIDES } from '../enums/orders.ts';
import { symbol } from '../params.ts';
import { codeProof, echoProof, positionMarginProof } from '../write-proofs.ts';
import { setAssetsMode, setFeeBurn } from './account-modes.ts';
import { positionModes } from './position-mode.ts';
import { positionVerification } from './verification.ts';

const setting = {
  product: 'usdm',
  origin: 'document',
  method: 'POST',
  security: 'TRADE',
  weight: 1,
} as const;

const settingsSeenIn = positionVerification('usdm');

const contract = requiredParam({ ...symbol, about: 'Contract, such as BTCUSDT' });

export const leverage = endpoint({
  ...setting,
  id: 'usdm.leverage',
  answersOne: true,
  proof: echoProof('symbol', 'leverage'),
  summary: 'Set the leverage of a contract',
  inWords: 'Set the leverage of {symbol} to {leverage}',
  verifiedBy: settingsSeenIn.leverage,
  effect: 'write',
  path: '/fapi/v1/leverage',
  params: {
    symbol: contract,
    leverage: requiredParam({ type: 'INT', about: 'Notional over margin', min: 1, max: 125 }),
  },
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'leverage', is: 'integer' },
      { name: 'maxNotionalValue', title: 'max notional', is: 'decimal' },
    ],
  },
});

export const marginType = endpoint({
  ...setting,
  id: 'usdm.margin-type',
  proof: codeProof,
  summary: 'Set the margin mode of a contract',
  inWords: 'Set the margin mode of {symbol} to {marginType}',
  verifiedBy: settingsSeenIn.marginType,
  effect: 'write',
  path: '/fapi/v1/marginType',
  params: {
    symbol: contract,
    marginType: requiredParam({ type: 'ENUM', about: 'Margin mode', values: MARGIN_TYPES }),
  },
  view: acknowledgementView,
});

export const positionMargin = endpoint({
  ...setting,
  id: 'usdm.position-margin',
  proof: positionMarginProof,
  summary: 'Add or remove margin of an isolated position',
  inWords: 'Change the margin of the[ {positionSide}] position in {symbol}: {type} {amount}',
  effect: 'funds',
  verifiedBy: settingsSeenIn.positionMargin,
  path: '/fapi/v1/positionMargin',
  params: {
    symbol: contract,
    positionSide: {
      type: 'ENUM',
      about: 'Position side: BOTH in one-way mode, LONG or SHORT in hedge mode',
      values: POSITION_SIDES,
      default: 'BOTH',
    },
    amount: requiredParam({ type: 'DECIMAL', about: 'Amount of the margin asset', above: '0' }),
    type: requiredParam({
      type: 'INT',
      about: 'Direction',
      values: POSITION_MARGIN_TYPES,
      meanings: { 1: 'add', 2: 'reduce' },
    }),
  },
  view: {
    shape: 'record',
    columns: [
      { name: 'amount', is: 'decimal', wire: 'number' },
      { name: 'type', is: 'integer' },
      { name: 'code', is: 'integer' },
      { name: 'msg', title: 'message', is: 'text' },
    ],
  },
});

export const usdmPositions = [
  leverage,
  marginType,
  positionMargin,
  positionModes('usdm').set,
  setAssetsMode,
  setFeeBurn,
] as const;
