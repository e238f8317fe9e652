/** Checks, repairs and copies paper ledgers. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { EXIT_CODES, type ExitCode, usageError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/words.ts';
import { exportLines, readExport, writeCopy } from '../../paper/storage/copies.ts';
import { LedgerFile } from '../../paper/storage/ledger-file.ts';
import { balanceRows, LedgerStore } from '../../paper/storage/ledger-store.ts';
import { parseHead } from '../../paper/storage/receipt.ts';
import { type LedgerCheck, readValid, verifyLedger } from '../../paper/storage/verify.ts';
import type { CommandCall } from '../types.ts';
import { readMarket } from './open.ts';
import { chosenName, existingPath, ledgerHome, ledgerPath, withLedger } from './open-ledger.ts';
import { readRecordFile } from './record-file.ts';

/** Runs work on a ledger file whose entries were not looked at, which may be damaged. */
async function withFile<T>(call: CommandCall, work: (file: LedgerFile) => Promise<T>): Promise<T> {
  const home = ledgerHome(call.services.world);
  const file = await LedgerFile.openUnchecked(existingPath(home, chosenName(call)), home);
  try {
    return await work(file);
  } finally {
    file.close();
  }
}

/** Checks a whole ledger. Returns exit code 10 if it has a fault. */
export async function verify(call: CommandCall): Promise<ExitCode> {
  const { options, output } = call;
  const text = options['expect-head'];
  const expectHead = typeof text === 'string' ? parseHead(text) : undefined;
  if (typeof text === 'string' && expectHead === undefined) {
    throw usageError(
      `Expected --expect-head seq:hash, found ${text}.`,
      'The output of apply and tick has it.',
    );
  }
  const found: LedgerCheck = await withFile(call, (file) =>
    verifyLedger(file, {
      isReplay: options['replay'] === true,
      ...(expectHead === undefined ? {} : { expectHead }),
    }),
  );
  const { head, faults } = found;
  await output.value({ valid: faults.length === 0, head, faults } as unknown as JsonValue);
  return faults.length === 0 ? EXIT_CODES.done : EXIT_CODES.storage;
}

/** Derives balances, positions and applied theses from the journal again. */
export async function rebuild(call: CommandCall): Promise<void> {
  const { head, balances } = await withFile(call, async (file) => {
    const store = new LedgerStore(file, ledgerHome(call.services.world));
    const live = await store.rebuild();
    return { head: live.ledger.journal.head, balances: balanceRows(live).length };
  });
  await call.output.value({ head, balances } as unknown as JsonValue);
}

/** Writes the longest valid prefix of a ledger to a new file. */
export async function recover(call: CommandCall): Promise<void> {
  const { options, output, services } = call;
  const typed = options['out'];
  if (typeof typed !== 'string')
    throw usageError('--out is required.', 'Give the path of a new file, such as new.db.');
  const path = resolve(services.world.workingFolder, typed);
  if (existsSync(path)) throw usageError(`Expected a new file at ${path}, found one that exists.`);
  const { copy, broken } = await withFile(call, (file) => file.read(readValid));
  const head = await writeCopy(path, ledgerHome(services.world), copy);
  await output.value({
    out: path,
    head: { ...head },
    broken_from: broken?.seq ?? null,
    why: broken?.message ?? null,
  });
}

/** Prints a ledger as NDJSON: its settings and symbols, its entries, its head. */
export async function exportLedger(call: CommandCall): Promise<void> {
  const copy = await withLedger(call, (store) => store.file.read((rows) => readValid(rows).copy));
  for (const line of exportLines(copy)) await call.output.write(`${line}\n`);
}

/** Makes a ledger from an export, every hash and sum of which is checked before it is written. */
export async function importLedger(call: CommandCall): Promise<void> {
  const { positionals, output, services } = call;
  const [file, name] = [positionals['file'], positionals['name']];
  if (typeof file !== 'string' || typeof name !== 'string') {
    throw usageError('A file and a ledger name are required.', 'bourse paper import ledger.ndjson copy');
  }
  const home = ledgerHome(services.world);
  const path = ledgerPath(home, name);
  const parts: Buffer[] = [];
  for await (const chunk of readRecordFile(services.world, file)) parts.push(Buffer.from(chunk));
  const text = Buffer.concat(parts).toString('utf8');
  const copy = readExport(file === '-' ? 'standard input' : file, text, readMarket(call));
  const head = await writeCopy(path, home, copy);
  await output.value({ ledger: name, head: { ...head } });
}
