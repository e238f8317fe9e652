/** Formats JSON as the formatter of this project does, so that generated files pass its check. */

/** The maximum length of a line, as in all source files. */
const WIDTH = 110;

/** Returns the value as JSON: one line per key of an object; a list of scalars on one line if it fits. */
export function layOut(value: unknown): string {
  return `${layOutValue(value, '', 0)}\n`;
}

/** Returns the value as JSON; `column` is the number of characters before it on its line. */
function layOutValue(value: unknown, indent: string, column: number): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    const isPlain = value.every((one) => typeof one !== 'object' || one === null);
    const line = `[${value.map((one) => JSON.stringify(one)).join(', ')}]`;
    // One more column is reserved for a comma after the value.
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
