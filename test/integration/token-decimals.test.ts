import { createLatchkey, type Latchkey, type SendParams } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { polkadot } from 'latchkey/adapters/polkadot'
import { solana } from 'latchkey/adapters/solana'
import { walletConnect } from 'latchkey/connectors/walletconnect'
import type { Devnet } from 'latchkey/devnet'
import { memoryPlatform } from 'latchkey/testing'
import { type HeadlessWallet, headlessWallet } from 'latchkey/wallets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaipAssetId } from '../../src/core/chain/caip.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { systemFetch } from '../../src/platform/system-fetch.ts'
import { fickleToken } from '../support/contracts/fickle-token.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { pairingUri } from '../support/pairing-uri.ts'

describe('a token whose decimals change between reading and sending', () => {
  let devnet: Devnet
  let wallet: HeadlessWallet
  let latchkey: Latchkey
  beforeAll(async () => {
    devnet = await leaseDevnet({ families: ['eip155', 'solana', 'polkadot'], relay: true })
    const { networks, relay } = devnet
    wallet = await headlessWallet({ relayUrl: relay!.url, networks, accounts: [devnet.accounts.alice!] })
    const platform = memoryPlatform({ clock: systemClock, fetch: systemFetch })
    latchkey = createLatchkey({
      networks,
      adapters: [eip155(), solana(), polkadot()],
      projectId: 'test',
      endpoints: { relay: relay!.url },
      platform,
      connectors: [walletConnect({ storage: platform.storage })],
    })
    await latchkey.ready()
    const pairing = latchkey.pairing.pair()
    await wallet.pair(await pairingUri(latchkey, pairing))
    await pairing
  }, leaseTimeout)
  afterAll(async () => {
    await latchkey?.dispose()
    await wallet?.stop()
    await devnet?.stop()
  })

  const of = (namespace: 'eip155' | 'solana' | 'polkadot') =>
    devnet.networks.find(({ chainNamespace }) => chainNamespace === namespace)!
  const sends = () => wallet.requests.filter(({ method }) => /sendTransaction|sign/i.test(method)).length

  it("isn't sent with decimals of the caller or of an earlier balance", async () => {
    const token = fickleToken(
      of('eip155').rpcUrls.default.http[0]!,
      '0x00000000000000000000000000000000dec10a15',
    )
    await token.install(6)
    const adapter = await latchkey.adapter('eip155')
    const network = of('eip155').caipNetworkId as `eip155:${string}`
    const from = `${network}:${devnet.accounts.alice!.eip155!.address}` as const
    const asset = `${network}/erc20:${token.address}` as CaipAssetId<'eip155'>
    const params = { from, to: devnet.accounts.bob!.eip155!.address, amount: 5_000_000n, asset }
    const refused = {
      code: 'validation/invalid-input',
      message: expect.stringMatching(/^decimals: .*\b6\b.*\b8\b/),
    }

    expect((await adapter.getBalance(from, asset)).decimals).toBe(6)
    await token.setDecimals(8)
    const before = sends()
    await expect(adapter.send({ ...params, decimals: 6 })).rejects.toMatchObject(refused)
    // The caller passes no decimals, so the adapter expects the six decimals of the balance that it returned.
    await expect(adapter.send(params)).rejects.toMatchObject(refused)
    await expect(adapter.prepareSend(params)).rejects.toMatchObject(refused)
    await expect(adapter.send({ ...params, decimals: 1.5 })).rejects.toMatchObject({
      code: 'validation/invalid-input',
    })
    expect(sends()).toBe(before)

    // After a new read, the adapter knows the current decimals, so the send reaches the wallet.
    expect((await adapter.getBalance(from, asset)).decimals).toBe(8)
    expect((await adapter.send(params)).hash).toMatch(/^0x/)
    expect((await adapter.send({ ...params, decimals: 8 })).hash).toMatch(/^0x/)
    expect(sends()).toBe(before + 2)
  })

  it.each(['solana', 'polkadot'] as const)(
    "isn't sent on %s if the caller passes decimals that differ from the token's decimals",
    async (family) => {
      const adapter = await latchkey.adapter(family)
      const network = of(family).caipNetworkId
      const token = devnet.tokens.find(({ asset }) => asset.startsWith(network))
      const from = `${network}:${adapter.normalizeAddress(devnet.accounts.alice![family]!.address, network as never)}`
      const params = {
        from,
        to: devnet.accounts.bob![family]!.address,
        amount: 1000n,
        asset: token!.asset,
      } as SendParams as never as SendParams<'solana'> & SendParams<'polkadot'>
      const before = sends()
      await expect(adapter.send({ ...params, decimals: token!.decimals + 1 })).rejects.toMatchObject({
        code: 'validation/invalid-input',
        message: expect.stringContaining('decimals: '),
      })
      await expect(
        adapter.send({ ...params, asset: undefined, decimals: 77 }),
        'the native coin',
      ).rejects.toMatchObject({ code: 'validation/invalid-input' })
      expect(sends()).toBe(before)
      expect((await adapter.send({ ...params, decimals: token!.decimals })).hash).toBeTruthy()
      expect(sends()).toBe(before + 1)
    },
  )
})
