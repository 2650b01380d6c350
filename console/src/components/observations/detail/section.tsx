// A titled part of the drawer.
import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type SectionProps = { title: string; actions?: ReactNode; children: ReactNode }

export function Section({ title, actions, children }: SectionProps) {
  return (
    <section aria-label={title}>
      <Group justify="space-between" mih={30} mb={4}>
        <Title order={3} size="h6" fw={600}>
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </section>
  )
}
