import { useLatchkey } from 'latchkey/react'
import { type FormEvent, useEffect, useState } from 'react'
import type { HeadlessWalletState } from '../server/headless-wallet.ts'
import { familyNames } from './world.ts'

/** How long the QR code must be visible before the wallet answers it on its own, in ms. */
const glance = 1500

/** Shows the wallet that the demo's server runs. The page sends the pairing link to the wallet, so no camera is needed. */
export function HeadlessWallet() {
  const latchkey = useLatchkey()
  const { state, said, pair, leave } = useHeadlessWallet()
  const [byItself, setByItself] = useState(false)
  const [link, setLink] = useState('')

  useEffect(() => {
    if (!byItself) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = latchkey.connector.find('walletConnect')?.on('displayUri', ({ uri }) => {
      clearTimeout(timer)
      timer = setTimeout(pair, glance, uri)
    })
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [latchkey, byItself, pair])

  const answer = (event: FormEvent) => {
    event.preventDefault()
    setLink('')
    pair(link)
  }
  return (
    <section aria-labelledby="headless" className="panel" data-testid="headless-wallet">
      <h2 id="headless">
        Headless wallet <span className="tag">DEV</span>
      </h2>
      <p className="quiet">
        {state ? `${state.holder}'s` : 'A'} wallet behind WalletConnect, for every chain family. Paste the
        link of a code from another tab here, or let it answer the codes of this tab.
      </p>
      <form className="answer" onSubmit={answer}>
        <input
          aria-label="Pairing link"
          placeholder="wc:"
          spellCheck={false}
          autoComplete="off"
          value={link}
          onChange={({ target }) => setLink(target.value)}
        />
        <button type="submit" disabled={link === ''}>
          Answer with the headless wallet
        </button>
        <button type="button" disabled={!state?.sessions.length} onClick={leave}>
          End sessions
        </button>
      </form>
      <label className="choice">
        <input type="checkbox" checked={byItself} onChange={({ target }) => setByItself(target.checked)} />{' '}
        Answer this page's codes automatically
      </label>
      <p className="said" role="status">
        {said}
      </p>
      <p className="quiet small" data-testid="headless-sessions">
        {state?.sessions.length
          ? state.sessions
              .map(({ page, families }) => `${page}: ${families.map((one) => familyNames[one]).join(', ')}`)
              .join('; ')
          : 'No session'}
        {state?.asked && ` · Last request: ${state.asked}`}
      </p>
    </section>
  )
}

function useHeadlessWallet() {
  const [state, setState] = useState<HeadlessWalletState>()
  const [said, setSaid] = useState('')
  const [deeds] = useState(() => {
    const ask = async (path: string, body?: string) => {
      const response = await fetch(
        `/headless-wallet/${path}`,
        body === undefined ? {} : { method: 'POST', body },
      )
      if (!response.ok) throw new Error(await response.text())
      setState((await response.json()) as HeadlessWalletState)
    }
    const run = (doing: string, path: string, body?: string) => {
      setSaid(doing)
      ask(path, body).then(
        () => setSaid(''),
        (error: unknown) => setSaid(error instanceof Error ? error.message : String(error)),
      )
    }
    return {
      look: () => run('', 'state'),
      pair: (uri: string) => run('Answering', 'pair', uri),
      leave: () => run('Ending', 'leave', ''),
    }
  })
  const { look } = deeds
  useEffect(() => {
    const { source } = (globalThis as unknown as { latchkeyTestWallets: { source: EventSource } })
      .latchkeyTestWallets
    const hear = ({ data }: MessageEvent<string>) => setState(JSON.parse(data))
    source.addEventListener('headless', hear)
    look()
    return () => source.removeEventListener('headless', hear)
  }, [look])
  return { state, said, ...deeds }
}
