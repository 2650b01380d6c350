// The options of a searchable field that match what was typed, best first.
import type { ComboboxItem, OptionsFilter } from '@mantine/core'
import { bestMatches } from '../../../../src/contract/matching.ts'

export const closestOptions: OptionsFilter = ({ options, search }) =>
  bestMatches(search, options as ComboboxItem[], ({ label }) => [label])
