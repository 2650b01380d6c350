// A new installation without an owner: where the link to become it is.
import { Text } from '@mantine/core'
import { EntryCard } from '../components/accounts/entry-card.tsx'
import { CopyLine } from '../components/copy.tsx'

export function SetupNeeded() {
  return (
    <EntryCard
      title="Open the set-up link"
      about="This Fieldnote has no owner yet. Its first start printed a link that makes one. Look for it where Fieldnote runs: in the terminal or in the log."
    >
      <NewLink />
    </EntryCard>
  )
}

export function NewLink() {
  return (
    <div>
      <Text size="sm" mb={6}>
        The link is gone, or too old? Run this beside the service for a new one:
      </Text>
      <CopyLine text="fieldnote account link" label="command" />
    </div>
  )
}
