// The machine: Node, and the folder and disk of the embedded database.
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { doubtful, type Finding, ok, wrong } from './finding.ts'

const LEAST_NODE = [20, 19] as const
const MB = 1_000_000
/** PostgreSQL needs a 16 MB segment of its log at any moment, and several during recovery. */
const LEAST_FREE_MB = 200
const ENOUGH_FREE_MB = 2_000

export function checkMachine({ databaseUrl, dataDir }: Config): Finding[] {
  const node = checkNode(process.versions.node)
  return databaseUrl === null ? [node, checkFolder(dataDir), checkSpace(dataDir)] : [node]
}

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isEnough = major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])
  if (isEnough) return ok('node', `Node ${version}`)
  return wrong('node', `Node ${version} is too old: install ${LEAST_NODE.join('.')} or newer.`)
}

function checkFolder(dataDir: string): Finding {
  const folder = resolve(dataDir)
  const place = nearest(folder)
  try {
    accessSync(place, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return wrong(
      'data folder',
      `${place} is not writable by this user: change its permissions, or set DATA_DIR to another folder.`,
    )
  }
  if (existsSync(join(folder, 'postgres'))) return ok('data folder', folder)
  return ok('data folder', `${folder} contains no database yet; the first start creates it`)
}

function checkSpace(dataDir: string): Finding {
  const { bavail, bsize } = statfsSync(nearest(resolve(dataDir)))
  return judgeSpace((bavail * bsize) / MB)
}

export function judgeSpace(freeMb: number): Finding {
  const says = `${Math.floor(freeMb)} MB are free`
  if (freeMb >= ENOUGH_FREE_MB) return ok('disk', says)
  const advice = 'free some space, enlarge the disk, or set a retention period for your projects'
  return freeMb < LEAST_FREE_MB
    ? wrong('disk', `Only ${says}, and PostgreSQL stops when nothing is: ${advice}.`)
    : doubtful('disk', `Only ${says}: ${advice}.`)
}

/** The folder, or its nearest existing parent. */
const nearest = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : nearest(dirname(path))
