/** The formats of text parameters, with a description and a test for each. */
import type { Format } from '../catalogue/types.ts';

/** The description of a format and its test. */
interface FormatRule {
  readonly expected: string;
  readonly next: string;
  readonly matches: (text: string) => boolean;
}

/** The longest client order id (interface document, Limits). */
export const CLIENT_ORDER_ID_LENGTH_MAX = 36;

const PLAIN_SYMBOL = /^[A-Z0-9_.-]+$/;
const CLIENT_ORDER_ID = /^[.A-Z:/a-z0-9_-]+$/;
const EMAIL = /^[^\s@,;<>()[\]\\"]+@(?:[^\s@.,;<>()[\]\\"]+\.)+[^\s@.,;<>()[\]\\"]+$/u;
const ADDRESS = /^[A-Za-z0-9]+$/;
const TIME_ZONE = /^([+-]?)(\d{1,2})(?::([0-5]\d))?$/;
const WINDOW = /^(\d{1,2})([mhd])$/;
const WINDOW_MAX: Readonly<Record<string, number>> = { m: 59, h: 23, d: 7 };

/** Every format of the catalogue. */
export const FORMATS: Readonly<Record<Format, FormatRule>> = {
  symbol: {
    expected: 'a symbol of uppercase letters, digits, "_", "-" or "."',
    next: 'Write it as listed by the exchange, such as BTCUSDT.',
    // The test for letters of all scripts is slow on first use, and most symbols are ASCII.
    matches: (text) =>
      PLAIN_SYMBOL.test(text) || (/^[\p{L}\p{M}\p{N}_.-]+$/u.test(text) && text === text.toUpperCase()),
  },
  'client-order-id': {
    expected: 'letters, digits and the characters . : / _ -',
    next: 'Remove the other characters.',
    matches: (text) => CLIENT_ORDER_ID.test(text),
  },
  email: {
    expected: 'an e-mail address',
    next: 'Write it as name@host.domain.',
    matches: (text) => EMAIL.test(text),
  },
  yyyymmdd: {
    expected: 'a date as YYYYMMDD or YYMMDD',
    next: 'Write a calendar day, such as 20240628.',
    matches: isCalendarDay,
  },
  'time-zone': {
    expected: 'an offset from -12:00 to +14:00 in hours or hours:minutes',
    next: 'Write it such as 8, -3 or 5:45.',
    matches: isTimeZone,
  },
  'window-size': {
    expected: '1m to 59m, 1h to 23h or 1d to 7d',
    next: 'Give one number with one unit; units do not combine.',
    matches: isWindowSize,
  },
  address: {
    expected: 'a wallet address of letters and digits',
    next: 'Copy the whole address, without spaces or a link around it.',
    matches: (text) => ADDRESS.test(text),
  },
};

/** Returns whether the text is a valid calendar day; six digits mean a day of this century. */
function isCalendarDay(text: string): boolean {
  const parts = /^(\d{4}|\d{2})(\d{2})(\d{2})$/.exec(text);
  if (parts === null) return false;
  const [, year, month, day] = parts;
  const iso = `${year!.length === 2 ? `20${year}` : year}-${month}-${day}`;
  const moment = new Date(`${iso}T00:00:00Z`);
  // The parser turns an invalid day into no time or into a day of the next month.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(iso);
}

/** Returns whether the text is a UTC offset within the range of the candle parameters. */
function isTimeZone(text: string): boolean {
  const parts = TIME_ZONE.exec(text);
  if (parts === null) return false;
  const size = Number(parts[2]) * 60 + Number(parts[3] ?? '0');
  return parts[1] === '-' ? size <= 12 * 60 : size <= 14 * 60;
}

function isWindowSize(text: string): boolean {
  const parts = WINDOW.exec(text);
  if (parts === null) return false;
  const count = Number(parts[1]);
  return count >= 1 && count <= (WINDOW_MAX[parts[2] ?? ''] ?? 0) && String(count) === parts[1];
}
