// One tag in the list.
import { ActionIcon, Box, Menu, Text, UnstyledButton } from '@mantine/core'
import type { TagDetail } from '../../../../src/contract/tags/tags.ts'
import { TagLabel } from '../../components/labels.tsx'
import { TextLink } from '../../components/links.tsx'
import { plural } from '../../format.ts'
import { IconDots, IconPencil, IconRefresh, IconTrash } from '../../icons/tabler.ts'
import { useMay, useProjectId } from '../../session/project.ts'
import classes from './tags.module.css'

type TagRowProps = {
  tag: TagDetail
  current: boolean
  onOpen: () => void
  onRematch: () => void
  onDelete: () => void
}

export function TagRow({ tag, current, onOpen, onRematch, onDelete }: TagRowProps) {
  const projectId = useProjectId()
  const mayEdit = useMay('editor')
  return (
    <Box className={`fn-row ${classes.row}`} data-current={current || undefined}>
      <UnstyledButton className={classes.open} onClick={onOpen}>
        <TagLabel label={tag.label} color={tag.config.color} />
        <Text size="sm" c="dimmed" lineClamp={2} dir="auto" className="fn-break">
          {summary(tag)}
        </Text>
      </UnstyledButton>
      <TextLink
        to="/p/$projectId/observations"
        params={{ projectId }}
        search={{ tag: tag.id }}
        size="sm"
        className={`fn-number ${classes.count}`}
      >
        {plural(tag.observation_count, 'observation')}
      </TextLink>
      {mayEdit && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${tag.label}`}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={onOpen}>
              Edit
            </Menu.Item>
            <Menu.Item leftSection={<IconRefresh size={16} />} onClick={onRematch}>
              Match against all observations
            </Menu.Item>
            <Menu.Item c="var(--fn-bad)" leftSection={<IconTrash size={16} />} onClick={onDelete}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </Box>
  )
}

function summary({ config }: TagDetail): string {
  const { description, keywords = [], examples = [] } = config
  if (description) return description
  if (keywords.length > 0) return `Keywords: ${keywords.join(', ')}`
  return examples.length > 0
    ? plural(examples.length, 'example')
    : 'Matches observations with the same meaning as its label'
}
