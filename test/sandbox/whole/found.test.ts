/** What looking at the whole of the sandbox has found, each mended and kept from coming back. */
import { expect, it } from 'vitest';
import { ask, exchangeWith } from '../signed-calls.ts';

it('the account of coin-margined futures has no fields that only the other line has', () => {
  const account = ask(exchangeWith(), 'GET', '/dapi/v1/account');
  expect(account).not.toHaveProperty('maxWithdrawAmount');
  expect(account.assets[0]).toHaveProperty('maxWithdrawAmount');
  expect(account.assets[0]).not.toHaveProperty('marginAvailable');
});
