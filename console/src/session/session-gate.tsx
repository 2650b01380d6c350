// What stands before every page: who is signed in, and the way to sign in again without leaving the page.

import { Modal, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { whenSignedOut } from '../api.ts'
import { PageFailed, PageLoading } from '../shell/page-states.tsx'
import { useSession } from './session.ts'
import { SetupNeeded } from './setup-needed.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Pages for people without a session. */
const OPEN = ['/sign-in', '/setup', '/invite', '/reset', '/consent']

export function SessionGate() {
  const { data: session, error, refetch } = useSession()
  const { pathname, href } = useRouterState({ select: ({ location }) => location })
  const navigate = useNavigate()
  const [expired, setExpired] = useState(false)
  const open = OPEN.includes(pathname)
  const signedOut = session?.account === null && !session.setup_needed && !open && !expired

  useEffect(() => whenSignedOut(() => setExpired(true)), [])
  useEffect(() => {
    if (signedOut)
      void navigate({ to: '/sign-in', search: { next: href === '/' ? undefined : href }, replace: true })
  }, [signedOut, href, navigate])

  if (error && !session) return <PageFailed error={error} reset={() => void refetch()} />
  if (session?.setup_needed && pathname !== '/setup') return <SetupNeeded />
  if (!session || signedOut) return <PageLoading />
  return (
    <>
      <Outlet />
      {/* The page stays as it is underneath: nothing typed into it is lost. */}
      <SignInAgain opened={expired && !open} onDone={() => setExpired(false)} />
    </>
  )
}

/** A session ended while the page was open: sign in over the page, and go on where one was. */
function SignInAgain({ opened, onDone }: { opened: boolean; onDone: () => void }) {
  const client = useQueryClient()
  const { data: session } = useSession()
  return (
    <Modal opened={opened} onClose={() => {}} withCloseButton={false} title="Sign in again" centered>
      <Text size="sm" c="dimmed" mb="md">
        Your session has expired. Anything you typed is still here.
      </Text>
      <SignInForm
        email={session?.account?.email}
        onDone={() => {
          onDone()
          void client.invalidateQueries()
        }}
      />
    </Modal>
  )
}
