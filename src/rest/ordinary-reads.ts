// The short way of what agents read most: the guidelines, and the studies for a user.
import { type ActiveStudies, ActiveStudiesQuery, type StudyEntry } from '../contract/research/research.ts'
import { checker } from '../contract/validate.ts'
import type { AgentDeps } from '../domain/deps.ts'
import { getServiceGuidelines } from '../domain/guidelines/get-service-guidelines.ts'
import type { KeyUses } from '../domain/projects/key-uses.ts'
import { getActiveStudies } from '../domain/research/get-active-studies.ts'
import { whenKnown } from '../domain/soon.ts'
import { bytesOf } from '../http/register.ts'
import { JSON_HEADERS } from '../http/short-way/answers.ts'
import type { ReadWay } from '../http/short-way/reads.ts'
import { projectFinder } from '../http/short-way/visits.ts'
import { getActiveStudiesOperation } from './get-active-studies.ts'
import { getServiceGuidelinesOperation } from './get-service-guidelines.ts'

export const ordinaryGuidelines = (deps: AgentDeps, uses: KeyUses): ReadWay => ({
  projectOf: projectFinder(getServiceGuidelinesOperation.path),
  read: ({ caller }) =>
    whenKnown(getServiceGuidelines(deps, uses, caller), (guidelines) => ({
      status: 200,
      headers: JSON_HEADERS,
      body: bytesOf(guidelines),
    })),
})

const projectOfStudies = projectFinder(getActiveStudiesOperation.path, '?user_id=')
const ORDINARY_USER = /^[\w.:@-]+$/

const query = checker(ActiveStudiesQuery, 'query')

export const ordinaryStudies = (deps: AgentDeps): ReadWay => ({
  /** The URL is looked at piece by piece: one regular expression for all of it took half as long as everything else. */
  projectOf(url) {
    const user = userIn(url)
    return ORDINARY_USER.test(user) ? projectOfStudies(url.slice(0, -user.length)) : null
  },
  async read({ caller, request: { url = '' } }) {
    const { user_id } = query.parse({ user_id: userIn(url) })
    const studies = await getActiveStudies(deps, caller.projectId, user_id)
    return { status: 200, headers: JSON_HEADERS, body: studiesText(studies), isBytes: true }
  },
})

const userIn = (url: string): string => url.slice(url.indexOf('=') + 1)

/** An id that matches ORDINARY_USER needs no escapes in JSON. */
const studiesText = ({ user_id, studies }: ActiveStudies): string =>
  `{"user_id":"${user_id}","studies":[${studies.map(entryText).join()}]}`

/** The JSON of entries without an answer, which stay the same for as long as their study is cached. */
const texts = new WeakMap<StudyEntry, string>()

function entryText(entry: StudyEntry): string {
  const known = texts.get(entry)
  if (known !== undefined) return known
  const text = Buffer.from(JSON.stringify(entry)).toString('latin1')
  if (entry.answer === null) texts.set(entry, text)
  return text
}
