// What the inbox shows: status first, then everything that narrows it further.
import { Button, Chip, Group, SegmentedControl, Select } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconArrowsSort } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { ISSUE_KINDS, ISSUE_SORTS, SEVERITIES } from '../../../../../src/contract/labels.ts'
import { LIMITS } from '../../../../../src/contract/limits.ts'
import type { TagDetail } from '../../../../../src/contract/tags/tags.ts'
import { SearchField } from '../../../components/lists/search-field.tsx'
import { useFilters } from '../../../filters.ts'
import { capitalized, formatDate } from '../../../format.ts'
import { useList } from '../../../queries.ts'
import { NARROWING, SORT_LABELS, STATUS_CHOICES, sortOf } from '../issue-query.ts'
import { AssigneeFilter } from '../ownership/assignee-filter.tsx'
import classes from './issue-filters.module.css'

const options = (words: readonly string[]) => words.map((value) => ({ value, label: capitalized(value) }))

export function IssueFilters() {
  const [filters, change] = useFilters()
  const [opened, { toggle }] = useDisclosure(false)
  const narrowed = NARROWING.filter((name) => name !== 'q' && filters[name] !== undefined).length
  return (
    <div className={classes.filters}>
      <Statuses />
      <div className={classes.line}>
        <div className={classes.search}>
          <SearchField
            label="Search issues"
            placeholder="Search titles and summaries"
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
            Filter{narrowed > 0 && ` (${narrowed})`}
          </Button>
        </div>
        <Group gap="xs" className={classes.narrow} data-opened={opened || undefined}>
          <Narrowing />
        </Group>
      </div>
    </div>
  )
}

/** Scrolls sideways where there is little room; the one that is chosen is in view. */
function Statuses() {
  const [{ status = '' }, change] = useFilters()
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
        data={STATUS_CHOICES}
        value={status}
        onChange={(status) => change({ status })}
      />
    </div>
  )
}

function Narrowing() {
  const [filters, change] = useFilters()
  const tags = useList<TagDetail>(['tags'], { limit: LIMITS.pageSizeMax })
  const narrow = (name: 'kind' | 'severity' | 'tag', data: { value: string; label: string }[]) => (
    <Select
      aria-label={capitalized(name)}
      placeholder={`Any ${name}`}
      data={data}
      value={filters[name] ?? null}
      onChange={(value) => change({ [name]: value ?? undefined })}
      clearable
      searchable={name === 'tag'}
      nothingFoundMessage={name === 'tag' ? 'No matching tags' : undefined}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      className={classes.choice}
    />
  )
  return (
    <>
      <AssigneeFilter className={classes.choice} />
      {narrow('kind', options(ISSUE_KINDS))}
      {narrow('severity', options(SEVERITIES.toReversed()))}
      {narrow(
        'tag',
        tags.items.map(({ id, label }) => ({ value: id, label })),
      )}
      <Chip
        variant="outline"
        checked={filters.regressed === 'true'}
        onChange={(on) => change({ regressed: on ? 'true' : undefined })}
      >
        Regressed
      </Chip>
      {filters.new_since && (
        <Chip variant="outline" checked onChange={() => change({ new_since: undefined })}>
          New since {formatDate(filters.new_since)}
        </Chip>
      )}
      <Select
        aria-label="Sort by"
        leftSection={<IconArrowsSort size={15} />}
        data={ISSUE_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
        value={sortOf(filters)}
        onChange={(sort) => change({ sort: sort === 'last_seen' || sort === null ? undefined : sort })}
        allowDeselect={false}
        className={classes.sort}
      />
    </>
  )
}
