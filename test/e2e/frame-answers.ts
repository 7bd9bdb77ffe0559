import type { Frame, FrameLocator } from 'playwright-core'
import { approveInWindow, decideThere, reviewButton, reviewInWindow } from './approve-in-window.ts'
import { clickUntilGone } from './click-until-gone.ts'
import { poll, type Visitor } from './visitor.ts'

const frameOf = ({ page }: Visitor) => page.frameLocator('#w3m-iframe')

/**
 * Approves or declines the request in the wallet's frame. Most requests need the wallet's own window. A sign-in can be
 * approved in the frame, after it was read to its end.
 */
export async function decide(visitor: Visitor, word: 'Approve' | 'Decline'): Promise<void> {
  const frame = frameOf(visitor)
  await visitor.titled('Approve transaction')
  const decline = frame.getByRole('button', { name: 'Decline' })
  await decline.waitFor()
  if ((await reviewButton(frame).count()) > 0) {
    if (word === 'Approve') return approveInWindow(visitor.page, frame)
    return decideThere(await reviewInWindow(visitor.page, frame), 'Decline')
  }
  await poll(
    async () => {
      await frame.locator('.content').evaluateAll((all) => {
        for (const one of all) one.scrollTo(0, one.scrollHeight)
      })
      return frame.locator('button[data-gate=open]').count()
    },
    { message: 'the frame shows the button' },
  ).toBe(1)
  await frame.getByRole('button', { name: word }).click()
}

/**
 * Enters a mailed code in the wallet's frame, with the keyboard: Chromium ignores clicks on a frame that has just
 * moved, but not keys.
 */
export async function enterCode(frame: Frame | FrameLocator, code: string): Promise<void> {
  const field = frame.getByLabel('Code from the email')
  await field.fill(code)
  await field.press('Enter')
}

/** Postpones the recovery file. The wallet asks for it in its frame after an account's first login. */
export function putOffRecovery(visitor: Visitor): Promise<void> {
  return leaveCard(visitor, 'Back up your wallet', 'Later')
}

/** Confirms that the visitor knows the account's other browsers, which the wallet shows in a new browser. */
export function knowOtherBrowsers(visitor: Visitor): Promise<void> {
  return leaveCard(visitor, 'Browsers added recently', 'Continue')
}

async function leaveCard(visitor: Visitor, heading: string, button: string): Promise<void> {
  const frame = frameOf(visitor)
  await visitor.titled('Approve transaction')
  await frame.getByRole('heading', { name: heading }).waitFor()
  await clickUntilGone(frame.getByRole('button', { name: button }), `the card "${heading}" is closed`)
}
