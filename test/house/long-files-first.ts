import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONG_FILES } from './long-files.ts';

/**
 * Begins the files of LONG_FILES first, in the order of that list, among the files that share their workers. Vitest itself
 * begins with the files that took longest in the last run, and in a fresh clone with those of most text.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ project, moduleId }: TestSpecification) => {
      const place = LONG_FILES.indexOf(relative(project.config.root, moduleId));
      return place < 0 ? LONG_FILES.length : place;
    };
    // The two kinds of projects stay apart: a worker that several files share ends where an isolated file comes next.
    return sorted.sort((one, other) => (one.project === other.project ? rank(one) - rank(other) : 0));
  }
}
