/** JSON laid out as the formatter of this project lays it out, so that derived files pass its check. */

/** Columns of a line, as for all sources. */
const WIDTH = 110;

/** Returns the value as JSON: objects a line for each key, lists of plain values on one line where they fit. */
export function layOut(value: unknown): string {
  return `${layOutValue(value, '', 0)}\n`;
}

/** `taken` is how much of the line stands before the value. */
function layOutValue(value: unknown, indent: string, column: number): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    const isPlain = value.every((one) => typeof one !== 'object' || one === null);
    const line = `[${value.map((one) => JSON.stringify(one)).join(', ')}]`;
    // One column more for the comma that may follow.
    if (isPlain && column + line.length < WIDTH) return line;
    return `[\n${value.map((one) => inner + layOutValue(one, inner, inner.length)).join(',\n')}\n${indent}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  if (entries.length === 0) return '{}';
  const lines = entries.map(([name, one]) => {
    const key = `${inner}${JSON.stringify(name)}: `;
    return key + layOutValue(one, inner, key.length);
  });
  return `{\n${lines.join(',\n')}\n${indent}}`;
}
