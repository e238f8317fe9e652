/** A wallet of 10,000 tokens in pages, with the exact value of each, against a program that fetches, parses and prints them. */
import { BOURSE, checkThat, childScript, compare, inFolder, withServer } from './measure.mjs';

const ADDRESS = '0x8894E0a0c962CB723c1976a4421c95949bE2D4E3';
const PATH = '/bapi/defi/v3/public/wallet-direct/buw/wallet/address/pnl/active-position-list/ai';
const PAGE_TOKENS = 100;

/** Returns the results of this benchmark. */
export function bench({ rounds, isSmoke }) {
  const tokens = isSmoke ? 250 : 10_000;
  return inFolder((home) =>
    withServer('./wallet-server.mjs', [tokens, PAGE_TOKENS], (origin) => [
      compare({
        name: `wallet holdings, ${tokens} tokens with values`,
        goal: 3.5,
        of: 'cpuMs',
        subject: {
          words: [
            BOURSE,
            'wallet',
            'holdings',
            ADDRESS,
            '--chain',
            '56',
            '--all',
            '--max-pages',
            '200',
          ].concat('--host', `web3=${origin}`, ...['-o', 'json']),
          check: (stdout) => checkHoldings(JSON.parse(String(stdout)), tokens),
        },
        limit: {
          words: [childScript('holdings.cjs'), origin, `${PATH}?address=${ADDRESS}&chainId=56`],
          check: (stdout) => checkThat(JSON.parse(String(stdout)).length === tokens, 'all tokens printed'),
        },
        rounds: Math.max(1, Math.round(rounds / 2)),
        home,
      }),
    ]),
  );
}

function checkHoldings({ holdings, unpriced, isComplete }, tokens) {
  checkThat(holdings.length === tokens && isComplete === true, `${holdings.length} tokens of ${tokens}`);
  checkThat(unpriced === tokens / 50, `${unpriced} tokens without a price`);
  // 7 × 10⁻⁸ more than 7 dollars, for a little more than 7 tokens, to the last digit.
  checkThat(holdings[7].value === '49.00000049000000000700000007', `the value ${holdings[7].value}`);
}
