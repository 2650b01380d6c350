/** What a group of notes is mostly about: the label that most of them have, the first of those that are equal. */
export function matterOf(labels: string[]): string {
  const counts = new Map<string, number>()
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0] ?? ''
}
