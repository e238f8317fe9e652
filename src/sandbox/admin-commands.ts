/** What the owner of a sandbox does to it, beside the calls that its users make: users, keys and deposits. */
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

/** A command of the owner, as plain data: the journal keeps it. */
export type AdminCommand =
  /** A sub-account where its master is named. */
  | { readonly do: 'add-user'; readonly user: string; readonly master?: string }
  | {
      readonly do: 'add-key';
      readonly user: string;
      /** 64 letters and digits, beginning as every sandbox key does. */
      readonly apiKey: string;
      readonly kind: KeyKind;
      /** The shared secret of an HMAC key, the public key as PEM of the others. */
      readonly secret: string;
      readonly permissions: readonly Permission[];
      readonly addresses?: readonly string[];
    }
  | { readonly do: 'remove-key'; readonly apiKey: string }
  /** Whether a user pays commissions on the spot market in BNB, at a discount. */
  | { readonly do: 'discount'; readonly user: string; readonly isOn: boolean }
  /** A listen key ends before its time. */
  | { readonly do: 'expire-key'; readonly listenKey: string }
  /** The exchange's time jumps ahead by so many ms, 1 or more; what happens by then happens. */
  | { readonly do: 'advance'; readonly ms: number }
  /** `amount` is a decimal above zero with at most 8 decimals; on a network it arrives as a deposit on chain does. */
  | {
      readonly do: 'fund';
      readonly user: string;
      readonly asset: string;
      readonly amount: string;
      readonly network?: string;
    };

/** A deposit can't be larger; sums of many stay printable. */
const DEPOSIT_AMOUNT_MAX = 10n ** 30n;

/**
 * Carries a command out. Throws a usage error, and has then changed nothing, where it names what is not there or
 * what is there already.
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
  else if (command.do !== 'remove-key') throw usageError('The sandbox knows no such command.');
  else if (!accounts.removeKey(command.apiKey)) throw usageError('The sandbox has no such API key.');
}

function expireListenKey({ listenKeys }: Exchange, listenKey: string): void {
  if (!listenKeys.revoke(listenKey)) throw usageError('The sandbox has no such listen key.');
}

function addUser(
  { accounts, engines: parts }: Exchange,
  command: AdminCommand & { readonly do: 'add-user' },
  now: number,
): void {
  const name = command.user;
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(name)) {
    throw usageError(
      `A user's name must be 1 to 64 small letters, digits, "_" and "-", was "${displayText(name)}".`,
    );
  }
  const master = command.master === undefined ? undefined : requireUser(accounts, command.master);
  if (master?.master !== undefined) {
    throw usageError(`A sub-account has none of its own, and "${displayText(master.name)}" is one.`);
  }
  const user = accounts.addUser(name, now, master);
  if (user === undefined) {
    throw usageError(`The sandbox has a user "${name}" already, or no room for more.`);
  }
  parts.get(FUNDS).subAccounts.open(user, now);
}

function addKey(accounts: Accounts, command: AdminCommand & { readonly do: 'add-key' }): void {
  const user = requireUser(accounts, command.user);
  const { apiKey, kind, secret, permissions, addresses } = command;
  if (!/^[A-Za-z0-9]{64}$/.test(apiKey) || !isSandboxKey(apiKey)) {
    throw usageError('An API key of the sandbox has 64 letters and digits and begins with "SandboxKey".');
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
  if (!added) throw usageError('The sandbox has this API key already, or no room for more.');
}

function assertSecret(kind: KeyKind, secret: string): void {
  if (kind === 'HMAC') {
    if (/^[\x21-\x7e]{16,256}$/.test(secret) && !secret.includes('-----BEGIN')) return;
    throw usageError('An HMAC secret must be 16 to 256 visible ASCII characters without spaces.');
  }
  if (secret.includes('PRIVATE KEY')) {
    throw usageError('The sandbox keeps public keys only, and this is a private one: give its public half.');
  }
  let found: string | undefined;
  try {
    found = createPublicKey(secret).asymmetricKeyType;
  } catch {
    found = undefined;
  }
  if (found === kind.toLowerCase()) return;
  throw usageError(
    `A key of kind ${kind} needs its public key in PEM form, found ${found === undefined ? 'no key' : `one of kind ${found}`}.`,
  );
}

function creditUser(exchange: Exchange, command: AdminCommand & { readonly do: 'fund' }, now: number): void {
  const { accounts, market, engines: parts } = exchange;
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
  const { deposits } = parts.get(FUNDS);
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
