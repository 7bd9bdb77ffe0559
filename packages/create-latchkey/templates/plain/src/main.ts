import { createLatchkey, displayMessage, isLatchkeyError, type Latchkey } from 'latchkey'
import { renderSVG } from 'uqr' //: walletConnect
import { options } from './options'

const latchkey: Latchkey = createLatchkey(options)

const who = document.body.appendChild(document.createElement('p'))
const code = document.body.appendChild(document.createElement('div')) //: walletConnect
const choices = document.body.appendChild(document.createElement('ul'))

/** What the visitor can do now. */
function offered() {
  const sign = { name: 'Sign a message', act: signMessage }
  const disconnect = { name: 'Disconnect', act: () => latchkey.disconnect() }
  const signIn = { name: 'Sign in', act: () => latchkey.signIn.sign() } //: signIn
  if (latchkey.signIn.state.status === 'required') return [signIn, disconnect] //: signIn
  if (latchkey.account.active.address) return [sign, disconnect]
  return latchkey.connector.state.connectors.map(({ id, name }) => ({
    name,
    act: () => latchkey.connect({ connectorId: id }),
  }))
}

async function signMessage() {
  const { caipAddress } = latchkey.account.active
  if (!caipAddress) return
  const adapter = await latchkey.adapter(latchkey.network.state.activeNamespace)
  const { signature } = await adapter.signMessage(caipAddress, 'Hello')
  who.textContent = `Signature: ${signature}`
}

/** Renders the page from the client's state. */
function show() {
  const { address, status } = latchkey.account.active
  who.textContent = address ?? (status === 'disconnected' ? 'Choose a wallet.' : 'One moment …')
  const { uri } = latchkey.pairing.state //: walletConnect
  code.innerHTML = uri ? renderSVG(uri) : '' //: walletConnect
  choices.replaceChildren(
    ...offered().map(({ name, act }) => {
      const button = document.createElement('button')
      button.textContent = name
      button.onclick = async () => {
        try {
          await act()
        } catch (error) {
          // If the visitor rejects the request in the wallet, don't show an error.
          if (!isLatchkeyError(error, 'wallet/user-rejected')) who.textContent = displayMessage(error)
        }
      }
      const item = document.createElement('li')
      item.append(button)
      return item
    }),
  )
}

latchkey.account.subscribe(show)
latchkey.connector.subscribe(show)
latchkey.signIn.subscribe(show) //: signIn
latchkey.pairing.subscribe(show) //: walletConnect
show()
