// One entry of the audit log as a sentence with links.
import { Text } from '@mantine/core'
import { Fragment } from 'react'
import type { AuditEntry } from '../../../../src/contract/audit/audit.ts'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { useResource } from '../../queries.ts'
import { useProjectId } from '../../session/project.ts'
import { TextLink } from '../links.tsx'
import { type AuditPart, wordAudit } from './audit-wording.ts'

/** `here` is the id of the thing that the page shows, which is called "this". */
export function AuditSentence({ entry, here }: { entry: AuditEntry; here?: string }) {
  const members = useResource(['members'], { limit: LIMITS.pageSizeMax })
  const names = new Map(members.data?.items.map(({ email, name }) => [email, name]))
  const { who, did, note } = wordAudit(entry, names, here)
  return (
    <>
      {/* The sentence is English; a name or a title in it may run the other way. */}
      <Text size="sm" component="div" className="fn-break">
        <Text component="bdi" inherit fw={600}>
          {who}
        </Text>
        {did.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their order
          <Fragment key={index}>
            {' '}
            <Part part={part} />
          </Fragment>
        ))}
      </Text>
      {note && (
        <Text size="sm" c="dimmed" dir="auto" className="fn-break" style={{ whiteSpace: 'pre-line' }}>
          “{note}”
        </Text>
      )}
    </>
  )
}

function Part({ part }: { part: AuditPart }) {
  const projectId = useProjectId()
  if (typeof part === 'string') return part
  const [path, query = ''] = part.to.split('?')
  const search = Object.fromEntries(new URLSearchParams(query))
  return (
    <TextLink underline="always" to={`/p/${projectId}${path}` as string} search={search} inherit>
      <bdi>{part.text}</bdi>
    </TextLink>
  )
}
