import type { Page } from 'playwright-core'

/** Clicks a button that closes its window. The window may be gone before it reports the click, so the click may fail. */
export async function clickToClose(popup: Page, name: string): Promise<void> {
  const closed = popup.waitForEvent('close')
  const click = popup.getByRole('button', { name }).click({ noWaitAfter: true })
  await Promise.all([
    closed,
    click.catch((error: unknown) => {
      if (!popup.isClosed()) throw error
    }),
  ])
}
