/**
 * Listen keys, which open user data streams (interface document, User data stream keys). Weights and answers
 * are public facts, and so are the listen keys of coin-margined futures and options. Margin has one
 * declaration for cross and isolated accounts, with isIsolated and symbol.
 */

import { DAY_MS } from '../core/time-units.ts';
import { emptyView } from './columns/plain-views.ts';
import { endpoint, requiredParam } from './define.ts';
import { symbol, todayParam } from './params.ts';
import type { Param } from './types.ts';
import { createdProof, emptyProof, keepAliveProof } from './write-proofs.ts';

const listenKey = { type: 'STRING', about: 'The key that opened the stream' } as const satisfies Param;

const view = { shape: 'record', columns: [{ name: 'listenKey', title: 'listen key', is: 'text' }] } as const;

const spot = {
  product: 'spot',
  origin: 'document',
  path: '/api/v3/userDataStream',
  security: 'USER_STREAM',
  effect: 'write',
  weight: 2,
  weightFrom: 'facts',
  today: { isGone: 410, since: '2026-02-20' },
} as const;
const usdm = {
  product: 'usdm',
  origin: 'document',
  path: '/fapi/v1/listenKey',
  security: 'USER_STREAM',
  effect: 'write',
  weight: 1,
  weightFrom: 'facts',
} as const;

export const spotKeyCreate = endpoint({
  ...spot,
  id: 'spot.listen-key.create',
  proof: createdProof('listenKey'),
  summary: 'Create a listen key',
  method: 'POST',
  params: {},
  view,
});

export const spotKeyKeepAlive = endpoint({
  ...spot,
  id: 'spot.listen-key.keep-alive',
  proof: emptyProof,
  summary: 'Keep a listen key alive for another hour',
  method: 'PUT',
  params: { listenKey: requiredParam(listenKey) },
  view: emptyView,
});

export const spotKeyClose = endpoint({
  ...spot,
  id: 'spot.listen-key.close',
  proof: emptyProof,
  summary: 'Close a listen key',
  method: 'DELETE',
  params: { listenKey: requiredParam(listenKey) },
  view: emptyView,
});

export const usdmKeyCreate = endpoint({
  ...usdm,
  id: 'usdm.listen-key.create',
  proof: createdProof('listenKey'),
  summary: 'Create a listen key',
  method: 'POST',
  params: {},
  view,
});
export const usdmKeyKeepAlive = endpoint({
  ...usdm,
  id: 'usdm.listen-key.keep-alive',
  proof: keepAliveProof,
  summary: "Keep the account's listen key alive",
  method: 'PUT',
  params: {},
  view,
});
export const usdmKeyClose = endpoint({
  ...usdm,
  id: 'usdm.listen-key.close',
  proof: emptyProof,
  summary: "Close the account's listen key",
  method: 'DELETE',
  params: {},
  view: emptyView,
});

export const marginKeyCreate = endpoint({
  id: 'margin.listen-key.create',
  proof: createdProof('listenKey'),
  product: 'margin',
  summary: 'Create a listen key of the margin account',
  origin: 'document',
  method: 'POST',
  path: '/sapi/v1/userDataStream',
  security: 'USER_STREAM',
  effect: 'write',
  weight: 'unlisted',
  params: {
    isIsolated: {
      type: 'STRING',
      about: 'Whether the account is an isolated one',
      values: ['TRUE', 'FALSE'],
    },
    symbol: { ...symbol, about: 'Trading pair of an isolated account' },
  },
  today: { isGone: 410, since: '2026-02-20' },
  view,
});

const HOURS_24_MS = DAY_MS;

