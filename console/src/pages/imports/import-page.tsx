// Imports files with existing observations, which can be removed again.
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { Page } from '../../components/page.tsx'
import { OwnersOnly } from '../../components/projects/owners-only.tsx'
import { useMay } from '../../session/project.ts'
import { ChooseFile } from './choose-file.tsx'
import { ImportList } from './import-list.tsx'
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
