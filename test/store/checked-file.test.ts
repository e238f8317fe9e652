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

function thrownError(work: () => unknown): ToolError {
  try {
    work();
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('reading a private file', () => {
  it('returns the text of a private file', () => {
    const file = fileIn(privateFolder());
    writeFileSync(file.path, 'naïve ✓', { mode: 0o600 });
    expect(readCheckedFile(file)).toBe('naïve ✓');
  });

  it('returns undefined if there is no file', () => {
    expect(readCheckedFile(fileIn(privateFolder()))).toBeUndefined();
  });

  it.each([0o604, 0o640, 0o660, 0o601, 0o644, 0o666])('refuses a file with mode %o', (mode) => {
    const file = fileIn(privateFolder());
    writeFileSync(file.path, 'x');
    chmodSync(file.path, mode);
    const error = thrownError(() => readCheckedFile(file));
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
    expect(thrownError(() => readCheckedFile(file)).message).toContain('symbolic link');
  });

  it('refuses a file with two hard links', () => {
    const file = fileIn(privateFolder());
    writeFileSync(file.path, 'x', { mode: 0o600 });
    linkSync(file.path, `${file.path}.other`);
    expect(thrownError(() => readCheckedFile(file)).message).toContain('2 names (hard links)');
  });

  it('refuses a FIFO without waiting for its writer', () => {
    const file = fileIn(privateFolder());
    expect(spawnSync('mkfifo', ['-m', '600', file.path]).status).toBe(0);
    expect(thrownError(() => readCheckedFile(file)).message).toContain('a FIFO');
  });

  it('refuses a device', () => {
    const file = { ...fileIn('/dev'), path: '/dev/null' };
    expect(thrownError(() => readCheckedFile(file)).message).toBe(
      'The key file /dev/null is not used: it is a device, expected a regular file.',
    );
  });

  it('refuses a folder', () => {
    const file = fileIn(privateFolder());
    mkdirSync(file.path, { mode: 0o700 });
    expect(thrownError(() => readCheckedFile(file)).message).toContain('a folder');
  });

  it('refuses a file that another user owns', () => {
    const file = fileIn(privateFolder());
    writeFileSync(file.path, 'x', { mode: 0o600 });
    // Only root can change the owner; other users change the expected owner instead.
    if (OWNER === 0) chownSync(file.path, 12_345, 12_345);
    const error = thrownError(() => readCheckedFile(OWNER === 0 ? file : { ...file, owner: OWNER + 1 }));
    expect(error.message).toMatch(/belongs to user \d+, expected user \d+/);
  });

  it('refuses a file that is too large or not UTF-8 text', () => {
    const file = fileIn(privateFolder());
    writeFileSync(file.path, 'x'.repeat(1001), { mode: 0o600 });
    expect(thrownError(() => readCheckedFile(file)).message).toContain('1001 bytes, at most 1000');
    writeFileSync(file.path, Buffer.from([0x7b, 0xff, 0x7d]));
    expect(thrownError(() => readCheckedFile(file)).message).toContain('not valid UTF-8');
  });
});

describe('the folder of a private file', () => {
  it('is created with access for its owner only', () => {
    const file = fileIn(join(privateFolder(), 'new', 'deep'));
    ensurePrivateFolder(file);
    expect(statSync(join(file.path, '..')).mode & 0o777).toBe(0o700);
  });

  // Node's recursive mkdir never returns for such a path.
  it('leads to exit 10 if it cannot be created', () => {
    for (const path of ['/proc/none/such', '/dev/null/such']) {
      const error = thrownError(() => ensurePrivateFolder(fileIn(path)));
      expect([error.kind, error.exitCode]).toEqual(['storage', 10]);
    }
  });

  it('is refused if others can write to it, if it is a link, and if another user owns it', () => {
    const base = privateFolder();
    const open = join(base, 'open');
    mkdirSync(open);
    chmodSync(open, 0o770);
    expect(thrownError(() => checkFolderTrust(fileIn(open))).message).toContain(
      'others can write to its folder',
    );
    symlinkSync(base, join(base, 'link'));
    expect(thrownError(() => checkFolderTrust(fileIn(join(base, 'link')))).message).toContain(
      'symbolic link',
    );
    expect(thrownError(() => checkFolderTrust(fileIn(base, { owner: OWNER + 1 }))).message).toContain(
      `belongs to user ${OWNER}`,
    );
    checkFolderTrust(fileIn(base));
    checkFolderTrust(fileIn(join(base, 'absent')));
  });
});

describe('writing a private file', () => {
  it('gives access to the owner only, replaces the file atomically, and leaves no other file', () => {
    const folder = privateFolder();
    const file = fileIn(folder);
    writeCheckedFile(file, 'first and long', unique);
    writeCheckedFile(file, 'second', unique);
    expect(readFileSync(file.path, 'utf8')).toBe('second');
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['keys.json']);
  });

  it('keeps the old text and removes its temporary file if writing fails', () => {
    const folder = privateFolder();
    const file = fileIn(folder);
    mkdirSync(file.path);
    writeFileSync(join(file.path, 'inside'), '');
    const error = thrownError(() => writeCheckedFile(file, 'text', unique));
    expect([error.kind, error.exitCode]).toEqual(['storage', 10]);
    expect(readdirSync(folder)).toEqual(['keys.json']);
    expect(existsSync(join(file.path, 'inside'))).toBe(true);
  });

  it('does not follow a link with the name of its temporary file', () => {
    const folder = privateFolder();
    const file = fileIn(folder);
    symlinkSync(join(folder, 'elsewhere'), join(folder, `.keys.json.${unique(6)}`));
    expect(thrownError(() => writeCheckedFile(file, 'text', unique)).kind).toBe('storage');
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
  });
});
