/**
 * The records of a budget log: 32 bytes each, so that a record is appended in one step and an incomplete record can
 * be skipped. Layout: magic byte; kind (4 bits), lane (2 bits) and two flags; checksum of the other bytes (2);
 * weight (4); nonce (6); group (2); time (8); value (8). Integers are little-endian, times and values IEEE 754
 * doubles.
 */

/** Bytes of one record. */
export const RECORD_BYTES = 32;

/** A request without an answer has reached the server after this time, in ms, or never will. */
export const ANSWER_MAX_MS = 15_000;

const MAGIC = 0xb5;

/** The kinds of records, by their number on disk. */
export const KINDS = {
  /** Reserves weight; the records before it in the log decide whether the reservation fits. */
  reserve: 1,
  /** Gives back the weight of a reservation whose request was not sent. */
  release: 2,
  /**
   * The request of a reservation was answered; the value is the usage that the server reported, or -1 if it
   * reported none.
   */
  answer: 3,
  /** The usage that the server reported with a request that was reserved in another window. */
  report: 4,
  /** The server's limit where it differs from the listed one; `group` says how it became known. */
  cap: 5,
  /**
   * No requests may be sent until the time in the value of this record; with `isAccepted`, the server has accepted a
   * request after that time.
   */
  pause: 6,
  /** Bounds of the server's clock minus the machine's clock: the minimum as time, the maximum as value. */
  clock: 7,
  /** The largest usage that one request of a group (requests that cost the same) can have caused. */
  charge: 8,
  /**
   * Ends the records that were carried over from earlier windows. The value is 1 if the server reports the usage of
   * the limit.
   */
  carried: 9,
  /** Takes weight in a window that has not begun, for a request that waits for it. */
  book: 10,
  /** The window of a booking has begun, and its request is sent now. */
  confirm: 11,
  /**
   * Begins a summary of the first bytes of a log, whose number is the nonce: the answered weight, the number of answered
   * requests as value, the latest time, and the number of records that follow as group.
   */
  summary: 12,
} as const;

export type RecordKind = keyof typeof KINDS;

/**
 * The classes of requests by how much of a limit they may use: look-ups and cancellations the most, then orders,
 * then all other requests.
 */
export const LANES = ['urgent', 'order', 'bulk'] as const;
export type Lane = (typeof LANES)[number];

export interface BudgetRecord {
  readonly kind: RecordKind;
  readonly lane: Lane;
  /** Whether the writer knew the server's clock when it wrote the time. */
  readonly isTimed: boolean;
  /** Of an answer or report: whether the server accepted the request. Of a pause: whether it accepted one since. */
  readonly isAccepted: boolean;
  readonly weight: number;
  /** The number of a reservation, at most 48 bits. */
  readonly nonce: number;
  /** A number that is equal for requests that cost the same; in a `cap` record, how the limit became known. */
  readonly group: number;
  /** Server time in Unix ms, as the writer estimated it. */
  readonly time: number;
  readonly value: number;
}

/** The kinds of records at their numbers. */
const KIND_NAMES: readonly (RecordKind | undefined)[] = Object.entries(KINDS).reduce<
  (RecordKind | undefined)[]
>((names, [name, number]) => {
  names[number] = name as RecordKind;
  return names;
}, []);

/** Returns a budget record whose missing fields are filled with defaults. */
export function budgetRecord({
  kind,
  lane = 'bulk',
  isTimed = false,
  isAccepted = false,
  weight = 0,
  nonce = 0,
  group = 0,
  time = 0,
  value = 0,
}: Pick<BudgetRecord, 'kind'> & Partial<BudgetRecord>): BudgetRecord {
  return { kind, lane, isTimed, isAccepted, weight, nonce, group, time, value };
}

/** Returns the bytes of budget records, in order. */
export function encodeRecords(records: readonly BudgetRecord[]): Buffer {
  // Every byte is written below, so that none needs to be set to zero first.
  const bytes = Buffer.allocUnsafe(records.length * RECORD_BYTES);
  // A short process runs this code uncompiled, where a DataView works several times faster than the methods of Buffer.
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  for (const record of records) {
    encodeAt(bytes, view, at, record);
    at += RECORD_BYTES;
  }
  return bytes;
}

