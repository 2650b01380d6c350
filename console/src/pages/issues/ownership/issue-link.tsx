// An issue's number; clicking it copies the issue's address.
import { CopyButton, Tooltip, UnstyledButton } from '@mantine/core'
import { IssueNumber } from '../../../components/issues/issue-number.tsx'
import { useProjectId } from '../../../session/project.ts'

export function IssueLink({ number }: { number: number }) {
  const address = `${window.location.origin}/p/${useProjectId()}/issues/${number}`
  return (
    <CopyButton value={address} timeout={1_500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : 'Copy link'}>
          <UnstyledButton onClick={copy} aria-label={`Copy link to #${number}`}>
            <IssueNumber number={number} />
          </UnstyledButton>
        </Tooltip>
      )}
    </CopyButton>
  )
}
