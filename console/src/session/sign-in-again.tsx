// Signs in again on top of the page when the session has ended.
import { Modal, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useSession } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'

export function SignInAgain({ opened, onDone }: { opened: boolean; onDone: () => void }) {
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
