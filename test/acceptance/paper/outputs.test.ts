/** What the commands of the paper ledger print as JSON satisfies the schemas that the document of the ledger names. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TouchedLevels } from '../../../src/commands/paper/follow/touched-levels.ts';
import { ledgerHome, ledgerPath } from '../../../src/commands/paper/open-ledger.ts';
import { paper } from '../../../src/commands/paper/verbs.ts';
import { watch } from '../../../src/commands/watch/verbs.ts';
import { decimalOf } from '../../../src/core/decimal.ts';
import { LedgerFile } from '../../../src/paper/storage/ledger-file.ts';
import { LedgerStore } from '../../../src/paper/storage/ledger-store.ts';
import { add, adjust, at, candles, funding, START, symbol, WATCH } from '../../paper/scenarios.ts';
import { lines } from '../outcomes.ts';
import { bourse, fixedClock, temporaryFolder, testWorld } from '../world.ts';
import { commandsOf, expectValid, rowsOf, satisfies, unusedDefinitions } from './output-schemas.ts';

const SCHEMA = 'paper-output.v1';
const ROWS = [...rowsOf('paper'), ...rowsOf('watch')];

/** Runs commands on one ledger, and compares what they print with the table. */
function checkedCommands(home: string) {
  const clock = fixedClock();
  const seen = new Set<string>();
  const run = async (command: string, words: string, format: 'json' | 'ndjson', code = 0) => {
    const row = ROWS.find((one) => one.command === command)!;
    const outcome = await bourse(`${command} ${words} -o ${format}`, { home, clock });
    expect([command, outcome.code, code === 0 ? outcome.stderr : '']).toEqual([command, code, '']);
    const printsLines = format === 'ndjson' || row.whole === row.line;
    const values = printsLines ? lines(outcome.stdout) : [JSON.parse(outcome.stdout)];
    for (const value of values) expectValid(command, SCHEMA, printsLines ? row.line : row.whole, value);
    if (values.flat().length > 0) seen.add(`${command} ${format}`);
    return outcome.stdout;
  };
  const both = async (command: string, words = '') => {
    await run(command, words, 'json');
    await run(command, words, 'ndjson');
  };
  return { run, both, seen };
}

function writer(home: string) {
  return (name: string, records: readonly unknown[]) => {
    const path = join(home, name);
    writeFileSync(path, records.map((one) => `${JSON.stringify(one)}\n`).join(''));
    return path;
  };
}

const ADD = { requested_margin_usdt: 100, paper_leverage: 5 };

/** Liquidates a position, stops its watch copy, opens another position, and refuses a thesis. */
async function fillLedger({ run }: ReturnType<typeof checkedCommands>, home: string) {
  const write = writer(home);
  const early = write('early.ndjson', [symbol(), ...candles(3)]);
  const fallen = candles(6, { 4: ['50000', '50000', '40100', '40200'] });
  const later = write('later.ndjson', [...fallen, funding(at(4), '0.0001', null)]);
  const calm = write('calm.ndjson', [symbol(), ...candles(7)]);
  const first = [add(ADD), adjust({ stop_loss_price: 49_500 }, WATCH)];
  await run('paper apply', `${write('first.ndjson', first)} --candles ${early}`, 'json');
  await run('paper tick', `--candles ${later}`, 'json');
  const second = [
    add({ ...ADD, paper_leverage: 4 }),
    adjust({ stop_loss_price: 39_000 }, WATCH),
    add({ ...ADD, requested_margin_usdt: 1 }),
  ];
  await run('paper apply', `${write('second.ndjson', second)} --candles ${calm}`, 'ndjson', 8);
  const last = write('last.ndjson', candles(9));
  await run('watch run --once', `--candles ${last}`, 'json', 1);
  return write('end.ndjson', candles(12, { 10: ['50000', '50000', '38000', '38000'] }));
}

