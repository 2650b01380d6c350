// The short way of observations that are posted.
import type { AgentDeps } from '../domain/deps.ts'
import { postObservations } from '../domain/observations/post-observations.ts'
import { parseSmallJson } from '../http/bodies/json-body.ts'
import { JSON_HEADERS, listed } from '../http/short-way/answers.ts'
import type { PostWay } from '../http/short-way/posts.ts'
import { projectFinder } from '../http/short-way/visits.ts'
import { replayHeader } from './idempotency.ts'
import { checkedPost, postObservationsOperation } from './post-observations.ts'

export const ordinaryPosts = (deps: AgentDeps): PostWay => ({
  projectOf: projectFinder(postObservationsOperation.path),
  admit: ({ caller }, isLate) => deps.posts.requireRoom(caller.projectId, isLate),
  async handle({ request, caller }, raw) {
    const { headers } = request
    const post = checkedPost(caller, { headers, body: parseSmallJson(raw) })
    const outcome = await postObservations(deps, post)
    return {
      status: 201,
      headers: outcome.replayed ? [...listed(replayHeader(outcome)), ...JSON_HEADERS] : JSON_HEADERS,
      body: JSON.stringify(outcome.response),
    }
  },
})
