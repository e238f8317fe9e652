import type { SandboxExchange } from '../../src/sandbox/exchange/create-exchange.ts';

/** Returns the assets whose postings do not sum to zero. */
export function unbalancedAssets({ accounts }: SandboxExchange): readonly string[] {
  return [...accounts.ledger.totals()].filter(([, sum]) => sum !== 0n).map(([asset]) => asset);
}

/** Returns the negative balances of accounts that may not be negative. */
export function overdrawnAccounts({ accounts }: SandboxExchange): readonly string[] {
  return accounts.ledger.accounts.flatMap(({ name, mayGoNegative, balances }) =>
    [...balances]
      .filter(([, { free, locked }]) => locked < 0n || (free < 0n && !mayGoNegative))
      .map(([asset]) => `${name} ${asset}`),
  );
}

/** Returns the balances of all accounts as a text with which two exchanges can be compared. */
export function balancesText({ accounts }: SandboxExchange): string {
  return accounts.ledger.accounts
    .flatMap(({ name, balances }) =>
      [...balances].map(([asset, balance]) => `${name} ${asset} ${balance.free} ${balance.locked}`),
    )
    .filter((line) => !line.endsWith(' 0 0'))
    .sort()
    .join('\n');
}
