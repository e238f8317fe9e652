/** The halt of writes: a file whose presence holds back every write of this machine's user that adds exposure. */
import { existsSync } from 'node:fs';
import { parseJson } from '../../core/json.ts';
import { safeText } from '../../core/text.ts';
import { isObject } from '../../core/words.ts';
import {
  type CheckedFile,
  ensurePrivateFolder,
  readCheckedFile,
  writeCheckedFile,
} from '../../store/checked-file.ts';
import type { World } from '../world.ts';
import { haltPath } from './halt-path.ts';

const BYTES_MAX = 4096;

/** Halts writes and returns since when, in ISO 8601; `why` goes on the sentence "Writes are halted: ". */
export function writeHalt(world: World, why: string): string {
  const file = haltFile(world);
  ensurePrivateFolder(file);
  const since = new Date(world.clock.now()).toISOString();
  writeCheckedFile(file, `${JSON.stringify({ since, why })}\n`, world.secretHex);
  return since;
}

/** Halts writes, unless they are halted; returns whether they were not. */
export function haltOnce(world: World, why: string): boolean {
  if (existsSync(haltPath(world))) return false;
  writeHalt(world, why);
  return true;
}

/** Returns a sentence that says since when and why writes are halted, as far as the file can be read. */
export function haltText(world: World): string {
  const { since, why } = readHalt(world);
  const sinceText = typeof since === 'string' ? ` since ${safeText(since)}` : '';
  const whyText = typeof why === 'string' ? `: ${safeText(why)}` : '';
  return `Writes are halted on this machine${sinceText}${whyText}.`;
}

function readHalt(world: World) {
  try {
    const value = parseJson(readCheckedFile(haltFile(world)) ?? '{}');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function haltFile(world: World): CheckedFile {
  const { owner } = world.facts;
  return { path: haltPath(world), what: 'the halt', owner, kind: 'storage', bytesMax: BYTES_MAX };
}
