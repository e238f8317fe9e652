/** What one attempt to send an order came to. */
import { describe, expect, it } from 'vitest';
import { ToolError, type ToolErrorFacts } from '../../src/core/errors.ts';
import { isEndedUnfilled, outcomeOfAnswer, outcomeOfError } from '../../src/orders/outcome.ts';
import { answer } from '../transport/requests.ts';

const errorOf = (facts: Partial<ToolErrorFacts>) =>
  new ToolError({ kind: 'rejected', message: 'refused', execution: 'not_executed', ...facts });

describe('an answer', () => {
  it.each([
    ['{"clientOrderId":"mine","orderId":1}', 'acked'],
    ['{"clientOrderId":"other","orderId":1}', 'unknown'],
    ['{"orderId":1}', 'unknown'],
    ['[{"clientOrderId":"mine"}]', 'unknown'],
    ['{"clientOrderId":"mi', 'unknown'],
  ])('%s is %s', (body, is) => {
    expect(outcomeOfAnswer(answer(200, body), 'mine')).toMatchObject({ is });
  });

  it('may name the order in another field, and inside an object', () => {
    const body = '{"order":{"id":"mine"},"clientOrderId":"mine"}';
    expect(outcomeOfAnswer(answer(200, body), 'mine', 'id', 'order')).toMatchObject({ is: 'acked' });
    expect(outcomeOfAnswer(answer(200, body), 'mine', 'id')).toMatchObject({ is: 'unknown' });
  });
});

describe('an error', () => {
  const DUPLICATE = { code: -2010, message: 'The exchange refused it with -2010: Duplicate order sent.' };

  it.each<[string, Partial<ToolErrorFacts>, string]>([
    ['a refusal', { code: -1013 }, 'refused'],
    ['a refused timestamp', { code: -1021 }, 'stale'],
    ['a connection that was never made', { kind: 'unavailable' }, 'not-sent'],
    ['an answer that says that nothing was done', { kind: 'unavailable', httpStatus: 403 }, 'refused'],
    ['a duplicate', DUPLICATE, 'duplicate'],
    ['a duplicate of doubtful status', { ...DUPLICATE, execution: 'unknown' }, 'duplicate'],
    ['-2010 with another text', { ...DUPLICATE, message: 'Account has insufficient balance.' }, 'refused'],
    ['the text of a duplicate with another code', { ...DUPLICATE, code: -2011 }, 'refused'],
    [
      '503 with a code',
      { kind: 'unavailable', httpStatus: 503, code: -1001, execution: 'unknown' },
      'doubtful',
    ],
    ['503 without a code', { kind: 'unavailable', httpStatus: 503, execution: 'unknown' }, 'unknown'],
    [
      '502 with a code',
      { kind: 'unavailable', httpStatus: 502, code: -1001, execution: 'unknown' },
      'unknown',
    ],
    ['a timeout', { kind: 'execution-unknown', code: -1007, execution: 'unknown' }, 'unknown'],
    ['a stale timestamp of doubtful status', { code: -1021, execution: 'unknown' }, 'unknown'],
  ])('for %s', (_, facts, is) => {
    expect(outcomeOfError(errorOf(facts))).toMatchObject({ is });
  });

  it('that nobody foresaw leaves the outcome unknown', () => {
    expect(outcomeOfError(new TypeError('no'))).toMatchObject({ is: 'unknown' });
  });
});

it.each<[Record<string, string>, boolean]>([
  [{ status: 'REJECTED' }, true],
  [{ status: 'REJECTED', executedQty: '0.10' }, false],
  [{ status: 'EXPIRED', executedQty: '0.000' }, true],
  [{ status: 'EXPIRED_IN_MATCH', executedQty: '0' }, true],
  [{ status: 'EXPIRED', executedQty: '0.1' }, false],
  [{ status: 'EXPIRED' }, false],
  [{ status: 'EXPIRED', executedQty: 'none' }, false],
  [{ status: 'CANCELED', executedQty: '0' }, false],
  [{ status: 'NEW', executedQty: '0' }, false],
])('the order %j ended with nothing executed: %s', (order, isEnded) => {
  expect(isEndedUnfilled(order)).toBe(isEnded);
});
