import type { NamedCall } from './polkadot-second-reader.ts'

/** The texts that one sentence of an approval must contain. */
export type Sentence = readonly string[]

/** A rule for a call: a pattern for the name of the call, and the texts that its sentence must contain. */
type Rule = readonly [name: RegExp, sentence: (arg: (name: string) => string) => Sentence]

const rules: readonly Rule[] = [
  [
    /^Balances\.transfer(_allow_death|_keep_alive)?$/,
    (arg) => [`Send ${arg('value')} `, ` to ${arg('dest')}`],
  ],
  [/^Balances\.force_transfer$/, (arg) => [`Send ${arg('value')} of ${arg('source')} to ${arg('dest')}`]],
  [/^Balances\.transfer_all$/, (arg) => ['Send all coins', arg('dest')]],
  [/Assets\.transfer_all$/, (arg) => ['Send all', arg('id'), arg('dest')]],
  [/Assets\.transfer(_keep_alive)?$/, (arg) => [`Send ${arg('amount')} `, arg('id'), ` to ${arg('target')}`]],
  [
    /Assets\.approve_transfer$/,
    (arg) => [
      `Allow ${arg('delegate')} to spend ${BigInt(arg('amount')) >= 2n ** 96n - 1n ? 'unlimited' : `${arg('amount')} `}`,
      arg('id'),
    ],
  ],
  [/Assets\.transfer_ownership$/, (arg) => ['ownership of an asset', arg('owner')]],
  [
    /(Assets|Nfts|Uniques)\.set_team$/,
    (arg) => ['manage', ...['issuer', 'admin', 'freezer'].map(arg).map(some)],
  ],
  [/^(Nfts|Uniques)\.transfer_ownership$/, (arg) => ['ownership of an NFT', arg('new_owner')]],
  [
    /^(Nfts|Uniques)\.approve_transfer$/,
    (arg) => [`Let ${arg('delegate')} take`, arg('item'), arg('collection')],
  ],
  [/^(Nfts|Uniques)\.transfer$/, (arg) => ['Send NFT', arg('item'), arg('collection'), arg('dest')]],
  [/^Proxy\.add_proxy$/, (arg) => [`Let ${arg('delegate')} act`]],
  [/^Proxy\.kill_pure$/, (arg) => [arg('spawner'), 'lost']],
  [/^Recovery\.create_recovery$/, (arg) => [`Let ${arg('friends')} take over`]],
  [/^Recovery\.initiate_recovery$/, (arg) => ['take over', arg('account')]],
  [/^Sudo\.set_key$/, (arg) => [arg('new'), 'administrator']],
  [/^System\.remark(_with_event)?$/, () => ['remark']],
  [/^Multisig\.approve_as_multi$/, (arg) => [arg('call_hash')]],
]

const some = (option: string) => (option === 'None' ? '' : option.replace(/^Some /, ''))

/**
 * Rules for calls in the name of another account: the texts with which each sentence must name that account.
 */
const accounts: readonly Rule[] = [
  [/^Multisig\.as_multi(_threshold_1)?$/, (arg) => [arg('other_signatories')]],
  [/^Proxy\.proxy(_announced)?$/, (arg) => [arg('real')]],
  [/^Sudo\.sudo(_unchecked_weight)?$/, () => ['administrator']],
  [/^Sudo\.sudo_as$/, (arg) => [arg('who')]],
  [/^Utility\.(batch|batch_all|force_batch)$/, () => []],
]

const match = (among: readonly Rule[], { name, args }: NamedCall): Sentence | undefined =>
  among.find(([pattern]) => pattern.test(name))?.[1]((argument) => {
    const value = args.get(argument)
    if (value === undefined) throw new Error(`${name} has no argument ${argument}`)
    return value
  })

/** Returns whether the rules have a sentence for a call. */
export const isRecognised = (call: NamedCall): boolean => match(rules, call) !== undefined

/**
 * Returns the sentences that an approval must contain for a call and for the calls inside it, at any depth.
 */
export function sentencesOf(call: NamedCall): readonly Sentence[] {
  const { name, text, inner } = call
  const recognised = match(rules, call)
  if (recognised) return [recognised]
  const account = match(accounts, call)
  const inside = inner.flatMap(sentencesOf)
  if (account) return inside.map((sentence) => [...sentence, ...account])
  if (inner.length === 0) return [[text]]
  const [, short = ''] = name.split('.')
  return [[short], ...inside.map((sentence) => [...sentence, short])]
}
