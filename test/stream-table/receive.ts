/**
 * Receives every stream through bourse commands from a sandbox that `bourse sandbox serve` runs: all market
 * streams of a product in one command, and the user data stream of each account while an order fills. The
 * clock advances in steps, through a day with listings and deliveries and a crash with liquidations.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { STREAMS } from '../../src/catalogue/streams.ts';
import { USER_EVENTS } from '../../src/catalogue/user-events.ts';
import { eventId } from '../../src/docgen/asyncapi/streams.ts';
import { streamNameParser } from '../../src/request/stream-name.ts';
import { messageFaults } from '../docgen/asyncapi.ts';
import { command, type Following, follow } from './follow.ts';
import { checkFields, countFields } from './notation.ts';
import { type Line, MARKET_ROWS, type MarketRow, OPTION } from './rows.ts';
import { ACCOUNT_ROWS, type AccountRow } from './user-rows.ts';

/** The result for one stream, or for one event type of a user data stream. */
export interface Received {
  readonly line: string;
  readonly stream: string;
  readonly messages: number;
  /** The number of fields in the table, and of fields checked in all messages. */
  readonly fields: number;
  readonly checked: number;
  readonly faults: readonly string[];
}

/** Returns the id of the stream that a row receives. */
function streamIdOf({ line, name }: MarketRow): string | undefined {
  const read = streamNameParser(STREAMS.filter(({ product }) => product === line));
  return read(name.replace(OPTION, 'BTC-240405-70000-C'))?.stream.id;
}

/** Returns the streams that the sandbox simulates and no row of the table receives, by their ids. */
export function streamsWithoutRow(rows: readonly MarketRow[] = MARKET_ROWS): readonly string[] {
  const found = rows.map(streamIdOf);
  return STREAMS.filter(({ unsimulated }) => unsimulated === undefined)
    .map(({ id }) => id)
    .filter((id) => !found.includes(id));
}

/** Half a minute before contracts expire and others are listed; the crash begins afterwards. */
const START = '2024-03-29T07:59:30Z';
const SERVE = `sandbox serve --seed 1 --market-model 1 --clock stepped --scenario crash --start ${START} -o json`;
const LINES: readonly Line[] = ['spot', 'usdm', 'coinm', 'options'];

/** The steps of the simulated time: into the next day, and on while prices fall by a third in 15 minutes. */
const STEPS = ['31s', ...Array.from({ length: 12 }, () => '2m')];
/** How long to wait for the messages of a step, and at the end for missing ones; a busy machine needs a minute. */
const STEP_WAIT_MS = 120;
const LAST_WAIT_MS = 120_000;

/** The fields of the first line of a user data stream, which shows the balances. */
const BEGINS = '"kind":"account"';

