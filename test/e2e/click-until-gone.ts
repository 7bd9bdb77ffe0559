import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Clicks a button of the wallet's frame until the button is gone. Chromium ignores clicks on a frame that has moved
 * less than half a second ago, so the first click may have no effect. The function waits 600 ms before the next click,
 * because an effective click needs a moment to remove the button.
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
