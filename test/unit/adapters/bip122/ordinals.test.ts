import * as btc from '@scure/btc-signer'
import { bip122 } from 'latchkey/adapters/bip122'
import { bitcoinRegtest } from 'latchkey/networks'
import { createBip122Wallet, memoryPlatform } from 'latchkey/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { bitcoinConnector } from '../../../../src/connectors/external-bitcoin.ts'
import { caipAddress } from '../../../../src/core/chain/caip.ts'
import { regtest } from '../../../support/bip122-surroundings.ts'

const releases: (() => unknown)[] = []
afterEach(async () => {
  for (const release of releases.splice(0)) await release()
})

/** Returns a wallet with one account for ordinals and one account for payments. A request to an endpoint fails the test. */
async function connected() {
  const { caipNetworkId } = bitcoinRegtest
  const platform = memoryPlatform()
  const networks = [bitcoinRegtest]
  const wallet = createBip122Wallet({ secret: `0x${'7'.repeat(64)}`, networks: [caipNetworkId] })
  const unreachable = () => {
    throw new Error('not expected: an endpoint')
  }
  const adapter = await bip122().create({
    ...platform,
    networks,
    endpoints: () => [],
    rpc: unreachable,
    http: unreachable,
  })
  const options = { id: 'w', name: 'W', dialect: 'sats-connect', provider: wallet.satsConnect } as const
  const connector = bitcoinConnector(options)({ ...platform, networks })
  releases.push(
    () => adapter.dispose(),
    () => connector.dispose(),
  )
  const { accounts } = await adapter.connect({ connector, network: bitcoinRegtest })
  const of = (type: string) => accounts.find((each) => each.type === type)?.address ?? ''
  wallet.script.clearRequests()
  return {
    adapter,
    wallet,
    payment: of('payment'),
    from: caipAddress(caipNetworkId, of('payment')),
    ordinal: caipAddress(caipNetworkId, of('ordinal')),
    ordinalAddress: of('ordinal'),
  }
}

function psbtFrom(address: string, to: string): string {
  const transaction = new btc.Transaction()
  const script = btc.OutScript.encode(btc.Address(regtest).decode(address))
  transaction.addInput({ txid: 'ab'.repeat(32), index: 0, witnessUtxo: { script, amount: 10_000n } })
  transaction.addOutputAddress(to, 9000n, regtest)
  return Buffer.from(transaction.toPSBT()).toString('base64')
}

describe('an ordinals account', () => {
  const refused = (address: string) => ({
    code: 'validation/invalid-input',
    message: expect.stringContaining(`${address} is an ordinal account`),
  })

  it('refuses to send, estimate a fee or sign a transaction', async () => {
    const { adapter, wallet, ordinal, ordinalAddress, payment } = await connected()
    const params = { from: ordinal, to: payment, amount: 10_000n }
    const transaction = { psbtBase64: psbtFrom(ordinalAddress, payment), inputsToSign: [0] }
    const expected = refused(ordinalAddress)
    await expect(adapter.send(params)).rejects.toMatchObject(expected)
    await expect(adapter.estimateFee(params)).rejects.toMatchObject(expected)
    await expect(adapter.sendTransaction?.(ordinal, transaction)).rejects.toMatchObject(expected)
    await expect(adapter.signTransaction?.(ordinal, transaction)).rejects.toMatchObject(expected)
    expect(wallet.script.count('signPsbt')).toBe(0)
  })

  it('refuses a PSBT that spends its outputs', async () => {
    const { adapter, wallet, from, ordinalAddress, payment } = await connected()
    const transaction = { psbtBase64: psbtFrom(ordinalAddress, payment), inputsToSign: [0] }
    const expected = {
      code: 'validation/invalid-input',
      message: expect.stringContaining(`a coin of ${ordinalAddress}, an ordinal account`),
    }
    await expect(adapter.sendTransaction?.(from, transaction)).rejects.toMatchObject(expected)
    await expect(adapter.signTransaction?.(from, transaction)).rejects.toMatchObject(expected)
    expect(wallet.script.count('signPsbt')).toBe(0)
  })

  it('signs messages', async () => {
    const { adapter, ordinal } = await connected()
    expect((await adapter.signMessage(ordinal, 'hello')).scheme).toBe('bip322')
  })
})
