// Stacked bars over time. Our own, because a chart library was a third of the first load.
import { Box } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCompact, formatNumber } from '../../format.ts'
import classes from './bar-chart.module.css'

// What a bar chart is made of, and the round numbers beside it.

/** `to` is an address within the console: what the legend and the segments lead to. */
type Part = { name: string; color: string; to?: string }
/** One value for each part, from the bottom up. */
type Bar = { name: string; values: number[]; to?: (part: number | null) => string }

const heightOf = ({ values }: Bar): number => values.reduce((sum, value) => sum + value, 0)

const LINES = 4

/** Whole numbers from 0 to at least `most`, in steps of 1, 2 or 5 times a power of ten. */
function ticksFor(most: number): number[] {
  const rough = Math.max(1, most / LINES)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, i) => i * step)
}

type BarChartProps = {
  parts: Part[]
  bars: Bar[]
  height: number
  /** Describes the chart for screen readers. */
  label: string
}

const LEFT = 40
const BOTTOM = 24
const TOP = 8
const LABEL_WIDTH = 64 // so that neighboring labels do not touch

export function BarChart({ parts, bars, height, label }: BarChartProps) {
  const { ref, width } = useElementSize()
  const [at, setAt] = useState<number | null>(null)
  const ticks = ticksFor(Math.max(0, ...bars.map(heightOf)))
  const most = ticks.at(-1) ?? 1
  const inner = height - BOTTOM - TOP
  const step = Math.max(0, width - LEFT) / Math.max(1, bars.length)
  const y = (value: number) => TOP + inner * (1 - value / most)
  const navigate = useNavigate()
  /** A segment links to its part of the period, the rest of the column to the whole. */
  const open = (bar: Bar, { target }: { target: EventTarget }) => {
    const part = (target as SVGElement).dataset.part
    if (bar.to && heightOf(bar) > 0) void navigate({ href: bar.to(part === undefined ? null : Number(part)) })
  }
  const every = Math.max(1, Math.ceil(LABEL_WIDTH / Math.max(1, step)))
  return (
    <Box ref={ref} className={classes.chart} onMouseLeave={() => setAt(null)}>
      {/* Its place is kept before its width is known. */}
      <svg width="100%" height={height} role="img" aria-label={label}>
        {ticks.map((tick) => (
          <g key={tick} className={classes.tick}>
            <line x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} />
            <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
              {formatCompact(tick)}
            </text>
          </g>
        ))}
        {width > 0 &&
          bars.map((bar, i) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: what the mouse finds here, the label sums up, and the legend leads to
            <g
              key={bar.name}
              onMouseEnter={() => setAt(i)}
              onClick={(event) => open(bar, event)}
              data-leads={bar.to && heightOf(bar) > 0 ? true : undefined}
              className={classes.bar}
            >
              <rect x={LEFT + i * step} y={TOP} width={step} height={inner} className={classes.column} />
              <Stack bar={bar} parts={parts} x={LEFT + i * step} step={step} y={y} />
              {i % every === 0 && <Name of={bar} x={LEFT + (i + 0.5) * step} y={height - 6} width={width} />}
            </g>
          ))}
      </svg>
      {at !== null && bars[at] && (
        <Figures bar={bars[at]} parts={parts} left={LEFT + (at + 0.5) * step} width={width} />
      )}
      {parts.length > 1 && <Legend parts={parts} />}
    </Box>
  )
}

/** Below its bar; the last name ends where the chart ends. */
function Name({ of: { name }, x, y, width }: { of: Bar; x: number; y: number; width: number }) {
  const atEnd = x + LABEL_WIDTH / 2 > width
  return (
    <text x={atEnd ? width : x} y={y} textAnchor={atEnd ? 'end' : 'middle'} className={classes.name}>
      {name}
    </text>
  )
}

type StackProps = { bar: Bar; parts: Part[]; x: number; step: number; y: (value: number) => number }

function Stack({ bar, parts, x, step, y }: StackProps) {
  const gap = Math.min(6, step * 0.2)
  let below = 0
  return parts.map(({ name, color }, i) => {
    const value = bar.values[i] ?? 0
    const top = y(below + value)
    const rest = y(below) - top
    below += value
    return value === 0 ? null : (
      <rect
        key={name}
        data-part={i}
        x={x + gap / 2}
        y={top}
        width={Math.max(1, step - gap)}
        height={rest}
        fill={color}
      />
    )
  })
}

const FIGURES_WIDTH = 170

/** The figures of one bar, on the side with enough space. */
function Figures({ bar, parts, left, width }: { bar: Bar; parts: Part[]; left: number; width: number }) {
  const place = left > width / 2 ? left - FIGURES_WIDTH - 12 : left + 12
  return (
    <Box className={classes.figures} style={{ left: place, width: FIGURES_WIDTH }}>
      <b>{bar.name}</b>
      {parts.map(({ name, color }, i) => (
        <div key={name} className={classes.figure}>
          <span className={classes.dot} style={{ background: color }} />
          <span>{name}</span>
          <span className="fn-number">{formatNumber(bar.values[i] ?? 0)}</span>
        </div>
      ))}
      {parts.length > 1 && (
        <div className={`${classes.figure} ${classes.sum}`}>
          <span />
          <span>Total</span>
          <span className="fn-number">{formatNumber(heightOf(bar))}</span>
        </div>
      )}
    </Box>
  )
}

function Legend({ parts }: { parts: Part[] }) {
  return (
    <div className={classes.legend}>
      {parts.map(({ name, color, to }) => {
        const entry = (
          <>
            <span className={classes.dot} style={{ background: color }} />
            {name}
          </>
        )
        return to ? (
          <Link key={name} to={to} className={classes.entry}>
            {entry}
          </Link>
        ) : (
          <span key={name} className={classes.entry}>
            {entry}
          </span>
        )
      })}
    </div>
  )
}
