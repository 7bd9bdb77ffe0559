'use client' //: next
import { displayMessage, isLatchkeyError } from 'latchkey'
import { useAccount, useSignMessage } from 'latchkey/react'

/** Signs a message with the connected wallet. */
export function Sign() {
  const { isConnected } = useAccount()
  const { signMessage, data, isPending, error } = useSignMessage()
  if (!isConnected) return null
  return (
    <>
      <button
        type="button"
        disabled={isPending}
        onClick={() => signMessage({ message: 'Hello' }).catch(() => {})}
      >
        Sign a message
      </button>
      {data && <p>Signature: {data.signature}</p>}
      {error && !isLatchkeyError(error, 'wallet/user-rejected') && (
        <p role="alert">{displayMessage(error)}</p>
      )}
    </>
  )
}
