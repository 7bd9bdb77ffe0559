import { latchkeyError } from '../../core/errors/latchkey-error.ts'

/** Who a socket belongs to: the client's did:key, which its token is signed with. */
export type Admission = { readonly client: string } | { readonly refusal: string }

export interface AdmissionRules {
  readonly now: () => number
  /** Why the project id is refused; undefined when it is not. */
  refuses(projectId: string): string | undefined
}

/** How far the clocks of a client and the relay may lie apart, in seconds. */
const leeway = 120

/**
 * Judges the query of a socket's address, as the network's relay does before it listens: a project id, and a token that
 * the client has signed for this relay.
 *
 * @throws `config/peer-missing` when what checks the signature is not installed.
 */
export async function admissionTo(
  rules: AdmissionRules,
): Promise<(query: URLSearchParams, port: number) => Promise<Admission>> {
  const { decodeJWT, verifyJWT } = await import('@walletconnect/relay-auth').catch((cause) => {
    throw latchkeyError('config/peer-missing', {
      values: { feature: 'The local relay', install: 'npm install @walletconnect/relay-auth' },
      cause,
    })
  })
  const judgeToken = async (token: string, port: number): Promise<Admission> => {
    const { payload } = decodeJWT(token)
    const seconds = rules.now() / 1000
    if (!(await verifyJWT(token))) return invalid('JWT Token signature is not valid')
    if (payload.iat > seconds + leeway) return invalid('JWT Token is not yet valid')
    if (payload.exp < seconds - leeway) return invalid('JWT Token is expired')
    if (!isFor(payload.aud, port)) return invalid('JWT Token has an invalid audience')
    return { client: payload.iss }
  }
  return async (query, port) => {
    const projectId = query.get('projectId') ?? ''
    const refusal = projectId === '' ? 'Unauthorized: invalid key' : rules.refuses(projectId)
    if (refusal !== undefined) return { refusal }
    // What is no token at all cannot be decoded.
    return judgeToken(query.get('auth') ?? '', port).catch(() => invalid('JWT Token is malformed'))
  }
}

function invalid(reason: string): Admission {
  return { refusal: `JWT validation error: ${reason}` }
}

/** A token that was signed for another relay would let that relay's operator pass for the client. */
function isFor(audience: string, port: number): boolean {
  const { hostname, port: named } = new URL(audience)
  return Number(named) === port && /^(127(\.\d+){3}|localhost|\[::1\])$/.test(hostname)
}
