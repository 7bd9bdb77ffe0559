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
    let timer: ReturnType<typeof setTimeout>
    const left = new AbortController()
    // Send the next request only after the answer. Requests at fixed times would pile up at a slow server. The browser sends only
    // six requests at a time to one origin, so the page's other requests would wait too.
    const look = async () => {
      const response = await fetch('/embedded-wallet/mails', { signal: left.signal }).catch(() => undefined)
      const found = response?.ok ? await response.json().catch(() => undefined) : undefined
      if (left.signal.aborted) return
      if (found) setMails(found)
      timer = setTimeout(look, 1000)
    }
    void look()
    return () => {
      left.abort()
      clearTimeout(timer)
    }
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
