/** `bourse thesis replay` as a person and as a program runs it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/paper/canonical.ts';
import { bourse, temporaryFolder } from '../world.ts';

const FILE = fileURLToPath(new URL('../../paper/data/stop-inside-candle.ndjson', import.meta.url));
const SCENARIO = readFileSync(FILE, 'utf8');

describe('bourse thesis replay --scenario', () => {
  it('prints the whole output canonically on one line with -o json', async () => {
    const { code, stdout, stderr } = await bourse(`thesis replay --scenario ${FILE} -o json`);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.endsWith('}\n')).toBe(true);
    expect(sha256(stdout.slice(0, -1))).toBe(
      'ab725b06186ff83d0d5f9c14ec2f0fd5e55d2f5f17379dc1fc17fb4d75d73f3a',
    );
  });

  it('reads standard input, and prints the same on a terminal', async () => {
    const piped = await bourse('thesis replay --scenario - -o json', { stdin: SCENARIO });
    const shown = await bourse(`thesis replay --scenario ${FILE} -o json`, { terminal: 80 });
    expect(piped.stdout).toBe(shown.stdout);
  });

  it('prints the entries of the ledger with -o ndjson', async () => {
    const { stdout } = await bourse(`thesis replay --scenario ${FILE} -o ndjson`);
    const entries = stdout.trim().split('\n');
    expect(entries.map((line) => JSON.parse(line).kind)).toEqual(['open', 'thesis', 'thesis', 'exit']);
    expect(JSON.parse(entries[3]!).hash).toMatch(/^7fe7bd4f/);
  });

  it('prints a row for each execution with -o csv, and chosen fields of them', async () => {
    const { stdout } = await bourse(
      `thesis replay --scenario ${FILE} -o csv --fields seq,kind,trigger,quantity,price`,
    );
    expect(stdout.trim().split('\n')).toEqual([
      'seq,kind,trigger,quantity,price',
      '1,open,,,',
      '2,thesis,thesis,0.199,50025',
      '3,thesis,,,',
      '4,exit,stop_loss,0.199,49475.2',
    ]);
  });

  it('prints a table and a summary on a terminal', async () => {
    const { stdout } = await bourse(`thesis replay --scenario ${FILE}`, { terminal: 160 });
    expect(stdout).toContain('stop_loss');
    expect(stdout).toContain('paper: equity 10000 -> 9880.6895301 USDT, net -119.3104699');
    expect(stdout).toContain('1 position, 1 closed: 0 won, 1 lost');
  });

  it('refuses a file with a fault as a whole, with the line and what was expected', async () => {
    const file = join(temporaryFolder(), 'bad.ndjson');
    writeFileSync(file, SCENARIO.replace('"h":"50100"', '"h":"49900"').replace('"0.004"', '"1.004"'));
    const { code, stdout, stderr } = await bourse(`thesis replay --scenario ${file} -o json`);
    expect([code, stdout]).toEqual([2, '']);
    const { error } = JSON.parse(stderr);
    expect(error).toMatchObject({ kind: 'usage', name: 'bad_scenario', exitCode: 2 });
    expect(error.faults.map(({ message }: { message: string }) => message)).toEqual([
      'Line 2, /tiers/0/mmr: expected a decimal string from "0" to below "1", found "1.004".',
      'Line 6, /h: expected a high not below open 50000 and close 49600, found "49900".',
    ]);
  });

  it('asks for the file, and says when it cannot be read', async () => {
    const none = await bourse('thesis replay');
    expect(none.code).toBe(2);
    expect(none.stderr).toContain('Expected --scenario, or a file of theses and --from');
    const gone = await bourse('thesis replay --scenario gone.ndjson');
    expect(gone.code).toBe(2);
    expect(gone.stderr).toContain('no such file');
  });
});
