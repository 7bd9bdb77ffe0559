import type { SignInMessage } from '../core/sign-in/sign-in.ts'
import { profiles } from '../core/sign-in/sign-in-profiles.ts'
import { signInLabels, signInText } from '../core/sign-in/sign-in-text.ts'
import { signInBounds } from './bounds.ts'
import { checkFields, invalidMessage, type SignInParts } from './check-fields.ts'

/**
 * Creates a sign-in message. `toString()` returns the text to sign. The text follows EIP-4361 for Ethereum, Sign In With Solana
 * (SIWS) for Solana, and CAIP-122 for the other families.
 * @throws `siwx/invalid-message` with the first field that is missing or invalid. A field is also invalid if parsing the text
 * returns another value for the field.
 */
export function signInMessage(fields: SignInParts): SignInMessage & { readonly scheme?: string } {
  const known = knownFields(fields)
  return withText(known, signInText(checkFields(known), known))
}

function withText<T extends object>(fields: T, text: string): T {
  // `toString` isn't enumerable, so that serializing the message yields only its fields.
  return Object.freeze(Object.defineProperty(fields, 'toString', { value: () => text }))
}

/**
 * Returns the text of a sign-in message.
 * @throws `siwx/invalid-message`, as `signInMessage` does.
 */
export function formatSignInMessage(fields: SignInParts): string {
  return signInMessage(fields).toString()
}

/**
 * Parses the text of a sign-in message. `toString()` of the result returns exactly the same text. A Solana message can name its
 * network differently than `signInMessage` does, such as `solana:mainnet`. A Solana message without a network is for mainnet.
 * @throws `siwx/invalid-message` for any other text.
 */
export function parseSignInMessage(text: string): SignInMessage & { readonly scheme?: string } {
  if (typeof text !== 'string' || text.length > signInBounds.messageLength)
    throw invalidMessage(`the text must have at most ${signInBounds.messageLength} characters`)
  const { chainName, ...fields } = readLines(text.split('\n'))
  const known = knownFields(fields)
  const profile = checkFields(known)
  // Refuses a text that `signInMessage` doesn't create from its fields. So two texts with the same fields can differ only in the
  // name of a Solana network.
  const nameOf = profile.unnamed && chainName !== known.chainId ? () => chainName : profile.nameOf
  if (signInText({ ...profile, nameOf }, known) !== text)
    throw invalidMessage("the text isn't exactly the text that its fields give")
  return withText(known, text)
}

/** Splits the text into fields by position. `checkFields` validates the fields. */
function readLines([header = '', accountAddress = '', , ...lines]: readonly string[]): SignInParts & {
  /** The network's name in the text. */
  readonly chainName: string | undefined
} {
  const [, scheme, domain = '', account] =
    /^(?:([^:/\s]+):\/\/)?(\S+) wants you to sign in with your (\w+) account:$/.exec(header) ?? []
  const profile = Object.values(profiles).find((one) => one.account === account)
  if (!profile) throw invalidMessage('the first line lacks a domain or a chain family')
  const hasStatement = lines[0] !== '' && lines[1] === ''
  const rest = lines.slice(hasStatement ? 2 : lines[0] === '' ? 1 : 0)
  const values: Record<string, string> = {}
  for (const [label, field] of signInLabels) {
    if (!rest[0]?.startsWith(`${label}: `)) continue
    values[field] = rest.shift()?.slice(label.length + 2) ?? ''
  }
  const resources = rest[0] === 'Resources:' ? rest.splice(0).slice(1) : undefined
  if (rest[0] !== undefined || resources?.some((one) => !one.startsWith('- ')))
    throw invalidMessage('a line is unknown, out of order or duplicated')
  const { chainId: chainName, uri = '', version = '', nonce = '', ...optional } = values
  const chain = chainName === undefined ? profile.unnamed : profile.chainNamed(chainName)
  if (!chain) throw invalidMessage("Chain ID isn't a chain of the family")
  return {
    ...{ scheme, domain, accountAddress, chainId: chain, chainName, uri, version, nonce },
    statement: hasStatement ? lines[0] : undefined,
    resources: resources?.map((one) => one.slice(2)),
    ...optional,
  }
}

/** Copies the known fields, so that the text contains only fields that were checked. */
function knownFields(fields: SignInParts): SignInParts & { readonly scheme?: string } {
  const { scheme, domain, accountAddress, chainId, statement, uri, version, nonce } = fields
  const { issuedAt, expirationTime, notBefore, requestId, resources } = fields
  const list = Array.isArray(resources) ? Object.freeze([...resources]) : resources
  const all = {
    ...{ scheme, domain, accountAddress, chainId, statement, uri, version, nonce },
    ...{ issuedAt, expirationTime, notBefore, requestId, resources: list },
  }
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  ) as unknown as SignInParts & { readonly scheme?: string }
}
