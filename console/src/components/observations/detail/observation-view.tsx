// Everything about one observation.
import { Blockquote, Divider, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ObservationDetail } from '../../../../../src/contract/observations/observation-details.ts'
import { formatDateTime } from '../../../format.ts'
import { useResource } from '../../../queries.ts'
import { useProjectId } from '../../../session/project.ts'
import { Copy } from '../../copy.tsx'
import { KindLabel, SentimentLabel } from '../../labels.tsx'
import { TextLink } from '../../links.tsx'
import { Loaded, Rows } from '../../states.tsx'
import { Ago } from '../../time.tsx'
import { DigestNotice } from '../digest-state.tsx'
import { InteractionLink } from '../interaction-link.tsx'
import { SOURCE_NAMES } from '../source-names.ts'
import { Interaction } from './interaction.tsx'
import { ObservationBrief } from './observation-brief.tsx'
import { ObservationIssue } from './observation-issue.tsx'
import { ObservationTags } from './observation-tags.tsx'
import classes from './observation-view.module.css'
import { Section } from './section.tsx'

type ObservationViewProps = {
  observation: ObservationDetail
  /** Called when a dialog opens above. */
  onCover: (covered: boolean) => void
}

export function ObservationView({ observation, onCover }: ObservationViewProps) {
  return (
    <Stack gap="lg">
      <div>
        <Title order={2} size="h3" dir="auto" className="fn-break">
          {observation.title}
        </Title>
        <Text className={classes.text} dir="auto">
          {observation.description}
        </Text>
        {observation.quote && <Quote text={observation.quote} />}
      </div>
      <DigestNotice digest={observation.digest} />
      <Facts observation={observation} />
      <ObservationIssue observation={observation} onCover={onCover} />
      <ObservationTags observation={observation} />
      <Divider />
      <Interaction observation={observation} />
      <Similar observation={observation} />
    </Stack>
  )
}

/** Separate from the description, which the agent wrote. */
function Quote({ text }: { text: string }) {
  return (
    <Blockquote className={classes.quote} cite="The user’s own words" p="4px 12px" mt="sm">
      <span dir="auto">“{text}”</span>
    </Blockquote>
  )
}

const isKind = (kind: string | null): kind is Parameters<typeof KindLabel>[0]['kind'] => kind !== null

function Facts({ observation }: { observation: ObservationDetail }) {
  const projectId = useProjectId()
  const { user_id, interaction_id, observed_at, created_at, source, kind, language, id } = observation
  return (
    <dl className={classes.facts}>
      <Fact name="Sentiment">
        <SentimentLabel sentiment={observation.user_sentiment} />
      </Fact>
      {isKind(kind) && (
        <Fact name="Kind">
          <KindLabel kind={kind} />
        </Fact>
      )}
      <Fact name="User">
        <TextLink to="/p/$projectId/users/$userId" params={{ projectId, userId: user_id }} inherit>
          {user_id}
        </TextLink>
      </Fact>
      <Fact name="Conversation">
        <TextLink to="/p/$projectId/observations" params={{ projectId }} search={{ interaction_id }} inherit>
          {interaction_id}
        </TextLink>{' '}
        <InteractionLink interactionId={interaction_id} />
      </Fact>
      <Fact name="Observed">
        {formatDateTime(observed_at)}{' '}
        <Text span inherit c="dimmed">
          <Ago at={observed_at} />
        </Text>
      </Fact>
      <Fact name="Received">{formatDateTime(created_at)}</Fact>
      <Fact name="Source">{SOURCE_NAMES[source]}</Fact>
      {language && <Fact name="Language">{languageName(language)}</Fact>}
      <Fact name="ID" wide>
        <span className={classes.id}>{id}</span> <Copy text={id} label="Copy ID" />
      </Fact>
    </dl>
  )
}

function Fact({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={classes.fact} data-wide={wide || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

function languageName(code: string): string {
  try {
    return languages.of(code) ?? code
  } catch {
    return code // no language tag, such as "und" written otherwise
  }
}

/** Observations that are close in meaning. */
function Similar({ observation }: { observation: ObservationDetail }) {
  const isDigested = observation.digest.state === 'done'
  const similar = useResource(['observations', observation.id, 'similar'], {}, { enabled: isDigested })
  return (
    <Section title="Similar observations">
      {!isDigested ? (
        <Text size="sm" c="dimmed">
          Available once this observation has been digested.
        </Text>
      ) : (
        <Loaded of={similar} loading={<Rows count={3} />}>
          {({ items }) =>
            items.length === 0 ? (
              <Text size="sm" c="dimmed">
                No similar observations yet.
              </Text>
            ) : (
              items.map((item) => <ObservationBrief key={item.id} observation={item} />)
            )
          }
        </Loaded>
      )}
    </Section>
  )
}
