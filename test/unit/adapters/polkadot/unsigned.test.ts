import { Keyring } from '@polkadot/keyring'
import { expect, it } from 'vitest'
import { loadRuntime } from '../../../../src/adapters/polkadot/chain/runtime.ts'
import { unsigned } from '../../../../src/adapters/polkadot/chain/unsigned.ts'
import type { Hex } from '../../../../src/core/chain/caip.ts'
import type { RpcRequest } from '../../../../src/ports.ts'
import { knownRuntime } from '../../../support/polkadot-runtimes.ts'

const hash = `0x${'1'.repeat(64)}` as const

it.each(['ecdsa', 'ed25519'] as const)(
  "is signed by an %s key even if the signature looks like another key type's",
  async (type) => {
    const { metadata, versions } = await knownRuntime('polkadot', 'v14')
    const answers: Readonly<Record<string, unknown>> = {
      chain_getBlockHash: hash,
      state_getRuntimeVersion: { ...versions, specName: versions.specName, apis: [] },
      state_getMetadata: metadata,
      system_chain: 'Polkadot',
      system_properties: {},
    }
    const request = async ({ method }: RpcRequest) => answers[method] as never
    const runtime = await loadRuntime({ request }, undefined)
    const { api } = runtime
    const pair = new Keyring({ type }).addFromUri('//Alice')
    /** Returns the signature without its key type. */
    const signedBy = (nonce: number) => {
      const call = api.tx.system!.remark!('0x00')
      const one = unsigned(
        runtime,
        { blockHash: hash, blockNumber: 1, nonce },
        pair.address,
        call as never,
        0n,
      )
      const bytes = api.registry
        .createType('ExtrinsicPayload', one.payload, { version: one.payload.version as number })
        .toU8a({ method: true } as never)
      const message = bytes.length > 256 ? api.registry.hash(bytes) : bytes
      return { one, bare: Buffer.from(pair.sign(message)).toString('hex') }
    }
    let nonce = 0
    let { one, bare } = signedBy(nonce)
    while (type === 'ecdsa' && !bare.startsWith('00')) ({ one, bare } = signedBy(++nonce))
    const signature: Hex = type === 'ecdsa' ? `0x${bare}` : `0x00${bare}`
    const { signed } = one.sign({ signature })
    // The extrinsic has the signature after its key type.
    expect(signed).toContain(`${type === 'ecdsa' ? '02' : '00'}${bare}`)
  },
)
