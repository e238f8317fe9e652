import type { Reporter, TestModule } from 'vitest/node';

/** Prints the last line that scripts read: how many tests passed and failed, broken files counted as failed; names what passed only the second time. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0;
    let failed = errors.length;
    for (const file of modules) {
      let own = 0;
      for (const test of file.children.allTests()) {
        own += 1;
        if (test.result().state === 'passed') passed += 1;
        if (test.diagnostic()?.flaky)
          process.stdout.write(`\npassed only the second time: ${test.fullName}\n`);
        else if (test.result().state === 'failed') failed += 1;
      }
      if (
        own === 0 ||
        (file.state() === 'failed' &&
          [...file.children.allTests()].every((test) => test.result().state !== 'failed'))
      )
        failed += 1;
    }
    process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  }
}
