/** Reads the bodies of requests within limits: of each one, and of all that are held at the same time. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WireAnswer } from '../types.ts';
import { type HttpRefusal, hasBody, sendRefusal, TOO_MANY_BODIES } from './refused-requests.ts';

export interface BodyLimits {
  /** The largest body, in bytes. */
  readonly bodyBytes: number;
  /** The bytes of bodies of all requests that were not answered yet; a request beyond them is answered with 503. */
  readonly bodiesBytes: number;
}

export class BodyReader {
  readonly #limits: BodyLimits;
  readonly #refusalAnswer: (refusal: HttpRefusal) => WireAnswer;
  #heldBytes = 0;

  constructor(limits: BodyLimits, refusalAnswer: (refusal: HttpRefusal) => WireAnswer) {
    this.#limits = limits;
    this.#refusalAnswer = refusalAnswer;
  }

  /** Reads a body and passes it to `onBody`, or refuses the request. */
  read(request: IncomingMessage, response: ServerResponse, onBody: (body: string) => void): void {
    if (!hasBody(request)) {
      onBody('');
      return;
    }
    const { bodyBytes, bodiesBytes } = this.#limits;
    const refuse = (refusal: HttpRefusal) => sendRefusal(request, response, this.#refusalAnswer(refusal));
    const tooLarge = { status: 413, text: `A body may have at most ${bodyBytes} bytes.` };
    if (Number(request.headers['content-length'] ?? 0) > bodyBytes) {
      refuse(tooLarge);
      return;
    }
    if (request.headers.expect !== undefined) response.writeContinue();
    let chunks: Buffer[] = [];
    let received = 0;
    const release = () => {
      this.#heldBytes -= received;
      received = 0;
      chunks = [];
    };
    request.on('data', (chunk: Buffer) => {
      if (response.headersSent) return;
      received += chunk.length;
      this.#heldBytes += chunk.length;
      if (received <= bodyBytes && this.#heldBytes <= bodiesBytes) {
        chunks.push(chunk);
        return;
      }
      refuse(received > bodyBytes ? tooLarge : TOO_MANY_BODIES);
      release();
    });
    request.on('end', () => {
      if (!response.headersSent) onBody(Buffer.concat(chunks).toString('utf8'));
    });
    response.once('close', release);
  }
}
