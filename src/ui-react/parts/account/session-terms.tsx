import type { ReactNode } from 'react'
import type { SmartSession } from '../../../controllers/features/smart-sessions/smart-sessions.ts'
import { truncate, truncateAddress } from '../../../core/amounts/format.ts'
import { formatUnits } from '../../../core/amounts/units.ts'
import { isSameAddress } from '../../../core/chain/same-address.ts'
import type { Permission, PermissionPolicy } from '../../../core/wallet/permissions.ts'
import { useController } from '../../hooks/use-controller.ts'
import { useStyles } from '../../hooks/use-styles.ts'
import { decimalIn } from '../../language/amount.ts'
import { sessionTermWords } from '../../language/english/smart-sessions.ts'
import type { Language } from '../../language/language.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { networkName } from '../names.ts'
import { clip } from '../row.tsx'
import css from './session-terms.css?inline'

/** Shows the permissions and limits of a smart session. Nothing is rounded. */
export function SessionTerms({ session }: { readonly session: SmartSession }) {
  useStyles(css)
  const language = useLanguage()
  const { say } = language
  const tokens = useTokens()
  const { signer, permissions, otherPermissions, policies, account } = session
  const { requestedNetworks } = useController(useRuntime().latchkey.network)
  const on = account.slice(0, account.lastIndexOf(':'))
  const network = requestedNetworks.find(({ caipNetworkId }) => caipNetworkId === on)
  return (
    <dl className="terms">
      {permissions.map((permission) =>
        session.status === 'active' ? (
          <div key={JSON.stringify(permission)} className="may">
            <dt className="hidden">{say(sessionTermWords, 'permission')}</dt>
            <dd>
              {permissionText(language, permission, tokens(account), dayText(language, session.expiresAt))}
            </dd>
          </div>
        ) : (
          <Term key={JSON.stringify(permission)} what={say(sessionTermWords, 'permission')}>
            {endedText(language, permission, tokens(account))}
          </Term>
        ),
      )}
      {otherPermissions.map((type) => (
        <Term key={type} what={say(sessionTermWords, 'also')}>
          <bdi dir="ltr">{clip(type)}</bdi>
        </Term>
      ))}
      {policies.map((policy) => (
        <Term key={policy.type} what={say(sessionTermWords, 'limit')}>
          {policyText(language, policy)}
        </Term>
      ))}
      {signer && (
        <Term what={say(sessionTermWords, 'user')}>
          {signer.type === 'wallet'
            ? say(sessionTermWords, 'thisPage')
            : signer.type === 'account'
              ? truncateAddress(signer.data.address)
              : say(sessionTermWords, 'keys', {
                  keys: language.list(
                    (signer.type === 'keys' ? signer.data.keys : [signer.data]).map(({ publicKey }) =>
                      truncate(publicKey, 8, 8),
                    ),
                  ),
                })}
        </Term>
      )}
      <Term what={say(sessionTermWords, 'network')}>
        <bdi>{network ? networkName(language, network) : on}</bdi>
      </Term>
    </dl>
  )
}

interface Unit {
  readonly symbol: string
  readonly decimals: number
}
/**
 * Returns the unit of a token by its address, or of the native coin without an address. Returns undefined for an unknown token.
 */
type UnitOf = (address?: string) => Unit | undefined

/** Returns the units of the native coins, and of the tokens that the account is known to hold. */
function useTokens(): (account: string) => UnitOf {
  const { portfolio, network } = useRuntime().latchkey
  const balances = useController(portfolio, (state) => state.balances)
  const { requestedNetworks } = useController(network)
  return (account) => {
    const id = account.slice(0, account.lastIndexOf(':'))
    return (address) =>
      address === undefined
        ? requestedNetworks.find(({ caipNetworkId }) => caipNetworkId === id)?.nativeCurrency
        : balances.find((one) => one.network === id && isSameAddress(one.address, address))?.amount
  }
}

