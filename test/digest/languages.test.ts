// Languages that the encoder does not read: detected, grouped by their words, and kept apart from the rest.
import { describe, expect, it } from 'vitest'
import type { Engine } from '../../src/digest/engine.ts'
import type { TestService } from '../service.ts'
import { expectCountersToAddUp } from './counters.ts'
import { digestAll, inNewProjects, issueIds, mergePassIsDue, post, postEach, type Said } from './digesting.ts'
import { EXPORT, PASSWORD } from './matters.ts'

const said = (title: string, description: string): Said => ({ title, description })
const TEXTS: Record<string, [matter: Said[], other: Said[]]> = {
  fr: [
    [
      said(
        'Impossible d’imprimer les factures',
        'Je ne peux pas imprimer les factures depuis la dernière mise à jour, l’impression reste bloquée.',
      ),
      said(
        'L’impression des factures est bloquée',
        'Depuis la mise à jour, l’impression des factures reste bloquée et je ne peux pas imprimer.',
      ),
    ],
    [
      said(
        'Le calendrier ne montre pas les jours fériés',
        'Dans le calendrier de la semaine, les jours fériés ne sont pas du tout affichés.',
      ),
    ],
  ],
  de: [
    [
      said(
        'Die Anmeldung mit Fingerabdruck geht nicht',
        'Ich kann mich nicht mehr mit dem Fingerabdruck anmelden, die Anmeldung bricht immer ab.',
      ),
      said(
        'Anmeldung mit dem Fingerabdruck bricht ab',
        'Wenn ich mich mit dem Fingerabdruck anmelden will, bricht die Anmeldung ab.',
      ),
    ],
    [
      said(
        'Wunsch nach einer Übersicht der Urlaubstage',
        'Ich wünsche mir eine Liste, in der alle Urlaubstage der Kollegen zu sehen sind.',
      ),
    ],
  ],
  ja: [
    [
      said('アプリが起動しない', '更新してからアプリが起動しません。何度試しても起動しない状態です。'),
      said(
        '更新後にアプリが起動しない',
        '更新した後、アプリが起動しません。再インストールしても起動しないです。',
      ),
    ],
    [said('写真の並び順を変えたい', 'アルバムの写真を日付ではなく名前で並べ替える機能がほしいです。')],
  ],
}

let engine: Engine
let service: TestService
inNewProjects((made) => {
  ;({ engine, service } = made)
})

const digests = async () =>
  (
    await service.db.query(
      `SELECT d.language, d.meaning IS NULL AS lexical FROM observation_digest d WHERE d.project_id = $1
       ORDER BY d.observation_id`,
      [service.projectId],
    )
  ).rows

describe.each(Object.entries(TEXTS))('%s', (language, [matter, other]) => {
  it('is detected, and gets no vector of a model that cannot read it', async () => {
    await post(service, [...matter, ...other])

    await digestAll(service, engine)

    expect(await digests()).toEqual([...matter, ...other].map(() => ({ language, lexical: true })))
  })

  it('is grouped by its words', async () => {
    const [one, two, three] = await postEach(service, [...matter, ...other])

    await digestAll(service, engine)

    const [first, second, third] = await issueIds(service.db, [one, two, three] as string[])
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })
})

describe('English', () => {
  it('gets a vector', async () => {
    await post(service, EXPORT)

    await digestAll(service, engine)

    expect(await digests()).toEqual(EXPORT.map(() => ({ language: 'en', lexical: false })))
  })
})

describe('a project of several languages', () => {
  it('does not collapse into one issue', async () => {
    const matters = [EXPORT, PASSWORD, ...Object.values(TEXTS).flat()]
    const ids = []
    for (const matter of matters) ids.push(await postEach(service, matter))
    await digestAll(service, engine)
    await mergePassIsDue(service.db, service.projectId)
    ids[0]?.push(...(await postEach(service, EXPORT.slice(0, 1))))

    await digestAll(service, engine)

    const found = await Promise.all(ids.map((own) => issueIds(service.db, own)))
    for (const own of found) expect(new Set(own).size).toBe(1)
    expect(new Set(found.flat()).size).toBe(matters.length)
    await expectCountersToAddUp(service.db, service.projectId)
  })
})
