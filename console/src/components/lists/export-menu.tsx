// Exports what is filtered, as a table or as JSON Lines.
import { Button, Menu } from '@mantine/core'
import { projectPath, withQuery } from '../../api.ts'
import { IconDownload } from '../../icons/tabler.ts'
import type { QueryFor } from '../../operations.ts'
import { useProjectId } from '../../session/project.ts'

const FORMATS = [
  { format: 'csv', label: 'CSV (for spreadsheets)' },
  { format: 'jsonl', label: 'JSON Lines (for scripts)' },
]

type Exported = 'observations' | 'answers' | 'issues'

export function ExportMenu<Of extends Exported>({
  of,
  query,
  disabled = false,
}: {
  of: Of
  query?: QueryFor<['export', `${Of}.csv`]>
  disabled?: boolean
}) {
  const projectId = useProjectId()
  return (
    <Menu position="bottom-end" disabled={disabled}>
      <Menu.Target>
        <Button variant="default" size="sm" leftSection={<IconDownload size={16} />} disabled={disabled}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map(({ format, label }) => (
          <Menu.Item
            key={format}
            component="a"
            href={withQuery(projectPath(projectId, 'export', `${of}.${format}`), query)}
            download
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
