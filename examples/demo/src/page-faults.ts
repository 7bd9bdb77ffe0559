/** Uncaught errors and policy violations of the page, for tests and the browser console. */
const faults: string[] = []

export function watchPage(): void {
  Object.assign(globalThis, { faults })
  addEventListener('error', ({ message }) => faults.push(`error: ${message}`))
  addEventListener('unhandledrejection', ({ reason }) => faults.push(`unhandled: ${String(reason)}`))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    faults.push(`policy: ${violatedDirective} ${blockedURI}`),
  )
}
