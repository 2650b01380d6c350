// Text with the searched words marked.
import type { TextSegment } from '../../../../src/contract/observations/observation-details.ts'

export function Highlighted({ segments }: { segments: TextSegment[] }) {
  return segments.map(({ text, hit }, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place in the text
    hit ? <mark key={i}>{text}</mark> : <span key={i}>{text}</span>,
  )
}
