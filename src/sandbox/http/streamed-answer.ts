/** Sends an answer in pieces, as fast as the client reads them. */
import type { ServerResponse } from 'node:http';

/** An answer whose body is made while it is sent. Its text must not fail: an error would cut the connection. */
export interface StreamedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly pieces: AsyncIterable<string>;
}

/** Sends the pieces until they end or the client has closed the connection, and asks for no piece before the last was taken. */
export async function sendPieces(
  response: ServerResponse,
  { status, headers, pieces }: StreamedAnswer,
): Promise<void> {
  response.sendDate = false;
  response.writeHead(status, headers);
  response.flushHeaders();
  try {
    for await (const piece of pieces) {
      if (response.destroyed) break;
      if (!response.write(piece)) await taken(response);
    }
    response.end();
  } catch {
    response.destroy();
  }
}

/** Resolves when the client has read enough for more to be written, or is gone. */
function taken(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.once('drain', done);
    response.once('close', done);
    if (response.destroyed) done();
  });
}
