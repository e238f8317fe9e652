/** What user data streams tell of money that came into a wallet or left it (public facts, user data streams). */
import type { Exchange } from '../exchange.ts';
import { amountText } from '../ledger/amounts.ts';
import type { UserStreamScope } from '../ledger/user-events.ts';
import { tellBalanceUpdate } from '../spot/user-events.ts';
import { type Amount, accountOf, type UserWallet, type Wallet } from './wallet-types.ts';

/** Tells of a movement, out of the wallet where the amount is below 0. */
export function emitMovement(
  exchange: Exchange,
  userWallet: UserWallet,
  movement: Amount,
  time: number,
): void {
  userWallet.user.updateTime = time;
  const scope = streamScopeOf(userWallet.wallet);
  if (scope === undefined || !exchange.userEvents.hasListeners) return;
  const emit = (payload: () => string) =>
    exchange.userEvents.emit({ scope, user: userWallet.user, time, payload });
  if (scope === 'spot') {
    tellBalanceUpdate(exchange.userEvents, userWallet.user, { ...movement, time });
    return;
  }
  emit(() => balanceUpdate(movement, time));
  emit(() => accountPosition(exchange, userWallet, movement, time));
}

/** Futures tell for themselves what came into their wallets. */
function streamScopeOf(wallet: Wallet): UserStreamScope | undefined {
  if (wallet === 'MAIN') return 'spot';
  if (wallet === 'MARGIN') return 'margin';
  return wallet.startsWith('ISOLATED ') ? `margin ${wallet.slice('ISOLATED '.length)}` : undefined;
}

function balanceUpdate({ asset, amount }: Amount, time: number): string {
  return JSON.stringify({ e: 'balanceUpdate', E: time, a: asset, d: amountText(amount), T: time });
}

function accountPosition(
  { accounts }: Exchange,
  userWallet: UserWallet,
  { asset }: Amount,
  time: number,
): string {
  const { free, locked } = accountOf(accounts, userWallet).balances.get(asset)!;
  const balance = { a: asset, f: amountText(free), l: amountText(locked) };
  return JSON.stringify({ e: 'outboundAccountPosition', E: time, u: time, B: [balance] });
}
