import type { ConnectorApp } from '../core/wallet/connector.ts'
import type { Page } from '../ports.ts'

/** Returns the app's metadata for a wallet. Fills in missing fields from the page, as `Metadata` documents. */
export function appMetadata(known: ConnectorApp['metadata'], { location }: Pick<Page, 'location'>) {
  const { name = location?.hostname ?? 'Latchkey', url = location?.origin ?? 'https://localhost' } = known
  const { description = '', icons = [] } = known
  return { name, description, url, icons: [...icons] }
}
