// Runs before the page's own scripts: a wallet of each family, the way an extension puts it there. That of eip155 is a dev
// wallet and announces itself; the others are only seen.
{
  const icon = (color) =>
    `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg"><path fill="${color}" d="M0 0h40v40H0z"/></svg>`)}`
  const standard = (name, color, chains, names) => ({
    version: '1.0.0',
    name,
    icon: icon(color),
    chains,
    accounts: [],
    features: Object.fromEntries(names.map((feature) => [feature, { version: '1.0.0' }])),
  })
  const registered = [
    standard(
      'Solana',
      'purple',
      ['solana:mainnet'],
      ['standard:connect', 'standard:events', 'solana:signTransaction'],
    ),
    standard('Bitcoin', 'orange', ['bitcoin:mainnet'], ['bitcoin:connect', 'bitcoin:signTransaction']),
  ]
  addEventListener('wallet-standard:app-ready', ({ detail }) => detail.register(...registered))

  globalThis.injectedWeb3 = { polkadot: { version: '1', enable: async () => ({}) } }
  globalThis.keplr = { enable: async () => {}, getKey: async () => ({}) }

  // As the modal shows them: who has no picture there has a letter.
  const colors = {
    'Dev Ethereum': '',
    Solana: 'purple',
    Bitcoin: 'orange',
    Keplr: '',
    polkadot: '',
    WalletConnect: '',
  }
  const faces = Object.entries(colors).map(([name, color]) => ({ name, icon: color && icon(color) }))
  globalThis.benchWallets = { faces }
  addEventListener('eip6963:announceProvider', ({ detail: { info, provider } }) => {
    faces[0].icon = info.icon
    globalThis.benchWallets.ethereum = provider
  })

  /** How long after the next click the visitor has it before them: until the frame that shows it was painted. */
  globalThis.untilSeen = (isSeen) =>
    new Promise((resolve) => {
      const clicked = ({ timeStamp }) => {
        const painted = new MessageChannel()
        painted.port1.onmessage = () => resolve(performance.now() - timeStamp)
        const look = () => {
          if (isSeen()) painted.port2.postMessage(0)
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }
      addEventListener('click', clicked, { capture: true, once: true })
    })
  const shown = (root) => {
    const rows = root?.querySelectorAll('dialog[open] button.row') ?? []
    return rows.length >= faces.length && rows[rows.length - 1].getClientRects().length > 0
  }
  globalThis.rowsSeen = () =>
    shown(document) || shown(document.querySelector('[data-testid=lk-host]')?.shadowRoot)
  globalThis.accountSeen = () => document.getElementById('who')?.textContent !== ''
}
