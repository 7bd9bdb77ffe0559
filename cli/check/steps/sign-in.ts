import { accountOf, connectionOf, type StepRun } from '../flow-run.ts'
import { WrongResult } from '../wrong-result.ts'
import { verified } from './sign.ts'

/** Signs a sign-in message and verifies it with `latchkey/siwx` and with a second library. */
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
