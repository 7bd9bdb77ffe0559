import type { Page } from 'playwright-core'

/**
 * Gives a page an authenticator that confirms automatically. Its passkeys work only in this page, even if other windows
 * have an authenticator.
 */
export async function authenticator(page: Page, hasPrf = true): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      hasPrf,
    },
  })
}
