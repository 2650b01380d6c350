// Ends downloads below a minimum pace: a download may hold a database connection until it is complete.
import type { ServerResponse } from 'node:http'

const CHECK_EVERY_MS = 30_000
/** 16 KiB a second, a tenth of what a slow connection manages. */
const LEAST_BYTES = 16 * 1024 * (CHECK_EVERY_MS / 1_000)

export function endSlowDownload(response: ServerResponse): void {
  let before = sentTo(response)
  const timer = setInterval(() => {
    const sent = sentTo(response)
    // With nothing buffered, the service is the slow side.
    if (response.writableLength > 0 && sent - before < LEAST_BYTES) response.destroy()
    before = sent
  }, CHECK_EVERY_MS).unref()
  response.once('close', () => clearInterval(timer))
}

const sentTo = ({ socket }: ServerResponse): number =>
  socket ? socket.bytesWritten - socket.writableLength : 0
