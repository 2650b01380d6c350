// A tag for viewers: its purpose, and how the digest recognizes matching observations.
import { Stack } from '@mantine/core'
import type { TagDetail } from '../../../../src/contract/tags/tags.ts'
import { TextFact } from '../../components/facts.tsx'

export function TagFacts({ tag: { config } }: { tag: TagDetail }) {
  const { description, keywords = [], exclude = [], examples = [], threshold } = config
  return (
    <Stack gap="sm" component="dl" m={0}>
      <TextFact name="Description">{description || 'None'}</TextFact>
      <TextFact name="Keywords">{keywords.join(', ') || 'None'}</TextFact>
      <TextFact name="Excluded phrases">{exclude.join(', ') || 'None'}</TextFact>
      <TextFact name="Examples">{examples.join('\n') || 'None'}</TextFact>
      <TextFact name="Similarity threshold">
        {typeof threshold === 'number' ? `At least ${threshold.toFixed(2)}` : 'Chosen by the digest'}
      </TextFact>
    </Stack>
  )
}
