// Names and values: a line each, or one above the other where values are whole texts.
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './facts.module.css'

export const Facts = ({ children }: { children: ReactNode }) => <dl className={classes.facts}>{children}</dl>

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{name}</dt>
    <dd className="fn-number">{children}</dd>
  </div>
)

export const TextFact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <Text component="dt" size="xs" c="dimmed">
      {name}
    </Text>
    <Text component="dd" size="sm" m={0} className={`fn-break ${classes.text}`}>
      {children}
    </Text>
  </div>
)
