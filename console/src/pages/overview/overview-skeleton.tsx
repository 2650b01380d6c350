// Placeholders for the overview.
import { Grid, SimpleGrid, Skeleton, Stack } from '@mantine/core'

export function OverviewSkeleton() {
  return (
    <Stack gap="md" role="status" aria-label="Loading">
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} height={88} radius="lg" />
        ))}
      </SimpleGrid>
      <Skeleton height={346} radius="lg" />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7, lg: 8 }}>
          <Skeleton height={420} radius="lg" />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5, lg: 4 }}>
          <Skeleton height={420} radius="lg" />
        </Grid.Col>
      </Grid>
    </Stack>
  )
}
