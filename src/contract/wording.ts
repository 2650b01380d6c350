// Limits and labels in words for use in sentences, so that no sentence repeats a number.

const SMALL = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** Small numbers as words, large ones with commas. */
export const inWords = (count: number): string => SMALL[count] ?? count.toLocaleString('en-US')

/** `a, b or c`; a single label alone. */
export const anyOf = (labels: readonly string[]): string =>
  [labels.slice(0, -1).join(', '), labels.at(-1)].filter(Boolean).join(' or ')

export const inMebibytes = (bytes: number): string => `${bytes / 1024 ** 2} MiB`
