import type { SandboxExchange } from '../../src/sandbox/exchange/create-exchange.ts';

/** Returns all assets whose postings do not add up to nothing. */
export function unbalancedAssets({ accounts }: SandboxExchange): readonly string[] {
  return [...accounts.ledger.totals()].filter(([, sum]) => sum !== 0n).map(([asset]) => asset);
}

/** Returns the holdings below nothing of accounts that may not owe. */
export function overdrawnAccounts({ accounts }: SandboxExchange): readonly string[] {
  return accounts.ledger.accounts.flatMap(({ name, mayGoNegative, balances }) =>
    [...balances]
      .filter(([, { free, locked }]) => locked < 0n || (free < 0n && !mayGoNegative))
      .map(([asset]) => `${name} ${asset}`),
  );
}

/** Returns all that all accounts hold, as text that two exchanges can be compared by. */
export function balancesText({ accounts }: SandboxExchange): string {
  return accounts.ledger.accounts
    .flatMap(({ name, balances }) =>
      [...balances].map(([asset, balance]) => `${name} ${asset} ${balance.free} ${balance.locked}`),
    )
    .filter((line) => !line.endsWith(' 0 0'))
    .sort()
    .join('\n');
}
