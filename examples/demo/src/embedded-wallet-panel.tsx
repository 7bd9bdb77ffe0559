import { useController, useLatchkey } from 'latchkey/react'
import { embeddedWalletId } from './embedded-wallet.ts'

/** Connects the placeholder of the embedded wallet; its own ways in, by email and by social login, come with it. */
export function EmbeddedWallet() {
  const latchkey = useLatchkey()
  const { status } = useController(latchkey.account, ({ eip155 }) => eip155)
  return (
    <section aria-labelledby="embedded" className="panel">
      <h2 id="embedded">
        Embedded wallet <span className="tag">DEV</span>
      </h2>
      <p className="quiet">
        Connect it, then sign or send below: it asks in its frame, inside the modal. It is loaded once and
        keeps what it holds.
      </p>
      <p className="actions after">
        <button
          type="button"
          disabled={status !== 'disconnected'}
          onClick={() => void latchkey.connect({ connectorId: embeddedWalletId }).catch(() => {})}
        >
          Connect with the embedded wallet
        </button>
      </p>
    </section>
  )
}
