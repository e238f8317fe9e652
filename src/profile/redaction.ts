/** Removes secret values from text, in every encoding in which they may appear. */

/**
 * The shortest value that is redacted: shorter ones would match parts of ordinary words, and no key is that
 * short.
 */
const VALUE_LENGTH_MIN = 6;

const STARS = '***';

/**
 * Returns a function that replaces the values in a text with stars: plain, percent-encoded, as JSON text, as
 * hexadecimal digits, and in Base64 at any offset of a longer text. Each line of a multi-line value is
 * replaced too.
 */
export function createRedactor(values: readonly string[]): (text: string) => string {
  const spellings = secretSpellings(values);
  if (spellings.length === 0) return (text) => text;
  const pattern = new RegExp(spellings.map(escapeRegExp).join('|'), 'g');
  const shortest = spellings.at(-1)!.length;
  const areEncoded = spellings.every((spelling) => hasRun(spelling, spelling.length));
  // Nearly every text is without secrets, which two searches find in a fraction of the time of the pattern.
  return (text) => {
    if (areEncoded && !hasRun(text, shortest)) return text;
    return spellings.some((spelling) => text.includes(spelling)) ? text.replace(pattern, STARS) : text;
  };
}

/**
 * Returns whether a text may contain a value in one of its encodings. A signature is new with each call, and making all its
 * encodings costs more than the answer that is searched for them. A value of letters, digits and the signs of Base64 has
 * only such encodings, none of which is shorter than the value; so an answer without a run of such characters as long as
 * the value does not contain it.
 */
export function mayContain(text: string, value: string): boolean {
  return !ENCODED_VALUE.test(value) || hasRun(text, value.length);
}

/** A value whose encodings have only the characters of a run. Percent signs escape the signs of Base64. */
const ENCODED_VALUE = /^[A-Za-z0-9+/=_-]+$/;

/** Returns whether a text has a run of `length` characters, 1 or more, of encoded values. */
function hasRun(text: string, length: number): boolean {
  let end = length - 1;
  // Each run is searched backwards from where it would have to reach, so that few of the characters are read.
  while (end < text.length) {
    let at = end;
    while (at > end - length && isEncoded(text.charCodeAt(at))) at -= 1;
    if (at === end - length) return true;
    end = at + length;
  }
  return false;
}

/** Returns whether a UTF-16 code unit is a letter or digit of ASCII, or one of the signs % + - / = _. */
function isEncoded(code: number): boolean {
  return code < ENCODED.length && ENCODED[code] === 1;
}

const ENCODED = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9%+\-/=_]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Returns every encoding of the secret values, longest first, so that no part of a longer one remains. */
export function secretSpellings(values: readonly string[]): readonly string[] {
  const spellings = new Set<string>();
  for (const value of values) {
    for (const part of new Set([value, value.trim(), ...linesOf(value)])) {
      if (part.length >= VALUE_LENGTH_MIN) for (const spelling of spellingsOf(part)) spellings.add(spelling);
    }
  }
  return [...spellings].sort((one, other) => other.length - one.length);
}

/** Returns the lines of a multi-line value, without the BEGIN and END lines of PEM, which are not secret. */
function linesOf(value: string): readonly string[] {
  if (!value.includes('\n')) return [];
  return value
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('-----'));
}

function spellingsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value, 'utf8');
  const hex = bytes.toString('hex');
  const encoded = encodeURIComponent(value);
  return [
    value,
    encoded,
    encoded.replaceAll('%20', '+'),
    encoded.replace(/%[0-9A-F]{2}/g, (sign) => sign.toLowerCase()),
    JSON.stringify(value).slice(1, -1),
    hex,
    hex.toUpperCase(),
    ...[0, 1, 2].flatMap((shift) => base64At(bytes, shift)),
  ].filter((spelling) => spelling.length >= VALUE_LENGTH_MIN);
}

/**
 * Returns the Base64 text of a value that begins `shift` bytes into a group of three, without the characters
 * that depend on neighbouring bytes.
 */
function base64At(bytes: Buffer, shift: number): readonly string[] {
  const padded = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString('base64')
    .replaceAll('=', '');
  const first = Math.ceil((shift * 8) / 6);
  const last = padded.length - ((bytes.length + shift) % 3 === 0 ? 0 : 1);
  const text = padded.slice(first, last);
  return [text, text.replaceAll('+', '-').replaceAll('/', '_')];
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
