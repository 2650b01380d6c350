// Replaces the old cluster with the upgraded one, in two renames. A start after a kill between them finds the complete
// new one under a name that says so, and finishes.
import { access, rename } from 'node:fs/promises'
import { codeOf } from './error.ts'
import type { DataFolder } from './folder.ts'

export const upgradedName = ({ cluster }: DataFolder): string => `${cluster}-upgraded`

/** Returns where the old one is now. */
export async function swapIn(folder: DataFolder, oldMajor: string): Promise<string> {
  const kept = await freeName(`${folder.cluster}-${oldMajor}`)
  await rename(folder.cluster, kept)
  await finishSwap(folder)
  return kept
}

export async function finishSwap(folder: DataFolder): Promise<void> {
  if ((await exists(folder.cluster)) || !(await exists(upgradedName(folder)))) return
  await rename(upgradedName(folder), folder.cluster).catch((error) => {
    if (codeOf(error) !== 'ENOENT') throw error // else another process was faster
  })
}

async function freeName(wanted: string): Promise<string> {
  let name = wanted
  for (let number = 2; await exists(name); number++) name = `${wanted}-${number}`
  return name
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
