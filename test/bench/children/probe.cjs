'use strict';
// Loaded into both programs of a comparison: writes the cost of the process to descriptor 3 at exit.
const { readFileSync, writeSync } = require('node:fs');

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(3, JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1000, peakKb: peakKb() ?? maxRSS }));
});

/** Returns the kernel's peak memory on Linux; rusage would include the parent's memory from before exec. */
function peakKb() {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  } catch {
    return undefined;
  }
}
