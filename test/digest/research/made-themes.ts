// A theme as the digest leaves it, without the digest: for tests that are about what happens to it afterwards.
import { countFindings } from '../../../src/db/research/answer-digests.ts'
import { answer, type TestService } from '../../service.ts'

type Poster = Pick<TestService, 'call' | 'deps' | 'db' | 'projectId'>

/** Of two answers to this study; gives the last of them too. */
export async function makeTheme(service: Poster, studyId: string): Promise<{ id: string; answerId: string }> {
  const id = service.deps.newId()
  const at = [service.projectId, studyId, id]
  await service.db.query(
    'INSERT INTO theme (project_id, study_id, id, held, created_at) VALUES ($1, $2, $3, true, now())',
    at,
  )
  let answerId = ''
  for (const user of ['one', 'two']) {
    const said = answer({ user_id: `${user} of ${id}` })
    answerId = (await service.call('POST', `/research/studies/${studyId}/answers/`, said)).body.id
    await countFindings(service.db, service.projectId, -1, [answerId])
    await service.db.query(
      `INSERT INTO answer_digest (project_id, study_id, theme_id, answer_id, language, model, meaning)
       VALUES ($1, $2, $3, $4, 'en', 'none', '')
       ON CONFLICT (project_id, study_id, answer_id) DO UPDATE SET theme_id = EXCLUDED.theme_id`,
      [...at, answerId],
    )
    await countFindings(service.db, service.projectId, 1, [answerId])
  }
  return { id, answerId }
}
