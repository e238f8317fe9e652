/** The transfers of margin accounts, which the margin engine and the wallet engine record. */
import { FUNDS } from '../../engine/funds/engine.ts';
import type { Wallet } from '../../engine/funds/wallet-types.ts';
import type { MarginAccount } from '../../engine/margin/accounts.ts';
import type { SandboxCall } from '../../types.ts';
import { userOf } from '../account-values.ts';

/** A transfer as seen from the margin account; the amount is below 0 if it left the account. */
export interface MarginMovement {
  readonly id: number;
  readonly time: number;
  readonly asset: string;
  readonly amount: bigint;
  readonly otherWallet: Wallet;
  readonly isOtherUser: boolean;
}

/** Returns the transfers of an account, oldest first: those by calls of margin and those between wallets. */
export function movementsOf(call: SandboxCall, account: MarginAccount): readonly MarginMovement[] {
  const user = userOf(call);
  const wallet: Wallet = account.pair === undefined ? 'MARGIN' : `ISOLATED ${account.pair.name}`;
  const bySpot = account.spotTransfers.map(
    ({ id, time, asset, amount, isIn }): MarginMovement => ({
      id,
      time,
      asset,
      amount: isIn ? amount : -amount,
      otherWallet: 'MAIN',
      isOtherUser: false,
    }),
  );
  const universal = call.exchange.engines
    .get(FUNDS)
    .transfers.movements(user, wallet)
    .map(({ tranId, ...rest }): MarginMovement => ({ id: tranId, ...rest }));
  return [...bySpot, ...universal].sort((a, b) => a.time - b.time);
}
