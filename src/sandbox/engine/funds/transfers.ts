/** Transfers between the wallets of one user, of all 24 types, and their history. */

import type { Exchange } from '../exchange.ts';
import type { User, WalletName } from '../ledger/accounts.ts';
import { createRefusal } from '../refusal.ts';
import { Archive } from '../state/archive.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { Rows } from '../state/rows.ts';
import type { UserWallet, Wallet } from './wallet-types.ts';
import { assertTransferable, transferAmount } from './wallets.ts';

export interface TransferRequest {
  readonly user: User;
  /** The source and the target wallet, such as "MAIN_UMFUTURE" (interface document, Universal transfer). */
  readonly type: string;
  readonly asset: string;
  /** In 10^-8, above 0. */
  readonly amount: bigint;
  /** The pairs of the isolated margin accounts between which the transfer moves an amount. */
  readonly fromSymbol: string | undefined;
  readonly toSymbol: string | undefined;
}

export interface Transfer extends TransferRequest {
  readonly tranId: number;
  readonly time: number;
}

/** A transfer into a wallet, or out of it if the amount is below 0. */
export interface WalletMovement {
  readonly tranId: number;
  readonly time: number;
  readonly asset: string;
  readonly amount: bigint;
  /** The wallet that the amount came from or went to, and whether it is another user's. */
  readonly otherWallet: Wallet;
  readonly isOtherUser: boolean;
}

/**
 * The wallet that each word of a transfer type means: C2C (today FUNDING) is the funding wallet and
 * CROSS_MARGIN the margin wallet.
 */
const WALLET_OF_WORD: Readonly<Record<string, Wallet>> = {
  MAIN: 'MAIN',
  C2C: 'FUNDING',
  FUNDING: 'FUNDING',
  UMFUTURE: 'UMFUTURE',
  CMFUTURE: 'CMFUTURE',
  MARGIN: 'MARGIN',
  CROSS_MARGIN: 'MARGIN',
  MINING: 'MINING',
  OPTION: 'OPTION',
};

/** The transfers of all users, and the movements of each wallet. */
export class Transfers {
  readonly #exchange: Exchange;
  readonly #nextTransactionId: () => number;
  readonly #byUser = new Map<User, Archive<Transfer>>();
  readonly #movements = new Map<string, Archive<WalletMovement>>();

  constructor(exchange: Exchange, nextTransactionId: () => number) {
    this.#exchange = exchange;
    this.#nextTransactionId = nextTransactionId;
  }

  /** Returns a user's transfers, oldest first. */
  of(user: User): Rows<Transfer> {
    return this.#byUser.get(user) ?? this.#newArchive();
  }

  /** Returns the transfers into and out of a user's wallet, oldest first. */
  movements(user: User, wallet: WalletName): Rows<WalletMovement> {
    return this.#movements.get(`${user.id} ${wallet}`) ?? this.#newArchive();
  }

  /** Moves an amount between wallets of one user. Refuses an amount that may not leave the wallet. */
  transferBetweenOwnWallets(request: TransferRequest, now: number): Transfer {
    const [from, to] = walletsOf(request);
    const tranId = this.transferBetween(from, to, request, now);
    const transfer = { ...request, tranId, time: now };
    const rows = this.#byUser.get(request.user) ?? this.#newArchive<Transfer>();
    this.#byUser.set(request.user, rows);
    rows.push(transfer);
    return transfer;
  }

  /**
   * Moves an amount between any two wallets and returns the id of the transaction. Refuses an amount that may
   * not leave the wallet.
   */
  transferBetween(
    from: UserWallet,
    to: UserWallet,
    transferred: { readonly asset: string; readonly amount: bigint },
    now: number,
  ): number {
    const { asset, amount } = transferred;
    assertTransferable(this.#exchange, from, { asset, amount });
    transferAmount(this.#exchange, from, to, { asset, amount }, now);
    const tranId = this.#nextTransactionId();
    const isOtherUser = from.user !== to.user;
    const movement = { tranId, time: now, asset, isOtherUser };
    this.#recordMovement(from, { ...movement, amount: -amount, otherWallet: to.wallet });
    this.#recordMovement(to, { ...movement, amount, otherWallet: from.wallet });
    return tranId;
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.entries(
      this.#byUser,
      () => this.#newArchive(),
      (rows) => rows.checkpoint(checkpointer),
    );
    checkpointer.entries(
      this.#movements,
      () => this.#newArchive(),
      (rows) => rows.checkpoint(checkpointer),
    );
  }

  #recordMovement({ user, wallet }: UserWallet, movement: WalletMovement): void {
    const key = `${user.id} ${wallet}`;
    const rows = this.#movements.get(key) ?? this.#newArchive<WalletMovement>();
    this.#movements.set(key, rows);
    rows.push(movement);
  }

  #newArchive<R extends { readonly time: number }>(): Archive<R> {
    return new Archive<R>(this.#exchange.accounts.names, { searchKeys: { time: ({ time }) => time } });
  }
}

/**
 * Returns the source and the target wallet of a transfer. Refuses with -1102 an isolated margin wallet
 * without its pair.
 */
function walletsOf({ user, type, fromSymbol, toSymbol }: TransferRequest): readonly [UserWallet, UserWallet] {
  const [first, second] = splitType(type);
  return [
    { user, wallet: walletNamed(first, fromSymbol, 'fromSymbol') },
    { user, wallet: walletNamed(second, toSymbol, 'toSymbol') },
  ];
}

/**
 * Returns the two words of a transfer type; "MARGIN_CROSS_MARGIN" also consists of two words, MARGIN and
 * CROSS_MARGIN.
 */
function splitType(type: string): readonly [string, string] {
  const separator = type.indexOf('_');
  return [type.slice(0, separator), type.slice(separator + 1)];
}

function walletNamed(word: string, symbol: string | undefined, param: string): Wallet {
  if (word !== 'ISOLATEDMARGIN') return WALLET_OF_WORD[word]!;
  if (symbol !== undefined) return `ISOLATED ${symbol}`;
  throw createRefusal(-1102, `Mandatory parameter '${param}' was not sent, was empty/null, or malformed.`);
}
