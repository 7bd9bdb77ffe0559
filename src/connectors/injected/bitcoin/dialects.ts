import type { BitcoinDialect } from './dialect.ts'
import { leatherDialect } from './leather.ts'
import { satsConnectDialect } from './sats-connect.ts'
import { unisatDialect } from './unisat.ts'

/** The kinds of wallets that there are beside wallet-standard, by the name of who speaks so first. */
export const bitcoinDialects = ['unisat', 'sats-connect', 'leather'] as const
export type BitcoinDialectName = (typeof bitcoinDialects)[number]

const makers: Readonly<
  Record<BitcoinDialectName, { readonly needs: string; make(provider: never): BitcoinDialect }>
> = {
  unisat: { needs: 'requestAccounts', make: unisatDialect },
  'sats-connect': { needs: 'request', make: satsConnectDialect },
  leather: { needs: 'request', make: leatherDialect },
}

/** Undefined when the object is no wallet of that kind. */
export function bitcoinDialect(name: BitcoinDialectName, provider: unknown): BitcoinDialect | undefined {
  const { needs, make } = makers[name]
  try {
    const method = (provider as Record<string, unknown> | null | undefined)?.[needs]
    return typeof method === 'function' ? make(provider as never) : undefined
  } catch {
    return undefined
  }
}
