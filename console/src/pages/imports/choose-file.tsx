// Drop or choose a file.
import { Button, FileButton, Stack, Text } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { formatNumber } from '../../format.ts'
import { IconFileImport } from '../../icons/tabler.ts'
import classes from './imports.module.css'

const ACCEPTED = '.csv,.tsv,.txt,.jsonl,.ndjson'

export function ChooseFile({ onChoose }: { onChoose: (file: File) => void }) {
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onChoose(file)
  }
  return (
    <section
      className={classes.drop}
      data-over={over || undefined}
      aria-label="Choose a file"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Stack align="center" gap="xs">
        <IconFileImport size={28} stroke={1.4} aria-hidden />
        <FileButton onChange={(file) => file && onChoose(file)} accept={ACCEPTED}>
          {(props) => <Button {...props}>Choose a file</Button>}
        </FileButton>
        <Text size="sm" c="dimmed" ta="center">
          Or drop it here. CSV or JSON Lines, up to {formatNumber(LIMITS.importRows)} rows. You’ll see how
          it’s read before anything is stored.
        </Text>
      </Stack>
    </section>
  )
}
