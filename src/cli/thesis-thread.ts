/** The thread that validates part of a long stream of theses. Bundled as one CommonJS file. */
import { type MessagePort, workerData } from 'node:worker_threads';
import { type LineBlock, validateBlock } from '../thesis/lines.ts';
import { LinePatterns } from '../thesis/patterns/line-patterns.ts';

const port = workerData as MessagePort;
const patterns = new LinePatterns();

port.on('message', (block: LineBlock) => {
  const verdicts = validateBlock(block, patterns);
  port.postMessage(verdicts, [verdicts.lines.buffer as ArrayBuffer]);
});
