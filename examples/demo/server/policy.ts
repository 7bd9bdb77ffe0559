import type { World } from './world.ts'

/** Returns a strict content security policy: no inline code, no `eval`, trusted types, and connections only to known hosts. */
export function contentPolicy({
  networks,
  relay,
  catalogue,
  data,
}: Pick<World, 'networks' | 'relay' | 'catalogue' | 'data'>): string {
  const urls = networks.flatMap(({ rpcUrls }) => rpcUrls.default.http)
  const hosts = new Set(
    urls.flatMap((url) => [new URL(url).origin, new URL(url).origin.replace(/^http/, 'ws')]),
  )
  const wasm = networks.some(({ chainNamespace }) => chainNamespace === 'polkadot')
  return [
    "default-src 'self'",
    `script-src 'self'${wasm ? " 'wasm-unsafe-eval'" : ''}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src ${["'self'", ...hosts, ...[relay, catalogue, data].flatMap((host) => (host ? [new URL(host.url).origin] : []))].join(' ')}`,
    // The embedded wallet's port isn't known yet, because it gets a free port when it starts.
    "frame-src 'self' http://127.0.0.1:*",
    "object-src 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}