/** Receives all streams and returns the results in the order of the tables. */
export async function receiveAll(): Promise<readonly Received[]> {
  const home = mkdtempSync(join(tmpdir(), 'bourse-streams-'));
  const server = follow(SERVE.split(' '), home);
  try {
    await server.line((line) => line.includes('"hosts"'));
    const option = await optionNearTheMoney(home);
    const withOptionSymbol = (text: string) => text.replaceAll(OPTION, option);
    const markets = LINES.map((line) => ({
      line,
      following: follow(marketWords(line, withOptionSymbol), home),
    }));
    const accounts = ACCOUNT_ROWS.map((row) => ({ row, following: follow(accountWords(row), home) }));
    await Promise.all([
      ...markets.map(({ following }) => following.line((line) => line.includes('"bourse":"hello"'))),
      ...accounts.map(({ following }) => following.line((line) => line.includes(BEGINS))),
    ]);
    for (const { commands } of ACCOUNT_ROWS) {
      for (const line of commands) await command(`${withOptionSymbol(line)} --yes`, home);
    }
    const all = Promise.allSettled([
      ...markets.flatMap(({ line, following }) => firstMessages(line, following, withOptionSymbol)),
      ...accounts.flatMap(({ row, following }) => firstEvents(row, following)),
    ]);
    for (const step of STEPS) {
      await command(`sandbox advance ${step}`, home);
      await waitMs(STEP_WAIT_MS);
    }
    await Promise.race([all, waitMs(LAST_WAIT_MS)]);
    await Promise.all([...markets, ...accounts].map(({ following }) => endWell(following)));
    return [
      ...markets.flatMap(({ line, following }) => marketResults(line, following, withOptionSymbol)),
      ...accounts.flatMap(({ row, following }) => accountResults(row, following)),
    ];
  } finally {
    await server.end();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Returns the results as the text of a table. */
export function tableOf(received: readonly Received[]): string {
  const rows = [
    ['product', 'stream', 'messages', 'fields', 'checked', ''],
    ...received.map(({ line, stream, messages, fields, checked, faults }) => [
      line,
      stream,
      String(messages),
      String(fields),
      String(checked),
      messages === 0 ? 'nothing came' : (faults[0] ?? 'ok'),
    ]),
  ];
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, at) => cell.padEnd(widths[at]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

async function optionNearTheMoney(home: string): Promise<string> {
  const marks = JSON.parse(await command('market mark --on options -o json', home)) as {
    readonly symbol: string;
    readonly delta: string;
  }[];
  const [before, after] = OPTION.split('<strike>') as [string, string];
  const found = marks
    .filter(({ symbol }) => symbol.startsWith(before) && symbol.endsWith(after))
    .sort((a, b) => Math.abs(Number(a.delta) - 0.5) - Math.abs(Number(b.delta) - 0.5))[0];
  if (found === undefined) throw new Error(`no option is called ${OPTION}`);
  return found.symbol;
}

function firstMessages(line: Line, following: Following, withOptionSymbol: (text: string) => string) {
  return MARKET_ROWS.filter((row) => row.line === line).map(({ name }) =>
    following.line((text) => text.startsWith(`{"stream":"${withOptionSymbol(name)}"`)),
  );
}

function firstEvents({ events }: AccountRow, following: Following) {
  return Object.keys(events).map((event) => following.line((text) => text.startsWith(`{"e":"${event}"`)));
}

function waitMs(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

/**
 * Returns the arguments of one command for all streams of a product: the first by kind, the others with
 * --also.
 */
function marketWords(line: Line, withOptionSymbol: (text: string) => string): readonly string[] {
  const [first, ...others] = MARKET_ROWS.filter((row) => row.line === line).map(({ words }) =>
    withOptionSymbol(words),
  );
  const also = others.flatMap((words) => ['--also', words]);
  return ['stream', ...first!.split(' '), '--on', line, ...also, '--combined', '--records'];
}

function accountWords({ words }: AccountRow): readonly string[] {
  return `stream user ${words}`.split(' ').filter((word) => word !== '');
}

function marketResults(
  line: Line,
  { lines }: Following,
  withOptionSymbol: (text: string) => string,
): readonly Received[] {
  const messages = lines
    .filter((one) => one.startsWith('{"stream":'))
    .map((one) => JSON.parse(one) as { readonly stream: string; readonly data: unknown });
  const of = ({ name, fields }: MarketRow) =>
    messages.filter(({ stream }) => stream === withOptionSymbol(name)).map(({ data }) => ({ data, fields }));
  return MARKET_ROWS.filter((row) => row.line === line).map((row) => ({
    line,
    stream: withOptionSymbol(row.name),
    ...sumChecks(row.fields, of(row), streamIdOf(row)!),
  }));
}

function accountResults(
  { account, words, events, others = {} }: AccountRow,
  { lines }: Following,
): readonly Received[] {
  const messages = lines
    .map((one) => JSON.parse(one) as { readonly e?: string })
    .filter(({ e }) => e !== undefined);
  const known = { ...events, ...others };
  const unknown = messages.filter(({ e }) => !Object.hasOwn(known, e!)).map(({ e }) => `${e} is not known`);
  const product = /--on (\S+)/.exec(words)?.[1] ?? 'spot';
  const messageOf = (event: string) =>
    eventId(
      USER_EVENTS.find(
        (one) => one.event === event && (one.products as readonly string[]).includes(product),
      )!,
    );
  return Object.entries(known).flatMap(([event, fields], place) => {
    const own = messages.filter(({ e }) => e === event).map((data) => ({ data, fields }));
    if (own.length === 0 && Object.hasOwn(others, event)) return [];
    const { faults, ...counts } = sumChecks(fields, own, messageOf(event));
    return [
      { line: account, stream: event, ...counts, faults: place === 0 ? [...faults, ...unknown] : faults },
    ];
  });
}

function sumChecks(
  notation: string,
  messages: readonly { readonly data: unknown; readonly fields: string }[],
  messageId: string,
): Omit<Received, 'line' | 'stream'> {
  const results = messages.flatMap(({ data, fields }) =>
    [data].flat().map((row) => checkFields(fields, row)),
  );
  return {
    messages: messages.length,
    fields: countFields(notation),
    checked: results.reduce((sum, one) => sum + one.fields, 0),
    faults: [
      ...results.flatMap(({ faults }) => faults),
      ...messages.flatMap(({ data }) => messageFaults(messageId, data)),
    ],
  };
}

async function endWell(following: Following): Promise<void> {
  const { code, stderr } = await following.end();
  if (code !== 0) throw new Error(`a stream ended with ${code}: ${stderr}`);
}
