// Light, dark, or the system's scheme.
import { SegmentedControl, type SegmentedControlProps, useMantineColorScheme } from '@mantine/core'

export function ColorSchemeChoice(props: Omit<SegmentedControlProps, 'data'>) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      aria-label="Color scheme"
      value={colorScheme}
      onChange={(value) => setColorScheme(value as typeof colorScheme)}
      data={[
        { label: 'Light', value: 'light' },
        { label: 'Dark', value: 'dark' },
        { label: 'System', value: 'auto' },
      ]}
      {...props}
    />
  )
}
