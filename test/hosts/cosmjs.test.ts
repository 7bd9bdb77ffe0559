import { coins, isDeliverTxSuccess, SigningStargateClient, StargateClient } from '@cosmjs/stargate'
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import { AuthInfo, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { devAccounts } from 'latchkey/devnet'
import type { CosmosWallet } from 'latchkey/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import type { CosmosNode } from '../../src/devnet/nodes/cosmos/cosmos-node.ts'
import { startLoopbackNode } from '../../src/devnet/nodes/cosmos/loopback-node.ts'
import { simdBinary } from '../../src/devnet/nodes/cosmos/simd-binary.ts'
import { startSimdNode } from '../../src/devnet/nodes/cosmos/simd-node.ts'
import { verifyAdr36 } from '../support/cosmos-verify.ts'
import { type DevPage, devPage } from '../support/dev-page.ts'

const chainId = 'latchkey-1'
const simd = simdBinary()
const fee = { amount: coins(5000, 'uatom'), gas: '200000' }
const address = (name: string) => devAccounts[name]!.cosmos!.address

/** The wallet's interface for pages. */
type Keplr = CosmosWallet['provider']

describe.each(['the loopback node', 'simd'] as const)('a page with CosmJS, on %s', (kind) => {
  describe.skipIf(kind === 'simd' && !simd)('and the Keplr-like development wallet', () => {
    let node: CosmosNode
    let reader: StargateClient
    let page: DevPage
    let keplr: Keplr
    beforeAll(async () => {
      node = await (kind === 'simd' ? startSimdNode(simd!, chainId, {}) : startLoopbackNode(chainId))
      reader = await StargateClient.connect(node.url)
      const network = {
        id: chainId,
        caipNetworkId: `cosmos:${chainId}`,
        chainNamespace: 'cosmos',
        name: 'Local',
        nativeCurrency: { name: 'Atom', symbol: 'ATOM', decimals: 6 },
        rpcUrls: { default: { http: [node.url] } },
        cosmos: { bech32Prefix: 'cosmos', denom: 'uatom', gasPrice: '0.025' },
      } as const satisfies ChainNetwork
      page = devPage({ networks: [network], accounts: devAccounts })
      keplr = page.window.keplr as Keplr
      await keplr.enable(chainId)
    })
    afterAll(async () => {
      reader?.disconnect()
      await node?.stop()
    })

    it.each([
      ['getOfflineSigner', SignMode.SIGN_MODE_DIRECT],
      ['getOfflineSignerOnlyAmino', SignMode.SIGN_MODE_LEGACY_AMINO_JSON],
      ['getOfflineSignerAuto', SignMode.SIGN_MODE_DIRECT],
    ] as const)("sends with the wallet's %s, and the node confirms the sign mode", async (name, mode) => {
      const signer = (await keplr[name](chainId)) as ReturnType<Keplr['getOfflineSigner']>
      expect(await signer.getAccounts()).toMatchObject([{ address: address('alice'), algo: 'secp256k1' }])
      const client = await SigningStargateClient.connectWithSigner(node.url, signer as never, {
        broadcastPollIntervalMs: 100,
      })
      const held = async () => BigInt((await reader.getBalance(address('dave'), 'uatom')).amount)
      const before = await held()
      const asked = page.asked('keplr').length
      const sent = await client.sendTokens(
        address('alice'),
        address('dave'),
        coins(4321, 'uatom'),
        fee,
        'a memo',
      )
      expect(isDeliverTxSuccess(sent)).toBe(true)
      expect((await held()) - before).toBe(4321n)
      expect(page.asked('keplr')).toHaveLength(asked + 1)
      const { authInfoBytes } = TxRaw.decode((await reader.getTx(sent.transactionHash))!.tx)
      expect(AuthInfo.decode(authInfoBytes).signerInfos[0]?.modeInfo?.single?.mode).toBe(mode)
      client.disconnect()
    })

    it('signs an ADR-36 text, which the wallet and OpenSSL verify', async () => {
      const signed = (await keplr.signArbitrary(chainId, address('alice'), 'hello')) as {
        readonly pub_key: { readonly value: string }
        readonly signature: string
      }
      const publicKey = Buffer.from(signed.pub_key.value, 'base64').toString('hex')
      const { signature } = signed
      expect(await verifyAdr36('hello', { signature, publicKey } as never, address('alice'))).toBe(true)
      expect(await keplr.verifyArbitrary(chainId, address('alice'), 'hello', signed)).toBe(true)
      expect(await keplr.verifyArbitrary(chainId, address('alice'), 'hullo', signed)).toBe(false)
    })

    it("gets the wallet's rejection, and sends nothing to the network", async () => {
      const client = await SigningStargateClient.connectWithSigner(
        node.url,
        keplr.getOfflineSigner(chainId) as never,
      )
      const { sequence } = await reader.getSequence(address('alice'))
      page.refuseNext('keplr')
      const sending = client.sendTokens(address('alice'), address('dave'), coins(1, 'uatom'), fee)
      await expect(sending).rejects.toThrow('rejected')
      expect((await reader.getSequence(address('alice'))).sequence).toBe(sequence)
      client.disconnect()
    })
  })
})
