/**
 * Writes the stack of an error with the names and lines of the sources. The program runs from packs of
 * minified code; the build leaves a source map beside each pack, which is read only here: for `--debug`, and
 * for an error that bourse did not foresee.
 */
import { readFileSync, realpathSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Matches one line of a stack: optionally a function name, then file, line and column; line and column are
 * counted from 1.
 */
const FRAME = /^\s+at (?:async )?(?:.* \()?(.+):(\d+):(\d+)\)?$/;

interface Frame {
  /** Whether the function was awaited rather than called directly. */
  readonly isAsync: boolean;
  /** File, line and column in the sources, such as "src/core/json.ts:34:7". */
  readonly position: string;
  /** The name that the sources give to what is called at this position. */
  readonly called: string | undefined;
}

/** Returns the source map of a pack as JSON text, or undefined if the pack has no map. */
export type ReadMap = (pack: string) => string | undefined;

/**
 * Returns the stack of an error with frames of packs written as the sources' functions, files and lines. Frames without
 * a source map, as in a program that runs from its sources, stay as they are.
 */
export function sourceStack(error: Error, readMap: ReadMap): string {
  return mappedLines(error, readMap)
    .map(({ line }) => line)
    .join('\n');
}

/** Returns the function, file and line in the sources where an error arose; undefined where no frame names a source. */
export function sourceOfError(error: Error, readMap: ReadMap): string | undefined {
  const found = mappedLines(error, readMap).find(({ isMapped }) => isMapped);
  return found?.line.trim().replace(/^at /, '');
}

/** Returns a reader of the source maps that lie beside the packs of the program whose bin file is given. */
export function mapsBeside(programFile: string): ReadMap {
  return (pack) => {
    try {
      // A global install links to the bin file.
      const folder = join(dirname(realpathSync(programFile)), '..', 'dist');
      return readFileSync(join(folder, `${pack}.map`), 'utf8');
    } catch {
      return undefined;
    }
  };
}

interface MappedLine {
  readonly line: string;
  readonly isMapped: boolean;
}

function mappedLines(error: Error, readMap: ReadMap): readonly MappedLine[] {
  const lines = (error.stack ?? `${error.name}: ${error.message}`).split('\n');
  const frames = framesOf(lines, readMap);
  return lines.map((line, index) => {
    const frame = frames[index];
    if (frame === undefined) return { line, isMapped: false };
    // The minified name of a function means nothing; the source map of the next frame, its caller, has the name
    // that the sources give it.
    const name = frames[index + 1]?.called;
    const text = name === undefined ? frame.position : `${name} (${frame.position})`;
    return { line: `    at ${frame.isAsync ? 'async ' : ''}${text}`, isMapped: true };
  });
}

function framesOf(lines: readonly string[], readMap: ReadMap): readonly (Frame | undefined)[] {
  const maps = new Map<string, SourceMap | undefined>();
  return lines.map((line) => {
    const [, file = '', lineNumber, column] = FRAME.exec(line) ?? [];
    if (!/^[\w.-]+\.pack$/.test(file)) return undefined;
    if (!maps.has(file)) maps.set(file, parseMap(readMap(file)));
    // A source map counts lines and columns from 0.
    const entry = maps.get(file)?.findEntry(Number(lineNumber) - 1, Number(column) - 1);
    if (entry === undefined || !('originalSource' in entry)) return undefined;
    return {
      isAsync: line.includes(' at async '),
      position: `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`,
      called: (entry as { readonly name?: string }).name,
    };
  });
}

function parseMap(text: string | undefined): SourceMap | undefined {
  if (text === undefined) return undefined;
  try {
    return new SourceMap(JSON.parse(text) as SourceMapPayload);
  } catch {
    // A damaged map costs names and lines only; the error itself is still reported.
    return undefined;
  }
}
