// What the address of the observations page means to the server, in the viewer's zone.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { observationsQuery, periodWords } from '../../../console/src/pages/observations/observation-query.ts'

const midnight = (year: number, month: number, day: number): string =>
  new Date(year, month - 1, day).toISOString()

afterEach(() => void vi.useRealTimers())

describe('the filters of the observations page', () => {
  it('asks for whole days, the last one included', () => {
    const filters = { from: '2026-03-01', to: '2026-03-31' }

    const query = observationsQuery(filters)

    expect(query).toMatchObject({ from: midnight(2026, 3, 1), to: midnight(2026, 4, 1) })
  })

  it('passes a moment on as it stands', () => {
    const filters = { from: '2026-03-01T12:30:00.000Z' }

    const query = observationsQuery(filters)

    expect(query).toMatchObject({ from: '2026-03-01T12:30:00.000Z', to: undefined })
  })

  it('counts a period back from today, and lets it win over days', () => {
    vi.useFakeTimers({ now: new Date(2026, 2, 3, 23, 59), toFake: ['Date'] })
    const filters = { period: '7d', from: '2020-01-01' }

    const query = observationsQuery(filters)

    expect(query.from).toBe(midnight(2026, 2, 25))
  })

  it('keeps to itself what is no filter', () => {
    const filters = { observation: 'open', q: 'export', period: 'forever' }

    const query = observationsQuery(filters)

    expect(JSON.parse(JSON.stringify(query))).toEqual({ q: 'export' })
  })

  it('says a day that does not exist as it was written', () => {
    const filters = { from: 'yesterday' }

    const words = periodWords(filters)

    expect(words).toBe('since yesterday')
  })
})
