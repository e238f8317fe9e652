import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { promptUser } from '../../src/app/prompt.ts';
import { ToolError } from '../../src/core/errors.ts';

function terminal(typed: string) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stderr = Object.assign(new PassThrough(), { isTTY: true });
  stdin.write(typed);
  return { stdin, stderr, shown: () => String(stderr.read() ?? '') };
}

describe('a prompt', () => {
  it('returns the answer', async () => {
    expect(await promptUser(terminal('yes\n'), 'Send? ')).toBe('yes');
  });

  it('ended with Ctrl-C exits with 130, not executed', async () => {
    const asked = terminal('\u0003');
    const thrown = await promptUser(asked, 'Send? ').catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ToolError);
    expect((thrown as ToolError).facts).toMatchObject({ kind: 'interrupted', execution: 'not_executed' });
    expect((thrown as ToolError).exitCode).toBe(130);
    expect(asked.shown()).toMatch(/\n$/);
  });

  it('ended with Ctrl-D returns an empty answer, not undefined', async () => {
    expect(await promptUser(terminal('\u0004'), 'Send? ')).toBe('');
  });

  it('does not echo a hidden answer', async () => {
    const asked = terminal('secret\n');
    expect(await promptUser(asked, 'Secret: ', { isHidden: true })).toBe('secret');
    expect(asked.shown()).not.toContain('secret');
  });

  it('returns undefined without a terminal', async () => {
    expect(
      await promptUser({ stdin: new PassThrough(), stderr: new PassThrough() }, 'Send? '),
    ).toBeUndefined();
  });
});
