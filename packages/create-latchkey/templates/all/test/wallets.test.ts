import { createLatchkey } from 'latchkey'
import { verifyMessage } from 'latchkey/siwx'
import { memoryPlatform } from 'latchkey/testing'
import { expect, it } from 'vitest'
import { families } from '../src/families'
import { options } from '../src/options'
import { localChains } from './local-chains'

const { networks, connectors } = await localChains(families)

it.each(families)('connects, reads the balance and signs on %s', async (family) => {
  const { page, storage } = memoryPlatform()
  const latchkey = createLatchkey({
    ...options,
    networks,
    connectors: [connectors[family]()],
    siwx: undefined, //: signIn
    platform: { page, storage },
  })
  const [connection] = await latchkey.connect({ connectorId: 'dev', namespaces: [family] })
  const { accounts, addresses, network } = connection
  const chain = await latchkey.adapter(family)
  const balance = await chain.getBalance(addresses[0])
  expect(balance.value).toBeGreaterThan(0n)

  const message = 'hello'
  const signed = await chain.signMessage(addresses[0], message)
  const signer = { address: accounts[0].address, chainId: network.caipNetworkId }
  expect(await verifyMessage({ ...signed, ...signer, message })).toBe(true)
  await latchkey.dispose()
})
