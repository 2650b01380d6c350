// The answers without a theme.
import { Box, Text } from '@mantine/core'
import { useMay } from '../../../session/project.ts'
import { ThemeButton } from './theme-button.tsx'
import classes from './themes.module.css'

type WithoutThemeProps = { count: number; share: number; chosen: boolean; onChoose: () => void }

export function WithoutTheme(props: WithoutThemeProps) {
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
