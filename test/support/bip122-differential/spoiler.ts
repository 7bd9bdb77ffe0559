import type { DraftInput } from './draft.ts'
import type { OwnedCoin } from './owner.ts'
import { lawfulPlan, type Plan, planWith, type Scene } from './plan.ts'

/** Builds transactions that break a rule, or that barely obey the rule. `rule` names the rule. */
export interface Spoiler {
  readonly rule: string
  readonly name: string
  /** Returns undefined if the chains lack something that the plan needs, such as an output of a certain type. */
  plan(scene: Scene): Plan | undefined
}

export const none = new Uint8Array(0)
export const script = (...bytes: readonly number[]) => Uint8Array.from(bytes)
export const final = 0xffffffff

export const legacy: readonly string[] = ['p2pkh', 'p2pkh-uncompressed']
export const segwit: readonly string[] = ['p2sh-p2wpkh', 'p2wpkh']
export const ecdsa: readonly string[] = [...legacy, ...segwit]
export const every: readonly string[] = [...ecdsa, 'p2tr']

/** Creates a spoiler that changes a valid plan before signing. */
export function spoiler(rule: string, name: string, spoil: (plan: Plan, scene: Scene) => void): Spoiler {
  return {
    rule,
    name,
    plan(scene) {
      const plan = lawfulPlan(scene)
      spoil(plan, scene)
      return plan
    },
  }
}

/** Creates a spoiler that changes a signed transaction, which spends an output of one of the types in `only`. */
export function afterSigning(
  rule: string,
  name: string,
  only: readonly string[],
  change: (input: DraftInput, scene: Scene, coin: OwnedCoin) => void,
): Spoiler {
  return {
    rule,
    name,
    plan(scene) {
      const coins = [...scene.mined, ...scene.foreign].filter(({ owner }) => only.includes(owner.kind))
      if (coins.length === 0) return undefined
      const coin = scene.random.pick(coins)
      const plan = planWith(scene, [coin])
      plan.change = (draft) => change(draft.inputs[0]!, scene, coin)
      return plan
    },
  }
}
