import type { Runtime } from '../../runtime.ts'

/** Opens the list of on-ramp providers. */
export function startBuying({ onramp, router }: Runtime['latchkey']): void {
  // On failure the defaults apply.
  onramp.enter().catch(() => {})
  router.push('OnRampProviders')
}

/** Opens a provider's page and shows the progress view. Call this within the click's task: browsers open windows only then. */
export function buyWith({ onramp, router }: Runtime['latchkey'], onRampProvider: string): void {
  // The state carries the result.
  onramp.buy(onRampProvider).catch(() => {})
  router.push('BuyInProgress', { onRampProvider })
}
