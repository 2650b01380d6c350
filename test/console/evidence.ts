// What a failed test in a browser leaves to look at: of each visitor a trace of what was done, and of its pages the look
// and the elements.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { onTestEnd } from '../evidence.ts'

/** Records from here on, test by test; only what belongs to a failure is written. */
export async function keepEvidence(context: BrowserContext): Promise<void> {
  // Without pictures of every step, which made the tests in browsers take a fifth more processor time.
  await context.tracing.start()
  const forget = onTestEnd({
    async passed() {
      await context.tracing.stopChunk()
      await context.tracing.startChunk()
    },
    async failed(folder, visitor) {
      for (const [at, page] of context.pages().entries()) {
        const path = join(folder, `page-${visitor}-${at + 1}`)
        await page.screenshot({ path: `${path}.png` })
        writeFileSync(`${path}.html`, await page.content())
      }
      await context.tracing.stopChunk({ path: join(folder, `trace-${visitor}.zip`) })
      await context.tracing.startChunk()
    },
  })
  context.once('close', forget)
}
