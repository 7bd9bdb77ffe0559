import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Clicks a button of the wallet's frame until the button is gone. Chromium ignores clicks on a frame that has moved
 * less than half a second ago. So the function clicks again only after this time, because a click that arrived needs a
 * moment too, and Playwright would then wait for a button that is gone.
 */
export async function clickUntilGone(button: Locator, message: string): Promise<void> {
  await button.waitFor()
  const clickOnce = async () => {
    if ((await button.count()) > 0) await button.click({ timeout: 5000 }).catch(() => {})
    await button.waitFor({ state: 'detached', timeout: 600 }).catch(() => {})
    return button.count()
  }
  await expect.poll(clickOnce, { message }).toBe(0)
}
