// The themes of a study, the largest first. Choosing one filters the page.
import { Box, Skeleton, Text } from '@mantine/core'
import { LIMITS } from '../../../../../src/contract/limits.ts'
import type { Study } from '../../../../../src/contract/research/studies.ts'
import type { Themes } from '../../../../../src/contract/research/themes.ts'
import { Panel } from '../../../components/panel.tsx'
import { Loaded } from '../../../components/states.tsx'
import { useFilters } from '../../../filters.ts'
import { plural } from '../../../format.ts'
import { useMay } from '../../../session/project.ts'
import { ThemeButton } from './theme-button.tsx'
import { ThemeRow } from './theme-row.tsx'
import classes from './themes.module.css'
import { useThemes } from './use-themes.ts'

export function ThemesPanel({ study }: { study: Study }) {
  const themes = useThemes(study.id)
  if (study.answer_count < LIMITS.themesFrom && !themes.data?.items.length) return null
  return (
    <Panel title="Themes" about={themes.data && aboutOf(themes.data)} flush>
      <Loaded of={themes} loading={<Skeleton height={160} m={18} />}>
        {(read) => <List study={study} themes={read} />}
      </Loaded>
    </Panel>
  )
}

function aboutOf({ items, pending }: Themes): string | undefined {
  if (pending > 0) return `${plural(pending, 'answer')} not yet processed`
  return items.length === 0 ? undefined : 'What answers have in common. Choose one to see its answers.'
}

function List({ study, themes: { items, without, pending } }: { study: Study; themes: Themes }) {
  const [{ theme: chosen, themed }, change] = useFilters()
  if (items.length === 0)
    return (
      <Text size="sm" c="dimmed" px={18} pb={16}>
        {pending > 0 ? 'Themes appear here in a moment.' : 'The answers don’t have enough in common yet.'}
      </Text>
    )
  const most = Math.max(...items.map(({ answer_count }) => answer_count), without)
  const choose = (id: string) => change({ theme: chosen === id ? undefined : id, themed: undefined })
  return (
    <Box component="ul" className={classes.themes}>
      {items.map((theme) => (
        <ThemeRow
          key={theme.id}
          study={study}
          theme={theme}
          others={items.filter(({ id }) => id !== theme.id)}
          share={theme.answer_count / most}
          chosen={chosen === theme.id}
          onChoose={() => choose(theme.id)}
        />
      ))}
      {without > 0 && (
        <WithoutTheme
          count={without}
          share={without / most}
          chosen={themed === 'no'}
          onChoose={() => change({ theme: undefined, themed: themed === 'no' ? undefined : 'no' })}
        />
      )}
    </Box>
  )
}

type WithoutThemeProps = { count: number; share: number; chosen: boolean; onChoose: () => void }

/** The answers that are in no theme. */
function WithoutTheme(props: WithoutThemeProps) {
  const mayEdit = useMay('editor')
  return (
    <Box component="li" className={classes.theme} data-chosen={props.chosen || undefined}>
      <Box className={classes.line}>
        <ThemeButton {...props}>
          <Text size="sm" c="dimmed">
            No theme
          </Text>
        </ThemeButton>
        {mayEdit && <Box className={classes.noMenu} />}
      </Box>
    </Box>
  )
}
