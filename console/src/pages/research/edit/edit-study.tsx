// Changes a study that has not ended.
import { useState } from 'react'
import type { Study, StudyCreate, StudyUpdate } from '../../../../../src/contract/research/studies.ts'
import { useKeptDraft } from '../../../components/forms/kept-draft.tsx'
import { sayDone } from '../../../components/notices.tsx'
import { useFilters } from '../../../filters.ts'
import { isConflict } from '../../../queries.ts'
import { useStudyChange } from '../study-change.ts'
import { draftOf, toBody } from './study-draft.ts'
import { StudyForm } from './study-form.tsx'

export function EditStudy({ study }: { study: Study }) {
  const draft = useKeptDraft(`study-${study.id}`, draftOf(study))
  /** After a conflict was shown, saving again overwrites the other question. */
  const [expected, setExpected] = useState<string | undefined>(draft.from.question)
  const change = useStudyChange(study.id)
  const [, changeFilters] = useFilters()
  const save = async (body: StudyCreate) => {
    const changed = changes(toBody(draft.saved), body)
    const asked = changed.question !== undefined && expected !== undefined
    await change.mutateAsync({ ...changed, ...(asked && { expected_question: expected }) }).catch((error) => {
      if (isConflict(error)) setExpected(undefined)
      throw error
    })
    draft.forget()
    changeFilters({ edit: undefined }, { ignoreBlocker: true })
    sayDone('Study saved.')
  }
  return (
    <StudyForm
      draft={draft}
      study={study}
      choices={[{ label: 'Save' }]}
      save={save}
      onCancel={() => changeFilters({ edit: undefined })}
    />
  )
}

/** Only fields changed here, so that other people's changes are kept. */
function changes(before: StudyCreate, after: StudyCreate): StudyUpdate {
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => before[field as keyof StudyCreate] !== value),
  )
}
