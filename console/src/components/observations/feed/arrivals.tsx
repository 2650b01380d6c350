// Announces new items above the list without moving it.
import { Button } from '@mantine/core'
import { plural } from '../../../format.ts'
import { IconArrowUp } from '../../../icons/tabler.ts'
import classes from './arrivals.module.css'

type ArrivalsProps = { count: number; orMore: boolean; onShow: () => void }

export function Arrivals({ count, orMore, onShow }: ArrivalsProps) {
  const said = orMore ? `Show ${count}+ new observations` : `Show ${plural(count, 'new observation')}`
  return (
    <div className={classes.strip} role="status">
      {count > 0 && (
        <Button
          size="compact-sm"
          radius="xl"
          leftSection={<IconArrowUp size={14} />}
          onClick={onShow}
          className={classes.pill}
        >
          {said}
        </Button>
      )}
    </div>
  )
}
