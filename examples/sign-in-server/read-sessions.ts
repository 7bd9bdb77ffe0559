import type { SignInProof } from 'latchkey/siwx'
import { Refused } from './refused.ts'

/**
 * The maximum number of sessions per request. A visitor has only a few accounts, and verifying a contract's signature needs a
 * request to a node.
 */
const most = 20

/**
 * Returns the sessions in the body of a request, with known fields only. Leaves out the field `data` too, because only the signed
 * text counts.
 * @throws `request/invalid-body` (400)
 */
export function readSessions(body: unknown): readonly SignInProof[] {
  const sessions = fieldOf(body, 'sessions')
  if (!Array.isArray(sessions) || sessions.length === 0 || sessions.length > most) throw invalid()
  return sessions.map((one) => {
    const cacao = fieldOf(one, 'cacao')
    return {
      ...textsOf(one, ['message', 'signature'], ['scheme', 'publicKey']),
      ...(cacao !== undefined && { cacao: readCacao(cacao) }),
    } as SignInProof
  })
}

function readCacao(cacao: unknown): SignInProof['cacao'] {
  const p = fieldOf(cacao, 'p')
  const resources = fieldOf(p, 'resources')
  if (resources !== undefined && !(Array.isArray(resources) && resources.every(isText))) throw invalid()
  return {
    h: textsOf(fieldOf(cacao, 'h'), ['t'], []),
    p: { ...textsOf(p, required, optional), ...(resources !== undefined && { resources }) },
    s: textsOf(fieldOf(cacao, 's'), ['t', 's'], ['m']),
  } as SignInProof['cacao']
}

const required = ['domain', 'aud', 'nonce', 'iss'] as const
const optional = ['version', 'iat', 'nbf', 'exp', 'statement', 'requestId', 'type'] as const

function textsOf(
  value: unknown,
  required: readonly string[],
  optional: readonly string[],
): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const name of [...required, ...optional]) {
    const text = fieldOf(value, name)
    if (isText(text)) texts[name] = text
    else if (text !== undefined || required.includes(name)) throw invalid()
  }
  return texts
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function invalid(): Refused {
  return new Refused(400, 'request/invalid-body')
}
