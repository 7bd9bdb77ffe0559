/** The part of sign-client that handles session updates. */
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

/** The error for an update from the page: https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes */
const unauthorized = { code: 3003, message: 'Unauthorized update request.' }

/**
 * Rejects session updates from pages. Only the wallet may change the approval of a session. But sign-client also accepts updates from the page, so a
 * page could extend the approval without the user.
 */
export function refuseUpdatesOfPages({ engine }: Updated): void {
  engine.onSessionUpdateRequest = async (topic, { id }) =>
    engine.sendError({ id, topic, error: unauthorized })
}
