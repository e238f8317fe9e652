/** Transfers between the wallets of one user, all 24 types of them, and their history. */

import type { Exchange } from '../exchange.ts';
import type { User, WalletName } from '../ledger/accounts.ts';
import { Refusal } from '../refusal.ts';
import { Archive } from '../state/archive.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { Rows } from '../state/rows.ts';
import type { Place, Wallet } from './wallet-types.ts';
import { assertSpare, moveBetween } from './wallets.ts';

export interface TransferRequest {
  readonly user: User;
  /** From which wallet to which, such as "MAIN_UMFUTURE" (interface document, Universal transfer). */
  readonly type: string;
  readonly asset: string;
  /** In 10^-8, above 0. */
  readonly amount: bigint;
  /** The pairs of isolated accounts. */
  readonly fromSymbol: string | undefined;
  readonly toSymbol: string | undefined;
}

export interface Transfer extends TransferRequest {
  readonly tranId: number;
  readonly time: number;
}

/** What came into a wallet, or left it where the amount is below 0: income records of other lines are made of it. */
export interface Movement {
  readonly tranId: number;
  readonly time: number;
  readonly asset: string;
  readonly amount: bigint;
}

/** The wallet that each word of a type stands for. C2C is the funding wallet; CROSS_MARGIN is the margin wallet. */
const WALLETS: Readonly<Record<string, Wallet>> = {
  MAIN: 'MAIN',
  C2C: 'FUNDING',
  UMFUTURE: 'UMFUTURE',
  CMFUTURE: 'CMFUTURE',
  MARGIN: 'MARGIN',
  CROSS_MARGIN: 'MARGIN',
  MINING: 'MINING',
};

/** The transfers of an exchange, and of each wallet what moved through it. */
export class Transfers {
  readonly #exchange: Exchange;
  readonly #nextId: () => number;
  readonly #byUser = new Map<User, Archive<Transfer>>();
  readonly #movements = new Map<string, Archive<Movement>>();

  constructor(exchange: Exchange, nextId: () => number) {
    this.#exchange = exchange;
    this.#nextId = nextId;
  }

  /** Returns a user's transfers, oldest first. */
  of(user: User): Rows<Transfer> {
    return this.#byUser.get(user) ?? this.#rows();
  }

  /** Returns what was transferred into and out of a wallet of a user, oldest first. */
  movements(user: User, wallet: WalletName): Rows<Movement> {
    return this.#movements.get(`${user.id} ${wallet}`) ?? this.#rows();
  }

  /** Carries a transfer out. Refuses what may not leave the wallet as `assertSpare` does. */
  make(request: TransferRequest, now: number): Transfer {
    const [from, to] = placesOf(request);
    const tranId = this.move(from, to, request, now);
    const transfer = { ...request, tranId, time: now };
    const own = this.#byUser.get(request.user) ?? this.#rows<Transfer>();
    this.#byUser.set(request.user, own);
    own.push(transfer);
    return transfer;
  }

  /** Moves an amount between any two wallets and returns the id of the transaction. Refuses as `make` does. */
  move(
    from: Place,
    to: Place,
    moved: { readonly asset: string; readonly amount: bigint },
    now: number,
  ): number {
    const { asset, amount } = moved;
    assertSpare(this.#exchange, from, { asset, amount });
    moveBetween(this.#exchange, from, to, { asset, amount }, now);
    const tranId = this.#nextId();
    this.#note(from, { tranId, time: now, asset, amount: -amount });
    this.#note(to, { tranId, time: now, asset, amount });
    return tranId;
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.entries(
      this.#byUser,
      () => this.#rows(),
      (rows) => rows.checkpoint(checkpointer),
    );
    checkpointer.entries(
      this.#movements,
      () => this.#rows(),
      (rows) => rows.checkpoint(checkpointer),
    );
  }

  #note({ user, wallet }: Place, movement: Movement): void {
    const key = `${user.id} ${wallet}`;
    const own = this.#movements.get(key) ?? this.#rows<Movement>();
    this.#movements.set(key, own);
    own.push(movement);
  }

  #rows<R extends { readonly time: number }>(): Archive<R> {
    return new Archive<R>(this.#exchange.accounts.names, { marks: { time: ({ time }) => time } });
  }
}

/** Returns where a transfer comes from and goes to. Refuses with -1102 an isolated wallet without its pair. */
function placesOf({ user, type, fromSymbol, toSymbol }: TransferRequest): readonly [Place, Place] {
  const [first, second] = wordsOf(type);
  return [
    { user, wallet: walletFor(first, fromSymbol, 'fromSymbol') },
    { user, wallet: walletFor(second, toSymbol, 'toSymbol') },
  ];
}

/** "MARGIN_CROSS_MARGIN" is of two words, as all are. */
function wordsOf(type: string): readonly [string, string] {
  const cut = type.indexOf('_');
  return [type.slice(0, cut), type.slice(cut + 1)];
}

function walletFor(word: string, symbol: string | undefined, param: string): Wallet {
  if (word !== 'ISOLATEDMARGIN') return WALLETS[word]!;
  if (symbol !== undefined) return `ISOLATED ${symbol}`;
  throw new Refusal(400, -1102, `Mandatory parameter '${param}' was not sent, was empty/null, or malformed.`);
}
