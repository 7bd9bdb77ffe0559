// A hand-written connect dialog: it lists the wallets, and sends a request to the chosen wallet.
dispatchEvent(new Event('eip6963:requestProvider'))
const { faces, ethereum } = globalThis.benchWallets

document.getElementById('connect').addEventListener('click', () => {
  const dialog = make('dialog')
  const close = make('button', { textContent: '✕', ariaLabel: 'Close' })
  close.addEventListener('click', () => dialog.remove())
  const header = make('header')
  header.append(make('h1', { textContent: 'Connect wallet' }), close)
  dialog.append(header, ...faces.map((face) => rowOf(face, dialog)))
  document.body.append(dialog)
  dialog.showModal()
})

function rowOf({ name, icon }, dialog) {
  const row = make('button', { className: 'row' })
  row.append(
    icon ? make('img', { src: icon, alt: '' }) : make('i', { textContent: name[0].toUpperCase() }),
    make('b', { textContent: name }),
    make('span', { textContent: 'Installed' }),
  )
  row.addEventListener('click', async () => {
    const [address] = await ethereum.request({ method: 'eth_requestAccounts' })
    await ethereum.request({ method: 'eth_chainId' })
    document.getElementById('who').textContent = address
    dialog.remove()
  })
  return row
}

function make(name, properties = {}) {
  return Object.assign(document.createElement(name), properties)
}
