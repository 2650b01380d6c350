// One change as a sentence; a click shows its details.
import { ActionIcon, Box, Text } from '@mantine/core'
import type { AuditEntry } from '../../../../src/contract/audit/audit.ts'
import { AuditSentence } from '../../components/audit/audit-sentence.tsx'
import { CodeBlock } from '../../components/copy.tsx'
import { Ago } from '../../components/time.tsx'
import { IconChevronDown, IconChevronRight } from '../../icons/tabler.ts'
import classes from '../projects/settings.module.css'

type AuditRowProps = { entry: AuditEntry; opened: boolean; onToggle: () => void }

export function AuditRow({ entry, opened, onToggle }: AuditRowProps) {
  return (
    <Box className={classes.entry}>
      <Box className={classes.entryHead}>
        <Box>
          <AuditSentence entry={entry} />
        </Box>
        <Text size="xs" c="dimmed" component="div">
          <Ago at={entry.at} />
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          onClick={onToggle}
          aria-expanded={opened}
          aria-label={opened ? 'Hide details' : 'Show details'}
        >
          {opened ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
        </ActionIcon>
      </Box>
      {opened && (
        <Box className={classes.entryFacts}>
          <CodeBlock code={wordFacts(entry)} label="details" />
        </Box>
      )}
    </Box>
  )
}

function wordFacts({ at, actor, action, subject_id, facts }: AuditEntry): string {
  return JSON.stringify({ at, actor, action, subject_id, facts }, null, 2)
}
