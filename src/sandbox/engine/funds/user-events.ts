/** What user data streams tell of money that came into a wallet or left it (public facts, user data streams). */
import type { Exchange } from '../exchange.ts';
import { amountText } from '../ledger/amounts.ts';
import type { NoticeScope } from '../ledger/user-events.ts';
import { tellBalanceUpdate } from '../spot/user-events.ts';
import { type Amount, accountAt, type Place, type Wallet } from './wallet-types.ts';

/** Tells of a movement, out of the wallet where the amount is below 0. */
export function tellMovement(exchange: Exchange, place: Place, moved: Amount, time: number): void {
  place.user.updateTime = time;
  const scope = scopeOf(place.wallet);
  if (scope === undefined || !exchange.notices.areHeard) return;
  const tell = (payload: () => string) => exchange.notices.tell({ scope, user: place.user, time, payload });
  if (scope === 'spot') {
    tellBalanceUpdate(exchange.notices, place.user, { ...moved, time });
    return;
  }
  tell(() => balanceUpdate(moved, time));
  tell(() => accountPosition(exchange, place, moved, time));
}

/** Futures tell for themselves what came into their wallets. */
function scopeOf(wallet: Wallet): NoticeScope | undefined {
  if (wallet === 'MAIN') return 'spot';
  if (wallet === 'MARGIN') return 'margin';
  return wallet.startsWith('ISOLATED ') ? `margin ${wallet.slice('ISOLATED '.length)}` : undefined;
}

function balanceUpdate({ asset, amount }: Amount, time: number): string {
  return JSON.stringify({ e: 'balanceUpdate', E: time, a: asset, d: amountText(amount), T: time });
}

function accountPosition({ accounts }: Exchange, place: Place, { asset }: Amount, time: number): string {
  const { free, locked } = accountAt(accounts, place).holdings.get(asset)!;
  const held = { a: asset, f: amountText(free), l: amountText(locked) };
  return JSON.stringify({ e: 'outboundAccountPosition', E: time, u: time, B: [held] });
}
