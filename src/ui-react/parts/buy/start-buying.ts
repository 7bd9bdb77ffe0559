import type { Runtime } from '../../runtime.ts'

/** Opens the list of on-ramp providers. */
export function startBuying({ onramp, router }: Runtime['latchkey']): void {
  // If this fails, the form has its default values.
  onramp.enter().catch(() => {})
  router.push('OnRampProviders')
}

/**
 * Opens a provider's page and shows the progress view. Call this during a click, because browsers open windows only during a
 * click.
 */
export function buyWith({ onramp, router }: Runtime['latchkey'], onRampProvider: string): void {
  // The controller's state contains the result.
  onramp.buy(onRampProvider).catch(() => {})
  router.push('BuyInProgress', { onRampProvider })
}
