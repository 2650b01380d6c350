// Why a form was refused, above its fields. Errors of single fields are shown at the field.
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
