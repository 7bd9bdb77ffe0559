/** The members of sign-client that handle updates of sessions. */
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

/** The error for a page that sends an update: https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes */
const unauthorized = { code: 3003, message: 'Unauthorized update request.' }

/**
 * Refuses updates of sessions by pages. Without this, a page could extend a session's approval, because sign-client accepts
 * updates from pages too.
 */
export function refuseUpdatesOfPages({ engine }: Updated): void {
  engine.onSessionUpdateRequest = async (topic, { id }) =>
    engine.sendError({ id, topic, error: unauthorized })
}
