// A thread of the service in little: TypeScript that imports TypeScript, and says where it came from.
import { parentPort, workerData } from 'node:worker_threads'
import { LIMITS } from '../src/contract/limits.ts'

type Told = { from: string; bodyBytes: number }
const told: Told = { from: import.meta.url, bodyBytes: LIMITS.bodyBytes }
if (workerData === 'fail') throw new Error('as told')
parentPort?.postMessage(told)
