// Changes a study that has not ended.
import type { Study, StudyCreate } from '../../../../src/contract/admin.ts'
import { sayDone } from '../../components/notices.tsx'
import { useFilters } from '../../filters.ts'
import { useStudyChange } from './study-change.ts'
import { draftOf } from './study-draft.ts'
import { StudyForm } from './study-form.tsx'

export function EditStudy({ study }: { study: Study }) {
  const change = useStudyChange(study.id)
  const [, changeFilters] = useFilters()
  const save = async (body: StudyCreate) => {
    await change.mutateAsync(body)
    changeFilters({ edit: undefined }, { ignoreBlocker: true })
    sayDone('The study is saved.')
  }
  return (
    <StudyForm
      initial={draftOf(study)}
      study={study}
      choices={[{ label: 'Save' }]}
      save={save}
      onCancel={() => changeFilters({ edit: undefined })}
    />
  )
}
