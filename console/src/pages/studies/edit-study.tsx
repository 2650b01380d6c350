// Changes a study that has not ended.
import { useNavigate } from '@tanstack/react-router'
import type { Study, StudyCreate } from '../../../../src/contract/admin.ts'
import { sayDone } from '../../components/notices.tsx'
import { useStudyChange } from './study-change.ts'
import { draftOf } from './study-draft.ts'
import { StudyForm } from './study-form.tsx'

export function EditStudy({ study }: { study: Study }) {
  const change = useStudyChange(study.id)
  const navigate = useNavigate()
  const close = (ignoreBlocker = false) =>
    navigate({ to: '.', search: {} as never, replace: true, ignoreBlocker })
  const save = async (body: StudyCreate) => {
    await change.mutateAsync(body)
    await close(true)
    sayDone('The study is saved.')
  }
  return (
    <StudyForm
      initial={draftOf(study)}
      study={study}
      choices={[{ label: 'Save' }]}
      save={save}
      onCancel={() => void close()}
    />
  )
}
