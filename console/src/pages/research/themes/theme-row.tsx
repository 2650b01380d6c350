// One theme: its name, count and sentiment and, when chosen, its quotes.
import { Box, Text } from '@mantine/core'
import type { Study } from '../../../../../src/contract/research/studies.ts'
import type { Theme } from '../../../../../src/contract/research/themes.ts'
import { SentimentBar } from '../../../components/labels.tsx'
import { useMay } from '../../../session/project.ts'
import { MergedThemes } from './merged-themes.tsx'
import { ThemeButton } from './theme-button.tsx'
import { ThemeMenu } from './theme-menu.tsx'
import classes from './themes.module.css'

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
