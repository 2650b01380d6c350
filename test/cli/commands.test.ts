// The commands, beside a running service and without one.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresOf, type Service } from '../../scripts/program.ts'
import { SETTINGS } from '../../src/contract/settings.ts'
import { batch, send } from '../service.ts'
import { migrated } from '../setup/migrated-folder.ts'
import { cleanUp, expectNoPostgres, newFolder, run, start } from './program.ts'

const UNKNOWN = '00000000-0000-7000-8000-000000000000'

afterAll(cleanUp)

describe('fieldnote --help', () => {
  it('names every command and every setting', async () => {
    const helps = await Promise.all([
      run(['--help'], {}),
      run(['project', '--help'], {}),
      run(['key', '--help'], {}),
      run(['account', '--help'], {}),
    ])

    const [top, project, key, account] = helps.map(({ stdout }) => stdout)
    expect(helps.map(({ code, stderr }) => [code, stderr])).toEqual(helps.map(() => [0, '']))
    for (const name of ['serve', 'migrate', 'project', 'key', 'account', '--version'])
      expect(top).toContain(name)
    for (const [name] of SETTINGS) expect(top).toContain(`  ${name} `)
    for (const name of ['import', 'undo-import']) expect(top).toContain(name)
    for (const name of ['create', 'list', 'export', 'import']) expect(project).toContain(name)
    for (const name of ['create', 'list', 'revoke']) expect(key).toContain(name)
    for (const name of ['link', 'reset', 'list']) expect(account).toContain(name)
  })
})

