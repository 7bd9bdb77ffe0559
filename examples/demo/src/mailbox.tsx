import { useEffect, useState } from 'react'

interface Mail {
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
}

/** Shows the mails of the embedded wallet. The demo's mailbox keeps them on this machine. */
export function Mailbox() {
  const [mails, setMails] = useState<readonly Mail[]>([])
  useEffect(() => {
    const look = async () => {
      const response = await fetch('/embedded-wallet/mails').catch(() => undefined)
      if (response?.ok) setMails(await response.json())
    }
    void look()
    const timer = setInterval(() => void look(), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <section aria-labelledby="mailbox" className="panel">
      <h2 id="mailbox">
        Mailbox <span className="tag">DEV</span>
      </h2>
      <p className="quiet">
        Log in with any email address in the modal. The wallet's emails arrive only here.
      </p>
      {mails.length === 0 ? (
        <p className="quiet after">No emails yet.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
        <ol className="mails" data-testid="mails" tabIndex={0}>
          {[...mails].reverse().map((mail, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: mails are only added at the front.
            <li key={mails.length - at} data-testid="mail">
              <p>
                <strong>{mail.subject}</strong> <span className="quiet">to {mail.to.join(', ')}</span>
              </p>
              <pre>{mail.text}</pre>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
