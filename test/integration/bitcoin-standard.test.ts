import * as btc from '@scure/btc-signer'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import { Verifier } from 'bip322-js'
import type { Latchkey } from 'latchkey'
import { bip122 } from 'latchkey/adapters/bip122'
import { bitcoinStandardWallet } from 'latchkey/bitcoin-standard'
import { bitcoinConnector } from 'latchkey/connectors'
import type { Devnet } from 'latchkey/devnet'
import { type Bip122Wallet, createBip122Wallet } from 'latchkey/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { bip122Accounts } from '../../src/devnet/accounts/bip122.ts'
import { bip122Chain, type Unspent } from '../support/bip122-chain.ts'
import { transferPsbt } from '../support/bip122-surroundings.ts'
import { startBitcoin } from '../support/bitcoind.ts'
import { clientOn } from '../support/bridged-client.ts'
import { leaseTimeout } from '../support/leased-devnet.ts'

type Account = WalletAccount & { readonly purpose: string }
interface Features {
  'bitcoin:connect': { connect(input?: object): Promise<{ accounts: readonly Account[] }> }
  'bitcoin:signMessage': { signMessage(...inputs: object[]): Promise<{ signature: Uint8Array }[]> }
  'bitcoin:signTransaction': { signTransaction(...inputs: object[]): Promise<{ signedPsbt: Uint8Array }[]> }
}

let devnet: Devnet
beforeAll(async () => {
  devnet = await startBitcoin('the simulator')
}, leaseTimeout)
afterAll(() => devnet?.stop())

describe("a client's wallet-standard wallet for Bitcoin apps", () => {
  const { alice, bob, dave } = bip122Accounts as Record<string, (typeof bip122Accounts)[string]>
  let keys: Bip122Wallet
  let client: Latchkey
  let wallet: Wallet
  let features: Features
  let release: () => void
  beforeEach(() => {
    keys = createBip122Wallet({
      secret: alice!.secret,
      networks: devnet.networks.map(({ caipNetworkId }) => caipNetworkId as `bip122:${string}`),
    })
    const provider = keys.satsConnect
    client = clientOn(
      devnet,
      [bip122()],
      [bitcoinConnector({ id: 'keys', name: 'Keys', dialect: 'sats-connect', provider })],
    )
    ;({ wallet, release } = bitcoinStandardWallet(client, { connectorId: 'keys' }))
    features = wallet.features as never
  })
  afterEach(async () => {
    release()
    await client.dispose()
  })
  const coin = async () => {
    const networks = devnet.networks as ChainNetwork<'bip122'>[] as [
      ChainNetwork<'bip122'>,
      ChainNetwork<'bip122'>,
    ]
    const [first] = await bip122Chain(networks, dave!).unspent(networks[0].caipNetworkId, alice!.address)
    return first as Unspent
  }

  it('connects, and lists only the payment account', async () => {
    expect(wallet.chains).toContain('bitcoin:regtest')
    const { accounts } = await features['bitcoin:connect'].connect({ purposes: ['payment', 'ordinals'] })
    expect(accounts.map(({ address, purpose }) => [address, purpose])).toEqual([[alice!.address, 'payment']])
    expect(client.account.state.bip122.allAccounts.map(({ address }) => address)).toContain(alice!.ordinal)
    expect(accounts[0]!.publicKey.length).toBe(33)
    expect(wallet.accounts).toBe(accounts)
  })

  it('signs a message, and a second library verifies it', async () => {
    const { accounts } = await features['bitcoin:connect'].connect()
    const message = new TextEncoder().encode('hello')
    const [signed] = await features['bitcoin:signMessage'].signMessage({ account: accounts[0]!, message })
    const signature = Buffer.from(signed!.signature).toString('base64')
    expect(Verifier.verifySignature(alice!.address, 'hello', signature)).toBe(true)
  })

  it('signs the requested inputs only if it can sign all of them', async () => {
    const { accounts } = await features['bitcoin:connect'].connect()
    const psbt = Uint8Array.from(
      Buffer.from(transferPsbt(alice!.secret, await coin(), bob!.address), 'base64'),
    )
    const mine = { account: accounts[0]!, signingIndexes: [0] }
    const sign = (...inputs: object[]) => features['bitcoin:signTransaction'].signTransaction(...inputs)
    const [signed] = await sign({ psbt, inputsToSign: [mine], chain: 'bitcoin:regtest' })
    const transaction = btc.Transaction.fromPSBT(signed!.signedPsbt)
    expect(Buffer.from(transaction.unsignedTx)).toEqual(
      Buffer.from(btc.Transaction.fromPSBT(psbt).unsignedTx),
    )
    transaction.finalize()
    expect(transaction.isFinal).toBe(true)
    const asked = keys.script.count()
    const refused = { code: 'adapter/unsupported' }
    await expect(sign({ psbt, inputsToSign: [{ ...mine, sigHash: 'NONE' }] })).rejects.toMatchObject(refused)
    const other = { account: { address: alice!.ordinal }, signingIndexes: [0] }
    await expect(sign({ psbt, inputsToSign: [mine, other] })).rejects.toMatchObject(refused)
    await expect(sign({ psbt, inputsToSign: [] })).rejects.toMatchObject({ code: 'validation/invalid-input' })
    await expect(sign({ psbt, inputsToSign: [mine], chain: 'bitcoin:mainnet' })).rejects.toMatchObject({
      code: 'network/not-requested',
    })
    expect(keys.script.count()).toBe(asked)
  })
})
