import { CliError } from '../../cli-error.ts'
import { exitCodes } from '../../exit-codes.ts'
import { signerOfMessage, signerOfTypedData, type TypedData, verifierName } from '../../verifiers/eip155.ts'
import { accountOf, connectionOf, type FlowRun, type StepRun } from '../flow-run.ts'
import { WrongResult } from '../wrong-result.ts'

/** Has a text signed, and asks a second library whose signature that is. */
export function signMessage(message: string): StepRun {
  return async (run, signal) => {
    connectionOf(run)
    const { signature, scheme } = await run.adapter.signMessage(accountOf(run), message, { signal })
    return verified(run, { message, signature, scheme }, () => signerOfMessage(message, signature))
  }
}

export function signTypedData(typedData: TypedData): StepRun {
  return async (run, signal) => {
    connectionOf(run)
    const signed = await run.adapter.signTypedData?.(accountOf(run), typedData, { signal })
    if (!signed)
      throw new CliError('adapter/unsupported', exitCodes.unsupported, 'Typed data cannot be signed here')
    const { signature, scheme } = signed
    const what = { primaryType: typedData.primaryType, signature, scheme }
    return verified(run, what, () => signerOfTypedData(typedData, signature))
  }
}

async function verified(
  { address }: FlowRun,
  what: Readonly<Record<string, unknown>> & { readonly signature: string },
  recover: () => Promise<string>,
) {
  let signer: string | null
  try {
    signer = await recover()
  } catch {
    // No key makes such a signature.
    signer = null
  }
  const seen = { ...what, signer, expectedSigner: address, verifier: verifierName }
  if (signer?.toLowerCase() !== address.toLowerCase())
    throw new WrongResult(
      `the signature is ${signer ? `by ${signer}` : 'not one'} for this text, not by ${address}`,
      seen,
    )
  return { summary: `${what.signature.slice(0, 12)}… verified by ${verifierName}`, seen }
}
