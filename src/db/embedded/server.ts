// The embedded database: a private native PostgreSQL under the data folder, shared by all Fieldnote
// processes that use that folder, kept running while one of them needs it, stopped by the last.
import { findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { EmbeddedServerError, messageOf, USE_YOUR_OWN } from './error.ts'
import { openDataFolder } from './folder.ts'
import { type EmbeddedServer, keepRunning } from './keeper.ts'

export type { EmbeddedServer } from './keeper.ts'
export { EmbeddedServerError }

type Options = {
  dataDir: string
  log: (line: string) => void
  /** Called once a server is starting, to prepare other things meanwhile. */
  onLaunch?: () => void
}

export async function openEmbeddedServer(options: Options): Promise<EmbeddedServer> {
  try {
    return await open(options)
  } catch (error) {
    if (error instanceof EmbeddedServerError) throw error
    const reason = `The database in ${options.dataDir} could not be opened (${messageOf(error)})`
    throw new EmbeddedServerError(`${reason}: see to that and start again, or ${USE_YOUR_OWN}.`, {
      cause: error,
    })
  }
}

async function open(options: Options): Promise<EmbeddedServer> {
  const folder = await openDataFolder(options.dataDir)
  // Joining a running server needs no programs, so they are looked for when first needed.
  let binaries: Promise<string> | undefined
  const programs = () => {
    binaries ??= findBinaries(folder, options.log).catch((error) => {
      // Looked for again at the next start; an npm install may have finished by then.
      binaries = undefined
      throw error
    })
    return binaries
  }
  await ensureCluster(folder, programs)
  return keepRunning(folder, programs, options.log, options.onLaunch)
}
