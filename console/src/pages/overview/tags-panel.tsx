// The period's tags as bars.
import { Box, Text } from '@mantine/core'
import type { Overview } from '../../../../src/contract/projects/overview.ts'
import { periodStart } from '../../components/charts/period-picker.tsx'
import { PlainLink, TextLink } from '../../components/links.tsx'
import { Panel } from '../../components/panel.tsx'
import { formatNumber } from '../../format.ts'
import { useProjectId } from '../../session/project.ts'
import classes from './overview.module.css'

const SHOWN = 10

export function TagsPanel({ tags, days }: { tags: Overview['tags']; days: number }) {
  const projectId = useProjectId()
  const most = Math.max(1, ...tags.map(({ count }) => count))
  return (
    <Panel
      title="Tags"
      flush={tags.length > 0}
      actions={
        <TextLink to="/p/$projectId/settings/tags" params={{ projectId }} size="sm">
          {tags.length === 0 ? 'Create tag' : 'All tags'}
        </TextLink>
      }
    >
      {tags.length === 0 ? (
        <Text size="sm" c="dimmed">
          No tags yet. Use tags to follow the topics you care about.
        </Text>
      ) : (
        <Box pb={8}>
          {tags.slice(0, SHOWN).map(({ id, label, count }) => (
            <PlainLink
              key={id}
              to="/p/$projectId/observations"
              params={{ projectId }}
              search={{ tag: id, from: periodStart(days) }}
              className={classes.tag}
            >
              <Box className={classes.tagBar} style={{ width: `${(100 * count) / most}%` }} aria-hidden />
              <Text size="sm" truncate flex={1} pos="relative" dir="auto">
                {label}
              </Text>
              <Text size="sm" className="fn-number" pos="relative">
                {formatNumber(count)}
              </Text>
            </PlainLink>
          ))}
        </Box>
      )}
    </Panel>
  )
}