function encodeAt(bytes: Buffer, view: DataView, at: number, record: BudgetRecord): void {
  bytes[at] = MAGIC;
  const flags = (record.isTimed ? 0x40 : 0) | (record.isAccepted ? 0x80 : 0);
  bytes[at + 1] = KINDS[record.kind] | (LANES.indexOf(record.lane) << 4) | flags;
  view.setUint32(at + 4, Math.min(0xffffffff, Math.max(0, Math.ceil(record.weight))), true);
  view.setUint32(at + 8, record.nonce % NONCE_LOW, true);
  view.setUint16(at + 12, Math.floor(record.nonce / NONCE_LOW), true);
  view.setUint16(at + 14, record.group & 0xffff, true);
  view.setFloat64(at + 16, record.time, true);
  view.setFloat64(at + 24, record.value, true);
  view.setUint16(at + 2, checksumAt(view, at), true);
}

/** Returns whether a record is read from its bytes exactly as it was written, neither rounded nor left out as damaged. */
export function isStoredExactly({ weight, nonce, group, time, value }: BudgetRecord): boolean {
  return (
    weight === weight >>> 0 &&
    group === (group & 0xffff) &&
    nonce >= 0 &&
    nonce % 1 === 0 &&
    nonce < NONCE_LOW * 0x1_0000 &&
    Number.isFinite(time) &&
    Number.isFinite(value)
  );
}

/** The nonces that fit into the lower four of its six bytes. */
const NONCE_LOW = 0x1_0000_0000;

/** What was read from the bytes of a log. */
export interface DecodedRecords {
  readonly records: readonly BudgetRecord[];
  /**
   * The number of bytes that hold complete or damaged records; a record that is still being written begins after
   * them.
   */
  readonly length: number;
}

/** A log has usually nothing new. */
const NOTHING_NEW: DecodedRecords = { records: [], length: 0 };

/**
 * Returns the records in bytes of a log. Bytes that are no record, such as an incomplete one, are skipped up to the
 * next record.
 */
export function decodeRecords(bytes: Buffer): DecodedRecords {
  if (bytes.length === 0) return NOTHING_NEW;
  const records: BudgetRecord[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  while (at + RECORD_BYTES <= bytes.length) {
    const record = decodeAt(bytes, view, at);
    if (record !== undefined) records.push(record);
    at += record === undefined ? 1 : RECORD_BYTES;
  }
  return { records, length: at };
}

function decodeAt(bytes: Buffer, view: DataView, at: number): BudgetRecord | undefined {
  if (bytes[at] !== MAGIC || view.getUint16(at + 2, true) !== checksumAt(view, at)) return undefined;
  const marks = bytes[at + 1]!;
  const kind = KIND_NAMES[marks & 0x0f];
  const lane = LANES[(marks >> 4) & 0x03];
  const time = view.getFloat64(at + 16, true);
  const value = view.getFloat64(at + 24, true);
  if (kind === undefined || lane === undefined || !Number.isFinite(time) || !Number.isFinite(value)) {
    return undefined;
  }
  return {
    kind,
    lane,
    isTimed: (marks & 0x40) !== 0,
    isAccepted: (marks & 0x80) !== 0,
    weight: view.getUint32(at + 4, true),
    nonce: view.getUint32(at + 8, true) + view.getUint16(at + 12, true) * NONCE_LOW,
    group: view.getUint16(at + 14, true),
    time,
    value,
  };
}

/** Returns the Fletcher checksum of a budget record without the two bytes that hold it. */
function checksumAt(view: DataView, at: number): number {
  const first = view.getUint16(at, true);
  let low = 1 + (first & 0xff);
  let high = low;
  low += first >>> 8;
  high += low;
  // The sums of so few bytes stay small, so the remainders are taken once, at the end.
  for (let place = at + 4; place < at + RECORD_BYTES; place += 4) {
    const four = view.getUint32(place, true);
    if (four === 0) {
      high += 4 * low;
      continue;
    }
    const one = low + (four & 0xff);
    const two = (four >>> 8) & 0xff;
    const three = (four >>> 16) & 0xff;
    low = one + two + three + (four >>> 24);
    high += 3 * one + 2 * two + three + low;
  }
  return ((high % 251) << 8) | (low % 251);
}
