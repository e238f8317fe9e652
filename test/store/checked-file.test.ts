import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ToolError } from '../../src/core/errors.ts';
import {
  type CheckedFile,
  checkFolderTrust,
  ensurePrivateFolder,
  readCheckedFile,
  writeCheckedFile,
} from '../../src/store/checked-file.ts';
import { OWNER, privateFolder } from './folders.ts';

const unique = (bytes: number) => 'ab'.repeat(bytes);

function fileIn(folder: string, more: Partial<CheckedFile> = {}): CheckedFile {
  const path = join(folder, 'keys.json');
  return { path, what: 'the key file', owner: OWNER, kind: 'credentials', bytesMax: 1000, ...more };
}

function refusal(work: () => unknown): ToolError {
  try {
    work();
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('reading a private file', () => {
  it('returns the text of a file that is private', () => {
    const file = fileIn(privateFolder());
    writeFileSync(file.path, 'naïve ✓', { mode: 0o600 });
    expect(readCheckedFile(file)).toBe('naïve ✓');
  });

  it('returns nothing where there is no file', () => {
    expect(readCheckedFile(fileIn(privateFolder()))).toBeUndefined();
  });

  it.each([0o604, 0o640, 0o660, 0o601, 0o644, 0o666])('refuses a file of mode %o', (mode) => {
    const file = fileIn(privateFolder());
    writeFileSync(file.path, 'x');
    chmodSync(file.path, mode);
    const error = refusal(() => readCheckedFile(file));
    expect(error.exitCode).toBe(3);
    expect(error.message).toContain(
      `${file.path} is not used: it is open to others (mode 0${mode.toString(8)}`,
    );
    expect(error.facts.hint).toContain(`chmod 600 ${file.path}`);
  });

  it('refuses a symbolic link, even one to a private file', () => {
    const file = fileIn(privateFolder());
    writeFileSync(`${file.path}.real`, 'x', { mode: 0o600 });
    symlinkSync(`${file.path}.real`, file.path);
    expect(refusal(() => readCheckedFile(file)).message).toContain('symbolic link');
  });

  it('refuses a file of two names', () => {
    const file = fileIn(privateFolder());
    writeFileSync(file.path, 'x', { mode: 0o600 });
    linkSync(file.path, `${file.path}.other`);
    expect(refusal(() => readCheckedFile(file)).message).toContain('2 names (hard links)');
  });

  it('refuses a FIFO without waiting for its writer', () => {
    const file = fileIn(privateFolder());
    expect(spawnSync('mkfifo', ['-m', '600', file.path]).status).toBe(0);
    expect(refusal(() => readCheckedFile(file)).message).toContain('a FIFO');
  });

  it('refuses a folder', () => {
    const file = fileIn(privateFolder());
    mkdirSync(file.path, { mode: 0o700 });
    expect(refusal(() => readCheckedFile(file)).message).toContain('a folder');
  });

  it('refuses a file of another user', () => {
    const file = fileIn(privateFolder());
    writeFileSync(file.path, 'x', { mode: 0o600 });
    // Only root can give a file away; for others the expectation is moved instead.
    if (OWNER === 0) chownSync(file.path, 12_345, 12_345);
    const error = refusal(() => readCheckedFile(OWNER === 0 ? file : { ...file, owner: OWNER + 1 }));
    expect(error.message).toMatch(/belongs to user \d+, expected user \d+/);
  });

  it('refuses a file that is too large, and one that is no text', () => {
    const file = fileIn(privateFolder());
    writeFileSync(file.path, 'x'.repeat(1001), { mode: 0o600 });
    expect(refusal(() => readCheckedFile(file)).message).toContain('1001 bytes, at most 1000');
    writeFileSync(file.path, Buffer.from([0x7b, 0xff, 0x7d]));
    expect(refusal(() => readCheckedFile(file)).message).toContain('not valid UTF-8');
  });
});

describe('the folder of a private file', () => {
  it('is made for its owner alone', () => {
    const file = fileIn(join(privateFolder(), 'new', 'deep'));
    ensurePrivateFolder(file);
    expect(statSync(join(file.path, '..')).mode & 0o777).toBe(0o700);
  });

  // Node's recursive mkdir spins for ever on such a path.
  it('ends with exit 10 where no folder can be made', () => {
    for (const path of ['/proc/none/such', '/dev/null/such']) {
      const error = refusal(() => ensurePrivateFolder(fileIn(path)));
      expect([error.kind, error.exitCode]).toEqual(['storage', 10]);
    }
  });

  it('is refused when others can write to it, when it is a link, and when it is another user’s', () => {
    const base = privateFolder();
    const open = join(base, 'open');
    mkdirSync(open);
    chmodSync(open, 0o770);
    expect(refusal(() => checkFolderTrust(fileIn(open))).message).toContain('others can write to its folder');
    symlinkSync(base, join(base, 'link'));
    expect(refusal(() => checkFolderTrust(fileIn(join(base, 'link')))).message).toContain('symbolic link');
    expect(refusal(() => checkFolderTrust(fileIn(base, { owner: OWNER + 1 }))).message).toContain(
      `belongs to user ${OWNER}`,
    );
    checkFolderTrust(fileIn(base));
    checkFolderTrust(fileIn(join(base, 'absent')));
  });
});

describe('writing a private file', () => {
  it('writes for the owner alone, replaces whole, and leaves nothing beside it', () => {
    const folder = privateFolder();
    const file = fileIn(folder);
    writeCheckedFile(file, 'first and long', unique);
    writeCheckedFile(file, 'second', unique);
    expect(readFileSync(file.path, 'utf8')).toBe('second');
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['keys.json']);
  });

  it('keeps the old text and cleans up when it cannot write', () => {
    const folder = privateFolder();
    const file = fileIn(folder);
    mkdirSync(file.path);
    writeFileSync(join(file.path, 'inside'), '');
    const error = refusal(() => writeCheckedFile(file, 'text', unique));
    expect([error.kind, error.exitCode]).toEqual(['storage', 10]);
    expect(readdirSync(folder)).toEqual(['keys.json']);
    expect(existsSync(join(file.path, 'inside'))).toBe(true);
  });

  it('does not write through a link that waits under the name of its draft', () => {
    const folder = privateFolder();
    const file = fileIn(folder);
    symlinkSync(join(folder, 'elsewhere'), join(folder, `.keys.json.${unique(6)}`));
    expect(refusal(() => writeCheckedFile(file, 'text', unique)).kind).toBe('storage');
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
  });
});
