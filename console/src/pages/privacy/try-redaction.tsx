// Shows how a text would be stored with the page's unsaved settings.
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { LIMITS } from '../../../../src/contract/limits.ts'
import type { PrivacyUpdate } from '../../../../src/contract/privacy/privacy.ts'
import { api, projectPath } from '../../api.ts'
import { sayFailed } from '../../components/notices.tsx'
import { Panel } from '../../components/panel.tsx'
import { useChange } from '../../queries.ts'

export function TryRedaction(settings: Pick<PrivacyUpdate, 'redact' | 'patterns'>) {
  const [text, setText] = useState('')
  const attempt = useChange(
    (tried: string, projectId) =>
      api.post(projectPath(projectId, 'privacy', 'test'), { text: tried, ...settings }),
    { refreshes: false },
  )
  return (
    <Panel title="Try it" about="Nothing is stored.">
      <Stack gap="sm">
        <Textarea
          aria-label="Text to redact"
          placeholder="Paste a note to see how it would be stored"
          autosize
          minRows={2}
          maxLength={LIMITS.redactionTestLength}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group>
          <Button
            variant="default"
            size="xs"
            loading={attempt.isPending}
            disabled={text.trim() === ''}
            onClick={() => attempt.mutate(text, { onError: sayFailed })}
          >
            Redact
          </Button>
        </Group>
        {attempt.data && (
          <Text size="sm" className="fn-break" aria-label="Redacted text" role="status">
            {attempt.data.text}
          </Text>
        )}
      </Stack>
    </Panel>
  )
}
