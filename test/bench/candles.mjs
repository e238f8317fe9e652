/** Candles computed from their number, so that every row of a response can be checked. */

/** The open time of candle 0, 2024-01-01T00:00Z. */
export const FIRST_OPEN_MS = Date.UTC(2024, 0, 1);
export const MINUTE_MS = 60_000;

/** Returns a candle by number, in the exchange's format. */
export function candle(number) {
  const openTime = FIRST_OPEN_MS + number * MINUTE_MS;
  const open = 6_000_000 + wave(number);
  const close = 6_000_000 + wave(number + 1);
  const high = Math.max(open, close) + (number % 97);
  const low = Math.min(open, close) - (number % 89);
  const volume = 100_000 + ((number * 7_919) % 900_001);
  return [
    openTime,
    price(open),
    price(high),
    price(low),
    price(close),
    lots(volume),
    openTime + MINUTE_MS - 1,
    lots(volume * 61),
    100 + (number % 900),
    lots(Math.floor(volume / 2)),
    lots(Math.floor(volume / 2) * 61),
    '0',
  ];
}

/** Returns the close price of a candle by number. */
export function closeOf(number) {
  return candle(number)[4];
}

function wave(number) {
  return ((number * 1_103) % 20_011) + ((number * 13) % 503);
}

function price(cents) {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}000000`;
}

function lots(units) {
  return `${Math.floor(units / 100_000)}.${String(units % 100_000).padStart(5, '0')}000`;
}
