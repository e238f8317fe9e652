/** Finds and opens the ledger that a command is about. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { World } from '../../app/world.ts';
import { usageError } from '../../core/errors.ts';
import type { LedgerHome } from '../../paper/storage/home.ts';
import { LedgerFile } from '../../paper/storage/ledger-file.ts';
import { LedgerStore } from '../../paper/storage/ledger-store.ts';
import { type CheckedFile, readCheckedFile, writeCheckedFile } from '../../store/checked-file.ts';
import { isFileName } from '../../store/file-names.ts';
import type { CommandCall } from '../types.ts';

/** The ledger of commands before `paper use` chose another. */
const FIRST_NAME = 'main';

const NAME_LENGTH_MAX = 40;

/** Returns where the ledgers of a world are. */
export function ledgerHome(world: World): LedgerHome {
  const { clock, random, facts, isProcessAlive, secretHex } = world;
  return {
    folder: join(world.folders.state, 'ledgers'),
    clock,
    random,
    owner: facts.owner,
    pid: facts.pid,
    isProcessAlive,
    secretHex,
  };
}

/** Returns the path of the file of a ledger. Throws a usage error for a text that is no name. */
export function ledgerPath({ folder }: LedgerHome, name: string): string {
  if (isFileName(name, NAME_LENGTH_MAX)) return join(folder, `${name}.db`);
  throw usageError(
    `Expected a ledger name, found ${JSON.stringify(name)}.`,
    'A name has 1 to 40 small letters, digits, - and _, begins with a letter or digit, and is no device of Windows, such as con.',
  );
}

/** Returns the names of all ledgers in alphabetical order. */
export function ledgerNames({ folder }: LedgerHome): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((file) => file.endsWith('.db'));
  return names.map((file) => file.slice(0, -'.db'.length)).sort();
}

/** Returns the name of the ledger that a command is about: that of --ledger, else that of `paper use`. */
export function chosenName({ options, services }: CommandCall): string {
  const given = options['ledger'];
  return typeof given === 'string' ? given : currentName(services.world);
}

/** Returns the ledger that `paper use` chose; "main" before that. */
export function currentName(world: World): string {
  return readCheckedFile(currentFile(world))?.trim() ?? FIRST_NAME;
}

/** Makes a ledger the one of commands without --ledger. */
export function chooseName(world: World, name: string): void {
  writeCheckedFile(currentFile(world), `${name}\n`, world.secretHex);
}

function currentFile(world: World): CheckedFile {
  return {
    path: join(ledgerHome(world).folder, 'current'),
    what: 'the name of the ledger in use',
    owner: world.facts.owner,
    kind: 'storage',
    bytesMax: 100,
  };
}

/** Throws a usage error unless a ledger exists, and returns the path of its file. */
export function existingPath(home: LedgerHome, name: string): string {
  const path = ledgerPath(home, name);
  if (existsSync(path)) return path;
  const names = ledgerNames(home);
  throw usageError(
    `Expected a ledger named ${name}, found ${names.length === 0 ? 'no ledger' : names.join(', ')}.`,
    `Open it: bourse paper open ${name}, or name another with --ledger.`,
  );
}

/** Runs work on the ledger that a command is about, and closes it. */
export async function withLedger<T>(
  call: CommandCall,
  work: (store: LedgerStore, name: string) => Promise<T>,
): Promise<T> {
  const home = ledgerHome(call.services.world);
  const name = chosenName(call);
  const store = new LedgerStore(await LedgerFile.open(existingPath(home, name), home), home);
  try {
    return await work(store, name);
  } finally {
    store.close();
  }
}
