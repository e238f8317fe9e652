/** Returns a time in UTC as the tables of the page write it. */
export function timeText(ms) {
  return new Date(ms).toISOString().replace('T', ' ').replace('.000Z', 'Z');
}

/** Returns a time along an axis: the hour and minute in UTC, at midnight the day. */
export function tickText(seconds) {
  const text = new Date(seconds * 1000).toISOString();
  return text.slice(11, 16) === '00:00' ? text.slice(5, 10) : text.slice(11, 16);
}
