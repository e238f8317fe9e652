/** User data events for amounts that enter or leave a wallet (public facts, user data streams). */
import type { Exchange } from '../exchange.ts';
import { amountText } from '../ledger/amounts.ts';
import type { UserEventScope } from '../ledger/user-events.ts';
import { emitBalanceUpdate } from '../spot/user-events.ts';
import { type Amount, accountOf, type UserWallet, type Wallet } from './wallet-types.ts';

/** Emits the balance events of a movement into a wallet, or out of it if the amount is below 0. */
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
    emitBalanceUpdate(exchange.userEvents, userWallet.user, { ...movement, time });
    return;
  }
  emit(() => balanceUpdate(movement, time));
  emit(() => accountPosition(exchange, userWallet, movement, time));
}

/** Returns the stream scope of a wallet; undefined for futures, whose engines emit their own events. */
function streamScopeOf(wallet: Wallet): UserEventScope | undefined {
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
