/**
 * Prints one screen about the account: what each wallet is worth in one asset, what is open, what was gained since a
 * time, and what holds writes back on this machine.
 */
import { existsSync } from 'node:fs';
import { haltText } from '../../../app/policy/halt-file.ts';
import { haltPath } from '../../../app/policy/halt-path.ts';
import { ACCOUNT_WALLETS } from '../../../catalogue/account-wallets.ts';
import type { View } from '../../../catalogue/types.ts';
import { EXIT_CODES, type ExitCode, usageError } from '../../../core/errors.ts';
import { safeText } from '../../../core/text.ts';
import { parseTime } from '../../../core/time.ts';
import type { JsonObject, UnixMs } from '../../../core/words.ts';
import { unresolvedText } from '../../orders/unresolved.ts';
import type { CommandCall } from '../../types.ts';
import { AccountReader } from '../account-reader.ts';
import { LatestPrices } from '../latest-prices.ts';
import { amountPlaces, fullRow, profitView } from '../profit-rows.ts';
import { readWindow } from '../window.ts';
import { isToday, printPlan } from './plan.ts';
import { type ReadWallet, SUMMARY_COLUMNS, totalsOf, WALLET_COLUMNS, walletRows } from './summary-rows.ts';
import { readWallet } from './wallet-figures.ts';
import { walletProfit } from './wallet-profit.ts';

/** Runs the command. Returns exit code 8 if something could not be read; the rows name what is missing. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { output, options } = call;
  if (options['plan'] === true) return printPlan(call);
  const since = readSince(call);
  const quote = String(options['in']).toUpperCase();
  const reader = new AccountReader(call);
  output.progress('balances, open orders, trades and income');
  const prices = await LatestPrices.fetch(reader);
  if (reader.problems.length === 0 && !prices.knows(quote)) throw unknownQuote(quote);
  const wallets = await Promise.all(ACCOUNT_WALLETS.map((wallet) => readOne(call, wallet, since)));
  output.progress('');
  if (wallets.every(({ figures }) => figures.assets === undefined)) throw wallets[0]!.problems[0]!.error;
  const rows = (await Promise.all(wallets.map((one) => walletRows(one, prices, quote)))).flat();
  await print(call, { quote, since, rows: [...rows, ...pricesMissing(reader)] });
  for (const { profit } of wallets) for (const note of profit?.notes ?? []) output.note(note);
  return rows.some(({ kind }) => kind === 'not read') || reader.problems.length > 0
    ? EXIT_CODES.partial
    : EXIT_CODES.done;
}

function readSince(call: CommandCall): UnixMs {
  const now = call.services.world.clock.now();
  return readWindow(call).since ?? parseTime('today', now)!;
}

function unknownQuote(quote: string) {
  return usageError(
    `Expected an asset that spot symbols trade at --in, found ${safeText(quote.slice(0, 40))}.`,
    'Example: --in USDT',
  );
}

async function readOne(call: CommandCall, wallet: ReadWallet['wallet'], since: UnixMs): Promise<ReadWallet> {
  const reader = new AccountReader(call);
  const [figures, profit] = await Promise.all([
    isToday(call, wallet).then((today) => readWallet(reader, wallet, today)),
    walletProfit(call, reader, wallet, { since, until: undefined }),
  ]);
  return { wallet, figures, profit, problems: reader.problems };
}

function pricesMissing({ problems }: AccountReader): readonly JsonObject[] {
  return problems.map(({ what, error }) => ({ kind: 'not read', what, error: error.facts.message }));
}

/** What the summary prints, but for what holds writes back. */
interface Summary {
  readonly quote: string;
  readonly since: UnixMs;
  readonly rows: readonly JsonObject[];
}

/** Prints the totals, what holds writes back, and the rows: one object as json, rows as ndjson and csv. */
async function print({ services, output }: CommandCall, { quote, since, rows }: Summary): Promise<void> {
  const { world } = services;
  const unresolved = await services.unresolvedWrites();
  const halted = existsSync(haltPath(world)) ? haltText(world) : null;
  const writes: JsonObject[] = [
    ...(unresolved.length === 0 ? [] : [{ kind: 'unresolved', what: unresolvedText(unresolved) }]),
    ...(halted === null ? [] : [{ kind: 'halted', what: halted }]),
  ];
  const isTable = output.format === 'table';
  const lacks = rows.filter(({ kind }) => kind !== 'wallet');
  const columns = isTable && lacks.length === 0 ? WALLET_COLUMNS : SUMMARY_COLUMNS;
  const printed = [...rows, ...(isTable ? [] : writes)].map((row) => fullRow(columns, row));
  const totals = totalsOf(rows);
  const places = amountPlaces(rows);
  const view: View = {
    ...profitView(columns, places),
    rowsAt: 'rows',
    headerFields: [
      { name: 'worth', title: `worth in ${quote}`, is: 'decimal', places },
      { name: 'net', title: 'net profit', is: 'decimal', places },
      { name: 'since', is: 'time' },
      { name: 'unrealized', is: 'decimal', places },
      { name: 'positions', is: 'integer' },
      { name: 'openOrders', title: 'open orders', is: 'integer' },
      { name: 'unresolved', title: 'unresolved writes', is: 'integer' },
      { name: 'halted', title: 'writes halted', is: 'boolean' },
    ],
  };
  await output.value(
    {
      in: quote,
      time: world.clock.now(),
      since,
      ...totals,
      unresolved: unresolved.length,
      halted: halted !== null,
      rows: printed,
    },
    view,
  );
  if (!isTable) return;
  if (Number(totals['positions']) > 0) output.note('The positions one by one: bourse account positions.');
  for (const { kind, wallet, what, error } of lacks)
    if (kind === 'not read') output.note(`Not read: ${String(what ?? wallet)}: ${String(error)}`);
  if (lacks.length > 0) output.note('What has no price or could not be read is in no total.');
  for (const { what } of writes) output.note(String(what));
}
