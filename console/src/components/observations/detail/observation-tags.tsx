// The tags of an observation: found by the digest until a person confirms or removes them.
import { Group, Select, Text, Tooltip } from '@mantine/core'
import type { ObservationDetail } from '../../../../../src/contract/observations/observation-details.ts'
import type { TagVerdict } from '../../../../../src/contract/tags/tags.ts'
import { api, projectPath } from '../../../api.ts'
import { IconCheck, IconCircleCheckFilled, IconX } from '../../../icons/tabler.ts'
import { useChange } from '../../../queries.ts'
import { useMay } from '../../../session/project.ts'
import { closestOptions } from '../../forms/closest-options.ts'
import { IconButton } from '../../icon-button.tsx'
import { TagLabel } from '../../labels.tsx'
import { sayFailed, sayUndoable } from '../../notices.tsx'
import { useTags } from '../../tags/tag-list.ts'
import { usePutObservation } from './observation-cache.ts'
import classes from './observation-tags.module.css'
import { Section } from './section.tsx'

type ObservationTag = ObservationDetail['tags'][number]

export function ObservationTags({ observation }: { observation: ObservationDetail }) {
  const mayJudge = useMay('editor')
  const judge = useTagVerdict(observation)
  const remove = (tag: ObservationTag) => {
    judge(tag, 'removed')
    sayUndoable(`Removed the tag “${tag.label}”.`, () => judge(tag, 'confirmed'))
  }
  return (
    <Section title="Tags">
      <Group gap={8}>
        {observation.tags.map((tag) => (
          <Group key={tag.id} gap={0} wrap="nowrap" className={classes.tag}>
            <TagLabel label={tag.label} color={tag.config.color} />
            <Standing tag={tag} onConfirm={mayJudge ? () => judge(tag, 'confirmed') : undefined} />
            {mayJudge && (
              <IconButton size={24} label={`Remove ${tag.label}`} onClick={() => remove(tag)}>
                <IconX size={14} />
              </IconButton>
            )}
          </Group>
        ))}
        {observation.tags.length === 0 && !mayJudge && (
          <Text size="sm" c="dimmed">
            No tags.
          </Text>
        )}
        {mayJudge && <AddTag present={observation.tags} onAdd={(tag) => judge(tag, 'confirmed')} />}
      </Group>
    </Section>
  )
}

function Standing({ tag, onConfirm }: { tag: ObservationTag; onConfirm: (() => void) | undefined }) {
  if (tag.placed_by === 'person')
    return (
      <Tooltip label="Confirmed by a person">
        <IconCircleCheckFilled size={15} className={classes.confirmed} aria-label="Confirmed by a person" />
      </Tooltip>
    )
  if (!onConfirm) return null
  return (
    <IconButton size={24} label={`Confirm ${tag.label}`} onClick={onConfirm}>
      <IconCheck size={14} />
    </IconButton>
  )
}

function AddTag({ present, onAdd }: { present: ObservationTag[]; onAdd: (tag: ObservationTag) => void }) {
  const tags = useTags()
  const missing = tags.items.filter(({ id }) => !present.some((tag) => tag.id === id))
  if (tags.isSuccess && tags.items.length === 0)
    return (
      <Text size="sm" c="dimmed">
        This project has no tags yet.
      </Text>
    )
  return (
    <Select
      size="xs"
      w={150}
      aria-label="Add tag"
      placeholder="Add tag"
      searchable
      filter={closestOptions}
      value={null}
      data={missing.map(({ id, label }) => ({ value: id, label }))}
      disabled={!tags.isSuccess || missing.length === 0}
      nothingFoundMessage="No matching tags"
      comboboxProps={{ width: 240, position: 'bottom-start' }}
      onChange={(chosen) => {
        const tag = missing.find(({ id }) => id === chosen)
        if (tag) onAdd({ id: tag.id, label: tag.label, config: tag.config, placed_by: 'person' })
      }}
    />
  )
}

type Judgment = { tag: ObservationTag; verdict: TagVerdict['verdict'] }

/** What a person says about a tag on an observation: seen at once, taken back when the server refuses. */
function useTagVerdict(observation: ObservationDetail) {
  const put = usePutObservation()
  const judge = useChange(async ({ tag, verdict }: Judgment, projectId) =>
    put(
      await api.put(projectPath(projectId, 'observations', observation.id, 'tags', tag.id), {
        verdict,
      }),
    ),
  )
  return async (tag: ObservationTag, verdict: TagVerdict['verdict']) => {
    await put({ ...observation, tags: judged(observation.tags, { tag, verdict }) })
    judge.mutate(
      { tag, verdict },
      {
        onError: (error) => {
          void put(observation)
          sayFailed(error)
        },
      },
    )
  }
}

function judged(tags: ObservationTag[], { tag, verdict }: Judgment): ObservationTag[] {
  const confirmed = { ...tag, placed_by: 'person' as const }
  if (verdict === 'removed') return tags.filter(({ id }) => id !== tag.id)
  return tags.some(({ id }) => id === tag.id)
    ? tags.map((other) => (other.id === tag.id ? confirmed : other))
    : [...tags, confirmed]
}
