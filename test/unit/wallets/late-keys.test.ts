import { verifyTypedData } from 'ethers'
import { bip122Wallet, eip155Wallet, solanaWallet } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import { devAccounts } from '../../../src/devnet/index.ts'

const alice = devAccounts.alice!
const bob = devAccounts.bob!
const canceled = () => Promise.reject(new Error('The password was canceled'))
const chains = [1, 5].map((id) => ({ id, rpcUrl: 'http://127.0.0.1:9' }))

describe('a wallet whose keys open when they are needed', () => {
  it('leaves the page unconnected when the keys do not open', async () => {
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

  it('signs for the chain that the user approved, when it switches before the keys are open', async () => {
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

  it('shows its account to a page that is connected already, without addresses', async () => {
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

  it('refuses to sign with keys that are not those of the shown addresses', async () => {
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
})
