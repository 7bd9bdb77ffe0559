import type { Frame, FrameLocator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { clickToClose } from './click-to-close.ts'
import { clickUntilGone } from './click-until-gone.ts'

/** The button on the frame's card that opens the wallet's window. */
export const reviewButton = (frame: Frame | FrameLocator) =>
  frame.getByRole('button', { name: /^Review in / })

/** Clicks the frame's button. Returns the wallet's window, which shows the request. */
export async function reviewInWindow(page: Page, frame: Frame | FrameLocator): Promise<Page> {
  const opening = page.context().waitForEvent('page')
  opening.catch(() => {})
  await clickUntilGone(reviewButton(frame), 'the window opens')
  const popup = await opening
  await popup.bringToFront()
  await popup.getByRole('button', { name: 'Decline' }).waitFor()
  return popup
}

/** Scrolls to the end of the shown text, and waits until the button accepts clicks. */
export async function readToEnd(room: Page | Frame): Promise<void> {
  await expect
    .poll(
      async () => {
        await room.locator('.content').evaluateAll((all) => {
          for (const one of all) one.scrollTo(0, one.scrollHeight)
        })
        return room.locator('button[data-gate=open]').count()
      },
      { message: 'the button accepts clicks' },
    )
    .toBe(1)
}

/**
 * Reads a request to its end, waits until the button accepts clicks, and then approves or declines. A dangerous request
 * has a second button.
 */
export async function decideThere(popup: Page, word: 'Approve' | 'Decline' = 'Approve'): Promise<void> {
  await readToEnd(popup)
  const next = popup.getByRole('button', { name: 'Continue' })
  if (word === 'Approve' && (await next.count()) > 0) {
    await next.click()
    await readToEnd(popup)
  }
  await clickToClose(popup, word)
}

/** Approves the frame's request as a visitor would, in the wallet's own window. */
export async function approveInWindow(page: Page, frame: Frame | FrameLocator): Promise<void> {
  await decideThere(await reviewInWindow(page, frame))
}
