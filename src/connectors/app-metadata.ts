import type { ConnectorApp } from '../core/wallet/connector.ts'
import type { Page } from '../ports.ts'

/** How the app is introduced to a wallet. Missing fields are filled from the page, as `Metadata` documents. */
export function appMetadata(
  { name, description, url, icons }: ConnectorApp['metadata'],
  { location }: Pick<Page, 'location'>,
) {
  return {
    name: name ?? location?.hostname ?? 'Latchkey',
    description: description ?? '',
    url: url ?? location?.origin ?? 'https://localhost',
    icons: [...(icons ?? [])],
  }
}
