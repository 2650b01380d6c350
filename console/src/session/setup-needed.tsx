// A new installation without an owner: where to find the set-up link.
import { Code, Text } from '@mantine/core'
import { EntryCard } from '../components/accounts/entry-card.tsx'
import { CopyLine } from '../components/copy.tsx'

export function SetupNeeded() {
  return (
    <EntryCard
      title="Open the setup link"
      about="This Fieldnote server has no owner yet. When it first started, it printed a setup link to the terminal or the log."
    >
      <NewLink />
    </EntryCard>
  )
}

export function NewLink() {
  return (
    <div>
      <Text size="sm" mb={6}>
        Lost the link, or has it expired? Run this command on the server to get a new one:
      </Text>
      <CopyLine text="fieldnote account link" label="command" />
      <Text size="sm" mt="md" mb={6}>
        If you started it with <Code>npm start</Code>, run this in the same folder instead:
      </Text>
      <CopyLine text="npx fieldnote account link" label="command for a checkout" />
    </div>
  )
}
