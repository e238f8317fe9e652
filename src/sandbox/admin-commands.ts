/** Admin commands of a sandbox: users, API keys, deposits, and the clock. */
import { createPublicKey } from 'node:crypto';
import { parseDecimal } from '../core/decimal.ts';
import { usageError } from '../core/errors.ts';
import { isSandboxKey } from '../core/sandbox-key.ts';
import { safeText } from '../core/text.ts';
import type { Exchange } from './engine/exchange.ts';
import { FUNDS } from './engine/funds/engine.ts';
import { findNetwork, networksOf } from './engine/funds/networks.ts';
import { payInto } from './engine/funds/wallets.ts';
import {
  type Accounts,
  type KeyKind,
  PERMISSIONS,
  type Permission,
  type User,
} from './engine/ledger/accounts.ts';
import { amountOf } from './engine/ledger/amounts.ts';

/** An admin command as plain data, which the journal stores. */
export type AdminCommand =
  /** Adds a user to the sandbox; with `master`, a sub-account of that user. */
  | { readonly do: 'add-user'; readonly user: string; readonly master?: string }
  | {
      readonly do: 'add-key';
      readonly user: string;
      /** The API key: 64 letters and digits that begin with "SandboxKey". */
      readonly apiKey: string;
      readonly kind: KeyKind;
      /** The shared secret of an HMAC key, or the public key of an RSA or Ed25519 key in PEM form. */
      readonly secret: string;
      readonly permissions: readonly Permission[];
      readonly addresses?: readonly string[];
    }
  | { readonly do: 'remove-key'; readonly apiKey: string }
  /** Sets whether a user pays spot commissions in BNB at a discount. */
  | { readonly do: 'discount'; readonly user: string; readonly isOn: boolean }
  /** Lets a listen key expire now. */
  | { readonly do: 'expire-key'; readonly listenKey: string }
  /** Advances the exchange clock by `ms`, 1 or more, and runs the events that become due. */
  | { readonly do: 'advance'; readonly ms: number }
  /**
   * Credits a user with an amount above 0 with at most 8 decimals; if `network` is given, as a deposit that
   * is confirmed on chain.
   */
  | {
      readonly do: 'fund';
      readonly user: string;
      readonly asset: string;
      readonly amount: string;
      readonly network?: string;
    };

/** The maximum amount of a deposit, so that sums stay printable. */
const DEPOSIT_AMOUNT_MAX = 10n ** 30n;

/**
 * Executes a command on users, keys or balances. Throws a usage error, and has then changed nothing, if a user, key or
 * asset is missing or already exists.
 */
export function applyAccountCommand(
  exchange: Exchange,
  command: Exclude<AdminCommand, { readonly do: 'advance' }>,
  now: number,
): void {
  const { accounts } = exchange;
  if (command.do === 'add-user') addUser(exchange, command, now);
  else if (command.do === 'add-key') addKey(accounts, command);
  else if (command.do === 'fund') creditUser(exchange, command, now);
  else if (command.do === 'discount') requireUser(accounts, command.user).paysCommissionInBnb = command.isOn;
  else if (command.do === 'expire-key') expireListenKey(exchange, command.listenKey);
  else if (command.do !== 'remove-key') throw usageError('Unknown admin command.');
  else if (!accounts.removeKey(command.apiKey)) throw usageError('The sandbox has no such API key.');
}

function expireListenKey({ listenKeys }: Exchange, listenKey: string): void {
  if (!listenKeys.revoke(listenKey)) throw usageError('The sandbox has no such listen key.');
}

/** The beginning of the error for a user who exists; callers in other processes receive the text only. */
export const USER_EXISTS = 'The sandbox already has a user';

function addUser(
  { accounts, engines }: Exchange,
  command: AdminCommand & { readonly do: 'add-user' },
  now: number,
): void {
  const name = command.user;
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(name)) {
    throw usageError(
      `A user name must be 1 to 64 lowercase letters, digits, "_" and "-", was "${displayText(name)}".`,
    );
  }
  const master = command.master === undefined ? undefined : requireUser(accounts, command.master);
  if (master?.master !== undefined) {
    throw usageError(`A sub-account can't have sub-accounts: "${displayText(master.name)}" is one.`);
  }
  const user = accounts.addUser(name, now, master);
  if (user === undefined) {
    throw usageError(`${USER_EXISTS} "${name}", or the maximum number of users.`);
  }
  engines.get(FUNDS).subAccounts.open(user, now);
}

