// One theme: its name, how many say it, how they felt, and when it is chosen their words.
import { Box, Button, Group, Text } from '@mantine/core'
import type { Study } from '../../../../../src/contract/research/studies.ts'
import type { Theme } from '../../../../../src/contract/research/themes.ts'
import { SentimentBar } from '../../../components/labels.tsx'
import { sayDone, sayFailed } from '../../../components/notices.tsx'
import { Ago } from '../../../components/time.tsx'
import { plural } from '../../../format.ts'
import { useMay } from '../../../session/project.ts'
import { ThemeButton } from './theme-button.tsx'
import { ThemeMenu } from './theme-menu.tsx'
import classes from './themes.module.css'
import { useThemeDecisions } from './use-themes.ts'

type ThemeRowProps = {
  study: Study
  theme: Theme
  others: Theme[]
  share: number
  chosen: boolean
  onChoose: () => void
}

export function ThemeRow({ study, theme, others, share, chosen, onChoose }: ThemeRowProps) {
  const mayEdit = useMay('editor')
  const felt = Object.values(theme.sentiment_counts).some((count) => count > 0)
  return (
    <Box component="li" className={classes.theme} data-chosen={chosen || undefined}>
      <Box className={classes.line}>
        <ThemeButton count={theme.answer_count} share={share} chosen={chosen} onChoose={onChoose}>
          <Text size="sm" fw={550} dir="auto" className="fn-break">
            {theme.title}
          </Text>
        </ThemeButton>
        {mayEdit && <ThemeMenu study={study} theme={theme} others={others} />}
      </Box>
      {chosen && (
        <Box className={classes.more}>
          {felt && <SentimentBar counts={theme.sentiment_counts} />}
          {theme.quotes.map(({ answer_id, text }) => (
            <Text key={answer_id} component="blockquote" size="sm" dir="auto" className={classes.quote}>
              {text}
            </Text>
          ))}
          <MergedThemes study={study} theme={theme} />
        </Box>
      )}
    </Box>
  )
}

/** What people merged into this theme, and the way to take it out again. */
function MergedThemes({ study, theme }: { study: Study; theme: Theme }) {
  const mayEdit = useMay('editor')
  const { unmerge } = useThemeDecisions(study.id)
  const undo = (id: string) =>
    unmerge.mutate(id, { onSuccess: () => sayDone('Merge undone.'), onError: sayFailed })
  return theme.merged.map(({ id, title, answer_count, merged_at }) => (
    <Group key={id} justify="space-between" gap="xs">
      <Text size="xs" c="dimmed" dir="auto" className="fn-break" flex="1 1 200px">
        Merged into this theme: {title === null ? 'another theme' : `“${title}”`} ·{' '}
        {plural(answer_count, 'answer')} · <Ago at={merged_at} />
      </Text>
      {mayEdit && (
        <Button
          size="compact-xs"
          variant="default"
          loading={unmerge.isPending && unmerge.variables === id}
          onClick={() => undo(id)}
          aria-label={`Undo merge of ${title ?? 'another theme'}`}
        >
          Undo merge
        </Button>
      )}
    </Group>
  ))
}
