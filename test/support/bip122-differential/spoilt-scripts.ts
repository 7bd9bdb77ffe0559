import { secp256k1 } from '@noble/curves/secp256k1'
import { pushes } from './owner.ts'
import { dataScript } from './plan.ts'
import { afterSigning, every, legacy, none, type Spoiler, script, segwit, spoiler } from './spoiler.ts'

function paying(name: string, paid: Uint8Array, value = 10_000n): Spoiler {
  return spoiler('script', name, (plan) => {
    plan.outputs.unshift({ script: paid, value })
  })
}

const key = [2, ...secp256k1.getPublicKey(new Uint8Array(32).fill(1)).slice(1)]
export const spoiltScripts: readonly Spoiler[] = [
  paying('an output that anybody spends', script(0x51)),
  paying('an empty output', none),
  paying('an output of two keys', script(0x51, 33, ...key, 33, ...key, 0x52, 0xae)),
  paying('an output of a bare key', script(33, ...key, 0xac)),
  paying('an anchor', script(0x51, 2, 0x4e, 0x73)),
  paying('a witness program of a wrong length', script(0, 21, ...new Uint8Array(21))),
  paying('a witness program of one byte', script(0x51, 1, 9)),
  paying('an OP_RETURN with a value', dataScript(script(1, 2, 3))),
  paying('an OP_RETURN of 83 bytes', script(0x6a, 0x4c, 80, ...new Uint8Array(80).fill(9)), 0n),
  paying('an OP_RETURN of 84 bytes', script(0x6a, 0x4c, 81, ...new Uint8Array(81).fill(9)), 0n),
  paying('an OP_RETURN with a number', script(0x6a, 0x52), 0n),
  paying('an OP_RETURN with an operation', script(0x6a, 0xac), 0n),
  paying('an OP_RETURN with half a push', script(0x6a, 5, 1), 0n),
  paying('a bare OP_RETURN', script(0x6a), 0n),
  spoiler('script', 'two OP_RETURNs', (plan) => {
    for (const byte of [1, 2]) plan.outputs.unshift({ script: dataScript(script(byte)), value: 0n })
  }),
  spoiler('script', 'nothing but an OP_RETURN', (plan) => {
    plan.outputs = [{ script: dataScript(new Uint8Array(40)), value: 0n }]
    plan.rest = false
    plan.inputs = plan.inputs.map((input) => ({ ...input, sighash: 1 }))
  }),
  spoiler('script', 'no output', (plan) => {
    plan.outputs = []
    plan.inputs = plan.inputs.map((input) => ({ ...input, sighash: 1 }))
  }),
  ...[0, 1, 2, 3, 4, 0xffffffff].map((version) =>
    spoiler('script', `version ${version}`, (plan) => {
      plan.version = version
    }),
  ),
  spoiler('script', 'more than 100,000 virtual bytes', (plan, { owners }) => {
    for (let count = 0; count < 3000; count++)
      plan.outputs.unshift({ script: owners[0]!.script, value: 1000n })
    plan.inputs = plan.inputs.slice(0, 1).map((input) => ({ ...input, sighash: 1 }))
  }),
  afterSigning('script', 'a push more', legacy, (input) => {
    input.script = Uint8Array.from([...pushes(script(5, 5)), ...input.script])
  }),
  afterSigning('script', 'a push behind', legacy, (input) => {
    input.script = Uint8Array.from([...input.script, ...pushes(script(5, 5))])
  }),
  afterSigning('script', 'a push longer than necessary', legacy, (input) => {
    input.script = Uint8Array.from([0x4c, ...input.script])
  }),
  afterSigning('script', 'an operation', legacy, (input) => {
    input.script = Uint8Array.from([...input.script, 0x61])
  }),
  afterSigning('script', 'no key', legacy, (input) => {
    input.script = input.script.slice(0, 1 + input.script[0]!)
  }),
  afterSigning('script', 'nothing', every, (input) => {
    Object.assign(input, { script: none, witness: [] })
  }),
  afterSigning('script', 'a witness where none belongs', legacy, (input) => {
    input.witness = [script(1)]
  }),
  afterSigning('script', 'a script beside a witness', ['p2wpkh', 'p2tr'], (input) => {
    input.script = pushes(script(5, 5))
  }),
  afterSigning('script', 'an extra item in the witness', [...segwit, 'p2tr'], (input) => {
    input.witness = [script(1), ...input.witness]
  }),
  afterSigning('script', 'an annex', ['p2tr'], (input) => {
    input.witness = [...input.witness, script(0x50, 1)]
  }),
  afterSigning('script', 'another program within P2SH', ['p2sh-p2wpkh'], (input, { random, owners }) => {
    const other = owners.filter(({ kind }) => kind === 'p2sh-p2wpkh')
    input.script = pushes(random.pick(other).redeem)
  }),
  afterSigning('script', 'no program within P2SH', ['p2sh-p2wpkh'], (input) => {
    input.script = none
  }),
  afterSigning('script', 'a key of 65 bytes in segwit', ['p2wpkh'], (input, _, { owner }) => {
    const long = secp256k1.ProjectivePoint.fromHex(owner.publicKey).toRawBytes(false)
    input.witness = [input.witness[0]!, long]
  }),
  afterSigning('script', 'a hybrid key', ['p2pkh-uncompressed'], (input, _, { owner }) => {
    const hybrid = owner.publicKey.slice()
    hybrid[0] = 6 + (hybrid.at(-1)! & 1)
    input.script = Uint8Array.from([...input.script.slice(0, 1 + input.script[0]!), ...pushes(hybrid)])
  }),
  afterSigning('script', 'a script that only bitcoind can spend', ['p2sh-pk', 'p2wsh-pk'], () => {}),
]

export const spoiltEncodings: readonly Spoiler[] = [
  spoiler('encoding', 'a byte more', (plan) => {
    plan.bytes = (bytes) => Buffer.concat([bytes, script(0)])
  }),
  spoiler('encoding', 'a byte less', (plan) => {
    plan.bytes = (bytes) => bytes.subarray(0, -1)
  }),
  spoiler('encoding', 'a count in three bytes', (plan) => {
    plan.bytes = (bytes) => {
      const at = bytes[4] === 0 ? 6 : 4
      return Buffer.concat([bytes.subarray(0, at), script(0xfd, bytes[at]!, 0), bytes.subarray(at + 1)])
    }
  }),
  spoiler('encoding', 'no input', (plan) => {
    plan.change = (draft) => {
      draft.inputs = []
    }
  }),
  spoiler('encoding', 'a flag without a witness', (plan) => {
    plan.change = (draft) => {
      for (const input of draft.inputs) input.witness = []
    }
    plan.bytes = (bytes) => {
      const body = bytes.subarray(4, -4)
      const count = bytes[4]!
      return Buffer.concat([
        bytes.subarray(0, 4),
        script(0, 1),
        body,
        new Uint8Array(count),
        bytes.subarray(-4),
      ])
    }
  }),
]
