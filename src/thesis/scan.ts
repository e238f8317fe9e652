/**
 * Scans JSON text for what `JSON.parse` does not report: the location of values, duplicate names, the nesting
 * depth, numbers out of reach, and what was expected where the text is invalid. Uses its own stack, so deep nesting cannot overflow
 * the call stack.
 */
import { isWithinReach } from './json-number.ts';
import { DEPTH_MAX, ERRORS_MAX } from './limits.ts';
import { endOfNumber, endOfString, skipSpace, type TextFault, unexpectedFault } from './tokens.ts';

/** The location of a value as offsets into the text; `key` is the offset of its name in an object. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly key?: number;
}

/** The characters of the shortest numbers out of reach, such as 1e1001. */
const UNREACHABLE_LENGTH_MIN = 6;

/** A name that occurs more than once in one object. */
export interface Duplicate {
  /** The JSON pointer of the duplicate member. */
  readonly path: string;
  readonly key: string;
  /** The offsets of the first occurrence and of the repeated one. */
  readonly first: number;
  readonly repeated: number;
}

/** A number whose exponent is above 1000 or below -1000. */
export interface UnreachableNumber {
  /** The JSON pointer of the number. */
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

export interface Scan {
  /** The reason why the text is not one JSON value of allowed depth; absent for valid text. */
  readonly fault?: TextFault;
  readonly duplicates: readonly Duplicate[];
  /** The number of further duplicates, which are not listed to save memory. */
  readonly duplicatesLeft: number;
  readonly unreachable: readonly UnreachableNumber[];
  /** The number of further numbers out of reach, which are not listed to save memory. */
  readonly unreachableLeft: number;
  /**
   * The locations of those wanted pointers that exist; of a duplicate name the last occurrence, which
   * `JSON.parse` keeps.
   */
  readonly spans: ReadonlyMap<string, Span>;
}

interface Frame {
  readonly isObject: boolean;
  readonly start: number;
  /** The offset of the name of this value, if the value is a member of an object. */
  readonly key: number | undefined;
  /** The wanted pointers within this value, if any. */
  readonly wanted: Wanted | undefined;
  /** The offsets of the names that were read so far; undefined for a list. */
  readonly names: Map<string, number> | undefined;
  /** The name or index of the member that is being read. */
  member: string | number;
  memberKey: number | undefined;
}

/**
 * Scans the text as one JSON value. Accepts exactly what `JSON.parse` accepts, up to a depth of 10,000.
 * `wanted` lists the JSON pointers whose spans are returned.
 */
export function scanJson(text: string, wanted: ReadonlySet<string> = new Set()): Scan {
  return new Scanner(text, wanted).run();
}

/** Returns a name as one step of a JSON pointer (RFC 6901). */
export function pointerStep(name: string | number): string {
  if (typeof name === 'number' || !/[~/]/.test(name)) return `/${name}`;
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The wanted pointers as a tree, so that no pointer has to be built for each item of a long list. */
interface Wanted {
  /** The pointer of this node, if its location is wanted. */
  pointer: string | undefined;
  readonly below: Map<string, Wanted>;
  /** The largest wanted index of a list; items after it are not looked up. */
  lastIndex: number;
}

function wantedTree(pointers: ReadonlySet<string>): Wanted {
  const root: Wanted = { pointer: undefined, below: new Map(), lastIndex: -1 };
  for (const pointer of pointers) {
    let at = root;
    for (const step of pointer.split('/').slice(1)) {
      let next = at.below.get(step);
      if (next === undefined) {
        next = { pointer: undefined, below: new Map(), lastIndex: -1 };
        at.below.set(step, next);
        if (/^\d+$/.test(step)) at.lastIndex = Math.max(at.lastIndex, Number(step));
      }
      at = next;
    }
    at.pointer = pointer;
  }
  return root;
}

class Scanner {
  private readonly text: string;
  private readonly wanted: Wanted;
  private readonly frames: Frame[] = [];
  private readonly duplicates: Duplicate[] = [];
  private duplicatesLeft = 0;
  private readonly unreachable: UnreachableNumber[] = [];
  private unreachableLeft = 0;
  private readonly spans = new Map<string, Span>();
  private fault: TextFault | undefined;
  private at = 0;

  constructor(text: string, wanted: ReadonlySet<string>) {
    this.text = text;
    this.wanted = wantedTree(wanted);
  }

  run(): Scan {
    while (this.readValue() && this.readNext());
    return {
      ...(this.fault === undefined ? {} : { fault: this.fault }),
      duplicates: this.duplicates,
      duplicatesLeft: this.duplicatesLeft,
      unreachable: this.unreachable,
      unreachableLeft: this.unreachableLeft,
      spans: this.spans,
    };
  }

  /** Reads a scalar or the opening of an object or list with the name of its first member. */
  private readValue(): boolean {
    for (;;) {
      this.at = skipSpace(this.text, this.at);
      const start = this.at;
      const code = this.text.charCodeAt(start);
      if (code !== 0x7b && code !== 0x5b) {
        const end = this.endOfScalar(code);
        if (end < 0) return false;
        this.at = end;
        this.recordSpan(this.nextWanted(), start, this.frames.at(-1)?.memberKey);
        return true;
      }
      if (this.frames.length === DEPTH_MAX) {
        return this.fail({
          offset: start,
          rule: 'depth',
          expected: `nesting at most ${DEPTH_MAX} deep`,
          found: `nesting of ${DEPTH_MAX + 1} or more`,
        });
      }
      this.openFrame(code === 0x7b, start);
      this.at = skipSpace(this.text, start + 1);
      if (this.text.charCodeAt(this.at) === (code === 0x7b ? 0x7d : 0x5d)) return true;
      if (code === 0x7b && !this.readName('a name in double quotes, or }')) return false;
    }
  }

  /**
   * Closes ended objects and lists after a value and moves to the next member; returns false at the end or at
   * a fault.
   */
  private readNext(): boolean {
    for (;;) {
      this.at = skipSpace(this.text, this.at);
      const frame = this.frames.at(-1);
      const code = this.text.charCodeAt(this.at);
      if (frame === undefined) {
        if (this.at < this.text.length) this.failExpecting('nothing after the JSON value');
        return false;
      }
      if (code === (frame.isObject ? 0x7d : 0x5d)) {
        this.at++;
        this.frames.pop();
        this.recordSpan(frame.wanted, frame.start, frame.key);
        continue;
      }
      if (code !== 0x2c) return this.failExpecting(frame.isObject ? 'a comma or }' : 'a comma or ]');
      this.at = skipSpace(this.text, this.at + 1);
      if (frame.isObject) return this.readName('a name in double quotes after the comma');
      frame.member = (frame.member as number) + 1;
      if (this.text.charCodeAt(this.at) === 0x5d) return this.failExpecting('a value after the comma');
      return true;
    }
  }

  private openFrame(isObject: boolean, start: number): void {
    this.frames.push({
      isObject,
      start,
      key: this.frames.at(-1)?.memberKey,
      wanted: this.nextWanted(),
      names: isObject ? new Map() : undefined,
      member: 0,
      memberKey: undefined,
    });
  }

  /** Reads a name and its colon, and records a duplicate name. */
  private readName(expected: string): boolean {
    const start = this.at;
    if (this.text.charCodeAt(start) !== 0x22) return this.failExpecting(expected);
    const end = endOfString(this.text, start);
    if (typeof end !== 'number') return this.fail(end);
    const frame = this.frames.at(-1)!;
    const key = nameOf(this.text.slice(start, end));
    const first = frame.names!.get(key);
    frame.member = key;
    frame.memberKey = start;
    if (first === undefined) frame.names!.set(key, start);
    else if (this.duplicates.length === ERRORS_MAX) this.duplicatesLeft++;
    else this.duplicates.push({ path: this.pathToMember(), key, first, repeated: start });
    this.at = skipSpace(this.text, end);
    if (this.text.charCodeAt(this.at) !== 0x3a) return this.failExpecting('a colon after the name');
    this.at++;
    return true;
  }

  /** Returns where the scalar ends, or -1 after recording the fault. */
  private endOfScalar(code: number): number {
    const { text, at } = this;
    if (code === 0x22) {
      const end = endOfString(text, at);
      if (typeof end === 'number') return end;
      this.fail(end);
      return -1;
    }
    if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      const end = endOfNumber(text, at);
      if (typeof end === 'number') {
        this.checkReach(end);
        return end;
      }
      this.fail(end);
      return -1;
    }
    for (const word of ['true', 'false', 'null']) if (text.startsWith(word, at)) return at + word.length;
    this.failExpecting(this.frames.length === 0 ? 'one JSON object' : 'a value');
    return -1;
  }

  /** Records the number up to `end` if it is out of reach; a number of a few characters never is. */
  private checkReach(end: number): void {
    const { text, at } = this;
    if (end - at < UNREACHABLE_LENGTH_MIN || isWithinReach(text.slice(at, end))) return;
    if (this.unreachable.length === ERRORS_MAX) this.unreachableLeft++;
    else this.unreachable.push({ path: this.pathToMember(), start: at, end });
  }

  private nextWanted(): Wanted | undefined {
    const frame = this.frames.at(-1);
    if (frame === undefined) return this.wanted;
    const { wanted, member } = frame;
    if (wanted === undefined || wanted.below.size === 0) return undefined;
    if (typeof member === 'string') return wanted.below.get(pointerStep(member).slice(1));
    return member > wanted.lastIndex ? undefined : wanted.below.get(String(member));
  }

  private pathToMember(): string {
    return this.frames.map((frame) => pointerStep(frame.member)).join('');
  }

  private recordSpan(wanted: Wanted | undefined, start: number, key: number | undefined): void {
    if (wanted?.pointer === undefined) return;
    this.spans.set(wanted.pointer, { start, end: this.at, ...(key === undefined ? {} : { key }) });
  }

  private failExpecting(expected: string): false {
    return this.fail(unexpectedFault(this.text, this.at, expected));
  }

  private fail(fault: TextFault): false {
    this.fault = fault;
    return false;
  }
}

/** Returns the name without quotes and escapes, so that "a" and "\u0061" are the same name. */
export function nameOf(literal: string): string {
  return literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1);
}
