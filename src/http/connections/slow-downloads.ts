// A pace below which a download ends. What is sent as a file may hold a connection to the database until it is sent, and whoever does
// not take it would hold that for ever.
import type { ServerResponse } from 'node:http'

const LOOK_EVERY_MS = 30_000
/** 16 KiB a second: a tenth of what a poor line takes. */
const LEAST_TAKEN = 16 * 1024 * (LOOK_EVERY_MS / 1_000)

export function endSlowDownload(response: ServerResponse): void {
  let before = takenBy(response)
  const timer = setInterval(() => {
    const taken = takenBy(response)
    // With nothing left to take, it is the service that is slow.
    if (response.writableLength > 0 && taken - before < LEAST_TAKEN) response.destroy()
    before = taken
  }, LOOK_EVERY_MS).unref()
  response.once('close', () => clearInterval(timer))
}

const takenBy = ({ socket }: ServerResponse): number =>
  socket ? socket.bytesWritten - socket.writableLength : 0
