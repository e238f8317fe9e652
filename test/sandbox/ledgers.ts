import type { SandboxExchange } from '../../src/sandbox/exchange/create-exchange.ts';

/** Returns all assets whose postings do not add up to nothing. */
export function unbalanced({ accounts }: SandboxExchange): readonly string[] {
  return [...accounts.ledger.totals()].filter(([, sum]) => sum !== 0n).map(([asset]) => asset);
}

/** Returns the holdings below nothing of accounts that may not owe. */
export function overdrawn({ accounts }: SandboxExchange): readonly string[] {
  return accounts.ledger.accounts.flatMap(({ name, mayGoNegative: mayOwe, balances: holdings }) =>
    [...holdings]
      .filter(([, { free, locked }]) => locked < 0n || (free < 0n && !mayOwe))
      .map(([asset]) => `${name} ${asset}`),
  );
}

/** Returns all that all accounts hold, as text that two exchanges can be compared by. */
export function holdingsOf({ accounts }: SandboxExchange): string {
  return accounts.ledger.accounts
    .flatMap(({ name, balances: holdings }) =>
      [...holdings].map(([asset, held]) => `${name} ${asset} ${held.free} ${held.locked}`),
    )
    .filter((line) => !line.endsWith(' 0 0'))
    .sort()
    .join('\n');
}
