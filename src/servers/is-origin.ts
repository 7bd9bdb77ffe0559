/** Whether it is a scheme, a host and perhaps a port, as a browser writes them, and nothing else. */
export function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
}
