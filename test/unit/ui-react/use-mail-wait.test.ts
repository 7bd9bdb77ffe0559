// @vitest-environment jsdom
import { createLatchkey } from 'latchkey'
import { createElement } from 'react'
import { expect, it, vi } from 'vitest'
import { systemClock } from '../../../src/platform/system-clock.ts'
import { memoryPlatform } from '../../../src/testing/memory-platform.ts'
import { useMailWait } from '../../../src/ui-react/hooks/use-mail-wait.ts'
import { FakeConnector } from '../../support/fake-families.ts'
import { mount, options } from './rendering.ts'

/** Returns the wait, in seconds, of a visitor who has just requested an email. Then, the clock is set back by `setBack` ms. */
async function waitAfterMail(setBack: number) {
  const inPage = new FakeConnector({ id: 'ID_AUTH', type: 'AUTH' })
  const login = {
    ...{ stored: { used: false }, cooldown: 30, smartAccountNetworks: [] },
    connectEmail: async () => 'VERIFY_OTP',
    syncTheme: async () => {},
  }
  Object.assign(inPage, { embedded: { on: () => () => {}, load: async () => login } })
  const platform = memoryPlatform({ clock: systemClock })
  const latchkey = createLatchkey(options({ connectors: [inPage.factory], platform }).options)
  await latchkey.embeddedWallet.logIn('ann@example.org')
  const { canResendAt = 0 } = latchkey.embeddedWallet.state
  vi.spyOn(Date, 'now').mockReturnValue(canResendAt - 30_000 - setBack)
  const waits: number[] = []
  const Probe = () => {
    waits.push(useMailWait())
    return null
  }
  const { unmount } = await mount(() => latchkey, createElement(Probe))
  await unmount()
  return waits.at(-1)
}

it('the wait until another email is 30 seconds', async () => {
  await expect(waitAfterMail(0)).resolves.toBe(30)
})

it("the visitor doesn't wait for another email if the clock is set back", async () => {
  await expect(waitAfterMail(3_600_000)).resolves.toBe(0)
})
