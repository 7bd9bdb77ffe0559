import { join } from 'node:path'
import { type Browser, chromium, type Download } from 'playwright-core'
import { inject } from 'vitest'

export { chromiumPath } from '../support/chromium-broker.ts'

/**
 * This worker's Chromium, which stays for the files that come after. Each call is a connection of its own: it sees no context
 * of another one, and its contexts end when it is closed, or with the worker.
 */
export async function launchChromium(): Promise<Browser> {
  const answer = await fetch(`http://127.0.0.1:${inject('chromiumBroker')}/${process.env.VITEST_POOL_ID}`)
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return chromium.connect(text)
}

/** The path of a copy of a download, since the browser's own file is out of reach over a connection. */
export async function saved(download: Promise<Download>): Promise<string> {
  const path = join(inject('runFolder'), crypto.randomUUID())
  await (await download).saveAs(path)
  return path
}
