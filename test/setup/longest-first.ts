// In which order test files run: those that take longest first, so that the run does not end with one worker busy and the
// others idle. Where vitest has not timed them yet, as in a fresh clone, it goes by their size, and some are short and slow.
// Tests in a browser keep the processors busy, and those that start programs wait for them half of the time: each of these
// runs beside some of those, not beside its like.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const LONGEST = [
  'test/console/accessible.test.ts',
  'test/console/issues/issues.test.ts',
  'test/console/accounts/accounts.test.ts',
  'test/console/observations/observations.test.ts',
  'test/console/issues/issue.test.ts',
  'test/console/palette.test.ts',
  'test/console/overview/overview.test.ts',
  'test/console/',
  'test/faults/chaos.test.ts',
  'test/cli/dev.test.ts',
  'test/faults/',
  'test/cli/',
  'test/digest/',
  'test/db/',
  'test/openapi.test.ts',
  'test/package.test.ts',
]

const BUSY = 'test/console/'
const WAITING = ['test/faults/', 'test/cli/', 'test/db/embedded/']

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b))
    const isIn = (folders: string[]) => (file: TestSpecification) =>
      folders.some((folder) => file.moduleId.includes(`/${folder}`))
    const [busy, waiting] = [sorted.filter(isIn([BUSY])), sorted.filter(isIn(WAITING))]
    return [...inTurn(busy, waiting), ...sorted.filter((file) => !isIn([BUSY, ...WAITING])(file))]
  }
}

const inTurn = <Item>(first: Item[], second: Item[]): Item[] =>
  Array.from({ length: Math.max(first.length, second.length) }, (_, at) => [
    ...first.slice(at, at + 1),
    ...second.slice(at, at + 1),
  ]).flat()

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((path) => moduleId.includes(`/${path}`))
  return place === -1 ? LONGEST.length : place
}
