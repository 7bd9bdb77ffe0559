import * as btc from '@scure/btc-signer'
import { bip122 } from 'latchkey/adapters/bip122'
import { bitcoinRegtest } from 'latchkey/networks'
import { createBip122Wallet, memoryPlatform } from 'latchkey/testing'
import { expect, it, onTestFinished } from 'vitest'
import { bitcoinConnector } from '../../../../src/connectors/external-bitcoin.ts'
import { caipAddress } from '../../../../src/core/chain/caip.ts'
import { regtest } from '../../../support/bip122-surroundings.ts'

const { caipNetworkId } = bitcoinRegtest

it.each([
  ['unisat', 'getChain', { enum: 'FRACTAL_BITCOIN_MAINNET' }],
  ['sats-connect', 'wallet_getNetwork', { bitcoin: { name: 'Testnet' } }],
] as const)(
  'a %s wallet on a network that is not listed is asked for no transaction',
  async (dialect, method, answer) => {
    const platform = memoryPlatform()
    const networks = [bitcoinRegtest]
    const wallet = createBip122Wallet({ secret: `0x${'7'.repeat(64)}`, networks: [caipNetworkId] })
    const unreachable = () => {
      throw new Error('not expected: an endpoint')
    }
    const adapter = await bip122().create({
      ...{ ...platform, networks, endpoints: () => [], rpc: unreachable, http: unreachable },
    })
    const provider = dialect === 'unisat' ? wallet.unisat : wallet.satsConnect
    const connector = bitcoinConnector({ id: 'w', name: 'W', dialect, provider })({ ...platform, networks })
    onTestFinished(async () => {
      await adapter.dispose()
      await connector.dispose()
    })
    const { id, accounts } = await adapter.connect({ connector, network: bitcoinRegtest })
    const address = accounts.find(({ type }) => type === 'payment')?.address ?? ''
    // The wallet switches without an event.
    wallet.script.always(method, { answer })
    const transaction = new btc.Transaction()
    const script = btc.OutScript.encode(btc.Address(regtest).decode(address))
    transaction.addInput({ txid: 'ab'.repeat(32), index: 0, witnessUtxo: { script, amount: 10_000n } })
    transaction.addOutputAddress(address, 9000n, regtest)
    const psbtBase64 = Buffer.from(transaction.toPSBT()).toString('base64')
    await expect(
      adapter.sendTransaction!(caipAddress(caipNetworkId, address), { psbtBase64, inputsToSign: [0] }),
    ).rejects.toMatchObject({ code: 'network/wrong-chain' })
    expect(wallet.script.count('signPsbt')).toBe(0)
    expect(adapter.connections().find((one) => one.id === id)?.network.caipNetworkId).not.toBe(caipNetworkId)
  },
)

it("a wallet's unlisted network isn't compared with an unlisted network of the host", async () => {
  const platform = memoryPlatform()
  const testnet3 = { ...bitcoinRegtest, caipNetworkId: 'bip122:000000000933ea01ad0ee984209779ba' } as const
  const wallet = createBip122Wallet({ secret: `0x${'7'.repeat(64)}`, networks: [caipNetworkId] })
  wallet.script.always('getChain', { answer: { enum: 'BITCOIN_TESTNET' } })
  const connector = bitcoinConnector({ id: 'w', name: 'W', dialect: 'unisat', provider: wallet.unisat })({
    ...platform,
    networks: [testnet3],
  })
  onTestFinished(() => connector.dispose())
  const session = await connector.open({ namespaces: ['bip122'], networks: [testnet3.caipNetworkId] })
  expect(session.networks).toEqual([])
})
