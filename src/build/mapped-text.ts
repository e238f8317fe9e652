/**
 * Text of a script together with its source map, so that the build can edit minified code and still say which line of
 * the sources each character came from.
 */
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';

/** A source map as the bundler writes it (ECMA-426). */
export interface RawSourceMap {
  readonly version: 3;
  readonly sources: readonly string[];
  readonly names: readonly string[];
  readonly mappings: string;
}

/** A position in the text, and the place in the sources that it came from. */
interface Mapping {
  /** Offset in the text, in UTF-16 code units. */
  readonly offset: number;
  readonly source: string;
  /** Counted from 0. */
  readonly line: number;
  readonly column: number;
  /** The name that the sources give to what stands at this position. */
  readonly name: string | undefined;
}

/** A text that knows which position in the sources each of its parts came from; immutable. */
export class MappedText {
  readonly text: string;
  readonly #mappings: readonly Mapping[];

  private constructor(text: string, mappings: readonly Mapping[]) {
    this.text = text;
    this.#mappings = mappings;
  }

  /** Returns a text that has no sources, such as code that the build itself writes. */
  static plain(text: string): MappedText {
    return new MappedText(text, []);
  }

  /** Returns the text of a script with the map that the bundler made for it. */
  static from(text: string, map: RawSourceMap): MappedText {
    const lineStarts = lineStartsOf(text);
    const mappings = decode(map.mappings).flatMap((segments, line) =>
      segments.flatMap((segment): readonly Mapping[] => {
        if (segment.length === 1) return [];
        const [column, source, sourceLine, sourceColumn, name] = segment;
        return [
          {
            offset: lineStarts[line]! + column,
            source: map.sources[source]!,
            line: sourceLine,
            column: sourceColumn,
            name: name === undefined ? undefined : map.names[name],
          },
        ];
      }),
    );
    return new MappedText(text, mappings);
  }

  /** Returns the texts joined in this order. */
  static join(parts: readonly MappedText[]): MappedText {
    const mappings: Mapping[] = [];
    let text = '';
    for (const part of parts) {
      for (const one of part.#mappings) mappings.push({ ...one, offset: one.offset + text.length });
      text += part.text;
    }
    return new MappedText(text, mappings);
  }

  /** Returns the part of the text from `start` up to `end`. */
  slice(start: number, end: number = this.text.length): MappedText {
    const within = this.#mappings.filter(({ offset }) => offset >= start && offset < end);
    return new MappedText(
      this.text.slice(start, end),
      within.map((one) => ({ ...one, offset: one.offset - start })),
    );
  }

  /**
   * Returns the text with every match of a global pattern replaced, and how many there were. Characters around the
   * matches keep their sources; a replacement keeps the source of the first character of its match.
   */
  replaceAll(
    pattern: RegExp,
    replacement: (match: RegExpExecArray) => string,
  ): { readonly text: MappedText; readonly count: number } {
    const mappings: Mapping[] = [];
    let text = '';
    /** The result contains the text and its mappings up to this offset. */
    let done = 0;
    let next = 0;
    const copyUntil = (end: number) => {
      const shift = text.length - done;
      for (; next < this.#mappings.length && this.#mappings[next]!.offset < end; next += 1) {
        const one = this.#mappings[next]!;
        mappings.push({ ...one, offset: one.offset + shift });
      }
      text += this.text.slice(done, end);
      done = end;
    };
    let count = 0;
    for (const match of this.text.matchAll(pattern)) {
      copyUntil(match.index);
      done = match.index + match[0].length;
      const first = this.#mappings[next];
      if (first !== undefined && first.offset < done) mappings.push({ ...first, offset: text.length });
      while (next < this.#mappings.length && this.#mappings[next]!.offset < done) next += 1;
      text += replacement(match);
      count += 1;
    }
    copyUntil(this.text.length);
    return { text: new MappedText(text, mappings), count };
  }

  /** Returns the source map of the text; sources and names are listed in the order of their first use. */
  toSourceMap(): RawSourceMap {
    const sources = new Map<string, number>();
    const names = new Map<string, number>();
    const indexIn = (table: Map<string, number>, key: string) => {
      if (!table.has(key)) table.set(key, table.size);
      return table.get(key)!;
    };
    const lineStarts = lineStartsOf(this.text);
    const lines: SourceMapSegment[][] = lineStarts.map(() => []);
    let line = 0;
    for (const { offset, source, line: sourceLine, column, name } of this.#mappings) {
      while (line + 1 < lineStarts.length && lineStarts[line + 1]! <= offset) line += 1;
      const place = [offset - lineStarts[line]!, indexIn(sources, source), sourceLine, column] as const;
      lines[line]!.push(name === undefined ? [...place] : [...place, indexIn(names, name)]);
    }
    return { version: 3, sources: [...sources.keys()], names: [...names.keys()], mappings: encode(lines) };
  }
}

function lineStartsOf(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
