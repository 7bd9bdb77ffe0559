import { describe, expect, it } from 'vitest'
import { alerts } from '../../../../src/core/errors/alerts.ts'
import { catalogue, type ErrorCode } from '../../../../src/core/errors/catalogue.ts'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'

// Copied by hand from the specification (S2.8, S1.5 and S1.8), not from the catalogue.
const wording: [ErrorCode, string, Record<string, string | number>?][] = [
  ['frame/load-failed', 'Unable to load email login dependency'],
  ['frame/aborted', 'Something went wrong'],
  ['frame/request-aborted', 'Request was aborted'],
  ['frame/error', 'An error occurred'],
  ['frame/not-set', 'W3mFrame: iframe is not set'],
  ['frame/request-timeout', 'Embedded Wallet Request Timed Out'],
  ['frame/cooldown', 'Please try again after 12 seconds', { n: 12 }],
  ['connection/walletconnect-not-found', 'WalletConnectConnector not found'],
  ['network/switch-failed', 'Chain is not supported'],
  ['config/not-created', 'Please call "createLatchkey" before using "useLatchkey" hook'],
  // Provider mapping
  ['config/origin-not-allowed', 'Unauthorized: origin not allowed'],
  ['session/expired', 'JWT validation error: JWT Token is not yet valid'],
  ['config/invalid-project-id', 'Unauthorized: invalid key'],
  // Alerts that are also raised as errors
  ['config/invalid-app-configuration', 'Invalid App Configuration'],
  ['config/project-id-not-configured', 'Project ID Not Configured'],
  ['network/not-found', 'Network Not Found'],
  // Thrown errors
  ['siwx/not-enabled', 'SIWX is not enabled'],
  ['siwx/no-address', 'No ActiveCaipAddress found'],
  ['siwx/no-network', 'No ActiveCaipNetwork or client found'],
  ['siwx/no-client', 'No ConnectionController client found'],
  ['swap/gas-price-unsupported', 'Network not supported for Gas Price'],
  ['swap/unsupported', 'Network not supported for Swaps'],
  ['name/network-not-found', 'Network not found'],
  ['name/connector-not-found', 'Address or auth connector not found'],
  ['connection/disconnect-failed', 'Failed to disconnect'],
  ['name/resolve-failed', 'Error resolving name'],
  ['name/suggestions-failed', 'Error fetching name suggestions'],
  ['name/reverse-failed', 'Error fetching names for address'],
  ['name/register-failed', 'Error registering name alice', { name: 'alice' }],
  // Solana adapter
  ['connection/provider-not-found', 'Provider not found'],
  ['network/no-endpoint', 'RPC URL not found for chainId solana:x', { network: 'solana:x' }],
  ['solana/connection-not-set', 'Connection is not set'],
  ['solana/no-public-key', 'No public key found'],
  ['solana/wallet-not-connected', 'Wallet not connected'],
  ['connection/failed', 'Failed to connect to the wallet'],
  ['solana/account-not-found', 'Account not found'],
  ['solana/address-not-found', 'Address not found'],
  ['connection/not-connected', 'Not connected'],
  ['solana/empty-result', 'Empty result'],
  // HTTP and RPC
  ['http/status', 'HTTP status code: 503', { status: 503 }],
  ['rpc/method-not-allowed', 'Requested RPC call is not allowed'],
  // Sending and fetching
  ['validation/amount-and-receiver-required', 'An amount and receiver address are required'],
  ['validation/token-required', 'A token is required'],
  ['validation/unsupported-chain', 'Unsupported chain'],
  ['validation/account-required', "Transactions can't be fetched without an accountAddress"],
  // S1.5
  [
    'connection/namespace-not-configured',
    "Namespace 'cosmos' is not configured. Please call connect() first with namespace config.",
    { namespace: 'cosmos' },
  ],
  // S3.8.3, S3.3.11
  ['caip/invalid-address', 'Invalid CAIP-10 address: x', { value: 'x' }],
  ['caip/invalid-network-id', 'Invalid CAIP-2 network id: x', { value: 'x' }],
  ['config/no-adapter', "Adapter for namespace solana doesn't exist", { namespace: 'solana' }],
  ['validation/invalid-chain-id', 'Invalid chainId'],
]

describe('the error catalogue', () => {
  it.each(wording)('keeps the wording of %s', (code, message, values) => {
    expect(latchkeyError(code, { values }).message).toBe(message)
  })

  it('has codes of the form domain/kebab-reason, each with a message', () => {
    for (const [code, message] of Object.entries(catalogue)) {
      expect(code).toMatch(/^[a-z]+\/[a-z]+(-[a-z]+)*$/)
      expect(message).not.toBe('')
    }
  })

  it('has one error for each kind of adapter error in the specification', () => {
    const kinds =
      'wallet-not-ready load-error config-error connection-error disconnected account-error public-key-error not-connected send-transaction-error sign-transaction-error sign-message-error'
    for (const kind of kinds.split(' ')) expect(catalogue).toHaveProperty([`adapter/${kind}`])
  })

  it('has one error for each node message in the specification', () => {
    const spec = Object.keys(catalogue).filter((code) => code.startsWith('node/'))
    expect(spec.slice(0, 11)).toEqual([
      'node/fee-cap-too-high',
      'node/fee-cap-too-low',
      'node/nonce-too-high',
      'node/nonce-too-low',
      'node/nonce-max',
      'node/insufficient-funds',
      'node/intrinsic-gas-too-high',
      'node/intrinsic-gas-too-low',
      'node/transaction-type-unsupported',
      'node/tip-above-fee-cap',
      'node/execution-reverted',
    ])
  })

  it('has the short texts of the alerts', () => {
    expect(Object.values(alerts).map(({ short }) => short)).toEqual([
      'Network Not Found',
      'Invalid App Configuration',
      'Invalid App Configuration',
      'Invalid App Configuration',
      'Network Error - Could not load embedded wallet',
      'Embedded Wallet Request Timed Out',
      'Session Expired',
      'Project ID Not Configured',
      'Local configuration ignored',
      'Wrong RPC Endpoint',
    ])
    for (const { long } of Object.values(alerts)) expect(long).not.toBe('')
  })
})
