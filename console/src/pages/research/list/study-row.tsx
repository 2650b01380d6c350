// One study in the list.
import { Box, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Study } from '../../../../../src/contract/research/studies.ts'
import { StudyStateLabel } from '../../../components/labels.tsx'
import { Ago } from '../../../components/time.tsx'
import classes from '../studies.module.css'
import { ProgressCell } from '../study-progress.tsx'
import { studyStatus } from '../study-status.ts'

export function StudyRow({ study, to, current }: { study: Study; to: string; current: boolean }) {
  return (
    <Link to={to} className={`fn-row ${classes.row}`} data-current={current || undefined}>
      <Box className={classes.state}>
        <StudyStateLabel state={study.state} />
      </Box>
      <Box miw={0}>
        <Text fw={550} lineClamp={2} dir="auto" className="fn-break">
          {study.question}
        </Text>
        <Text size="sm" c="dimmed">
          {studyStatus(study)}
        </Text>
      </Box>
      <ProgressCell study={study} />
      <Text size="sm" c="dimmed" className={classes.when}>
        {study.activated_at ? 'Started ' : 'Created '}
        <Ago at={study.activated_at ?? study.created_at} />
      </Text>
    </Link>
  )
}
