// The file in a form (`curl -F file=@tickets.csv`), read as it arrives and never held in memory as a whole.
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { Refusal } from '../../contract/refusal.ts'

export const FORM = 'multipart/form-data'

type FormFile = { mediaType: string; name: string; bytes: AsyncIterable<Uint8Array> }

const ONE_FILE = { parts: 1, fields: 0, headerPairs: 20, headerSize: 8 * 1024 }

/**
 * Resolves when the headers of the file have arrived. Reading its bytes fails at the end unless the form is complete
 * and contains nothing else.
 */
export function fileOfForm(contentType: string, body: Readable): Promise<FormFile> {
  const form = openForm(contentType)
  const whole = wholeForm(form, body)
  return new Promise((resolve, reject) => {
    form.on('file', (_field, file, name, _encoding, mediaType) => {
      file.on('error', () => {}) // also emitted when nobody reads the file anymore; unhandled, it would crash the process
      whole.catch((error: Error) => file.destroy(error))
      resolve({ mediaType, name, bytes: bytesOf(file, whole) })
    })
    whole.then(() => reject(notOneFile()), reject)
    body.pipe(form)
  })
}

function openForm(contentType: string): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: ONE_FILE })
  } catch {
    throw new Refusal('invalid', `Content-Type ${FORM} has no boundary`)
  }
}

function wholeForm(form: BusboyInstance, body: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(notOneFile())
    form.on('partsLimit', refuse).on('fieldsLimit', refuse).on('finish', resolve)
    form.on('error', () => reject(new Refusal('invalid', 'the form ends before its closing boundary')))
    body.once('error', reject)
  })
}

async function* bytesOf(file: AsyncIterable<Uint8Array>, whole: Promise<void>): AsyncGenerator<Uint8Array> {
  yield* file
  await whole
}

const notOneFile = (): Refusal =>
  new Refusal(
    'invalid',
    'the form must contain one file and nothing else; settings belong in the query string',
  )
