/** Returns the origin of the pages on a domain: http on this machine, https elsewhere. */
export function originOf(domain: string): string {
  const here = `http://${domain}`
  return isLoopback(here) ? here : `https://${domain}`
}

/** Returns whether an origin is on this machine. Such pages can use http. */
export function isLoopback(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
