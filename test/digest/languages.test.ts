// Notes in the languages that the encoder reads: each gets a vector, and joins the English issue about the same matter.
import { describe, expect, it } from 'vitest'
import type { Engine } from '../../src/digest/engine.ts'
import type { TestService } from '../service.ts'
import { expectCountersToAddUp } from './counters.ts'
import { digestAll, inNewProjects, issueIds, post, postEach } from './digesting.ts'
import { DARK, EXPORT, PASSWORD, type Said, VARIOUS } from './matters.ts'

const said = (title: string, description: string): Said => ({ title, description })

/** The same two matters as the English notes: exports that end early, and mails that never come. */
const TEXTS: Record<string, [exporting: Said, password: Said]> = {
  de: [
    said(
      'CSV-Export bricht nach 10.000 Zeilen ab',
      'Der CSV-Export des Hauptbuchs bricht nach 10.000 Zeilen ab, die restlichen Zeilen fehlen in der Datei.',
    ),
    said(
      'E-Mail zum Zurücksetzen des Passworts kommt nicht an',
      'Ich habe dreimal das Passwort zurücksetzen wollen, aber die E-Mail kommt nie an und ich kann mich nicht anmelden.',
    ),
  ],
  fr: [
    said(
      'L’export CSV s’arrête à 10 000 lignes',
      'L’export CSV du grand livre s’arrête après 10 000 lignes, le reste des lignes manque dans le fichier.',
    ),
    said(
      'L’e-mail de réinitialisation du mot de passe n’arrive pas',
      'J’ai demandé trois fois à réinitialiser le mot de passe et l’e-mail n’arrive jamais, je ne peux pas me connecter.',
    ),
  ],
  ja: [
    said(
      'CSVエクスポートが1万行で止まる',
      '台帳のCSVエクスポートが1万行で止まり、残りの行がファイルにありません。',
    ),
    said(
      'パスワード再設定のメールが届かない',
      'パスワードの再設定を三回頼みましたが、メールが届かず、ログインできません。',
    ),
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
      `SELECT d.language, octet_length(d.meaning) AS bytes FROM observation_digest d WHERE d.project_id = $1
       ORDER BY d.observation_id`,
      [service.projectId],
    )
  ).rows

describe.each(Object.entries(TEXTS))('%s', (language, matters) => {
  it('is detected, and has a vector like every other', async () => {
    await post(service, matters)

    await digestAll(service, engine)

    expect(await digests()).toEqual(matters.map(() => ({ language, bytes: 388 })))
  })

  it('joins the English issue about the same matter, and no other', async () => {
    await postEach(service, VARIOUS)
    const english = await postEach(service, [EXPORT[0] as Said, ...EXPORT.slice(1), ...PASSWORD])
    await digestAll(service, engine)

    const foreign = await postEach(service, matters)
    await digestAll(service, engine)

    const [exporting, password] = await issueIds(service.db, [english[0], english.at(-1)] as string[])
    expect(exporting).not.toBe(password)
    expect(await issueIds(service.db, foreign)).toEqual([exporting, password])
  })
})

describe('a project of several languages', () => {
  it('has an issue a matter, not one a language', async () => {
    const [exporting, password] = [0, 1].map((matter) =>
      Object.values(TEXTS).map((texts) => texts[matter] as Said),
    )
    const ids = []
    for (const matter of [[...EXPORT, ...(exporting ?? [])], [...PASSWORD, ...(password ?? [])], DARK])
      ids.push(await postEach(service, matter))
    await digestAll(service, engine)

    const found = await Promise.all(ids.map((own) => issueIds(service.db, own)))

    for (const own of found) expect(new Set(own).size).toBe(1)
    expect(new Set(found.flat()).size).toBe(3)
    await expectCountersToAddUp(service.db, service.projectId)
  })
})
