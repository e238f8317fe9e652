import type { CommandGroup, Positional } from '../types.ts';

const algo: Positional = { name: 'algo', required: true };
const account: Positional = { name: 'user-name', required: true };

export const mining: CommandGroup = {
  word: 'mining',
  summary: 'Mining pool: workers, hash rates, payments',
  verbs: [
    {
      words: ['algorithms'],
      summary: 'Algorithms of the pool',
      endpoint: 'mining.algorithms',
      examples: ['mining algorithms', 'mining algorithms -o json'],
    },
    {
      words: ['coins'],
      summary: 'Coins of the pool',
      endpoint: 'mining.coins',
      examples: ['mining coins', 'mining coins -o json'],
    },
    {
      words: ['worker', 'list'],
      summary: 'Workers of a mining account',
      endpoint: 'mining.worker.list',
      positionals: [algo, account],
      examples: [
        'mining worker list sha256 my-account',
        'mining worker list sha256 my-account --worker-status 2 --all',
      ],
    },
    {
      words: ['worker', 'detail'],
      summary: 'Hash rates of one worker over time',
      endpoint: 'mining.worker.detail',
      positionals: [algo, account, { name: 'worker-name', required: true }],
      examples: [
        'mining worker detail sha256 my-account rig-1',
        'mining worker detail sha256 my-account rig-1 -o json',
      ],
    },
    {
      words: ['payments'],
      summary: 'Earnings of a mining account',
      endpoint: 'mining.payments',
      positionals: [algo, account],
      examples: [
        'mining payments sha256 my-account',
        'mining payments sha256 my-account --start-date -30d --all -o csv',
      ],
    },
    {
      words: ['statistics'],
      summary: 'Hash rate, workers and profit of a mining account',
      endpoint: 'mining.statistics',
      positionals: [algo, account],
      examples: ['mining statistics sha256 my-account', 'mining statistics sha256 my-account -o json'],
    },
    {
      words: ['hash-rates'],
      summary: 'Hash rates of a mining account over time',
      endpoint: 'mining.hash-rates',
      positionals: [algo, account],
      examples: ['mining hash-rates sha256 my-account', 'mining hash-rates sha256 my-account -o json'],
    },
  ],
};
