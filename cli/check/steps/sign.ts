import type { MessageSignature } from 'latchkey'
import type { TypedData } from 'latchkey/wallets'
import { cliError } from '../../output/cli-error.ts'
import { accountOf, connectionOf, type FlowRun, type StepRun, WrongResult } from '../flow-run.ts'

export function signMessage(message: string): StepRun {
  return async (run, signal) => {
    connectionOf(run)
    const signed = await run.adapter.signMessage(accountOf(run), message, { signal })
    return verified(run, { message }, signed, run.verifier.signerOfMessage(message, signed, run.address))
  }
}

export function signTypedData(typedData: TypedData): StepRun {
  return async (run, signal) => {
    connectionOf(run)
    const signed = await run.adapter.signTypedData?.(accountOf(run), typedData, { signal })
    if (!signed || !run.verifier.signerOfTypedData)
      throw cliError('adapter/unsupported', 'Typed data cannot be signed here')
    const { primaryType } = typedData
    const signer = run.verifier.signerOfTypedData(typedData as never, signed, run.address)
    return verified(run, { primaryType }, signed, signer)
  }
}

async function verified(
  { address, verifier }: FlowRun,
  what: object,
  signed: MessageSignature,
  recovered: Promise<string | undefined>,
) {
  const { signature, scheme } = signed
  const by = verifier.nameOf?.(signed, address) ?? verifier.name
  const signer = (await recovered) ?? null
  const seen = { ...what, signature, scheme, signer, expectedSigner: address, verifier: by }
  if (signer === null || !verifier.same(signer, address))
    throw new WrongResult(
      signer
        ? `the signature is by ${signer}, not by ${address}`
        : `the signature is not valid for this text: expected one by ${address}`,
      seen,
    )
  return { summary: `${signature.slice(0, 12)}… verified by ${by}`, seen }
}

/** Signs a sign-in message. Verifies it with `latchkey/siwx` and with a second library. */
export const signIn: StepRun = async (run, signal) => {
  connectionOf(run)
  const { createNonce, signInMessage, verifySignIn } = await import('latchkey/siwx')
  const [domain, uri, nonce] = ['localhost', 'http://localhost/', createNonce()]
  const chainId = run.network.caipNetworkId
  const message = `${signInMessage({
    domain,
    uri,
    nonce,
    chainId,
    accountAddress: run.address,
    version: '1',
    issuedAt: new Date().toISOString(),
  })}`
  const signed = await run.adapter.signMessage(accountOf(run), message, { signal })
  const expected = { domain, uri, nonce, chainId, address: run.address, maxAge: 600_000 }
  await verifySignIn({ message, ...signed }, expected, { signal }).catch((error: Error) => {
    throw new WrongResult(`the sign-in is refused: ${error.message}`, { message, ...signed })
  })
  return verified(run, { message }, signed, run.verifier.signerOfMessage(message, signed, run.address))
}
