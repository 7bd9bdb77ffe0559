import type { WalletClient } from './sign-client.ts'

/** https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes */
const unauthorized = { code: 3003, message: 'Unauthorized update request.' }

/**
 * Only the wallet may change what a session approves. The library takes such a change from the page as well, and the page
 * could then ask for what nobody has approved. Here it is refused.
 */
export function refuseUpdatesOfPages({ engine }: WalletClient): void {
  engine.onSessionUpdateRequest = async (topic, { id }) =>
    engine.sendError({ id, topic, error: unauthorized })
}
