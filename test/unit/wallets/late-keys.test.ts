import { verifyTypedData } from 'ethers'
import { bip122Wallet, cosmosWallet, eip155Wallet, solanaWallet } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import { devAccounts } from '../../../src/devnet/index.ts'

const alice = devAccounts.alice!
const bob = devAccounts.bob!
const canceled = () => Promise.reject(new Error('The password was canceled'))
const chains = [1, 5].map((id) => ({ id, rpcUrl: 'http://127.0.0.1:9' }))

describe('a wallet with locked keys', () => {
  it("refuses to connect if the keys can't be opened", async () => {
    let opened = 0
    const keys = () => {
      opened++
      return canceled()
    }
    const { provider } = eip155Wallet({ chains, keys })
    await expect(provider.request({ method: 'eth_requestAccounts' })).rejects.toThrow('canceled')
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    expect(opened).toBe(1)
  })

  it("stays disconnected if a page connects as to Leather and the keys can't be opened", async () => {
    const networks = ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328'] as const
    const { leather, unisat } = bip122Wallet({ networks, keys: canceled, addresses: [alice.bip122!.address] })
    await expect(leather.request('getAddresses')).rejects.toThrow('canceled')
    expect(await unisat.getAccounts()).toEqual([])
  })

  it('signs for the approved network after a switch to another network', async () => {
    const { address, secret } = alice.eip155!
    const wallet = eip155Wallet({
      chains,
      authorized: true,
      addresses: [address],
      async keys() {
        wallet.switchTo(5)
        return [secret]
      },
    })
    const domain = { name: 'Market', chainId: 1 }
    const types = { Order: [{ name: 'amount', type: 'uint256' }] }
    const message = { amount: '9' }
    const params = [address, JSON.stringify({ domain, types, message, primaryType: 'Order' })]
    const signature = await wallet.provider.request({ method: 'eth_signTypedData_v4', params })
    expect(verifyTypedData(domain, types, message, signature as string)).toBe(address)
    expect(wallet.chainId).toBe(5)
  })

  it('opens its keys for a connected page if no address is stored', async () => {
    const { address, secret } = alice.solana!
    const { standard } = solanaWallet({
      chains: [{ id: 'solana:devnet', rpcUrl: 'http://127.0.0.1:9' }],
      authorized: true,
      keys: async () => [secret],
    })
    const connect = standard.features['standard:connect'] as {
      connect(input: object): Promise<{ accounts: { address: string }[] }>
    }
    const { accounts } = await connect.connect({ silent: true })
    expect(accounts.map((account) => account.address)).toEqual([address])
  })

  it('refuses to sign with keys that do not belong to the stored addresses', async () => {
    const { address } = alice.bip122!
    const { unisat } = bip122Wallet({
      networks: ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328'],
      authorized: true,
      addresses: [address],
      keys: async () => [bob.bip122!.secret],
    })
    const signing = unisat.signMessage('hi')
    await expect(signing).rejects.toThrow("don't belong to the addresses")
  })

  it('opens its bitcoin keys only after the approval prompt', async () => {
    const { address, secret } = alice.bip122!
    const steps: string[] = []
    const { standard } = bip122Wallet({
      networks: ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328', 'bip122:000000000019d6689c085ae165831e93'],
      authorized: true,
      addresses: [address],
      keys: async () => {
        steps.push('keys')
        return [secret]
      },
      approve: async () => void steps.push('prompt'),
    })
    const { connect } = standard.features['standard:connect'] as {
      connect(input: object): Promise<{ accounts: { address: string; publicKey: Uint8Array }[] }>
    }
    const { accounts } = await connect({ silent: true })
    expect(accounts.map((account) => account.address)).toEqual([address])
    expect(accounts[0]?.publicKey).toEqual(new Uint8Array())
    expect(steps).toEqual([])
    const { signMessage } = standard.features['bitcoin:signMessage'] as {
      signMessage(...inputs: object[]): Promise<{ signature: Uint8Array }[]>
    }
    const [signed] = await signMessage({ account: accounts[0], message: new TextEncoder().encode('hi') })
    expect(signed?.signature.length).toBeGreaterThan(60)
    expect(steps).toEqual(['prompt', 'keys'])
    const later = (await connect({ silent: true })).accounts
    expect(later.length).toBeGreaterThan(1)
    expect(later[0]?.publicKey).toHaveLength(33)
  })

  it('opens its cosmos keys only after the approval prompt', async () => {
    const { address, secret } = alice.cosmos!
    const steps: string[] = []
    const wallet = (keys: string) =>
      cosmosWallet({
        chains: [{ id: 'test-1', bech32Prefix: address.split('1')[0]! }],
        approved: ['test-1'],
        addresses: [address],
        keys: async () => {
          steps.push('keys')
          return [keys]
        },
        approve: async () => void steps.push('prompt'),
      }).provider
    await expect(wallet(secret).signArbitrary('test-1', bob.cosmos!.address, 'hi')).rejects.toThrow('Signer')
    expect(steps).toEqual([])
    await wallet(secret).signArbitrary('test-1', address, 'hi')
    expect(steps).toEqual(['prompt', 'keys'])
    await expect(wallet(bob.cosmos!.secret).signArbitrary('test-1', address, 'hi')).rejects.toThrow('Signer')
  })
})
