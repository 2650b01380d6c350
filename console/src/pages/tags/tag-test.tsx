// Tests a tag on the newest observations before it is saved, with a reason for each.
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { LIMITS } from '../../../../src/contract/limits.ts'
import type { TagTest, TagTestCreate, TagTestItem } from '../../../../src/contract/tags/tag-tests.ts'
import { api, projectPath } from '../../api.ts'
import { Empty, Failed, Rows } from '../../components/states.tsx'
import { formatNumber, plural } from '../../format.ts'
import { IconFlask } from '../../icons/tabler.ts'
import { useProjectId } from '../../session/project.ts'
import { type TagDraft, toBody } from './tag-draft.ts'
import classes from './tags.module.css'

export function TagTestPanel({ draft, tagId }: { draft: TagDraft; tagId: string | null }) {
  const projectId = useProjectId()
  const asked: TagTestCreate = { ...toBody(draft), tag_id: tagId }
  const test = useMutation({
    mutationFn: (body: TagTestCreate) => api.post(projectPath(projectId, 'tags', 'test'), body),
  })
  const stale = test.data && JSON.stringify(test.variables) !== JSON.stringify(asked)
  return (
    <section className={classes.test} aria-label="Test this tag">
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h5" fw={600}>
          Test this tag
        </Title>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconFlask size={15} />}
          loading={test.isPending}
          disabled={asked.label === ''}
          onClick={() => test.mutate(asked)}
        >
          {stale ? 'Test again' : 'Test on observations'}
        </Button>
      </Group>
      <div aria-live="polite">
        {stale && !test.isPending && (
          <Text size="sm" c="dimmed" mb="sm">
            You’ve changed the tag since this test. These results are for the earlier version.
          </Text>
        )}
        {test.error && !test.isPending && <Failed error={test.error} retry={() => test.mutate(asked)} />}
        {test.isPending && <Rows count={5} height={56} />}
        {test.isIdle && (
          <Text size="sm" c="dimmed">
            See which of the last {formatNumber(LIMITS.tagTestObservations)} observations would get this tag,
            and why. Nothing is saved.
          </Text>
        )}
        {test.data && !test.isPending && <Findings test={test.data} />}
      </div>
    </section>
  )
}

function Findings({ test }: { test: TagTest }) {
  const { looked_at, matched, items, near_misses, threshold } = test
  if (looked_at === 0)
    return <Empty title="Nothing to test on yet">Observations have to arrive and be digested first.</Empty>
  return (
    <Stack gap="md">
      <Text size="sm">
        <b>{formatNumber(matched)}</b> of the last {plural(looked_at, 'observation')} would get this tag.
        {items.length < matched && ` Showing the newest ${formatNumber(items.length)}.`}
      </Text>
      {items.length > 0 && <Found title="Matches" items={items} threshold={threshold} />}
      {near_misses.length > 0 && <Found title="Near misses" items={near_misses} threshold={threshold} />}
    </Stack>
  )
}

type FoundProps = { title: string; items: TagTest['items']; threshold: number }

function Found({ title, items, threshold }: FoundProps) {
  return (
    <div>
      <Title order={4} size="h6" fw={600} mb={4}>
        {title}
      </Title>
      <ul className={classes.found}>
        {items.map((item) => (
          <TagTestItemRow key={item.observation.id} item={item} threshold={threshold} />
        ))}
      </ul>
    </div>
  )
}

/** An observation that a tag was tested on, and why it fits or not. */
function TagTestItemRow({ item, threshold }: { item: TagTestItem; threshold: number }) {
  const { observation } = item
  return (
    <li className={classes.item}>
      <Text size="sm" fw={550} dir="auto" className="fn-break">
        {observation.title}
      </Text>
      <Text size="sm" c="dimmed" lineClamp={2} dir="auto" className="fn-break">
        {observation.description}
      </Text>
      <Text size="xs" mt={4} className={`fn-number fn-break ${classes.reason}`}>
        {reasonOf(item.reason, threshold)}
      </Text>
    </li>
  )
}

function reasonOf({ by, phrase, score }: TagTestItem['reason'], threshold: number): string {
  if (by === 'keyword') return `Contains the keyword “${phrase}”`
  if (by === 'excluded') return `Excluded: contains “${phrase}”`
  if (by === 'person') return 'Set by a person'
  return `Similarity ${score.toFixed(2)}, threshold ${threshold.toFixed(2)}`
}
