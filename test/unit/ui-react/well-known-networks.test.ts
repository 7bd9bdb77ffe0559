import { expect, it } from 'vitest'
import * as networks from '../../../src/networks/index.ts'
import { wellKnownNetworks } from '../../../src/ui-react/language/well-known-networks.ts'

it('the modal uses the network names of latchkey/networks', () => {
  const names = new Map(
    Object.values(networks).map(({ caipNetworkId, name }) => [caipNetworkId as string, name]),
  )
  for (const [id, name] of Object.entries(wellKnownNetworks)) expect(names.get(id)).toBe(name)
})
