/** Starts a sandbox and connects WebSocket clients to its stream hosts. */
import { WebSocket } from 'ws';
import {
  type RunningSandbox,
  type SandboxOptions,
  startSandbox,
} from '../../../src/sandbox/process/serve.ts';
import { type ManualClock, manualClock } from '../manual-clock.ts';

const open: { close(): unknown }[] = [];

/** Closes every sandbox and client of a test. */
export async function closeAll(): Promise<void> {
  await Promise.all(open.splice(0).map((one) => one.close()));
}

export async function startTestSandbox(
  changed: Partial<SandboxOptions> = {},
  clock: ManualClock = manualClock(),
): Promise<RunningSandbox & { readonly clock: ManualClock }> {
  const sandbox = await startSandbox({ port: 0, seed: 1, clock, ...changed });
  open.push(sandbox);
  return { ...sandbox, clock };
}

export interface Client {
  readonly socket: WebSocket;
  /** Resolves with the next message, as text. */
  next(): Promise<string>;
  /** Resolves with the next message, parsed as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: messages have every form
  json(): Promise<any>;
  /** Resolves with the messages up to and including the first one that passes. */
  // biome-ignore lint/suspicious/noExplicitAny: messages have every form
  nextUntil(passes: (message: any) => boolean): Promise<any[]>;
  /** Sends a message and resolves with the next one received. */
  request(message: unknown): Promise<string>;
  /** Resolves with the code and the reason of the close frame. */
  readonly ended: Promise<{ readonly code: number; readonly reason: string }>;
}

/** Opens a WebSocket; rejects with status and body if the server rejects it. */
export async function connect(url: string, options = {}): Promise<Client> {
  const socket = new WebSocket(url, options);
  open.push({ close: () => socket.terminate() });
  const unread: string[] = [];
  const waiting: ((text: string) => void)[] = [];
  socket.on('message', (data) => {
    const text = String(data);
    const receiver = waiting.shift();
    if (receiver === undefined) unread.push(text);
    else receiver(text);
  });
  const ended = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('open', () => resolve());
    socket.on('error', reject);
    socket.on('unexpected-response', (_request, response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => reject(new Error(`${response.statusCode} ${body}`)));
    });
  });
  const next = () =>
    new Promise<string>((resolve) => {
      const text = unread.shift();
      if (text === undefined) waiting.push(resolve);
      else resolve(text);
    });
  return {
    socket,
    ended,
    next,
    json: async () => JSON.parse(await next()),
    async nextUntil(passes) {
      const seen = [];
      for (;;) {
        const message = JSON.parse(await next());
        seen.push(message);
        if (passes(message)) return seen;
      }
    },
    request(message) {
      socket.send(typeof message === 'string' ? message : JSON.stringify(message));
      return next();
    },
  };
}
