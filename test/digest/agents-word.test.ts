// The issue that an agent names with its observation: strong evidence, not an order.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../../src/digest/engine.ts'
import type { Loose, TestService } from '../service.ts'
import { expectAllDigested, expectCountersToAddUp } from './counters.ts'
import {
  act,
  digestAll,
  inNewProjects,
  lookAtAllAgain,
  postEach,
  readObservation,
  twoIssues,
} from './digesting.ts'
import type { Said } from './matters.ts'

let engine: Engine
let service: TestService
let exporting: Loose
let locked: Loose
inNewProjects((made) => {
  ;({ engine, service } = made)
})
beforeEach(async () => {
  ;({ exporting, locked } = await twoIssues(service, engine))
  await shareIssues(true)
})

const shareIssues = (share_known_issues: boolean) => act(service, 'PATCH', '', { share_known_issues })

/** About exports, but in words that alone would not have brought it there. */
const VAGUE: Said = {
  title: 'The accountant is missing months',
  description: 'What I handed over from the ledger ends in March, she says.',
}

const CLEAR: Said = {
  title: 'Ledger export to CSV is not complete',
  description: 'The CSV file that I exported from the ledger has 10,000 rows, the other rows are missing.',
}

/** Where it ended up, with the agent's word for it. */
async function placed(said: Said, issue?: number): Promise<Loose> {
  const [id] = await postEach(service, [{ ...said, ...(issue !== undefined && { issue }) }])
  await digestAll(service, engine)
  return readObservation(service, id as string)
}

describe('an observation whose agent names an issue', () => {
  it('joins it, and says that the agent placed it', async () => {
    const found = await placed(VAGUE, exporting.number)

    expect(found.issue).toMatchObject({ id: exporting.id, placed_by: 'agent' })
    expect(found.agent_issue).toBe(exporting.number)
  })

  it('is placed without it where the team has not told agents of its issues', async () => {
    await shareIssues(false)

    const { issue } = await placed(VAGUE, exporting.number)

    expect(issue).toMatchObject({ placed_by: 'machine' })
    expect(issue.id).not.toBe(exporting.id)
  })

  it('stays there when the issues are looked at again, and when all is digested again', async () => {
    const { id } = await placed(VAGUE, exporting.number)

    await lookAtAllAgain(service)
    await digestAll(service, engine)
    await act(service, 'POST', '/digest/restart')
    await digestAll(service, engine)

    const { issue } = await readObservation(service, id)
    expect(issue).toMatchObject({ id: exporting.id, placed_by: 'agent' })
    await expectAllDigested(service.db, service.projectId)
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it('is placed without it where the issue is about something else altogether', async () => {
    const { issue } = await placed(
      {
        title: 'The giraffe is too tall',
        description: 'The drawing of the giraffe does not fit on the poster.',
      },
      locked.number,
    )

    expect(issue.id).not.toBe(locked.id)
    expect(issue.placed_by).toBe('machine')
  })

  it('is placed without it where there is no such issue', async () => {
    const found = await placed(VAGUE, 9_999)

    expect(found.issue.placed_by).toBe('machine')
    expect(found.agent_issue).toBe(9_999)
  })

  it('joins the one that the named issue was merged into', async () => {
    await act(service, 'POST', `/issues/${locked.id}/merge`, { into: exporting.id })

    const { issue } = await placed(CLEAR, locked.number)

    expect(issue).toMatchObject({ id: exporting.id, placed_by: 'agent' })
  })

  it('goes where a person moves it, for good', async () => {
    const { id } = await placed(VAGUE, exporting.number)

    await act(service, 'POST', `/observations/${id}/move`, { issue_id: locked.id })
    await act(service, 'POST', '/digest/restart')
    await digestAll(service, engine)

    const { issue } = await readObservation(service, id)
    expect(issue).toMatchObject({ id: locked.id, placed_by: 'person' })
  })
})
