/** WebSocket text frames, built once for all clients that receive them (RFC 6455, Base framing protocol). */

/** The first byte of an unfragmented text frame; servers send without a mask. */
const FINAL_TEXT = 0x81;
/** The maximum length that fits in the second byte of a frame. */
const SHORT_MAX = 125;
const MEDIUM_MAX = 65_535;
const MEDIUM_MARK = 126;
const LONG_MARK = 127;

/** Returns the text as a complete frame. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headLength = length <= SHORT_MAX ? 2 : length <= MEDIUM_MAX ? 4 : 10;
  const frame = Buffer.allocUnsafe(headLength + length);
  frame[0] = FINAL_TEXT;
  if (headLength === 2) {
    frame[1] = length;
  } else if (headLength === 4) {
    frame[1] = MEDIUM_MARK;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LONG_MARK;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headLength, 'utf8');
  return frame;
}

/**
 * Returns the texts as complete frames, one after the other. The frames of ASCII texts, which all simulated messages
 * are, are joined as a string whose characters are the bytes: one conversion and one look for other characters in place
 * of one for each text.
 */
export function textFrames(texts: readonly string[]): Buffer {
  let heads = '';
  let joined = '';
  for (const text of texts) {
    if (text.length > MEDIUM_MAX) return Buffer.concat(texts.map(textFrame));
    const head = asciiHead(text.length);
    heads += head;
    joined += head + text;
  }
  const isAscii = extraBytes(joined) === extraBytes(heads);
  return isAscii ? Buffer.from(joined, 'latin1') : Buffer.concat(texts.map(textFrame));
}

/** Returns how many bytes more than characters a string has in UTF-8; only ASCII characters add none. */
function extraBytes(text: string): number {
  return Buffer.byteLength(text) - text.length;
}

/** Returns the head of a frame of up to `MEDIUM_MAX` bytes as a string whose characters are the bytes. */
function asciiHead(length: number): string {
  return length <= SHORT_MAX
    ? String.fromCharCode(FINAL_TEXT, length)
    : String.fromCharCode(FINAL_TEXT, MEDIUM_MARK, length >> 8, length & 0xff);
}