/** Returns the notices of a price far below the levels of the open positions. */
async function notices(home: string) {
  const places = ledgerHome(testWorld({ home }, { stdout: '', stderr: '' }));
  const store = new LedgerStore(await LedgerFile.open(ledgerPath(places, 'main'), places), places);
  try {
    const touched = new TouchedLevels();
    touched.update((await store.load()).live);
    return touched.noticesOf({ symbol: 'BTCUSDT', price: decimalOf('30000'), time: at(9) });
  } finally {
    store.close();
  }
}

describe('the JSON output of the paper ledger', () => {
  it('satisfies the schema of each command, as one value and as lines', async () => {
    const home = temporaryFolder();
    const commands = checkedCommands(home);
    const { run, both, seen } = commands;
    await run('paper open', `--set start=${START}`, 'json');
    await run('paper open', `second --set start=${START}`, 'ndjson');
    await both('paper list');
    await both('paper use', 'main');
    const end = await fillLedger(commands, home);
    const touched = await notices(home);
    expect(touched.length).toBeGreaterThan(0);
    for (const one of touched) expectValid('a notice', SCHEMA, 'followLine', one);
    await both('watch list');
    await both('paper positions', '--all');
    for (const command of ['paper executions', 'paper balance', 'paper history', 'paper equity']) {
      await both(command);
    }
    await both('paper metrics');
    await both('paper metrics --by agent');
    await both('paper metrics --by run');
    await both('paper show');
    for (const { seq } of lines<{ seq: number }>(await run('paper history', '', 'ndjson'))) {
      await run('paper explain', String(seq), seq % 2 === 0 ? 'json' : 'ndjson');
    }
    await both('paper verify', '--replay');
    await both('paper rebuild');
    for (const format of ['json', 'ndjson'] as const) {
      await run('paper recover', `--out ${join(home, `${format}.db`)}`, format);
      const exported = join(home, 'export.ndjson');
      writeFileSync(exported, await run('paper export', '', 'ndjson'));
      await run('paper import', `${exported} ${format}`, format);
    }
    await both('watch score');
    await both('watch remove', 'wpos-2');
    await run('paper tick', `--candles ${end}`, 'ndjson');
    await run('watch run --once', `--candles ${end}`, 'ndjson', 1);
    // The lines of commands that follow prices are entries and notices, which the other commands and the notices show.
    const expected = ROWS.filter(({ whole }) => whole !== 'followLine').flatMap(({ command }) =>
      command === 'paper export' ? ['paper export ndjson'] : [`${command} json`, `${command} ndjson`],
    );
    expect([...seen].sort()).toEqual(expected.sort());
  });

  it('satisfies the schema where an order book decided', async () => {
    const home = temporaryFolder();
    const { run } = checkedCommands(home);
    await run('paper open', '--env sandbox', 'json');
    const theses = writer(home)('two.ndjson', [add(ADD), add({ ...ADD, paper_leverage: 4 })]);
    await run('paper apply', `${theses} --env sandbox`, 'json');
    const [, , second] = lines<{ seq: number }>(await run('paper history', '', 'ndjson'));
    const [explained] = JSON.parse(await run('paper explain', String(second!.seq), 'json'));
    expect(explained.decided_by.snapshot.spent).toHaveProperty('paper');
  });

  it('has a schema for each command of paper and watch, and none besides', () => {
    const named = ROWS.map(({ command }) => command.split(' --')[0]!);
    expect([...new Set(named)].sort()).toEqual([...commandsOf([paper, watch])].sort());
    expect(unusedDefinitions(SCHEMA, ROWS)).toEqual([]);
  });

  it('is refused with a member that the schema does not name', () => {
    const head = { seq: 1, hash: '0'.repeat(64) };
    const accepts = (value: unknown) => satisfies(SCHEMA, 'imported', value);
    expect([accepts({ ledger: 'copy', head }), accepts({ ledger: 'copy', head, more: 1 })]).toEqual([
      true,
      false,
    ]);
  });
});
