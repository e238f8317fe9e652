/**
 * Multi-assets mode: the rules for switching it on and off, and the sale of margin assets for USDT that was
 * lost (public facts, USD-M trading: multiAssetsMargin; Futures codes).
 */
import type { User } from '../ledger/accounts.ts';
import { createRefusal } from '../refusal.ts';
import type { FuturesAccounts } from './accounts.ts';
import type { FuturesContext } from './context.ts';
import { JOINT_ASSET } from './margin-pools.ts';

/**
 * The USDT balance (10^-8) below which other assets are sold to pay the debt (public facts: `assets` of
 * exchangeInfo).
 */
const AUTO_EXCHANGE_BALANCE = -10_000n * 100_000_000n;

/** Switches a user's multi-assets mode on or off. Rejects with -4167 and -4169 to -4172. */
export function setMultiAssetsMode(
  context: FuturesContext,
  user: User,
  isMultiAssets: boolean,
  now: number,
): void {
  const { accounts, userEvents } = context;
  assertSwitchAllowed(accounts, user, isMultiAssets, now);
  accounts.modes.setMultiAssets(user, isMultiAssets);
  for (const asset of [...accounts.wallet.accountOf(user).balances.keys()])
    accounts.wallet.reserve(user, asset, 0n);
  context.refreshWallet(user, JOINT_ASSET, now);
  userEvents.emitMultiAssetsUpdate(user, isMultiAssets, now);
}

/** Sells a user's margin assets in multi-assets mode if the balance of USDT is too far below 0. */
export function payNegativeBalance(context: FuturesContext, user: User, time: number): void {
  if (!context.accounts.modes.isMultiAssets(user)) return;
  const balance = context.accounts.wallet.walletBalance(user, JOINT_ASSET);
  if (balance < AUTO_EXCHANGE_BALANCE) exchangeCollateral(context, user, -balance, time);
}

/**
 * Sells a user's margin assets for an amount of USDT (10^-8), as far as they suffice; sells nothing for 0 or
 * less. Records both amounts as income and emits their user events.
 */
export function exchangeCollateral(
  { accounts, userEvents }: FuturesContext,
  user: User,
  dollars: bigint,
  time: number,
): void {
  for (const { asset, sold, bought } of accounts.modes.exchangeForDollars(user, dollars, time)) {
    for (const [name, amount] of [
      [asset, -sold],
      [JOINT_ASSET, bought],
    ] as const) {
      accounts.recordIncome(user, 'AUTO_EXCHANGE', name, { amount, time });
      userEvents.emitAccountUpdate(user, 'AUTO_EXCHANGE', name, [], time, amount);
    }
  }
}

function assertSwitchAllowed(
  accounts: FuturesAccounts,
  user: User,
  isMultiAssets: boolean,
  now: number,
): void {
  const { modes, positions, wallet } = accounts;
  if (modes.isMultiAssets(user) === isMultiAssets) {
    throw createRefusal(
      -4171,
      'Adjusted asset mode is currently set and does not need to be adjusted repeatedly.',
    );
  }
  if (isMultiAssets && positions.hasIsolatedContracts(user)) {
    throw createRefusal(
      -4167,
      'Unable to adjust to Multi-Assets mode with symbols of USDⓈ-M Futures under isolated-margin mode.',
    );
  }
  if (accounts.openOrders(user).length > 0) {
    throw createRefusal(-4170, 'Unable to adjust Multi-Assets Mode with open orders in USDⓈ-M Futures.');
  }
  if (modes.collateralOf(user, now).some(({ balance }) => balance < 0n)) {
    throw createRefusal(
      -4172,
      'Unable to adjust Multi-Assets Mode with a negative wallet balance of margin available asset in USDⓈ-M Futures account.',
    );
  }
  if (isMultiAssets || positions.openPositions(user).length === 0) return;
  const { crossUnrealized, positionMargin } = accounts.marginsOf(user, JOINT_ASSET, now);
  if (wallet.walletBalance(user, JOINT_ASSET) + crossUnrealized < positionMargin) {
    throw createRefusal(
      -4169,
      'Unable to adjust Multi-Assets Mode with insufficient margin balance in USDⓈ-M Futures.',
    );
  }
}
