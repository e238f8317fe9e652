/** Frames of the benchmarks' servers, which are built once and written to the sockets under the WebSockets. */

/** Returns an unmasked text frame, with a 16-bit length for payloads above 125 bytes. */
export function frameOf(text) {
  const payload = Buffer.from(text);
  const head = Buffer.from(
    payload.length < 126 ? [0x81, payload.length] : [0x81, 126, payload.length >> 8, payload.length & 0xff],
  );
  return Buffer.concat([head, payload]);
}
