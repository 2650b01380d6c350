// Text to copy: a line with a button, or a block of code.
import { ActionIcon, Box, Code, CopyButton, Group, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '../icons/tabler.ts'
import classes from './copy.module.css'

type CopyProps = { text: string; label?: string; autoFocus?: boolean }

export function Copy({ text, label = 'Copy', autoFocus = false }: CopyProps) {
  return (
    <CopyButton value={text} timeout={1_500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : label}>
          <ActionIcon
            variant="subtle"
            color={copied ? 'moss' : 'gray'}
            onClick={copy}
            aria-label={label}
            autoFocus={autoFocus}
          >
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}

export function CopyLine({ text, label, autoFocus = false }: CopyProps & { label: string }) {
  return (
    <Group gap={4} wrap="nowrap" className={classes.line}>
      <Code className={classes.lineText}>{text}</Code>
      <Copy text={text} label={`Copy ${label}`} autoFocus={autoFocus} />
    </Group>
  )
}

export function CodeBlock({ code, label, wrap = false }: { code: string; label: string; wrap?: boolean }) {
  return (
    <Box className={classes.block}>
      <Box
        component="pre"
        className={classes.code}
        data-wrap={wrap || undefined}
        tabIndex={0}
        role="region"
        aria-label={label}
      >
        {code}
      </Box>
      <Box className={classes.corner}>
        <Copy text={code} label={`Copy ${label}`} />
      </Box>
    </Box>
  )
}
