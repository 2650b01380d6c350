// What an issue is called for short, by people and by agents.
import { Text } from '@mantine/core'

export function IssueNumber({ number }: { number: number }) {
  return (
    <Text size="sm" c="dimmed" component="span" className="fn-number">
      #{number}
    </Text>
  )
}