export const marginTokenCreate = endpoint({
  id: 'margin.listen-token.create',
  proof: createdProof('token'),
  product: 'margin',
  summary: 'Create a listen token of the margin account',
  origin: 'today',
  method: 'POST',
  path: '/sapi/v1/userListenToken',
  security: 'USER_STREAM',
  effect: 'write',
  weight: 1,
  isWeighedByAccount: true,
  params: {
    isIsolated: todayParam({
      type: 'BOOLEAN',
      about: 'Whether the account is an isolated one',
      default: false,
    }),
    symbol: todayParam({ ...symbol, about: 'Trading pair of an isolated account' }),
    validity: todayParam({
      type: 'LONG',
      about: 'How long the token is valid, in ms',
      default: HOURS_24_MS,
      min: 1,
      max: HOURS_24_MS,
    }),
  },
  rules: [{ rule: 'needs-by-value', param: 'isIsolated', needs: { true: ['symbol'] } }],
  view: {
    shape: 'record',
    columns: [
      { name: 'token', is: 'text' },
      { name: 'expirationTime', title: 'expires', is: 'time' },
    ],
  },
  notes: [
    'The method userDataStream.subscribe.listenToken of the WebSocket API opens the stream.',
    'Create another token and subscribe again on the same connection before this one expires.',
  ],
});

const marginRisk = {
  product: 'margin',
  origin: 'today',
  path: '/sapi/v1/margin/listen-key',
  security: 'USER_STREAM',
  effect: 'write',
  weight: 1,
  isWeighedByAccount: true,
} as const;
const riskNotes = ['The stream has the level and the debts of the cross margin account.'];

export const marginRiskKeyCreate = endpoint({
  ...marginRisk,
  id: 'margin.risk-key.create',
  proof: createdProof('listenKey'),
  summary: 'Create a listen key of the margin risk stream',
  method: 'POST',
  params: {},
  view,
  notes: riskNotes,
});
export const marginRiskKeyKeepAlive = endpoint({
  ...marginRisk,
  id: 'margin.risk-key.keep-alive',
  proof: emptyProof,
  summary: 'Keep a listen key of the margin risk stream alive',
  method: 'PUT',
  params: { listenKey: requiredParam(listenKey) },
  view: emptyView,
});
export const marginRiskKeyClose = endpoint({
  ...marginRisk,
  id: 'margin.risk-key.close',
  proof: emptyProof,
  summary: "Close the account's listen key of the margin risk stream",
  method: 'DELETE',
  weight: 3000,
  params: {},
  view: emptyView,
});

const coinm = {
  product: 'coinm',
  origin: 'facts',
  path: '/dapi/v1/listenKey',
  security: 'USER_STREAM',
  effect: 'write',
  weight: 'unlisted',
  params: {},
} as const;
const options = { ...coinm, product: 'options', path: '/eapi/v1/listenKey' } as const;

export const coinmKeyCreate = endpoint({
  ...coinm,
  id: 'coinm.listen-key.create',
  proof: createdProof('listenKey'),
  summary: 'Create a listen key',
  method: 'POST',
  view,
});
export const coinmKeyKeepAlive = endpoint({
  ...coinm,
  id: 'coinm.listen-key.keep-alive',
  proof: keepAliveProof,
  summary: "Keep the account's listen key alive",
  method: 'PUT',
  view,
});
export const coinmKeyClose = endpoint({
  ...coinm,
  id: 'coinm.listen-key.close',
  proof: emptyProof,
  summary: "Close the account's listen key",
  method: 'DELETE',
  view: emptyView,
});

export const optionsKeyCreate = endpoint({
  ...options,
  id: 'options.listen-key.create',
  proof: createdProof('listenKey'),
  summary: 'Create a listen key',
  method: 'POST',
  view,
});
export const optionsKeyKeepAlive = endpoint({
  ...options,
  id: 'options.listen-key.keep-alive',
  proof: keepAliveProof,
  summary: "Keep the account's listen key alive",
  method: 'PUT',
  view,
});
export const optionsKeyClose = endpoint({
  ...options,
  id: 'options.listen-key.close',
  proof: emptyProof,
  summary: "Close the account's listen key",
  method: 'DELETE',
  view: emptyView,
});

export const spotKeys = [spotKeyCreate, spotKeyKeepAlive, spotKeyClose] as const;
export const usdmKeys = [usdmKeyCreate, usdmKeyKeepAlive, usdmKeyClose] as const;
export const marginKeys = [
  marginKeyCreate,
  marginTokenCreate,
  marginRiskKeyCreate,
  marginRiskKeyKeepAlive,
  marginRiskKeyClose,
] as const;
export const coinmKeys = [coinmKeyCreate, coinmKeyKeepAlive, coinmKeyClose] as const;
export const optionsKeys = [optionsKeyCreate, optionsKeyKeepAlive, optionsKeyClose] as const;
