// Corrects the kind or severity that the digest found; a person's choice stays.
import { Menu, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Issue } from '../../../../../src/contract/issues/issues.ts'
import { ISSUE_KINDS, isDecided, type JudgedBy, SEVERITIES } from '../../../../../src/contract/labels.ts'
import { KindLabel, SeverityLabel } from '../../../components/labels.tsx'
import { capitalized } from '../../../format.ts'
import { IconCheck, IconChevronDown, IconRotate } from '../../../icons/tabler.ts'
import { useIssueActions } from '../use-issue-actions.ts'
import classes from './judgment-menus.module.css'

export function KindMenu({ issue }: { issue: Issue }) {
  const { judge } = useIssueActions()
  return (
    <JudgmentMenu
      name="kind"
      choices={ISSUE_KINDS}
      chosen={issue.kind}
      by={issue.kind_by}
      onChoose={(kind) => void judge(issue, { kind })}
    >
      <KindLabel kind={issue.kind} />
    </JudgmentMenu>
  )
}

export function SeverityMenu({ issue }: { issue: Issue }) {
  const { judge } = useIssueActions()
  return (
    <JudgmentMenu
      name="severity"
      choices={SEVERITIES.toReversed()}
      chosen={issue.severity}
      by={issue.severity_by}
      onChoose={(severity) => void judge(issue, { severity })}
    >
      <SeverityLabel severity={issue.severity} />
    </JudgmentMenu>
  )
}

type JudgmentMenuProps<T> = {
  name: string
  choices: readonly T[]
  chosen: T | null
  by: JudgedBy
  /** Null lets the digest decide again. */
  onChoose: (choice: T | null) => void
  /** The current label, which opens the menu. */
  children: ReactNode
}

function JudgmentMenu<T extends string>(props: JudgmentMenuProps<T>) {
  const { name, choices, chosen, by, onChoose, children } = props
  return (
    <Menu position="bottom-end" width={220} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.judgment} aria-label={`${capitalized(name)}: ${chosen}`}>
          {children}
          <IconChevronDown size={14} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((choice) => (
          <Menu.Item
            key={choice}
            onClick={() => (choice !== chosen || by !== 'person') && onChoose(choice)}
            rightSection={choice === chosen && <IconCheck size={15} aria-label={`Current ${name}`} />}
          >
            {capitalized(choice)}
          </Menu.Item>
        ))}
        {isDecided(by) && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconRotate size={16} />} onClick={() => onChoose(null)}>
              Use automatic {name}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
