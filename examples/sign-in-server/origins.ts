/** Of the pages of a domain: http where it is this machine, https elsewhere. */
export function originOf(domain: string): string {
  const here = `http://${domain}`
  return isLoopback(here) ? here : `https://${domain}`
}

/** Whether a page is one of this machine, which no certificate is needed for. */
export function isLoopback(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
