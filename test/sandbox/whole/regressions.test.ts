/** Regression tests for faults that the tests of the whole exchange found. */
import { expect, it } from 'vitest';
import { createTestExchange, requestJson } from '../signed-calls.ts';

it('the account of COIN-M futures has no fields that only USD-M has', () => {
  const account = requestJson(createTestExchange(), 'GET', '/dapi/v1/account');
  expect(account).not.toHaveProperty('maxWithdrawAmount');
  expect(account.assets[0]).toHaveProperty('maxWithdrawAmount');
  expect(account.assets[0]).not.toHaveProperty('marginAvailable');
});
