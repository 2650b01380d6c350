// The project's possible duplicates, one pair at a time: the same, different, or later.
import { Button, Group, Kbd, Text } from '@mantine/core'
import { useState } from 'react'
import type { DuplicatePair } from '../../../../../src/contract/issues/duplicates.ts'
import { api, projectPath } from '../../../api.ts'
import { usePageKeys } from '../../../components/lists/list-keys.ts'
import { Shortcuts } from '../../../components/lists/shortcuts.tsx'
import { sayFailed, sayUndoable } from '../../../components/notices.tsx'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import { Empty, Failed, Rows } from '../../../components/states.tsx'
import { useList, useRefresh, useResource } from '../../../queries.ts'
import { useMay, useProjectId } from '../../../session/project.ts'
import { sayViewersMayNot } from '../may-not.ts'
import classes from './review-page.module.css'
import { SideOfPair } from './side-of-pair.tsx'

/** Requested again with every verdict. */
const AT_A_TIME = 20

const keyOf = ({ one, other }: DuplicatePair): string => [one.id, other.id].sort().join()
const idsOf = ({ one, other }: DuplicatePair): string[] => [one.id, other.id]

type Verdict = 'same' | 'different'
/** `forget` resolves to a function that removes the undo notice, or to null when the verdict was refused. */
type Judged = { pair: DuplicatePair; forget: Promise<(() => void) | null> }

export function ReviewPage() {
  const list = useList(['duplicates'], { limit: AT_A_TIME })
  const total = useResource(['totals', 'duplicates'])
  const mayEdit = useMay('editor')
  /** Judged or skipped pairs; the list may still contain them. */
  const [passed, setPassed] = useState<ReadonlySet<string>>(new Set())
  const [shownKey, setShownKey] = useState('')
  const [last, setLast] = useState<Judged | null>(null)
  const { judge, undo } = useVerdicts()
  const waiting = list.items.filter((pair) => !passed.has(keyOf(pair)))
  // More likely pairs that arrive meanwhile wait, so that the shown pair does not change.
  const pair = waiting.find((one) => keyOf(one) === shownKey) ?? waiting[0]
  if (pair && keyOf(pair) !== shownKey) setShownKey(keyOf(pair))
  const pass = (one: DuplicatePair) => {
    setPassed((before) => new Set(before).add(keyOf(one)))
    if (waiting.length <= 2 && list.hasNextPage) void list.fetchNextPage()
  }
  const comeBack = (one: DuplicatePair) => {
    setPassed((before) => new Set([...before].filter((key) => key !== keyOf(one))))
    setShownKey(keyOf(one))
    setLast(null)
  }
  const say = (verdict: Verdict) => {
    if (!pair) return
    if (!mayEdit) return sayViewersMayNot()
    pass(pair)
    setLast({ pair, forget: judge(pair, verdict, comeBack) })
  }
  const takeBack = async ({ pair: judged, forget }: Judged) => {
    setLast(null)
    const hide = await forget
    hide?.()
    if (hide) await undo(judged, comeBack)
  }
  usePageKeys([
    ['s', () => say('same')],
    ['d', () => say('different')],
    ['j', () => pair && pass(pair)],
    ['z', () => last && void takeBack(last)],
  ])
  return (
    <Page
      title="Review"
      about="Issues that may be duplicates, the likeliest first. Your answers improve what is suggested next."
      actions={
        <Shortcuts
          keys={[
            ['s', 'Same: merge the two'],
            ['d', 'Different: keep them separate'],
            ['j', 'Skip'],
            ['z', 'Undo the last answer'],
          ]}
        />
      }
    >
      {list.isPending && <Rows count={3} height={120} />}
      {list.error && !pair && <Failed error={list.error} retry={() => void list.refetch()} />}
      {list.isSuccess && !pair && <Done skipped={list.items.length} again={() => setPassed(new Set())} />}
      {pair && (
        <Panel>
          <Group justify="space-between" gap="sm" mb="md">
            <Text size="sm" c="dimmed" role="status">
              {Math.round(pair.chance * 100)}% likely the same
              {total.data && ` · ${total.data.count}${total.data.at_least ? '+' : ''} to review`}
            </Text>
            <Group gap="xs" className={classes.verdicts}>
              {mayEdit && (
                <>
                  <Button size="sm" onClick={() => say('same')} rightSection={<Key name="s" />}>
                    Same
                  </Button>
                  <Button
                    size="sm"
                    variant="default"
                    onClick={() => say('different')}
                    rightSection={<Key name="d" />}
                  >
                    Different
                  </Button>
                </>
              )}
              <Button size="sm" variant="subtle" onClick={() => pass(pair)} rightSection={<Key name="j" />}>
                Skip
              </Button>
            </Group>
          </Group>
          <div className={classes.sides}>
            <SideOfPair issue={pair.one} note="Stays if they are the same" />
            <SideOfPair issue={pair.other} />
          </div>
        </Panel>
      )}
    </Page>
  )
}

function Key({ name }: { name: string }) {
  return (
    <Kbd size="xs" visibleFrom="sm" aria-hidden>
      {name}
    </Kbd>
  )
}

/** Nothing is left, or only skipped pairs. */
function Done({ skipped, again }: { skipped: number; again: () => void }) {
  return (
    <Panel>
      <Empty
        title={skipped > 0 ? 'You skipped the rest' : 'Nothing to review'}
        action={
          skipped > 0 && (
            <Button variant="default" onClick={again}>
              Show them again
            </Button>
          )
        }
      >
        {skipped > 0
          ? 'Skipped pairs stay here until someone answers.'
          : 'Pairs of issues that may be duplicates appear here as observations arrive.'}
      </Empty>
    </Panel>
  )
}

function useVerdicts() {
  const refresh = useRefresh()
  const projectId = useProjectId()
  async function undo(pair: DuplicatePair, comeBack: (pair: DuplicatePair) => void) {
    try {
      await api.post(projectPath(projectId, 'duplicates', 'verdicts', 'undo'), { issue_ids: idsOf(pair) })
      await refresh()
      comeBack(pair) // once the list contains it again
    } catch (error) {
      sayFailed(error as Error)
    }
  }
  async function judge(
    pair: DuplicatePair,
    verdict: Verdict,
    comeBack: (pair: DuplicatePair) => void,
  ): Promise<(() => void) | null> {
    const { one, other } = pair
    try {
      await api.post(projectPath(projectId, 'duplicates', 'verdicts'), { issue_ids: idsOf(pair), verdict })
      const said =
        verdict === 'same'
          ? `Merged #${other.number} into #${one.number}.`
          : `#${one.number} and #${other.number} stay separate.`
      const forget = sayUndoable(said, () => undo(pair, comeBack), { projectId, issueId: one.id })
      void refresh()
      return forget
    } catch (error) {
      sayFailed(error as Error)
      await refresh()
      comeBack(pair)
      return null
    }
  }
  return { judge, undo }
}
