// How an agent might ask a user.
import type { Study } from '../../../../../src/contract/research/studies.ts'
import { Panel } from '../../../components/panel.tsx'
import { AgentView } from '../agent-view.tsx'

export function PreviewPanel({ study }: { study: Study }) {
  return (
    <Panel title="How an agent asks">
      <AgentView question={study.question} eligibility={study.eligibility_criteria} />
    </Panel>
  )
}
