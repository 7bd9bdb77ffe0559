import type { Runtime } from '../runtime.ts'

/** Leads to who sells. */
export function startBuying({ onramp, router }: Runtime['latchkey']): void {
  // What fails has defaults.
  onramp.enter().catch(() => {})
  router.push('OnRampProviders')
}

/** Opens a provider's page in the task of the click, in which alone a browser opens a window, and shows how it goes on. */
export function buyWith({ onramp, router }: Runtime['latchkey'], onRampProvider: string): void {
  // What comes of it is shown by the state.
  onramp.buy(onRampProvider).catch(() => {})
  router.push('BuyInProgress', { onRampProvider })
}
