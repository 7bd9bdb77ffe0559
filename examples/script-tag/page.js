import { createLatchkey, displayMessage, isLatchkeyError } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { sepolia } from 'latchkey/networks'

const latchkey = createLatchkey({ networks: [sepolia], adapters: [eip155()] })

const who = document.body.appendChild(document.createElement('p'))
const choices = document.body.appendChild(document.createElement('ul'))

/** Renders the page from the client's state. */
function show() {
  const { status, address } = latchkey.account.state.eip155
  who.textContent = address ?? (status === 'disconnected' ? 'Choose a wallet.' : 'One moment …')
  const wallets = latchkey.connector.state.connectors.map(({ id, name }) => ({
    name,
    act: () => latchkey.connect({ connectorId: id }),
  }))
  const offered = address ? [{ name: 'Disconnect', act: () => latchkey.disconnect() }] : wallets
  choices.replaceChildren(
    ...offered.map(({ name, act }) => {
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
show()
