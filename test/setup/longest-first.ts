// In which order test files run: those that take longest first, so that the run does not end with one worker busy and the
// others idle. Where vitest has not timed them yet, as in a fresh clone, it goes by their size, and some are short and slow.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const LONGEST = [
  'test/console/accessible.test.ts',
  'test/console/issues/issues.test.ts',
  'test/faults/kill-worker.test.ts',
  'test/console/accounts/accounts.test.ts',
  'test/console/observations/observations.test.ts',
  'test/console/issues/issue.test.ts',
  'test/console/palette.test.ts',
  'test/console/overview/overview.test.ts',
  'test/console/',
  'test/faults/',
  'test/cli/',
  'test/digest/',
  'test/db/',
  'test/openapi.test.ts',
  'test/package.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((path) => moduleId.includes(`/${path}`))
  return place === -1 ? LONGEST.length : place
}
