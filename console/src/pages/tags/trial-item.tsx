// An observation that a tag was tried on, and why it fits or not.
import { Text } from '@mantine/core'
import type { TagTestItem } from '../../../../src/contract/tags/tag-tests.ts'
import classes from './tags.module.css'

export function TrialItem({ item, threshold }: { item: TagTestItem; threshold: number }) {
  const { observation } = item
  return (
    <li className={classes.item}>
      <Text size="sm" fw={550} className="fn-break">
        {observation.title}
      </Text>
      <Text size="sm" c="dimmed" lineClamp={2} className="fn-break">
        {observation.description}
      </Text>
      <Text size="xs" mt={4} className={`fn-number fn-break ${classes.reason}`}>
        {reasonOf(item.reason, threshold)}
      </Text>
    </li>
  )
}

function reasonOf({ by, phrase, score }: TagTestItem['reason'], threshold: number): string {
  const close = `${score.toFixed(2)} close in meaning`
  if (by === 'keyword') return `Keyword “${phrase}” occurs`
  if (by === 'excluded') return `Kept out: “${phrase}” occurs`
  if (by === 'person') return 'Somebody decided this by hand'
  return score >= threshold
    ? `${close}, ${threshold.toFixed(2)} is enough`
    : `${close}, ${threshold.toFixed(2)} would be enough`
}
