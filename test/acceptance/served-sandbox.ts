/** Runs `sandbox serve` while a test uses the sandbox. */
import { bourse, type WorldOptions } from './world.ts';

/** The line that `sandbox serve -o json` prints. */
export interface AnnouncedSandbox {
  readonly hosts: Readonly<Record<string, string>>;
  readonly seed: number;
  readonly apiKey: string;
}

/** Serves a sandbox in this process until `work` is done; returns the outcome of the command. */
export async function withServedSandbox(
  home: string,
  options: string,
  work: (served: AnnouncedSandbox) => Promise<void>,
  world: WorldOptions = {},
) {
  const controller = new AbortController();
  let heard: (text: string) => void = () => {};
  const first = new Promise<string>((resolve) => {
    heard = resolve;
  });
  const ended = bourse(`sandbox serve -o json ${options}`, {
    ...world,
    home,
    interrupt: controller.signal,
    onWrite: (name, text) => {
      if (name === 'stdout') heard(text);
    },
  });
  const text = await Promise.race([
    first,
    ended.then((outcome) => Promise.reject(new Error(outcome.stderr))),
  ]);
  try {
    await work(JSON.parse(text) as AnnouncedSandbox);
  } finally {
    controller.abort(new Error('SIGINT'));
  }
  return ended;
}
