// An issue's number, as used by people and agents.
import { Text } from '@mantine/core'

export function IssueNumber({ number }: { number: number }) {
  return (
    <Text size="sm" c="dimmed" component="span" className="fn-number">
      #{number}
    </Text>
  )
}
