// Saves the texts as a new version, discards them, or restores the default.
import { Button } from '@mantine/core'
import type { GuidelinesDetail, GuidelinesUpdate } from '../../../../src/contract/guidelines/guidelines.ts'
import { sayDone, sayFailed, sayUndoable } from '../../components/notices.tsx'
import { problemOf } from './editor.tsx'
import classes from './guidelines.module.css'
import { type Drafts, type TextName, toStore, useGuidelinesChange } from './texts.ts'

type SaveBarProps = { name: TextName; drafts: Drafts; guidelines: GuidelinesDetail }

export function SaveBar({ name, drafts, guidelines }: SaveBarProps) {
  const change = useGuidelinesChange()
  const { changed, text } = drafts
  const isDefault = text(name) === guidelines.defaults[name]
  const save = () => {
    const body: GuidelinesUpdate = Object.fromEntries(
      changed.map((each) => [each, toStore(text(each), each, guidelines)]),
    )
    change.mutate(body, {
      onSuccess: ({ version }) => {
        drafts.clear()
        sayDone(`Saved version ${version}.`)
      },
      onError: sayFailed,
    })
  }
  const discard = () => {
    const words = text(name)
    drafts.discard(name)
    sayUndoable('Discarded your changes.', () => drafts.write(name, words))
  }
  return (
    <div className={classes.saveBar}>
      <Button
        variant="subtle"
        color="gray"
        disabled={isDefault}
        onClick={() => drafts.write(name, guidelines.defaults[name])}
      >
        Restore default
      </Button>
      <div className={classes.saveChoices}>
        <Button variant="default" disabled={!changed.includes(name)} onClick={discard}>
          Discard changes
        </Button>
        <Button
          loading={change.isPending}
          disabled={changed.length === 0 || changed.some((each) => problemOf(text(each)) !== null)}
          onClick={save}
        >
          {changed.length > 1
            ? `Save both as version ${guidelines.version + 1}`
            : `Save as version ${guidelines.version + 1}`}
        </Button>
      </div>
    </div>
  )
}
