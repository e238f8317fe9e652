/** Withdrawals with the questionnaire of the travel rule, from the command line. */
import { describe, expect, it } from 'vitest';
import { failure, json } from '../outcomes.ts';
import { bourse, temporaryFolder } from '../world.ts';

const ADDRESS = `0x${'0'.repeat(40)}`;
const WITHDRAWAL = ['funds', 'travel-rule', 'withdraw', 'USDT', '25', ADDRESS, '--network', 'BSC'];
const ANSWERS = ['--questionnaire', '{"isAddressOwner":1,"sendTo":1}'];
const AT = ['--env', 'sandbox', '-o', 'json'];

describe('funds travel-rule withdraw', () => {
  it('asks for a confirmation with amount, address, network and fee, and sends nothing without it', async () => {
    let question = '';
    const ask = async (text: string) => {
      question = text;
      return 'no';
    };
    const home = temporaryFolder();
    const refused = failure(await bourse([...WITHDRAWAL, ...ANSWERS, ...AT], { home, ask }));
    expect(refused).toMatchObject({ kind: 'refused', execution: 'not_executed' });
    expect(question).toContain(`Withdraw 25 USDT to ${ADDRESS} on BSC, answering {"isAddressOwner":1`);
    expect(question).toMatch(/address +0x0+\nnetwork +BSC\nfee /);
    expect(json(await bourse(['funds', 'travel-rule', 'withdrawals', ...AT], { home }))).toEqual([]);
  });

  it('generates a client id, and finds the withdrawal by it in its own history', async () => {
    const home = temporaryFolder();
    const done = await bourse([...WITHDRAWAL, ...ANSWERS, '--yes', ...AT], { home });
    expect(json(done)).toMatchObject({ accepted: true });
    const [row] = json<Record<string, string>[]>(
      await bourse(['funds', 'travel-rule', 'withdrawals', ...AT], { home }),
    );
    expect(row!['withdrawOrderId']).toMatch(/^bo/);
    expect(row).toMatchObject({ coin: 'USDT', questionnaire: ANSWERS[1], travelRuleStatus: 0 });
  });

  it('needs the answers', async () => {
    const { kind, message } = failure(await bourse([...WITHDRAWAL, ...AT, '--yes']));
    expect([kind, message]).toEqual(['usage', expect.stringContaining('questionnaire')]);
  });
});
