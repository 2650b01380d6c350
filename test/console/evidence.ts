// What a failed test in a browser leaves to look at: of each visitor a trace of what was done, and pictures of its pages.
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { onTestEnd } from '../evidence.ts'

/** Records from here on, test by test; only what belongs to a failure is written. */
export async function keepEvidence(context: BrowserContext): Promise<void> {
  await context.tracing.start({ snapshots: true })
  const forget = onTestEnd({
    async passed() {
      await context.tracing.stopChunk()
      await context.tracing.startChunk()
    },
    async failed(folder, visitor) {
      for (const [at, page] of context.pages().entries())
        await page.screenshot({ path: join(folder, `page-${visitor}-${at + 1}.png`) })
      await context.tracing.stopChunk({ path: join(folder, `trace-${visitor}.zip`) })
      await context.tracing.startChunk()
    },
  })
  context.once('close', forget)
}
