// What a test that fails leaves to look at, in a folder of its own that git ignores.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RunnerTask, RunnerTestSuite } from 'vitest'

export const EVIDENCE_FOLDER = join(import.meta.dirname, '../test-results')

type Witness = {
  passed(): Promise<void>
  /** `number` tells one witness of a test from another. */
  failed(folder: string, number: number): Promise<void>
}

const witnesses = new Set<Witness>()

/** Asked after each test, and after hooks that failed; returns what ends it. */
export function onTestEnd(witness: Witness): () => void {
  witnesses.add(witness)
  return () => witnesses.delete(witness)
}

export async function afterTest(test: RunnerTask, root = EVIDENCE_FOLDER): Promise<void> {
  if (test.result?.state === 'fail') return leaveEvidence(test, root)
  for (const witness of witnesses) await witness.passed()
}

/** A hook that failed belongs to no test. */
export async function afterFile(file: RunnerTestSuite): Promise<void> {
  for (const suite of [file, ...suitesIn(file)])
    if (suite.result?.errors?.length) await leaveEvidence(suite, EVIDENCE_FOLDER)
}

const suitesIn = ({ tasks }: RunnerTestSuite): RunnerTestSuite[] =>
  tasks.flatMap((task) => (task.type === 'suite' ? [task, ...suitesIn(task)] : []))

async function leaveEvidence(task: RunnerTask, root: string): Promise<void> {
  if (witnesses.size === 0) return
  const folder = join(root, ...namesOf(task).map(asFileName))
  mkdirSync(folder, { recursive: true })
  // A page that cannot be asked anymore must not hide why the test failed.
  for (const [at, witness] of [...witnesses].entries())
    await witness.failed(folder, at + 1).catch((error) => console.error(`no evidence: ${error}`))
  console.error(`What it looked like: ${folder}`)
}

const namesOf = (task: RunnerTask): string[] => [
  ...(task.suite ? namesOf(task.suite) : task.file === task ? [] : [task.file.name]),
  task.name,
]

const asFileName = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80)
