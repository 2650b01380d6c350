// The inbox's filters: status first, then all others.
import { Button, Group, SegmentedControl, Select } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { ISSUE_KINDS, SEVERITIES } from '../../../../../src/contract/labels.ts'
import { CountedChoice } from '../../../components/lists/counted-choice.tsx'
import { type FilterChip, FilterChips } from '../../../components/lists/filter-chips.tsx'
import { FilterMenu, FilterToggle } from '../../../components/lists/filter-menu.tsx'
import { SearchField } from '../../../components/lists/search-field.tsx'
import { useTags } from '../../../components/tags/tag-list.ts'
import { useFilters } from '../../../filters.ts'
import { capitalized, formatDate } from '../../../format.ts'
import { IconAdjustmentsHorizontal, IconArrowsSort } from '../../../icons/tabler.ts'
import { defaultSort, NARROWING, SORT_LABELS, STATUS_CHOICES, sortOf, sortsOf } from '../issue-query.ts'
import { useAssignees } from '../ownership/members.ts'
import { totalOf, useIssueCounts } from '../use-issue-counts.ts'
import classes from './issue-filters.module.css'

const options = (words: readonly string[]) => words.map((value) => ({ value, label: capitalized(value) }))

export function IssueFilters() {
  const [filters, change] = useFilters()
  const [opened, { toggle }] = useDisclosure(false)
  const chips = useIssueChips()
  return (
    <div className={classes.filters}>
      <Statuses />
      <div className={classes.line}>
        <div className={classes.search}>
          <SearchField
            label="Search issues"
            placeholder="Search titles and observations"
            value={filters.q ?? ''}
            onChange={(q) => change({ q })}
          />
          <Button
            hiddenFrom="sm"
            variant="default"
            leftSection={<IconAdjustmentsHorizontal size={16} />}
            aria-expanded={opened}
            onClick={toggle}
          >
            Filter{chips.length > 0 && ` (${chips.length})`}
          </Button>
        </div>
        <Group gap="xs" className={classes.narrow} data-opened={opened || undefined}>
          <Narrowing />
        </Group>
      </div>
      <FilterChips
        chips={chips}
        onClear={() => change(Object.fromEntries(NARROWING.map((name) => [name, undefined])))}
      />
    </div>
  )
}

/** Scrolls sideways on narrow screens, and keeps the chosen status visible. */
function Statuses() {
  const [{ status = '' }, change] = useFilters()
  const counts = useIssueCounts()
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the choice
  useEffect(() => {
    const chosen = box.current?.querySelector<HTMLElement>('input:checked + label')
    if (chosen && box.current) box.current.scrollLeft = chosen.offsetLeft - box.current.clientWidth / 3
  }, [status])
  return (
    <div className={classes.statuses} ref={box}>
      <SegmentedControl
        aria-label="Status"
        data={STATUS_CHOICES.map(({ value, label }) => ({
          value,
          label: <CountedChoice label={label} total={totalOf(counts, value)} />,
        }))}
        value={status}
        onChange={(status) => change({ status })}
      />
    </div>
  )
}

function Narrowing() {
  const [filters, change] = useFilters()
  const tags = useTags()
  const several = (name: 'kind' | 'severity', words: readonly string[]) => (
    <FilterMenu
      label={capitalized(name)}
      options={options(words)}
      several
      chosen={filters[name]?.split(',') ?? []}
      onChange={(chosen) => change({ [name]: chosen.join(',') })}
    />
  )
  return (
    <>
      <AssigneeFilter />
      {several('kind', ISSUE_KINDS)}
      {several('severity', SEVERITIES.toReversed())}
      <FilterMenu
        label="Tag"
        options={tags.items.map(({ id, label }) => ({ value: id, label }))}
        chosen={filters.tag ? [filters.tag] : []}
        onChange={([tag]) => change({ tag })}
        none="This project has no tags yet"
      />
      <FilterToggle
        label="Regressed"
        isSet={filters.regressed === 'true'}
        onChange={(on) => change({ regressed: on ? 'true' : undefined })}
      />
      <Select
        aria-label="Sort by"
        leftSection={<IconArrowsSort size={15} />}
        data={sortsOf(filters).map((value) => ({ value, label: SORT_LABELS[value] }))}
        value={sortOf(filters)}
        onChange={(sort) =>
          change({ sort: sort === defaultSort(filters) || sort === null ? undefined : sort })
        }
        allowDeselect={false}
        className={classes.sort}
      />
    </>
  )
}

/** The filters of the inbox that are set, in words. */
function useIssueChips(): FilterChip[] {
  const [filters, change] = useFilters()
  const tags = useTags()
  const { people } = useAssignees()
  const chip = (name: string, key: string, value: string | undefined): FilterChip[] =>
    value === undefined ? [] : [{ name, value, onRemove: () => change({ [key]: undefined }) }]
  const tag = tags.items.find(({ id }) => id === filters.tag)?.label
  const own = OWN_CHOICES.find(({ value }) => value === filters.assigned)?.label.toLowerCase()
  const assignee = people.find(({ account_id }) => account_id === filters.assignee)?.name
  return [
    ...chip('Issues', 'assigned', own),
    ...chip('Assignee', 'assignee', filters.assignee && (assignee ?? '…')),
    ...chip('Kind', 'kind', filters.kind?.replaceAll(',', ', ')),
    ...chip('Severity', 'severity', filters.severity?.replaceAll(',', ', ')),
    ...chip('Tag', 'tag', filters.tag && (tag ?? '…')),
    ...chip('Regressed', 'regressed', filters.regressed && 'yes'),
    ...chip('New since', 'new_since', filters.new_since && formatDate(filters.new_since)),
  ]
}

const OWN_CHOICES = [
  { value: 'me', label: 'Assigned to me' },
  { value: 'none', label: 'Unassigned' },
]

/** Whose issues are listed: mine, nobody's, or those of a member. A team of one has no use for it. */
function AssigneeFilter() {
  const [{ assigned, assignee }, change] = useFilters()
  const { people, self } = useAssignees()
  const chosen = assigned ?? assignee
  if (people.length < 2 && chosen === undefined) return null
  const others = people.filter(({ account_id }) => account_id !== self)
  const choose = (value: string | undefined) => {
    const isOwn = OWN_CHOICES.some((choice) => choice.value === value)
    change({ assigned: isOwn ? value : undefined, assignee: isOwn ? undefined : value })
  }
  return (
    <FilterMenu
      label="Assignee"
      options={[
        ...OWN_CHOICES,
        ...others.map(({ account_id, name }) => ({ value: account_id, label: name })),
      ]}
      chosen={chosen === undefined ? [] : [chosen]}
      onChange={([value]) => choose(value)}
    />
  )
}
