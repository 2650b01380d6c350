// How limits and labels read inside a sentence, so that a sentence is never the second place that holds them.

const SMALL = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** Small numbers as words, large ones with commas. */
export const inWords = (count: number): string => SMALL[count] ?? count.toLocaleString('en-US')

/** `a, b or c`; of one, that one. */
export const anyOf = (labels: readonly string[]): string =>
  [labels.slice(0, -1).join(', '), labels.at(-1)].filter(Boolean).join(' or ')

export const inMebibytes = (bytes: number): string => `${bytes / 1024 ** 2} MiB`