function addKey(accounts: Accounts, command: AdminCommand & { readonly do: 'add-key' }): void {
  const user = requireUser(accounts, command.user);
  const { apiKey, kind, secret, permissions, addresses } = command;
  if (!/^[A-Za-z0-9]{64}$/.test(apiKey) || !isSandboxKey(apiKey)) {
    throw usageError('A sandbox API key must be 64 letters and digits that begin with "SandboxKey".');
  }
  const unknown = permissions.find((one) => !PERMISSIONS.includes(one));
  if (unknown !== undefined) {
    throw usageError(
      `A permission must be one of ${PERMISSIONS.join(', ')}, was "${displayText(String(unknown))}".`,
    );
  }
  assertSecret(kind, secret);
  const added = accounts.addKey({
    apiKey,
    user,
    kind,
    secret,
    permissions: new Set(permissions),
    ...(addresses === undefined ? {} : { addresses }),
  });
  if (!added) throw usageError('The sandbox already has this API key, or the maximum number of keys.');
}

function assertSecret(kind: KeyKind, secret: string): void {
  if (kind === 'HMAC') {
    if (/^[\x21-\x7e]{16,256}$/.test(secret) && !secret.includes('-----BEGIN')) return;
    throw usageError('An HMAC secret must be 16 to 256 visible ASCII characters without spaces.');
  }
  if (secret.includes('PRIVATE KEY')) {
    throw usageError('The sandbox stores public keys only, and this is a private key: give its public key.');
  }
  let found: string | undefined;
  try {
    found = createPublicKey(secret).asymmetricKeyType;
  } catch {
    found = undefined;
  }
  if (found === kind.toLowerCase()) return;
  throw usageError(
    `A key of kind ${kind} needs its public key in PEM form, found ${found === undefined ? 'no key' : `a key of kind ${found}`}.`,
  );
}

function creditUser(exchange: Exchange, command: AdminCommand & { readonly do: 'fund' }, now: number): void {
  const { accounts, market, engines } = exchange;
  const user = requireUser(accounts, command.user);
  const isKnownAsset = market.symbols.some(
    ({ base, quote }) => base.name === command.asset || quote.name === command.asset,
  );
  if (!isKnownAsset) throw usageError(`The sandbox has no asset "${displayText(command.asset)}".`);
  const parsed = parseDecimal(command.amount);
  const amount = parsed === undefined ? undefined : amountOf(parsed);
  if (amount === undefined || amount <= 0n || amount > DEPOSIT_AMOUNT_MAX) {
    throw usageError(
      `An amount must be a number above 0 with at most 8 decimals, was "${displayText(command.amount)}".`,
    );
  }
  const network = findNetwork(command.asset, command.network);
  const { deposits } = engines.get(FUNDS);
  if (network !== undefined) {
    const arrival = { user, wallet: 'MAIN', network, amount } as const;
    if (command.network === undefined) deposits.credit(arrival, now);
    else deposits.receive(arrival, now);
  } else if (command.network === undefined) {
    const posted = { asset: command.asset, amount };
    payInto(exchange, accounts.outside, { user, wallet: 'MAIN' }, posted, now);
  } else throw usageError(unknownNetworkText(command.asset, command.network));
}

function unknownNetworkText(asset: string, network: string): string {
  const known = networksOf(asset).map((one) => one.network);
  const expected = known.length === 0 ? 'no network' : `the networks ${known.join(', ')}`;
  return `${displayText(asset)} has ${expected}, was "${displayText(network)}".`;
}

function requireUser(accounts: Accounts, name: string): User {
  const user = accounts.findUser(name);
  if (user === undefined) throw usageError(`The sandbox has no user "${displayText(name)}".`);
  return user;
}

function displayText(text: string): string {
  return safeText(text.slice(0, 60));
}
