// The current project, and switching to another.
import { Menu, Text, UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { IconCheck, IconFlask, IconPlus, IconSelector } from '../icons/tabler.ts'
import { useCurrentProject } from '../session/project.ts'
import { useSession } from '../session/session.ts'
import { NewProject } from './new-project.tsx'
import classes from './project-switch.module.css'

export function ProjectSwitch() {
  const current = useCurrentProject()
  const projects = useSession().data?.projects ?? []
  const navigate = useNavigate()
  const [creating, setCreating] = useState(false)
  return (
    <>
      <Menu width={236} position="bottom-start">
        <Menu.Target>
          <UnstyledButton className={classes.button} aria-label={`Project: ${current?.name}. Switch project`}>
            <img src="/icon.svg" alt="" width={26} height={26} />
            <Text fw={600} truncate flex={1}>
              {current?.name}
            </Text>
            <IconSelector size={16} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Projects</Menu.Label>
          {projects.map(({ id, name, sample_of }) => (
            <Menu.Item
              key={id}
              leftSection={sample_of && <IconFlask size={14} />}
              rightSection={id === current?.id ? <IconCheck size={14} /> : null}
              onClick={() => void navigate({ to: '/p/$projectId', params: { projectId: id } })}
            >
              {name}
            </Menu.Item>
          ))}
          {projects.some(({ role }) => role === 'owner') && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconPlus size={14} />} onClick={() => setCreating(true)}>
                New project
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <NewProject opened={creating} onClose={() => setCreating(false)} />
    </>
  )
}
