/** The file with the address and the token: closed to others, and never put in the place of something else. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failure } from '../acceptance/outcomes.ts';
import { bourse, temporaryFolder, type WorldOptions } from '../acceptance/world.ts';

/** Runs `bourse serve`, and stops it once it listens; returns what the token file then held, and its mode. */
async function serve(home: string, line = 'serve', options: WorldOptions = {}) {
  const stop = new AbortController();
  const file = join(home, 'state', 'serve.json');
  let text = '';
  let mode = 0;
  const outcome = await bourse(line, {
    ...options,
    home,
    environment: { BOURSE_ENV: 'sandbox' },
    interrupt: stop.signal,
    onWrite: (_name, written) => {
      if (!written.includes('listening') || stop.signal.aborted) return;
      if (existsSync(file)) {
        text = readFileSync(file, 'utf8');
        mode = statSync(file).mode & 0o777;
      }
      stop.abort();
    },
  });
  return { outcome, file, text, mode };
}

describe('the token file of serve', () => {
  it('is readable by this user only, holds a new token each time, and is removed at the end', async () => {
    const home = temporaryFolder();
    const first = await serve(home);
    expect([first.outcome.code, first.mode, existsSync(first.file)]).toEqual([0, 0o600, false]);
    const { address, token } = JSON.parse(first.text);
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(first.outcome.stderr).not.toContain(token);
    expect((await serve(home)).text).not.toBe(first.text);
  });

  it('of a server that was killed is replaced', async () => {
    const home = temporaryFolder();
    const { file, text } = await serve(home);
    writeFileSync(file, text, { mode: 0o600 });
    const again = await serve(home);
    expect([again.outcome.code, again.text === text, again.mode]).toEqual([0, false, 0o600]);
  });

  it('is refused if others can read it, or if it is a link', async () => {
    const home = temporaryFolder();
    const { file, text } = await serve(home);
    writeFileSync(file, text, { mode: 0o600 });
    chmodSync(file, 0o644);
    const open = failure((await serve(home)).outcome);
    expect([open.kind, open.exitCode]).toEqual(['storage', 10]);
    expect(open.message).toContain('mode 0644, expected 0600');
    const linked = temporaryFolder();
    mkdirSync(join(linked, 'state'), { mode: 0o700 });
    symlinkSync(file, join(linked, 'state', 'serve.json'));
    expect(failure((await serve(linked)).outcome).message).toContain('symbolic link');
  });

  it('is refused in a folder of another user', async () => {
    const owner = (process.getuid?.() ?? 0) + 1;
    const { message } = failure((await serve(temporaryFolder(), 'serve', { owner })).outcome);
    expect(message).toContain(`expected user ${owner}`);
  });

  it('does not take the place of a file of something else', async () => {
    const home = temporaryFolder();
    const notes = join(home, 'notes.txt');
    writeFileSync(notes, 'mine\n', { mode: 0o600 });
    const { kind, message } = failure((await serve(home, 'serve --token-file notes.txt')).outcome);
    expect([kind, readFileSync(notes, 'utf8')]).toEqual(['usage', 'mine\n']);
    expect(message).toContain('is not replaced');
  });
});
