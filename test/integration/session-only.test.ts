import { base58 } from '@scure/base'
import { verifyMessage } from 'ethers'
import { devAccounts } from 'latchkey/devnet'
import nacl from 'tweetnacl'
import { describe, expect, it } from 'vitest'
import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
import type { ChainAdapter } from '../../src/core/wallet/adapter.ts'
import { devNetworks, relayedClients } from '../support/relayed-clients.ts'

const { address } = devAccounts.alice!.eip155!
const world = relayedClients({ networks: devNetworks('eip155', 'solana') })

async function connected() {
  const opened = world.client()
  await world.pair(opened.latchkey)
  return opened
}

describe('a client without adapters', () => {
  it('connects all families of its networks with one session, and lists their accounts', async () => {
    const { latchkey } = await connected()
    expect([...latchkey.account.connectedNamespaces].sort()).toEqual(['eip155', 'solana'])
    expect(latchkey.account.state.eip155.caipAddress).toBe(`eip155:31337:${address}`)
    expect(latchkey.account.state.solana.address).toBe(devAccounts.alice!.solana!.address)
    expect(world.wallet.sessions).toHaveLength(1)
  })

  it('passes a request to the wallet', async () => {
    const { latchkey } = await connected()
    const adapter = await latchkey.adapter('eip155')
    const text = 'no adapter, no chain library'
    const params = [`0x${Buffer.from(text).toString('hex')}`, address]
    const signed = await adapter.request!(`eip155:31337:${address}`, { method: 'personal_sign', params })
    expect(verifyMessage(text, signed as string)).toBe(address)

    const { caipAddress, address: owner } = latchkey.account.state.solana
    const bytes = Buffer.from(text)
    const answer = await (await latchkey.adapter('solana')).request!(
      caipAddress as `solana:${string}:${string}`,
      {
        method: 'solana_signMessage',
        params: { message: base58.encode(bytes), pubkey: owner },
      },
    )
    const signature = base58.decode((answer as { signature: string }).signature)
    expect(nacl.sign.detached.verify(bytes, signature, base58.decode(owner!))).toBe(true)
    expect(world.wallet.requests.map(({ method }) => method)).toEqual(['personal_sign', 'solana_signMessage'])
  })

  it('switches the network without a wallet request', async () => {
    const { latchkey } = await connected()
    await latchkey.switchNetwork('eip155:31338')
    expect(latchkey.account.state.eip155.caipAddress).toBe(`eip155:31338:${address}`)
    expect(world.wallet.requests).toEqual([])
    const adapter = await latchkey.adapter('eip155')
    await adapter.request!(`eip155:31338:${address}`, { method: 'personal_sign', params: ['0x00', address] })
    expect(world.wallet.requests.map(({ network }) => network)).toEqual(['eip155:31338'])
  })

  it("refuses calls that need the family's adapter, and calls that the wallet did not approve", async () => {
    const { latchkey } = await connected()
    const adapter = await latchkey.adapter('eip155')
    const account = `eip155:31337:${address}` as const
    for (const refused of [
      () => adapter.getBalance(account),
      () => adapter.signMessage(account, 'hello'),
      () => adapter.send({ from: account, to: address, amount: 1n }),
      () => adapter.estimateFee({ from: account, to: address, amount: 1n }),
      () => adapter.getTransactionStatus('eip155:31337', { hash: '0x00' }),
      () => adapter.waitForTransaction('eip155:31337', { hash: '0x00' }),
    ])
      await expect(refused()).rejects.toMatchObject({
        code: 'adapter/unsupported',
        message: expect.stringContaining('a client without an adapter for eip155'),
      })
    await expect(adapter.query('eip155:31337', { method: 'eth_chainId' })).rejects.toMatchObject({
      code: 'config/no-adapter',
    })
    await expect(adapter.request!(account, { method: 'eth_sign', params: [] })).rejects.toMatchObject({
      code: 'adapter/unsupported',
    })
    const stranger = 'eip155:31337:0x000000000000000000000000000000000000dEaD' as const
    await expect(adapter.request!(stranger, { method: 'personal_sign' })).rejects.toMatchObject({
      code: 'connection/account-not-connected',
    })
    expect(adapter.supports('wallet.request')).toBe(true)
    expect(adapter.supports('send.native')).toBe(false)
    expect(world.wallet.requests).toEqual([])
    // The client has no networks of the family cosmos, so there is no adapter for session requests either.
    await expect(latchkey.adapter('cosmos')).rejects.toMatchObject({ code: 'config/no-adapter' })
  })

  it('restores the session after a reload, and ends it for both families', async () => {
    const { latchkey, platform } = await connected()
    await latchkey.switchNetwork('eip155:31338')
    await latchkey.dispose()
    const { latchkey: again } = world.client(platform)
    await again.ready()
    expect([...again.account.connectedNamespaces].sort()).toEqual(['eip155', 'solana'])
    expect(again.account.state.eip155.caipAddress).toBe(`eip155:31338:${address}`)
    expect(world.wallet.requests).toEqual([])
    await again.disconnect()
    expect(again.account.connectedNamespaces).toEqual([])
    await expect.poll(() => world.wallet.sessions.length, { message: "the wallet's session ends" }).toBe(0)
    await again.dispose()
    const { latchkey: third } = world.client(platform)
    await third.ready()
    expect(third.account.connectedNamespaces).toEqual([])
  })
})

describe('the adapter for session requests', () => {
  it.each<[ChainNamespace, readonly (keyof ChainAdapter)[]]>([
    ['eip155', ['signTypedData', 'sendTransaction', 'query']],
    ['solana', ['sendTransaction', 'signTransaction', 'signAllTransactions']],
    ['polkadot', ['sendTransaction', 'signTransaction']],
    ['bip122', ['sendTransaction', 'signTransaction']],
    ['cosmos', ['sendTransaction', 'signTransaction']],
  ])("of the family %s throws in the methods that need the family's own adapter", async (family, names) => {
    const { latchkey } = world.client(undefined, { networks: devNetworks(family) })
    const adapter = (await latchkey.adapter(family)) as unknown as Record<string, () => Promise<unknown>>
    for (const name of names) {
      const code = name === 'query' ? 'config/no-adapter' : 'adapter/unsupported'
      await expect(adapter[name]!(), name).rejects.toMatchObject({ code })
    }
  })
})

describe('a family without an adapter', () => {
  it('connects over WalletConnect, but not with an extension', async () => {
    const { eip155 } = await import('latchkey/adapters/eip155')
    const { standardConnector } = await import('latchkey/connectors')
    const { createSolanaWallet } = await import('latchkey/testing')
    const extension = createSolanaWallet({
      secrets: [devAccounts.bob!.solana!.secret],
      chains: [{ id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', rpcUrl: 'http://127.0.0.1:9' }],
    })
    const { latchkey } = world.client(undefined, {
      adapters: [eip155()],
      connectors: [standardConnector({ id: 'extension', name: 'Extension', wallet: extension.standard })],
    })
    await latchkey.ready()
    await expect(latchkey.connect({ connectorId: 'extension' })).rejects.toMatchObject({
      code: 'config/no-adapter',
    })
    await world.pair(latchkey)
    expect([...latchkey.account.connectedNamespaces].sort()).toEqual(['eip155', 'solana'])
    const adapter = await latchkey.adapter('eip155')
    expect((await adapter.signMessage(`eip155:31337:${address}`, 'hello')).signature).toMatch(/^0x/)
  })
})
