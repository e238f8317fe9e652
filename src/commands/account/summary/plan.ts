/** The plan of a summary: what it reads, and the request weight that the hosts count for it. */
import { ACCOUNT_WALLETS, type AccountWallet } from '../../../catalogue/account-wallets.ts';
import type { View } from '../../../catalogue/types.ts';
import { EXIT_CODES, type ExitCode } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/words.ts';
import { buildRequest } from '../../../request/prepare.ts';
import { endpointById } from '../../find-endpoint.ts';
import type { CommandCall } from '../../types.ts';
import { AccountReader } from '../account-reader.ts';
import { futuresReads, REPORT_READS } from '../report-reads.ts';
import { WALLET_FAILURES } from './wallet-figures.ts';

/** One read of the plan. */
interface PlannedRead {
  readonly what: string;
  readonly query: string;
  readonly args?: Readonly<Record<string, string>>;
  /** Set for a read that is repeated for each page, or for each symbol. */
  readonly each?: 'page' | 'symbol';
}

const VIEW: View = {
  shape: 'rows',
  columns: [
    { name: 'what', title: 'reads', is: 'text', pinned: true },
    { name: 'weight', is: 'integer', pinned: true },
    { name: 'each', title: 'for each', is: 'text', pinned: true },
    { name: 'endpoint', is: 'text', hidden: true },
    { name: 'error', is: 'text', hidden: true },
  ],
};

/** An example symbol: the weight of reading trades is the same for every symbol. */
const SYMBOL = 'BTCUSDT';

/** Prints the plan without sending anything. Returns exit code 8 if the environment lacks a wallet. */
export async function printPlan(call: CommandCall): Promise<ExitCode> {
  const reader = new AccountReader(call);
  const rows: JsonObject[] = [];
  for (const { what, query, args, each } of await plannedReads(call)) {
    const weight = await reader.attempt(what, () => reader.weightOf(query, args), WALLET_FAILURES);
    const error = weight === undefined ? reader.problems.at(-1)!.error.facts.message : null;
    rows.push({ what, weight: weight ?? null, each: each ?? null, endpoint: query, error });
  }
  await call.output.value(rows, VIEW);
  const sum = rows.reduce((total, { weight }) => total + Number(weight ?? 0), 0);
  call.output.note(
    `Weight ${sum} with one page and one symbol each; nothing was sent. Name symbols to read fewer.`,
  );
  for (const { what, error } of reader.problems)
    call.output.note(`Not there: ${what}: ${error.facts.message}`);
  return reader.problems.length > 0 ? EXIT_CODES.partial : EXIT_CODES.done;
}

async function plannedReads(call: CommandCall): Promise<readonly PlannedRead[]> {
  const wallets = await Promise.all(
    ACCOUNT_WALLETS.map(async (wallet) => walletReads(wallet, await isToday(call, wallet))),
  );
  return [{ what: 'current prices', query: REPORT_READS.prices }, ...wallets.flat()];
}

function walletReads(
  { name, balances, positions, openOrders, profit }: AccountWallet,
  today: boolean,
): readonly PlannedRead[] {
  const reads: PlannedRead[] = [
    { what: `${name}: balances`, query: balances.query, args: balances.args ?? {} },
  ];
  if (positions !== undefined && 'query' in positions)
    reads.push({ what: `${name}: positions`, query: positions.query });
  if (openOrders !== undefined) reads.push({ what: `${name}: open orders`, query: openOrders.query });
  if (today && openOrders?.today !== undefined)
    reads.push({ what: `${name}: open algo orders`, query: openOrders.today });
  if (profit === 'spot trades')
    reads.push(
      { what: `${name}: symbols`, query: REPORT_READS.symbols },
      { what: `${name}: trades`, query: REPORT_READS.trades, args: { symbol: SYMBOL }, each: 'symbol' },
    );
  else if (profit !== undefined)
    reads.push({ what: `${name}: income`, query: futuresReads(profit.incomeOf).income, each: 'page' });
  return reads;
}

/** Returns whether the host of a wallet's open orders serves today's interface; false if the environment has none. */
export async function isToday({ services }: CommandCall, { openOrders }: AccountWallet): Promise<boolean> {
  if (openOrders?.today === undefined) return false;
  try {
    const request = buildRequest(await endpointById(openOrders.today), new Map());
    return (await services.interfaceOf(request)) === 'today';
  } catch {
    // An environment without the host has no open orders there either, which the read of them says.
    return false;
  }
}
