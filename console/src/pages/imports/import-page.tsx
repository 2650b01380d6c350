// What the team already has: files become observations, and can be taken out again.
import { Button, FileButton, Stack, Text } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { Page } from '../../components/page.tsx'
import { OwnersOnly } from '../../components/projects/owners-only.tsx'
import { formatNumber } from '../../format.ts'
import { IconFileImport } from '../../icons/tabler.ts'
import { useMay } from '../../session/project.ts'
import { ImportList } from './import-list.tsx'
import classes from './imports.module.css'
import { MapFile } from './map-file.tsx'

export function ImportPage() {
  const [file, setFile] = useState<File | null>(null)
  const owner = useMay('owner')
  const close = () => setFile(null)
  return (
    <Page title="Import" about="Bring in support tickets, reviews, or survey answers that you already have.">
      <OwnersOnly what="imports" />
      <Stack gap="md">
        {owner && !file && <ChooseFile onChoose={setFile} />}
        {owner && file && <MapFile key={`${file.name} ${file.lastModified}`} file={file} onDone={close} />}
        <ImportList />
      </Stack>
    </Page>
  )
}

const ACCEPTED = '.csv,.tsv,.txt,.jsonl,.ndjson'

/** Where a file is dropped or chosen. */
function ChooseFile({ onChoose }: { onChoose: (file: File) => void }) {
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
