// @module-tag ci
import * as bitcoin from 'bitcoinjs-lib'
import { devAccounts, type Relay, startRelay } from 'latchkey/devnet'
import { headlessWallet } from 'latchkey/wallets'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openBareDapp } from '../support/bare-dapp.ts'
import { devNetworks } from '../support/relayed-clients.ts'

let relay: Relay
beforeAll(async () => {
  relay = await startRelay()
})
afterAll(() => relay.stop())

it('a wallet over WalletConnect signs only with the sighash types that its owner allowed', async () => {
  const networks = devNetworks('bip122')
  const [{ caipNetworkId }] = networks as [(typeof networks)[number]]
  const accounts = [devAccounts.alice!]
  const wallet = await headlessWallet({ relayUrl: relay.url, networks, accounts, allowSighash: [0x81] })
  const dapp = await openBareDapp(relay.url)
  onTestFinished(async () => {
    await dapp.close()
    await wallet.stop()
  })
  const { uri, settled } = await dapp.propose({
    bip122: { chains: [caipNetworkId], methods: ['signPsbt'], events: [] },
  })
  const { topic, namespaces } = await wallet.pair(uri)
  await settled
  const account = namespaces.bip122!.accounts[0]!.slice(caipNetworkId.length + 1)
  const sign = async (sighashType: number) => {
    const network = bitcoin.networks.regtest
    const script = bitcoin.address.toOutputScript(account, network)
    // The transaction that created the coin. It proves the coin's value.
    const funding = new bitcoin.Transaction()
    funding.addInput(new Uint8Array(32).fill(1), 0)
    funding.addOutput(script, 10_000n)
    const psbt = new bitcoin.Psbt({ network })
      .addInput({
        hash: funding.getHash(),
        index: 0,
        witnessUtxo: { script, value: 10_000n },
        nonWitnessUtxo: funding.toBuffer(),
        sighashType,
      })
      .addOutput({ script, value: 9000n })
      .toBase64()
    const params = { account, psbt, signInputs: [{ address: account, index: 0 }] }
    const signed = await dapp.request<{ psbt: string }>(topic, caipNetworkId, 'signPsbt', params)
    return bitcoin.Psbt.fromBase64(signed.psbt).data.inputs[0]!.partialSig![0]!.signature.at(-1)
  }
  expect(await sign(0x81)).toBe(0x81)
  expect(await sign(0x01)).toBe(0x01)
  // The types NONE|ANYONECANPAY and SINGLE aren't allowed.
  for (const type of [0x82, 0x03]) await expect(sign(type)).rejects.toMatchObject({ code: -32602 })
})
