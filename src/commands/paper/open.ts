/** Opens, lists and chooses paper ledgers. */
import { existsSync } from 'node:fs';
import { createThesisFiles } from '../../app/thesis-files.ts';
import { usageError } from '../../core/errors.ts';
import { readJson } from '../../core/json.ts';
import { MINUTE_MS } from '../../core/time-units.ts';
import { isObject, type JsonObject, type JsonValue } from '../../core/words.ts';
import { BadRecord } from '../../paper/scenario/faults.ts';
import { readTiers } from '../../paper/scenario/records.ts';
import { LIVE_NAMES, readLiveSettings } from '../../paper/scenario/settings.ts';
import { LedgerFile } from '../../paper/storage/ledger-file.ts';
import { LEDGER_MARKETS, type LedgerMarket, LedgerStore } from '../../paper/storage/ledger-store.ts';
import { readDocument } from '../../thesis/sources.ts';
import type { CommandCall } from '../types.ts';
import {
  chooseName,
  chosenName,
  currentName,
  existingPath,
  ledgerHome,
  ledgerNames,
  ledgerPath,
} from './open-ledger.ts';
import { ExchangeSource } from './sources/exchange-source.ts';
import { settingError, typedSettings } from './typed-settings.ts';

/** Makes a ledger; the first one of a machine is used by commands without --ledger. */
export async function open(call: CommandCall): Promise<void> {
  const { positionals, services, output } = call;
  const home = ledgerHome(services.world);
  const name = typeof positionals['name'] === 'string' ? positionals['name'] : chosenName(call);
  const path = ledgerPath(home, name);
  if (existsSync(path)) {
    throw usageError(
      `Expected the name of a new ledger, found ${name}, which exists.`,
      'Choose another name; the settings of a ledger never change.',
    );
  }
  const market = readMarket(call);
  const tiers = await readTiersFile(call);
  const settings = await readSettings(call, market);
  const isFirst = ledgerNames(home).length === 0;
  const store = new LedgerStore(await LedgerFile.open(path, home, true), home);
  try {
    const entry = await store.create({ settings, market, tiers });
    if (isFirst) chooseName(services.world, name);
    await output.value({ ledger: name, market, seq: entry.seq, hash: entry.hash, settings });
  } finally {
    store.close();
  }
}

/** Prints the names of all ledgers, and which of them commands use without --ledger. */
export async function list({ services, output }: CommandCall): Promise<void> {
  const used = currentName(services.world);
  const rows = ledgerNames(ledgerHome(services.world)).map((name) => ({
    ledger: name,
    in_use: name === used,
  }));
  await output.value(rows, {
    shape: 'rows',
    columns: [
      { name: 'ledger', is: 'text' },
      { name: 'in_use', is: 'boolean' },
    ],
  });
}

/** Makes a ledger the one of commands without --ledger. */
export async function use({ positionals, services, output }: CommandCall): Promise<void> {
  const name = positionals['name'];
  if (typeof name !== 'string')
    throw usageError('A ledger name is required.', 'bourse paper list prints them.');
  existingPath(ledgerHome(services.world), name);
  chooseName(services.world, name);
  await output.value({ ledger: name });
}

/** Reads the market of --on. */
export function readMarket({ options }: CommandCall): LedgerMarket {
  const given = options['on'] ?? 'usdm';
  const market = LEDGER_MARKETS.find((one) => one === given);
  if (market !== undefined) return market;
  throw usageError(`Expected --on ${LEDGER_MARKETS.join(' or ')}, found ${String(given)}.`);
}

/** Returns the settings of --cash and --set with all defaults. */
async function readSettings(call: CommandCall, market: LedgerMarket): Promise<JsonObject> {
  const { options, services } = call;
  const members: Record<string, JsonValue> = { version: 1, ...typedSettings(options, LIVE_NAMES) };
  if (members['start'] === undefined) {
    // A sandbox may have another time than this machine.
    const isSandbox = services.settings.environment === 'sandbox';
    const now = isSandbox
      ? await new ExchangeSource(services, market, null).now()
      : services.world.clock.now();
    members['start'] = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  }
  try {
    return readLiveSettings({ members, path: '' }).written;
  } catch (error) {
    throw settingError(error);
  }
}

/** Returns the maintenance tiers in the file of --tiers, a JSON list; null without the option. */
async function readTiersFile({ options, services }: CommandCall): Promise<readonly JsonObject[] | null> {
  const file = options['tiers'];
  if (typeof file !== 'string') return null;
  const text = await readDocument(file, createThesisFiles(services.world));
  const outcome = typeof text === 'string' ? readJson(text) : undefined;
  const value = outcome?.ok === true ? outcome.value : undefined;
  if (Array.isArray(value) && value.every(isObject)) {
    try {
      readTiers({ members: { tiers: value }, path: '' });
      return value;
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
      const { path, expected, found } = error.fault;
      throw usageError(`Expected in ${file} at ${path} ${expected}, found ${found}.`, TIERS_HINT);
    }
  }
  throw usageError(`Expected a JSON list of tiers in ${file}, found other text or no file.`, TIERS_HINT);
}

const TIERS_HINT =
  'Such as [{"cap":"50000","mmr":"0.004","max_leverage":"125"},{"cap":null,"mmr":"0.01","max_leverage":"50"}].';
