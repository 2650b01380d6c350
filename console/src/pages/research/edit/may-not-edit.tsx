// For viewers who open a form by its address.
import { Panel } from '../../../components/panel.tsx'
import { Empty } from '../../../components/states.tsx'

export function MayNotEdit() {
  return (
    <Panel>
      <Empty title="You can view studies but not edit them">Ask a project owner to make you an editor.</Empty>
    </Panel>
  )
}
