// Fills a project with a month of data on an invented product: observations, tags, studies, answers and guidelines. The
// digest finds issues and matches tags, as in any project.
import { DAY_MS } from '../contract/date-time.ts'
import { conflict } from '../contract/refusal.ts'
import { insertGuideline } from '../db/guidelines/guidelines.ts'
import { insertPosts } from '../db/observations/insert-posts.ts'
import type { Tx } from '../db/pool.ts'
import { insertAnswer } from '../db/research/answers.ts'
import { insertStudy } from '../db/research/studies.ts'
import { insertShowings } from '../db/research/study-showings.ts'
import { insertSampleMonth, postponeSampleJobs } from '../db/sample/samples.ts'
import { insertTag } from '../db/tags/tags.ts'
import { type Actor, audit } from '../domain/audit/audit.ts'
import type { Deps } from '../domain/deps.ts'
import { readBatch } from '../domain/observations/post-observations.ts'
import { isSampledIn } from '../domain/research/study-rules.ts'
import { type Conversation, sampleMonth, sampleUser } from './month.ts'
import { at } from './past.ts'
import { seededRandom } from './seeded-random.ts'
import { SAMPLE_GUIDELINES } from './texts/guidelines.ts'
import { SAMPLE_STUDIES, type SampleStudy } from './texts/studies.ts'
import { SAMPLE_TAGS } from './texts/tags.ts'

/** The actor in the audit log and the guidelines of samples. */
export const SAMPLE_ACTOR: Actor = 'sample data'

const TAGS_MADE = 29 // days before the end

/** Runs in the caller's transaction, so that a sample is complete or missing. */
export async function fillSampleWithin(tx: Tx, deps: Deps, actor: Actor, projectId: string): Promise<void> {
  const end = deps.now()
  const { conversations } = sampleMonth(end)
  if (!(await insertSampleMonth(tx, projectId, end))) throw conflict('this project has sample data already')
  const tags = await storeTags(tx, deps, projectId, daysBefore(end, TAGS_MADE))
  const observations = await storeConversations(tx, deps, projectId, conversations)
  const answers = await storeStudies(tx, deps, projectId, end)
  await storeGuidelines(tx, projectId, end)
  const facts = { observations, tags, studies: SAMPLE_STUDIES.length, answers }
  await audit(tx, deps, projectId, { actor, action: 'sample.filled', subjectId: null, facts })
}

/** Returns the number of stored observations. */
export async function storeConversations(
  tx: Tx,
  deps: Deps,
  projectId: string,
  conversations: Conversation[],
): Promise<number> {
  const posts = conversations.map(({ userId, interactionId, source, sentiment, observations, ...said }) => {
    const batch = {
      user_id: userId,
      interaction_id: interactionId,
      user_sentiment: sentiment,
      observed_at: said.at.toISOString(),
      observations,
    }
    return readBatch(at(deps, said.at), { source, batch }).post
  })
  await insertPosts(tx, projectId, posts)
  await postponeSampleJobs(tx, projectId, deps.now())
  return posts.reduce((sum, { items }) => sum + items.length, 0)
}

const daysBefore = (end: Date, days: number): Date => new Date(end.getTime() - days * DAY_MS)

async function storeTags(tx: Tx, deps: Deps, projectId: string, made: Date): Promise<number> {
  for (const { label, config } of SAMPLE_TAGS) {
    const id = at(deps, made).newId()
    const times = { created_at: made, updated_at: made }
    await insertTag(tx, projectId, { id, label, config, ...times })
  }
  return SAMPLE_TAGS.length
}

async function storeStudies(tx: Tx, deps: Deps, projectId: string, end: Date): Promise<number> {
  let answers = 0
  for (const study of SAMPLE_STUDIES) {
    const created = daysBefore(end, study.createdDaysAgo)
    const id = at(deps, created).newId()
    await insertStudy(tx, projectId, {
      id,
      question: study.question,
      eligibility_criteria: study.eligibility_criteria,
      sampling_rate: study.sampling_rate,
      starts_at: null,
      ends_at: study.endsInDays === null ? null : daysBefore(end, -study.endsInDays),
      max_answers: study.max_answers,
      max_answers_per_day: null,
      state: study.state,
      activated_at: study.state === 'draft' ? null : created,
      created_at: created,
      updated_at: created,
    })
    answers += await storeAnswers(tx, deps, projectId, id, study, end)
  }
  return answers
}

/** Spreads answers evenly over the days that the study was open, each from another eligible user. */
async function storeAnswers(
  tx: Tx,
  deps: Deps,
  projectId: string,
  studyId: string,
  { answers, createdDaysAgo, closedDaysAgo, sampling_rate }: SampleStudy,
  end: Date,
): Promise<number> {
  const random = seededRandom(answers.length)
  const asked = new Set<string>()
  while (asked.size < answers.length) {
    const user = sampleUser(random)
    if (isSampledIn(sampling_rate, studyId, user)) asked.add(user)
  }
  const open = createdDaysAgo - closedDaysAgo
  for (const [index, user_id] of [...asked].entries()) {
    const passed = ((index + 0.2 + 0.6 * random()) / answers.length) * open
    const posted_at = daysBefore(end, createdDaysAgo - passed)
    await insertAnswer(tx, projectId, {
      id: at(deps, posted_at).newId(),
      study_id: studyId,
      user_id,
      interaction_id: `chat-${studyId.slice(-6)}${index}`,
      source: random() < 0.8 ? 'mcp' : 'rest',
      answer: answers[index] as string,
      posted_at,
    })
  }
  // As many again were shown the study and did not answer.
  const silent = answers
    .map(() => sampleUser(random))
    .filter((user) => isSampledIn(sampling_rate, studyId, user))
  const shown = silent.map((userId) => ({ projectId, userId, studyIds: [studyId] }))
  if (shown.length > 0) await insertShowings(tx, shown, daysBefore(end, closedDaysAgo + open / 2))
  return asked.size
}

async function storeGuidelines(tx: Tx, projectId: string, end: Date): Promise<void> {
  for (const [index, { daysAgo, ...texts }] of SAMPLE_GUIDELINES.entries()) {
    const version = index + 1
    const made = { created_at: daysBefore(end, daysAgo), created_by: SAMPLE_ACTOR }
    await insertGuideline(tx, projectId, { version, ...texts, ...made })
  }
}
