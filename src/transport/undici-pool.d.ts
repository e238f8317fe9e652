/**
 * Types for the parts of undici's pool that this folder uses; undici's own types would require its whole
 * index.
 */
declare module 'undici/lib/dispatcher/pool.js' {
  import type { Socket } from 'node:net';

  interface PoolSettings {
    readonly connections: number;
    readonly pipelining: number;
    readonly keepAliveTimeout: number;
    readonly keepAliveMaxTimeout: number;
    readonly maxHeaderSize: number;
    readonly headersTimeout: number;
    readonly bodyTimeout: number;
    readonly connect: (target: unknown, done: (error: Error | null, socket: Socket | null) => void) => void;
  }

  interface DispatchOptions {
    readonly path: string;
    readonly method: string;
    readonly headers: readonly string[];
    readonly body: string | null;
  }

  interface DispatchHandler {
    onConnect(abort: (reason: Error) => void): void;
    onHeaders(status: number, rawHeaders: readonly Buffer[]): boolean;
    onData(chunk: Buffer): boolean;
    onComplete(): void;
    onError(error: Error): void;
  }

  export default class Pool {
    constructor(origin: string, settings: PoolSettings);
    dispatch(options: DispatchOptions, handler: DispatchHandler): boolean;
    close(): Promise<void>;
  }
}
