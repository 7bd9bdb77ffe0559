import { createCosmosWallet, manualClock, memoryPlatform } from 'latchkey/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { signMessage } from '../../../../src/adapters/cosmos/signing.ts'
import { keplrConnector } from '../../../../src/connectors/external-keplr.ts'
import { devAccounts } from '../../../../src/devnet/dev-accounts.ts'
import { cosmosHub } from '../../../../src/networks/index.ts'

const { address, secret } = devAccounts.alice!.cosmos!
const releases: (() => unknown)[] = []
afterEach(async () => {
  for (const release of releases.splice(0)) await release()
})

describe('signing a message with a Keplr-like wallet', () => {
  it.each([
    ['signArbitrary, if the wallet has it', {}, ['signArbitrary']],
    ['signAmino, if the wallet has no signArbitrary', { signArbitrary: undefined }, ['signAmino']],
  ])('uses %s', async (_, change, expected) => {
    const wallet = createCosmosWallet({
      privateKeys: [secret],
      chains: [{ id: 'cosmoshub-4', bech32Prefix: 'cosmos' }],
    })
    Object.assign(wallet.provider, change)
    const platform = memoryPlatform({ clock: manualClock() })
    const connector = keplrConnector({ id: 'keys', name: 'Keys', provider: wallet.provider })({
      ...platform,
      networks: [cosmosHub],
    })
    releases.push(() => connector.dispose())
    const session = await connector.open({ namespaces: ['cosmos'], networks: [cosmosHub.caipNetworkId] })
    const signed = await signMessage(session, cosmosHub, address, 'Sign in')
    expect(signed).toMatchObject({ scheme: 'adr36', encoding: 'base64' })
    const methods = wallet.script.requests.map(({ method }) => method)
    expect(methods.filter((method) => method.startsWith('sign'))).toEqual(expected)
    const signature = {
      pub_key: {
        type: 'tendermint/PubKeySecp256k1',
        value: Buffer.from(signed.publicKey!, 'hex').toString('base64'),
      },
      signature: signed.signature,
    }
    expect(await wallet.provider.verifyArbitrary('cosmoshub-4', address, 'Sign in', signature)).toBe(true)
  })
})
