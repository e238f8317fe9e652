/** The faults of a verdict with the file that holds them, for programs that show faults beside the text. */
import { STANDARD_INPUT } from '../sources.ts';
import type { DocumentVerdict, ThesisError } from '../verdict.ts';

/** Returns the path of the file that holds a document; undefined for standard input. */
export function fileOf({ source, streamLine }: DocumentVerdict): string | undefined {
  const file = streamLine === undefined ? source : source.slice(0, -`:${streamLine}`.length);
  return file === STANDARD_INPUT ? undefined : file;
}

/** Returns a fault as one text: what was expected and found, where in the document, and the next step. */
export function faultText({ path, message, fix }: ThesisError): string {
  return `${path === '' ? '' : `${path}: `}${message}. ${fix}`;
}
