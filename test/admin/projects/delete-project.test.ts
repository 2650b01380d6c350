// Deleting a project: gone for everyone at once, its rows removed afterwards.
import { beforeAll, describe, expect, it } from 'vitest'
import { removeDeletedProjects } from '../../../src/domain/projects/delete-project.ts'
import { digestOnce } from '../../../src/worker/digest-worker.ts'
import { digestAll, inNewProject, post, startEngine } from '../../digest/digesting.ts'
import { makeTag, note } from '../../digest/tags/tagging.ts'
import { answer, batch, makeStudy, startApp, startService, type TestService } from '../../service.ts'

describe('admin: deleting a project', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })

  const remove = (of: TestService, body: unknown = { name: 'Another project' }) =>
    of.admin('DELETE', `/projects/${of.projectId}`, body)

  it.each([
    ['another name', { name: 'another project' }],
    ['no name', {}],
  ])('refuses %s and deletes nothing', async (_, body) => {
    const own = await inNewProject(service)

    const { status } = await remove(own, body)

    expect(status).toBe(400)
    expect((await own.admin('GET', `/projects/${own.projectId}`)).status).toBe(200)
    expect((await own.call('POST', '/observations/', batch())).status).toBe(201)
  })

  it('hides it at once, on every process, and kills its keys', async () => {
    const own = await inNewProject(service)
    const other = await startApp(service.db)
    const elsewhere = `${other.url}/api/projects/${own.projectId}`
    const token = { Authorization: 'Bearer admin-token-for-tests' }

    const { status } = await remove(own)

    expect(status).toBe(204)
    expect((await own.call('GET', '/service-guidelines/')).status).toBe(401)
    expect((await own.admin('GET', `/projects/${own.projectId}`)).status).toBe(404)
    expect((await own.admin('GET', `/projects/${own.projectId}/issues`)).status).toBe(404)
    expect((await own.admin('PATCH', `/projects/${own.projectId}`, { name: 'x' })).status).toBe(404)
    expect((await fetch(elsewhere, { headers: token })).status).toBe(404)
    const { items } = (await own.admin('GET', '/projects?limit=200')).body
    expect(items.map(({ id }: { id: string }) => id)).not.toContain(own.projectId)
    expect((await remove(own)).status).toBe(404)
  })

  it('is not digested anymore', async () => {
    const own = await inNewProject(service)
    const engine = startEngine()
    await digestAll(service, engine)
    await post(own, [note('Export stops early')])

    await remove(own)

    expect(await digestOnce(own.deps, engine)).toBe(false)
  })

  it('leaves no row behind, wherever it was interrupted, and touches no other project', async () => {
    const own = await inNewProject(service)
    const engine = startEngine()
    await makeTag(own, 'export', { keywords: ['export'] })
    const study = await makeStudy(own)
    await own.call('POST', `/research/studies/${study.id}/answers/`, answer())
    await post(own, [note('Export stops early'), note('Export lost a column')])
    await digestAll(own, engine)
    await own.db.query(
      `INSERT INTO idempotency_key (project_id, key, fingerprint, created_at)
       SELECT $1, n::text, '', now() FROM generate_series(1, 2500) AS n`,
      [own.projectId],
    )
    const kept = await rowsOf(service)
    await remove(own)

    let looks = 0
    await removeDeletedProjects(own.deps, () => ++looks > 3)
    await removeDeletedProjects(own.deps)

    expect(await rowsOf(own)).toEqual({})
    expect(await rowsOf(service)).toEqual(kept)
    const { rows } = await own.db.query('SELECT FROM project WHERE id = $1', [own.projectId])
    expect(rows).toHaveLength(0)
  })

  /** The rows of a project in every table that has a project. */
  async function rowsOf({ db, projectId }: TestService): Promise<Record<string, number>> {
    const { rows: tables } = await db.query(
      `SELECT table_name AS name FROM information_schema.columns
       WHERE column_name = 'project_id' AND table_schema = 'public'`,
    )
    const counts: Record<string, number> = {}
    for (const { name } of tables) {
      const { rows } = await db.query(`SELECT count(*)::int AS n FROM ${name} WHERE project_id = $1`, [
        projectId,
      ])
      if (rows[0].n > 0) counts[name] = rows[0].n
    }
    return counts
  }
})
