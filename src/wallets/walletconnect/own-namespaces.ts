/** The part of the library that takes changes of a session. */
export interface Updated {
  readonly engine: {
    onSessionUpdateRequest(topic: string, payload: { readonly id: number }): Promise<void>
    sendError(params: {
      id: number
      topic: string
      error: { readonly code: number; readonly message: string }
    }): Promise<void>
  }
}

/** https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes */
const unauthorized = { code: 3003, message: 'Unauthorized update request.' }

/**
 * Only the wallet may change what a session approves. The library takes such a change from the page as well, and the page
 * could then ask for what nobody has approved. Here it is refused.
 */
export function refuseUpdatesOfPages({ engine }: Updated): void {
  engine.onSessionUpdateRequest = async (topic, { id }) =>
    engine.sendError({ id, topic, error: unauthorized })
}
