/** What went wrong on the page and was caught by nobody: shown to tests, and to whoever opens the console. */
const faults: string[] = []

export function watchPage(): void {
  Object.assign(globalThis, { faults })
  addEventListener('error', ({ message }) => faults.push(`error: ${message}`))
  addEventListener('unhandledrejection', ({ reason }) => faults.push(`unhandled: ${String(reason)}`))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    faults.push(`policy: ${violatedDirective} ${blockedURI}`),
  )
}