describe.each(['beside a running service', 'without a service'])('commands %s', (situation) => {
  const DATA_DIR = newFolder()
  const fieldnote = (...args: string[]) =>
    run(args, { DATA_DIR, BACKUP_PASSPHRASE: 'sixteen-letters-or-more' })
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await fieldnote(...args, '--json')
    expect([code, stderr]).toEqual([0, ''])
    return JSON.parse(stdout)
  }
  const running = situation.startsWith('beside')
  let service: Service | undefined
  let project: { id: string; name: string }
  beforeAll(async () => {
    if (running) service = await start({ DATA_DIR: await migrated(DATA_DIR) })
    project = await json('project', 'create', 'Ledger app')
  })

  const post = (key: string) =>
    send(`${service?.url}/v1/project/${project.id}/observations/`, 'POST', batch(), { 'X-Api-Key': key })

  it('migrate says that there is nothing to do once it is done', async () => {
    const { code, stdout } = await fieldnote('migrate')

    expect([code, stdout]).toEqual([0, 'The schema is up to date.\n'])
    expect(await json('migrate')).toEqual({ applied: [] })
  })

  it('project create and list', async () => {
    const created = await fieldnote('project', 'create', 'Second app')

    expect(created.stdout).toContain('Second app')
    const projects = await json('project', 'list')
    expect(projects).toContainEqual(project)
    expect(projects.map(({ name }: { name: string }) => name)).toContain('Second app')
    expect((await fieldnote('project', 'list')).stdout.split('\n')[0]).toMatch(/^id +name +created_at$/)
  })

  it('key create, list and revoke', async () => {
    const expires = '2099-01-01T00:00:00Z'
    const created = await json(
      'key',
      'create',
      '--project',
      project.id,
      '--name',
      'Agent',
      '--expires-at',
      expires,
    )
    expect(created).toMatchObject({
      name: 'Agent',
      key: expect.stringMatching(/^fnk_/),
      expires_at: '2099-01-01T00:00:00.000Z',
    })
    if (running) expect((await post(created.key)).status).toBe(201)

    const revoked = await json('key', 'revoke', created.id, '--project', project.id)

    expect(revoked.revoked_at).toEqual(expect.any(String))
    if (running) expect((await post(created.key)).status).toBe(401)
    const { stdout } = await fieldnote('key', 'list', '--project', project.id, '--json')
    expect(JSON.parse(stdout)).toEqual([
      expect.objectContaining({ id: created.id, revoked_at: revoked.revoked_at }),
    ])
    expect(stdout).not.toContain(created.key)
  })

  // A running service would do the same work: one situation is enough.
  it.skipIf(running)('import and undo-import', async () => {
    const file = join(DATA_DIR, '..', `${basename(DATA_DIR)}.csv`)
    writeFileSync(file, 'who,what,mood\nann,Fine,meh\nben,,meh\n')
    const options = ['--project', project.id, '--column', 'user_id=who', '--column', 'title=what']

    const done = await json('import', file, ...options, '--sentiment', 'meh=neutral')
    const undone = await json('undo-import', done.id, '--project', project.id)

    expect(done).toMatchObject({ state: 'done', read: 2, stored: 1, refused: 1, reasons: [{ row: 3 }] })
    expect(undone).toMatchObject({ state: 'undone', removed: 1 })
    rmSync(file)
  })

  it.skipIf(running)('import says in one line which columns it misses', async () => {
    const file = join(newFolder(), 'tickets.csv')
    writeFileSync(file, 'what,when\nExport stops,2026-03-14\n')

    const unknown = await fieldnote('import', file, '--project', project.id, '--column', 'title=Subject')
    const missing = await fieldnote('import', file, '--project', project.id)

    expect([unknown.code, missing.code]).toEqual([1, 1])
    expect(unknown.stderr).toBe('fieldnote: title: the file has no column "Subject"; it has "what", "when"\n')
    expect(missing.stderr).toMatch(/^fieldnote: user_id: no column .*; title: no column .*\n$/)
  })

  it.skipIf(running)('project export and import', async () => {
    const file = join(DATA_DIR, '..', `${basename(DATA_DIR)}.gz`)

    const exported = await json('project', 'export', file, '--project', project.id)
    const again = await fieldnote('project', 'import', file)

    expect(exported).toEqual({ project: project.id, file })
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringContaining('already exists on this instance'),
    ])
    rmSync(file)
  })

  // How a command fails does not depend on who else runs: one situation is enough.
  it.runIf(running).each([
    [['key', 'create', '--project', UNKNOWN], 'project not found'],
    [['key', 'list', '--project', 'nonsense'], 'project not found'],
    [['key', 'revoke', UNKNOWN, '--project', 'mine'], 'key not found'],
    [['key', 'create', '--project', 'mine', '--expires-at', 'soon'], '--expires-at'],
    [
      ['key', 'create', '--project', 'mine', '--expires-at', '2020-01-01T00:00:00Z'],
      'expires_at: must be in the future, not 2020-01-01T00:00:00Z: such a key would never work',
    ],
    [['project', 'create', '  '], 'name'],
    [['project', 'import', 'a folder'], 'is a folder'],
    [['project', 'export', 'a folder', '--project', 'mine'], 'is a folder'],
    [['project', 'export', 'no folder', '--project', 'mine'], 'cannot be written'],
    [['project', 'export', 'a file', '--project', 'mine'], 'exists: choose another name, or delete it first'],
    [['backup', 'no folder'], 'cannot be written'],
    [['backup', 'a file'], 'exists: choose another name, or delete it first'],
    [
      ['import', 'a file', '--project', 'mine', '--column', 'title=Subject'],
      'has no column "Subject"; it has "a"',
    ],
    [['import', 'a file', '--project', 'mine'], 'title: no column looks like'],
    [['restore', 'a folder', '--check'], 'is a folder'],
  ])('%j fails in one line', async (args, words) => {
    const file = join(newFolder(), 'notes.csv')
    writeFileSync(file, 'a,b\n1,2\n')
    const places = { 'a folder': dirname(file), 'a file': file, 'no folder': join(file, 'in it') }
    const meant: Record<string, string> = { mine: project.id, ...places }
    const { code, stdout, stderr } = await fieldnote(...args.map((arg) => meant[arg] ?? arg))

    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^fieldnote: .+\n$/)
    expect(stderr).toContain(words)
    expect(readFileSync(file, 'utf8')).toBe('a,b\n1,2\n')
  })

  it('leaves PostgreSQL as it was: running for the service, stopped without one', async () => {
    if (!service) return expectNoPostgres(DATA_DIR)
    expect(postgresOf(DATA_DIR)).toBeGreaterThan(0)
    expect((await send(`${service.url}/readyz`, 'GET')).status).toBe(200)
    expect((await service.stop()).code).toBe(0)
  })
})
