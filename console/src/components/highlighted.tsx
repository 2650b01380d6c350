// Text in which the words that were searched for are marked.
export type Segment = { text: string; hit: boolean }

export function Highlighted({ segments }: { segments: Segment[] }) {
  return segments.map(({ text, hit }, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place in the text
    hit ? <mark key={i}>{text}</mark> : <span key={i}>{text}</span>,
  )
}
