// Why a form was refused, above its fields; what belongs to one field stands at that field instead.
import { Alert } from '@mantine/core'
import { ApiError } from '../../api.ts'

export function FormError({ error }: { error: Error | null }) {
  if (!error || (error instanceof ApiError && Object.keys(error.fields).length > 0)) return null
  return (
    <Alert color="red" role="alert" py="xs">
      {error.message}
    </Alert>
  )
}
