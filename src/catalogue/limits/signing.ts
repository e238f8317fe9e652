/** Limits of how long a signed request is valid. */
import { LIMITS_PART, type Limit } from './limit.ts';

export const recvWindowMin = {
  title: 'Smallest recvWindow',
  value: 1,
  unit: 'ms',
  scope: 'parameter',
  origin: 'document',
  source: LIMITS_PART,
} as const satisfies Limit;

export const recvWindowMax = {
  title: 'Largest recvWindow',
  value: 60_000,
  unit: 'ms',
  scope: 'parameter',
  origin: 'document',
  source: LIMITS_PART,
} as const satisfies Limit;

export const recvWindowDefault = {
  title: 'recvWindow where none is sent',
  value: 5000,
  unit: 'ms',
  scope: 'parameter',
  origin: 'document',
  source: LIMITS_PART,
} as const satisfies Limit;

export const timestampAhead = {
  title: 'How far a timestamp may be ahead of the server',
  value: 1000,
  unit: 'ms',
  scope: 'parameter',
  origin: 'document',
  source: 'interface document, Authentication',
  note: 'It must be less than the server time plus this.',
} as const satisfies Limit;
