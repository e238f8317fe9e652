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

describe('a question at the terminal', () => {
  it('brings the answer', async () => {
    expect(await promptUser(terminal('yes\n'), 'Send? ')).toBe('yes');
  });

  it('that is ended with Ctrl-C is no fault of the program: exit code 130, nothing sent', async () => {
    const asked = terminal('\u0003');
    const thrown = await promptUser(asked, 'Send? ').catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ToolError);
    expect((thrown as ToolError).facts).toMatchObject({ kind: 'interrupted', execution: 'not_executed' });
    expect((thrown as ToolError).exitCode).toBe(130);
    expect(asked.shown()).toMatch(/\n$/);
  });

  it('that is ended with Ctrl-D is answered with nothing, not with "nobody can be asked"', async () => {
    expect(await promptUser(terminal('\u0004'), 'Send? ')).toBe('');
  });

  it('shows no letter of a hidden answer', async () => {
    const asked = terminal('secret\n');
    expect(await promptUser(asked, 'Secret: ', { isHidden: true })).toBe('secret');
    expect(asked.shown()).not.toContain('secret');
  });

  it('is asked of nobody where there is no terminal', async () => {
    expect(
      await promptUser({ stdin: new PassThrough(), stderr: new PassThrough() }, 'Send? '),
    ).toBeUndefined();
  });
});
