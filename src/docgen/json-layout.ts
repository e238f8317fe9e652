/** Formats JSON as the formatter of this project does, so that generated files pass its check. */

/** The maximum length of a line, as in all source files. */
const WIDTH = 110;

/** Returns the value as JSON: one line per key of an object; a list of scalars on one line if it fits. */
export function layOut(value: unknown): string {
  return `${layOutValue(value, '', 0, false)}\n`;
}

/** Returns the value as JSON; `column` is the number of characters before it on its line, and a comma may follow it. */
function layOutValue(value: unknown, indent: string, column: number, hasComma: boolean): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    const isPlain = value.every((one) => typeof one !== 'object' || one === null);
    const line = `[${value.map((one) => JSON.stringify(one)).join(', ')}]`;
    if (isPlain && column + line.length + (hasComma ? 1 : 0) <= WIDTH) return line;
    const lines = value.map(
      (one, at) => inner + layOutValue(one, inner, inner.length, at < value.length - 1),
    );
    return `[\n${lines.join(',\n')}\n${indent}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  if (entries.length === 0) return '{}';
  const lines = entries.map(([name, one], at) => {
    const key = `${inner}${JSON.stringify(name)}: `;
    return key + layOutValue(one, inner, key.length, at < entries.length - 1);
  });
  return `{\n${lines.join(',\n')}\n${indent}}`;
}
