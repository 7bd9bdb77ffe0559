import { type ReactNode, useEffect } from 'react'
import type {
  GrantDifference,
  SmartSession,
} from '../../../controllers/features/smart-sessions/smart-sessions.ts'
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
import { Icon } from '../icon.tsx'
import { networkName } from '../names.ts'
import { clip } from '../row.tsx'
import css from './session-terms.css?inline'

export interface SessionTermsProps {
  readonly session: SmartSession
  /** Whether the heading above the terms names the network. */
  readonly networkAbove?: boolean
}

/**
 * Shows the permissions and limits of a smart session. Nothing is rounded. If the wallet granted more than the page requested,
 * marks each such term of an active session, and shows what the page requested.
 */
export function SessionTerms({ session, networkAbove }: SessionTermsProps) {
  useStyles(css)
  const language = useLanguage()
  const { say } = language
  const tokens = useTokens()
  const { signer, permissions, otherPermissions, policies, account, requested } = session
  const network = useSessionNetwork(session)
  const active = session.status === 'active'
  const isWider = (part: GrantDifference['part'], address?: string) =>
    session.differences.some((one) => one.wider && one.part === part && isFor(one, address))
  const requestedPermission = (granted: Permission) =>
    requested?.permissions.find((one) => one.type === granted.type && isSameContract(one, granted))
  const requestedPolicy = (type: PermissionPolicy['type']) =>
    requested?.policies.find((one) => one.type === type)
  const missing = (requested?.policies ?? []).filter(({ type }) => !policies.some((one) => one.type === type))
  return (
    <dl className="terms">
      {permissions.map((permission) =>
        active ? (
          <div key={JSON.stringify(permission)} className="may">
            <dt className="hidden">{say(sessionTermWords, 'permission')}</dt>
            <dd>
              {permissionText(language, permission, tokens(account))}
              {isWider(permission.type, contractOf(permission)) && (
                <Wider requested={requestedPermission(permission)}>
                  {(one) => permissionText(language, one, tokens(account))}
                </Wider>
              )}
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
        <Policy key={policy.type} policy={policy}>
          {limitText(language, policy)}
          {active && isWider(policy.type) && (
            <Wider requested={requestedPolicy(policy.type)}>
              {(one) => limitText(language, one, policy)}
            </Wider>
          )}
        </Policy>
      ))}
      {active &&
        missing.map((policy) => (
          <Policy key={policy.type} policy={policy}>
            {say(sessionTermWords, 'noLimit')}
            <Wider requested={policy}>{(one) => limitText(language, one)}</Wider>
          </Policy>
        ))}
      {active && (
        <Term what={say(sessionTermWords, 'until')}>
          {timeText(language, session.expiresAt)}
          {isWider('expiry') && (
            <Wider requested={requested?.expiresAt}>{(expiresAt) => timeText(language, expiresAt)}</Wider>
          )}
        </Term>
      )}
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
      {!networkAbove && (
        <Term what={say(sessionTermWords, 'network')}>
          <bdi>{network}</bdi>
        </Term>
      )}
    </dl>
  )
}

/** Returns the name of a session's network. */
export function useSessionNetwork({ account }: SmartSession): string {
  const language = useLanguage()
  const { requestedNetworks } = useController(useRuntime().latchkey.network)
  const id = account.slice(0, account.lastIndexOf(':'))
  const network = requestedNetworks.find(({ caipNetworkId }) => caipNetworkId === id)
  return network ? networkName(language, network) : id
}

interface WiderProps<T> {
  /** Undefined if the page requested nothing of this kind, or if the request isn't known. */
  readonly requested: T | undefined
  children(requested: T): ReactNode
}

/** Says that the wallet granted more than the page requested, and what the page requested. */
function Wider<T>({ requested, children }: WiderProps<T>) {
  const { say, around } = useLanguage()
  return (
    <>
      <span className="wider">
        <Icon name="alert" size={14} />
        {say(sessionTermWords, 'wider')}
      </span>
      {requested !== undefined && (
        <span className="requested">
          {around(sessionTermWords, 'requested', { terms: children(requested) })}
        </span>
      )}
    </>
  )
}

