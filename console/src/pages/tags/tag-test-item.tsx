// An observation of a tag test, and why it matches or not.
import { Text } from '@mantine/core'
import type { TagTestItem } from '../../../../src/contract/tags/tag-tests.ts'
import classes from './tags.module.css'

export function TagTestItemRow({ item, threshold }: { item: TagTestItem; threshold: number }) {
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
