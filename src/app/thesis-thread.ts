/** A second thread that validates the lines of a long stream of theses. */
import { existsSync, realpathSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { BlockVerdicts, LineBlock, LineThread } from '../thesis/lines.ts';

/** The script of the thread, which the build writes beside the program. */
const SCRIPT = '../dist/thesis-thread.js';

/** Starts a thread; returns undefined on a machine with one processor and for a program that was not built. */
export function startLineThread(programFile: string): LineThread | undefined {
  const script = join(dirname(realpathSync(programFile)), SCRIPT);
  return availableParallelism() > 1 && existsSync(script) ? new WorkerThread(script) : undefined;
}

class WorkerThread implements LineThread {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #answers: BlockVerdicts[] = [];
  #waiting = 0;
  #failure: Error | undefined;
  #wake: () => void = () => {};

  constructor(script: string) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    // Neither keys nor settings of this process reach the thread.
    this.#worker = new Worker(script, {
      workerData: port2,
      transferList: [port2],
      env: {},
      argv: [],
      execArgv: [],
    });
    this.#port.on('message', (answer: BlockVerdicts) => {
      this.#answers.push(answer);
      this.#wake();
    });
    const fail = (error: Error) => {
      this.#failure ??= error;
      this.#wake();
    };
    this.#worker.on('error', fail);
    this.#worker.on('exit', () => fail(new Error('The thread ended.')));
    // The program ends although the thread runs.
    this.#worker.unref();
    this.#port.unref();
  }

  get waiting(): number {
    return this.#waiting;
  }

  give(block: LineBlock): void {
    this.#waiting += 1;
    this.#port.postMessage(block);
  }

  take(): BlockVerdicts | undefined {
    // Files are read without a pause in which messages would arrive.
    const answer =
      this.#answers.shift() ??
      (receiveMessageOnPort(this.#port) as { readonly message: BlockVerdicts } | undefined)?.message;
    if (answer !== undefined) this.#waiting -= 1;
    return answer;
  }

  async next(): Promise<BlockVerdicts> {
    this.#port.ref();
    try {
      for (;;) {
        const answer = this.take();
        if (answer !== undefined) return answer;
        if (this.#failure !== undefined) throw this.#failure;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      this.#port.unref();
    }
  }

  close(): void {
    this.#port.close();
    void this.#worker.terminate();
  }
}
