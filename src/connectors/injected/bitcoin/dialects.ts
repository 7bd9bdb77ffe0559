import type { BitcoinDialect } from './dialect.ts'
import type { BitcoinDialectName } from './dialect-names.ts'
import { leatherDialect } from './leather.ts'
import { okxDialect } from './okx.ts'
import { satsConnectDialect } from './sats-connect.ts'
import { unisatDialect } from './unisat.ts'

const makers: Readonly<Record<BitcoinDialectName, (provider: never) => BitcoinDialect>> = {
  unisat: unisatDialect,
  'sats-connect': satsConnectDialect,
  leather: leatherDialect,
  okx: okxDialect,
}

/** Returns the requests for a provider. `hasDialect` must be true for the provider. */
export function bitcoinDialect(name: BitcoinDialectName, provider: object): BitcoinDialect {
  return makers[name](provider as never)
}
