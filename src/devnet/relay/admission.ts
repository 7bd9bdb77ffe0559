import { latchkeyError } from '../../core/errors/latchkey-error.ts'

/** The id of a socket's client, or the reason to reject the socket. The id is the did:key that signed the client's token. */
export type Admission = { readonly client: string } | { readonly refusal: string }

export interface AdmissionRules {
  readonly now: () => number
  /** Returns why a project id is rejected; undefined if it is accepted. */
  refuses(projectId: string): string | undefined
}

/** The allowed difference between the clocks of client and relay, in seconds. */
const leeway = 120

/**
 * Checks the query of a socket's URL, as the public relay does. The query needs a project id, and a token that the client signed
 * for this relay.
 * @throws `config/peer-missing` when the library that verifies the signature isn't installed.
 */
export async function admissionTo(
  rules: AdmissionRules,
): Promise<(query: URLSearchParams, ports: readonly number[]) => Promise<Admission>> {
  const { decodeJWT, verifyJWT } = await import('@walletconnect/relay-auth').catch((cause) => {
    throw latchkeyError('config/peer-missing', {
      values: { feature: 'The local relay', install: 'npm install @walletconnect/relay-auth' },
      cause,
    })
  })
  const judgeToken = async (token: string, ports: readonly number[]): Promise<Admission> => {
    const { payload } = decodeJWT(token)
    const seconds = rules.now() / 1000
    if (!(await verifyJWT(token))) return invalid('JWT Token signature is not valid')
    if (payload.iat > seconds + leeway) return invalid('JWT Token is not yet valid')
    if (payload.exp < seconds - leeway) return invalid('JWT Token is expired')
    if (!isFor(payload.aud, ports)) return invalid('JWT Token has an invalid audience')
    return { client: payload.iss }
  }
  return async (query, ports) => {
    const projectId = query.get('projectId') ?? ''
    const refusal = projectId === '' ? 'Unauthorized: invalid key' : rules.refuses(projectId)
    if (refusal !== undefined) return { refusal }
    // The text isn't a token if it can't be decoded.
    return judgeToken(query.get('auth') ?? '', ports).catch(() => invalid('JWT Token is malformed'))
  }
}

function invalid(reason: string): Admission {
  return { refusal: `JWT validation error: ${reason}` }
}

/** A token must be for this relay. Otherwise, the operator of another relay could impersonate the client. */
function isFor(audience: string, ports: readonly number[]): boolean {
  const { hostname, port: named } = new URL(audience)
  return ports.includes(Number(named)) && /^(127(\.\d+){3}|localhost|\[::1\])$/.test(hostname)
}
