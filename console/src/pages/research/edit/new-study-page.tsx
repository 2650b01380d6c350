// A new study, blank or as a copy of another (`?from=`).
import { useNavigate } from '@tanstack/react-router'
import type { StudyCreate } from '../../../../../src/contract/research/studies.ts'
import { api, projectPath } from '../../../api.ts'
import { useKeptDraft } from '../../../components/forms/kept-draft.tsx'
import { BackLink } from '../../../components/links.tsx'
import { sayDone } from '../../../components/notices.tsx'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import { Empty, Loaded } from '../../../components/states.tsx'
import { useFilters } from '../../../filters.ts'
import { useChange, useResource } from '../../../queries.ts'
import { useMay, useProjectId } from '../../../session/project.ts'
import { BLANK, copyOf, type StudyDraft } from './study-draft.ts'
import { StudyForm } from './study-form.tsx'

const CHOICES = [
  { label: 'Save and start', change: { state: 'active' as const } },
  { label: 'Save as draft' },
]

export function NewStudyPage() {
  const [{ from }] = useFilters()
  const mayEdit = useMay('editor')
  const original = useResource(['studies', from ?? ''], {}, { enabled: from !== undefined })
  return (
    <Page
      title={from ? 'Duplicate study' : 'New study'}
      about="A question agents ask users on your behalf, when the moment is right."
      above={
        <BackLink to="/p/$projectId/studies" params={{ projectId: useProjectId() }}>
          Studies
        </BackLink>
      }
    >
      {!mayEdit ? (
        <MayNotEdit />
      ) : from ? (
        <Loaded of={original}>
          {(study) => <NewStudy name={`study-copy-${from}`} initial={copyOf(study)} />}
        </Loaded>
      ) : (
        <NewStudy name="study-new" initial={BLANK} />
      )}
    </Page>
  )
}

function NewStudy({ name, initial }: { name: string; initial: StudyDraft }) {
  const draft = useKeptDraft(name, initial)
  const navigate = useNavigate()
  const projectId = useProjectId()
  const create = useChange(
    (body: StudyCreate, project) => api.post(projectPath(project, 'studies'), body),
    {},
  )
  const save = async (body: StudyCreate) => {
    const { id, state } = await create.mutateAsync(body)
    draft.forget()
    await navigate({ to: `/p/${projectId}/studies/${id}`, ignoreBlocker: true })
    sayDone(state === 'active' ? 'Study started.' : 'Draft saved.')
  }
  return (
    <StudyForm
      draft={draft}
      choices={CHOICES}
      save={save}
      onCancel={() => void navigate({ to: `/p/${projectId}/studies` })}
    />
  )
}

/** For viewers who came to a form by its address. */
function MayNotEdit() {
  return (
    <Panel>
      <Empty title="You can view studies but not edit them">Ask a project owner to make you an editor.</Empty>
    </Panel>
  )
}
