import { setTimeout as sleep } from 'node:timers/promises'
import { throwIfAborted } from '../core/async/abort.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { CallOptions } from '../ports.ts'

/** A page of Chromium in Playwright. */
export interface ChromiumPage {
  evaluate(script: string): Promise<unknown>
  context(): {
    browser(): {
      newBrowserCDPSession(): Promise<{
        send(method: 'SystemInfo.getProcessInfo'): Promise<{
          processInfo: readonly { readonly type: string; readonly id: number }[]
        }>
        detach(): Promise<void>
      }>
    } | null
  }
}

export interface SleepOptions extends CallOptions {
  /**
   * Whether the page becomes hidden and then visible again, with `visibilitychange` events. Default: true. Desktops sleep without
   * these events.
   */
  readonly hides?: boolean | undefined
}

/**
 * Puts the pages of a Chromium browser to sleep, like a phone on which the visitor opens another app. Hides the page, halts the
 * processes of all pages, and wakes them after `ms`. The browser must run on this machine. Doesn't work on Windows.
 * @throws `flow/aborted`, after waking the pages; `validation/invalid-input` if the page has no browser.
 * @example
 * gate.set('dead')
 * await sleepPage(page, 5000)
 * gate.set('open')
 */
export async function sleepPage(
  page: ChromiumPage,
  ms: number,
  { hides = true, signal }: SleepOptions = {},
): Promise<void> {
  throwIfAborted(signal)
  const session = await page.context().browser()?.newBrowserCDPSession()
  if (!session)
    throw latchkeyError('validation/invalid-input', {
      values: { field: 'page', reason: 'it has no browser' },
    })
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  await session.detach()
  if (hides) await page.evaluate(visibility('hidden'))
  const tell = (name: NodeJS.Signals) => {
    for (const id of renderers) kill(id, name)
  }
  tell('SIGSTOP')
  try {
    await sleep(ms, undefined, { signal })
  } catch (cause) {
    throw latchkeyError('flow/aborted', { cause })
  } finally {
    tell('SIGCONT')
    if (hides) await page.evaluate(visibility('visible')).catch(() => {})
  }
}

function visibility(state: 'hidden' | 'visible'): string {
  return `Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' })
document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`
}

/** Ignores a process that has already ended, because its page closed while it slept. */
function kill(id: number, name: NodeJS.Signals): void {
  try {
    process.kill(id, name)
  } catch {}
}
