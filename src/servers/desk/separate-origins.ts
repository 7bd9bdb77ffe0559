import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isOrigin } from '../is-origin.ts'
import type { DeskAddress } from './options.ts'

const names = {
  wallet: 'the wallet',
  services: 'the public services',
  pages: "the operator's pages",
} as const

/**
 * Checks that the three servers have different origins. The pages of servers on one origin could read each other's data.
 * @throws `validation/invalid-input` when two servers share an origin, or when a URL isn't an origin.
 */
export function refuseSharedOrigins(
  all: Readonly<Record<keyof typeof names, Partial<DeskAddress> | undefined>>,
): void {
  const seen = new Map<string, string>()
  for (const key of ['wallet', 'services', 'pages'] as const) {
    const { port = 0, url } = all[key] ?? {}
    if (url !== undefined && !isOrigin(url))
      throw invalid(`${url} isn't an origin, such as https://desk.example`)
    for (const place of [url, port === 0 ? undefined : `port ${port}`]) {
      if (place === undefined) continue
      const other = seen.get(place)
      if (other)
        throw invalid(`${other} and ${names[key]} would share ${place}: each needs an origin of its own`)
      seen.set(place, names[key])
    }
  }
}

function invalid(reason: string) {
  return latchkeyError('validation/invalid-input', { values: { field: 'url', reason } })
}
