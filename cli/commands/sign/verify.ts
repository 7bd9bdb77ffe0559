import { isLatchkeyError } from 'latchkey'
import type { SignInProof } from 'latchkey/siwx'
import { readInput } from '../../args/input.ts'
import type { Context } from '../../context.ts'
import { networkNode } from '../../nodes/network-node.ts'
import { CliError, invalid } from '../../output/cli-error.ts'
import { errorHint } from '../../output/error-hint.ts'
import { exitCodes } from '../../output/exit-codes.ts'
import type { Outcome } from '../../output/output.ts'
import { fields } from '../../output/table.ts'

export interface VerifyOptions {
  readonly domain?: string | undefined
  readonly nonce?: string | undefined
  readonly uri?: string | undefined
}

/**
 * Verifies that a sign-in message is signed by the account that the message names. Compares the domain, the nonce and the URI
 * only if their options are given. The output lists the values that weren't compared.
 */
export async function verify(context: Context, file: string, options: VerifyOptions): Promise<Outcome> {
  const text = await readInput(context, 'message', file === '-' ? { input: '-' } : { file })
  const proof = proofIn(text)
  const { parseSignInMessage, verifySignIn } = await import('latchkey/siwx')
  try {
    const claimed = parseSignInMessage(proof.message)
    const { domain = claimed.domain, nonce = claimed.nonce, uri = () => true } = options
    const { flags, signal } = context
    const node = flags.rpc && networkNode({ rpcUrls: { default: { http: flags.rpc } } }, context)
    const message = await verifySignIn(
      proof,
      { domain, nonce, uri },
      { signal, ...(node && { rpc: (_, method, params) => node(method, params) }) },
    )
    const open = (['domain', 'nonce', 'uri'] as const).filter((name) => options[name] === undefined)
    return {
      data: { valid: true, ...message, notCompared: open },
      text: fields([
        ['signed by', message.accountAddress],
        ['network', message.chainId],
        ['domain', message.domain],
        ['nonce', message.nonce],
        ...(open.length > 0 ? [['not compared', open.join(', ')] as const] : []),
      ]),
      primary: message.accountAddress,
      network: message.chainId,
    }
  } catch (error) {
    if (!isLatchkeyError(error) || !error.code.startsWith('siwx/') || error.code === 'siwx/unverifiable')
      throw error
    throw new CliError(error.code, exitCodes.wrong, error.message, {
      hint: errorHint(error.code),
      cause: error,
    })
  }
}

function proofIn(text: string): SignInProof {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw invalid('message', `is not JSON: ${(error as Error).message}`)
  }
  const printed = (value as { readonly data?: { readonly message?: unknown } } | null)?.data
  const proof = (typeof printed?.message === 'string' ? printed : value) as Partial<SignInProof> | null
  if (typeof proof?.message === 'string' && typeof proof.signature === 'string') return proof as SignInProof
  throw invalid(
    'message',
    'needs "message" and "signature"',
    'latchkey sign-in --json prints a message in this format.',
  )
}
