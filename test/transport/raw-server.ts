/**
 * A server of raw sockets that follows a script for each connection, so that a test decides every byte on the
 * wire. The server records every byte that it receives.
 */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** One step of a script. Steps run in order; `read` steps wait for the client. */
export type Step =
  /** Waits for a complete request: head, and body by its Content-Length. */
  | { readonly do: 'read-request' }
  /** Waits for a complete request and sends the answer to it. */
  | { readonly do: 'answer-request'; readonly answer: (request: string) => Buffer }
  /** Waits for the first bytes of a request and continues with the script that is chosen by them. */
  | { readonly do: 'choose'; readonly script: (begun: string) => Script }
  /** Waits for at least this many bytes. */
  | { readonly do: 'read'; readonly bytes: number }
  | { readonly do: 'send'; readonly data: string | Buffer }
  /** Sends this many bytes at a time with a pause after each part. */
  | { readonly do: 'dribble'; readonly data: string; readonly bytes: number; readonly everyMs: number }
  /** Sends the data again and again, up to `bytes`, until the client closes the connection. */
  | { readonly do: 'flood'; readonly data: Buffer; readonly bytes: number }
  | { readonly do: 'wait'; readonly ms: number }
  /** Closes the sending side only. */
  | { readonly do: 'half-close' }
  | { readonly do: 'reset' }
  /** Runs a function of the test. */
  | { readonly do: 'call'; readonly run: () => void | Promise<void> }
  /** Keeps the connection open and sends nothing more. */
  | { readonly do: 'stall' };

export type Script = readonly Step[];

export interface RawConnection {
  /** Everything the client sent on this connection, as Latin-1. */
  received: string;
  bytesSent: number;
  isClosed: boolean;
}

export interface RawServer {
  /** Such as "http://127.0.0.1:40123". */
  readonly origin: string;
  readonly port: number;
  readonly connections: readonly RawConnection[];
  /** Resolves when the client has closed the connection of this number. */
  gone(index: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server on loopback; connection n follows `scripts[n]`, later ones the last script. */
export async function startRawServer(...scripts: readonly Script[]): Promise<RawServer> {
  const connections: RawConnection[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    const script = scripts[Math.min(connections.length, scripts.length - 1)] ?? [];
    const connection: RawConnection = { received: '', bytesSent: 0, isClosed: false };
    connections.push(connection);
    sockets.add(socket);
    const player = new Player(socket, connection);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      connection.received += chunk.toString('latin1');
      player.wake();
    });
    socket.on('end', () => player.wake());
    socket.on('close', () => {
      connection.isClosed = true;
      sockets.delete(socket);
      player.wake();
    });
    void player.play(script);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    connections,
    async gone(index) {
      while (connections[index]?.isClosed !== true) await pause(2);
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Plays a script on a socket whose request was already read: steps that send, wait and close only. */
export function playOn(socket: Socket, script: Script): Promise<void> {
  return new Player(socket, { received: '', bytesSent: 0, isClosed: false }).play(script);
}

/** The bytes of a request that must have arrived before a script is chosen by its method and path. */
const METHOD_BYTES = 16;

class Player {
  readonly #socket: Socket;
  readonly #connection: RawConnection;
  /** The number of bytes of `received` that steps have consumed. */
  #consumed = 0;
  #woken: () => void = () => {};

  constructor(socket: Socket, connection: RawConnection) {
    this.#socket = socket;
    this.#connection = connection;
  }

  wake(): void {
    this.#woken();
  }

  async play(script: Script): Promise<void> {
    for (const step of script) {
      if (this.#socket.destroyed) return;
      await this.#take(step);
    }
  }

  async #take(step: Step): Promise<void> {
    switch (step.do) {
      case 'read-request':
        return this.#waitFor(() => wholeRequest(this.#rest()));
      case 'answer-request': {
        const begun = this.#consumed;
        await this.#waitFor(() => wholeRequest(this.#rest()));
        return this.#write(step.answer(this.#connection.received.slice(begun, this.#consumed)));
      }
      case 'choose':
        await this.#waitFor(() => (this.#rest().length >= METHOD_BYTES ? 0 : undefined));
        return this.play(step.script(this.#rest()));
      case 'read':
        return this.#waitFor(() => (this.#rest().length >= step.bytes ? step.bytes : undefined));
      case 'send':
        return this.#write(Buffer.from(step.data as string));
      case 'dribble':
        for (let at = 0; at < step.data.length && !this.#socket.destroyed; at += step.bytes) {
          await this.#write(Buffer.from(step.data.slice(at, at + step.bytes)));
          await pause(step.everyMs);
        }
        return;
      case 'flood':
        for (let sent = 0; sent < step.bytes && !this.#socket.destroyed; sent += step.data.length) {
          await this.#write(step.data);
        }
        return;
      case 'wait':
        return pause(step.ms);
      case 'half-close':
        this.#socket.end();
        return;
      case 'reset':
        this.#socket.resetAndDestroy();
        return;
      case 'call':
        return step.run();
      case 'stall':
        return;
    }
  }

  #rest(): string {
    return this.#connection.received.slice(this.#consumed);
  }

  /** Waits until `found` returns how many bytes the step consumes, or until the connection is closed. */
  async #waitFor(found: () => number | undefined): Promise<void> {
    for (;;) {
      const taken = found();
      if (taken !== undefined) {
        this.#consumed += taken;
        return;
      }
      if (this.#socket.destroyed || this.#socket.readableEnded) return;
      await new Promise<void>((resolve) => {
        this.#woken = resolve;
      });
    }
  }

  #write(data: Buffer): Promise<void> {
    this.#connection.bytesSent += data.length;
    return new Promise((resolve) => {
      if (this.#socket.destroyed || this.#socket.writableEnded) return resolve();
      this.#woken = resolve;
      this.#socket.write(data, () => resolve());
    });
  }
}

function wholeRequest(received: string): number | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const length = /\r\ncontent-length: *(\d+)/i.exec(received.slice(0, end))?.[1];
  const total = end + 4 + Number(length ?? 0);
  return received.length >= total ? total : undefined;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Returns a complete HTTP answer with its Content-Length. */
export function answerOf(
  status: number,
  body: string | Buffer = '{}',
  headers: readonly string[] = ['Content-Type: application/json'],
): Buffer {
  const bytes = Buffer.from(body as string);
  const head = [`HTTP/1.1 ${status} Whatever`, ...headers, `Content-Length: ${bytes.length}`, '', ''];
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), bytes]);
}

/** Returns the script of a server that answers one request per answer and keeps the connection open. */
export function answering(...answers: readonly Buffer[]): Script {
  return answers.flatMap((data): Step[] => [{ do: 'read-request' }, { do: 'send', data }]);
}
