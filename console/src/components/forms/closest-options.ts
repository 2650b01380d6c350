// Which choices of a searchable field are offered: those that match what was typed as everywhere else, the best first.
import type { ComboboxItem, OptionsFilter } from '@mantine/core'
import { bestMatches } from '../../../../src/contract/matching.ts'

export const closestOptions: OptionsFilter = ({ options, search }) =>
  bestMatches(search, options as ComboboxItem[], ({ label }) => [label])