/** Describes a permission in one sentence, such as "May spend up to 5 USDC per day until May 3, 2027". */
function permissionText(language: Language, permission: Permission, unitOf: UnitOf, day: string): ReactNode {
  const { say } = language
  switch (permission.type) {
    case 'native-token-transfer':
    case 'erc20-token-transfer':
      return say(sessionTermWords, 'spend', { amount: allowanceText(language, permission, unitOf), day })
    case 'native-token-recurring-allowance':
      return say(sessionTermWords, 'spendEvery', {
        amount: allowanceText(language, permission, unitOf),
        time: periodText(language, permission.data.period),
        day,
      })
    case 'contract-call':
      return language.around(sessionTermWords, 'call', {
        functions: functionsOf(language, permission),
        contract: ltr(truncateAddress(permission.data.address)),
        day,
      })
  }
}

/**
 * Describes what an ended session could do. Leaves out the last day, since the session may have been revoked before that day.
 */
function endedText(language: Language, permission: Permission, unitOf: UnitOf): ReactNode {
  const { say } = language
  switch (permission.type) {
    case 'native-token-transfer':
    case 'erc20-token-transfer':
      return say(sessionTermWords, 'inAll', { amount: allowanceText(language, permission, unitOf) })
    case 'native-token-recurring-allowance':
      return say(sessionTermWords, 'every', {
        amount: allowanceText(language, permission, unitOf),
        time: periodText(language, permission.data.period),
      })
    case 'contract-call':
      return (
        <>
          {functionsOf(language, permission)} ({ltr(truncateAddress(permission.data.address))})
        </>
      )
  }
}

type Call = Extract<Permission, { readonly type: 'contract-call' }>

function functionsOf(language: Language, { data }: Call): ReactNode {
  return language.listOf(data.calls.map((one) => ltr(one.replace(/\(.*/, ''))))
}

function allowanceText(language: Language, permission: Exclude<Permission, Call>, unitOf: UnitOf): string {
  const { allowance } = permission.data
  if (permission.type !== 'erc20-token-transfer') return amountText(language, allowance, unitOf())
  const { address } = permission.data
  const unit = unitOf(address)
  if (unit) return amountText(language, allowance, unit)
  return language.say(sessionTermWords, 'units', {
    amount: language.number(BigInt(allowance)),
    token: truncateAddress(address),
  })
}

/** Shows an identifier, which is left-to-right in every language. */
function ltr(text: string): ReactNode {
  return (
    <bdi key={text} dir="ltr">
      {clip(text)}
    </bdi>
  )
}

function policyText(language: Language, policy: PermissionPolicy): string {
  const { say } = language
  switch (policy.type) {
    case 'gas-limit':
      return say(sessionTermWords, 'inAll', {
        amount: say(sessionTermWords, 'gas', { amount: language.number(BigInt(policy.data.limit)) }),
      })
    case 'call-limit':
      return say(sessionTermWords, 'inAll', {
        amount: say(sessionTermWords, 'calls', { count: policy.data.count }),
      })
    case 'rate-limit':
      return say(sessionTermWords, 'every', {
        amount: say(sessionTermWords, 'calls', { count: policy.data.count }),
        time: periodText(language, policy.data.interval),
      })
  }
}

function amountText({ tag }: Language, allowance: string, unit: Unit | undefined): string {
  const text = decimalIn(tag, formatUnits(BigInt(allowance), unit?.decimals ?? 0))
  return unit ? `${text} ${clip(unit.symbol)}` : text
}

const lengths = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** Formats a period in the largest unit that divides it evenly. Leaves out the number 1: `hour`, `2 hours`. */
function periodText({ tag }: Language, seconds: number): string {
  const [unit, length] = lengths.find(([, each]) => seconds % each === 0) ?? lengths[3]
  const format = new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' })
  if (seconds !== length) return format.format(seconds / length)
  return format.formatToParts(1).find(({ type }) => type === 'unit')?.value ?? format.format(1)
}

function Term({ what, children }: { readonly what: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{what}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function dayText({ tag }: Language, ms: number): string {
  return new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }).format(ms)
}

/** Formats a date and time of day. */
export function timeText({ date }: Language, ms: number): string {
  return date(ms, { dateStyle: 'medium', timeStyle: 'short' })
}
