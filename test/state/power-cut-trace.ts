/** Reads the steps of processes on the files of a folder from what strace recorded of them. */
import { basename, dirname } from 'node:path';
import type { DiskStep } from './power-cut.ts';

/** The options with which strace records what `diskStepsIn` reads; an -o option and a command line follow. */
export const STRACE_OPTIONS = [
  ...['-f', '-y', '-xx', '-s', '1000000'],
  ...['-e', 'trace=openat,write,pwrite64,fsync,fdatasync,ftruncate,unlink,rename'],
];

/** The note by which a command announces a write that it has recorded. */
const ANNOUNCED = /Sending the \w+ (\S+)\./;

/** The files of a database: those of a folder whose names hold `name`. */
export interface TracedFiles {
  readonly folder: string;
  readonly name: string;
  /** The names of the files that exist; kept up to date. */
  readonly present: Set<string>;
}

/**
 * Returns the steps of a trace on the files of a database, except on the memory file beside its log, which holds nothing
 * after a power cut.
 */
export function diskStepsIn(trace: string, files: TracedFiles): readonly DiskStep[] {
  const unfinished = new Map<string, string>();
  return trace.split('\n').flatMap((line) => {
    const [, pid = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const cut = /^(.*) <unfinished \.\.\.>$/.exec(text);
    if (cut !== null) unfinished.set(pid, cut[1]!);
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(text);
    const whole = resumed === null ? text : `${unfinished.get(pid) ?? ''}${resumed[1]}`;
    const call = /^(\w+)\((.*)\) += (\d+)/.exec(cut === null ? whole : '');
    return call === null ? [] : stepsOf(call[1]!, call[2]!, Number(call[3]), files);
  });
}

function stepsOf(call: string, given: string, result: number, files: TracedFiles): readonly DiskStep[] {
  const strings = [...given.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map((found) => unhex(found[1]!));
  const [bytes = Buffer.alloc(0)] = strings;
  if (call === 'write' && given.startsWith('2<')) {
    const id = ANNOUNCED.exec(bytes.toString())?.[1];
    return id === undefined ? [] : [{ kind: 'recorded', id }];
  }
  const ofDescriptor = unhex(/^\d+<([^>]*)>/.exec(given)?.[1] ?? '').toString();
  const isByName = ['openat', 'unlink', 'rename'].includes(call);
  const path = isByName ? bytes.toString() : ofDescriptor;
  if (call === 'fsync' && path === files.folder) return [{ kind: 'flush-folder' }];
  const name = basename(path);
  const isTraced = dirname(path) === files.folder && name.includes(files.name) && !name.endsWith('-shm');
  if (!isTraced) return [];
  const last = Number(given.split(', ').at(-1));
  switch (call) {
    case 'openat':
      return openSteps(given, name, files.present);
    case 'unlink':
      files.present.delete(name);
      return [{ kind: 'remove', name }];
    case 'rename':
      files.present.add(basename(strings[1]!.toString())).delete(name);
      return [{ kind: 'rename', name, to: basename(strings[1]!.toString()) }];
    case 'ftruncate':
      return [{ kind: 'resize', name, length: last }];
    case 'pwrite64':
      return [{ kind: 'write', name, at: last, bytes: bytes.subarray(0, result) }];
    case 'write':
      // Node writes a small file from its beginning, by one call.
      return [{ kind: 'write', name, at: 0, bytes: bytes.subarray(0, result) }];
    default:
      return [{ kind: 'flush', name }];
  }
}

function openSteps(given: string, name: string, present: Set<string>): readonly DiskStep[] {
  if (!present.has(name)) {
    present.add(name);
    return [{ kind: 'create', name }];
  }
  return given.includes('O_TRUNC') ? [{ kind: 'resize', name, length: 0 }] : [];
}

function unhex(text: string): Buffer {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex');
}
