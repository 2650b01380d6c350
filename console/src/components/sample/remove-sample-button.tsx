// Deletes the sample project after asking, because everything tried out in it is deleted, too.
import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Confirm } from '../forms/confirm.tsx'
import { useRemoveSample } from './remove-sample.ts'

export function RemoveSampleButton({ size }: { size?: string }) {
  const [asking, { open, close }] = useDisclosure(false)
  const { remove, isPending } = useRemoveSample()
  return (
    <>
      <Button size={size} variant="default" loading={isPending} onClick={open}>
        Delete sample project
      </Button>
      <Confirm
        opened={asking}
        onClose={close}
        title="Delete the sample project?"
        action="Delete sample project"
        busy={isPending}
        onConfirm={() => {
          close()
          remove()
        }}
      >
        <Text size="sm">
          Its observations, issues, tags, and studies will be deleted, with everything you tried out in it.
          Your own project isn’t affected, and you can open a new sample project at any time.
        </Text>
      </Confirm>
    </>
  )
}
