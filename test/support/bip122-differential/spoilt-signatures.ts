import { secp256k1 } from '@noble/curves/secp256k1'
import type { DraftInput } from './draft.ts'
import { makeOwner, type OwnedCoin, pushes } from './owner.ts'
import { planWith } from './plan.ts'
import { afterSigning, ecdsa, every, legacy, none, type Spoiler, segwit, spoiler } from './spoiler.ts'

function changeSignature(
  input: DraftInput,
  coin: OwnedCoin,
  change: (signature: Uint8Array) => Uint8Array,
): void {
  if (legacy.includes(coin.owner.kind)) {
    const length = input.script[0]!
    const changed = change(input.script.slice(1, 1 + length))
    input.script = Uint8Array.from([...pushes(changed), ...input.script.slice(1 + length)])
  } else input.witness = [change(input.witness[0]!), ...input.witness.slice(1)]
}

export const spoiltSignatures: readonly Spoiler[] = [
  afterSigning('signature', 'a bit of the signature', every, (input, { random }, coin) =>
    changeSignature(input, coin, (signature) => {
      const changed = signature.slice()
      changed[random.below(changed.length)]! ^= 1 << random.below(8)
      return changed
    }),
  ),
  afterSigning('signature', 'a high S', ecdsa, (input, _, coin) =>
    changeSignature(input, coin, (signature) => {
      const { r, s } = secp256k1.Signature.fromDER(Buffer.from(signature.slice(0, -1)).toString('hex'))
      const high = new secp256k1.Signature(r, secp256k1.CURVE.n - s)
      return Uint8Array.from([...high.toDERRawBytes(), signature.at(-1)!])
    }),
  ),
  afterSigning('signature', 'a zero before R', ecdsa, (input, _, coin) =>
    changeSignature(input, coin, (signature) => {
      const [tag = 0, length = 0, kind = 0, size = 0, ...rest] = signature
      return Uint8Array.from([tag, length + 1, kind, size + 1, 0, ...rest])
    }),
  ),
  afterSigning('signature', 'no signature', every, (input, _, coin) =>
    changeSignature(input, coin, () => none),
  ),
  afterSigning('signature', 'a byte too few', every, (input, _, coin) =>
    changeSignature(input, coin, (signature) => signature.slice(0, -1)),
  ),
  spoiler('signature', 'over another transaction', (plan) => {
    plan.change = (draft) => {
      draft.outputs.at(-1)!.value -= 1n
    }
  }),
  spoiler('signature', 'over another coin', (plan) => {
    plan.signed = (coins) => coins.map((coin, at) => (at === 0 ? { ...coin, value: coin.value + 1n } : coin))
  }),
  spoiler('signature', 'by another key', (plan, { random, owners }) => {
    plan.signed = (coins) =>
      coins.map((coin) => ({ ...coin, owner: { ...coin.owner, secret: random.pick(owners).secret } }))
  }),
  {
    rule: 'signature',
    name: 'by another key, with this key in the input',
    plan(scene) {
      const coins = scene.mined.filter(({ owner }) => ecdsa.includes(owner.kind))
      if (coins.length === 0) return undefined
      const { owner, ...coin } = scene.random.pick(coins)
      const { secret, publicKey } = makeOwner(owner.kind, scene.random.bytes(32))
      return planWith(scene, [{ ...coin, owner: { ...owner, secret, publicKey } }])
    },
  },
  afterSigning('signature', 'another key in the input', [...segwit, 'p2pkh'], (input, { random, owners }) => {
    const other = random.pick(owners).publicKey
    if (input.witness.length > 0) input.witness = [input.witness[0]!, other]
    else input.script = Uint8Array.from([...input.script.slice(0, 1 + input.script[0]!), ...pushes(other)])
  }),
]

export const spoiltSighashTypes: readonly Spoiler[] = [
  afterSigning('sighash type', 'a type that differs from the signed type', every, (input, { random }, coin) =>
    changeSignature(input, coin, (signature) => {
      const type = random.pick([0, 1, 2, 3, 0x81, 0x82, 0x83])
      const bare = signature.length === 64 || signature.length === 65 ? 64 : signature.length - 1
      return Uint8Array.from([...signature.slice(0, bare), type])
    }),
  ),
  afterSigning('sighash type', 'an unknown type', every, (input, { random }, coin) =>
    changeSignature(input, coin, (signature) => {
      const type = random.pick([0x00, 0x04, 0x1f, 0x21, 0x41, 0x80, 0x84, 0xff])
      const bare = coin.owner.kind === 'p2tr' ? 64 : signature.length - 1
      return Uint8Array.from([...signature.slice(0, bare), type])
    }),
  ),
  {
    rule: 'sighash type',
    name: 'the default type of taproot, encoded explicitly',
    plan(scene) {
      const coins = scene.mined.filter(({ owner }) => owner.kind === 'p2tr')
      if (coins.length === 0) return undefined
      const plan = planWith(scene, [scene.random.pick(coins)])
      plan.inputs[0]!.sighash = 0
      plan.change = ({ inputs: [input] }) => {
        input!.witness = [Uint8Array.from([...input!.witness[0]!, 0])]
      }
      return plan
    },
  },
  {
    rule: 'sighash type',
    name: 'single without an output at its index',
    plan(scene) {
      const coins = scene.mined.filter(({ owner }) => ecdsa.includes(owner.kind)).slice(0, 3)
      if (coins.length < 3) return undefined
      const plan = planWith(scene, coins)
      plan.outputs = plan.outputs.slice(-1)
      for (const [at, input] of plan.inputs.entries())
        input.sighash = at === 0 ? 1 : scene.random.pick([3, 0x83])
      return plan
    },
  },
]
