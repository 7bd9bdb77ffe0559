import type { Fetch, Platform, Unsubscribe } from '../ports.ts'

/**
 * Matches hosts on this device or in a local network: names such as `localhost`, and loopback, link-local and private addresses
 * (RFC 1918, RFC 4193).
 */
const local =
  /^(localhost|.*\.(localhost|local)|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|169\.254\.[\d.]+|\[(::1|f[cd][\da-f:]+|fe80:[\da-f:]+)\])$/i
/** Browsers' names for the permission: https://developer.chrome.com/blog/local-network-access */
const permissions = ['local-network-access', 'loopback-network', 'local-network']

interface Permissions {
  query(asked: { readonly name: string }): Promise<{ readonly state: string }>
}

/**
 * Marks failures of `fetch` that the browser caused, because it enforced the page's Content-Security-Policy or blocked a request
 * to a local network. The browser's error doesn't name this cause. Listens to the page from the first request until `release`.
 */
export function blockedFetch({ fetch, page }: Pick<Platform, 'fetch' | 'page'>): {
  readonly fetch: Fetch
  readonly release: Unsubscribe
} {
  /** The origins that the Content-Security-Policy has blocked. */
  const blocked = new Set<string>()
  let release: Unsubscribe | undefined
  const listen = () =>
    page.listen('securitypolicyviolation', (event) => {
      const { blockedURI, effectiveDirective } = event as SecurityPolicyViolationEvent
      if (effectiveDirective === 'connect-src' && URL.canParse(blockedURI))
        blocked.add(new URL(blockedURI).origin)
    })

  async function reasonOf(input: string | URL): Promise<string | undefined> {
    const { origin, hostname } = new URL(input)
    // Wait for the event, because Chromium emits it one task after `fetch` rejects.
    await nextTask()
    if (blocked.has(origin)) return 'csp'
    const isCrossing = local.test(hostname) && page.location && !local.test(page.location.hostname)
    return isCrossing && (await isDenied()) ? 'local-network' : undefined
  }

  /** Returns whether the browser has a permission for local networks that it hasn't granted to the page. */
  async function isDenied(): Promise<boolean> {
    const { permissions: given } = (page.global('navigator') ?? {}) as { permissions?: Permissions }
    const states = await Promise.all(
      permissions.map(async (name) => {
        try {
          return (await given?.query({ name }))?.state
        } catch {
          return undefined
        }
      }),
    )
    return states.some((state) => state === 'denied' || state === 'prompt')
  }

  return {
    release() {
      release?.()
      release = undefined
    },
    async fetch(input, init) {
      release ??= listen()
      try {
        return await fetch(input, init)
      } catch (error) {
        if (init?.signal?.aborted) throw error
        const reason = await reasonOf(input)
        throw reason ? Object.assign(Object(error), { reason }) : error
      }
    },
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
