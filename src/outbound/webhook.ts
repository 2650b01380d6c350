// The JSON that programs receive, signed as defined by Standard Webhooks.
import { Webhook } from 'standardwebhooks'
import type { LetterSection } from '../db/integrations/digest-letters.ts'
import type { EventIssue, EventToSend } from '../db/integrations/events-to-send.ts'
import type { Period } from './word-digest.ts'
import { issueUrl, type Place } from './word-events.ts'

type Payload = { type: string; timestamp: string; data: Record<string, unknown> }

const projectOf = ({ project }: Place) => ({ id: project.id, name: project.name })

const issueOf = ({ quotes, ...issue }: EventIssue, place: Place) => ({
  ...issue,
  quotes: quotes.map(({ text }) => text),
  url: issueUrl(place, issue.number),
})

export function eventPayload(event: EventToSend, place: Place): Payload {
  const { id, type, at, facts, issue, study, comment, answer } = event
  const { comment_id: _, answer_id: __, ...ownFacts } = facts
  return {
    type,
    timestamp: at.toISOString(),
    data: {
      event_id: id,
      project: projectOf(place),
      ...(issue && { issue: issueOf(issue, place) }),
      ...(study && { study }),
      ...(comment && { comment }),
      ...(answer && { answer }),
      ...ownFacts,
    },
  }
}

export function digestPayload(sections: LetterSection[], period: Period, place: Place): Payload {
  const { since, until, rhythm } = period
  return {
    type: `digest.${rhythm}`,
    timestamp: until.toISOString(),
    data: {
      project: projectOf(place),
      since: since.toISOString(),
      until: until.toISOString(),
      sections: sections.map(({ part, count, issues }) => ({
        part,
        count,
        issues: issues.map((issue) => issueOf(issue, place)),
      })),
    },
  }
}

export const testPayload = (at: Date, place: Place): Payload => ({
  type: 'test',
  timestamp: at.toISOString(),
  data: { project: projectOf(place) },
})

export function signedHeaders(secret: string, id: string, at: Date, body: string): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
}
