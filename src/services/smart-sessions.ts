import type { CaipAddress } from '../core/chain/caip.ts'
import { parseCaipAddress } from '../core/chain/caip-10.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { PermissionRequest, PermissionResponse } from '../core/wallet/permissions.ts'
import type { CallOptions, Platform } from '../ports.ts'
import { createHttpClient } from '../transport/http-client.ts'
import type { DataRequests } from './data/data-requests.ts'
import type { PermissionShapes } from './permission-shapes.ts'
import { type SdkOptions, sdkParams } from './sdk-params.ts'

/** A session in the service's list. Times are Unix time in seconds. */
export type ListedSession = NonNullable<ReturnType<PermissionShapes['sessions']>>[number]

/** The smart sessions of an account at the service behind `endpoints.data` (S2.7, S3.2.2, S3.2.3). */
export interface SmartSessionService {
  /** Returns whether the service supports the account's network. @throws the errors of `HttpClient` */
  supports(account: CaipAddress, opts?: CallOptions): Promise<boolean>
  /**
   * Returns the account's sessions, or none if the account's network is unsupported.
   * @throws the errors of `HttpClient`; `http/invalid-body`
   */
  list(account: CaipAddress, opts?: CallOptions): Promise<readonly ListedSession[]>
  /** Registers a session that a wallet granted. Resolves with the service's id of the session. */
  register(
    account: CaipAddress,
    request: PermissionRequest,
    granted: PermissionResponse,
    opts?: CallOptions,
  ): Promise<string>
  /** Revokes a session, with one request. `signature` is the account's signature of `revocationMessage`. */
  revoke(account: CaipAddress, pci: string, signature: string, opts?: CallOptions): Promise<void>
}

export interface SmartSessionServiceOptions extends Pick<Platform, 'fetch' | 'clock'>, SdkOptions {
  readonly baseUrl: string
  readonly supports: DataRequests['supports']
  readonly shapes: Pick<PermissionShapes, 'sessions' | 'registered'>
}

export function createSmartSessionService(options: SmartSessionServiceOptions): SmartSessionService {
  const { baseUrl, projectId, shapes } = options
  const http = createHttpClient(options)
  const pathOf = (account: CaipAddress) => `v1/sessions/${encodeURIComponent(account)}`
  const checked = <T>(answer: T | undefined): T => {
    if (answer !== undefined) return answer
    const { host } = new URL(baseUrl)
    throw latchkeyError('http/invalid-body', { values: { host, expected: 'a valid response' } })
  }
  const post = (path: string, body: object, opts?: CallOptions) =>
    http.post<unknown>(path, {
      params: { projectId },
      headers: { 'content-type': 'application/json' },
      body,
      ...opts,
    })
  const supports: SmartSessionService['supports'] = (account, opts) =>
    options.supports(parseCaipAddress(account).networkId, opts)
  return {
    supports,
    async list(account, opts) {
      if (!(await supports(account, opts))) return []
      return checked(
        shapes.sessions(await http.get(pathOf(account), { params: sdkParams(options), ...opts })),
      )
    },
    async register(account, request, granted, opts) {
      const { pci } = checked(shapes.registered(await post(pathOf(account), request, opts)))
      await post(`${pathOf(account)}/activate`, { pci, ...granted }, opts)
      return pci
    },
    async revoke(account, pci, signature, opts) {
      await post(`${pathOf(account)}/revoke`, { pci, signature }, opts)
    },
  }
}
