/** Sends an answer, intact or damaged by a fault. */
import type { ServerResponse } from 'node:http';
import { JSON_TYPE } from '../gate/refusals.ts';
import type { WireAnswer } from '../types.ts';

/** The number of pieces in which a slow answer is sent. */
const PIECES = 8;

const HTML_PAGE =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>Bad Gateway</body>\r\n</html>\r\n';

/** Sends an answer; closes the connection if a fault leaves it unusable. */
export function sendAnswer(response: ServerResponse, answer: WireAnswer): void {
  // A Date header would show the machine's time instead of the exchange time.
  response.sendDate = false;
  const { fault } = answer;
  if (fault === undefined) {
    const length = Buffer.byteLength(answer.body);
    response.writeHead(answer.status, { ...answer.headers, 'Content-Length': length });
    response.end(answer.body);
    return;
  }
  const bytes = Buffer.from(answer.body, 'utf8');
  const halfLength = bytes.length >> 1;
  switch (fault.cut) {
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'html':
      writeHead(response, answer, Buffer.byteLength(HTML_PAGE), 'text/html');
      response.end(HTML_PAGE);
      return;
    case 'half':
      writeHead(response, answer, bytes.length);
      writeAndClose(response, bytes.subarray(0, halfLength));
      return;
    case 'short-length':
      writeHead(response, answer, Math.max(1, halfLength));
      writeAndClose(response, bytes);
      return;
    case 'long-length':
      writeHead(response, answer, bytes.length + 64);
      writeAndClose(response, bytes);
      return;
    case 'slow':
      writeHead(response, answer, bytes.length);
      writeSlowly(response, bytes, fault.ms / PIECES);
      return;
  }
}

function writeHead(
  response: ServerResponse,
  { status, headers }: WireAnswer,
  length: number,
  type = JSON_TYPE,
) {
  response.writeHead(status, { ...headers, 'Content-Type': type, 'Content-Length': length });
}

/**
 * Writes an answer and closes the connection: after a wrong Content-Length the next answer could not be
 * parsed.
 */
function writeAndClose(response: ServerResponse, bytes: Buffer): void {
  response.write(bytes, () => response.socket?.end());
}

function writeSlowly(response: ServerResponse, bytes: Buffer, pauseMs: number): void {
  const size = Math.max(1, Math.ceil(bytes.length / PIECES));
  const next = (from: number) => {
    if (response.destroyed) return;
    response.write(bytes.subarray(from, from + size));
    if (from + size >= bytes.length) response.end();
    else setTimeout(next, pauseMs, from + size);
  };
  next(0);
}
