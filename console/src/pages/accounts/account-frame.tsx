// The frame of the account page, which is outside of any project: the mark, and a link back.
import { Box, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { BackLink } from '../../components/back-link.tsx'
import { TextLink } from '../../components/links.tsx'
import { lastProject } from '../../session/project.ts'
import { useSession } from '../../session/session.ts'
import classes from './account-frame.module.css'

export function AccountFrame({ children }: { children: ReactNode }) {
  const projects = useSession().data?.projects ?? []
  const last = projects.find(({ id }) => id === lastProject()) ?? projects[0]
  return (
    <>
      <Box component="header" className={classes.bar}>
        <Group gap="lg" className={classes.inner}>
          <TextLink to="/" className={classes.mark} aria-label="Fieldnote">
            <img src="/icon.svg" alt="" width={26} height={26} />
          </TextLink>
          <BackLink to="/">{last ? `Back to ${last.name}` : 'Back'}</BackLink>
        </Group>
      </Box>
      <main>{children}</main>
    </>
  )
}
