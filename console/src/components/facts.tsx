// Names and values: one per line, or stacked when values are long texts.
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './facts.module.css'

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd className="fn-number">{children}</dd>
    </div>
  )
}

export function TextFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" m={0} dir="auto" className={`fn-break ${classes.text}`}>
        {children}
      </Text>
    </div>
  )
}
