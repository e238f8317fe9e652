/**
 * Reads the explanations of subjects that the build wrote: to look them up takes most of the catalogue and every command.
 * `subjects.txt` has a line for each subject with the places of its explanations in `explanations.txt`. An explanation is
 * written there once, without the subject and the opening brace.
 */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { builtFolder } from './built-folder.ts';

/** The part of an explanation's JSON that is the same for all its subjects, and the lines of the subjects. */
export interface ExplanationFiles {
  readonly subjects: string;
  readonly explanations: string;
}

/** Returns the texts of both files, given the explanations of each subject. Subjects with line breaks or tabs are left out. */
export function explanationFiles(
  explained: ReadonlyMap<string, readonly { readonly subject: string }[]>,
): ExplanationFiles {
  const places = new Map<string, string>();
  let explanations = '';
  let size = 0;
  const placeOf = (text: string): string => {
    const known = places.get(text);
    if (known !== undefined) return known;
    const length = Buffer.byteLength(text);
    const place = `${size}+${length}`;
    places.set(text, place);
    explanations += text;
    size += length;
    return place;
  };
  let subjects = '\n';
  for (const [subject, found] of explained) {
    if (SEPARATOR.test(subject) || found.length === 0) continue;
    const texts = found.map(({ subject: _, ...rest }) => JSON.stringify(rest).slice(1));
    subjects += `${subject}\t${texts.map(placeOf).join(' ')}\n`;
  }
  return { subjects, explanations };
}

/** Returns the explanations of a subject as JSON; undefined for an unknown subject and where the files are missing. */
export function preparedExplanations(folder: string, subject: string): string | undefined {
  if (SEPARATOR.test(subject)) return undefined;
  const help = join(folder, 'help');
  let descriptor: number | undefined;
  try {
    const lines = readFileSync(join(help, SUBJECTS_FILE), 'utf8');
    const found = lines.indexOf(`\n${subject}\t`);
    if (found === -1) return undefined;
    const start = found + subject.length + 2;
    const places = lines.slice(start, lines.indexOf('\n', start)).split(' ');
    const file = openSync(join(help, EXPLANATIONS_FILE), 'r');
    descriptor = file;
    const texts = places.map((place) => `{"subject":${JSON.stringify(subject)},${textAt(file, place)}`);
    return `[${texts.join(',')}]`;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Returns the explanations of a subject from the files beside the program; see `preparedExplanations`. */
export function explanationsBeside(programFile: string, subject: string): string | undefined {
  return preparedExplanations(builtFolder(programFile), subject);
}

function textAt(descriptor: number, place: string): string {
  const [offset = 0, length = 0] = place.split('+').map(Number);
  const bytes = Buffer.alloc(length);
  readSync(descriptor, bytes, 0, length, offset);
  return bytes.toString('utf8');
}

export const SUBJECTS_FILE = 'subjects.txt';
export const EXPLANATIONS_FILE = 'explanations.txt';
const SEPARATOR = /[\t\n]/;
