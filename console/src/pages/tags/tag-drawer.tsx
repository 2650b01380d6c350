// Creates or edits a tag, next to what it would match.
import { Drawer, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useLayoutEffect, useState } from 'react'
import type { TagDetail } from '../../../../src/contract/tags/tags.ts'
import { ApiError, api, projectPath } from '../../api.ts'
import { TextFact } from '../../components/facts.tsx'
import { RestoredDraft, useKeptDraft } from '../../components/forms/kept-draft.tsx'
import { UnsavedGuard } from '../../components/forms/unsaved-guard.tsx'
import { sayDone, sayFailed } from '../../components/notices.tsx'
import { isConflict, useChange } from '../../queries.ts'
import { useMay } from '../../session/project.ts'
import { CHECKS, draftOf, fieldErrors, type TagDraft, toBody } from './tag-draft.ts'
import { TagForm } from './tag-form.tsx'
import { TagTestPanel } from './tag-test.tsx'
import classes from './tags.module.css'

type TagDrawerProps = {
  opened: boolean
  /** Null for a new tag. */
  tag: TagDetail | null
  onClose: () => void
  onSaved: (tag: TagDetail, rematch: boolean) => void
}

export function TagDrawer({ opened, tag, onClose, onSaved }: TagDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={1080}
      title={tag ? `Tag “${tag.label}”` : 'New tag'}
      styles={{ title: { fontWeight: 600 } }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ title: 'fn-break' }}
    >
      {opened && <TagView key={tag?.id ?? 'new'} tag={tag} onSaved={onSaved} />}
    </Drawer>
  )
}

type TagViewProps = Pick<TagDrawerProps, 'tag' | 'onSaved'>

function TagView(props: TagViewProps) {
  const mayEdit = useMay('editor')
  const { tag } = props
  if (mayEdit || !tag) return <TagEditor {...props} />
  return (
    <div className={classes.editor}>
      <TagFacts tag={tag} />
      <TagTestPanel draft={draftOf(tag)} tagId={tag.id} />
    </div>
  )
}

function TagEditor({ tag, onSaved }: TagViewProps) {
  const kept = useKeptDraft(`tag-${tag?.id ?? 'new'}`, draftOf(tag))
  /** After a conflict was shown, saving again overwrites the other label. */
  const [expected, setExpected] = useState(tag ? kept.from.label : undefined)
  const form = useForm<TagDraft>({
    initialValues: kept.saved,
    validate: CHECKS,
    validateInputOnBlur: true,
    onValuesChange: kept.keep,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, over what is saved, which is what it differs from
  useLayoutEffect(() => form.setValues(kept.begin), [])
  const discard = () => {
    form.reset()
    kept.forget()
  }
  const save = useChange((draft: TagDraft, projectId) =>
    tag
      ? api.patch(projectPath(projectId, 'tags', tag.id), {
          ...toBody(draft),
          ...(expected !== undefined && { expected_label: expected }),
        })
      : api.post(projectPath(projectId, 'tags'), toBody(draft)),
  )
  const submit = (draft: TagDraft, rematch: boolean) =>
    save.mutateHere(draft, {
      onSuccess: (saved) => {
        kept.forget()
        sayDone(tag ? 'Tag saved.' : `Created the tag “${saved.label}”.`)
        onSaved(saved, rematch)
      },
      onError: (error) => {
        if (isConflict(error)) setExpected(undefined)
        const fields = errorsOf(error)
        form.setErrors(fields)
        if (Object.keys(fields).length === 0) sayFailed(error)
      },
    })
  return (
    <div className={classes.editor}>
      <UnsavedGuard when={form.isDirty()} param="edit" />
      <Stack>
        {kept.isRestored && <RestoredDraft onDiscard={discard} />}
        <TagForm form={form} isNew={tag === null} saving={save.isPending} onSubmit={submit} />
      </Stack>
      <TagTestPanel draft={form.getValues()} tagId={tag?.id ?? null} />
    </div>
  )
}

/** Both possible conflicts are about the label: it is taken, or somebody else renamed the tag. */
function errorsOf(error: Error): Record<string, string> {
  if (isConflict(error)) return { label: error.message }
  return error instanceof ApiError ? fieldErrors(error.fields) : {}
}

/** A tag for those who read it: what it is for, and how the digest recognizes what belongs under it. */
function TagFacts({ tag: { config } }: { tag: TagDetail }) {
  const { description, keywords = [], exclude = [], examples = [], threshold } = config
  return (
    <Stack gap="sm" component="dl" m={0}>
      <TextFact name="Description">{description || 'None'}</TextFact>
      <TextFact name="Keywords">{keywords.join(', ') || 'None'}</TextFact>
      <TextFact name="Excluded phrases">{exclude.join(', ') || 'None'}</TextFact>
      <TextFact name="Examples">{examples.join('\n') || 'None'}</TextFact>
      <TextFact name="Similarity threshold">
        {typeof threshold === 'number' ? `At least ${threshold.toFixed(2)}` : 'Chosen by the digest'}
      </TextFact>
    </Stack>
  )
}
