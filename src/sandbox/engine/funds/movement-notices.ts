/** What user data streams tell of money that came into a wallet or left it (public facts, user data streams). */
import type { Exchange } from '../../types.ts';
import { amountText } from '../amounts.ts';
import { aliasOf } from '../futures/futures-notices.ts';
import type { NoticeScope } from '../notices.ts';
import { tellBalanceUpdate } from '../spot-notices.ts';
import { type Amount, accountAt, type Place, type Wallet } from './places.ts';

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
  if (scope === 'usdm' || scope === 'coinm') {
    tell(() => futuresUpdate(exchange, place, moved, time));
    return;
  }
  tell(() => balanceUpdate(moved, time));
  tell(() => accountPosition(exchange, place, moved, time));
}

function scopeOf(wallet: Wallet): NoticeScope | undefined {
  if (wallet === 'MAIN') return 'spot';
  if (wallet === 'UMFUTURE') return 'usdm';
  if (wallet === 'CMFUTURE') return 'coinm';
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

function futuresUpdate(
  { accounts }: Exchange,
  place: Place,
  { asset, amount }: Amount,
  time: number,
): string {
  const { free, locked } = accountAt(accounts, place).holdings.get(asset)!;
  const balance = {
    a: asset,
    wb: amountText(free + locked),
    cw: amountText(free),
    bc: amountText(amount),
  };
  const a = { m: amount < 0n ? 'WITHDRAW' : 'DEPOSIT', B: [balance], P: [] };
  // Coin-margined events say the account.
  const alias = place.wallet === 'CMFUTURE' ? { i: aliasOf(place.user) } : {};
  return JSON.stringify({ e: 'ACCOUNT_UPDATE', E: time, T: time, ...alias, a });
}