/**
 * Returns whether a difference is about a contract. A difference that an older version stored names
 * no contract, so it counts for every contract.
 */
function isFor({ address }: GrantDifference, contract: string | undefined): boolean {
  return address === undefined || address.toLowerCase() === contract?.toLowerCase()
}

function isSameContract(one: Permission, other: Permission): boolean {
  return contractOf(one)?.toLowerCase() === contractOf(other)?.toLowerCase()
}

function contractOf({ data }: Permission): string | undefined {
  return 'address' in data ? data.address : undefined
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
  useEffect(() => portfolio.follow(), [portfolio])
  const { requestedNetworks } = useController(network)
  return (account) => {
    const id = account.slice(0, account.lastIndexOf(':'))
    return (address) =>
      address === undefined
        ? requestedNetworks.find(({ caipNetworkId }) => caipNetworkId === id)?.nativeCurrency
        : balances.find((one) => one.network === id && isSameAddress(one.address, address))?.amount
  }
}

/** Describes a permission in one sentence, such as "May spend up to 5 USDC per day". */
function permissionText(language: Language, permission: Permission, unitOf: UnitOf): ReactNode {
  const { say } = language
  switch (permission.type) {
    case 'native-token-transfer':
    case 'erc20-token-transfer':
      return say(sessionTermWords, 'spend', { amount: allowanceText(language, permission, unitOf) })
    case 'native-token-recurring-allowance':
      return say(sessionTermWords, 'spendEvery', {
        amount: allowanceText(language, permission, unitOf),
        time: periodText(language, permission.data.period),
      })
    case 'contract-call':
      return language.around(sessionTermWords, 'call', {
        functions: functionsOf(language, permission),
        contract: contractText(permission, unitOf),
      })
  }
}

/** Describes what an ended session could do. */
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
          {functionsOf(language, permission)} ({contractText(permission, unitOf)})
        </>
      )
  }
}

type Call = Extract<Permission, { readonly type: 'contract-call' }>

function functionsOf(language: Language, { data }: Call): ReactNode {
  return language.listOf(
    data.calls.map((one) =>
      // A function selector. The name of its function isn't known.
      /^0x/i.test(one) ? (
        <span key={one}>{language.around(sessionTermWords, 'unknownAction', { id: ltr(one) })}</span>
      ) : (
        ltr(one.replace(/\(.*/, ''))
      ),
    ),
  )
}

/**
 * Shows the contract's address. If the contract is a token that the account holds, shows the token's symbol before the address.
 */
function contractText({ data }: Call, unitOf: UnitOf): ReactNode {
  const unit = unitOf(data.address)
  const address = truncateAddress(data.address)
  return ltr(unit ? `${clip(unit.symbol)} ${address}` : address)
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

interface PolicyProps {
  readonly policy: PermissionPolicy
  readonly children: ReactNode
}

function Policy({ policy: { type, data }, children }: PolicyProps) {
  const language = useLanguage()
  const { say } = language
  const what =
    type === 'gas-limit'
      ? say(sessionTermWords, 'gas')
      : type === 'call-limit'
        ? say(sessionTermWords, 'calls')
        : say(sessionTermWords, 'callsEvery', { time: periodText(language, data.interval) })
  return <Term what={what}>{children}</Term>
}

/** Returns the number in a limit. For a rate limit, adds the interval if the rate limit `beside` has another interval. */
function limitText(language: Language, policy: PermissionPolicy, beside = policy): string {
  if (policy.type === 'gas-limit') return language.number(BigInt(policy.data.limit))
  const amount = language.number(policy.data.count)
  if (policy.type === 'call-limit' || beside.type !== policy.type) return amount
  const { interval } = policy.data
  if (beside.data.interval === interval) return amount
  return language.say(sessionTermWords, 'every', { amount, time: periodText(language, interval) })
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

/** Formats a date and time of day. */
export function timeText({ date }: Language, ms: number): string {
  return date(ms, { dateStyle: 'medium', timeStyle: 'short' })
}
