/** Finds the stream of a wrapped message by its first bytes: `{"stream":"<name>","data":…}`. */
import type { Tracker } from './tracker.ts';

const START = Buffer.from('{"stream":"');
const DATA = Buffer.from('","data":');
const QUOTE = 0x22;
const BRACE = 0x7d;

export class Router {
  /** The trackers by the hash of the stream name's bytes, so that no string is created for a message. */
  readonly #byHash = new Map<number, { readonly name: Buffer; readonly tracker: Tracker }[]>();

  add(tracker: Tracker): void {
    const name = Buffer.from(tracker.name);
    const hash = hashOf(name, 0, name.length);
    const list = this.#byHash.get(hash) ?? [];
    list.push({ name, tracker });
    this.#byHash.set(hash, list);
  }

  remove({ name }: Tracker): void {
    const bytes = Buffer.from(name);
    const hash = hashOf(bytes, 0, bytes.length);
    const left = this.#byHash.get(hash)?.filter(({ tracker }) => tracker.name !== name) ?? [];
    if (left.length > 0) this.#byHash.set(hash, left);
    else this.#byHash.delete(hash);
  }

  /**
   * Returns the tracker of the stream of the message from `start` to `end`, or undefined if the message is not wrapped
   * or its stream is unknown.
   */
  find(bytes: Buffer, start = 0, end = bytes.length): Tracker | undefined {
    const last = nameEnd(bytes, start, end);
    if (last === -1) return undefined;
    const first = start + START.length;
    const found = this.#byHash.get(hashOf(bytes, first, last));
    if (found === undefined) return undefined;
    for (const { name, tracker } of found) {
      if (name.length === last - first && matches(bytes, name, first, last)) return tracker;
    }
    return undefined;
  }
}

/** Returns the bytes of the message inside its wrapper; a message without a wrapper is returned unchanged. */
export function unwrapMessage(bytes: Buffer): Buffer {
  const end = nameEnd(bytes, 0, bytes.length);
  if (end === -1 || !matches(bytes, DATA, end, bytes.length)) return bytes;
  const last = bytes.lastIndexOf(BRACE);
  return bytes.subarray(end + DATA.length, last);
}

/** Returns where the stream's name in the message from `start` to `end` ends, or -1 if it is not wrapped. */
function nameEnd(bytes: Buffer, start: number, end: number): number {
  if (!matches(bytes, START, start, end)) return -1;
  for (let at = start + START.length; at < end; at += 1) if (bytes[at] === QUOTE) return at;
  return -1;
}

function matches(bytes: Buffer, part: Buffer, at: number, end: number): boolean {
  if (at + part.length > end) return false;
  for (let index = 0; index < part.length; index += 1) if (bytes[at + index] !== part[index]) return false;
  return true;
}

/** Returns the FNV-1a hash of the bytes of a name. */
function hashOf(bytes: Buffer, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash;
}
